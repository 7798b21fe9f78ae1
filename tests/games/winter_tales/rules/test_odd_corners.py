"""Winter Tales: corners that an ordinary evening seldom sees, each with the rule that settles it."""

from random import Random

import pytest

from companion.core.text import Refused
from companion.games.winter_tales.copy import model as my_copy
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put
from tests.games.winter_tales.rules.test_powers import pair

# Setting up


@pytest.mark.rule("WT-2")  # of seven tokens one is the writer's, so about one first draw in seven, not one in three
def test_the_phone_draws_tokens_not_kinds_of_token() -> None:
    evening = Evening(7).tap("AgeOrder", list(range(7))).tap("LayOut")
    rng, question = Random(2), evening.asked("DrawSide")
    drawn = [question.random_answer(evening.table, rng) for _ in range(700)]
    assert 70 <= drawn.count("writer") <= 130
    assert drawn.count("spring") > 250 and drawn.count("winter") > 250


def starter_evening() -> Evening:
    """The town that comes with the game: two plazas, and the table names the rest."""
    return Evening(4, copy=my_copy.starter()).seat_everybody()


@pytest.mark.rule("WT-8")
def test_a_plaza_named_again_is_not_one_that_is_taken() -> None:
    """The Mad Hatter stands between cemetery and park; Candlewick can't be put there by naming it again."""
    evening = starter_evening().choose({"dorothy": at.PARK, "mad_hatter": at.CEMETERY_PARK, "alice": at.THEATER})
    evening.tap("ChooseCharacter", "candlewick").tap("StartSite", "+plaza")
    assert evening.refused("PlazaEnds", [at.PARK, at.CEMETERY]) == "WT-27"
    assert evening.refused("PlazaEnds", [at.PARK]) == "WT-27"
    evening.tap("PlazaEnds", []).tap("StartSite", "+plaza").tap("PlazaEnds", [at.PARK, at.PRISON])
    assert evening.who("candlewick").at == "oaks_park+winter_prison"


@pytest.mark.rule("WT-8")  # nor in another spelling
def test_a_location_named_again_is_not_one_that_is_taken() -> None:
    evening = starter_evening().choose({"dorothy": at.PARK, "mad_hatter": at.CEMETERY_PARK})
    evening.tap("ChooseCharacter", "alice").tap("StartSite", "+location")
    assert evening.refused("LocationName", "oaks PARK ") == "WT-27"
    evening.tap("LocationName", "The Old Mill")
    assert str(evening.table.place(evening.who("alice").at)) == "The Old Mill"


@pytest.mark.rule("WT-54")  # the Glimmer lies at Dorothy's Mansion
def test_a_slot_is_not_filled_twice_by_naming_its_location() -> None:
    evening = starter_evening()
    evening.choose({"dorothy": at.PARK, "mad_hatter": at.CEMETERY_PARK, "alice": at.THEATER,
                    "candlewick": at.ASYLUM_PARK})
    while "ChooseCharacter" in evening.names():
        evening.tap("ChooseCharacter", evening.choices("ChooseCharacter")[0])
        if "+plaza" in evening.choices("StartSite"):
            taken = set(evening.table.town.plazas)
            ends = next([one, two] for one in evening.table.town.locations for two in evening.table.town.locations
                        if one < two and f"{one}+{two}" not in taken)
            evening.tap("StartSite", "+plaza").tap("PlazaEnds", ends)
        else:
            evening.tap("StartSite", evening.choices("StartSite")[0])
    evening.tap("DrawQuest", "glimmer").tap("QuestSite", at.MANSION).tap("DrawQuest", "horror")
    evening.tap("QuestSite", "+location")
    assert evening.refused("LocationName", "Dorothy's Mansion") == "WT-27"


@pytest.mark.rule("WT-27")
def test_a_town_whose_plaza_leads_to_nonsense_is_refused() -> None:
    for ends in ([["oaks_park"], "oaks_park"], [{}, None], ["oaks_park", 3]):
        town = my_copy.starter()
        town["plazas"][0]["ends"] = ends
        with pytest.raises(Refused) as error:
            my_copy.check_copy(town)
        assert error.value.refusal.rule == "WT-27"


# Love


@pytest.mark.rule("WT-103")  # 'may come along' is asked of every step
def test_a_partner_taken_along_may_be_left_behind() -> None:
    evening = pair(four(powers=True), "pinocchio", "alice", at.PRISON).tap("Activate", "pinocchio")
    evening.tap("TakeAlong").tap("StepTo", at.PARK_PRISON)
    assert evening.who("alice").at == at.PARK_PRISON
    evening.tap("LeaveBehind").tap("StepTo", at.PARK)
    assert (evening.who("pinocchio").at, evening.who("alice").at) == (at.PARK, at.PARK_PRISON)
    assert "TakeAlong" not in evening.names()


@pytest.mark.rule("WT-44", "WT-103")  # Ana and Cleo show their cards in turn; Ana discards the trap card, too
def test_a_pair_that_traps_counts_both_hands() -> None:
    evening = acting(pair(four(powers=True), "dorothy", "alice", at.PARK), "Dev")
    evening.tap("Activate", "candlewick").tap("StepTo", at.PARK).tap("SpringTrap", "dorothy")
    evening.taps(("FightAlong", "along"), ("EvadeTrap", "card"), ("EvadeTrap", "card"), ("EvadeTrap", "next"))
    assert str(evening.asked("OpenTrap").button(evening.table, 1)) == "Count it", "Cleo's cards are still hidden"
    evening.tap("OpenTrap", 1)
    asked = evening.asked("OpenTrap")
    assert asked.seat is evening.player("Cleo") and str(asked.button(evening.table, 2)) == "Candlewick is caught"
    assert evening.player("Ana").discarded == 0, "WT-44: they discard once it is over"
    assert "The trap card itself doesn't count." not in [str(one.text) for one in asked.reasons(evening.table)]
    evening.tap("OpenTrap", 2)
    assert (evening.player("Ana").discarded, evening.player("Cleo").discarded) == (2, 2)
    assert evening.who("candlewick").down, "two cards against three"


# Powers


@pytest.mark.rule("WT-110", "WT-111")
def test_a_rebel_with_winters_artifact_loses_it_instead() -> None:
    """No rebel power, but a token on the target; the token is destroyed and not the rebel."""
    evening = put(four(powers=True, length=5, winter=("retaliation", "alice")), "wolf", at.THEATER)
    give_power(evening, "artifact", "pinocchio", side="winter", space=2)
    acting(evening, "Ben").tap("Activate", "wolf").tap("TakeUpQuest", "retaliation").tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("AddCards", "next")
    while "AddCards" in evening.names():
        evening.tap("AddCards", "out")
    evening.tap("LastCard", "next").tap("PlaceMemory", 3)
    targets = evening.choices("RetaliationTarget")
    assert "pinocchio" not in targets and "artifact" in targets
    evening.tap("RetaliationTarget", "artifact")
    assert "artifact" not in evening.table.powers and not evening.who("pinocchio").eliminated
    memory = evening.table.track[1]
    assert memory is not None and memory.side == "winter"


@pytest.mark.rule("WT-113", "WT-21")  # felled and held in chapter one, back in chapter two: activated, and nothing else
def test_who_comes_back_is_not_held_by_an_old_chapter() -> None:
    evening = four(powers=True)
    alice = evening.who("alice")
    alice.cannot_move = alice.locked = alice.eliminated = True
    alice.at = None
    evening.table.chapter = 2
    evening.again().tap("BringBack", "alice").tap("ReturnSite", at.FAIR)
    assert not (alice.ready or alice.cannot_move or alice.locked or alice.down or alice.eliminated)


@pytest.mark.rule("WT-63", "WT-106")
def test_the_writers_artifact_speaks_for_the_character_that_holds_it() -> None:
    """Eve's rebel and soldier are there; the soldier has the Artifact, so the card is winter's."""
    evening = five(powers=True, length=5)
    for key in ("tin_man", "pinocchio", "mangiafuoco"):
        put(evening, key, at.MANSION)
    give_power(evening, "artifact", "mangiafuoco", side="winter", space=2)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "next").tap("AddCards", "artifact").tap("AddCards", "next").tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope fails, 0 to 1."


# Quests


@pytest.mark.rule("WT-141", "WT-A24")  # Alice stands at the quest already and is activated in step two
def test_an_objective_is_swapped_on_the_spot_too() -> None:
    evening = put(put(four(skills=True, objectives=True), "tin_man", at.MANSION), "alice", at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").send("alice")
    assert evening.names() == ["SwapObjective", "StopShort"]
    assert "is there" in evening.sentence("StopShort")
    evening.tap("SwapObjective")
    assert evening.player("Cleo").swaps == ("spring",) and evening.names() == ["Send", "SetOut"]


@pytest.mark.rule("WT-141")
def test_an_objective_is_swapped_in_light_on_the_way_to_a_quest() -> None:
    evening = light(skills=True, objectives=True).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.send("alice").tap("SwapObjective")
    assert evening.names() == ["Arrival"]
    evening.tap("Arrival", "arrived")
    assert evening.player("Cleo").swaps == ("spring",)


@pytest.mark.rule("WT-150", "WT-A71")  # activated, but it does nothing until it is saved
def test_who_lies_swaps_nothing() -> None:
    evening = four(skills=True, objectives=True).correct("characters.alice.down", True)
    acting(evening, "Cleo").tap("Activate", "alice")
    assert "SwapObjective" not in evening.names()
    evening.tap("Save", "alice")
    assert "SwapObjective" in evening.names()


@pytest.mark.rule("WT-A67")  # zero cards suffice
def test_in_light_the_expert_may_join_without_a_card() -> None:
    evening = light(skills=True).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "next").tap("AddCards", "out")
    evening.tap("AddCards", "join scarecrow").tap("AddCards", "next").tap("AddCards", "out").tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope succeeds, 1 to 0."


@pytest.mark.rule("WT-59")  # Ben sent Wolf, Cleo sent Cranky and left; Ben has had his chance
def test_nobody_sends_two_though_the_last_one_to_send_went_home() -> None:
    evening = put(four(), "tin_man", at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.send("wolf").tap("StopShort").send("cranky").tap("StopShort")
    evening.play.leave(evening.player("Cleo").index)
    owners = {evening.who(key).owner for key in evening.choices("SetOut") if key != "nobody"}
    assert {owner.name for owner in owners if owner is not None} == {"Dev"}


@pytest.mark.rule("WT-66")  # a tie for most is the acting player's then
def test_a_writer_who_went_home_chooses_no_memory() -> None:
    evening = put(put(five(), "tin_man", at.MANSION), "alice", at.MANSION)
    evening.play.leave(evening.player("Eve").index)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.taps(("AddCards", "card"), ("AddCards", "next"), ("AddCards", "card"), ("AddCards", "next"))
    evening.tap("LastCard", "next")
    assert evening.table.last is not None and "Ana picks" in str(evening.table.last.line)


@pytest.mark.rule("WT-65")  # the table gives Ben, who had stayed out, two cards; they are winter's
def test_cards_set_by_hand_count_for_a_side() -> None:
    evening = put(put(four(), "tin_man", at.MANSION), "wolf", at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("AddCards", "next").tap("AddCards", "out")
    evening.correct("quest.cards.1", 2).tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope fails, 1 to 2."


@pytest.mark.rule("WT-A67")
def test_a_slip_of_the_finger_is_not_joining() -> None:
    """Cleo tapped a card and took it back; her Scarecrow adds nothing, and she may still stay out."""
    evening = put(put(four(skills=True), "tin_man", at.MANSION), "scarecrow", at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    assert evening.tap("AddCards", "next").asked("AddCards").seat is evening.player("Cleo")
    evening.tap("AddCards", "card").tap("AddCards", "back")
    assert evening.choices("AddCards") == ["card", "join", "last", "end", "out"]
    evening.tap("AddCards", "out").tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope ends in a tie, 0 each."


@pytest.mark.rule("WT-A34", "WT-124")  # the retaliation strikes first, then Ben may lay his Garrison on the last space
def test_a_power_comes_before_an_objective_that_would_end_the_turns() -> None:
    evening = put(four(powers=True, objectives=True, winter=("retaliation", "alice")), "wolf", at.THEATER)
    for space in (1, 2, 3):
        evening.correct(f"track.{space}", "neutral")
    acting(evening, "Ben").tap("Activate", "wolf").tap("TakeUpQuest", "retaliation").tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("AddCards", "next").tap("AddCards", "out").tap("LastCard", "next")
    evening.tap("PlaceMemory", 4)
    assert evening.names() == ["RetaliationTarget"]
    assert "DeclareObjective" not in [type(one).__name__ for one in evening.play.standing()]
    evening.tap("RetaliationTarget", "cranky")
    assert "DeclareObjective" in [type(one).__name__ for one in evening.play.standing()]


# Depth changed in mid-game


@pytest.mark.rule("WT-57", "WT-60")
def test_a_quest_whose_place_nobody_entered_lies_where_it_is_taken_up() -> None:
    """From light to full; the hero stands at the mansion, so the quest does, and who is not there
    does not join."""
    evening = light().correct("depth", "full").again()
    evening.tap("Activate", "tin_man").tap("StandSite", at.MANSION).tap("TakeUpQuest", "glimmer")
    assert evening.table.quests["glimmer"].site == at.MANSION
    put(evening, "wolf", at.MANSION)
    for key in ("mad_hatter", "mangiafuoco", "alice", "scarecrow", "cranky", "candlewick", "white_rabbit"):
        put(evening, key, at.FACTORY)
    evening.tap("SetOut", "nobody").tap("AddCards", "next")
    assert evening.asked("AddCards").seat is evening.player("Ben")
    evening.tap("AddCards", "out")
    assert evening.asked("AddCards").seat is evening.player("Dev"), "the Fox & the Cat may be there: nobody knows"


@pytest.mark.rule("WT-60")  # Wolf stood at the quest when positions were given up; Cranky had fallen short
def test_light_in_mid_quest_remembers_who_had_arrived() -> None:
    evening = put(put(four(), "tin_man", at.MANSION), "wolf", at.MANSION)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").send("wolf")
    evening.send("cranky").tap("StopShort").tap("SetOut", "nobody").correct("depth", "light")
    evening.tap("AddCards", "next")
    assert evening.asked("AddCards").seat is evening.player("Ben")
    evening.tap("AddCards", "out")
    assert evening.asked("AddCards").seat is evening.player("Dev")


@pytest.mark.rule("WT-28", "WT-49")  # in light nobody could be saved in the books, so nobody lies in them
def test_light_in_mid_battle_lays_nobody_down_for_ever() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "wolf").tap("BattleCard", "card").correct("depth", "light").tap("BattleCard", "stops")
    assert not evening.who("pinocchio").down and "EndTurn" in evening.names()


@pytest.mark.rule("WT-28", "WT-43")
def test_light_in_mid_trap_lays_nobody_down_for_ever() -> None:
    evening = acting(four(), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK).tap("SpringTrap", "dorothy")
    evening.tap("EvadeTrap", "next").correct("depth", "light").tap("OpenTrap", 3)
    assert not evening.who("candlewick").down and evening.who("candlewick").at is None

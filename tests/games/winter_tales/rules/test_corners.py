"""Winter Tales: corners that an ordinary evening seldom sees, each with the rule that settles it."""

from random import Random

import pytest

from companion.core.text import Refused
from companion.games.winter_tales.board.characters import QUESTS, TWINS
from companion.games.winter_tales.board.town import NEW_PLAZA
from companion.games.winter_tales.box import model as my_box
from companion.games.winter_tales.rules.kinds import character_option
from companion.games.winter_tales.rules.memories import score
from companion.games.winter_tales.rules.quest_cards import tally
from companion.games.winter_tales.rules.spaces import anywhere
from companion.games.winter_tales.table import Battle, Resolving
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put, whole_town
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts
from tests.games.winter_tales.rules.test_powers import attacked_pair, pair
from tests.games.winter_tales.rules.test_quests import add, at_mansion, finish
from tests.games.winter_tales.rules.test_skills import fight
from tests.games.winter_tales.rules.test_winter_powers import haunted

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
    return Evening(4, box=my_box.starter()).seat_everybody()


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
def test_only_an_incomplete_town_asks_for_another_plaza() -> None:
    assert NEW_PLAZA not in anywhere(four().table)
    assert NEW_PLAZA in anywhere(four(box=whole_town(complete=False)).table)


@pytest.mark.rule("WT-27")
def test_a_character_is_named_with_a_place_only_if_it_has_one() -> None:
    evening = four()
    assert str(character_option(evening.table, evening.who("dorothy")).hint) == "Ana, Oaks Park"
    evening.who("dorothy").at = None
    assert str(character_option(evening.table, evening.who("dorothy")).hint) == "Ana"
    quiet = light()
    quiet.who("dorothy").at = at.PARK
    assert str(character_option(quiet.table, quiet.who("dorothy")).hint) == "Ana"


@pytest.mark.rule("WT-27")
def test_a_town_whose_plaza_leads_to_nonsense_is_refused() -> None:
    for ends in ([["oaks_park"], "oaks_park"], [{}, None], ["oaks_park", 3]):
        town = my_box.starter()
        town["plazas"][0]["ends"] = ends
        with pytest.raises(Refused) as error:
            my_box.check_box(town)
        assert error.value.refusal.rule == "WT-27"


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


@pytest.mark.rule("WT-65", "WT-A26", "WT-67")  # nothing against nothing; a neutral card, no power, and nobody chooses
def test_a_quest_without_a_single_card_is_a_tie() -> None:
    evening = at_mansion("wolf", powers=True).tap("SetOut", "nobody")
    add(evening, "next", "out")
    finish(evening)
    memory = evening.table.track[0]
    assert memory is not None and (memory.outcome, memory.side) == ("tie", "neutral")
    assert not evening.table.powers and score(evening.table, "spring") == score(evening.table, "winter") == 0


@pytest.mark.rule("WT-64", "WT-65")
def test_the_last_card_turns_a_tie_into_a_success() -> None:
    evening = at_mansion("wolf").tap("SetOut", "nobody")
    add(evening, "card", "next", "card", "next")
    finish(evening, "card")
    assert evening.table.track[0].outcome == "success"


@pytest.mark.rule("WT-142", "WT-65")  # one card each and both experts there: still a tie
def test_an_expert_on_each_side_adds_one_to_each() -> None:
    evening = at_mansion("scarecrow", "mangiafuoco", skills=True).tap("SetOut", "nobody")
    add(evening, "card", "next", "card", "next", "join", "next")       # Ben with Mangiafuoco, Cleo with the Scarecrow
    assert tally(evening.table, evening.table.under_way(Resolving)) == (2, 2)
    finish(evening)
    assert evening.table.track[0].side == "neutral"


@pytest.mark.rule("WT-63", "WT-66", "WT-84")
def test_the_writer_who_acts_with_a_rebel_and_loses_to_his_own_tables_winter() -> None:
    """His cards are spring's; of winter's two players level at the top the writer chooses."""
    evening = five(spring=("glimmer", at.PRISON))
    for key in ("wolf", "white_rabbit"):
        put(evening, key, at.PRISON)
    acting(evening, "Eve").tap("Activate", "pinocchio").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    add(evening, "card", "next")
    while "AddCards" in evening.names():
        add(evening, "card", "next")
    evening.tap("LastCard", "next")
    reasons = [str(one.text) for one in evening.asked("PlaceMemory").reasons(evening.table)]
    assert any("Eve picks" in reason for reason in reasons)
    evening.tap("PlaceMemory", 2)
    memory = evening.table.track[1]
    assert memory is not None and (memory.outcome, memory.side) == ("failure", "winter")


@pytest.mark.rule("WT-59", "WT-60", "WT-43")
def test_a_soldier_turned_back_on_the_way_does_not_join() -> None:
    """Candlewick sets out for the quest in the park and is turned back to his plaza."""
    evening = four(spring=("glimmer", at.PARK))
    put(evening, "pinocchio", at.PARK)
    evening.tap("Activate", "dorothy").tap("TakeUpQuest", "glimmer").send("candlewick")
    evening.tap("StepTo", at.PARK).tap("SpringTrap", "dorothy").tap("EvadeTrap", "card").tap("EvadeTrap", "next")
    evening.tap("OpenTrap", 1)
    candlewick = evening.who("candlewick")
    assert (candlewick.at, candlewick.down, candlewick.cannot_move) == (at.ASYLUM_PARK, False, True)
    while "SetOut" in evening.names():
        evening.tap("SetOut", "nobody")
    add(evening, "next")
    assert evening.names() == ["LastCard"]                             # nobody is asked to join


# Battles


@pytest.mark.rule("WT-103", "WT-144")  # Love binds the Tin Man to Pinocchio, so the first defence needs no card
def test_a_skill_of_either_serves_the_pair() -> None:
    evening = put(put(four(powers=True, skills=True), "tin_man", at.PRISON), "mad_hatter", at.PARK_PRISON)
    give_power(evening, "love", "pinocchio", "tin_man")
    evening.tap("Activate", "pinocchio").tap("TakeAlong").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "mad_hatter").tap("FightAlong", "along").tap("BattleCard", "card")
    battle = evening.table.under_way(Battle)
    assert (battle.attack, battle.defence) == (1, 1) and evening.asked("BattleCard").seat.name == "Ben"


@pytest.mark.rule("WT-144", "WT-A68", "WT-38")  # the free defence was the last card played, so the rebel gets away
def test_wolf_and_the_tin_man_and_then_winter_stops() -> None:
    evening = fight("tin_man", "wolf").tap("BattleCard", "stops")
    assert not evening.who("tin_man").down and "StepTo" in evening.names()


@pytest.mark.rule("WT-103", "WT-105", "WT-A41")  # neither lies, and winter lays nobody anywhere
def test_a_pair_that_flees_to_the_safe_house_flees_together() -> None:
    evening = attacked_pair()
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR, space=2)
    evening.tap("FightAlong", "along").tap("BattleCard", "card").tap("BattleCard", "stops")
    assert [(evening.who(key).at, evening.who(key).down) for key in ("pinocchio", "alice")] == [(at.FAIR, False)] * 2


@pytest.mark.rule("WT-105", "WT-108")  # Alice loses and is in the Safe House, upright; the token stays where it struck
def test_the_safe_house_holds_against_the_freezing_horror() -> None:
    evening = haunted()
    give_power(evening, "safe_house", owner="Ana", at=at.FACTORY, space=2)
    evening.tap("HorrorStrike", "alice").tap("BattleCard", "stops")
    assert (evening.who("alice").at, evening.who("alice").down) == (at.FACTORY, False)
    assert evening.table.powers["horror"].at == at.THEATER


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
    assert evening.table.track[1].side == "winter"


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


@pytest.mark.rule("WT-102", "WT-59")
def test_hope_after_an_activation_in_somebody_elses_quest() -> None:
    """Alice sets out in step two, is turned back, and has her own turn still before her."""
    evening = put(four(powers=True), "tin_man", at.MANSION)
    give_power(evening, "glimmer", "alice", space=2)
    evening.table.quests["glimmer"].state = "map"
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").send("alice")
    while "TurnBack" not in evening.names():
        evening.tap("StopShort")
    evening.tap("TurnBack", "ready")
    assert evening.who("alice").ready and evening.table.powers["glimmer"].used
    evening.tap("SetOut", "nobody")
    add(evening, "next")
    evening.tap("LastCard", "next").tap("PlaceMemory", 1)
    evening.tap("EndTurn").tap("Activate", "wolf").tap("EndTurn")
    assert "alice" in evening.choices("Activate")


@pytest.mark.rule("WT-A34", "WT-76")  # the Safe House on the last space: its token lies before the epilogue begins
def test_a_power_is_granted_before_the_last_memory_begins_the_end() -> None:
    evening = one_to_go(four(spring=("safe_house", at.MANSION), powers=True), "winter", "winter")
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "safe_house")
    evening.tap("SetOut", "nobody")
    add(evening, "card", "next")
    finish(evening, space=3)
    assert evening.table.powers["safe_house"].at == at.MANSION and evening.table.phase == "epilogue"
    assert evening.table.finale is not None and evening.table.finale.opener.name == "Ana"


# Objectives


@pytest.mark.rule("WT-130", "WT-28")  # two of Ben's soldiers on the way, two entries of the same rebel
def test_a_spy_may_see_both_entries_on_one_walk() -> None:
    evening = four(objectives=True)
    put(put(evening, "wolf", at.PARK_PRISON), "mangiafuoco", at.PARK)
    for key in ("mad_hatter", "candlewick"):
        put(evening, key, at.FACTORY_MANSION)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("Attack", "nobody")
    evening.declare("DeclareObjective", 1).tap("ShowObjective", "spy")
    evening.tap("StepTo", at.PARK).tap("Attack", "nobody")
    evening.declare("DeclareObjective", 1).tap("ShowObjective", "spy").tap("PlaceObjective", 1)
    assert score(evening.table, "winter") == 3


@pytest.mark.rule("WT-132")
def test_as_many_locations_are_not_more() -> None:
    """A soldier in one location and all rebels in another; then a second soldier in a second one."""
    evening = put(four(objectives=True), "wolf", at.MANSION)
    for key in ("dorothy", "alice", "pinocchio", "scarecrow", "tin_man", "cranky"):
        put(evening, key, at.PARK)
    evening.declare("DeclareObjective", 1)
    assert evening.refused("ShowObjective", "garrison") == "WT-132"
    put(evening, "mad_hatter", at.FAIR)
    assert "garrison" in evening.choices("ShowObjective")


@pytest.mark.rule("WT-A63")  # laid open at the park, through the passage to the mansion: the movement begins there
def test_what_was_visited_before_a_passage_does_not_count() -> None:
    evening = four(objectives=True, skills=True, box=whole_town(passages={"dorothy": at.MANSION}))
    evening.tap("Activate", "dorothy").declare("DeclareObjective", 0).tap("ShowObjective", "connection")
    evening.tap("ConnectionEnd", at.MANSION).tap("SecretPassage").tap("StepTo", at.MANSION_THEATER)
    evening.declare("DeclareObjective", 0)
    assert "connection" not in evening.choices("ShowObjective")


@pytest.mark.rule("WT-121")
def test_who_went_home_declares_nothing() -> None:
    evening = four(objectives=True)
    evening.play.leave(evening.player("Ben").index)
    question = evening.asked("DeclareObjective", standing=True)
    assert [player.name for player in question.choices(evening.table)] == ["Ana", "Cleo", "Dev"]


# The end


@pytest.mark.rule("WT-73", "WT-67")
def test_a_neutral_memory_on_the_last_space_begins_the_epilogue() -> None:
    evening = one_to_go(four(), "winter", "neutral")
    put(evening, "wolf", at.MANSION)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.tap("SetOut", "nobody")
    add(evening, "next", "out")
    finish(evening, space=3)
    assert evening.table.phase == "epilogue"
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (0, 3)


@pytest.mark.rule("WT-82")  # three neutral memories and no cards; Ben of winter placed the last one
def test_level_at_zero_without_a_writer_is_the_openers_even_if_it_is_winters() -> None:
    evening = one_to_go(four(), "neutral", "neutral")
    put(evening, "tin_man", at.CEMETERY)
    acting(evening, "Ben")
    last_quest(evening, "wolf", cards=0)
    assert score(evening.table, "winter") == 0
    parts(evening, 0, 0, 0, 0).tap("TheEnd", "")
    assert winners(evening) == ["Ben", "Dev"]


@pytest.mark.rule("WT-77", "WT-78", "WT-82")  # Ana placed the last memory and left; Ben goes on, and Ben ends the tale
def test_an_epilogue_player_who_went_home_is_passed_by() -> None:
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    evening.play.leave(evening.player("Ana").index)
    evening.again()
    assert evening.asked("EpilogueCards").seat is evening.player("Ben")
    parts(evening, 0, 0, 0)
    assert evening.asked("TheEnd").seat is evening.player("Ben")


@pytest.mark.rule("WT-80")  # then nobody asks the writer whom to help, and how much
@pytest.mark.parametrize("hand", [0, 1])
def test_half_of_one_card_is_none(hand: int) -> None:
    evening = parts(last_quest(one_to_go(five(), "winter", "neutral")), 0, 0, 0, 0).tap("ShowCount")
    evening.tap("WriterHand", hand)
    assert evening.names() == ["TheEnd"]


@pytest.mark.rule("WT-80", "WT-A36")
@pytest.mark.parametrize(("hand", "asked"), [(1, "TheEnd"), (2, "WriterCards")])
def test_half_of_two_cards_can_be_given(hand: int, asked: str) -> None:
    evening = parts(last_quest(one_to_go(five(writer_split=True), "winter", "neutral")), 0, 0, 0, 0)
    assert evening.tap("ShowCount").tap("WriterHand", hand).names()[0] == asked


@pytest.mark.rule("WT-53", "WT-85")
def test_every_quest_done_every_space_filled() -> None:
    """Seven quests are exactly enough for seven memories, whatever was covered on the way (WT-123)."""
    assert len(QUESTS) - len(TWINS) // 2 == 7


# Going back, and going home


@pytest.mark.rule("WT-A60", "WT-124")
def test_undo_leads_back_into_the_quest_that_an_objective_cut_short() -> None:
    """The Garrison filled the last space in mid-quest; taken back, the cards lie there again."""
    evening = put(four(objectives=True), "tin_man", at.MANSION)
    for space in (1, 2, 3, 4):
        evening.correct(f"track.{space}", "neutral")
    for key in ("dorothy", "alice", "pinocchio", "scarecrow", "cranky"):
        put(evening, key, at.MANSION)
    put(put(evening, "wolf", at.FAIR), "mad_hatter", at.PRISON)
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("AddCards", "card")
    evening.declare("DeclareObjective", 1).tap("ShowObjective", "garrison").tap("PlaceObjective", 5)
    finale = evening.table.finale
    assert evening.table.phase == "epilogue" and finale is not None and finale.opener is evening.player("Ben")
    assert evening.table.quests["glimmer"].state == "map"
    evening.play.undo()
    assert evening.names() == ["PlaceObjective", "ObjectiveNote"] and evening.table.phase == "turns"
    evening.play.undo()
    evening.play.undo()
    assert "AddCards" in evening.names()
    assert evening.tap("AddCards", "card").lines()[-1] == "Ana opened with The Tin Man."
    evening.tap("AddCards", "next")
    while "AddCards" in evening.names():
        evening.tap("AddCards", "out")
    evening.tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope succeeds, 3 to 0."


@pytest.mark.rule("WT-16", "WT-57")
def test_the_acting_player_goes_home_in_mid_quest() -> None:
    """The table ends the turn; the quest lies on the map for others, and the token has passed on."""
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.play.leave(evening.player("Ana").index)
    evening.play.exit("TurnOver")
    assert evening.table.quests["glimmer"].state == "map" and evening.table.actor().name == "Ben"
    for name in ("Ben", "Cleo", "Dev", "Ben"):
        assert evening.table.actor().name == name
        evening.tap("Activate", evening.choices("Activate")[0]).tap("EndTurn")


@pytest.mark.rule("WT-73", "WT-75")  # it is late; the memories that lie there count, and nobody is activated any more
def test_a_table_may_begin_the_epilogue_before_the_track_is_full() -> None:
    evening = four()
    assert not any(evening.table.track) and evening.table.phase == "turns"
    evening.play.exit("LastMemory")
    assert evening.table.phase == "epilogue"
    assert "EndTurn" not in evening.names() and "Activate" not in evening.names()
    evening.play.undo()
    assert evening.table.phase == "turns"


@pytest.mark.rule("WT-27")  # what the app tracks changed while somebody was asked for a place
def test_no_place_is_kept_once_the_table_is_set_to_light() -> None:
    evening = four().tap("Activate", "dorothy").tap("NewQuest", "safe_house").correct("depth", "light")
    evening.tap("QuestSite", at.PRISON)
    assert evening.table.quests["safe_house"].state == "map" and evening.table.quests["safe_house"].site is None
    evening = Evening(4).seat_everybody().tap("ChooseCharacter", "dorothy").correct("depth", "light")
    evening.tap("StartSite", at.PRISON)
    assert evening.who("dorothy").at is None


@pytest.mark.rule("WT-27", "WT-37", "WT-146")
def test_no_way_ends_anywhere_once_the_table_is_set_to_light() -> None:
    evening = four(skills=True).tap("Activate", "dorothy").tap("SecretPassage").correct("depth", "light")
    evening.tap("PassageEnd", at.FAIR)
    assert evening.who("dorothy").at is None and "EndTurn" in evening.names()
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "wolf").tap("BattleCard", "card").tap("BattleCard", "stops")
    evening.correct("depth", "light").tap("DragTo", at.MANSION)
    assert evening.who("pinocchio").at is None and "EndTurn" in evening.names()


@pytest.mark.rule("WT-100", "WT-123")  # the card was taken away by hand
def test_no_power_hangs_on_a_memory_that_left_the_track() -> None:
    evening = four(powers=True)
    power = give_power(evening, "glimmer", "dorothy")
    evening.correct("track.1", None)
    assert power.memory is None


@pytest.mark.rule("WT-48")  # on the own turn, and to somebody else's quest (WT-A25)
def test_an_incapacitated_character_sent_walking() -> None:
    evening = four().tap("Activate", "pinocchio").correct("characters.pinocchio.down", True)
    assert evening.refused("StepTo", at.PARK_PRISON) == "WT-48"
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.correct("characters.wolf.down", True)
    assert evening.refused("SetOut", "wolf") == "WT-A25"


@pytest.mark.rule("WT-57", "WT-53")
def test_a_quest_that_is_not_there() -> None:
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man")
    assert evening.refused("TakeUpQuest", "horror") == "WT-57"
    assert evening.refused("NewQuest", "glimmer") == "WT-53"


# What the app tracks, changed in mid-game


@pytest.mark.rule("WT-57", "WT-60")
def test_a_quest_whose_place_nobody_entered_lies_where_it_is_taken_up() -> None:
    """From *Turns and battles* to *Everything*: the hero and the quest stand at the mansion, and who isn't
    there doesn't join.
    """
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


@pytest.mark.rule("WT-28", "WT-49")  # nobody could be saved in the books, so nobody lies in them
def test_light_in_mid_battle_lays_nobody_down_for_ever() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "wolf").tap("BattleCard", "card").correct("depth", "light").tap("BattleCard", "stops")
    assert not evening.who("pinocchio").down and "EndTurn" in evening.names()


@pytest.mark.rule("WT-28", "WT-43")
def test_light_in_mid_trap_lays_nobody_down_for_ever() -> None:
    evening = acting(four(), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK).tap("SpringTrap", "dorothy")
    evening.tap("EvadeTrap", "next").correct("depth", "light").tap("OpenTrap", 3)
    assert not evening.who("candlewick").down and evening.who("candlewick").at is None


def winners(evening: Evening) -> list[str]:
    outcome = evening.play.outcome()
    return [] if outcome is None else [evening.table.seats[seat].name for seat in outcome.winners]

"""Winter Tales: corners that an ordinary evening seldom sees, each with the rule that settles it."""

from random import Random

import pytest

from companion.core.questions import Refused
from companion.games.winter_tales.board.characters import QUESTS, TWINS
from companion.games.winter_tales.copy import model as my_copy
from tests.games.winter_tales.evening import (
    ASYLUM_PARK,
    CEMETERY,
    CEMETERY_PARK,
    FACTORY,
    FAIR,
    MANSION,
    MANSION_THEATER,
    PARK,
    PARK_PRISON,
    PRISON,
    THEATER,
    Evening,
    acting,
    five,
    four,
    give_power,
    light,
    put,
    whole_town,
)
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts
from tests.games.winter_tales.rules.test_powers import pair

# Setting up


def test_the_phone_draws_tokens_not_kinds_of_token() -> None:
    """WT-2: of seven tokens one is the writer's, so about one first draw in seven, not one in three."""
    evening = Evening(7).tap("AgeOrder", list(range(7))).tap("LaysOut")
    rng, question = Random(2), evening.asked("DrawsSide")
    drawn = [question.random_answer(evening.table, rng) for _ in range(700)]
    assert 70 <= drawn.count("writer") <= 130
    assert drawn.count("spring") > 250 and drawn.count("winter") > 250


def starter_evening() -> Evening:
    """The town that comes with the game: two plazas, and the table names the rest."""
    return Evening(4, copy=my_copy.starter()).seat_everybody()


def test_a_plaza_named_again_is_not_one_that_is_taken() -> None:
    """WT-8: the Mad Hatter stands between cemetery and park; Candlewick can't be put there by naming it again."""
    evening = starter_evening().choose({"dorothy": PARK, "mad_hatter": CEMETERY_PARK, "alice": THEATER})
    evening.tap("ChoosesCharacter", "candlewick").tap("StartsAt", "+plaza")
    assert evening.refused("PlazaEnds", [PARK, CEMETERY]) == "WT-27"
    assert evening.refused("PlazaEnds", [PARK]) == "WT-27"
    evening.tap("PlazaEnds", []).tap("StartsAt", "+plaza").tap("PlazaEnds", [PARK, PRISON])
    assert evening.who("candlewick").at == "oaks_park+winter_prison"


def test_a_location_named_again_is_not_one_that_is_taken() -> None:
    """WT-8: nor in another spelling."""
    evening = starter_evening().choose({"dorothy": PARK, "mad_hatter": CEMETERY_PARK})
    evening.tap("ChoosesCharacter", "alice").tap("StartsAt", "+location")
    assert evening.refused("LocationName", "oaks PARK ") == "WT-27"
    evening.tap("LocationName", "The Old Mill")
    assert str(evening.table.place(evening.who("alice").at)) == "The Old Mill"


def test_a_slot_is_not_filled_twice_by_naming_its_location() -> None:
    """WT-54: the Glimmer lies at Dorothy's Mansion."""
    evening = starter_evening()
    evening.choose({"dorothy": PARK, "mad_hatter": CEMETERY_PARK, "alice": THEATER, "candlewick": ASYLUM_PARK})
    while "ChoosesCharacter" in evening.names():
        evening.tap("ChoosesCharacter", evening.choices("ChoosesCharacter")[0])
        if "+plaza" in evening.choices("StartsAt"):
            taken = set(evening.table.town.plazas)
            ends = next([one, two] for one in evening.table.town.locations for two in evening.table.town.locations
                        if one < two and f"{one}+{two}" not in taken)
            evening.tap("StartsAt", "+plaza").tap("PlazaEnds", ends)
        else:
            evening.tap("StartsAt", evening.choices("StartsAt")[0])
    evening.tap("DrawnQuest", "glimmer").tap("QuestSite", MANSION).tap("DrawnQuest", "horror")
    evening.tap("QuestSite", "+location")
    assert evening.refused("LocationName", "Dorothy's Mansion") == "WT-27"


def test_a_town_whose_plaza_leads_to_nonsense_is_refused() -> None:
    """WT-27"""
    for ends in ([["oaks_park"], "oaks_park"], [{}, None], ["oaks_park", 3]):
        town = my_copy.starter()
        town["plazas"][0]["ends"] = ends
        with pytest.raises(Refused) as error:
            my_copy.check_copy(town)
        assert error.value.refusal.rule == "WT-27"


# Love


def test_a_partner_taken_along_may_be_left_behind() -> None:
    """WT-103: 'may come along' is asked of every step."""
    evening = pair(four(powers=True), "pinocchio", "alice", PRISON).tap("Activates", "pinocchio")
    evening.tap("TakesAlong").tap("StepsTo", PARK_PRISON)
    assert evening.who("alice").at == PARK_PRISON
    evening.tap("LeavesBehind").tap("StepsTo", PARK)
    assert (evening.who("pinocchio").at, evening.who("alice").at) == (PARK, PARK_PRISON)
    assert "TakesAlong" not in evening.names()


def test_a_pair_that_traps_counts_both_hands() -> None:
    """WT-103: whoever shows the cards is told so."""
    evening = acting(pair(four(powers=True), "dorothy", "alice", PARK), "Dev")
    evening.tap("Activates", "candlewick").tap("StepsTo", PARK).tap("SpringsTrap", "dorothy")
    evening.tap("FightsAlong", "along").tap("EvadesTrap", "next")
    reasons = [str(one.text) for one in evening.asked("TrapOpens").reasons(evening.table)]
    assert any("Alice" in one for one in reasons)


# Powers


def test_a_rebel_with_winters_artifact_loses_it_instead() -> None:
    """WT-110, WT-111: no rebel power, but a token on the target; the token is destroyed and not the rebel."""
    evening = put(four(powers=True, length=5, winter=("retaliation", "alice")), "wolf", THEATER)
    give_power(evening, "artifact", "pinocchio", side="winter", space=2)
    acting(evening, "Ben").tap("Activates", "wolf").tap("ResolvesQuest", "retaliation").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "card").tap("AddsCards", "next")
    while "AddsCards" in evening.names():
        evening.tap("AddsCards", "out")
    evening.tap("LastCard", "next").tap("PlacesMemory", 3)
    assert "pinocchio" not in evening.choices("StrikesAt") and "artifact" in evening.choices("StrikesAt")
    evening.tap("StrikesAt", "artifact")
    assert "artifact" not in evening.table.powers and not evening.who("pinocchio").eliminated
    memory = evening.table.track[1]
    assert memory is not None and memory.side == "winter"


def test_who_comes_back_is_not_held_by_an_old_chapter() -> None:
    """WT-113, WT-21: felled and held in chapter one, back in chapter two: activated, and nothing else."""
    evening = four(powers=True)
    alice = evening.who("alice")
    alice.cannot_move = alice.locked = alice.eliminated = True
    alice.at = None
    evening.table.chapter = 2
    evening.again().tap("BringsBack", "alice").tap("ReturnsAt", FAIR)
    assert not (alice.ready or alice.cannot_move or alice.locked or alice.down or alice.eliminated)


def test_the_writers_artifact_speaks_for_the_character_that_holds_it() -> None:
    """WT-63, WT-106: Eve's rebel and soldier are there; the soldier has the Artifact, so the card is winter's."""
    evening = five(powers=True, length=5)
    for key in ("tin_man", "pinocchio", "mangiafuoco"):
        put(evening, key, MANSION)
    give_power(evening, "artifact", "mangiafuoco", side="winter", space=2)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "next").tap("AddsCards", "artifact").tap("AddsCards", "next").tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope fails, 0 to 1."


# Quests


def test_an_objective_is_swapped_on_the_spot_too() -> None:
    """WT-141, WT-A24: Alice stands at the quest already and is activated in step two."""
    evening = put(put(four(skills=True, objectives=True), "tin_man", MANSION), "alice", MANSION)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").send("alice")
    assert evening.names() == ["SwapsObjective", "StopsShort"]
    assert "is there" in evening.sentence("StopsShort")
    evening.tap("SwapsObjective")
    assert evening.player("Cleo").swaps == ("spring",) and evening.names() == ["Sends", "SetsOut"]


def test_an_objective_is_swapped_in_light_on_the_way_to_a_quest() -> None:
    """WT-141"""
    evening = light(skills=True, objectives=True).tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")
    evening.send("alice").tap("SwapsObjective")
    assert evening.names() == ["Arrives"]
    evening.tap("Arrives", "arrived")
    assert evening.player("Cleo").swaps == ("spring",)


def test_who_lies_swaps_nothing() -> None:
    """WT-150, WT-A71: activated, but it does nothing until it is saved."""
    evening = four(skills=True, objectives=True).correct("characters.alice.down", True)
    acting(evening, "Cleo").tap("Activates", "alice")
    assert "SwapsObjective" not in evening.names()
    evening.tap("Saves", "alice")
    assert "SwapsObjective" in evening.names()


def test_in_light_the_expert_may_join_without_a_card() -> None:
    """WT-A67: zero cards suffice."""
    evening = light(skills=True).tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "next").tap("AddsCards", "out")
    evening.tap("AddsCards", "join scarecrow").tap("AddsCards", "next").tap("AddsCards", "out").tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope succeeds, 1 to 0."


def test_nobody_sends_two_though_the_last_one_to_send_went_home() -> None:
    """WT-59: Ben sent Wolf, Cleo sent Cranky and left; Ben has had his chance."""
    evening = put(four(), "tin_man", MANSION)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")
    evening.send("wolf").tap("StopsShort").send("cranky").tap("StopsShort")
    evening.play.leave(evening.player("Cleo").index)
    owners = {evening.who(key).owner for key in evening.choices("SetsOut") if key != "nobody"}
    assert {owner.name for owner in owners if owner is not None} == {"Dev"}


def test_a_writer_who_went_home_chooses_no_memory() -> None:
    """WT-66: a tie for most is the acting player's then."""
    evening = put(put(five(), "tin_man", MANSION), "alice", MANSION)
    evening.play.leave(evening.player("Eve").index)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    evening.taps(("AddsCards", "card"), ("AddsCards", "next"), ("AddsCards", "card"), ("AddsCards", "next"))
    evening.tap("LastCard", "next")
    assert evening.table.last is not None and "Ana chooses" in str(evening.table.last.line)


def test_cards_set_by_hand_count_for_a_side() -> None:
    """WT-65: the table gives Ben, who had stayed out, two cards; they are winter's."""
    evening = put(put(four(), "tin_man", MANSION), "wolf", MANSION)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "card").tap("AddsCards", "next").tap("AddsCards", "out")
    evening.correct("quest.cards.1", 2).tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope fails, 1 to 2."

def test_a_slip_of_the_finger_is_not_joining() -> None:
    """WT-A67: Cleo tapped a card and took it back; her Scarecrow adds nothing, and she may still stay out."""
    evening = put(put(four(skills=True), "tin_man", MANSION), "scarecrow", MANSION)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    assert evening.tap("AddsCards", "next").asked("AddsCards").seat is evening.player("Cleo")
    evening.tap("AddsCards", "card").tap("AddsCards", "back")
    assert evening.choices("AddsCards") == ["card", "join", "last", "end", "out"]
    evening.tap("AddsCards", "out").tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope ends in a tie, 0 each."


def test_a_power_comes_before_an_objective_that_would_end_the_turns() -> None:
    """WT-A34, WT-124: the retaliation strikes first, then Ben may lay his Garrison on the last space."""
    evening = put(four(powers=True, objectives=True, winter=("retaliation", "alice")), "wolf", THEATER)
    for space in (1, 2, 3):
        evening.correct(f"track.{space}", "neutral")
    acting(evening, "Ben").tap("Activates", "wolf").tap("ResolvesQuest", "retaliation").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "card").tap("AddsCards", "next").tap("AddsCards", "out").tap("LastCard", "next")
    evening.tap("PlacesMemory", 4)
    assert evening.names() == ["StrikesAt"]
    assert "DeclaresObjective" not in [type(one).__name__ for one in evening.play.standing()]
    evening.tap("StrikesAt", "cranky")
    assert "DeclaresObjective" in [type(one).__name__ for one in evening.play.standing()]


# Depth changed in mid-game


def test_a_quest_whose_place_nobody_entered_lies_where_it_is_taken_up() -> None:
    """WT-57, WT-60: from light to full; the hero stands at the mansion, so the quest does, and who is not there
    does not join."""
    evening = light().correct("depth", "full").again()
    evening.tap("Activates", "tin_man").tap("StandsAt", MANSION).tap("ResolvesQuest", "glimmer")
    assert evening.table.quests["glimmer"].site == MANSION
    put(evening, "wolf", MANSION)
    for key in ("mad_hatter", "mangiafuoco", "alice", "scarecrow", "cranky", "candlewick", "white_rabbit"):
        put(evening, key, FACTORY)
    evening.tap("SetsOut", "nobody").tap("AddsCards", "next")
    assert evening.asked("AddsCards").seat is evening.player("Ben")
    evening.tap("AddsCards", "out")
    assert evening.asked("AddsCards").seat is evening.player("Dev"), "the Fox & the Cat may be there: nobody knows"


def test_light_in_mid_quest_remembers_who_had_arrived() -> None:
    """WT-60: Wolf stood at the quest when positions were given up; Cranky had fallen short."""
    evening = put(put(four(), "tin_man", MANSION), "wolf", MANSION)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").send("wolf")
    evening.send("cranky").tap("StopsShort").tap("SetsOut", "nobody").correct("depth", "light")
    evening.tap("AddsCards", "next")
    assert evening.asked("AddsCards").seat is evening.player("Ben")
    evening.tap("AddsCards", "out")
    assert evening.asked("AddsCards").seat is evening.player("Dev")


def test_light_in_mid_battle_lays_nobody_down_for_ever() -> None:
    """WT-28, WT-49: in light nobody could be saved in the books, so nobody lies in them."""
    evening = put(four(), "wolf", PARK_PRISON).tap("Activates", "pinocchio").tap("StepsTo", PARK_PRISON)
    evening.tap("Attacks", "wolf").tap("BattleCard", "card").correct("depth", "light").tap("BattleCard", "stops")
    assert not evening.who("pinocchio").down and "EndsTurn" in evening.names()


def test_light_in_mid_trap_lays_nobody_down_for_ever() -> None:
    """WT-28, WT-43"""
    evening = acting(four(), "Dev").tap("Activates", "candlewick").tap("StepsTo", PARK).tap("SpringsTrap", "dorothy")
    evening.tap("EvadesTrap", "next").correct("depth", "light").tap("TrapOpens", 3)
    assert not evening.who("candlewick").down and evening.who("candlewick").at is None


# Objectives


def test_what_was_visited_before_a_passage_does_not_count() -> None:
    """WT-A63: laid open at the park, through the passage to the mansion: the movement begins there."""
    evening = four(objectives=True, skills=True, copy=whole_town(passages={"dorothy": MANSION}))
    evening.tap("Activates", "dorothy").declare("DeclaresObjective", 0).tap("WhichObjective", "connection")
    evening.tap("ConnectionTo", MANSION).tap("SecretPassage").tap("StepsTo", MANSION_THEATER)
    evening.declare("DeclaresObjective", 0)
    assert "connection" not in evening.choices("WhichObjective")


def test_who_went_home_declares_nothing() -> None:
    """WT-121"""
    evening = four(objectives=True)
    evening.play.leave(evening.player("Ben").index)
    question = evening.asked("DeclaresObjective", standing=True)
    assert [player.name for player in question.choices(evening.table)] == ["Ana", "Cleo", "Dev"]


# Epilogue


def test_an_epilogue_player_who_went_home_is_passed_by() -> None:
    """WT-77, WT-78, WT-82: Ana placed the last memory and left; Ben goes on, and Ben ends the tale."""
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    evening.play.leave(evening.player("Ana").index)
    evening.again()
    assert evening.asked("EpilogueCards").seat is evening.player("Ben")
    parts(evening, 0, 0, 0)
    assert evening.asked("TheEnd").seat is evening.player("Ben")


@pytest.mark.parametrize("hand", [0, 1])
def test_half_of_one_card_is_none(hand: int) -> None:
    """WT-80: then nobody asks the writer whom to help, and how much."""
    evening = parts(last_quest(one_to_go(five(), "winter", "neutral")), 0, 0, 0, 0).tap("CountIsShown")
    evening.tap("WriterHand", hand)
    assert evening.names() == ["TheEnd"]


def test_every_quest_done_every_space_filled() -> None:
    """WT-53, WT-85: seven quests are exactly enough for seven memories, whatever was covered on the way (WT-123)."""
    assert len(QUESTS) - len(TWINS) // 2 == 7


# Going back, and going home


def test_undo_leads_back_into_the_quest_that_an_objective_cut_short() -> None:
    """WT-A60, WT-124: the Garrison filled the last space in mid-quest; taken back, the cards lie there again."""
    evening = put(four(objectives=True), "tin_man", MANSION)
    for space in (1, 2, 3, 4):
        evening.correct(f"track.{space}", "neutral")
    for key in ("dorothy", "alice", "pinocchio", "scarecrow", "cranky"):
        put(evening, key, MANSION)
    put(put(evening, "wolf", FAIR), "mad_hatter", PRISON)
    evening.tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer").tap("SetsOut", "nobody")
    evening.tap("AddsCards", "card").tap("AddsCards", "card")
    evening.declare("DeclaresObjective", 1).tap("WhichObjective", "garrison").tap("PlacesObjective", 5)
    finale = evening.table.finale
    assert evening.table.phase == "epilogue" and finale is not None and finale.opener is evening.player("Ben")
    assert evening.table.quests["glimmer"].state == "map"
    evening.play.undo()
    assert evening.names() == ["PlacesObjective", "ObjectiveNote"] and evening.table.phase == "turns"
    evening.play.undo()
    evening.play.undo()
    assert "AddsCards" in evening.names()
    assert evening.tap("AddsCards", "card").lines()[-1] == "Ana opened with The Tin Man."
    evening.tap("AddsCards", "next")
    while "AddsCards" in evening.names():
        evening.tap("AddsCards", "out")
    evening.tap("LastCard", "next")
    assert evening.lines()[-1] == "A Glimmer of Hope succeeds, 3 to 0."


def test_the_acting_player_goes_home_in_mid_quest() -> None:
    """WT-16, WT-57: the table ends the turn; the quest lies on the map for others, and the token has passed on."""
    evening = put(four(), "tin_man", MANSION).tap("Activates", "tin_man").tap("ResolvesQuest", "glimmer")
    evening.play.leave(evening.player("Ana").index)
    evening.play.exit("TurnOver")
    assert evening.table.quests["glimmer"].state == "map" and evening.table.actor().name == "Ben"
    for name in ("Ben", "Cleo", "Dev", "Ben"):
        assert evening.table.actor().name == name
        evening.tap("Activates", evening.choices("Activates")[0]).tap("EndsTurn")


def test_a_table_may_begin_the_epilogue_before_the_track_is_full() -> None:
    """WT-73, WT-75: it is late; the memories that lie there count, and nobody is activated any more."""
    evening = four()
    assert not any(evening.table.track) and evening.table.phase == "turns"
    evening.play.exit("LastMemory")
    assert evening.table.phase == "epilogue"
    assert "EndsTurn" not in evening.names() and "Activates" not in evening.names()
    evening.play.undo()
    assert evening.table.phase == "turns"


def test_no_place_is_kept_once_the_table_is_set_to_light() -> None:
    """WT-27: the depth changed while somebody was asked for a place."""
    evening = four().tap("Activates", "dorothy").tap("GeneratesQuest", "safe_house").correct("depth", "light")
    evening.tap("QuestSite", PRISON)
    assert evening.table.quests["safe_house"].state == "map" and evening.table.quests["safe_house"].site is None
    evening = Evening(4).seat_everybody().tap("ChoosesCharacter", "dorothy").correct("depth", "light")
    evening.tap("StartsAt", PRISON)
    assert evening.who("dorothy").at is None


def test_no_power_hangs_on_a_memory_that_left_the_track() -> None:
    """WT-100, WT-123: the card was taken away by hand."""
    evening = four(powers=True)
    power = give_power(evening, "glimmer", "dorothy")
    evening.correct("track.1", None)
    assert power.memory is None

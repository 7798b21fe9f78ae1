"""Winter Tales: corners of objectives, of the epilogue, and of going back or going home, each with its rule."""


import pytest

from companion.games.winter_tales.board.characters import QUESTS, TWINS
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, five, four, give_power, put, whole_town
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts

# Objectives


@pytest.mark.rule("WT-A63")  # laid open at the park, through the passage to the mansion: the movement begins there
def test_what_was_visited_before_a_passage_does_not_count() -> None:
    evening = four(objectives=True, skills=True, copy=whole_town(passages={"dorothy": at.MANSION}))
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


# Epilogue


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


@pytest.mark.rule("WT-27")  # the depth changed while somebody was asked for a place
def test_no_place_is_kept_once_the_table_is_set_to_light() -> None:
    evening = four().tap("Activate", "dorothy").tap("NewQuest", "safe_house").correct("depth", "light")
    evening.tap("QuestSite", at.PRISON)
    assert evening.table.quests["safe_house"].state == "map" and evening.table.quests["safe_house"].site is None
    evening = Evening(4).seat_everybody().tap("ChooseCharacter", "dorothy").correct("depth", "light")
    evening.tap("StartSite", at.PRISON)
    assert evening.who("dorothy").at is None


@pytest.mark.rule("WT-100", "WT-123")  # the card was taken away by hand
def test_no_power_hangs_on_a_memory_that_left_the_track() -> None:
    evening = four(powers=True)
    power = give_power(evening, "glimmer", "dorothy")
    evening.correct("track.1", None)
    assert power.memory is None

"""A quest told while the phone lay aside is entered in few taps (WT-65 to WT-68)."""

import pytest

from tests.games.winter_tales.evening import four, light


@pytest.mark.rule("WT-67", "WT-68")
def test_a_quest_told_without_the_phone_is_three_answers() -> None:
    """With the menu and its line five touches; the memory is that quest's, bookmark and all."""
    evening = four()
    before = len(evening.play.log)
    evening.declare("ToldQuest", "glimmer").tap("ToldOutcome", "winter").tap("ToldSpace", 2)
    assert len(evening.play.log) - before == 3
    memory, table = evening.table.track[1], evening.table
    assert memory is not None and (memory.side, memory.source, memory.outcome) == ("winter", "glimmer", "failure")
    assert table.bookmark == 1 and table.quests["glimmer"].state == "done"
    assert evening.lines()[-3:] == ["A Glimmer of Hope", "It was told without the phone.",
                                    "A winter memory lies on space two."]
    assert evening.names() == ["Activate"] and evening.player("Ben").points == 3


@pytest.mark.rule("WT-53")  # the Artifact's twin goes to the box
def test_a_quest_that_was_never_on_the_map_counts_too() -> None:
    evening = four().declare("ToldQuest", "artifact_spring").tap("ToldOutcome", "neutral").tap("ToldSpace", 1)
    memory = evening.table.track[0]
    assert memory is not None and memory.outcome == "tie" and evening.table.quests["artifact_winter"].state == "boxed"


@pytest.mark.rule("WT-67")  # nothing has changed
def test_never_mind() -> None:
    evening = four().declare("ToldQuest", "glimmer").tap("ToldOutcome", "never mind")
    assert evening.table.track == [None] * 3 and evening.table.quests["glimmer"].state == "map"


@pytest.mark.rule("WT-73")
def test_the_last_one_begins_the_epilogue() -> None:
    evening = light().correct("track.1", "spring").correct("track.2", "winter")
    evening.declare("ToldQuest", "horror").tap("ToldOutcome", "winter").tap("ToldSpace", 3)
    assert evening.table.phase == "epilogue" and evening.names() == ["EpilogueCards"]


@pytest.mark.rule("WT-57")  # one story at a time; a quest that is just being placed or told is not told beside it
def test_not_while_somebody_is_activated() -> None:
    evening = light().tap("Activate", "tin_man")
    assert "ToldQuest" not in [type(one).__name__ for one in evening.play.standing()]
    evening.tap("EndTurn")
    assert "ToldQuest" in [type(one).__name__ for one in evening.play.standing()]

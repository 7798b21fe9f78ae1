"""A long press on the stage shows a question that helps a stuck storyteller, a new one each time."""

from pathlib import Path

import pytest

from companion.games.winter_tales.screen.stage import fixing
from companion.touches.offscreen import TABLET
from tests.games.winter_tales.evening import CEMETERY, FAIR, MANSION, four
from tests.games.winter_tales.screen.test_touch import begin, set_up
from tests.games.winter_tales.screen.test_touches_counted import held_down, to_the_track
from tests.ui.night import Night


def test_everything_on_the_stage_has_its_questions() -> None:
    """A quest, character, place, memory and free space each have their own; none comes twice in a row."""
    table = four().correct("track.1", "spring").table
    for who, slot, place, wanted in (("", None, MANSION, fixing.FOR_A_QUEST),
                                     ("dorothy", None, None, fixing.FOR_SOMEBODY),
                                     ("", 1, None, fixing.FOR_A_MEMORY), ("", 2, None, fixing.FOR_A_FREE_SPACE)):
        held = fixing.held(table, who, slot, place, 0)
        assert held is not None and held.aid == str(wanted[0]), wanted
    told = [fixing.held(table, "", None, FAIR, turn) for turn in range(6)]
    assert [one.title for one in told if one is not None] == ["The Scarecrow", "Fair of Wonders"] * 3
    assert len({one.aid for one in told if one is not None}) == 6


@pytest.mark.thorough
def test_they_ask_where_it_has_been_and_why_now() -> None:
    """The questions that help players go on, in our own words."""
    assert str(fixing.FOR_A_QUEST[0]) == "Where has it been until now, and why does it turn up today?"


@pytest.mark.thorough
@pytest.mark.touch
def test_a_finger_that_rests_brings_one(tmp_path: Path) -> None:
    """On a house with a quest, and on the memory track; a tap away, and the table is as it was."""
    with Night(tmp_path, TABLET) as night:
        hands = begin(night)
        set_up(hands)
        lines = len(hands.play.log)
        held_down(hands, hands.page.stage.where(CEMETERY))
        assert hands.drive.says("Where has it been until now, and why does it turn up today?")
        hands.close_sheet()
        to_the_track(hands)
        held_down(hands, hands.page.stage.where(2))
        assert any(hands.drive.says(str(aid)) for aid in fixing.FOR_A_FREE_SPACE)
        assert len(hands.play.log) == lines

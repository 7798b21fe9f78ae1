"""Story moves: prints turn over, votes fall, the winner comes into the middle."""

from dataclasses import replace
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp

from companion.games.story.screen.stage import read
from companion.touches.offscreen import PHONE, SMALL
from tests.ui.moving import moved, record
from tests.ui.night import Night

pytestmark = pytest.mark.touch


def prints(stage: Any) -> list[Any]:
    return [(one.pose, one.photo.up if one.photo else None, one.votes) for one in stage.table.prints.values()]


@pytest.mark.thorough
def test_a_story_that_was_told_turns_its_print_over(tmp_path: Path) -> None:
    with Night(tmp_path, SMALL, movement=True) as night:
        hands = night.begin("story", "Ana Ben Cleo")
        hands.give(0)
        hands.give()
        hands.drive.advance(1.0)
        stage = hands.drive.app.page.stage
        frames = record(hands.drive, lambda: stage.moving)
        hands.give()
        hands.drive.advance(1.0)
        assert frames.count(True) >= 5, "0.26 s for a print to turn"
        assert not frames[-1]


def test_open_votes_fall_one_after_the_other(tmp_path: Path) -> None:
    with Night(tmp_path, SMALL, movement=True) as night:
        hands = night.begin("story", "Ana Ben Cleo")
        hands.give(0)
        for _ in range(4):
            hands.give()
        stage = hands.drive.app.page.stage
        frames = record(hands.drive, lambda: (stage.secret, prints(stage)))
        for seat, vote in enumerate((1, 1, 2)):
            hands.answer("Ballot", vote, seat=seat)
        hands.drive.advance(6.0)
        lit = [shown for secret, shown in frames if not secret]
        assert moved(lit) >= 15, "three prints turn, three votes fall, the winner grows in 0.45 s"
        assert sum(votes for _, _, votes in lit[-1]) == 3


@pytest.mark.thorough
@pytest.mark.parametrize("late", [0.4, 0.9])
def test_a_scene_that_is_over_goes_on_no_more(tmp_path: Path, late: float) -> None:
    """If players went on while votes fell, a vote found no print and the app stopped, or the old scene came
    back.
    """
    with Night(tmp_path, PHONE, movement=True) as night:
        hands = night.begin("story", "Ana Ben Cleo")
        hands.give(0)
        for _ in range(4):
            hands.give()
        for seat, vote in enumerate((1, 1, 2)):
            hands.answer("Ballot", vote, seat=seat)
        stage = hands.drive.app.page.stage
        table, opened = stage.table, read(hands.play.table, hands.play.open()[0])
        assert sum(map(len, opened.votes.values())) == 3
        table.show(opened, timed=False, lights_on=True)
        hands.drive.advance(late)
        table.show(replace(opened, votes={}, middle=()), timed=False, lights_on=False)
        hands.drive.advance(3.0)
        assert not stage.moving
        assert [votes for _, _, votes in prints(stage)] == [0] * 4, "three prints and the pile"


@pytest.mark.thorough
def test_prints_go_on_from_where_they_were_seen(tmp_path: Path) -> None:
    """The points are booked, and the panel grows by a card: the picture is stretched for that moment, and the prints
    were thrown to its edges for a frame. In 0.45 s nothing goes farther than 60 dp a frame."""
    def seen() -> dict[int, tuple[float, float]]:
        return {key: stage.seen_at(one.pose.pos) for key, one in stage.table.prints.items()}

    with Night(tmp_path, PHONE, movement=True) as night:
        hands = night.begin("story", "Ana Ben Cleo Dev")
        hands.give(0)
        for _ in range(5):
            hands.give()
        for seat, vote in enumerate((1, 1, 2, 1)):
            hands.answer("Ballot", vote, seat=seat)
        hands.drive.advance(7.0)
        stage = hands.drive.app.page.stage
        high, first = stage.height, seen()
        frames = record(hands.drive, seen)
        hands.main()
        hands.drive.advance(1.0)
        assert stage.height < high - dp(40), "the panel has grown"
        steps = [dist(was[key], now[key]) for was, now in pairwise([first, *frames]) for key in was.keys() & now.keys()]
        assert max(steps) < dp(60), max(steps)
        assert moved(frames) >= 8

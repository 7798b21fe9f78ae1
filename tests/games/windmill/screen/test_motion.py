"""Windmill moves: the pawn walks, and the next clock waits for it."""

from pathlib import Path
from typing import Any

import pytest

from companion.touches.offscreen import SMALL, TABLET
from companion.ui.widgets.displays.ring import TimerRing
from tests.ui.moving import moved, record
from tests.ui.night import Night

pytestmark = pytest.mark.touch


def pawns(stage: Any) -> list[Any]:
    return [stage.where(key) for key in stage.pieces]


def test_a_right_guess_lets_two_pawns_walk(tmp_path: Path) -> None:
    with Night(tmp_path, SMALL, movement=True) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        hands.give(0)
        hands.give()
        hands.drive.advance(1.0)
        stage = hands.drive.app.page.stage
        before = pawns(stage)
        frames = record(hands.drive, lambda: pawns(stage))
        prize = record(hands.drive, lambda: stage.prize.alpha)
        hands.give("right")
        hands.drive.advance(1.0)
        assert max(prize) == 1.0, "the points of the found card, large"
        stage.settle()
        assert stage.prize.alpha == 0.0
        hands.give()
        hands.give("wrong")
        hands.give("wrong")                                 # nobody found Ben's card: he loses a point
        prize.clear()
        hands.undo()
        hands.drive.advance(1.0)
        assert pawns(stage) == frames[-1] and set(prize) == {0.0}, "a point that comes back is no prize"
        # One space takes 0.14 s: at least three frames of a thirtieth, after the jump to the new place
        assert moved(frames) >= 3
        assert [one != other for one, other in zip(frames[-1], before, strict=True)][:2] == [True, True]


@pytest.mark.thorough
def test_without_movement_board_and_prize_are_shown_for_two_seconds(tmp_path: Path) -> None:
    """Nothing glides or fades; then the next clock is there."""
    with Night(tmp_path, SMALL, movement=False) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        hands.give(0)
        hands.give()
        stage = hands.drive.app.page.stage
        seen = record(hands.drive, lambda: (stage.prize.alpha, stage.clock, pawns(stage)[0]))
        hands.give("right")
        hands.drive.advance(4.0)
        shown = [one[:2] for one in seen if one[0]]
        assert set(shown) == {(1.0, 0.0)} and 55 <= len(shown) <= 65 and seen[-1][:2] == (0.0, 1.0)
        assert moved([one[2] for one in seen]) <= 1 and hands.drive.has("Start")


@pytest.mark.thorough
def test_the_sun_goes_down_to_the_clock_before_its_digits_come(tmp_path: Path) -> None:
    with Night(tmp_path, SMALL, movement=True) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        drive = hands.drive
        drive.advance(0.5)
        stage = drive.app.page.stage
        frames = record(drive, lambda: (stage.clock, drive.has(cls=TimerRing)))
        hands.give(0)
        drive.advance(1.0)
        assert moved([clock for clock, _ in frames]) >= 8, "0.45 s from the track to the clock"
        assert all(clock == 1.0 for clock, digits in frames if digits)
        assert frames[-1] == (1.0, True)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET])
def test_a_change_of_the_score_is_never_over_a_name(tmp_path: Path, size: Any) -> None:
    def over_a_name() -> bool:
        for place in hands.drive.app.page.panel.strip.places:
            rising = [one for one in place.children if getattr(one, "text", "") in ("+1", "\u22121")]
            if any(place.name.text and one.collide_widget(place.name) for one in rising):
                return True
        return False

    with Night(tmp_path, size, movement=True) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        hands.give(0)
        hands.give()
        frames = record(hands.drive, over_a_name)
        hands.give("right")
        hands.drive.advance(1.0)
        assert not any(frames)

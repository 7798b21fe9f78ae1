"""Windmill by touches, library to podium: right and wrong guesses, the Windmill, undo, a correction, a dead phone."""

from pathlib import Path
from typing import Any

import pytest

from companion.touches.offscreen import LANDSCAPE, PHONE
from tests.sampling import sampled
from tests.ui.hands import Hands
from tests.ui.night import Night

pytestmark = pytest.mark.touch


def points(hands: Hands) -> list[int]:
    return [seat.points for seat in hands.play.table.seats]


def story(hands: Hands, *words: str) -> None:
    """The card goes down, one guess after the other."""
    hands.give()
    for word in words:
        hands.give(word)


@sampled("size", [PHONE, LANDSCAPE])
def test_from_the_library_to_the_podium(tmp_path: Path, size: Any) -> None:
    """WM-13, WM-14, WM-17: place in the line to both, one more and nothing for the teller with the Windmill, minus one
    for a teller whom nobody found. Three players tell nine stories (WM-5)."""
    with Night(tmp_path, size) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        hands.give(0)
        story(hands, "right")                               # Ben finds Ana's card first
        assert points(hands) == [1, 1, 0]
        hands.undo()
        assert points(hands) == [0, 0, 0]
        hands.redo()
        assert points(hands) == [1, 1, 0]
        story(hands, "wrong")                               # Cleo fails with Ben's card
        hands = night.kill()                                # and the phone dies
        assert hands.drive.says("Ana picks: is it Ben's card?")
        hands.give("windmill")
        hands.give("right")                                 # second to guess, one more with the Windmill
        assert points(hands) == [1 + 3, 1, 0]
        hands.correct("seats.2.points", 9)
        story(hands, "wrong", "wrong")                      # nobody finds Cleo's
        assert points(hands) == [4, 1, 8]
        for _ in range(6):                                  # two more rounds in which nobody finds anything
            story(hands, "wrong", "wrong")
        assert points(hands) == [2, 0, 6]
        assert hands.drive.app.visits[-1].name == "result" and hands.drive.says("Cleo wins")

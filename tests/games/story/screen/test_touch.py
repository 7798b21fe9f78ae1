"""Story by touches, library to podium: secret votes on one phone, undo, a correction, a dead phone."""

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


def tell(hands: Hands) -> None:
    """The first story begins, and everybody tells one."""
    hands.give()
    for _ in hands.play.table.seats:
        hands.give()


def vote(hands: Hands, *stories: int) -> None:
    """Everybody in turn, one phone passed round."""
    for seat, story in enumerate(stories):
        hands.answer("Ballot", story, seat=seat)


@sampled("size", [PHONE, LANDSCAPE])
def test_from_the_library_to_the_podium(tmp_path: Path, size: Any) -> None:
    """ST-5, ST-8: one for the story, three for every vote that chose it; ST-13: twenty at the end of a round."""
    with Night(tmp_path, size) as night:
        hands = night.begin("story", "Ana Ben Cleo")
        hands.give(0)
        tell(hands)
        vote(hands, 1, 1, 2)                                # Ana and Ben for Ben's story, Cleo for her own
        hands.give()
        assert points(hands) == [3, 4, 0]                   # Ana +3, Ben 1 + 3, Cleo nothing
        hands.undo()                                        # votes that were open: it asks, and is agreed to
        assert points(hands) == [0, 0, 0] and hands.drive.has("Add the points")
        hands.redo()
        assert points(hands) == [3, 4, 0]
        tell(hands)
        hands.answer("Ballot", 0, seat=0)
        hands = night.kill()                                # one vote is sealed, the phone dies
        assert hands.drive.says("Answered: 1 of 3") and hands.drive.says("Pass the phone to Ben")
        hands.answer("Ballot", 0, seat=1)
        hands.answer("Ballot", 0, seat=2)
        hands.give()
        assert points(hands) == [7, 7, 3]                   # Ana 1 + 3, the other two +3 each
        hands.correct("seats.1.points", 17)
        tell(hands)
        vote(hands, 2, 0, 0)                                # Ana's story, chosen by Ben and Cleo
        hands.give()
        assert hands.drive.app.visits[-1].name == "result"
        assert hands.drive.says("Ben wins")
        assert points(hands) == [8, 20, 6]                  # Ana +1, Ben +3, Cleo +3


@pytest.mark.thorough
def test_a_tie_goes_on_with_longer_stories_and_ends_with_a_throw(tmp_path: Path) -> None:
    """ST-10, ST-12: after a second tie, rock, paper, scissors gives one point, and nobody else scores."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("story", "Ana Ben Cleo Dev")
        hands.give(0)
        tell(hands)
        vote(hands, 1, 0, 1, 0)
        assert hands.drive.has("On to the tie-break")
        hands.touch("Fix something")
        hands.drive.advance(0.6)
        first = next(iter(hands.drive.app.page.groups()))
        assert first == "First vote", "it opens at what the question shows"
        hands.drive.app.back()
        hands.drive.advance(0.6)
        hands.give()
        hands.give()
        hands.give()
        vote(hands, 0, 1, 0, 1)
        hands.give()
        hands.give(1)
        assert points(hands) == [0, 1, 0, 0]

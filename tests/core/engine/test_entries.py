"""Which line of the chronicle shows a change of points."""

from companion.core.engine.run import ChronicleEntry
from companion.core.table import Line
from companion.core.text import say

ANA, BEN, CLEO = 0, 1, 2


def line(seat: int | None = None, *, heading: bool = False, scored: bool = False) -> Line:
    return Line(say("Something happened."), seat, "", heading, scored)


def test_everybody_has_their_points_beside_the_first_line_about_them() -> None:
    entry = ChronicleEntry(3, (line(BEN), line(ANA), line(BEN)), ((ANA, 2), (BEN, -1)))
    assert entry.points_by_line() == [((BEN, -1),), ((ANA, 2),), ()]


def test_points_that_no_line_is_about_stand_beside_the_last_one_that_is_no_heading() -> None:
    entry = ChronicleEntry(3, (line(ANA), line(), line(CLEO, heading=True)), ((BEN, 1), (CLEO, 5)))
    assert entry.points_by_line() == [(), ((BEN, 1), (CLEO, 5)), ()]


def test_all_stand_beside_the_first_line_that_is_scored() -> None:
    entry = ChronicleEntry(3, (line(BEN), line(ANA, scored=True), line(BEN, scored=True)), ((ANA, 3), (BEN, 3)))
    assert entry.points_by_line() == [(), ((ANA, 3), (BEN, 3)), ()]


def test_with_headings_alone_they_stand_nowhere() -> None:
    assert ChronicleEntry(3, (line(heading=True),), ((ANA, 1),)).points_by_line() == [()]
    assert ChronicleEntry(3, (), ((ANA, 1),)).points_by_line() == []

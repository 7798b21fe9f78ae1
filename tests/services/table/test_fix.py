"""The changes of *Fix something*, without a window."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.core.fields import Field
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.store import open_store
from companion.services.table.fix import Fix
from companion.testing.recording import SetClock
from tests.toys.broken_hands import WordlessAtFirst
from tests.toys.orchard.table import Orchard


class Seasons(WordlessAtFirst):
    def fields(self, table: Orchard) -> Iterable[Field]:
        return [replace(field, absent=1) if field.path == "season" else field
                for field in super().fields(table)]


def test_a_field_that_a_change_brings_in_was_absent_before(tmp_path: Path) -> None:
    library = Library(open_store(tmp_path / "plays.db"), {"orchard": Seasons()}, SetClock())
    page = Fix(library.start("orchard", Setup(people("Ana", "Ben"))))
    assert page.set("day", 2) == "" and page.was("day") == 1
    assert page.was("season") == 1 and page.was("no such field") is None


def test_an_answer_meanwhile_leaves_no_dropped_change_in_the_preview(tmp_path: Path) -> None:
    """A guest may answer while somebody corrects: the copy was made before."""
    library = Library(open_store(tmp_path / "plays.db"), {"orchard": Seasons()}, SetClock())
    opened = library.start("orchard", Setup(people("Ana", "Ben")))
    page, points = Fix(opened), opened.play.field("seats.1.points")
    assert points is not None and page.set("seats.1.points", points.read() + 3) == ""
    question = next(one for one in opened.play.open() if one.possible(opened.play.table))
    opened.answer(question.key(), question.random_answer(opened.play.table, Random(1)))
    page.undo()
    assert page.set("day", 2) == ""
    shown = page.play.field("seats.1.points")
    assert shown is not None and shown.read() == points.read(), "only the day is changed"
    assert page.play.position() == opened.play.position() + 1

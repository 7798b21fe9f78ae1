"""Confirm: one button, and *Fix something* beside it."""

from collections.abc import Iterable
from typing import ClassVar

from companion.core.kinds import Confirm
from companion.core.questions import ANSWER, FIX, Given, Points
from companion.core.text import said
from tests.toys.orchard.table import Orchard


class Water(Confirm[Orchard]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("Water the trees.")
    button = said("Watered")


class Reward(Water):
    fixable: ClassVar[bool] = True

    def points(self, table: Orchard) -> Iterable[Points]:
        return [Points(table.seats[0], 2)]


def test_the_button_is_ready_from_the_start(table: Orchard) -> None:
    draft = Water(None).draft(table)
    described = draft.describe()
    assert described.primary is not None and described.second is None
    assert (described.primary.does, str(described.primary.words), described.primary.icon) == (
        ANSWER, "Watered", "check-bold")
    assert described.ready and draft.give() == Given("done")


def test_fix_stands_beside_it_where_the_table_may_differ(table: Orchard) -> None:
    second = Reward(None).draft(table).describe().second
    assert second is not None and second.does == FIX


def test_its_tile_does_a_bare_action_and_shows_one_that_books_points(table: Orchard) -> None:
    assert Water(None).only_answer(table) == "done"
    assert Reward(None).only_answer(table) is None

"""Numbers: rows by seat or label, limits, a few as choices."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from companion.core.kinds import Number, Numbers, Row
from companion.core.questions import ANSWER, Given
from companion.core.text import Refused, Text, said, say
from tests.toys.orchard.questions import Price
from tests.toys.orchard.table import Orchard


class Bids(Numbers[Orchard]):
    """Everybody who is there; together they may not bid more than ten."""

    rule: ClassVar[str] = "OR-8"
    sentence = said("What does everybody bid?")

    def rows(self, table: Orchard) -> Sequence[Row]:
        return [Row(grower.name, 0, 9, 1, seat=grower, step=2) for grower in table.present()]

    def check(self, table: Orchard, answer: tuple[int, ...]) -> None:
        super().check(table, answer)
        if sum(answer) > 10:
            raise Refused(say("Ten is all there is."), "OR-8")


class Twice(Bids):
    """Two rows for each seat, and one that belongs to nobody."""

    def rows(self, table: Orchard) -> Sequence[Row]:
        mine = Row("red", 0, 9, seat=table.seats[0]), Row("green", 0, 9, seat=table.seats[0])
        return [*mine, Row(say("The rest"), 2, 4, 9)]


class Trees(Number[Orchard]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("How many trees?")

    def row(self, table: Orchard) -> Row:
        return Row(say("Trees"), 1, min(4, table.basket), 2)

    def button(self, table: Orchard, answer: Any) -> Text:
        return say("{n} trees", n=answer)


def values(draft: Any) -> dict[str, int]:
    return {row.key: row.value for row in draft.describe().rows}


def test_a_number_stays_with_its_seat_when_somebody_leaves(table: Orchard) -> None:
    draft = Bids(None).draft(table)
    for seat, number in enumerate((3, 5, 2)):
        draft.set_row(f"seat {seat}", number)
    assert draft.answer() == [3, 5, 2]
    table.seats[1].gone = True
    draft.look(Bids(None), table)
    assert values(draft) == {"seat 0": 3, "seat 2": 2}
    assert draft.answer() == [3, 2]
    table.seats[1].gone = False
    draft.look(Bids(None), table)
    assert values(draft) == {"seat 0": 3, "seat 1": 1, "seat 2": 2}


def test_rows_are_told_apart_and_begin_within_their_limits(table: Orchard) -> None:
    draft = Twice(None).draft(table)
    assert values(draft) == {"seat 0": 0, "seat 0 #2": 0, "The rest": 4}
    draft.set_row("seat 0 #2", 7)
    draft.set_row("The rest", -5)
    assert draft.answer() == [0, 7, 2]


def test_a_row_that_is_not_there_is_refused(table: Orchard) -> None:
    with pytest.raises(Refused, match="row is gone"):
        Bids(None).draft(table).set_row("seat 9", 1)


def test_the_button_is_ready_where_the_rules_take_the_numbers(table: Orchard) -> None:
    draft = Bids(None).draft(table)
    assert draft.describe().ready
    draft.set_row("seat 0", 9)
    button = draft.describe().primary
    assert button is not None and not button.ready and str(button.why_not) == "Ten is all there is."
    assert [row.step for row in draft.describe().rows] == [2, 2, 2]


def test_one_number_stands_alone(table: Orchard) -> None:
    draft = Price(None).draft(table)
    described = draft.describe()
    assert described.lone and [(row.low, row.high, row.value) for row in described.rows] == [(1, 5, 2)]
    assert described.primary is not None and described.primary.does == ANSWER
    draft.set_row("Price", 99)
    assert draft.give() == Given(5)


def test_a_few_numbers_are_choices_and_the_usual_one_is_filled(table: Orchard) -> None:
    draft = Trees(None).draft(table)
    described = draft.describe()
    assert [(one.token, str(one.face.label), one.face.main) for one in described.choices] == [
        (1, "1 trees", False), (2, "2 trees", True), (3, "3 trees", False), (4, "4 trees", False)]
    assert described.at_once and not described.rows and described.primary is None
    assert draft.tap(3) == Given(3)
    assert draft.so_far() is None


def test_a_few_numbers_without_words_for_their_buttons_show_themselves(table: Orchard) -> None:
    """Each card used to say *Done*."""
    choices = AFew(None).draft(table).describe().choices
    assert [(one.token, str(one.face.label), one.face.main) for one in choices] == [
        (1, "1", False), (2, "2", True), (3, "3", False)]


def test_limits_that_come_down_take_the_number_along(table: Orchard) -> None:
    draft = Price(None).draft(table)
    draft.set_row("Price", 5)
    smaller = Cheap(None)
    draft.look(smaller, table)
    assert draft.answer() == 3


class AFew(Price):
    def row(self, table: Orchard) -> Row:
        return Row(say("Price"), 1, 3, 2)


class Cheap(Price):
    def row(self, table: Orchard) -> Row:
        return Row(say("Price"), -3, 3, 2)

"""Secret words and numbers, rows without a start, numbers bound by a sum, scores below zero."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

import pytest

from companion.core.fields import points_field
from companion.core.kinds import Numbers, Row, SecretNumber, SecretText
from companion.core.setup import Person, Seat
from companion.core.text import Refused, said, say
from tests.toys.orchard.table import Orchard


class Tree(SecretText[Orchard]):
    rule: ClassVar[str] = "OR-7"
    sentence = said("Which tree?")

    def words(self, table: Orchard) -> Iterable[str]:
        return ("plum", "pear")


class Bid(SecretNumber[Orchard]):
    rule: ClassVar[str] = "OR-7"
    sentence = said("How many?")

    def row(self, table: Orchard) -> Row:
        return Row(say("Bid"), 0, 7)


class Tricks(Numbers[Orchard]):
    """All seven tricks went to somebody."""

    rule: ClassVar[str] = "OR-8"
    sentence = said("Who took how many?")

    def rows(self, table: Orchard) -> Sequence[Row]:
        return [Row(grower.name, 0, 7, None, seat=grower) for grower in table.present()]

    def total(self, table: Orchard) -> int | None:
        return 7


def test_every_card_of_a_secret_word_says_its_word(table: Orchard) -> None:
    question = Tree(table.seats[0])
    assert [str(question.face(table, choice).label) for choice in question.choices(table)] == ["plum", "pear"]
    assert [str(shown.face.label) for shown in question.draft(table).describe().choices] == ["plum", "pear"]


def test_a_secret_number_has_a_card_a_number_and_comes_sealed(table: Orchard) -> None:
    question = Bid(table.seats[0])
    shown = question.draft(table).describe()
    assert [(one.token, str(one.face.label)) for one in shown.choices] == [(n, str(n)) for n in range(8)]
    assert shown.secret and shown.at_once
    sealed = question.decode(table, 3)
    assert str(sealed) == "given" and question.encode(sealed) == 3
    question.check(table, sealed)
    assert {question.random_answer(table, Random(seed)) for seed in range(200)} == set(range(8))


@pytest.mark.parametrize("raw", [8, -1])
def test_a_refused_bid_names_the_limits_never_the_number(table: Orchard, raw: int) -> None:
    question = Bid(table.seats[0])
    with pytest.raises(Refused) as refused:
        question.check(table, question.decode(table, raw))
    assert str(refused.value.refusal.why) == "Enter 0 to 7."


@pytest.mark.parametrize("raw", ["3", 1.5, None, True])
def test_what_is_no_number_is_no_bid(table: Orchard, raw: Any) -> None:
    with pytest.raises(Refused):
        Bid(table.seats[0]).decode(table, raw)


def test_a_row_without_a_start_has_to_be_set(table: Orchard) -> None:
    draft = Tricks(None).draft(table)
    shown = draft.describe()
    assert [row.value for row in shown.rows] == [None, None, None]
    assert not shown.ready and str(draft.why_not()) == "Ana is not set yet."
    with pytest.raises(Refused):
        draft.give()
    draft.set_row("seat 0", 0)
    draft.set_row("seat 1", 5)
    assert str(draft.why_not()) == "Cleo is not set yet."
    draft.set_row("seat 2", 3)
    assert str(draft.why_not()) == "They must add up to 7, not 8."
    draft.set_row("seat 2", 2)
    assert draft.give().raw == [0, 5, 2]


def test_who_leaves_takes_the_number_along(table: Orchard) -> None:
    question = Tricks(None)
    draft = question.draft(table)
    for seat, number in ((0, 1), (1, 5), (2, 2)):
        draft.set_row(f"seat {seat}", number)
    table.seats[1].gone = True
    draft.look(question, table)
    assert [(str(row.label), row.value) for row in draft.describe().rows] == [("Ana", 1), ("Cleo", 2)]


def test_chance_keeps_to_the_sum_and_favours_nobody(table: Orchard) -> None:
    """Seven tricks among three: each takes 7/3 of them on average, 700 of 900 draws at least one."""
    question, most = Tricks(None), Counter[int]()
    for seed in range(900):
        drawn = question.random_answer(table, Random(seed))
        assert sum(drawn) == 7
        question.check(table, question.decode(table, drawn))
        most[max(range(3), key=lambda at: drawn[at] + Random(seed + at).random() / 2)] += 1
    assert all(240 <= most[at] <= 360 for at in range(3)), most


def test_a_sum_that_no_row_can_reach_is_not_possible(table: Orchard) -> None:
    for grower in table.seats[1:]:
        grower.gone = True
    assert Tricks(None).possible(table), "seven fit into one row"
    table.seats[0].gone = True
    assert not Tricks(None).possible(table)


class Debtor(Seat):
    lowest = -500


def test_points_below_zero_are_for_games_that_say_so() -> None:
    plain, debtor = Seat(0, Person("Ana", 0)), Debtor(1, Person("Ben", 1))
    for seat in (plain, debtor):
        seat.gain(10)
        seat.lose(170)
    assert (plain.points, debtor.points) == (0, -160)
    field = points_field(debtor)
    field.check(-160)
    assert str(field.sentence(-200, -160)) == "Ben's points −200 → −160"
    assert str(points_field(debtor, say("{name}'s coins")).label) == "Ben's coins"
    with pytest.raises(Refused):
        points_field(plain).check(-1)

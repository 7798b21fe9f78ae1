"""Pick several and put in order: tapping, taking back, limits, chance."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

import pytest

from companion.core.kinds import PickSeveral, PutInOrder
from companion.core.questions import CLEAR, DRAW, Given, Sum
from companion.core.text import Refused, said, say
from tests.toys.orchard.questions import Crates, Queue
from tests.toys.orchard.table import Grower, Orchard


class Baskets(PickSeveral[Orchard, str]):
    rule: ClassVar[str] = "OR-8"
    by_chance: ClassVar[bool] = True
    two: int = 2

    sentence = said("Which baskets?")

    def things(self, table: Orchard) -> Sequence[str]:
        return ("big", "round", "small")

    def most(self, table: Orchard) -> int:
        return self.two

    def preview(self, table: Orchard, answer: Any) -> Iterable[Sum]:
        return [Sum(table.seats[0], say("{n} baskets", n=len(answer)), len(answer))]


class Picky(Baskets):
    """Only all three together are allowed, so chance must try until they fit."""

    def most(self, table: Orchard) -> int:
        return 3

    def check(self, table: Orchard, answer: tuple[str, ...]) -> None:
        if len(answer) != 3:
            raise Refused(say("All three, or none of them."), "OR-8")


class Line(PutInOrder[Orchard, Grower]):
    rule: ClassVar[str] = "OR-8"
    at_once: ClassVar[bool] = True

    sentence = said("In which order?")

    def things(self, table: Orchard) -> Sequence[Grower]:
        return table.present()


class Hand(PickSeveral[Orchard, str]):
    """Two of the three cards are alike."""

    rule: ClassVar[str] = "OR-8"
    sentence = said("Which cards do you play?")

    def things(self, table: Orchard) -> Sequence[str]:
        return ("Sheep", "Wood", "Sheep")


class Row(PutInOrder[Orchard, str]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("In which order do you lay them?")

    def things(self, table: Orchard) -> Sequence[str]:
        return ("Sheep", "Sheep", "Wood")


class Marked(Hand):
    """A card may have the same name as the second of two equal cards."""

    def things(self, table: Orchard) -> Sequence[Any]:
        return ("Sheep", "Sheep", ("Sheep", 2))


def test_things_are_chosen_and_taken_back_and_given_in_the_order_shown(table: Orchard) -> None:
    draft = Baskets(None).draft(table)
    for token in ("small", "big"):
        draft.tap(token)
    assert [one.chosen for one in draft.describe().choices] == [True, False, True]
    assert draft.give() == Given(["big", "small"])
    draft.tap("big")
    assert draft.answer() == ["small"]


def test_one_more_than_the_most_is_refused_and_changes_nothing(table: Orchard) -> None:
    draft = Baskets(None).draft(table)
    draft.tap("big")
    draft.tap("round")
    with pytest.raises(Refused, match="Choose at most 2"):
        draft.tap("small")
    assert draft.answer() == ["big", "round"]


def test_where_one_is_wanted_the_choice_moves_over(table: Orchard) -> None:
    draft = Baskets(None, 1).draft(table)
    draft.tap("big")
    draft.tap("small")
    assert draft.answer() == ["small"]


def test_in_an_order_those_after_what_is_taken_back_move_up(table: Orchard) -> None:
    draft = Queue(None).draft(table)
    for index in (2, 0, 1):
        draft.tap(index)
    assert [one.number for one in draft.describe().choices] == [2, 3, 1]
    draft.tap(0)
    assert draft.answer() == [2, 1]
    assert [one.number for one in draft.describe().choices] == [0, 2, 1]


def test_the_button_says_what_is_missing(table: Orchard) -> None:
    draft = Crates(None).draft(table)
    button = draft.describe().primary
    assert button is not None and not button.ready and str(button.why_not) == "Choose 1 more."
    draft.tap(1)
    assert draft.ready and draft.describe().ready


def test_who_left_the_table_leaves_the_draft(table: Orchard) -> None:
    draft = Crates(None).draft(table)
    draft.tap(1)
    draft.tap(2)
    table.seats[1].gone = True
    draft.look(Crates(None), table)
    assert draft.answer() == [2]
    assert [one.token for one in draft.describe().choices] == [0, 2]


def test_chance_suggests_and_only_what_it_drew_counts_as_drawn(table: Orchard) -> None:
    draft = Picky(None, 3).draft(table)
    second = draft.describe().second
    assert second is not None and second.does == DRAW
    draft.draw(Random(2))
    assert draft.give() == Given(["big", "round", "small"], rolled=True)
    second = draft.describe().second
    assert second is not None and second.does == CLEAR
    draft.tap("big")
    draft.clear()
    for token in ("big", "round", "small"):
        draft.tap(token)
    assert draft.give() == Given(["big", "round", "small"], rolled=False)


def test_the_preview_runs_along(table: Orchard) -> None:
    draft = Baskets(None).draft(table)
    assert [one.change for one in draft.describe().preview] == [0]
    draft.tap("round")
    assert [one.change for one in draft.describe().preview] == [1]


def test_a_tile_answers_only_where_there_is_one_thing(table: Orchard) -> None:
    assert Line(None).only_answer(table) is None
    table.seats[0].gone = table.seats[2].gone = True
    assert Line(None).only_answer(table) == [1]


def test_an_answer_with_too_many_is_refused_also_where_no_draft_counted(table: Orchard) -> None:
    """A log, or a page in a browser, gives all of it at once."""
    baskets = Baskets(None)
    with pytest.raises(Refused, match="Choose at most 2"):
        baskets.check(table, ("big", "round", "small"))
    baskets.check(table, ("big", "round"))


def test_what_is_gone_after_an_undo_is_no_longer_chosen(table: Orchard, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Baskets(None).draft(table)
    draft.tap("big")
    draft.tap("small")
    monkeypatch.setattr(Baskets, "things", lambda *_: ("small",))
    draft.drop_stale()
    assert draft.tokens == ["small"]


def test_chance_draws_no_more_than_there_are(table: Orchard) -> None:
    """Five may be chosen, and three are there."""
    drawn = [Baskets(None, two=5).random_answer(table, Random(seed)) for seed in range(40)]
    assert {len(answer) for answer in drawn} == {0, 1, 2, 3}


# Equal things


@pytest.mark.parametrize("raw", [["Sheep"], ["Sheep", "Wood"], ["Wood", "Sheep"], ["Sheep", "Sheep"],
                                 ["Sheep", "Wood", "Sheep"]])
def test_each_of_two_equal_things_can_be_chosen(table: Orchard, raw: list[str]) -> None:
    answer = Hand(None).decode(table, raw)
    assert answer == tuple(raw) and Hand(None).encode(answer) == raw
    Hand(None).check(table, answer)


@pytest.mark.parametrize(("raw", "why"), [
    (["Sheep", "bogus"], "One of those can't be chosen"), (["bogus"], "One of those can't be chosen"),
    (["Sheep", "Sheep", "Sheep"], "chosen twice"), (["Wood", "Wood"], "chosen twice"),
    ([True], "can't be chosen")])
def test_no_more_than_there_are_of_a_thing_can_be_chosen(table: Orchard, raw: list[object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        Hand(None).decode(table, raw)


def test_one_is_not_true(table: Orchard) -> None:
    with pytest.raises(Refused, match="can't be chosen"):
        Crates(None).decode(table, [True])


def test_a_tap_chooses_one_of_two_equal_things(table: Orchard) -> None:
    draft = Hand(None).draft(table)
    first, wood, second = [one.token for one in draft.describe().choices]
    assert (first, wood) == ("Sheep", "Wood") and second != first
    draft.tap(second)
    assert [one.chosen for one in draft.describe().choices] == [False, False, True]
    assert draft.give() == Given(["Sheep"])
    draft.tap(first)
    assert draft.give() == Given(["Sheep", "Sheep"])
    draft.tap(second)
    assert [one.chosen for one in draft.describe().choices] == [True, False, False]


def test_equal_things_have_their_places_in_an_order(table: Orchard) -> None:
    draft = Row(None).draft(table)
    first, second, wood = [one.token for one in draft.describe().choices]
    for token in (second, wood, first):
        draft.tap(token)
    assert [one.number for one in draft.describe().choices] == [3, 1, 2]
    assert draft.give() == Given(["Sheep", "Wood", "Sheep"])


def test_the_second_of_two_equal_things_has_a_name_of_its_own(table: Orchard) -> None:
    draft = Marked(None).draft(table)
    tokens = [one.token for one in draft.describe().choices]
    assert tokens == ["Sheep", ["Sheep", 3], ["Sheep", 2]]
    draft.tap(["Sheep", 2])
    assert draft.answer() == [["Sheep", 2]]


def test_chance_draws_equal_things(table: Orchard) -> None:
    draft = Hand(None).draft(table)
    drawn = set()
    for seed in range(40):
        draft.draw(Random(seed))
        assert draft.drawn or not draft.tokens
        drawn.add(tuple(draft.answer()))
    assert drawn == {
        (), ("Sheep",), ("Wood",), ("Sheep", "Sheep"), ("Sheep", "Wood"), ("Sheep", "Wood", "Sheep")}


def test_of_two_equal_things_one_is_left_after_an_undo(
        table: Orchard, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Hand(None).draft(table)
    for one in draft.describe().choices:
        draft.tap(one.token)
    monkeypatch.setattr(Hand, "things", lambda *_: ("Wood", "Sheep"))
    draft.look(Hand(None), table)
    assert draft.answer() == ["Wood", "Sheep"]

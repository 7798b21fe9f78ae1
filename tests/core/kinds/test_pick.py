"""Pick one: what is shown, in which order, what is hidden or barred, and chance."""

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from companion.core.kinds import PickSeat, PickText
from companion.core.questions import DRAW, Face, Given
from companion.core.text import Refusal, said, say
from companion.core.values import Json
from companion.core.views import as_plain
from tests.toys.orchard.questions import Vote
from tests.toys.orchard.table import Grower, Orchard


class Fruit(PickText[Orchard]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("Which fruit?")

    def choices(self, table: Orchard) -> Iterable[str]:
        return ("pear", "late plum", "apple")

    def barred(self, table: Orchard) -> Iterable[tuple[str, Refusal]]:
        return [("fig", Refusal(say("Figs grow elsewhere."), "OR-2"))]

    def face(self, table: Orchard, choice: Any) -> Face:
        return Face(say("{fruit}", fruit=choice), main=choice == "apple")


class Drawn(Fruit):
    by_chance: ClassVar[bool] = True

    def random_answer(self, table: Orchard, rng: Random) -> Json:
        return "pear"


class Alone(Fruit):
    at_once: ClassVar[bool] = True

    def choices(self, table: Orchard) -> Iterable[str]:
        return ("pear", "apple") if table.basket > 1 else ("pear",)


class Loudest(PickSeat[Orchard, Grower]):
    rule: ClassVar[str] = "OR-5"
    sentence = said("Who was loudest?")

    def choices(self, table: Orchard) -> Iterable[Grower]:
        return [table.seats[2], table.seats[0]]

    def barred(self, table: Orchard) -> Iterable[tuple[Grower, Refusal]]:
        return [(table.seats[1], Refusal(say("Ben was asleep."), "OR-2"))]


class Endless(Fruit):
    def choices(self, table: Orchard) -> Iterable[str]:
        return (f"fruit {number}" for number in range(50_000))


def tokens(question: Any, table: Orchard, hidden: Any = None) -> list[Any]:
    draft = question.draft(table)
    draft.look(question, table, hidden)
    return [one.token for one in draft.describe().choices]


def test_the_commonest_is_on_top_and_what_is_barred_below_with_its_reason(table: Orchard) -> None:
    described = Fruit(None).draft(table).describe()
    assert [one.token for one in described.choices] == ["apple", "pear", "late plum", "fig"]
    assert [str(one.barred) for one in described.choices if one.barred] == ["Figs grow elsewhere."]
    assert described.at_once and described.primary is None and not described.ready


def test_the_late_answer_is_hidden_while_its_clock_runs(table: Orchard) -> None:
    assert tokens(Fruit(None), table, "late plum") == ["apple", "pear", "fig"]
    assert tokens(Fruit(None), table) == ["apple", "pear", "late plum", "fig"]


def test_one_tap_is_the_answer(table: Orchard) -> None:
    assert Fruit(None).draft(table).tap("pear") == Given("pear")


def test_people_stand_in_seating_order_the_barred_among_them(table: Orchard) -> None:
    choices = Loudest(None).draft(table).describe().choices
    assert [one.token for one in choices] == [0, 1, 2]
    assert [one.barred is not None for one in choices] == [False, True, False]
    assert choices[2].choice is table.seats[2]


def test_chance_draws_from_the_lots_and_what_it_drew_is_told(table: Orchard) -> None:
    draft = Drawn(None).draft(table)
    button = draft.describe().primary
    assert button is not None and (button.does, str(button.words)) == (DRAW, "Draw for me")
    given = draft.draw(Random(1))
    assert given is not None and (given.raw, given.rolled, str(given.told)) == ("pear", True, "The app drew pear.")


def test_a_tile_answers_only_where_one_answer_is_left(table: Orchard) -> None:
    assert Alone(None).only_answer(table) is None
    table.basket = 1
    assert Alone(None).only_answer(table) == "pear"
    assert Fruit(None).only_answer(table) is None


def test_a_ballot_describes_who_can_be_voted_for_and_nothing_more(table: Orchard) -> None:
    said = as_plain(Vote(table.seats[1]).draft(table).describe())
    assert said["secret"] and said["seat"] == 1
    assert said["choices"] == [{"token": 0, "face": {"label": "Ana", "seat": 0}},
                               {"token": 1, "face": {"label": "Ben", "seat": 1}},
                               {"token": 2, "face": {"label": "Cleo", "seat": 2}}]


def test_fifty_thousand_answers_are_not_all_shown(table: Orchard) -> None:
    """Each answer is a widget; too many would freeze the app."""
    described = Endless(None).draft(table).describe()
    assert len(described.choices) == 300 and str(described.hint) == "Only the first 300 answers are shown."

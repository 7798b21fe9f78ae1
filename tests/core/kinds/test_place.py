"""A space of the stage: chosen, then given; or at once."""

from collections.abc import Iterable
from typing import ClassVar

import pytest

from companion.core.questions import Given
from companion.core.text import Refusal, Refused, say
from tests.toys.orchard.questions import Stall
from tests.toys.orchard.table import Orchard


class Bench(Stall):
    def choices(self, table: Orchard) -> Iterable[tuple[int, int]]:
        return ((0, 0), (0, 1)) if table.frost else ((0, 0), (0, 1), (1, 0))

    def barred(self, table: Orchard) -> Iterable[tuple[tuple[int, int], Refusal]]:
        return [((1, 1), Refusal(say("A tree stands there."), "OR-2"))]


class Seat(Bench):
    at_once: ClassVar[bool] = True


def test_the_first_tap_chooses_and_the_button_gives(table: Orchard) -> None:
    draft = Bench(None).draft(table)
    described = draft.describe()
    assert described.primary is not None and not described.primary.ready
    assert str(described.primary.why_not) == "Tap a lit space."
    assert draft.tap([0, 1]) is None and draft.so_far() == (0, 1)
    assert [one.chosen for one in draft.describe().choices] == [False, True, False, False]
    assert draft.describe().ready and draft.give() == Given([0, 1])


class InRows(Bench):
    """Both spaces of a row are on one spot of the board."""

    def spot(self, answer: tuple[int, int]) -> str:
        return str(answer[0])


def test_a_chosen_space_brings_the_others_on_its_spot(table: Orchard) -> None:
    """Of (0, 0), (0, 1) and (1, 0), the first two are in one row."""
    draft = InRows(None).draft(table)
    assert draft.describe(brief=True).choices == ()
    draft.choose((0, 1))
    shown = draft.describe(brief=True).choices
    assert [(one.choice, one.chosen) for one in shown] == [((0, 0), False), ((0, 1), True)]
    draft.choose((1, 0))
    assert [one.choice for one in draft.describe(brief=True).choices] == [(1, 0)]


def test_answers_without_a_spot_share_none(table: Orchard) -> None:
    class Listed(Bench):
        def spot(self, answer: tuple[int, int]) -> str:
            return ""

    draft = Listed(None).draft(table)
    draft.choose((0, 1))
    assert [one.choice for one in draft.describe(brief=True).choices] == [(0, 1)]


def test_at_once_the_tap_is_the_answer(table: Orchard) -> None:
    draft = Seat(None).draft(table)
    assert draft.describe().at_once and draft.describe().primary is None
    assert draft.choose((1, 0)) == Given([1, 0])


def test_a_barred_space_says_why_and_the_choice_stays(table: Orchard) -> None:
    draft = Bench(None).draft(table)
    draft.tap([0, 0])
    with pytest.raises(Refused, match="A tree stands there"):
        draft.tap([1, 1])
    with pytest.raises(Refused, match="Tap a lit space"):
        draft.tap([7, 7])
    assert draft.answer() == [0, 0]
    assert [str(one.barred) for one in draft.describe().choices if one.barred] == ["A tree stands there."]


def test_a_space_that_is_gone_is_no_longer_chosen(table: Orchard) -> None:
    draft = Bench(None).draft(table)
    draft.tap([1, 0])
    table.frost = True
    draft.look(Bench(None), table)
    assert draft.so_far() is None
    with pytest.raises(Refused):
        draft.give()


def test_in_brief_only_the_chosen_one_has_a_face(table: Orchard) -> None:
    draft = Bench(None).draft(table)
    assert draft.describe(brief=True).choices == ()
    draft.tap([0, 1])
    assert [one.token for one in draft.describe(brief=True).choices] == [[0, 1]]

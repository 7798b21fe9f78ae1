"""Menu: each answer is declared once, and everything that looks at a question finds it."""

from collections.abc import Coroutine, Iterable, Iterator
from functools import partial
from typing import Any

import pytest

from companion.core.kinds import Menu, Option
from companion.core.questions import Face, Given
from companion.core.text import Refusal, Refused, said, say
from tests.toys.orchard.table import Orchard


class Harvest(Menu[Orchard]):
    rule = "OR-4"

    sentence = said("What do you pick?")

    def options(self, table: Orchard) -> Iterable[Option]:
        yield Option("pear", say("Pears"), "leaf", say("Into the basket"),
                     then=partial(pick_pears, table))
        if table.basket:
            yield Option("fig", say("Figs"), barred=Refusal(say("Figs grow elsewhere."), "OR-2"))
        yield Option("apple", say("Apples"), main=True, then=partial(table.tell, say("Apples.")))


async def pick_pears(table: Orchard) -> None:
    table.tell(say("Pears."))


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Carry out a consequence that asks nothing."""
    with pytest.raises(StopIteration):
        coroutine.send(None)


@pytest.fixture
def full(table: Orchard) -> Iterator[Orchard]:
    table.basket = 3
    yield table


def test_the_answers_are_those_that_are_not_barred(full: Orchard) -> None:
    assert list(Harvest(None).choices(full)) == ["pear", "apple"]
    Harvest(None).check(full, "pear")


def test_a_barred_answer_is_refused_with_its_reason_and_rule(full: Orchard) -> None:
    with pytest.raises(Refused) as refused:
        Harvest(None).check(full, "fig")
    assert (str(refused.value.refusal.why), refused.value.refusal.rule) == ("Figs grow elsewhere.", "OR-2")


def test_the_main_answer_is_shown_first_and_the_barred_one_last(full: Orchard) -> None:
    shown = Harvest(None).draft(full).describe().choices
    assert [one.token for one in shown] == ["apple", "pear", "fig"]
    assert str(shown[2].barred) == "Figs grow elsewhere." and shown[0].barred is None
    assert shown[1].face == Face(say("Pears"), say("Into the basket"), "leaf")


def test_a_tap_on_an_option_is_the_answer(full: Orchard) -> None:
    assert Harvest(None).draft(full).tap("pear") == Given("pear")


def test_the_answer_a_clock_offers_is_hidden_while_it_runs(full: Orchard) -> None:
    draft = Harvest(None).draft(full)
    draft.look(draft.question, full, "pear")
    assert [one.token for one in draft.describe().choices] == ["apple", "fig"]


def test_an_option_says_how_it_is_called_beside_undo(full: Orchard) -> None:
    assert str(Harvest(None).in_brief(full, "pear")) == "Pears"


def test_an_option_does_what_it_declares_with_or_without_waiting(full: Orchard) -> None:
    question = Harvest(None)
    run(question.then(full, "apple"))
    run(question.then(full, "pear"))
    assert [str(line.text) for line in full.told] == ["Apples.", "Pears."]


def test_an_option_that_does_nothing_has_no_consequence(full: Orchard) -> None:
    with pytest.raises(NotImplementedError, match="Harvest has no consequence"):
        Harvest(None).then(full, "fig").send(None)

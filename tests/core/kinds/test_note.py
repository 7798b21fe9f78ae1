"""A note: typed, or nothing."""

from random import Random

from companion.core.questions import Given
from companion.core.text import Refused, say
from tests.toys.orchard.questions import PieName
from tests.toys.orchard.table import Orchard


class Wordless(PieName):
    def check(self, table: Orchard, answer: str) -> None:
        if answer:
            raise Refused(say("Not a word."), "OR-9")


def test_nothing_is_a_fine_answer(table: Orchard) -> None:
    draft = PieName(table.seats[0]).draft(table)
    text = draft.describe().text
    assert text is not None and (text.value, text.longest) == ("", 240)
    assert draft.describe().ready and draft.give() == Given("")


def test_what_was_typed_is_given(table: Orchard) -> None:
    draft = PieName(table.seats[0]).draft(table)
    draft.type_text("the mill")
    text = draft.describe().text
    assert text is not None and text.value == "the mill"
    assert draft.give() == Given("the mill")
    draft.clear()
    assert draft.answer() == ""


def test_chance_writes_nothing_where_no_word_is_taken(table: Orchard) -> None:
    rng = Random(3)
    assert {Wordless(table.seats[0]).random_answer(table, rng) for _ in range(20)} == {""}

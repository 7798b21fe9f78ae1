"""A number with minus and plus."""

from collections.abc import Callable

import pytest

from companion.ui.widgets.controls.rows import Stepper
from tests.ui.conftest import Start
from tests.ui.toy import toy


@pytest.mark.parametrize(("value", "words", "shown"), [
    (-3, None, "−3"), (5, lambda n: f"{n}-mal", "5-mal")])
def test_a_number_has_a_minus_sign_and_a_word_keeps_its_hyphen(
        at_table: Start, value: int, words: Callable[[int], str] | None, shown: str) -> None:
    look = at_table(toy("dice")).app.page.look
    said = {} if words is None else {"words": words}
    assert Stepper(look, "Rounds", value, -9, 9, lambda _: None, **said).number.text == shown

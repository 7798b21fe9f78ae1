"""Buttons whose words change while their size stays."""

from itertools import pairwise
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.text import say
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.parts import ButtonRow
from companion.ui.widgets.base.flow import Grid
from companion.ui.widgets.controls.buttons import Chip, Link, PrimaryButton, Push, TonalButton
from companion.ui.widgets.controls.rows import ListRow
from tests.sampling import sampled
from tests.ui.conftest import Start
from tests.ui.toy import toy


def parts(button: Push) -> list[Any]:
    shown: list[Any] = [button.words]
    if button.icon.name:
        shown.append(button.icon)
    return sorted(shown, key=lambda part: part.x)


def is_centred(button: Push) -> bool:
    row = parts(button)
    left, right = row[0].x - button.x, button.right - row[-1].right
    apart = all(second.x - first.right == pytest.approx(dp(10)) for first, second in pairwise(row))
    return apart and left == pytest.approx(right)


@pytest.mark.thorough
@pytest.mark.parametrize("cls", [PrimaryButton, TonalButton, Link])
@pytest.mark.parametrize("last", [True, False])
def test_words_stand_in_the_middle_after_every_change(at_table: Start, cls: type[Push], last: bool) -> None:
    """"No more cards to play here" becomes "No more" on a button that stays as wide as it is."""
    look = at_table(toy("dice")).app.page.look
    button = cls(look, "No more cards to play here", "arrow-right", icon_last=last)
    button.pos = (20, 30)
    button.fit(dp(340))
    for text in ("No more", "Tap 2 more names", "Done"):
        button.text = text
        button.fit(dp(340))
        assert is_centred(button), text


@pytest.mark.thorough
def test_the_sign_stands_beside_words_on_two_lines(at_table: Start) -> None:
    """"Start with four players" on a small phone with big letters: the sign stood alone at the button's edge."""
    look = at_table(toy("dice"), settings={"text_size": 200}).app.page.look
    button = PrimaryButton(look, "Start with four players", "play")
    button.fit(dp(328))
    assert button.words.lines() == 2
    longest = max(PrimaryButton(look, line).words.hug() for line in ("Start with", "four players"))
    assert button.words.width - longest < button.words.px, "about as wide as the longer of the two lines"
    assert is_centred(button)


@sampled("language", ["en", "de", "fr", "es", "it"])
def test_roll_for_me_stands_beside_the_button_in_every_language(at_table: Start, language: str) -> None:
    """Below it, it pushed the faces of the dice out of view on a German phone that lies on its side."""
    row = ButtonRow(at_table(toy("dice"), settings={"language": language}).app.page.look)
    second = Action(say("Roll for me"), "dice-multiple-outline", list)
    row.show(Action("0 hits, 5 dice left", "check-bold", list), second)
    row.fit(dp(378))
    roll, done = row.buttons
    assert roll.y == done.y and roll.right < done.x and roll.words.lines() <= 2


@pytest.mark.thorough
def test_words_stand_in_the_middle_of_the_lower_of_two_buttons(at_table: Start) -> None:
    row, second = ButtonRow(at_table(toy("dice")).app.page.look), Action("Roll for me", "dice-6", list)
    for text in ("Thrown", "0 hits and still five dice to be thrown"):
        row.show(Action(text, "check-bold", list), second)
        row.fit(dp(336))
    roll, throw = row.buttons
    assert throw.words.lines() > 2 and roll.height == throw.height
    assert roll.words.y - roll.y == pytest.approx(roll.top - roll.words.top, abs=1)


@pytest.mark.thorough
def test_words_stand_in_the_middle_of_a_button_that_grows_in_a_grid(at_table: Start) -> None:
    look = at_table(toy("dice")).app.page.look
    low, high = TonalButton(look, "One"), TonalButton(look, "Two")
    grid = Grid([low, high])
    for high.text in ("Two", "Two, and many more words than one line has room for"):
        grid.fit(dp(300))
    assert low.height == high.height > dp(100)
    assert low.words.y - low.y == pytest.approx(low.top - low.words.top, abs=1)


@pytest.mark.parametrize("cls", [TonalButton, Chip])
def test_in_high_contrast_what_can_be_tapped_has_an_edge(at_table: Start, cls: type[Push]) -> None:
    """A tone of 1.3 : 1 on black can't be seen."""
    page = at_table(toy("dice"), settings={"contrast": "high"}).app.page
    assert cls(page.look, "Pause").box.line_width > 0


@pytest.mark.thorough
@pytest.mark.parametrize("text_size", [100, 200])
def test_the_sign_of_a_row_keeps_off_its_edge(at_table: Start, text_size: int) -> None:
    """A pencil or a check fills its square, and grows with the letters: it stood on the card's edge."""
    look = at_table(toy("dice"), settings={"text_size": text_size}).app.page.look
    row = ListRow(look, "Every change in the play", do=lambda: None, more="check-bold", tone="surface3")
    row.fit(dp(328))
    assert row.right - row.more.right >= dp(10)
    assert row.more.x - row.words.right >= dp(4)

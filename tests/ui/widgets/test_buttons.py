"""Buttons whose words change while their size stays."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from kivy.metrics import dp

from companion.ui.widgets.controls.buttons import Link, PrimaryButton, Push, TonalButton
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

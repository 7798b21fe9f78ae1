"""Text that is measured at once."""

from __future__ import annotations

import pytest

from companion.games.windmill import game as windmill
from companion.ui.widgets.base.words import Voice
from tests.ui.conftest import Start

pytestmark = pytest.mark.touch


def test_balanced_lines_leave_no_lone_word_and_break_none(start: Start) -> None:
    look = start(games=[windmill]).app.look
    words = Voice(look, "The captains have lost", "display", align="center")
    one_line = words.hug()
    greedy = one_line * 0.9                                  # wide enough for all but the last word
    words.hug(greedy)
    assert words.lines() == 2
    assert words.balance(greedy) < one_line * 0.7
    assert words.lines() == 2
    short = Voice(look, "Ana wins", "display")
    assert short.balance(2000.0) == short.hug()
    long_name = Voice(look, "Wolfeschlegelsteinhausenbergerdorff wins", "display")
    name_alone = Voice(look, "Wolfeschlegelsteinhausenbergerdorff", "display").hug()
    assert long_name.balance(name_alone + 20) >= name_alone

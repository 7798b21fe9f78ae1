"""Desktop shortcuts and their help sheet (? or F1)."""

from __future__ import annotations

from typing import Any

from companion.core.text import say
from companion.ui.theme.look import Look
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

F1, SLASH, QUESTION = 282, 47, 63
KEYS = (
    ("Esc", say("Back")),
    ("Tab", say("Next button; with Shift, the previous one")),
    ("Arrow keys", say("Nearest button in that direction")),
    ("Enter", say("Press the marked button, or the main answer")),
    ("1 to 9", say("The first to ninth answer")),
    ("Ctrl Z", say("Undo the last answer")),
    ("Ctrl Y", say("Redo it")),
    ("Ctrl S", say("Save while editing")),
    ("? or F1", say("This list")),
)


def is_asked(key: int, text: str | None, modifiers: list[str]) -> bool:
    return key in (F1, QUESTION) or text == "?" or (key == SLASH and modifiers == ["shift"])


def sheet(look: Look) -> Sheet:
    rows: list[Any] = [ListRow(look, key, words, "keyboard-outline") for key, words in KEYS]
    return Sheet(look, say("Keys"), rows)

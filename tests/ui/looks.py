"""Visible faults of a screen: cut or broken words."""

from typing import Any

from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView

from companion.touches.driver import AppDriver
from companion.ui.drawing.letters import drawn, unbroken
from companion.ui.widgets.base.part import Icon, Words
from tests.ui.table.test_table import in_strip


def cut(drive: AppDriver) -> list[str]:
    """Words that are cut short, too wide, or outside the window; rows that scroll sideways are fine."""
    found = []
    for words in drive.all(lambda one: bool(getattr(one, "text", "")), Words):
        if in_strip(words) or pushed_aside(words):
            continue
        left, _ = words.to_window(words.x, words.y)
        if words.is_shortened and not words.one_line:
            found.append(f"shortened: {words.text}")
        elif words.text_width() > words.width + 1 or left < -1 or left + words.width > Window.width + 1:
            found.append(f"cut: {words.text}")
    return found


def pushed_aside(widget: Any) -> bool:
    parent = widget.parent
    while parent is not None and parent is not Window:
        if isinstance(parent, ScrollView) and parent.do_scroll_x:
            return True
        parent = parent.parent
    return False


def broken(drive: AppDriver) -> list[str]:
    """Texts with a word wider than its widget, which breaks it."""
    found = []
    for words in drive.all(lambda one: bool(getattr(one, "text", "")), Words):
        if not isinstance(words, Icon):
            longest = max((drawn(word, words.font, words.px, words.px, None, "left", False).texture.width
                           for word in unbroken(words.text) if len(word) < 14), default=0)
            if longest > words.width + 2:
                found.append(words.text)
    return found

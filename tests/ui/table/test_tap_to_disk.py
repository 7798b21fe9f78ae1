"""An answer really takes the path from tap to disk that docs/architecture.md describes."""

import re
import sys
from inspect import CO_COROUTINE
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.core.text import spelled
from companion.ui.table.panels.answer_panel import AnswerPanel
from companion.ui.widgets.base.part import Tap
from tests.ui.conftest import Start
from tests.ui.toy import toy

pytestmark = pytest.mark.touch

PAGE = Path(__file__).resolve().parents[3] / "docs" / "architecture.md"
LAYERS = re.compile(r"/companion/(ui|services|core)/(?!kinds/|questions\.py)")
"""A draft has an `answer`, too: what was gathered so far."""


def told() -> list[str]:
    """The bold word at which each step of the page begins."""
    part = PAGE.read_text(encoding="utf-8").partition("## From a tap to the disk and back")[2].partition("\n## ")[0]
    return [one.strip("`") for one in re.findall(r"(?m)^\d\. [^*\n]*\*\*([^*]+)\*\*", part)]


def passed(frame: FrameType) -> str:
    """What a call is to the page; empty: nothing."""
    code, owner = frame.f_code, frame.f_locals.get("self")
    if not LAYERS.search(code.co_filename):
        return ""
    if code.co_name == "answer" or code.co_qualname == "Store.book":
        return code.co_qualname
    if isinstance(owner, AnswerPanel):
        return "AnswerPanel"
    return "widget" if isinstance(owner, Tap) and code.co_name == "on_touch_up" else ""


def calls_below(frame: FrameType) -> list[str]:
    """The app's calls between the finger's touch and the game's script."""
    names: list[str] = []
    while frame.f_back is not None and "Grabbing.on_touch_up" not in names:
        frame = frame.f_back
        if LAYERS.search(frame.f_code.co_filename):
            names.append(frame.f_code.co_qualname)
    return names[::-1]


def test_a_debugger_in_the_script_shows_eight_calls_between_it_and_the_finger(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    seen: list[list[str]] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_flags & CO_COROUTINE and not seen:
            seen.append(calls_below(frame))

    sys.setprofile(look)
    try:
        drive.tap("Green lamp")
    finally:
        sys.setprofile(None)
    calls = seen[0]
    assert calls == ["Grabbing.on_touch_up", "Tap.let_go", "PickOnePanel._tap", "TableScreen.answer",
                     "TableController.answer", "Play.answer", "Run.feed", "Run._go"]
    assert f"{spelled(len(calls))} calls" in PAGE.read_text(encoding="utf-8")


def test_an_answer_passes_the_hands_that_the_page_names_and_no_others(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    seen: list[str] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (what := passed(frame)) and what not in seen and "Store.book" not in seen:
            seen.append(what)

    sys.setprofile(look)
    try:
        drive.tap("Green lamp")
    finally:
        sys.setprofile(None)
    assert told() == ["widget", "AnswerPanel", "TableScreen.answer", "TableController.answer", "Play.answer",
                      "Store.book"]
    assert seen == told() and len(told()) <= 7

"""A whole evening by touches from a fresh install, with big letters: nothing cut, all of it 48 dp to a finger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView

from companion.core.registry import find_games
from companion.services.ports.recording import recording_machine
from companion.ui.app.tableside import TablesideApp
from companion.ui.widgets.base.words import Words
from tests.ui.conftest import LANDSCAPE, SMALL, TABLET, keep_settings
from tests.ui.driver import AppDriver, Size
from tests.ui.evening_walk import Walk
from tests.ui.table.test_table import in_strip
from tests.ui.targets import all_too_small

pytestmark = [pytest.mark.touch, pytest.mark.slow]

SIGHTS = {"small phone": (SMALL, 200), "turned phone": (LANDSCAPE, 200), "small phone, usual letters": (SMALL, 100),
          "tablet": (TABLET, 100)}


@pytest.mark.parametrize(("size", "letters"), SIGHTS.values(), ids=SIGHTS)
def test_from_the_first_start_to_the_last_play_that_is_cleared_away(tmp_path: Path, size: Size, letters: int) -> None:
    keep_settings(tmp_path / "tableside.db", {"text_size": letters})
    ports = recording_machine()
    app = TablesideApp(store=tmp_path / "tableside.db", ports=ports, found=find_games(), greets=True)
    drive = AppDriver(app, size, on_time=ports.clock.advance).start()
    found: list[str] = []
    steps: list[str] = []

    def look(name: str) -> None:
        steps.append(name)
        covered = bool(app.notice.opacity)                  # by a message that goes away by itself
        found.extend(f"{name}: {fault}" for fault in (*cut(drive), *(() if covered else all_too_small())))

    try:
        Walk(drive, look).evening()
    finally:
        drive.stop()
    assert not found, "\n".join(found)
    assert steps[0] == "welcome" and steps[-1] == "history-at-the-end" and len(steps) > 40


def cut(drive: AppDriver) -> list[str]:
    """Words that are shortened though they may have lines, wider than their place, or out of the window; a row of chips
    or of seats can be pushed aside."""
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

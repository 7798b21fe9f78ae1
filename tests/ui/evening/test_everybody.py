"""Point 19 of the evening at every size, from the switches of the settings on: left hands, still pictures, strong
colours, and keys instead of fingers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window
from PIL import ImageChops

from companion.ui.app import focus
from companion.ui.theme import tokens
from companion.ui.widgets.controls.answer import Tile
from companion.ui.widgets.controls.rows import SwitchRow
from companion.ui.widgets.displays.covers import GameCover
from tests.ui.evening.stretch import Stretch, four_sizes
from tests.ui.moving import record

pytestmark = [pytest.mark.touch, pytest.mark.slow]
ENTER, ESCAPE, TAB, DOWN, UP = 13, 27, 9, 274, 273


@four_sizes
def test_switches_for_everybody(tmp_path: Path, size: str) -> None:
    with Stretch(tmp_path, size) as walk:
        walk.go("Settings", "settings")
        switch(walk, "Left-handed")
        switch(walk, "High contrast")
        switch(walk, "Movement")
        begin(walk)
        the_panel_stands_left(walk)
        strong_colours(walk)
        nothing_moves(walk)
        the_pad_lies_right(walk)


def switch(walk: Stretch, words: str) -> None:
    row = walk.drive.find(words, SwitchRow)
    before = walk.drive.app.library.setting(SETTINGS[words])
    walk.touch(row)
    assert walk.drive.app.library.setting(SETTINGS[words]) != before
    assert 0 < walk.drive.where(walk.drive.find(words, SwitchRow))[1] < walk.drive.size[1], "it is still in sight"


SETTINGS = {"Left-handed": "left_handed", "High contrast": "contrast", "Movement": "movement"}


def begin(walk: Stretch) -> None:
    walk.go("Games", "library")
    walk.cover("Story")
    for name in ("Ana", "Ben", "Cleo"):
        walk.type(name)
        walk.enter()
    walk.put_keyboard_away()
    walk.touch(walk.drive.app.page.start, "table")


def the_panel_stands_left(walk: Stretch) -> None:
    """Where it stands beside the stage; on an upright phone it lies below."""
    panel, middle = walk.hands.page.panel, walk.drive.size[0] / 2
    if walk.name in ("tablet", "landscape phone"):
        assert panel.x <= 1 and panel.right <= walk.drive.size[0] * 0.75
        assert walk.hands.page.stage.room.center[0] > middle
    else:
        assert panel.center_x == pytest.approx(middle, abs=1)


def strong_colours(walk: Stretch) -> None:
    """7:1 for what is read on the ground of the panel."""
    look = walk.hands.page.look
    assert look.contrast
    for ink in ("text", "text2", "primary"):
        assert tokens.contrast(getattr(look.roles, ink), look.roles.surface) >= 7, ink


def nothing_moves(walk: Stretch) -> None:
    """A moment after an answer the picture is the one it stays, and the stage never said that it moves."""
    stage = walk.hands.page.stage
    frames = record(walk.drive, lambda: stage._motion.moving)
    walk.hands.give(0)
    walk.drive.advance(1.0)
    first = walk.drive.picture()
    walk.drive.advance(0.7)
    assert not any(frames) and ImageChops.difference(first, walk.drive.picture()).getbbox() is None


def the_pad_lies_right(walk: Stretch) -> None:
    """The left thumb chooses, so the right one holds."""
    walk.until("Ballot")
    assert walk.drive.where(walk.hands.page.dark.pad)[0] > walk.drive.size[0] / 2
    walk.look("pass the phone, left-handed")


# Keys alone

@four_sizes
def test_an_evening_by_keys_alone(tmp_path: Path, size: str) -> None:
    """From the library to a play of Windmill and back, without a finger: Tab, arrows, Enter, Escape, Ctrl+Z, Ctrl+Y."""
    with Stretch(tmp_path, size, movement=False) as walk:
        press(walk, lambda tap: isinstance(tap, GameCover) and tap.text == "Windmill")
        for name in ("Ana", "Ben", "Cleo"):
            walk.type(name)
            walk.enter()
        walk.enter()                                        # on the empty field: it starts
        assert walk.drive.app.visits[-1].name == "table"
        press(walk, lambda tap: isinstance(tap, Tile) and tap.text == "Ben")
        press(walk, lambda tap: getattr(tap, "text", "") == "Card is down")
        assert [record.answer for record in walk.hands.play.log] == [1, "done"]
        control(walk, "z")
        assert walk.hands.play.position() == 1
        control(walk, "y")
        assert walk.hands.play.position() == 2
        press(walk, lambda tap: tap is walk.hands.page.bar.menu)
        assert walk.drive.app.sheets
        walk.drive.key(ESCAPE)
        walk.drive.advance(0.4)
        assert not walk.drive.app.sheets and walk.drive.app.visits[-1].name == "table"
        walk.drive.key(ESCAPE)
        assert walk.drive.app.visits[-1].name == "library"
        assert walk.drive.touches == 0
        an_arrow_goes_its_way(walk)


def press(walk: Stretch, fits: Any) -> None:
    """Tab until the ring is there, then Enter."""
    for _ in range(60):
        walk.drive.key(TAB)
        if focus._now and fits(focus._now[0]):
            walk.drive.key(ENTER)
            walk.drive.advance(0.6)
            return
    raise AssertionError(f"the keys never get there: {walk.drive.texts()}")


def control(walk: Stretch, letter: str) -> None:
    Window.dispatch("on_keyboard", ord(letter), 0, letter, ["ctrl"])
    walk.drive.advance(0.3)


def an_arrow_goes_its_way(walk: Stretch) -> None:
    """Down goes down, up goes up; a list may have scrolled with it, so both are looked at afterwards."""
    walk.drive.key(DOWN)
    for key in (DOWN, DOWN, UP, UP):
        before = focus._now[0]
        walk.drive.key(key)
        above = walk.drive.where(focus._now[0])[1] - walk.drive.where(before)[1]
        assert above > 0 if key == UP else above < 0

"""A stretch of an evening at one of two sizes, by touches: one start of the app for many points.

Every focused field opens a keyboard, as on a phone; touching anything under it fails. Each `look` checks for cut words,
targets under 48 dp and off-centre labels. All findings are reported together at the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp

from companion.core.registry import find_games
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app.device import typing_in
from companion.ui.app.tableside import TablesideApp
from companion.ui.widgets.controls.buttons import Push
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.covers import GameCover
from tests.sampling import sampled
from tests.ui.conftest import SIZES, keep_settings
from tests.ui.evening_walk import PEOPLE, Walk
from tests.ui.hands import Hands
from tests.ui.looks import cut
from tests.ui.targets import all_too_small
from tests.ui.widgets.test_buttons import is_centred

both_sizes = sampled("size", ["small phone", "tablet"])
UPRIGHT, LYING = 0.45, 0.6
"""Share of the screen that a keyboard takes."""
ENTER = 13


class AboveTheKeyboard(Hands):
    """Fail a touch on anything under the keyboard."""

    def touch_at(self, x: float, y: float) -> None:
        covered = self.drive.app.device.covered if typing_in() is not None else 0
        assert y >= covered, f"a keyboard of {covered} lies over {y:.0f}"
        super().touch_at(x, y)


class Stretch(Walk):
    """`with Stretch(tmp_path, "phone") as walk: ...`; what the looks found fails at its end."""

    def __init__(self, home: Path, size: str, greets: bool = False, **settings: Any) -> None:
        store = home / "library.db"
        if settings:
            keep_settings(store, settings)
        self.name, self.ports, self.found = size, recording_machine(), list[str]()
        wide, high = SIZES[size]
        self.ports.insets.covered = int(high * (LYING if size == "landscape phone" else UPRIGHT))
        app = TablesideApp(store=store, ports=self.ports, found=find_games(), greets=greets)
        super().__init__(AppDriver(app, (wide, high), on_time=self.ports.clock.advance), self._find)
        self.hands = AboveTheKeyboard(self.drive)

    def __enter__(self) -> Stretch:
        self.drive.start()
        self.drive.advance(0.3)
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        self.drive.stop()
        if kind is None:
            assert not self.found, "\n".join(self.found)

    def _find(self, name: str) -> None:
        covered = bool(self.drive.app.notice.opacity)       # by a message that goes away by itself
        found = (*cut(self.drive), *(() if covered else all_too_small()), *self._beside_the_middle())
        self.found += [f"{name}: {fault}" for fault in found]

    def _beside_the_middle(self) -> list[str]:
        return [f"beside the middle: {button.text}" for button in self.drive.all(cls=Push)
                if button.text and not button.second.text and not is_centred(button)]

    # Typing, with the keyboard up

    @property
    def fields(self) -> list[Any]:
        return self.drive.all(cls=TextEntry)

    def type(self, text: str) -> None:
        """Type into the focused field, which must stay visible."""
        self.drive.type(text)
        self.drive.advance(0.3)
        self.see_what_is_typed()

    def see_what_is_typed(self) -> None:
        field = typing_in()
        assert field is not None, "nobody types"
        line = field.to_window(*field.cursor_pos)[1]
        covered = self.ports.insets.covered
        assert self.drive.app.device.covered == covered
        assert line - field.line_height >= covered - 1, f"the line at {line:.0f} is under a keyboard of {covered}"
        assert line <= Window.height + 1, "the line is cut off above"

    def enter(self) -> None:
        Window.dispatch("on_key_down", ENTER, 40, None, [])
        self.drive.advance(0.4)

    def put_keyboard_away(self) -> None:
        """Close it by tapping outside, on the game's picture."""
        picture = self.drive.app.page.picture
        self.hands.touch_at(picture.center_x, max(picture.center_y, self.ports.insets.covered + dp(24)))
        self.drive.advance(0.6)
        assert typing_in() is None and self.drive.app.device.covered == 0

    # Where things are

    def cover(self, title: str) -> None:
        self.touch(self.drive.find(title, GameCover))

    def people_sheet(self, line: str) -> None:
        self.hands.menu(PEOPLE)
        self.touch(self.row(line))

    def library(self) -> None:
        """Reload the library by way of another page."""
        self.home()
        self.go("History", "")
        self.go("Games", "")

    def lines(self) -> list[str]:
        return [row.text for row in self.drive.all(cls=ListRow)]

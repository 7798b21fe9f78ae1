"""One night on one phone: the app is killed and restarted on the same database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.window import Window

from companion.core.registry import find_games
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver, Size
from companion.ui.app.tableside import TablesideApp
from companion.ui.widgets.controls.buttons import Chip, Link
from companion.ui.widgets.controls.rows import ListRow, SwitchRow
from companion.ui.widgets.displays.covers import GameCover
from tests.ui.hands import Hands

ENTER = 13


class Night:
    """`with Night(tmp_path, PHONE) as night: hands = night.begin("story", "Ana Ben Cleo")`."""

    def __init__(self, home: Path, size: Size, **settings: Any) -> None:
        self.home, self.size, self.settings = home, size, {"movement": False, **settings}
        self.ports = recording_machine()
        self.drive: AppDriver = None  # type: ignore[assignment]

    def __enter__(self) -> Night:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self.drive.stop()

    def _open(self) -> None:
        app = TablesideApp(store=self.home / "night.db", ports=self.ports, found=find_games())
        self.drive = AppDriver(app, self.size, on_time=self.ports.clock.advance).start()
        for key, value in self.settings.items():
            app.library.set(key, value)
        app.apply_settings()
        self.drive.advance(0.3)

    def begin(self, game: str, names: str, *choices: str, start: str = "") -> Hands:
        """Start a play by touches: cover, names, these house rules, then Start or another button."""
        drive = self.drive
        hands = Hands(drive)
        title = drive.app.found.games[game].facts.title
        hands.touch(drive.find(title, GameCover))
        drive.advance(0.3)
        for name in names.split():
            drive.type(name)
            Window.dispatch("on_key_down", ENTER, 40, None, [])
            drive.advance(frames=2)
        kinds = (Chip, SwitchRow, ListRow)
        for choice in choices:
            if not drive.has(choice, kinds):
                hands.touch(drive.find("Change", Link))
            hands.touch(drive.find(choice, kinds))
            drive.advance(0.3)
        hands.touch(start or drive.app.page.start)
        drive.advance(0.5)
        assert start or drive.app.visits[-1].name == "table", drive.texts()
        return hands

    def kill(self) -> Hands:
        """Kill the process, start another on the same database, and resume."""
        self.drive.stop()
        self.ports.clock.advance(40)
        self._open()
        hands = Hands(self.drive)
        hands.touch("Resume")
        self.drive.advance(0.5)
        return hands

"""A real window without a screen, at one density, deaf to the machine's own mouse and keyboard."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")  # EGL and a software renderer, no X server
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.update({"KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1", "KIVY_LOG_MODE": "PYTHON",
                   "KIVY_CLIPBOARD": "dummy", "KIVY_METRICS_FONTSCALE": "1"})
os.environ.setdefault("KIVY_METRICS_DENSITY", "1")
os.environ.setdefault("KIVY_DPI", "160")

from kivy.config import Config

for key, value in {"width": "412", "height": "892", "multisamples": "0", "maxfps": "0", "vsync": "0"}.items():
    Config.set("graphics", key, value)
Config.set("kivy", "log_level", "warning")
for option, _ in Config.items("input"):
    Config.remove_option("input", option)

from collections.abc import Callable, Iterator  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import pytest  # noqa: E402

from companion.core.registry import Found  # noqa: E402
from companion.core.setup import Setup, people  # noqa: E402
from companion.services.ports_recording import RecordingMachine, recording_machine  # noqa: E402
from tests.ui.driver import AppDriver, Size  # noqa: E402

PHONE, SMALL, TABLET, LANDSCAPE = (412, 892), (360, 640), (1280, 800), (892, 412)
SIZES = {"phone": PHONE, "small phone": SMALL, "tablet": TABLET, "landscape phone": LANDSCAPE}
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")

Start = Callable[..., AppDriver]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the real app with a database of its own: `start(found=..., size=..., settings={...})`."""
    from companion.ui.tableside import TablesideApp
    drivers: list[AppDriver] = []

    def begin(games: list[Any] | None = None, size: Size = PHONE, settings: dict[str, Any] | None = None,
              ports: RecordingMachine | None = None) -> AppDriver:
        ports = ports or recording_machine()
        found = None if games is None else Found({game.facts.id: game for game in games})
        app = TablesideApp(store=tmp_path / f"tableside-{len(drivers)}.db", ports=ports, found=found)
        driver = AppDriver(app, size, on_time=ports.clock.advance)
        drivers.append(driver)
        driver.start()
        if settings:
            for key, value in settings.items():
                app.evening.set(key, value)
            app.apply_settings()
            driver.advance(frames=3)
        return driver
    yield begin
    for driver in drivers:
        driver.stop()


@pytest.fixture
def at_table(start: Start) -> Start:
    """A table screen with a fresh play of one game: `at_table(toy("dice"), players=3, size=...)`."""
    def begin(game: Any, players: int = 3, options: dict[str, Any] | None = None, **kwargs: Any) -> AppDriver:
        driver = start(games=[game], **kwargs)
        table = driver.app.evening.start(game.facts.id, Setup(people(*NAMES[:players]), options or {}))
        driver.app.go("table", table=table)
        driver.advance(0.5)
        return driver
    return begin

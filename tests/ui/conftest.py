"""The real app with its own database."""

from companion.touches.offscreen import LANDSCAPE, NAMES, PHONE, SIZES, SMALL, TABLET  # isort: skip: before anything of Kivy

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import Found
from companion.core.setup import Setup, people
from companion.testing.recording import RecordingMachine, recording_machine
from companion.touches.driver import AppDriver, Size
from tests.sampling import sampled

__all__ = ["LANDSCAPE", "NAMES", "PHONE", "SIZES", "SMALL", "TABLET", "Start", "sights"]

AppDriver.COLLECTS_AFTER = 0  # tests/conftest.py does, between two tests
Start = Callable[..., AppDriver]
sights = sampled(("size", "text_size"), [(PHONE, 100), (SMALL, 200), (TABLET, 100), (LANDSCAPE, 200)],
                 ids=["phone", "small phone 200", "tablet", "landscape 200"], keep=2)


def share_pictures() -> None:
    """Decode each picture once for all apps of this process."""
    from companion.ui.drawing.art import Art
    if not hasattr(Art, "free_really"):
        Art.free_really = Art.free
        pytest.MonkeyPatch().setattr(Art, "free", lambda self: None)


def keep_settings(path: Path, settings: dict[str, Any]) -> None:
    """Save settings as if from an earlier evening."""
    from companion.services.library import Library
    from companion.services.store import open_store
    library = Library(open_store(path), {}, recording_machine().clock)
    for key, value in settings.items():
        library.set(key, value)
    library.quit()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the real app with its own database: `start(found=..., size=..., settings={...})`."""
    from companion.ui.app.tableside import TablesideApp, Visit
    share_pictures()
    drivers: list[AppDriver] = []

    def begin(games: list[Any] | None = None, size: Size = PHONE, settings: dict[str, Any] | None = None,
              ports: RecordingMachine | None = None, library: bool = True) -> AppDriver:
        ports = ports or recording_machine()
        found = None if games is None else Found({game.facts.id: game for game in games})
        path = tmp_path / f"tableside-{len(drivers)}.db"
        if settings:
            keep_settings(path, settings)
        app = TablesideApp(store=path, ports=ports, found=found)
        if not library:  # drawn when somebody goes back to it
            app.__dict__["go"] = lambda name: app.visits.append(Visit(name, {}))
        driver = AppDriver(app, size, on_time=ports.clock.advance)
        drivers.append(driver)
        driver.start()
        vars(app).pop("go", None)
        return driver
    yield begin
    for driver in drivers:
        driver.stop()


@pytest.fixture
def at_table(start: Start) -> Start:
    """A table screen with a fresh play of one game: `at_table(toy("dice"), players=3, size=...)`."""
    def begin(game: Any, players: int = 3, options: dict[str, Any] | None = None, **kwargs: Any) -> AppDriver:
        driver = start(games=[game], library=False, **kwargs)
        opened = driver.app.library.start(game.facts.id, Setup(people(*NAMES[:players]), options or {}))
        driver.app.go("table", opened=opened)
        driver.advance(0.5)
        return driver
    return begin

"""A whole evening by touches from a fresh install, with big letters: nothing cut, all of it 48 dp to a finger."""

from pathlib import Path

import pytest

from companion.core.registry import find_games
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver, Size
from companion.ui.app.tableside import TablesideApp
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, SMALL, TABLET, keep_settings
from tests.ui.evening_walk import Walk
from tests.ui.looks import cut
from tests.ui.targets import all_too_small

pytestmark = [pytest.mark.touch, pytest.mark.slow]

SIGHTS = {"small phone": (SMALL, 200), "turned phone": (LANDSCAPE, 200), "tablet": (TABLET, 100)}


@sampled(("size", "letters"), SIGHTS.values(), ids=SIGHTS)
def test_from_the_first_start_to_the_last_play_cleared_away(tmp_path: Path, size: Size, letters: int) -> None:
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
        Walk(drive, look).library()
    finally:
        drive.stop()
    assert not found, "\n".join(found)
    assert steps[0] == "welcome" and steps[-1] == "history-at-the-end"
    assert "tonight" in steps and len(steps) > 44

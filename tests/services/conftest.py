"""An evening with its own file and a stopped clock."""

from pathlib import Path

import pytest

from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.services.evenings import GAMES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tableside.sqlite3"


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def library(path: Path, clock: SetClock) -> Library:
    return Library(open_store(path), GAMES, clock)

"""Plays of the orchard in a separate store."""

from pathlib import Path

from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import PATIENCE, open_store
from companion.testing.recording import SetClock
from tests.toys.orchard import game as orchard

NO_MARKET = Setup(people("Ana", "Ben", "Cleo"), {"market": False})


def library(path: Path, patience: float = PATIENCE) -> Library:
    return Library(open_store(path, patience), {"orchard": orchard}, SetClock())


def picked(path: Path) -> OpenPlay:
    """With the weather rolled and one apple picked: two records."""
    opened = library(path).start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    opened.answer("Pick/0", "done")
    return opened

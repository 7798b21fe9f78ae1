"""Plays of the orchard in a separate store."""

from __future__ import annotations

from pathlib import Path

from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.open_play import OpenPlay
from companion.services.ports.recording import SetClock
from companion.services.store import open_store
from tests.toys.orchard import game as orchard

NO_MARKET = Setup(people("Ana", "Ben", "Cleo"), {"market": False})


def evening(path: Path) -> Evening:
    return Evening(open_store(path), {"orchard": orchard}, SetClock())


def picked(path: Path) -> OpenPlay:
    """With the weather rolled and one apple picked: two records."""
    opened = evening(path).start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    opened.answer("Pick/0", "done")
    return opened

"""Memory is swept between two taps, never while an answer is shown, and is Python's own business again afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from companion.ui.idle import HUSH, idle
from companion.ui.sweep import WORTH
from tests.ui.conftest import Start
from tests.ui.toy import toy


class Knot:
    """Garbage that only a sweep frees."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def swept() -> Iterator[list[int]]:
    """The generations that were swept, one by one."""
    seen: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop":
            seen.append(info["generation"])
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def test_what_was_left_behind_is_swept_in_an_idle_moment(start: Start, swept: list[int]) -> None:
    drive = start(games=[toy()])
    drive.advance(2)
    swept.clear()
    left = [Knot() for _ in range(WORTH)]
    assert swept == []
    left.clear()
    drive.advance(0.5)
    assert swept == [2]


def test_no_sweep_while_an_answer_is_shown(start: Start, swept: list[int]) -> None:
    drive = start(games=[toy()])
    drive.advance(2)
    swept.clear()
    kept = [Knot() for _ in range(WORTH)]
    for _ in range(20):  # a quick table
        idle.hush()
        drive.advance(frames=2)
    assert HUSH > 2 / 30 and swept == [] and kept
    drive.advance(0.5)
    assert swept == [2]


def test_afterwards_python_sweeps_as_before(start: Start) -> None:
    before = gc.get_threshold()
    drive = start(games=[toy()])
    assert gc.get_threshold() != before and gc.get_freeze_count() > 0
    drive.stop()
    assert gc.get_threshold() == before and gc.get_freeze_count() == 0
    drive.start()  # the fixture stops it

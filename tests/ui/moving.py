"""Count the frames in which something moves; zero means nobody saw it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from companion.touches.driver import AppDriver


def record(drive: AppDriver, look: Callable[[], Any]) -> list[Any]:
    """Record what `look` sees after every frame."""
    frames: list[Any] = []
    step = drive.step

    def step_and_look() -> None:
        step()
        frames.append(look())

    drive.step = step_and_look  # type: ignore[method-assign]
    return frames


def moved(frames: list[Any]) -> int:
    return sum(first != second for first, second in pairwise(frames))

"""A whole evening at a desk, by mouse, on full HD and on 4K; its pictures are looked at by people.

`TABLESIDE_DESK=1` plays it: without a graphics chip, frames of that size are too slow on a busy machine.
"""

import os
from pathlib import Path

import pytest

from tests.mouse.desk import Desk, missing
from tests.mouse.evening import Evening

pytestmark = [
    pytest.mark.slow, pytest.mark.thorough,
    pytest.mark.skipif("TABLESIDE_DESK" not in os.environ, reason="TABLESIDE_DESK=1 plays it, for minutes."),
    pytest.mark.skipif(bool(missing()),
                       reason="There is no X server to play in (Debian: apt-get install -y xvfb xdotool)."),
]


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)], ids=["full HD", "4K"])
def test_from_the_first_start_to_tonight(tmp_path: Path, size: tuple[int, int]) -> None:
    """In full screen: everything grows with the screen, and the mouse still finds it."""
    steps: list[str] = []
    desk = Desk(tmp_path, *size)
    try:
        desk.start()
        desk.full_screen()
        Evening(desk, steps.append).walk()
        window = desk.seen()[0]
        assert (window["wide"], window["high"]) == size and steps[-1] == "tonight"
        assert desk.close() == 0
    finally:
        desk.end()

"""A whole evening at a desk, by mouse, on full HD; its pictures are looked at by people.

`TABLESIDE_DESK=4K` also plays it on 4K, where a frame drawn without a graphics chip takes long.
"""

import os
from pathlib import Path

import pytest

from tests.mouse.desk import Desk, missing
from tests.mouse.evening import Evening

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.skipif(
    bool(missing()), reason="There is no X server to play in (Debian: apt-get install -y xvfb xdotool).")]


SIZES = {"full HD": (1920, 1080), "4K": (3840, 2160)}
PLAYED = [name for name in SIZES if name in ("full HD", os.environ.get("TABLESIDE_DESK"))]


@pytest.mark.parametrize("size", [SIZES[name] for name in PLAYED], ids=PLAYED)
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

"""In full screen everything grows with the screen, not only the picture; a window is as before."""

from dataclasses import replace

import pytest
from kivy.core.window import Window
from kivy.metrics import Metrics, dp

from companion.core.setup import Setup, people
from companion.games.windmill import game as windmill
from companion.testing.recording import recording_machine
from tests.ui.conftest import Start

pytestmark = [pytest.mark.touch, pytest.mark.thorough]


@pytest.mark.parametrize(("size", "scale"), [((1920, 1080), 1.35), ((1280, 800), 1.0)])
def test_discs_and_words_grow_in_full_screen(start: Start, size: tuple[int, int], scale: float) -> None:
    ports = replace(recording_machine(), is_phone=False)
    drive = start(games=[windmill], size=size, ports=ports, library=False)
    drive.app.go("table", opened=drive.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo"))))
    drive.advance(0.5)
    page = drive.app.page
    before = page.bar.menu.height, page.panel.headline.px
    try:
        Window.fullscreen = "auto"
        drive.advance(frames=2)
        drive.resize(size)  # this screen has 1024 x 768
        drive.advance(0.5)
        page = drive.app.page
        assert (page.bar.menu.height, page.panel.headline.px) == pytest.approx(
            (before[0] * scale, before[1] * scale), abs=1)
        assert dp(100) == pytest.approx(100 * scale)
    finally:
        Window.fullscreen = False
    drive.advance(0.3)
    assert drive.app.page.bar.menu.height == before[0] and Metrics.density == 1.0

"""A whole evening at a desk, by mouse: from the first start to Tonight, on a screen of 1920 x 1080."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mouse.desk import Desk, missing
from tests.mouse.test_desk import set_up

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.skipif(
    bool(missing()), reason="There is no X server to play in (Debian: apt-get install -y xvfb xdotool).")]

SCREEN = 1920, 1080
WAYS_ON = ("Right card", "Card is down", "Start")
MOST = 60  # clicks in a play of three


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, *SCREEN)
    try:
        made.start()
        yield made
    finally:
        made.end()


def play_on(desk: Desk) -> None:
    """Every guess is right, until the play is over."""
    for _ in range(MOST):
        texts = desk.wait_for(lambda seen: {one["text"] for one in seen if one["text"] in (*WAYS_ON, "Play again")
                                            and not one["disabled"]}, "a question or the end")
        if "Play again" in texts:
            return
        before = desk.texts()
        desk.click(next(one for one in WAYS_ON if one in texts))
        desk.wait_for(lambda _, before=before: desk.texts() != before, "what comes next")
    raise AssertionError("the play never ended")


def test_an_evening_by_mouse_from_the_first_start_to_tonight(desk: Desk) -> None:
    """Windmill in a window as large as the screen; each of three guesses right three times."""
    set_up(desk)
    desk.says("Start")
    desk.tool("windowmove", desk.window, "0", "0")
    desk.resize(*SCREEN)
    play_on(desk)
    desk.key("Escape")
    desk.click("Tonight: Windmill")
    desk.says("Ana, Ben and Cleo share the victory")
    desk.key("Escape")
    desk.says("Tonight: Windmill")
    assert desk.close() == 0

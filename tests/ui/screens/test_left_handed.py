"""*Left-handed*: on pages with a panel beside a picture, the panel and its main button are on the left."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.services.open_play import OpenPlay
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from tests.ui.conftest import LANDSCAPE, NAMES, TABLET, Start

pytestmark = [pytest.mark.touch, pytest.mark.thorough]
CAMERA = 40

Sides = tuple[Any, Any, Any, Any]
"""A page's panel, a part as wide as its picture, its main button, and the button beside that or None."""


def open_table(driver: AppDriver, opened: OpenPlay) -> Sides:
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    page = driver.app.page
    second, main = page.panel.row.buttons
    return page.panel, page.stage, main, second


def open_fix(driver: AppDriver, opened: OpenPlay) -> Sides:
    driver.app.go("fix", opened=opened)
    driver.advance(0.5)
    page = driver.app.page
    page.set_to("seats.0.points", 1)
    driver.advance(0.2)
    return page.panel, page.stage, page.main, page.put_back


def open_new_play(driver: AppDriver, _: OpenPlay) -> Sides:
    driver.app.go("new_play", game="windmill")
    driver.advance(0.5)
    page = driver.app.page
    return page.ground, page.picture, page.start, None


def open_result(driver: AppDriver, opened: OpenPlay) -> Sides:
    opened.end(True, 0)
    driver.app.go("result", opened=opened)
    driver.advance(0.5)
    page = driver.app.page
    again = next(one for one in page.foot.parts if one is not page.told)
    return page.ground, page.picture, again, page.told


def open_editor(driver: AppDriver, _: OpenPlay) -> Sides:
    driver.app.go(windward.boxes.editor, box=None, game="windward")
    driver.advance(0.5)
    page = driver.app.page
    clear, save = page.row.buttons
    return page.ground, page.bar, save, clear


PAGES: dict[str, Callable[[AppDriver, OpenPlay], Sides]] = {
    "table": open_table, "fix": open_fix, "new play": open_new_play,
    "result": open_result, "editor": open_editor}


def begin(start: Start, size: tuple[int, int], left_handed: bool,
          camera: int = 0) -> tuple[AppDriver, OpenPlay]:
    ports = recording_machine()
    ports.insets.edges = (camera, 0, camera, 0)
    driver = start(games=[windmill, windward], library=False, size=size, ports=ports,
                   settings={"left_handed": left_handed})
    opened = driver.app.library.start("windmill", Setup(people(*NAMES[:3])))
    opened.answer("Oldest/table", 0)
    return driver, opened


@pytest.mark.parametrize("left_handed", [False, True], ids=["right", "left"])
@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["tablet", "landscape"])
@pytest.mark.parametrize("page", PAGES)
def test_the_panel_is_on_the_side_of_the_hand(start: Start, page: str, size: tuple[int, int],
                                              left_handed: bool) -> None:
    panel, picture, main, other = PAGES[page](*begin(start, size, left_handed))
    assert panel.width + picture.width == pytest.approx(size[0], abs=2)
    if left_handed:
        assert panel.x == 0 and picture.x == pytest.approx(panel.right, abs=2)
    else:
        assert picture.x == 0 and panel.right == pytest.approx(size[0], abs=2)
    assert panel.x <= main.x and main.right <= panel.right
    if other is not None:
        assert (main.x < other.x) == left_handed


@pytest.mark.parametrize("left_handed", [False, True], ids=["right", "left"])
@pytest.mark.parametrize("page", PAGES)
def test_a_camera_covers_the_ground_but_no_button(start: Start, page: str, left_handed: bool) -> None:
    driver, opened = begin(start, LANDSCAPE, left_handed, CAMERA)
    panel, _, main, other = PAGES[page](driver, opened)
    edge = panel.x if left_handed else panel.right
    assert edge == pytest.approx(0 if left_handed else LANDSCAPE[0], abs=2)
    for button in (main, other or main, *getattr(driver.app.page, "discs", ())):
        assert button.x >= CAMERA and button.right <= LANDSCAPE[0] - CAMERA


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE, (800, 600)], ids=["tablet", "landscape", "window"])
def test_every_panel_is_as_wide_as_the_one_at_the_table(start: Start, size: tuple[int, int]) -> None:
    """So that nothing jumps between the table and *Fix something*."""
    driver, opened = begin(start, size, left_handed=False)
    widths = {page: round(show(driver, opened)[0].width) for page, show in PAGES.items()}
    assert set(widths.values()) == {widths["table"]}

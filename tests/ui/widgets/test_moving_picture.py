"""Children that are drawn into a picture of their own."""

from typing import Any

import pytest
from kivy.core.window import Window
from kivy.graphics import Callback
from kivy.uix.widget import Widget

from companion.games.windmill import game as windmill
from companion.ui.speed.moving_picture import MovingPicture
from companion.ui.theme import tokens
from companion.ui.widgets.base.part import Box
from tests.ui.conftest import Start

pytestmark = pytest.mark.touch

GROUND = tokens.rgba("#203040")


@pytest.fixture
def kept(start: Start) -> Any:
    driver = start(games=[windmill])
    made = MovingPicture(GROUND, size_hint=(None, None), pos=(40, 60), size=(200, 100))
    driver.app.layers.add_widget(made)
    driver.advance(frames=2)
    return driver, made


def test_what_has_not_changed_is_not_drawn_again(kept: Any) -> None:
    driver, made = kept
    drawn: list[int] = []
    child = Widget(size_hint=(None, None), pos=(50, 70), size=(20, 20))
    box = Box(child, tokens.rgba("#FF0000"), 0.0)
    with child.canvas:
        Callback(lambda _: drawn.append(1))
    made.add_widget(child)

    def frames() -> int:
        before = len(drawn)
        for _ in range(3):
            driver.advance(frames=1)
            Window.dispatch("on_draw")
        return len(drawn) - before

    assert frames() >= 1
    assert frames() == 0, "only the picture is shown"
    box.fill(tokens.rgba("#00FF00"))
    assert frames() == 1
    assert driver.picture().getpixel((60, driver.size[1] - 80)) == (0, 255, 0)


def test_a_picture_stands_where_its_children_are_and_goes_with_them(kept: Any) -> None:
    driver, made = kept
    child = Widget(size_hint=(None, None), pos=(100, 100), size=(30, 30))
    Box(child, tokens.rgba("#FF0000"), 0.0)
    made.add_widget(child)
    high = driver.size[1]
    assert driver.picture().getpixel((115, high - 115)) == (255, 0, 0)
    made.pos, made.size, child.pos = (80, 200), (90.5, 40.25), (120, 205)
    picture = driver.picture()
    assert picture.getpixel((135, high - 220)) == (255, 0, 0)
    assert picture.getpixel((115, high - 115)) != (255, 0, 0)
    made.remove_widget(child)
    assert driver.picture().getpixel((135, high - 220)) != (255, 0, 0)


def test_room_that_was_made_in_advance_is_used(kept: Any) -> None:
    driver, made = kept
    child = Widget(size_hint=(None, None), pos=(100, 100), size=(30, 30))
    Box(child, tokens.rgba("#FF0000"), 0.0)
    made.add_widget(child)
    made.make_room(200, 300)
    buffer, high = made.buffer.size, driver.size[1]
    assert buffer[1] >= 300
    assert driver.picture().getpixel((115, high - 115)) == (255, 0, 0), "it is drawn again in the new one"
    made.size = (200, 290)
    assert made.buffer.size == buffer, "a new one would take a whole frame"
    assert driver.picture().getpixel((115, high - 115)) == (255, 0, 0)
    made.size = (200, 40)
    assert made.buffer.size == buffer, "the next question may be a high one again"


@pytest.mark.thorough
def test_its_lower_part_comes_in_without_being_drawn_again(kept: Any) -> None:
    driver, made = kept
    drawn: list[int] = []
    child = Widget(size_hint=(None, None), pos=(50, 90), size=(20, 20))
    Box(child, tokens.rgba("#FF0000"), 0.0)
    with child.canvas:
        Callback(lambda _: drawn.append(1))
    made.add_widget(child)
    high = driver.size[1]
    driver.picture()
    before = len(drawn)
    made.lower, made.rise = 60, 20
    picture = driver.picture()
    assert picture.getpixel((60, high - 75)) == (255, 0, 0), "twenty lower"
    assert picture.getpixel((60, high - 105)) == (32, 48, 64), "where it was is the ground"
    made.rise = 0
    assert driver.picture().getpixel((60, high - 100)) == (255, 0, 0)
    assert len(drawn) == before


@pytest.mark.thorough
def test_its_buffer_stays_while_it_fits_and_nothing_outside_of_its_place_is_shown(kept: Any) -> None:
    driver, made = kept
    child = Widget(size_hint=(None, None), pos=(40, 60), size=(200, 100))
    Box(child, tokens.rgba("#FF0000"), 0.0)
    made.add_widget(child)
    buffer, high = tuple(made.buffer.size), driver.size[1]
    assert driver.picture().getpixel((238, high - 158)) == (255, 0, 0)
    for width, height in ((180, 90), (210, 120), (200, 80)):
        made.size = (width, height)
        picture = driver.picture()
        assert tuple(made.buffer.size) == buffer
        inside = picture.getpixel((100, high - 58 - min(100, height)))
        above = picture.getpixel((100, high - 164))
        assert inside == (255, 0, 0) and above != (255, 0, 0)
        right = picture.getpixel((40 + width + 3, high - 100))
        assert right != (255, 0, 0), f"cut at {width}"
    made.size = (600, 500)
    assert made.buffer.size[0] >= 600 and made.buffer.size[1] >= 500
    made.size = (30, 20)
    assert tuple(made.buffer.size) == (128, 128), "far too wide: the window has changed, so all is given back"

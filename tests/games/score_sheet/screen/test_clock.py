"""The clock of a round stands in the bar: it covers no cell, however small the phone and large the letters."""

from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.games.score_sheet import game
from companion.games.score_sheet.sheet import Sheet
from companion.touches.driver import AppDriver, Size
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.hands import Hands
from tests.ui.targets import all_too_small

SIGHTS = {"small 200": (SMALL, 200), "landscape 200": (LANDSCAPE, 200), "tablet": (TABLET, 100)}


def timed(start: Start, size: Size, text: int) -> AppDriver:
    """Four people in the second round, a minute for each round."""
    drive = start(games=[game], size=size, settings={"text_size": text})
    sheet = Sheet("Hearts", wins="low", clock=60).to_json()
    opened = drive.app.library.start("score_sheet", Setup(people("Ana", "Ben", "Cleo", "Dev"), {}, sheet))
    for seat, number in enumerate((3, 13, 0, 10)):
        opened.answer(f"Score/{seat}", number)
    drive.app.go("table", opened=opened)
    drive.advance(0.6)
    return drive


def box(one: Any) -> tuple[float, float, float, float]:
    return (*one.to_window(one.x, one.y), *one.to_window(one.right, one.top))


def overlap(one: Any, two: Any) -> bool:
    (left, low, right, high), (left2, low2, right2, high2) = box(one), box(two)
    return min(right, right2) - max(left, left2) > 1 and min(high, high2) - max(low, low2) > 1


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "text"), SIGHTS.values(), ids=SIGHTS)
def test_it_covers_neither_a_cell_nor_a_button(start: Start, size: Size, text: int) -> None:
    drive = timed(start, size, text)
    page = drive.app.page
    ring, bar, sheet = page.bar.clock, page.bar, page.stage.sheet
    for other in (sheet, page.panel, page.echo, bar.pill, bar.leave, bar.undo, bar.redo, bar.menu):
        assert not other.opacity or not overlap(ring, other), f"the clock lies on {type(other).__name__}"
    low = sheet.row_y(sheet.rows - 1) - sheet.high / 2 - sheet.totals
    assert low >= sheet.room.y - 1, "the last row of the sheet is whole"
    assert not all_too_small()


def test_a_tap_starts_it_another_pauses_and_the_menu_gives_ten_seconds_more(start: Start) -> None:
    drive = timed(start, SMALL, 100)
    hands, ring = Hands(drive), drive.app.page.bar.clock
    assert ring.text == "60"
    drive.advance(3)
    assert ring.text == "60", "it waits for a tap"
    hands.touch(ring)
    drive.advance(20)
    left = int(ring.text)
    assert 39 <= left <= 41
    hands.menu("Ten more seconds")
    assert int(ring.text) == pytest.approx(left + 10, abs=2)
    hands.touch(ring)
    paused = ring.text
    drive.advance(5)
    assert ring.text == paused


@pytest.mark.thorough
def test_the_next_round_has_a_clock_of_its_own(start: Start) -> None:
    drive = timed(start, PHONE, 100)
    hands, first = Hands(drive), drive.app.page.bar.clock
    hands.touch(first)
    drive.advance(20)
    for _ in range(4):
        hands.give(5)
    drive.advance(0.6)
    second = drive.app.page.bar.clock
    assert second.text == "60" and len(drive.all(cls=type(second))) == 1

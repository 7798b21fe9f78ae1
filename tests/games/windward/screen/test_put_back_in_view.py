"""After a solo night is undone, a line to put back is in view on every page, and so is the unfolded list."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.windward import game
from companion.touches.driver import Size
from companion.ui.table.by_hand import HandRow
from companion.ui.widgets.base.part import is_within
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.hands import Hands, tap_twice

pytestmark = [pytest.mark.touch, pytest.mark.slow, pytest.mark.thorough]

SIZES = [(SMALL, 100), (PHONE, 100), (LANDSCAPE, 100), (TABLET, 100),
         (SMALL, 200), (PHONE, 200), (LANDSCAPE, 200)]
NAMED = [f"{size[0]}x{size[1]} {text}" for size, text in SIZES]
EVENING = [("Layout/table", list("ABCDEF")), ("Wind/table", [2]), ("Ready/table", "done")]
PLACED = [("captains.0.morale", 3), ("captains.0.cannons", 3), ("captains.0.ship", "2,0")]


def undone_night(at_table: Start, size: Size, text_size: int) -> Hands:
    """A captain alone, back before the night in which six Reds flew."""
    drive = at_table(game, players=1, options={"mode": "solo"}, size=size, settings={"text_size": text_size})
    opened = drive.app.page.controller.opened
    for key, answer in EVENING:
        opened.answer(key, answer)
    opened.play.fix(PLACED)
    for key, answer in (("EndTurn/0", "done"), ("CardOrMorale/0", "morale")):
        opened.answer(key, answer)
    night = next(one for one in opened.play.open() if type(one).__name__ == "AllFly")
    opened.answer(night.key(), night.draft(opened.play.table).answer())
    drive.advance(0.3)
    opened.undo()
    drive.advance(0.6)
    return Hands(drive)


def in_view(hands: Hands, row: Any) -> bool:
    scroll, (x, y) = hands.page.panel.scroll, row.to_window(*row.pos)
    low, high = (scroll.y, scroll.top) if is_within(row, scroll) else (0, hands.page.panel.top)
    wide = hands.drive.app.layers.width
    return (low - 1 <= y and y + row.height <= high + 1 and x >= 0 and x + row.width <= wide
            and row.opacity > 0)


def pages(hands: Hands) -> Iterator[str]:
    """The night, what came before it, and every question of the turn: the pages that an undo leads to."""
    for _ in range(3):
        opened = hands.page.controller.opened
        for question in opened.play.open():
            hands.page.want(question.key())
            hands.drive.advance(0.5)
            yield type(question).__name__
        opened.undo()
        hands.drive.advance(0.5)


@pytest.mark.parametrize(("size", "text_size"), SIZES, ids=NAMED)
def test_a_line_is_in_view_on_every_page(at_table: Start, size: Size, text_size: int) -> None:
    hands = undone_night(at_table, size, text_size)
    drive, seen, faults = hands.drive, set[str](), list[str]()
    for kind in pages(hands):
        card = hands.page.panel.hand
        card.unfolded = False
        hands.page.refresh()
        drive.advance(0.4)
        lines, rows = card.card.lines, drive.all(cls=HandRow)
        assert len(lines) >= 6, kind
        seen.add(kind)
        title = drive.find("To move back")
        if not in_view(hands, title) or not in_view(hands, (rows or [title])[0]):
            faults.append(f"{kind}: no line is in view")
        if rows and title.to_window(*title.pos)[1] < rows[0].to_window(*rows[0].pos)[1]:
            faults.append(f"{kind}: the title is below its line")
        if not rows and text_size == 100:
            faults.append(f"{kind}: only big text folds the card down to its title")
        if hands.page.echo.opacity or hands.page.panel.foot is not None:
            faults.append(f"{kind}: the echo says the same")
        if card.more.parent is not None:
            hands.touch(card.more)
            drive.advance(0.5)
            rows = drive.all(cls=HandRow)
            if len(rows) != len(lines) or not in_view(hands, rows[0]):
                faults.append(f"{kind}: the unfolded list is not in view")
    assert not faults, faults
    assert seen >= {"AllFly", "CardOrMorale", "Sail"}, seen


@pytest.mark.parametrize("size", [SMALL, PHONE, LANDSCAPE], ids=["small", "phone", "landscape"])
def test_the_seats_neither_come_nor_go_when_the_list_unfolds(at_table: Start, size: Size) -> None:
    hands = undone_night(at_table, size, 100)
    for kind in pages(hands):
        card = hands.page.panel.hand
        card.unfolded = False
        hands.page.refresh()
        hands.drive.advance(0.4)
        if card.more.parent is None:
            continue
        seats = hands.page.panel.shows_strip
        hands.touch(card.more)
        hands.drive.advance(0.5)
        assert hands.page.panel.shows_strip == seats, kind


@pytest.mark.parametrize(("size", "text_size"), [(SMALL, 100), (LANDSCAPE, 100), (SMALL, 200)])
@pytest.mark.parametrize("frames", [2, 8])
def test_a_double_tap_on_more_only_unfolds_the_list(
        at_table: Start, size: Size, text_size: int, frames: int) -> None:
    """Redo comes to the place where '5 more' was."""
    hands = undone_night(at_table, size, text_size)
    card, before = hands.page.panel.hand, len(hands.play.log)
    tap_twice(hands.drive, card.more, frames)
    assert card.unfolded and len(hands.play.log) == before and hands.drive.app.visits[-1].name == "table"


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
def test_a_tick_keeps_the_panel_in_place(at_table: Start, size: Size) -> None:
    """Only the last one lets the question have the room of the list."""
    hands = undone_night(at_table, size, 100)
    panel, heights = hands.page.panel, list[float]()
    for line in hands.page.controller.hand.lines:
        heights.append(panel.height)
        seats = panel.shows_strip
        hands.page.controller.tick_hand(line)
        hands.drive.advance(0.5)
        assert panel.shows_strip == seats or not hands.page.controller.hand.lines
    assert len(heights) == 6 and len(set(heights)) == 1 and panel.height <= heights[0]

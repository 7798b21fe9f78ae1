"""The board of a guest's page: tapped, zoomed, moved about by keys, and read out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.web.here import TableHere
from tests.web.table import Guest
from tests.web.test_app import LIT_IN_SIGHT

VIEW = "document.querySelector('.board-art').getAttribute('viewBox').split(' ').map(Number)"


def sailing(table: TableHere) -> None:
    """Up to a question with many spaces."""
    def go() -> None:
        opened, rng = table.serving.table.opened, Random(5)
        for _ in range(200):
            asked = next(one for one in opened.play.open() if one.possible(opened.play.table))
            if asked.kind == "place" and len(list(asked.choices(opened.play.table))) > 4:
                return
            opened.answer(asked.key(), asked.random_answer(opened.play.table, rng))
    table.call(go)


@pytest.fixture
def ana(serve: Any, phone: Any) -> Guest:
    table = serve("windward", "Ana", mode="solo")
    sailing(table)
    guest: Guest = phone(table, "Ana")
    guest.page.locator(".lit").first.wait_for()
    return guest


def test_a_lit_space_is_tapped_and_another_tells_what_lies_there(ana: Guest) -> None:
    assert ana.page.locator(".answers .answer").count() == 0, "the list is folded"
    ana.page.locator(".zoom button").nth(1).tap()
    ana.page.locator(".zoom button").nth(1).tap()
    box = ana.page.locator(".spot.hex").first.bounding_box()
    assert box is not None
    ana.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "Port" in ana.page.locator(".spot-told").inner_text(), "the first spot is the Post"
    before = ana.page.evaluate("S.epoch")
    ana.page.touchscreen.tap(*ana.page.evaluate(LIT_IN_SIGHT))
    ana.until(f"S.epoch !== '{before}' || document.querySelector('.lit.on') !== null")


def test_keys_zoom_move_and_answer(ana: Guest) -> None:
    ana.page.locator(".lit").first.focus()
    ana.page.keyboard.press("0")
    whole = ana.page.evaluate(VIEW)
    ana.page.keyboard.press("+")
    assert ana.page.evaluate(VIEW)[2] < whole[2]
    ana.page.keyboard.press("0")
    assert ana.page.evaluate(VIEW) == whole
    name = "document.activeElement.getAttribute('aria-label')"
    names = [ana.page.evaluate(name)]
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        ana.page.keyboard.press(key)
        names.append(ana.page.evaluate(name))
    assert len(set(names)) > 1 and all(names), "from one lit space to the next"
    assert ana.page.locator(".lit[tabindex='0']").count() == 1
    before = ana.page.evaluate("S.epoch")
    ana.page.keyboard.press("Enter")
    ana.until(f"S.epoch !== '{before}' || document.querySelector('.lit.on') !== null")


def test_two_fingers_zoom_and_one_moves_the_board(ana: Guest) -> None:
    ana.page.locator(".lit").first.focus()
    ana.page.keyboard.press("0")
    whole = ana.page.evaluate(VIEW)
    ana.page.evaluate("""() => { const host = document.querySelector('.board');
        const at = (type, pointerId, clientX, clientY) => host.dispatchEvent(
            new PointerEvent(type, {pointerId, clientX, clientY}));
        at('pointerdown', 1, 150, 200); at('pointerdown', 2, 250, 200); at('pointermove', 2, 350, 200);
        at('pointerup', 2, 350, 200); at('pointermove', 1, 120, 200); at('pointerup', 1, 120, 200); }""")
    near = ana.page.evaluate(VIEW)
    assert near[2] < whole[2] * 0.6, "twice as near"


def test_a_screen_reader_hears_every_piece_and_its_space(ana: Guest) -> None:
    lines = ana.page.locator(".board ul.sr li").all_inner_texts()
    assert any(line.startswith("Ana's ship: ") for line in lines)
    assert len(lines) == ana.page.evaluate("S.table.board.pieces.length")

"""*Fix something* on the host's page: on the board and in the list, before it counts and after."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sampling import sampled
from tests.web.table import Guest

pytestmark = pytest.mark.slow


def open_fix(host: Guest) -> None:
    host.tap("Host")
    host.tap("Fix something")
    host.page.locator("[data-does=fix]").wait_for()


def change_step(host: Guest) -> None:
    open_fix(host)
    host.press(host.page.locator(".row", has_text="Step").get_by_role("button", name="More:"))
    host.sees("1 thing changed")


def tap_spot(host: Guest, key: str) -> None:
    """Where that spot of the board is on the screen."""
    x, y = host.page.evaluate("""(key) => { const lit = [...document.querySelectorAll(".lit")];
        const one = lit.find((each) => each.getAttribute("aria-label") === key).getBoundingClientRect();
        return [one.x + one.width / 2, one.y + one.height / 2]; }""", key)
    host.page.mouse.click(x, y)


def space_of(host: Guest, piece: str) -> Any:
    return host.page.evaluate("(key) => S.table.board.pieces.find((one) => one.key === key).space", piece)


@sampled("browser", ["chromium", "firefox"], indirect=True)
def test_a_piece_is_moved_by_a_tap_on_it_and_one_on_its_space(serve, phone, browser: Any) -> None:
    table = serve("windmill", "Ana", "Ben", "Cleo")
    table.call(lambda: table.serving.table.opened.correct("seats.1.points", 5))
    ana = phone(table, "Ana")
    ana.until("S.table.board.pieces.some((one) => one.key === 'pawn1' && one.space == 5)")
    before = ana.page.evaluate("S.epoch")
    open_fix(ana)
    tap_spot(ana, "5")
    ana.page.locator("h1", has_text="Ben's points").wait_for()
    tap_spot(ana, "9")
    ana.page.locator(".head .changed", has_text="1 thing changed").wait_for()
    assert str(space_of(ana, "pawn1")) == "5" and ana.page.evaluate("S.epoch") == before, "only shown so far"
    ana.tap("Set 1 and go on")
    ana.until("S.table.board.pieces.some((one) => one.key === 'pawn1' && one.space == 9)")
    ana.page.locator("[data-does=fix]").wait_for(state="detached")
    assert ana.errors == []


@pytest.mark.thorough
def test_the_list_is_searched_and_a_change_is_taken_back_before_it_counts(serve, phone) -> None:
    table = serve("windward", "Ana", "Ben", "Cleo")
    table.next_play(5, 40)
    ana = phone(table, "Ana")
    open_fix(ana)
    ana.page.locator("[type=search]").fill("cards ANA hand")
    ana.press(ana.page.locator(".row", has_text="Ana's cards in hand").get_by_role("button", name="More:"))
    ana.page.locator(".head .changed", has_text="1 thing changed").wait_for()
    ana.press(ana.page.locator(".bar").get_by_role("button", name="Undo"))
    ana.page.locator(".head .changed", has_text="1 thing changed").wait_for(state="detached")
    ana.tap("It matches")
    ana.page.locator("[data-does=fix]").wait_for(state="detached")
    assert ana.errors == []


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 360])
def test_its_foot_covers_no_search_with_big_text(serve, phone, width: int) -> None:
    table = serve("story", "Ana", "Ben", "Cleo", "Dev", "Eva", "Finn")
    host = phone(table, "Ana", viewport={"width": width, "height": 640})
    host.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    open_fix(host)
    (search,), (button,) = host.boxes("main [type=search]"), host.boxes(".foot .button")
    assert search["bottom"] <= button["top"] <= 640 - button["height"]


@pytest.mark.thorough
def test_closing_asks_before_it_drops_changes(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    change_step(ana)
    ana.press(ana.page.locator(".bar").get_by_role("button", name="Close"))
    ana.tap("Discard")
    ana.page.locator("[data-does=fix]").wait_for(state="detached")
    open_fix(ana)
    assert ana.page.locator(".head .changed").inner_text() == ""


@pytest.mark.thorough
def test_the_table_moves_on_meanwhile_and_the_changes_stay(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    change_step(ana)
    before = ana.page.evaluate("S.epoch")
    table.call(lambda: table.serving.table.opened.correct("seats.1.points", 5))
    ana.until(f"S.epoch !== '{before}'")
    ana.tap("Set 1 and go on")
    ana.page.locator("[data-does=fix]").wait_for(state="detached")
    assert ana.errors == []


@pytest.mark.thorough
def test_a_finger_that_has_scrolled_does_not_hold_the_page_when_the_table_moves_on(serve, phone) -> None:
    """The page asked for the new table in the name of that touch, got nothing, and asked again at once."""
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    change_step(ana)
    before = ana.page.evaluate("S.epoch")
    ana.page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
    table.call(lambda: table.serving.table.opened.correct("seats.1.points", 5))
    ana.until(f"S.epoch !== '{before}'")
    ana.page.locator(".row", has_text="Ben's points").locator(".number", has_text="5").wait_for()
    ana.tap("Set 1 and go on")
    ana.page.locator("[data-does=fix]").wait_for(state="detached")
    assert ana.errors == []


@pytest.mark.thorough
def test_of_two_pieces_on_a_space_the_tapped_one_is_set_first(serve, phone) -> None:
    table = serve("windmill", "Ana", "Ben", "Cleo")
    table.call(lambda: table.serving.table.opened.play.fix([("seats.1.points", 5), ("seats.2.points", 5)]))
    ana = phone(table, "Ana")
    ana.until("S.table.board.pieces.filter((one) => one.space == 5).length === 2")
    open_fix(ana)
    x, y = ana.page.evaluate("""() => { const cleo = [...document.querySelectorAll(".piece")].find(
        (one) => one.textContent.includes("C")).getBoundingClientRect();
        return [cleo.x + cleo.width / 2, cleo.y + cleo.height / 2]; }""")
    for name in ("Cleo", "5", "Ben"):
        ana.page.mouse.click(x, y)
        ana.page.locator("h1", has_text=name).wait_for()
    assert ana.errors == []


@pytest.mark.thorough
def test_a_switch_goes_back_with_its_change(serve, phone) -> None:
    table = serve("windward", "Ana", "Ben", "Cleo")
    ana = phone(table, "Ana")
    open_fix(ana)
    ana.page.locator("summary").first.wait_for()
    ana.page.locator("main details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    switch = ana.page.locator("main input[role=switch]").first
    was = switch.is_checked()
    ana.press(switch)
    ana.sees("1 thing changed")
    assert switch.is_checked() != was
    ana.press(ana.page.locator(".bar").get_by_role("button", name="Undo"))
    ana.page.locator(".head .changed", has_text="1 thing changed").wait_for(state="detached")
    assert switch.is_checked() == was

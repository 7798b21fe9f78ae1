"""A plugin's form in the page: a grid and places that no built-in game draws, and all other kinds."""

from typing import Any

import pytest

from companion.core.boxes.edits import centres
from tests.toys.harbour import STARTER, HarbourGame
from tests.web.test_desk import boxes, choose, in_lobby

pytestmark = pytest.mark.slow


def test_every_kind_of_a_form_is_filled_in_on_the_page(serve: Any, phone: Any) -> None:
    table, host = in_lobby(serve, phone)
    table.call(lambda: table.serving.library.games.update(harbour=HarbourGame()))
    table.call(table.serving.server.handler.look)
    page = host.page
    choose(host, "Harbour")
    host.tap("Enter my own box")

    def section(name: str) -> None:
        page.locator("main .pill", has_text=name).first.tap()

    host.sees("Paint the sea.")
    page.locator(".pill", has_text="Reef").tap()
    page.get_by_role("button", name="Sea, 2/4").click()
    page.locator("label", has_text="The tide turns").locator("select").select_option("On")
    section("Docks")
    host.tap("My box matches")
    page.locator("main .key", has_text="South").tap()
    page.get_by_role("button", name="More: Rows").tap()
    section("Map")
    host.tap("Add a place")
    page.locator(".streets").click(position={"x": 150, "y": 40})
    page.locator("dialog input").fill("Ash Bay")
    page.locator("dialog .first").tap()
    page.get_by_role("button", name="Elm", exact=True).click()
    host.tap("Join")
    page.get_by_role("button", name="Ash Bay").click()
    page.get_by_role("button", name="Ash Bay").last.click()
    page.locator("label", has_text="Kind").locator("select").select_option("Cove")
    section("Cards")
    page.locator("label", has_text="Red").locator("select").select_option("Ash Bay")
    page.get_by_role("button", name="Add a card").last.tap()
    page.locator("summary", has_text="Tea").tap()
    page.get_by_placeholder("Name of the cargo").fill("Salt")
    page.locator("label", has_text="Heavy").locator("select").select_option("On")
    section("Rest")
    page.get_by_placeholder("Motto").fill("Sail on")
    for flag in ("red", "green"):
        page.locator("main .key", has_text=flag).tap()
    page.get_by_role("button", name="Two").tap()
    page.locator("main .key", has_text="5").tap()
    page.locator("main .key", has_text="4").tap()
    host.hears("Both are marked.")
    host.tap("Save this box")
    host.hears("Saved. It is used for the next play.")
    row, = boxes(table, "harbour")
    ports = row.box["ports"]
    assert ports[2]["id"] == "ash_bay" and ports[2]["kind"] == "cove"
    assert row.box == {
        **STARTER, "sea": ["...", "...R", "..."], "tide": True, "guessed": ["docks.South"],
        "docks": {"rows": 3, "tiles": {"North": ["..", "L.", ".."], "South": ["..", "..", ".."]}},
        "ports": ports,
        "lanes": [{"id": "ash_bay+elm", "ends": ["ash_bay", "elm"], "at": row.box["lanes"][0]["at"]}],
        "homes": {"red": "ash_bay"}, "routes": [["elm", "oak"]], "motto": "Sail on",
        "cargo": [{"name": "Salt", "worth": 2, "hold": 1, "heavy": True}], "order": ["green", "blue", "red"],
        "die": [0, 1, 0], "shoals": [2, 5]}


@pytest.mark.thorough
def test_a_box_older_than_its_form_is_filled_in_on_the_page(serve: Any, phone: Any) -> None:
    """It also has a face that the form doesn't name."""
    table, host = in_lobby(serve, phone)
    old = {**STARTER, "die": [7, 0, 1]}
    del old["shoals"], old["motto"], old["homes"]

    def save() -> None:
        table.serving.library.games.update(harbour=HarbourGame())
        table.serving.library.save_box("harbour", "Old", old)

    table.call(save)
    table.call(table.serving.server.handler.look)
    choose(host, "Harbour")
    host.tap("Edit")
    for name in ("Docks", "Map", "Cards", "Rest"):
        host.page.locator("main .pill", has_text=name).first.tap()
    host.page.locator("main .key", has_text="7").tap()
    host.page.locator("main .key", has_text="5").tap()
    host.tap("Save this box")
    host.hears("Saved. It is used for the next play.")
    row, = boxes(table, "harbour")
    assert row.box == {**STARTER, "die": [0, 0, 1], "shoals": [2, 5]}


@pytest.mark.thorough
def test_the_page_puts_cells_where_the_app_does(serve: Any, phone: Any) -> None:
    _, host = in_lobby(serve, phone)
    grids: list[tuple[Any, list[str]]] = [("square", ["..", "..."]), ("hex", ["..", "...", "..."]),
                                          ("hex", ["..", "..", ".."]), ("wedge", [".", "..", "..."])]
    for cells, rows in grids:
        found = host.page.evaluate(
            "([cells, rows]) => import('/host/box_grid.js').then((grid) => grid.cellsOf(cells, rows))",
            [cells, rows])
        drawn = {(one["row"], one["column"]): (one["x"], one["y"]) for one in found}
        assert drawn == {cell: pytest.approx(spot) for cell, spot in centres(cells, rows).items()}


@pytest.mark.thorough
def test_a_thing_held_in_one_list_is_not_swapped_in_another(serve: Any, phone: Any) -> None:
    _, host = in_lobby(serve, phone)
    page = host.page
    choose(host, "Windward")
    host.tap("Enter my own box")
    page.locator("main .pill", has_text="Post").first.tap()
    numbers = page.locator("main .key.six, main .keys.six").first.locator(".key")
    numbers.nth(2).tap()
    page.locator("main .pill", has_text="Ship").first.tap()
    crew = page.locator("main .keys.two .key")
    before = crew.all_inner_texts()
    assert page.locator("main .keys.two .key.on").count() == 0
    crew.nth(0).tap()
    page.locator("main .keys.two .key.on").wait_for()
    assert crew.all_inner_texts() == before
    crew.nth(1).tap()
    host.until(f"document.querySelector('main .keys.two .key').textContent === {before[1]!r}")
    assert host.errors == []


@pytest.mark.thorough
def test_a_place_that_an_undo_removes_is_not_joined(serve: Any, phone: Any) -> None:
    table, host = in_lobby(serve, phone)
    table.call(lambda: table.serving.library.games.update(harbour=HarbourGame()))
    table.call(table.serving.server.handler.look)
    page = host.page
    choose(host, "Harbour")
    host.tap("Enter my own box")
    page.locator("main .pill", has_text="Map").first.tap()
    host.tap("Add a place")
    page.locator(".streets").click(position={"x": 150, "y": 40})
    page.locator("dialog input").fill("Ash Bay")
    page.locator("dialog .first").tap()
    page.get_by_role("button", name="Ash Bay").click()
    host.tap("Join")
    host.tap("Undo")
    page.get_by_role("button", name="Elm", exact=True).click()
    page.locator(".streets .place.on").wait_for()
    assert host.errors == []

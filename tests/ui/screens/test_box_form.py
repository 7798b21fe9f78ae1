"""Every part of a form by touches, in the app's own editor: what the owner enters is in the saved box."""

from typing import Any

import pytest

from companion.touches.driver import AppDriver
from companion.ui.widgets.controls.entry import TextEntry
from tests.toys.harbour import STARTER, HarbourGame
from tests.ui.conftest import TABLET, Start

pytestmark = pytest.mark.touch


@pytest.fixture
def editor(start: Start) -> tuple[AppDriver, Any]:
    driver = start(games=[HarbourGame()])
    page: Any = driver.app.go("box_editor", box=None, game="harbour")
    driver.advance(0.5)
    return driver, page


def saved(driver: AppDriver) -> Any:
    driver.tap("Save")
    row, = driver.app.library.boxes("harbour")
    return row.box


def type_in(driver: AppDriver, words: str) -> None:
    driver.find(cls=TextEntry).typing.text = words
    driver.advance(0.3)


def test_a_grid_of_hexes_is_painted_in_one_stroke_and_undone(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Reef")
    grid = page.stage.grid
    driver.drag(grid.where((1, 0)), grid.where((1, 3)))
    assert page.draft.box["sea"] == ["...", "RRRR", "..."]
    driver.tap_at(*grid.where((1, 2)))  # the same brush again erases
    driver.tap("Land")
    driver.tap_at(*grid.where((0, 0)))
    driver.tap("The tide turns")
    assert saved(driver) == {**STARTER, "sea": ["L..", "RR.R", "..."], "tide": True}
    for _ in range(4):
        page.undo()
    assert page.draft.box == STARTER


def test_each_tile_of_a_grid_is_a_guess_until_it_is_touched(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Docks")
    assert driver.says("Only a guess so far")
    driver.tap("My box matches")
    assert page.draft.box["guessed"] == ["docks.South"]
    driver.tap("Mirror tile")
    driver.tap("South")
    driver.tap("Land")
    driver.tap_at(*page.stage.grid.where((1, 1)))
    box = page.draft.box
    assert box["guessed"] == [] and box["docks"]["tiles"] == {"North": ["..", ".L"], "South": ["..", ".L"]}
    driver.tap("Clear")
    assert page.draft.box["docks"]["tiles"]["South"] == ["..", ".."]


def test_resizing_a_grid_changes_every_tile(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Docks")
    page.stage.resize(3)
    tiles = {"North": ["..", "L.", ".."], "South": ["..", "..", ".."]}
    assert page.draft.box["docks"] == {"rows": 3, "tiles": tiles}
    assert page.stage.grid.where((2, 1))
    page.stage.resize(1)
    assert page.draft.box["docks"] == {"rows": 1, "tiles": {"North": [".."], "South": [".."]}}


def test_places_are_added_joined_dragged_and_removed(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Map")
    places = page.stage.map
    driver.tap("Add a place")
    assert driver.says("Where is it? Tap the map.")
    elm, oak = places.where("elm"), places.where("oak")
    driver.tap_at(oak[0], elm[1])
    driver.advance(0.5)
    type_in(driver, "Ash Bay")
    driver.tap("Save the name")
    driver.advance(0.5)
    ash = page.draft.box["ports"][-1]
    assert ash["id"] == "ash_bay" and ash["kind"] == "town"
    assert ash["at"] == pytest.approx([0.8, 0.3], abs=0.02)
    driver.tap_at(*elm)
    driver.tap("Cove")
    driver.tap("Join")
    assert driver.says("Which place does it lead to?")
    driver.tap_at(*oak)
    lane, = page.draft.box["lanes"]
    assert lane == {"id": "elm+oak", "ends": ["elm", "oak"], "at": [0.5, 0.5]}
    driver.tap_at(*elm)
    driver.tap("Join")
    driver.tap_at(*oak)
    assert len(page.draft.box["lanes"]) == 1 and driver.says("These two are joined already.")
    driver.drag(oak, places.where("elm+oak"))
    assert page.draft.box["ports"][1]["at"] == pytest.approx([0.5, 0.5], abs=0.02)
    driver.tap_at(*elm)
    driver.tap("Remove")
    box = saved(driver)
    assert [one["id"] for one in box["ports"]] == ["oak", "ash_bay"] and box["lanes"] == []


def test_removing_a_place_removes_the_cards_that_name_it(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    page.draft.take({**STARTER, "homes": {"red": "oak"}, "routes": [["elm", "oak"]]})
    driver.tap("Map")
    driver.tap_at(*page.stage.map.where("oak"))
    driver.tap("Remove")
    box = page.draft.box
    assert box["homes"] == {} and box["routes"] == [] and [one["id"] for one in box["ports"]] == ["elm"]


def test_going_back_puts_the_tool_away_first(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Map")
    driver.tap_at(*page.stage.map.where("elm"))
    driver.tap("Join")
    driver.app.back()
    driver.advance(0.3)
    assert driver.app.page is page and driver.says("Where are the ports?")
    driver.app.back()
    driver.advance(0.5)
    assert driver.app.page is not page


def test_a_card_has_a_field_of_each_kind(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Cards")
    driver.tap("Add a card")
    driver.advance(0.5)
    type_in(driver, "Salt")
    driver.tap("Aft")
    driver.tap("Heavy")
    driver.tap("Save this card")
    driver.advance(0.5)
    assert page.draft.box["cargo"][1] == {"name": "Salt", "worth": 1, "hold": 2, "heavy": True}
    assert driver.says("Worth: 1, Aft, Heavy")


def test_words_order_faces_and_marks(editor: tuple[AppDriver, Any]) -> None:
    driver, _ = editor
    driver.tap("Rest")
    type_in(driver, "Sail on")
    driver.tap("East")
    driver.tap("red")
    driver.tap("green")
    driver.tap("Two")
    driver.tap("Space 5")
    box = saved(driver)
    assert (box["motto"], box["wind"], box["order"]) == ("Sail on", "e", ["green", "blue", "red"])
    assert (box["die"], box["shoals"]) == ([0, 1, 0], [2, 5])
    assert driver.says("Both are marked.")


def test_a_mark_beyond_the_limit_is_refused(editor: tuple[AppDriver, Any]) -> None:
    driver, page = editor
    driver.tap("Rest")
    driver.tap("Space 5")
    driver.tap("Space 4")
    assert page.draft.box["shoals"] == [2, 5] and driver.says("Both are marked.")


def test_a_box_older_than_its_form_is_edited_with_the_starters_values(start: Start) -> None:
    driver = start(games=[HarbourGame()])
    old = {key: value for key, value in STARTER.items() if key not in ("motto", "homes", "shoals", "docks")}
    row, _ = driver.app.library.save_box("harbour", "Old", old)
    page: Any = driver.app.go("box_editor", box=row.id)
    driver.advance(0.5)
    for section in ("Sea", "Docks", "Map", "Cards", "Rest"):
        driver.tap(section)
    assert page.draft.box == STARTER
    page.paused()
    assert driver.app.library.boxes("harbour")[0].box == old, "a look at it changes nothing"
    driver.tap("Space 5")
    page.save()
    assert driver.app.library.boxes("harbour")[0].box == {**STARTER, "shoals": [2, 5]}


def test_a_face_without_a_label_shows_its_number_and_turns_to_one_with(start: Start) -> None:
    driver = start(games=[HarbourGame()])
    row, _ = driver.app.library.save_box("harbour", "From a file", {**STARTER, "die": [7, 0, 1]})
    page: Any = driver.app.go("box_editor", box=row.id)
    driver.advance(0.5)
    driver.tap("Rest")
    driver.tap("7")
    assert page.draft.box["die"] == [0, 0, 1]


def test_the_stage_is_beside_the_form_on_a_tablet(start: Start) -> None:
    driver = start(games=[HarbourGame()], size=TABLET)
    page: Any = driver.app.go("box_editor", box=None, game="harbour")
    driver.advance(0.5)
    driver.tap("Reef")
    driver.tap_at(*page.stage.grid.where((0, 2)))
    assert page.draft.box["sea"][0] == "..R"
    driver.tap("Cards")
    assert driver.has("Cargo") and not page.on_stage

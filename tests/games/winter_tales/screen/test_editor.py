"""My box of Winter Tales, laid out by touches: dragged, joined, named, kept, and played on."""

from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.winter_tales import game
from companion.games.winter_tales.box.model import check_box, starter
from companion.games.winter_tales.screen.editor import HOUSES, JOIN, HouseTile, TownDraft
from companion.touches.driver import AppDriver
from companion.ui.drawing.art import art
from companion.ui.widgets.base.part import Tap
from companion.ui.widgets.controls.answer import ActionTile
from companion.ui.widgets.controls.rows import ListRow
from tests.ui.box_editor import edit_a_box
from tests.ui.conftest import PHONE, SMALL, TABLET, Start


@pytest.fixture
def open_editor(start: Start) -> Any:
    return partial(edit_a_box, start, game)


def kept(driver: AppDriver, name: str = "My box") -> dict[str, Any]:
    rows = driver.app.library.boxes("winter_tales")
    box: dict[str, Any] = next(row for row in rows if row.name == name).box
    return box


def place(box: dict[str, Any], key: str) -> dict[str, Any]:
    one: dict[str, Any] = next(one for one in (*box["locations"], *box["plazas"]) if one["id"] == key)
    return one


def tap_tile(driver: AppDriver, words: str) -> None:
    driver.tap(lambda tile: isinstance(tile, ActionTile) and tile.text == words)


# By touches

def test_a_house_is_dragged_and_stays_where_it_was_dropped(open_editor: Any) -> None:
    driver, page = open_editor(SMALL)
    x, y = page.town.where("fair_of_wonders")
    driver.drag((x, y), (x + 40, y - 30))
    now = page.town.where("fair_of_wonders")
    assert now == pytest.approx((x + 40, y - 30), abs=2)
    assert page.draft.past
    driver.key(27)
    driver.advance(0.5)
    across, down = place(kept(driver), "fair_of_wonders")["at"]
    assert across > 0.50 and down > 0.52  # to the right, and nearer
    assert place(kept(driver), "oaks_park")["at"] == [0.68, 0.79]


@pytest.mark.thorough
def test_a_second_finger_moves_no_other_house(open_editor: Any) -> None:
    driver, page = open_editor()
    x, y = page.town.where("fair_of_wonders")
    theater = page.town.where("puppets_theater")
    dragging, second = driver.down(x, y), driver.down(*theater)
    for finger in (dragging, second):
        finger.touch_move(finger.x + 40, finger.y)
        driver.advance(0.1)
    for finger in (second, dragging):
        driver.up(finger)
    assert page.town.where("fair_of_wonders") == pytest.approx((x + 40, y), abs=2)
    assert page.town.where("puppets_theater") == theater


def test_two_taps_join_two_locations(open_editor: Any) -> None:
    driver, page = open_editor(TABLET)
    tap_tile(driver, "Join two")
    driver.tap_at(*page.town.where("puppets_theater"))
    assert driver.says("From Puppets' Theater to which other?")
    driver.tap_at(*page.town.where("fair_of_wonders"))
    plaza = place(page.draft.box, "fair_of_wonders+puppets_theater")
    assert plaza["ends"] == ["fair_of_wonders", "puppets_theater"]
    assert plaza["at"] == [0.5, 0.395]  # half way between 0.27 and 0.52
    driver.tap(page.bar.undo)
    assert len(page.draft.box["plazas"]) == 2
    driver.tap(page.bar.redo)
    assert len(page.draft.box["plazas"]) == 3


@pytest.mark.thorough
def test_streets_are_dragged_from_house_to_house_each_pair_afresh(open_editor: Any) -> None:
    """One touch for each pair. The next pair begins anywhere, no house moves, and a twin is refused."""
    driver, page = open_editor()
    where = page.town.where
    tap_tile(driver, "Join two")
    pairs = [("puppets_theater", "fair_of_wonders"), ("winter_prison", "oaks_park")]
    for one, two in pairs:
        driver.drag(where(one), where(two))
        assert page.draft.chosen == ""
    assert [plaza["ends"] for plaza in page.draft.box["plazas"][2:]] == [sorted(pair) for pair in pairs]
    assert page.draft.box["locations"] == starter()["locations"]
    driver.tap_at(*where("oaks_park"))
    driver.tap_at(*where("winter_prison"))
    assert driver.says("A plaza between these two is there already.") and len(page.draft.box["plazas"]) == 4
    driver.drag(where("oaks_park"), (where("oaks_park")[0], where("oaks_park")[1] + 200))  # to the snow: nothing
    assert len(page.draft.box["plazas"]) == 4


def test_a_location_is_added_named_built_and_removed(open_editor: Any) -> None:
    driver, page = open_editor()
    tap_tile(driver, "Add a location")
    x, y = page.town.where("fair_of_wonders")
    driver.tap_at(x + 90, y - 24)
    driver.type("Frozen Lake")
    driver.tap("Put it on the map")
    driver.advance(0.5)
    lake = place(page.draft.box, "frozen_lake")
    assert (lake["name"], lake["house"]) == ("Frozen Lake", "house")
    assert lake["at"][0] > 0.5 and lake["at"][1] > 0.52
    driver.tap(lambda tile: isinstance(tile, HouseTile) and tile.house == "park")
    assert place(page.draft.box, "frozen_lake")["house"] == "park"
    tap_tile(driver, "Rename")
    driver.advance(0.4)
    for _ in range(11):
        page.app.sheets[-1].column.parts[0].typing.do_backspace()
    driver.type("Black Lake")
    driver.tap("Save the name")
    driver.advance(0.5)
    assert place(page.draft.box, "frozen_lake")["name"] == "Black Lake"
    tap_tile(driver, "Remove")
    assert [one["id"] for one in page.draft.box["locations"]] == [one["id"] for one in starter()["locations"]]
    driver.tap(page.bar.undo)
    assert place(page.draft.box, "frozen_lake")["name"] == "Black Lake"


@pytest.mark.thorough
def test_a_name_that_is_taken_is_refused_in_place(open_editor: Any) -> None:
    driver, page = open_editor()
    tap_tile(driver, "Add a location")
    x, y = page.town.where("fair_of_wonders")
    driver.tap_at(x + 90, y - 24)
    driver.type("oaks park")
    driver.tap("Put it on the map")
    assert driver.says("Two locations are called oaks park. Change one of them.")
    assert page.draft.box == starter()


@pytest.mark.thorough
@pytest.mark.rule("WT-A8")  # a plaza may join more than two locations
def test_a_plaza_gets_a_third_way_and_is_removed(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap_at(*page.town.where("mad_hatters_asylum+oaks_park"))
    assert driver.says("The plaza between Mad Hatter's Asylum and Oaks Park")
    tap_tile(driver, "One more path")
    driver.tap_at(*page.town.where("winter_prison"))
    plaza = place(page.draft.box, "mad_hatters_asylum+oaks_park")
    assert plaza["ends"] == ["mad_hatters_asylum", "oaks_park", "winter_prison"]
    tap_tile(driver, "Remove")
    assert [one["id"] for one in page.draft.box["plazas"]] == ["memory_lane_cemetery+oaks_park"]


@pytest.mark.rule("WT-122")  # three memory spaces carry the icon
def test_three_targets_on_the_track_and_no_fourth(open_editor: Any) -> None:
    driver, page = open_editor(SMALL)
    driver.tap("Memories")
    for number in (6, 2, 3):
        driver.tap(f"Space {number}")
    assert page.draft.box["icons"] == [2, 3, 6]
    driver.tap("Space 7")
    assert page.draft.box["icons"] == [2, 3, 6]
    assert driver.says("Only three memory spaces have the objective icon. Remove one.")
    driver.tap("Space 6")
    assert page.draft.box["icons"] == [2, 3]


def choose(driver: AppDriver, words: str) -> None:
    driver.tap(lambda row: isinstance(row, ListRow) and row.text == words)
    driver.advance(0.5)


@pytest.mark.thorough
def test_passages_and_objective_cards_are_named(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap("Cards")
    choose(driver, "Grandma Dorothy")
    choose(driver, "Oaks Park")
    choose(driver, "That's enough")
    driver.tap("Add a Connection card")
    driver.advance(0.4)
    choose(driver, "Oaks Park")
    choose(driver, "Winter Prison")
    choose(driver, "That's enough")
    driver.tap("Add an Attack card")
    driver.advance(0.4)
    choose(driver, "Fair of Wonders")
    choose(driver, "That's enough")
    box = page.draft.box
    assert box["passages"] == {"dorothy": "oaks_park"}
    assert box["connections"] == [["oaks_park", "winter_prison"]]
    assert box["attacks"] == ["fair_of_wonders"]
    choose(driver, "Oaks Park and Winter Prison")
    choose(driver, "Remove this card")
    assert page.draft.box["connections"] == []


def add_two(driver: AppDriver, page: Any) -> None:
    for number, (name, at) in enumerate((("Frozen Lake", (90, -24)), ("Old Mill", (-90, -24)))):
        tap_tile(driver, "One more" if number else "Add a location")
        x, y = page.town.where("fair_of_wonders")
        driver.tap_at(x + at[0], y + at[1])
        driver.type(name)
        driver.tap("Put it on the map")
        driver.advance(0.5)


@pytest.mark.thorough
@pytest.mark.rule("WT-27", "WT-122", "WT-128", "WT-131", "WT-146")
def test_the_whole_town_takes_at_most_forty_touches(open_editor: Any) -> None:
    """Ten locations, ten plazas, icons, passages, all six cards, kept."""
    driver, page = open_editor(PHONE)
    before = driver.touches
    add_two(driver, page)
    tap_tile(driver, "Join")
    way = ("old_mill", "nightmare_factory", "dorothys_mansion", "puppets_theater", "fair_of_wonders", "frozen_lake",
           "winter_prison", "mad_hatters_asylum", "puppets_theater")
    for one, two in pairwise(way):
        driver.drag(page.town.where(one), page.town.where(two))
    driver.tap("Done")
    driver.tap(lambda row: getattr(row, "text", "") == "This is the whole board")
    driver.tap("Memories")
    for number in (2, 3, 5):
        driver.tap(f"Space {number}")
    driver.tap("Cards")
    choose(driver, "Grandma Dorothy")
    for place in ("Dorothy's Mansion", "Mad Hatter's Asylum", "Oaks Park", "Winter Prison", "Oaks Park", "Frozen Lake",
                  "Old Mill", "Fair of Wonders", "Puppets' Theater", "Winter Prison", "Oaks Park", "Old Mill"):
        choose(driver, place)
    driver.key(27)
    driver.advance(0.5)
    box = kept(driver)
    assert (len(box["locations"]), len(box["plazas"]), box["complete"]) == (10, 10, True)
    assert box["icons"] == [2, 3, 5] and len(box["passages"]) == 2
    assert (len(box["connections"]), len(box["attacks"])) == (4, 2)
    assert driver.touches - before == 35                                    # docs/taps.md


@pytest.mark.thorough
def test_what_looks_odd_is_said_and_hinders_nobody(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap(lambda row: getattr(row, "text", "") == "This is the whole board")
    assert page.draft.box["complete"] is True
    odd = [str(text) for text in check_box(page.draft.box)]
    assert "No plaza leads to Winter Prison." in odd
    driver.tap(page.checks)
    driver.advance(0.4)
    assert driver.says("No plaza leads to Winter Prison.")
    driver.key(27)
    driver.advance(0.4)
    driver.tap("Save")
    assert kept(driver)["complete"] is True


def test_the_own_town_is_played_on(open_editor: Any) -> None:
    driver, page = open_editor()
    tap_tile(driver, "Join two")
    driver.tap_at(*page.town.where("puppets_theater"))
    driver.tap_at(*page.town.where("fair_of_wonders"))
    driver.tap("Done")
    driver.key(27)
    driver.advance(0.5)
    opened = driver.app.library.start("winter_tales", Setup(people("Ana", "Ben", "Cleo", "Dev"), {}, kept(driver)))
    town = opened.play.table.town
    assert town.plaza_between("puppets_theater", "fair_of_wonders") == "fair_of_wonders+puppets_theater"
    driver.app.go("table", opened=opened)
    driver.advance(0.6)
    assert "fair_of_wonders+puppets_theater" in driver.app.page.stage.town.spots


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET])
def test_everything_can_be_hit_by_a_finger(open_editor: Any, size: tuple[int, int]) -> None:
    driver, page = open_editor(size)
    for section in ("Town", "Memories", "Cards"):
        driver.tap(section)
        for tap in (one for one in page.walk() if isinstance(one, Tap) and one.opacity and not one.disabled):
            left, low, right, upper = tap.target()
            assert right - left >= dp(44) and upper - low >= dp(48), (section, tap)


@pytest.mark.thorough
def test_text_at_two_hundred_percent_leaves_everything_in_reach(start: Start) -> None:
    driver = start(size=SMALL, settings={"text_size": 200})
    row = driver.app.library.save_box("winter_tales", "My box", game.boxes.starter())[0]
    page = driver.app.go(game.boxes.editor, box=row.id)
    driver.advance(0.5)
    tap_tile(driver, "Join two")
    driver.tap_at(*page.town.where("puppets_theater"))
    driver.tap_at(*page.town.where("fair_of_wonders"))
    assert len(page.draft.box["plazas"]) == 3


# The draft itself

@pytest.mark.thorough
def test_a_refused_change_changes_nothing() -> None:
    """A plaza with one end and a town with one house are refused and leave nothing to undo."""
    draft = TownDraft({**starter(), "locations": starter()["locations"][:2], "plazas": []})
    draft.chosen = "dorothys_mansion"
    with pytest.raises(Refused):
        draft.remove()
    assert len(draft.box["locations"]) == 2
    assert not draft.past
    draft.tool = JOIN
    assert not draft.tap("dorothys_mansion")
    assert draft.chosen == "" and draft.box["plazas"] == []


@pytest.mark.thorough
def test_every_kind_of_house_can_be_built_and_drawn() -> None:
    assert {f"house_{house}" for house in HOUSES} == {name for name in art("winter_tales").layers
                                                      if name.startswith("house_")}


def test_undo_and_redo_lead_through_every_step() -> None:
    draft = TownDraft(starter())
    draft.drag("oaks_park", (0.1, 0.2))
    draft.chosen = "oaks_park"
    draft.build("tower")
    draft.rename("Oak Wood")
    assert [draft.name("oaks_park"), place(draft.box, "oaks_park")["house"]] == ["Oak Wood", "tower"]
    for _ in range(3):
        draft.undo()
    assert draft.box == starter() and not draft.past
    for _ in range(3):
        draft.redo()
    assert draft.name("oaks_park") == "Oak Wood"
    assert place(draft.box, "oaks_park")["at"] == [0.1, 0.2]

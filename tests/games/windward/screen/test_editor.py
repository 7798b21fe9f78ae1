"""My box of Windward, painted by touches: a whole own tile, kept, and played on."""

from functools import partial
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.boxes.edits import confirmed
from companion.core.boxes.form import FacesPart, parts_of
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.planet import Terrain, tile_places
from companion.games.windward.box.form import BRUSHES
from companion.games.windward.box.model import from_json, starter
from companion.games.windward.screen.editor.tile import BoxDraft
from companion.touches.driver import AppDriver
from companion.ui.widgets.controls.rows import ListRow
from tests.ui.box_editor import edit_a_box
from tests.ui.conftest import PHONE, SMALL, TABLET, Start


@pytest.fixture
def open_editor(start: Start) -> Any:
    return partial(edit_a_box, start, game)


def paint(driver: AppDriver, page: Any, brush: str, *places: tuple[int, int]) -> None:
    driver.tap(brush)
    for place in places:
        driver.tap_at(*page.canvas_part.middle(place))


def kept(driver: AppDriver) -> Any:
    rows = driver.app.library.boxes("windward")
    return from_json(next(row for row in rows if row.name == "My box").box)


def test_a_whole_tile_is_painted_by_touches_and_kept(open_editor: Any) -> None:
    driver, page = open_editor(SMALL)
    paint(driver, page, "Drift", (3, 1), (1, 3))
    paint(driver, page, "Zephyr", (4, 0))
    paint(driver, page, "Gas pocket", (2, 2))
    paint(driver, page, "Feeding", (3, 2))
    paint(driver, page, "Red start", (2, 3))
    driver.key(27)
    driver.advance(0.5)
    tile = kept(driver).large.tile("A")
    # rows from the Post outwards, each from the ray sideways: row 4 is (4,0) (3,1) (2,2) (1,3)
    assert tile.rows == (".", "..", "...", "ZDGD", "..FR.")
    assert kept(driver).large.tile("B") == starter().large.tile("B")


@pytest.mark.thorough
@pytest.mark.slow
def test_both_sides_of_a_box_are_painted_in_137_touches(open_editor: Any) -> None:
    """docs/taps.md: seven marks on each large tile, six on each small one; the last brush begins the next tile."""
    driver, page = open_editor(PHONE)
    before, brushes = driver.touches, ["Drift", "Zephyr", "Gas pocket", "Feeding", "Red start"]
    for small in (False, True):
        for onward in (*[f"Tile {tile} next" for tile in "BCDEF"], "" if small else "Now the small planet"):
            places = iter([(1, 0), (2, 0), (1, 1), (3, 0), (2, 1), (1, 2), (2, 2)])
            for at, brush in enumerate(brushes):
                if at or brush != str(BRUSHES[page.draft.brush]):
                    driver.tap(brush)
                for _ in range(3 - small if brush == "Drift" else 1):
                    driver.tap_at(*page.canvas_part.middle(next(places)))
            brushes.reverse()
            if onward:
                driver.tap(onward)
    assert driver.touches - before == 137
    driver.key(27)
    driver.advance(0.5)
    assert not {key for key in kept(driver).guessed if "." in key}, "no tile is a guess any more"


@pytest.mark.thorough
def test_the_painted_tile_is_played_on(open_editor: Any) -> None:
    driver, page = open_editor()
    paint(driver, page, "Feeding", (2, 0))
    paint(driver, page, "Red start", (5, 0))
    driver.key(27)
    driver.advance(0.5)
    box = driver.app.library.boxes("windward")[0].box
    opened = driver.app.library.start("windward", Setup(people("Ana"), {"mode": "solo"}, box))
    opened.answer("Layout/table", list("ABCDEF"))
    planet = opened.play.table.planet
    assert planet.red_starts[1] == (planet.corner[1],)
    assert planet.feeding_grounds[1] == (planet.at(1, (2, 0)),)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET])
def test_every_space_can_be_hit_and_is_big_enough(open_editor: Any, size: tuple[int, int]) -> None:
    canvas = open_editor(size)[1].canvas_part
    assert canvas.hex_height >= dp(48)
    for place in tile_places(5):
        assert canvas.place_at(canvas.middle(place)) == place


def test_a_finger_drawn_over_spaces_paints_them_all_and_is_one_step_back(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap("Drift")
    start, end = page.canvas_part.middle((1, 0)), page.canvas_part.middle((4, 0))
    driver.drag(start, end, steps=12)
    assert page.draft.tile.places_of(Terrain.DRIFT) == ((1, 0), (2, 0), (3, 0), (4, 0))
    driver.tap(page.bar.undo)
    assert page.draft.tile == starter().large.tile("A"), "the guess is back with one undo"
    driver.tap(page.bar.redo)
    assert len(page.draft.tile.places_of(Terrain.DRIFT)) == 4


@pytest.mark.thorough
def test_the_same_brush_wipes_and_the_first_touch_ends_the_guess(open_editor: Any) -> None:
    driver, page = open_editor()
    assert driver.says("only a guess so far")
    paint(driver, page, "Gas pocket", (2, 1))
    assert page.draft.marked == 1
    paint(driver, page, "Gas pocket", (2, 1))
    assert page.draft.marked == 0


@pytest.mark.thorough
def test_odd_tiles_are_warned_about_not_refused(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap("Clear")
    assert driver.says("0 Feeding Grounds")
    driver.tap(page.checks)
    assert driver.says("0 Red starts")
    driver.key(27)
    driver.key(27)
    driver.advance(0.5)
    assert kept(driver).large.tile("A").rows == (".", "..", "...", "....", ".....")


def test_onward_leads_through_all_tiles_of_both_sides(open_editor: Any) -> None:
    driver, page = open_editor()
    for letter in "BCDEF":
        driver.tap(f"Tile {letter} next")
        assert page.draft.letter == letter
    driver.tap("Now the small planet")
    assert page.draft.small
    assert page.draft.letter == "A"
    assert driver.says("Size 4")


@pytest.mark.thorough
def test_the_other_side_of_the_ray_is_drawn_and_touched_mirrored(open_editor: Any) -> None:
    driver, page = open_editor()
    right = page.canvas_part.middle((1, 3))[0] - page.canvas_part.middle((1, 0))[0]
    driver.tap("Post")
    driver.tap("On the left")
    driver.tap("Tiles")
    left = page.canvas_part.middle((1, 3))[0] - page.canvas_part.middle((1, 0))[0]
    assert left == pytest.approx(-right)
    paint(driver, page, "Drift", (1, 3))
    assert page.draft.tile.terrain((1, 3)) is Terrain.DRIFT
    driver.key(27)
    assert kept(driver).clockwise is False


def headed(page: Any) -> list[Any]:
    """The parts of a section without the notes that they are a guess."""
    return [part for part in page.column.parts if not isinstance(part, ListRow)]


def test_numbers_die_board_crew_and_counts_are_set_by_touches(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap("Post")
    assert driver.says("The die's faces are a guess")
    tiles = headed(page)[0].parts[-1].parts
    driver.tap(tiles[1])
    driver.tap(tiles[5])
    assert page.draft.read.order == (1, 6, 3, 4, 5, 2)
    faces = headed(page)[2].parts[-1].parts
    driver.tap(faces[0])
    assert page.draft.read.battle_die == (2, 1, 1, 2, 2, 3)
    assert not driver.says("The die's faces are a guess")
    driver.tap("Ship")
    gas = headed(page)[0].parts[1]
    driver.tap(gas.plus)
    assert page.draft.read.board.gas_slots == 5
    driver.tap("The crew slots are a guess")
    assert "crew" not in page.draft.read.guessed
    crew = headed(page)[1].parts[-1].parts
    driver.tap(crew[0])
    driver.tap(crew[3])
    assert page.draft.read.crew_slots[0] == ("sergeant", "gas_worker")
    driver.tap("Numbers")
    driver.tap(headed(page)[0].parts[2].less)
    assert page.draft.read.counts.greys == 7


@pytest.mark.thorough
def test_a_die_from_a_file_with_more_hits_than_the_form_has_is_shown(start: Start) -> None:
    """A box may hold up to nine hits, and the form names six."""
    driver = start()
    box = {**game.boxes.starter(), "battle_die": [7, 1, 1, 2, 2, 9]}
    row, _ = driver.app.library.save_box("windward", "From a file", box)
    page = driver.app.go(game.boxes.editor, box=row.id)
    driver.advance(0.5)
    driver.tap("Post")
    driver.tap("7")
    assert page.draft.read.battle_die == (0, 1, 1, 2, 2, 9)


@pytest.mark.thorough
def test_a_card_is_added_changed_and_taken_out(open_editor: Any) -> None:
    driver, page = open_editor()
    driver.tap("Cards")
    before = page.draft.read.supplies
    driver.tap("Add a supply card")
    driver.advance(0.5)
    driver.tap("Save this card")
    assert driver.says("has no name"), "a card without a name is not taken"
    driver.find(lambda widget: getattr(widget, "multiline", None) is False).text = "Net"
    driver.tap("Save this card")
    driver.advance(0.5)
    assert page.draft.read.supplies[-1].name == "Net"
    driver.tap("Net")
    driver.advance(0.5)
    driver.tap("Remove this card")
    driver.advance(0.5)
    assert page.draft.read.supplies == before


@pytest.mark.thorough
def test_a_box_is_no_guess_once_all_its_large_tiles_are_the_owners() -> None:
    draft = BoxDraft(game.boxes.starter())
    for letter in "ABCDEF":
        draft.letter = letter
        draft.begin_stroke((2, 1))
        draft.paint((2, 1), Terrain.FEEDING)
        draft.end_stroke()
        assert draft.box["guess"] is (letter != "F")


@pytest.mark.thorough
def test_a_resized_planet_keeps_what_lies_near_the_post() -> None:
    draft = BoxDraft(game.boxes.starter())
    draft.resize(40)
    assert draft.side.radius == 7, "the most a planet can be"
    assert draft.tile.rows[:5] == starter().large.tile("A").rows
    draft.undo()
    assert draft.box == game.boxes.starter()


@pytest.mark.thorough
def test_resizing_leaves_a_guess_a_guess_and_the_first_touch_still_wipes_it() -> None:
    draft = BoxDraft(game.boxes.starter())
    draft.resize(6)
    assert draft.is_guess() and draft.done() == 0
    draft.begin_stroke((1, 0))
    draft.paint((1, 0), Terrain.DRIFT)
    assert not draft.is_guess() and draft.marked == 1


@pytest.mark.thorough
def test_a_mirrored_guess_is_a_guess() -> None:
    draft = BoxDraft(game.boxes.starter())
    draft.mirror_tile()
    assert draft.is_guess()


@pytest.mark.thorough
def test_painting_the_large_tiles_does_not_free_the_small_planet() -> None:
    draft = BoxDraft(game.boxes.starter())
    for letter in "ABCDEF":
        draft.letter = letter
        draft.clear_tile()
    assert not draft.box["guess"]
    assert (draft.read.guesses_side(small=False), draft.read.guesses_side(small=True)) == (False, True)


@pytest.mark.thorough
def test_each_part_is_a_guess_until_it_is_set_or_looked_at() -> None:
    draft = BoxDraft(game.boxes.starter())
    form = {part.guess.key: part for part in parts_of(game.boxes.form()) if part.guess is not None}
    die = form["die"]
    assert isinstance(die, FacesPart)
    assert {"die", "board", "crew", "supplies", "achievements", "post", "counts"} <= draft.read.guessed
    draft.put(die, [2, 1, 1, 2, 2, 3])
    draft.take(confirmed(draft.box, form["board"]))
    assert draft.read.battle_die == (2, 1, 1, 2, 2, 3)
    assert not {"die", "board"} & draft.read.guessed and "crew" in draft.read.guessed
    draft.undo()
    assert "board" in draft.read.guessed

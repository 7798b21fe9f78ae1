"""The gas planet on the screen: what stands where, and questions that are answered on it."""

from math import hypot
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import Terrain
from companion.games.windward.screen.stage.camera import Geometry
from companion.games.windward.screen.stage.marks import lit_of, map_of, way_to
from companion.games.windward.screen.stage.pieces import CRESTER, LOW, SHIP, TOKEN, spread, standing, way_of
from companion.games.windward.table import Cargo
from tests.games.windward.screen.on_stage import alone_at_sea, asked, centre
from tests.ui.conftest import PHONE, TABLET, Start
from tests.ui.stage_host import SHAPES, TINY, Host, hosted


def test_every_piece_stands_once_and_the_low_ones_come_first(solo: Play[Any]) -> None:
    table = solo.table
    table.loose[Hex(1, 1)] = Cargo(1, 2, 3)
    figures = standing(table)
    keys = [figure.key for figure in figures]
    assert len(keys) == len(set(keys))
    levels = {figure.picture: figure.level for figure in figures}
    assert levels["crester_red"] == CRESTER
    assert levels["crester_grey"] == LOW
    assert levels["ship_1"] == SHIP
    assert levels["token_gas"] == levels["tooth_red"] == levels["token"] == TOKEN
    assert next(figure.number for figure in figures if figure.picture == "tooth_red") == 2


def test_defeated_and_tagged_cresters_look_different(solo: Play[Any]) -> None:
    red, other = solo.table.living("red")[:2]
    red.living, other.tagged = False, True
    pictures = {figure.key: figure.picture for figure in standing(solo.table)}
    assert pictures[red.key] == "crester_red_defeated"
    assert pictures[other.key] == "crester_red_tagged"


def test_pieces_that_share_a_hex_do_not_hide_each_other(solo: Play[Any]) -> None:
    table = solo.table
    table.seats[0].ship = Hex(2, 1)
    for red in table.living("red")[:2]:
        red.at = Hex(2, 1)
    stands = spread(standing(table))
    here = [stands["ship0"], *[stands[red.key] for red in table.living("red")[:2]]]
    for number, one in enumerate(here):
        for other in here[number + 1:]:
            assert hypot(one.x - other.x, one.y - other.y) > 0.3


def test_a_known_way_is_flown_whichever_way_round() -> None:
    way = (Hex(0, 0), Hex(0, 1), Hex(1, 1))
    assert way_of(Hex(0, 0), Hex(1, 1), [way]) == way
    assert way_of(Hex(1, 1), Hex(0, 0), [way]) == way[::-1]
    assert way_of(Hex(0, 0), Hex(2, 2), [way]) == (Hex(0, 0), Hex(2, 2))


def test_the_planet_grows_tile_by_tile_while_it_is_laid_out() -> None:
    play = Play(game, Setup(people("Ana"), {"mode": "solo"}))
    empty, some = map_of(play.table, Geometry()), map_of(play.table, Geometry(), ("C", "A"))
    assert not empty.planet.drift
    assert some.known == {1, 2}
    assert some.letters == ((1, "C"), (2, "A"))
    assert {some.planet.territory[space] for space in some.planet.all_of(Terrain.FEEDING)} == {1, 2}
    assert map_of(play.table, Geometry(), ("C", "A")) == some, "the same tiles are not baked twice"


# --- a question on the stage


def test_lit_spaces_carry_their_cost_battles_and_finds(solo: Play[Any]) -> None:
    table = solo.table
    ship = table.seats[0].ship = Hex(1, 1)
    question = asked(solo, "Sail")
    lit = lit_of(table, question)
    assert lit.start == ship
    assert lit.wind == table.planet.wind_direction(2)
    by_space = {one.at: one for one in lit.spots}
    assert by_space[Hex(2, 1)].badge == "0", "WW-19: with the wind it costs nothing"
    assert by_space[Hex(1, 2)].badge == "1"
    assert all(one.battle == bool(table.flying_at(one.at)) for one in lit.spots)
    assert all(by_space[pocket].pick_up for pocket in table.planet.gas_pockets if pocket in by_space)
    assert way_to(table, question, Hex(2, 1)) == (ship, Hex(2, 1))


@pytest.mark.thorough
def test_it_stands_in_windows_of_every_shape(host: Host, solo: Play[Any]) -> None:
    solo.table.seats[0].ship = Hex(1, 1)
    for shape in (*SHAPES, *TINY):
        host.stand(*shape)
        for question in (None, asked(solo, "Sail"), asked(solo, "EndTurn")):
            host.stage.show(solo, question)
            host.advance(0.1)
        window = host.stage.window
        assert window.whole <= host.stage.guide.goal.zoom + 1e-6


def test_the_camera_goes_to_the_question_and_back(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(3, -1)
    stage.show(solo, asked(solo, "Sail"))
    host.advance(0.5)
    assert stage.camera.zoom >= stage.window.tap - 1e-6
    stage.show(solo, asked(solo, "EndTurn"))
    host.advance(0.5)
    assert stage.camera.is_whole(stage.window)


def test_a_finger_that_led_the_camera_away_is_not_overruled(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(3, -1)
    stage.show(solo, asked(solo, "Sail"))
    host.advance(0.5)
    stage.lead(stage.camera.moved(stage.window, (120.0, 60.0)))
    led = stage.camera
    stage.show(solo, asked(solo, "Sail"))
    host.advance(0.5)
    assert stage.camera == led


def test_nothing_moves_when_movement_is_off(solo: Play[Any]) -> None:
    with hosted(game, motion=False) as still:
        stage: Any = still.stage
        stage.show(solo, None)
        solo.table.seats[0].ship = Hex(2, 0)
        stage.show(solo, None)
        x, y = stage.grid.spot(Hex(2, 0))
        assert stage.pieces.at("ship0") == pytest.approx((x, y))


def test_a_ship_flies_along_the_way_that_was_chosen(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(1, 1)
    question = asked(solo, "Sail")
    stage.show(solo, question)
    goal = max(question.choices(solo.table), key=lambda space: len(way_to(solo.table, question, space)))
    way = way_to(solo.table, question, goal)
    stage.select(tuple(goal))
    host.advance(0.5)
    solo.table.seats[0].ship = goal
    stage.show(solo, None)
    seen = set()
    for _ in range(60):
        host.advance(1 / 60)
        seen.add(stage.grid.hex_at(stage.pieces.at("ship0")))
    assert set(way) <= seen


def test_taps_pinches_and_drags_through_the_real_screen(at_table: Start) -> None:
    driver = alone_at_sea(at_table, PHONE)
    page = driver.app.page
    stage = page.stage
    for goal in (Hex(1, 0), Hex(0, 1)):
        driver.tap_at(*centre(stage, goal))
        assert page.panel.answer_panel.preview() == goal
        assert stage.chosen == goal
    assert driver.says("Fly here for 1 speed")
    before = stage.camera
    room = stage.room
    driver.drag(room.center, (room.center[0] - 60, room.center[1] - 30))
    assert stage.camera.x > before.x
    assert stage.camera.y > before.y
    assert page.panel.answer_panel.preview() == Hex(0, 1), "a drag chooses nothing"
    one, other = driver.down(room.center[0] - 30, room.center[1]), driver.down(room.center[0] + 30, room.center[1])
    driver.advance(frames=2)
    zoom = stage.camera.zoom
    one.touch_move(room.center[0] - 60, room.center[1])
    other.touch_move(room.center[0] + 60, room.center[1])
    driver.advance(frames=2)
    assert stage.camera.zoom > 1.3 * zoom
    one.touch_up()
    other.touch_up()
    driver.advance(0.3)
    driver.tap(stage.corners.map)
    assert stage.camera.is_whole(stage.window), "the small map leads back to the whole planet"


@pytest.mark.thorough
def test_a_tap_on_the_ship_asks_where_it_goes_whatever_the_panel_shows(at_table: Start) -> None:
    driver = at_table(game, players=1, options={"mode": "solo"}, size=PHONE)
    page = driver.app.page
    for key, answer in (("Layout/table", list("ABCDEF")), ("Wind/table", [2]), ("Ready/table", "done"),
                        ("Sail/0", [1, 1])):
        page.controller.opened.answer(key, answer)
    page.refresh()
    driver.advance(1.0)
    driver.tap("Orders")
    driver.advance(0.5)
    assert page.situation.question.key() == "Order/0"
    driver.tap_at(*page.stage.where(Hex(1, 1)))
    driver.advance(0.5)
    assert page.situation.question.key() == "Sail/0"
    assert len(page.play.log) == 4, "asked, nothing done"


def test_six_tiles_are_laid_by_five_touches(at_table: Start) -> None:
    driver = at_table(game, players=1, options={"mode": "solo"}, size=TABLET)
    stage = driver.app.page.stage
    for number, letter in enumerate("FACE", 1):
        driver.tap(f"Tile {letter}")
        assert stage.map.letters[-1] == (number, letter)
    driver.tap("Tile B")
    assert stage.map.letters[-1] == (6, "D"), "the sixth tile has only one place left"
    driver.tap("This is our planet")
    assert driver.app.page.play.table.layout == "FACEBD"


def test_where_a_space_is_said_to_be_it_is(host: Host, solo: Play[Any]) -> None:
    """For rings round things and for guests' fingers; at a phone's own density all of them were near the Post."""
    host.show(solo, None)
    host.stage.settle()
    for space in (Hex(0, 0), Hex(3, -1), Hex(-2, 4)):
        assert host.stage.where(space) == pytest.approx(centre(host.stage, space))

"""What a finger hits on the planet, and where the camera goes."""

from collections.abc import Iterable
from math import hypot

import pytest

from companion.games.windward.board.hexes import Hex, disc
from companion.games.windward.board.planet import POST
from companion.games.windward.screen.stage.camera import Geometry, Window, nearest, on_path, on_places
from companion.ui.stages.camera import Box, Camera, whole

GRID = Geometry()
ROOM = Window(0, 300, 412, 386)
BIG = Window(0, 0, 784, 744)


def box_of(spaces: Iterable[Hex]) -> Box:
    return ROOM.box_of([GRID.spot(space) for space in spaces])


# --- where a hex lies


def test_a_point_in_a_hex_is_that_hex() -> None:
    for space in disc(POST, 6):
        x, y = GRID.spot(space)
        for across, up in ((0, 0), (20, 0), (-20, 0), (0, 25), (0, -25), (14, 14)):
            assert GRID.hex_at((x + across, y + up)) == space


def test_the_screen_and_the_world_are_each_others_way_back() -> None:
    camera = Camera(40.0, -25.0, 0.8)
    x, y = camera.to_screen(ROOM, GRID.spot(Hex(2, 1)))
    assert GRID.hex_at(camera.to_world(ROOM, (x, y))) == Hex(2, 1)


def test_the_whole_planet_with_its_numbers_fits_the_room() -> None:
    for window in (ROOM, BIG, Window(0, 0, 360, 160), Window(0, 0, 430, 300, radius=7)):
        camera = whole(window)
        assert camera.sees(window, box_of(disc(POST, window.radius)))
        assert camera.is_whole(window)


def test_dragging_moves_what_is_under_the_finger() -> None:
    camera = Camera(0.0, 0.0, 1.0)
    finger = (200.0, 480.0)
    under = camera.to_world(ROOM, finger)
    moved = camera.moved(ROOM, (30.0, -20.0))
    assert moved.to_screen(ROOM, under) == pytest.approx((230.0, 460.0))


def test_pinching_keeps_what_is_between_the_fingers() -> None:
    camera = Camera(0.0, 0.0, 1.0)
    about = (180.0, 520.0)
    under = camera.to_world(ROOM, about)
    assert camera.grown(ROOM, 1.4, about).to_screen(ROOM, under) == pytest.approx(about)


def test_the_camera_never_leaves_the_planet() -> None:
    lost = Camera(9_000.0, -9_000.0, 50.0).held(ROOM)
    assert lost.zoom == ROOM.most
    x, y = lost.to_world(ROOM, ROOM.center)
    assert hypot(x, y) < 2 * ROOM.rim


def test_a_place_question_makes_hexes_high_enough_for_a_finger() -> None:
    near = [Hex(3, -1), Hex(3, 0), Hex(2, 0)]
    camera = on_places(ROOM, near, Hex(3, -1))
    assert camera.zoom >= ROOM.tap
    assert camera.sees(ROOM, box_of(near)), "all allowed ones are in view"
    assert on_places(BIG, near, None).is_whole(BIG), "a tablet shows the whole planet"


def test_a_few_spaces_lie_free_of_wind_and_small_map() -> None:
    """On a small phone, near the rim: the wind is 58 dp wide and the small map 66, both with 20 of room."""
    room = Window(0.0, 60.0, 360.0, 330.0)
    for ship in disc(POST, 5):
        near = [space for space in disc(ship, 2) if space in disc(POST, 5)]
        camera = on_places(room, near, ship, (78.0, 78.0, 86.0))
        assert camera.zoom >= room.least and camera.sees(room, box_of(near)), ship
        for x, y in [camera.to_screen(room, room.grid.spot(space)) for space in near]:
            assert y > 60 + 78 or 78 < x < 360 - 86, f"{ship}: a space at {x:.0f}, {y:.0f}"


def test_spaces_at_both_rims_lie_free_of_the_small_map_in_landscape() -> None:
    """A ship also flies across from corner to corner: the small map lay on two of those spaces."""
    room, ship = Window(0.0, 60.0, 482.0, 296.0), Hex(-5, 3)
    near = [*map(Hex, (-5, -5, -4, -4), (4, 5, 3, 4)), *map(Hex, (5, 5, 5), (-3, -4, -5))]
    camera = on_places(room, near, ship, (78.0, 78.0, 86.0))
    assert camera.sees(room, box_of(near))
    for x, y in [camera.to_screen(room, room.grid.spot(space)) for space in near]:
        assert y > 60 + 78 or 78 < x < 482 - 86, f"a space at {x:.0f}, {y:.0f}"
    assert camera.zoom * 2 * room.space[1] >= 36, "a finger can tell them apart"


def test_where_they_do_not_all_fit_the_ship_is_in_view() -> None:
    camera = on_places(ROOM, disc(POST, 5), Hex(4, -1))
    assert camera.zoom == ROOM.tap
    assert camera.sees(ROOM, box_of([Hex(4, -1)]))


def test_the_chosen_way_comes_into_view() -> None:
    path = [Hex(0, 0), Hex(0, 1), Hex(0, 2), Hex(0, 3)]
    away = Camera(200.0, -200.0, ROOM.tap)
    assert on_path(ROOM, away, path).sees(ROOM, box_of(path))
    there = on_path(ROOM, away, path)
    assert on_path(ROOM, there, path) == there, "what is in view stays where it is"


def test_a_tap_takes_the_nearest_allowed_space_within_reach() -> None:
    camera = whole(ROOM)
    allowed = [Hex(1, 0), Hex(-3, 1)]
    x, y = camera.to_screen(ROOM, GRID.spot(Hex(1, 0)))
    assert nearest(camera, ROOM, (x, y), allowed) == Hex(1, 0)
    assert nearest(camera, ROOM, (x + 31, y), allowed) == Hex(1, 0)
    assert nearest(camera, ROOM, (x + 60, y + 60), allowed) is None
    assert nearest(camera, ROOM, (x, y), []) is None

"""The plain stage: what doesn't fit is left out rather than squashed, and a map is answered by touch."""

import itertools
import sys
from dataclasses import replace
from math import dist
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.core.views import Map, Piece
from companion.touches.driver import Size
from companion.ui.stages.plan import (
    PIECE,
    ROW,
    SMALLEST,
    _overlap,
    board_box,
    names_beside,
    nearest,
    plan_tracks,
    stacked,
    winding,
)
from companion.ui.theme import tokens
from companion.ui.widgets.base.part import Icon
from tests.sampling import sampled
from tests.toys import boards, unfit
from tests.ui.conftest import PHONE, SMALL, TABLET, Start
from tests.ui.hands import Hands

EXAMPLE = str(Path(__file__).resolve().parents[2] / "examples" / "tableside-salt-road")


def test_fewer_tracks_rather_than_squashed_ones() -> None:
    asked = [(20, 16.0, 0.0, 4), (6, 16.0, 14.0, 1), (8, 16.0, 14.0, 1)]
    for height, shown in ((700, 3), (330, 3), (200, 2), (110, 1), (60, 0)):
        scale, plans = plan_tracks(asked, (0.0, 0.0, 360.0, float(height)), 1.0)
        assert len(plans) == shown, height
        lowest = float(height)
        for plan in plans:
            assert plan.top <= lowest + 0.01, "below the track before"
            lowest = plan.path[1] - PIECE * scale / 2
            assert plan.path[1] + plan.path[3] + PIECE * scale <= plan.top, "pieces stay below the name"
        assert lowest >= -0.01


def test_rows_of_a_path_are_a_finger_apart() -> None:
    scale, plans = plan_tracks([(41, 16.0, 0.0, 1)], (0.0, 0.0, 300.0, 400.0), 1.0)
    places = winding(41, plans[0].columns, plans[0].path)
    rows = sorted({round(y) for _, y in places})
    assert len(places) == 41 and all(high - low >= ROW * scale - 1 for low, high in itertools.pairwise(rows))


def test_a_crowd_makes_a_pile_and_stays_on_its_space() -> None:
    assert max(stacked([0] * 5, 1.0, rows=True)) < ROW - PIECE, "a row above it stays clear"
    lifted = stacked([0, 0, 1, 0, 0], 1.0)
    assert lifted[2] == 0 and lifted[0] < lifted[1] < lifted[3] < lifted[4] <= 30
    assert max(stacked([0] * 900, 1.0)) <= 30.01


@pytest.mark.thorough
def test_a_name_lies_on_no_spot_and_no_other_name() -> None:
    spots = [(50.0, 50.0), (90.0, 50.0), (50.0, 90.0), (52.0, 48.0)]
    found = names_beside(spots, [(40.0, 12.0)] * 4, 10.0, (0.0, 0.0, 140.0, 120.0))
    boxes = [(x - 20, y - 6, x + 20, y + 6) for x, y in (one for one in found if one is not None)]
    assert len(boxes) >= 3
    for at, one in enumerate(boxes):
        for two in boxes[at + 1:]:
            assert min(one[2], two[2]) - max(one[0], two[0]) <= 1 or min(one[3], two[3]) - max(one[1], two[1]) <= 1


@pytest.mark.thorough
def test_a_name_lies_on_no_piece() -> None:
    """Two spots above each other, a pile on the upper: below it is a spot, above it the pile, so it goes beside."""
    spots, box = [(60.0, 60.0), (60.0, 40.0)], (0.0, 0.0, 200.0, 200.0)
    assert names_beside(spots, [(30.0, 12.0)] * 2, 10.0, box)[0] == (60.0, 77.0), "above, as nothing stands there"
    name = names_beside(spots, [(30.0, 12.0)] * 2, 10.0, box, [3, 0])[0]
    assert name is not None and name[0] > 85, "beside the pile"


@pytest.fixture
def salt_road() -> Any:
    sys.path.insert(0, EXAMPLE)
    yield __import__("tableside_salt_road").game
    sys.path.remove(EXAMPLE)


def test_a_grid_keeps_its_shape_and_its_squares_touch() -> None:
    inner, radius, _ = board_box(Map.grid(8, 4), (10.0, 0.0, 400.0, 400.0), 1.0)
    assert inner == (10.0, 100.0, 400.0, 200.0) and radius == 25.0, "in the middle, squares of fifty"


@pytest.mark.touch
def test_a_lit_square_is_tapped_and_its_answer_is_a_pair(start: Start) -> None:
    drive = start(games=[unfit.off_the_board], size=PHONE, library=False)
    opened = drive.app.library.start(unfit.off_the_board.facts.id, Setup(people("Ana", "Ben")))
    drive.app.go("table", opened=opened)
    drive.advance(0.8)
    drive.tap_at(*drive.app.page.stage.where((0, 0)))
    drive.advance(0.4)
    assert drive.app.page.panel.answer_panel.draft.chosen == (0, 0) and drive.app.page.stage.chosen == "0,0"


@pytest.mark.touch
@sampled("size", [SMALL, TABLET], ids=["small", "tablet"])
def test_a_lit_spot_of_the_map_is_tapped_and_by_hand_draws_the_way_back(start: Start, salt_road: Any, size: Size,
                                                                          ) -> None:
    drive = start(games=[salt_road], size=size, library=False)
    opened = drive.app.library.start("salt_road", Setup(people("Ana")))
    drive.app.go("table", opened=opened)
    drive.advance(0.8)
    stage = drive.app.page.stage
    assert stage.lights_places and stage.where("mill") is not None
    drive.tap_at(*stage.where("mine"))
    assert drive.app.page.panel.answer_panel.draft.chosen is None, "too far"
    drive.tap_at(*stage.where("mill"))
    drive.advance(0.4)
    Hands(drive).main()
    assert opened.play.table.seats[0].town == "mill"
    opened.answer("RivalCard/table", "pass")
    opened.undo()
    drive.advance(0.8)
    assert ("pass", "harbour") in stage.moves, "put the rival's cart back"
    assert stage.where("pass"), "also with the To move card open"


@pytest.mark.thorough
@pytest.mark.touch
def test_only_a_piece_on_the_track_gets_an_arrow_and_no_clock_covers_it(start: Start) -> None:
    game = boards.Spiral()
    drive = start(games=[game], size=PHONE, library=False)
    opened = drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben")))
    drive.app.go("table", opened=opened)
    drive.advance(0.8)
    opened.answer("Ride/table", "done")
    drive.advance(0.8)
    stage, lines = drive.app.page.stage, opened.play.by_hand.card().lines
    assert stage.moves == [("1", "2", "3")], "a coin more is no way, though the track has such spaces"
    assert [stage.heading(line) is None for line in lines] == [True, False], "coins, camel"
    assert stage.full, "the clock goes into the bar"


@pytest.mark.thorough
@pytest.mark.touch
@pytest.mark.parametrize("size", [SMALL, TABLET], ids=["small", "tablet"])
def test_areas_of_a_picture_are_tapped_and_pieces_stack(start: Start, size: Size) -> None:
    game = boards.OnBoard(boards.COURSE, "tower", "bend", "goal")
    drive = start(games=[game], size=size, library=False)
    opened = drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo")))
    drive.app.go("table", opened=opened)
    drive.advance(0.8)
    stage, draft = drive.app.page.stage, drive.app.page.panel.answer_panel.draft
    x, y = stage.where("bend")
    wide = stage.map.areas["bend"][0]
    tower, begin = stage.where("tower"), stage.where("start")
    for at, chosen in (((x - 0.45 * wide, y), "bend"), (tower, "tower"), (begin, "tower")):
        drive.tap_at(*at)
        drive.advance(0.3)
        assert draft.chosen == chosen, "the tower stands within the bend, and nobody may go back to the start"
    *pawns, apple = stage.pieces
    places = [stage.where(key) for key in pawns]
    assert len(places) == 3 and len({round(x) for x, _ in places}) == 1
    assert places[0][1] < places[1][1] < places[2][1], "the first at the bottom"
    assert dist(stage.where(apple), stage.where("goal")) < 1


@pytest.mark.thorough
@pytest.mark.touch
@pytest.mark.parametrize("board, lit, shown", [
    (boards.WORDY, "4,4", 25), (boards.CLIMB, "7/5", 11), (boards.CHESS, "0,1", 24)], ids=["words", "dots", "squares"])
def test_a_dense_board_stays_readable_on_a_small_phone(start: Start, board: Map, lit: str, shown: int) -> None:
    game = boards.OnBoard(board, lit)
    drive = start(games=[game], size=SMALL, library=False)
    drive.app.go("table", opened=drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo"))))
    drive.advance(0.8)
    stage = drive.app.page.stage
    assert stage.room.height > 0.45 * drive.app.page.height, "the board keeps its room"
    names = stage.map.names.seen
    assert len(names) == shown and all(name.px >= dp(SMALLEST) for name in names)
    assert not any(one is not two and _overlap((*one.pos, one.right, one.top), (*two.pos, two.right, two.top))
                   for one in names for two in names)
    assert 2 * stage.map.radius <= 1.02 * nearest([*stage.map.spots.values()]), "spots don't overlap"
    if board is not boards.WORDY:
        piece = next(iter(stage.pieces))
        assert dist(stage.where(piece), stage.where(board.pieces[0].space)) < 2, "on its spot, not above"


@pytest.mark.touch
@sampled("size", [SMALL, PHONE], ids=["small", "phone"])
def test_a_name_lies_below_the_icon_of_its_hex_and_the_mark_of_a_choice(start: Start, size: Size) -> None:
    game = boards.OnBoard(boards.SHORE, "1,0", "0,1")
    drive = start(games=[game], size=size, library=False)
    drive.app.go("table", opened=drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben"))))
    drive.advance(0.8)
    drawing = drive.app.page.stage.map
    names = {name.text: name for name in drawing.names.seen}
    assert set(names) == {"Beach", "9", "15", "16"}
    icons = {one.name: one for one in drawing.children if isinstance(one, Icon) and one.opacity}
    for icon, name in ((icons["beach"], names["Beach"]), (icons["waves"], names["15"])):
        capitals_end = name.center_y + 0.37 * name.px
        assert name.px >= dp(SMALLEST) and capitals_end <= icon.center_y - dp(8)
    drive.tap_at(*drive.app.page.stage.where("1,0"))
    drive.advance(0.5)
    nine = next(name for name in drawing.names.seen if name.text == "9")
    assert nine.center_y + 0.37 * nine.px <= drawing.spots["1,0"][1] - dp(6), "under the dark disc"


@pytest.mark.thorough
@pytest.mark.touch
def test_names_on_hexes_have_one_size_and_stand_out_on_lit_ones(start: Start) -> None:
    named = boards.HILLS.showing(label={spot.key: f"hex {spot.key}" for spot in boards.HILLS.spots})
    river = replace(named, pieces=(Piece("1,1", 0, letter="P"), Piece("-4,0", 0)))
    game = boards.OnBoard(river, "0,1", "0,2")
    drive = start(games=[game], size=PHONE, library=False)
    drive.app.go("table", opened=drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo"))))
    drive.advance(0.8)
    stage = drive.app.page.stage
    taken = ("hex 1,1", "hex -4,0")
    sizes = {name.text: name.px for name in stage.map.names.seen}
    assert len({px for text, px in sizes.items() if text not in taken}) == 1
    ink = {name.text: name.ink for name in stage.map.names.seen}
    for key, lit in (("0,1", True), ("-3,0", False)):
        spot = next(one for one in river.spots if one.key == key)
        easy = tokens.ink_on(stage.map.ground_of(spot, lit=lit))
        assert ink[f"hex {key}"] == pytest.approx(tokens.rgba(easy), abs=0.01)
    assert [stage.pieces.stand_of(key).look.letters for key in stage.pieces] == ["P", "A"]

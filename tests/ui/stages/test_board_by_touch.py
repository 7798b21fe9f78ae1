"""The board of a game without a stage: fingers zoom and move it, taps answer, and pieces can be dragged."""

import sys
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch

from companion.core.setup import Setup, people
from companion.touches.driver import AppDriver, Size
from tests.sampling import sampled
from tests.toys import boards
from tests.ui.conftest import PHONE, SMALL, TABLET, Start
from tests.ui.moving import moved, record

EXAMPLE = str(Path(__file__).resolve().parents[3] / "examples" / "tableside-ice-floes")
SIZES = sampled("size", [SMALL, TABLET], ids=["small", "tablet"])
FAR = "2,0"  # the right corner, which nobody may enter

pytestmark = pytest.mark.touch


@pytest.fixture
def ice_floes() -> Iterator[Any]:
    """A plugin's hex board: Ana's penguin at the left, Ben's at the lower right."""
    sys.path.insert(0, EXAMPLE)
    yield __import__("tableside_ice_floes").game
    sys.path.remove(EXAMPLE)


@pytest.fixture
def board(start: Start, ice_floes: Any, size: Size) -> AppDriver:
    return opened(start, ice_floes, size)


def opened(start: Start, game: Any, size: Size) -> AppDriver:
    drive = start(games=[game], size=size, library=False)
    drive.app.go("table", opened=drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo"))))
    drive.advance(0.8)
    return drive


def ana(stage: Any) -> str:
    return next(key for key in stage.pieces if key.startswith("0 "))


def ben(stage: Any) -> str:
    return next(key for key in stage.pieces if key.startswith("1 "))


def wheel(drive: AppDriver, at: tuple[float, float], button: str) -> None:
    turn = UnitTestTouch(*at)
    turn.profile, turn.button = ["pos", "button"], button
    turn.touch_down()
    drive.advance(frames=2)
    turn.touch_up()
    drive.advance(frames=2)


def pinch(drive: AppDriver, by: float) -> None:
    """Two fingers 60 dp apart, to `by` times that."""
    x, y = drive.app.page.stage.room.center
    one, other = drive.down(x - dp(30), y), drive.down(x + dp(30), y)
    drive.advance(frames=2)
    one.touch_move(x - dp(30) * by, y)
    other.touch_move(x + dp(30) * by, y)
    drive.advance(frames=2)
    one.touch_up()
    other.touch_up()
    drive.advance(0.3)


@SIZES
def test_two_fingers_zoom_and_the_button_leads_back(board: AppDriver) -> None:
    stage = board.app.page.stage
    apart = dist(stage.where("0,0"), stage.where("0,1"))
    assert stage.is_whole() and stage.overview.parent is None
    pinch(board, 2.0)
    assert dist(stage.where("0,0"), stage.where("0,1")) == pytest.approx(2 * apart, rel=0.05)
    assert not stage.is_whole() and not board.app.page.play.log, "two fingers answer nothing"
    board.tap(stage.overview)
    board.advance(0.5)
    assert dist(stage.where("0,0"), stage.where("0,1")) == pytest.approx(apart)
    assert stage.is_whole() and stage.overview.parent is None


@pytest.mark.thorough
@SIZES
def test_the_wheel_zooms_where_it_points(board: AppDriver) -> None:
    stage = board.app.page.stage
    at, other = stage.where("1,0"), stage.where("-1,0")
    for _ in range(3):
        wheel(board, at, "scrolldown")
    assert dist(stage.where("1,0"), at) < dp(3), "it stays under the mouse"
    assert dist(stage.where("-1,0"), at) == pytest.approx(1.15 ** 3 * dist(other, at), rel=0.02)
    for _ in range(4):
        wheel(board, at, "scrollup")
    assert stage.is_whole() and dist(stage.where("-1,0"), other) < 1


@SIZES
def test_a_near_board_follows_the_finger_but_not_off_the_screen(board: AppDriver) -> None:
    stage = board.app.page.stage
    x, y = stage.room.center
    before = stage.where("0,0")
    board.drag((x, y), (x - dp(40), y - dp(30)))
    assert stage.where("0,0") == pytest.approx(before), "the whole board stays where it is"
    pinch(board, 2.5)
    before = stage.where("0,0")
    board.drag((x, y), (x - dp(40), y - dp(30)))
    assert stage.where("0,0") == pytest.approx((before[0] - dp(40), before[1] - dp(30)), abs=1)
    for _ in range(6):
        board.drag((x, y), (x - dp(150), y))
    assert any(stage.room.holds(stage.where(key)) for key in stage.map.spots)
    assert not board.app.page.play.log


@SIZES
def test_a_double_tap_zooms_in_and_back(board: AppDriver) -> None:
    stage = board.app.page.stage
    for whole in (False, True):
        touch = board.down(*stage.where("0,0"))
        touch.is_double_tap = True
        board.advance(0.1)
        board.up(touch)
        board.advance(0.5)
        assert stage.is_whole() is whole


@SIZES
def test_a_tap_on_a_lit_floe_answers_also_nearby(board: AppDriver) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    assert set(stage.lit) == {"-1,0", "-2,1", "-1,-1"}
    board.tap_at(*stage.where("1,0"))
    assert not play.log, "dark"
    pinch(board, 1.6)
    board.drag(stage.room.center, (stage.room.center[0] + dp(60), stage.room.center[1]))
    board.tap_at(*stage.where("-1,0"))
    assert play.table.seats[0].floe == "-1,0"


@SIZES
def test_a_tap_on_a_spot_of_two_answers_asks_which(start: Start, size: Size) -> None:
    board = opened(start, boards.OnOneSpot(), size)
    stage, panel, play = board.app.page.stage, board.app.page.panel.answer_panel, board.app.page.play
    board.tap_at(*stage.where("goal"))
    board.advance(0.5)
    assert [card.choice for card in panel.column.parts[:2]] == ["one goal", "two goal"]
    board.tap(panel.column.parts[1])
    board.advance(0.5)
    assert panel.draft.chosen == "two goal" and stage.chosen == "goal"
    board.tap(board.app.page.panel.row.main)
    board.advance(0.8)
    assert play.table.marks == ["two goal"]


@SIZES
def test_a_piece_dragged_to_such_a_spot_is_the_one_that_moves(start: Start, size: Size) -> None:
    board = opened(start, boards.OnOneSpot(), size)
    stage = board.app.page.stage
    board.drag(stage.where("two"), stage.where("goal"))
    board.advance(0.5)
    assert board.app.page.panel.answer_panel.draft.chosen == "two goal"


@pytest.mark.thorough
@SIZES
def test_a_lit_floe_is_brighter(board: AppDriver) -> None:
    stage, picture = board.app.page.stage, board.picture().convert("L")

    def light(floe: str) -> int:
        x, y = stage.where(floe)
        level: Any = picture.getpixel((int(x + dp(12)), int(picture.height - y - dp(8))))
        return int(level)

    assert min(light(one) for one in stage.lit) > 40 + max(light("1,0"), light("0,1"), light("1,-1"))


@SIZES
def test_the_own_penguin_is_dragged_to_its_floe(board: AppDriver) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    start = stage.where(ana(stage))
    board.drag(start, stage.where("1,0"))
    assert not play.log, "too far"
    board.advance(0.5)
    assert dist(stage.where(ana(stage)), start) < 1, "back in its place"
    finger = board.down(*start)
    board.advance(frames=2)
    goal = stage.where("-1,0")
    finger.touch_move(*goal)
    board.advance(frames=2)
    assert dist(stage.where(ana(stage)), goal) < dp(20), "it follows the finger"
    board.up(finger)
    board.advance(0.8)
    assert play.table.seats[0].floe == "-1,0" and len(play.log) == 1
    assert dist(stage.where(ana(stage)), stage.where("-1,0")) < 1


@SIZES
def test_another_penguin_moves_only_after_a_long_press_as_a_correction(board: AppDriver) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    board.drag(stage.where(ben(stage)), stage.where("-1,0"))
    assert not play.log, "it is Ana's turn"
    finger = board.down(*stage.where(ben(stage)))
    board.advance(0.6)
    finger.touch_move(*stage.where("1,0"))
    board.advance(frames=3)
    board.up(finger)
    board.advance(0.8)
    assert play.table.seats[1].floe == "1,0" and play.table.seats[0].floe == "-2,0"


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_penguin_is_dragged_on_the_page_that_compares(board: AppDriver) -> None:
    board.app.go("fix", opened=board.app.page.controller.opened)
    board.advance(0.8)
    page = board.app.page
    board.drag(page.stage.where(ben(page.stage)), page.stage.where("1,0"))
    assert page.draft.changes == {"seats.1.floe": "1,0"}


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_rings_follow_a_board_that_fingers_zoom(board: AppDriver) -> None:
    board.app.go("fix", opened=board.app.page.controller.opened)
    board.advance(0.8)
    page, before = board.app.page, board.app.page.stage.where("1,0")
    pinch(board, 1.5)
    there = page.stage.where("1,0")
    assert dist(there, before) > dp(10) and min(dist(ring, there) for ring in page.rings.spots) < 1


@pytest.mark.parametrize("size", [TABLET])
def test_a_penguin_glides_to_its_new_floe(board: AppDriver) -> None:
    stage = board.app.page.stage
    frames = record(board, lambda: stage.where(ana(stage)))
    board.app.page.controller.opened.answer("Hop/0", [-1, 0])
    board.advance(0.8)
    assert moved(frames) >= 8 and dist(frames[-1], stage.where("-1,0")) < 1


@pytest.mark.thorough
@SIZES
def test_a_near_board_stays_near_when_the_panel_grows(start: Start, size: Size) -> None:
    drive = opened(start, boards.OnBoard(boards.HILLS, "1,0", "0,1", "-1,2"), size)
    stage = drive.app.page.stage
    pinch(drive, 2.0)
    apart = dist(stage.where("0,0"), stage.where("0,1"))
    drive.tap_at(*stage.where("0,1"))
    drive.advance(0.5)
    assert stage.chosen == "0,1"
    assert dist(stage.where("0,0"), stage.where("0,1")) == pytest.approx(apart, rel=0.02)


@pytest.mark.thorough
def test_small_lit_squares_come_closer_and_all_stay_in_view(start: Start) -> None:
    lit = ("3,3", "4,3", "3,4", "6,5")
    drive = opened(start, boards.OnBoard(boards.CHESS, *lit), SMALL)
    stage = drive.app.page.stage
    assert dist(stage.where("3,3"), stage.where("4,3")) >= dp(40), "26 dp on the whole board"
    assert all(stage.room.holds(stage.where(one)) for one in lit)
    drive.tap_at(*stage.where("4,3"))
    assert stage.chosen == "4,3"


@pytest.mark.thorough
def test_a_tablet_and_a_picture_show_the_whole_board(start: Start) -> None:
    for board, lit, size in ((boards.CHESS, ("3,3", "4,3"), TABLET),
                             (boards.COURSE, ("tower", "bend"), SMALL)):
        assert opened(start, boards.OnBoard(board, *lit), size).app.page.stage.is_whole()

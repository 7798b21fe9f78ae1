"""Several fingers, answers from elsewhere and a mouse while the board is carried, zoomed or gliding."""

from math import dist
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.core.text import say
from companion.core.views import View
from companion.touches.driver import AppDriver
from tests.toys import boards
from tests.ui.conftest import PHONE, SMALL, TABLET, Start
from tests.ui.stages.test_board_by_touch import ana, ben, ice_floes, opened, pinch, wheel

__all__ = ["ice_floes"]
pytestmark = pytest.mark.touch


@pytest.fixture
def board(start: Start, ice_floes: Any) -> AppDriver:
    return opened(start, ice_floes, PHONE)


def test_a_hand_stops_a_glide(board: AppDriver) -> None:
    stage = board.app.page.stage
    pinch(board, 2.0)
    stage.show_whole()
    board.advance(frames=3)
    assert stage.moving
    stage.lead(stage.camera)
    here = stage.where("0,1")
    board.advance(0.6)
    assert stage.where("0,1") == pytest.approx(here) and not stage.is_whole()


@pytest.mark.thorough
def test_a_board_zoomed_again_is_drawn_sharp(board: AppDriver) -> None:
    stage = board.app.page.stage
    for _ in range(2):
        pinch(board, 5.0)
        assert stage.map.radius == pytest.approx(4 * stage.window.radius, rel=0.02), "drawn in this size"
        board.tap(stage.overview)
        board.advance(0.6)


def test_a_piece_dropped_on_the_panel_goes_back(board: AppDriver) -> None:
    """A zoomed board hides spots below its lower edge."""
    stage, play = board.app.page.stage, board.app.page.play
    pinch(board, 5.0)
    x, y = stage.room.center
    for _ in range(4):
        board.drag((x, y), (x + dp(100), y))
    board.drag((x, y), (x, y + stage.room.y + dp(30) - stage.where(ana(stage))[1]))
    start, hidden = stage.where(ana(stage)), stage.where("-1,-1")
    assert stage.room.holds(start) and hidden[1] < stage.room.y - dp(20) and "-1,-1" in stage.lit
    board.drag(start, hidden)
    board.advance(0.8)
    assert not play.log
    assert dist(stage.where(ana(stage)), start) < 1


@pytest.mark.thorough
def test_an_answer_from_elsewhere_ends_carrying(board: AppDriver) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    key = ana(stage)
    finger = board.down(*stage.where(key))
    board.advance(frames=2)
    finger.touch_move(*stage.where("-1,0"))
    board.advance(frames=2)
    board.app.page.controller.opened.answer("Hop/0", [-1, -1])
    board.advance(0.8)
    there = next(iter(stage.lit))
    finger.touch_move(*stage.where(there))
    board.advance(frames=2)
    board.up(finger)
    board.advance(0.8)
    assert len(play.log) == 1, "Ben has to answer himself"
    assert dist(stage.where(ana(stage)), stage.where("-1,-1")) < 1


def test_an_undo_ends_carrying(board: AppDriver) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    board.app.page.controller.opened.answer("Hop/0", [-1, 0])
    board.advance(0.8)
    finger = board.down(*stage.where(ben(stage)))
    board.advance(frames=2)
    finger.touch_move(*stage.where(next(iter(stage.lit))))
    board.advance(frames=2)
    board.app.page.controller.opened.undo()
    board.advance(0.8)
    for spot in stage.lit:
        finger.touch_move(*stage.where(spot))
    board.advance(frames=2)
    board.up(finger)
    board.advance(0.8)
    assert [one.kind for one in play.log] == ["answer", "undo"]


@pytest.mark.thorough
@pytest.mark.parametrize("slip", [8, 11])
def test_a_thumb_may_slip_while_it_taps(board: AppDriver, slip: int) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    x, y = stage.where("-1,0")
    finger = board.down(x, y)
    board.advance(frames=2)
    finger.touch_move(x + dp(slip), y)
    board.advance(frames=2)
    board.up(finger)
    board.advance(0.3)
    assert len(play.log) == 1


@pytest.mark.thorough
def test_a_second_finger_leaves_a_carried_piece_alone(board: AppDriver) -> None:
    stage, play = board.app.page.stage, board.app.page.play
    finger = board.down(*stage.where(ana(stage)))
    board.advance(frames=2)
    goal = stage.where("-1,0")
    finger.touch_move(*goal)
    board.advance(frames=2)
    other = board.down(*stage.where("1,0"))
    other.touch_move(*stage.where("0,1"))
    board.advance(frames=2)
    assert stage.is_whole() and dist(stage.where(ana(stage)), goal) < dp(20)
    board.up(other)
    assert not play.log
    board.up(finger)
    board.advance(0.5)
    assert play.table.seats[0].floe == "-1,0"


@pytest.mark.thorough
def test_the_overview_goes_with_the_map(start: Start) -> None:
    game = boards.OnBoard(boards.HILLS, "1,0", "0,1")
    drive = opened(start, game, PHONE)
    stage = drive.app.page.stage
    pinch(drive, 2.0)
    assert stage.overview.parent is stage
    game.view = lambda table: View(say("No board"), ())  # type: ignore[method-assign]
    drive.app.page.draw_all()
    drive.advance(0.5)
    assert stage.overview.parent is None


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_zooming_opens_no_card_on_the_page_that_compares(start: Start, ice_floes: Any, size: Any) -> None:
    drive = opened(start, ice_floes, size)
    drive.app.go("fix", opened=drive.app.page.controller.opened)
    drive.advance(0.8)
    page = drive.app.page
    wheel(drive, page.stage.where("1,0"), "scrolldown")
    assert page.thing is None and not page.stage.is_whole()
    x, y = page.stage.where("1,0")
    still, other = drive.down(x, y), drive.down(x - dp(50), y)
    other.touch_move(x - dp(90), y)
    drive.advance(frames=2)
    drive.up(other)
    drive.up(still)
    drive.advance(0.3)
    assert page.thing is None


@pytest.mark.thorough
@pytest.mark.parametrize("text_size", [100, 200])
def test_lit_spots_of_a_small_phone_can_be_tapped(start: Start, text_size: int) -> None:
    lit = ("1,0", "0,1", "-1,2", "0,0", "1,-1", "3,-4", "-4,4")
    game = boards.OnBoard(boards.HILLS, *lit)
    drive = start(games=[game], size=SMALL, settings={"text_size": text_size}, library=False)
    drive.app.go("table", opened=drive.app.library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo"))))
    drive.advance(0.8)
    stage = drive.app.page.stage
    for _ in range(3):
        pinch(drive, 2.0)
    button = stage.overview
    near = [one for one in lit if stage.room.holds(stage.where(one))]
    assert near
    for one in near:
        x, y = stage.where(one)
        assert stage.place_at((x + dp(23), y)) == stage.place_at((x, y - dp(23))) == one
        if not button.collide_point(x, y):
            drive.tap_at(x, y)
            assert stage.chosen == one

"""Windmill's stage: the pawns stand where the points are, the sun is the clock."""

from collections.abc import Iterator
from math import dist
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.play import Play
from companion.core.text import say
from companion.games.windmill import game
from companion.games.windmill.screen.stage import way_of
from companion.ui.drawing.art import art
from tests.sampling import sampled
from tests.ui.stage_host import SHAPES, TINY, Host, hosted, start


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


def with_points(*points: int) -> Play[Any]:
    """Somebody is the oldest, and everybody has points."""
    play = start(game, len(points))
    play.answer("Oldest/table", 0)
    for seat, score in zip(play.table.seats, points, strict=True):
        seat.points = score
    return play


def pawn_at(host: Host, number: int) -> tuple[float, float]:
    at: tuple[float, float] = host.stage.where(f"pawn{number}")
    return at


def space(host: Host, number: int) -> tuple[float, float]:
    """The position of the stone in the art."""
    layer = art("windmill").layers["disc"]
    lay = host.stage.scenes[0]
    (x, y), (middle_x, middle_y) = layer["points"]["track"][number], layer["points"]["centre"]
    return lay.disc_x + dp(x - middle_x) * lay.wide, lay.disc_y + dp(y - middle_y) * lay.high


@sampled("shape", SHAPES)
def test_every_space_is_in_the_free_part(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    width, height, above, below = shape
    for number in range(41):
        host.show(with_points(number, 0, 0), None)
        host.stage.settle()
        x, y = pawn_at(host, 0)
        assert 0 < x < dp(width), number
        assert dp(below) - 1 < y < dp(height - above) - dp(8), number


def test_pawns_stand_on_their_stones(host: Host) -> None:
    host.show(with_points(7, 4, 12), None)
    for number, points in enumerate((7, 4, 12)):
        assert dist(pawn_at(host, number), space(host, points)) < 0.5


def test_after_forty_a_pawn_goes_round_again(host: Host) -> None:
    host.show(with_points(41, 80, 0), None)
    assert dist(pawn_at(host, 0), space(host, 1)) < 0.5
    assert dist(pawn_at(host, 1), space(host, 40)) < 0.5


def test_equal_scores_stand_side_by_side(host: Host) -> None:
    """LOOK 8: 21 dp apart; the disc of the first shape is about as big as drawn, and so are the pawns."""
    host.show(with_points(5, 5, 9), None)
    (left, level), (right, other) = pawn_at(host, 0), pawn_at(host, 1)
    assert right - left == pytest.approx(dp(21) * host.stage.pieces.scale)
    assert level == other
    assert (left + right) / 2 == pytest.approx(space(host, 5)[0])


@pytest.mark.parametrize(("points", "seconds"), [(3, 0.42), (20, 0.9)])
def test_a_pawn_takes_its_time(host: Host, points: int, seconds: float) -> None:
    """LOOK 3.6: 140 ms a space, at most 900 in all."""
    play = with_points(0, 30, 30)
    host.show(play, None)
    host.advance(0.1)
    play.table.seats[0].points = points
    host.show(play, None)
    host.advance(seconds / 2)
    assert dist(pawn_at(host, 0), space(host, points)) > dp(5)
    host.advance(seconds / 2 - 0.05)
    assert dist(pawn_at(host, 0), space(host, points)) > 0.01
    host.advance(0.1)
    assert dist(pawn_at(host, 0), space(host, points)) < 0.5


def told(seat: int, old: int, new: int) -> HandLine:
    return HandLine(f"seats.{seat}.points", say("{name}'s pawn", name="Ana"), old, new, seat)


def test_a_pawn_still_lying_elsewhere_is_pale_there_with_a_trail(host: Host) -> None:
    """Picture 32: after an undo the books are at 12, the pawn on the table at 14."""
    host.stage.hands([told(0, 14, 12)])
    host.show(with_points(12, 4, 9), None)
    (ghost,) = host.stage.ghosts.pawns
    assert dist(ghost.at, space(host, 14)) < 0.5
    assert dist(pawn_at(host, 0), space(host, 12)) < 0.5
    assert way_of(14, 12) == [14, 13, 12]
    host.stage.hands([])
    host.show(with_points(12, 4, 9), None)
    assert not host.stage.ghosts.pawns and not host.stage.ghosts.dots


def test_the_mill_is_pale_while_it_would_hide_a_ghost(host: Host) -> None:
    """Five lies at the left edge, far from the mill; nobody stands behind it but the ghost."""
    hidden = next(number for number in range(41) if _hides(host, number))
    assert not _hides(host, 5)
    host.stage.hands([told(0, hidden, 5)])
    host.show(with_points(5, 5, 5), None)
    host.stage.settle()
    assert host.stage.field.mill.alpha < 0.7


def _hides(host: Host, number: int) -> bool:
    host.stage.hands([])
    host.show(with_points(number, 5, 5), None)
    host.stage.settle()
    return bool(host.stage.field.mill.alpha < 0.7)


def test_a_tap_ends_the_movement(host: Host) -> None:
    play = with_points(0, 30, 30)
    host.show(play, None)
    play.table.seats[0].points = 12
    host.show(play, None)
    host.stage.settle()
    assert dist(pawn_at(host, 0), space(host, 12)) < 0.5


def test_without_movement_everything_is_at_its_end() -> None:
    with hosted(game, motion=False) as host:
        play = with_points(0, 30, 30)
        host.show(play, None)
        play.table.seats[0].points = 12
        host.show(play)
        assert dist(pawn_at(host, 0), space(host, 12)) < 0.5
        before = host.stage.field.sails.angle
        host.advance(0.5)
        assert host.stage.field.sails.angle == before


def test_a_stage_that_nobody_sees_keeps_still() -> None:
    before = len(Clock.get_events())
    with hosted(game, live=False) as host:
        host.show(with_points(3, 4, 5))
        host.stand(*SHAPES[1])
        assert len(Clock.get_events()) == before


def test_the_mill_fades_while_it_would_hide_a_pawn(host: Host) -> None:
    """LOOK 8: 55 %; the stone of ten lies behind the tower, the stone of zero before it."""
    host.show(with_points(10, 0, 0), None)
    host.advance(0.4)
    assert host.stage.field.mill.alpha == pytest.approx(0.55)
    host.show(with_points(0, 0, 0), None)
    host.advance(0.4)
    assert host.stage.field.mill.alpha == pytest.approx(1.0)


def test_the_sails_turn_faster_while_a_story_runs(host: Host) -> None:
    """LOOK 3.6: one turn in 14 s; while a story runs in 8."""
    play = with_points(0, 0, 0)
    host.show(play)
    sails = host.stage.field.sails

    def turned(seconds: float) -> float:
        before = sails.angle
        host.advance(seconds)
        return (before - sails.angle) % 360

    assert turned(1.0) == pytest.approx(360 / 14, rel=0.08)
    host.stage.time_left(1.0)
    host.stage.time_left(0.99)
    assert turned(1.0) == pytest.approx(360 / 8, rel=0.08)


@sampled("shape", SHAPES)
def test_the_sun_is_the_clock(host: Host, shape: tuple[float, ...]) -> None:
    """The whole ring is in the free part, at the beginning and at the end; the sun goes down with it."""
    host.stand(*shape)
    host.show(with_points(0, 0, 0))
    host.advance(1)
    width, height, above, below = (dp(one) for one in shape)
    for part in (1.0, 0.5, 0.0):
        host.stage.time_left(part)
        place = host.stage.clock_place()
        (x, y), half = place.center, place.diameter / 2
        assert dist(host.stage.field.sun.pos, place.center) < 0.5
        assert not place.disc
        assert x - half >= 0 and x + half <= width
        assert y - half >= below - 1 and y + half <= height - above + 1


def test_the_sun_sinks_forty_and_the_sky_darkens_a_tenth(host: Host) -> None:
    host.stand(412, 600, 56, 28)
    host.show(with_points(0, 0, 0))
    host.advance(1)
    host.stage.time_left(1.0)
    high = host.stage.clock_place().center[1]
    assert host.stage.field.night.a == 0
    host.stage.time_left(0.0)
    assert high - host.stage.clock_place().center[1] == pytest.approx(dp(40))
    assert host.stage.field.night.a == pytest.approx(0.1)


def test_a_picture_for_the_library_shows_the_track() -> None:
    with hosted(game, live=False) as host:
        host.show(with_points(7, 4, 12))
        assert host.stage.field.disc.alpha == 1
        host.stage.live = True
        host.advance(1)
        assert host.stage.field.disc.alpha == 0


def test_a_guess_with_a_clock_keeps_the_track(host: Host) -> None:
    """A question with one big button shows the clock in the middle; a guess shows it small at the side."""
    play = start(game, 3, guess_seconds=30)
    play.answer("Oldest/table", 0)
    play.answer("CardDown/0", "done")
    host.show(play)
    host.advance(1)
    assert play.open()[0].timer(play.table) is not None
    assert host.stage.field.disc.alpha == 1


@sampled("shape", TINY)
def test_a_stage_smaller_than_its_art_still_draws(host: Host, shape: tuple[float, ...]) -> None:
    host.stand(*shape)
    host.show(with_points(1, 2, 45))
    host.stage.time_left(0.5)
    assert host.stage.clock_place().diameter > 0
    assert host.picture().getbbox() is not None


def test_a_table_shown_again_while_pawns_walk_does_not_stop_them(host: Host) -> None:
    """Four share space 0, so walking also takes them out of their row; a phone that joins shows the table again."""
    host.show(start(game, 3))
    goal = with_points(8, 4, 12)
    host.show(goal, None)
    host.advance(0.3)
    host.show(goal, None)
    host.advance(1.0)
    for number, points in enumerate((8, 4, 12)):
        assert dist(pawn_at(host, number), space(host, points)) < 0.5


def test_the_clock_waits_for_a_walk_that_is_under_way(host: Host) -> None:
    """Eight spaces: 0.9 s, of which 0.3 are gone when the table is shown again; then everybody has 1.2 s to look."""
    host.show(start(game, 3))
    goal = with_points(8, 4, 2)
    host.show(goal)
    host.advance(0.3)
    host.show(goal)
    host.advance(1.7)
    assert host.stage.clock == 0.0
    host.advance(0.7)
    assert host.stage.clock == 1.0


def test_what_stands_on_the_disc_goes_and_fades_with_it(host: Host) -> None:
    """Back from clock to track with a pawn still to move: its trail used to hang in the sky."""
    host.show(with_points(4, 0, 0))
    host.advance(2.0)
    assert host.stage.clock == 1.0
    host.stage.hands([told(0, 4, 1)])
    host.show(with_points(1, 0, 0), None)
    host.advance(0.2)
    stage = host.stage
    assert 0.1 < stage.clock < 0.9
    inks, pale = stage.ghosts.dots, stage.ghosts.pawns[0]
    assert inks and all(ink.a == pytest.approx(1 - stage.clock) for ink in inks)
    assert pale.sprite.alpha == pytest.approx(0.5 * (1 - stage.clock))
    sunk = stage.field.disc.pos[1] - stage.scenes[0].disc_y
    assert stage.on_disc.y == pytest.approx(sunk) and sunk < -dp(10)
    host.advance(2.0)
    assert stage.on_disc.y == 0.0 and inks[0].a == 1.0

"""Pieces by key: they appear, walk, change their looks, can be held, and vanish."""

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.graphics import InstructionGroup

from companion.games.windmill import game
from companion.ui.drawing.art import Motion
from companion.ui.stages.pieces import Figure, Pieces, Stand, Walk, heading
from companion.ui.stages.trails import trail
from tests.ui.stage_host import Host, hosted


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


@pytest.fixture
def drawn() -> list[Figure]:
    return []


@pytest.fixture
def pieces(host: Host, drawn: list[Figure]) -> Pieces:
    def make(look: Any) -> Figure:
        drawn.append(Figure(look))
        return drawn[-1]

    return Pieces(InstructionGroup(), Motion(host.stage), make)


def test_a_piece_walks_over_the_points_on_its_way(host: Host, pieces: Pieces) -> None:
    pieces.show({"a": Stand("red", (0.0, 0.0), space="1")}, moving=False)
    goal = Stand("red", (10.0, 10.0), space="2")
    seconds = pieces.show({"a": goal}, {"a": Walk([(10.0, 0.0)], 0.4, "linear")})
    assert seconds == 0.4 and pieces.at("a") == (0.0, 0.0) and pieces.space_of("a") == "2"
    host.advance(0.2)
    assert pieces.at("a") == pytest.approx((10.0, 0.0), abs=0.6)
    assert pieces.show({"a": goal}) == pytest.approx(0.2, abs=0.03), "it walks on"
    host.advance(0.3)
    assert pieces.at("a") == (10.0, 10.0)


def test_another_look_replaces_the_figure_in_place(host: Host, pieces: Pieces, drawn: list[Figure]) -> None:
    pieces.show({"a": Stand("red", (0.0, 0.0), 2.0)}, moving=False)
    pieces.show({"a": Stand("red", (10.0, 0.0), 2.0)}, {"a": Walk((), 0.4, "linear")})
    host.advance(0.2)
    pieces.show({"a": Stand("blue", (10.0, 0.0), 2.0)})
    assert [one.look for one in drawn] == ["red", "blue"]
    assert drawn[1].at == drawn[0].at and drawn[1].sprite.scale == (2.0, 2.0)
    host.advance(0.3)
    assert pieces.at("a") == (10.0, 0.0), "and it walks on"


def test_pieces_fade_in_and_out(host: Host, pieces: Pieces, drawn: list[Figure]) -> None:
    pieces.show({"a": Stand("red", (0.0, 0.0), alpha=0.8)})
    host.advance(0.12)
    assert 0.1 < drawn[0].sprite.alpha < 0.7
    host.advance(0.2)
    assert drawn[0].sprite.alpha == pytest.approx(0.8)
    pieces.show({})
    assert "a" not in pieces and pieces.at("a") is None
    host.advance(0.1)
    assert 0.1 < drawn[0].sprite.alpha < 0.7
    host.advance(0.2)
    assert drawn[0].sprite.alpha == 0.0


def test_a_held_piece_is_put_back_or_walks_on_from_there(host: Host, pieces: Pieces) -> None:
    stand = Stand("red", (0.0, 0.0))
    pieces.show({"a": stand}, moving=False)
    pieces.hold("a", (30.0, 0.0))
    pieces.release()
    assert pieces.at("a") == (0.0, 0.0)
    pieces.hold("a", (30.0, 0.0))
    pieces.release(stay=True)
    assert pieces.at("a") == (30.0, 0.0)
    pieces.show({"a": stand}, {"a": Walk((), 0.2, "linear")})
    host.advance(0.1)
    assert 0.0 < (pieces.at("a") or (0.0, 0.0))[0] < 30.0
    host.advance(0.2)
    assert pieces.at("a") == (0.0, 0.0)


def test_a_finger_finds_the_nearest_piece_first(pieces: Pieces) -> None:
    pieces.show({"far": Stand("", (9.0, 0.0)), "near": Stand("", (2.0, 0.0)), "away": Stand("", (40.0, 0.0))})
    assert pieces.near((0.0, 0.0), 10.0) == ["near", "far"]


@pytest.mark.thorough
def test_a_ship_turns_where_it_goes_and_grows_on_a_small_board(host: Host, pieces: Pieces,
                                                              drawn: list[Figure]) -> None:
    ship = Stand("", (0.0, 0.0), angle=45.0, faces=True, grows=True)
    pieces.show({"ship": ship}, moving=False)
    assert drawn[0].angle == 45.0
    pieces.grow(1.5)
    assert drawn[0].sprite.scale == (1.5, 1.5)
    pieces.show({"ship": ship._replace(at=(10.0, 0.0))})
    host.advance(0.5)
    assert drawn[0].angle == heading((0.0, 0.0), (10.0, 0.0)) == -90.0


@pytest.mark.thorough
def test_a_ship_ends_with_the_same_heading_after_quick_answers(host: Host, pieces: Pieces,
                                                             drawn: list[Figure]) -> None:
    ship = Stand("", (0.0, 0.0), faces=True)
    for wait in (0.1, 1.0):
        pieces.show({"ship": ship}, moving=False)
        pieces.show({"ship": ship._replace(at=(10.0, 0.0))}, {"ship": Walk((), 0.4, "linear")})
        host.advance(wait)
        pieces.show({"ship": ship._replace(at=(10.0, 10.0))}, {"ship": Walk((), 0.4, "linear")})
        host.advance(1.0)
        assert drawn[0].angle == 0.0, f"up the board, {wait} s after the first answer"


@pytest.mark.thorough
def test_a_trail_has_no_dots_at_its_ends() -> None:
    """30 long, a dot every 10: three, at 7.5, 15 and 22.5."""
    assert [round(x, 1) for x, _ in trail([(0.0, 0.0), (30.0, 0.0)], 10.0)] == [7.5, 15.0, 22.5]


@pytest.mark.thorough
def test_a_piece_back_at_once_leaves_no_ghost(host: Host, pieces: Pieces, drawn: list[Figure]) -> None:
    """The old figure stayed half faded for good."""
    pieces.show({"a": Stand("red", (0.0, 0.0))}, moving=False)
    pieces.show({})
    host.advance(0.05)
    pieces.show({"a": Stand("red", (50.0, 0.0))})
    host.advance(0.5)
    assert [one.sprite.alpha for one in drawn] == [0.0, 1.0]

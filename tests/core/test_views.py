"""The board as data: grids, hexes, and Windward's and Winter Tales' own."""

from math import isclose, sqrt

import pytest

from companion.core.game import podium
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.core.views import Map, Piece, Spot


def test_a_grid_has_letters_across_and_numbers_up() -> None:
    board = Map.grid(28, 2, pieces=(Piece("0,0", 0),))
    spots = {one.key: one for one in board.spots}
    assert [spots[key].name for key in ("0,0", "1,1", "25,0", "27,1")] == ["A1", "B2", "Z1", "AB2"]
    assert (board.ratio, board.size) == (14.0, 0.25), "28 squares by 2, and a square is half as high as the board"
    assert (spots["0,0"].y, spots["0,1"].y) == (0.25, 0.75), "upwards"


def test_the_names_of_squares_are_drawn() -> None:
    def drawn(board: Map) -> list[str]:
        return [str(one.name if one.label is None else one.label) for one in board.spots if one.label != ""]

    assert drawn(Map.grid(2, 2)) == ["A1", "B1", "A2", "B2"]
    assert drawn(Map.grid(6, 5)) == ["A1", "B1", "C1", "D1", "E1", "F1", "A2", "A3", "A4", "A5"], "the edges suffice"
    named = Map.grid(9, 9).showing(name={"4,4": "Port", "5,5": "Inn"}, label={"5,5": ""})
    assert "Port" in drawn(named) and "Inn" not in drawn(named)


def test_hexes_touch_each_other() -> None:
    board = Map.hexes([(0, 0), (1, 0), (0, 1)])
    high = 2 + sqrt(3)  # two rows apart by the height of a hex, and a radius of one at each end
    at = {one.key: (one.x * board.ratio * high, one.y * high) for one in board.spots}
    assert isclose(board.size, 1 / high, abs_tol=1e-3)
    for other in ("1,0", "0,1"):
        (x, y), (to_x, to_y) = at["0,0"], at[other]
        assert isclose(sqrt((to_x - x) ** 2 + (to_y - y) ** 2), sqrt(3), abs_tol=0.01)


def test_a_track_shows_its_last_space_and_every_fifth_and_knows_its_direction() -> None:
    board = Map.spiral(17, ())
    assert [one.label for one in board.spots if one.label] == ["0", "5", "10", "15", "16"]
    assert board.course == tuple(map(str, range(17)))
    assert Map.spiral(3, (), course=()).course == (), "a maker may leave it out"


def test_a_board_has_at_most_a_thousand_of_each() -> None:
    with pytest.raises(ValueError, match="at most 1000 spots"):
        Map(tuple(Spot(str(number), "", 0, 0) for number in range(1001)))


@pytest.mark.parametrize(("game", "options", "spots"), [
    ("windward", {"mode": "solo"}, {"0,0", "5,0", "-5,5", "territory1", "territory6"}),  # the Post, corners, numbers
    ("winter_tales", {}, {"memory1", "memory8"}),
    ("windmill", {}, {"0", "40"}),
    ("story", {}, {"middle", "print0", "print3"}),
    ("keywords", {}, {"picture1", "picture3"}),
    ("score_sheet", {}, set()),
])
def test_the_games_with_a_board_say_what_it_is(game: str, options: dict[str, str], spots: set[str]) -> None:
    found = find_games().games[game]
    people_there = people(*["Ana", "Ben", "Cleo", "Dev"][:1 if options else 4])
    board = Play(found, found.prepare(Setup(people_there, options))).board()
    assert spots <= ({one.key for one in board.spots} if board is not None else set())
    assert (board is None) == (game == "score_sheet")


def test_a_winner_who_is_passed_twice_wins_once() -> None:
    table = Play(find_games().games["windmill"], Setup(people("Ana", "Ben", "Cleo"))).table
    ben = table.seats[1]
    outcome = podium(table, say("Ben wins."), [ben, ben])
    assert outcome.winners == (1,)
    assert [(one.seat, one.place) for one in outcome.places] == [(1, 1), (0, 2), (2, 2)]

"""My box: there and back as JSON, one clear sentence for the impossible, warnings for the odd."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.windward import game
from companion.games.windward.board.planet import NUMBERS, Terrain, tile_places
from companion.games.windward.box.model import (
    GUESSES,
    TILES,
    BadBox,
    BoardTile,
    Box,
    blank,
    box_of,
    from_json,
    lay,
    starter,
    tile_warnings,
    to_json,
    warnings,
)


def data() -> dict[str, Any]:
    """The starter set as fresh plain data, to be spoilt."""
    fresh: dict[str, Any] = json.loads(json.dumps(to_json(starter())))
    return fresh


def test_there_and_back() -> None:
    assert from_json(data()) == starter()
    other = data()
    other["order"] = [1, 4, 2, 6, 3, 5]
    other["clockwise"] = False
    assert to_json(from_json(other)) == other


def test_a_box_read_once_is_the_box_that_was_read() -> None:
    other = data() | {"order": [1, 4, 2, 6, 3, 5]}
    assert box_of(other) == from_json(other)
    assert box_of(data()) == from_json(data())
    changed = data()
    assert box_of(changed) == starter()
    changed["battle_die"] = [2, 2, 2, 2, 2, 2]
    assert box_of(changed).battle_die == (2, 2, 2, 2, 2, 2), "the data changed, and nothing remembers the old"


@pytest.mark.rule("WW-10", "WW-11", "WW-12", "WW-59")
def test_the_starter_set_can_be_played_at_once_and_says_that_it_is_a_guess() -> None:
    box = starter()
    assert to_json(box)["guess"] and box.guesses_side(small=True)
    assert warnings(box) == ()
    assert (box.large.radius, box.small.radius) == (5, 4)
    assert box.battle_die == (1, 1, 1, 2, 2, 3)
    assert sum(card.count for card in box.supplies) == 60
    for small in (False, True):
        planet = lay(box, small, "ABCDEF")
        assert all(len(planet.feeding_grounds[number]) == len(planet.red_starts[number]) == 1 for number in NUMBERS)
        assert len(planet.zephyrs) >= 2
        assert planet.gas_pockets
        assert not set(planet.drift) & {*planet.corner.values(), *planet.port_side.values()}
        assert reachable(planet) == len(planet.spaces) - len(planet.drift)


def reachable(planet: Any) -> int:
    seen, front = set(), [planet.port_side[1]]
    while front:
        space = front.pop()
        if space not in seen:
            seen.add(space)
            front += [near for near in planet.near[space] if near in planet.sky]
    return len(seen)


def test_what_is_left_out_takes_its_default() -> None:
    short = {key: data()[key] for key in ("format", "version", "name", "large", "small")}
    box = from_json(short)
    assert box.battle_die == (1, 1, 1, 2, 2, 3)
    assert (box.board.gas_slots, box.board.supplies_order, box.board.morale_order) == (4, 3, 1)
    assert box.crew_slots[2] == ("harpooner", "coxswain")
    assert (box.counts.greys, box.counts.reds, box.counts.tags) == (8, 9, 5)


@pytest.mark.rule("WW-3")
def test_tiles_are_laid_as_on_the_table() -> None:
    box = starter()
    planet = lay(box, False, "CABFED")
    for number, letter in zip(NUMBERS, "CABFED", strict=True):
        for place in tile_places(5):
            assert planet.terrain[planet.at(number, place)] is box.large.tile(letter).terrain(place)
    assert lay(box, False, "CABFED") is planet
    for nonsense in ("ABCDE", "ABCDEE", ""):
        with pytest.raises(BadBox, match="Each tile, A to F"):
            lay(box, False, nonsense)


def spoil(path: str, value: Any) -> dict[str, Any]:
    whole = data()
    at: Any = whole
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if value is None:
        del at[last]
    else:
        at[int(last) if isinstance(at, list) else last] = value
    return whole


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("large.tiles.C", None, "The part C of the box can't be read."),
        ("small", None, "The part small"),
        ("large.radius", 40, "The part large"),
        ("large.radius", 2, "The part large"),
        ("large.radius", "5", "The part large"),
        ("large.radius", True, "The part large"),
        ("large.radius", 6, "The part A"),
        ("large.tiles.A", [".", "..", "...", "....", "......"], "The part A"),
        ("large.tiles.A", "sky", "The part A"),
        ("large.tiles.A.1", "X.", "The part A"),
        ("order", [1, 2, 3, 4, 5, 5], "The part order"),
        ("order", [1, 2, 3], "The part order"),
        ("order", ["1", 2, 3, 4, 5, 6], "The part order"),
        ("battle_die", [1, 2, 3], "The part battle_die"),
        ("battle_die", [1, 1, 1, 2, 2, 10], "The part battle_die"),
        ("board.gas_slots", 0, "from 1 to 12 for gas slots"),
        ("board.longboat_order", 9, "from 1 to 8 for longboat order"),
        ("counts.reds", -1, "from 0 to 200 for reds"),
        ("counts", [], "The part counts"),
        ("crew_slots", [["purser", "gas_worker"]], "The part crew_slots"),
        ("crew_slots.0.0", "parrot", "The part crew_slots"),
        ("supplies.0.effect", "magic", "The part effect"),
        ("supplies.0.hits", 99, "from 0 to 9 for hits"),
        ("supplies", {}, "The part supplies"),
        ("achievements.0.high", 0, "the higher one"),
        ("achievements.0", 7, "The part achievements"),
        ("name", "  ", "a name of at most 80 letters"),
        ("clockwise", "yes", "The part clockwise"),
        ("format", "winter", "not a box of Windward"),
        ("version", 2, "newer Tableside"),
    ],
)
def test_the_impossible_is_refused_with_one_sentence(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(BadBox) as refused:
        from_json(spoil(path, value))
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("nonsense", [None, 3, [], "copy", {}])
def test_something_else_entirely_is_refused(nonsense: Any) -> None:
    with pytest.raises(BadBox, match="not a box"):
        from_json(nonsense)


def test_numbers_round_the_post_begin_with_one() -> None:
    assert from_json(spoil("order", [3, 2, 1, 6, 5, 4])).order == (1, 6, 5, 4, 3, 2)


# --- the tile editor's moves


def test_painting_mirroring_resizing() -> None:
    tile = BoardTile((".", "..", "..."))
    drift = tile.painted((1, 2), Terrain.DRIFT)
    assert drift.rows == (".", "..", "..D")
    assert drift.terrain((1, 2)) is Terrain.DRIFT
    assert drift.places_of(Terrain.DRIFT) == ((1, 2),)
    assert drift.mirrored().rows == (".", "..", "D..")
    assert drift.resized(2).rows == (".", "..")
    assert drift.resized(4).rows == (".", "..", "..D", "....")
    assert tile.rows == (".", "..", "...")
    for place in tile_places(3):
        assert tile.painted(place, Terrain.GAS).places_of(Terrain.GAS) == (place,)


def test_sides_change_one_tile_at_a_time() -> None:
    side = blank(3)
    painted = side.with_tile("D", side.tile("D").painted((3, 0), Terrain.ZEPHYR))
    assert [painted.tile(letter) == side.tile(letter) for letter in TILES] == [True, True, True, False, True, True]
    assert painted.resized(5).tile("D").rows[2] == "Z.."
    assert painted.resized(5).radius == 5


# --- warnings


def rules_of(box: Box) -> list[str]:
    return [reason.rule for reason in warnings(box)]


@pytest.mark.parametrize(
    ("path", "value", "rule", "sentence"),
    [
        ("large.tiles.A.4", "D..DR", "WW-18", "The corner of tile A (large) is Drift"),
        ("large.tiles.A.0", "D", "WW-18", "next to the Trading Post"),
        ("large.tiles.A.3", "FF.Z", "WW-10", "has 2 Feeding Grounds"),
        ("small.tiles.B.3", ".R..", "WW-10", "Tile B (small) has 0 Feeding Grounds"),
        ("large.tiles.A.4", "...D.", "WW-11", "has 0 Red starts"),
        ("crew_slots.0", ["purser", "purser"], "WW-50", "one slot"),
        ("counts.reds", 5, "WW-11", "Six Reds"),
        ("counts.greys", 4, "WW-107", "six Greys"),
        ("battle_die", [0, 0, 0, 0, 0, 0], "WW-63", "No face"),
        ("supplies", [], "WW-54", "No supply cards"),
        ("achievements", [], "WW-146", "two cards"),
    ],
)
def test_the_odd_is_warned_of_and_not_blocked(path: str, value: Any, rule: str, sentence: str) -> None:
    found = warnings(from_json(spoil(path, value)))
    assert [reason.rule for reason in found] == [rule]
    assert sentence in str(found[0])


def test_a_blank_side_is_warned_of_tile_by_tile() -> None:
    spoilt = data()
    spoilt["large"] = {"radius": 3, "tiles": {letter: [".", "..", "..."] for letter in TILES}}
    assert sorted(rules_of(from_json(spoilt))) == sorted(["WW-10", "WW-11"] * 6 + ["WW-12"])
    spoilt["large"]["tiles"]["A"] = [".", "Z.", "GFR"]
    assert "WW-18" in rules_of(from_json(spoilt))  # a single Zephyr
    assert not list(tile_warnings(BoardTile((".", "..", ".FR")), "A", say("large")))


@pytest.mark.rule("WW-A1")
def test_a_new_box_is_empty_and_says_how_far_it_is() -> None:
    """No terrain that its owner has not painted; with one large tile painted it is one of six."""
    mine = from_json(game.boxes.new())
    assert all(tile.empty for side in (mine.large, mine.small) for tile in side.tiles)
    assert str(game.boxes.about(game.boxes.new())) == "0 of 6 large tiles and 0 of 6 small ones painted"
    painted = replace(mine, large=mine.large.with_tile("B", mine.large.tile("B").painted((2, 1), Terrain.DRIFT)),
                      guessed=mine.guessed - {"large.B"})
    assert str(game.boxes.about(to_json(painted))) == "1 of 6 large tiles and 0 of 6 small ones painted"


def test_a_play_with_a_box_half_painted_has_a_guess_in_the_other_tiles() -> None:
    """Else there would be no Red and no Grey on them. Tile B is as its owner painted it, even where it is all sky."""
    mine = replace(from_json(game.boxes.new()), guessed=GUESSES - {"large.B"})
    play = Play(game, Setup(people("Ana", "Ben"), {}, to_json(mine)))
    on_table = play.table.box
    assert on_table.large.tile("B").empty
    assert on_table.large.tile("A") == starter().large.tile("A")
    assert on_table.guesses_side(small=False) and "large.B" not in on_table.guessed

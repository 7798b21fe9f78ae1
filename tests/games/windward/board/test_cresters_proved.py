"""Compare the Crester mover with all shortest paths and all orders in thousands of random positions."""

import random
from itertools import pairwise, permutations

import pytest

from companion.games.windward.board.cresters import (
    CresterRules,
    Decision,
    FlyingCrester,
    Pieces,
    Way,
    decide_flight,
    hunters,
    next_to_move,
)
from companion.games.windward.board.hexes import Hex, direction_to, distance, neighbours
from companion.games.windward.board.planet import POST, Planet
from tests.games.windward.board.test_cresters import one, red, white
from tests.games.windward.maps import all_shortest_paths, open_planet, random_planet
from tests.sampling import sampled

# --- brute force


def outcomes(ways: tuple[Way, ...]) -> set[tuple[Hex, Hex | None]]:
    return {(way.end, way.back) for way in ways}


def expected(planet: Planet, pieces: Pieces, mode: CresterRules,
             crester: FlyingCrester) -> tuple[int | None, list[tuple[Hex, ...]]]:
    """All paths of the rules, from scratch: how long the shortest one is, and all that are as short."""
    ship = pieces.ship
    assert ship is not None
    speed = mode.white_speed if crester.kind == "white" else mode.red_speed
    others = [other for other in pieces.cresters if other.id != crester.id]

    def full(space: Hex) -> bool:
        here = [other for other in others if other.at == space]
        room = 2 if mode.solo and crester.kind == "red" and all(other.kind == "red" for other in here) else 1
        return len(here) >= room

    def is_open(space: Hex) -> bool:
        if space == ship:
            return ship not in planet.drift
        return (
            space in planet.territory
            and space not in planet.drift
            and space not in pieces.others
            and not full(space)
            and (mode.solo or crester.kind == "white" or planet.territory[space] == planet.territory[crester.at])
        )

    ways = all_shortest_paths(crester.at, ship, is_open)
    if ways:
        away = len(ways[0]) - 1
        steps = min(speed, away - 1 if full(ship) and away else away)
        return away, [way[: steps + 1] for way in ways]
    if mode.coop or mode.cut_off_stays:
        return None, [(crester.at,)]
    grown: list[tuple[Hex, ...]] = [(crester.at,)]
    for _ in range(speed):
        nearer: list[tuple[Hex, ...]] = [
            (*way, near)
            for way in grown
            for near in neighbours(way[-1])
            if near != ship and is_open(near) and distance(near, ship) < distance(way[-1], ship)
        ]
        if not nearer:
            break
        grown = nearer
    return None, grown


def turns(path: tuple[Hex, ...]) -> list[int | None]:
    return [direction_to(a, b) for a, b in pairwise(path)]


def random_position(rng: random.Random, planet: Planet, mode: CresterRules) -> Pieces:
    free = [space for space in planet.spaces if space not in planet.drift]
    spots = rng.sample(free, 7)
    ship = POST if mode.coop and rng.random() < 0.2 else spots[0]
    tile = [space for space in free if planet.territory[space] == planet.territory.get(ship) and space != ship]
    cresters = []
    for number in range(rng.randint(1, 6)):
        home = tile if not mode.solo and tile and rng.random() < 0.8 else free
        place = rng.choice(home)
        if place != ship and sum(other.at == place for other in cresters) < (2 if mode.solo else 1):
            cresters.append(red(place, number))
    taken = {ship, *(crester.at for crester in cresters)}
    if spots[1] not in taken:
        cresters.append(white(spots[1]))
    others = frozenset(space for space in spots[2 : 2 + rng.randint(0, 3)] if space not in taken | {spots[1]})
    return Pieces(ship, tuple(cresters), frozenset() if mode.solo else others)


MODES = [
    CresterRules(),
    CresterRules(small=True),
    CresterRules("solo", defeated=1),
    CresterRules("solo", defeated=4),
    CresterRules("coop", difficulty=5),
    CresterRules("coop", difficulty=8),
    CresterRules(cut_off_stays=True),
]


@pytest.mark.slow
@pytest.mark.rule("WW-90", "WW-91", "WW-92", "WW-93", "WW-94", "WW-96")
@pytest.mark.rule("WW-112", "WW-113", "WW-A18", "WW-A19", "WW-A20")
@sampled("mode", MODES, ids=lambda mode: f"{mode.play}-{mode.red_speed}-{mode.white_speed}")
def test_every_way_of_random_positions(mode: CresterRules) -> None:
    """300 positions per mode: every Crester ends where a brute-force search of shortest paths says."""
    rng = random.Random(mode.red_speed * 100 + mode.white_speed)
    seen = cut_off = asked = 0
    for turn in range(300):
        if turn % 10 == 0:
            planet = random_planet(rng, rng.choice((3, 4)), drift=rng.randint(0, 12))
        pieces = random_position(rng, planet, mode)
        for crester in hunters(planet, pieces, mode):
            away, ways = expected(planet, pieces, mode, crester)
            decision = decide_flight(planet, pieces, mode, crester)
            assert decision.away == away
            hits = away is not None and any(way[-1] == pieces.ship for way in ways)
            assert outcomes(decision.ways) == {(way[-1], way[-2] if hits else None) for way in ways}
            assert len(decision.ways) == len(outcomes(decision.ways))
            assert all(way.path in ways and way.arrives == hits for way in decision.ways)
            assert turns(decision.way.path) == min((turns(way) for way in ways), key=lambda ds: [d or 0 for d in ds])
            seen += 1
            cut_off += away is None
            asked += decision.asks
    assert seen > 300
    assert cut_off > 10
    assert asked > 10


# --- order, by trying every order


@pytest.mark.rule("WW-A21")
def test_where_no_order_is_asked_every_order_ends_alike() -> None:
    """If the mover doesn't ask about equally near Reds, any order and choice gives each the same paths."""
    rng = random.Random(5)
    unasked = 0
    for _ in range(900):
        planet = random_planet(rng, 3, drift=rng.randint(0, 5))
        mode = rng.choice((CresterRules("solo"), CresterRules(small=True),
                           CresterRules("coop", small=True)))
        pieces = random_position(rng, planet, mode)
        ready = next_to_move(planet, pieces, mode)
        if len(ready) != 1 or ready[0].kind == "white":
            continue
        reds = [crester for crester in hunters(planet, pieces, mode) if crester.kind == "red"]
        length = decide_flight(planet, pieces, mode, ready[0]).away
        tied = [crester for crester in reds if decide_flight(planet, pieces, mode, crester).away == length]
        if not 1 < len(tied) <= 3:
            continue
        unasked += 1
        alone = {crester.id: outcomes(decide_flight(planet, pieces, mode, crester).ways) for crester in tied}
        for order in permutations(tied):
            check_order(planet, pieces, mode, list(order), alone)
    assert unasked > 20


def check_order(
    planet: Planet, pieces: Pieces, mode: CresterRules, order: list[FlyingCrester],
    alone: dict[int, set[tuple[Hex, Hex | None]]]
) -> None:
    if not order:
        return
    crester, *rest = order
    decision = decide_flight(planet, pieces, mode, crester)
    assert outcomes(decision.ways) == alone[crester.id]
    for way in decision.ways:
        check_order(planet, pieces.moved(crester.id, way.end), mode, rest, alone)


# --- the shares that the rulings worked out


@pytest.mark.parametrize(("radius", "mode", "percent"),
                         [(5, CresterRules(), 89), (6, CresterRules(), 76), (4, CresterRules(small=True), 80)])
def test_share_of_its_tile_that_a_red_covers_in_one_move(radius: int, mode: CresterRules, percent: int) -> None:
    planet = open_planet(radius)
    tile = [space for space in planet.spaces if planet.territory[space] == 1]
    pairs = [(start, ship) for start in tile for ship in tile if start != ship]
    hits = sum(one(planet, ship, red(start), mode).way.arrives for start, ship in pairs)
    assert round(100 * hits / len(pairs)) == percent


@pytest.mark.rule("WW-A19")
def test_share_of_moves_with_several_ends() -> None:
    planet = open_planet(5)
    tile = [space for space in planet.spaces if planet.territory[space] == 1]
    reds = [one(planet, ship, red(start)) for start in tile for ship in tile if start != ship]
    assert round(100 * several_ends(reds)) == 9
    spaces = planet.spaces
    whites = [one(planet, ship, white(start)) for start in tile for ship in spaces if start != ship]
    assert round(100 * several_ends(whites)) == 37


def several_ends(decisions: list[Decision]) -> float:
    return sum(len({way.end for way in decision.ways}) > 1 for decision in decisions) / len(decisions)

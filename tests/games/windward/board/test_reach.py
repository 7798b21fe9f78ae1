"""Ship and longboat reach: the rules one by one, then brute force and networkx on random planets.

On these maps north is direction 1: hex (0, 1) is above the Post, wind 1 blows north.
"""

import random
from itertools import pairwise

import networkx as nx
import pytest

from companion.games.windward.board.hexes import Hex, distance, neighbours, opposite, step
from companion.games.windward.board.planet import NUMBERS, POST, Planet
from companion.games.windward.board.reach import Sailing, moves, ship_reach, why_no_ship
from companion.games.windward.box.model import lay, starter
from tests.games.windward.maps import open_planet, painted, random_planet

NORTH_WIND, SOUTH_WIND = 1, 4


def cost_of(planet: Planet, sailing: Sailing, space: Hex) -> int | None:
    arrival = ship_reach(planet, sailing).get(space)
    return arrival.cost if arrival else None


# --- ships, rule by rule


@pytest.mark.rule("WW-18")
def test_one_speed_buys_one_adjacent_hex() -> None:
    celus = open_planet(5)
    reach = ship_reach(celus, Sailing(Hex(2, 1), NORTH_WIND, speed=1))
    north = {Hex(2, 2), Hex(2, 3)}
    sides = {Hex(3, 1), Hex(3, 0), Hex(1, 1), Hex(1, 2)}
    assert {space for space in reach if reach[space].cost == 0} == north
    assert sides <= {space for space in reach if reach[space].cost == 1}
    assert Hex(2, 0) not in reach


@pytest.mark.rule("WW-19")
def test_with_the_wind_any_number_for_nothing_even_without_speed() -> None:
    celus = open_planet(5)
    reach = ship_reach(celus, Sailing(Hex(0, 1), NORTH_WIND, speed=0))
    assert {space: reach[space].cost for space in reach} == {Hex(0, n): 0 for n in range(2, 6)}
    assert reach.path(Hex(0, 4)) == (Hex(0, 1), Hex(0, 2), Hex(0, 3), Hex(0, 4))


@pytest.mark.rule("WW-20")
def test_against_the_wind_never_at_any_price() -> None:
    """Going straight back needs a detour: two side steps, with or without a free hex between them."""
    celus = open_planet(5)
    sailing = Sailing(Hex(0, 3), NORTH_WIND, speed=1)
    assert cost_of(celus, sailing, Hex(0, 2)) is None
    assert why_no_ship(celus, sailing, Hex(0, 2)).rule == "WW-20"
    assert cost_of(celus, Sailing(Hex(0, 3), NORTH_WIND, speed=2), Hex(0, 2)) == 2  # south-east, then south-west
    for wind in NUMBERS:
        back = opposite(celus.wind_direction(wind))
        for space in celus.spaces:
            assert step(space, back) == POST or step(space, back) not in dict(moves(celus, wind, space))


@pytest.mark.rule("WW-18", "WW-21")
def test_port_costs_one_whatever_the_wind() -> None:
    celus = open_planet(4)
    for wind in NUMBERS:
        for number in NUMBERS:
            assert cost_of(celus, Sailing(celus.port_side[number], wind, speed=1), POST) == 1
            assert cost_of(celus, Sailing(POST, wind, speed=1), celus.port_side[number]) == 1
        assert len(ship_reach(celus, Sailing(POST, wind, speed=0))) == 0


@pytest.mark.rule("WW-21", "WW-A5")
def test_a_wind_run_stops_before_the_post() -> None:
    """Wind south from the north: free down to the hex above the Post, then one speed for port, one to leave it."""
    celus = painted(4, drift=[Hex(1, 0), Hex(-1, 0)])
    still = ship_reach(celus, Sailing(Hex(0, 3), SOUTH_WIND, speed=0))
    assert set(still) == {Hex(0, 2), Hex(0, 1)}
    fast = ship_reach(celus, Sailing(Hex(0, 3), SOUTH_WIND, speed=2))
    assert fast[POST].cost == 1
    assert fast[Hex(0, -1)].cost == 2
    assert fast[Hex(0, -1)].through_port
    assert fast.path(Hex(0, -1))[-2] == POST
    assert not fast[POST].through_port
    assert fast[Hex(0, -4)].cost == 2  # the wind takes it on from there


def test_port_is_shunned_where_another_way_is_as_cheap() -> None:
    celus = open_planet(4)
    reach = ship_reach(celus, Sailing(Hex(0, 3), SOUTH_WIND, speed=2))
    assert reach[Hex(0, -1)].cost == 2
    assert POST not in reach.path(Hex(0, -1))
    assert not reach[Hex(0, -1)].through_port


@pytest.mark.rule("WW-18", "WW-21")
def test_around_the_planet_costs_one_and_ignores_the_wind() -> None:
    celus = open_planet(5)
    for wind in NUMBERS:
        for number in NUMBERS:
            here = celus.corner[number]
            assert cost_of(celus, Sailing(here, wind, speed=1), celus.across[here]) == 1


@pytest.mark.rule("WW-18", "WW-21", "WW-A4")
def test_zephyr_to_any_other_zephyr_for_one_even_against_the_wind() -> None:
    a, b, c = Hex(0, 3), Hex(0, 2), Hex(-4, 1)
    celus = painted(5, zephyr=[a, b, c])
    reach = ship_reach(celus, Sailing(a, NORTH_WIND, speed=1))
    assert reach[b].cost == reach[c].cost == 1
    assert reach.path(b) == (a, b)
    onward = ship_reach(celus, Sailing(Hex(1, 2), NORTH_WIND, speed=2))  # north-west onto a, then the jump
    assert onward[c].cost == 2


@pytest.mark.rule("WW-22")
def test_drift_is_neither_entered_nor_crossed_without_deadweight() -> None:
    rock = Hex(0, 3)
    celus = painted(5, drift=[rock])
    sailing = Sailing(Hex(0, 2), NORTH_WIND, speed=0)
    assert len(ship_reach(celus, sailing)) == 0
    assert why_no_ship(celus, sailing, rock).rule == "WW-22"
    heavy = ship_reach(celus, Sailing(Hex(0, 2), NORTH_WIND, speed=0, deadweight=True))
    assert rock in heavy and heavy[Hex(0, 5)].cost == 0


@pytest.mark.rule("WW-25")
def test_a_foe_is_entered_and_ends_the_reach() -> None:
    celus = open_planet(5)
    reach = ship_reach(celus, Sailing(Hex(0, 1), NORTH_WIND, speed=0, foes=frozenset({Hex(0, 3)})))
    assert set(reach) == {Hex(0, 2), Hex(0, 3)}
    assert reach[Hex(0, 3)].battle
    assert not reach[Hex(0, 2)].battle
    leaving = ship_reach(celus, Sailing(POST, NORTH_WIND, speed=1, foes=frozenset({Hex(0, 1)})))
    assert leaving[Hex(0, 1)].battle
    assert Hex(0, 2) not in leaving


@pytest.mark.rule("WW-32")
def test_no_port_with_a_crester_in_the_hold() -> None:
    celus = open_planet(4)
    sailing = Sailing(Hex(0, 1), NORTH_WIND, speed=2, crester_aboard=True)
    reach = ship_reach(celus, sailing)
    assert POST not in reach
    assert not any(POST in reach.path(space) for space in reach)
    assert reach[Hex(0, -1)].cost == 1  # on the wind to the corner, around the planet, on the wind again
    assert why_no_ship(celus, sailing, POST).rule == "WW-32"


@pytest.mark.rule("WW-66", "WW-124")
def test_ties_and_partners_close_their_hexes() -> None:
    celus = open_planet(5)
    sailing = Sailing(Hex(0, 1), NORTH_WIND, 0, partners=frozenset({Hex(0, 3)}))
    assert set(ship_reach(celus, sailing)) == {Hex(0, 2)}
    assert why_no_ship(celus, sailing, Hex(0, 3)).rule == "WW-124"
    sailing = Sailing(Hex(0, 1), NORTH_WIND, 0, foes=frozenset({Hex(0, 3)}), tied=frozenset({Hex(0, 3)}))
    assert set(ship_reach(celus, sailing)) == {Hex(0, 2)}
    assert why_no_ship(celus, sailing, Hex(0, 3)).rule == "WW-66"


def test_every_refusal_has_a_sentence() -> None:
    celus = open_planet(4)
    sailing = Sailing(Hex(0, 1), NORTH_WIND, speed=1)
    for space, rule in ((Hex(9, 9), "WW-18"), (Hex(0, 1), "WW-18"), (Hex(0, -4), "WW-18")):
        reason = why_no_ship(celus, sailing, space)
        assert reason.rule == rule
        assert str(reason).endswith(".")


def test_the_picture_of_the_worked_reach() -> None:
    """One free hex on the wind, then two more: the path in picture 10 (wind 2, north-east)."""
    celus = open_planet(5)
    start = Hex(2, 0)
    reach = ship_reach(celus, Sailing(start, wind=2, speed=2))
    assert [reach[step(start, 2, n)].cost for n in (1, 2, 3)] == [0, 0, 0]
    assert reach[Hex(3, 2)].cost == 2
    assert sum(graph_of(celus, Sailing(start, 2, 2))[a][b]["cost"] for a, b in pairwise(reach.path(Hex(3, 2)))) == 2


# --- ships against oracles


def graph_of(planet: Planet, sailing: Sailing) -> "nx.DiGraph[Hex]":
    """The rules of movement once more, as weighted edges, straight from the rule texts."""
    graph: nx.DiGraph[Hex] = nx.DiGraph()
    wind = planet.wind_direction(sailing.wind)

    def join(a: Hex, b: Hex, cost: int) -> None:
        shut = b in planet.drift or b in sailing.partners or b in sailing.tied
        if not shut and a not in sailing.foes and not (b == POST and sailing.crester_aboard):
            old = graph.get_edge_data(a, b, {"cost": 9})["cost"]
            graph.add_edge(a, b, cost=min(cost, old))

    graph.add_node(sailing.ship)
    for a in planet.spaces:
        for b in neighbours(a):
            if b == POST:
                join(a, b, 1)
                join(b, a, 1)
            elif b in planet.territory and b == step(a, wind):
                join(a, b, 0)
            elif b in planet.territory and a != step(b, wind):
                join(a, b, 1)
        if a in planet.corner.values():
            join(a, Hex(-a.q, -a.r), 1)
        if a in planet.zephyrs:
            for b in planet.zephyrs:
                if a != b:
                    join(a, b, 1)
    return graph


def random_sailing(rng: random.Random, planet: Planet) -> Sailing:
    free = [space for space in planet.spaces if space not in planet.drift]
    ship = rng.choice([POST, *free])
    others = rng.sample([space for space in free if space != ship], 8)
    return Sailing(
        ship=ship,
        wind=rng.randint(1, 6),
        speed=rng.randint(0, 6),
        foes=frozenset(others[: rng.randint(0, 5)]),
        partners=frozenset(others[5:6]),
        tied=frozenset(others[6 : rng.randint(6, 8)]),
        crester_aboard=rng.random() < 0.3,
    )


@pytest.mark.thorough
@pytest.mark.slow
def test_reach_agrees_with_networkx() -> None:
    rng = random.Random(11)
    for _ in range(150):
        planet = random_planet(rng, rng.choice((3, 4, 5)), drift=rng.randint(0, 9), zephyrs=rng.randint(0, 4))
        sailing = random_sailing(rng, planet)
        expected = nx.single_source_dijkstra_path_length(
            graph_of(planet, sailing), sailing.ship, cutoff=sailing.speed, weight="cost"
        )
        del expected[sailing.ship]
        reach = ship_reach(planet, sailing)
        assert {space: reach[space].cost for space in reach} == expected


def test_paths_are_legal_and_cost_what_they_say() -> None:
    rng = random.Random(12)
    for _ in range(60):
        planet = random_planet(rng, 4, drift=6, zephyrs=3)
        sailing = random_sailing(rng, planet)
        graph = graph_of(planet, sailing)
        reach = ship_reach(planet, sailing)
        for space in reach:
            path = reach.path(space)
            assert path[0] == sailing.ship
            assert path[-1] == space
            assert len(set(path)) == len(path)
            assert sum(graph[a][b]["cost"] for a, b in pairwise(path)) == reach[space].cost
            assert not set(path[1:-1]) & sailing.foes
            assert reach[space].through_port == (POST in path[1:-1])
            assert reach[space].battle == (space in sailing.foes)


def test_of_equally_cheap_ways_one_shuns_port_and_is_the_shortest() -> None:
    rng = random.Random(14)
    for _ in range(60):
        planet = random_planet(rng, rng.choice((3, 4)), drift=rng.randint(0, 6), zephyrs=3)
        sailing = random_sailing(rng, planet)
        graph = graph_of(planet, sailing)
        for _, end, edge in graph.edges(data=True):
            edge["price"] = 10_000 * edge["cost"] + 100 * (end == POST) + 1
        best = nx.single_source_dijkstra_path_length(graph, sailing.ship, weight="price")
        reach = ship_reach(planet, sailing)
        for space in reach:
            assert sum(graph[a][b]["price"] for a, b in pairwise(reach.path(space))) == best[space]


def test_brute_force_over_all_walks() -> None:
    """Every walk of at most two bought moves on the smallest planet, wind runs in between."""
    rng = random.Random(13)
    for _ in range(20):
        planet = random_planet(rng, 3, drift=4, zephyrs=2)
        free = [space for space in planet.spaces if space not in planet.drift]
        ship, wind = rng.choice(free), rng.randint(1, 6)
        best: dict[Hex, int] = {}
        _walk_all(planet, wind, ship, 0, best)
        del best[ship]
        reach = ship_reach(planet, Sailing(ship, wind, speed=2))
        assert {space: reach[space].cost for space in reach} == best


def _walk_all(planet: Planet, wind: int, here: Hex, spent: int, best: dict[Hex, int]) -> None:
    if spent > 2 or best.get(here, 99) <= spent:
        return
    best[here] = spent
    blow = planet.wind_direction(wind)
    if here == POST:
        for near in neighbours(POST):
            if near not in planet.drift:
                _walk_all(planet, wind, near, spent + 1, best)
        return
    for direction in range(1, 7):
        near = step(here, direction)
        if near == POST:
            _walk_all(planet, wind, near, spent + 1, best)
        elif near in planet.territory and near not in planet.drift and direction != opposite(blow):
            _walk_all(planet, wind, near, spent + (direction != blow), best)
    jumps = [space for space in planet.zephyrs if here in planet.zephyrs and space != here]
    if distance(POST, here) == planet.radius and here in planet.corner.values():
        jumps += [space for space in (Hex(-here.q, -here.r),) if space not in planet.drift]
    for there in jumps:
        _walk_all(planet, wind, there, spent + 1, best)


@pytest.mark.rule("WW-22")
def test_a_deadweight_reaches_what_the_best_single_drift_does() -> None:
    """Compare with one search for each Drift, where the cheapest counts; no path crosses two Drifts."""
    planet = lay(starter(), False, "CABFED")
    for ship in (Hex(0, 2), Hex(-2, 1), Hex(3, -1)):
        if ship in planet.drift:
            continue
        for speed in (1, 4):
            reach = ship_reach(planet, Sailing(ship, 2, speed, deadweight=True))
            plain = [ship_reach(planet, Sailing(ship, 2, speed, drift=frozenset(one)))
                     for one in [(), *[(drift,) for drift in planet.drift]]]
            wanted = {space: min(one[space].cost for one in plain if space in one)
                      for space in planet.near if any(space in one for one in plain)}
            assert {space: reach[space].cost for space in reach} == wanted
            assert len(reach) == len(wanted) and all(space in reach for space in wanted)
            assert all(len({*reach.path(space)} & planet.drift) <= 1 for space in reach)

"""The look-ahead: what would come if the turn ended here, or anywhere in reach."""

import random

import pytest

from companion.games.windward.board.cresters import CresterRules, FlyingCrester, Pieces
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.lookahead import Threat, battles, forecast, threats
from companion.games.windward.board.planet import POST, Planet
from tests.games.windward.maps import open_planet, painted, random_planet

SOLO, COOP = CresterRules("solo"), CresterRules("coop", difficulty=6)


def reds(*spots: Hex) -> tuple[FlyingCrester, ...]:
    return tuple(FlyingCrester(number, "red", spot) for number, spot in enumerate(spots, 1))


def ids(threat: Threat) -> list[list[int]]:
    return [[one.id for one in battle] for battle in threat.battles]


@pytest.mark.rule("WW-97", "WW-150")
def test_in_competition_each_red_fights_its_own_battle_then_the_white() -> None:
    celus = open_planet(5)
    pieces = Pieces(Hex(0, 1), (*reds(Hex(0, 4), Hex(1, 1)), FlyingCrester(9, "white", Hex(-1, 3))))
    decisions = forecast(celus, pieces, CresterRules())
    assert [decision.crester.id for decision in decisions] == [2, 1, 9]
    assert [[one.id for one in battle] for battle in battles(decisions, CresterRules())] == [[2], [1], [9]]


@pytest.mark.rule("WW-97")
def test_a_red_thrown_back_stands_in_the_next_ones_way() -> None:
    """A corridor one hex wide: the first Red strikes and falls back into it, so the second can't get through."""
    walls = [Hex(1, 1), Hex(1, 2), Hex(1, 3), Hex(1, 4)]
    celus = painted(5, drift=walls)
    decisions = forecast(celus, Pieces(Hex(0, 1), reds(Hex(0, 2), Hex(0, 4))), CresterRules())
    assert [decision.way.arrives for decision in decisions] == [True, False]
    assert decisions[1].away is None


@pytest.mark.rule("WW-114", "WW-113")
def test_in_solo_two_reds_attack_as_one() -> None:
    celus = open_planet(5)
    found = threats(celus, Pieces(Hex(0, 2), reds(Hex(0, 4), Hex(2, 1), Hex(-2, 3))), SOLO, [Hex(0, 2)])
    (battle,) = found[Hex(0, 2)].battles
    assert len(battle) == 2
    assert sum(one.strength for one in battle) == 10


@pytest.mark.rule("WW-125")
def test_in_co_op_port_is_a_place_like_any_other_to_the_white() -> None:
    celus = open_planet(5)
    pieces = Pieces(Hex(0, 3), (*reds(Hex(0, 5)), FlyingCrester(9, "white", celus.corner[4])))
    found = threats(celus, pieces, COOP, [POST, Hex(0, 3), celus.corner[6]])
    assert ids(found[POST]) == [[9]]
    assert ids(found[Hex(0, 3)]) == [[1]]
    assert found[celus.corner[6]].attackers == ()  # the Red keeps to its tile, the White is ten away
    assert threats(celus, pieces, CresterRules(), [POST])[POST].battles == ()


@pytest.mark.thorough
@pytest.mark.slow
def test_threats_say_what_a_whole_forecast_says() -> None:
    """The shortened count leaves nothing out: 2,400 hexes over all modes, against the full forecast of each."""
    rng = random.Random(21)
    attacked = 0
    for _ in range(120):
        planet = random_planet(rng, 4, drift=rng.randint(0, 14))
        mode = rng.choice((CresterRules(), SOLO, CresterRules("solo", defeated=3), COOP,
                           CresterRules(white_over_reds=True)))
        pieces, free = position(rng, planet, mode)
        for space in rng.sample(free, 20):
            there = Pieces(space, pieces.cresters, pieces.others)
            full = battles(forecast(planet, there, mode), mode)
            quick = threats(planet, pieces, mode, [space])[space].battles
            assert quick == full
            attacked += bool(full)
    assert attacked > 300


def position(rng: random.Random, planet: Planet, mode: CresterRules) -> tuple[Pieces, list[Hex]]:
    free = [space for space in planet.spaces if space not in planet.drift]
    spots = rng.sample(free, 9)
    cresters = reds(*spots[: rng.randint(1, 6)])
    if rng.random() < 0.5:
        cresters = (*cresters, FlyingCrester(9, "white", spots[6]))
    others = frozenset() if mode.solo else frozenset(spots[7:])
    taken = {*(one.at for one in cresters), *others}
    return Pieces(None, cresters, others), [space for space in free if space not in taken]

"""A decision in words: the reasons with their rules, and the path as straight stretches."""

import pytest

from companion.games.windward.board.cresters import CresterRules, FlyingCrester, Pieces, decide_flight
from companion.games.windward.board.explain import for_the_hands, reasons, runs
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST, Planet
from tests.games.windward.maps import open_planet, painted

SOLO, COOP = CresterRules("solo"), CresterRules("coop")


def why(planet: Planet, pieces: Pieces, mode: CresterRules = CresterRules()) -> list[str]:  # noqa: B008  frozen
    decision = decide_flight(planet, pieces, mode, pieces.cresters[0])
    found = reasons(planet, pieces, mode, decision)
    assert 1 <= len(found) <= 3
    assert all(str(reason).endswith(".") and "{" not in str(reason) for reason in found)
    return [reason.rule for reason in found]


def red(at: Hex, id: int = 1, **marks: bool) -> FlyingCrester:
    return FlyingCrester(id, "red", at, **marks)


def white(at: Hex, **marks: bool) -> FlyingCrester:
    return FlyingCrester(9, "white", at, **marks)


def test_a_plain_hunt_names_three_rules() -> None:
    celus = open_planet(5)
    assert why(celus, Pieces(Hex(0, 1), (red(Hex(0, 3)),))) == ["WW-86", "WW-94", "WW-95"]
    assert why(celus, Pieces(Hex(0, 1), (red(Hex(0, 3)),)), SOLO) == ["WW-111", "WW-94", "WW-114"]
    assert why(celus, Pieces(Hex(0, 1), (red(Hex(0, 3)),)), COOP) == ["WW-126", "WW-94", "WW-95"]
    assert why(celus, Pieces(Hex(0, 1), (white(Hex(0, 3)),))) == ["WW-134", "WW-94", "WW-95"]
    assert why(celus, Pieces(Hex(0, 1), (white(Hex(0, 3)),)), SOLO)[0] == "WW-118"
    assert why(celus, Pieces(Hex(0, 1), (white(Hex(0, 3)),)), COOP)[0] == "WW-127"
    assert why(celus, Pieces(POST, (white(Hex(0, 3)),)), COOP) == ["WW-125", "WW-94", "WW-125"]


def test_what_the_way_goes_round() -> None:
    drift = painted(5, drift=[Hex(0, 3)])
    pieces = Pieces(Hex(0, 2), (red(Hex(0, 4)),))
    decision = decide_flight(drift, pieces, CresterRules(), pieces.cresters[0])
    told = reasons(drift, pieces, CresterRules(), decision)
    assert str(told[1]) == "The shortest path round the Drift is 3, and it flies 3."
    flying = Pieces(Hex(0, 2), (red(Hex(0, 4)),), frozenset({Hex(0, 3)}))
    assert why(open_planet(5), flying)[1] == "WW-92"
    assert why(open_planet(5), Pieces(Hex(0, -1), (white(Hex(0, 1)),)))[1] == "WW-A34"


@pytest.mark.rule("WW-96", "WW-113", "WW-A17", "WW-A20")
def test_why_it_stops() -> None:
    walled = painted(5, drift=[Hex(0, 3), Hex(1, 1), Hex(1, 2), Hex(1, 3)])
    assert why(walled, Pieces(Hex(0, 1), (red(Hex(0, 5)),)))[1] == "WW-A20"
    assert why(walled, Pieces(Hex(0, 1), (red(Hex(0, 5)),)), COOP)[1] == "WW-96"
    ship = Hex(0, 1)
    three = (red(Hex(0, 3)), red(ship, 2), red(ship, 3))
    assert why(open_planet(5), Pieces(ship, three), SOLO)[2] == "WW-113"


@pytest.mark.rule("WW-57", "WW-87", "WW-91", "WW-98", "WW-99", "WW-A16")
def test_why_it_stays() -> None:
    celus = open_planet(5)
    assert why(celus, Pieces(Hex(0, 1), (red(Hex(0, 3), fought=True),))) == ["WW-87"]
    assert why(celus, Pieces(Hex(0, 1), (white(Hex(0, 3), fought=True),)), COOP) == ["WW-A16"]
    assert why(celus, Pieces(Hex(0, 1), (red(Hex(0, 3), fresh=True),))) == ["WW-99"]
    assert why(celus, Pieces(Hex(0, 1), (red(Hex(0, -3)),))) == ["WW-91"]
    assert why(celus, Pieces(POST, (red(Hex(0, 3)),))) == ["WW-57"]
    assert why(celus, Pieces(None, (red(Hex(0, 3)),))) == ["WW-98"]


def test_runs_for_the_hands() -> None:
    celus = open_planet(5)
    path = (Hex(0, 1), Hex(1, 1), Hex(2, 1), Hex(3, 0))
    assert [(run.direction, run.spaces, run.towards) for run in runs(celus, path)] == [(2, 2, 2), (3, 1, 3)]
    assert str(for_the_hands(celus, path)) == "two hexes towards 2, then one towards 3"
    turned = Planet(5, [{}] * 6, order=(1, 6, 5, 4, 3, 2))
    assert [run.towards for run in runs(turned, path)] == [6, 5]
    assert runs(celus, (Hex(0, 1),)) == ()
    assert str(for_the_hands(celus, (Hex(0, 1),))) == "it stays"

"""Predict the Cresters' moves if the turn ends now or on another hex."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.games.windward.board.cresters import (
    CresterRules,
    Decision,
    FlyingCrester,
    Pieces,
    Way,
    decide_flight,
    hunters,
    nearest_of,
    retreats,
)
from companion.games.windward.board.hexes import Hex, distance
from companion.games.windward.board.planet import Planet

# --- look-ahead, assuming battles send Cresters back


class Threat(NamedTuple):
    """Successive battles for a ship ending its turn here, each with all its attackers."""

    at: Hex
    battles: tuple[tuple[FlyingCrester, ...], ...]

    @property
    def attackers(self) -> tuple[FlyingCrester, ...]:
        return tuple([one for battle in self.battles for one in battle])

    @property
    def dice(self) -> int:
        return sum([one.strength for one in self.attackers])


def forecast(planet: Planet, pieces: Pieces, mode: CresterRules) -> tuple[Decision, ...]:
    """Every Crester's move in order if the turn ended now, taking the first of equal paths."""
    return tuple(_flights(planet, pieces, mode))


def _flights(planet: Planet, pieces: Pieces, mode: CresterRules) -> Iterator[Decision]:
    waiting = list(hunters(planet, pieces, mode))
    arrived: list[Decision] = []
    while waiting:
        one = nearest_of(planet, pieces, mode, waiting)[0]
        if one.kind == "white":
            pieces = _thrown_back(planet, pieces, mode, arrived)
        decision = decide_flight(planet, pieces, mode, one)
        pieces = pieces.moved(one.id, decision.way.end)
        if decision.way.arrives:
            arrived.append(decision)
        if not mode.solo:
            pieces = _thrown_back(planet, pieces, mode, arrived)
        waiting.remove(one)
        yield decision


def _thrown_back(planet: Planet, pieces: Pieces, mode: CresterRules, arrived: list[Decision]) -> Pieces:
    for decision in arrived:
        back = retreats(planet, pieces, mode, decision.crester, decision.way.path)[0]
        pieces = pieces.moved(decision.crester.id, back)
    arrived.clear()
    return pieces


def battles(decisions: Iterable[Decision], mode: CresterRules) -> tuple[tuple[FlyingCrester, ...], ...]:
    """The forecast's battles: in solo all Reds together, otherwise one by one (WW-97, WW-114)."""
    attackers = [decision.crester for decision in decisions if decision.way.arrives]
    if not mode.solo:
        return tuple([(one,) for one in attackers])
    reds = tuple([one for one in attackers if one.kind == "red"])
    whites = [(one,) for one in attackers if one.kind != "red"]
    return ((reds, *whites) if reds else tuple(whites))


def threats(planet: Planet, pieces: Pieces, mode: CresterRules, spaces: Iterable[Hex]) -> dict[Hex, Threat]:
    quick = mode._replace(ask=False)
    return {space: Threat(space, _attacks(planet, pieces._replace(ship=space), quick)) for space in spaces}


def _attacks(planet: Planet, pieces: Pieces, mode: CresterRules) -> tuple[tuple[FlyingCrester, ...], ...]:
    """Battles only. Once a Red falls short, no later Red arrives, because they fly nearest first.

    The rest is skipped unless it could block the White.
    """
    ship = pieces.ship
    white_near = any(one.kind == "white" and ship is not None and distance(one.at, ship) <= mode.white_speed
                     for one in pieces.cresters)
    seen: list[Decision] = []
    for decision in _flights(planet, pieces, mode):
        if not decision.way.arrives and not white_near:
            break
        seen.append(decision)
    return battles(seen, mode)


# --- the night


class PlannedFlight(NamedTuple):
    decision: Decision
    way: Way

    @property
    def moves(self) -> bool:
        return len(self.way.path) > 1

    @property
    def choices(self) -> tuple[Way, ...]:
        """Equal paths to choose from now; the side of an attack is chosen later."""
        return self.decision.ways if self.decision.asks and not self.way.arrives else (self.way,)


def plan(planet: Planet, pieces: Pieces, mode: CresterRules, moved: Sequence[int], ends: Mapping[int, Hex],
         order: Sequence[int]) -> Iterator[PlannedFlight]:
    """Plan the Reds' flights. `ends` fixes destinations, `order` breaks ties.

    In solo all Reds fly before they attack together (WW-114). Otherwise the plan ends at the first arrival,
    because its battle comes before the next flight (WW-97).
    """
    gone = set(moved)
    waiting = [one for one in hunters(planet, pieces, mode) if one.kind == "red" and one.id not in gone]
    wanted = list(order)
    while waiting:
        near = nearest_of(planet, pieces, mode, waiting)
        one = min(near, key=lambda red: wanted.index(red.id) if red.id in wanted else len(wanted))
        decision = decide_flight(planet, pieces, mode, one)
        way = next((way for way in decision.ways if way.end == ends.get(one.id)), decision.way)
        yield PlannedFlight(decision, way)
        if way.arrives and not mode.solo:
            return
        pieces = pieces.moved(one.id, way.end)
        waiting.remove(one)

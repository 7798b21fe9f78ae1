"""All flights of a night at once: who flies, in which order, where to, as far as nothing else comes between.

Alone every Red flies before they strike together (WW-114); otherwise the plan ends with the first that arrives,
whose battle is settled before the next one flies (WW-97).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.games.windward.board.cresters import (
    CresterRules,
    Decision,
    Pieces,
    Way,
    decide_flight,
    hunters,
    nearest_of,
)
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import Planet

NOTHING: Mapping[int, Hex] = {}


class PlannedFlight(NamedTuple):
    """One flight: the decision as the pieces stand by then, and the way that is taken."""

    decision: Decision
    way: Way

    @property
    def moves(self) -> bool:
        return len(self.way.path) > 1

    @property
    def choices(self) -> tuple[Way, ...]:
        """The equal ways between which the table chooses now; from which side one strikes is no matter yet."""
        return self.decision.ways if self.decision.asks and not self.way.arrives else (self.way,)


def plan(planet: Planet, pieces: Pieces, mode: CresterRules, moved: Sequence[int] = (),
         ends: Mapping[int, Hex] = NOTHING, order: Sequence[int] = ()) -> Iterator[PlannedFlight]:
    """The Reds' flights, one after the other: who needs only the first need not work out the whole night. `ends`: where
    the table sends them; `order`: who is first of equally near ones."""
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

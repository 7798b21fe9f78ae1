"""Who of the Cresters moves at the end of a turn, in which order, and where to.

Pure: (planet, pieces, mode) -> decision. `explain` gives its reasons, `lookahead` plays a whole turn ahead.

The rules layer calls `next_to_move` and `decide_flight` in turn, settles battles between, and hands in the pieces as
they then stand. `Decision.ways` holds more than one way only where the choice changes the table (WW-A19).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from companion.games.windward.board import paths
from companion.games.windward.board.hexes import Hex, distance
from companion.games.windward.board.paths import FlightOptions
from companion.games.windward.board.planet import POST, Planet

STRENGTH = {"grey": 1, "red": 5, "white": 8}                                # WW-59
FAR = 1_000_000


class PlayMode(Enum):
    """How the table plays. Free-for-all and head-to-head are both competitive."""

    COMPETITIVE = "competitive"
    SOLO = "solo"
    COOP = "coop"


@dataclass(frozen=True, eq=False)
class CresterRules:
    """Everything about a play that changes how Cresters fly. The last six are the table's switches.

    Compared by identity: take it from `rules_for`, which has one of each, so that decisions for it are found again.
    """

    play: PlayMode = PlayMode.COMPETITIVE
    small: bool = False
    defeated: int = 0
    """Solo: Reds beaten so far (WW-111)."""
    difficulty: int = 5
    """Co-op: spaces the White flies, 5 to 8 (WW-122)."""
    white_rests: bool = False
    """WW-A16: a White that fought this turn stays, in every mode."""
    white_over_reds: bool = False
    """WW-A17: the White may fly over Reds, but not stop there."""
    ask: bool = True
    """WW-A19: equal ways are asked; otherwise the first is taken."""
    cut_off_stays: bool = False
    """WW-A20: a Crester without a way does not move, in every mode."""
    solo_reds_rest: bool = False
    """WW-A25: in solo, too, a Red that fought this turn stays."""
    white_over_post: bool = False
    """WW-A34: the White may cross the Trading Post, but not stop there."""

    @cached_property
    def solo(self) -> bool:
        return self.play is PlayMode.SOLO

    @cached_property
    def coop(self) -> bool:
        return self.play is PlayMode.COOP

    def speed(self, crester: FlyingCrester) -> int:
        return self.white_speed if crester.kind == "white" else self.red_speed

    @cached_property
    def red_speed(self) -> int:
        """WW-86, WW-111, WW-148."""
        return (2 if self.small else 3) + (self.defeated if self.solo else 0)

    @cached_property
    def white_speed(self) -> int:
        """WW-122, WW-134."""
        return self.difficulty if self.coop else 5


@lru_cache(maxsize=64)
def rules_for(play: str, small: bool, defeated: int, difficulty: int, white_rests: bool, white_over_reds: bool,
              ask: bool, cut_off_stays: bool, solo_reds_rest: bool, white_over_post: bool) -> CresterRules:
    """The one object for these rules: asked for at every flight, and `decide_flight` finds its answer by it."""
    return CresterRules(PlayMode(play), small, defeated, difficulty, white_rests, white_over_reds, ask, cut_off_stays,
                        solo_reds_rest, white_over_post)


class FlyingCrester(NamedTuple):
    """A living Red or White on the planet: the table's `Crester` as it is at this moment.

    `fought`: was in a battle with the active captain this turn."""

    id: int
    kind: str
    at: Hex
    fought: bool = False
    fresh: bool = False
    """Placed too late to move this turn (WW-99, WW-A28)."""
    tagged: bool = False

    @property
    def strength(self) -> int:
        return STRENGTH[self.kind]


class Pieces(NamedTuple):
    """What flies high at the end of a turn. `ship`: the active one; POST if it rests at port, None if it was lost."""

    ship: Hex | None
    cresters: tuple[FlyingCrester, ...]
    others: frozenset[Hex] = frozenset()
    """Other captains' ships on the map."""

    def moved(self, crester_id: int, to: Hex) -> Pieces:
        """The pieces with one Crester elsewhere."""
        cresters = [one if one.id != crester_id else one._replace(at=to) for one in self.cresters]
        return self.with_only(tuple(cresters))

    def with_only(self, cresters: tuple[FlyingCrester, ...]) -> Pieces:
        return Pieces(self.ship, cresters, self.others)


class Way(NamedTuple):
    """One way to fly. `path` begins where the Crester stands; a path of one hex means that it stays."""

    path: tuple[Hex, ...]
    arrives: bool = False

    @property
    def end(self) -> Hex:
        return self.path[-1]

    @property
    def back(self) -> Hex | None:
        """Where it goes back to after a battle that leaves both sides flying (WW-95)."""
        return self.path[-2] if self.arrives and len(self.path) > 1 else None


class Decision(NamedTuple):
    """Where one Crester flies: the first of `ways` unless the table chooses another."""

    crester: FlyingCrester
    speed: int
    away: int | None
    ways: tuple[Way, ...]
    stays: str = ""
    """Why it does not even try: fought, fresh, elsewhere, port, lost. Empty: it is on the hunt."""

    @property
    def way(self) -> Way:
        return self.ways[0]

    @property
    def asks(self) -> bool:
        return len(self.ways) > 1


# --- who moves


class Flyer(Protocol):
    """As much of a Crester as decides whether it hunts."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> Hex | None: ...
    @property
    def fought(self) -> bool: ...
    @property
    def fresh(self) -> bool: ...


def stays(planet: Planet, ship: Hex | None, mode: CresterRules, crester: Flyer) -> str:
    """Why a Crester does not hunt at the end of this turn, in one word; empty if it does (WW-150)."""
    white = crester.kind == "white"
    if ship is None:
        return "lost"
    if ship == POST and not (white and mode.coop):
        return "port"
    if crester.fresh:
        return "fresh"
    if crester.fought and _keeps_still_after_battle(mode, white):
        return "fought"
    if not white and not mode.solo:
        territory = planet.territory
        if territory.get(crester.at or POST) != territory.get(ship):
            return "elsewhere"
    return ""


def _keeps_still_after_battle(mode: CresterRules, white: bool) -> bool:
    """WW-87, WW-127, WW-A16, WW-A25."""
    if white:
        return mode.coop or mode.white_rests
    return not mode.solo or mode.solo_reds_rest


def hunters(planet: Planet, pieces: Pieces, mode: CresterRules) -> tuple[FlyingCrester, ...]:
    """Every Crester that moves at the end of this turn."""
    return tuple([one for one in pieces.cresters if not stays(planet, pieces.ship, mode, one)])


def next_to_move(
    planet: Planet, pieces: Pieces, mode: CresterRules, moved: Iterable[int] = ()
) -> tuple[FlyingCrester, ...]:
    """Who flies next: the nearest Red, the White last (WW-97, WW-88). Several: the table must choose (WW-A21)."""
    gone = set(moved)
    return nearest_of(planet, pieces, mode, [one for one in hunters(planet, pieces, mode) if one.id not in gone])


def nearest_of(planet: Planet, pieces: Pieces, mode: CresterRules,
               waiting: Sequence[FlyingCrester]) -> tuple[FlyingCrester, ...]:
    """Who of these flies next."""
    reds = [one for one in waiting if one.kind == "red"]
    if len(reds) < 2:
        return tuple(reds or waiting[:1])
    lengths = [_length(planet, pieces, mode, one) for one in reds]
    nearest = min(lengths)
    tied = [one for one, length in zip(reds, lengths, strict=True) if length == nearest]
    if len(tied) > 1 and mode.ask and _order_matters(planet, pieces, mode, tied):
        return tuple(tied)
    return (tied[0],)


def _length(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> int:
    """How far it is from the ship by its shortest way; cut-off ones come last."""
    away = _look(planet, pieces, mode, crester).away
    return FAR if away is None else away


def _order_matters(planet: Planet, pieces: Pieces, mode: CresterRules, tied: list[FlyingCrester]) -> bool:
    """Could any of these Reds fly differently if others of them had flown before?

    Each is tried on the emptiest sky (the others gone) and on the fullest (the others both where they are and wherever
    they may end). Shortest ways only grow with what is closed, so equal answers there mean equal answers in between.
    """
    flights = {one.id: flight(planet, pieces, mode, one) for one in tied}
    if not mode.solo and flights[tied[0].id].arrives:
        return True  # each battle is settled before the next Red moves
    rest = tuple([one for one in pieces.cresters if one not in tied])
    for one in tied:
        emptiest = flight(planet, pieces.with_only(rest), mode, one)
        ghosts = [
            other._replace(at=space)
            for other in tied
            if other is not one
            for space in sorted({other.at, *_possible_ends(planet, pieces, flights[other.id])})
        ]
        fullest = flight(planet, pieces.with_only((*rest, *ghosts)), mode, one)
        if not emptiest.same_as(fullest):
            return True
    return False


def _possible_ends(planet: Planet, pieces: Pieces, fly: FlightOptions) -> Iterable[Hex]:
    if fly.arrives and pieces.ship is not None:
        return (pieces.ship,)
    return planet.hexes(fly.ends)


# --- where it flies


@lru_cache(maxsize=32)
def decide_flight(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> Decision:
    """The whole decision for one Crester as the pieces stand now: for its question, its words and its flight."""
    why = stays(planet, pieces.ship, mode, crester)
    speed = mode.speed(crester)
    if why:
        return Decision(crester, speed, None, (Way((crester.at,)),), why)
    fly = flight(planet, pieces, mode, crester)
    return Decision(crester, speed, fly.away, _ways(planet, pieces, mode, crester, fly))


def flight(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> FlightOptions:
    """All shortest ways of one Crester at once (WW-94 to WW-96)."""
    look = _look(planet, pieces, mode, crester)
    away, start = look.away, planet.bit[crester.at]
    speed = mode.speed(crester)
    if away is not None:
        if away == 0:
            return FlightOptions(0, (start,), start, True)
        steps = min(speed, away - 1 if look.crowded & look.layers[0] else away)
        reached = paths.fronts(planet, look.layers, start, away, steps=steps, open_sky=look.open_sky)
        return _cut(reached, away, look.crowded)
    if mode.coop or mode.cut_off_stays:
        return FlightOptions(None, (start,), start, False)
    ship = pieces.ship or POST
    straight = distance(crester.at, ship)
    nearer = look.open_sky & ~look.layers[0]
    rings = planet.ring_masks[ship]
    reached = paths.fronts(planet, rings, start, straight, steps=min(speed, straight), open_sky=nearer)
    return _cut(reached, None, look.crowded)


class _Look(NamedTuple):
    """What one Crester has before it: the field round the ship, its own distance in it, open and crowded hexes."""

    layers: paths.Layers
    away: int | None
    open_sky: int
    crowded: int


def _look(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> _Look:
    """WW-90 to WW-92. Its own hex is always open; the ship's too, unless it hangs over Drift."""
    ship = pieces.ship or POST
    start, target = planet.bit[crester.at], planet.bit[ship]
    shut, crowded = _closed(planet, pieces, mode, crester)
    domain = planet.sky_mask
    if crester.kind == "red" and not mode.solo:
        domain &= planet.territory_mask.get(planet.territory.get(crester.at, 0), 0)
    if mode.white_over_post and crester.kind == "white" and ship != POST:
        domain |= planet.bit[POST]
        crowded |= planet.bit[POST]
    open_sky = domain & ~shut | start
    if ship not in planet.drift:
        open_sky |= target
    layers = paths.field(planet, target, open_sky)
    return _Look(layers, paths.layer_of(layers, start), open_sky, crowded)


def _cut(reached: list[int], away: int | None, crowded: int) -> FlightOptions:
    """Where the move may end. Over Reds the White may fly, not stop (WW-A17); else `crowded` hexes are not entered."""
    arrives = away is not None and len(reached) == away + 1
    if arrives:
        before = reached[-2]
        return FlightOptions(away, tuple(reached), before & ~crowded or before, True)
    while len(reached) > 1 and not reached[-1] & ~crowded:
        reached.pop()
    ends = reached[-1] & ~crowded if len(reached) > 1 else reached[-1]
    return FlightOptions(away, tuple(reached), ends, False)


def _closed(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> tuple[int, int]:
    """What it may not enter, and where no room is left to stop (WW-92, WW-113)."""
    once = twice = 0
    pairs_with = "red" if mode.solo and crester.kind == "red" else ""
    bits = planet.bit
    for one in pieces.cresters:
        if one.id != crester.id:
            bit = bits[one.at]
            twice |= bit & once if one.kind == pairs_with else bit
            once |= bit
    ships = planet.mask(pieces.others)
    if mode.white_over_reds and crester.kind == "white":
        return ships, twice
    return ships | twice, twice


def _ways(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester,
          fly: FlightOptions) -> tuple[Way, ...]:
    """One way for each outcome; first the one that takes directions in their order (WW-A19)."""
    first = _way(planet, pieces, crester, fly, fly.ends)
    if not mode.ask:
        return (first,)
    key = first.back if fly.arrives else first.end
    others = [
        _way(planet, pieces, crester, fly, planet.bit[space]) for space in planet.hexes(fly.ends) if space != key
    ]
    return (first, *others) if fly.away != 0 else (first,)


def _way(planet: Planet, pieces: Pieces, crester: FlyingCrester, fly: FlightOptions, ends: int) -> Way:
    if fly.away == 0:
        return Way((crester.at,), arrives=True)
    if not fly.arrives or pieces.ship is None:
        return Way(paths.walk(planet, crester.at, fly.reached, ends))
    return Way((*paths.walk(planet, crester.at, fly.reached[:-1], ends), pieces.ship), arrives=True)


# --- going back


def retreats(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester,
             path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Where a Crester goes back to while the ship flies on; several: the table chooses (WW-95, WW-A26)."""
    shut, crowded = _closed(planet, pieces, mode, crester)
    room = planet.sky_mask & ~(shut | crowded)
    for space in reversed(path[:-1]):
        if planet.bit[space] & room:
            return (space,)
    ship = path[-1]
    for ring in planet.ring_masks[ship][1:]:
        if ring & room:
            return tuple(planet.hexes(ring & room))
    return (ship,)

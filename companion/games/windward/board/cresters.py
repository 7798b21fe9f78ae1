"""Which Cresters move at the end of a turn, in which order, and where.

Pure functions. The rules alternate `next_to_move` and `decide_flight`, and settle battles in between.
`Decision.ways` has several entries only if the choice affects the game (WW-A19).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.games.windward.board.hexes import Hex, distance, in_rows
from companion.games.windward.board.planet import POST, Planet

STRENGTH = {"grey": 1, "red": 5, "white": 8}                                # WW-59
FAR = 1_000_000


class CresterRules(NamedTuple):
    """Settings that affect how Cresters fly. The last six are options."""

    play: str = "competitive"
    """Or solo, or coop."""
    small: bool = False
    defeated: int = 0
    """Reds beaten so far in solo (WW-111)."""
    difficulty: int = 5
    """The White's speed in co-op, 5 to 8 (WW-122)."""
    white_rests: bool = False
    """WW-A16: a White that fought this turn stays put, in every mode."""
    white_over_reds: bool = False
    """WW-A17: the White may fly over Reds but not stop there."""
    ask: bool = True
    """WW-A19: let players choose between equal paths instead of taking the first."""
    cut_off_stays: bool = False
    """WW-A20: a Crester without a path stays put, in every mode."""
    solo_reds_rest: bool = False
    """WW-A25: a Red that fought this turn stays put in solo too."""
    white_over_post: bool = False
    """WW-A34: the White may cross the Trading Post but not stop there."""

    @property
    def solo(self) -> bool:
        return self.play == "solo"

    @property
    def coop(self) -> bool:
        return self.play == "coop"

    def speed(self, crester: "FlyingCrester") -> int:
        return self.white_speed if crester.kind == "white" else self.red_speed

    @property
    def red_speed(self) -> int:
        """WW-86, WW-111, WW-148"""
        return (2 if self.small else 3) + (self.defeated if self.solo else 0)

    @property
    def white_speed(self) -> int:
        """WW-122, WW-134"""
        return self.difficulty if self.coop else 5


class FlyingCrester(NamedTuple):
    """Snapshot of a living Red or White; `fought` means against the active captain this turn."""

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
    """Pieces in the air. `ship` is the active one: POST at port, None if lost."""

    ship: Hex | None
    cresters: tuple[FlyingCrester, ...]
    others: frozenset[Hex] = frozenset()
    """Other captains' ships on the map."""

    def moved(self, crester_id: int, to: Hex) -> "Pieces":
        cresters = [one if one.id != crester_id else one._replace(at=to) for one in self.cresters]
        return self._replace(cresters=tuple(cresters))


class Way(NamedTuple):
    """A flight path from the Crester's hex; a path of one hex means it stays."""

    path: tuple[Hex, ...]
    arrives: bool = False

    @property
    def end(self) -> Hex:
        return self.path[-1]

    @property
    def back(self) -> Hex | None:
        """Where it returns if both sides survive the battle (WW-95)."""
        return self.path[-2] if self.arrives and len(self.path) > 1 else None


class FlightOptions(NamedTuple):
    """All shortest flights open to one Crester."""

    away: int | None
    """Length of the shortest path to the target, or None if cut off."""
    reached: tuple[frozenset[Hex], ...]
    """Possible hexes after 0, 1, 2 ... steps."""
    ends: frozenset[Hex]
    """Hexes that distinguish the paths: the end, or the last hex before an attack."""
    arrives: bool


class Decision(NamedTuple):
    """A Crester's flight: the first of `ways` unless players choose another."""

    crester: FlyingCrester
    speed: int
    away: int | None
    ways: tuple[Way, ...]
    stays: str = ""
    """Why it doesn't hunt: fought, fresh, elsewhere, port or lost; empty if it does."""

    @property
    def way(self) -> Way:
        return self.ways[0]

    @property
    def asks(self) -> bool:
        return len(self.ways) > 1


# --- who moves


def stays(planet: Planet, ship: Hex | None, mode: CresterRules, crester: FlyingCrester | Any) -> str:
    """Return why a Crester doesn't hunt this turn, or an empty string (WW-150)."""
    white = crester.kind == "white"
    if ship is None:
        return "lost"
    if ship == POST and not (white and mode.coop):
        return "port"
    if crester.fresh:
        return "fresh"
    rests = mode.coop or mode.white_rests if white else not mode.solo or mode.solo_reds_rest
    if crester.fought and rests:                                            # WW-87, WW-127, WW-A16, WW-A25
        return "fought"
    if not white and not mode.solo:
        territory = planet.territory
        if territory.get(crester.at or POST) != territory.get(ship):
            return "elsewhere"
    return ""


def hunters(planet: Planet, pieces: Pieces, mode: CresterRules) -> tuple[FlyingCrester, ...]:
    return tuple([one for one in pieces.cresters if not stays(planet, pieces.ship, mode, one)])


def next_to_move(planet: Planet, pieces: Pieces, mode: CresterRules,
                 moved: Collection[int] = ()) -> tuple[FlyingCrester, ...]:
    """Return the nearest Red, or the White last (WW-97, WW-88); players choose among several (WW-A21)."""
    waiting = [one for one in hunters(planet, pieces, mode) if one.id not in moved]
    return nearest_of(planet, pieces, mode, waiting)


def nearest_of(planet: Planet, pieces: Pieces, mode: CresterRules,
               waiting: Sequence[FlyingCrester]) -> tuple[FlyingCrester, ...]:
    reds = [one for one in waiting if one.kind == "red"]
    if len(reds) < 2:
        return tuple(reds or waiting[:1])
    away = {one: _look(planet, pieces, mode, one).away for one in reds}
    lengths = {one: FAR if length is None else length for one, length in away.items()}
    tied = [one for one in reds if lengths[one] == min(lengths.values())]
    if len(tied) > 1 and mode.ask and _order_matters(planet, pieces, mode, tied):
        return tuple(tied)
    return (tied[0],)


def _order_matters(planet: Planet, pieces: Pieces, mode: CresterRules, tied: list[FlyingCrester]) -> bool:
    """Could any of these Reds fly differently if another went first?

    Try each with the others gone, then with them everywhere they are or may end. Blocking hexes only
    lengthens shortest paths, so equal results at both extremes mean equal results in between.
    """
    flights = {one.id: flight(planet, pieces, mode, one) for one in tied}
    if not mode.solo and flights[tied[0].id].arrives:
        return True  # each battle is settled before the next Red moves
    ends = {one: {pieces.ship or POST} if fly.arrives else fly.ends for one, fly in flights.items()}
    rest = tuple([one for one in pieces.cresters if one not in tied])
    for one in tied:
        emptiest = flight(planet, pieces._replace(cresters=rest), mode, one)
        ghosts = [other._replace(at=space) for other in tied if other is not one
                  for space in sorted({other.at, *ends[other.id]})]
        fullest = flight(planet, pieces._replace(cresters=(*rest, *ghosts)), mode, one)
        if emptiest._replace(reached=()) != fullest._replace(reached=()):
            return True
    return False


# --- where it flies


@lru_cache(maxsize=32)
def decide_flight(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> Decision:
    why = stays(planet, pieces.ship, mode, crester)
    speed = mode.speed(crester)
    if why:
        return Decision(crester, speed, None, (Way((crester.at,)),), why)
    fly = flight(planet, pieces, mode, crester)
    return Decision(crester, speed, fly.away, _ways(planet, pieces, mode, crester, fly))


def flight(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> FlightOptions:
    """All shortest paths of one Crester (WW-94 to WW-96)."""
    look = _look(planet, pieces, mode, crester)
    ship, here, speed = pieces.ship or POST, frozenset({crester.at}), mode.speed(crester)
    if look.away is not None:
        if look.away == 0:
            return FlightOptions(0, (here,), here, True)
        steps = min(speed, look.away - 1 if ship in look.crowded else look.away)
        reached = _fronts(planet, here, range(look.away - 1, look.away - 1 - steps, -1), look.field.get)
        return _cut(reached, look.away, look.crowded)
    if mode.coop or mode.cut_off_stays:
        return FlightOptions(None, (here,), here, False)
    straight = distance(crester.at, ship)                                   # WW-A20: get as near as possible
    closed = look.shut | {ship}

    def nearer(space: Hex) -> int | None:
        return distance(space, ship) if space in look.domain and space not in closed else None

    reached = _fronts(planet, here, range(straight - 1, max(0, straight - speed) - 1, -1), nearer)
    return _cut(reached, None, look.crowded)


def _fronts(planet: Planet, start: frozenset[Hex], distances: Iterable[int],
            away: Callable[[Hex], int | None]) -> list[frozenset[Hex]]:
    """Possible hexes after each step, given the wanted distance at each."""
    reached = [start]
    for wanted in distances:
        front = frozenset([near for space in reached[-1] for near in planet.near[space]
                           if away(near) == wanted])
        if not front:
            break
        reached.append(front)
    return reached


class _Look(NamedTuple):
    field: Mapping[Hex, int]
    away: int | None
    domain: frozenset[Hex]
    shut: frozenset[Hex]
    crowded: frozenset[Hex]


def _look(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> _Look:
    """WW-90 to WW-92: its own hex is always open; the ship's too, unless over Drift."""
    ship = pieces.ship or POST
    shut, crowded = _closed(pieces, mode, crester)
    territory = planet.territory.get(crester.at, 0) if crester.kind == "red" and not mode.solo else None
    over_post = mode.white_over_post and crester.kind == "white" and ship != POST                   # WW-A34
    domain = _domain(planet, territory, over_post)
    if over_post:
        crowded |= {POST}
    field = distances_from(planet, ship, domain, shut - {ship})
    away = field.get(crester.at)
    if away is None:
        near = [field[space] for space in planet.near[crester.at] if space in field]
        away = min(near) + 1 if near and ship not in planet.drift else None
    return _Look(field, away, domain, shut, crowded)


@lru_cache(maxsize=64)
def _domain(planet: Planet, territory: int | None, over_post: bool) -> frozenset[Hex]:
    """Hexes open to a Crester on an empty board; None means every territory."""
    own = planet.sky
    if territory is not None:
        own = frozenset([space for space in own if planet.territory[space] == territory])
    return own | {POST} if over_post else own


@lru_cache(maxsize=2048)
def distances_from(planet: Planet, target: Hex, domain: frozenset[Hex],
                   shut: frozenset[Hex] = frozenset()) -> dict[Hex, int]:
    """Distance of each open hex from the target; only the target itself if it is Drift."""
    away = {target: 0}
    front = [] if target in planet.drift and target not in domain else [target]
    for space in front:
        farther = away[space] + 1
        for near in planet.near[space]:
            if near not in away and near in domain and near not in shut:
                away[near] = farther
                front.append(near)
    return away


def _cut(reached: list[frozenset[Hex]], away: int | None, crowded: frozenset[Hex]) -> FlightOptions:
    """Find where the move may end. The White may cross Reds but not stop there (WW-A17)."""
    if away is not None and len(reached) == away + 1:
        before = reached[-2]
        return FlightOptions(away, tuple(reached), before - crowded or before, True)
    while len(reached) > 1 and reached[-1] <= crowded:
        reached.pop()
    ends = reached[-1] - crowded if len(reached) > 1 else reached[-1]
    return FlightOptions(away, tuple(reached), ends, False)


def _closed(pieces: Pieces, mode: CresterRules, crester: FlyingCrester) -> tuple[frozenset[Hex],
                                                                                 frozenset[Hex]]:
    """Hexes it can't enter, and hexes where it can't stop (WW-92, WW-113)."""
    pairs_with = "red" if mode.solo and crester.kind == "red" else ""
    seen: set[Hex] = set()
    full: set[Hex] = set()
    for one in pieces.cresters:
        if one.id != crester.id:
            if one.kind != pairs_with or one.at in seen:
                full.add(one.at)
            seen.add(one.at)
    crowded = frozenset(full)
    if mode.white_over_reds and crester.kind == "white":
        return pieces.others, crowded
    return pieces.others | crowded, crowded


def _ways(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester,
          fly: FlightOptions) -> tuple[Way, ...]:
    """One path per outcome, starting with the one in direction order (WW-A19)."""
    first = _way(planet, pieces, crester, fly, fly.ends)
    if not mode.ask or fly.away == 0:
        return (first,)
    key = first.back if fly.arrives else first.end
    others = [_way(planet, pieces, crester, fly, frozenset({space})) for space in in_rows(fly.ends)
              if space != key]
    return (first, *others)


def _way(planet: Planet, pieces: Pieces, crester: FlyingCrester, fly: FlightOptions,
         ends: frozenset[Hex]) -> Way:
    if fly.away == 0:
        return Way((crester.at,), arrives=True)
    if not fly.arrives or pieces.ship is None:
        return Way(_walk(planet, crester.at, fly.reached, ends))
    return Way((*_walk(planet, crester.at, fly.reached[:-1], ends), pieces.ship), arrives=True)


def _walk(planet: Planet, start: Hex, reached: Sequence[frozenset[Hex]],
          ends: frozenset[Hex]) -> tuple[Hex, ...]:
    """Walk to one of `ends`, taking the lowest direction that still leads there."""
    good = [ends]
    for front in reversed(reached[:-1]):
        good.append(frozenset([space for space in front if not good[-1].isdisjoint(planet.near[space])]))
    path = [start]
    for wanted in reversed(good[:-1]):
        path.append(next(near for near in planet.near[path[-1]] if near in wanted))
    return tuple(path)


# --- going back


def retreats(planet: Planet, pieces: Pieces, mode: CresterRules, crester: FlyingCrester,
             path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Where a Crester can retreat if the ship survives; players choose among several (WW-95, WW-A26)."""
    shut, crowded = _closed(pieces, mode, crester)
    room = planet.sky - shut - crowded
    for space in reversed(path[:-1]):
        if space in room:
            return (space,)
    ship = path[-1]
    away = {space: distance(space, ship) for space in room if space != ship}
    return in_rows([space for space in away if away[space] == min(away.values())]) or (ship,)

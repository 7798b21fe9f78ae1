"""What is marked on Windward's map: choices, paths, the night's flights and what hands still have to move."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from time import perf_counter
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.questions import Question
from companion.core.text import Text, count, listing, say, spelled
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import lookahead
from companion.games.windward.board.hexes import Hex, distance, opposite, read
from companion.games.windward.board.lookahead import PlannedFlight
from companion.games.windward.board.planet import NUMBERS, POST, Planet
from companion.games.windward.board.reach import Reach
from companion.games.windward.box.model import TILES, laid_so_far
from companion.games.windward.planet_map import WIND
from companion.games.windward.rules import night
from companion.games.windward.rules.battle import GoesBack
from companion.games.windward.rules.combat import Battle, Party, chances
from companion.games.windward.rules.moves import Row, Sail, course, looks_ahead, lying
from companion.games.windward.rules.placing import LETTERS, CameFrom, LetteredSpace
from companion.games.windward.screen.stage.board import PrintedMap, hexes
from companion.games.windward.screen.stage.camera import SIDE, Geometry
from companion.games.windward.screen.stage.meshes import (
    ART,
    INSIDE,
    NIGHT,
    Light,
    dots,
    fields,
    outlines,
    pictures,
    ring,
    signs,
    stroked,
    strokes,
)
from companion.games.windward.screen.stage.pieces import (
    STRIKES,
    PieceFigure,
    PieceLayer,
    PieceSprite,
    grown,
    standing,
)
from companion.games.windward.table import Captain, Rest, Turn, Windward
from companion.ui.drawing.art import Sprite, along, art, between_points, group_in
from companion.ui.stages.camera import Point
from companion.ui.stages.pieces import heading
from companion.ui.theme import fonts, tokens

Q = Question[Any, Any]

FLIGHT, RED, RIM = "#FF8A7A", "#E5383B", "#FFFFFF"
WARM = str(tokens.DARK.warm)
PLAIN, VEIL = (tokens.LIT, 0.36), 0.2
DANGERS = ((0, "#6FE0A0", 0.40), (5, "#FFB02E", 0.46), (10, "#FF5A30", 0.56), (1_000, "#C4102A", 0.66))
"""Tints by attacking dice: maximum dice, colour, strength."""
MOST_COST = 7
"""Highest cost to prefetch; no move costs more."""
READABLE = 0.85
"""From this zoom on, night numbers scale with the planet."""
FAINT = 0.22
"""Opacity of the other flights while one is highlighted."""
GHOST = 0.6
"""Opacity of a piece at its former place."""
Ghost = tuple[PieceFigure, Hex]
"""A piece at its former space, and its new space."""
BADGE = (0.47, 0.42)
"""Position of the number in its hex, in hex sides."""


PARTS = (0.5, 0.66, 0.8)
"""Where letters may stand on their paths."""


class LitSpace(NamedTuple):
    at: Hex
    badge: str = ""
    battle: bool = False
    pick_up: bool = False


@dataclass(frozen=True)
class Lit:
    """What a *place* question shows before a space is chosen."""

    spots: tuple[LitSpace, ...] = ()
    start: Hex | None = None
    """The piece that moves, shown with a ring."""
    wind: int = 0
    """Wind direction for a ship's move; 0 if wind doesn't matter."""
    ways: tuple[tuple[Hex, ...], ...] = ()
    """How the piece would get to each space, if the spaces have letters."""
    lettered: bool = False
    """The badges are letters that the list repeats."""
    beside: bool = False
    """The letters stand beside the pieces on those spaces."""

    @property
    def spaces(self) -> tuple[Hex, ...]:
        return tuple([one.at for one in self.spots])


@dataclass(frozen=True)
class FlightPath:
    """A Crester's path, and whether it attacks at the end."""

    key: str
    picture: str
    path: tuple[Hex, ...]
    attacks: bool = False


@dataclass(frozen=True)
class NightFlight:
    """A numbered flight of the night, with its alternative paths by letter."""

    number: int
    flight: FlightPath
    letter: str = ""
    others: tuple[tuple[str, tuple[Hex, ...]], ...] = ()


class Outlook(NamedTuple):
    """Look-ahead for all spaces in reach, with the flights that follow."""

    dangers: tuple[lookahead.Threat, ...] = ()
    flights: tuple[FlightPath, ...] = ()


NO_OUTLOOK = Outlook()


class Marks:
    """Layers below and above the pieces, redrawn per question but never during motion."""

    def __init__(self, below: Any, above: Any) -> None:
        self.grid = Geometry()
        self._ahead, self._way = group_in(below), group_in(below)
        self._over, self._ring, self._named = group_in(above), group_in(above), group_in(above)

    # A place question

    def light(self, lit: Lit, planet: Planet, zoom: float, outlook: Outlook = NO_OUTLOOK) -> None:
        """Draw the badges; `light_of` lights the spaces."""
        self._over.clear()
        spots = [(one, self.grid.spot(one.at)) for one in lit.spots]
        if lit.lettered:
            self._letters(lit, zoom)
        else:
            badges(self._over, spots, zoom, quiet=bool(outlook.dangers))
        if lit.start is None:
            return
        ring(self._over, self.grid.spot(lit.start), 1.05 * dp(SIDE), dp(2.5), zoom, RIM)
        against = opposite(lit.wind) if lit.wind else 0
        if against and lit.start in planet.territory:
            one, other = self.grid.edge_of(lit.start, against)
            pictures(self._over, "badge_no_entry", [between_points(one, other, 0.5)])

    def _letters(self, lit: Lit, zoom: float) -> None:
        """Outline each space and letter it, with the paths as dots."""
        edges = [edge for one in lit.spots for edge in outlines([self.grid.spot(one.at)], INSIDE * dp(SIDE))]
        cased(self._over, edges, RIM, dp(2.5), dp(3), zoom)
        steps = dict.fromkeys(step for way in lit.ways for step in pairwise(way))  # many share some
        big = max(1.0, READABLE / zoom)
        cased(self._over, dotted(self.grid, steps, dp(10) * big), FLIGHT, dp(4) * big, dp(3) * big, zoom)
        signs(self._over, [(one.badge, self._letter_at(lit, one.at)) for one in lit.spots],
              dp(14), dp(18), zoom, NIGHT, RIM, RIM, dp(1.6))

    def _letter_at(self, lit: Lit, space: Hex) -> Point:
        return self.grid.beside(space, 0.74, 0.74) if lit.beside else self.grid.spot(space)

    def select(self, path: Sequence[Hex], end: Hex | None, zoom: float, *, flight: bool = False) -> None:
        """Mark the chosen space and its path, if known; `flight` means a Crester's."""
        self._way.clear()
        if end is None:
            return
        fields(self._way, [self.grid.spot(end)], "#EAFBFF", 0.42, INSIDE * dp(SIDE))
        edge = outlines([self.grid.spot(end)], INSIDE * dp(SIDE))
        cased(self._way, edge, RIM, dp(4) / zoom, dp(3) / zoom, zoom)
        if len(path) > 1:
            self._line(path, FLIGHT if flight else WIND, dp(6), zoom)
        if len(path) > 1 and not flight:
            before, last = self.grid.spot(path[-2]), self.grid.spot(path[-1])
            pictures(self._way, "wind_arrow", [(*last, heading(before, last))])

    def _line(self, path: Sequence[Hex], tint: str, width: float, zoom: float, alpha: float = 1.0) -> None:
        """Connect the centres; jumps round the planet or by Zephyr are dotted."""
        spot = self.grid.spot
        steps = [(spot(one), spot(other)) for one, other in pairwise(path) if distance(one, other) <= 1]
        far = [(one, other) for one, other in pairwise(path) if distance(one, other) > 1]
        cased(self._way, [*steps, *dotted(self.grid, far, dp(13))], tint, width, dp(4), zoom, alpha)

    # Cresters

    def fly(self, flight: FlightPath | None, zoom: float) -> None:
        """Draw the current flight: ghost at the start, numbered steps, ring at the attack."""
        self._way.clear()
        self._ring.clear()
        if flight is None or len(flight.path) < 2:
            return
        self._line(flight.path, FLIGHT, dp(6), zoom)
        steps = [self.grid.spot(space) for space in flight.path[1:-1]]
        if not flight.attacks:
            steps.append(self.grid.spot(flight.path[-1]))
        numbers = [(str(number), place) for number, place in enumerate(steps, 1)]
        signs(self._way, numbers, dp(12), dp(15), zoom, RED, RIM, RIM, dp(2))
        ghost_of(self._way, flight.picture, self.grid.spot(flight.path[0]), 0.92, 0.5)
        hexes(self._way, "hex_dashed", [self.grid.spot(flight.path[0])], RIM, 0.9, 0.98)
        if flight.attacks:
            ring(self._ring, self.grid.spot(flight.path[-1]), 1.2 * dp(SIDE), dp(3.5), zoom, FLIGHT)

    def night(self, flights: Sequence[NightFlight], zoom: float, only: str = "") -> None:
        """Draw all flights of a night, alternatives dotted. `only` is the Red to highlight."""
        big = max(1.0, READABLE / zoom)  # lines and numbers keep their screen size on a small planet
        bright = {one: 1.0 if only in ("", one.flight.key) else FAINT for one in flights}
        for one in flights:
            for _, path in one.others:
                dots_there = dotted(self.grid, pairwise(path), dp(9))
                cased(self._way, dots_there, FLIGHT, dp(3) * big, dp(3) * big, zoom, bright[one])
            self._line(one.flight.path, FLIGHT, dp(4) * big, zoom, bright[one])
        for one in flights:
            start, end = one.flight.path[0], self.grid.spot(one.flight.path[-1])
            hexes(self._way, "hex_dashed", [self.grid.spot(start)], RIM, 0.9, 0.98)
            ghost_of(self._way, one.flight.picture, end, 0.8, bright[one])
            if one.flight.attacks and bright[one] == 1.0:
                ring(self._ring, end, 1.2 * dp(SIDE), dp(3.5), zoom, FLIGHT)
        ends = [end for one in flights if one.letter
                for end in letters_apart(self.grid, [*one.others, (one.letter, one.flight.path)])]
        signs(self._ring, ends, dp(8) * big, dp(11) * big, zoom, NIGHT, RIM, RIM, dp(1.2) * big)
        starts = [(str(one.number), self.grid.beside(one.flight.path[0], -0.62, 0.62)) for one in flights]
        signs(self._ring, starts, dp(9) * big, dp(12) * big, zoom, RED, RIM, RIM, dp(1.2) * big)

    def by_hand(self, trails: Sequence[tuple[Hex, Hex]], ghosts: Iterable[Ghost], zoom: float) -> None:
        """Mark pieces players still have to move: ghost, dotted trail, ring at the destination."""
        if not trails:
            return
        for figure, end in ghosts:
            ghost, start = PieceSprite(figure), self.grid.spot(figure.at)
            self._way.add(ghost.group)
            ghost.size(grown(zoom))
            ghost.put(start)
            if figure.picture.startswith("ship_"):
                ghost.face(heading(start, self.grid.spot(end)))
            ghost.fade(GHOST)
        hexes(self._way, "hex_dashed", [self.grid.spot(start) for start, _ in trails], WARM, 0.9, 0.98)
        cased(self._way, dotted(self.grid, trails, dp(10)), WARM, dp(4), dp(3), zoom)
        for _, end in trails:
            ring(self._ring, self.grid.spot(end), 1.05 * dp(SIDE), dp(2.5), zoom, WARM)

    def letter(self, letters: Mapping[Hex, str], zoom: float) -> None:
        """Letter the spaces that the To move card and the echo line name."""
        self._named.clear()
        big = max(1.0, READABLE / zoom)
        there = [(letter, self.grid.beside(space, 0.58, -0.42)) for space, letter in letters.items()]
        signs(self._named, there, dp(10) * big, dp(13) * big, zoom, WARM, NIGHT, NIGHT, dp(1.2) * big)

    def look_ahead(self, outlook: Outlook, zoom: float) -> None:
        """Draw the number of attackers per space, and thin paths ending in ghosts."""
        self._ahead.clear()
        for white, fill, ink in ((False, "#8E1114", "#FFFFFF"), (True, "#FFFFFF", "#1B2A55")):
            there = [(str(len(one.attackers)), self.grid.beside(one.at, -0.5, -BADGE[1]))
                     for one in outlook.dangers
                     if one.battles and any(foe.kind == "white" for foe in one.attackers) is white]
            signs(self._ahead, there, dp(9.5), dp(13), zoom, fill, ink, NIGHT, dp(1.2))
        for flight in outlook.flights:
            points = [self.grid.spot(space) for space in flight.path]
            tint = FLIGHT if "red" in flight.picture else "#DDE6FF"
            cased(self._ahead, pairwise(points), tint, dp(3), dp(2.5), zoom)
            ghost_of(self._ahead, flight.picture, points[-1], 0.66, 0.72)

    def clear(self) -> None:
        for layer in (self._ahead, self._way, self._over, self._ring):
            layer.clear()


def cased(layer: Any, lines: Iterable[tuple[Point, Point]], tint: str, width: float, more: float, zoom: float,
          alpha: float = 1.0) -> None:
    """Draw lines on a casing that is `more` wider."""
    lines = list(lines)
    for ink, wide in ((NIGHT, width + more), (tint, width)):
        strokes(layer, stroked(lines, wide, zoom), ink, wide, zoom, alpha)


def dotted(grid: Geometry, ways: Iterable[tuple[Hex, Hex]], gap: float) -> list[tuple[Point, Point]]:
    return [dot for start, end in ways for dot in dots(grid.spot(start), grid.spot(end), gap)]


def ghost_of(layer: InstructionGroup, picture: str, place: Point, scale: float, alpha: float) -> None:
    ghost = Sprite(layer, place)
    ghost.add_layer(art(ART), picture, scale, "centre")
    ghost.alpha = alpha


def badges(layer: Any, spots: Sequence[tuple[LitSpace, Point]], zoom: float, *, quiet: bool = False) -> None:
    """Draw each space's cost, battle and finds; `quiet` hides costs during look-ahead."""
    aside, up = BADGE[0] * dp(SIDE), BADGE[1] * dp(SIDE)
    costs = [(one.badge, (x + aside, y + up)) for one, (x, y) in spots if one.badge and not quiet]
    for free, fill in ((False, tokens.LIT), (True, WIND)):
        some = [cost for cost in costs if (cost[0] == "0") is free]
        signs(layer, some, dp(11.5), dp(15), zoom, fill, tokens.ON_LIT, NIGHT, dp(1.2))
    fights = [(x - aside, y + up) for one, (x, y) in spots if one.battle]
    if fights:
        pictures(layer, "badge_fight", fights)
    find = fonts.icon("tray-arrow-up")
    finds = [(find, (x - aside, y - up)) for one, (x, y) in spots if one.pick_up and not quiet]
    signs(layer, finds, dp(9), dp(12), zoom, "#9DF0B0", "#0A3A1C", NIGHT, dp(1.2), tokens.ICONS)


def prefetch_marks(zoom: float) -> None:
    """Render the numbers in advance, for the first move at this zoom."""
    spaces = [LitSpace(POST, str(cost), True, True) for cost in range(MOST_COST + 1)]
    badges(InstructionGroup(), [(space, (0.0, 0.0)) for space in spaces], zoom)


def letters_apart(grid: Geometry, ways: Sequence[tuple[str, Sequence[Hex]]]) -> list[tuple[str, Point]]:
    """Place the letters of equal paths where the paths are farthest apart."""
    lines = [[grid.spot(space) for space in path] for _, path in ways]

    def gap(part: float) -> float:
        places = [along(line, part) for line in lines]
        return min((abs(x - a) + abs(y - b) for (x, y), (a, b) in combinations(places, 2)), default=0.0)

    part = max(PARTS, key=lambda one: round(gap(one)))
    return [(letter, along(line, part)) for (letter, _), line in zip(ways, lines, strict=True)]


def light_of(lit: Lit | None, outlook: Outlook) -> Light:
    """Light allowed spaces, tinted by danger during look-ahead, and dim the rest."""
    by_tint: dict[tuple[str, float], list[Hex]] = {}
    for one in outlook.dangers:
        by_tint.setdefault(tint_of(one.dice), []).append(one.at)
    tinted = {one.at for one in outlook.dangers}
    spaces = () if lit is None else lit.spaces
    if plain := [space for space in spaces if space not in tinted]:
        by_tint[PLAIN] = plain
    tints = tuple((tint, alpha, tuple(places)) for (tint, alpha), places in by_tint.items())
    return Light(tints, spaces, 0.0 if lit is None else VEIL)


def tint_of(dice: int) -> tuple[str, float]:
    return next((tint, alpha) for most, tint, alpha in DANGERS if dice <= most)


class FlightView:
    def __init__(self, marks: Marks, pieces: PieceLayer) -> None:
        self._marks, self._pieces = marks, pieces
        self._asked: FlightPath | None = None
        """The question's flight."""
        self._again: FlightPath | None = None
        """An earlier flight being replayed."""
        self._known: dict[str, FlightPath] = {}
        self._at = 0
        self._drawn: FlightPath | None = None

    @property
    def now(self) -> FlightPath | None:
        return self._again or self._asked

    def before(self, asked: FlightPath | None) -> None:
        """Prepare for another question; a piece shown flying stays if it now stands there."""
        if asked == self._asked and self._again is None:
            return
        self._again = None
        if asked != self._asked:
            self._pieces.release(stay=asked is None)
        self._asked = asked
        if asked is not None:
            self._known[asked.key] = asked

    def reopen(self, key: str) -> None:
        """Replay this Crester's flight; an empty key closes the replay."""
        flight = self._known.get(key)
        if flight is None and self._again is None:
            return
        self._pieces.release()
        self._again = flight if flight != self._asked else None
        self._drawn = None

    def draw(self, zoom: float) -> None:
        """Draw the path, and animate a flight not shown before."""
        flight = self.now
        self._marks.fly(flight, zoom)
        if flight is None:
            self._drawn = None
        elif flight != self._drawn:
            self._drawn = flight
            self._at = len(flight.path) - 1
            self._pieces.fly(flight.key, self._points(flight), attacks=flight.attacks)

    def can_step(self, by: int) -> bool:
        return self.now is not None and 0 <= self._at + by < len(self.now.path)

    def step(self, by: int) -> None:
        flight = self.now
        if flight is None or not self.can_step(by):
            return
        points = self._points(flight)
        start, self._at = points[self._at], self._at + by
        self._pieces.fly(flight.key, (start, points[self._at]))

    def _points(self, flight: FlightPath) -> list[Point]:
        points = [self._marks.grid.spot(space) for space in flight.path]
        if flight.attacks:
            points[-1] = self._marks.grid.beside(flight.path[-1], *STRIKES)
        return points


SLICE = 0.006
"""Seconds of computing per frame."""
Key = tuple[mover.Pieces, mover.CresterRules, int]


def on_offer(table: Windward) -> bool:
    """WW-150: the option is on and the turn hasn't ended."""
    turn = table.is_under_way(Turn) and not table.is_under_way(Rest) and not table.is_under_way(Battle)
    return bool(looks_ahead(table) and table.layout and turn)


class Ahead:
    """The outlook for one position; calls `changed` when complete."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._key: Key | None = None
        self._dangers: dict[Hex, lookahead.Threat] = {}
        self._left: list[Hex] = []
        self._counting: Any = None
        self._table: Windward | None = None

    def look(self, table: Windward, chosen: Hex | None) -> Outlook:
        """Return what is known now, and compute the rest in later frames."""
        captain = table.active
        here = captain.ship if chosen is None else chosen
        pieces, mode = table.pieces(here), table.mode()
        key = (pieces._replace(ship=captain.ship), mode, id(table.planet))
        if key != self._key:
            self._begin(table, key, captain)
        flights = [flight_of(one.crester, one.way) for one in _forecast(table, pieces, mode, here)]
        return Outlook(tuple(self._dangers.values()), tuple(one for one in flights if len(one.path) > 1))

    def _begin(self, table: Windward, key: Key, captain: Captain) -> None:
        self.stop()
        self._table, self._key, self._dangers = table, key, {}
        reach = course(table, captain)
        self._left = [space for space in (captain.ship, *reach) if space != POST]
        if self._left:
            self._counting = Clock.schedule_interval(self._count, 0)

    def _count(self, _: float) -> None:
        until = perf_counter() + SLICE
        table = self._table
        while self._left and table is not None and perf_counter() < until:
            some, self._left = self._left[:4], self._left[4:]
            found = lookahead.threats(table.planet, table.pieces(None), table.mode(), some)
            self._dangers.update(found)
        if self._counting is not None and not self._left:
            self.stop()
            self._changed()

    def stop(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None


def _forecast(table: Windward, pieces: mover.Pieces, mode: mover.CresterRules,
              here: Hex) -> Iterable[mover.Decision]:
    if here == POST and not table.coop:
        return ()
    return lookahead.forecast(table.planet, pieces, mode)


def flight_of(one: mover.FlyingCrester, way: mover.Way) -> FlightPath:
    picture = f"crester_{one.kind}{'_tagged' if one.tagged else ''}"
    return FlightPath(f"{one.kind}{one.id}", picture, way.path, way.arrives)


# --- in words


def verdict(table: Windward, chosen: Hex | None) -> tuple[Text, ...]:
    captain = table.active
    here = captain.ship if chosen is None else chosen
    if here == POST:
        return (_at_port(table),)
    pieces, mode = table.pieces(here), table.mode()
    battles = lookahead.battles(_forecast(table, pieces, mode, here), mode)
    if not battles:
        return (say("If the turn ended here, nothing would attack."),)
    return tuple(_battle_line(table, captain, here, battle) for battle in battles[:2])


def _at_port(table: Windward) -> Text:
    if table.solo:
        return say("If the turn ends at port, the ship is lost.")
    white = _forecast(table, table.pieces(POST), table.mode(), POST) if table.coop else ()
    if any(one.way.arrives for one in white):
        return say("The White would reach the Trading Post: the ship would be lost.")
    return say("At port nothing would attack.")


def _battle_line(table: Windward, captain: Captain, here: Hex,
                 battle: tuple[mover.FlyingCrester, ...]) -> Text:
    reds = len([one for one in battle if one.kind == "red"])
    parts = [count("{number} Red", "{number} Reds", reds, number=spelled(reds))] if reds else []
    who = listing(parts if reds == len(battle) else [*parts, say("the White")])
    if not table.setup.options["odds"]:
        return say("If the turn ended here, {who} would attack.", who=who)
    cresters = [crester for crester in table.cresters if crester.id in [one.id for one in battle]]
    fought = Battle(Party(cresters=cresters), Party(captain), here, here)
    chance = chances(table, fought, fought.defender, captain.cannons)
    return say("Attack by {who}:\n{win}% win, {tie}% tie, {lose}% lose", who=who,
               win=f"{chance.mark}{chance.win}", tie=chance.tie, lose=chance.lose)


# --- what the stage shows of a table and a question, as plain values

Night = tuple[NightFlight, ...]


# --- the map


def map_of(table: Windward, grid: Geometry, draft: Sequence[str] = ()) -> PrintedMap:
    """The planet, or the tiles tapped so far during layout."""
    if table.layout:
        return PrintedMap(table.planet, grid)
    letters = "".join(draft)[:len(TILES)]
    return PrintedMap(laid_so_far(table.box, table.small, letters), grid, frozenset(NUMBERS[:len(letters)]),
                      tuple(zip(NUMBERS, letters, strict=False)))


def trails_of(lines: Iterable[HandLine]) -> tuple[tuple[Hex, Hex], ...]:
    """Start and end of each piece players still have to move."""
    changes = [one for line in lines for one in line.changes()]
    moved = [(one.old, one.new) for one in changes if one.place and "," not in one.place]
    return tuple((read(old), read(new)) for old, new in moved if is_spelled(old) and is_spelled(new))


def ghosts_of(lines: Iterable[HandLine], table: Windward) -> tuple[Ghost, ...]:
    """Those pieces at their former places, except at port, where they'd cover the flag."""
    moved = {one.place: trails_of([replace(one, also=())]) for line in lines for one in line.changes()}
    figures = [one for one in standing(table) if moved.get(one.key)] if any(moved.values()) else []
    return tuple((one._replace(at=start), end)
                 for one in figures for start, end in moved[one.key] if start != POST)


def is_spelled(place: Any) -> bool:
    return isinstance(place, str) and "," in place


# --- a place question


def movers(questions: Iterable[Q]) -> dict[Hex, str]:
    """Spaces of ships and longboats that may move now, with their questions; ships win."""
    boats = {one.boat.at: one.key() for one in questions if isinstance(one, Row) and one.boat.at is not None}
    return boats | {one.seat.ship: one.key() for one in questions if isinstance(one, Sail)}


def reach_for(table: Windward, question: Q | None) -> Reach | None:
    if isinstance(question, Sail):
        return course(table, question.seat)
    if isinstance(question, Row) and question.boat in table.boats:
        return question.reach(table)
    return None


def lit_of(table: Windward, question: Q | None) -> Lit | None:
    """Allowed spaces, or None if the question isn't about a space."""
    if isinstance(question, night.WhichFirst):
        reds = question.letters(table).items()
        return Lit(tuple([LitSpace(red.at, letter) for red, letter in reds]), None,
                   ways=tuple([question.path(table, red) for red, _ in reds]), lettered=True, beside=True)
    if question is None or question.kind != "place" or not table.layout:
        return None
    reach = reach_for(table, question)
    if isinstance(question, LetteredSpace):
        letters = question.letters(table)
        ways = [way for space in letters if len(way := question.path(table, space)) > 2]
        return Lit(tuple([LitSpace(space, letter) for space, letter in letters.items()]),
                   start_of(table, question), ways=tuple(ways), lettered=True)
    if reach is None:
        return Lit(tuple([LitSpace(space) for space in question.choices(table)]), start_of(table, question))
    finds = lying(table) if isinstance(question, Sail) else ()              # WW-27: only ships pick up
    spots = tuple([LitSpace(space, "" if table.light else str(arrival.cost), arrival.battle, space in finds)
                   for space, arrival in reach.items()])
    blows = table.planet.wind_direction(table.wind) if isinstance(question, Sail) and table.wind else 0
    return Lit(spots, start_of(table, question), blows)


def start_of(table: Windward, question: Q | None) -> Hex | None:
    if isinstance(question, Sail):
        return question.seat.ship
    if isinstance(question, Row):
        return question.boat.at
    if isinstance(question, night.ThisWay):
        return night.decision(table).crester.at
    if isinstance(question, CameFrom):
        return question.seat.ship
    if isinstance(question, GoesBack):
        return question.crester.at
    return None


def way_to(table: Windward, question: Q | None, space: Hex) -> tuple[Hex, ...]:
    """The path to a chosen space; empty if pieces are just placed."""
    reach = reach_for(table, question)
    if reach is not None:
        return reach.path(space) if space in reach else ()
    return question.path(table, space) if isinstance(question, LetteredSpace) else ()


def letters_of(lit: Lit | None, flights: Night) -> set[str]:
    """Letters that the question has already given away."""
    ways = {letter for one in flights for letter in (one.letter, *(letter for letter, _ in one.others))}
    return ways | {one.badge for one in (lit.spots if lit is not None and lit.lettered else ())}


# --- Cresters


def flight_now(table: Windward, question: Q | None) -> FlightPath | None:
    if not isinstance(question, night.Fly) or night.the_crester(table) is None:
        return None
    return flight_of(night.decision(table).crester, night.the_way(table))


def night_of(table: Windward, question: Q | None, answer: Sequence[str] = ()) -> Night:
    if not isinstance(question, night.AllFly):
        return ()
    moving = [one for one in question.flights(table, answer) if one.moves]
    return tuple([_night_flight(table, number, one) for number, one in enumerate(moving, 1)])


def _night_flight(table: Windward, number: int, planned: PlannedFlight) -> NightFlight:
    red, choices = planned.decision.crester, planned.choices
    lettered = list(zip(LETTERS, choices, strict=False)) if len(choices) > 1 else []
    letter = next((letter for letter, way in lettered if way == planned.way), "")
    return NightFlight(number, flight_of(red, planned.way), letter,
                       tuple([(letter, way.path) for letter, way in lettered if way != planned.way]))

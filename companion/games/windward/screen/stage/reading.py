"""Read what the stage shows from a table and a question, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from companion.core.engine.by_hand import HandLine
from companion.core.questions import Question
from companion.games.windward.board.hexes import Hex, direction_to, read
from companion.games.windward.board.lookahead import PlannedFlight
from companion.games.windward.board.planet import NUMBERS, POST, Place, Planet, Terrain, tile_places
from companion.games.windward.board.reach import Reach
from companion.games.windward.copy.model import TILES
from companion.games.windward.rules import night
from companion.games.windward.rules.moves import Row, Sail, course, lying
from companion.games.windward.screen.stage.board import PrintedMap
from companion.games.windward.screen.stage.marks import FlightPath, Ghost, Lit, LitSpace, NightFlight, flight_of
from companion.games.windward.screen.stage.pieces import standing
from companion.games.windward.table import Rest, Windward

Q = Question[Any, Any]
Night = tuple[NightFlight, ...]


# --- the map


def map_of(table: Windward, draft: Sequence[str] = ()) -> PrintedMap:
    """The planet, or the tiles tapped so far during layout."""
    if table.layout:
        return PrintedMap(table.planet)
    side = table.copy.side(table.small)
    letters = tuple(draft)[:len(TILES)]
    tiles = tuple(side.tile(letter).rows for letter in letters)
    planet = _half_laid(side.radius, tiles, table.copy.order, table.copy.clockwise)
    return PrintedMap(planet, frozenset(NUMBERS[:len(letters)]), tuple(zip(NUMBERS, letters, strict=False)))


@lru_cache(maxsize=16)
def _half_laid(radius: int, tiles: tuple[tuple[str, ...], ...], order: tuple[int, ...], clockwise: bool) -> Planet:
    read = [{(a, b): Terrain(rows[a + b - 1][b]) for a, b in tile_places(radius)} for rows in tiles]
    empty: dict[Place, Terrain] = {}
    return Planet(radius, [*read, *[empty] * (len(TILES) - len(read))], order, clockwise)


def trails_of(lines: Iterable[HandLine]) -> tuple[tuple[Hex, Hex], ...]:
    """Start and end of each piece players still have to move."""
    moved = [(line.old, line.new) for line in lines if line.place and "," not in line.place]
    return tuple((read(old), read(new)) for old, new in moved if is_spelled(old) and is_spelled(new))


def ghosts_of(lines: Iterable[HandLine], table: Windward) -> tuple[Ghost, ...]:
    """Those pieces at their former places, except at port, where they'd cover the flag."""
    moved = {line.place: trails_of([line]) for line in lines}
    figures = [one for one in standing(table) if moved.get(one.key)] if any(moved.values()) else []
    return tuple((one._replace(at=start), end) for one in figures for start, end in moved[one.key] if start != POST)


def straight(line: HandLine) -> int | None:
    return next((direction_to(start, end) for start, end in trails_of([line])), None)


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
    if question is None or question.kind != "place" or not table.layout:
        return None
    reach = reach_for(table, question)
    if reach is None:
        return Lit(tuple([LitSpace(space) for space in question.choices(table)]), start_of(table, question))
    finds = lying(table) if isinstance(question, Sail) else ()              # WW-27: only ships pick up
    spots = tuple([LitSpace(space, str(arrival.cost), arrival.battle, space in finds)
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
    return None


def way_to(table: Windward, question: Q | None, space: Hex) -> tuple[Hex, ...]:
    """The path to a chosen space; empty if pieces are just placed."""
    reach = reach_for(table, question)
    if reach is not None:
        return reach.path(space) if space in reach else ()
    if isinstance(question, night.ThisWay):
        return next((way.path for way in night.decision(table).ways if night.key_space(way) == space), ())
    return ()


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
    lettered = list(zip(night.WAYS, choices, strict=False)) if len(choices) > 1 else []
    letter = next((letter for letter, way in lettered if way == planned.way), "")
    return NightFlight(number, flight_of(red, planned.way), letter,
                       tuple([(letter, way.path) for letter, way in lettered if way != planned.way]))


def asked_about(table: Windward, question: Q | None) -> tuple[Hex, ...]:
    if not isinstance(question, night.WhichFirst):
        return ()
    cresters = [table.crester(key) for key in question.choices(table)]
    return tuple([crester.at for crester in cresters if crester is not None and crester.at is not None])


def ways_flown(table: Windward) -> Iterable[tuple[Hex, ...]]:
    return tuple(table.under_way(Rest).ways.values()) if table.is_under_way(Rest) else ()

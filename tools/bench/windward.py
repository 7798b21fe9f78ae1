"""Windward: how far a ship can go, what the Cresters do, what they would do, and its other two modes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from companion.core.engine.by_hand import Reading
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.cresters import CresterRules, FlyingCrester, Pieces, PlayMode
from companion.games.windward.board.lookahead import forecast, threats
from companion.games.windward.board.planet import NUMBERS, Planet, Terrain, tile_places
from companion.games.windward.board.reach import Sailing, moves, ship_reach
from tools.bench.app import told
from tools.bench.engine import ANSWERED, forget, seconds_an_answer
from tools.bench.report import Section, ms

RADIUS, DRIFT, REDS = 6, 20, 6
POSITIONS = 40
SOLO = CresterRules(play=PlayMode.SOLO)

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eli")
READINGS, READ_WITHIN = 400, 0.0003
MODES = (("solo", 10_000), ("coop", None))


class Position(NamedTuple):
    """A planet with a ship, six Reds and the White somewhere in the open sky."""

    planet: Planet
    sailing: Sailing
    pieces: Pieces


def measure(step: float) -> list[Section]:
    return [_the_planet(step), _by_hand(step), _modes(step), _stage()]


def positions() -> list[Position]:
    rng = Random(11)
    return [_position(rng) for _ in range(POSITIONS)]


def _position(rng: Random) -> Position:
    places = tile_places(RADIUS)
    tiles: list[dict[tuple[int, int], Terrain]] = [{(RADIUS - 1, 1): Terrain.ZEPHYR} for _ in NUMBERS]
    while sum(Terrain.DRIFT in tile.values() and len(tile) - 1 for tile in tiles) < DRIFT:
        rng.choice(tiles).setdefault(rng.choice(places), Terrain.DRIFT)
    planet = Planet(RADIUS, tiles)
    ship, *others = rng.sample([space for space in planet.spaces if space not in planet.drift], REDS + 2)
    reds = [FlyingCrester(number, "red", space) for number, space in enumerate(others[:REDS], 1)]
    foes = frozenset(others)
    return Position(planet, Sailing(ship, rng.choice(NUMBERS), speed=4, foes=foes),
                    Pieces(ship, (*reds, FlyingCrester(REDS + 1, "white", others[REDS]))))


def _reach(at: Position) -> None:
    len(ship_reach(at.planet, at.sailing))


def _crester_turn(at: Position) -> None:
    forecast(at.planet, at.pieces, SOLO)


def _look_ahead(at: Position) -> None:
    threats(at.planet, at.pieces, SOLO, at.planet.spaces)


def _times(job: Callable[[Position], None], runs: int) -> list[float]:
    """The best of a few runs at each position, with nothing remembered from before."""
    return [min(_once(job, at) for _ in range(runs)) for at in positions()]


def _once(job: Callable[[Position], None], at: Position) -> float:
    forget(game)
    for space in at.planet.near:
        moves(at.planet, at.sailing.wind, space)  # the map is known, what lies on it is new
    begun = process_time()
    job(at)
    return process_time() - begun


def _the_planet(step: float) -> Section:
    rows = []
    for name, job, limit, runs in (("a whole solo Crester turn", _crester_turn, 0.002, 3),
                                    ("where a ship can go", _reach, 0.002, 3),
                                    ("look-ahead over all hexes", _look_ahead, 0.050, 2)):
        times = _times(job, runs)
        rows.append((name, ms(median(times)), ms(max(times)), f"{max(times) / step:,.0f}", ms(limit),
                     "yes" if max(times) < limit else "no"))
    return Section("Windward: the planet", f"Radius {RADIUS}, {DRIFT} Drift hexes, six Zephyrs, {REDS} Reds and the "
                   f"White, {POSITIONS} random positions, a speed of four; time of the processor, "
                   "nothing remembered from before.",
                   ("", "median", "worst", "steps, worst", "below", "met"), tuple(rows))


def _by_hand(step: float) -> Section:
    """All that lies on the table, read once a record: what By hand costs an answer."""
    rows = []
    for name, seats, answers in (("two captains, set up", 2, 5), ("five captains, after 80 answers", 5, 80)):
        play = _played(seats, answers)
        read = Reading(play.fields())
        times = sorted(_read_once(play) for _ in range(READINGS))
        rows.append((name, str(len(read.values)), ms(median(times)), f"{median(times) / step:,.0f}", ms(READ_WITHIN),
                     "yes" if median(times) < READ_WITHIN else "no"))
    return Section("Windward: what lies on the table", f"All physical fields, listed and read; {READINGS} readings, "
                   "time of the processor.", ("", "things", "median", "steps", "below", "met"), tuple(rows))


def _played(seats: int, answers: int) -> Play[Any]:
    play: Play[Any] = Play(game, Setup(people(*NAMES[:seats]), {"mode": "competitive"}))
    rng = Random(5)
    while len(play.log) < answers:
        question = rng.choice([one for one in play.open() if one.possible(play.table)])
        play.answer(question.key(), question.random_answer(play.table, rng))
    return play


def _read_once(play: Play[Any]) -> float:
    begun = process_time()
    Reading(game.fields(play.table))
    return process_time() - begun


def _modes(step: float) -> Section:
    rows = []
    for mode, wanted in MODES:
        seconds = seconds_an_answer(game, {"mode": mode})
        met = "" if wanted is None else "yes" if 1 / seconds >= wanted else "no"
        rows.append((mode, f"{1 / seconds:,.0f}", f"{seconds / step:.0f}", f"{wanted:,}" if wanted else "", met))
    return Section("Windward: alone and together", f"As in *Answers a second*: {ANSWERED}",
                   ("mode", "answers a second", "steps an answer", "at least", "met"), tuple(rows))


def _stage() -> Section:
    moving = {"clouds drift": told("frames-planet", "clouds"), "a finger pans": told("frames-planet", "pan"),
              "a Crester flies": told("frames-planet", "flight"), "an empty KivyMD screen": told("frames-bare")}
    rows = [(name, ms(one["own"]), ms(one["worst"]), ms(one["whole"]), ms(one["clock"]), f"{1 / one['clock']:.0f}")
            for name, one in moving.items()]
    return Section("Windward: a frame of its stage", "Solo on the real table screen, phone size, a ship's move lit; "
                   "processor time, and time on the clock. Nothing is built again in a frame. There is no graphics "
                   "card in this machine: the drawing is done in software, on both cores, and has to stay below the 33 "
                   "ms of 30 frames a second all the same.",
                   ("while", "our own work, median", "worst", "with the drawing, by the processor", "on the clock",
                    "frames a second"), tuple(rows))

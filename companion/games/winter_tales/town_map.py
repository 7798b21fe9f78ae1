"""The town as data: what every surface without Kivy draws, and the places and signs of the stage."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sin

from companion.core.text import say
from companion.core.views import Map, Piece, Prop, Spot
from companion.games.winter_tales.board.characters import NEUTRAL, POWERS, SPRING, WINTER
from companion.games.winter_tales.board.town import TownSpace
from companion.games.winter_tales.box.model import TRACK
from companion.games.winter_tales.rules.memories import memory_word, space_name
from companion.games.winter_tales.rules.new_quests import goal_line
from companion.games.winter_tales.table import Winter

SYMBOLS = {SPRING: ("symbol_flower", "#F28C28"), WINTER: ("symbol_snowflake", "#F3F7FF"),
           NEUTRAL: ("symbol_half", "#8A97AD")}
FALLEN = 80
"""Degrees a fallen token is turned."""
LOW, HIGH = 0.3, 0.86
"""The town's part of the height, above the memory track and below the sky."""
TRACK_AT = 0.1
RATIO = 1.1
TOKENS = {SPRING: "#FBA347", WINTER: "#F3F7FF"}
TREES, CLEAR = 90, 0.125
"""How many pines, and their distance from each house as a share of the height."""


@dataclass(frozen=True)
class TownMap:
    """All drawn places. `whole` is a town; otherwise only the quests, side by side."""

    places: tuple[TownSpace, ...]
    whole: bool = True


def map_of(table: Winter) -> TownMap:
    if table.full:
        return TownMap(tuple(table.town.spaces[key] for key in (*table.town.locations, *table.town.plazas)))
    quests = table.on_map()
    apart = 0.3 if len(quests) > 2 else 0.0  # three names don't fit side by side
    spots = [((number + 0.5) / len(quests), 0.5 + apart * (1 if number % 2 else -1))
             for number in range(len(quests))]
    places = [TownSpace(quest.key, quest.name, house=quest.card.about.house, at=at)
              for quest, at in zip(quests, spots, strict=True)]
    return TownMap(tuple(places), whole=False)


def town_map(table: Winter) -> Map:
    ways = {tuple(sorted((one, other))) for one, beside in table.town.ways.items() for other in beside}
    places, track = tuple(_places(table)), tuple(_track(table))
    trees = _trees(tuple((one.x, one.y) for one in places))
    return Map((*places, *track), tuple((one, other) for one, other in sorted(ways)) if table.full else (),
               (*signs_of(table), *_characters(table), *_bookmark(table)), ratio=RATIO, dot=0.03, scale=1.15,
               depth=True, frame=_frame((*places, *track)), props=(*trees, Prop("snowfall", 0, 1)))


def _frame(spots: tuple[Spot, ...]) -> tuple[float, float, float, float]:
    """The town and its track, with room for roofs above and names below."""
    across, up = [one.x for one in spots], [one.y for one in spots]
    side = 0.13 / RATIO
    return min(across) - side, min(up) - 0.1, max(across) + side, max(up) + 0.19


@lru_cache(maxsize=4)
def _trees(places: tuple[tuple[float, float], ...]) -> tuple[Prop, ...]:
    """The same pines each time, the farthest first, and none where a house or lamp stands."""
    found = []
    for number in range(TREES):
        x, y = _chance(number) * 2.4 - 0.7, 0.81 - 0.56 * _chance(number + 300)
        if all(hypot((x - across) * RATIO, (y - up) * 1.3) > CLEAR for across, up in places):
            scale = 0.75 + 0.5 * _chance(number + 700)
            found.append(Prop("pine_1", round(x, 3), round(y, 3), round(scale, 2)))
    return tuple(sorted(found, key=lambda tree: -tree.y))


def _chance(n: int) -> float:
    return abs(sin(n * 12.9898) * 43758.5453) % 1


def _places(table: Winter) -> Iterator[Spot]:
    for one in map_of(table).places:
        shape, picture = ("house", f"house_{one.house}") if one.house else ("dot", "lamp")
        yield Spot(one.key, one.name, _within(one.at[0]), HIGH - one.at[1] * (HIGH - LOW), shape=shape,
                   picture=picture, label=None if one.house else "")


def _within(across: float) -> float:
    return round(0.06 + 0.88 * across, 4)


def _track(table: Winter) -> Iterator[Spot]:
    for number in range(1, TRACK + 1):
        memory = table.track[number - 1] if number <= table.length else None
        at = ((number - 0.5) / TRACK, TRACK_AT)
        if memory is not None:
            picture, tone = SYMBOLS[memory.side]
            yield Spot(f"memory{number}", space_name(number - 1), *at, shape="card", tone=tone,
                       picture=picture, label=memory_word(memory))
        elif number == table.length + 1:
            yield Spot(f"memory{number}", say("Epilogue"), *at, shape="card", tone="#3B2160",
                       picture="symbol_feather")
        else:
            label = say("free") if number <= table.length else str(number)
            yield Spot(f"memory{number}", space_name(number - 1), *at, shape="card", label=label)


def signs_of(table: Winter) -> Iterator[Piece]:
    """Quests and powers in the town."""
    for quest in table.on_map():
        at = table.site_of(quest) if table.full else quest.key
        if at is not None:
            yield Piece(at, key=quest.key, picture=f"quest_{quest.side}", label=goal_line(quest), under=True)
    for power in table.powers.values():
        if power.at in table.town.spaces and POWERS[power.key].mark and table.full:
            yield Piece(power.at, key=f"power {power.key}", icon=POWERS[power.key].mark, under=True,
                        label=POWERS[power.key].name)


def _characters(table: Winter) -> Iterator[Piece]:
    for one in table.in_play():
        if table.full and one.at in table.town.spaces:
            yield Piece(one.at, one.owner.index if one.owner is not None else None, one.name, key=one.key,
                        picture=f"token_{one.side}", letter=one.letter, tone=TOKENS[one.side],
                        turn=FALLEN if one.down else 0, faint=not one.ready)


def _bookmark(table: Winter) -> Iterator[Piece]:
    if table.bookmark is not None:
        yield Piece(f"memory{table.bookmark + 1}", key="bookmark", picture="ribbon", label=say("Bookmark"))

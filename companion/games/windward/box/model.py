"""The owner's box, as frozen data that converts to and from JSON.

A tile is a triangle of letters. Row 1 touches the Trading Post, and every row starts on the ray from Post to
corner, so the last row starts with the corner (the Around-the-Planet space). `.` open sky, `D` Drift,
`Z` Zephyr, `G` Gas Pocket, `F` Feeding Ground, `R` Red start.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from typing import Any, TypeGuard

from companion.core.text import Refused, Text, say
from companion.core.values import whole
from companion.games.windward.board.planet import (
    LARGEST,
    NUMBERS,
    SMALLEST,
    Place,
    Planet,
    Terrain,
    tile_places,
)
from companion.games.windward.board.reach import BoardReason
from companion.games.windward.box.starter import STARTER

FORMAT = "tableside.windward.copy"
VERSION = 1
TILES = "ABCDEF"
CREW = ("purser", "gas_worker", "marine", "sergeant", "harpooner", "coxswain")
EFFECTS = ("coffee", "bait", "fuel", "harpoon", "aerogenerator", "deadweight", "false_flag", "other")
BATTLE_DIE = (1, 1, 1, 2, 2, 3)
CREW_SLOTS = (CREW[0:2], CREW[2:4], CREW[4:6])
PARTS = {"order": "post", "clockwise": "post", "battle_die": "die", "board": "board", "crew_slots": "crew",
         "supplies": "supplies", "achievements": "achievements", "counts": "counts"}
"""The part of the box that each field belongs to."""
GUESSES = frozenset([*PARTS.values(),
                     *[f"{side}.{letter}" for side in ("large", "small") for letter in TILES]])
"""What nobody has compared with the box yet. Painting a tile or changing a part clears only its own guess."""
LETTERS = {terrain.value: terrain for terrain in Terrain}
Paint = tuple[tuple[str, Place, str], ...]
"""Corrected hexes: tile, position on it, terrain letter."""


class BadBox(Refused):
    """Invalid box data."""

    def __init__(self, why: Text, rule: str = "WW-13") -> None:
        super().__init__(why, rule)


# --- tiles


@dataclass(frozen=True)
class BoardTile:
    rows: tuple[str, ...]

    @property
    def radius(self) -> int:
        return len(self.rows)

    @cached_property
    def printed(self) -> dict[Place, Terrain]:
        letters = {(a, b): self.rows[a + b - 1][b] for a, b in tile_places(self.radius)}
        return {place: LETTERS[letter] for place, letter in letters.items() if letter != Terrain.SKY.value}

    @property
    def empty(self) -> bool:
        return not self.printed

    def terrain(self, place: Place) -> Terrain:
        return self.printed.get(place, Terrain.SKY)

    def painted(self, place: Place, terrain: Terrain) -> "BoardTile":
        a, b = place
        row = self.rows[a + b - 1]
        changed = row[:b] + terrain.value + row[b + 1 :]
        return BoardTile((*self.rows[: a + b - 1], changed, *self.rows[a + b :]))

    def mirrored(self) -> "BoardTile":
        """Mirror the tile, for an owner who read it from the wrong side."""
        return BoardTile(tuple([row[::-1] for row in self.rows]))

    def resized(self, radius: int) -> "BoardTile":
        more = ["." * row for row in range(self.radius + 1, radius + 1)]
        return BoardTile(tuple([*self.rows[:radius], *more]))

    def places_of(self, terrain: Terrain) -> tuple[Place, ...]:
        return tuple([place for place in tile_places(self.radius) if self.terrain(place) is terrain])


@dataclass(frozen=True)
class PlanetSide:
    radius: int
    tiles: tuple[BoardTile, ...]

    def tile(self, letter: str) -> "BoardTile":
        return self.tiles[TILES.index(letter)]

    def with_tile(self, letter: str, tile: BoardTile) -> "PlanetSide":
        at = TILES.index(letter)
        return replace(self, tiles=(*self.tiles[:at], tile, *self.tiles[at + 1 :]))

    def resized(self, radius: int) -> "PlanetSide":
        return PlanetSide(radius, tuple([tile.resized(radius) for tile in self.tiles]))


def blank(radius: int) -> PlanetSide:
    return PlanetSide(radius, (BoardTile(()).resized(radius),) * 6)


# --- boards, cards, counts


@dataclass(frozen=True)
class ShipBoard:
    """Values printed on a Ship Status Board, limited by `RANGES`."""

    gas_slots: int = 4
    cannon_slots: int = 3
    longboat_order: int = 3
    morale_order: int = 1
    supplies_order: int = 3
    rest_at_port: int = 1


@dataclass(frozen=True)
class Counts:
    """Component counts. Gas and cannons share one pile of two-sided tokens."""

    greys: int = 8
    reds: int = 9
    grey_teeth: int = 8
    red_teeth: int = 8
    gas_and_cannons: int = 60
    plus_two: int = 10
    tags: int = 5
    crew_of_each_name: int = 2


RANGES = {"gas_slots": (1, 12), "cannon_slots": (0, 12), "longboat_order": (1, 8), "morale_order": (1, 4),
          "supplies_order": (1, 6), "rest_at_port": (0, 4)}
COUNT_RANGE = (0, 200)


@dataclass(frozen=True)
class Supply:
    """A supply card; `hits` is what it adds in battle."""

    effect: str
    name: str
    count: int
    hits: int = 0


UNNAMED: dict[str, Text] = {"First card on the notice board": say("First card on the notice board"),
                            "Second card on the notice board": say("Second card on the notice board")}
"""What the starter set calls its achievements."""


@dataclass(frozen=True)
class Achievement:
    """An achievement card: `high` for the first captain, `low` for the others (WW-147)."""

    name: str
    high: int
    low: int

    @property
    def words(self) -> str | Text:
        """The owner's name for it, or the starter set's in the reader's language."""
        return UNNAMED.get(self.name, self.name)


@dataclass(frozen=True)
class Box:
    name: str
    large: PlanetSide
    small: PlanetSide
    guessed: frozenset[str] = frozenset()
    """Tiles and parts not yet compared with the box (see `GUESSES`)."""
    clockwise: bool = True
    order: tuple[int, ...] = NUMBERS
    battle_die: tuple[int, ...] = BATTLE_DIE
    board: ShipBoard = ShipBoard()
    crew_slots: tuple[tuple[str, str], ...] = CREW_SLOTS
    supplies: tuple[Supply, ...] = ()
    achievements: tuple[Achievement, ...] = ()
    counts: Counts = Counts()

    def side(self, small: bool) -> "PlanetSide":
        return self.small if small else self.large

    def guesses_side(self, small: bool) -> bool:
        return any(self.guesses_tile(small, letter) for letter in TILES)

    def guesses_tile(self, small: bool, letter: str) -> bool:
        return tile_key(small, letter) in self.guessed

    @cached_property
    def quiet_cards(self) -> dict[str, str]:
        """Names of the supply cards played outside battle, by key."""
        quiet = [card for card in self.supplies if card.effect not in ("harpoon", "false_flag")]
        return {f"other/{card.name}" if card.effect == "other" else card.effect: card.name for card in quiet}

    @cached_property
    def battle_cards(self) -> tuple[tuple[str, int], ...]:
        return tuple([(card.name, card.hits) for card in self.supplies if card.hits])

    @cached_property
    def has_false_flag(self) -> bool:
        return any(card.effect == "false_flag" for card in self.supplies)


def tile_key(small: bool, letter: str) -> str:
    return f"{'small' if small else 'large'}.{letter}"


@cache
def starter() -> Box:
    return from_json({**STARTER, "guessed": sorted(GUESSES)})


# --- filling in a box


def unpainted() -> Box:
    """A box to fill in: no terrain, and the starter set's guesses for the rest."""
    guess = starter()
    return replace(guess, large=blank(guess.large.radius), small=blank(guess.small.radius))


def painted(box: Box, small: bool) -> int:
    return sum(not box.guesses_tile(small, letter) for letter in TILES)


def fixed(box: Box, small: bool, paint: Paint) -> Box:
    """Apply hexes corrected during a play. Tiles that are guesses stay guesses."""
    side, whole = box.side(small), filled(box).side(small)
    for letter, place, terrain in paint:
        tile = side.tile(letter) if not side.tile(letter).empty else whole.tile(letter)
        side = side.with_tile(letter, tile.painted(place, LETTERS[terrain]))
    return replace(box, small=side) if small else replace(box, large=side)


def filled(box: Box) -> Box:
    """Fill unpainted tiles from the starter set; they stay guesses."""
    sides = []
    for small in (False, True):
        side, guess = box.side(small), starter().side(small)
        for letter in TILES if side.radius == guess.radius else ():
            if box.guesses_tile(small, letter) and side.tile(letter).empty:
                side = side.with_tile(letter, guess.tile(letter))
        sides.append(side)
    return replace(box, large=sides[0], small=sides[1])


# --- the planet of one play


def lay(box: Box, small: bool, layout: str, paint: Paint = ()) -> Planet:
    """Build the planet; `layout` lists the tiles of territories 1 to 6, such as `CABFED` (WW-3)."""
    if sorted(layout) != list(TILES):
        raise BadBox(say("Each tile, A to F, must be in exactly one territory."), "WW-3")
    side = box.side(small)
    for letter, place, terrain in paint:
        side = side.with_tile(letter, side.tile(letter).painted(place, LETTERS[terrain]))
    return _laid(side, layout, box.order, box.clockwise)


def laid_so_far(box: Box, small: bool, letters: str) -> Planet:
    """The planet with only the first tiles."""
    return _laid(box.side(small), letters, box.order, box.clockwise)


@lru_cache(maxsize=16)
def _laid(side: PlanetSide, layout: str, order: tuple[int, ...], clockwise: bool) -> Planet:
    tiles = [side.tile(letter).printed for letter in layout]
    return Planet(side.radius, [*tiles, *[{}] * (len(TILES) - len(tiles))], order, clockwise)


# --- JSON


def box_of(data: Any) -> Box:
    """Cached `from_json`, because every undo rebuilds the table."""
    return _read(json.dumps(data))


@lru_cache(maxsize=8)
def _read(text: str) -> Box:
    return from_json(json.loads(text))


def to_json(box: Box) -> dict[str, Any]:
    sides = {name: {"radius": side.radius,
                    "tiles": {letter: list(side.tile(letter).rows) for letter in TILES}}
             for name, side in (("large", box.large), ("small", box.small))}
    return {"format": FORMAT, "version": VERSION, "name": box.name, "guess": box.guesses_side(small=False),
            "guessed": sorted(box.guessed), **sides, "clockwise": box.clockwise, "order": list(box.order),
            "battle_die": list(box.battle_die), "board": asdict(box.board),
            "crew_slots": [list(pair) for pair in box.crew_slots],
            "supplies": [asdict(card) for card in box.supplies],
            "achievements": [asdict(card) for card in box.achievements], "counts": asdict(box.counts)}


def from_json(data: Any) -> Box:
    """Read a box, using defaults for missing values. Raise `BadBox` if it is invalid."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadBox(say("This is not a box of Windward."))
    if data.get("version") != VERSION:
        raise BadBox(say("This box was saved by a newer Tableside. Update the app to open it."))
    saved = data.get("guessed")
    guessed = saved if isinstance(saved, list) else []
    order = _checked(data, "order", list(NUMBERS), _all_numbers, "WW-3")
    crew_slots = _checked(data, "crew_slots", CREW_SLOTS, _three_pairs, "WW-50")
    return Box(
        large=_read_side(data, "large"), small=_read_side(data, "small"),
        name=_text(data, "name", say("the box")),
        guessed=frozenset([key for key in GUESSES if key in guessed]),
        clockwise=_checked(data, "clockwise", True, _flag),
        order=(*order[order.index(1):], *order[:order.index(1)]),
        battle_die=tuple(_checked(data, "battle_die", list(BATTLE_DIE), _six_faces, "WW-63")),
        board=ShipBoard(**_whole_fields(data, "board", ShipBoard)),
        crew_slots=tuple([(one, two) for one, two in crew_slots]),
        supplies=tuple([_read_supply(card) for card in _checked(data, "supplies", [], _cards)]),
        achievements=tuple([_read_achievement(card) for card in _checked(data, "achievements", [], _cards)]),
        counts=Counts(**_whole_fields(data, "counts", Counts)),
    )


def _checked(data: Mapping[str, Any], key: str, default: Any, fits: Callable[[Any], bool],
             rule: str = "WW-13") -> Any:
    value = data.get(key, default)
    if not fits(value):
        raise BadBox(say("The part {part} of the box can't be read.", part=key), rule)
    return value


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _cards(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 200 and all(isinstance(card, Mapping) for card in value)


def _all_numbers(order: Any) -> bool:
    return isinstance(order, list) and all(map(whole, order)) and sorted(order) == list(NUMBERS)


def _six_faces(faces: Any) -> bool:
    return isinstance(faces, list) and len(faces) == 6 and all(_is_whole(face, 0, 9) for face in faces)


def _three_pairs(slots: Any) -> bool:
    return isinstance(slots, (list, tuple)) and len(slots) == 3 and all(map(_is_pair, slots))


def _is_pair(slot: Any) -> bool:
    return isinstance(slot, (list, tuple)) and len(slot) == 2 and all(name in CREW for name in slot)


def _read_side(data: Mapping[str, Any], key: str) -> PlanetSide:
    def is_side(side: Any) -> bool:
        return (isinstance(side, Mapping) and isinstance(side.get("tiles"), Mapping)
                and _is_whole(side.get("radius"), SMALLEST, LARGEST))

    def is_tile(rows: Any) -> bool:
        return (isinstance(rows, list)
                and all(isinstance(row, str) and set(row) <= LETTERS.keys() for row in rows)
                and [len(row) for row in rows] == list(range(1, side["radius"] + 1)))

    side = _checked(data, key, None, is_side, "WW-3")

    tiles = [_checked(side["tiles"], letter, None, is_tile, "WW-3") for letter in TILES]
    return PlanetSide(side["radius"], tuple([BoardTile(tuple(rows)) for rows in tiles]))


def _read_supply(card: Mapping[str, Any]) -> Supply:
    effect = _checked(card, "effect", None, EFFECTS.__contains__, "WW-54")
    name = _text(card, "name", say("a supply card"))
    return Supply(effect, name, _whole(card, "count", COUNT_RANGE, 1), _whole(card, "hits", (0, 9), 0))


def _read_achievement(card: Mapping[str, Any]) -> Achievement:
    high, low = _whole(card, "high", (0, 15), 0), _whole(card, "low", (0, 15), 0)
    name = _text(card, "name", say("an achievement card"))
    if low > high:
        raise BadBox(say("The first number of {name} must be the higher one.", name=name), "WW-147")
    return Achievement(name, high, low)


def _whole_fields(data: Mapping[str, Any], key: str, kind: type[ShipBoard] | type[Counts]) -> dict[str, int]:
    part = _checked(data, key, {}, lambda part: isinstance(part, Mapping))
    return {one.name: _whole(part, one.name, RANGES.get(one.name, COUNT_RANGE), int(str(one.default)))
            for one in fields(kind)}


def _whole(data: Mapping[str, Any], key: str, span: tuple[int, int], default: int) -> int:
    value = data.get(key, default)
    if not _is_whole(value, *span):
        what = key.replace("_", " ")
        raise BadBox(say("Enter a number from {low} to {high} for {what}.", what=what,
                         low=span[0], high=span[1]))
    return value


def _is_whole(value: Any, low: int, high: int) -> TypeGuard[int]:
    return whole(value) and low <= value <= high


def _text(data: Mapping[str, Any], key: str, what: Text) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > 80:
        raise BadBox(say("Please give {what} a name of at most 80 letters.", what=what))
    return value


# --- warnings


def warnings(box: Box) -> tuple[BoardReason, ...]:
    """Unusual values; the owner's box is always right."""
    return (*_odd_side(box.large, say("large")), *_odd_side(box.small, say("small")), *_odd_rest(box))


def _odd_side(side: PlanetSide, planet: Text) -> Iterator[BoardReason]:
    for letter in TILES:
        yield from tile_warnings(side.tile(letter), letter, planet)
    if sum(len(tile.places_of(Terrain.ZEPHYR)) for tile in side.tiles) == 1:
        text = say("The {planet} planet has a single Zephyr, which leads nowhere.", planet=planet)
        yield BoardReason("WW-18", text)
    if not any(tile.places_of(Terrain.GAS) for tile in side.tiles):
        yield BoardReason("WW-12", say("The {planet} planet has no Gas Pocket.", planet=planet))


def tile_warnings(tile: BoardTile, letter: str, planet: Text) -> Iterator[BoardReason]:
    words = {"tile": letter, "planet": planet}
    if tile.terrain((tile.radius, 0)) is Terrain.DRIFT:
        text = say("The corner of tile {tile} ({planet}) is Drift; no ship could use it.", **words)
        yield BoardReason("WW-18", text)
    if tile.terrain((1, 0)) is Terrain.DRIFT:
        yield BoardReason("WW-18", say("Tile {tile} ({planet}) has Drift next to the Trading Post.", **words))
    grounds, starts = len(tile.places_of(Terrain.FEEDING)), len(tile.places_of(Terrain.RED))
    if grounds != 1:
        text = say("Tile {tile} ({planet}) has {count} Feeding Grounds; one is usual.",
                   count=grounds, **words)
        yield BoardReason("WW-10", text)
    if starts != 1:
        text = say("Tile {tile} ({planet}) has {count} Red starts; one is usual.", count=starts, **words)
        yield BoardReason("WW-11", text)


def _odd_rest(box: Box) -> Iterator[BoardReason]:
    crew = sorted(name for pair in box.crew_slots for name in pair)
    for odd, rule, text in (
            (crew != sorted(CREW), "WW-50", say("Each of the six crew names is usually in one slot.")),
            (box.counts.reds < 6, "WW-11", say("Six Reds are needed to begin, one for each territory.")),
            (box.counts.greys < 6, "WW-107",
             say("Solo and co-op need six Greys, one for each Feeding Ground.")),
            (max(box.battle_die) == 0, "WW-63", say("No face of the battle die shows a hit.")),
            (not box.supplies, "WW-54", say("No supply cards are entered, so the app offers none.")),
            (len(box.achievements) < 2, "WW-146", say("The Achievements variant needs two cards."))):
        if odd:
            yield BoardReason(rule, text)

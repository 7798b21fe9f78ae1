"""What an owner does with a form: each edit returns a new box. The page's scripts do the same."""

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from math import cos, pi, sin, sqrt
from typing import Any

from companion.core.boxes.form import (
    CardsPart,
    Cells,
    FacesPart,
    FormPart,
    FormSection,
    GridPart,
    MarksPart,
    PickPart,
    PicksPart,
    PlacesPart,
    ValuePart,
    parts_of,
)
from companion.core.text import Refused, say
from companion.core.values import Json

Cell = tuple[int, int]
"""Row and column, counted from 0."""
Point = tuple[float, float]
TALL = sqrt(3)
"""The height of a hex whose sides are 1."""


# Values

def value_at(box: Json, at: str) -> Any:
    """The value at this path, or None without its last key. Raises `LookupError` or `TypeError`."""
    parent, last = _parent(box, at)
    return parent.get(last)


def with_value(box: Json, at: str, value: Json) -> Json:
    """None removes the key."""
    new = deepcopy(box)
    parent, last = _parent(new, at)
    parent[last] = value
    if value is None:
        del parent[last]
    return new


def _parent(box: Json, at: str) -> tuple[dict[str, Any], str]:
    *way, last = at.split(".")
    for key in way:
        box = box[key]
    if not isinstance(box, dict):
        raise TypeError(f"{at} is not inside a dictionary")
    return box, last


def completed(box: Json, form: Sequence[FormSection], starter: Json) -> Json:
    """The box with the starter's values for what it lacks: the form may be newer than the box."""
    if not isinstance(box, dict):
        return box
    for part in parts_of(form):
        for at in _paths(part):
            box = _with_default(box, at, starter)
        if isinstance(part, PickPart):
            box = _with_parents(box, part.at)
        if isinstance(part, CardsPart):
            box = _with_keys(box, part.at, part.new)
        if isinstance(part, PlacesPart) and part.kinds:
            box = _with_keys(box, part.at, {part.kind_key: usual_kind(part)})
    return box


def _paths(part: FormPart) -> list[str]:
    """Where the box needs a value for this part."""
    match part:
        case GridPart():
            size = [] if part.size is None else [part.size.at]
            clockwise = [part.clockwise] if part.clockwise else []
            return [*(rows_at(part, tile) for tile in part.tiles or ("",)), *size, *clockwise]
        case PlacesPart():
            return [part.at, part.ways]
        case PickPart():
            return []
        case ValuePart():
            return [part.at]
    return []


def _with_default(box: Json, at: str, starter: Json) -> Json:
    box = _with_parents(box, at)
    if value_at(box, at) is not None:
        return box
    try:
        return with_value(box, at, deepcopy(value_at(starter, at)))
    except (LookupError, TypeError):  # the starter lacks it too
        return box


def _with_parents(box: Json, at: str) -> Json:
    """Create the dictionaries on the way to this path."""
    keys = at.split(".")
    for end in range(1, len(keys)):
        way = ".".join(keys[:end])
        if not isinstance(value_at(box, way), dict):
            box = with_value(box, way, {})
    return box


def _with_keys(box: Json, at: str, default: Mapping[str, Json]) -> Json:
    """Give every card or place at this path the keys it lacks."""
    things = value_at(box, at)
    if not isinstance(things, list):
        return box
    return with_value(box, at, [{**default, **one} if isinstance(one, dict) else one for one in things])


def confirmed(box: Json, part: FormPart, tile: str = "") -> Json:
    """The part, or one tile of a grid, is no longer a guess."""
    key = guess_key(part, tile)
    if not key or key not in box.get("guessed", ()):
        return box
    return {**box, "guessed": [one for one in box["guessed"] if one != key]}


def guess_key(part: FormPart, tile: str = "") -> str:
    if part.guess is None:
        return ""
    return f"{part.guess.key}.{tile}" if tile else part.guess.key


def is_guess(box: Json, part: FormPart, tile: str = "") -> bool:
    return guess_key(part, tile) in box.get("guessed", ())


# Faces and marks

def next_face(part: FacesPart, number: int) -> int:
    """The next value; 0 follows the last label and any number without a label."""
    return number + 1 if number + 1 < len(part.labels) else 0


def marked(marks: Sequence[int], number: int) -> list[int]:
    """Mark or unmark a space."""
    if number in marks:
        return [one for one in marks if one != number]
    return sorted([*marks, number])


def check_marks(part: MarksPart, box: Json) -> None:
    if len(value_at(box, part.at)) > part.limit:
        raise Refused(part.full)


# Grids

def rows_at(part: GridPart, tile: str = "") -> str:
    """Where the rows of a grid, or of one of its tiles, are in the box."""
    return f"{part.at}.{tile}" if tile else part.at


def painted(rows: Sequence[str], cell: Cell, sign: str) -> list[str]:
    row, column = cell
    changed = rows[row][:column] + sign + rows[row][column + 1:]
    return [*rows[:row], changed, *rows[row + 1:]]


def mirrored(rows: Sequence[str]) -> list[str]:
    return [row[::-1] for row in rows]


def cleared(part: GridPart, rows: Sequence[str]) -> list[str]:
    return [part.brushes[0].sign * len(row) for row in rows]


def resized(box: Json, part: GridPart, size: int) -> Json:
    """Set the number of rows of every tile. New rows are empty; those of a wedge grow."""
    if part.size is None:
        return box
    new = with_value(box, part.size.at, size)
    for tile in part.tiles or ("",):
        at = rows_at(part, tile)
        rows = list(value_at(box, at))[:size]
        for row in range(len(rows), size):
            length = row + 1 if part.cells == "wedge" else len(rows[-1])
            rows.append(part.brushes[0].sign * length)
        new = with_value(new, at, rows)
    return new


def centres(cells: Cells, rows: Sequence[str]) -> dict[Cell, Point]:
    """The middle of each cell, to the right and down, if the sides of a hex are 1 and those of a square 2."""
    found: dict[Cell, Point] = {}
    start = 0.0
    for row, signs in enumerate(rows):
        if row:
            start += _shift(row, len(signs) - len(rows[row - 1]))
        for column in range(len(signs)):
            if cells == "square":
                found[row, column] = (2.0 * column, 2.0 * row)
            elif cells == "hex":
                found[row, column] = (TALL * (start + column), 1.5 * row)
            else:
                found[row, column] = (1.5 * column, TALL * (column / 2 - row - 1))
    return found


def _shift(row: int, longer: int) -> float:
    """A longer row of hexes starts half a hex to the left, a shorter one right; equal ones alternate."""
    if longer:
        return -0.5 if longer > 0 else 0.5
    return 0.5 if row % 2 else -0.5


def corners(cells: Cells) -> list[Point]:
    """The outline of a cell round its middle."""
    if cells == "square":
        return [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    turned = 0.5 if cells == "hex" else 0.0
    return [(cos((turn + turned) * pi / 3), sin((turn + turned) * pi / 3)) for turn in range(6)]


# Places

def fresh_key(name: str, taken: Iterable[str]) -> str:
    known, number, key = set(taken), 2, name
    while key in known:
        key, number = f"{name}_{number}", number + 1
    return key


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "place"


def add_place(box: Json, part: PlacesPart, name: str, at: Point) -> Json:
    """Raises `Refused` without a name."""
    places = value_at(box, part.at)
    if not name.strip():
        raise Refused(say("This place has no name. Type one."))
    new: dict[str, Json] = {"id": fresh_key(slug(name), [one["id"] for one in places]),
                            "name": name.strip()[:part.longest], "at": list(at)}
    if part.kinds:
        new[part.kind_key] = usual_kind(part)
    return with_value(box, part.at, [*places, new])


def usual_kind(part: PlacesPart) -> Json:
    return part.kinds[0].value if part.usual is None else part.usual


def change_place(box: Json, part: PlacesPart, key: str, changes: Mapping[str, Json]) -> Json:
    """Rename, drag or rebuild a place, or drag a way."""
    for at in (part.at, part.ways):
        things = [{**one, **changes} if one["id"] == key else one for one in value_at(box, at)]
        box = with_value(box, at, things)
    return box


def join(box: Json, part: PlacesPart, one: str, two: str) -> Json:
    """Join two places by a new way, or lead the way `one` to one more place. Raises `Refused` for a twin."""
    spots = {place["id"]: place["at"] for place in value_at(box, part.at)}
    ways = value_at(box, part.ways)
    if one not in spots:
        return with_value(box, part.ways, [{**way, "ends": [*way["ends"], two]} if way["id"] == one
                                           and two not in way["ends"] else way for way in ways])
    if any({*way["ends"]} == {one, two} for way in ways):
        raise Refused(part.twin)
    ends = sorted((one, two))
    middle = [round((spots[one][axis] + spots[two][axis]) / 2, 3) for axis in (0, 1)]
    key = fresh_key("+".join(ends), [way["id"] for way in ways])
    return with_value(box, part.ways, [*ways, {"id": key, "ends": ends, "at": middle}])


def remove_place(box: Json, form: Sequence[FormSection], part: PlacesPart, key: str) -> Json:
    """Remove a way, or a place with its ways and the cards that name it."""
    places = [one for one in value_at(box, part.at) if one["id"] != key]
    ways = [one for one in value_at(box, part.ways) if key not in (one["id"], *one["ends"])]
    box = with_value(with_value(box, part.at, places), part.ways, ways)
    for other in parts_of(form):
        if isinstance(other, PickPart) and other.of == part.at and value_at(box, other.at) == key:
            box = with_value(box, other.at, None)
        if isinstance(other, PicksPart) and other.of == part.at:
            cards = [card for card in value_at(box, other.at) if not _names(card, key)]
            box = with_value(box, other.at, cards)
    return box


def _names(card: Json, key: str) -> bool:
    return key in card if isinstance(card, list) else bool(card == key)

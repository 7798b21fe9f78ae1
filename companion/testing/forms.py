"""Checks the form for the owner's box: walks every path through the game's boxes, and tries edits."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice, pairwise
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.core.boxes.edits import cleared, remove_place, resized, rows_at, value_at, with_value
from companion.core.boxes.form import (
    Brush,
    CardsPart,
    ChoicePart,
    FacesPart,
    FormPart,
    FormSection,
    GridPart,
    GroupPart,
    Guess,
    MarksPart,
    NumberPart,
    PickPart,
    PicksPart,
    PlacesPart,
    SwapPart,
    SwitchPart,
    TextPart,
    ValuePart,
    as_json,
    parts_of,
)
from companion.core.colours import is_colour
from companion.core.text import Refused, Text
from companion.core.values import Json, same, whole
from companion.testing.driving import AnyGame, Findings, a_check, line_of
from companion.testing.looks import known_icons

ON_STAGE = (GridPart, PlacesPart)
GUESSED = "guessed"


@a_check
def check_form(game: AnyGame, found: Findings) -> None:
    """Every value of the form is in the starter box and the new box, and the game survives every edit."""
    told = game.boxes.form()
    if not isinstance(told, Iterable):
        found.add("the form", f"form returns {short(told)}, not a list of sections")
        return
    form = list(told)
    if not form:
        return
    for fault in form_faults(form):
        found.add("the form", fault)
    if found.list():
        return  # the walk needs a sound form
    boxes = {"the starter box": game.boxes.starter(), "the new box": game.boxes.new()}
    for name, box in boxes.items():
        faults = list(box_faults(form, box))
        for fault in faults:
            found.add(f"{name}, {line_of(game.boxes, 'form')}", fault)
        if not faults:
            for fault in _edit_faults(game, form, box):
                found.add(name, fault)


# The form itself

def form_faults(form: Sequence[FormSection]) -> Iterator[str]:
    for section in form:
        if not isinstance(section, FormSection):
            yield f"the form holds {short(section)}, not a FormSection"
            return
    untyped = [f"the section {str(section.title)!r}: {fault}" for section in form
               for fault in type_faults(section)]
    if untyped:
        yield from untyped
        return
    for title, times in Counter(str(section.title) for section in form).items():
        if times > 1:
            yield f"two sections are called {title!r}"
    for section in form:
        yield from _section_faults(section)
    if any(True for section in form for _ in _section_faults(section)):
        return
    for at, times in Counter(part.at for part in parts_of(form) if isinstance(part, ValuePart)).items():
        if times > 1:
            yield f"two parts of the form are at {at!r}"
    yield from _icon_faults(form)
    try:
        json.dumps(as_json(form))
    except TypeError as error:
        yield f"the form can't be sent to the page: {error}"


def _section_faults(section: FormSection) -> Iterator[str]:
    if not str(section.title):
        yield "a section has no title"
    if not section.parts:
        yield f"the section {str(section.title)!r} is empty"
    if sum(isinstance(part, ON_STAGE) for part in section.parts) > 1:
        yield f"the section {str(section.title)!r} has two grids or maps: give each a section of its own"
    for part in section.parts:
        inner: Iterable[Any] = part.parts if isinstance(part, GroupPart) else ()
        for one in (part, *inner):
            yield from _part_faults(one)


def _part_faults(part: Any) -> Iterator[str]:
    if not isinstance(part.title, (Text, str)) or not str(part.title):
        yield f"a {type(part).__name__} has no title"
        return
    name = _name(part)
    untyped = [f"{name}: {fault}" for fault in type_faults(part)]
    if untyped:
        yield from untyped
        return
    if isinstance(part, ValuePart) and not all(part.at.split(".")):
        yield f"{name}: at is {part.at!r}, not keys joined by dots"
        return
    check = STATIC.get(type(part))
    for fault in () if check is None else check(part):
        yield f"{name}: {fault}"


def type_faults(one: Any) -> Iterator[str]:
    """What mypy would say about the fields of a section, a part, a brush or a guess."""
    hints = get_type_hints(type(one))
    for field in fields(one):
        value, hint = getattr(one, field.name), hints[field.name]
        if get_origin(hint) is not tuple:
            yield from _value_faults(f"{field.name} is", value, hint)
        elif not isinstance(value, (tuple, list)):
            yield f"{field.name} is {short(value)}, not a tuple"
        else:
            faults = (fault for thing in value
                      for fault in _value_faults(f"{field.name} holds", thing, get_args(hint)[0]))
            yield from islice(faults, 1)  # the rest is often wrong in the same way


def _value_faults(where: str, value: Any, hint: Any) -> Iterator[str]:
    if not _is_a(value, hint):
        yield f"{where} {short(value)}, not {_called(hint)}"
    elif isinstance(value, (Brush, Guess)):
        yield from type_faults(value)


def _is_a(value: Any, hint: Any) -> bool:
    if hint is Any:
        return True
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_args(hint) and get_origin(hint) is not Mapping:
        return any(_is_a(value, one) for one in get_args(hint))
    if hint is int:
        return whole(value)
    return isinstance(value, get_origin(hint) or hint)


def _called(hint: Any) -> str:
    """A type in words: "a whole number", "a NumberPart or TextPart"."""
    kinds = [hint] if get_origin(hint) is Mapping else get_args(hint) or [hint]
    names = [CALLED.get(kind, str(getattr(kind, "__name__", kind))) for kind in kinds]
    *first, last = dict.fromkeys(names)
    return f"a {', '.join(first)} or {last}" if first else f"a {last}"


CALLED: Mapping[Any, str] = {int: "whole number", str: "text", Text: "text", type(None): "None",
                             Mapping[str, Any]: "dictionary", bool: "bool"}


def short(value: Any) -> str:
    """A value in a sentence: parts and sections by their kind alone."""
    if is_dataclass(value) and not isinstance(value, type):
        return f"a {type(value).__name__}"
    return repr(value)[:80]


def _name(part: FormPart) -> str:
    return str(part.title).rstrip(".?!:")


def _number_part(part: NumberPart) -> Iterator[str]:
    if not part.low < part.high:
        yield f"low is {part.low} and high {part.high}, so there is nothing to choose"


def _text_part(part: TextPart) -> Iterator[str]:
    if part.longest < 1:
        yield f"longest is {part.longest}, so nobody can type"


def _group_part(part: GroupPart) -> Iterator[str]:
    if not part.parts:
        yield "parts is empty"


def _places_part(part: PlacesPart) -> Iterator[str]:
    kinds = [one.value for one in part.kinds]
    if part.usual is not None and part.usual not in kinds:
        yield f"usual is {part.usual!r}, which is none of its kinds"


def _choice_part(part: ChoicePart) -> Iterator[str]:
    if len(part.choices) < 2:
        yield "it needs two choices or more"
    for at, one in enumerate(part.choices):
        if any(same(one.value, other.value) for other in part.choices[:at]):
            yield f"two choices have the value {one.value!r}"


def _swap_part(part: SwapPart) -> Iterator[str]:
    if part.ring and part.pairs:
        yield "it can't be a ring of pairs"


def _faces_part(part: FacesPart) -> Iterator[str]:
    if len(part.labels) < 2:
        yield "a face needs words for two numbers or more"


def _marks_part(part: MarksPart) -> Iterator[str]:
    if not 1 <= part.limit <= part.high - part.low + 1:
        yield f"{part.limit} marks don't fit on the spaces {part.low} to {part.high}"


def _picks_part(part: PicksPart) -> Iterator[str]:
    if not part.asks:
        yield "asks is empty: write a question for each place on a card"
    if part.limit < 1:
        yield f"limit is {part.limit}, so nobody can add a card"


def _cards_part(part: CardsPart) -> Iterator[str]:
    for field in (part.name, *part.fields):
        if "." in field.at:
            yield f"at of {_name(field)!r} is {field.at!r}: in a card it is one key, without a dot"
        elif field.at not in part.new:
            yield f"new has no {field.at!r}"
        elif field is not part.name:
            yield from (f"new: {fault}" for fault in value_faults(field, part.new[field.at], {}))


def _grid_part(part: GridPart) -> Iterator[str]:
    signs = [brush.sign for brush in part.brushes]
    if len(signs) < 2:
        yield "it needs two brushes or more"
    for sign, times in Counter(signs).items():
        if len(sign) != 1:
            yield f"the brush {sign!r} must be one letter"
        if times > 1:
            yield f"two brushes have the sign {sign!r}"
    for brush in part.brushes:
        if not is_colour(brush.colour):
            yield f"the colour of {str(brush.label)!r} is {brush.colour!r}, not a colour as #RRGGBB"
    if part.size is not None:
        yield from _part_faults(part.size)


STATIC: Mapping[type[FormPart], Callable[[Any], Iterator[str]]] = {
    NumberPart: _number_part, TextPart: _text_part, ChoicePart: _choice_part, GroupPart: _group_part,
    SwapPart: _swap_part, FacesPart: _faces_part, MarksPart: _marks_part, PicksPart: _picks_part,
    CardsPart: _cards_part, GridPart: _grid_part, PlacesPart: _places_part,
}


def _icon_faults(form: Sequence[FormSection]) -> Iterator[str]:
    known = known_icons()
    for part in parts_of(form):
        brushes = part.brushes if isinstance(part, GridPart) else ()
        for icon in (getattr(part, "icon", ""), *(brush.icon for brush in brushes)):
            if icon and known and icon not in known:
                yield f"{_name(part)}: the icon {icon!r} does not exist"


# A box

def box_faults(form: Sequence[FormSection], box: Json) -> Iterator[str]:
    """What is wrong with this box, or with the form that should fit it."""
    if not isinstance(box, dict):
        yield f"the box is {box!r}, not a dictionary for the form to fill"
        return
    if not _is_json(box):
        yield "the box is not plain JSON: it may hold lists, dictionaries with text keys, texts, numbers, " \
              "True, False and None"
        return
    for part in parts_of(form):
        if isinstance(part, ValuePart):
            yield from _walked(part, box)
    yield from _guess_faults(form, box)


def _is_json(box: Json) -> bool:
    try:
        return bool(same(json.loads(json.dumps(box)), box))
    except (TypeError, ValueError, RecursionError):
        return False


def _walked(part: ValuePart, box: dict[str, Json]) -> Iterator[str]:
    try:
        value = value_at(box, part.at)
    except (LookupError, TypeError):
        yield f"{_name(part)}: the box has nothing at {part.at!r}"
        return
    if value is None and not isinstance(part, PickPart):
        yield f"{_name(part)}: the box has nothing at {part.at!r}"
        return
    yield from (f"{_name(part)}: {fault}" for fault in value_faults(part, value, box))


def value_faults(part: ValuePart, value: Json, box: dict[str, Json]) -> Iterator[str]:
    check = WALKS.get(type(part))
    if check is None:
        yield f"{part.kind!r} is no kind of the form"
    else:
        yield from check(part, value, box)


def _guess_faults(form: Sequence[FormSection], box: dict[str, Json]) -> Iterator[str]:
    known: set[str] = set()
    for part in parts_of(form):
        if part.guess is not None:
            tiles = part.tiles if isinstance(part, GridPart) else ()
            known |= {f"{part.guess.key}.{tile}" for tile in tiles} or {part.guess.key}
    guessed = box.get(GUESSED)
    if known and not isinstance(guessed, list):
        yield f"a part has a guess, but the box has no list {GUESSED!r}"
        return
    for key in guessed or ():
        if key not in known:
            yield f"{GUESSED!r} holds {key!r}, which no part of the form clears"


def _number(part: NumberPart, value: Json, _: Any) -> Iterator[str]:
    if not whole(value):
        yield f"{value!r} is no whole number"
    elif not part.low <= value <= part.high:
        yield f"{value} is not from {part.low} to {part.high}"


def _text(part: TextPart, value: Json, _: Any) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{value!r} is no text"
    elif len(value) > part.longest:
        yield f"{value!r} is longer than {part.longest} letters"


def _choice(part: ChoicePart, value: Json, _: Any) -> Iterator[str]:
    if not any(same(one.value, value) for one in part.choices):
        yield f"{value!r} is none of its choices"


def _switch(_: SwitchPart, value: Json, __: Any) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{value!r} is not true or false"


def _swap(part: SwapPart, value: Json, _: Any) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{value!r} is no list"
        return
    if part.pairs and not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        yield f"{value!r} is no list of pairs"
        return
    things = [one for pair in value for one in pair] if part.pairs else value
    numbers = [str(one) for one in range(1, len(things) + 1)]
    if part.ring and (sorted(map(str, things)) != sorted(numbers) or things[0] != 1):
        yield f"{value!r} isn't the numbers from 1 in a ring that begins with 1"
    named = [one.value for one in part.choices]
    yield from (f"{one!r} has no words in its choices" for one in things if named and one not in named)


def _faces(part: FacesPart, value: Json, _: Any) -> Iterator[str]:
    if not isinstance(value, list) or not value:
        yield f"{value!r} is no list of faces"
        return
    most = len(part.labels) - 1
    yield from (f"the face {one!r} has no label: they go from 0 to {most}" for one in value
                if not whole(one) or not 0 <= one <= most)


def _marks(part: MarksPart, value: Json, _: Any) -> Iterator[str]:
    if not isinstance(value, list) or not all(map(whole, value)) or sorted(set(value)) != value:
        yield f"{value!r} is no sorted list of numbers"
        return
    yield from (f"the space {one} is not from {part.low} to {part.high}" for one in value
                if not part.low <= one <= part.high)
    if len(value) > part.limit:
        yield f"{len(value)} are marked, and the limit is {part.limit}"


def _cards(part: CardsPart, value: Json, box: dict[str, Json]) -> Iterator[str]:
    if not isinstance(value, list) or not all(isinstance(card, dict) for card in value):
        yield f"{value!r} is no list of cards"
        return
    for number, card in enumerate(value, 1):
        for field in (part.name, *part.fields):
            if field.at not in card:
                yield f"card {number} has no {field.at!r}"
                continue
            yield from (f"card {number}: {fault}" for fault in value_faults(field, card[field.at], box))


def _keys(of: str, box: dict[str, Json]) -> list[str] | None:
    """The ids of the places in a list; None if there is no such list."""
    try:
        places = [(one["id"], one["name"]) for one in value_at(box, of)]
    except (LookupError, TypeError):
        return None
    if not all(word and isinstance(word, str) for place in places for word in place):
        return None
    return [key for key, _ in places]


def _pick(part: PickPart, value: Json, box: dict[str, Json]) -> Iterator[str]:
    keys = _keys(part.of, box)
    if keys is None:
        yield f"of is {part.of!r}, and the box has no list of places there"
    elif value is not None and value not in keys:
        yield f"{value!r} is none of the places at {part.of!r}"


def _picks(part: PicksPart, value: Json, box: dict[str, Json]) -> Iterator[str]:
    keys = _keys(part.of, box)
    if keys is None:
        yield f"of is {part.of!r}, and the box has no list of places there"
        return
    if not isinstance(value, list):
        yield f"{value!r} is no list of cards"
        return
    if len(value) > part.limit:
        yield f"there are {len(value)} cards, and the limit is {part.limit}"
    for card in value:
        named = card if isinstance(card, list) else [card]
        if isinstance(card, list) == (len(part.asks) == 1) or len(named) != len(part.asks):
            yield f"{card!r} doesn't name {len(part.asks)} places"
        yield from (f"{one!r} is none of the places at {part.of!r}" for one in named if one not in keys)


def _grid(part: GridPart, value: Json, box: dict[str, Json]) -> Iterator[str]:
    if part.tiles and (not isinstance(value, dict) or {*value} != {*part.tiles}):
        yield f"the box must hold the tiles {', '.join(part.tiles)}"
        return
    sizes = [] if part.size is None else list(_walked(part.size, box))
    yield from sizes
    for tile in part.tiles or ("",):
        rows = value[tile] if tile else value
        where = f"tile {tile}: " if tile else ""
        faults = list(_rows(part, rows))
        yield from (f"{where}{fault}" for fault in faults)
        if part.size is not None and not sizes and not faults:
            told = value_at(box, part.size.at)
            if told != len(rows):
                yield f"{where}the box says {told} rows at {part.size.at!r}, and there are {len(rows)}"
    if part.clockwise and not _has_flag(box, part.clockwise):
        yield f"clockwise is {part.clockwise!r}, and the box has no true or false there"


def _has_flag(box: dict[str, Json], at: str) -> bool:
    try:
        return isinstance(value_at(box, at), bool)
    except (LookupError, TypeError):
        return False


def _rows(part: GridPart, rows: Json) -> Iterator[str]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row for row in rows):
        yield f"{rows!r} is no list of rows"
        return
    signs = {brush.sign for brush in part.brushes}
    yield from (f"{sign!r} is the sign of no brush" for sign in sorted({*"".join(rows)} - signs))
    lengths = [len(row) for row in rows]
    if part.cells == "wedge" and lengths != list(range(1, len(rows) + 1)):
        yield "the rows of a wedge have 1, 2, 3 cells and so on"
    if part.cells == "hex" and any(abs(one - two) > 1 for one, two in pairwise(lengths)):
        yield "a row of hexes may have one cell more or less than the row above"


def _places(part: PlacesPart, value: Json, box: dict[str, Json]) -> Iterator[str]:
    keys = _keys(part.at, box)
    if keys is None:
        yield "every place needs an id and a name, both texts"
        return
    yield from (f"two places have the id {key!r}" for key, times in Counter(keys).items() if times > 1)
    yield from (f"{one['id']!r} is not on the map: at must be two numbers from 0 to 1" for one in value
                if not _is_spot(one.get("at")))
    kinds = [one.value for one in part.kinds]
    for one in value:
        kind = one.get(part.kind_key)
        if kinds and kind not in kinds:
            yield f"{one['id']!r} has the {part.kind_key} {kind!r}, which is none of its kinds"
    yield from _ways(part, keys, box)


def _ways(part: PlacesPart, keys: Sequence[str], box: dict[str, Json]) -> Iterator[str]:
    try:
        ways = [(str(one["id"]), list(one["ends"]), one["at"]) for one in value_at(box, part.ways)]
    except (LookupError, TypeError):
        yield f"ways is {part.ways!r}, and the box has no list of ways there"
        return
    for id, ends, at in ways:
        if len({*ends}) < 2 or len({*ends}) < len(ends) or (len(ends) > 2 and not part.branching):
            yield f"the way {id!r} must join two different places"
        yield from (f"the way {id!r} leads to {end!r}, which is no place" for end in ends if end not in keys)
        if not _is_spot(at):
            yield f"the way {id!r} is not on the map: at must be two numbers from 0 to 1"


def _is_spot(at: Json) -> bool:
    return isinstance(at, list) and len(at) == 2 and all(
        isinstance(one, (int, float)) and not isinstance(one, bool) and 0 <= one <= 1 for one in at)


WALKS: Mapping[type[FormPart], Callable[[Any, Json, dict[str, Json]], Iterator[str]]] = {
    NumberPart: _number, TextPart: _text, ChoicePart: _choice, SwitchPart: _switch, PickPart: _pick,
    SwapPart: _swap, FacesPart: _faces, MarksPart: _marks, CardsPart: _cards, PicksPart: _picks,
    GridPart: _grid, PlacesPart: _places,
}


# Edits

def _edit_faults(game: AnyGame, form: Sequence[FormSection], box: Json) -> Iterator[str]:
    """The game must accept or refuse whatever an owner can enter."""
    for part in parts_of(form):
        for edited in edits(form, part, box):
            try:
                list(game.boxes.check(edited))
            except Refused:
                continue
            except Exception as error:
                yield f"{_name(part)}: the game fails at a box that an owner can enter " \
                      f"({type(error).__name__}: {error})"


def edits(form: Sequence[FormSection], part: FormPart, box: Json) -> Iterator[Json]:
    """Boxes that an owner gets by touching this part."""
    match part:
        case NumberPart():
            values: Iterable[Json] = (part.low, part.high)
        case TextPart():
            values = ("", "X" * part.longest)
        case ChoicePart():
            values = [one.value for one in part.choices]
        case SwitchPart():
            values = (True, False)
        case MarksPart() | PicksPart():
            values = ([],)
        case CardsPart():
            values = ([], [dict(part.new)])
        case FacesPart():
            values = ([0] * len(value_at(box, part.at)), [len(part.labels) - 1] * len(value_at(box, part.at)))
        case GridPart():
            yield from _grid_edits(part, box)
            return
        case PlacesPart():
            yield from (remove_place(box, form, part, one["id"]) for one in value_at(box, part.at))
            return
        case _:
            return
    yield from (with_value(box, part.at, value) for value in values)


def _grid_edits(part: GridPart, box: Json) -> Iterator[Json]:
    for tile in part.tiles or ("",):
        at = rows_at(part, tile)
        yield with_value(box, at, cleared(part, value_at(box, at)))
    if part.size is not None:
        yield resized(box, part, part.size.low)
        yield resized(box, part, part.size.high)

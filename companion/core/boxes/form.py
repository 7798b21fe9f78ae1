"""The form for an owner's box, as data that the app and the page draw.

A box is JSON. Each part of the form says with `at` where its value is: keys joined by dots, "board.slots".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from companion.core.setup import Choice
from companion.core.text import Text, say
from companion.core.values import Json

Label: TypeAlias = Text | str
Cells: TypeAlias = Literal["square", "hex", "wedge"]


@dataclass(frozen=True)
class Guess:
    """What nobody has compared with the box yet: its key is in the box's list "guessed"."""

    key: str
    sentence: Label = ""
    """Shown above the part while it is a guess; empty shows no line."""


@dataclass(frozen=True, kw_only=True)
class FormPart:
    """One thing that an owner fills in: a title, what to enter, and whether it is still a guess."""

    kind: ClassVar[str]
    title: Label
    hint: Label = ""
    guess: Guess | None = None


@dataclass(frozen=True, kw_only=True)
class ValuePart(FormPart):
    """A part with one value in the box."""

    at: str
    """Where the value is in the box: keys joined by dots. In a card: its key."""


@dataclass(frozen=True, kw_only=True)
class NumberPart(ValuePart):
    """A whole number, with plus and minus."""

    kind = "number"
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class TextPart(ValuePart):
    """A line to type."""

    kind = "text"
    longest: int = 60
    icon: str = "form-textbox"


@dataclass(frozen=True, kw_only=True)
class ChoicePart(ValuePart):
    """One of a few values."""

    kind = "choice"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True)
class SwitchPart(ValuePart):
    """True or false."""

    kind = "switch"


@dataclass(frozen=True, kw_only=True)
class PickPart(ValuePart):
    """One of the owner's places, or none: the key is missing while it isn't set."""

    kind = "pick"
    of: str
    """Where the list of places is in the box; see `PlacesPart`."""
    ask: Label
    icon: str = "map-marker-outline"
    none: Label = say("Not set")
    unset: Label = say("Not set")
    """Shown while nothing is set."""


@dataclass(frozen=True, kw_only=True)
class GroupPart(FormPart):
    """Rows under one heading."""

    kind = "group"
    parts: "tuple[NumberPart | TextPart | ChoicePart | SwitchPart | PickPart, ...]"


@dataclass(frozen=True, kw_only=True)
class SwapPart(ValuePart):
    """A list whose order differs between boxes. Tap two things to swap them."""

    kind = "swap"
    choices: tuple[Choice, ...] = ()
    """The words for each thing; without them it is shown as it is."""
    ring: bool = False
    """The numbers 1, 2, 3 and so on in a circle. The list always begins with 1."""
    pairs: bool = False
    """The list holds pairs."""


@dataclass(frozen=True, kw_only=True)
class FacesPart(ValuePart):
    """The faces of a die: a list of numbers from 0. A tap on a face adds one."""

    kind = "faces"
    labels: tuple[Label, ...]
    """The words for 0, 1 and so on. After the last, a tap leads back to 0."""
    icon: str = "star-four-points"


@dataclass(frozen=True, kw_only=True)
class MarksPart(ValuePart):
    """Marks on a few numbered spaces: a sorted list of numbers."""

    kind = "marks"
    low: int
    high: int
    limit: int
    """How many are marked at most."""
    none: Label
    """Shown while nothing is marked."""
    full: Text
    """Shown when all are marked, and if somebody marks one more."""
    icon: str = "check-bold"


@dataclass(frozen=True, kw_only=True)
class CardsPart(ValuePart):
    """Cards that the owner adds, each a dictionary of its name and other fields."""

    kind = "cards"
    name: TextPart
    fields: tuple[NumberPart | TextPart | ChoicePart | SwitchPart, ...] = ()
    new: Mapping[str, Json]
    """A card before the owner fills it in."""
    add: Label = say("Add a card")
    remove: Label = say("Remove this card")
    icon: str = "cards-outline"


@dataclass(frozen=True, kw_only=True)
class PicksPart(ValuePart):
    """Cards that name places: a list of places, or of lists of places if a card names several."""

    kind = "picks"
    of: str
    """Where the list of places is in the box; see `PlacesPart`."""
    asks: tuple[Label, ...]
    """A question for each place on a card."""
    limit: int
    add: Label = say("Add a card")
    remove: Label = say("Remove this card")
    icon: str = "cards-outline"


@dataclass(frozen=True)
class Brush:
    """What a cell of a grid can show. The first brush of a grid is the empty cell."""

    sign: str
    """The letter that the box holds for such a cell."""
    label: Label
    colour: str
    icon: str = ""


@dataclass(frozen=True, kw_only=True)
class GridPart(ValuePart):
    """Cells to paint with a brush: a list of rows, each a string with one letter for each cell."""

    kind = "grid"
    brushes: tuple[Brush, ...]
    cells: Cells = "square"
    """Squares, hexes in staggered rows, or a wedge of hexes, whose rows have 1, 2, 3 cells and so on."""
    tiles: tuple[str, ...] = ()
    """Names of several grids. The box then holds a dictionary of them, and each has a guess: `key.name`."""
    size: NumberPart | None = None
    """The number of rows, if it differs between boxes."""
    origin: Label = ""
    """What lies before the first row of a wedge."""
    clockwise: str = ""
    """Where the box says that a wedge lies clockwise of its ray; while it is false, the grid is mirrored."""


@dataclass(frozen=True, kw_only=True)
class PlacesPart(ValuePart):
    """A map: places `{"id", "name", "at": [x, y]}` joined by ways `{"id", "ends", "at"}`; x, y: 0 to 1."""

    kind = "places"
    ways: str
    """Where the list of ways is in the box. The `ends` of a way are ids of places."""
    branching: bool = False
    """A way may join more than two places."""
    kinds: tuple[Choice, ...] = ()
    """What a place can be."""
    kind_key: str = "kind"
    """The key of a place that holds its kind."""
    kind_title: Label = say("Kind")
    usual: Json = None
    """The kind of a new place; None for the first."""
    longest: int = 40
    """Letters of a name."""
    add: Label = say("Add a place")
    where: Label = say("Where is it? Tap the map.")
    called: Label = say("What is it called?")
    join: Label = say("Join")
    to: Label = say("Which place does it lead to?")
    remove: Label = say("Remove")
    twin: Text = say("These two are joined already.")


@dataclass(frozen=True)
class FormSection:
    """A page of the form, with its name on a button."""

    title: Label
    parts: tuple[FormPart, ...] = field(default=())


def parts_of(form: Sequence[FormSection]) -> Iterator[FormPart]:
    """Every part of a form, and those in groups after their group."""
    for section in form:
        for part in section.parts:
            yield part
            if isinstance(part, GroupPart):
                yield from part.parts


def as_json(value: Any) -> Json:
    """Convert a form, or a part of one, to JSON in the language spoken now."""
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in value]
    if not is_dataclass(value):
        return value
    told = {one.name: as_json(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, FormPart):
        told["kind"] = value.kind
    return told

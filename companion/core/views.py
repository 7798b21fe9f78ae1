"""What the generic screen shows of a table, as plain values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Any

from companion.core.setup import Seat
from companion.core.text import Text, as_json, from_json
from companion.core.values import Json


@dataclass(frozen=True)
class Mark:
    """A small icon at a seat (first player, action card used), with its meaning in words."""

    icon: str
    text: Text


@dataclass(frozen=True)
class SeatView:
    """A seat in the strip. `score` is None if seats have no score in this game."""

    index: int
    score: int | None = None
    marks: tuple[Mark, ...] = ()
    note: Text | None = None
    """A second line if there is room: "2 ready"."""
    side: Text | str = ""


@dataclass(frozen=True)
class Reminder:
    """A reminder ("24 cards left in the grid"), or at the end something worth telling.

    The result page also shows `note`, a second line, and `seat`, the one it is about.
    """

    text: Text
    icon: str = ""
    note: Text | None = None
    seat: int | None = None
    forgotten: str = ""
    """The moment of a rule that people forget ("WT-44 3"); a group sees it twice."""
    by_hand: str = ""
    """Path of a field; the reminder is left out while *To move* lists its change."""
    beside: str = ""
    """Class name of a question; the reminder is left out while others are asked."""

    def belongs_to(self, questions: Iterable[object]) -> bool:
        return not self.beside or self.beside in [type(one).__name__ for one in questions]


@dataclass(frozen=True)
class Piece:
    """Something on a track or a map: a seat's pawn, or a thing with a picture, an icon or a letter."""

    space: int | str
    """The number of a space on a track, or the key of a spot on a map."""
    seat: int | None = None
    label: Text | str = ""
    """What it is called: "Red A"."""
    note: Text | None = None
    """Extra text for the result page that people keep."""
    tone: str = ""
    """Its colour, `#RRGGBB`; empty uses the game's own."""
    icon: str = ""
    key: str = ""
    """The same wherever it stands, so that it glides from spot to spot. A field's `place` may name it."""
    picture: str = ""
    """A picture of the game's art; a surface without it shows icon, letter or token."""
    letter: str = ""
    """Written on it. Choose digits if a seat has several pieces: letters look like players' initials."""
    count: int = 1
    under: bool = False
    """It lies under the others: drawn first, and smaller."""
    turn: int = 0
    """Degrees clockwise."""
    faint: bool = False
    """Used up for now."""
    heads: bool = False
    """Turns its bow where it goes, at first away from the board's middle; its seat's token stays upright."""
    falls: int = 0
    """In a reveal, pieces with 1, 2, 3… appear one by one; 0 is there at once."""
    base: bool = False
    """Belongs to its spot: stands in its middle, and the others make no room for it."""
    small: bool = False
    """Lies in a corner of a hex or square, under the others: a coin, a token."""


@dataclass(frozen=True)
class Reveal:
    """On guests' pages, pieces fall one by one (`Piece.falls`) when a question first shows the board."""

    told: Text
    """What the page says meanwhile, e.g. "The stacks are counted…"."""
    last: Text
    """What it says while the last piece is held back."""


MOST = 1000
"""Maximum spaces, pieces or lines; each is a widget, and more would freeze the app."""


@dataclass(frozen=True)
class Track:
    """A row of spaces with pieces on it: score track, memory track."""

    name: Text
    spaces: int
    pieces: tuple[Piece, ...] = ()
    labels: tuple[Text | str, ...] = ()
    """Names or numbers of the spaces, from the first on."""

    def __post_init__(self) -> None:
        if self.spaces > MOST or len(self.pieces) > MOST or len(self.labels) > MOST:
            raise ValueError(f"a track has at most {MOST} spaces and {MOST} pieces")


@dataclass(frozen=True)
class Spot:
    """A space of a map. Its key is the answer of a `Place` question and the `place` of a field."""

    key: str
    name: Text | str
    x: float
    """From 0 at the left to 1 at the right."""
    y: float
    """From 0 at the bottom to 1 at the top."""
    icon: str = ""
    shape: str = "dot"
    """`dot`, `hex`, `square`, `card`, `house`, `photo`, `tray`, or `area`: a part of the board's picture."""
    tone: str = ""
    """Its colour, `#RRGGBB`; empty uses the game's own."""
    label: Text | str | None = None
    """Written beside a dot or on any other shape; None writes the name, an empty text nothing."""
    picture: str = ""
    """What is printed there, from the game's art."""
    zone: str = ""
    """Hexes and squares of different zones have a line between them."""
    wide: float = 0.0
    """Width of an area, as a part of the board's width."""
    high: float = 0.0
    turn: int = 0
    """Degrees clockwise that its picture is turned."""
    scale: float = 1.0
    """Drawn larger or smaller than others of its shape."""
    ring: bool = False
    """Pieces stand in a ring round its middle."""


@dataclass(frozen=True)
class Road:
    """How a map's ways are paved: colours, `#RRGGBB`, and the width as a part of the board's height."""

    tone: str
    edge: str
    dots: str
    """The colour of the dots along it."""
    wide: float


@dataclass(frozen=True)
class Prop:
    """A picture that only decorates: a tree, a tower. Nobody can tap it, and nothing stands on it."""

    picture: str
    x: float
    y: float
    """Measured as a spot's, but it may lie outside the board."""
    scale: float = 1.0
    """Its units are thousandths of the board's height."""
    over: bool = False
    """Drawn over the spots; otherwise under the ways."""


@dataclass(frozen=True)
class Arrow:
    """A way over several spots: a flight, a look-ahead or a choice."""

    way: tuple[str, ...]
    kind: str = "way"
    """`way`, `flight`, `ahead` or `hand`: a choice, a piece that flies, one that would, a move by hand.

    Guests watch flights one after another, in their order."""
    key: str = ""
    """The piece that moves along it."""
    label: Text | str = ""
    """What guests read while it flies; empty is its sentence of `aloud`, or the question's first reason."""
    letter: str = ""


@dataclass(frozen=True)
class Map:
    """The board as data: spots, the ways between them and the pieces on them, for every surface to draw."""

    spots: tuple[Spot, ...]
    ways: tuple[tuple[str, str], ...] = ()
    pieces: tuple[Piece, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ratio: float = 0.0
    """Width by height; 0 fills its room."""
    size: float = 0.0
    """Radius of a hex, or half the side of a square, as a part of the height."""
    picture: str = ""
    """The file of the board's picture, beside `rules.md`."""
    stacks: bool = False
    """On every spot of this map, pieces stand on each other, the first at the bottom; else side by side."""
    dot: float = 0.0
    """Radius of a dot, as a part of the height; 0 is as large as fits."""
    scale: float = 0.0
    """Size of pieces and pictures, whose units are thousandths of the height; 0 fits them to the spots."""
    frame: tuple[float, float, float, float] | None = None
    """What is in sight at first: left, bottom, right and top in units of spots; None is the whole board."""
    depth: bool = False
    """Seen from the side: pieces further down stand in front of others."""
    zooms: bool = True
    """Has zoom buttons; a board that is seen at a glance needs none."""
    road: Road | None = None
    """None draws the ways as plain lines."""
    props: tuple[Prop, ...] = ()
    course: tuple[str, ...] = ()
    """The spots of a track, in the order of play: its ends have a ring, and small arrows show the direction.

    On a circuit, the last spot is the first one."""
    reveal: Reveal | None = None
    """Give it while a question shows what was revealed; secret answers have one without it."""

    def __post_init__(self) -> None:
        if max(map(len, (self.spots, self.ways, self.pieces, self.arrows, self.props, self.course))) > MOST:
            raise ValueError(f"a map has at most {MOST} spots, {MOST} ways, {MOST} pieces, {MOST} arrows "
                             f"and {MOST} props")

    @staticmethod
    def laid(spots: Iterable[Spot], size: float, **more: Any) -> "Map":
        """A map of spots measured in any unit; `size` is their radius."""
        spots = tuple(spots)
        left, low = min(one.x for one in spots) - size, min(one.y for one in spots) - size
        wide, high = max(one.x for one in spots) + size - left, max(one.y for one in spots) + size - low
        placed = tuple(replace(one, x=round((one.x - left) / wide, 4), y=round((one.y - low) / high, 4))
                       for one in spots)
        return Map(placed, ratio=round(wide / high, 4), size=round(size / high, 4), **more)

    @staticmethod
    def grid(wide: int, high: int, **more: Any) -> "Map":
        """Squares `0,0` at the lower left to `wide-1,high-1`, named A1 and so on; answers are pairs.

        A large grid shows the names at its left and lower edge only."""
        large = wide * high > 25
        return Map.laid((Spot(f"{x},{y}", f"{_column(x)}{y + 1}", x, y, shape="square",
                              label="" if large and x and y else None)
                         for y in range(high) for x in range(wide)), 0.5, **more)

    @staticmethod
    def hexes(spaces: Iterable[tuple[int, int]], **more: Any) -> "Map":
        """Hexes with a flat top at these axial coordinates: `q` to the right, `r` up."""
        return Map.laid((Spot(f"{q},{r}", f"{q},{r}", *hex_centre(q, r), shape="hex", label="")
                         for q, r in spaces),
                        1.0, **more)

    @staticmethod
    def pictured(picture: str, size: tuple[int, int], areas: Mapping[str, tuple[int, int, int, int]],
                 **more: Any) -> "Map":
        """A picture with areas to tap, each by left, top, width and height in the picture's pixels."""
        wide, high = size
        sides = sorted(min(one[2:]) for one in areas.values())
        spots = tuple(Spot(key, key, round((left + across / 2) / wide, 4),
                           round(1 - (top + down / 2) / high, 4),
                           shape="area", label="", wide=across / wide, high=down / high)
                      for key, (left, top, across, down) in areas.items())
        middle = sides[len(sides) // 2] / 2 / high
        return Map(spots, **{"ratio": wide / high, "size": middle, "picture": picture, **more})

    @staticmethod
    def spiral(spaces: int, pieces: Iterable[Piece], **more: Any) -> "Map":
        """A track that winds inwards. Spaces are `0`, `1` and so on; the last and every fifth show it."""
        spots, last = [], spaces - 1
        for number in range(spaces):
            part = (1 - sqrt(1 - 0.8704 * number / max(1, last))) / 0.64  # equal steps along the way
            turn, far = 0.5 + 5.1 * pi * part, 1 - 0.64 * part
            label = str(number) if number % 5 == 0 or number == last else ""
            spots.append(Spot(str(number), str(number), -far * cos(turn), -0.55 * far * sin(turn),
                              label=label))
        course = tuple(spot.key for spot in spots)
        laid = Map.laid(spots, 0.07, **{"course": course, **more})
        return replace(laid, size=0.0, ways=tuple(pairwise(course)), pieces=tuple(pieces))

    def showing(self, **parts: Mapping[str, Any]) -> "Map":
        """A copy with new names, labels, tones or icons: `board.showing(tone={"0,0": "#C0392B"})`.

        A named square or hex shows its name."""
        def changed(spot: Spot) -> Spot:
            shown = {name: by[spot.key] for name, by in parts.items() if spot.key in by}
            if "name" in shown and spot.shape in ("square", "hex"):
                shown.setdefault("label", None)
            return replace(spot, **shown) if shown else spot

        return replace(self, spots=tuple(changed(spot) for spot in self.spots))

    def beside(self, key: str) -> list[str]:
        """The spots one way away, in the order of the ways."""
        return [far if near == key else near for near, far in self.ways if key in (near, far)]


def spot_key(value: Any) -> str:
    """The spot that a field's value or an answer means; a pair of numbers is spelled `2,-1`."""
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def hex_centre(q: float, r: float) -> tuple[float, float]:
    """In sides of a hex with a flat top."""
    return 1.5 * q, 3 ** 0.5 * (r + q / 2)


def _column(x: int) -> str:
    return chr(65 + x % 26) if x < 26 else _column(x // 26 - 1) + _column(x % 26)


@dataclass(frozen=True)
class Gauge:
    """One line of a game card: a name and how full it is. With `full` 0, only the words in `value` count."""

    label: Text
    value: int | Text = 0
    full: int = 0
    icon: str = ""
    ink: str = "primary"
    """The colour role of its blocks."""


@dataclass(frozen=True)
class InfoCard:
    """The game's own card: a ship, the last result."""

    title: Text
    gauges: tuple[Gauge, ...] = ()
    lines: tuple[Reminder, ...] = ()
    seat: int | None = None
    picture: str = ""
    """The file of a picture, beside `rules.md`."""


@dataclass(frozen=True)
class SheetColumn:
    """One seat, or the partners of a side: their points, and a word below ("leads", "2nd")."""

    seats: tuple[int, ...]
    total: int
    note: Text | None = None
    leads: bool = False


@dataclass(frozen=True)
class SheetRow:
    """One round or scoring category: one number per column, None if there is none yet."""

    label: Text | str
    cells: tuple[int | None, ...]
    paths: tuple[str, ...] = ()
    """The field of each cell that players can overwrite."""


@dataclass(frozen=True)
class ScoreSheet:
    """A table of rounds by players. `now`: row and column of the cell being asked for."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    now: tuple[int, int] | None = None


@dataclass(frozen=True)
class View:
    """The table at a glance."""

    subtitle: Text
    """Under the game's title in the bar: "Round 2, story 5 of 12"."""
    seats: tuple[SeatView, ...]
    reminders: tuple[Reminder, ...] = ()
    tracks: tuple[Track, ...] = ()
    cards: tuple[InfoCard, ...] = ()
    banner: Text | None = None
    """A rule in force for everybody right now: "Silent round"."""
    sheet: ScoreSheet | None = None
    """A score sheet instead of a stage."""
    map: Map | None = None
    """The board of a small game; `board` beside `view` can return it too."""
    turn: Text | None = None
    """One line about the next player and the state of the turn: "Next Ben; wind 4"."""

    def __post_init__(self) -> None:
        if not isinstance(self.subtitle, (Text, str)):
            raise TypeError(f"a view's subtitle is a text, not {self.subtitle!r}")
        things = len(self.reminders) + sum(track.spaces + len(track.pieces) for track in self.tracks)
        if things + sum(len(card.gauges) + len(card.lines) + 1 for card in self.cards) > MOST:
            raise ValueError(f"a view has at most {MOST} reminders, spaces, pieces and lines of cards "
                             "together")


@dataclass(frozen=True)
class Glance:
    """What only one seat sees: lines, a map, or both."""

    title: Text
    lines: tuple[Reminder, ...] = ()
    map: Map | None = None


@dataclass(frozen=True)
class PodiumPlace:
    """One player's place in the result."""

    seat: int
    """The seat's index."""
    place: int
    """1 is first; players with the same place share it."""
    score: int | None = None
    note: Text | None = None


@dataclass(frozen=True)
class Outcome:
    """How the play ended. `won` is None with a podium; True or False if the table won or lost together."""

    sentence: Text
    winners: tuple[int, ...]
    places: tuple[PodiumPlace, ...] = ()
    won: bool | None = None
    details: tuple[Reminder, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    """The partners of each side, best first, if there are sides; they share a step, a line and a place."""

    def __post_init__(self) -> None:
        places = all(isinstance(one, PodiumPlace) for one in self.places)
        if not places or not isinstance(self.sentence, (Text, str)):
            raise TypeError("an outcome has a sentence, and its places are of PodiumPlace")

    def standing_for(self) -> dict[int, tuple[int, ...]]:
        """Each seat with its own step, and the partners who share it."""
        if self.sides:
            return {side[0]: side[1:] for side in self.sides if side}
        return {place.seat: () for place in self.places}


@dataclass(frozen=True)
class Counted:
    """A statistic of a finished play beyond points: one bar (`label`) of one chart (`kind`).

    `seat` is None if it is about everybody.
    """

    kind: Text
    label: Text | str
    seat: int | None = None
    n: int = 1

    def to_json(self) -> list[object]:
        return [as_json(self.kind), as_json(self.label), self.seat, self.n]

    @staticmethod
    def from_json(raw: Any) -> "Counted":
        """Raises `ValueError`, `TypeError` or `KeyError` if it is not such a list."""
        kind, label, seat, n = raw
        named = from_json(kind)
        if type(n) is not int or (seat is not None and type(seat) is not int) or not isinstance(named, Text):
            raise ValueError("not counted by us")
        found = Counted(named, from_json(label), seat, n)
        if not str(found.kind) or not str(found.label):  # an empty message would crash the screen later
            raise ValueError("nothing to read")
        return found


def as_plain(value: Any, words: Callable[[Text], Json] = str) -> Json:
    """What a view or a question shows as JSON: sentences as `words`, seats by index.

    Fields with their default value are left out.
    """
    if isinstance(value, Text):
        return words(value)
    if isinstance(value, Seat):
        return value.index
    if isinstance(value, (tuple, list)):
        return [as_plain(one, words) for one in value]
    if is_dataclass(value):
        shown = ((one, getattr(value, one.name)) for one in fields(value) if one.metadata.get("json", True))
        return {one.name: as_plain(part, words) for one, part in shown
                if one.default is MISSING or (part is not one.default and part != one.default)}
    return value

"""What the generic screen needs to know of a table, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.text import Text, as_json, from_json


@dataclass(frozen=True)
class Mark:
    """A small icon at a seat (first player, action card used), with its meaning in words."""

    icon: str
    text: Text


@dataclass(frozen=True)
class SeatView:
    """A seat in the strip. `score` None: this game has no score a seat."""

    index: int
    score: int | None = None
    marks: tuple[Mark, ...] = ()
    note: Text | None = None
    """A second line where there is room: "2 ready"."""
    side: str = ""


@dataclass(frozen=True)
class Reminder:
    """Something for the hands or the memory: "24 cards left in the grid"; at the end what is worth telling.

    `note` is a second line, `seat` the one it is about: the result shows both, a reminder beside a question neither.
    """

    text: Text
    icon: str = ""
    note: Text | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Piece:
    """Something standing on a track: a seat's pawn, or a named thing."""

    space: int
    seat: int | None = None
    label: str = ""
    note: Text | None = None
    """What is told about it, where there is room: on the page that people keep."""
    tone: str = ""
    """Its colour there, `#RRGGBB`; empty: the game's own."""


MOST = 1000
"""Spaces or pieces of a track: a widget is made for each, and more would freeze the app."""


@dataclass(frozen=True)
class Track:
    """A row of spaces with pieces on it: score track, memory track."""

    name: Text
    spaces: int
    pieces: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        if self.spaces > MOST or len(self.pieces) > MOST:
            raise ValueError(f"a track has at most {MOST} spaces and {MOST} pieces")


@dataclass(frozen=True)
class Gauge:
    """One line of a game card: a name, and how full it is. `full` 0: only the words in `value` count."""

    label: Text
    value: int | Text = 0
    full: int = 0
    icon: str = ""
    ink: str = "primary"
    """The role of colour its blocks have: they are told apart at a glance."""


@dataclass(frozen=True)
class InfoCard:
    """The game's own card: a ship, the last result."""

    title: Text
    gauges: tuple[Gauge, ...] = ()
    lines: tuple[Reminder, ...] = ()
    seat: int | None = None


@dataclass(frozen=True)
class SheetColumn:
    """One seat, or the partners of a side: their points, and a word below them ("leads", "2nd")."""

    seats: tuple[int, ...]
    total: int
    note: Text | None = None
    leads: bool = False


@dataclass(frozen=True)
class SheetRow:
    """One round, or one thing that is scored: a number a column, None where there is none yet."""

    label: Text | str
    cells: tuple[int | None, ...]
    paths: tuple[str, ...] = ()
    """The field of each cell, where it can be typed over."""


@dataclass(frozen=True)
class ScoreSheet:
    """Rounds down, people across. `now`: row and column of the cell that is asked for."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    now: tuple[int, int] | None = None


@dataclass(frozen=True)
class View:
    """The table in one look."""

    subtitle: Text
    """Under the game's title in the bar: "Round 2, story 5 of 12"."""
    seats: tuple[SeatView, ...]
    reminders: tuple[Reminder, ...] = ()
    tracks: tuple[Track, ...] = ()
    cards: tuple[InfoCard, ...] = ()
    banner: Text | None = None
    """A rule that holds for everybody just now: "Silent round"."""
    sheet: ScoreSheet | None = None
    """A score sheet in the place of a stage."""


@dataclass(frozen=True)
class PodiumPlace:
    """One place on the podium."""

    seat: int
    place: int
    score: int | None = None
    note: Text | None = None


@dataclass(frozen=True)
class Outcome:
    """How the play ended. `won` is None with winners on a podium; True or False when the table won or lost together."""

    sentence: Text
    winners: tuple[int, ...]
    places: tuple[PodiumPlace, ...] = ()
    won: bool | None = None
    details: tuple[Reminder, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    """The partners of each side, best first, where there are sides: they share a step, a line and a place."""

    def standing_for(self) -> dict[int, tuple[int, ...]]:
        """Every seat that has a step of its own, and the partners who share it."""
        if self.sides:
            return {side[0]: side[1:] for side in self.sides if side}
        return {place.seat: () for place in self.places}


@dataclass(frozen=True)
class Counted:
    """What a game counts of a finished play beyond points: one bar (`label`) of one chart (`kind`) of one player;
    `seat` None: of everybody."""

    kind: Text
    label: Text | str
    seat: int | None = None
    n: int = 1

    def to_json(self) -> list[object]:
        return [as_json(self.kind), as_json(self.label), self.seat, self.n]

    @staticmethod
    def from_json(raw: Any) -> Counted:
        """Raises `ValueError`, `TypeError` or `KeyError` for what is no such list."""
        kind, label, seat, n = raw
        named = from_json(kind)
        if type(n) is not int or (seat is not None and type(seat) is not int) or not isinstance(named, Text):
            raise ValueError("not counted by us")
        found = Counted(named, from_json(label), seat, n)
        if not str(found.kind) or not str(found.label):  # a message that is none would stop the screen later
            raise ValueError("nothing to read")
        return found

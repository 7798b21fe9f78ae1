"""What a question shows, as plain values: the face of an answer, reasons, points, sums, a clock, odds."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.json_values import Json
from companion.core.seats import Seat
from companion.core.text import Text


@dataclass(frozen=True)
class Timer:
    """A clock that runs beside a question. `late` is the answer it offers at zero; it never gives it."""

    name: str
    seconds: int
    late: Json = None
    starts_by_hand: bool = True


@dataclass(frozen=True)
class Points:
    """What an answer would bring somebody: shown on the button, before it is booked."""

    seat: Seat
    change: int


@dataclass(frozen=True)
class Face:
    """How one answer looks: its words, a second line with the consequence, an icon, its points.

    `main` marks the commonest answer (the filled button), `opens` one that leads to another question,
    `badge` the small number on a space of the stage, `seat` the token shown beside it.
    """

    label: Text | str
    hint: Text | None = None
    icon: str = ""
    points: tuple[Points, ...] = ()
    main: bool = False
    opens: bool = False
    badge: str = ""
    seat: Seat | None = None


@dataclass(frozen=True)
class Reason:
    """One line of the small card under a headline: why this happens, what it means."""

    text: Text
    icon: str = ""


@dataclass(frozen=True)
class InLine:
    """One of those who come one after the other, drawn in *Why?*: who, what it means for them, is it now."""

    seat: Seat
    words: Text
    now: bool = False


@dataclass(frozen=True)
class Sum:
    """One line of a running preview: who, how it adds up, the change."""

    seat: Seat
    how: Text
    change: int


@dataclass(frozen=True)
class Odds:
    """Chances in whole per cent, shown above the dice; they add up to a hundred."""

    win: int
    tie: int
    lose: int

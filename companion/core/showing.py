"""What a question shows, as plain values: the face of an answer, reasons, points, sums, a clock, odds."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any

from companion.core.seats import Seat
from companion.core.text import Text
from companion.core.values import Json


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


HERE = {"json": False}
"""Marks a field that only surfaces in the same process can use: it is no plain value."""


@dataclass(frozen=True)
class ShownChoice:
    """Something to tap: the token that `Draft.tap` takes, its face, and how it stands now."""

    token: Json
    face: Face
    barred: Text | None = None
    """Why the rules forbid it now; None: they don't."""
    chosen: bool = False
    number: int = 0
    """Its place in the order, from 1; 0: none, or order does not matter."""
    choice: Any = field(default=None, compare=False, metadata=HERE)
    """The answer itself, for a stage."""


@dataclass(frozen=True)
class ShownRow:
    """A number to set with `Draft.set_row(key, value)`."""

    key: str
    """The same as long as its seat or label is, wherever the row stands."""
    label: Text | str
    value: int | None
    """None: not set yet."""
    low: int
    high: int
    step: int = 1
    hint: Text | None = None
    seat: Seat | None = None
    often: tuple[int, ...] = ()


@dataclass(frozen=True)
class ShownFace:
    """A key to type with; `icon` where the real die shows a sign instead of a number."""

    number: int
    icon: str = ""


@dataclass(frozen=True)
class ShownDice:
    """The keys, what was typed so far, and the chances."""

    faces: tuple[ShownFace, ...]
    slots: tuple[ShownFace | None, ...]
    """As many as dice are rolled; None: not typed yet."""
    odds: Odds | None = None

    @property
    def alone(self) -> bool:
        """One die: its face is the answer, there is nothing to collect."""
        return len(self.slots) == 1


@dataclass(frozen=True)
class ShownText:
    """A field to type into."""

    value: str
    longest: int
    placeholder: Text | None = None


ANSWER, CLEAR, DRAW, ROLL, FIX = "answer", "clear", "draw", "roll", "fix"


@dataclass(frozen=True)
class Button:
    """A button of the question. `does`: "answer" gives `Draft.give()`, "clear" and "draw" call the draft's own
    operation ("roll": `Draft.draw`, too), "fix" leads to the corrections."""

    does: str
    words: Text | str
    icon: str
    ready: bool = True
    why_not: Text | None = None
    """What is missing, while it is not ready."""
    icon_last: bool = False


@dataclass(frozen=True)
class Description:
    """All that a surface needs to ask one question, and to show the answer so far."""

    key: str
    kind: str
    sentence: Text
    seat: Seat | None = None
    rule: str = ""
    secret: bool = False
    kicker: Text | None = None
    hint: Text | None = None
    reasons: tuple[Reason, ...] = ()
    points: tuple[Points, ...] = ()
    choices: tuple[ShownChoice, ...] = ()
    """In the order shown; what is barred stands among them, with the reason."""
    at_once: bool = False
    """A tap on a choice is the answer."""
    ordered: bool = False
    """The choices are numbered as they are tapped."""
    least: int = 0
    most: int = 1
    """How many choices are wanted."""
    rows: tuple[ShownRow, ...] = ()
    lone: bool = False
    """The one row is the whole question: a big number between two signs."""
    typed: bool = False
    """The one number is typed on a pad of keys; what is `often` is one tap."""
    dice: ShownDice | None = None
    text: ShownText | None = None
    primary: Button | None = None
    second: Button | None = None
    preview: tuple[Sum, ...] = ()

    @property
    def ready(self) -> bool:
        """Can the answer be given by the button?"""
        return self.primary is not None and self.primary.does == ANSWER and self.primary.ready

    @property
    def chosen(self) -> ShownChoice | None:
        """The one choice that is chosen, where a single one is wanted."""
        return next((one for one in self.choices if one.chosen), None)


def as_json(value: Any) -> Json:
    """A description, or a part of one, as plain JSON: sentences in words, seats by their index.

    What is as usual (a field that has its default) is left out.
    """
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, Seat):
        return value.index
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in value]
    if is_dataclass(value):
        shown = ((one, getattr(value, one.name)) for one in fields(value) if one.metadata.get("json", True))
        return {one.name: as_json(part) for one, part in shown
                if one.default is MISSING or (part is not one.default and part != one.default)}
    return value

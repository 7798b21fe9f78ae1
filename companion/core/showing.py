"""What a question shows, as plain values: faces, reasons, points, sums, a timer, odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any

from companion.core.seats import Seat
from companion.core.text import Text
from companion.core.values import Json


@dataclass(frozen=True)
class Timer:
    """A timer beside a question. At zero it offers the answer `late`, but never submits it."""

    name: str
    seconds: int
    late: Json = None
    starts_by_hand: bool = True


@dataclass(frozen=True)
class Points:
    """Points an answer would give somebody; shown on the button in advance."""

    seat: Seat
    change: int


@dataclass(frozen=True)
class Face:
    """How one answer looks: its words, a second line with the consequence, an icon, its points.

    `main` marks the most common answer (the filled button), `opens` one that leads to another question,
    `badge` is the small number on a space of the stage, `seat` the token shown beside it.
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
    """One line under the headline: why this happens, or what it means."""

    text: Text
    icon: str = ""


@dataclass(frozen=True)
class InLine:
    """One player in the turn order that *Why?* draws, with what it means for them and whether it's their turn."""

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
    """Whole percentages shown above the dice; they add up to 100."""

    win: int
    tie: int
    lose: int
    guess: bool = False
    """The app had to guess the dice, so screens mark the odds."""

    @property
    def mark(self) -> str:
        return "≈ " if self.guess else ""


HERE = {"json": False}
"""Marks a field that is not plain data, for screens in this process only."""


@dataclass(frozen=True)
class ShownChoice:
    """Something to tap: the token for `Draft.tap`, its face, and its state."""

    token: Json
    face: Face
    barred: Text | None = None
    """Why the rules forbid it now, or None."""
    chosen: bool = False
    number: int = 0
    """Its place in the order, from 1; 0 if it has none."""
    choice: Any = field(default=None, compare=False, metadata=HERE)
    """The answer itself, for a stage."""


@dataclass(frozen=True)
class ShownRow:
    """A number to set with `Draft.set_row(key, value)`."""

    key: str
    """Identifies the row by its seat or label, wherever it is shown."""
    label: Text | str
    value: int | None
    """None if not set yet."""
    low: int
    high: int
    step: int = 1
    hint: Text | None = None
    seat: Seat | None = None
    often: tuple[int, ...] = ()


@dataclass(frozen=True)
class ShownFace:
    """A key to type with; `icon` if the real die shows a symbol instead of a number."""

    number: int
    icon: str = ""


@dataclass(frozen=True)
class ShownDice:
    """The keys, what was typed so far, and the odds."""

    faces: tuple[ShownFace, ...]
    slots: tuple[ShownFace | None, ...]
    """One per die; None if not typed yet."""
    odds: Odds | None = None
    rare: tuple[ShownFace, ...] = ()
    """Further faces, shown on request."""

    @property
    def alone(self) -> bool:
        """With one die, its face is the answer."""
        return len(self.slots) == 1


@dataclass(frozen=True)
class ShownText:
    value: str
    longest: int
    placeholder: Text | None = None


ANSWER, CLEAR, DRAW, ROLL, FIX = "answer", "clear", "draw", "roll", "fix"


@dataclass(frozen=True)
class Button:
    """A button of the question.

    `does`: "answer" calls `Draft.give()`, "clear" and "draw" the draft's method of that name ("roll" also calls
    `Draft.draw`), "fix" opens the corrections.
    """

    does: str
    words: Text | str
    icon: str
    ready: bool = True
    why_not: Text | None = None
    """What is missing, while it is not ready."""
    icon_last: bool = False
    at: str = ""
    """For "fix": the path of the field to show first."""


@dataclass(frozen=True)
class Description:
    """Everything a screen needs to ask one question and show the answer so far."""

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
    """In display order, including barred ones with their reason."""
    at_once: bool = False
    """Tapping a choice answers."""
    ordered: bool = False
    """Number the choices as they are tapped."""
    least: int = 0
    most: int = 1
    """How many choices are wanted."""
    rows: tuple[ShownRow, ...] = ()
    lone: bool = False
    """The single row is the whole question: a big number with plus and minus."""
    typed: bool = False
    """The number is typed on a keypad; `often` values are one tap."""
    dice: ShownDice | None = None
    text: ShownText | None = None
    primary: Button | None = None
    second: Button | None = None
    preview: tuple[Sum, ...] = ()

    @property
    def ready(self) -> bool:
        return self.primary is not None and self.primary.does == ANSWER and self.primary.ready

    @property
    def chosen(self) -> ShownChoice | None:
        return next((one for one in self.choices if one.chosen), None)


def as_json(value: Any, words: Callable[[Text], Json] = str) -> Json:
    """Convert a description, or a part of one, to plain JSON: sentences as `words`, seats by index.

    Fields with their default value are left out.
    """
    if isinstance(value, Text):
        return words(value)
    if isinstance(value, Seat):
        return value.index
    if isinstance(value, (tuple, list)):
        return [as_json(one, words) for one in value]
    if is_dataclass(value):
        shown = ((one, getattr(value, one.name)) for one in fields(value) if one.metadata.get("json", True))
        return {one.name: as_json(part, words) for one, part in shown
                if one.default is MISSING or (part is not one.default and part != one.default)}
    return value

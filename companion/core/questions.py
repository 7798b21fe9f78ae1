"""Questions that a script waits for, and drafts of their answers.

A question holds only names: its seat and step. Sentence, choices and timer are read from the live table each
time, so a question stays right after a correction. A draft collects taps and describes the question to any
screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import islice
from random import Random
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

from companion.core.setup import Seat
from companion.core.text import Refusal, Refused, Text, say
from companion.core.values import Json, Sealed, break_seal, same
from companion.core.views import Arrow

if TYPE_CHECKING:
    from companion.core.table import Table


# What a question shows, as plain values

@dataclass(frozen=True)
class Timer:
    """A timer beside a question. At zero the answer `late` stands out; the timer never submits it."""

    name: str
    seconds: int
    late: Json = None
    starts_by_hand: bool = True
    hidden: bool = False
    """Hide `late` until zero, such as "Time is up"."""


@dataclass(frozen=True)
class Points:
    """Points an answer would give somebody; shown on the button in advance."""

    seat: Seat
    change: int


@dataclass(frozen=True)
class Face:
    """How one answer looks: its words, a second line with the consequence, an icon, its points.

    `main` marks the likely, harmless answer (the filled button), `opens` one that leads to another question.
    `badge` is the small number on a space of the board, `warns` turns its icon red, `seat` adds a token.
    """

    label: Text | str
    hint: Text | None = None
    icon: str = ""
    points: tuple[Points, ...] = ()
    main: bool = False
    opens: bool = False
    badge: str = ""
    seat: Seat | None = None
    picture: str = ""
    """The file of a picture, beside `rules.md`; shown instead of the icon."""
    warns: bool = False
    tone: str = ""
    """The colour of a disc behind the icon, `#RRGGBB`."""


@dataclass(frozen=True)
class Reason:
    """One line under the headline: why this happens, or what it means."""

    text: Text
    icon: str = ""


@dataclass(frozen=True)
class InLine:
    """One player in the turn order of *Why?*: what it means for them, and whose turn it is."""

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
    out: tuple[ShownFace, ...] = ()
    """Faces that would be rolled again: their keys are faded."""

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

    `does`: "answer" calls `Draft.give()`, "clear" and "draw" the method of that name, "roll" `Draft.draw`,
    and "fix" opens the corrections.
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
    quiet: bool = False
    """Never filled, because it ends something or replaces the table's own dice."""


@dataclass(frozen=True)
class Description:
    """Everything a screen needs to ask one question and show the answer so far."""

    key: str
    kind: Kind
    sentence: Text
    seat: Seat | None = None
    rule: str = ""
    secret: bool = False
    """Only its seat may see it."""
    look: bool = False
    """There is something to see, and nothing to choose."""
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


# Kinds

Kind: TypeAlias = Literal["confirm", "pick one", "pick a seat", "pick several", "put in order", "number",
                          "dice", "place", "text", "own"]
OWN: Final = "own"


class Traits(NamedTuple):
    """What the app must know of a kind besides its panel."""

    has_face: bool = False
    """An answer is one button with a face of its own."""
    is_list: bool = False
    """The answers are a list of buttons."""
    people: bool = False
    """Nobody is the main answer."""
    waits: bool = False
    """One button, which may wait for the clock on the stage."""
    on_map: bool = False
    rolls: bool = False


KINDS: Final[Mapping[Kind, Traits]] = {
    "confirm": Traits(has_face=True, waits=True),
    "pick one": Traits(has_face=True, is_list=True),
    "pick a seat": Traits(has_face=True, is_list=True, people=True),
    "pick several": Traits(),
    "put in order": Traits(),
    "number": Traits(),
    "dice": Traits(rolls=True),
    "place": Traits(has_face=True, on_map=True),
    "text": Traits(),
    OWN: Traits(),
}
"""`own` is any kind that a game brings with its `panel`."""


def traits(question: Question[Any, Any] | None) -> Traits:
    return Traits() if question is None else KINDS[question.kind]


# Questions and drafts

def draw_one(lots: Iterable[R], rng: Random) -> R:
    """Draw one at random; repeat one to make it more likely."""
    found = lots if isinstance(lots, (range, tuple, list)) else list(lots)  # don't expand a long range
    return found[int(rng.random() * len(found))]


MOST_SHOWN = 300
"""Maximum answers on a screen: each is a widget, and many more would freeze the app."""

Tc = TypeVar("Tc", bound="Table[Any]", contravariant=True)
Aco = TypeVar("Aco", covariant=True)
Q = TypeVar("Q", bound="Question[Any, Any]")
R = TypeVar("R")

@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    """A question's fields besides its seat; cached, as every answer builds keys."""
    return tuple(field.name for field in fields(kind) if field.name != "seat")


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Question(Generic[Tc, Aco]):
    """The base of all kinds in `companion.core.kinds`; each subclass becomes a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.kind not in KINDS:
            raise TypeError(f"{cls.__name__} is of the kind {cls.kind!r}; "
                            f"a game's own kind is called {OWN!r}")
        own, known = cls.__dict__, cls.__dataclass_fields__
        if any(name in own or name not in known for name, kind in cls.__annotations__.items()
               if "ClassVar" not in str(kind)):  # a dataclass takes long to make: only if it has fields
            dataclass(frozen=True)(cls)

    kind: ClassVar[Kind] = OWN
    rule: ClassVar[str] = ""
    """The numbered rule behind the question; *Why?* shows it."""
    also: ClassVar[tuple[str, ...]] = ()
    """More rules that *Why?* shows below the first."""
    icon: ClassVar[str] = ""
    """Icon of its tile when it is not the main question."""
    secret: ClassVar[bool] = False
    seals: ClassVar[bool] = True
    """The answer to a secret question is also secret: the log seals it, and votes are revealed together."""
    stays_sealed: ClassVar[bool] = False
    """With `all_of`, as for cards passed on: nothing is revealed after the last answer; the play goes on."""
    by_chance: ClassVar[bool] = False
    """Offer to draw the answer at random; the log records that."""
    lays_out: ClassVar[bool] = False
    """Players copy the stage to the table, so it gets half of a phone's screen."""
    stays: ClassVar[bool] = False
    """Stay on this question after an answer if it is still open: people buy more than one thing."""
    panel: ClassVar[str] = ""
    """`module:Class` of a custom panel; empty uses the kind's own panel."""

    seat: Seat | None
    """Who answers; None for the whole table."""

    def key(self) -> str:
        """Unique key among the open questions, stored in the log: `Guess/2`, `Stack/0/third`."""
        key = f"{type(self).__name__}/{'table' if self.seat is None else self.seat.index}"
        kind: type = type(self)
        for name in _names(kind):
            key = f"{key}/{_part(getattr(self, name), f'{kind.__name__}.{name}')}"
        return key

    def sentence(self, table: Tc) -> Text:
        """The headline, in the second person if one person answers."""
        raise NotImplementedError(f"{type(self).__name__} has no sentence")

    def kicker(self, table: Tc) -> Text | None:
        """A short line above the headline: the reason for this question."""
        return None

    def hint(self, table: Tc) -> Text | None:
        """One line below the headline; left out where room is short, unlike `reasons`."""
        return None

    def reasons(self, table: Tc) -> Iterable[Reason]:
        """At most three short lines that explain the headline."""
        return ()

    def why(self, table: Tc) -> Text | None:
        """The opening of *Why?*: the sum or reason behind this question, with its names and numbers."""
        return None

    def in_line(self, table: Tc) -> Iterable[InLine]:
        """The turn order, if the place in it matters."""
        return ()

    def points(self, table: Tc) -> Iterable[Points]:
        """Points that the answer would score, shown in advance."""
        return ()

    def preview(self, table: Tc, answer: Any) -> Iterable[Sum]:
        """What the answer so far would score; `answer` may be unfinished."""
        return ()

    def arrows(self, table: Tc, answer: Any) -> Iterable[Arrow]:
        """Ways to draw on the board; `answer` may be unfinished."""
        return ()

    def aloud(self, table: Tc, answer: Any = ()) -> Sequence[Text]:
        """Moves to read out one at a time, with speech on or in table mode, while hands carry them out."""
        return ()

    def button(self, table: Tc, answer: Any) -> Text:
        """The primary button's text; `answer` may be unfinished."""
        return say("Done")

    def title(self, table: Tc) -> Text:
        """Two words for this question's tile or menu entry."""
        return self.sentence(table)

    def choices(self, table: Tc) -> Iterable[Aco]:
        """Every answer the rules allow now. Must not raise, on any table."""
        return ()

    def barred(self, table: Tc) -> Iterable[tuple[Any, Refusal]]:
        """Answers players may look for but can't give now; shown greyed out with the reason."""
        return ()

    def face(self, table: Tc, choice: Any) -> Face:
        """How one answer looks."""
        return Face(say("{answer}", answer=str(choice)))

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        """The answer in a few words, shown beside Undo if the chronicle has no line for it; may be empty.

        A sentence that names the seat ("Ana rests at sky") is shown as it is, other words after its name."""
        return "" if type(self).face is Question.face else self.face(table, answer).label

    def noted(self, table: Tc) -> Text | None:
        """For `all_of`: the chronicle's line without the answer ("Cleo has voted")."""
        return None

    def possible(self, table: Tc) -> bool:
        """Is there any answer at all? A correction may leave none."""
        return any(True for _ in self.choices(table))

    def decode(self, table: Tc, raw: Json) -> Aco:
        """Convert plain JSON to an answer, checking only its shape. Raises `Refused`."""
        raise NotImplementedError(f"{type(self).__name__} is of no kind")

    # ignored, so that a question about a Captain is one about a Seat
    def encode(self, answer: Aco) -> Json:  # type: ignore[misc]
        """Convert an answer to plain JSON. Override it for things without a `key`."""
        return plain_answer(answer)

    def check(self, table: Tc, answer: Aco) -> None:  # type: ignore[misc]
        """Raise `Refused` if it is not allowed now."""
        if answer in self.choices(table):
            return
        for choice, refusal in self.barred(table):
            if choice == answer:
                raise Refused(refusal.why, refusal.rule)
        raise Refused(say("That isn't one of the answers. Choose one of those shown."), self.rule)

    def timer(self, table: Tc) -> Timer | None:
        """A clock beside the question. It never answers by itself."""
        return None

    def random_answer(self, table: Tc, rng: Random) -> Json:
        """Any legal answer, only called while `possible`. Override it if some are more likely."""
        return self.encode(draw_one(self.choices(table), rng))

    def only_answer(self, table: Tc) -> Json:
        """The answer that tapping this question's tile gives at once; None opens the question."""
        return None

    drafts: ClassVar[type[Draft[Any]]]
    """The class of its drafts; `draft_of` sets it."""

    def draft(self, table: Tc) -> Draft[Any]:
        """A new draft of the answer."""
        return self.drafts(self, table)

    async def then(self, table: Tc, answer: Aco) -> None:  # type: ignore[misc]
        """Apply the answer, for `one_of` and standing questions."""
        raise NotImplementedError(f"{type(self).__name__} has no consequence")


def plain_answer(answer: Any) -> Json:
    """Tuples as lists, seats by index, other things by key, and what is in a sealed answer."""
    if isinstance(answer, (str, int)):
        return answer
    if isinstance(answer, tuple):
        return [plain_answer(part) for part in answer]
    if isinstance(answer, Sealed):
        return plain_answer(break_seal(answer))
    return answer.index if isinstance(answer, Seat) else getattr(answer, "key", answer)


def _part(value: object, what: str) -> str:
    if isinstance(value, Seat):
        return str(value.index)
    if isinstance(value, (str, int)):
        return str(value)
    key = getattr(value, "key", None)
    if isinstance(key, str):
        return key
    raise TypeError(f"{what} is {value!r:.30}, but a question carries names, not facts: give it a word or a "
                    "number, and let it read the rest from the table")


@dataclass(frozen=True)
class Given:
    """A submitted answer. `rolled`: drawn at random. `told`: what to show once it is accepted."""

    raw: Json
    rolled: bool = False
    told: Text | None = None


class Draft(Generic[Q]):
    """A draft answer, one per screen and question.

    Any operation may raise `Refused`, and then changes nothing. `tap`, `type_face` and `draw` return the
    answer once it is complete; the screen submits it.
    """

    eyes_only = True
    """If the question is secret, only its seat may see it."""

    def __init__(self, question: Q, table: Any) -> None:
        self.question, self.table = question, table
        self.hidden: Json = None
        """The answer a running timer offers at zero, not shown yet; None if there is none."""
        self.clear()

    def look(self, question: Q, table: Any, hidden: Json = None) -> None:
        """Look at the question on a table that may have changed, dropping what no longer fits."""
        self.question, self.table, self.hidden = question, table, hidden
        self.drop_stale()

    def drop_stale(self) -> None:
        """Drop what no longer fits the table."""

    # Operations

    def clear(self) -> None:
        """Reset the draft."""

    def tap(self, token: Json) -> Given | None:
        """Tap a choice, given by its token."""
        raise Refused(say("There is nothing to tap in this question."), self.question.rule)

    def set_row(self, key: str, value: int) -> None:
        """Set a row's number, kept within its limits."""
        raise Refused(say("There is no number to set in this question."), self.question.rule)

    def put(self, key: str, value: int | None) -> None:
        """Set a row's number as typed, perhaps still out of range; None clears it."""
        raise Refused(say("There is no number to set in this question."), self.question.rule)

    def type_face(self, face: int) -> Given | None:
        """Enter what the next die shows."""
        raise Refused(say("No dice are rolled in this question."), self.question.rule)

    def type_text(self, text: str) -> None:
        raise Refused(say("There is nothing to type in this question."), self.question.rule)

    def erase(self) -> None:
        """Remove the last entry."""

    def draw(self, rng: Random) -> Given | None:
        """Draw the answer at random."""
        raw = self.question.random_answer(self.table, rng)
        face = self.question.face(self.table, self.question.decode(self.table, raw))
        return Given(raw, True, say("The app drew {what}.", what=face.label))

    # The answer

    def so_far(self) -> Any:
        """The answer so far, for `question.preview` and a stage; None if there is nothing yet."""
        return None

    def answer(self) -> Json:
        """What the button would submit."""
        return self.question.encode(self.so_far())

    @property
    def drawn(self) -> bool:
        """Is it still exactly as drawn?"""
        return False

    def why_not(self) -> Text | None:
        """Why this answer can't be submitted yet, or None."""
        try:
            self.question.check(self.table, self.so_far())
        except Refused as refused:
            return refused.refusal.why
        return None

    @property
    def ready(self) -> bool:
        return self.why_not() is None

    def give(self) -> Given:
        """Submit. An unfinished answer is submitted too: the rules refuse it with their own sentence."""
        return Given(self.answer(), self.drawn)

    # Describing

    def describe(self, *, brief: bool = False) -> Description:
        """Everything a screen shows. `brief`: without the faces of choices a stage shows itself."""
        question, table, so_far = self.question, self.table, self.so_far()
        parts = self.parts(brief)
        cut = {name: parts[name][:MOST_SHOWN] for name in ("choices", "rows")
               if len(parts.get(name, ())) > MOST_SHOWN}
        hint = say("Only the first {n} answers are shown.", n=MOST_SHOWN) if cut else question.hint(table)
        return Description(
            question.key(), question.kind, question.sentence(table), question.seat, question.rule,
            question.secret and self.eyes_only, question.secret and not question.seals,
            question.kicker(table), hint,
            tuple(question.reasons(table)), tuple(question.points(table)), primary=self.primary(),
            second=self.second(),
            preview=() if so_far is None else tuple(question.preview(table, so_far)), **{**parts, **cut})

    def parts(self, brief: bool) -> dict[str, Any]:
        """The description's fields that depend on the kind: choices, rows, dice, text."""
        return {}

    def primary(self) -> Button | None:
        """The one filled button."""
        return self.answer_button()

    def second(self) -> Button | None:
        """The button beside it."""
        return None

    def answer_button(self, icon: str = "check-bold", icon_last: bool = False) -> Button:
        words, why_not = self.question.button(self.table, self.so_far()), self.why_not()
        return Button(ANSWER, words, icon, why_not is None, why_not, icon_last)

    def draw_button(self) -> Button | None:
        """The button that draws at random, if allowed; not filled, as the table may have its own dice."""
        draw = Button(DRAW, say("Draw for me"), "dice-multiple-outline", quiet=True)
        return draw if self.question.by_chance else None


D = TypeVar("D", bound=type[Draft[Any]])


def draft_of(kind: type[Question[Any, Any]]) -> Callable[[D], D]:
    """Mark the class of the drafts for this kind of question."""
    def mark(draft: D) -> D:
        kind.drafts = draft
        return draft

    return mark


@draft_of(Question)
class ChoiceDraft(Draft[Q]):
    """One of the choices, by one tap: there is nothing to remember."""

    def shown(self) -> list[ShownChoice]:
        """Choices with the most common first and barred ones last."""
        question, table, hidden = self.question, self.table, self.hidden
        made = [ShownChoice(question.encode(choice), question.face(table, choice), choice=choice)
                for choice in islice(question.choices(table), MOST_SHOWN + 1)]
        rows = [one for one in made if not same(one.token, hidden)] if hidden is not None else made
        rows.sort(key=lambda one: not one.face.main)
        rows += [ShownChoice(question.encode(choice), question.face(table, choice), refusal.why,
                             choice=choice)
                 for choice, refusal in question.barred(table)]
        return rows

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"choices": tuple(self.shown()), "at_once": True}

    def tap(self, token: Json) -> Given:
        """Submit barred choices too: the rules refuse them with their own sentence."""
        return Given(token)

    def primary(self) -> Button | None:
        """A random draw submits at once, so nobody draws twice."""
        return self.draw_button()

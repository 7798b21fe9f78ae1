"""What a script waits for: questions, the face of each answer, and refusals.

A question carries names, not facts: the seat that answers and the step it belongs to. Sentence,
choices and timer are looked up on the live table whenever somebody asks, so that a question stays
true after a correction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from companion.core.seats import Seat
from companion.core.text import Text, say

if TYPE_CHECKING:
    from companion.core.table import Table

Json: TypeAlias = Any  # None, bool, int, float, str, and lists and string-keyed dicts of these

Tc = TypeVar("Tc", bound="Table[Any]", contravariant=True)
Aco = TypeVar("Aco", covariant=True)


@dataclass(frozen=True)
class Refusal:
    """Why an answer is not taken: one sentence, and the rule that says so."""

    why: Text
    rule: str = ""


class Refused(Exception):
    """The answer changes nothing. Carries the `Refusal`."""

    def __init__(self, why: Text, rule: str = "") -> None:
        super().__init__(why)
        self.refusal = Refusal(why, rule)

    def __str__(self) -> str:
        return str(self.refusal.why)


@dataclass(frozen=True)
class Timer:
    """A clock that runs beside a question. `late` is the answer it offers at nought; it never gives it."""

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


_name_cache: dict[type, tuple[str, ...]] = {}


def _names(question: Question[Any, Any]) -> tuple[str, ...]:
    """The fields of a question besides its seat; looked up once a class, as keys are made at every answer."""
    kind = type(question)
    if kind not in _name_cache:
        _name_cache[kind] = tuple(field.name for field in fields(question) if field.name != "seat")
    return _name_cache[kind]


@dataclass(frozen=True)
class Question(Generic[Tc, Aco]):
    """The base of all kinds. Subclass one of the kinds in `companion.core.kinds`."""

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    """The numbered rule behind the question; *Why?* shows it."""
    also: ClassVar[tuple[str, ...]] = ()
    """Further rules that *Why?* shows below the first."""
    icon: ClassVar[str] = ""
    """For the small tile of a question that is not the main one."""
    secret: ClassVar[bool] = False
    by_chance: ClassVar[bool] = False
    """Chance may answer: the screen offers to draw for the table, and the record says so."""
    stays: ClassVar[bool] = False
    """Answered, it is looked at again if it is still open: people buy more than one thing."""
    panel: ClassVar[str] = ""
    """`module:Widget` of a panel of the game's own; empty: the generic panel of the kind."""

    seat: Seat | None

    def key(self) -> str:
        """Unique among the open questions; stands in the log. `Guess/2`, `Stack/0/third`: the class comes first."""
        key = f"{type(self).__name__}/{'table' if self.seat is None else self.seat.index}"
        names = _name_cache.get(type(self))
        for name in _names(self) if names is None else names:
            key = f"{key}/{_part(getattr(self, name))}"
        return key

    def sentence(self, table: Tc) -> Text:
        """The headline, in the second person where one person answers."""
        raise NotImplementedError(f"{type(self).__name__} has no sentence")

    def kicker(self, table: Tc) -> Text | None:
        """A short line above the headline: why now."""
        return None

    def hint(self, table: Tc) -> Text | None:
        """One line below the headline."""
        return None

    def reasons(self, table: Tc) -> Iterable[Reason]:
        """At most three short lines that explain the headline."""
        return ()

    def why(self, table: Tc) -> Text | None:
        """How *Why?* begins: the sum or the reason behind this very question, with its names and numbers."""
        return None

    def in_line(self, table: Tc) -> Iterable[InLine]:
        """Whose turn it is among the others, where the place in the line counts."""
        return ()

    def points(self, table: Tc) -> Iterable[Points]:
        """What going on would book: shown as chips before it is booked."""
        return ()

    def preview(self, table: Tc, answer: Any) -> Iterable[Sum]:
        """What the answer given so far would book; `answer` may still be unfinished."""
        return ()

    def button(self, table: Tc, answer: Any) -> Text:
        """The words on the primary button; `answer` may still be unfinished."""
        return say("Done")

    def title(self, table: Tc) -> Text:
        """Two words for the tile or menu entry of this question."""
        return self.sentence(table)

    def choices(self, table: Tc) -> Iterable[Aco]:
        """Every answer the rules allow now. Never raises, on any table."""
        return ()

    def lots(self, table: Tc) -> Iterable[Aco]:
        """What chance draws from: an answer that lies in the bag twice stands twice."""
        return self.choices(table)

    def barred(self, table: Tc) -> Iterable[tuple[Any, Refusal]]:
        """Answers that people may look for and the rules forbid now: shown faded, with the reason."""
        return ()

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(say("{answer}", answer=str(choice)))

    def noted(self, table: Tc) -> Text | None:
        """For `all_of`: the chronicle's line that this seat has answered, without what ("Cleo has voted")."""
        return None

    def possible(self, table: Tc) -> bool:
        """Is there any answer at all? A table corrected by hand may leave none."""
        return next(iter(self.choices(table)), _NONE) is not _NONE

    def decode(self, table: Tc, raw: Json) -> Aco:
        """From plain JSON to the answer: shape only, cheap. Raises `Refused`."""
        raise NotImplementedError(f"{type(self).__name__} is of no kind")

    def encode(self, answer: Aco) -> Json:  # type: ignore[misc]  # covariant on purpose: see CONTRACT (b)
        """From the answer to plain JSON."""
        raise NotImplementedError(f"{type(self).__name__} is of no kind")

    def check(self, table: Tc, answer: Aco) -> None:  # type: ignore[misc]
        """Is it allowed now? Raises `Refused`."""
        if answer in self.choices(table):
            return
        for choice, refusal in self.barred(table):
            if choice == answer:
                raise Refused(refusal.why, refusal.rule)
        raise Refused(say("That is not one of the answers here. Choose one that is shown."), self.rule)

    def timer(self, table: Tc) -> Timer | None:
        return None

    def moves(self, table: Tc, answer: Any) -> Iterable[str]:
        """The paths of what hands have moved with this very answer: By hand does not tell them again.

        A mapping says how hands have left each of them; By hand tells on from there.
        """
        return ()

    async def then(self, table: Tc, answer: Aco) -> None:  # type: ignore[misc]
        """What the answer does, for questions asked with `one_of` and for standing ones."""
        raise NotImplementedError(f"{type(self).__name__} has no consequence")


_NONE = object()


def _part(value: object) -> str:
    if isinstance(value, Seat):
        return str(value.index)
    if isinstance(value, (str, int)):
        return str(value)
    key = getattr(value, "key", None)
    if isinstance(key, str):
        return key
    raise TypeError(f"a question carries names, not facts: {value!r}")

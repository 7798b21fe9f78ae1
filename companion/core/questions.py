"""What a script waits for: questions, and drafts: answers under way.

A question carries names, not facts: the seat that answers and the step it belongs to. Sentence,
choices and timer are looked up on the live table whenever somebody asks, so that a question stays
true after a correction. A draft remembers what was tapped so far, and describes the question to any surface.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from companion.core.refusals import Refusal, Refused
from companion.core.seats import Seat
from companion.core.showing import (
    ANSWER,
    DRAW,
    Button,
    Description,
    Face,
    InLine,
    Points,
    Reason,
    ShownChoice,
    Sum,
    Timer,
)
from companion.core.text import Text, say
from companion.core.values import Json, same

if TYPE_CHECKING:
    from companion.core.table import Table

__all__ = ["Aco", "ChoiceDraft", "Draft", "Face", "Given", "InLine", "Json", "Points", "Question", "Reason",
           "Refusal", "Refused", "Sum", "Tc", "Timer"]


Tc = TypeVar("Tc", bound="Table[Any]", contravariant=True)
Aco = TypeVar("Aco", covariant=True)
Q = TypeVar("Q", bound="Question[Any, Any]")

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

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        """The answer in a few words, for the line beside Undo where the chronicle tells nothing of it; empty: none."""
        return "" if type(self).face is Question.face else self.face(table, answer).label

    def noted(self, table: Tc) -> Text | None:
        """For `all_of`: the chronicle's line that this seat has answered, without what ("Cleo has voted")."""
        return None

    def given_in_secret(self, table: Tc) -> Text:
        """The line of the chronicle while its answer is sealed, where the game tells none itself."""
        if self.seat is None:
            return say("A secret answer was given.")
        return say("{name} has chosen in secret.", name=self.seat)

    def possible(self, table: Tc) -> bool:
        """Is there any answer at all? A table corrected by hand may leave none."""
        return next(iter(self.choices(table)), _NONE) is not _NONE

    def decode(self, table: Tc, raw: Json) -> Aco:
        """From plain JSON to the answer: shape only, cheap. Raises `Refused`."""
        raise NotImplementedError(f"{type(self).__name__} is of no kind")

    def encode(self, answer: Aco) -> Json:  # type: ignore[misc]  # so that a question about a Captain is one about a Seat
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

    def could_be(self, table: Tc, raw: Json) -> bool:
        """By the kind alone: could this JSON be an answer now? Where a game forbids more, `check` says so."""
        return any(same(self.encode(choice), raw) for choice in self.choices(table))

    def random_answer(self, table: Tc, rng: Random) -> Json:
        """Any answer the rules allow. Call it only while `possible`."""
        drawn = self.lots(table)
        lots = drawn if isinstance(drawn, (range, tuple, list)) else list(drawn)  # a long range is not laid out
        return self.encode(lots[int(rng.random() * len(lots))])

    def only_answer(self, table: Tc) -> Json:
        """What a tap on the tile of this question answers at once, without a look at it; None: it has to be shown."""
        return None

    def draft(self, table: Tc) -> Draft[Any]:
        """An empty answer, to be made by taps."""
        return ChoiceDraft(self, table)

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


@dataclass(frozen=True)
class Given:
    """An answer that is given now. `rolled`: by chance; `told`: what to say when it was taken."""

    raw: Json
    rolled: bool = False
    told: Text | None = None


class Draft(Generic[Q]):
    """An answer under way: empty at first, changed by plain operations, at last given. One per surface and question.

    Every operation may raise `Refused`, and then changes nothing. `tap`, `type_face` and `draw` return the answer
    where there is nothing more to do: the surface passes it on.
    """

    def __init__(self, question: Q, table: Any) -> None:
        self.question, self.table = question, table
        self.hidden: Json = None
        """The answer that a clock offers when it is over, while it still runs: not shown yet. None: nothing."""
        self.clear()

    def look(self, question: Q, table: Any, hidden: Json = None) -> None:
        """The same question on a table that may have changed: what no longer fits is dropped."""
        self.question, self.table, self.hidden = question, table, hidden
        self.drop_stale()

    def drop_stale(self) -> None:
        """Drop what no longer fits the table."""

    # Operations

    def clear(self) -> None:
        """Nothing tapped yet."""

    def tap(self, token: Json) -> Given | None:
        """A choice, by the token of its description."""
        raise Refused(say("There is nothing to tap in this question."), self.question.rule)

    def set_row(self, key: str, value: int) -> None:
        """The number of one row; kept within its limits."""
        raise Refused(say("There is no number to set in this question."), self.question.rule)

    def put(self, key: str, value: int | None) -> None:
        """The number of one row as it is typed, perhaps not within its limits yet; None: nothing stands there."""
        raise Refused(say("There is no number to set in this question."), self.question.rule)

    def type_face(self, face: int) -> Given | None:
        """What the next die shows."""
        raise Refused(say("No dice are rolled in this question."), self.question.rule)

    def type_text(self, text: str) -> None:
        raise Refused(say("There is nothing to type in this question."), self.question.rule)

    def erase(self) -> None:
        """Take the last one back."""

    def draw(self, rng: Random) -> Given | None:
        """Let chance answer."""
        raw = self.question.random_answer(self.table, rng)
        face = self.question.face(self.table, self.question.decode(self.table, raw))
        return Given(raw, True, say("The phone drew: {what}.", what=face.label))

    # The answer

    def so_far(self) -> Any:
        """The answer as `question.preview` and a stage want it, unfinished perhaps; None: there is nothing yet."""
        return None

    def answer(self) -> Json:
        """What the button would give."""
        return self.question.encode(self.so_far())

    @property
    def drawn(self) -> bool:
        """It is just as chance has drawn it."""
        return False

    def why_not(self) -> Text | None:
        """Why this answer can't be given yet; None: it can."""
        try:
            self.question.check(self.table, self.so_far())
        except Refused as refused:
            return refused.refusal.why
        return None

    @property
    def ready(self) -> bool:
        return self.why_not() is None

    def give(self) -> Given:
        """The button. What is not ready is given, too: the rules refuse it with their own sentence."""
        return Given(self.answer(), self.drawn)

    # Describing

    def describe(self, *, brief: bool = False) -> Description:
        """All that a surface shows. `brief`: without the faces of choices that a stage shows by itself."""
        question, table, so_far = self.question, self.table, self.so_far()
        return Description(
            question.key(), question.kind, question.sentence(table), question.seat, question.rule, question.secret,
            question.kicker(table), question.hint(table), tuple(question.reasons(table)),
            tuple(question.points(table)), primary=self.primary(), second=self.second(),
            preview=() if so_far is None else tuple(question.preview(table, so_far)), **self.parts(brief))

    def parts(self, brief: bool) -> dict[str, Any]:
        """The fields of the description that are a matter of the kind: choices, rows, dice, text."""
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
        """Where chance may answer, the phone draws."""
        return Button(DRAW, say("Draw for me"), "dice-multiple-outline") if self.question.by_chance else None


class ChoiceDraft(Draft[Q]):
    """One of the choices, by one tap: there is nothing to remember."""

    def shown(self) -> list[ShownChoice]:
        """The commonest on top; what the rules forbid now below the others, with the reason."""
        question, table, hidden = self.question, self.table, self.hidden
        made = [ShownChoice(question.encode(choice), question.face(table, choice), choice=choice)
                for choice in question.choices(table)]
        rows = [one for one in made if not same(one.token, hidden)] if hidden is not None else made
        rows.sort(key=lambda one: not one.face.main)
        rows += [ShownChoice(question.encode(choice), question.face(table, choice), refusal.why, choice=choice)
                 for choice, refusal in question.barred(table)]
        return rows

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"choices": tuple(self.shown()), "at_once": True}

    def tap(self, token: Json) -> Given:
        """One that is barred is given, too: the rules refuse it with their own sentence."""
        return Given(token)

    def primary(self) -> Button | None:
        """Nobody draws twice: what chance draws is the answer."""
        return self.draw_button()

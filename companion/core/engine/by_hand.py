"""By hand: what hands must do on the table, because the books changed.

A reading is the table's fields with their values. The difference of two readings is what to move, take or lay down:
after a record "By hand", after an undo, a redo, a correction or a turn begun again "Put back by hand". Nothing is
read until a surface has asked once (`ByHand.card`); from then on one reading is kept before each record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.core import log
from companion.core.engine.boundary import watched
from companion.core.fields import Field
from companion.core.kinds import same, whole
from companion.core.log import PLAIN, Record, own_copy
from companion.core.questions import Json, Question
from companion.core.text import Text, say
from companion.core.values import value

if TYPE_CHECKING:
    from companion.core.play import Play
    from companion.core.table import Table

EVERYTHING: Final = "everything"
UNFORESEEN: Final = "unforeseen"
NOTHING: Final = "nothing"
HOW_MUCH: Final = (EVERYTHING, UNFORESEEN, NOTHING)
"""How much the card tells: all that changed; only what no button had said (the default); nothing."""

WITH_FACES: Final = ("confirm", "pick one", "pick a seat", "place")
"""Kinds whose answer is one button, with a face of its own."""


@value
class HandLine:
    """One change on the table: a sentence for the hands, whose it is, where it lies."""

    path: str
    sentence: Text
    old: Json
    new: Json
    seat: int | None = None
    icon: str = ""
    place: str = ""
    group: Text | None = None
    also: tuple[str, ...] = ()
    """Further fields that this one sentence tells: three stacks of tokens go home."""


@value
class HandCard:
    """The card over the next question. `put_back`: the books went back, the pieces have not."""

    lines: tuple[HandLine, ...] = ()
    put_back: bool = False

    @property
    def title(self) -> Text:
        return say("Put back by hand") if self.put_back else say("By hand")


NO_CARD: Final = HandCard()


@value
class LaidOut:
    """One line of "Lay it out again": a thing, and how it lies. `there` False: it is not on the table now."""

    path: str
    label: Text
    words: Text | str
    there: bool
    seat: int | None = None
    icon: str = ""
    place: str = ""
    near: Text | None = None
    short: Text | None = None
    """Its name under whose it is: "Morale", in the group "Ana's ship"."""


@value
class LaidOutGroup:
    """Things that hands lay out together."""

    name: Text
    things: tuple[LaidOut, ...]


class Reading:
    """What lies on the table: path and value, in the order of the list."""

    __slots__ = ("fields", "values")

    def __init__(self, fields: Iterable[Field], own: bool = False) -> None:
        """`own`: what only the app's books hold, too."""
        self.fields: dict[str, Field] = {}
        self.values: dict[str, Json] = {}
        for field in fields:
            if field.on_table or own:
                path = field.path
                held = field.read()
                self.fields[path] = field
                self.values[path] = held if type(held) in PLAIN else own_copy(held)

    def but(self, others: Mapping[str, Json]) -> Reading:
        """The same with a few other values."""
        reading = Reading(())
        reading.fields, reading.values = self.fields, {**self.values, **others}
        return reading

    def get(self, field: Field) -> Json:
        return self.values.get(field.path, field.absent)


def differences(before: Reading, after: Reading,
                without: Callable[[Field, Json, Json], bool] | None = None) -> list[HandLine]:
    """What changed between two readings, the heaviest first; `without`: what need not be told."""
    fields = {**before.fields, **after.fields} if before.values.keys() != after.values.keys() else after.fields
    old, new = before.values.get, after.values.get  # of some hundred fields a few have changed
    changed = [field for path, field in fields.items() if (was := old(path, field.absent)) is not (
        now := new(path, field.absent)) and not same(was, now)]
    if without is not None:
        changed = [field for field in changed if not without(field, before.get(field), after.get(field))]
    changed.sort(key=lambda field: -field.weight)
    seats = {field.seat for field in after.fields.values()} if fields is not after.fields else None
    return _once([_line(field, before.get(field), after.get(field), seats) for field in changed])


def _line(field: Field, old: Json, new: Json, seats: set[int | None] | None) -> HandLine:
    """A seat that has nothing any more is gone: somebody joined late, and that was taken back."""
    seat = field.seat if seats is None or field.seat in seats else None
    return HandLine(field.path, field.sentence(old, new), old, new, seat, field.icon, field.place, field.group)


def _once(lines: list[HandLine]) -> list[HandLine]:
    """What is told in the same words is told once."""
    told: dict[str, HandLine] = {}
    for line in lines:
        words = str(line.sentence)
        told[words] = replace(told[words], also=(*told[words].also, line.path)) if words in told else line
    return list(told.values())


def lay_out_again(fields: Iterable[Field]) -> tuple[LaidOutGroup, ...]:
    """All that lies on the table, grouped as hands work."""
    groups: dict[str, tuple[Text, list[LaidOut]]] = {}
    for field in fields:
        if not field.on_table:
            continue
        held = field.read()
        name = field.group or say("The table")
        there = _is_there(field, held)
        thing = LaidOut(field.path, field.label, field.words(held), there, field.seat, field.icon, field.place,
                        field.near(held) if field.near is not None and there else None,
                        field.short if field.seat is not None else None)
        groups.setdefault(str(name), (name, []))[1].append(thing)
    return tuple(LaidOutGroup(name, tuple(things)) for name, things in groups.values())


def _is_there(field: Field, held: Json) -> bool:
    """No tokens are not there; the first seat is, although its number is zero."""
    if held is None or held is False or held == "" or same(held, field.absent):
        return False
    return held != 0 or not isinstance(field.allowed, range)


class Cause:
    """A record about to be carried out: how the table lies before it, and what was said or moved with it."""

    __slots__ = ("corrected", "left", "moved", "points", "put_back", "reading", "rolled")

    def __init__(self, reading: Reading, put_back: bool = False) -> None:
        self.reading = reading
        self.put_back = put_back
        self.moved: set[str] = set()
        self.left: dict[str, Json] = {}
        self.points: list[tuple[int, int]] = []
        self.rolled = self.corrected = False
        """Did the phone roll or draw it? Then hands have moved nothing. Corrected: the table lies like that already."""

    def hear(self, question: Question[Any, Any], table: Table[Any], answer: Any) -> None:
        """What the answer itself moves, and the points its button told."""
        moves = () if self.rolled else question.moves(table, answer)
        if isinstance(moves, Mapping):
            self.left.update(moves)
        else:
            self.moved.update(moves)
        if question.secret:
            return
        told = [*question.points(table), *(question.face(table, answer).points if question.kind in WITH_FACES else ())]
        self.points = [(one.seat.index, one.change) for one in told]
        self.points += [(one.seat.index, one.change) for one in question.preview(table, answer)]

    def before(self) -> Reading:
        """How the table lay when the answer was given, with what hands had moved for it."""
        return self.reading.but(self.left) if self.left else self.reading

    def told(self, field: Field, old: Json, new: Json) -> bool:
        """Did the button say it?"""
        known = whole(old) and whole(new)  # who joins or leaves the list has no points on one side
        return field.score and field.seat is not None and known and (field.seat, new - old) in self.points


class ByHand:
    """The hands' side of a play. Asks nothing, keeps nothing on disk: what it tells follows from the log."""

    def __init__(self, play: Play[Any]) -> None:
        self._play = play
        self.watching = False
        """Has a surface asked? Until then the play need not say anything."""
        self._now: Reading | None = None
        self.cause: Cause | None = None
        """The last record; None until somebody watches."""

    # What a surface asks

    def card(self, how: str = UNFORESEEN) -> HandCard:
        """What hands must do after the last record. The first call begins to watch, and is empty."""
        self.watching = True
        cause = self.cause
        if cause is None or cause.corrected or how == NOTHING:
            return NO_CARD
        after = self.reading()
        told = differences(cause.before(), after, without=lambda field, old, new: field.path in cause.moved or (
            how == UNFORESEEN and cause.told(field, old, new)))
        told = list(self._play.game.as_moves(self._play.table, told)) if told else []
        return HandCard(tuple(told), cause.put_back) if told else NO_CARD

    def reading(self) -> Reading:
        """How the table lies now; read once a record."""
        if self._now is None:
            self._now = Reading(self._play.game.fields(self._play.table))
        return self._now

    # What the play says, around each record

    def before(self, record: Record | None) -> Cause | None:
        """`record` None: an undo or a redo."""
        if not self.watching:
            return None
        try:
            now = watched(self.reading)
        except KeyboardInterrupt:
            raise
        except BaseException:  # a game that can't list its things is told nothing; its answers count all the same
            self.watching = False
            return None
        if record is None:
            return Cause(now, put_back=True)
        cause = Cause(now, record.kind == log.RESTART)
        cause.rolled, cause.corrected = record.rolled, record.kind in (log.CORRECT, log.PUT_RIGHT)
        if record.kind == log.ANSWER:
            self._play.run.heard = partial(self._hear, cause)  # the answer was checked, the table is still as it was
        return cause

    def _hear(self, cause: Cause, question: Question[Any, Any], table: Table[Any], answer: Any) -> None:
        """A button that can't say its points has told none: the answer counts all the same."""
        try:
            watched(cause.hear, question, table, answer)
        except KeyboardInterrupt:
            raise
        except BaseException:
            cause.points = []

    def after(self, cause: Cause | None) -> None:
        """The record stands."""
        self._play.run.heard = None
        self._now = None
        self.cause = cause

"""By hand: which pieces players must move because the app's state changed.

A reading holds the values of all fields. The difference between two readings lists what to move: "To move"
after a record, "To move back" after an undo, redo or restart, and nothing after a correction, its undo or
its redo. Nothing is read until a screen calls `ByHand.card`; after that, each record keeps one reading from
before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.core import log
from companion.core.engine.boundary import guarded
from companion.core.fields import Field
from companion.core.log import PLAIN, Record, own_copy
from companion.core.questions import Question, traits
from companion.core.text import Refused, Text, say
from companion.core.values import Json, same, value, whole
from companion.core.views import Map, spot_key

if TYPE_CHECKING:
    from companion.core.engine.run import ChronicleEntry
    from companion.core.play import Play
    from companion.core.table import Line, Table

EVERYTHING: Final = "everything"
UNFORESEEN: Final = "unforeseen"
NOTHING: Final = "nothing"
HOW_MUCH: Final = (EVERYTHING, UNFORESEEN, NOTHING)
"""How much the card lists: every change, only those no button announced (the default), or none."""


@value
class HandLine:
    """One change on the table: what to do, whose it is, and where."""

    path: str
    sentence: Text
    old: Json
    new: Json
    seat: int | None = None
    icon: str = ""
    place: str = ""
    was_at: str = ""
    """Its place before."""
    group: Text | None = None
    was_of: int | None = None
    """Whose it was before, for something that passes from seat to seat: see `Field.of`."""
    also: tuple[HandLine, ...] = ()
    """Other changes this sentence covers, e.g. three stacks of tokens."""
    untracked: bool = False
    """It moves pieces that no field counts: see `hands` of `Table.tell`."""

    def changes(self) -> tuple[HandLine, ...]:
        return (self, *self.also)


@value
class HandCard:
    """The card above the next question. `put_back`: the app went back, the pieces have not."""

    lines: tuple[HandLine, ...] = ()
    put_back: bool = False

    @property
    def title(self) -> Text:
        return say("To move back") if self.put_back else say("To move")


NO_CARD: Final = HandCard()


@value
class LaidOut:
    """One line of "Lay it out again". `there` is False if the thing is not on the table now."""

    path: str
    label: Text
    words: Text | str
    there: bool
    seat: int | None = None
    icon: str = ""
    place: str = ""
    near: Text | None = None
    short: Text | None = None
    """Its name within its group, e.g. "Morale" in "Ana's ship"."""
    row: str = ""
    """The field's own row, whose `pictures` show it."""


@value
class LaidOutGroup:
    name: Text
    things: tuple[LaidOut, ...]


class Reading:
    """The values of all fields on the table by path, in list order."""

    __slots__ = ("fields", "values")

    def __init__(self, fields: Iterable[Field], own: bool = False) -> None:
        """`own`: include fields that exist only in the app."""
        self.fields: dict[str, Field] = {}
        self.values: dict[str, Json] = {}
        for field in fields:
            if field.on_table or own:
                path = field.path
                held = field.read()
                self.fields[path] = field
                self.values[path] = held if type(held) in PLAIN else own_copy(held)

    def but(self, others: Mapping[str, Json]) -> Reading:
        reading = Reading(())
        reading.fields, reading.values = self.fields, {**self.values, **others}
        return reading

    def get(self, field: Field) -> Json:
        return self.values.get(field.path, field.absent)


def differences(before: Reading, after: Reading,
                without: Callable[[Field, Json, Json], bool] | None = None) -> list[HandLine]:
    """List the changes between two readings, heaviest first, skipping paths in `without`."""
    fields = after.fields
    if before.values.keys() != after.values.keys():
        fields = {**before.fields, **after.fields}
    old, new = before.values.get, after.values.get  # only a few of several hundred fields have changed
    changed = [field for path, field in fields.items() if (was := old(path, field.absent)) is not (
        now := new(path, field.absent)) and not same(was, now)]
    if without is not None:
        changed = [field for field in changed if not without(field, before.get(field), after.get(field))]
    changed.sort(key=lambda field: -field.weight)
    seats = {field.seat for field in after.fields.values()} if fields is not after.fields else None
    return _once([_line(field, before, after, seats) for field in changed])


ToldHands: TypeAlias = dict[str, "Line"]
"""What hands do with pieces that no field counts, by the path of its line."""


def _told_in(entry: ChronicleEntry) -> ToldHands:
    told = [line for line in entry.lines if line.hands is not None]
    return {f"untracked.{entry.record}.{at}": line for at, line in enumerate(told)}


def untracked(told: ToldHands, back: bool = False) -> list[HandLine]:
    """`back`: they are taken back."""
    words = {path: line.hands_back if back else line.hands for path, line in told.items()}
    return [HandLine(path, said, None, None, told[path].seat, untracked=True)
            for path, said in words.items() if said is not None]


Correction: TypeAlias = tuple["Reading", "Reading"]
"""The table before and after a correction, or after and before it if that was taken back."""


def as_corrected(lying: Reading, before: Reading, after: Reading) -> Reading:
    """How the pieces lie if the table was as corrected all along. A piece moved since keeps its way back."""
    found: dict[str, Json] = {}
    for path, field in {**before.fields, **after.fields}.items():
        was, now, here = before.get(field), after.get(field), lying.get(field)
        if same(was, now):
            continue
        if same(here, was):
            found[path] = now
        elif whole(was) and whole(now) and whole(here) and field.allows(here + now - was):
            found[path] = here + now - was
    return lying.but(found) if found else lying


def _line(field: Field, before: Reading, after: Reading, seats: set[int | None] | None) -> HandLine:
    """The line names no seat if an undo removed the player who had joined."""
    old, new, was = before.get(field), after.get(field), before.fields.get(field.path, field)
    seat = field.seat if seats is None or field.seat in seats else None
    return HandLine(field.path, field.sentence(old, new), old, new, seat, field.icon, field.place, was.place,
                    field.group, was.of)


def way_of(line: HandLine, board: Map | None) -> tuple[str, ...] | None:
    """The spots of a piece that moves on the board; a number of coins has none."""
    if board is None:
        return None
    spots, ways = {spot.key for spot in board.spots}, [(line.was_at, line.place)]
    old, new = spot_key(line.old), spot_key(line.new)
    standing = [(piece.key, str(piece.space)) for piece in board.pieces if piece.key]
    if not whole(line.new) or (line.place, new) in standing:
        ways.append((old, new))
    return next((_along(board, *way) for way in ways if way[0] != way[1] and spots.issuperset(way)), None)


def _along(board: Map, start: str, end: str) -> tuple[str, ...]:
    """Space by space if the board is a track; straight if its ways branch."""
    near: dict[str, list[str]] = {}
    for one, two in board.ways:
        near.setdefault(one, []).append(two)
        near.setdefault(two, []).append(one)
    ways: list[tuple[str, ...]] = [(start,)] if max(map(len, near.values()), default=3) < 3 else []
    for way in ways:
        if way[-1] == end:
            return way
        ways += [(*way, key) for key in near.get(way[-1], ()) if key not in way]
    return (start, end)


def _once(lines: list[HandLine]) -> list[HandLine]:
    """Merge lines with the same words, but tell each piece of the stage by itself."""
    told: dict[str, HandLine] = {}
    for line in lines:
        words = f"{line.sentence}{line.place}"
        told[words] = replace(told[words], also=(*told[words].also, line)) if words in told else line
    return list(told.values())


def lay_out_again(fields: Iterable[Field]) -> tuple[LaidOutGroup, ...]:
    groups: dict[str, tuple[Text, list[LaidOut]]] = {}
    for field in fields:
        if not field.on_table or field.passing:
            continue
        held = field.read()
        name = field.group or say("The table")
        there = _is_there(field, held)
        alone = field.seat is not None or field.near is not None  # "Gas here" suits a tapped space only
        near = field.near(held) if field.near is not None and there else None
        short = field.short if alone else None
        thing = LaidOut(field.path, field.label, field.words(held), there, field.seat, field.icon,
                        field.place, near, short, field.row)
        groups.setdefault(str(name), (name, []))[1].append(thing)
    return tuple(LaidOutGroup(name, tuple(things)) for name, things in groups.values())


def _is_there(field: Field, held: Json) -> bool:
    """Zero tokens means absent, but seat 0 is a real value."""
    if held is None or held is False or held == "" or same(held, field.absent):
        return False
    return held != 0 or not isinstance(field.allowed, range)


class Cause:
    """A record about to be fed: the reading before it, and what its button already announced."""

    __slots__ = ("corrected", "corrections", "failed", "left", "points", "put_back", "reading", "rolled")

    def __init__(self, reading: Reading, put_back: bool = False) -> None:
        self.reading = reading
        self.put_back = put_back
        self.left = reading
        """How players left the table when they answered: see `Table.by_players`."""
        self.failed = ""
        """Why the points of the button or the fields could not be read."""
        self.points: list[tuple[int, int]] = []
        self.rolled = self.corrected = False
        """`rolled`: the phone did it, nobody moved pieces; `corrected`: the table already matches."""
        self.corrections: list[Correction] = []
        """Those that an undo or redo went through, in that order."""

    def follow(self, corrections: list[Correction]) -> None:
        self.corrections = corrections
        for before, after in corrections:
            self.left = as_corrected(self.left, before, after)

    def hear(self, question: Question[Any, Any], table: Table[Any], answer: Any) -> None:
        """Note the points that the answer's button showed."""
        if question.secret:
            return
        told = [*question.points(table)]
        if traits(question).has_face:
            told += question.face(table, answer).points
        self.points = [(one.seat.index, one.change) for one in told]
        self.points += [(one.seat.index, one.change) for one in question.preview(table, answer)]

    def told(self, field: Field, old: Json, new: Json) -> bool:
        if field.named:
            return True
        known = whole(old) and whole(new)  # a seat that joins or leaves has no points on one side
        return field.score and field.seat is not None and known and (field.seat, new - old) in self.points


class ByHand:
    """Computes the *To move* cards of a play. Stores nothing: everything follows from the log."""

    def __init__(self, play: Play[Any]) -> None:
        self._play = play
        self.watching = False
        """Has a screen asked yet? Until then nothing is read."""
        self._now: Reading | None = None
        self.cause: Cause | None = None
        """The last record, or None while nobody is watching."""
        self.corrections: list[tuple[int, Correction]] = []
        """Those that the last undos and redos in a row went through, with the length of the log before."""
        self.told_before: ToldHands = {}
        """What hands were told before the first of them."""

    # What a screen asks

    def card(self, how: str = UNFORESEEN, waiting: Iterable[HandLine] = ()) -> HandCard:
        """What players must move after the last record; the first call only starts watching.

        `waiting`: changes before it that nobody has made on the table yet.
        """
        self.watching = True
        cause = self.cause
        if cause is None or cause.corrected or how == NOTHING:
            return NO_CARD
        after, left = self.reading(), cause.left.values
        undone = [one for one in waiting if one.path in left and same(left[one.path], one.new)]
        before = cause.left.but({one.path: one.old for one in undone})  # the others were moved by players
        told = differences(before, after, without=cause.told if how == UNFORESEEN else None)
        told = list(self._play.game.as_moves(self._play.table, told)) if told else []
        if not cause.put_back:
            told += self._untracked()
        return HandCard(tuple(told), cause.put_back) if told else NO_CARD

    def _untracked(self) -> list[HandLine]:
        """What the last record's lines of the chronicle tell the hands."""
        record, entries = self._play.last_number(), self._play.chronicle()
        if not entries or entries[-1].record != record:
            return []
        return untracked(_told_in(entries[-1]))

    def told_hands(self) -> ToldHands:
        """What hands were told by all records that stand."""
        return {path: line for entry in self._play.chronicle() for path, line in _told_in(entry).items()}

    def reading(self) -> Reading:
        """The table as it is now; read once per record."""
        if self._now is None:
            self._now = self._read()
        return self._now

    def _read(self) -> Reading:
        return Reading(self._play.game.fields(self._play.table))

    def take_over(self, other: ByHand) -> None:
        """Watch a copy of a play from here on."""
        self.watching, self.cause, self.corrections = True, other.cause, other.corrections
        self.told_before = other.told_before
        self._now = other.reading()

    # What the play reports, around each record

    def before(self, record: Record | None) -> Cause | None:
        """`record` is None for an undo or redo."""
        if not self.watching:
            return None
        try:
            now = guarded(self.reading)
        except Refused:  # if a game can't list its fields, skip the card; its answers still count
            self.watching = False
            return None
        if record is None:
            if not self._play.log or self._play.log[-1].kind not in log.GOING:
                self.told_before = self.told_hands()
            return Cause(now, put_back=True)
        cause = Cause(now, record.kind == log.RESTART)
        cause.rolled, cause.corrected = record.rolled, record.kind in log.CORRECTIONS
        if record.kind == log.ANSWER:
            # called after the check, before the table changes
            self._play.run.heard = partial(self._hear, cause)
            self._play.table.moved = None if cause.rolled else partial(self._leave, cause)
        return cause

    def _hear(self, cause: Cause, question: Question[Any, Any], table: Table[Any], answer: Any) -> None:
        """If a button fails to state its points, assume it showed none; the answer still counts."""
        try:
            guarded(cause.hear, question, table, answer)
        except Refused as error:
            cause.points, cause.failed = [], str(error.__cause__ or error)

    def _leave(self, cause: Cause) -> None:
        self._play.table.moved = None  # what follows in the same record is not the players' part
        try:
            cause.left = guarded(self._read)
        except Refused as error:
            cause.failed = str(error.__cause__ or error)

    def after(self, cause: Cause | None) -> None:
        self._play.run.heard = self._play.table.moved = None
        self._now = None
        self.cause = cause
        self.corrections = []

    def after_going(self, cause: Cause | None, corrections: list[Correction], only: bool) -> None:
        """After an undo or redo. `only`: of nothing but corrections."""
        before = self.corrections
        self.after(cause)
        if cause is not None:
            cause.corrected = only
            cause.follow(corrections)
            self.corrections = [*before, *((len(self._play.log) - 1, one) for one in corrections)]

    def glimpse(self) -> Reading | None:
        """The table in the middle of an undo or redo; None if nobody is watching or the game fails."""
        with suppress(Refused):
            return guarded(self._read) if self.watching else None
        return None

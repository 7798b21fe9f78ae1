"""A play: the setup, the log, and the table they lead to.

    play = Play(game, Setup(people("Ana", "Ben", "Cleo")))
    play.answer("CardDown/0", "done")
    play.undo()

A record reaches the store only after the rules accepted it, and a record the store can't
save is taken back.
"""

import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.core import log
from companion.core.engine.boundary import authors, guarded, sentence_for
from companion.core.engine.by_hand import ByHand, Correction, LaidOutGroup, lay_out_again
from companion.core.engine.changes import may_join
from companion.core.engine.run import ChronicleEntry, Run
from companion.core.game import Field, Game, Joining
from companion.core.log import Record, StandingRecords
from companion.core.questions import Question, Timer
from companion.core.setup import Person, Setup
from companion.core.table import ALL_OF, Request, Table, Unwind
from companion.core.text import Refused, Text, say
from companion.core.values import Json, same, whole
from companion.core.views import Glance, Map, Outcome, View

T = TypeVar("T", bound=Table[Any])

Commit = Callable[[int, Record], None]


def _nothing(record: Record) -> None: ...


class RulesFailed(Exception):
    """The rules crashed at an answer. The table is as before; the log keeps the answer as failed."""

    def __init__(self, error: BaseException) -> None:
        self.details = "".join(traceback.format_exception(error))
        if authors:
            self.why = sentence_for(error)
        else:
            self.why = say(
                "This game's rules hit an error with that answer. The answer is kept; nothing else "
                "changed. Undo it, correct something, or answer differently.")
        super().__init__(self.why)


class NotSaved(Exception):
    """The store could not save the record, so it was taken back. Says why, if known."""

    def __init__(self, why: Text | None = None) -> None:
        self.why = why or say("This answer couldn't be saved. Free some space and tap again.")
        super().__init__(self.why)


@dataclass(frozen=True)
class Misfit:
    """The first record of a log that no longer fits the rules, and why."""

    number: int
    why: Text

    def __str__(self) -> str:
        return str(say("Line {n} of this play no longer fits the rules: {why}", n=self.number + 1,
                       why=self.why))


class Play(Generic[T]):
    """One play of a game. Everything the screen does goes through here."""

    def __init__(self, game: Game[T], setup: Setup, records: Iterable[Record] = (), *, trusted: bool = False,
                 commit: Commit | None = None) -> None:
        """Start a play, or open one from its records.

        `trusted`: the log was written with these same rules, so skip the checks.
        """
        self.game = game
        self.setup = game.prepare(setup)
        self.run: Run[T] = Run(game, self.setup)
        self.log: list[Record] = []
        self.misfit: Misfit | None = None
        self.by_hand = ByHand(self)
        self._standing = StandingRecords()
        self._commit = commit
        self.clock: Callable[[], float] = float
        """The time of day, for the records."""
        self.before: Callable[[Record], object] = _nothing
        self.did: Callable[[Record], object] = _nothing
        """Called before and after each record; a failed answer is a record too."""
        self.noted: Callable[[], AbstractContextManager[object]] = nullcontext
        """Wraps each record of a plugin's play, in case it never returns."""
        self._lost = False
        known = list(records)
        if game.formerly:
            known = [log.renamed(record, game.formerly) for record in known]
        self._open(known, trusted)

    def _open(self, records: list[Record], trusted: bool) -> None:
        for number, record in enumerate(records):
            if record.kind == log.UNDO and not (whole(record.answer)
                                                and 0 <= record.answer <= len(self._standing.numbers)):
                raise Refused(say("Line {n} of this log undoes nothing, so the play can't be opened.",
                                  n=number + 1))
            self._standing.add(number, record)
            self.log.append(record)
        for number in self._standing.numbers:
            try:
                self.run.feed(number, self.log[number], not trusted)
            except BaseException as error:  # rules may raise anything, even SystemExit
                if isinstance(error, KeyboardInterrupt):
                    raise
                why = error.refusal.why if isinstance(error, Refused) else say("{error}", error=repr(error))
                if authors and not isinstance(error, Refused):
                    why = sentence_for(error)
                self._restore(len(self.run.fed))
                self.misfit = Misfit(number, why)
                return

    # Looking

    @property
    def table(self) -> T:
        return self.run.table

    def find(self, key: str) -> Question[T, Any] | None:
        return self.run.find(key)

    def field(self, path: str) -> Field | None:
        return self.game.field(self.table, path)

    def open(self) -> list[Question[T, Any]]:
        return list(self.run.asked().values())

    def standing(self) -> list[Question[T, Any]]:
        return self.run.standing()

    def request(self) -> Request | None:
        return self.run.frames[-1].request if self.run.frames else None

    def view(self) -> View:
        return self.game.view(self.table)

    def board(self) -> Map | None:
        return self.game.board(self.table)

    def glance(self, seat: int) -> Glance | None:
        """What only this seat sees now."""
        return self.game.glance(self.table, self.table.seats[seat])

    def outcome(self) -> Outcome | None:
        return None if self.run.frames else self.game.outcome(self.table)

    def stuck(self) -> bool:
        """No open question has an answer. Only a correction can cause this; a restart fixes it."""
        request, given = self.request(), self.run.given()
        possible = (key in given or question.possible(self.table)
                    for key, question in self.run.asked().items())
        every = request is not None and request.mode is ALL_OF
        return bool(self.run.frames) and not (all(possible) if every else any(possible))

    def fields(self) -> list[Field]:
        return list(self.game.fields(self.table))

    def to_add(self, place: str = "") -> list[Field]:
        """Fields players may add, on one space of the stage or anywhere."""
        return list(self.game.to_add(self.table, place))

    def ahead(self) -> list[Text]:
        return list(self.game.ahead(self.table)) if self.run.frames else []

    def laid_out(self) -> tuple[LaidOutGroup, ...]:
        return lay_out_again(self.fields())

    def exits(self) -> list[type[Unwind]]:
        return self.run.exits()

    def timers(self) -> list[Timer]:
        declared = (question.timer(self.table) for question in self.open())
        return [timer for timer in declared if timer is not None]

    def joining(self) -> Joining:
        if not self.run.frames:
            return Joining(False, say("The play is over."))
        return may_join(self.game, self.table)

    def chronicle(self) -> list[ChronicleEntry]:
        return self.run.entries

    def position(self) -> int:
        """How many records stand."""
        return len(self._standing.numbers)

    def last_number(self) -> int | None:
        """The record that the next undo takes back."""
        return self._standing.numbers[-1] if self._standing.numbers else None

    def standing_numbers(self) -> frozenset[int]:
        return frozenset(self._standing.numbers)

    def position_of(self, number: int) -> int:
        """How many records stand before this one: where "back to here" leads."""
        return self._standing.numbers.index(number) if number >= 0 else 0

    def public_log(self) -> list[Record]:
        return log.public(self.log, (reveal.sealed for reveal in self.run.reveals))

    # Doing

    def answer(self, key: str, answer: Json, *, rolled: bool = False) -> Record:
        """Submit an answer as plain JSON. On `Refused`, `RulesFailed` or `NotSaved`, nothing changed."""
        question = self.find(key)
        who = None if question is None else question.seat
        answer = log.own_copy(answer)  # copy: the caller may go on changing its own list
        record = Record(log.ANSWER, key, None if who is None else who.index, answer, self.clock(),
                        question is not None and question.secret and question.seals, rolled)
        with self.noted(), self._booked(record) as number:
            self.run.feed(number, record)
        return record

    def correct(self, path: str, value: Json) -> Record:
        field = self.field(path)
        if field is not None and field.renews and not same(field.read(), value):
            return self.fix([(path, value)])
        return self._do(log.CORRECT, path, None, log.own_copy(value))

    def fix(self, changes: Iterable[tuple[str, Json]]) -> Record:
        """Set several fields as one record, one chronicle line and one undo.

        As the first record it starts a play in the middle: "Already started?".
        """
        return self._do(log.FIX, answer=[[path, log.own_copy(value)] for path, value in changes])

    def exit(self, what: type[Unwind] | str) -> Record:
        """Leave a flow by hand: "void this story", "end this turn here"."""
        return self._do(log.EXIT, what if isinstance(what, str) else what.__name__)

    def restart(self) -> Record:
        return self._do(log.RESTART)

    def leave(self, seat: int) -> Record:
        return self._do(log.LEAVE, seat=seat)

    def come_back(self, seat: int) -> Record:
        return self._do(log.RETURN, seat=seat)

    def join(self, person: Person) -> Record:
        """Add a latecomer, seated at the next chance; check `joining` first."""
        return self._do(log.JOIN, log.written(person.name.strip()), answer=person.colour)

    def rename(self, seat: int, name: str) -> Record:
        """Also works after the play is over."""
        return self._do(log.RENAME, log.written(name.strip()), seat)

    def repeat(self, record: Record) -> None:
        """Do what a record of another play did."""
        if record.kind == log.ANSWER:
            self.answer(record.key, record.answer, rolled=record.rolled)
        elif record.kind == log.UNDO:
            self.undo(record.answer)
        elif record.kind == log.REDO:
            self.redo()
        elif record.kind == log.FAILED:
            self._keep(record)
        else:
            self._do(record.kind, record.key, record.seat, record.answer)

    def can_undo(self) -> bool:
        return bool(self._standing.numbers)

    def can_redo(self) -> bool:
        return bool(self._standing.undone)

    def undo_warning(self, to: int | None = None) -> Text | None:
        """Warn if the undo takes back something players have seen: a revealed secret, a rolled die."""
        gone = set(self._standing.numbers[self._undo_target(to):])
        seen = [self.log[reveal.by].seat for reveal in self.run.reveals if reveal.by in gone]
        if seen and not self.opened_votes(gone):
            return say("A secret was revealed here. Undo it anyway?")
        if seen:
            name = self.table.seats[seen[-1]] if len(gone) == 1 and seen[-1] is not None else None
            if name is None:
                return say("Everybody has seen the votes. Take them back?")
            return say("Everybody has seen the votes. Take {name}'s vote back?", name=name)
        if any(self.log[number].rolled for number in gone):
            return say("A die was rolled here. Undo it anyway?")
        return None

    def opened_votes(self, numbers: Collection[int | None]) -> bool:
        """Did these records reveal votes, and no other secrets?"""
        opened = [reveal.vote for reveal in self.run.reveals if reveal.by in numbers]
        return bool(opened) and all(opened)

    def undo(self, to: int | None = None) -> None:
        """Take back the last record, or everything after the first `to` standing ones."""
        self._refuse_misfit()
        target = self._undo_target(to)
        if target >= len(self._standing.numbers):
            raise Refused(say("There is nothing to undo."))
        record, gone = Record(log.UNDO, answer=target, at=self.clock()), self._standing.numbers[target:]
        self.before(record)
        cause = self.by_hand.before(None)
        self._keep(record)
        self._restore(target)
        corrections = [] if cause is None else self._corrections_among(gone, target)
        self.by_hand.after_going(cause, [(after, before) for before, after in reversed(corrections)],
                                 self._only_corrections(gone))
        self.did(record)

    def redo(self) -> None:
        """Bring back what the last undo took, checked again as the rules may have changed."""
        self._refuse_misfit()
        if not self._standing.undone:
            raise Refused(say("There is nothing to redo."))
        position, record, back = self.position(), Record(log.REDO, at=self.clock()), self._standing.undone[-1]
        self.before(record)
        cause = self.by_hand.before(None)
        try:
            corrections = self._feed_again(back)
            self._keep(record)
        except BaseException as error:  # rules may raise anything, even SystemExit
            self._restore(position)
            if isinstance(error, (NotSaved, KeyboardInterrupt)):
                raise
            raise Refused(say("That no longer fits the rules, so it can't be redone.")) from error
        self.by_hand.after_going(cause, corrections, self._only_corrections(back))
        self.did(record)

    def undone(self, to: int | None = None) -> "Play[T]":
        """A copy of this play after an undo, with its To move card; this play stays as it is."""
        self._refuse_misfit()
        copy = Play(self.game, self.setup)
        copy.run.take_history(self.run)
        copy.log, copy._standing = [*self.log], StandingRecords(self.log)
        copy.by_hand.take_over(self.by_hand)
        copy.undo(to)
        return copy

    def play_on(self) -> None:
        """After a misfit, drop what no longer fits and continue."""
        if self.misfit is None:
            return
        record = Record(log.UNDO, log.FOR_GOOD, answer=len(self.run.fed), at=self.clock())
        self.before(record)
        self._keep(record)
        self.misfit = None
        self.did(record)

    # Internals

    def _do(self, kind: str, key: str = "", seat: int | None = None, answer: Json = None) -> Record:
        record = Record(kind, key, seat, answer, self.clock())
        with self.noted(), self._booked(record) as number:
            self.run.feed(number, record)
        return record

    @contextmanager
    def _booked(self, record: Record) -> Iterator[int]:
        """Save the record that the block feeds, or take it back."""
        self.find_table()
        self._refuse_misfit()
        self.before(record)
        by_hand = self.by_hand if self.by_hand.watching else None
        cause = by_hand.before(record) if by_hand is not None else None
        try:
            yield len(self.log)
        except Refused:
            if self.run.touched:
                self._restore(self.position())
            raise
        except BaseException as error:  # rules may raise anything, even SystemExit
            self._restore(self.position())
            if isinstance(error, KeyboardInterrupt):
                raise
            with suppress(NotSaved):
                answer = None if record.sealed else record.answer
                failed = replace(record, kind=log.FAILED, answer=answer, sealed=False, rolled=False)
                self._keep(failed)
                self.did(failed)
            raise RulesFailed(error) from error
        try:
            self._keep(record)
        except NotSaved:
            self._restore(self.position())
            raise
        if by_hand is not None:
            by_hand.after(cause)
        self.did(record)

    def _only_corrections(self, numbers: Iterable[int]) -> bool:
        return all(self.log[number].kind in log.CORRECTIONS for number in numbers)

    def _corrections_among(self, gone: list[int], target: int) -> list[Correction]:
        """Find what corrections changed among the records that an undo took back; plays those once more."""
        found: list[Correction] = []
        if any(self.log[number].kind in log.CORRECTIONS for number in gone):
            with suppress(Refused):
                found = guarded(self._feed_again, gone, False)
            self._restore(target)
        return found

    def _feed_again(self, numbers: Iterable[int], check: bool = True) -> list[Correction]:
        """Returns the table before and after each correction, if somebody watches it."""
        found: list[Correction] = []
        for number in numbers:
            record = self.log[number]
            before = self.by_hand.glimpse() if record.kind in log.CORRECTIONS else None
            self.run.feed(number, record, check)
            after = self.by_hand.glimpse() if before is not None else None
            if before is not None and after is not None:
                found.append((before, after))
        return found

    def _keep(self, record: Record) -> None:
        number = len(self.log)
        if self._commit is not None:
            try:
                self._commit(number, record)
            except Refused as error:
                raise NotSaved(error.refusal.why) from error
            except Exception as error:
                raise NotSaved from error
        self.log.append(record)
        self._standing.add(number, record)

    def _undo_target(self, to: int | None) -> int:
        return max(0, len(self._standing.numbers) - 1 if to is None else to)

    def _restore(self, position: int) -> None:
        self._lost = True
        held = self.run.back_to(position)
        for number in self._standing.numbers[held:position]:
            self.run.feed(number, self.log[number], check=False)
        self._lost = False

    def find_table(self) -> None:
        """If the game failed while the table was restored, retry that first."""
        if self._lost:
            self._restore(self.position())

    def _refuse_misfit(self) -> None:
        if self.misfit is not None:
            raise Refused(say("From here on, this play no longer fits the rules. Tap Play on from here."))


def _looks(name: str, kind: type | None, *, many: bool = False) -> Callable[..., Any]:
    """Guard a method of `Play` and check the type it returns."""
    method = getattr(Play, name)

    def look(play: "GuardedPlay", *args: Any) -> Any:
        play.find_table()
        value = method(play, *args)
        values = list(value) if many else [value]
        if kind is not None and not all(isinstance(one, kind) for one in values):
            raise TypeError(f"the game gave {value!r} where a {kind.__name__} is expected")
        return values if many else value

    return lambda play, *args: guarded(look, play, *args)


class GuardedPlay(Play[Any]):
    """A play for services and screens, whose calls raise only `Refused` or `GameFailed`."""

    def __init__(self, game: Game[Any], setup: Setup, records: Iterable[Record] = (), *,
                 trusted: bool = False, commit: Commit | None = None) -> None:
        guarded(lambda: super(GuardedPlay, self).__init__(game, setup, records, trusted=trusted,
                                                          commit=commit))

    find = _looks("find", (Question | None))  # type: ignore[arg-type]
    field = _looks("field", (Field | None))  # type: ignore[arg-type]
    open = _looks("open", Question, many=True)
    standing = _looks("standing", Question, many=True)
    timers = _looks("timers", Timer, many=True)
    fields = _looks("fields", Field, many=True)
    to_add = _looks("to_add", Field, many=True)
    ahead = _looks("ahead", Text, many=True)
    outcome = _looks("outcome", (Outcome | None))  # type: ignore[arg-type]
    board = _looks("board", (Map | None))  # type: ignore[arg-type]
    glance = _looks("glance", (Glance | None))  # type: ignore[arg-type]
    joining = _looks("joining", Joining)
    stuck = _looks("stuck", bool)
    view = _looks("view", View)

    def _restore(self, position: int) -> None:
        guarded(super()._restore, position)

"""The engine: runs a game's script on a table, one record at a time.

Independent of store and screen; `companion.core.play` keeps the log.
"""

import pickle
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Generic, TypeVar

from companion.core import log
from companion.core.engine import changes
from companion.core.engine.boundary import limited, logged
from companion.core.game import Game
from companion.core.kinds.secret import given_in_secret
from companion.core.log import Record
from companion.core.questions import Question
from companion.core.setup import Setup
from companion.core.table import ALL_OF, ONE_OF, Line, Request, Table, Unwind
from companion.core.text import Refused, Text, say
from companion.core.values import Sealed, same, value
from companion.core.views import Outcome

T = TypeVar("T", bound=Table[Any])

IDLE_STRETCHES = 100  # a game may skip a few stretches without asking; more means it loops
_POINTS = attrgetter("points")


@value
class ChronicleEntry:
    """What one record did, for the chronicle. `record` is its number in the log; -1 is the opening."""

    record: int
    lines: tuple[Line, ...]
    points: tuple[tuple[int, int], ...] = ()

    def points_by_line(self) -> list[tuple[tuple[int, int], ...]]:
        """The point changes shown beside each line.

        All of them go to a scored line. Otherwise a seat's changes go to the first line about that seat, the
        rest to the last line that is no heading.
        """
        scored = [at for at, line in enumerate(self.lines) if line.scored][:1]
        plain = scored or [at for at, line in enumerate(self.lines) if not line.heading]
        hung: list[list[tuple[int, int]]] = [[] for _ in self.lines]
        for seat, change in self.points:
            own = next((at for at in plain if self.lines[at].seat == seat), plain[-1] if plain else None)
            if own is not None:
                hung[own].append((seat, change))
        return [tuple(one) for one in hung]


@value
class Snapshot:
    """The table between two stretches, after `position` records."""

    position: int
    state: bytes


@value
class Reveal:
    sealed: int
    vote: bool
    """It names a person."""
    by: int


@value
class Ballot:
    """Votes that came in together: every answer to one request is sealed."""

    votes: tuple[int, ...]
    """Numbers of their records."""
    by: int
    """The record that completed it: the last vote, or somebody who left."""


Script = Coroutine[Request, Any, None]


@dataclass(slots=True)
class ScriptFrame:
    """A running script: the stretch, or an interruption on top of it."""

    script: Script
    request: Request | None = None
    given: dict[str, Any] = field(default_factory=dict)
    questions: tuple[Question[Any, Any], ...] = ()
    named: dict[str, Question[Any, Any]] = field(default_factory=dict)
    """Questions built so far, by key. Lazy: of ten moves only one is answered."""

    def wait(self, request: Request) -> None:
        self.request = request
        self.questions = request.questions
        self.named = {}
        if self.given:
            self.given = {}

    def find(self, key: str) -> Question[Any, Any] | None:
        """Build only the questions whose class name matches the start of the key."""
        kind, named = key.partition("/")[0], self.named
        for question in self.questions:
            if type(question).__name__ == kind:
                named[question.key()] = question
        return named.get(key)

    def asked(self) -> dict[str, Question[Any, Any]]:
        """Every question of the request by key; ballots skip players who left."""
        if len(self.named) < len(self.questions):
            self.named = {question.key(): question for question in self.questions}
        return {key: question for key, question in self.named.items() if self.waits_for(question)}

    def sealed(self) -> tuple[int, ...]:
        """The votes that are in; empty if not everybody answers in secret."""
        if self.request is None or self.request.mode is not ALL_OF:
            return ()
        given = self.given.values()
        return tuple([one.record for one in given]) if all(isinstance(one, Sealed) for one in given) else ()

    def to_reveal(self) -> tuple[int, ...]:
        return () if all(question.stays_sealed for question in self.questions) else self.sealed()

    def waits_for(self, question: Question[Any, Any]) -> bool:
        """Ballots skip players who left; anyone can answer other questions for them."""
        return (self.request is None or self.request.mode is not ALL_OF
                or question.seat is None or not question.seat.gone)


class ScriptFault(Exception):
    """The script breaks the contract: it never asks, or raises an Unwind that nobody catches."""


class Run(Generic[T]):
    def __init__(self, game: Game[T], setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.table: T = game.new(setup)
        self.frames: list[ScriptFrame] = []
        self.fed: list[int] = []
        """Numbers of the records fed so far, in order."""
        self.entries: list[ChronicleEntry] = []
        self.reveals: list[Reveal] = []
        self.ballots: list[Ballot] = []
        self.votes: set[int] = set()
        """Records that are votes, also those taken back."""
        self._votes: tuple[int, ...] = ()
        """Votes of the ballot that the record being fed completes."""
        self.in_secret: dict[int, Text] = {}
        """The chronicle's line for each sealed answer, by record."""
        self.scores: list[tuple[int, tuple[int, ...]]] = []
        """Every seat's points at the end of each stretch, with the position."""
        self.snapshots: list[Snapshot] = []
        self.touched = False
        """Has the record being fed changed the table yet?"""
        self.untold = True
        """No answer yet in this stretch, so restarting it loses nothing."""
        self.began = 0
        """How many records had been fed when this stretch began."""
        self.heard: Callable[[Question[T, Any], T, Any], None] | None = None
        """Called with a checked answer, just before it changes the table."""
        self._next_stretch()
        self._write_entry(-1, [0 for _ in self.table.seats])

    # What is open

    def asked(self) -> dict[str, Question[T, Any]]:
        return self.frames[-1].asked() if self.frames else {}

    def standing(self) -> list[Question[T, Any]]:
        """Questions open at any time, except while one of them runs."""
        found = list(self.game.standing(self.table)) if len(self.frames) == 1 else []
        for one in found:
            if not isinstance(one, Question):
                raise TypeError(f"standing() is a hook that returns questions, but it gave {one!r}: if it is "
                                "a helper, give it another name")
        return found

    def given(self) -> dict[str, Any]:
        return dict(self.frames[-1].given) if self.frames else {}

    def votes_in(self) -> list[int]:
        """Records of the votes in ballots that are still open."""
        return [number for frame in self.frames for number in frame.sealed()]

    def exits(self) -> list[type[Unwind]]:
        if len(self.frames) != 1:
            return []
        labelled = [what for what in reversed(self.table.exits) if what.by_hand]
        return list(dict.fromkeys(labelled))

    # Feeding

    def feed(self, number: int, record: Record, check: bool = True) -> None:
        """Apply one record. Raises `Refused` before any change, or whatever the rules raise."""
        self.touched, self._votes = False, ()
        before = list(map(_POINTS, self.table.seats))
        self.fed.append(number)
        try:
            sent = limited(_BY_KIND[record.kind])(self, number, record, check)
            if sent is not None:
                limited(self._go)(*sent)
        except BaseException:
            self.fed.pop()
            raise
        if self._votes:
            self.ballots.append(Ballot(self._votes, number))
        self._write_entry(number, before)

    def _answer(self, number: int, record: Record, check: bool) -> tuple[Any] | None:
        """Returns what to send to the script, if it goes on."""
        question = self.find(record.key)
        if question is None:
            raise Refused(say("That question is no longer open."))
        frame = self.frames[-1]
        request = frame.request
        if record.masked:
            if request is None or request.mode is not ALL_OF:
                raise Refused(say("A secret answer is missing from this copy, so it can't go on."))
            return None
        answer = question.decode(self.table, record.answer)
        if check:
            question.check(self.table, answer)
        if isinstance(answer, Sealed):
            answer.record, answer.owner = number, -1 if question.seat is None else question.seat.index
            self.in_secret[number] = given_in_secret(question)
            if request is not None and request.mode is ALL_OF and record.key in frame.named:
                self.votes.add(number)
        if self.heard is not None:
            self.heard(question, self.table, answer)
        self.touched = True
        self.untold = False
        if request is None or record.key not in frame.named:
            self.frames.append(ScriptFrame(question.then(self.table, answer)))  # an interruption
            return (None,)
        if request.mode is not ALL_OF:
            return ((question, answer),) if request.mode is ONE_OF else (answer,)
        frame.given[record.key] = answer
        noted = question.noted(self.table)
        if noted is not None:
            self.table.tell(noted, question.seat, question.rule)
            if number in self.in_secret:
                self.in_secret[number] = noted
        self._close_if_complete()
        return None

    def find(self, key: str) -> Question[T, Any] | None:
        if self.frames:
            frame = self.frames[-1]
            question = frame.named.get(key) or frame.find(key)
            if question is not None and frame.waits_for(question):
                return question
        return next((question for question in self.standing() if question.key() == key), None)

    def _close_if_complete(self) -> None:
        frame = self.frames[-1]
        if frame.request is None or frame.request.mode is not ALL_OF:
            return
        asked, given = frame.asked(), frame.given
        if len(given) >= len(asked) and all(key in given for key in asked):  # skip players who voted and left
            self._votes = frame.to_reveal() or self._votes
            answers = {question.seat: given[key] for key, question in asked.items()}
            self._go(answers)

    def _correct(self, _: int, record: Record, check: bool) -> None:
        found = changes.find(self.game, self.table, record.key)
        if check:
            found.check(record.answer)
        self.touched = True
        was = log.own_copy(found.read())
        found.write(log.own_copy(record.answer))  # copy: a list on the table must not be the list in the log
        if not same(was, record.answer):
            changes.tell(self.table, [found.corrected(was, record.answer)])
        self._go_on_after_end()

    def _fix(self, _: int, record: Record, check: bool) -> None:
        pairs = changes.read_pairs(record.answer)
        self.touched = True
        again = bool(self.frames) and self.untold
        if changes.fix(self.game, self.table, pairs, again, check) or again:
            self._begin_stretch_again()
        else:
            self._go_on_after_end()
        written = changes.fix_again(self.game, self.table, pairs, check)
        # the restarted turn may have ended the play before the correction was applied
        self._go_on_after_end()
        if written and len(self.snapshots) > 1 and self.snapshots[-1].position == len(self.fed):
            self.snapshots.pop()  # it lacks what was written after the restart

    def _exit(self, _: int, record: Record, check: bool) -> None:
        what = next((one for one in self.exits() if one.__name__ == record.key), None)
        if what is None:
            raise Refused(say("There is nothing to end right now."))
        self.touched = True
        self.table.tell(say("The table decided: {label}.", label=what.by_hand))
        self._go(leave=what())

    def _restart(self, _: int, record: Record, check: bool) -> None:
        if not self.frames:
            raise Refused(say("The play is over. Undo first."))
        self.touched = True
        self.table.tell(say("The table started this part again."))
        self._begin_stretch_again()

    def _begin_stretch_again(self) -> None:
        self.close()
        self.table.now.clear()
        self.table.exits.clear()
        self._next_stretch()

    def _leave(self, _: int, record: Record, check: bool) -> None:
        seat = changes.seat_of(self.table, record)
        if seat.gone:
            raise Refused(say("{name} has already left.", name=seat))
        if len(self.table.present()) < 2:
            raise Refused(say("Somebody must stay at the table."))
        self.touched = True
        seat.gone = True
        self.table.tell(say("{name} left the table.", name=seat), seat)
        self.game.left(self.table, seat)
        if self.frames:
            self._close_if_complete()
        self._go_on_after_end()

    def _return(self, _: int, record: Record, check: bool) -> None:
        seat = changes.seat_of(self.table, record)
        if not seat.gone:
            raise Refused(say("{name} is still at the table.", name=seat))
        self.touched = True
        seat.gone = False
        self.table.tell(say("{name} came back to the table.", name=seat), seat)
        self._go_on_after_end()

    def _join(self, _: int, record: Record, check: bool) -> None:
        """Before the first answer of a stretch, seat them at once and restart it."""
        if not self.frames:
            raise Refused(say("The play is over. Undo first."))
        person = changes.newcomer(self.game, self.table, record)
        self.touched = True
        at_once = self.untold and self.game.joining(self.table).now
        self.table.arriving.append(person)
        if at_once:
            self._begin_stretch_again()
        else:
            self.table.tell(say("{name} has joined and plays from the next round.", name=person))

    def _rename(self, _: int, record: Record, check: bool) -> None:
        seat = changes.who_is_renamed(self.table, record)
        self.touched = True
        changes.rename(self.table, seat, record.key)

    def _go_on_after_end(self) -> None:
        """Continue a finished play if the corrected table allows it."""
        if not self.frames:
            self._next_stretch()

    # Running the script

    def _go(self, answer: Any = None, leave: Unwind | None = None) -> None:
        """Run the script until it asks again or the play is over."""
        while True:
            frame = self.frames[-1]
            script = frame.script
            try:
                request = script.send(answer) if leave is None else script.throw(leave)
                frame.wait(request)
                if request.mode is ALL_OF:
                    self._close_if_complete()
                return
            except StopIteration:
                pass
            except Unwind as unwind:
                if len(self.frames) == 1:
                    raise ScriptFault(f"nobody catches {type(unwind).__name__}") from unwind
                leave = unwind
                self.frames.pop()
                continue
            self.frames.pop()
            if self.frames:  # the interruption ended: reopen what it covered
                self._close_if_complete()
            else:
                self._next_stretch()
            return

    def _next_stretch(self) -> None:
        """Between two stretches: save a snapshot, then call the script again unless the play is over."""
        self.untold = True
        self.began = len(self.fed)
        for _ in range(IDLE_STRETCHES):
            ended = self.game.outcome(self.table)
            if ended is None and self.table.arriving:
                changes.seat_arriving(self.game, self.table)
            self._keep()
            if ended is not None:
                if not isinstance(ended, Outcome):
                    raise ScriptFault(f"the outcome is no Outcome: {ended!r}")
                return
            script = self.game.play(self.table)
            self.frames.append(ScriptFrame(script))
            try:
                self.frames[0].wait(script.send(None))
            except StopIteration:
                self.frames.clear()
                continue
            except Unwind as unwind:
                raise ScriptFault(f"nobody catches {type(unwind).__name__}") from unwind
            self._close_if_complete()
            return
        raise ScriptFault("the script goes on and on without asking anything")

    def _keep(self) -> None:
        position = len(self.fed)
        if self.scores and self.scores[-1][0] == position:
            self.scores.pop()
        self.scores.append((position, tuple(map(_POINTS, self.table.seats))))
        if not self.snapshots or position - self.snapshots[-1].position >= self.game.snapshots_apart:
            self.snapshots.append(Snapshot(position, pickle.dumps(self.table, pickle.HIGHEST_PROTOCOL)))

    def _write_entry(self, number: int, before: list[int]) -> None:
        table = self.table
        changes: tuple[tuple[int, int], ...] = ()
        if before != list(map(_POINTS, table.seats)):
            before = before + [0] * (len(table.seats) - len(before))  # newly seated players
            changes = tuple([(seat.index, seat.points - old)
                             for seat, old in zip(table.seats, before, strict=True)
                             if seat.points != old])
        if table.told or changes:
            self.entries.append(ChronicleEntry(number, tuple(table.told), changes))
            table.told.clear()
        if table.opened:
            self.reveals.extend(Reveal(*opened, number) for opened in table.opened)
            table.opened.clear()

    # Going back

    def take_history(self, other: "Run[T]") -> None:
        """Copy what another run of the same play has fed; go back before feeding more."""
        self.fed, self.entries = [*other.fed], [*other.entries]
        self.reveals, self.ballots = [*other.reveals], [*other.ballots]
        self.snapshots, self.scores = [*other.snapshots], [*other.scores]

    def back_to(self, position: int) -> int:
        """Load the last snapshot at or before `position`; return how many records it holds."""
        while self.snapshots[-1].position > position:
            self.snapshots.pop()
        snapshot = self.snapshots[-1]
        while self.scores[-1][0] > snapshot.position:
            self.scores.pop()
        self.close()
        self.table = pickle.loads(snapshot.state)  # safe: only from our own memory, never from a file
        self.table.laid_out_again(self.setup)
        gone = set(self.fed[snapshot.position:])
        del self.fed[snapshot.position:]
        while self.entries and self.entries[-1].record in gone:  # entries are in the order they were fed
            self.entries.pop()
        while self.reveals and self.reveals[-1].by in gone:
            self.reveals.pop()
        while self.ballots and self.ballots[-1].by in gone:
            self.ballots.pop()
        self._next_stretch()
        self.table.told.clear()  # the chronicle already has the stretch's opening lines
        self.table.opened.clear()
        return snapshot.position

    def close(self) -> None:
        """Close the running scripts. Errors while closing must not block going back."""
        while self.frames:
            with logged("a script could not be closed"), suppress(SystemExit, Unwind):
                self.frames.pop().script.close()


_BY_KIND: dict[str, Callable[[Run[Any], int, Record, bool], tuple[Any] | None]] = {
    log.ANSWER: Run._answer,
    log.CORRECT: Run._correct,
    log.FIX: Run._fix,
    log.EXIT: Run._exit,
    log.RESTART: Run._restart,
    log.LEAVE: Run._leave,
    log.RETURN: Run._return,
    log.JOIN: Run._join,
    log.RENAME: Run._rename,
}

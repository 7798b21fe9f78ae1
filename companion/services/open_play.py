"""A play on the table: the engine's `Play`, kept record by record, with its clocks."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.core.engine import log
from companion.core.engine.log import Record
from companion.core.files import PlayFile, dump, play_file
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Json, Refused, Timer
from companion.core.table import Unwind
from companion.core.text import Text, say
from companion.core.timers import Countdown, Moment
from companion.core.views import Outcome
from companion.services.store import PlayRow, Store, Summary
from companion.services.store.rows import SeatResult

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock

RECORDS_BETWEEN_BACKUPS = 25


class OpenPlay:
    """What the table screen holds. Look at `play`; do things through here, so that they are stamped and kept.

    Each deed raises `Refused`, `RulesFailed` or `NotKept` with one sentence; then nothing changed.
    """

    def __init__(self, store: Store, game: Game[Any], row: PlayRow, clock: Clock) -> None:
        self.id = row.id
        self.game = game
        self.row = row
        self._store = store
        self._clock = clock
        same_rules = row.rules == game.rules_version
        self.play: Play[Any] = Play(game, row.setup, store.records(row.id), trusted=same_rules, commit=self._keep)
        self.timers = Timers(store, row.id, clock)
        self._noted = row.noted
        self.changed = None if same_rules else self._what_changed()
        """The play was made under other rules and fits these, but leads to other points: one sentence."""

    def _what_changed(self) -> Text | None:
        points = tuple(seat.points for seat in self.play.table.seats)
        if self.play.misfit is not None or self.row.noted != len(self.play.log) or points == self.row.points:
            return None
        return say("The rules were changed since this play began, and the points are others now. Look at the "
                   "chronicle; any point can be corrected.")

    # Doing

    def answer(self, key: str, answer: Json, *, rolled: bool = False) -> Record:
        return self.play.answer(key, answer, at=self._clock.wall(), rolled=rolled)

    def correct(self, path: str, value: Json) -> Record:
        return self.play.correct(path, value, at=self._clock.wall())

    def exit(self, what: type[Unwind] | str) -> Record:
        return self.play.exit(what, at=self._clock.wall())

    def restart(self) -> Record:
        return self.play.restart(at=self._clock.wall())

    def leave(self, seat: int) -> Record:
        return self.play.leave(seat, at=self._clock.wall())

    def come_back(self, seat: int) -> Record:
        return self.play.come_back(seat, at=self._clock.wall())

    def undo(self, to: int | None = None) -> None:
        self.play.undo(to, at=self._clock.wall())
        self.note()

    def redo(self) -> None:
        self.play.redo(at=self._clock.wall())
        self.note()

    def play_on(self) -> None:
        """After a misfit: leave out what no longer fits and go on from there."""
        self.play.play_on(at=self._clock.wall())
        self.note()

    # Keeping

    def note(self) -> None:
        """Bring the library's summary up to date. Where that can't be written it waits; the log is what counts."""
        if self._noted == len(self.play.log):
            return
        with suppress(Refused):
            self._store.note(self.id, len(self.play.log), self._rules(), summary_of(self.play))
            self._noted = len(self.play.log)

    def export(self) -> str:
        """The text of a file with this play; secrets that are still sealed are left out."""
        return dump(self.file())

    def file(self) -> PlayFile:
        return play_file(self.play, self._rules(), self.row.uid, self.row.began)

    def _keep(self, number: int, record: Record) -> None:
        """On disk before the screen moves on. An undo is kept before it is done: its summary follows."""
        summary = None if record.kind in (log.UNDO, log.REDO) else summary_of(self.play)
        self._store.book(self.id, number, record, self._rules(), summary)
        if summary is not None:
            self._noted = number + 1
        if number % RECORDS_BETWEEN_BACKUPS == RECORDS_BETWEEN_BACKUPS - 1:
            self._store.back_up()

    def _rules(self) -> str:
        return self.row.rules if self.play.misfit is not None else str(self.game.rules_version)


class Timers:
    """The clocks of one play, by name, kept at every touch. Ask with the `Timer` a question declares."""

    def __init__(self, store: Store, play: int, clock: Clock) -> None:
        self._store = store
        self._play = play
        self._clock = clock
        self._known = {timer.name: timer for timer in store.timers(play)}

    def now(self) -> Moment:
        return Moment(self._clock.now(), self._clock.wall())

    def of(self, timer: Timer) -> Countdown:
        """How it stands. One that starts by itself is set going when it is first looked at."""
        if timer.name not in self._known:
            fresh = Countdown(timer.name, float(timer.seconds))
            return fresh if timer.starts_by_hand else self._set(fresh.start(self.now()))
        return self._known[timer.name]

    def left(self, timer: Timer) -> float:
        """Seconds left; below nought: so much over time."""
        return self.of(timer).left(self.now())

    def running(self, timer: Timer) -> bool:
        return self.of(timer).running

    def started(self, timer: Timer) -> bool:
        """Was it ever set going?"""
        return timer.name in self._known

    def over(self, timer: Timer) -> bool:
        return self.of(timer).over(self.now())

    def start(self, timer: Timer) -> Countdown:
        """Set going, or go on after a pause."""
        return self._set(self.of(timer).start(self.now()))

    def pause(self, timer: Timer) -> Countdown:
        return self._set(self.of(timer).pause(self.now()))

    def add(self, timer: Timer, seconds: float = 10) -> Countdown:
        return self._set(self.of(timer).add(seconds, self.now()))

    def _set(self, timer: Countdown) -> Countdown:
        self._known[timer.name] = timer
        with suppress(Refused):  # a full disk stops no clock
            self._store.keep_timer(self._play, timer)
        return timer


def summary_of(play: Play[Any]) -> Summary:
    """What the library shows. A game whose view fails is still kept."""
    points = tuple(seat.points for seat in play.table.seats)
    subtitle: Text | str = ""
    outcome: Outcome | None = None
    with suppress(Exception):
        subtitle = play.view().subtitle
    with suppress(Exception):
        outcome = play.outcome()
    if outcome is None:
        with suppress(Exception):
            subtitle = subtitle and say("{where}. {asked}", where=subtitle, asked=play.open()[0].sentence(play.table))
        return Summary(subtitle, points)
    return Summary(subtitle, points, outcome.sentence, _results(play, outcome))


def _results(play: Play[Any], outcome: Outcome) -> tuple[SeatResult, ...]:
    places = {place.seat: place for place in outcome.places}
    return tuple(
        SeatResult(seat.index, seat.name, places[seat.index].place if seat.index in places else None,
                   places[seat.index].score if seat.index in places else None,
                   seat.index in outcome.winners or outcome.won is True)
        for seat in play.table.seats)

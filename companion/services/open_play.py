"""An open play: the engine's `Play`, stored record by record, with its timers.

A screen draws its controller (`services/table/controller.py`).
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from random import SystemRandom
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from companion.core import log
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.engine.changes import people_of
from companion.core.engine.run import Ballot
from companion.core.files import PlayFile, dump, play_file
from companion.core.game import Game
from companion.core.log import Record
from companion.core.play import GuardedPlay, NotSaved, Play
from companion.core.setup import Seat, name_key
from companion.core.table import RequestMode
from companion.core.text import Refused, Text, say
from companion.core.timers import Countdown
from companion.core.values import Json
from companion.core.views import Outcome, PodiumPlace, View
from companion.services.hands import HandsAtTable, SavedTicks
from companion.services.history import plays_elsewhere
from companion.services.store import PlayRow, Store, Summary
from companion.services.summary import summary_of, view_of, without_closed_votes
from companion.services.timers import Timers
from companion.services.votes import before_secrets, hidden_votes, unopened, votes_key, votes_that_count

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock


applog = logging.getLogger("tableside")

RECORDS_BETWEEN_BACKUPS = 25
LUCK = SystemRandom()
REMINDED = 2
"""How often to remind a group of a rule that people forget."""
VOID = (log.EXIT, log.RESTART)
"""After these records there is nothing left to open."""

STARTED = token_hex(4)
"""Identifies this process, so that browser pages notice a restart."""

Watcher = Callable[[Record], None]


def as_sentence(seat: Seat | None, brief: Text | str) -> str:
    """Put the seat's name in front, unless the words name it already."""
    if seat is None or not str(brief):
        return str(brief)
    named = isinstance(brief, Text) and seat.name in (brief.args or {}).values()
    return str(brief if named else say("{name}: {answer}", name=seat, answer=brief))


class OpenPlay:
    """Stores each record of `play`, tells its watchers, and keeps timers and the To move card."""

    def __init__(self, store: Store, game: Game[Any], row: PlayRow, clock: "Clock", *,
                 checked: bool = False) -> None:
        """`checked`: check every answer, as the rules may have changed without a new version."""
        self.id = row.id
        self.game = game
        self.row = row
        self.store = store
        self.take_news = store.take_news
        self._clock = clock
        same_rules = row.rules == game.rules_version and not checked
        play = GuardedPlay(game, row.setup, store.records(row.id), trusted=same_rules, commit=self._keep)
        self.play = play
        play.clock, play.before, play.did = clock.wall, self._before, self._did
        self.timers = Timers(store, row.id, clock)
        self.hands = HandsAtTable(play, SavedTicks(store, row.uid or str(row.id)))
        self.watchers: list[Watcher] = []
        """Called after each record, whoever made it."""
        self._vote_watchers: list[Callable[[], None]] = []
        self.briefs: dict[int, str] = {}
        """Answers since the play was opened, in a few words, by record; from any screen."""
        self._forgotten: dict[int, list[Countdown]] = {}
        self.cached_view: tuple[int, View] | None = None
        self._reminded: list[str] = []
        """Moments whose reminder a screen has shown since the last record."""
        self._noted = row.noted
        self.votes_closed = self._closed_votes()
        """Number of votes that are all in but not revealed yet: the phone goes to the middle first."""
        self.changed = None if same_rules else self._what_changed()
        """Set if the rules changed and the play fits them, but gives different points."""

    def _what_changed(self) -> Text | None:
        points, row = tuple(seat.points for seat in self.play.table.seats), self.row
        if self.play.misfit is not None or row.noted != len(self.play.log) or row.points in (points, ()):
            return None
        return say("The rules have changed since this play began, and so have the points. "
                   "You can correct them.")

    # Closed votes

    def _unopened(self, record: Record | None = None) -> list[Ballot]:
        return unopened(self.play, self.store.setting(votes_key(self.row.uid)), record)

    def _closed_votes(self, record: Record | None = None) -> int:
        """How many votes wait to be revealed, also after a restart; none if the next vote follows at once."""
        ballots = self._unopened(record) if self.play.run.ballots else []
        if not ballots or self._ballot():
            return 0
        records = [*self.play.log, *([record] if record is not None else [])]
        is_void = any(records[number].kind in VOID for number in self.play.run.fed if number > ballots[-1].by)
        return 0 if is_void else len(ballots[-1].votes)

    def _ballot(self) -> list[str]:
        """Keys of the secret questions that everybody is answering now."""
        request = self.play.request()
        with suppress(Refused):  # a game that fails asks nothing
            asked = self.play.open() if request is not None and request.mode is RequestMode.ALL_OF else []
            return [one.key() for one in asked] if all(one.secret and one.seals for one in asked) else []
        return []

    def _close_again(self) -> None:
        """Votes that an undo took back are closed again if a redo brings them back."""
        ballots, key = self.play.run.ballots, votes_key(self.row.uid)
        opened = self.store.setting(key) if len(ballots) < self._ballots else None
        if isinstance(opened, int):
            with suppress(Refused):
                self.store.set(key, min(opened, ballots[-1].by + 1 if ballots else 0))

    def watch_votes(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call back when the closed votes are open. Returns a function that stops it."""
        self._vote_watchers.append(tell)
        return lambda: self._vote_watchers.remove(tell) if tell in self._vote_watchers else None

    def open_votes(self) -> None:
        """Open the closed votes. If that can't be saved, the next start asks again."""
        self.votes_closed = 0
        with suppress(Refused):
            self.store.set(votes_key(self.row.uid), len(self.play.log))
        self._noted = -1  # the library may now show what the votes led to
        self.note()
        for tell in tuple(self._vote_watchers):
            tell()

    def change_vote(self, key: str, answer: Json) -> None:
        """Replace a closed vote. The rules have gone on, so the last vote is taken back and given again."""
        number = self.play.last_number()
        last = None if number is None else self.play.log[number]
        if last is None or not last.sealed or not self.votes_closed:
            raise Refused(say("This vote can't be changed any more."))
        watchers, self.watchers = self.watchers, []  # nobody may see the votes half closed
        try:
            self.undo()
            try:
                self.answer(key, answer)
            except (Refused, NotSaved):
                with suppress(NotSaved):  # then a redo brings the vote back later
                    self.play.redo()
                raise
            if key != last.key:
                self.answer(last.key, last.answer)
        finally:
            self.watchers = watchers
            self._tell(self.play.log[-1])

    # Looking

    @property
    def epoch(self) -> str:
        """Changes with each record, play and process, so an answer can be tied to the table it saw."""
        return f"{STARTED}.{self.id}.{len(self.play.log)}"

    def view(self) -> View:
        """The game's view after the last record, built once for the summary and every screen."""
        if self.cached_view is None or self.cached_view[0] != len(self.play.log):
            self.cached_view = (len(self.play.log), self.play.view())
        view = self.cached_view[1]
        asked = self.play.open() if any(one.beside for one in view.reminders) else ()
        told = tuple(one for one in view.reminders if one.belongs_to(asked)
                     and (not one.forgotten or self._reminds(one.forgotten)))
        self._reminded = [one.forgotten for one in told if one.forgotten]
        return view if told == view.reminders else replace(view, reminders=told)

    def _reminds(self, moment: str, *, note: bool = False) -> bool:
        """Remind these people of a rule the first two times it applies, in any play. `note`: they were."""
        names = "|".join(sorted(name_key(seat.name) for seat in self.play.table.seats))
        here = f"{self.row.uid or self.id} {moment}"
        group = sha256(names.encode()).hexdigest()[:16]  # no names in settings
        key = f"reminded.{moment.partition(' ')[0]}.{group}"
        told = self.store.setting(key)
        told = told if isinstance(told, list) else []
        if note and here not in told:
            with suppress(Refused):
                self.store.set(key, [*told, here])
        return here in told or len(told) < REMINDED

    @property
    def title(self) -> str:
        """The name of the game, or of the box on a score sheet."""
        return self.game.named(self.play.setup)

    @property
    def name(self) -> Text | str:
        """The title as each guest reads it in their own language, or the play's own name."""
        facts = self.game.facts
        return facts.name if self.title == facts.title else self.title

    def over(self) -> bool:
        """Is there an outcome? If the game fails, it isn't over: the table shows what is wrong."""
        try:
            return self.play.outcome() is not None
        except GameFailed:
            return False

    def result(self) -> Outcome | None:
        """The outcome, or what the players said when they ended it early."""
        outcome: Outcome | None = self.play.outcome()
        rows = self.store.results.seats_of([self.id]) if outcome is None else []
        if not rows:
            return outcome
        winners, said = tuple(row.seat for row in rows if row.won), rows[0].outcome
        ranked = [row for row in rows if row.place is not None]
        if not winners and not ranked:
            return None
        places = []
        for row in sorted(ranked, key=lambda row: (not row.won, row.place)):
            place = 1 if row.won else max(row.place or 0, len(winners) + 1)
            places.append(PodiumPlace(row.seat, place, row.score))
        return Outcome(said if isinstance(said, Text) else Text(said), winners, tuple(places))

    # Doing

    def answer(self, key: str, answer: Json, *, rolled: bool = False) -> Record:
        return self.play.answer(key, answer, rolled=rolled)

    def correct(self, path: str, value: Json) -> Record:
        return self.play.correct(path, value)

    def undo(self, to: int | None = None) -> None:
        self.play.undo(to)

    def _before(self, record: Record) -> None:
        self._people, self._ballots = people_of(self.play.table), len(self.play.run.ballots)
        self._brief = self._in_brief(record.key, record.answer) if record.kind == log.ANSWER else ""
        for moment in self._reminded:
            self._reminds(moment, note=True)
        self._reminded = []

    def _did(self, record: Record) -> None:
        if record.kind == log.UNDO:
            self._close_again()
        number, self.votes_closed = len(self.play.log) - 1, self._closed_votes()
        if record.kind == log.ANSWER:
            self.briefs[number] = self._brief
        elif record.kind == log.RESTART:
            self._forgotten[number] = self.timers.forget()
        elif record.kind in (log.UNDO, log.REDO):
            standing = self.play.standing_numbers()
            for gone in [one for one in self._forgotten if one not in standing]:
                for timer in self._forgotten.pop(gone):
                    self.timers.set(timer)
            self.note()
        self._tell(record)
        self._remember_people()

    def _tell(self, record: Record) -> None:
        for watcher in tuple(self.watchers):
            try:
                watcher(record)
            except Exception:  # already stored: a failing screen must not make it look refused
                applog.exception("a surface could not show what was done")

    def _in_brief(self, key: str, answer: Json) -> str:
        """What the answer did, in one sentence; empty if it has none, is secret, or will be refused."""
        def words() -> str:
            question = self.play.find(key)
            if question is None or question.secret:
                return ""
            return as_sentence(question.seat, question.in_brief(self.play.table,
                                                                question.decode(self.play.table, answer)))
        try:
            return guarded(words)
        except Refused:
            return ""

    def draw_first(self) -> None:
        """Draw the first answer if this play's options say so. It is an ordinary record."""
        def draw() -> None:
            if self.game.drawn_at_start(self.play.table):
                question = self.play.open()[0]
                self.hands.card()  # start watching, so the card lists what was drawn
                self.answer(question.key(), question.random_answer(self.play.table, LUCK), rolled=True)

        with suppress(Refused):  # if it fails, the players are asked
            guarded(draw)

    def _remember_people(self) -> None:
        """Remember who sits here now, and forget whoever no longer does and never played elsewhere.

        So a name with a typo leaves no trace."""
        before, after = self._people, people_of(self.play.table)
        if after == before:
            return
        names = {name_key(one.name) for one in after}
        came = [one for one in after if one not in before]
        left = [one for one in before if name_key(one.name) not in names]
        with suppress(Refused):  # the play itself also holds its people
            self.note()
            self.store.remember(came, self._clock.wall())
            for person in left:
                if not plays_elsewhere(self.store, person.name, self.id):
                    self.store.forget(person.name, self._clock.wall())

    # Saving

    def note(self) -> None:
        """Update the library's summary. If that fails, it waits; the log is what counts."""
        if self._noted == len(self.play.log):
            return
        with suppress(Refused):
            ending = self.store.play(self.id).ending
            records = len(self.play.log)
            summary = self._summary(records, self.votes_closed, ending)
            self.store.note(self.id, records, self._rules(), summary, ending)
            self._noted = records

    def end(self, ended: bool, winner: int | None = None) -> None:
        """Mark the play as ended here, or take that back; the next record reopens it. Raises `Refused`."""
        self.note()
        last, records = self.store.play(self.id).ending, len(self.play.log)
        ending = log.Ending(ended, winner, log.later(self._clock.wall(), 0.0 if last is None else last.at))
        summary = self._summary(records, self.votes_closed, ending)
        self.store.end(self.id, records, self._rules(), summary, ending)

    def export(self) -> str:
        return dump(self.file(shared=True))

    def file(self, *, shared: bool = False, votes: bool = True) -> PlayFile:
        """Covers secrets that aren't revealed, to lose none.

        `shared`: for other people, so it ends before them. Without `votes`, it ends before closed votes.
        """
        play = self.play
        hidden = hidden_votes(play, self.store.setting(votes_key(self.row.uid)))
        if not shared and not votes:
            return self._covered(self._without_votes(hidden))
        if not shared and hidden:
            return self._covered(play.log)
        try:
            shown = Play(play.game, play.setup, play.log[:min(hidden)], trusted=True) if hidden else play
            file = guarded(play_file, shown, self._rules(), self.row.uid, self.row.began)
            return file if shared or len(file.log) == len(play.log) else self._covered(play.log)
        except GameFailed:  # nobody knows which secrets are revealed
            return self._covered(before_secrets(play.log) if shared else play.log)

    def _covered(self, records: Sequence[Record]) -> PlayFile:
        row = self.row
        return PlayFile(row.game, self._rules(), row.setup, list(records), row.uid, row.began, covered=True)

    def _without_votes(self, hidden: Sequence[int]) -> list[Record]:
        """The log before these, with votes masked that were changed, voided or taken back."""
        run = self.play.run
        stay = {*run.fed} - run.votes | votes_that_count(self.play)
        return log.public(self.play.log[:min(hidden, default=None)], stay)

    def _keep(self, number: int, record: Record) -> None:
        """Save before the screen moves on. An undo is saved before it is done; its summary follows."""
        going_back = record.kind in (log.UNDO, log.REDO)
        summary = None if going_back else self._summary(number + 1, self._closed_votes(record))
        self.store.book(self.id, number, record, self._rules(), summary)
        if summary is not None:
            self._noted = number + 1
        if number % RECORDS_BETWEEN_BACKUPS == RECORDS_BETWEEN_BACKUPS - 1:
            self.store.back_up()

    def _summary(self, records: int, votes_closed: int, ending: log.Ending | None = None) -> Summary:
        view = view_of(self.play)
        self.cached_view = None if view is None else (records, view)
        if votes_closed:
            return without_closed_votes(self.play, ending)
        return summary_of(self.play, view, ending)

    def _rules(self) -> str:
        return self.row.rules if self.play.misfit is not None else str(self.game.rules_version)

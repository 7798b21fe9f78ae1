"""A play without a screen. The table screen, table mode and a guest's page only draw their controller.

    controller = TableController(library.start("windmill", Setup(people("Ana", "Ben", "Cleo"))))
    controller.watch(lambda change: draw(controller.situation, controller.view))
    result = controller.answer("Oldest/table", 0)

Failures are returned as values with a reason, never raised; sounds are values too. Each screen has its own
controller, as each may show another question; all watch the same play.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.core import log as records
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.engine.by_hand import NO_CARD, HandCard, HandLine
from companion.core.game import Field
from companion.core.log import Record
from companion.core.play import NotSaved, Play, RulesFailed
from companion.core.questions import Description, Draft, Timer
from companion.core.setup import Person
from companion.core.table import Unwind
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json
from companion.core.views import View
from companion.services.hands import GoingBack
from companion.services.open_play import OpenPlay
from companion.services.table.echo import Echo, LastEcho
from companion.services.table.situation import (
    Q,
    SeatState,
    Situation,
    active_seats,
    headline,
    seat_states,
    situation_of,
)

log = logging.getLogger("tableside")


@dataclass(frozen=True)
class Ring:
    """A sound's name and the vibration in milliseconds."""

    sound: str
    buzz: int


BOOK, TAP, UNDO, REFUSE = Ring("book", 10), Ring("tap", 10), Ring("undo", 10), Ring("refuse", 30)


@dataclass(frozen=True)
class Change:
    ring: Ring | None = None
    answered: str = ""
    """Key of the answered question, whose draft is done."""
    own: bool = True
    """Requested by this screen, not another one."""


MOVED_ON = say("The table has moved on. Look again.")
NOT_NOW = say("You can't do that right now.")
MANY_PIECES = 4
"""From this number on, an undo asks first."""


@dataclass(frozen=True)
class Result:
    """The outcome of a request. If it failed, `why` says so in one sentence."""

    done: bool = True
    why: Text | str = ""
    refused: bool = False
    """The answer itself is invalid: show this beside the question."""
    stale: bool = False
    """It was meant for an earlier table."""
    warning: Text | None = None
    """Not done yet: ask the players to confirm, then pass `sure=True`."""
    going_back: GoingBack | None = None
    """What players would have to put back, to show it with the warning."""
    ring: Ring | None = None
    """For this screen only; sounds for others come with the `Change`."""
    over: bool = False


class TableController:
    """What is open, for whom, and what can be done about it."""

    def __init__(self, opened: OpenPlay) -> None:
        self.opened, self.play, self.game = opened, opened.play, opened.game
        self.exits = opened.play.exits
        self.wish = ""
        """Key of the open question somebody wants to see; empty for the main one."""
        self.situation = Situation("stuck")
        self.headline: Text | str = ""
        self.timer: Timer | None = None
        self.view: View | None = None
        """None if the game's view failed; `notice` says so once."""
        self.echo: Echo | None = None
        self.seats: tuple[SeatState, ...] = ()
        self.points: tuple[int, ...] = ()
        self.hand: HandCard = NO_CARD
        """What players must move now; `NO_CARD` if nothing."""
        self.notice: Text | None = None
        """A message to show once; taken with `take_notice`."""
        self._drafts: dict[str, tuple[tuple[str, Json], Draft[Any]]] = {}
        self._draft_numbers: dict[str, int] = {}
        self._drafts_made = 0
        self._echo = LastEcho()
        self._broken: GameFailed | None = None
        self._view_broke = False
        self._acting = False
        self._watchers: list[Callable[[Change], None]] = []

    # Looking

    @property
    def epoch(self) -> str:
        """Identifies the table; answers meant for an earlier one are rejected."""
        return self.opened.epoch

    @property
    def last_words(self) -> str:
        """What happened last, as beside Undo."""
        return "" if self.echo is None else self.echo.text

    def read(self, answered: str | None = None) -> None:
        """Read the play. Never raises: if a game fails, its play is set aside, see `situation`.

        `answered`: the question just answered. If it is asked again, stay on it: people often buy several
        things.
        """
        self._broken = None
        try:
            guarded(self._read, answered)
        except GameFailed as failed:
            self.set_aside(failed)

    def _read(self, answered: str | None) -> None:
        play = self.play
        if answered is not None:
            self.wish = ""
            if any(one.stays and one.key() == answered and one.possible(play.table) for one in play.open()):
                self.wish = answered
        self.situation = now = situation_of(play, self.wish)
        self.keep_drafts(now)
        self.headline = headline(play, self.situation)
        self.timer = self._timer()
        self.echo = self._echo.read(play, self.opened.briefs)
        self.points = tuple(seat.points for seat in play.table.seats)
        active = active_seats(self.situation)
        self.hand = self.opened.hands.card()
        self.view = self.look()
        try:
            self.seats = seat_states(play, self.view, active)
        except Exception:  # invalid view: fall back to the points
            self._lose_view()
            self.view, self.seats = None, seat_states(play, None, active)

    def _timer(self) -> Timer | None:
        asked = self.situation.question
        timer: Timer | None = None
        if asked is not None and self.situation.state == "question":
            timer = asked.timer(self.play.table)
        if timer is not None and not isinstance(timer, Timer):
            raise TypeError(f"the clock of {type(asked).__name__} is no Timer: {timer!r}")
        return timer

    def look(self) -> View | None:
        """The game's view of the table. A failure is reported once, and the play goes on without it."""
        try:
            return self.opened.view()
        except Exception:
            self._lose_view()
            return None

    def _lose_view(self) -> None:
        if not self._view_broke:
            log.exception("the view of %s failed", self.game.facts.id)
            self._view_broke = True
            self.notice = say("Part of the table couldn't be shown. Scores and questions are right.")

    def set_aside(self, failed: GameFailed) -> None:
        """The game failed while being read: show nothing of it, and let players undo or export."""
        if self._broken is None:
            log.error("the game %s stumbled: %s", self.game.facts.id, failed.details)
        self._broken = failed
        self.situation = Situation("broken", sentence=failed.refusal.why)
        self.headline = headline(self.play, self.situation)
        self.timer, self.view, self.echo, self.hand = None, None, None, NO_CARD
        self.seats = seat_states(self.play, None, set())

    def take_notice(self) -> Text | None:
        notice, self.notice = self.notice or self.opened.take_news(), None
        return notice

    def watch(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call back after each change, once everything is up to date. Returns a function that stops it."""
        if not self._watchers:
            self.opened.watchers.append(self._heard)
        self._watchers.append(callback)

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)
                if not self._watchers:
                    self.opened.watchers.remove(self._heard)
        return stop

    def _heard(self, record: Record) -> None:
        """A record was stored. This screen's own changes are reported when complete."""
        if not self._acting:
            before = self.points
            self.read()
            ring: Ring | None = BOOK if before != self.points else TAP
            if record.kind in (records.UNDO, records.FAILED):
                ring = UNDO if record.kind == records.UNDO else None
            self._tell(Change(ring, record.key if record.kind == records.ANSWER else "", own=False))

    def _tell(self, change: Change) -> None:
        self._drafts.pop(change.answered, None)
        for callback in tuple(self._watchers):
            callback(change)

    # The question

    def draft(self, question: Q) -> Draft[Any]:
        """This screen's draft for an open question, updated when the table has changed.

        Raises `GameFailed`: pass it to `set_aside`.
        """
        return guarded(self._draft, question)

    def _draft(self, question: Q) -> Draft[Any]:
        key, hidden = question.key(), self.late_hidden(question)
        now = (self.epoch, hidden)  # an expired timer reveals its answer without a record
        seen, draft = self._drafts.get(key, (None, None))
        if draft is None:
            draft = question.draft(self.play.table)
            self._drafts_made += 1
            self._draft_numbers[key] = self._drafts_made
        if seen != now or draft.question is not question:
            draft.look(question, self.play.table, hidden)
        self._drafts[key] = (now, draft)
        return draft

    def draft_name(self, question: Q) -> str:
        """The name of its draft. A question that is asked again gets a new draft with a new name."""
        self.draft(question)
        return f"{self.opened.id}.{self._draft_numbers[question.key()]}"

    def take_over(self, question: Q, draft: Draft[Any]) -> None:
        """Continue an earlier controller's draft, dropping what no longer fits."""
        if type(draft) is type(self.draft(question)):
            self._drafts[question.key()] = (("", None), draft)

    def keep_drafts(self, now: Situation) -> None:
        """Drop the drafts of questions that aren't open any more."""
        if self._drafts:
            questions = (now.question, *now.others, *now.standing, *now.asked)
            open_keys = {one.key() for one in questions if one is not None}
            self._drafts = {key: kept for key, kept in self._drafts.items() if key in open_keys}

    def forget_draft(self, key: str) -> None:
        self._drafts.pop(key, None)

    def describe(self, question: Q, *, brief: bool = False) -> Description:
        """Everything to draw of an open question. Raises `GameFailed`: pass it to `set_aside`."""
        return guarded(lambda: self._draft(question).describe(brief=brief))

    def late_hidden(self, question: Q) -> Json:
        """The answer that a running timer hides until zero; else None."""
        timer, timers = question.timer(self.play.table), self.opened.timers
        if timer is None or not timer.hidden or timers.peek(timer).over(timers.now()):
            return None
        return timer.late

    def fields(self) -> list[Field]:
        return listed(self.play, self.play.fields)

    def ahead(self) -> list[Text]:
        return listed(self.play, self.play.ahead)

    # Doing

    def answer(self, key: str, raw: Json, *, rolled: bool = False, epoch: str = "") -> Result:
        """Submit an answer as plain JSON. It is on disk before anything is drawn.

        `epoch`: the table it was meant for; empty for the current one.
        """
        if epoch and epoch != self.epoch:
            return Result(False, MOVED_ON, stale=True, ring=REFUSE)
        before, self._acting = self.points, True
        try:
            self.play.answer(key, raw, rolled=rolled)
        except (Refused, RulesFailed, NotSaved) as error:
            result = _failed(error)
            if not result.refused:  # the rules failed, perhaps with the whole play
                self.read()
                self._tell(Change())
            return result
        finally:
            self._acting = False
        self.read(key)
        self._tell(Change(BOOK if before != self.points else TAP, key))
        return Result(over=self.situation.state == "over")

    def choose(self, question: Q) -> Result:
        """Tap another question's tile: do the only possible thing, or else show it."""
        try:
            if not guarded(question.possible, self.play.table):
                return Result(False, NOT_NOW, refused=True, ring=REFUSE)
            only = guarded(question.only_answer, self.play.table)
        except GameFailed as failed:
            return Result(False, failed.refusal.why, ring=REFUSE)
        return self.answer(question.key(), only) if only is not None else self.want(question.key())

    def want(self, key: str) -> Result:
        """Show another open question; empty for the main one."""
        self.wish = key
        self.read()
        self._tell(Change())
        return Result()

    def undo(self, to: int | None = None, *, sure: bool = False, epoch: str = "") -> Result:
        """Take back the last record, or all but the first `to`.

        Unless `sure`, ask first if people have seen it, or if many pieces would have to go back.
        `epoch`: the table it was meant for; empty for the current one.
        """
        if epoch and epoch != self.epoch:
            return Result(False, MOVED_ON, stale=True, ring=REFUSE)
        if not self.play.can_undo():
            return Result(False)
        going = None if sure else self.opened.hands.to_go_back(to)
        warning = None if sure else _undo_warning(self.play.undo_warning(to), going)
        if warning is not None:
            return Result(False, warning=warning, going_back=going)
        return self._change(self.play.undo, to, ring=UNDO)

    def redo(self) -> Result:
        return self._change(self.play.redo) if self.play.can_redo() else Result(False)

    def correct(self, path: str, value: Json) -> Result:
        return self._change(self.play.correct, path, value)

    def fix(self, changes: Iterable[tuple[str, Json]]) -> Result:
        return self._change(self.play.fix, changes)

    def exit(self, what: type[Unwind] | str) -> Result:
        return self._change(self.play.exit, what)

    def leave(self, seat: int) -> Result:
        return self._change(self.play.leave, seat)

    def come_back(self, seat: int) -> Result:
        return self._change(self.play.come_back, seat)

    def join(self, person: Person) -> Result:
        return self._change(self.play.join, person)

    def rename(self, seat: int, name: str) -> Result:
        return self._change(self.play.rename, seat, name)

    def restart(self) -> Result:
        return self._change(self.play.restart)

    def play_on(self) -> Result:
        return self._change(self.play.play_on)

    def change_vote(self, key: str, answer: Json) -> Result:
        return self._change(self.opened.change_vote, key, answer)

    # To move

    @property
    def hands_wait(self) -> bool:
        """More lines will come, so the card is read out later."""
        return self.opened.hands.waits

    def fold_hand(self) -> None:
        """Close the card; otherwise the next answer does."""
        self.opened.hands.fold()
        self.hand = NO_CARD
        self._tell(Change())

    def tick_hand(self, line: HandLine) -> None:
        self.opened.hands.tick(line)
        self.hand = self.opened.hands.card()
        self._tell(Change(TAP))

    def tell_by_hand(self, how: str) -> None:
        self.opened.hands.how = how
        self.read()
        self._tell(Change())

    # Internals

    def _change(self, action: Callable[..., Any], *args: Any, ring: Ring | None = None) -> Result:
        self._acting = True
        try:
            action(*args)
        except (Refused, RulesFailed, NotSaved) as error:
            return _failed(error)
        finally:
            self._acting = False
        self.wish = ""
        self.read()
        self._tell(Change(ring))
        return Result()


def _undo_warning(seen: Text | None, going: GoingBack | None) -> Text | None:
    """`seen`: why to ask first, as people have seen what goes."""
    number = 0 if going is None else going.pieces
    if number < MANY_PIECES:
        return seen
    if seen is None:
        return count("This moves {n} piece back on the table. Undo it?",
                     "This moves {n} pieces back on the table. Undo it?", number)
    return count("This moves {n} piece back on the table. {warning}",
                 "This moves {n} pieces back on the table. {warning}", number, warning=seen)


def listed(play: Play[Any], make: Callable[..., list[Any]], *args: Any) -> list[Any]:
    try:
        return make(*args)
    except GameFailed:
        log.exception("the game %s could not list it", play.game.facts.id)
        return []


def _failed(error: Refused | RulesFailed | NotSaved) -> Result:
    if isinstance(error, Refused) and not isinstance(error, GameFailed):
        return Result(False, error.refusal.why, refused=True, ring=REFUSE)
    log.exception("something was not taken")
    return Result(False, error.refusal.why if isinstance(error, GameFailed) else str(error), ring=REFUSE)

"""The one object a surface needs of a play. The table screen, table mode and a guest's page only draw it.

    controller = TableController(evening.start("windmill", Setup(people("Ana", "Ben", "Cleo"))))
    controller.watch(lambda change: draw(controller.situation, controller.view))
    result = controller.answer("Oldest/table", 0)

It has no window. What can't be done comes back as a value with its reason, never as an exception; what to ring is a
value, too. Each surface has a controller of its own, as each may look at another question; all watch the same play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.core import log as records
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.engine.by_hand import NO_CARD, HandCard, HandLine
from companion.core.game import Field, Game
from companion.core.log import Record
from companion.core.play import NotSaved, Play, RulesFailed
from companion.core.questions import Draft, Json, Refused, Timer
from companion.core.seats import Person
from companion.core.showing import Description
from companion.core.table import Unwind
from companion.core.text import Text, say
from companion.core.views import View
from companion.services.open_play import OpenPlay
from companion.services.table import situation as reading
from companion.services.table.situation import Echo, LastEcho, Q, SeatState, Situation

log = logging.getLogger("tableside")


@dataclass(frozen=True)
class Ring:
    """What to hear and to feel: the name of a sound, and how many milliseconds to buzz."""

    sound: str
    buzz: int


BOOK, TAP, UNDO, REFUSE = Ring("book", 10), Ring("tap", 10), Ring("undo", 10), Ring("refuse", 30)


@dataclass(frozen=True)
class Change:
    """There is something else to draw now."""

    ring: Ring | None = None
    answered: str = ""
    """The key of the question that was answered: what was tapped for it so far is done with."""
    own: bool = True
    """Asked for by this surface; else another one did it."""


@dataclass(frozen=True)
class Result:
    """What became of a request. Where it was not done, `why` says it in one sentence."""

    done: bool = True
    why: str = ""
    refused: bool = False
    """The answer itself does not fit: say it beside the question."""
    stale: bool = False
    """It was meant for a table that has moved on."""
    warning: Text | None = None
    """Not done yet: ask the table whether it is sure, then say `sure=True`."""
    ring: Ring | None = None
    """For this surface alone; what others may hear comes with the `Change`."""
    over: bool = False
    """There is an outcome now."""


class TableController:
    """What is open, for whom, and what can be done about it."""

    def __init__(self, opened: OpenPlay, how: str = "") -> None:
        """`how`: how much the By hand card tells, see `services.by_hand`; empty: as it is."""
        self.opened = opened
        self.wish = ""
        """The key of the open question that somebody wants to see; empty: the one the rules wait for."""
        self.situation = Situation("stuck")
        self.headline: Text | str = ""
        self.timer: Timer | None = None
        """The clock of the question to answer now."""
        self.view: View | None = None
        """None where the game can't say; `notice` tells it once."""
        self.echo: Echo | None = None
        self.seats: tuple[SeatState, ...] = ()
        self.points: tuple[int, ...] = ()
        self.hand: HandCard = NO_CARD
        """What hands must do on the table now; no lines: no card."""
        opened.hands.how = how or opened.hands.how
        self.notice: Text | None = None
        """Something to tell once; taken with `take_notice`."""
        self._drafts: dict[str, tuple[tuple[str, Json], Draft[Any]]] = {}
        self._echo = LastEcho()
        self._broken: GameFailed | None = None
        self._view_broke = False
        self._warned: int | None = None
        self._acting = False
        self._watchers: list[Callable[[Change], None]] = []

    # Looking

    @property
    def play(self) -> Play[Any]:
        return self.opened.play

    @property
    def game(self) -> Game[Any]:
        return self.opened.game

    @property
    def epoch(self) -> str:
        """Bind an answer to it: one that was meant for an earlier table is not taken."""
        return self.opened.epoch

    def read(self) -> None:
        """Read the play. Never raises: a game that stumbles sets its play aside, see `situation`."""
        self._broken = None
        try:
            guarded(self._read)
        except GameFailed as failed:
            self.set_aside(failed)

    def _read(self) -> None:
        play = self.play
        self.situation = now = reading.read(play, self.wish)
        if self._drafts:
            open_keys = {one.key() for one in (now.question, *now.others, *now.standing, *now.asked) if one is not None}
            self._drafts = {key: kept for key, kept in self._drafts.items() if key in open_keys}
        self.headline = reading.headline(play, self.situation)
        self.timer = self._timer()
        self.echo = self._echo.read(play, self.opened.briefs)
        self.points = tuple(seat.points for seat in play.table.seats)
        active = reading.active_seats(self.situation)
        self.hand = self.opened.hands.card()
        self.view = self.look()
        try:
            self.seats = reading.seat_states(play, self.view, active)
        except Exception:  # a view of nonsense: the points are right
            self._lose_view()
            self.view, self.seats = None, reading.seat_states(play, None, active)

    def _timer(self) -> Timer | None:
        asked = self.situation.question
        timer = asked.timer(self.play.table) if asked is not None and self.situation.state == "question" else None
        if timer is not None and not isinstance(timer, Timer):
            raise TypeError(f"the clock of {type(asked).__name__} is no Timer: {timer!r}")
        return timer

    def look(self) -> View | None:
        """The game's view of the table. One that fails is told once, and the play goes on without."""
        try:
            return self.opened.view()
        except Exception:
            self._lose_view()
            return None

    def _lose_view(self) -> None:
        if not self._view_broke:
            log.exception("the view of %s failed", self.game.facts.id)
            self._view_broke = True
            self.notice = say("This game could not show its whole table; scores and questions are right.")

    def set_aside(self, failed: GameFailed) -> None:
        """The game stumbled while it was looked at: nothing of it is shown, and the play can be undone or exported."""
        if self._broken is None:
            log.error("the game %s stumbled: %s", self.game.facts.id, failed.details)
        self._broken = failed
        self.situation = Situation("broken", sentence=failed.refusal.why)
        self.headline = reading.headline(self.play, self.situation)
        self.timer, self.view, self.echo, self.hand = None, None, None, NO_CARD
        self.seats = reading.seat_states(self.play, None, set())

    def take_notice(self) -> Text | None:
        """What is to be told, once."""
        notice, self.notice = self.notice or self.opened.take_news(), None
        return notice

    def watch(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Be called after each change, when everything here has been read again. Returns how to stop."""
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
        """Something was stored. What this surface did itself is told when it is done with it."""
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

    # What a question is about

    def draft(self, question: Q) -> Draft[Any]:
        """What was tapped so far for an open question, on this surface; looked over again when the table has changed.

        Raises `GameFailed`: give it to `set_aside`.
        """
        key, hidden = question.key(), guarded(self.late_hidden, question)
        now = (self.epoch, hidden)  # a clock that has run out brings its answer without any record
        seen, draft = self._drafts.get(key, (None, None))
        if draft is None:
            draft = guarded(question.draft, self.play.table)
        if seen != now or draft.question is not question:
            guarded(lambda: draft.look(question, self.play.table, hidden))
        self._drafts[key] = (now, draft)
        return draft

    def take_over(self, question: Q, draft: Draft[Any]) -> None:
        """Go on with the answer so far of an earlier controller; what no longer fits is dropped."""
        if type(draft) is type(self.draft(question)):
            self._drafts[question.key()] = (("", None), draft)

    def forget_draft(self, key: str) -> None:
        """Somebody else has answered it: what was tapped here so far is done with."""
        self._drafts.pop(key, None)

    def describe(self, question: Q, *, brief: bool = False) -> Description:
        """Everything there is to draw of an open question. Raises `GameFailed`: give it to `set_aside`."""
        draft = self.draft(question)
        return guarded(lambda: draft.describe(brief=brief))

    def late_hidden(self, question: Q) -> Json:
        """The answer that a clock offers at zero, while it has not run out; None: nothing is hidden."""
        timer = question.timer(self.play.table)
        if timer is None or timer.late is None or self.opened.timers.is_over(timer):
            return None
        return timer.late

    def exits(self) -> list[type[Unwind]]:
        """Flows that the table may end by hand now."""
        return self.play.exits()

    def fields(self) -> list[Field]:
        """What may be corrected; nothing where the game can't say."""
        return self._list(self.play.fields)

    def ahead(self) -> list[Text]:
        """What comes next, where the game says it."""
        return self._list(self.play.ahead)

    def _list(self, make: Callable[[], Iterable[Any]]) -> list[Any]:
        try:
            return guarded(lambda: list(make()))
        except GameFailed:
            log.exception("the game %s could not list it", self.game.facts.id)
            return []

    # Doing

    def answer(self, key: str, raw: Json, *, rolled: bool = False, epoch: str = "") -> Result:
        """Give an answer as plain JSON. It is on disk before anything is drawn.

        `epoch`: of the table this answer was meant for; empty: whatever is asked now.
        """
        if epoch and epoch != self.epoch:
            return Result(False, str(say("The table has moved on. Look again.")), stale=True, ring=REFUSE)
        result = self._do(self.opened.answer, key, raw, rolled=rolled)
        if result.refused:
            return result
        if result.done:
            self.wish = key if self._is_asked_again(key) else ""
        before = self.points
        self.read()
        if not result.done:
            self._tell(Change())
            return result
        self._tell(Change(BOOK if before != self.points else TAP, key))
        return Result(over=self.situation.state == "over")

    def choose(self, question: Q) -> Result:
        """A tile of another open question: where there is only one thing to do it is done, else it is looked at."""
        try:
            only = guarded(question.only_answer, self.play.table)
        except GameFailed as failed:
            return Result(False, str(failed), ring=REFUSE)
        return self.answer(question.key(), only) if only is not None else self.want(question.key())

    def want(self, key: str) -> Result:
        """Look at another open question; empty: the one the rules wait for."""
        self.wish = key
        self.read()
        self._tell(Change())
        return Result()

    def undo(self, to: int | None = None, *, sure: bool = False) -> Result:
        """Take back the last record, or all but the first `to`. What was seen already is warned of, once a position."""
        if not self.play.can_undo():
            return Result(False)
        warning = self.play.undo_warning(to)
        if warning is not None and not sure and self._warned != self.play.position():
            self._warned = self.play.position()
            return Result(False, warning=warning)
        return self._change(self.opened.undo, to, ring=UNDO)

    def redo(self) -> Result:
        return self._change(self.opened.redo) if self.play.can_redo() else Result(False)

    def restart(self) -> Result:
        """Begin this turn again with the table as it stands, and its clock from the start."""
        return self._change(self.opened.restart)

    def play_on(self) -> Result:
        """After a misfit: leave out what no longer fits."""
        return self._change(self.opened.play_on)

    def exit(self, what: type[Unwind] | str) -> Result:
        return self._change(self.opened.exit, what)

    def leave(self, seat: int) -> Result:
        return self._change(self.opened.leave, seat)

    def come_back(self, seat: int) -> Result:
        return self._change(self.opened.come_back, seat)

    def join(self, person: Person) -> Result:
        return self._change(self.opened.join, person)

    def rename(self, seat: int, name: str) -> Result:
        return self._change(self.opened.rename, seat, name)

    def correct(self, path: str, value: Json) -> Result:
        return self._change(self.opened.correct, path, value)

    def put_right(self, changes: Iterable[tuple[str, Json]]) -> Result:
        """Everything that was corrected on one visit: one record, one undo."""
        return self._change(self.opened.put_right, list(changes))

    # By hand

    def fold_hand(self) -> None:
        """The card is done with; otherwise the next answer folds it."""
        self.opened.hands.fold()
        self.hand = NO_CARD
        self._tell(Change())

    def tick_hand(self, line: HandLine) -> None:
        """One line of the card is done."""
        self.opened.hands.tick(line)
        self.hand = self.opened.hands.card()
        self._tell(Change(TAP))

    def tell_by_hand(self, how: str) -> None:
        """How much the card tells from now on."""
        self.opened.hands.how = how
        self.read()
        self._tell(Change())

    # How it is done

    def _change(self, action: Callable[..., Any], *args: Any, ring: Ring | None = None) -> Result:
        result = self._do(action, *args)
        if result.done:
            self.wish = ""
            self.read()
            self._tell(Change(ring))
        return result

    def _do(self, action: Callable[..., Any], *args: Any, **named: Any) -> Result:
        self._acting = True
        try:
            action(*args, **named)
        except (RulesFailed, NotSaved, GameFailed) as error:
            log.exception("something was not taken")
            return Result(False, str(error), ring=REFUSE)
        except Refused as refused:
            return Result(False, str(refused), refused=True, ring=REFUSE)
        finally:
            self._acting = False
        return Result()

    def _is_asked_again(self, key: str) -> bool:
        """Answered, it stays in the panel while it is open: people buy more than one thing."""
        def asked(play: Play[Any]) -> bool:
            return any(one.stays and one.key() == key and one.possible(play.table) for one in play.open())
        try:
            return guarded(asked, self.play)
        except GameFailed:
            return False

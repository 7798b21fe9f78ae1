"""A play without a screen. The table screen, table mode and a guest's page only draw their controller.

    controller = TableController(library.start("windmill", Setup(people("Ana", "Ben", "Cleo"))))
    controller.watch(lambda change: draw(controller.situation, controller.view))
    result = controller.answer("Oldest/table", 0)

Failures are returned as values with a reason, never raised; sounds are values too. Each screen has its own
controller, as each may show another question; all watch the same play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any

from companion.core import log as records
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.engine.by_hand import NO_CARD, HandCard, HandLine
from companion.core.game import Field
from companion.core.log import Record
from companion.core.play import GuardedPlay, NotSaved, Play, RulesFailed
from companion.core.questions import Description, Draft, InLine, Question, Timer
from companion.core.rulebook import Rule
from companion.core.setup import Switch
from companion.core.table import RequestMode
from companion.core.text import Refused, Text, count, say, without_stop
from companion.core.values import Json, same
from companion.core.views import Mark, Outcome, Reminder, SeatView, View
from companion.services.open_play import OpenPlay

Q = Question[Any, Any]


@dataclass(frozen=True)
class Situation:
    """`state` is "question" to answer, "ballots" to pass round, "seats" (a question for each), "over", "stuck",
    "misfit" (the log no longer fits the rules) or "broken" (the game failed; the play is set aside).
    """

    state: str
    question: Q | None = None
    others: tuple[Q, ...] = ()
    standing: tuple[Q, ...] = ()
    asked: tuple[Q, ...] = ()
    """Every seat's question of an `all_of`."""
    given: frozenset[str] = frozenset()
    outcome: Outcome | None = None
    sentence: Text | None = None
    aside: bool = False
    """Showing another question than the main one; there is a way back."""

    def key(self) -> str:
        return f"{self.state}/{self.question.key() if self.question is not None else ''}"


def situation_of(play: Play[Any], wish: str = "") -> Situation:
    """`wish`: key of the question somebody wants to see, if it is open."""
    if play.misfit is not None:
        return Situation("misfit", sentence=say("{what}", what=str(play.misfit)))
    outcome = play.outcome()
    if outcome is not None:
        return Situation("over", outcome=outcome, sentence=outcome.sentence, standing=tuple(play.standing()))
    request = play.request()
    asked, standing = tuple(play.open()), tuple(play.standing())
    wished = next((one for one in (*asked, *standing) if one.key() == wish), None) if wish else None
    if wished is not None and wished not in asked:
        return Situation("question", wished, standing=standing, aside=True)
    if request is None or play.stuck() or not asked:
        return Situation("stuck", standing=standing)
    if request.mode is RequestMode.ALL_OF:
        return _everybody(play, asked, standing, wished)
    main = wished or next((one for one in asked if one.possible(play.table)), asked[0])
    others = tuple(one for one in asked if one is not main)
    return Situation("question", main, others, standing, aside=wished is not None and wished is not asked[0])


def _everybody(play: Play[Any], asked: tuple[Q, ...], standing: tuple[Q, ...], wished: Q | None) -> Situation:
    given = frozenset(play.run.given())
    if all(one.secret for one in asked):
        waiting = [one for one in asked if one.key() not in given]
        turn = wished or (waiting[0] if waiting else asked[0])
        return Situation("ballots", turn, (), standing, asked, given)
    if wished is not None:
        return Situation("question", wished, (), standing, asked, given, aside=True)
    return Situation("seats", None, (), standing, asked, given)


def headline(play: Play[Any], situation: Situation) -> Text | str:
    """The biggest text, which is also read aloud."""
    asked, state = situation.question, situation.state
    if state == "question" and asked is not None:
        words = asked.sentence(play.table)
        if not isinstance(words, (Text, str)):
            raise TypeError(f"the sentence of {type(asked).__name__} is no text: {words!r}")
        return words
    if state == "ballots" and asked is not None:
        return say("Pass the phone to {name}", name=asked.seat) if asked.seat is not None else ""
    if state == "over":
        return situation.sentence or ""
    return _HEADLINES[state]


_HEADLINES: dict[str, Text] = {
    "seats": say("Everybody answers, in any order."),
    "stuck": say("The rules have no question right now."),
    "misfit": say("This play no longer fits the rules."),
    "broken": say("This play can't go on right now."),
}


@dataclass(frozen=True)
class SeatState:
    index: int
    name: str
    colour: int
    score: int | None = None
    active: bool = False
    gone: bool = False
    marks: tuple[Mark, ...] = ()
    note: Text | str = ""
    side: str = ""


def seat_states(play: Play[Any], view: View | None, active: set[int]) -> tuple[SeatState, ...]:
    """Everybody, in seating order. Without a view, shows the points."""
    views = {one.index: one for one in view.seats} if view is not None else {}
    rows = []
    for seat in play.table.seats:
        seen = views.get(seat.index) or SeatView(seat.index, seat.points)
        rows.append(SeatState(seat.index, seat.name, seat.colour, seen.score, seat.index in active, seat.gone,
                              seen.marks, "" if seen.note is None else seen.note, seen.side))
    return tuple(rows)


@dataclass(frozen=True)
class Echo:
    """Who did what last; `taken`: it was just undone."""

    text: str
    seat: int | None = None
    taken: bool = False


def last_echo(play: Play[Any], briefs: Mapping[int, str]) -> Echo | None:
    """What the next undo takes back, in the chronicle's words; None before the first answer.

    An answer without a chronicle line is named by `briefs` or at least by its seat; next to an older sentence, Undo
    would seem to take back something else.
    """
    number = play.last_number()
    if number is None:
        return None
    last = play.log[number]
    if number == 0 and last.kind == records.PUT_RIGHT:
        return Echo(str(say("The play begins in the middle")))
    entries = takewhile(lambda entry: entry.record == number, reversed(play.chronicle()))
    told = [line for entry in reversed([*entries]) for line in entry.lines if not line.heading]
    seat, brief = last.seat, briefs.get(number)
    name = play.table.seats[seat] if seat in range(len(play.table.seats)) else None  # an edited file may name any seat
    opened = name is not None and any(reveal.by == number for reveal in play.run.reveals)
    if opened and told and told[-1].seat is not None:  # its lines tell what all votes led to, but Undo takes one back
        return Echo(str(say("{name} voted last; the votes are open", name=name)), seat)
    if told and not (brief and len(told) > 1 and len({line.text.message for line in told}) == 1):  # such as two sums
        line = next((one for one in reversed(told) if one.news), told[-1])
        return Echo(without_stop(line.text), line.seat)
    if name is None:
        return Echo(brief or str(say("The last answer")))
    return Echo(brief or str(say("{name} answered", name=name)), seat)


class LastEcho:
    """A play's last action; right after an undo, what was undone."""

    def __init__(self) -> None:
        self._records, self._position = -1, 0
        self._last: Echo | None = None
        self._gone: Echo | None = None

    def read(self, play: Play[Any], briefs: Mapping[int, str]) -> Echo | None:
        if len(play.log) != self._records:
            last, steps = self._last, self._position - play.position()
            undone = bool(play.log) and play.log[-1].kind == records.UNDO and play.log[-1].key != records.FOR_GOOD
            self._gone = taken_back(play, last, steps) if undone and last is not None and steps > 0 else None
            self._records, self._position = len(play.log), play.position()
        self._last = last_echo(play, briefs)
        return self._gone or self._last


def taken_back(play: Play[Any], last: Echo, steps: int) -> Echo:
    if steps > 1:
        return Echo(str(count("Taken back: the last step", "Taken back: the last {n} steps", steps)), taken=True)
    still_there = last.seat is not None and last.seat < len(play.table.seats)  # joining may have been undone
    return Echo(str(say("Taken back: {what}", what=last.text)), last.seat if still_there else None, taken=True)


def active_seats(situation: Situation) -> set[int]:
    if situation.question is not None and situation.question.seat is not None:
        return {situation.question.seat.index}
    waiting = [one.seat for one in situation.asked if one.key() not in situation.given]
    return {seat.index for seat in waiting if seat is not None} if len(waiting) == 1 else set()


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
    ring: Ring | None = None
    """For this screen only; sounds for others come with the `Change`."""
    over: bool = False


class TableController:
    """What is open, for whom, and what can be done about it."""

    def __init__(self, opened: OpenPlay, how: str = "") -> None:
        """`how`: how much the By hand card lists, see `services.by_hand`; empty keeps the setting."""
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
        """What players must move now; without lines there is no card."""
        opened.hands.how = how or opened.hands.how
        self.notice: Text | None = None
        """A message to show once; taken with `take_notice`."""
        self._drafts: dict[str, tuple[tuple[str, Json], Draft[Any]]] = {}
        self._echo = LastEcho()
        self._broken: GameFailed | None = None
        self._view_broke = False
        self._warned: int | None = None
        self._acting = False
        self._watchers: list[Callable[[Change], None]] = []
        self.correct = partial(self._change, opened.correct)
        self.put_right = partial(self._change, opened.put_right)
        self.exit = partial(self._change, opened.exit)
        self.leave = partial(self._change, opened.leave)
        self.come_back = partial(self._change, opened.come_back)
        self.join = partial(self._change, opened.join)
        self.rename = partial(self._change, opened.rename)
        self.restart = partial(self._change, opened.restart)
        self.play_on = partial(self._change, opened.play_on)
        self.change_vote = partial(self._change, opened.change_vote)

    # Looking

    @property
    def epoch(self) -> str:
        """Identifies the table; answers meant for an earlier one are rejected."""
        return self.opened.epoch

    def read(self, answered: str | None = None) -> None:
        """Read the play. Never raises: if a game fails, its play is set aside, see `situation`.

        `answered`: the question just answered. If it is asked again, stay on it: people often buy several things.
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
        if self._drafts:
            open_keys = {one.key() for one in (now.question, *now.others, *now.standing, *now.asked) if one is not None}
            self._drafts = {key: kept for key, kept in self._drafts.items() if key in open_keys}
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
        timer = asked.timer(self.play.table) if asked is not None and self.situation.state == "question" else None
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
        if seen != now or draft.question is not question:
            draft.look(question, self.play.table, hidden)
        self._drafts[key] = (now, draft)
        return draft

    def take_over(self, question: Q, draft: Draft[Any]) -> None:
        """Continue an earlier controller's draft, dropping what no longer fits."""
        if type(draft) is type(self.draft(question)):
            self._drafts[question.key()] = (("", None), draft)

    def forget_draft(self, key: str) -> None:
        self._drafts.pop(key, None)

    def describe(self, question: Q, *, brief: bool = False) -> Description:
        """Everything to draw of an open question. Raises `GameFailed`: pass it to `set_aside`."""
        return guarded(lambda: self._draft(question).describe(brief=brief))

    def late_hidden(self, question: Q) -> Json:
        """The answer a timer offers at zero, while still running; else None."""
        timer = question.timer(self.play.table)
        if timer is None or timer.late is None or self.opened.timers.is_over(timer):
            return None
        return timer.late

    def fields(self) -> list[Field]:
        return _listed(self.play, self.play.fields)

    def ahead(self) -> list[Text]:
        return _listed(self.play, self.play.ahead)

    # Doing

    def answer(self, key: str, raw: Json, *, rolled: bool = False, epoch: str = "") -> Result:
        """Submit an answer as plain JSON. It is on disk before anything is drawn.

        `epoch`: the table it was meant for; empty for the current one.
        """
        if epoch and epoch != self.epoch:
            return Result(False, say("The table has moved on. Look again."), stale=True, ring=REFUSE)
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

    def undo(self, to: int | None = None, *, sure: bool = False) -> Result:
        """Take back the last record, or all but the first `to`. Warns once per position if it was already seen."""
        if not self.play.can_undo():
            return Result(False)
        warning = self.play.undo_warning(to)
        if warning is not None and not sure and self._warned != self.play.position():
            self._warned = self.play.position()
            return Result(False, warning=warning)
        return self._change(self.opened.undo, to, ring=UNDO)

    def redo(self) -> Result:
        return self._change(self.opened.redo) if self.play.can_redo() else Result(False)

    # By hand

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


def _listed(play: Play[Any], make: Callable[..., list[Any]], *args: Any) -> list[Any]:
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


@dataclass(frozen=True)
class HouseRule:
    """An option that one of the rules names, and its setting."""

    label: Text
    choice: Text
    sentence: Text
    rule: str = ""
    """Where the rulebook says more about it."""


@dataclass(frozen=True)
class Why:
    """The reason first, then the order of play, reminders, and the rules in our own words."""

    text: Text | None
    line: tuple[InLine, ...]
    hints: tuple[Text, ...]
    reminders: tuple[Reminder, ...]
    rules: tuple[Rule, ...]
    house: tuple[HouseRule, ...]


def why_of(controller: TableController, question: Q) -> Why:
    table, game = controller.play.table, controller.game
    text = question.why(table)
    hints = () if text is not None else tuple(one for one in (question.kicker(table), question.hint(table))
                                              if one is not None)
    book = game.rulebook()
    rules = tuple(book[rule] for rule in dict.fromkeys((question.rule, *question.also)) if rule in book)
    cited = {rule.id for rule in rules} | {one for rule in rules for one in rule.cites()}
    house = tuple(_house_rule(controller, option) for option in game.options if option.rule in cited)
    line = () if text is None else tuple(question.in_line(table))
    return Why(text, line, hints, controller.view.reminders if controller.view is not None else (), rules, house)


def _house_rule(controller: TableController, option: Switch) -> HouseRule:
    value = controller.play.setup.options.get(option.key, option.default)
    return HouseRule(option.label, option.words(value), option.sentence, option.rule)


class PuttingRight:
    """`changes`: path and value, in the order made. Nothing is saved here.

    `begun`: the play begins in the middle, so the game adds the pieces of a fresh setup.
    """

    def __init__(self, opened: OpenPlay, begun: bool = False) -> None:
        self.opened, self.begun = opened, begun
        self.changes: dict[str, Json] = {}
        self.whole: dict[str, Json] = {}
        """The changes, and what the game adds to a play begun in the middle."""
        self._trial: Play[Any] | None = None

    @property
    def play(self) -> Play[Any]:
        return self._trial if self.changes and self._trial is not None else self.opened.play

    def fields(self) -> list[Field]:
        """Fields of the corrected table; empty if the game fails."""
        return _listed(self.play, self.play.fields)

    def to_add(self, place: str = "") -> list[Field]:
        """What could be added there; empty if the game fails."""
        return _listed(self.play, self.play.to_add, place)

    def undo(self) -> None:
        if self.changes:
            changes = dict(list(self.changes.items())[:-1])
            self._try(changes)
            self.changes = changes

    def was(self, path: str) -> Json:
        field = self.opened.play.field(path)
        return None if field is None else field.read()

    def set(self, path: str, value: Json) -> str:
        """Set a value; return why it can't be, or an empty string. Setting the saved value drops the change."""
        wanted = {**self.changes, path: value}
        if same(self.was(path), value):
            del wanted[path]
            why = ""
        else:
            why = self._refusal(path, value)
        why = why or self._try(wanted)
        if why:
            self._try(self.changes)
        else:
            self.changes = wanted
        return why

    def _refusal(self, path: str, value: Json) -> str:
        """Each change must be legal when made; two that block each other are set one by one."""
        try:
            field = self.play.field(path)
            if field is not None:
                field.check(value)
        except Refused as refused:
            return str(refused)
        return ""

    def forget(self) -> None:
        self._try({})
        self.changes = {}

    def prepare(self) -> None:
        """Build the copy in an idle moment, as a long log takes a while."""
        if self._trial is None:
            play = self.opened.play
            self._trial = GuardedPlay(play.game, play.setup, play.log, trusted=True)

    def _with_added(self, trial: Play[Any], changes: dict[str, Json]) -> dict[str, Json]:
        first = {field.path for field in trial.fields() if field.first}
        how_far = {path: value for path, value in changes.items() if path in first}
        if not how_far:
            return changes
        trial.put_right(how_far.items())
        added = dict(trial.game.begun(trial.table))
        trial.undo()
        return {**how_far, **added, **changes}

    def _try(self, changes: dict[str, Json]) -> str:
        try:
            self.prepare()
            trial = self._trial
            if trial is None:
                return ""
            while trial.position() > self.opened.play.position():
                trial.undo()
            self.whole = self._with_added(trial, changes) if changes and self.begun else changes
            if changes:
                trial.put_right(self.whole.items())
        except (Refused, RulesFailed, NotSaved) as refused:
            return str(refused)
        return ""

"""The phones' surface of one play: what each seat sees, and what its thumb does. All of it in the play's own thread.

One reader watches the play; each seat has a controller of its own for its drafts. The rules, the words and the drafts
are those of the table screen.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from companion.core.engine.boundary import GameFailed, guarded, package_of
from companion.core.json_values import Json
from companion.core.play import Play
from companion.core.questions import Draft, Given, Refused
from companion.core.showing.description import ANSWER
from companion.core.text import say
from companion.services.open_play import STARTED, OpenPlay
from companion.services.phones import shown
from companion.services.phones.guests import NOBODY, WATCHER, Guests
from companion.services.phones.shown import Where
from companion.services.table.controller import Change, Result, TableController
from companion.services.table.situation import Q
from companion.services.table.why import why_of

log = logging.getLogger("tableside")

LONGEST_TEXT = 2000
RNG = SystemRandom()
DESKS = itertools.count(1)
"""Numbers the desks of this process: a page that saw an earlier one must not take this one's epoch for its own."""


def op_tap(draft: Draft[Any], message: dict[str, Json]) -> Given | None:
    return draft.tap(message.get("token"))


def op_row(draft: Draft[Any], message: dict[str, Json]) -> None:
    value = message.get("value")
    if type(value) is not int:
        raise Refused(say("Whole numbers are needed here."), draft.question.rule)
    draft.set_row(str(message.get("row")), value)


def op_face(draft: Draft[Any], message: dict[str, Json]) -> Given | None:
    face = message.get("face")
    if type(face) is not int:
        raise Refused(say("Type what each die shows, or let the phone roll."), draft.question.rule)
    return draft.type_face(face)


def op_text(draft: Draft[Any], message: dict[str, Json]) -> None:
    draft.type_text(str(message.get("text", ""))[:LONGEST_TEXT])


def op_give(draft: Draft[Any], message: dict[str, Json]) -> Given:
    if "text" in message:
        op_text(draft, message)
    button = draft.primary()
    if button is None or button.does != ANSWER:  # no page shows one: the answer is a tap, a face, a draw
        raise Refused(say("This is answered without a button. Choose one that is shown."), draft.question.rule)
    return draft.give()


OPS: dict[str, Callable[[Draft[Any], dict[str, Json]], Given | None]] = {
    "tap": op_tap, "row": op_row, "face": op_face, "text": op_text, "give": op_give,
    "erase": lambda draft, _: draft.erase(), "clear": lambda draft, _: draft.clear(),
    "draw": lambda draft, _: draft.draw(RNG), "answer": lambda _, message: Given(message.get("answer")),
}
OTHER_OPS = ("why", "timer")
"""These book nothing, whatever the position."""


class Desk:
    """`changed` is called after each change of the play, when there is something new to send."""

    def __init__(self, opened: OpenPlay, guests: Guests, changed: Callable[[], None], *, alone: bool = False) -> None:
        """`alone`: there is no table screen beside it (`serve`); the host's phone is the table's device."""
        self.opened, self.guests, self.alone = opened, guests, alone
        self._tell = changed
        self.guests_answer = opened.game.guests_answer
        """May guests answer what is asked of the whole table?"""
        self.where: Where | None = None
        self._package = package_of(opened.game)
        self.reader = TableController(opened)
        self.reader.read()
        self._seats: dict[int, TableController] = {}
        self._mine_seen: dict[int, tuple[Any, Json]] = {}
        self._turns: dict[int, tuple[int, Json]] = {}
        self._name, self._ground = f"{STARTED}.{opened.id}.{next(DESKS)}", 0
        self._asked = self._keys()
        self._sealed: dict[str, Json] | None = None
        self._table: dict[str, Json] = {}
        self._read()
        self._stop = self.reader.watch(self._changed)

    def close(self) -> None:
        self._stop()

    @property
    def play(self) -> Play[Any]:
        return self.opened.play

    @property
    def sealed(self) -> bool:
        """All secret answers are in, and nobody has opened them yet."""
        return self._sealed is not None

    @property
    def epoch(self) -> str:
        """Of the position. It stays while others give their part of the same round: nobody's vote makes mine stale. It
        counts positions, not records: how many votes were changed is nobody's business."""
        return f"{self._name}.{self._ground}"

    # Looking

    def _keys(self) -> tuple[str, ...]:
        return tuple(one.key() for one in self.reader.situation.asked)

    def _changed(self, change: Change) -> None:
        now, before = self.reader.situation, self._asked
        self._asked = self._keys()
        for controller in self._seats.values():
            controller.forget_draft(change.answered)
        going_on = bool(before) and before == self._asked and change.answered in now.given
        if not going_on:
            self._ground += 1
        self._read()
        self._tell()

    def open_votes(self) -> None:
        """One tap on the table's device: everybody sees them now."""
        self.opened.open_votes()
        self.refresh()

    def refresh(self) -> None:
        """Something changed that is no record: a seat was taken, a clock has run out, the votes were opened."""
        self._mine_seen.clear()
        self.reader.read()
        self._read()
        self._tell()

    def _read(self) -> None:
        """The table as everybody may see it. While all votes are in and closed that is how it was before the last
        vote; after a restart nobody knows that one any more, and next to nothing is shown."""
        state = self.reader.situation.state
        if state == "ballots":  # others still vote, or the next vote follows at once
            self.opened.votes_closed = 0
        if not self.opened.votes_closed or state in ("broken", "misfit"):
            self._sealed, self._table = None, self._read_table()
        elif self._sealed is None:
            self._sealed = shown.sealed_json(self._table or shown.blank_json(self._read_table()))

    def _read_table(self) -> dict[str, Json]:
        try:
            return guarded(self._package, shown.table_json, self.reader, self.guests.seats, self.alone)
        except GameFailed as failed:
            self.reader.set_aside(failed)
            return shown.table_json(self.reader, self.guests.seats, False)

    def table(self) -> dict[str, Json]:
        """Who sits there is read each time: also while votes are closed somebody may come late, or be renamed."""
        found = {**(self._sealed or self._table), "guests": self.guests_answer}
        known, phones = {one["seat"]: one for one in found["seats"]}, self.guests.seats
        found["seats"] = [{**shown.BARE, **known.get(one["seat"], {}), **one, "phone": one["seat"] in phones}
                          for one in shown.seats_json(self.opened)]
        return found

    def mine(self, who: int, host: bool = False) -> Json:
        """What is asked of this seat; None: nothing."""
        now = self.reader.situation
        if who == WATCHER or self._sealed is not None or now.state not in shown.ASKING:
            return None
        if not now.asked or host:
            return self._read_mine(who, host)
        seen = (self._ground, frozenset(one.key() for one in now.asked if one.seat is not None and one.seat.index == who
                                        and one.key() in now.given), self.controller(who).wish, self.guests_answer)
        if self._mine_seen.get(who, (None, None))[0] != seen:  # of a round: what others answer changes nothing of it
            self._mine_seen[who] = (seen, self._read_mine(who, host))
        return self._mine_seen[who][1]

    def now(self, who: int, host: bool) -> dict[str, Json]:
        """What is asked of this seat, where it belongs, and which turn of it this is: a reply and a state travel on
        two ways, and the page must know which of them is the newer. The number grows only with what the seat itself
        is asked: how often others change their votes can't be read off it."""
        mine = self.mine(who, host)
        turn, before = self._turns.get(who, (0, None))
        if turn == 0 or mine != before:
            turn += 1
            self._turns[who] = turn, mine
        return {"epoch": self.epoch, "turn": turn, "mine": mine}

    def _read_mine(self, who: int, host: bool) -> Json:
        try:
            return guarded(self._package, self._mine, who, host)
        except GameFailed as failed:
            log.error("a guest's question of %s failed: %s", self.opened.game.facts.id, failed.details)
            return None

    def _mine(self, who: int, host: bool) -> Json:
        controller, now = self.controller(who), self.reader.situation
        asked = [one for one in self.play.open() if self._may(one, who, host)]
        standing = [one for one in self.play.standing() if self._may(one, who, host) and one.possible(self.play.table)]
        if now.asked:  # one's own first, then who has not answered
            asked.sort(key=lambda one: (one.seat is None or one.seat.index != who, one.key() in now.given))
            if host and asked and asked[0].key() in now.given:
                asked.sort(key=lambda one: one.key() in now.given)
        if not asked and not standing:
            return None
        wished = next((one for one in (*asked, *standing) if one.key() == controller.wish), None)
        first = next((one for one in asked if one.possible(self.play.table)), asked[0] if asked else None)
        main = wished or first
        others = [one for one in (*asked, *standing) if one is not main]
        titles = {one.key(): one.seat.name for one in now.asked if one.seat is not None}
        return {"ask": None if main is None else shown.ask_json(controller, main, self.where, self.alone),
                "given": main is not None and main.key() in now.given,
                "aside": wished is not None and wished is not first,
                "for_table": main is not None and main.seat is None, "why": main is not None,
                "tiles": [shown.tile_json(controller, one, titles.get(one.key(), "")) for one in others]}

    def _may(self, question: Q, who: int, host: bool) -> bool:
        """A seat answers its own; the table's where guests may; a host without a table screen for who has no phone."""
        seat = question.seat
        if seat is None:
            return (self.guests_answer and who >= 0) or host
        return seat.index == who or (host and seat.index not in self.guests.seats)

    def controller(self, who: int) -> TableController:
        if who not in self._seats:
            self._seats[who] = TableController(self.opened)
        return self._seats[who]

    def ends(self) -> float | None:
        """When the next clock runs out, in milliseconds since 1970."""
        timer = self._table.get("timer") if self._sealed is None else None
        return timer.get("ends") if timer and not timer["over"] else None

    def state(self, who: int, host: bool = False) -> dict[str, Json]:
        seats = shown.seats_json(self.opened)
        away = who == WATCHER or who >= len(seats)  # who joined late, and whose coming was taken back
        you: dict[str, Json] = {"watch": True} if away else {"seat": None, "host": host}
        if 0 <= who < len(seats):
            you = {key: seats[who][key] for key in ("seat", "name", "colour", "shape", "letter")} | {"host": host}
        return {**self.now(who, host), "boot": STARTED, "you": you, "table": self.table()}

    # Doing

    def do(self, who: int, host: bool, message: dict[str, Json]) -> Json:
        """One thing on a question. Never raises for what a guest may send."""
        self._mine_seen.pop(who, None)
        op, key = message.get("op"), message.get("key", "")
        if op == "look" and key == "":
            self.controller(who).wish = ""
            return {"ok": True, **self.now(who, host)}
        if who in (WATCHER, NOBODY) and not host:
            return {"refused": str(say("This page only watches."))}
        if not isinstance(key, str) or op not in (*OPS, *OTHER_OPS, "look"):
            return {"refused": str(say("This can't be done here."))}
        if self.sealed or (op not in OTHER_OPS and message.get("epoch") != self.epoch):
            return {"stale": str(say("The table has moved on. Look again."))}
        try:
            return guarded(self._package, self._do, who, host, str(op), key, message)
        except GameFailed as failed:
            return {"failed": str(failed)}
        except RecursionError:
            return {"refused": str(say("This can't be done here."))}

    def _do(self, who: int, host: bool, op: str, key: str, message: dict[str, Json]) -> Json:
        question = next((one for one in (*self.play.open(), *self.play.standing()) if one.key() == key), None)
        if question is None:
            return {"stale": str(say("The table has moved on. Look again."))}
        if not self._may(question, who, host):
            return {"refused": self._whose(question)}
        controller = self.controller(who)
        if op == "why":
            controller.read()
            return {"ok": True, "why": shown.why_json(why_of(controller, question))}
        if op == "look":
            return self._look(controller, question, who, host, message.get("epoch"))
        if op == "timer":
            return self._timer(question, message)
        try:
            given = OPS[op](controller.draft(question), message)
        except Refused as refused:
            return {"refused": str(refused), **self.now(who, host)}
        if given is None:
            return {"ok": True, **self.now(who, host)}
        return self._reply(self._answer(controller, question, given), given, who, host, message["epoch"])

    def _answer(self, controller: TableController, question: Q, given: Given) -> Result:
        """The last secret answer closes them all, before any surface hears of it: nobody sees them until they are
        opened."""
        now = self.reader.situation
        last = now.state == "ballots" and all(one is question or one.key() in now.given for one in now.asked)
        if last:
            self.opened.votes_closed = len(now.asked)
        result = controller.answer(question.key(), given.raw, rolled=given.rolled)
        if last and not result.done:
            self.opened.votes_closed = 0
        return result

    def _whose(self, question: Q) -> str:
        if question.seat is None:
            return str(say("This is answered on the table's device."))
        return str(say("{name} answers this.", name=question.seat))

    def _look(self, controller: TableController, question: Q, who: int, host: bool, epoch: Json) -> Json:
        """Where there is only one thing to do it is done; else it is looked at."""
        only = question.only_answer(self.play.table)
        if only is not None:
            return self._reply(self._answer(controller, question, Given(only)), None, who, host, epoch)
        controller.want(question.key())
        return {"ok": True, **self.now(who, host)}

    def _timer(self, question: Q, message: dict[str, Json]) -> Json:
        timer = question.timer(self.play.table)
        what = message.get("what")
        if timer is None or what not in ("start", "pause", "add"):
            return {"refused": str(say("There is no clock here."))}
        getattr(self.opened.timers, str(what))(timer)
        self.refresh()
        return {"ok": True}

    def _reply(self, result: Result, given: Given | None, who: int, host: bool, epoch: Json) -> Json:
        if result.done:
            told = {"told": str(given.told)} if given is not None and given.told is not None else {}
            # Of a vote that was changed no new state comes: the reply tells all there is. Else the state tells it.
            seen = self.now(who, host) if self.epoch == epoch else {}
            return {"ok": True, "answered": True, **told, **seen}
        if result.stale:
            return {"stale": result.why}
        if result.refused:
            return {"refused": result.why, **self.now(who, host)}
        return {"failed": result.why}

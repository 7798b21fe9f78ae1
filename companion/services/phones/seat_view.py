"""What each guest's page gets, and the actions it sends. All of it runs in the play's thread.

`table` is public; `mine` is built from one seat's questions. Every word, rule and draft comes from the play.
"""

import logging
from base64 import b64encode
from collections.abc import Callable
from random import SystemRandom
from secrets import token_hex
from typing import Any

from companion.core.engine.boundary import GameFailed, guarded
from companion.core.kinds import Place
from companion.core.language import ENGLISH, speaking
from companion.core.play import Play
from companion.core.questions import ANSWER, Draft, Given
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.core.views import Outcome, Reminder
from companion.services.about import MADE_OF
from companion.services.chronicle import ToldLine
from companion.services.open_play import STARTED, OpenPlay
from companion.services.packs.page_art import FILE, page_art
from companion.services.phones.guests import WATCHER, Guests
from companion.services.phones.state_json import (
    ASKING,
    BARE,
    LINES,
    ask_json,
    blank_json,
    line_json,
    lines_json,
    plain,
    sealed_json,
    seats_json,
    table_json,
    tile_json,
)
from companion.services.table.controller import NOT_NOW, Change, Result, TableController
from companion.services.table.situation import PEEK, Q, Situation, peek_at, peeks
from companion.services.table.why import why_of

log = logging.getLogger("tableside")

MOST_NOTES = 20
NOTE = -1
"""Stands for the record of a line that has none."""
MOST_LINES, MOST_RULES = 400, 40
LONGEST_TEXT = 2000
LARGEST_PICTURE = 2_000_000
LARGEST_NUMBER = 10**9
RNG = SystemRandom()


class SeatViews:
    """All seats of one play. `changed` is called whenever there is something new to send."""

    def __init__(self, opened: OpenPlay, guests: Guests, changed: Callable[[], None], *,
                 alone: bool = False) -> None:
        """`alone`: no table screen (`serve`); the host's phone is the table's device."""
        self.opened, self.guests, self.alone = opened, guests, alone
        self._tell = changed
        self.guests_answer = opened.game.guests_answer
        self.away: frozenset[int] = frozenset()
        self.reader = TableController(opened)
        self.reader.read()
        self._seats: dict[int, SeatView] = {}
        self._name, self.position = token_hex(6), 0  # a page never mistakes it for an earlier view's
        self._asked = self._keys()
        self._since = dict[str, int]()
        """The position at which each open question was asked; it changes when the question is asked again."""
        self._note_new_questions(self.reader.situation)
        self._notes: list[ToldLine] = []
        """What happened to phones: told in the log, but no record of the play."""
        self._outcome: Outcome | None = None
        self._records: tuple[Reminder, ...] = ()
        """Those that fall with this outcome."""
        self.news: Text | None = None
        self._sealed: dict[str, Json] | None = None
        self._table: dict[str, Json] = {}
        self._read()
        self._watches = self.reader.watch(self._changed), opened.watch_votes(self.refresh)

    def __getitem__(self, who: int) -> "SeatView":
        if who not in self._seats:
            self._seats[who] = SeatView(self, who)
        return self._seats[who]

    @property
    def play(self) -> Play[Any]:
        return self.opened.play

    @property
    def sealed(self) -> bool:
        return self._sealed is not None

    @property
    def epoch(self) -> str:
        """Identifies the position.

        Stays the same while others answer the same round, so their votes don't make mine stale. Counts
        positions, as records would reveal how many votes were changed.
        """
        return f"{self._name}.{self.position}"

    def _keys(self) -> tuple[str, ...]:
        return tuple(one.key() for one in self.reader.situation.asked)

    def _changed(self, change: Change) -> None:
        now, before, closed = self.reader.situation, self._asked, self.sealed
        self._asked = self._keys()
        for view in self._seats.values():
            view.controller.forget_draft(change.answered)
            view.controller.keep_drafts(now)
        changed_vote = closed and self.opened.votes_closed > 0
        if not changed_vote and not (before and before == self._asked and change.answered in now.given):
            self.position += 1
            for view in self._seats.values():  # a new position covers what somebody looked at
                view.controller.wish = "" if view.controller.wish.startswith(PEEK) else view.controller.wish
        self._note_new_questions(now)
        self._read()
        self._tell()

    def _note_new_questions(self, now: Situation) -> None:
        asked = (one.key() for one in (*now.asked, now.question, *now.others) if one is not None)
        self._since = {key: self._since.get(key, self.position) for key in asked}

    def since(self, question: Q) -> int:
        return self._since.get(question.key(), 0)

    def close(self) -> None:
        for stop in self._watches:
            stop()

    def let_guests_answer(self, on: bool) -> None:
        self.guests_answer = on
        self.refresh()

    def note(self, text: Text, seat: int | None = None) -> None:
        """Tell everybody in the log. A refresh follows."""
        self.news = text
        self._notes = [ToldLine(NOTE, text, seat, at=self.opened.play.clock()), *self._notes][:MOST_NOTES]

    def tell_records(self, found: tuple[Reminder, ...]) -> None:
        self._records = found
        self.refresh()

    def refresh(self) -> None:
        """Update after a change without a record: a seat taken, a timer ended, votes opened."""
        for view in self._seats.values():
            view.forget()
        self.reader.read()
        self._read()
        self._tell()

    def _read(self) -> None:
        """While votes are closed, show the table before the last one; after a restart, almost nothing."""
        state, outcome = self.reader.situation.state, self.reader.situation.outcome
        if outcome != self._outcome:  # undone or corrected: other records may fall
            self._outcome, self._records = outcome, ()
        if not self.opened.votes_closed or state in ("broken", "misfit"):
            self._sealed, self._table = None, self._read_table()
        elif self._sealed is None:
            self._sealed = sealed_json(self._table or blank_json(self._read_table()))
            for view in self._seats.values():
                view.close_vote()

    def _read_table(self) -> dict[str, Json]:
        try:
            return guarded(table_json, self.reader, self.alone)
        except GameFailed as failed:
            self.reader.set_aside(failed)
            return table_json(self.reader, False)

    def table(self) -> dict[str, Json]:
        """Names are read each time: players may join or be renamed, even while votes are closed."""
        found = {**(self._sealed or self._table), "guests": self.guests_answer}
        found.pop("land", None)
        if done := found.get("outcome"):
            found["outcome"] = {**done, "details": [*done.get("details", ()), *plain(self._records)]}
        found["lines"] = self._with_notes(found["lines"])[:LINES]
        known, phones = {one["seat"]: one for one in found["seats"]}, self.guests.seats
        found["seats"] = [{**BARE, **known.get(one["seat"], {}), **one, "phone": one["seat"] in phones,
                           "away": one["seat"] in self.away} for one in seats_json(self.opened)]
        return found

    @property
    def land(self) -> Json:
        """The static parts of the board, from the same moment as the table."""
        return (self._sealed or self._table).get("land")

    def log(self) -> list[Json]:
        """The log, newest first; while votes are closed, only its public part."""
        if self._sealed is not None:
            return self._with_notes(self._sealed["lines"])
        return self._with_notes(lines_json(self.reader, MOST_LINES))

    def _with_notes(self, lines: list[Json]) -> list[Json]:
        """Lines of the play stay in their order: a clock may have been set back."""
        found, notes = list[Json](), [{**line_json(one), "note": True} for one in self._notes]
        for line in lines:
            while notes and notes[0]["at"] >= line["at"]:
                found.append(notes.pop(0))
            found.append(line)
        return [*found, *notes]

    def timer_ends(self) -> float | None:
        timer = self._table.get("timer") if self._sealed is None else None
        return timer.get("ends") if timer and not timer["over"] else None

    def may_answer(self, question: Q, who: int) -> bool:
        """Seats answer their own questions; the host of `serve` also those of seats without a phone."""
        host, seat = self.guests.is_host_seat(who), question.seat
        if seat is None:
            return (self.guests_answer and who >= 0) or host
        return seat.index == who or (host and seat.index not in self.guests.seats)


class SeatView:
    def __init__(self, views: SeatViews, who: int) -> None:
        self.views, self.who, self.opened = views, who, views.opened
        self.controller = TableController(views.opened)
        self._turn = 0
        self._last: Json = None
        self._seen: tuple[Any, Json] = (None, None)
        self._vote: Json = None
        """The seat's secret question, as long as its answer can be changed."""
        self._closed: Json = None

    def forget(self) -> None:
        self._seen = (None, None)

    def close_vote(self) -> None:
        """All votes are in: this seat may still change its own, if one tap gives it."""
        vote, self._vote = self._vote, None
        self._closed = vote and {"ask": vote, "given": True, "aside": False, "for_table": False, "tiles": []}

    @property
    def host(self) -> bool:
        return self.views.guests.is_host_seat(self.who)

    # Looking

    def state(self) -> dict[str, Json]:
        seats = seats_json(self.opened)
        away = self.who == WATCHER or self.who >= len(seats)  # joining may have been undone
        you: dict[str, Json] = {"watch": True} if away else {"seat": None, "host": self.host}
        if 0 <= self.who < len(seats):
            you |= {key: seats[self.who][key] for key in ("seat", "name", "colour", "shape", "letter")}
        return {**self.now(), "boot": STARTED, "you": you, "table": self.views.table()}

    def now(self) -> dict[str, Json]:
        """The seat's state; `turn` grows with each question, so the page keeps the newest.

        It doesn't reveal how often others change their votes.
        """
        mine = self.mine()
        if self._turn == 0 or mine != self._last:
            self._turn, self._last = self._turn + 1, mine
        return {"epoch": self.views.epoch, "turn": self._turn, "mine": mine}

    def mine(self) -> Json:
        now = self.views.reader.situation
        if self.views.sealed:
            return self._closed
        self._closed = None
        if self.who == WATCHER or now.state not in ASKING:
            return None
        if not now.asked or self.host:
            return self._read_mine()
        given = frozenset(one.key() for one in now.asked if one.seat is not None
                          and one.seat.index == self.who
                          and one.key() in now.given)
        seen = (self.views.position, given, self.controller.wish, self.views.guests_answer)
        if self._seen[0] != seen:  # others' answers in this round change nothing here
            self._seen = (seen, self._read_mine())
        return self._seen[1]

    def _read_mine(self) -> Json:
        try:
            return guarded(self._mine)
        except GameFailed as failed:
            log.error("a guest's question of %s failed: %s", self.opened.game.facts.id, failed.details)
            return None

    def _mine(self) -> Json:
        play, now, controller = self.views.play, self.views.reader.situation, self.controller
        asked = [one for one in play.open() if self._may(one)]
        standing = [one for one in play.standing() if self._may(one) and one.possible(play.table)]
        if now.asked:  # own question first, then those not answered yet
            asked.sort(key=lambda one: (one.seat is None or one.seat.index != self.who,
                                        one.key() in now.given))
            if self.host and asked and asked[0].key() in now.given:
                asked.sort(key=lambda one: one.key() in now.given)
        looks = [one for one in peeks(play) if self._may(one)]
        if not asked and not standing and not looks:
            return None
        wished = next((one for one in (*asked, *standing, *looks)
                       if one.key() == controller.wish and one.possible(play.table)), None)
        first = next((one for one in asked if one.possible(play.table)), asked[0] if asked else None)
        main = wished or first
        titles: dict[str, Text | str] = {
            one.key(): one.seat.name for one in now.asked if one.seat is not None}
        if self.host and len(looks) > 1:
            titles |= {one.key(): say("Look in secret: {name}", name=one.seat) for one in looks}
        ask = None if main is None else ask_json(controller, main, self.views.alone)
        if ask is not None and "glance" in ask:  # it is in sight already
            looks = []
        if now.state != "ballots":
            self._vote = None
        elif ask is not None and main in asked and ask.get("seat") == self.who and ask.get("at_once"):
            self._vote = ask
        return {"ask": ask, "since": 0 if main is None else self.views.since(main),
                "given": main is not None and main.key() in now.given,
                "aside": wished is not None and wished is not first,
                "for_table": main is not None and main.seat is None,
                "tiles": [tile_json(controller, one, titles.get(one.key(), ""))
                          for one in (*asked, *standing, *looks)
                          if one is not main]}

    def _may(self, question: Q) -> bool:
        return self.views.may_answer(question, self.who)

    # Doing

    def do(self, message: dict[str, Json]) -> Json:
        """Perform one action on a question. Never raises, whatever a guest sends."""
        self.forget()
        op, key = message.get("op"), message.get("key", "")
        if op == "look" and key == "":
            self.controller.wish = ""
            return {"ok": True, **self.now()}
        if op == "log":
            return {"ok": True, "lines": self.views.log()}
        if op == "rules":
            return self._rules(message)
        if op == "about":
            return {"ok": True, "made_of": [list(one) for one in MADE_OF]}
        if op == "picture":
            return self._picture(message.get("name"))
        if self.who < 0 and not self.host:
            return {"refused": say("You can only watch here.")}
        if not isinstance(key, str) or op not in (*DRAFT_OPS, *OTHER_OPS):
            return impossible()
        if op not in UNBOUND_OPS and message.get("epoch") != self.views.epoch:
            return moved_on()
        if self.views.sealed:
            if op != "tap" or self._closed is None or self._closed["ask"]["key"] != key:
                return moved_on()
            return self._reply(self.controller.change_vote(key, message.get("token")), None, message["epoch"])
        try:
            return guarded(self._do, str(op), key, message)
        except GameFailed as failed:
            return {"failed": failed.refusal.why}

    def _do(self, op: str, key: str, message: dict[str, Json]) -> Json:
        play = self.views.play
        question = next((one for one in (*play.open(), *play.standing()) if one.key() == key), None)
        if question is None and op in OTHER_OPS:
            question = peek_at(play, key)
        if question is None:
            return moved_on()
        if not self._may(question):
            return {"refused": self._whose(question)}
        if op in OTHER_OPS:
            return OTHER_OPS[op](self, question, message)
        try:
            given = DRAFT_OPS[op](self.controller.draft(question), message)
        except Refused as refused:
            return {"refused": refused.refusal.why, **self.now()}
        if given is None:
            return {"ok": True, **self.now()}
        result = self.controller.answer(question.key(), given.raw, rolled=given.rolled)
        return self._reply(result, given, message["epoch"])

    def _whose(self, question: Q) -> Text:
        if question.seat is not None:
            return say("{name} answers this.", name=question.seat)
        if self.views.alone:
            return say("The host answers this.")
        return say("This is answered on the table's device.")

    def _about(self, question: Q, message: dict[str, Json]) -> Json:
        """What the game tells of a spot on which a finger rests."""
        play, spot = self.views.play, message.get("spot")
        board = play.board()
        known = () if board is None else [one.key for one in board.spots]
        if not isinstance(question, Place) or spot not in known:
            return impossible()
        return {"ok": True, "about": list(question.about_spot(play.table, str(spot)))}

    def _why(self, question: Q, message: dict[str, Json]) -> Json:
        self.controller.read()
        with speaking(str(message.get("language", ENGLISH))):  # the rulebook has a page for each language
            return {"ok": True, "why": plain(why_of(self.controller, question))}

    def _picture(self, name: Json) -> Json:
        """A picture from the game's folder, or all drawings of its board; no path is built from a request."""
        art = page_art(self.opened.game.home) if name == FILE else None
        if art is not None:
            return {"ok": True, "art": art}
        found = next((one for one in self.opened.game.home.glob("*.png") if one.name == name), None)
        if found is None or found.stat().st_size > LARGEST_PICTURE:
            return impossible()
        return {"ok": True, "picture": "data:image/png;base64," + b64encode(found.read_bytes()).decode()}

    def _rules(self, message: dict[str, Json]) -> Json:
        """The rulebook's sections, and the rules of one or with these words, with the options in force."""
        with speaking(str(message.get("language", ENGLISH))):
            book, section = self.opened.game.rulebook(), message.get("section")
            sections = list(dict.fromkeys(rule.section for rule in book if rule.section))
            wanted = str(message.get("words", ""))[:LONGEST_TEXT]
            found = [rule for rule in book.search(wanted)
                     if wanted.strip() or not sections or rule.section == (section or sections[0])]
            return {"ok": True, "sections": sections, "found": len(found),
                    "rules": [{"id": rule.id, "title": rule.title, "text": rule.text,
                               "house": self._options(rule.id)}
                              for rule in found[:MOST_RULES]]}

    def _options(self, rule: str) -> list[Json]:
        chosen = self.views.play.setup.options
        return [{"label": one.label, "choice": one.words(chosen.get(one.key, one.default)),
                 "ours": chosen.get(one.key, one.default) != one.default}
                for one in self.opened.game.options if one.rule == rule]

    def _look(self, question: Q, message: dict[str, Json]) -> Json:
        """Do the only possible thing at once, or else show the question."""
        if not question.possible(self.views.play.table):
            return {"refused": NOT_NOW}
        only = question.only_answer(self.views.play.table)
        if only is not None:
            return self._reply(self.controller.answer(question.key(), only), None, message.get("epoch"))
        self.controller.want(question.key())
        return {"ok": True, **self.now()}

    def _timer(self, question: Q, message: dict[str, Json]) -> Json:
        timer, what = question.timer(self.views.play.table), message.get("what")
        if timer is None or what not in ("start", "pause", "add"):
            return {"refused": say("There is no clock here.")}
        getattr(self.opened.timers, str(what))(timer)
        self.views.refresh()
        return {"ok": True}

    def _reply(self, result: Result, given: Given | None, epoch: Json) -> Json:
        if result.done:
            told = {"told": given.told} if given is not None and given.told is not None else {}
            # A changed vote sends no new state, so the reply must contain everything.
            seen = self.now() if self.views.epoch == epoch else {}
            return {"ok": True, "answered": True, **told, **seen}
        if result.stale:
            return {"stale": result.why}
        if result.refused:
            return {"refused": result.why, **self.now()}
        return {"failed": result.why}


def moved_on() -> Json:
    return {"stale": say("The table has moved on. Look again.")}


def impossible() -> Json:
    return {"refused": say("This can't be done here.")}


# Actions on a draft

def set_row(draft: Draft[Any], message: dict[str, Json]) -> None:
    value = message.get("value")
    if type(value) is not int:
        raise Refused(say("Enter whole numbers."), draft.question.rule)
    draft.set_row(str(message.get("row")), value)


def put_row(draft: Draft[Any], message: dict[str, Json]) -> None:
    """A number as typed on keys, perhaps out of range until the next key."""
    value = message.get("value")
    if value is not None and (type(value) is not int or abs(value) > LARGEST_NUMBER):
        raise Refused(say("Enter whole numbers."), draft.question.rule)
    draft.put(str(message.get("row")), value)


def type_face(draft: Draft[Any], message: dict[str, Json]) -> Given | None:
    face = message.get("face")
    if type(face) is not int:
        raise Refused(say("Type what each die shows, or let the app roll."), draft.question.rule)
    return draft.type_face(face)


def type_text(draft: Draft[Any], message: dict[str, Json]) -> None:
    draft.type_text(str(message.get("text", ""))[:LONGEST_TEXT])


def give(draft: Draft[Any], message: dict[str, Json]) -> Given:
    if "text" in message:
        type_text(draft, message)
    button = draft.primary()
    if button is None or button.does != ANSWER:  # no page shows one: the answer is a tap, a face or a draw
        raise Refused(say("Choose one of those shown."), draft.question.rule)
    return draft.give()


DRAFT_OPS: dict[str, Callable[[Draft[Any], dict[str, Json]], Given | None]] = {
    "tap": lambda draft, message: draft.tap(message.get("token")),
    "row": set_row, "put": put_row, "face": type_face, "text": type_text, "give": give,
    "erase": lambda draft, _: draft.erase(), "clear": lambda draft, _: draft.clear(),
    "draw": lambda draft, _: draft.draw(RNG), "answer": lambda _, message: Given(message.get("answer")),
}
OTHER_OPS = {"why": SeatView._why, "timer": SeatView._timer, "look": SeatView._look,
             "spot": SeatView._about}
UNBOUND_OPS = ("why", "timer", "spot")
"""These change nothing, so they apply at any position."""

"""What only the host of `serve` may do from their phone; in the app, the table screen does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.engine.boundary import GameFailed
from companion.core.game import Field, Game, Joining
from companion.core.setup import COLOURS, LONGEST_NAME, Person
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.services.phones.guests import Guests
from companion.services.phones.seat_view import SeatViews, impossible, moved_on
from companion.services.table.controller import Result, TableController

MOST_FIELDS = 400
BOUND = ("undo", "redo", "restart", "exit", "correct", "new", "end", "leave", "return", "add", "rename")
"""These change the play, so they apply only to the position the host saw."""

WHEN_OPEN = ("fields", "correct", "restart", "exit", "redo")
"""Forbidden while all votes are in and closed: they would show or spoil them."""


@dataclass
class Plays:
    """The plays `serve` can start. `begin` raises `Refused`."""

    games: Mapping[str, Game[Any]] = field(default_factory=dict)
    begin: Callable[[str, list[str], dict[str, Json]], object] | None = None
    end: Callable[[], None] | None = None

    def games_json(self) -> list[Json]:
        return [{"id": game.facts.id, "title": game.facts.title, "fewest": game.facts.fewest, "most": game.facts.most,
                 "options": [{"key": one.key, "label": one.label, "sentence": one.sentence,
                              "value": one.default,
                              "choices": [{"value": choice.value, "label": choice.label}
                                          for choice in one.choices]} for one in game.options]}
                for game in self.games.values()]

    def new(self, message: dict[str, Json]) -> Json:
        names, options = message.get("names"), message.get("options", {})
        if self.begin is None or not isinstance(names, list) or not all(isinstance(one, str) for one in names) \
                or not isinstance(options, dict):
            return impossible()
        try:
            self.begin(str(message.get("game")), [name.strip() for name in names if is_visible(name)], options)
        except Refused as refused:
            return {"refused": refused.refusal.why}
        return {"ok": True}


def done(work: Callable[..., object], *args: object) -> Json:
    work(*args)
    return {"ok": True}


def is_visible(name: str) -> bool:
    return any(letter.isprintable() and not letter.isspace() for letter in name)


class HostCommands:
    def __init__(self, views: SeatViews, guests: Guests, plays: Plays) -> None:
        self.views, self.guests, self.plays = views, guests, plays
        self.controller = TableController(views.opened)
        self._commands: Mapping[str, Callable[[dict[str, Json]], Json]] = {
            "undo": lambda message: self._reply(self.controller.undo(sure=message.get("sure") is True or views.sealed)),
            "redo": lambda _: self._reply(self.controller.redo()),
            "restart": lambda _: self._reply(self.controller.restart()),
            "correct": lambda message: self._reply(self.controller.correct(str(message.get("path")),
                                                                           message.get("value"))),
            "exit": self._exit, "open": lambda _: done(views.open_votes), "fields": self._fields,
            "guests": lambda message: done(views.let_guests_answer, message.get("on") is True),
            "allow": self._decide, "deny": self._decide, "free": self._free, "new": plays.new, "end": self._end,
            "sit": self._sit,
            "leave": lambda message: self._of_seat(message, self.controller.leave),
            "return": lambda message: self._of_seat(message, self.controller.come_back),
            "rename": lambda message: self._of_seat(message, self.controller.rename, str(message.get("name")).strip()),
            "add": lambda message: self._reply(self.add(str(message.get("name")).strip()))}

    def knows(self, op: object) -> bool:
        return isinstance(op, str) and op in self._commands

    def do(self, message: dict[str, Json]) -> Json:
        op = str(message["op"])
        if op in BOUND and message.get("epoch") != self.views.epoch:
            return moved_on()
        if op in WHEN_OPEN and self.views.sealed:
            return {"refused": say("Open the votes first.")}
        return self._commands[op](message)

    def to_json(self) -> Json:
        play, sealed = self.views.play, self.views.sealed
        over = self.views.reader.situation.state == "over" and not sealed
        return {"games": self.plays.games_json() if over else [], "undo": play.can_undo(),
                "redo": play.can_redo() and not sealed, "open": sealed, "join": self.joining().how,
                "guests": self.views.guests_answer,
                "asks": [{"ticket": key, "kind": one.kind, "name": one.name} for key, one in self.guests.waiting()],
                "exits": [{"what": one.__name__, "label": one.by_hand} for one in self.controller.exits()
                          if not sealed]}

    def _reply(self, result: Result) -> Json:
        if result.done:
            return {"ok": True}
        if result.warning is not None:
            return {"warning": result.warning}
        return {"refused": result.why} if result.why else impossible()

    def _exit(self, message: dict[str, Json]) -> Json:
        what = str(message.get("what"))
        if what not in [one.__name__ for one in self.controller.exits()]:
            return moved_on()
        return self._reply(self.controller.exit(what))

    def _fields(self, _: dict[str, Json]) -> Json:
        return {"ok": True, "fields": [field_json(one) for one in self.controller.fields()[:MOST_FIELDS]]}

    def joining(self) -> Joining:
        try:
            return self.views.play.joining()
        except GameFailed as failed:
            return Joining(False, failed.refusal.why)

    def add(self, name: str) -> Result:
        table = self.views.play.table
        if not is_visible(name):
            return Result(False, say("Type a name first."))
        taken = {seat.colour for seat in table.seats} | {one.colour for one in table.arriving}
        return self.controller.join(Person(name[:LONGEST_NAME], min(set(range(len(COLOURS))) - taken, default=0)))

    def _of_seat(self, message: dict[str, Json], change: Callable[..., Result], *more: str) -> Json:
        seat = message.get("seat")
        if type(seat) is not int or not 0 <= seat < len(self.views.play.table.seats) or not all(map(is_visible, more)):
            return impossible()
        return self._reply(change(seat, *more))

    def decide(self, ticket: str, yes: bool) -> Text | str:
        """Answer a phone's request. Returns why it could not be done."""
        asked = self.guests.tickets.get(ticket)
        result = Result()
        if asked is not None and yes and asked.kind == "undo":
            result = self.controller.undo(sure=True)
        elif asked is not None and yes and asked.kind == "name":
            result = self.add(asked.name)
        self.guests.decide(ticket, yes and result.done)
        return result.why

    def _decide(self, message: dict[str, Json]) -> Json:
        why = self.decide(str(message.get("ticket")), message["op"] == "allow")
        return {"refused": why} if why else {"ok": True}

    def _sit(self, message: dict[str, Json]) -> Json:
        """The host is this player, or nobody."""
        seat = message.get("seat")
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.views.play.table.seats)):
            return impossible()
        return {"ok": True} if self.guests.host_sits(seat) else impossible()

    def _free(self, message: dict[str, Json]) -> Json:
        seat = message.get("seat")
        if type(seat) is int and self.guests.seats.get(seat, self.guests.host) != self.guests.host:
            self.guests.free(seat)
        return {"ok": True}

    def _end(self, _: dict[str, Json]) -> Json:
        return impossible() if self.plays.end is None else done(self.plays.end)


def field_json(field: Field) -> Json:
    value, allowed = field.read(), () if field.text else field.allowed
    limits = ({"low": allowed.start, "high": allowed[-1]} if isinstance(allowed, range) and allowed
              else {"values": [{"value": one, "words": field.words(one)} for one in list(allowed)[:60]]})
    return {"path": field.path, "label": field.label, "value": value, "words": field.words(value),
            "group": field.group or "", **limits}

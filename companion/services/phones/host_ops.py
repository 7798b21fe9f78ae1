"""What only the host may do, on the phone that is the host of `serve`; in the app the table screen does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.game import Field
from companion.core.json_values import Json
from companion.core.text import say
from companion.services.open_play import OpenPlay
from companion.services.phones.desk import Desk
from companion.services.phones.guests import Guests
from companion.services.phones.lobby import begin_play, games_json
from companion.services.table.controller import Result

MOST_FIELDS = 400
BOUND = ("undo", "redo", "restart", "exit", "correct", "new", "end")


class HostOps:
    """A part of `Phones`: its host's own requests."""

    opened: OpenPlay
    desk: Desk
    guests: Guests
    new_play: Callable[[str, list[str]], None] | None = None
    """`serve`: begin another play; raises `Refused`."""
    end_play: Callable[[], None] | None = None
    games: Mapping[str, Any] = {}
    """What can be begun next."""

    def let_guests_answer(self, on: bool) -> None:
        raise NotImplementedError

    def is_host_op(self, op: object) -> bool:
        return isinstance(op, str) and op in self._ops()

    def _ops(self) -> Mapping[str, Callable[[dict[str, Json]], Json]]:
        return {"undo": self._undo, "redo": lambda _: self._plain(self._table.redo()),
                "restart": lambda _: self._plain(self._table.restart()), "open": self._open, "exit": self._exit,
                "fields": self._fields, "correct": self._correct, "allow": self._decide, "deny": self._decide,
                "free": self._free, "guests": self._guests_may, "new": self._new, "end": self._end}

    @property
    def _table(self) -> Any:
        return self.desk.controller(HOST)

    def host_do(self, message: dict[str, Json]) -> Json:
        """What changes the play is bound to the position that the host saw: an undo shall take back that, and not what
        a guest has answered meanwhile; a second tap on Start begins no second play."""
        op = str(message["op"])
        if op in BOUND and message.get("epoch") != self.desk.epoch:
            return {"stale": str(say("The table has moved on. Look again."))}
        return self._ops()[op](message)

    def host_json(self) -> Json:
        play = self.opened.play
        over = self.desk.reader.situation.state == "over" and not self.desk.sealed
        return {"games": games_json(self.games) if over else [],
                "undo": play.can_undo(), "redo": play.can_redo(), "open": self.desk.sealed,
                "guests": self.desk.guests_answer,
                "asks": [{"ticket": key, "seat": one.seat, "name": one.name} for key, one in self.guests.waiting()],
                "exits": [{"what": one.__name__, "label": str(one.by_hand)} for one in self._table.exits()]}

    def _plain(self, result: Result) -> Json:
        if result.done:
            return {"ok": True}
        if result.warning is not None:
            return {"warning": str(result.warning)}
        return {"refused": result.why or str(say("This can't be done here."))}

    def _undo(self, message: dict[str, Json]) -> Json:
        return self._plain(self._table.undo(sure=message.get("sure") is True))

    def _open(self, _: dict[str, Json]) -> Json:
        self.desk.open_votes()
        return {"ok": True}

    def _exit(self, message: dict[str, Json]) -> Json:
        what = str(message.get("what"))
        if what not in [one.__name__ for one in self._table.exits()]:
            return {"stale": str(say("The table has moved on. Look again."))}
        return self._plain(self._table.exit(what))

    def _fields(self, _: dict[str, Json]) -> Json:
        return {"ok": True, "fields": [_field(one) for one in self._table.fields()[:MOST_FIELDS]]}

    def _correct(self, message: dict[str, Json]) -> Json:
        return self._plain(self._table.correct(str(message.get("path")), message.get("value")))

    def _decide(self, message: dict[str, Json]) -> Json:
        self.guests.decide(str(message.get("ticket")), message["op"] == "allow")
        return {"ok": True}

    def _free(self, message: dict[str, Json]) -> Json:
        seat = message.get("seat")
        if type(seat) is int and self.guests.seats.get(seat, self.guests.host) != self.guests.host:
            self.guests.free(seat)
        return {"ok": True}

    def _guests_may(self, message: dict[str, Json]) -> Json:
        self.let_guests_answer(message.get("on") is True)
        return {"ok": True}

    def _new(self, message: dict[str, Json]) -> Json:
        return begin_play(self.new_play, message)

    def _end(self, _: dict[str, Json]) -> Json:
        if self.end_play is None:
            return {"refused": str(say("This can't be done here."))}
        self.end_play()
        return {"ok": True}


HOST = -3
"""The controller of the host's own actions."""


def _field(field: Field) -> Json:
    value, allowed = field.read(), () if field.text else field.allowed
    limits = ({"low": allowed.start, "high": allowed[-1]} if isinstance(allowed, range) and allowed
              else {"values": [{"value": one, "words": str(field.words(one))} for one in list(allowed)[:60]]})
    return {"path": field.path, "label": str(field.label), "value": value, "words": str(field.words(value)),
            "group": str(field.group or ""), "text": field.text, **limits}

"""What only the host of `serve` may do from their phone; in the app, the table screen does it."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from companion.core.engine.boundary import GameFailed, guarded
from companion.core.game import Joining
from companion.core.setup import COLOURS, LONGEST_NAME, Person, is_visible
from companion.core.text import Text, say
from companion.core.values import Json
from companion.services.by_hand import NAMES, tell
from companion.services.hands import GoingBack
from companion.services.phones.desk import Desk
from companion.services.phones.fixing import Fixing
from companion.services.phones.guests import Guests
from companion.services.phones.seat_view import MOST_LINES, SeatViews, impossible, moved_on
from companion.services.phones.state_json import hand_arrows, plain, public_lines, words
from companion.services.play_details import photo_of
from companion.services.table.controller import Result, TableController, listed
from companion.services.table.situation import misfit_line

BOUND = ("undo", "redo", "restart", "play on", "exit", "new", "end", "leave", "return", "add", "rename")
"""These change the play, so they apply only to the position the host saw."""

WHEN_OPEN = ("fix", "restart", "exit", "redo", "desk", "laid", "tick", "fold")
"""Forbidden while all votes are in and closed: they would show or spoil them."""


def done(work: Callable[..., object], *args: object) -> Json:
    work(*args)
    return {"ok": True}


class HostCommands:
    def __init__(self, views: SeatViews, guests: Guests, desk: Desk | None) -> None:
        """`desk`: the library of `serve`."""
        self.views, self.guests, self.desk = views, guests, desk
        self.controller = TableController(views.opened)
        self.fixing = Fixing(views, None if desk is None else desk.library, self.controller.fix)
        self.commands: dict[str, Callable[[dict[str, Json]], Json]] = {
            "undo": self._undo, "tick": self._tick,
            "fold": lambda _: done(self._by_hand, views.reader.fold_hand), "laid": self._laid,
            "redo": lambda _: self._reply(self.controller.redo()),
            "restart": lambda _: self._reply(self.controller.restart()),
            "play on": lambda _: self._reply(self.controller.play_on()),
            "exit": self._exit, "open": lambda _: done(views.opened.open_votes), "fix": self.fixing.do,
            "guests": lambda message: done(views.let_guests_answer, message.get("on") is True),
            "allow": self._decide, "deny": self._decide, "free": self._free, "sit": self._sit,
            "hand over": self._hand_over,
            "leave": lambda message: self._of_seat(message, self.controller.leave),
            "return": lambda message: self._of_seat(message, self.controller.come_back),
            "rename": lambda message: self._of_seat(message, self.controller.rename,
                                                    str(message.get("name")).strip()),
            "add": lambda message: self._reply(self.add(str(message.get("name")).strip()))}
        if desk is not None:
            self.commands |= {"new": desk.new, "desk": partial(self._at_desk, desk),
                               "end": partial(self._end, desk),
                               "accept": lambda _: self._accept(desk),
                               "how much": lambda message: self._how_much(desk, str(message.get("how")))}

    def _at_desk(self, desk: Desk, message: dict[str, Json]) -> Json:
        if message.get("what") == "delete" and message.get("which") == self.views.opened.id:
            desk.show(None)
        reply = desk.do(message)
        if message.get("what") == "in":
            desk.show_again(self.views.opened)
        return reply

    def knows(self, op: object) -> bool:
        return isinstance(op, str) and op in self.commands

    def do(self, message: dict[str, Json]) -> Json:
        op = str(message["op"])
        if op in BOUND and message.get("epoch") != self.views.epoch:
            return moved_on()
        if op in WHEN_OPEN and self.views.sealed:
            return {"refused": say("Reveal the votes first.")}
        return self.commands[op](message)

    def to_json(self) -> Json:
        play, sealed = self.views.play, self.views.sealed
        over = self.views.reader.situation.state == "over" and not sealed
        opened = self.views.opened
        last = {"game": opened.game.facts.id, "options": dict(play.setup.options), "play": opened.id}
        forms = {**self.desk.forms(), "last": last} if over and self.desk is not None else {"games": []}
        trouble = None if self.desk is None else self.desk.trouble()
        return {**forms, "trouble": trouble, "undo": play.can_undo(), "redo": play.can_redo() and not sealed,
                "open": sealed, "join": self.joining().how, "guests": self.views.guests_answer,
                "misfit": self._misfit(), "how": opened.hands.how,
                "hows": [{"how": how, "label": label} for how, label in NAMES.items()],
                "asks": [{"ticket": key, "kind": one.kind, "name": one.name}
                         for key, one in self.guests.waiting()],
                "exits": [{"what": one.__name__, "label": one.by_hand} for one in self.controller.exits()
                          if not sealed]}

    def _misfit(self) -> Json:
        """What to do once the rules have changed and the log no longer fits them."""
        situation = self.views.reader.situation
        if situation.state != "misfit":
            return None
        hint = say("Everything before that line is unchanged. The rest stays in the log and can be exported.")
        return {"sentence": misfit_line(self.views.play), "hint": hint, "go": say("Play on from here"),
                "play": None if self.desk is None else self.views.opened.id}

    def _end(self, desk: Desk, message: dict[str, Json]) -> Json:
        """Clear the table; the play stays open, or ends with its `points` and a `winner` or none."""
        if message.get("points") is not True or self.views.reader.situation.state == "over":
            return done(desk.show, None)
        winner, seats = message.get("winner"), self.views.play.table.seats
        if winner is not None and (type(winner) is not int or not 0 <= winner < len(seats)):
            return impossible()
        return desk.end_here(self.views.opened, winner)

    def _accept(self, desk: Desk) -> Json:
        desk.accept()
        return done(self.views.refresh)

    def _undo(self, message: dict[str, Json]) -> Json:
        """Take back the last answer, or go back to a line of the log. Lines are counted from the newest."""
        line, to, play = message.get("line"), None, self.views.play
        if line is not None:
            told = [] if self.views.sealed else public_lines(self.views.reader, MOST_LINES)
            if type(line) is not int or not 0 <= line < len(told) or told[line].record < 0:
                return impossible()
            to = play.position_of(told[line].record)
            if to >= play.position():
                return impossible()
        return self._reply(self.controller.undo(to, sure=message.get("sure") is True or self.views.sealed))

    # To move, laying out and packing away

    def _by_hand(self, work: Callable[..., None], *args: object) -> None:
        work(*args)
        self.views.refresh()

    def _tick(self, message: dict[str, Json]) -> Json:
        line = next((one for one in self.views.reader.hand.lines if one.path == message.get("path")), None)
        return moved_on() if line is None else done(self._by_hand, self.views.reader.tick_hand, line)

    def _how_much(self, desk: Desk, how: str) -> Json:
        if how not in NAMES:
            return impossible()
        tell(desk.library, self.views.opened.game.facts.id, how)
        return done(self._by_hand, self.views.reader.tell_by_hand, how)

    def _laid(self, _: dict[str, Json]) -> Json:
        """What lies where, to lay it out again or to pack it away."""
        groups = [{"name": group.name, "things": [{"label": one.short or one.label, "words": one.words,
                                                   "seat": one.seat} for one in group.things if one.there]}
                  for group in listed(self.views.play, lambda: list(self.views.play.laid_out()))]
        opened = self.views.opened
        photo = self.desk is not None and photo_of(self.desk.library, opened.id) is not None
        return {"ok": True, "groups": [group for group in groups if group["things"]],
                "packing": words(opened.game.facts.packing),
                "play": None if self.desk is None else opened.id, "photo": photo}

    def _reply(self, result: Result) -> Json:
        if result.done:
            return {"ok": True}
        if result.warning is not None:
            return {"warning": result.warning, "arrows": ways_back(result.going_back)}
        return {"refused": result.why} if result.why else impossible()

    def _exit(self, message: dict[str, Json]) -> Json:
        what = str(message.get("what"))
        if what not in [one.__name__ for one in self.controller.exits()]:
            return moved_on()
        return self._reply(self.controller.exit(what))

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
        colour = min(set(range(len(COLOURS))) - taken, default=0)
        return self.controller.join(Person(name[:LONGEST_NAME], colour))

    def _of_seat(self, message: dict[str, Json], change: Callable[..., Result], *more: str) -> Json:
        seat = message.get("seat")
        if type(seat) is not int or not 0 <= seat < len(self.views.play.table.seats):
            return impossible()
        if not all(map(is_visible, more)):
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

    def _hand_over(self, message: dict[str, Json]) -> Json:
        """Another phone is the host from now on."""
        seat, guests = message.get("seat"), self.guests
        taken = type(seat) is int and guests.seats.get(seat, guests.host) != guests.host
        if not taken or type(seat) is not int or guests.host_stays:
            return impossible()
        if seat in guests.away():
            return {"refused": say("That phone is away. Wake it first.")}
        self.views.note(say("{name} is the host now.", name=self.views.play.table.seats[seat]), seat)
        guests.host_is_now(seat)
        return {"ok": True}

    def _free(self, message: dict[str, Json]) -> Json:
        seat = message.get("seat")
        if type(seat) is int and self.guests.seats.get(seat, self.guests.host) != self.guests.host:
            self.guests.free(seat)
        return {"ok": True}


def ways_back(going: GoingBack | None) -> Json:
    with suppress(GameFailed):
        return [] if going is None else plain(hand_arrows(going.lines, guarded(going.play.board)))
    return []

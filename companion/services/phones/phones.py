"""Phones at the table: what the app and `serve` hold while the door is open.

    phones = Phones(opened, post, home)
    phones.open()                          # raises `Refused` with one sentence
    phones.watch(lambda: draw(phones.joined, phones.asks))
    phones.close()

Everything here runs in the thread of the play, but for the few methods that the door awaits in its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import time

from companion.core.json_values import Json
from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.services.open_play import OpenPlay
from companion.services.packs.handing_on import pack_name, pack_of
from companion.services.phones import shown
from companion.services.phones.desk import Desk
from companion.services.phones.guests import NOBODY, WATCHER, Guests
from companion.services.phones.host_ops import HostOps
from companion.services.phones.joining import check_secret, known_token, watch
from companion.services.phones.limits import ADDRESSES, AFTER_THE_END, KNOCKS, KNOCKS_PER_SECOND
from companion.services.phones.saved_doors import DoorWriter, SavedDoor, door_of
from companion.services.phones.server import addresses
from companion.services.phones.server.calls import Post, ask
from companion.services.phones.server.door import Door, PortTaken
from companion.services.phones.server.rates import Rates
from companion.services.phones.server.visitors import Denied

__all__ = ["Phones"]

Ask = tuple[str, int, str]
"""Ticket, seat, name."""


class Phones(HostOps):
    """The door of one play."""

    def __init__(self, opened: OpenPlay, post: Post, home: Path | None = None, *, alone: bool = False,
                 host_name: str = "", port: int | None = None, bind: str = "0.0.0.0", door: Door | None = None,
                 next_frame: Post | None = None) -> None:
        """`alone`: no table screen beside it; the first phone that comes is the host. `door`: one that is open already,
        with its guests; who sat elsewhere sits down again. `next_frame`: where there is a screen, guests are told
        after it is drawn, in a frame of its own, and of several changes once."""
        self.opened, self.post, self.home, self.alone = opened, post, home, alone
        self._next_frame, self._will_send = next_frame, False
        self._host_name = host_name
        self._people = self.people()
        self._saved = door_of(home, opened.row.uid, self._people)
        self.guests = self._guests(self._people) if door is None else door.guests
        self.desk = Desk(opened, self.guests, self._send_soon, alone=alone)
        self.door = door or Door(self.guests, self._saved.port if port is None else port, bind)
        self.pack = pack_name(home, opened.game.facts.id)
        """The name of the file that guests can take along; empty: the game is no pack."""
        self.door.pack.offer(partial(pack_of, home, opened.game.facts.id))
        self.writer = DoorWriter(home)
        self.stage: Json = None
        """The name and the size of the picture that guests can fetch."""
        self.stage_of = ""
        """The position that it shows."""
        self._watchers: list[Callable[[], None]] = []
        self._knocks = Rates(KNOCKS_PER_SECOND, KNOCKS, ADDRESSES)
        self._wakes_at: float | None = None
        self._closing = False
        self.is_open = False

    def _guests(self, people: list[str]) -> Guests:
        was = self._saved
        seats = {seat: was.seats[name] for seat, name in enumerate(people) if name in was.seats}
        guests = Guests(seats=seats, host=was.host if self.alone else "", watchers=was.watchers)
        guests.secret, guests.code = was.secret or guests.secret, was.code or guests.code
        return guests

    def people(self) -> list[str]:
        """The names as they are now: somebody may come late, or be called otherwise."""
        return [seat.name for seat in self.opened.play.table.seats]

    @property
    def where(self) -> str:
        return self._host_name or str(say("{name}'s table", name=self.people()[0]))

    # Opening and closing

    def open(self) -> None:
        """Raises `Refused`: no port is free."""
        try:
            self.door.enter(self)
        except PortTaken:
            raise Refused(say("Every port from {first} on is taken on this device. Restart it, then try again.",
                              first=self.door.port)) from None
        self.is_open = True
        self.guests.changed = lambda: self.post(self._guests_changed)
        self._save()
        self._send()

    def close(self, why: str = "closed", words: Text | None = None, *, again: bool = True) -> None:
        """End the thread and free the port. The seats stay known; `again`: open with the play's next opening."""
        if self.is_open:
            self.let_go(again)
            self.door.close(why, words)
            self._tell()

    def let_go(self, again: bool = False) -> None:
        """Stop answering for this play; the server stays for what comes next."""
        self.is_open = False
        self.guests.changed = lambda: None
        self.desk.close()
        self._save(again)

    def _save(self, again: bool | None = None) -> None:
        """The server's thread writes it: a frame of the table screen must not wait for a disk. At the end: at once."""
        self._people = people = self.people()
        seats = {people[seat]: token for seat, token in self.guests.seats.items() if seat < len(people)}
        made = SavedDoor(self.opened.row.uid, people, self.door.port, self.guests.secret, self.guests.code, seats,
                        self.guests.host, self.guests.watchers, self.is_open or bool(again))
        if again is not None:
            self.writer.now(made)
        else:
            self.door.later(0, self.writer.later(made))

    # What the inviting sheet shows

    @property
    def addresses(self) -> list[str]:
        """Where phones in the room reach this machine, the likeliest first; none: there is no network."""
        return addresses.in_the_room()

    def url(self, address: str) -> str:
        """What the QR code holds. The secret stands behind the #: browsers never send that, so it is in no log."""
        return f"http://{address}:{self.door.port}/#s={self.guests.secret}"

    @property
    def joined(self) -> frozenset[int]:
        return frozenset(self.guests.seats)

    @property
    def asks(self) -> list[Ask]:
        """Phones that want a seat which has one: ticket, seat, name."""
        return [(key, one.seat, one.name) for key, one in self.guests.waiting()]

    def decide(self, ticket: str, yes: bool) -> None:
        self.guests.decide(ticket, yes)

    def free(self, seat: int) -> None:
        self.guests.free(seat)

    def let_guests_answer(self, on: bool) -> None:
        """What is asked of the whole table may be answered on guests' phones, too."""
        self.desk.guests_answer = on
        self.desk.refresh()

    def open_votes(self) -> None:
        """One tap opens them for everybody; whoever draws the table looks again."""
        self.desk.open_votes()
        self._tell()

    def show_stage(self, version: str, size: tuple[int, int], picture: bytes, where: shown.Where | None) -> None:
        """A picture of the stage as it was at this position, and where on it the spaces lie. It is named by what is on
        it: one that looks like the last is not sent again, so that no guest can count how often others vote."""
        name = sha256(picture).hexdigest()[:16]
        new = self.stage is None or self.stage["v"] != name
        self.stage, self.stage_of = {"v": name, "w": size[0], "h": size[1]}, version
        self.desk.where = where
        self._send(picture if new else None)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Be told when somebody joined, left or asks, and when the door closed. Returns how to stop."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback) if callback in self._watchers else None

    def _tell(self) -> None:
        for callback in tuple(self._watchers):
            callback()

    # Sending

    def _guests_changed(self) -> None:
        if self.is_open:
            self._save()
            self.desk.refresh()
            self._tell()

    def _send_soon(self) -> None:
        if self._next_frame is None:
            self._send()
        elif not self._will_send:
            self._will_send = True
            self._next_frame(self._send)

    def _send(self, picture: bytes | None = None) -> None:
        self._will_send = False
        if not self.is_open:
            return
        if self._people != self.people():
            self._save()  # phones are known by the names of their seats
        self.door.show(self.states(), picture)
        self._wake_at(self.desk.ends())
        over = self.desk.reader.situation.state == "over" and not self.desk.sealed
        if over and not self._closing and not self.alone:
            self.door.later(AFTER_THE_END, lambda: self.post(self._close_if_over))
        self._closing = over

    def _close_if_over(self) -> None:
        if self._closing:
            self.close("over", say("The play is over. Thank you for playing."))

    def _wake_at(self, ends: float | None) -> None:
        """At zero a late answer may appear: look again then, though nothing was booked."""
        if ends is not None and ends != self._wakes_at:
            self.door.later(max(0.0, ends / 1000 - time()) + 0.05, lambda: self.post(self._guests_look))
        self._wakes_at = ends

    def _guests_look(self) -> None:
        if self.is_open:
            self.desk.refresh()

    def states(self) -> dict[int, Json]:
        """Of everybody who may look."""
        hosts_seat = self._seat_of_host()
        viewers = [*self.guests.seats, WATCHER, *([NOBODY] if self.guests.host and hosts_seat is None else [])]
        return {who: self._state(who, who in (hosts_seat, NOBODY)) for who in viewers}

    def _seat_of_host(self) -> int | None:
        found = [seat for seat, token in self.guests.seats.items() if token == self.guests.host]
        return found[0] if found else None

    def _state(self, who: int, host: bool) -> Json:
        state = self.desk.state(who, host)
        state["table"] |= {"stage": self.stage, "where": self.where, "pack": self.pack, "alone": self.alone}
        return {**state, "host": self.host_json()} if host else state

    # Asked by the door, in its thread

    async def join(self, message: dict[str, Json], address: str) -> Json:
        if "token" in message:
            return known_token(self.guests, message)
        check_secret(self.guests, message, address)
        return await ask(self.post, lambda: self._join(message, address))

    def _join(self, message: dict[str, Json], address: str) -> Json:
        if message.get("watch") is True:
            return watch(self.guests)
        seat = message.get("seat")
        if seat is None:
            seats = [{**one, "taken": one["seat"] in self.guests.seats} for one in shown.seats_json(self.opened)]
            facts = self.opened.game.facts
            return {"title": facts.title, "game": facts.id, "host": self.where, "secret": self.guests.secret,
                    "seats": seats, "watch": True}
        people = self.opened.play.table.seats
        if type(seat) is not int or not 0 <= seat < len(people):
            raise Denied(404, "seat", say("There is no such seat."))
        if seat not in self.guests.seats:
            return self._seat_down(seat)
        return self._take_over(seat, people[seat].name, message.get("ticket"), address)

    def _take_over(self, seat: int, name: str, ticket: Json, address: str) -> Json:
        known = self.guests.tickets.get(ticket) if isinstance(ticket, str) else None
        if known is None or known.seat != seat:
            if not self._knocks.take(address):
                raise Denied(429, "rate", say("Too fast. Wait a second."))
            return {"wait": self.guests.knock(seat, name)}
        if known.answer is None:
            return {"wait": ticket}
        del self.guests.tickets[ticket]
        if not known.answer:
            raise Denied(403, "denied", say("The host said no: this seat has a phone already."))
        return self._seat_down(seat)

    def _seat_down(self, seat: int) -> Json:
        token = self.guests.seat_down(seat)
        if self.alone and not self.guests.host:
            self.guests.host = self.guests.seats[seat]
        self._guests_changed()
        return {"token": token, "seat": seat}

    async def do(self, token: str, message: dict[str, Json]) -> Json:
        return await ask(self.post, lambda: self._do(token, message))

    def _do(self, token: str, message: dict[str, Json]) -> Json:
        who = self.guests.who(token)
        if who is None or not self.is_open:
            raise Denied(401, "token", say("This phone has no seat here. Join again."))
        host = self.guests.is_host(token)
        if message.get("op") == "host":
            return self._be_host(who)
        if self.is_host_op(message.get("op")):
            return self.host_do(message) if host else {"refused": str(say("Only the host can do that."))}
        reply = self.desk.do(who, host, message)
        if "mine" in reply:  # who comes back finds what was tapped so far
            self.door.show({who: self._state(who, host)}, quiet=True)
        return reply

    def _be_host(self, who: int) -> Json:
        """The host's phone is broken or has gone home: without one no vote could be opened any more."""
        if not self.alone or who < 0:
            return {"refused": str(say("This can't be done here."))}
        if not self.guests.host_is_away():
            return {"refused": str(say("The host's phone is here. It must be away for a minute."))}
        self.guests.host_is_now(who)
        self._guests_changed()
        return {"ok": True}

    async def look(self, token: str) -> None:
        await ask(self.post, self._send)

    async def leave(self, token: str) -> None:
        await ask(self.post, lambda: self.guests.leave(token))

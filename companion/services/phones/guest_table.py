"""A play that guests can join, for the app and `serve`.

    table = GuestTable(opened, post, file)
    table.open()                          # raises `Refused` with one sentence
    table.watch(lambda: draw(table.joined, table.asks))
    table.close()

Everything here runs in the play's thread.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil
from pathlib import Path
from time import time

from companion.core.setup import LONGEST_NAME, is_visible
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json
from companion.core.views import Outcome
from companion.services.evening.records import Fallen, as_reminders, falling
from companion.services.jobs import Job
from companion.services.open_play import OpenPlay
from companion.services.phones import addresses, limits
from companion.services.phones.desk import Desk
from companion.services.phones.guests import NOBODY, WATCHER, Guests, Ticket
from companion.services.phones.host_commands import HostCommands
from companion.services.phones.http import Denied, RateLimit
from companion.services.phones.link import PhoneLink, Post, no_seat
from companion.services.phones.saved_guests import GuestsFile, SavedGuests, saved_for
from companion.services.phones.seat_view import SeatViews, impossible
from companion.services.phones.server import GuestServer
from companion.services.phones.state_json import seats_json

SLICE = 0.02  # seconds for finding records, between two answers
PAUSE = 0.05  # seconds before each slice: the answer that ends a play is shown first


def known_guests(saved: SavedGuests, people: list[str], alone: bool) -> Guests:
    seats = {seat: saved.seats[name] for seat, name in enumerate(people) if name in saved.seats}
    host = saved.host if alone else ""
    guests = Guests(seats=seats, host=host, watchers=saved.watchers, places=saved.places)
    guests.secret, guests.code = saved.secret or guests.secret, saved.code or guests.code
    return guests


Connect = Callable[[Guests, Post, int], PhoneLink]
"""Makes the link; the number is the port that the phones know."""


def by_sockets(port: int | None = None, bind: str = "0.0.0.0") -> Connect:
    """A port that was asked for is the only one to try."""
    return lambda guests, post, saved: (GuestServer(guests, post, saved, bind) if port is None else
                                        GuestServer(guests, post, port, bind, ports=1))


class GuestTable:
    """`desk`: the library on the host's phone of `serve`; None in the app, whose table screen is the host."""

    def __init__(self, opened: OpenPlay, post: Post, file: Path | None = None, *, desk: Desk | None = None,
                 connect: Connect | None = None, server: PhoneLink | None = None,
                 next_frame: Post | None = None) -> None:
        """`file`: keeps the guests. `server`: a link already open.

        `next_frame`: batches updates to guests after the next frame."""
        self.opened, self.post, self.alone = opened, post, desk is not None
        self._next_frame, self._will_send = next_frame, False
        self._people, self._places = self.people(), dict[str, str]()
        saved = saved_for(file, opened.row.uid, self._people)
        self.guests = known_guests(saved, self._people, self.alone) if server is None else server.guests
        self.views = SeatViews(opened, self.guests, self._send_soon, alone=self.alone)
        self.host = HostCommands(self.views, self.guests, desk)
        self.server = server or (connect or by_sockets())(self.guests, post, saved.port)
        self._file = GuestsFile(file)
        self._watchers: list[Callable[[], None]] = []
        self._knocks = RateLimit(limits.KNOCKS_PER_SECOND, limits.KNOCKS, limits.ADDRESSES)
        self._wakes_at: float | None = None
        self._invite: Json = None
        self._closing = False
        self.is_open = False
        self._stop_watching: Callable[[], None] = lambda: None
        self._library = None if desk is None else desk.library
        self._outcome: Outcome | None = None

    def people(self) -> list[str]:
        """The current names; players may join late or be renamed."""
        return [seat.name for seat in self.opened.play.table.seats]

    # Opening and closing

    def open(self) -> None:
        self.server.enter(self)
        self.is_open = True
        self._stop_watching = self.opened.watch_votes(self._tell)
        self.guests.changed = lambda: self.post(self._guests_changed)
        self.guests.looked = self._somebody_looks
        self._somebody_looks()
        self._save()
        self._send()

    def close(self, why: str = "closed", words: Text | None = None, *, again: bool = True) -> None:
        """Stop the server and free the port. Seats are remembered; `again`: reopen with the play."""
        if self.is_open:
            self.let_go(again)
            self.server.close(why, words)
            self._tell()

    def let_go(self, again: bool = False) -> None:
        """Detach from the server, which stays up for the next play."""
        self.is_open = False
        self._stop_watching()
        self.guests.changed = self.guests.looked = lambda: None
        self.views.close()
        self._file.writing(self._saved(again))()

    def _saved(self, is_open: bool) -> SavedGuests:
        people = self.people()
        self._people, self._places = people, self.guests.places
        seats = {people[seat]: token for seat, token in self.guests.seats.items() if seat < len(people)}
        return SavedGuests(self.opened.row.uid, people, self.server.port, self.guests.secret,
                           self.guests.code, seats,
                           self.guests.host, self.guests.watchers, is_open, places=self.guests.places)

    def _save(self) -> None:
        """Save in the server's thread, so no frame waits for the disk."""
        self.server.later(0, self._file.writing(self._saved(self.is_open)))

    # What the invitation sheet shows

    @property
    def addresses(self) -> list[str]:
        return addresses.in_the_room()

    def url(self, address: str) -> str:
        """The QR code's URL. Browsers never send the part after #, so the secret appears in no log."""
        return f"http://{address}:{self.server.port}/#s={self.guests.secret}"

    @property
    def joined(self) -> frozenset[int]:
        return frozenset(self.guests.seats)

    @property
    def asks(self) -> list[tuple[str, Ticket]]:
        """Requests to the host by ticket; `host.decide` answers them."""
        return self.guests.waiting()

    def take_news(self) -> Text | None:
        """What happened to a phone, to tell once on the table's device."""
        news, self.views.news = self.views.news, None
        return news

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when somebody joins, leaves or asks, and on closing. Returns a function that stops it."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback) if callback in self._watchers else None

    def _tell(self) -> None:
        for callback in tuple(self._watchers):
            callback()

    # Sending

    def _guests_changed(self) -> None:
        if self.is_open:
            self._save()
            self.views.refresh()
            self._tell()

    def _somebody_looks(self) -> None:
        """Check again shortly: a phone that lost its stream may be back by then."""
        self.server.later(limits.AWAY_SECONDS + 0.1, lambda: self.post(self._look_who_is_away))

    def _look_who_is_away(self) -> None:
        away = self.guests.away()
        if self.is_open and self._places != self.guests.places:
            self._save()
        if self.is_open and away != self.views.away:
            self.views.away = away
            self._send()
            self._tell()

    def _look_for_records(self) -> None:
        """At the end of a play; in the app, its result page does this."""
        before, self._outcome = self._outcome, self.views.reader.situation.outcome
        if self._outcome not in (None, before) and self._library is not None:
            self._count_soon(falling(self._library, self.opened.id), self._outcome)

    def _count_soon(self, counting: Job[list[Fallen]], outcome: Outcome | None) -> None:
        self.server.later(PAUSE, lambda: self.post(partial(self._count, counting, outcome)))

    def _count(self, counting: Job[list[Fallen]], outcome: Outcome | None) -> None:
        """In short steps: there may be thousands of plays. Meanwhile the outcome may have changed."""
        if not self.is_open or outcome != self._outcome:
            return
        with suppress(Refused):
            if not counting.run(SLICE):
                self._count_soon(counting, outcome)
            elif counting.result:
                self.views.tell_records(as_reminders(counting.result, self.views.play.table.seats))

    def _send_soon(self) -> None:
        if self._next_frame is None:
            self._send()
        elif not self._will_send:
            self._will_send = True
            self._next_frame(self._send)

    def _send(self) -> None:
        self._will_send = False
        if not self.is_open:
            return
        self._look_for_records()
        if self._people != self.people():
            self._save()  # phones are stored by seat name
        seats, host = self.guests.seats, self.guests.host
        viewers = [*seats, WATCHER, *([NOBODY] if host and host not in seats.values() else [])]
        self.server.show({who: self._state(who) for who in viewers}, self.views.land)
        self._wake_at(self.views.timer_ends())
        over = self.views.reader.situation.state == "over" and not self.views.sealed
        if over and not self._closing and not self.alone:
            self.server.later(limits.AFTER_THE_END, lambda: self.post(self._close_if_over))
        self._closing = over

    def _close_if_over(self) -> None:
        if self._closing:
            self.close("over", say("The play is over. Thank you for playing."))

    def _wake_at(self, ends: float | None) -> None:
        """Refresh when a timer ends: a late answer may appear without a record."""
        if ends is not None and ends != self._wakes_at:
            self.server.later(max(0.0, ends / 1000 - time()) + 0.05, lambda: self.post(self.clock_ran_out))
        self._wakes_at = ends

    def clock_ran_out(self) -> None:
        if self.is_open:
            self.views.refresh()

    def _state(self, who: int) -> Json:
        state = self.views[who].state()
        where = say("{name}'s table", name=self.people()[0])
        state["table"] |= {"where": where, "alone": self.alone and not self.guests.host_stays}
        if self.guests.is_host_seat(who):
            state["host"] = self.host.to_json()
        if who == WATCHER and self.server.has_address and len(self.guests.seats) < len(self._people):
            state["invite"] = self._invitation()
        return state

    def _invitation(self) -> Json:
        """How to join, for a big screen. The QR code is rows of ones and zeros."""
        if self._invite is None:
            import segno

            found = self.addresses if self.server.bind == "0.0.0.0" else [self.server.bind]
            address = found[0] if found else "127.0.0.1"
            rows = segno.make(self.url(address), error="m", micro=False).matrix
            self._invite = {"address": f"{address}:{self.server.port}", "code": self.guests.code,
                            "rows": ["".join(map(str, row)) for row in rows]}
        return self._invite

    # Called by the server

    def look(self) -> None:
        self._send()

    def leave(self, token: str) -> None:
        self.guests.leave(token)

    def join(self, message: dict[str, Json], address: str) -> Json:
        if message.get("watch") is True:
            return self.guests.watch()
        seat = message.get("seat")
        if message.get("host") is True and self._nobody_hosts(address):  # everybody plays on this phone
            if self.guests.host:
                self.views.note(say("Another phone is the host now."))
            reply = {"token": self.guests.be_host(), "seat": None}
            self._guests_changed()
            return reply
        if isinstance(message.get("name"), str):
            return self._ask_to_join(str(message["name"]).strip(), message.get("ticket"), address)
        if seat is None:
            seats = [{**one, "taken": one["seat"] in self.guests.seats} for one in seats_json(self.opened)]
            where = say("{name}'s table", name=self.people()[0])
            return {"host": where, "secret": self.guests.secret, "seats": seats,
                    "more": self.host.joining().may, "only": self._nobody_hosts(address)}
        if type(seat) is not int or not 0 <= seat < len(self.people()):
            raise Denied(404, "seat", say("There is no such seat."))
        if self._needs_a_yes(seat, address):
            wait = self._ask_host(Ticket(self.people()[seat], seat), message.get("ticket"), address)
            if wait is not None:
                return {**wait, "why": self._waits_for(seat)}
        return self.seat_down(seat, address)

    def _needs_a_yes(self, seat: int, address: str) -> bool:
        """Has the seat a phone, or a vote from the table's device? Without a host, it is free in the end."""
        guests = self.guests
        if seat not in guests.seats:
            return self._has_voted(seat) and not self._nobody_hosts(address)
        if self._host_is_here() and not guests.has_moved(guests.seats[seat]):
            return True
        return not guests.seat_is_gone(seat, address)

    def _waits_for(self, seat: int) -> Text:
        name = self.people()[seat]
        if self._host_is_here():
            return say("{name} has a phone already, or has voted. Asking the host…", name=name)
        if seat not in self.guests.seats:
            return say("{name} has voted, and the host's phone is away. In a minute, the seat is yours.",
                       name=name)
        if seat in self.guests.away():
            return say("{name}'s phone is away. If it stays away for a minute, the seat is yours.", name=name)
        return say("{name} has a phone already. Wake the host's phone: only the host can let you in.",
                   name=name)

    def _host_is_here(self) -> bool:
        """Is somebody there who can say yes: the app itself, or the host's phone?"""
        return not self.alone or self.guests.host_is_here()

    def _nobody_hosts(self, address: str) -> bool:
        """May the phone at this address become the host?"""
        return self.alone and self.guests.host_is_gone(address)

    def _has_voted(self, seat: int) -> bool:
        """Voted on the table's device? Whoever takes the seat now could change that vote."""
        now = self.views.reader.situation
        return any(one.seat is not None and one.seat.index == seat and one.key() in now.given
                   for one in now.asked)

    def _ask_to_join(self, name: str, ticket: Json, address: str) -> Json:
        joining = self.host.joining()
        if not joining.may:
            raise Denied(403, "join", joining.how)
        if not is_visible(name):
            raise Denied(403, "join", say("Type a name first."))
        asked = self._ask_host(Ticket(name[:LONGEST_NAME], kind="name"), ticket, address)
        # Translators: {how} is a sentence
        return asked or {"told": say("{name} is in. {how}", name=name, how=joining.how)}

    def _ask_host(self, asked: Ticket, ticket: Json, address: str) -> Json:
        """Return None once the host agreed. Raises `Denied`."""
        known = self.guests.tickets.get(ticket) if isinstance(ticket, str) else None
        if known is None or (known.kind, known.seat, known.name) != (asked.kind, asked.seat, asked.name):
            if not self._knocks.take(address):
                raise Denied(429, "rate", say("Too fast. Wait a second."))
            return {"wait": self.guests.ask_host(asked)}
        if known.answer is None:
            return {"wait": ticket}
        del self.guests.tickets[ticket]
        if not known.answer:
            raise Denied(403, "denied", say("The host said no."))
        return None

    def seat_down(self, seat: int, address: str) -> Json:
        hosts, before, name = self._nobody_hosts(address), self.guests.seats.get(seat), self.people()[seat]
        if before is not None and not self.guests.has_moved(before):
            self.views.note(say("{name} has another phone now.", name=name), seat)
        if hosts and self.guests.host not in ("", before):
            self.views.note(say("{name} is the host now.", name=name), seat)
        token = self.guests.seat_down(seat)
        if hosts:
            self.guests.host = self.guests.seats[seat]
        self._guests_changed()
        return {"token": token, "seat": seat}

    def do(self, token: str, message: dict[str, Json]) -> Json:
        who = self.guests.who(token)
        if who is None or not self.is_open:
            raise no_seat()
        if message.get("op") == "host":
            return self._become_host(who)
        if message.get("op") == "ask undo":
            return self._ask_undo(who)
        if self.host.knows(message.get("op")):
            if self.guests.is_host(token):
                return self.host.do(message)
            return {"refused": say("Only the host can do that.")}
        reply = self.views[who].do(message)
        if "mine" in reply:  # returning guests get back what they tapped so far
            self.server.show({who: self._state(who)}, quiet=True)
        return reply

    def _ask_undo(self, who: int) -> Json:
        name = self.people()[who] if 0 <= who < len(self.people()) else ""
        if not name or not self.opened.play.can_undo():
            return impossible()
        if not any(one.kind == "undo" and one.name == name for _, one in self.guests.waiting()):
            self.guests.ask_host(Ticket(name, who, "undo"))
        return {"ok": True, "told": say("The host was asked to undo.")}

    def _become_host(self, who: int) -> Json:
        """Let a guest take over if the host's phone is gone; without a host nobody could reveal votes."""
        if not self.alone or who < 0:
            return impossible()
        if not self.guests.host_is_gone():
            if self.guests.host_is_here():
                return {"refused": say("The host's phone is connected. There can be only one host.")}
            left = max(1, ceil(self.guests.host_gone_in()))
            return {"refused": count("The host's phone is away. If it stays away, try again in one second.",
                                     "The host's phone is away. If it stays away, try again in {n} seconds.",
                                     left)}
        self.views.note(say("{name} is the host now.", name=self.people()[who]), who)
        self.guests.host_is_now(who)
        self._guests_changed()
        return {"ok": True}

"""Access control: the QR code's secret, the four-letter code, and a token for each seat and watcher.

Used by two threads: the server's looks tokens up, the play's assigns and frees seats.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from secrets import choice, token_urlsafe
from threading import RLock
from time import monotonic

from companion.core.text import say
from companion.core.values import Json
from companion.services.phones import limits
from companion.services.phones.http import Denied

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word."""
WATCHER, NOBODY = -1, -2


def hashed(token: str) -> str:
    """Hash a token for storage, so that the file doesn't reveal it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass
class Ticket:
    """A phone's request to the host: a taken `seat`, a new seat for `name`, or an undo by `name`."""

    name: str
    seat: int | None = None
    kind: str = "seat"
    answer: bool | None = None


@dataclass
class Guests:
    """`seats` and `watchers` hold hashed tokens. `changed` is called by whichever thread made a change."""

    secret: str = field(default_factory=lambda: token_urlsafe(16))
    code: str = field(default_factory=lambda: "".join(choice(LETTERS) for _ in range(4)))
    seats: dict[int, str] = field(default_factory=dict)
    host: str = ""
    """Hashed token of the host's phone; empty if this machine is the host."""
    host_stays: bool = False
    """The host's page has the table itself, so no other phone can become the host."""
    watchers: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    """By hashed token: the table's address and port by which a phone came; in a tab, the phone itself."""
    tickets: dict[str, Ticket] = field(default_factory=dict)
    changed: Callable[[], None] = lambda: None
    looked: Callable[[], None] = lambda: None
    """Called by the server's thread when a stream opens or ends."""
    is_ours: Callable[[str], bool] = lambda place: True
    """Can phones still reach the table there? Set by the link."""

    def __post_init__(self) -> None:
        self._lock = RLock()
        self._tries: dict[str, int] = {}
        self._wrong = 0
        self.looking: Counter[str] = Counter()
        self.seen: dict[str, float] = {}
        self._peers: dict[str, str] = {}
        """The address of each phone itself."""
        self._begun = monotonic()

    # Who is it?

    def who(self, token: str) -> int | None:
        """A token's seat, `WATCHER` or `NOBODY` (a host without a seat); None if unknown."""
        asked = hashed(token)
        with self._lock:
            for seat, known in self.seats.items():
                if compare_digest(known, asked):
                    return seat
            if any(compare_digest(known, asked) for known in self.watchers):
                return WATCHER
            return NOBODY if self.host and compare_digest(self.host, asked) else None

    def is_host(self, token: str) -> bool:
        return bool(self.host) and compare_digest(self.host, hashed(token))

    def is_host_seat(self, who: int) -> bool:
        return bool(self.host) and (who == NOBODY or self.seats.get(who) == self.host)

    def check_secret(self, message: dict[str, Json], address: str) -> None:
        """Allow five wrong codes per address and 25 in all; then only the QR code works. Raises `Denied`."""
        if "code" not in message:
            if not compare_digest(str(message.get("secret")).encode(), self.secret.encode()):
                raise Denied(403, "secret", say("This invitation is out of date. Scan the code again."))
            return
        with self._lock:
            if not self._tries_left(address):
                raise Denied(403, "locked", say("Too many wrong codes. Scan the QR code instead."))
            tries = self._tries.pop(address, 0)
            if compare_digest(str(message["code"]).strip().upper().encode(), self.code.encode()):
                return
            if len(self._tries) >= limits.ADDRESSES:
                self._tries.pop(next(iter(self._tries)))
            self._tries[address] = tries + 1
            self._wrong += 1
            raise Denied(403, "code", say("Wrong code. Look at the table's screen."),
                         left=self._tries_left(address))

    def _tries_left(self, address: str) -> int:
        return 0 if self._wrong >= limits.TRIES_IN_ALL else max(0, limits.TRIES - self._tries.get(address, 0))

    # Streams

    def looks(self, token: str, yes: bool, place: str = "", peer: str = "") -> None:
        """A stream opens or ends. `place`: where it reached us. `peer`: the phone's own address."""
        asked = hashed(token)
        with self._lock:
            self.looking[asked] += 1 if yes else -1
            if place:
                self.came(token, place, peer)
            if self.looking[asked] <= 0:
                del self.looking[asked]
                known = {self.host, *self.seats.values()}
                self.seen = {**{one: at for one, at in self.seen.items() if one in known},
                              asked: monotonic()}
        self.looked()

    def came(self, token: str, place: str, peer: str) -> None:
        """Note where this phone has reached the table, and its own address."""
        asked = hashed(token)
        with self._lock:
            known = {self.host, *self.seats.values(), *self.watchers}
            self.places = {**{one: at for one, at in self.places.items() if one in known}, asked: place}
            self._peers = {**{one: at for one, at in self._peers.items() if one in known}, asked: peer}

    def by_place(self) -> dict[str, list[int]]:
        """The seats and watchers that came by each place."""
        found: dict[str, list[int]] = {}
        with self._lock:
            for who, known in [*self.seats.items(), *((WATCHER, one) for one in self.watchers)]:
                found.setdefault(self.places.get(known, ""), []).append(who)
        return found

    def _is_away(self, hashed_token: str, seconds: float) -> bool:
        if self.looking[hashed_token] > 0:
            return False
        return monotonic() - self.seen.get(hashed_token, self._begun) > seconds

    def _is_gone(self, hashed_token: str, peer: str) -> bool:
        """Has it been away for a minute? Or is it away and can't come back by itself?

        It can't if the table has another address since, or if `peer`, which asks now, is the same phone.
        """
        if self._is_away(hashed_token, limits.HOST_AWAY_SECONDS):
            return True
        known = [self._peers.get(one) for one in {self.host, *self.seats.values(), *self.watchers}]
        is_same = self._peers.get(hashed_token) == peer and known.count(peer) == 1  # more: behind one router
        return (is_same or self.has_moved(hashed_token)) and self._is_away(hashed_token, limits.AWAY_SECONDS)

    def has_moved(self, hashed_token: str) -> bool:
        """Has the table left the address that this phone knows?"""
        place = self.places.get(hashed_token)
        return place is not None and not self.is_ours(place)

    def host_is_here(self) -> bool:
        with self._lock:
            return bool(self.host) and not self._is_away(self.host, limits.AWAY_SECONDS)

    def host_is_gone(self, peer: str = "") -> bool:
        """May another phone become the host? `peer`: the address of the one that asks."""
        with self._lock:
            return not self.host_stays and (not self.host or self._is_gone(self.host, peer))

    def seat_is_gone(self, seat: int, peer: str) -> bool:
        """May another phone take this seat without asking? `peer`: its address."""
        with self._lock:
            return self._is_gone(self.seats[seat], peer)

    def host_gone_in(self) -> float:
        """Seconds until another phone may become the host, if the host's stays away."""
        with self._lock:
            return limits.HOST_AWAY_SECONDS - (monotonic() - self.seen.get(self.host, self._begun))

    def away(self) -> frozenset[int]:
        with self._lock:
            return frozenset(seat for seat, token in self.seats.items()
                             if self._is_away(token, limits.AWAY_SECONDS))

    def host_is_now(self, seat: int) -> None:
        with self._lock:
            self.host = self.seats[seat]
        self.changed()

    # Coming and going

    def seat_down(self, seat: int) -> str:
        """Give the seat to a new phone and notify the previous one; nobody waits for it any more."""
        token = token_urlsafe(24)
        with self._lock:
            was_host = self.host and self.seats.get(seat) == self.host
            self.seats[seat] = hashed(token)
            self.seen[hashed(token)] = monotonic()  # its stream opens in a moment
            self.tickets = {key: one for key, one in self.tickets.items()
                            if (one.kind, one.seat) != ("seat", seat)}
            if was_host:
                self.host = hashed(token)
        self.changed()
        return token

    def be_host(self) -> str:
        token = token_urlsafe(24)
        self.host = hashed(token)
        return token

    def host_returns(self, token: str) -> None:
        """The host's page has a new token; it keeps the seat, and stays the host."""
        with self._lock:
            old, self.host, self.host_stays = self.host, hashed(token), True
            self.seats = {seat: self.host if known == old else known for seat, known in self.seats.items()}

    def host_sits(self, seat: int | None) -> bool:
        """Seat the host's phone there, or nowhere: then it answers for everybody without a phone."""
        with self._lock:
            others = {one: token for one, token in self.seats.items() if token != self.host}
            if seat in others:
                return False
            self.seats = others if seat is None else {**others, seat: self.host}
        self.changed()
        return True

    def watch(self) -> Json:
        """Let a phone watch, replacing one that no longer does. Raises `Denied`."""
        token = token_urlsafe(24)
        with self._lock:
            if len(self.watchers) >= limits.WATCHERS:
                idle = next((one for one in self.watchers if self.looking[one] <= 0), None)
                if idle is None:
                    raise Denied(503, "busy", say("Too many people are watching already."))
                self.watchers = [one for one in self.watchers if one != idle]
            self.watchers = [*self.watchers, hashed(token)]
        return {"token": token}

    def free(self, seat: int) -> None:
        with self._lock:
            self.seats.pop(seat, None)
        self.changed()

    def leave(self, token: str) -> None:
        asked = hashed(token)
        with self._lock:
            self.seats = {seat: known for seat, known in self.seats.items() if known != asked}
            self.watchers = [known for known in self.watchers if known != asked]
            if self.host == asked and not self.host_stays:  # somebody must be able to reveal votes and undo
                self.host = next((self.seats[seat] for seat in sorted(self.seats)), "")
        self.changed()

    def leave_place(self, place: str) -> None:
        """All that came by that place leave."""
        with self._lock:
            gone = {known for known, at in self.places.items() if at == place}
            self.seats = {seat: known for seat, known in self.seats.items() if known not in gone}
            self.watchers = [known for known in self.watchers if known not in gone]
        self.changed()

    # Requests to the host

    def ask_host(self, asked: Ticket) -> str:
        """Add a request, dropping the oldest if there are too many."""
        ticket = token_urlsafe(9)
        with self._lock:
            while len(self.tickets) >= limits.TICKETS:
                self.tickets.pop(next(iter(self.tickets)))
            self.tickets[ticket] = asked
        self.changed()
        return ticket

    def decide(self, ticket: str, yes: bool) -> None:
        with self._lock:
            if ticket in self.tickets:
                self.tickets[ticket].answer = yes
        self.changed()

    def waiting(self) -> list[tuple[str, Ticket]]:
        with self._lock:
            return [(key, one) for key, one in self.tickets.items() if one.answer is None]

"""A table open to guests in this process, and guests who talk to it like browsers."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.phones.desk import Desk
from companion.services.phones.guest_table import GuestTable, by_sockets
from companion.services.phones.saved_guests import FILE
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")
_ids = count()


def done_by(put: Callable[[Callable[[], None]], object], work: Callable[[], Any], seconds: float) -> Any:
    """The result of work that another thread does: `put` hands it over."""
    done: Future[Any] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)
    put(run)
    return done.result(seconds)


class Room:
    """The play runs in the host's thread; the test plays the guests."""

    def __init__(self, home: Path, game: Any = "story", names: tuple[str, ...] = NAMES[:3], *, alone: bool = False,
                 clock: Any = None, port: int = 0, options: dict[str, Any] | None = None) -> None:
        self.home, self.alone, self.port, self.names = home, alone, port, names
        self.game, self.clock, self.options = game, clock or MachineClock(), options or {}
        self.work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.asleep = False
        self.phones: GuestTable
        self.opened: OpenPlay
        self._thread = Thread(target=self._own, daemon=True)

    def __enter__(self) -> Room:
        self._thread.start()
        self.call(self.begin)
        return self

    def __exit__(self, *_: object) -> None:
        self.call(self._end)
        self.work.put(None)
        self._thread.join(60)

    def _own(self) -> None:
        while (work := self.work.get()) is not None:
            work()

    def call(self, work: Callable[[], Any]) -> Any:
        """Run in the host's thread; return the result."""
        return done_by(self.work.put, work, 60)

    def begin(self) -> None:
        games = dict(find_games().games) if isinstance(self.game, str) else {self.game.facts.id: self.game}
        name = self.game if isinstance(self.game, str) else self.game.facts.id
        self.library = Library(open_store(self.home / "plays.db"), games, self.clock)
        plays = self.library.plays()
        self.opened = (self.library.resume(plays[0].id) if plays else
                       self.library.start(name, Setup(people(*self.names), self.options)))
        desk = Desk(self.library, lambda opened: None) if self.alone else None
        self.phones = GuestTable(self.opened, self.post, self.home / FILE, desk=desk,
                                 connect=by_sockets(self.port, "127.0.0.1"))
        self.phones.open()
        self.port = self.phones.server.port

    def _end(self) -> None:
        self.phones.close()
        self.library.quit()

    def post(self, work: Callable[[], None]) -> None:
        if not self.asleep:
            self.work.put(work)

    # Guests

    @property
    def secret(self) -> str:
        return self.phones.guests.secret

    def records(self) -> int:
        return int(self.call(lambda: len(self.opened.play.log)))

    def guest(self, seat: int) -> Guest:
        status, reply = request(self.port, "POST", "/join", {"secret": self.secret, "seat": seat})
        assert status == 200, reply
        return Guest(self.port, reply["token"])

    def watcher(self) -> Guest:
        _, reply = request(self.port, "POST", "/join", {"secret": self.secret, "watch": True})
        return Guest(self.port, reply["token"])

    def answer(self, key: str, raw: Any) -> None:
        """Answer on the table's device."""
        self.call(lambda: self.opened.answer(key, raw))

    def play_until(self, state: str, seed: int = 1) -> None:
        """Answer at random on the table's device."""
        def go() -> None:
            rng, play, desk = Random(seed), self.opened.play, self.phones.views
            for _ in range(400):
                if desk.reader.situation.state == state:
                    return
                question = next(one for one in play.open() if one.possible(play.table))
                self.opened.answer(question.key(), question.random_answer(play.table, rng))
            raise AssertionError(f"never {state}")
        self.call(go)


def request(port: int, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None,
            timeout: float = 60.0) -> tuple[int, Any]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        sent = {"Content-Type": "application/json"} if body is not None else {}
        data = body if isinstance(body, (bytes, str, type(None))) else json.dumps(body)
        line.request(method, path, data, {**sent, **(headers or {})})
        got = line.getresponse()
        raw = got.read()
        return got.status, json.loads(raw) if "json" in (got.getheader("content-type") or "") else raw
    finally:
        line.close()


class Guest:
    """A phone with a token. `state()` is the newest that the stream has brought."""

    def __init__(self, port: int, token: str, wanted: str = "") -> None:
        """`wanted`: the languages of its browser."""
        self.port, self.token = port, token
        self.headers = {"X-Tableside": token, **({"Accept-Language": wanted} if wanted else {})}
        self.bytes: list[bytes] = []
        """Everything sent to it, without the clock."""
        self.page = ""
        self._line: http.client.HTTPConnection | None = None

    def connect(self) -> Guest:
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        page = {"X-Tableside-Page": self.page} if self.page else {}
        self._line.request("GET", "/events", headers={**self.headers, **page})
        self._stream = self._line.getresponse()
        assert self._stream.status == 200, self._stream.read()
        return self

    def read(self) -> dict[str, Any]:
        """The next line of the stream."""
        if self._line is None:
            self.connect()
        raw = self._stream.readline()
        assert raw, "the stream has ended"
        said: dict[str, Any] = json.loads(raw)
        if "state" in said:
            self.bytes.append(raw.partition(b',"state":')[2])
        return said

    def write(self, data: bytes) -> None:
        """Where only the host may write."""
        self._stream.fp.raw._sock.sendall(data)

    def rest(self) -> list[bytes]:
        """Everything sent until the stream ends."""
        return [line for line in self._stream if line.strip()]

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state that fits."""
        for _ in range(200):
            said = self.read()
            if "state" in said and fits(said["state"]):
                found: dict[str, Any] = said["state"]
                return found
        raise AssertionError("no such state")

    def state(self) -> dict[str, Any]:
        """The current state, which each new connection gets at once."""
        self.hang_up()
        return self.until(lambda _: True)

    def do(self, op: str, key: str = "", state: dict[str, Any] | None = None, **more: Any) -> Any:
        message = {"id": f"i{next(_ids)}", "op": op, "key": key, **more}
        if "epoch" not in message:
            message["epoch"] = (state or self.state())["epoch"]
        return request(self.port, "POST", "/do", message, self.headers)[1]

    def raw(self, message: Any, **headers: str) -> tuple[int, Any]:
        return request(self.port, "POST", "/do", message, {**self.headers, **headers})

    def vote(self, choice: int, state: dict[str, Any] | None = None) -> Any:
        now = state or self.state()
        return self.do("tap", now["mine"]["ask"]["key"], now, token=choice)

    def hang_up(self) -> None:
        if self._line is not None:
            if self._line.sock is not None:
                self._line.sock.close()
            self._stream.close()
            self._line.close()
            self._line = None


def plain(port: int, data: bytes, patience: float = 60.0) -> bytes:
    """Send raw bytes; return the response until it is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        got = b""
        try:
            line.sendall(data)
            while part := line.recv(65536):
                got += part
        except OSError:
            pass
        return got

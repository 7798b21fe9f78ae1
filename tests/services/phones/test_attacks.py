"""What strangers may try. Each is refused, the play is unharmed, and honest guests are served meanwhile."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.services.phones.guests import Ticket
from tests.services.phones.room import Room, plain, request
from tests.ui.toy import toy
from tests.web.table import free_port

pytestmark = pytest.mark.slow  # attacks wait until they are refused

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path, toy("lamp", "who")) as room:
        yield room
        assert room.records() == 0, "the play is unharmed"
        assert room.guest(0).do("tap", "Lamp/0", token="red") == {"ok": True, "answered": True}, "the table goes on"


def head(room: Room, *lines: str, method: str = "POST", path: str = "/join", host: str = "",
         body: bytes = b"{}") -> bytes:
    host = host or f"127.0.0.1:{room.port}"
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", ""]).encode() + body


TYPE = "Content-Type: application/json"
LENGTH = "Content-Length: 2"
HEADS = {
    "another host (rebinding)": ({"host": "evil.example:PORT"}, 403),
    "another host of our port": ({"host": "tableside.local:PORT"}, 403),
    "another port": ({"host": "127.0.0.1:1"}, 403),
    "no port": ({"host": "127.0.0.1"}, 403),
    "an address of somebody else": ({"host": "8.8.8.8:PORT"}, 403),
    "a page elsewhere": ({"lines": (TYPE, LENGTH, "Origin: http://evil.example")}, 403),
    "a page of no origin": ({"lines": (TYPE, LENGTH, "Origin: null")}, 403),
    "https of the same name": ({"lines": (TYPE, LENGTH, "Origin: https://127.0.0.1:PORT")}, 403),
    "a browser that says cross-site": ({"lines": (TYPE, LENGTH, "Sec-Fetch-Site: cross-site")}, 403),
    "a form": ({"lines": ("Content-Type: application/x-www-form-urlencoded", LENGTH)}, 415),
    "plain text": ({"lines": ("Content-Type: text/plain", LENGTH)}, 415),
    "no type": ({"lines": (LENGTH,)}, 415),
    "two lengths": ({"lines": (TYPE, LENGTH, "Content-Length: 3")}, 400),
    "length and chunks": ({"lines": (TYPE, LENGTH, "Transfer-Encoding: gzip")}, 501),
    "ten gigabytes": ({"lines": (TYPE, "Content-Length: 10000000000")}, 413),
    "a length of many digits": ({"lines": (TYPE, "Content-Length: " + "9" * 40)}, 400),
    "a length below zero": ({"lines": (TYPE, "Content-Length: -1")}, 400),
    "a head of 9 KB in one piece": ({"lines": (TYPE, LENGTH, "X-Long: " + "a" * 9000)}, 431),
    "a head of 20 KB": ({"lines": (TYPE, LENGTH, "X-Long: " + "a" * 20000)}, 431),
    "a thousand headers": ({"lines": (TYPE, LENGTH, *(f"X-{n}: {'b' * 20}" for n in range(1000)))}, 431),
    "a folded header": ({"lines": (TYPE, LENGTH, "X-A: b\r\n c")}, 403),
    "a header with a zero": ({"lines": (TYPE, LENGTH, "X-A: \0")}, 400),
    "PUT": ({"method": "PUT", "lines": (TYPE, LENGTH)}, 405),
    "TRACE": ({"method": "TRACE", "body": b"", "lines": ()}, 405),
    "OPTIONS of another page": ({"method": "OPTIONS", "body": b"", "lines": ("Origin: http://evil.example",)}, 405),
    "a path out of the folder": ({"method": "GET", "path": "/../server.py", "body": b"", "lines": ()}, 404),
    "a path by numbers": ({"method": "GET", "path": "/%2e%2e/server.py", "body": b"", "lines": ()}, 404),
    "a whole address as path": ({"method": "GET", "path": "http://evil.example/", "body": b"", "lines": ()}, 404),
    "events without a token": ({"method": "GET", "path": "/events", "body": b"", "lines": ()}, 401),
    "something done without a token": ({"path": "/do", "lines": (TYPE, LENGTH)}, 401),
    "something done with a made-up token": ({"path": "/do", "lines": (TYPE, LENGTH, "X-Tableside: " + "A" * 32)}, 401),
}


def test_a_head_that_is_not_ours(room: Room) -> None:
    for name, (how, status) in HEADS.items():
        lines = tuple(line.replace("PORT", str(room.port)) for line in how.get("lines", (TYPE, LENGTH)))
        more = {key: value.replace("PORT", str(room.port)) if isinstance(value, str) else value
                for key, value in how.items() if key != "lines"}
        got = plain(room.port, head(room, *lines, "Connection: close", **more))
        assert got.startswith(f"HTTP/1.1 {status}".encode()), (name, got[:200])
        assert room.secret.encode() not in got


BODIES: dict[str, bytes] = {
    "no JSON": b"{", "a list": b"[]", "a number": b"1", "nothing": b"",
    "nested 900 deep": b'{"a":' + b"[" * 900 + b"]" * 900 + b"}",
    "nested 7000 deep": b"[" * 7000, "nested nine deep": b'{"a":' * 9 + b"1" + b"}" * 9, "not a number": b'{"a":NaN}',
    "endless": b'{"a":1e999}', "a number of 9000 digits": b'{"a":' + b"9" * 9000 + b"}",
    "half a letter": b'{"a":"\\ud800"}',
    "half a letter as a name": b'{"\\ud800":1}', "no UTF-8": b'{"a":"\xff"}',
}


@pytest.mark.parametrize("path", ["/join", "/do"])
def test_a_body_that_no_page_sends(room: Room, path: str) -> None:
    headers = {"X-Tableside": room.guest(1).token}
    for name, body in BODIES.items():
        assert request(room.port, "POST", path, body, headers)[0] == 400, name


NONSENSE: tuple[dict[str, Any], ...] = (
    {"token": {"a": []}}, {"token": [[[[]]]]}, {"token": "x" * 9000}, {"token": -1}, {"token": True},
    {"token": None}, {"op": "nonsense"}, {"op": ["tap"]}, {"op": None}, {"key": 7}, {"key": "x" * 9000},
    {"op": "row", "value": 10**30},
    {"op": "face", "face": "6"}, {"op": "text", "text": "\0" * 100}, {"op": "timer", "what": "forget"},
    {"op": "answer", "answer": [[[1]]]}, {"op": "exit", "what": "Anything"}, {"op": "free", "seat": 0},
    {"op": "fix", "what": "open", "changes": [["seats.0.points", 99]]},
    {"op": "new", "game": "toy", "names": []}, {"op": "guests", "on": True})


def test_a_guest_with_a_seat_sends_nonsense(room: Room) -> None:
    ana = room.guest(0)
    message = {"op": "tap", "key": "Lamp/0", "token": "red", "epoch": ana.state()["epoch"]}
    for number, more in enumerate(NONSENSE):
        status, said = ana.raw({"id": str(number), **message, **more})
        assert status == 200 and ("refused" in said or "stale" in said), (more, said)
    room.call(lambda: room.phones.guests.free(0))


def test_an_id_or_a_seat_that_is_none(room: Room) -> None:
    ana = room.guest(1)
    for number in ("", "x" * 65, 7, None, ["a"]):
        assert ana.raw({"id": number, "op": "why", "key": "Lamp/0", "epoch": ""})[0] == 400, number
    for seat in (-1, 3, 99, "0", 0.0, True, [0], {"a": 1}):
        assert request(room.port, "POST", "/join", {"secret": room.secret, "seat": seat})[0] == 404, seat


def test_strict_headers_stand_on_everything(room: Room) -> None:
    for path in ("/", "/nothing", "/events"):
        got = plain(room.port, head(room, "Connection: close", method="GET", path=path, body=b"")).lower()
        for line in (b"default-src 'none'", b"frame-ancestors 'none'", b"x-content-type-options: nosniff",
                     b"x-frame-options: deny", b"referrer-policy: no-referrer"):
            assert line in got, (path, line)
        assert b"access-control-allow" not in got and b"set-cookie" not in got


def test_too_fast_is_slowed_and_others_are_not(room: Room) -> None:
    ben, cleo = room.guest(1), room.guest(2)
    room.phones.server.phone_rates.per_second = 0  # however slow this machine is
    statuses = [ben.raw({"id": str(n), "op": "why", "key": "Lamp/0"})[0] for n in range(80)]
    assert 429 in statuses and statuses[0] == 200
    assert cleo.raw({"id": "1", "op": "why", "key": "Lamp/0"})[0] == 200


@pytest.mark.thorough
def test_knocking_a_thousand_times_asks_the_host_four_times(room: Room) -> None:
    """Each opens a sheet on the table's device."""
    room.guest(1)
    statuses = [request(room.port, "POST", "/join", {"secret": room.secret, "seat": 1})[0] for _ in range(30)]
    assert statuses[0] == 200 and 429 in statuses
    assert 4 <= len(room.phones.guests.waiting()) <= 8
    room.guest(2)


@pytest.mark.thorough
def test_no_number_of_addresses_holds_more_than_eight_tickets_and_64_watchers(room: Room) -> None:
    for _ in range(100):
        room.call(lambda: room.phones.guests.ask_host(Ticket("Ben", 1)))
        room.call(room.phones.guests.watch)
    assert len(room.phones.guests.tickets) == 8 and len(room.phones.guests.watchers) == 64


# The heavy ones: a process of its own, and its memory

class Served:
    """`serve` in a separate process."""

    def __init__(self, home: Path, *words: str) -> None:
        self.home = home
        self.process = subprocess.Popen([sys.executable, "main.py", "serve", "--store", str(home / "plays.db"),
                                         "--bind", "127.0.0.1", *words], cwd=ROOT, stdout=subprocess.PIPE,
                                        encoding="locale", env={**os.environ, "PYTHONUNBUFFERED": "1"})
        self.said = ""
        assert self.process.stdout is not None
        silent = threading.Timer(60, self.process.kill)  # a line that never comes ends the test, not the evening
        silent.start()
        while "Ctrl+C ends" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        silent.cancel()
        found = re.search(r"http://[\d.]+:(\d+)/#s=(\S+)", self.said)
        assert found is not None
        self.port, self.secret = int(found[1]), found[2]

    def memory(self) -> int:
        """Bytes that are truly there."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def end(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served"), "--game", "story", "--players", "Ana,Ben,Cleo",
                    "--port", str(free_port()))
    yield served
    served.end()


needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")


@pytest.mark.thorough
@needs_proc
def test_endless_headers_cost_no_memory(served: Served) -> None:
    request(served.port, "POST", "/join", {"secret": served.secret})
    before = served.memory()
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        sent = 0
        try:
            for _ in range(3000):
                line.sendall(b"X-More: " + b"a" * 4000 + b"\r\n")
                sent += 4010
        except OSError:
            pass
    assert sent < 4_000_000, "it was cut off"
    assert served.memory() - before < 5_000_000
    assert request(served.port, "POST", "/join", {"secret": served.secret})[0] == 200


@pytest.mark.thorough
@needs_proc
def test_ten_gigabytes_announced_cost_no_memory(served: Served) -> None:
    before = served.memory()
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        try:
            line.sendall(f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
                         f"Content-Length: 10000000000\r\n\r\n".encode())
            for _ in range(2000):
                line.sendall(b"a" * 65536)
        except OSError:
            pass
    assert served.memory() - before < 5_000_000


@pytest.mark.thorough
@needs_proc
def test_chunks_without_end_are_cut(served: Served) -> None:
    before = served.memory()
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        line.sendall(f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
                     f"Transfer-Encoding: chunked\r\n\r\n".encode())
        with pytest.raises(OSError):
            for _ in range(5000):
                line.sendall(b"1000\r\n" + b"a" * 4096 + b"\r\n")
    assert served.memory() - before < 5_000_000


@pytest.mark.thorough
@needs_proc
def test_1200_slow_sockets_lock_nobody_out(served: Served) -> None:
    assert request(served.port, "POST", "/join", {"secret": served.secret, "seat": 0})[0] == 200
    before, slow = served.memory(), []
    try:
        for number in range(1200):
            line = socket.create_connection(("127.0.0.1", served.port), timeout=60)
            line.sendall(b"POST /do HTTP/1.1\r\nHo")
            slow.append(line)
            if number % 300 == 299:
                assert request(served.port, "POST", "/join", {"secret": served.secret})[0] == 200
        assert served.memory() - before < 12_000_000, "160 of them are held, with their buffers"
        assert request(served.port, "GET", "/nothing")[0] == 404
    finally:
        for line in slow:
            line.close()


@pytest.mark.thorough
def test_a_byte_a_second_is_cut_after_five(served: Served) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        line.sendall(b"GET / HT")
        line.settimeout(1.0)
        ended = False
        while not ended and time.monotonic() - began < 60:
            try:
                line.sendall(b"T")
                ended = not line.recv(100) or True
            except TimeoutError:
                continue
            except OSError:
                ended = True
        assert ended


@pytest.mark.thorough
def test_streams_are_counted_apart_from_requests(served: Served) -> None:
    """Ninety-six look, and those who answer are still served."""
    lines = []
    try:
        for _ in range(60):
            _, reply = request(served.port, "POST", "/join", {"secret": served.secret, "watch": True})
            line = socket.create_connection(("127.0.0.1", served.port), timeout=60)
            line.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
                         f"X-Tableside: {reply['token']}\r\n\r\n".encode())
            assert line.recv(12) == b"HTTP/1.1 200"
            lines.append(line)
        assert request(served.port, "POST", "/join", {"secret": served.secret})[0] == 200
    finally:
        for line in lines:
            line.close()


# Killed and started again

@pytest.mark.thorough
def test_killed_in_mid_vote_and_started_again_the_same_phones_go_on(tmp_path: Path) -> None:
    from tests.services.phones.room import Guest
    port = free_port()
    words = ("--port", str(port))
    served = Served(tmp_path, "--game", "story", "--players", "Ana,Ben,Cleo", *words)
    tokens = [request(port, "POST", "/join", {"secret": served.secret, "seat": seat})[1]["token"] for seat in range(3)]
    secret, guests = served.secret, [Guest(port, token) for token in tokens]
    try:
        for number in range(3):
            step(guests)
            old = guests[1].state()
            served.end(getattr(signal, "SIGKILL", signal.SIGTERM))
            served = Served(tmp_path, *words)
            assert (served.port, served.secret) == (port, secret)
            now = guests[1].state()
            assert now["boot"] != old["boot"] and now["you"] == old["you"]
            for part in ("headline", "lines", "in", "state", "subtitle"):
                assert now["table"].get(part) == old["table"].get(part), (number, part)
            if old["mine"] and old["mine"]["ask"]:
                assert "stale" in guests[1].do("tap", old["mine"]["ask"]["key"], old, token=0)
    finally:
        served.end()


@pytest.mark.thorough
def test_serve_without_a_game_the_first_phone_begins_plays_and_ends_them(tmp_path: Path) -> None:
    from tests.services.phones.room import Guest
    served = Served(tmp_path, "--port", str(free_port()))
    port = served.port

    def join(**more: Any) -> Any:
        return request(port, "POST", "/join", {"secret": served.secret, **more})[1]
    try:
        assert join()["seats"] == []
        host, other = Guest(port, join(seat=None)["token"]), Guest(port, join(seat=None)["token"])
        state = host.state()
        assert state["you"] == {"seat": None, "host": True} and state["table"]["state"] == "none"
        assert "story" in [one["id"] for one in state["host"]["games"]]
        assert "refused" in other.do("new", game="story", names=["Ana", "Ben", "Cleo"])
        assert "refused" in host.do("new", game="story", names=["Ana"]), "the game says how many"
        assert host.do("new", game="story", names=["Ana", "Ben", "Cleo"]) == {"ok": True}
        state = host.state()
        assert state["table"]["title"] == "Story" and state["mine"]["ask"]["key"] == "Youngest/table"
        assert other.raw({"id": "1", "op": "why", "key": "x"})[0] == 401, "who waited chooses a seat now"
        ben = Guest(port, join(seat=1)["token"])
        assert ben.state()["you"]["host"] is False
        assert host.do("fix", what="open")["groups"], "what can be corrected"
        assert host.do("end") == {"ok": True}
        assert host.state()["table"]["state"] == "none" and ben.raw({"id": "1", "op": "why", "key": "x"})[0] == 401
    finally:
        served.end()


def step(guests: list[Any]) -> None:
    """Answer the open question; in a vote, only one voter answers."""
    for guest in guests:
        state = guest.state()
        mine = state["mine"]
        if mine and mine["ask"] and not mine["given"]:
            ask = mine["ask"]
            op = {"op": "tap", "token": ask["choices"][0]["token"]} if ask.get("choices") else {"op": "give"}
            reply = guest.do(op.pop("op"), ask["key"], state, **op)
            assert reply.get("ok"), json.dumps(reply)
            return

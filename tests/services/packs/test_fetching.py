"""A pack from the host of the same table: the very file comes over, and a host that means harm gets nowhere."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.core.text import Refused
from companion.services.packs import fetching
from companion.services.packs.fetching import Invitation, fetch_pack, invitation
from companion.services.packs.making import make_pack, pack_name, pack_of
from companion.services.packs.pack import LARGEST, PackFolder, read_pack
from tests.services.phones.room import Room, request

pytestmark = pytest.mark.slow  # attacks wait until they are refused

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture
def raw() -> bytes:
    return make_pack(EXAMPLES / "tableside-pebbles")[1]


@pytest.fixture
def host(raw: bytes, tmp_path: Path) -> Iterator[Room]:
    """A table at which Pebbles is played; it came as a pack."""
    game = PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), 1).finish()
    with Room(tmp_path, game, ("Ana", "Ben")) as room:
        yield room


def test_a_kept_pack_is_the_very_file_it_came_as(raw: bytes, tmp_path: Path) -> None:
    assert pack_of(tmp_path, "pebbles") is None and pack_name(tmp_path, "pebbles") == ""
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), 1).finish()
    assert pack_of(tmp_path, "pebbles") == ("pebbles-0.1.0.tableside", raw)
    assert pack_name(tmp_path, "pebbles") == "pebbles-0.1.0.tableside"
    assert pack_of(tmp_path, "windmill") is None and pack_of(None, "pebbles") is None


def test_what_was_changed_on_the_disk_is_not_handed_on(raw: bytes, tmp_path: Path) -> None:
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), 1).finish()
    page = tmp_path / "packs" / "tableside_pebbles" / "tableside_pebbles" / "game.py"
    page.write_text("import os\n" + page.read_text(encoding="utf-8"), encoding="utf-8")
    assert pack_of(tmp_path, "pebbles") is None


# The host's side

def test_a_guest_with_a_seat_takes_the_pack_and_is_told_of_it(host: Room, raw: bytes) -> None:
    guest = host.guest(0)
    assert guest.state()["table"]["pack"] == "pebbles-0.1.0.tableside"
    assert request(host.port, "GET", "/pack", headers={"X-Tableside": guest.token}) == (200, raw)


@pytest.mark.parametrize("headers", [{}, {"X-Tableside": "nobody"}, {"X-Tableside": ""}])
def test_nobody_takes_it_without_a_token(host: Room, headers: dict[str, str]) -> None:
    status, said = request(host.port, "GET", "/pack", headers=headers)
    assert status == 401 and said["error"] == "token"


def test_a_game_that_is_no_pack_is_not_offered(tmp_path: Path) -> None:
    with Room(tmp_path, "windmill") as room:
        guest = room.guest(0)
        assert guest.state()["table"]["pack"] == ""
        assert request(room.port, "GET", "/pack", headers={"X-Tableside": guest.token})[0] == 404


def test_a_pack_is_megabytes_and_not_given_again_and_again(host: Room) -> None:
    """Three at once, then one in five seconds, whoever asks from that address."""
    tokens = [host.guest(0).token, host.watcher().token]
    statuses = [request(host.port, "GET", "/pack", headers={"X-Tableside": tokens[n % 2]})[0] for n in range(6)]
    assert statuses[:3] == [200, 200, 200] and statuses[-1] == 429


# The guest's side

def test_by_the_link_and_by_the_code(host: Room, raw: bytes) -> None:
    by_link = invitation(f"http://127.0.0.1:{host.port}/#s={host.secret}")
    assert fetch_pack(by_link).finish() == raw
    code = " ".join(host.phones.guests.code.lower())
    assert fetch_pack(invitation(f"127.0.0.1:{host.port}", code)).finish() == raw
    assert read_pack(raw).title == "Pebbles"
    assert host.phones.guests.watchers == [], "it left again"


def test_a_wrong_code_and_an_old_link_are_said(host: Room) -> None:
    for asked in (Invitation("127.0.0.1", host.port, code="QQQQ"), Invitation("127.0.0.1", host.port, "an-old-secret")):
        with pytest.raises(Refused, match="link or code is no longer valid"):
            fetch_pack(asked).finish()


def test_a_game_that_is_no_pack_is_said(tmp_path: Path) -> None:
    with Room(tmp_path, "windmill") as room, pytest.raises(Refused, match="isn't a pack"):
        fetch_pack(Invitation("127.0.0.1", room.port, room.secret)).finish()


@pytest.mark.parametrize(("link", "why"), [
    ("", "Type the address"), ("pebbles", "Type the address"), ("http://example.org:8484/#s=abc", "Type the address"),
    ("https://192.168.0.7:8484/#s=abc", "Type the address"), ("192.168.0.7", "Type the address"),
    ("192.168.0.7:99999", "Type the address"), ("192.168.0.7:8484/#s=a b", "Type the address"),
    ("192.168.0.7:8484@evil.org:80", "Type the address"), ("192.168.0.7:8484\r\nX: y", "Type the address"),
    ("8.8.8.8:80/#s=abc", "not on your network"), ("999.1.1.1:80/#s=abc", "not on your network"),
    ("0.0.0.0:80/#s=abc", "not on your network"), ("169.254.169.254:80/#s=abc", "not on your network"),
    ("255.255.255.255:80/#s=abc", "not on your network"), ("192.0.2.1:80/#s=abc", "not on your network"),
    ("192.168.0.7:8484", "Type the four-letter code"),
])
def test_what_is_no_invitation(link: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        invitation(link, "")


@pytest.mark.parametrize("code", ["ABC", "ABCDE", "AB1D", "''''", ""])
def test_what_is_no_code(code: str) -> None:
    with pytest.raises(Refused, match="Type the four-letter code"):
        invitation("192.168.0.7:8484", code)


# Hosts that mean harm

JOINED = b'HTTP/1.1 200 OK\r\nContent-Length: 32\r\n\r\n{"token": "abcdefghijklmnopqrs"}'
Reply = bytes | Callable[[socket.socket], None]


@contextmanager
def host_that_says(*replies: Reply) -> Iterator[int]:
    """Each connection gets the next of these bytes, whatever it asks."""
    listening = socket.create_server(("127.0.0.1", 0))

    def live() -> None:
        for reply in replies:
            try:
                line, _ = listening.accept()
            except OSError:
                return
            with line:
                line.settimeout(5)
                try:
                    line.recv(65536)
                    reply(line) if callable(reply) else line.sendall(reply)
                except OSError:
                    continue
    thread = Thread(target=live, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.close()


def endless(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    for _ in range(LARGEST // 65536 + 40):
        line.sendall(b"P" * 65536)


def slow(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(40):
        line.sendall(b"P")
        time.sleep(0.05)


def dripping(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\nX: ")
    slow(line)


def never_yet(line: socket.socket) -> None:
    for _ in range(40):
        line.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(0.05)


SLOW = (slow, dripping, never_yet)
HOSTILE: list[tuple[tuple[Any, ...], str]] = [
    ((b"",), "no Tableside table"),
    ((b"SSH-2.0-OpenSSH_9\r\n",), "no Tableside table"),
    ((b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n[[[[[",), "no Tableside table"),
    ((b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",), "no Tableside table"),
    ((b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"token\": 7}",), "no Tableside table"),
    ((b"HTTP/1.1 200 OK\r\nContent-Length: 32\r\n\r\n{\"token\": \"a\\r\\nHost: evil.org\"} ",),
     "no Tableside table"),
    ((b"HTTP/1.1 302 Found\r\nLocation: http://evil.org/\r\nContent-Length: 2\r\n\r\n{}",), "no Tableside table"),
    ((b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000,), "no Tableside table"),
    ((b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 15_000,), "no Tableside table"),
    ((endless,), "too big"),
    ((JOINED, endless), "too big"),
    ((JOINED, b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"), "no Tableside table"),
    ((JOINED, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nPK"), "broke off|no Tableside table"),
    ((JOINED, slow), "took too long"),
    ((dripping,), "took too long"),
    ((JOINED, never_yet), "took too long"),
]


@pytest.mark.parametrize(("replies", "why"), HOSTILE, ids=[str(n) for n in range(len(HOSTILE))])
def test_a_hostile_host_gets_one_sentence(replies: tuple[Reply, ...], why: str,
                                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.5 if replies[-1] in SLOW else 20.0)
    monkeypatch.setattr(fetching, "SILENCE", 5.0 if replies[-1] in SLOW else 0.4)
    with host_that_says(*replies) as port, pytest.raises(Refused, match=why):
        fetch_pack(Invitation("127.0.0.1", port, "secret")).finish()


def test_nobody_there() -> None:
    with host_that_says() as port:
        pass
    with pytest.raises(Refused, match="no Tableside table"):
        fetch_pack(Invitation("127.0.0.1", port, "secret")).finish()


def test_it_can_be_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with host_that_says(JOINED, slow) as port:
        job = fetch_pack(Invitation("127.0.0.1", port, "secret"))
        job.run(0.05)
        job.cancel()
        assert job.cancelled

"""One HTTP connection: h11 reads requests within limits of size, time and rate."""

import asyncio
import json
import socket
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from time import monotonic
from typing import Any

import h11

from companion.core.text import Text, say
from companion.core.values import Json
from companion.services.phones import limits
from companion.services.phones.addresses import interfaces

Headers = list[tuple[bytes, bytes]]
CHUNK = 4096

CLOSED_WORLD: Headers = [
    (b"content-security-policy",
     b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
     b"media-src data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
     b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Gone(Exception):
    """The client has disconnected."""


class Denied(Exception):
    """A refusal: a status, a keyword for the page, a sentence for people."""

    def __init__(self, status: int, error: str, why: Text, **more: Json) -> None:
        super().__init__(error)
        self.status, self.error, self.why, self.more = status, error, why, more

    def to_json(self) -> Json:
        return {"error": self.error, "why": self.why, **self.more}


def unreadable(status: int = 400, error: str = "json") -> Denied:
    """Not HTTP, not JSON, or not what our page would send."""
    return Denied(status, error, say("This can't be read."))


@dataclass(frozen=True)
class Request:
    """A complete request; `own` is our address that it reached, `doubled` are headers sent twice."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    peer: str
    own: str
    doubled: frozenset[str] = frozenset()

    def host_is_ours(self, port: int) -> bool:
        """Accept only this machine's addresses as host, against DNS rebinding."""
        name, _, at = self.headers.get("host", "").rpartition(":")
        if "host" in self.doubled or not name or at != str(port):
            return False
        if name == "localhost":
            return self.peer.startswith("127.")
        return name == self.own or any(one.ip == name for one in interfaces())

    def languages(self) -> list[str]:
        asked = [part.partition(";q=") for part in self.headers.get("accept-language", "")[:200].split(",")]
        return [tag.strip() for tag, _, _ in sorted(asked, key=lambda one: one[2] or "1", reverse=True)]

    def origin_fits(self) -> bool:
        site = self.headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") or "origin" in self.doubled:
            return False
        origin = self.headers.get("origin")
        return origin is None or origin == f"http://{self.headers.get('host', '')}"


class Connection:
    """`waits_since`: when it began to wait for a complete request; None while answering one."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.h11 = h11.Connection(h11.SERVER, max_incomplete_event_size=limits.HEAD)
        self.waits_since: float | None = monotonic()
        self.streaming = False
        self._bodiless = False
        self.peer = str((writer.get_extra_info("peername") or ("",))[0])
        self.own = str((writer.get_extra_info("sockname") or ("",))[0])
        notice_silence(writer.get_extra_info("socket"))

    # Reading

    async def request(self, first: bool) -> Request:
        """Raises `Denied`, after which the connection is closed, or `Gone`."""
        self.waits_since = monotonic()
        try:
            head = await self._event(monotonic() + (limits.HEAD_SECONDS if first else limits.IDLE_SECONDS))
            if not isinstance(head, h11.Request):
                raise Gone
            if sum(len(name) + len(value) for name, value in head.headers) + len(head.target) > limits.HEAD:
                raise unreadable(431, "request")  # h11 counts incomplete heads only
            body = await self._body(head)
        except h11.RemoteProtocolError as error:
            raise unreadable(error.error_status_hint, "request") from None
        except TimeoutError:
            begun = self.h11.their_state is h11.SEND_BODY or self.h11.trailing_data[0]
            raise (unreadable(408, "request") if begun else Gone()) from None
        except (OSError, asyncio.IncompleteReadError):
            raise Gone from None
        self.waits_since, self._bodiless = None, head.method == b"HEAD"
        return self._request(head, body)

    async def _event(self, until: float) -> Any:
        while True:
            event = self.h11.next_event()
            if event is not h11.NEED_DATA:
                if isinstance(event, h11.ConnectionClosed) or event is h11.PAUSED:
                    raise Gone
                return event
            async with asyncio.timeout(max(0.0, until - monotonic())):
                data = await self.reader.read(CHUNK)
            self.h11.receive_data(data)
            if data and self.h11.their_state is h11.IDLE:  # the header timeout starts with its first byte
                until = min(until, monotonic() + limits.HEAD_SECONDS)

    async def _body(self, head: h11.Request) -> bytes:
        length = next((value for name, value in head.headers if name == b"content-length"), b"0")
        if len(length) > 9 or int(length) > limits.BODY:
            raise unreadable(413, "request")
        until = monotonic() + limits.BODY_SECONDS
        if self.h11.they_are_waiting_for_100_continue:
            await self._write(self.h11.send(h11.InformationalResponse(status_code=100, headers=[])))
        body = b""
        while not isinstance(event := await self._event(until), h11.EndOfMessage):
            body += bytes(event.data)
            if len(body) > limits.BODY:
                raise unreadable(413, "request")
        return body

    def _request(self, head: h11.Request, body: bytes) -> Request:
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in head.headers]
        names = [name for name, _ in pairs]
        doubled = frozenset(name for name in names if names.count(name) > 1)
        target = head.target.decode("latin-1").partition("?")[0]
        return Request(head.method.decode("latin-1"), target, dict(pairs), body, self.peer, self.own, doubled)

    # Writing

    async def answer(self, status: int, kind: str, body: bytes,
                     more: Iterable[tuple[bytes, bytes]] = ()) -> None:
        length = str(len(body)).encode()
        headers = [*CLOSED_WORLD, (b"content-type", kind.encode()), (b"content-length", length), *more]
        head = self.h11.send(h11.Response(status_code=status, headers=headers)) or b""
        data = self.h11.send(h11.Data(data=body)) if body and not self._bodiless else b""
        await self._write(head + (data or b"") + (self.h11.send(h11.EndOfMessage()) or b""))

    async def begin_stream(self) -> None:
        self.streaming = True
        headers = [*CLOSED_WORLD, (b"content-type", b"application/x-ndjson; charset=utf-8"),
                   (b"cache-control", b"no-store"), (b"connection", b"close")]
        await self._write(self.h11.send(h11.Response(status_code=200, headers=headers)))

    async def line(self, line: bytes) -> None:
        await self._write(self.h11.send(h11.Data(data=line + b"\n")))

    async def end_stream(self) -> None:
        with suppress(Gone, h11.LocalProtocolError):
            await self._write(self.h11.send(h11.EndOfMessage()))

    async def _write(self, data: bytes | None) -> None:
        try:
            self.writer.write(data or b"")
            async with asyncio.timeout(limits.WRITE_SECONDS):
                await self.writer.drain()
        except (OSError, TimeoutError, RuntimeError):
            raise Gone from None

    def again(self) -> bool:
        if self.streaming or self.h11.our_state is not h11.DONE or self.h11.their_state is not h11.DONE:
            return False
        self.h11.start_next_cycle()
        return True

    def cut(self) -> None:
        with suppress(OSError, RuntimeError):
            self.writer.transport.abort()

    async def close(self) -> None:
        """Close, allowing a moment for pending data."""
        with suppress(OSError, RuntimeError):
            self.writer.close()
            async with asyncio.timeout(1.0):
                await self.writer.wait_closed()
        self.cut()


def notice_silence(line: Any) -> None:
    """Give up on peers that stop acknowledging: a dead battery sends no goodbye."""
    if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(limits.SILENT_SECONDS * 1000))


class RateLimit:
    """One bucket per key; when full, the least recently seen key is dropped."""

    def __init__(self, per_second: float, burst: float, most: int) -> None:
        self.per_second, self.burst, self.most = per_second, burst, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        now = monotonic()
        left, seen = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - seen) * self.per_second)
        self._left[key] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > self.most:
            self._left.popitem(last=False)
        return left >= 1


# JSON

def read_json(body: bytes) -> dict[str, Json]:
    """Parse an object at most `DEPTH` deep, without lone surrogates or infinite numbers. Raises `Denied`."""
    try:
        found = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise unreadable() from None
    if not isinstance(found, dict):
        raise unreadable()
    _check(found, 0)
    return found


def _check(value: Json, depth: int) -> None:
    half_letter = isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value)
    if depth > limits.DEPTH or half_letter or (isinstance(value, float) and not isfinite(value)):
        raise unreadable()
    if isinstance(value, dict | list):
        for one in (*value.keys(), *value.values()) if isinstance(value, dict) else value:
            _check(one, depth + 1)


def _words(text: object) -> str:
    if not isinstance(text, Text):
        raise TypeError(f"a page can't be sent {text!r}")
    return str(text)


TURNING = {letter: None for letter in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Bidi control characters; in a name they would reverse the text around it."""


def write_json(value: Json) -> bytes:
    """Write one line in the current language; the page inserts words as text, never as HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_words)
    return text.translate(TURNING).encode("utf-8", "replace")

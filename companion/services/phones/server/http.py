"""One connection: requests read by h11 within limits of size and time, answers written. Nothing here knows the game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

import h11

from companion.services.phones.limits import (
    BODY,
    BODY_SECONDS,
    HEAD,
    HEAD_SECONDS,
    IDLE_SECONDS,
    WRITE_SECONDS,
)

Headers = list[tuple[bytes, bytes]]
CHUNK = 4096

CLOSED_WORLD: Headers = [
    (b"content-security-policy",
     b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
     b"font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


@dataclass(frozen=True)
class Asked:
    """A request, read whole."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    peer: str
    own: str
    """The address at which it reached us."""
    doubled: frozenset[str] = frozenset()
    """Headers that came more than once."""


class Bad(Exception):
    """A request that is refused before anybody looks at it; the connection is closed."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """Nobody is there any more."""


class Connection:
    """`waits_since`: since when it has not sent a whole request; None: it is being answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.h11 = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD)
        self.waits_since: float | None = monotonic()
        self.streaming = False
        self.peer = str((writer.get_extra_info("peername") or ("",))[0])
        self.own = str((writer.get_extra_info("sockname") or ("",))[0])

    # Reading

    async def request(self, first: bool) -> Asked:
        """The next one. Raises `Bad` or `Gone`."""
        self.waits_since = monotonic()
        try:
            until = monotonic() + (HEAD_SECONDS if first else IDLE_SECONDS)
            head = await self._event(until)
            if not isinstance(head, h11.Request):
                raise Gone
            body = await self._body(head)
        except h11.RemoteProtocolError as error:
            raise Bad(error.error_status_hint) from None
        except TimeoutError:
            raise (Bad(408) if self.h11.their_state is h11.SEND_BODY or self.h11.trailing_data[0] else Gone()) from None
        except (OSError, asyncio.IncompleteReadError):
            raise Gone from None
        self.waits_since = None
        return self._asked(head, body)

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
            if data and self.h11.their_state is h11.IDLE:  # from its first byte on a head has its own time
                until = min(until, monotonic() + HEAD_SECONDS)

    async def _body(self, head: h11.Request) -> bytes:
        length = next((value for name, value in head.headers if name == b"content-length"), b"0")
        if len(length) > 9 or int(length) > BODY:
            raise Bad(413)
        until = monotonic() + BODY_SECONDS
        if self.h11.they_are_waiting_for_100_continue:
            await self._write(self.h11.send(h11.InformationalResponse(status_code=100, headers=[])))
        parts: list[bytes] = []
        size = 0
        while True:
            event = await self._event(until)
            if isinstance(event, h11.EndOfMessage):
                return b"".join(parts)
            if isinstance(event, h11.Data):
                size += len(event.data)
                if size > BODY:
                    raise Bad(413)
                parts.append(bytes(event.data))

    def _asked(self, head: h11.Request, body: bytes) -> Asked:
        path = head.target.decode("latin-1").partition("?")[0]
        names = [name.decode("latin-1") for name, _ in head.headers]
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
        doubled = frozenset(name for name in names if names.count(name) > 1)
        return Asked(head.method.decode("latin-1"), path, headers, body, self.peer, self.own, doubled)

    # Writing

    async def answer(self, status: int, kind: str, body: bytes, more: Iterable[tuple[bytes, bytes]] = ()) -> None:
        headers = [*CLOSED_WORLD, (b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *more]
        head = self.h11.send(h11.Response(status_code=status, headers=headers)) or b""
        data = self.h11.send(h11.Data(data=body)) if body else b""
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
            async with asyncio.timeout(WRITE_SECONDS):
                await self.writer.drain()
        except (OSError, TimeoutError, RuntimeError):
            raise Gone from None

    def again(self) -> bool:
        """Is there a next request on this connection?"""
        if self.streaming or self.h11.our_state is not h11.DONE or self.h11.their_state is not h11.DONE:
            return False
        self.h11.start_next_cycle()
        return True

    def cut(self) -> None:
        with suppress(Exception):
            self.writer.transport.abort()

    async def close(self) -> None:
        """What was written is still sent, for a moment."""
        with suppress(Exception):
            self.writer.close()
            async with asyncio.timeout(1.0):
                await self.writer.wait_closed()
        self.cut()

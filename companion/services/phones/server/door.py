"""The door: a small server in a thread of its own. It reads requests, knows who asks, and sends each the newest state.

It owns nothing of the play. What it can't answer from what it was given (`show`) it asks of `Within`, which answers in
the thread of the play.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import OrderedDict
from contextlib import suppress
from threading import Event, Thread
from time import monotonic, time
from typing import Any, Protocol

from companion.core.json_values import Json
from companion.core.text import Text, say
from companion.services.phones.guests import NOBODY, Guests
from companion.services.phones.limits import (
    ADDRESSES,
    BEAT_SECONDS,
    BURST,
    BURST_ADDRESS,
    CONNECTIONS,
    LONGEST_ID,
    PER_SECOND,
    PER_SECOND_ADDRESS,
    PORTS,
    REMEMBERED,
    STREAMS,
)
from companion.services.phones.server import pack_route, wire
from companion.services.phones.server.calls import Asleep
from companion.services.phones.server.http import Asked, Bad, Connection, Gone
from companion.services.phones.server.page_files import PageFiles
from companion.services.phones.server.rates import Rates
from companion.services.phones.server.visitors import Denied, is_ours, origin_fits

log = logging.getLogger("tableside")
JSON = "application/json; charset=utf-8"
NO_STORE = ((b"cache-control", b"no-store"),)
TOKEN, PAGE = "x-tableside", "x-tableside-page"


class Within(Protocol):
    """What the door asks of the play's thread. Each raises `Asleep`; `join` also `Denied`."""

    async def join(self, message: dict[str, Json], address: str) -> Json: ...
    async def do(self, token: str, message: dict[str, Json]) -> Json: ...
    async def look(self, token: str) -> None: ...
    async def leave(self, token: str) -> None: ...


class Viewer:
    """A stream that is open: who looks, and whether there is something new."""

    def __init__(self, token: str, page: str) -> None:
        """`page`: which one, of those that this phone has open."""
        self.token, self.page = token, page
        self.news = asyncio.Event()
        self.gone: tuple[str, Text] | None = None


class PortTaken(Exception):
    """No port could be opened."""


class Door:
    """`enter` and `close` are called by the play's thread; `show` hands over what is to be seen."""

    within: Within

    def __init__(self, guests: Guests, port: int, bind: str = "0.0.0.0") -> None:
        self.guests, self.port, self.bind = guests, port, bind
        self.pages, self.pack = PageFiles(), pack_route.PackRoute()
        self.picture: bytes | None = None
        self._states: dict[int, bytes] = {}
        self._viewers: set[Viewer] = set()
        self._connections: set[Connection] = set()
        self._done: OrderedDict[tuple[str, str], asyncio.Future[bytes]] = OrderedDict()
        self._phones = Rates(PER_SECOND, BURST, ADDRESSES)
        self._addresses = Rates(PER_SECOND_ADDRESS, BURST_ADDRESS, ADDRESSES)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    # Opening and closing, by the play's thread

    def _open(self) -> None:
        """When it returns the door answers."""
        listening = self._listen()
        self.port = listening.getsockname()[1]
        ready = Event()
        self._thread = Thread(target=self._live, args=(listening, ready), name="phones", daemon=True)
        self._thread.start()
        ready.wait(5.0)

    def enter(self, within: Within) -> None:
        """From now on this one answers. Opens the door, if it is closed: raises `PortTaken`."""
        self.within = within
        if self._thread is None:
            self._open()
        elif self._loop is not None:
            self._loop.call_soon_threadsafe(self._states.clear)

    def _listen(self) -> socket.socket:
        for port in (range(self.port, min(65536, self.port + PORTS)) if self.port else [0]):
            listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind((self.bind, port))
                listening.listen(128)
                return listening
            except OSError:
                listening.close()
        raise PortTaken

    def close(self, why: str = "closed", words: Text | None = None) -> None:
        """Everybody is told, then nothing is left: no port, no thread."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        said = words or say("The table is closed to phones")
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._stop, why, said)
        thread.join(5.0)
        self._loop = self._thread = None

    def show(self, states: dict[int, Json], picture: bytes | None = None, *, quiet: bool = False) -> None:
        """What each seat (and `WATCHER`, `NOBODY`) sees now. `quiet`: only who comes later needs it."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._take, states, picture, quiet)

    def later(self, seconds: float, work: Any) -> None:
        """Have `work` called in this thread after a while."""
        if self._loop is not None:
            with suppress(RuntimeError):
                if seconds <= 0:  # before whatever is answered after this
                    self._loop.call_soon_threadsafe(work)
                else:
                    self._loop.call_soon_threadsafe(self._loop.call_later, seconds, work)

    # The thread

    def _live(self, listening: socket.socket, ready: Event) -> None:
        loop = self._loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(self._serve(listening, ready))
        except Exception:
            log.exception("the door fell shut")
        finally:
            listening.close()
            loop.close()

    async def _serve(self, listening: socket.socket, ready: Event) -> None:
        self._ending = asyncio.Event()
        server = await asyncio.start_server(self._visit, sock=listening, limit=16 * 1024)
        ready.set()
        await self._ending.wait()
        server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                while any(one.streaming for one in self._connections):
                    await asyncio.sleep(0.01)
        for one in list(self._connections):
            one.cut()
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _stop(self, why: str, words: Text) -> None:
        for viewer in self._viewers:
            viewer.gone = (why, words)
            viewer.news.set()
        self._ending.set()

    def _take(self, states: dict[int, Json], picture: bytes | None, quiet: bool) -> None:
        self._states.update({who: wire.write(state) for who, state in states.items()})
        self.picture = picture or self.picture
        for viewer in self._viewers:
            who = self.guests.who(viewer.token)
            if who is None:
                viewer.gone = ("freed", say("This seat has another phone now, or uses the table's."))
                viewer.news.set()
            elif who in states and not quiet:
                viewer.news.set()

    # Connections

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer)
        self._make_room()
        self._connections.add(connection)
        try:
            first = True
            while not self._ending.is_set():
                asked = await connection.request(first)
                first = False
                await self._answer(connection, asked)
                if not connection.again():
                    break
        except Bad as bad:
            with suppress(Exception):
                await self._say_no(connection, bad.status, "request", say("This can't be read."))
        except (Gone, asyncio.CancelledError):  # cancelled: the door closes
            pass
        except Exception:
            log.exception("a guest's request stumbled")
        finally:
            self._connections.discard(connection)
            await connection.close()

    def _make_room(self) -> None:
        """Who has waited longest without sending a whole request goes: an honest one takes milliseconds."""
        plain = [one for one in self._connections if not one.streaming]
        if len(plain) >= CONNECTIONS:
            waiting = [one for one in plain if one.waits_since is not None]
            for one in sorted(waiting, key=lambda one: one.waits_since or 0.0)[:1]:
                self._connections.discard(one)
                one.cut()

    async def _answer(self, connection: Connection, asked: Asked) -> None:
        try:
            await self._route(connection, asked)
        except Denied as no:
            await self._json(connection, no.status, no.to_json())
        except wire.Unreadable:
            await self._say_no(connection, 400, "json", say("This can't be read."))
        except Asleep:
            await self._say_no(connection, 503, "asleep", sleeping())

    async def _route(self, connection: Connection, asked: Asked) -> None:
        if not is_ours(asked, self.port):
            raise Denied(403, "host", say("Open the page by its address, as the table shows it."))
        if not self._addresses.take(asked.peer):
            raise Denied(429, "rate", say("Too fast. Wait a second."))
        if asked.method == "GET":
            await self._get(connection, asked)
        elif asked.method == "POST":
            if not origin_fits(asked):
                raise Denied(403, "origin", say("This page is not the table's own."))
            if asked.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
                raise Denied(415, "type", say("This can't be read."))
            await self._post(connection, asked, wire.read(asked.body))
        else:
            raise Denied(405, "method", say("There is nothing here."))

    async def _get(self, connection: Connection, asked: Asked) -> None:
        if asked.path == "/events":
            await self._stream(connection, self._token(asked), asked.headers.get(PAGE, ""))
        elif asked.path == "/stage":
            self._token(asked)
            if self.picture is None:
                raise Denied(404, "stage", say("There is no picture."))
            await connection.answer(200, "image/jpeg", self.picture, NO_STORE)
        elif asked.path == pack_route.PATH:
            self._token(asked)
            await self.pack.give(connection, asked.peer)
        else:
            await self._page(connection, asked)

    async def _page(self, connection: Connection, asked: Asked) -> None:
        file = self.pages.get(asked.path)
        if file is None:
            raise Denied(404, "nothing", say("There is nothing here."))
        more = ((b"cache-control", b"no-cache"), (b"etag", file.tag.encode()), (b"vary", b"accept-encoding"))
        if asked.headers.get("if-none-match") == file.tag:
            await connection.answer(304, file.kind, b"", more)
        elif file.packed is not file.body and "gzip" in asked.headers.get("accept-encoding", ""):
            await connection.answer(200, file.kind, file.packed, (*more, (b"content-encoding", b"gzip")))
        else:
            await connection.answer(200, file.kind, file.body, more)

    async def _post(self, connection: Connection, asked: Asked, message: dict[str, Json]) -> None:
        if asked.path == "/join":
            reply = wire.write(await self.within.join(message, asked.peer))
        elif asked.path == "/do":
            reply = await self._once(self._token(asked), message)
        elif asked.path == "/leave":
            await self.within.leave(self._token(asked))
            reply = wire.write({"ok": True})
        else:
            raise Denied(404, "nothing", say("There is nothing here."))
        await connection.answer(200, JSON, reply, NO_STORE)

    def _token(self, asked: Asked) -> str:
        token = asked.headers.get(TOKEN, "")
        if not token or TOKEN in asked.doubled or self.guests.who(token) is None:
            raise Denied(401, "token", say("This phone has no seat here. Join again."))
        if asked.path != "/events" and not self._phones.take(token):
            raise Denied(429, "rate", say("Too fast. Wait a second."))
        return token

    # Doing something once

    async def _once(self, token: str, message: dict[str, Json]) -> bytes:
        """The same id is done once, however often it is sent; what was not done may be tried again. Replies are held as
        they are sent: as values the largest would take several times the room."""
        number = message.get("id")
        if not isinstance(number, str) or not 0 < len(number) <= LONGEST_ID:
            raise wire.Unreadable
        key = (token, number)
        if key in self._done:
            return await asyncio.shield(self._done[key])
        self._done[key] = result = asyncio.get_running_loop().create_future()
        try:
            reply = wire.write(await self.within.do(token, message))
        except BaseException as error:
            self._done.pop(key, None)
            if isinstance(error, Asleep):
                asleep = wire.write({"asleep": str(sleeping())})
                result.set_result(asleep)
                return asleep
            result.cancel()
            raise
        result.set_result(reply)
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        return reply

    # Streams

    async def _stream(self, connection: Connection, token: str, page: str) -> None:
        if len(self._viewers) >= STREAMS:
            raise Denied(503, "busy", say("Too many people are watching already."))
        who = self.guests.who(token)
        if (NOBODY if who is None else who) not in self._states:
            await self.within.look(token)
        await connection.begin_stream()
        viewer = Viewer(token, page)
        for other in self._viewers:
            if other.token == token:  # the same page has lost that one, and perhaps nobody has noticed
                same = page != "" and other.page == page
                other.gone = ("" if same else "replaced", say("This seat is open in another tab."))
                other.news.set()
        self._viewers.add(viewer)
        self.guests.looks(token, True)
        listening = asyncio.ensure_future(connection.reader.read(1))
        try:
            viewer.news.set()
            await self._feed(connection, viewer, listening)
        finally:
            self._viewers.discard(viewer)
            self.guests.looks(token, False)
            listening.cancel()
        await connection.end_stream()

    async def _feed(self, connection: Connection, viewer: Viewer, listening: asyncio.Future[bytes]) -> None:
        """A beat comes when nothing else has come for a while, and at no other time: when somebody changes a secret
        answer there is nothing new to see, and nobody shall learn even that it happened."""
        sent, beat = b"", monotonic()
        while True:
            news: asyncio.Future[Any] = asyncio.ensure_future(viewer.news.wait())
            waiting: set[asyncio.Future[Any]] = {news, listening}
            await asyncio.wait(waiting, timeout=max(0.0, beat - monotonic()), return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
            if listening.done():
                raise Gone
            if viewer.gone is not None:
                why, words = viewer.gone
                if why:
                    await connection.line(wire.write({"gone": why, "why": str(words)}))
                return
            viewer.news.clear()
            who = self.guests.who(viewer.token)
            state = self._states.get(NOBODY if who is None else who, b"")
            if state == sent and monotonic() < beat:
                continue
            beat = monotonic() + BEAT_SECONDS
            now = str(round(time() * 1000)).encode()
            if state and state != sent:
                sent = state
                await connection.line(b'{"now":' + now + b',"state":' + state + b"}")
            else:
                await connection.line(b'{"now":' + now + b',"beat":1}')

    # Answering

    async def _json(self, connection: Connection, status: int, reply: Json) -> None:
        await connection.answer(status, JSON, wire.write(reply), NO_STORE)

    async def _say_no(self, connection: Connection, status: int, error: str, why: Text) -> None:
        await self._json(connection, status, {"error": error, "why": str(why)})


def sleeping() -> Text:
    return say("The table's device is asleep. Wake it, then try again.")

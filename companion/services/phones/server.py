"""The guests' web server in a separate thread: identifies phones and sends each seat its newest state.

It owns nothing of the play. If `show` hasn't provided the answer, it asks a `RequestHandler` in the play's
thread.
"""

import asyncio
import errno
import gzip
import logging
import re
import socket
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from threading import Event, Thread
from time import monotonic, time
from typing import Any, Final

import h11

from companion.core.language import choose, current, speaking
from companion.core.text import Refused, Text, in_english, say
from companion.core.values import Json
from companion.services.about import LICENCES, notices_file
from companion.services.home import small_covers
from companion.services.phones import http, limits
from companion.services.phones.addresses import interfaces
from companion.services.phones.guests import NOBODY, Guests
from companion.services.phones.link import Post, RequestHandler, no_seat, work_of
from companion.services.phones.page_colours import page_colours
from companion.services.phones.page_words import WITHOUT_JAVASCRIPT, words_json
from companion.services.start import ASSETS

log = logging.getLogger("tableside")
JSON = "application/json; charset=utf-8"
NO_STORE = ((b"cache-control", b"no-store"),)
TOKEN, PAGE = "x-tableside", "x-tableside-page"
FOLDER: Final = Path(__file__).resolve().parents[2] / "page"
STYLES: Final = FOLDER / "guest" / "page.css"
"""Served with the colours of the app before it."""
SOUNDS: Final = ASSETS / "sounds" / "sounds.json"
"""The recipes of the app's sounds, which the page plays itself."""
SERVED: Final = ("", "guest", "host")
"""Its folders with what a server gives to browsers; `tab` is for a page without a server."""
KINDS: Final = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
                ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
                ".webp": "image/webp", ".woff2": "font/woff2", ".json": "application/json",
                ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8"}


class Asleep(http.Denied):
    """The play's thread didn't respond: the app is in the background. The request was dropped."""

    def __init__(self) -> None:
        super().__init__(503, "asleep", say("The table's device is asleep. Wake it, then try again."))


@dataclass(frozen=True)
class PageFile:
    """`packed`: gzipped, or the body itself if that saves nothing (fonts, pictures)."""

    kind: str
    body: bytes
    tag: str
    packed: bytes


def page_file(kind: str, body: bytes) -> PageFile:
    packed = gzip.compress(body, 9, mtime=0)
    smaller = packed if len(packed) < len(body) * 0.9 else body
    return PageFile(kind, body, f'"{sha256(body).hexdigest()[:16]}"', smaller)


COMMENTS = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n"
                      rb"|^\n|^[ \t]+|(?<=[;{},]) //[^\n]*$"
                      rb"|/\*\* @.*?\*/ ", re.MULTILINE)
"""Comments, types, blank lines and indentation: a tenth of what a phone would load."""

SPACES = re.compile(rb";(?=\s*})|\s*([{};:,])\s+")
"""Those that no style sheet needs."""

LINES = re.compile(rb"(?<=[{;])\n")
"""Line breaks that no script needs: no comment or text over several lines has these before a break."""


def served(path: Path) -> bytes:
    body = path.read_bytes()
    if path == STYLES:
        body = page_colours().encode() + body
    if path.suffix in (".js", ".css"):
        body = COMMENTS.sub(b"", body)
    if path.suffix == ".js":
        return LINES.sub(b"", body)
    return SPACES.sub(rb"\1", body) if path.suffix == ".css" else body


@lru_cache(maxsize=1)
def page_files() -> dict[str, PageFile]:
    """Only these files are served; no path is built from a request. Packing takes 0.1 s, so once."""
    paths = [path for part in SERVED for path in sorted((FOLDER / part).iterdir())]
    found = {path.relative_to(FOLDER).as_posix(): path for path in paths if path.suffix in KINDS}
    found |= {SOUNDS.name: SOUNDS, **small_covers()}
    files = {f"/{name}": page_file(KINDS[path.suffix], served(path)) for name, path in found.items()}
    return {**files, f"/{LICENCES}": page_file(KINDS[".txt"], notices_file().encode())}


@lru_cache(maxsize=32)
def words_file(language: str) -> PageFile:
    with speaking(language):
        return page_file(KINDS[".json"], http.write_json(words_json()))


@lru_cache(maxsize=32)
def first_page(language: str) -> PageFile:
    """With the language that a screen reader should speak, and what browsers without JavaScript show."""
    html = (FOLDER / "index.html").read_text(encoding="utf-8")
    html = html.replace('lang="en"', f'lang="{language.replace("_", "-")}"')
    with speaking(language):
        for sentence in WITHOUT_JAVASCRIPT:
            html = html.replace(in_english(sentence), escape(str(sentence)))
    return page_file(KINDS[".html"], html.encode())


class Viewer:
    """An open stream. `page` tells the pages of one phone apart."""

    def __init__(self, token: str, page: str) -> None:
        self.token, self.page = token, page
        self.news = asyncio.Event()
        self.gone: tuple[str, Text] | None = None


class GuestServer:
    """A `PhoneLink` over sockets."""

    handler: RequestHandler
    has_address = True

    def __init__(self, guests: Guests, post: Post, port: int, bind: str = "0.0.0.0",
                 ports: int = limits.PORTS) -> None:
        """`ports`: how many to try, from `port` on."""
        self.guests, self.post, self.port, self.bind, self.ports = guests, post, port, bind, ports
        self.files = page_files()
        self._land: Json = None
        """What stays on the board; a stream sends it before the first state and whenever it changes."""
        self._lands: dict[str, bytes] = {}
        self._states: dict[int, Json] = {}
        self._written: dict[tuple[int, str], bytes] = {}
        """The states as they are sent, by viewer and language."""
        self._viewers: set[Viewer] = set()
        self._connections: set[http.Connection] = set()
        self.answered: OrderedDict[tuple[str, str], asyncio.Future[bytes]] = OrderedDict()
        self.phone_rates = http.RateLimit(limits.PER_SECOND, limits.BURST, limits.ADDRESSES)
        self.address_rates = http.RateLimit(limits.PER_SECOND_ADDRESS, limits.BURST_ADDRESS, limits.ADDRESSES)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    # Opening and closing, in the play's thread

    def enter(self, handler: RequestHandler) -> None:
        self.handler = handler
        if self._thread is None:
            self._start()
        elif self._loop is not None:
            self._loop.call_soon_threadsafe(self._states.clear)
            self._loop.call_soon_threadsafe(self._written.clear)

    def _start(self) -> None:
        """Returns once the server accepts requests."""
        listening = self._listen()
        self.port = listening.getsockname()[1]
        self.guests.is_ours = self._is_ours
        ready = Event()
        self._thread = Thread(target=self._live, args=(listening, ready), name="phones", daemon=True)
        self._thread.start()
        ready.wait(5.0)

    def _listen(self) -> socket.socket:
        for port in (range(self.port, min(65536, self.port + self.ports)) if self.port else [0]):
            listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind((self.bind, port))
                listening.listen(128)
                return listening
            except OSError as error:
                listening.close()
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    raise Refused(say("{address} is not an address of this device.",
                                      address=self.bind)) from None
        if self.ports == 1:
            raise Refused(say("Port {port} is taken. Choose another: --port 8500", port=self.port))
        raise Refused(say("Every port from {first} on is taken on this device. Restart it, then try again.",
                          first=self.port))

    def _is_ours(self, place: str) -> bool:
        """Do phones that know this address and port still reach us?"""
        address, _, port = place.rpartition(":")
        if port != str(self.port):
            return False
        found = [one.ip for one in interfaces()] if self.bind == "0.0.0.0" else [self.bind]
        return not found or address in found or address.startswith("127.")

    def close(self, why: str = "closed", words: Text | None = None) -> None:
        """Notify everybody, then stop the thread and free the port."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._stop, why, words or say("The table is closed to phones"))
        thread.join(5.0)
        self._loop = self._thread = None

    def show(self, states: dict[int, Json], land: Json = None, *, quiet: bool = False) -> None:
        self.later(0, lambda: self._take(states, land, quiet))

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):
                if seconds <= 0:  # before anything answered after this
                    self._loop.call_soon_threadsafe(work)
                else:
                    self._loop.call_soon_threadsafe(self._loop.call_later, seconds, work)

    # The thread

    def _live(self, listening: socket.socket, ready: Event) -> None:
        try:
            asyncio.run(self._serve(listening, ready))
        except Exception:
            log.exception("the guests' server ended")
        finally:
            listening.close()

    async def _serve(self, listening: socket.socket, ready: Event) -> None:
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
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

    def _stop(self, why: str, words: Text) -> None:
        for viewer in self._viewers:
            viewer.gone = (why, words)
            viewer.news.set()
        self._ending.set()

    def _take(self, states: dict[int, Json], land: Json, quiet: bool) -> None:
        self._states.update(states)
        self._written = {key: state for key, state in self._written.items() if key[0] not in states}
        if not quiet and land != self._land:
            self._land, self._lands = land, {}
        for viewer in self._viewers:
            who = self.guests.who(viewer.token)
            if who is None:
                viewer.gone = ("freed", say("Another phone has your seat, or the host freed it."))
                viewer.news.set()
            elif who in states and not quiet:
                viewer.news.set()

    async def _ask(self, work: Callable[[], Any]) -> Any:
        """Run `work` in the play's thread and return its result. Raises `Asleep`."""
        call: Future[Any] = Future()

        def run() -> None:
            if not call.set_running_or_notify_cancel():
                return  # the requester has given up
            try:
                call.set_result(work())
            except BaseException as error:
                call.set_exception(error)

        self.post(run)
        waiting = asyncio.wrap_future(call)
        done, _ = await asyncio.wait({waiting}, timeout=limits.ASLEEP_SECONDS)
        if not done and call.cancel():
            raise Asleep
        return await waiting

    # Connections

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = http.Connection(reader, writer)
        self._make_room()
        self._connections.add(connection)
        try:
            first = True
            while not self._ending.is_set():
                request = await connection.request(first)
                first = False
                await self._answer(connection, request)
                if not connection.again():
                    break
        except http.Denied as no:
            with suppress(http.Gone, h11.LocalProtocolError, OSError, RuntimeError):
                await self._deny(connection, no)
        except (http.Gone, h11.LocalProtocolError, asyncio.CancelledError):  # cancelled: the server closes
            pass
        except Exception:
            log.exception("a guest's request failed")
        finally:
            self._connections.discard(connection)
            with suppress(asyncio.CancelledError):  # the server closes: asyncio would print it
                await connection.close()

    def _make_room(self) -> None:
        """Cut the connection waiting longest for a complete request; honest ones take milliseconds."""
        plain = [one for one in self._connections if not one.streaming]
        if len(plain) >= limits.CONNECTIONS:
            waiting = [one for one in plain if one.waits_since is not None]
            for one in sorted(waiting, key=lambda one: one.waits_since or 0.0)[:1]:
                self._connections.discard(one)
                one.cut()

    async def _answer(self, connection: http.Connection, request: http.Request) -> None:
        """Answer in the guest's language, or in the table's if the app doesn't have it."""
        with speaking(choose([*request.languages(), current().language])):
            try:
                await self._route(connection, request)
            except http.Denied as no:
                await self._deny(connection, no)

    async def _route(self, connection: http.Connection, request: http.Request) -> None:
        if not self.address_rates.take(request.peer):
            raise http.Denied(429, "rate", say("Too fast. Wait a second."))
        if not request.host_is_ours(self.port):
            if wants_a_page(request):
                return await self._send_to(connection, f"http://{request.own}:{self.port}/")
            raise http.Denied(403, "host", say("Open the page at the address the table shows."))
        if request.method == "GET" and request.path == "/events":
            await self._stream(connection, self._token(request), request.headers.get(PAGE, ""))
        elif request.method in ("GET", "HEAD"):
            await self._page(connection, request)
        elif request.method == "POST":
            if not request.origin_fits():
                raise http.Denied(403, "origin",
                                  say("This request came from another page. Open the table's address."))
            if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
                raise http.Denied(415, "type", say("This can't be read."))
            await self._post(connection, request, http.read_json(request.body))
        else:
            raise http.Denied(405, "method", say("There is nothing here."))

    async def _page(self, connection: http.Connection, request: http.Request) -> None:
        made = {"/words": words_file, "/": first_page, "/index.html": first_page}.get(request.path)
        file = made(current().language) if made else self.files.get(request.path)
        if file is None:
            if wants_a_page(request):
                return await self._send_to(connection, "/")
            raise http.Denied(404, "nothing", say("There is nothing here."))
        more = ((b"cache-control", b"no-cache"), (b"etag", file.tag.encode()), (b"vary", b"accept-encoding"))
        if request.headers.get("if-none-match") == file.tag:
            await connection.answer(304, file.kind, b"", more)
        elif file.packed is not file.body and "gzip" in request.headers.get("accept-encoding", ""):
            await connection.answer(200, file.kind, file.packed, (*more, (b"content-encoding", b"gzip")))
        else:
            await connection.answer(200, file.kind, file.body, more)

    async def _post(self, connection: http.Connection, request: http.Request,
                    message: dict[str, Json]) -> None:
        token = self._token(request) if request.path in ("/do", "/leave") else ""
        work = work_of(self, request.path, message, token, request.peer)
        if "id" in message or request.path == "/do":  # the page repeats a request whose reply was lost
            reply = await self._once(token, message, work)
        else:
            reply = http.write_json(await self._ask(work))
        if message.get("op") == "picture" and "gzip" in request.headers.get("accept-encoding", ""):
            headers = (*NO_STORE, (b"content-encoding", b"gzip"))
            await connection.answer(200, JSON, gzip.compress(reply, mtime=0), headers)
        else:
            await connection.answer(200, JSON, reply, NO_STORE)

    def _token(self, request: http.Request) -> str:
        token = request.headers.get(TOKEN, "")
        if not token or TOKEN in request.doubled or self.guests.who(token) is None:
            raise no_seat()
        if request.path != "/events" and not self.phone_rates.take(token):
            raise http.Denied(429, "rate", say("Too fast. Wait a second."))
        return token

    # Idempotent requests

    async def _once(self, token: str, message: dict[str, Json], work: Callable[[], Json]) -> bytes:
        """Execute each id once, however often it is sent; failed ones may be retried.

        Replies are cached as bytes, as parsed values would take several times the memory.
        """
        number = message.get("id")
        if not isinstance(number, str) or not 0 < len(number) <= limits.LONGEST_ID:
            raise http.unreadable()
        key = (token, number)
        if key in self.answered:
            return await asyncio.shield(self.answered[key])
        self.answered[key] = result = asyncio.get_running_loop().create_future()
        try:
            message["language"] = current().language
            reply = http.write_json(await self._ask(work))
        except BaseException as error:
            self.answered.pop(key, None)
            if isinstance(error, Asleep):
                asleep = http.write_json({"asleep": error.why})
                result.set_result(asleep)
                return asleep
            result.cancel()
            raise
        result.set_result(reply)
        if len(reply) > limits.LARGE_REPLY:  # a picture, which may be asked for again
            self.answered.pop(key, None)
        while len(self.answered) > limits.REMEMBERED:
            self.answered.popitem(last=False)
        return reply

    # Streams

    async def _stream(self, connection: http.Connection, token: str, page: str) -> None:
        if len(self._viewers) >= limits.STREAMS:
            raise http.Denied(503, "busy", say("Too many people are watching already."))
        who = self.guests.who(token)
        if (NOBODY if who is None else who) not in self._states:
            await self._ask(self.handler.look)
        await connection.begin_stream()
        viewer = Viewer(token, page)
        for other in self._viewers:
            if other.token == token:  # the same page lost that stream, perhaps without noticing
                same = page != "" and other.page == page
                other.gone = ("" if same else "replaced", say("This seat is open in another tab."))
                other.news.set()
        self._viewers.add(viewer)
        self.guests.looks(token, True, f"{connection.own}:{self.port}", connection.peer)
        listening = asyncio.ensure_future(connection.reader.read(1))
        try:
            viewer.news.set()
            await self._feed(connection, viewer, listening)
        finally:
            self._viewers.discard(viewer)
            self.guests.looks(token, False)
            listening.cancel()
        await connection.end_stream()

    async def _feed(self, connection: http.Connection, viewer: Viewer,
                    listening: asyncio.Future[bytes]) -> None:
        """Send a heartbeat only after silence, so nobody can tell that a vote was changed."""
        sent, told, beat = b"", b"null", monotonic()
        while True:
            news: asyncio.Future[Any] = asyncio.ensure_future(viewer.news.wait())
            waiting: set[asyncio.Future[Any]] = {news, listening}
            await asyncio.wait(waiting, timeout=max(0.0, beat - monotonic()),
                               return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
            if listening.done():
                raise http.Gone
            if viewer.gone is not None:
                why, words = viewer.gone
                if why:
                    await connection.line(http.write_json({"gone": why, "why": words}))
                return
            viewer.news.clear()
            state = self._state_of(viewer)
            if state == sent and monotonic() < beat:
                continue
            beat = monotonic() + limits.BEAT_SECONDS
            now = str(round(time() * 1000)).encode()
            if state and state != sent:
                sent = state
                land = b"" if self._land_now() == told else b',"land":' + self._land_now()
                told = self._land_now()
                await connection.line(b'{"now":' + now + land + b',"state":' + state + b"}")
            else:
                await connection.line(b'{"now":' + now + b',"beat":1}')

    def _state_of(self, viewer: Viewer) -> bytes:
        who = self.guests.who(viewer.token)
        key = (NOBODY if who is None else who, current().language)
        if key not in self._written and key[0] in self._states:
            self._written[key] = http.write_json(self._states[key[0]])
        return self._written.get(key, b"")

    def _land_now(self) -> bytes:
        language = current().language
        if language not in self._lands:
            self._lands[language] = http.write_json(self._land)
        return self._lands[language]

    # Answering

    async def _deny(self, connection: http.Connection, no: http.Denied) -> None:
        await connection.answer(no.status, JSON, http.write_json(no.to_json()), NO_STORE)

    async def _send_to(self, connection: http.Connection, where: str) -> None:
        await connection.answer(302, "text/plain", b"",
                                (*NO_STORE, (b"location", where.encode("ascii", "replace"))))


def wants_a_page(request: http.Request) -> bool:
    """Did somebody type a wrong address into a browser?"""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")

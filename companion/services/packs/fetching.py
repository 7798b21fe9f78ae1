"""Fetch a pack from the host's guest server.

The host is untrusted: size and time are limited, its text is never shown, and its bytes are checked like any file."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from threading import Event, Thread
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from companion.core.text import Refused, Text, say
from companion.services.jobs import Job, Steps
from companion.services.packs.pack import LARGEST

LINK = re.compile(r"(?:http://)?(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})/?(?:#s=([A-Za-z0-9_-]{1,64}))?")
OUR_NETWORKS = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8")))
TOKEN = re.compile(r"[A-Za-z0-9_-]{8,200}")
CODE = re.compile(r"[A-Z]{4}")
SECONDS, SILENCE = 60.0, 5.0
CHUNK, REPLY = 64 * 1024, 16 * 1024

NO_TABLE = say("There is no Tableside table at that address. Is it open to phones, on the same Wi-Fi?")

TOO_LONG = say("The host's table took too long. Move closer and try again.")


@dataclass(frozen=True)
class Invitation:
    address: str
    port: int
    secret: str = ""
    code: str = ""


def invitation(link: str, code: str = "") -> Invitation:
    """Parse the copied link, or the typed address and code. Raises `Refused`."""
    found = LINK.fullmatch(link.strip())
    if found is None or not 0 < int(found[2]) < 65536:
        raise Refused(say("Type the address as the host's screen shows it, such as 192.168.0.7:8484, or paste the "
                          "link."))
    if not _in_the_room(found[1]):
        raise Refused(say("That address is not on your network. Packs come only from your own Wi-Fi."))
    letters = "".join(code.split()).upper()
    if not found[3] and not CODE.fullmatch(letters):
        raise Refused(say("Type the four-letter code, too. The host's screen shows it below the QR code."))
    return Invitation(found[1], int(found[2]), found[3] or "", "" if found[3] else letters)


def _in_the_room(address: str) -> bool:
    try:
        found = IPv4Address(address)
    except AddressValueError:
        return False
    return any(found in network for network in OUR_NETWORKS)


def fetch_pack(asked: Invitation) -> Job[bytes]:
    """Fetch in a thread. The job raises `Refused` on failure."""
    return Job(_steps(_Fetch(asked)))


def _steps(fetch: _Fetch) -> Steps[bytes]:
    thread = Thread(target=fetch.run, name="fetching a pack", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.004)
            if monotonic() > fetch.ends:  # the host may drip its headers for ever: leave that thread behind
                raise Refused(TOO_LONG)
            yield fetch.came, fetch.size
    finally:
        fetch.stopped.set()
    if fetch.refused is not None:
        raise Refused(fetch.refused)
    return fetch.raw


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _Fetch:
    def __init__(self, asked: Invitation) -> None:
        self.came = self.size = 0
        self.raw = b""
        self.refused: Text | None = None
        self.stopped = Event()
        self._key = {"secret": asked.secret} if asked.secret else {"code": asked.code}
        self._address = f"http://{asked.address}:{asked.port}"
        self.ends = monotonic() + SECONDS
        self._opener = build_opener(ProxyHandler({}), _NoRedirect)

    def run(self) -> None:
        try:
            said = json.loads(self._ask("/join", {"watch": True, **self._key}, most=REPLY))
            token = said.get("token") if isinstance(said, dict) else None
            if not isinstance(token, str) or not TOKEN.fullmatch(token):
                raise Refused(NO_TABLE)
            try:
                self.raw = self._ask("/pack", None, token, LARGEST)
            finally:
                with suppress(Refused, OSError, HTTPException):  # the host forgets watchers anyway
                    self._ask("/leave", {}, token, REPLY)
        except Refused as refused:
            self.refused = refused.refusal.why
        except HTTPError as error:
            self.refused = {
                403: say("This link or code is no longer valid. Look at the host's screen."),
                404: say("The host's game isn't a pack, so it can't be fetched. Update the app, or install the "
                         "game."),
            }.get(error.code, NO_TABLE)
        except (OSError, HTTPException, ValueError, RecursionError):
            self.refused = NO_TABLE

    def _ask(self, path: str, body: dict[str, Any] | None, token: str = "", most: int = 0) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **({"X-Tableside": token} if token else {})}
        with self._opener.open(Request(self._address + path, data, headers), timeout=SILENCE) as reply:
            return self._read(reply, most)

    def _read(self, reply: HTTPResponse, most: int) -> bytes:
        parts: list[bytes] = []
        self.came, self.size = 0, min(reply.length or 0, LARGEST)
        while part := reply.read1(CHUNK):
            parts.append(part)
            self.came += len(part)
            if self.came > most:
                raise Refused(say("This pack is too big: at most {n} MB.", n=LARGEST // 1_000_000))
            if self.stopped.is_set():
                raise Refused(TOO_LONG)
        if reply.length:
            raise Refused(say("The download broke off. Try again."))
        return b"".join(parts)

"""What connects phones with the play's thread, and what their requests ask of it.

`GuestServer` is a link over sockets. A link that runs in the same process needs no thread and no port.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from companion.core.text import Text, say
from companion.core.values import Json
from companion.services.phones.guests import Guests
from companion.services.phones.http import Denied

Post = Callable[[Callable[[], None]], None]
"""Schedules a function in the play's thread. May be called from any thread."""


class RequestHandler(Protocol):
    """A play or the lobby, in the play's thread. `join` raises `Denied`."""

    def join(self, message: dict[str, Json], address: str) -> Json: ...
    def do(self, token: str, message: dict[str, Json]) -> Json: ...
    def look(self) -> None: ...
    def leave(self, token: str) -> None: ...


class PhoneLink(Protocol):
    """The play's thread calls these."""

    guests: Guests
    handler: RequestHandler
    port: int
    bind: str
    has_address: bool
    """Can another phone open the page by an address and port?"""

    def enter(self, handler: RequestHandler) -> None:
        """Make this the active handler, opening the link if needed. Raises `Refused`."""

    def show(self, states: dict[int, Json], land: Json = None, *, quiet: bool = False) -> None:
        """Set what each seat (and `WATCHER`, `NOBODY`) sees. `land`: what stays on the board, sent once.

        `quiet`: only for phones that connect later."""

    def later(self, seconds: float, work: Callable[[], object]) -> None: ...
    def close(self, why: str = "closed", words: Text | None = None) -> None: ...


def work_of(link: PhoneLink, path: str, message: dict[str, Json], token: str, address: str) -> Callable[[],
                                                                                                        Json]:
    """What a request asks of the play's thread. Raises `Denied` at once for those that may not."""
    guests = link.guests
    if path == "/join" and "token" in message:  # a returning page
        who = guests.who(str(message["token"]))
        if who is None:
            raise no_seat()
        reply = {"token": message["token"], "seat": who if who >= 0 else None}
        return lambda: reply
    if path == "/join":
        guests.check_secret(message, address)
        return lambda: link.handler.join(message, address)
    if path not in ("/do", "/leave"):
        raise Denied(404, "nothing", say("There is nothing here."))
    if not token or guests.who(token) is None:
        raise no_seat()
    if path == "/do":
        return lambda: link.handler.do(token, message)
    return partial(_leave, link, token)


def _leave(link: PhoneLink, token: str) -> Json:
    link.handler.leave(token)
    return {"ok": True}


def no_seat() -> Denied:
    return Denied(401, "token", say("This phone has no seat here. Join again."))

"""Is it one of ours? By the names in a request's head alone."""

from __future__ import annotations

import ipaddress

from companion.core.json_values import Json
from companion.core.text import Text
from companion.services.phones.server.addresses import interfaces
from companion.services.phones.server.http import Asked


class Denied(Exception):
    """No, and why: a status, a word for the page, a sentence for people."""

    def __init__(self, status: int, error: str, why: Text, **more: Json) -> None:
        super().__init__(error)
        self.status, self.error, self.why, self.more = status, error, why, more

    def to_json(self) -> Json:
        return {"error": self.error, "why": str(self.why), **self.more}


def is_ours(asked: Asked, port: int) -> bool:
    """The page must be opened by an address of this machine: another name may be made to point here (rebinding)."""
    name, _, at = asked.headers.get("host", "").rpartition(":")
    if "host" in asked.doubled or not name or at != str(port):
        return False
    if name == asked.own:
        return True
    if name == "localhost":
        return asked.peer.startswith("127.")
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return any(one.ip == name for one in interfaces())


def origin_fits(asked: Asked) -> bool:
    """A browser says from which page it asks; only our own may."""
    if asked.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") or "origin" in asked.doubled:
        return False
    origin = asked.headers.get("origin")
    return origin is None or origin == f"http://{asked.headers.get('host', '')}"

"""May they come in? By what they bring: the secret of the QR code, the typed code, or a token."""

from __future__ import annotations

from companion.core.json_values import Json
from companion.core.text import say
from companion.services.phones.guests import Guests
from companion.services.phones.server.visitors import Denied


def known_token(guests: Guests, message: dict[str, Json]) -> Json:
    """A page that comes back. Raises `Denied`."""
    who = guests.who(str(message["token"]))
    if who is None:
        raise Denied(401, "token", say("This phone has no seat here. Join again."))
    return {"token": message["token"], "seat": who if who >= 0 else None}


def check_secret(guests: Guests, message: dict[str, Json], address: str) -> None:
    """Raises `Denied`."""
    if "code" in message:
        if not guests.tries_left(address):
            raise Denied(403, "locked", say("Too many wrong codes. Scan the QR code, or ask for a new one."))
        if not guests.knows_code(message["code"], address):
            raise Denied(403, "code", say("That is not the code. Look at the table's screen."),
                         left=guests.tries_left(address))
    elif not guests.knows(message.get("secret")):
        raise Denied(403, "secret", say("This invitation is an old one. Scan the code again."))


def watch(guests: Guests) -> Json:
    """Raises `Denied`."""
    token = guests.watch()
    if token is None:
        raise Denied(503, "busy", say("Too many people are watching already."))
    return {"token": token}

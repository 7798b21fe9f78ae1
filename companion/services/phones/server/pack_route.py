"""The one route for game packs: who sits or watches at the table may take the pack of its game along."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.text import say
from companion.services.phones.limits import ADDRESSES
from companion.services.phones.server.http import Connection
from companion.services.phones.server.rates import Rates
from companion.services.phones.server.visitors import Denied

PATH = "/pack"
Find = Callable[[], tuple[str, bytes] | None]
"""The name of the file and its content; None: there is none."""
KIND = "application/octet-stream"
PER_SECOND, BURST = 0.2, 3.0
"""A pack may be megabytes: a phone takes one, tries once more, and that is all for a while."""


class PackRoute:
    """What is offered is made when the first one asks for it."""

    def __init__(self) -> None:
        self._find: Find = lambda: None
        self._found: tuple[str, bytes] | None = None
        self._rates = Rates(PER_SECOND, BURST, ADDRESSES)

    def offer(self, find: Find) -> None:
        """From now on this one. What the play before it offered is gone."""
        self._find, self._found = find, None

    async def give(self, connection: Connection, peer: str) -> None:
        """To somebody whom the door knows. Counted by address: who watches can have a new token each time."""
        if not self._rates.take(peer):
            raise Denied(429, "rate", say("Too fast. Wait a few seconds."))
        self._found = self._found or self._find()
        if self._found is None:
            raise Denied(404, "pack", say("This game can't be handed on: it came with the app, or the host's copy "
                                          "was changed."))
        name, raw = self._found
        await connection.answer(200, KIND, raw, ((b"cache-control", b"no-store"), (
            b"content-disposition", f'attachment; filename="{name}"'.encode("ascii", "replace"))))

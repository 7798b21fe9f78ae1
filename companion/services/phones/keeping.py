"""What outlives the process: the port, the secret and who sits where, so that phones go on after a kill.

A file of its own beside the store, readable by its owner only. Tokens stand in it folded. Who loses it joins again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock

from companion.services.phones.limits import PORT

FILE = "phones.json"
DOORS = 8
"""Of so many plays."""


@dataclass
class KeptDoor:
    """One play's door. `seats`: folded tokens, by the name of who sits there."""

    uid: str
    names: list[str]
    port: int = PORT
    secret: str = ""
    code: str = ""
    seats: dict[str, str] = field(default_factory=dict)
    host: str = ""
    watchers: list[str] = field(default_factory=list)
    open: bool = False


def kept(home: Path | None) -> list[KeptDoor]:
    """The latest first. What can't be read is as if it had never been."""
    if home is None:
        return []
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        found = json.loads((home / FILE).read_text(encoding="utf-8"))["doors"]
        return [door for door in (KeptDoor(**one) for one in found) if _sound(door)]
    return []


def _sound(door: KeptDoor) -> bool:
    words = [door.uid, door.secret, door.code, door.host, *door.names, *door.watchers, *door.seats,
             *door.seats.values()]
    return all(isinstance(word, str) for word in words) and isinstance(door.port, int) and 0 < door.port < 65536


def door_of(home: Path | None, uid: str, names: list[str]) -> KeptDoor:
    """As it was for this play; else the last one of the same people: their phones are known already."""
    doors = kept(home)
    for door in doors:
        if door.uid == uid:
            return door
    for door in doors:
        if sorted(door.names) == sorted(names):
            return KeptDoor(uid, names, door.port, door.secret, door.code, dict(door.seats), door.host,
                            list(door.watchers))
    return KeptDoor(uid, names, doors[0].port if doors else PORT)


def keep(home: Path | None, door: KeptDoor) -> None:
    """Written whole or not at all. A disk that is full costs only that phones join again after a restart."""
    if home is None:
        return
    doors = [door, *(one for one in kept(home) if one.uid != door.uid)][:DOORS]
    new = home / f"{FILE}.new"
    with suppress(OSError):
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"doors": [asdict(one) for one in doors]}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, home / FILE)


class Keeper:
    """Writes the newest only, whichever thread comes to it: what was overtaken is left out."""

    def __init__(self, home: Path | None) -> None:
        self.home = home
        self._lock = Lock()
        self._newest = self._written = 0

    def later(self, door: KeptDoor) -> Callable[[], None]:
        """What to call, in any thread, soon."""
        with self._lock:
            self._newest += 1
            return partial(self._write, self._newest, door)

    def now(self, door: KeptDoor) -> None:
        self.later(door)()

    def _write(self, number: int, door: KeptDoor) -> None:
        with self._lock:
            if number > self._written:
                self._written = number
                keep(self.home, door)

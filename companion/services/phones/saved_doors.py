"""What outlives the process: the port, the secret and who sits where, so that phones go on after a kill.

A file of its own beside the store, readable by its owner only. Tokens stand in it hashed. Who loses it joins again.
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
from time import time

from companion.services.phones.limits import EVENING_SECONDS, PORT

FILE = "phones.json"
DOORS = 8
"""Of so many plays."""


@dataclass
class SavedDoor:
    """One play's door. `seats`: hashed tokens, by the name of who sits there."""

    uid: str
    names: list[str]
    port: int = PORT
    secret: str = ""
    code: str = ""
    seats: dict[str, str] = field(default_factory=dict)
    host: str = ""
    watchers: list[str] = field(default_factory=list)
    open: bool = False
    """Open when it was saved, or left open for the next time."""
    saved_at: float = field(default_factory=time)

    def opens_again(self) -> bool:
        """Should the app open it without being asked? On the same evening only."""
        return self.open and 0 <= time() - self.saved_at < EVENING_SECONDS


def saved_doors(home: Path | None) -> list[SavedDoor]:
    """The latest first. What can't be read is as if it had never been."""
    if home is None:
        return []
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        found = json.loads((home / FILE).read_text(encoding="utf-8"))["doors"]
        return [door for door in (SavedDoor(**one) for one in found) if _sound(door)]
    return []


def _sound(door: SavedDoor) -> bool:
    words = [door.uid, door.secret, door.code, door.host, *door.names, *door.watchers, *door.seats,
             *door.seats.values()]
    return all(isinstance(word, str) for word in words) and isinstance(door.port, int) and 0 < door.port < 65536 \
        and isinstance(door.saved_at, int | float)


def door_of(home: Path | None, uid: str, names: list[str]) -> SavedDoor:
    """As it was for this play; else the last one of the same people: their phones are known already."""
    doors = saved_doors(home)
    for door in doors:
        if door.uid == uid:
            return door
    for door in doors:
        if sorted(door.names) == sorted(names):
            return SavedDoor(uid, names, door.port, door.secret, door.code, dict(door.seats), door.host,
                            list(door.watchers), door.open, door.saved_at)
    return SavedDoor(uid, names, doors[0].port if doors else PORT)


def save_door(home: Path | None, door: SavedDoor) -> None:
    """Written whole or not at all. A disk that is full costs only that phones join again after a restart."""
    if home is None:
        return
    doors = [door, *(one for one in saved_doors(home) if one.uid != door.uid)][:DOORS]
    new = home / f"{FILE}.new"
    with suppress(OSError):
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"doors": [asdict(one) for one in doors]}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, home / FILE)


class DoorWriter:
    """Writes the newest only, whichever thread comes to it: what was overtaken is left out."""

    def __init__(self, home: Path | None) -> None:
        self.home = home
        self._lock = Lock()
        self._newest = self._written = 0

    def later(self, door: SavedDoor) -> Callable[[], None]:
        """What to call, in any thread, soon."""
        with self._lock:
            self._newest += 1
            return partial(self._write, self._newest, door)

    def now(self, door: SavedDoor) -> None:
        self.later(door)()

    def _write(self, number: int, door: SavedDoor) -> None:
        with self._lock:
            if number > self._written:
                self._written = number
                save_door(self.home, door)

"""`phones.json` beside the app's store: port, secret and seats, so that phones can reconnect.

Another store has its own file: `night.phones.json` belongs to `night.db`. It holds hashed tokens and is
readable by its owner only. If it is lost, guests join again.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import time

from companion.services.phones import limits

FILE = "phones.json"
APPS_STORE = "tableside.db"
PLAYS = 8
"""How many plays the file keeps guests for."""


@dataclass
class SavedGuests:
    """The guests of one play. `seats`: hashed tokens by player name."""

    uid: str
    names: list[str]
    port: int = limits.PORT
    secret: str = ""
    code: str = ""
    seats: dict[str, str] = field(default_factory=dict)
    host: str = ""
    watchers: list[str] = field(default_factory=list)
    open: bool = False
    """Open when it was saved, or to be reopened next time."""
    saved_at: float = field(default_factory=time)
    places: dict[str, str] = field(default_factory=dict)
    """The table's address and port that each phone knows, by hashed token."""

    def opens_again(self) -> bool:
        """Reopen automatically? Only on the same evening."""
        return self.open and 0 <= time() - self.saved_at < limits.EVENING_SECONDS

    def is_sound(self) -> bool:
        words = [self.uid, self.secret, self.code, self.host, *self.names, *self.watchers, *self.seats,
                 *self.seats.values(), *self.places, *self.places.values()]
        return all(isinstance(word, str) for word in words) and isinstance(self.saved_at, int | float) \
            and isinstance(self.port, int) and 0 < self.port < 65536


def file_of(store: Path) -> Path:
    """The file of this store's guests.

    >>> file_of(Path("tableside.db")).name, file_of(Path("night.db")).name
    ('phones.json', 'night.phones.json')
    """
    return store.with_name(FILE if store.name == APPS_STORE else f"{store.stem}.{FILE}")


def all_saved(file: Path | None) -> list[SavedGuests]:
    if file is None:
        return []
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        found = json.loads(file.read_text(encoding="utf-8"))["plays"]
        return [saved for saved in (SavedGuests(**one) for one in found) if saved.is_sound()]
    return []


def saved_for(file: Path | None, uid: str, names: list[str]) -> SavedGuests:
    """For this play, or else the last one with the same people."""
    found = all_saved(file)
    for one in found:
        if one.uid == uid:
            return one
    for one in found:
        if sorted(one.names) == sorted(names):
            return replace(one, uid=uid, names=names)
    return SavedGuests(uid, names, found[0].port if found else limits.PORT)


class GuestsFile:
    """Writes only the newest state, from any thread."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock = Lock()
        self._newest: SavedGuests | None = None

    def writing(self, saved: SavedGuests) -> Callable[[], None]:
        """Return a function to call soon in any thread."""
        with self._lock:
            self._newest = saved
        return self._write

    def _write(self) -> None:
        with self._lock:
            saved, self._newest = self._newest, None
            if saved is not None and self.path is not None:
                self._replace(self.path, saved)

    def _replace(self, path: Path, saved: SavedGuests) -> None:
        """Write atomically. If the disk is full, phones join again after a restart."""
        plays = [saved, *(one for one in all_saved(path) if one.uid != saved.uid)][:PLAYS]
        new = path.with_name(f"{path.name}.new")
        with suppress(OSError):
            opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(opened, "w", encoding="utf-8") as file:
                json.dump({"plays": [asdict(one) for one in plays]}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)

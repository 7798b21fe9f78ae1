"""A file that was taken away while the app is open: the folder deleted, or another file put in its place.

The system lets us go on writing to what nobody will ever find again. So before every change the store looks whether
its file still lies there (one question to the system); if not, all that it holds is written again, into a new file.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from companion.services.store.restoring import set_aside
from companion.services.store.transactions import connect

Identity = tuple[int, int]


def identity(place: Path) -> Identity | None:
    """Which file lies there; None: none."""
    try:
        found = os.stat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_again(held: sqlite3.Connection, place: Path) -> sqlite3.Connection:
    """Everything that is held, in a new file at the same place; what lies there now is kept under another name.
    Raises `OSError` or `sqlite3.Error` where that can't be done; then nothing changed."""
    place.parent.mkdir(parents=True, exist_ok=True)
    set_aside(place)
    new = connect(str(place))
    try:
        held.backup(new)
    except BaseException:
        new.close()
        raise
    return new

"""What was wrong with the file when it was opened, and why a change could not be written."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from companion.core.text import Text, say


@dataclass(frozen=True)
class Trouble:
    """What was wrong with the file. `set_aside`: where a damaged one lies now; `backup_from`: the time of the
    backup that was opened in its place, None where there was none."""

    sentence: Text
    writable: bool
    set_aside: Path | None = None
    backup_from: float | None = None


class Damaged(Exception):
    """This is no database, or not a whole one, or less than there was."""


def means_damage(error: BaseException) -> bool:
    """SQLite says so; or the text of its own message is no text any more, because a name in the schema is broken."""
    if isinstance(error, UnicodeError):
        return True
    name = getattr(error, "sqlite_errorname", "")
    return isinstance(error, sqlite3.Error) and name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def why_not_saved(error: BaseException) -> Text:
    """The reason in one sentence that says what to do."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, (UnicodeError, ValueError, RecursionError)):
        return say("There is something in this that no file can hold, so it was not saved. Type it again.")
    if name.startswith("SQLITE_FULL"):
        return say("The disk is full, so this was not saved. Free some space and try again.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return say("Another copy of the app is writing right now, so this was not saved. Try again.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return say("The file can't be written here, so this was not saved.")
    return say("The file could not be written, so this was not saved: {error}", error=str(error))


def why_not_read(error: BaseException) -> Text:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return say("Another copy of the app is using the saved plays right now. Try again.")
    if means_damage(error):
        return say("A part of the saved plays is damaged. Close the app and open it again: it mends what it can.")
    return say("The saved plays can't be read right now. Close the app and open it again; nothing is lost.")

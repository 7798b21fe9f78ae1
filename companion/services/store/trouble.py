"""What was wrong with the file when opened, and why a change could not be saved."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from companion.core.text import Text, say


@dataclass(frozen=True)
class Trouble:
    """What was wrong with the file.

    `set_aside`: where the damaged one is now. `backup_from`: time of the backup opened instead, or None.
    """

    sentence: Text
    writable: bool
    set_aside: Path | None = None
    backup_from: float | None = None


class Damaged(Exception):
    """Not a database, damaged, or incomplete."""


def means_damage(error: BaseException) -> bool:
    """SQLite reports damage, or its message is invalid text because the schema is damaged."""
    if isinstance(error, UnicodeError):
        return True
    name = getattr(error, "sqlite_errorname", "")
    return isinstance(error, sqlite3.Error) and name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def why_not_saved(error: BaseException) -> Text:
    """The reason and what to do, in one sentence."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, (UnicodeError, ValueError, RecursionError)):
        return say("A character in this can't be saved. Delete it and try again.")
    if name.startswith("SQLITE_FULL"):
        return say("The disk is full, so this was not saved. Free some space and try again.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return say("Another copy of the app is writing right now, so this was not saved. Try again.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return say("The app isn't allowed to write its file, so this was not saved. Export the play to keep it.")
    return say("Writing the file failed ({error}), so this was not saved. Try again.", error=str(error))


def why_not_read(error: BaseException) -> Text:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return say("Another copy of the app is using the saved plays right now. Try again.")
    if means_damage(error):
        return say("Part of your saved plays is damaged. Restart the app: it repairs what it can.")
    return say("Your saved plays can't be read right now. Nothing is lost. Restart the app.")

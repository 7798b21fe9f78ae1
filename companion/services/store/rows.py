"""What the store returns: one plain class per kind of row."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from companion.core.log import Ending
from companion.core.setup import Person, Setup
from companion.core.text import Refused, Text, say
from companion.core.values import Json


@dataclass(frozen=True)
class PlayRow:
    id: int
    uid: str
    game: str
    rules: str
    setup: Setup
    began: float
    touched: float
    archived: bool
    subtitle: Text | str
    points: tuple[int, ...]
    outcome: Text | str | None
    """The outcome's sentence; None while the play goes on."""
    noted: int
    """How many records the summary covers."""
    records: int
    damaged: bool = False
    """Its setup is unreadable: it can be exported, but not opened."""
    trashed: float | None = None
    """When it was deleted, or None."""
    seated: tuple[Person, ...] = ()
    """Current seats if somebody joined late or was renamed; empty if as in the setup."""
    ending: Ending | None = None
    """What players said after its last record."""
    moved: float = 0.0
    """When it was archived; negative: when it was brought back; 0: neither."""

    @property
    def people(self) -> tuple[Person, ...]:
        return self.seated or self.setup.people


@dataclass(frozen=True)
class SeatResult:
    seat: int
    name: str
    place: int | None
    score: int | None
    won: bool


@dataclass(frozen=True)
class ResultRow(SeatResult):
    play: int
    game: str
    when: float
    outcome: Text | str


@dataclass(frozen=True)
class Summary:
    """Stored beside the log, so that listing a play needs no replay."""

    subtitle: Text | str
    points: tuple[int, ...]
    outcome: Text | str | None = None
    results: tuple[SeatResult, ...] = ()
    seated: tuple[Person, ...] = ()
    """Current seats, if they differ from the setup."""


@dataclass(frozen=True)
class BoxRow:
    id: int
    game: str
    name: str
    box: Json
    changed: float


@dataclass(frozen=True)
class Trouble:
    """What was wrong with the file. `backup_from`: time of the backup opened instead, or None."""

    sentence: Text
    writable: bool
    backup_from: float | None = None
    then: "Trouble | None" = None
    """What is still wrong once a write works."""


WAITING = say("Tableside is open twice, and the other one is busy with your plays. Waiting for it…")


class Busy(Refused):
    """Another instance of the app has locked the file at `place`."""

    def __init__(self, place: Path) -> None:
        super().__init__(say("Tableside is open twice, and the other one is busy with your plays, so they "
                             "can't be opened. Close it, then start again. Nothing is lost."))
        self.place = place


def is_busy(error: BaseException) -> bool:
    name = getattr(error, "sqlite_errorname", "")
    return bool(name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")))


class Damaged(Exception):
    """Not a database, damaged, or incomplete."""


def means_damage(error: BaseException) -> bool:
    """SQLite reports damage, or its message is invalid text because the schema is damaged."""
    if isinstance(error, UnicodeError):
        return True
    name = getattr(error, "sqlite_errorname", "")
    return isinstance(error, sqlite3.Error) and name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def why_not_saved(error: BaseException) -> Text:
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, (UnicodeError, ValueError, RecursionError)):
        return say("A character in this text can't be saved. Delete it and try again.")
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")):  # no room for SQLite's shared memory
        return say("The disk is full, so this was not saved. Free some space and try again.")
    if is_busy(error):
        return say("Tableside is open twice, and the other one is writing, so this was not saved. Try again.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return say("The app isn't allowed to write its file, so this was not saved. Export the play to keep "
                   "it.")
    return say("Writing the file failed ({error}), so this was not saved. Try again.", error=str(error))


def why_not_read(error: BaseException) -> Text:
    if is_busy(error):
        return say("Tableside is open twice, and the other one is using the saved plays. Try again.")
    if means_damage(error):
        return say("Part of your saved plays is damaged. Restart the app: it repairs what it can.")
    return say("Your saved plays can't be read right now. Nothing is lost. Restart the app.")

"""What the store returns: one plain class per kind of row."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.questions import Json
from companion.core.seats import Person
from companion.core.setup import Setup
from companion.core.text import Text


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

    @property
    def people(self) -> tuple[Person, ...]:
        return self.seated or self.setup.people


@dataclass(frozen=True)
class ResultRow:
    play: int
    game: str
    when: float
    outcome: Text | str
    seat: int
    name: str
    place: int | None
    score: int | None
    won: bool


@dataclass(frozen=True)
class SeatResult:
    seat: int
    name: str
    place: int | None
    score: int | None
    won: bool


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
class CopyRow:
    id: int
    game: str
    name: str
    copy: Json
    changed: float

"""What the store gives back: plain values, one class a kind of row."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.questions import Json
from companion.core.seats import Person
from companion.core.setup import Setup
from companion.core.text import Text


@dataclass(frozen=True)
class PlayRow:
    """A play, without its records."""

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
    """The sentence of the outcome; None while the play goes on."""
    noted: int
    """How many records the summary covers."""
    records: int
    damaged: bool = False
    """What stood on the table can't be read: the play can be exported as it is, but not opened."""
    trashed: float | None = None
    """When it was deleted; None: it was not."""
    seated: tuple[Person, ...] = ()
    """Who sits there now, where somebody joined late or is called otherwise; empty: as in the setup."""

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody, as they sit now."""
        return self.seated or self.setup.people


@dataclass(frozen=True)
class ResultRow:
    """How one person did in one finished play."""

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
    """What is noted of a play beside its log, so that nobody has to replay it to list it."""

    subtitle: Text | str
    points: tuple[int, ...]
    outcome: Text | str | None = None
    results: tuple[SeatResult, ...] = ()
    seated: tuple[Person, ...] = ()
    """Who sits there, where that is not as in the setup."""


@dataclass(frozen=True)
class CopyRow:
    """An owner's copy of one box."""

    id: int
    game: str
    name: str
    copy: Json
    changed: float

"""A box's score sheet as its owner set it up, saved as plain data in my copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

from companion.core.colours import is_colour
from companion.core.refusals import Refused
from companion.core.text import say
from companion.core.values import Json, whole

LONGEST_NAME, MOST_ROUNDS, MOST_CATEGORIES = 40, 60, 20
MOST = 99_999
"""The largest value of a cell, a start or a target, positive or negative."""
MOST_SIDES, LONGEST_CLOCK = 6, 3600


@dataclass(frozen=True)
class Sheet:
    """0 means: open end (`rounds`), no teams (`sides`), none (`target`, `clock`)."""

    name: str = ""
    colour: str = "#C98A2B"
    icon: str = "cards-outline"
    rounds: int = 0
    low: bool = False
    start: int = 0
    below_zero: bool = False
    sides: int = 0
    target: int = 0
    clock: int = 0
    passes: bool = False
    categories: tuple[str, ...] = ()

    def to_json(self) -> Json:
        return {**asdict(self), "categories": list(self.categories)}

    @staticmethod
    def of(raw: Json) -> Sheet:
        """Raise `Refused` if the data is not a valid sheet."""
        if not isinstance(raw, dict):
            raise Refused(say("This is not a score sheet. Make a new one."))
        for field in fields(Sheet):
            if field.name in raw and not _FITS[field.name](raw[field.name]):
                raise Refused(say("The score sheet can't be read: {what} is wrong. Make a new one.", what=field.name))
        known: dict[str, Any] = {field.name: raw[field.name] for field in fields(Sheet) if field.name in raw}
        return Sheet(**{**known, "categories": tuple(known.get("categories", ()))})

    @property
    def last_round(self) -> int:
        """The round that ends the play; 0 if players decide."""
        return len(self.categories) or self.rounds


def _number(low: int, high: int) -> Callable[[Json], bool]:
    return lambda value: whole(value) and low <= value <= high


def _flag(value: Json) -> bool:
    return isinstance(value, bool)


def _words(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME


def _listed(value: Json) -> bool:
    return (isinstance(value, (list, tuple)) and len(value) <= MOST_CATEGORIES
            and all(_words(one) and one.strip() for one in value))


_FITS: dict[str, Callable[[Json], bool]] = {
    "name": _words, "colour": is_colour, "icon": _words, "rounds": _number(0, MOST_ROUNDS), "low": _flag,
    "start": _number(-MOST, MOST), "below_zero": _flag,
    "sides": lambda value: whole(value) and (value == 0 or 2 <= value <= MOST_SIDES),
    "target": _number(-MOST, MOST), "clock": _number(0, LONGEST_CLOCK), "passes": _flag, "categories": _listed,
}

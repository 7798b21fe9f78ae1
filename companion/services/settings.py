"""The app's settings: allowed values and defaults."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from companion.core.setup import COLOURS
from companion.core.text import Refused, say
from companion.core.values import Json

DEFAULTS: Final[Mapping[str, Json]] = {
    "theme": "system",
    "contrast": "normal",
    "text_size": 100,
    "sound": True,
    "vibration": True,
    "movement": True,
    "left_handed": False,
    "speech": False,
    "language": "",
    "boxes": {},
    "by_hand": {},
    "groups": [],
    "now_called": {},
    "welcomed": False,
    "details": {},
}

FIRST_DAY, LAST_DAY = -6.2e10, 2.5e11  # seconds, in the years 5 and 9892: dates end a little beyond them


def _by_hand(chosen: Json) -> bool:
    """How much the By hand card lists per game; other games use the default."""
    from companion.core.engine.by_hand import HOW_MUCH  # a play's module: not before the first frame
    return all(isinstance(game, str) and how in HOW_MUCH for game, how in chosen.items())


def _groups(chosen: Json) -> bool:
    return all(isinstance(one, dict) and isinstance(one.get("name"), str) and isinstance(one.get("people"), list)
               and all(_is_person(person) for person in one["people"]) for one in chosen)


def _is_person(raw: object) -> bool:
    return (isinstance(raw, list) and len(raw) == 2 and isinstance(raw[0], str) and bool(raw[0].strip())
            and type(raw[1]) is int and 0 <= raw[1] < len(COLOURS))


def _texts(chosen: Json) -> bool:
    """Current names by old ones, or the language of each game's box."""
    return all(isinstance(key, str) and isinstance(text, str) for key, text in chosen.items())


def _details(chosen: Json) -> bool:
    return all(isinstance(one, dict) and one.keys() == {"place", "note", "when"} and isinstance(one["place"], str)
               and isinstance(one["note"], str) and isinstance(one["when"], int | float)
               and FIRST_DAY < one["when"] < LAST_DAY for one in chosen.values())


_ALLOWED: Final[Mapping[str, Callable[[Json], bool]]] = {
    "theme": ("system", "light", "dark").__contains__,
    "contrast": ("normal", "high").__contains__,
    "text_size": range(100, 201).__contains__,
    "by_hand": _by_hand,
    "groups": _groups,
    "now_called": _texts,
    "boxes": _texts,
    "details": _details,
}
"""Checks of values that have the right type already."""


def check_setting(key: str, value: Json) -> None:
    """Raises `Refused` for an unknown setting or value. Language: any code, or empty for the system's."""
    if key not in DEFAULTS:
        raise Refused(say("There is no setting called {key}.", key=key))
    if type(value) is not type(DEFAULTS[key]) or (key in _ALLOWED and not _ALLOWED[key](value)):
        raise Refused(say("{key} can't be set to {value}.", key=key, value=str(value)[:40]))


def is_allowed(key: str, value: Json) -> bool:
    with suppress(Refused):
        check_setting(key, value)
        return True
    return False

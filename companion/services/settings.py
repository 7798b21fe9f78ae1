"""The app's settings: allowed values and defaults."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from companion.core.log import is_sane, later
from companion.core.renamed import id_now
from companion.core.setup import COLOURS, name_key
from companion.core.text import Refused, say
from companion.core.values import Json

Entries = dict[str, Json]

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
    "times": {},
}

TIMED: Final = ("now_called", "groups", "details")
"""Each entry of these has a time in `times`, even a deleted one: if two phones differ, the newest counts."""

BY_GAME: Final = ("boxes", "by_hand")
"""Settings with an entry for each game."""

FIRST_DAY, LAST_DAY = -6.2e10, 2.5e11  # seconds, in the years 5 and 9892: dates end a little beyond them


def _by_hand(chosen: Json) -> bool:
    """How much the To move card lists per game; other games use the default."""
    from companion.core.engine.by_hand import HOW_MUCH  # a play's module: not before the first frame
    return all(isinstance(game, str) and how in HOW_MUCH for game, how in chosen.items())


def _groups(chosen: Json) -> bool:
    return all(isinstance(one, dict) and isinstance(one.get("name"), str)
               and isinstance(one.get("people"), list)
               and all(_is_person(person) for person in one["people"]) for one in chosen)


def _is_person(raw: object) -> bool:
    return (isinstance(raw, list) and len(raw) == 2 and isinstance(raw[0], str) and bool(raw[0].strip())
            and type(raw[1]) is int and 0 <= raw[1] < len(COLOURS))


def _texts(chosen: Json) -> bool:
    """Current names by old ones, or the language of each game's box."""
    return all(isinstance(key, str) and isinstance(text, str) for key, text in chosen.items())


def _details(chosen: Json) -> bool:
    return all(isinstance(one, dict) and one.keys() == {"place", "note", "when"}
               and isinstance(one["place"], str)
               and isinstance(one["note"], str) and isinstance(one["when"], int | float)
               and FIRST_DAY < one["when"] < LAST_DAY for one in chosen.values())


def _times(chosen: Json) -> bool:
    return all(key in TIMED and isinstance(times, dict) and all(map(is_sane, times.values()))
               for key, times in chosen.items())


_ALLOWED: Final[Mapping[str, Callable[[Json], bool]]] = {
    "theme": ("system", "light", "dark").__contains__,
    "contrast": ("normal", "high").__contains__,
    "text_size": range(100, 201).__contains__,
    "by_hand": _by_hand,
    "groups": _groups,
    "now_called": _texts,
    "boxes": _texts,
    "details": _details,
    "times": _times,
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


def as_read(key: str, value: Json) -> Json:
    """A saved setting, or its default if it isn't allowed.

    >>> as_read("by_hand", {"any_box": "everything"})
    {'score_sheet': 'everything'}
    """
    if not is_allowed(key, value):
        return DEFAULTS[key]
    return {id_now(game): chosen for game, chosen in value.items()} if key in BY_GAME else value


# Timed entries

def entries_of(key: str, setting: Json) -> Entries:
    """The parts of a setting that have a time: each name, each group, and each place, note and date.

    >>> entries_of("details", {"a1": {"place": "", "note": "Late", "when": 0.0}})
    {'a1/note': 'Late'}
    """
    if key == "groups":
        return {name_key(group["name"]): group for group in setting}
    if key == "details":
        return {f"{uid}/{field}": part for uid, one in setting.items() for field, part in one.items() if part}
    return dict(setting)


def setting_of(key: str, entries: Entries) -> Json:
    """The setting with these entries.

    >>> setting_of("details", {"a1/note": "Late"})
    {'a1': {'place': '', 'note': 'Late', 'when': 0.0}}
    """
    if key == "groups":
        return list(entries.values())
    if key != "details":
        return entries
    found: dict[str, Any] = {}
    for entry, part in entries.items():
        uid, _, field = entry.rpartition("/")
        found.setdefault(uid, {"place": "", "note": "", "when": 0.0})[field] = part
    return found


def times_after(before: Entries, after: Entries, times: Mapping[str, float], now: float) -> dict[str, float]:
    """The times of entries that were changed here."""
    changed = sorted(key for key in {*before, *after} if before.get(key) != after.get(key))
    return {**times, **{key: later(now, times.get(key, 0.0)) for key in changed}}


def newest(here: Entries, times: Mapping[str, float], there: Entries, their_times: Mapping[str, float]
           ) -> tuple[Entries, dict[str, float]]:
    """The newest entries of both sides with their times; of two at the same time, the greater one as text."""
    ranks: dict[str, tuple[float, str]] = {}
    for entries, at in ((here, times), (there, their_times)):
        for key in (*entries, *(gone for gone in at if gone not in entries)):
            rank = float(at.get(key, 0.0)), json.dumps(entries.get(key), sort_keys=True)
            ranks[key] = max(rank, ranks.get(key, rank))
    return ({key: json.loads(text) for key, (_, text) in ranks.items() if text != "null"},
            {key: at for key, (at, _) in ranks.items() if at})

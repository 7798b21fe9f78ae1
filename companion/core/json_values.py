"""Plain JSON, as answers stand in the log: what a value may be, and when two are the same."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any  # None, bool, int, float, str, and lists and string-keyed dicts of these


def whole(value: Json) -> bool:
    """A whole number; True and False are not numbers here, though Python thinks so."""
    return type(value) is int


def whole_numbers(raw: Json) -> bool:
    """A list of whole numbers."""
    return isinstance(raw, list) and all(whole(number) for number in raw)


def same(known: Json, given: Json) -> bool:
    """Equal and of one kind: 1, 1.0 and True are three different answers, in a list too."""
    if type(known) is not type(given) or known != given:
        return False
    if isinstance(known, dict):
        return all(same(known[key], given[key]) for key in known)
    return not isinstance(known, (list, tuple)) or all(map(same, known, given))

"""What comes in as JSON, and what goes out. Nothing deep, huge or half a letter gets further than this."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from companion.core.json_values import Json
from companion.services.phones.limits import DEPTH


class Unreadable(Exception):
    """No JSON, or none that a page of ours would send."""


def read(body: bytes) -> dict[str, Json]:
    """An object, at most `DEPTH` deep, without half letters and endless numbers. Raises `Unreadable`."""
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_no)
    except (ValueError, RecursionError):
        raise Unreadable from None
    if not isinstance(found, dict):
        raise Unreadable
    _check(found, 0)
    return found


def _no(_: str) -> Any:
    raise Unreadable


def _check(value: Json, depth: int) -> None:
    if depth > DEPTH:
        raise Unreadable
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Unreadable
    elif isinstance(value, float):
        if not isfinite(value):
            raise Unreadable
    elif isinstance(value, dict):
        for key, one in value.items():
            _check(key, depth + 1)
            _check(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _check(one, depth + 1)


TURNING = {letter: None for letter in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Signs that turn the direction of all that follows: in a name they would turn the words of the page round it."""


def write(value: Json) -> bytes:
    """One line. A name may hold anything that people type: the page sets it as text, never as HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.translate(TURNING).encode("utf-8", "replace")

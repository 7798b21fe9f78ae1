"""A record as a line of text, and back; also one whose secret the first version of the app stored."""

from __future__ import annotations

import json
from base64 import b64decode
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b

from companion.core.engine.log import Record
from companion.core.files.secret_cover import COVER, cover, uncover
from companion.core.questions import Json, Refused

OLD_KEY = "seal key"
"""The setting that held the key of the first version's scrambling."""
_BLOCK = 32


def line_of(record: Record) -> str:
    """Raises `ValueError` for what no file can hold (an infinite number, half a letter)."""
    if record.sealed and not record.masked:
        record = replace(record, answer=cover(record.answer))
    line = json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    line.encode()
    return line


def record_of(line: str) -> Record:
    """Raises `ValueError` for a line that can't be read."""
    try:
        record = Record.from_json(json.loads(line))
        if record.sealed and not record.masked:
            record = replace(record, answer=uncover(record.answer))
    except (TypeError, Refused, RecursionError) as error:
        raise ValueError(line[:80]) from error
    return record


def is_line(line: object) -> bool:
    with suppress(ValueError):
        return isinstance(line, str) and bool(record_of(line).kind)
    return False


def renewed(line: str, key: str, place: str) -> str:
    """A line of the first version with its secret covered as it is now; any other line as it is."""
    if '"sealed":true' not in line or not key:
        return line
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        raw = json.loads(line)
        if raw["sealed"] is True and not raw.get("masked") and is_old(raw["answer"]):
            raw["answer"] = cover(uncover_old(raw["answer"], key, place))
            return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))
    return line


# Secrets as the first version stored them

def is_old(sealed: Json) -> bool:
    return isinstance(sealed, str) and not sealed.startswith(COVER)


def uncover_old(sealed: str, key: str, place: str) -> Json:
    """An answer as the first version kept it: mixed with a key that lay in the same file."""
    text = b64decode(sealed)
    blocks = (blake2b(f"{place}/{block}".encode(), key=key.encode(), digest_size=_BLOCK).digest()
              for block in range(len(text) // _BLOCK + 1))
    return json.loads(bytes(letter ^ other for letter, other in zip(text, b"".join(blocks), strict=False)))

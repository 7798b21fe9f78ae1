"""The owner's copy, read once: a table is furnished again at every undo, and reading takes longer than an undo may."""

from __future__ import annotations

import json
from functools import lru_cache

from companion.core.questions import Json
from companion.games.windward.copy.model import Copy, from_json


def copy_of(data: Json) -> Copy:
    """The same as `from_json(data)`."""
    return _read(json.dumps(data))


@lru_cache(maxsize=8)
def _read(text: str) -> Copy:
    return from_json(json.loads(text))

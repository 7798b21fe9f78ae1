"""Which parts of a copy are guesses nobody has compared with the box yet.

Tiles are keyed `large.A` to `small.F`, other parts by `PARTS`. Painting a tile or changing a part clears only its
own guess; resizing or mirroring a guessed tile doesn't.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIDES = ("large", "small")
LETTERS = "ABCDEF"
PARTS = {"order": "post", "clockwise": "post", "battle_die": "die", "board": "board", "crew_slots": "crew",
         "supplies": "supplies", "achievements": "achievements", "counts": "counts"}
"""The part each field of a copy belongs to."""
ALL = frozenset([*PARTS.values(), *[f"{side}.{letter}" for side in SIDES for letter in LETTERS]])


def tile_key(small: bool, letter: str) -> str:
    return f"{SIDES[small]}.{letter}"


def read(data: Mapping[str, Any]) -> frozenset[str]:
    saved = data.get("guessed")
    return frozenset([key for key in saved if isinstance(key, str)]) & ALL if isinstance(saved, list) else frozenset()

"""What of a copy is only a guess: nobody has compared it with the owner's own box yet.

A tile is named `large.A`, `small.F`; the other parts by `PARTS`. Painting a tile or changing a part ends its own guess
and no other; resizing or mirroring a guessed tile leaves it one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.windward.copy.starter import STARTER

SIDES = ("large", "small")
LETTERS = "ABCDEF"
PARTS = {"order": "post", "clockwise": "post", "battle_die": "die", "board": "board", "crew_slots": "crew",
         "supplies": "supplies", "achievements": "achievements", "counts": "counts"}
"""Which part each field of a copy belongs to."""
ALL = frozenset([*PARTS.values(), *[f"{side}.{letter}" for side in SIDES for letter in LETTERS]])


def tile_key(small: bool, letter: str) -> str:
    return f"{SIDES[small]}.{letter}"


def read(data: Mapping[str, Any]) -> frozenset[str]:
    """As it was saved; of a copy from before this was saved, whatever is just as the starter set has it."""
    saved = data.get("guessed")
    if isinstance(saved, list):
        return frozenset([key for key in saved if isinstance(key, str)]) & ALL
    return frozenset([*_like_the_starter(data), *_tiles_like_the_starter(data)])


def _like_the_starter(data: Mapping[str, Any]) -> Iterable[str]:
    changed = {part for name, part in PARTS.items() if name in data and data[name] != STARTER[name]}
    return set(PARTS.values()) - changed


def _tiles_like_the_starter(data: Mapping[str, Any]) -> Iterable[str]:
    for side in SIDES:
        for letter in LETTERS:
            if data[side]["tiles"].get(letter) == STARTER[side]["tiles"][letter]:
                yield f"{side}.{letter}"

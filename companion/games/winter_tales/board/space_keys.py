"""Keys of the spaces of a town: of its locations, and of the plazas between them."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plaza_key(one: str, two: str) -> str:
    return "+".join(sorted((one, two)))


def fresh_key(name: str, taken: Iterable[str], *, slug: bool = True) -> str:
    """A key of plain letters that nothing else has."""
    base = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "place" if slug else name
    known = set(taken)
    key, number = base, 2
    while key in known:
        key, number = f"{base}_{number}", number + 1
    return key

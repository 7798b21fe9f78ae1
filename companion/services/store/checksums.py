"""Checksums: each line of a play's log holds the sum of itself and of all lines before it.

So a flipped bit is found, a missing line is found, and a line from a backup is taken only where it fits. A sum
guards against accidents, not against somebody who rewrites the file.
"""

from __future__ import annotations

import json
from hashlib import blake2b

Link = tuple[str, str | None]
"""A line and the sum that is stored with it; None: from a file that was made before there were sums."""


def checksum(*parts: object) -> str:
    text = json.dumps(parts)  # ASCII: also what was no text any more comes out as something
    return blake2b(text.encode(), digest_size=8).hexdigest()


def link(before: str, line: str) -> str:
    """The sum of a line, after the one with the sum `before`. The first follows the play's uid."""
    return blake2b(f"{before}\n{line}".encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def chained(uid: str, lines: list[str]) -> list[str]:
    """The sums of a whole log."""
    found: list[str] = []
    for line in lines:
        found.append(link(found[-1] if found else uid, line))
    return found


def fits(stored: str | None, computed: str) -> bool:
    """A line that changed has quite another sum. If one letter differs, the stored sum itself was hit, not the line."""
    return stored is None or stored == computed or (
        len(stored) == len(computed) and sum(a != b for a, b in zip(stored, computed, strict=True)) == 1)


def head_sum(uid: str, game: str, setup: str, began: float) -> str:
    """Of what never changes about a play."""
    return checksum(uid, game, setup, began)


def note_sum(subtitle: str, points: str, outcome: str | None, noted: int) -> str:
    """Of the summary that the library shows."""
    return checksum(subtitle, points, outcome, noted)


def copy_sum(game: str, name: str, copy: str) -> str:
    return checksum(game, name, copy)

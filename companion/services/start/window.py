"""The size of the desktop window, from one evening to the next."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

Size = tuple[int, int]
FILE = "window.json"
USUAL: Size = (412, 892)  # a phone's
LEAST, MOST = (320, 400), (8000, 8000)


def remember_size(home: Path, size: tuple[float, ...]) -> None:
    with contextlib.suppress(OSError):
        (home / FILE).write_text(json.dumps([round(side) for side in size]), encoding="utf-8")


def remembered_size(home: Path) -> Size:
    """As it was left; the usual one where there is none, or none that a window can have."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        wide, high = json.loads((home / FILE).read_text(encoding="utf-8"))
        if LEAST[0] <= int(wide) <= MOST[0] and LEAST[1] <= int(high) <= MOST[1]:
            return int(wide), int(high)
    return USUAL

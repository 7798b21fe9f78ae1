"""Moments as files hold them: seconds since 1970, within what a calendar can show on every machine."""

from __future__ import annotations

from typing import Final

LATEST: Final = 4_102_444_800.0
"""The beginning of the year 2100. A record from later than that is damaged, or a joke."""


def is_sane(seconds: object) -> bool:
    """
    >>> is_sane(1_700_000_000), is_sane(1e300), is_sane(-1), is_sane(float("nan")), is_sane(True)
    (True, False, False, False, False)
    """
    return not isinstance(seconds, bool) and isinstance(seconds, (int, float)) and 0 <= seconds < LATEST


def sane(seconds: object) -> float:
    """The same moment, or 0 for what is none.

    >>> sane(1e300)
    0.0
    """
    return float(seconds) if is_sane(seconds) else 0.0  # type: ignore[arg-type]

"""The phone's true density. Kivy asks for the one that the person's text size is already part of, and then multiplies
by the text size again: with large text everything would grow, and text twice."""

from __future__ import annotations

from collections.abc import Callable

from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly


def phone_density(java: Callable[[], Java] = java) -> float | None:
    with quietly("reading the density"):
        density = float(java().activity().getResources().getDisplayMetrics().density)
        return density if density > 0 else None
    return None

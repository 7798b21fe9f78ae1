"""A character in somebody's fingers: held down, carried, and put elsewhere. A correction like any other."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.layout import Point, nearest
from companion.games.winter_tales.screen.stage.pieces import Tokens
from companion.games.winter_tales.screen.stage.town import TownView

HOLD = 0.45
"""Seconds a finger rests on a token before it comes along."""
UNDER, DROP, ABOVE = 26.0, 60.0, 16.0


class Carry:
    """Which character is carried."""

    def __init__(self, town: TownView, tokens: Tokens, correct: Callable[[str, str], None]) -> None:
        self._town, self._tokens, self._correct = town, tokens, correct
        self._key = ""

    @property
    def under_way(self) -> bool:
        return bool(self._key)

    def lift(self, at: Point) -> bool:
        """Take up the token under the finger, and light every place."""
        key = self.under(at)
        if not key:
            return False
        self._key = key
        self._town.light(dict.fromkeys(self._town.spots, ""), None)
        self.move(at)
        return True

    def under(self, at: Point) -> str:
        """The character under the finger; empty: nobody."""
        return nearest(self._tokens.places, at, dp(UNDER)) or ""

    def move(self, at: Point) -> None:
        self._tokens.hold(self._key, (at[0], at[1] + dp(ABOVE)))

    def leave(self) -> str:
        """It was not carried anywhere: it stays. Who it was."""
        key, self._key = self._key, ""
        return key

    def drop(self, at: Point) -> None:
        """Put it down; far from any place it goes back."""
        key = self.leave()
        place = nearest(self._town.spots, at, dp(DROP))
        if place is not None:
            self._correct(f"characters.{key}.at", place)

"""The tug bar: spring pulls from the left, winter from the right, with every card."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.labels import icon, symbol, words
from companion.games.winter_tales.screen.stage.reading import End, Tug
from companion.ui.drawing.sprites import Motion, between
from companion.ui.theme import tokens

HIGH = 34.0
LEAST = 0.24
"""Smallest part for either side, so its number stays readable."""
SPRING, SPRING_INK, WINTER, WINTER_INK, DARK = "#F28C28", "#2A1200", "#F3F7FF", "#14233F", "#0B1428"
WORDS_FROM = 112.0
"""Ends narrower than this, in dp, show only number and symbol."""


def part_of(tug: Tug) -> float:
    """Spring's part of the bar.

    >>> part_of(Tug(End("spring", 0), End("winter", 0))), part_of(Tug(End("spring", 3), End("winter", 1)))
    (0.5, 0.75)
    """
    if tug.spring.number is None or tug.winter.number is None:
        return 0.5
    both = tug.spring.number + tug.winter.number
    return min(1 - LEAST, max(LEAST, tug.spring.number / both)) if both else 0.5


class TugBar:
    def __init__(self, layer: InstructionGroup, motion: Motion) -> None:
        self._motion = motion
        self._left, self._right = SmoothRoundedRectangle(), SmoothRoundedRectangle()
        self._line = Rectangle()
        self._faces = InstructionGroup()
        self._case = SmoothRoundedRectangle()
        for ink, shape in ((DARK, self._case), (WINTER, self._right), (SPRING, self._left), (DARK, self._line)):
            layer.add(Color(*tokens.rgba(ink)))
            layer.add(shape)
        layer.add(self._faces)
        self._box = (0.0, 0.0, 1.0, 1.0)
        self._part = 0.5
        self._tug: Tug | None = None

    def stand(self, x: float, y: float, wide: float, high: float) -> None:
        if self._box == (x, y, wide, high):
            return
        self._box = (x, y, wide, high)
        half = high / 2
        self._case.pos, self._case.size = (x - dp(2), y - dp(2)), (wide + dp(4), high + dp(4))
        self._case.radius = [half + dp(2)]
        self._left.radius = [(half, half), (1, 1), (1, 1), (half, half)]
        self._right.radius = [(1, 1), (half, half), (half, half), (1, 1)]
        self._pull(self._part)
        self._write()

    def show(self, tug: Tug, *, glide: bool) -> None:
        if tug == self._tug:
            return
        self._tug = tug
        start, goal = self._part, part_of(tug)
        move = tokens.MOTION["count"]
        if glide:
            self._motion.move("tug", move.seconds, lambda part: self._pull(between(start, goal, part)),
                              curve=move.curve)
        else:
            self._pull(goal)
        self._write()

    def _pull(self, part: float) -> None:
        self._part = part
        x, y, wide, high = self._box
        middle = wide * part
        self._left.pos, self._left.size = (x, y), (middle, high)
        self._right.pos, self._right.size = (x + middle, y), (wide - middle, high)
        self._line.pos, self._line.size = (x + middle - dp(1.5), y - dp(4)), (dp(3), high + dp(8))

    def _write(self) -> None:
        """Keep text at the ends, so it doesn't move with the bar."""
        self._faces.clear()
        if self._tug is None:
            return
        x, y, wide, high = self._box
        goal, middle = part_of(self._tug), y + high / 2
        self._end(self._tug.spring, x, middle, wide * goal, 1, "symbol_flower", SPRING_INK)
        self._end(self._tug.winter, x + wide, middle, wide * (1 - goal), -1, "symbol_snowflake", WINTER_INK)

    def _end(self, end: End, x: float, y: float, room: float, way: int, sign: str, ink: str) -> None:
        high = self._box[3]
        symbol(self._faces, sign, (x + way * high * 0.72, y), high * 0.6, ink)
        at: Any = x + way * high * 1.28
        align = "left" if way > 0 else "right"
        if end.number is None:
            icon(self._faces, "spider-web", high * 0.56, (at + way * high * 0.3, y), ink)
            at += way * high * 0.72
        else:
            number = str(end.number)
            words(self._faces, number, tokens.BOLD, high * 0.56, (at, y), ink, align)
            at += way * high * (0.14 + 0.34 * len(number))
        if room >= dp(WORDS_FROM):
            px = max(float(dp(12)), high * 0.4)
            words(self._faces, end.word, tokens.MEDIUM, px, (at + way * dp(3), y), ink, align,
                  room - abs(at - x) - dp(8))

"""Animated dice. The result is already saved, so nobody can reroll."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin
from random import Random
from typing import Any

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.ui.theme.look import Look
from companion.ui.widgets.controls.dice import DieFace

ROLLS, RESTS, FADES = 0.7, 1.0, 0.2  # seconds
FLIPS = 6  # faces shown before the last one
SIDE, GAP, WIDEST = 54.0, 10.0, 6


class RollingDie(Widget):
    def __init__(self, look: Look, face: tuple[int, str], faces: Sequence[tuple[int, str]], rng: Random) -> None:
        super().__init__(size_hint=(None, None), size=(dp(SIDE), dp(SIDE)))
        self.number = face[0]
        self.turns = rng.choice((-1, 1)) * rng.uniform(420, 760)
        self.late = rng.uniform(0.0, 0.14)
        with self.canvas.before:
            PushMatrix()
            self.shift = Translate(0, 0)
            self.spin = Rotate(angle=0, origin=(dp(SIDE) / 2, dp(SIDE) / 2))
        with self.canvas.after:
            PopMatrix()
        self.faces = [DieFace(look, number, SIDE, sign)
                      for number, sign in (*(rng.choice(faces) for _ in range(FLIPS)), face)]
        for one in self.faces:
            self.add_widget(one)
        self.show(0.0, (0.0, 0.0))

    def show(self, part: float, rest: tuple[float, float]) -> None:
        """Move the die `part` of the way to where it rests."""
        part = min(1.0, max(0.0, (part - self.late) / (1 - self.late)))
        left = (1 - part) ** 2
        self.shift.x = rest[0] - left * dp(190)
        self.shift.y = rest[1] + abs(sin(2.5 * pi * part)) * (1 - part) * dp(64)
        self.spin.angle = self.turns * left
        seen = len(self.faces) - 1 if part >= 0.8 else int(part / 0.8 * FLIPS)
        for at, one in enumerate(self.faces):
            one.opacity = 1.0 if at == seen else 0.0

    @property
    def shown(self) -> int:
        return next(one.number for one in self.faces if one.opacity)


class RollingDice(Widget):
    """Dice over the stage; they ignore touches and remove themselves."""

    def __init__(self, look: Look, dice: Sequence[tuple[int, str]], faces: Sequence[tuple[int, str]],
                 middle: tuple[float, float]) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        rng = Random(sum((at + 1) * number for at, (number, _) in enumerate(dice)))
        self.dice = [RollingDie(look, die, faces, rng) for die in dice]
        for one in self.dice:
            self.add_widget(one)
        self.middle, self.passed = middle, 0.0
        self._event: Any = Clock.schedule_interval(self._move, 1 / 30)
        self._move(0.0)

    def _move(self, passed: float) -> None:
        self.passed += passed
        for die, rest in zip(self.dice, self._places(), strict=True):
            die.show(self.passed / ROLLS, rest)
        over = self.passed - ROLLS - RESTS
        self.opacity = 1.0 if over <= 0 else max(0.0, 1 - over / FADES)
        if over >= FADES:
            self.end()

    def _places(self) -> list[tuple[float, float]]:
        step, count = dp(SIDE + GAP), len(self.dice)
        rows = -(-count // WIDEST)
        found = []
        for at in range(count):
            row, column = divmod(at, WIDEST)
            here = min(WIDEST, count - row * WIDEST)
            found.append((self.middle[0] + (column - here / 2) * step + dp(GAP) / 2,
                          self.middle[1] + (rows / 2 - row - 1) * step + dp(GAP) / 2))
        return found

    def end(self) -> None:
        self._event.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)


def show_roll(page: Any, look: Look, dice: Sequence[tuple[int, str]], faces: Sequence[tuple[int, str]]) -> None:
    """Roll over the page's stage (or its upper half), replacing any earlier roll."""
    for old in [child for child in page.children if isinstance(child, RollingDice)]:
        old.end()
    if not look.motion or not dice:
        return
    room = getattr(getattr(page, "stage", None), "room", None)
    middle = (page.width / 2, page.height * 0.68)
    if room is not None:
        middle = (room.x + room.width / 2, room.y + room.height / 2)
    page.add_widget(RollingDice(look, dice, faces, middle))

"""What the wind moves over the planet: clouds, and the flag on the Post."""

from __future__ import annotations

from math import pi, sin
from random import Random
from typing import Any

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.metrics import dp

from companion.games.windward.screen.stage.meshes import ART
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Motion, Sprite

CLOUDS, SPEED = 12, 12.0


class Clouds:
    """Soft white streaks that drift along the wind; unseen while nobody knows where it blows."""

    def __init__(self, world: Any) -> None:
        self.group = InstructionGroup()
        self._turn = Rotate(angle=0, axis=(0, 0, 1))
        self.group.add(PushMatrix())
        self.group.add(self._turn)
        random, pictures = Random(7), art(ART)
        self._rim, self._blows = 1.0, False
        self._puffs: list[tuple[Color, Rectangle, list[float], float]] = []
        for number in range(CLOUDS):
            ink = Color(1, 1, 1, 0)
            box = Rectangle(texture=pictures.texture(f"cloud_{number % 3 + 1}"))
            grow = random.uniform(0.7, 1.15)
            wide, high = pictures.size("cloud_1")
            box.size = (wide * grow * 0.8, high * grow * 1.25)
            self.group.add(ink)
            self.group.add(box)
            place = [-0.86 + 1.72 * (number + random.uniform(0.2, 0.8)) / CLOUDS, random.uniform(-1, 1)]
            self._puffs.append((ink, box, place, random.uniform(0.22, 0.34)))
        self.group.add(PopMatrix())
        world.add(self.group)

    def lay(self, rim: float) -> None:
        self._rim = rim
        self.drift(0.0)

    def blow(self, angle: float | None) -> None:
        self._blows = angle is not None
        if angle is not None:
            self._turn.angle = angle - 90
        self.drift(0.0)

    def drift(self, passed: float) -> None:
        for ink, box, place, strong in self._puffs:
            if not self._blows:
                ink.a = 0.0
                continue
            half = max(0.12, (1 - place[0] ** 2) ** 0.5)  # how far the planet reaches on this line
            place[1] += passed * dp(SPEED) / (self._rim * half)
            if place[1] > 1:
                place[1] -= 2
            ink.a = strong * sin((place[1] + 1) / 2 * pi) ** 0.7
            box.pos = (place[0] * self._rim - box.size[0] / 2,
                       place[1] * half * 0.86 * self._rim - box.size[1] / 2)


class Flag:
    """The pole on the Post that turns to the wind."""

    def __init__(self, layer: Any, motion: Motion) -> None:
        self._motion = motion
        self.sprite = Sprite(layer)
        self.sprite.add_layer(art(ART), "flag", anchor="foot")
        self.sprite.alpha = 0.0
        self._angle: float | None = None

    def blow(self, angle: float | None) -> None:
        """`angle` in degrees against the clock from straight up."""
        if angle == self._angle:
            return
        old, self._angle = self._angle, angle
        self.sprite.alpha = 0.0 if angle is None else 1.0
        if angle is None:
            return
        start = angle if old is None else angle + ((old - angle + 180) % 360 - 180)
        self._motion.move("flag", 0.6, lambda part: setattr(self.sprite, "angle", start + (angle - start) * part),
                          curve="in_out_sine")

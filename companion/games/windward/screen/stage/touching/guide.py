"""Who leads the camera: the question, until a finger does; and how it glides from one place to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.metrics import dp

from companion.games.windward.screen.stage.camera import Camera, Point, Window, on_places, whole
from companion.games.windward.screen.stage.corner import BADGE
from companion.games.windward.screen.stage.marks import FlightPath, Lit
from companion.ui.drawing.sprites import Motion, between
from companion.ui.theme import tokens

GLIDE = tokens.MOTION["sheet up"]


class CameraGuide:
    """Where the camera is and where it glides to. `apply` shows the planet as it sees it."""

    def __init__(self, motion: Motion, apply: Callable[[Camera], None]) -> None:
        self._motion, self._apply = motion, apply
        self.now = self.goal = Camera()
        self._center: Point | None = None
        self.led = False
        """A finger has led the camera away from where the question put it."""

    def take(self, camera: Camera) -> None:
        """Be there at once."""
        self.now = camera
        self._apply(camera)

    def lead(self, camera: Camera) -> None:
        """A finger leads."""
        self.goal, self.led = camera, True
        self.take(camera)

    def glide(self, goal: Camera) -> None:
        start, self.goal = self.now, goal

        def step(part: float) -> None:
            self.take(goal if part >= 1.0 else Camera(between(start.x, goal.x, part), between(start.y, goal.y, part),
                                                      between(start.zoom, goal.zoom, part)))

        self._motion.move("camera", GLIDE.seconds if goal != start else 0.0, step, curve=GLIDE.curve)

    def stay_put(self, window: Window) -> None:
        """The room changed: what is seen stays where it is on the glass, until the camera has found its new place."""
        old, new, camera = self._center, window.center, self.now
        if old is not None and camera.zoom:
            self.now = replace(camera, x=camera.x + (new[0] - old[0]) / camera.zoom,
                               y=camera.y + (new[1] - old[1]) / camera.zoom)
        self._center = new


def aim_at(window: Window, lit: Lit | None, flight: FlightPath | None) -> tuple[tuple[Any, ...], Camera]:
    """What a question is about, and the camera that shows it: lit spaces, a flight, or the whole planet."""
    if lit is not None:
        return ("place", lit.spaces, lit.start), on_places(window, lit.spaces, lit.start)
    if flight is not None:
        clear = window.above(dp(BADGE + 20))
        return ("flight", flight), on_places(clear, flight.path, None).seen_in(clear, window)
    return ("whole",), whole(window)

"""Windward's stage while it moves, for `tools.bench._screen`: clouds drift, a finger pans, Cresters fly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import cos, sin
from random import Random
from typing import Any

Gesture = Callable[[], Any]
FLOWN = 6
"""Frames of each flight that are measured: the shortest one, over a single hex, takes as long."""


class Solo:
    """Solo plays by chance, one after the other, on the table screen."""

    def __init__(self, driver: Any) -> None:
        self.driver, self.rng = driver, Random(3)
        self.page: Any = None

    def play_to(self, kind: type) -> None:
        """On until such a question has just come into the panel."""
        from companion.testing.driving import choose
        while True:
            if self.page is None or self.page.play.outcome() is not None:
                self._begin()
            play = self.page.play
            question = choose(play, self.rng)
            assert question is not None
            self.page.answer(question, question.random_answer(play.table, self.rng))
            self.driver.advance(frames=2)
            if isinstance(self.page.situation.question, kind):
                return

    def _begin(self) -> None:
        from companion.core.setup import Setup, people
        app = self.driver.app
        self.page = app.go("table", opened=app.evening.start("windward", Setup(people("Ana"), {"mode": "solo"})))
        self.page.open_result = lambda: None
        self.driver.advance(3)  # what waits for an idle moment is done


def gestures(driver: Any, what: str) -> Iterator[Gesture]:
    """What is done in one frame after the other."""
    from companion.games.windward.rules.moves import Sail
    from companion.games.windward.rules.night import Fly
    solo = Solo(driver)
    solo.play_to(Fly if what == "flight" else Sail)
    if what == "pan":
        driver.advance(2)
        yield from _round(driver, *solo.page.stage.room.center)
    while True:
        for _ in range(FLOWN):
            yield lambda: None
        if what == "flight":
            solo.play_to(Fly)


def _round(driver: Any, x: float, y: float) -> Iterator[Gesture]:
    """A finger leads the planet round and round."""
    touch, turn = driver.down(x, y), 0.0
    while True:
        turn += 0.15
        yield partial(touch.touch_move, x + 120 * sin(turn), y + 80 * (1 - cos(turn)))

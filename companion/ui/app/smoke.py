"""`main.py --smoke`: the real app opens every screen once and ends."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from kivy.clock import Clock

from companion.core.registry import Found
from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.open_play import OpenPlay
from companion.ui.app.navigation import SCREENS

FRAMES = 4  # a screen is built, measured and drawn within these
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")


class SmokedApp(Protocol):
    """What the smoke test uses of the app."""

    found: Found
    evening: Evening

    def go(self, name: str, **args: Any) -> object: ...

    def stop(self) -> object: ...


class Smoke:
    """Opens one screen after the other, a few frames each. Anything that raises ends the app with a failure."""

    def __init__(self, app: SmokedApp) -> None:
        self.app = app
        self.todo: list[tuple[str, dict[str, Any]]] = []

    def begin(self) -> None:
        game = next(iter(self.app.found.games.values()))
        setup = Setup(people(*NAMES[:game.facts.fewest]))
        opened, over = (self.app.evening.start(game.facts.id, setup) for _ in range(2))
        play_out(over)
        at_table = ("table", "chronicle", "table_mode", "lay_it_out", "compare")
        known: dict[str, dict[str, Any]] = {name: {"opened": opened} for name in at_table}
        known |= {"new_play": {"game": game.facts.id}, "rules": {"game": game.facts.id}, "result": {"opened": over},
                  "player": {"person": NAMES[0]}}
        self.todo = [(name, known.get(name, {})) for name in SCREENS]
        Clock.schedule_once(self._next, 0)

    def _next(self, _: float) -> None:
        if not self.todo:
            self.app.stop()
            return
        name, args = self.todo.pop(0)
        self.app.go(name, **args)
        Clock.schedule_once(self._next, FRAMES / 60)


def play_out(opened: OpenPlay, rng: Random | None = None) -> None:
    """Answer at random until there is an outcome."""
    rng = rng or Random(1)
    while opened.play.outcome() is None:
        question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))

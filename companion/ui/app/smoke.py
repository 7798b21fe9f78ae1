"""`main.py --smoke`: open every screen of the real app once, then quit. `--invite`: let guests join, and stay."""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.core.setup import Setup, people
from companion.services.open_play import OpenPlay
from companion.ui.app.page import SCREENS

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

log = logging.getLogger("tableside")

FRAMES = 4  # enough to build, measure and draw a screen
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")


class Smoke:
    """Opens each screen for a few frames. Any error fails the run."""

    def __init__(self, app: TablesideApp, mode: str) -> None:
        self.app, self.mode = app, mode
        self.todo: list[tuple[str, dict[str, Any]]] = []

    def begin(self) -> None:
        game = next(iter(self.app.found.games.values()))
        setup = Setup(people(*NAMES[:game.facts.fewest]))
        opened, over = (self.app.library.start(game.facts.id, setup) for _ in range(2))
        if self.mode == "--invite":
            self.app.go("table", opened=opened)
            guests = self.app.device.guests.open(opened)
            log.info("guests can join at %s:%d", *guests.addresses[:1] or ["127.0.0.1"], guests.server.port)
            return
        play_out(over)
        at_table = ("table", "chronicle", "table_mode", "lay_it_out", "pack_away", "fix")
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


def play_out(opened: OpenPlay) -> None:
    rng = Random(1)
    while opened.play.outcome() is None:
        question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))

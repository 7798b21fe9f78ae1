"""`main.py --smoke` opens every screen once and quits; with `--invite` guests can join."""

import logging
from random import Random
from typing import Any

from kivy.clock import Clock

from companion.core.setup import Setup, people
from companion.services.open_play import OpenPlay
from companion.ui.app.page import SCREENS
from companion.ui.app.tableside import TablesideApp

log = logging.getLogger("tableside")

FRAMES = 4  # enough to build, measure and draw a screen
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")


def begin(app: TablesideApp, mode: str) -> None:
    """Open each screen for a few frames. Any error fails the run."""
    game = next(iter(app.found.games.values()))
    setup = Setup(people(*NAMES[:game.facts.fewest]))
    opened, over = (app.library.start(game.facts.id, setup) for _ in range(2))
    if mode == "--invite":
        app.go("table", opened=opened)
        guests = app.device.guests.open(opened)
        log.info("guests can join at %s:%d", *guests.addresses[:1] or ["127.0.0.1"], guests.server.port)
        return
    play_out(over)
    at_table = ("table", "chronicle", "table_mode", "lay_it_out", "pack_away", "fix")
    known: dict[str, dict[str, Any]] = {name: {"opened": opened} for name in at_table}
    known |= {"new_play": {"game": game.facts.id}, "rules": {"game": game.facts.id},
              "result": {"opened": over}, "player": {"person": NAMES[0]}}
    boxed = next(each for each in app.found.games.values() if each.boxes.form())
    known["box_editor"] = {"box": None, "game": boxed.facts.id}
    todo = list(SCREENS)

    def go_on(_: float) -> None:
        if not todo:
            app.stop()
            return
        name = todo.pop(0)
        app.go(name, **known.get(name, {}))
        Clock.schedule_once(go_on, FRAMES / 60)

    Clock.schedule_once(go_on, 0)


def play_out(opened: OpenPlay) -> None:
    rng = Random(1)
    while opened.play.outcome() is None:
        question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))

"""What the guests' picture costs the app's own frames, in a process of its own. Prints one line of JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time, sleep
from typing import Any

import tests.ui.offscreen  # noqa: F401  # isort: skip  # before anything of Kivy

GAMES = ("story", "windward", "winter_tales")
STEPS = ("_make", "_show", "_draw", "_read")
PICTURES = 30


def measure(driver: Any, game: str) -> dict[str, list[float]]:
    """Seconds of the processor for each step of each picture: every step has a frame of its own."""
    from companion.services.phones.guest_table import GuestTable
    from companion.simulate import random_setup
    from companion.testing.driving import choose
    from companion.ui.stages.guest_picture import GuestPicture

    app, rng = driver.app, Random(5)
    opened = app.evening.start(game, random_setup(app.found.games[game], rng))
    phones = GuestTable(opened, lambda work: work(), None, port=0, bind="127.0.0.1")
    phones.open()
    painter = GuestPicture(phones)
    times: dict[str, list[float]] = {step: [] for step in STEPS}
    for step in STEPS:
        setattr(painter, step, timed(getattr(painter, step), times[step]))
    while len(times["_read"]) < PICTURES and opened.play.outcome() is None:
        question = choose(opened.play, rng)
        if question is None:
            break
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
        phones.views.open_votes()
        for _ in range(60):
            driver.advance(0.02)
            if phones.stage_of == opened.epoch:
                break
            sleep(0.002)
    painter.stop()
    phones.close()
    return times


def timed(step: Any, times: list[float]) -> Any:
    def run(version: str) -> None:
        from kivy.graphics.opengl import glFinish
        begun = process_time()
        step(version)
        glFinish()
        times.append(process_time() - begun)
    return run


def main() -> None:
    from companion.services.ports.recording import recording_machine
    from companion.ui.app.tableside import TablesideApp
    from tests.ui.driver import AppDriver

    with TemporaryDirectory() as folder:
        driver = AppDriver(TablesideApp(store=Path(folder) / "bench.db", ports=recording_machine()), (412, 892)).start()
        told = {game: measure(driver, game) for game in GAMES}
        driver.stop()
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()

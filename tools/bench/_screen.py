"""One measurement in a separate process: `python -m tools.bench._screen ROLE`. Prints one line of JSON."""

import json
import resource
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from runpy import run_path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time
from typing import Any

from tools.bench.report import calls

# its package imports the app
run_path(str(Path(__file__).parents[2] / "companion" / "touches" / "offscreen.py"))

FRAMES, ANSWERS, FOLLOWING = 150, 120, 4
LOOKED, AT_ONCE = 2.0, 1 / 6
"""Seconds before the first answer: time to read the question, and in haste."""


def bare() -> Any:
    """The least a KivyMD app can be: one screen, one label, the same theme."""
    from kivymd.app import MDApp
    from kivymd.uix.label import MDLabel
    from kivymd.uix.screen import MDScreen

    class Bare(MDApp):
        def build(self) -> Any:
            self.theme_cls.theme_style = "Dark"
            screen = MDScreen(md_bg_color=self.theme_cls.backgroundColor)
            screen.add_widget(MDLabel(text="Which box is on the table?", halign="center"))
            return screen
    return Bare()


def ours(folder: str) -> Any:
    from companion.ui.app.start import spare_asyncio
    spare_asyncio()  # as in a real start
    from companion.testing.recording import recording_machine
    from companion.ui.app.tableside import TablesideApp
    return TablesideApp(store=Path(folder) / "bench.db", ports=recording_machine())


def start(app: Any) -> dict[str, float]:
    """From the first line of Python to the second frame drawn, when the app is usable."""
    from kivy.clock import Clock
    told: dict[str, float] = {}

    def second_frame(_: float) -> None:
        ours = sum(1 for name in sys.modules if name.partition(".")[0] == "companion")
        told.update(cpu=process_time(), modules=len(sys.modules), ours=ours,
                    kb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        app.stop()
    app.bind(on_start=lambda _: Clock.schedule_once(lambda _: Clock.schedule_once(second_frame, 0), 0))
    app.run()
    return told


def nothing() -> None:
    """Let one frame pass."""


def frames(driver: Any) -> dict[str, float]:
    """What one frame costs: our own work, and all of it with the drawing (here by the processor)."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish
    own, whole, clock = [], [], []
    for _ in range(FRAMES):
        all_begun, clock_begun = process_time(), perf_counter()
        own.append(one_frame(driver))
        Window.dispatch("on_draw")
        Window.flip()
        glFinish()
        whole.append(process_time() - all_begun)
        clock.append(perf_counter() - clock_begun)
    return {"own": median(own), "whole": median(whole), "clock": median(clock)}


def opening(driver: Any, game: str) -> dict[str, float]:
    """Open screens from the library to the table: the opening frame of each, and the slowest after it.

    The table opens in two frames: the slower one."""
    from companion.simulate import random_setup
    app, plugin = driver.app, driver.app.found.games[game]
    slowest_frame(driver, LOOKED)
    sit_down = one_frame(driver, lambda: app.go("new_play", game=game))
    sitting = slowest_frame(driver, LOOKED)

    def begin() -> None:
        app.go_soon("table", instead=True, opened=app.library.start(game, random_setup(plugin, Random(5))))
    return {"sit_down": sit_down, "sitting": sitting,
            "opens": max(one_frame(driver, begin), one_frame(driver)),
            "looking": slowest_frame(driver, LOOKED)}


def slowest_frame(driver: Any, seconds: float) -> float:
    return max(one_frame(driver) for _ in range(round(seconds * 30)))


def answers(driver: Any, game: str, looked: float, cost: Callable[[Callable[[], object]], float]) -> dict[
        str, list[float]]:
    """What random answers cost on the table screen, from the touch to the next frame,
    and the frames after it."""
    from companion.simulate import random_setup
    from companion.testing.driving import choose
    app, rng = driver.app, Random(5)
    times: list[float] = []
    after: list[float] = []
    plugin = app.found.games[game]
    while len(times) < ANSWERS:
        opened = app.library.start(game, random_setup(plugin, rng))
        page = app.go("table", opened=opened)
        driver.advance(looked)
        while opened.play.outcome() is None and len(times) < ANSWERS:
            question = choose(opened.play, rng)
            if question is None:
                break
            raw = question.random_answer(opened.play.table, rng)
            page.open_result = lambda **_: None
            times.append(cost(partial(one_frame, driver, partial(page.answer, question, raw))))
            after.append(max(one_frame(driver) for _ in range(FOLLOWING)))
        app.go_home()
    return {"times": times, "after": after}


def timed(job: Callable[[], object]) -> float:
    begun = thread_time()
    job()
    return thread_time() - begun


def one_frame(driver: Any, gesture: Callable[[], object] = nothing) -> float:
    """The app's own work in one frame."""
    driver.now += 1 / 30
    return timed(lambda: (gesture(), driver.step()))


def driven(role: str, rest: list[str], folder: str) -> dict[str, float] | dict[str, list[float]]:
    from companion.touches.driver import AppDriver
    from companion.touches.offscreen import PHONE
    app = bare() if role == "frames-bare" else ours(folder)
    AppDriver.COLLECTS_AS_ON_A_PHONE = True
    driver = AppDriver(app, PHONE).start()
    if role in ("answers", "hasty", "calls"):
        return answers(driver, rest[0], AT_ONCE if role == "hasty" else LOOKED,
                       calls if role == "calls" else timed)
    if role == "opening":
        return opening(driver, rest[0])
    if role == "frames":
        from companion.core.setup import Setup, people
        opened = app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo", "Dev")))
        opened.answer("Oldest/table", 0)
        app.go("table", opened=opened)
    driver.advance(frames=20)
    return frames(driver)


def main(role: str, *rest: str) -> None:
    with TemporaryDirectory(prefix="tableside-bench-", ignore_cleanup_errors=True) as folder:
        if role in ("start", "start-bare"):
            told: Any = start(bare() if role == "start-bare" else ours(folder))
        else:
            told = driven(role, list(rest), folder)
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

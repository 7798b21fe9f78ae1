"""The same play on the table screen with the door closed, and open for eight guests. Prints one line of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep, thread_time
from typing import Any

import tests.ui.offscreen  # noqa: F401  # isort: skip  # before anything of Kivy

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")
GAMES = {"story": 8, "windward": 4, "winter_tales": 4}
ANSWERS, FOLLOWING = 40, 12
"""A picture takes seven frames."""
WAYS = ("closed", "open", "open, no picture")


class Door:
    """What the door itself does in the app's thread, as seconds for each call."""

    def __init__(self) -> None:
        from companion.services.phones import guest_table
        self.work: list[float] = []
        real = guest_table.GuestTable.__init__

        def near(one: Any, *args: Any, **named: Any) -> None:
            real(one, *args, **{**named, "port": 0, "bind": "127.0.0.1"})
        setattr(guest_table.GuestTable, "__init__", near)  # noqa: B010
        for name in ("_send", "do", "_guests_changed", "join"):
            setattr(guest_table.GuestTable, name, self._timed(getattr(guest_table.GuestTable, name), self.work))
        self._inside = False
        from companion.ui.stages.guest_picture import GuestPicture
        self.steps: dict[str, list[float]] = {}
        for name in ("_make", "_show", "_draw", "_read", "_made"):
            self.steps[name] = []
            setattr(GuestPicture, name, self._timed(getattr(GuestPicture, name), self.steps[name]))

    def _timed(self, real: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
        def run(*args: Any, **named: Any) -> Any:
            if self._inside:
                return real(*args, **named)
            self._inside, begun = True, thread_time()
            try:
                return real(*args, **named)
            finally:
                self._inside = False
                times.append(thread_time() - begun)
        return run

    def forget(self) -> None:
        for times in (self.work, *self.steps.values()):
            times.clear()


def frame(driver: Any, work: Callable[[], Any] = lambda: None) -> float:
    driver.now += 1 / 30
    begun = thread_time()
    work()
    driver.step()
    return thread_time() - begun


def guests(driver: Any, phones: Any, seats: int) -> subprocess.Popen[str]:
    """The app's frames go on while they join. Who sat there in the last play is a stranger here."""
    for seat in tuple(phones.joined):
        phones.guests.free(seat)
    child = subprocess.Popen([sys.executable, "-m", "tools.bench._guests", str(phones.server.port),
                              phones.guests.secret, str(seats)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    waiting = Thread(target=child.stdout.readline, daemon=True)
    waiting.start()
    while waiting.is_alive():
        frame(driver)
        sleep(0.005)
    return child


def play(driver: Any, game: str, way: str) -> list[float]:
    """Seconds of the app's own thread in each frame. Every way plays the same answers."""
    from companion.core.setup import Setup, people
    from companion.testing.driving import choose
    app, rng = driver.app, Random(7)
    table = app.evening.start(game, Setup(people(*NAMES[:GAMES[game]])))
    page = app.go("table", opened=table)
    page.open_result = lambda: None
    driver.advance(2.0)
    child = None
    if way != "closed":
        phones = app.device.guests.open(table)
        if way != "open":
            app.device.guests._painter.stop()
        child = guests(driver, phones, GAMES[game])
        driver.advance(2.0)
    times: list[float] = []
    for _ in range(ANSWERS):
        question = choose(table.play, rng)
        if question is None or table.play.outcome() is not None:
            break
        raw = question.random_answer(table.play.table, rng)
        times.append(frame(driver, lambda question=question, raw=raw: page.answer(question, raw)))  # type: ignore[misc]
        for _ in range(FOLLOWING):
            times.append(frame(driver))
            sleep(0.002)
    app.device.guests.close()
    app.go_home()
    driver.advance(0.5)
    if child is not None:
        child.wait(20)
    return times


def main() -> None:
    from companion.services.ports.recording import recording_machine
    from companion.ui.app.tableside import TablesideApp
    from tests.ui.driver import AppDriver

    told: dict[str, Any] = {}
    with TemporaryDirectory() as folder:
        driver = AppDriver(TablesideApp(store=Path(folder) / "bench.db", ports=recording_machine()), (412, 892)).start()
        for game in GAMES:
            play(driver, game, "closed")  # what is loaded once is nobody's fault
        door = Door()
        for game in GAMES:
            told[game] = {}
            for way in WAYS:
                door.forget()
                told[game][way] = {"frames": play(driver, game, way), "door": list(door.work),
                                   **{name: list(times) for name, times in door.steps.items()}}
        driver.stop()
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()

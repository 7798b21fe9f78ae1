"""The players' page after years: 500 plays and 40 people. It opens within 150 ms on the clock (issue 10)."""

from __future__ import annotations

from random import Random
from time import perf_counter, process_time
from typing import Any

from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.store import Store, Summary
from companion.services.store.rows import SeatResult
from tools.bench.app import told
from tools.bench.report import Section, ms

PLAYS, PEOPLE, SEATS = 500, 40, 4
MOST = 0.15


def measure(step: float) -> list[Section]:
    numbers = told("players")
    rows = (("counting everybody's plays, the first time", ms(numbers["count"]), ms(numbers["count_clock"])),
            ("the page opens, the first time", ms(numbers["page"]), ms(numbers["page_clock"])),
            ("the page opens again", ms(numbers["again"]), ms(numbers["again_clock"])))
    return [Section("The players' page", f"{PLAYS} finished plays of {SEATS} each, {PEOPLE} people; until its first "
                    f"frame is laid out. It must open within {MOST * 1e3:.0f} ms on the clock.",
                    ("", "processor", "on the clock"), rows)]


def fill(store: Store) -> None:
    """Years of evenings."""
    rng, names = Random(1), [f"Person {number}" for number in range(PEOPLE)]
    for number in range(PLAYS):
        seated = rng.sample(names, SEATS)
        setup, when = Setup(people(*seated)), 1.6e9 + number * 90_000.0
        seats = tuple(SeatResult(at, name, at + 1, 30 - at, at == 0) for at, name in enumerate(seated))
        words = say("{name} wins with {n} points.", name=seated[0], n=30)
        store.add_play("windmill", "1", setup, when, Summary("", (30, 29, 28, 27), words, seats))
        store.remember(setup.people, when)


def opened(driver: Any) -> dict[str, float]:
    """In a process of its own, see `_screen`."""
    app = driver.app
    fill(app.evening.store)
    driver.advance(1.0)
    numbers: dict[str, float] = {}

    def timed(name: str, do: Any) -> None:
        cpu, clock = process_time(), perf_counter()
        do()
        numbers[name], numbers[f"{name}_clock"] = process_time() - cpu, perf_counter() - clock

    def page() -> None:
        app.go_home("players")
        driver.step()

    timed("page", page)
    app.go_home()
    driver.advance(0.3)
    timed("again", page)
    app.evening.store._results = None
    timed("count", app.evening.person_records)
    return numbers

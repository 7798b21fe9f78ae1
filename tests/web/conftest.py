"""Guests' phones: chromium as a Pixel 7, and `tableside serve` as the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.here import TableHere
from tests.web.table import Guest, Table, chromium

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is in requirements/dev.txt: make test")


QUIET_PAGE = """() => { if (location.protocol === 'about:' || !window.tableside) return; if (window.robot) robot.stop();
    for (const one of tableside.sessions) { one.token = ''; if (one.stream) one.stream.abort(); }
    tableside.sessions = []; tableside.joining = null; tableside.words = {}; }"""
"""Stop its requests; cheaper than leaving the page."""


class Browser:
    """One browser per process, reusing phones: a new one costs three times as much.

    Each table has its own port, so the next test sees nothing that a phone has kept.
    """

    def __init__(self, api: Any, path: str) -> None:
        self.chromium = api.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        self.pixel = {key: value for key, value in api.devices["Pixel 7"].items() if key != "default_browser_type"}
        self.free: list[Guest] = []

    def lend(self, **more: Any) -> Guest:
        if self.free and not more:
            return self.free.pop()
        calm = {"device_scale_factor": 1, "reduced_motion": "reduce"}  # motion is half of what a page costs here
        return Guest(self.chromium.new_context(**{**self.pixel, **calm, **more}), not more)

    def give_back(self, guest: Guest) -> None:
        if not guest.usual:
            guest.context.close()
            return
        for page in guest.context.pages:
            if page is not guest.page:
                page.close()
        guest.page.unroute_all()
        guest.context.set_offline(False)
        guest.page.evaluate(QUIET_PAGE)
        guest.errors.clear()
        self.free.append(guest)


@pytest.fixture(scope="session")
def one_browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip("There is no chromium here (Debian: apt-get install -y chromium).")
    with playwright_api.sync_playwright() as api:
        opened = Browser(api, found)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield opened
        asyncio._set_running_loop(loop)
        opened.chromium.close()


@pytest.fixture
def browser(one_browser: Browser) -> Iterator[Browser]:
    """Hide Playwright's event loop in this thread from other tests."""
    loop = one_browser.chromium._loop
    asyncio._set_running_loop(loop)
    yield one_browser
    asyncio._set_running_loop(None)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., TableHere]]:
    """`serve("story", "Ana", "Ben", …)`: a table without a window, in a thread of this process."""
    tables: list[TableHere] = []

    def start(game: str, *names: str, **options: Any) -> TableHere:
        tables.append(TableHere(tmp_path / f"{len(tables)}", game, names, options).start())
        return tables[-1]
    yield start
    for table in tables:
        table.end()


@pytest.fixture
def serve_alone(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """The same in a separate process: `tableside serve`, as started by hand."""
    tables: list[Table] = []

    def start(*words: str) -> Table:
        tables.append(Table(tmp_path / f"alone{len(tables)}", *words))
        return tables[-1]
    yield start
    for table in tables:
        table.end()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Guest]]:
    """`phone(table, "Ana")`: a phone that scanned the code and tapped that name. None: it only opened the page."""
    guests: list[Guest] = []

    def open_one(table: Table | TableHere, name: str | None = None, **more: Any) -> Guest:
        guest = browser.lend(**more)
        guest.table = table
        guests.append(guest)
        if name is not None:
            guest.join(name)
        return guest
    yield open_one
    errors = [error for guest in guests for error in guest.errors]
    for guest in guests:
        browser.give_back(guest)
    assert errors == [], "the page's console stays empty"

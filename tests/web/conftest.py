"""Phones of guests: Debian's chromium as Pixel 7, and `tableside serve` as the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.table import Guest, Table, chromium

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is in requirements/dev.txt: make test")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Only for the tests of one module: its event loop would be in the way of others."""
    found = chromium()
    if found is None:
        pytest.skip("There is no chromium here (Debian: apt-get install -y chromium).")
    with playwright_api.sync_playwright() as api:
        opened = api.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        opened.pixel = {key: value for key, value in api.devices["Pixel 7"].items() if key != "default_browser_type"}
        yield opened
        opened.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """`serve("story", "Ana", "Ben", …)`: a table without a window."""
    tables: list[Table] = []

    def start(game: str, *names: str, **more: Any) -> Table:
        tables.append(Table(tmp_path / f"{len(tables)}", game, names, **more))
        return tables[-1]
    yield start
    for table in tables:
        table.end()


@pytest.fixture
def phone(browser: Any) -> Iterator[Callable[..., Guest]]:
    """`phone(table, "Ana")`: a phone that scanned the code and tapped that name. None: it only opened the page."""
    contexts: list[Any] = []
    guests: list[Guest] = []

    def open_one(table: Table, name: str | None = None, **more: Any) -> Guest:
        context = browser.new_context(**{**browser.pixel, "device_scale_factor": 1, **more})
        contexts.append(context)
        guest = Guest(context, table)
        guests.append(guest)
        if name is not None:
            guest.join(name)
        return guest
    yield open_one
    errors = [error for guest in guests for error in guest.errors]
    for context in contexts:
        context.close()
    assert errors == [], "the page's console stays empty"

"""From a phone's waking, or its network's return, to the right page: Chromium as a Pixel 7, `serve` as the table."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from tools.bench._phone import post

TIMES = 8
AWAY_SECONDS = 3.0
HOOKS = """() => {
    const real = newState;
    newState = (state) => { real(state); window.cameAt = performance.now(); };
    addEventListener('online', () => { window.wokeAt = performance.now(); }, true); }"""
DEAF = "{ const dead = stream, real = take; take = (said) => { if (stream !== dead) real(said); }; undefined }"
"""The stream brings nothing any more, and nobody is told: as after a change of the Wi-Fi."""
WAKE = "wokeAt = performance.now(); heard = 0; document.dispatchEvent(new Event('visibilitychange')); undefined"


def chromium() -> str | None:
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
                None)


class Phone:
    """Ben's, beside a table that Ana's requests change."""

    def __init__(self, page: Any, table: Any) -> None:
        self.page, self.table = page, table
        page.goto(f"http://127.0.0.1:{table.port}/#s={table.secret}")
        page.locator(".answer", has_text="Ben").first.tap()
        page.locator(".bar .me").wait_for()
        self.until("S !== null && link === 'here'")
        page.evaluate(HOOKS)
        self.number = 1  # so that the first one switches it on

    def until(self, what: str) -> None:
        end = monotonic() + 60
        while not self.page.evaluate(what):
            if monotonic() > end:
                raise RuntimeError(f"never so: {what}")
            sleep(0.01)

    def change(self, token: str) -> None:
        """The table moves on while the phone is away: guests may answer for the table, and then they may not."""
        self.number += 1
        said = post(self.table.port, "/do", {"id": f"w{self.number}", "op": "guests", "on": self.number % 2 == 0,
                                             "key": "", "epoch": ""}, token)
        assert said == {"ok": True}, said

    def right(self) -> str:
        return f"S.table.guests === {str(self.number % 2 == 0).lower()}"


def asleep(phone: Phone, token: str) -> None:
    """Its stream is dead, and nobody has told it; then its screen is lit."""
    phone.page.evaluate(DEAF)
    phone.change(token)
    sleep(0.5)
    phone.page.evaluate(WAKE)


def offline(phone: Phone, token: str) -> None:
    """Chromium lets a stream live that it has already: here it dies, as in a real one."""
    phone.page.evaluate(DEAF)
    phone.page.context.set_offline(True)
    sleep(AWAY_SECONDS)
    phone.change(token)
    phone.page.context.set_offline(False)


def unnoticed(phone: Phone, token: str) -> None:
    """The stream died while the screen was lit; the phone's own next touch finds out."""
    phone.page.evaluate(DEAF)
    phone.change(token)
    phone.page.evaluate("wokeAt = performance.now(); act({op: 'tap', key: 'gone', token: 0}); undefined")


WAYS: dict[str, Callable[[Phone, str], None]] = {
    "the screen is lit again": asleep, f"the network is back after {AWAY_SECONDS:.0f} s": offline,
    "a dead stream that nobody noticed, from the next touch": unnoticed}


def measure(table: Any, host: str) -> dict[str, list[float]]:
    """Seconds. `host`: the token of the phone that may change the table."""
    from playwright.sync_api import sync_playwright
    found: dict[str, list[float]] = {}
    with sync_playwright() as api:
        browser = api.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        pixel = {key: value for key, value in api.devices["Pixel 7"].items() if key != "default_browser_type"}
        phone = Phone(browser.new_context(**{**pixel, "device_scale_factor": 1}).new_page(), table)
        for name, way in WAYS.items():
            found[name] = []
            for _ in range(TIMES):
                way(phone, host)
                phone.until(phone.right())
                found[name].append(phone.page.evaluate("Math.max(0, cameAt - wokeAt)") / 1000)
                phone.until("link === 'here'")
        browser.close()
    return found

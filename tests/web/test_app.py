"""The real app with its window, and a guest's phone beside it: the board, spaces to tap on it, one play."""

from tests.ui.conftest import NAMES, start  # isort: skip  # noqa: F401

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.registry import BUILT_IN, load
from companion.core.setup import Setup, people
from tests.services.phones.room import done_by
from tests.web.table import Guest, chromium, read_qr

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.touch]


def beside_the_app(driver: Any, use: Callable[[Any], Any], work: SimpleQueue[Callable[[], None]]) -> Any:
    """The browser lives in a thread of its own, as the app needs this one. `work`: to be done by the app's."""
    from playwright.sync_api import sync_playwright

    def run() -> Any:
        with sync_playwright() as api:
            browser = api.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            pixel = {key: value for key, value in api.devices["Pixel 7"].items() if key != "default_browser_type"}
            found = use(lambda: browser.new_context(**{**pixel, "device_scale_factor": 1, "color_scheme": "dark"}))
            browser.close()
            return found
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(run)
        while not done.done():
            if not work.empty():
                work.get()()
            driver.advance(0.02)
            sleep(0.005)
        return done.result()


@pytest.mark.skipif(chromium() is None, reason="There is no chromium here (Debian: apt-get install -y chromium).")
def test_guests_beside_the_window_see_the_stage_tap_its_spaces_and_come_back(
        start: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    pytest.importorskip("playwright.sync_api", reason="playwright is in requirements/dev.txt: make test")
    from companion.services.phones import addresses
    from companion.ui.table.invite import open_invite

    monkeypatch.setattr(addresses, "in_the_room", lambda found=None: ["127.0.0.1"])
    driver = start(games=[load(BUILT_IN["windward"])])
    opened = driver.app.library.start("windward", Setup(people(*NAMES[:2]), {}))
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    guests_here = driver.app.device.guests
    open_invite(driver.app, driver.app.page.look, opened)
    driver.advance(0.6)
    door = SimpleNamespace(url=read_qr(driver.picture()))
    driver.tap("Ready")
    driver.advance(0.6)
    phones, app = guests_here.table, driver.app
    work: SimpleQueue[Callable[[], None]] = SimpleQueue()
    phones.views.let_guests_answer(True)

    def play(new_phone: Callable[[], Any]) -> str:
        guests = [Guest(new_phone()) for _ in NAMES[:2]]
        for guest, name in zip(guests, NAMES, strict=False):
            guest.table = door
            guest.join(name)
        for place, guest in enumerate(guests):
            guest.robot(place + 1)
        spots = "S.mine?.ask?.kind === 'place' && S.mine.ask.choices.filter((one) => one.spot).length > 3"
        asked = next_with(guests, spots)
        asked.page.locator(".board-art .lit").first.wait_for()
        asked.until(f"({LIT_IN_SIGHT})()")
        x, y = asked.page.evaluate(LIT_IN_SIGHT)
        before = asked.page.evaluate("S.epoch")
        asked.page.touchscreen.tap(x, y)
        asked.until(f"S.epoch !== '{before}' || document.querySelector('.lit.on') !== null")
        drawn = str(asked.page.evaluate("document.querySelectorAll('.spot.hex').length"))
        for change in (lambda: app.go("table", opened=app.library.resume(opened.id)),
                       lambda: app.go("table", opened=app.library.start("windward", Setup(people(*NAMES[:2]), {})))):
            done_by(work.put, app.back, 60)
            for guest in guests:
                guest.sees("The table is closed to phones")
            guest.page.wait_for_timeout(3000)
            done_by(work.put, change, 60)
            for guest, name in zip(guests, NAMES, strict=False):  # back without a tap
                guest.page.locator(".bar .me", has_text=name).wait_for()
                guest.page.locator(".panel h1").first.wait_for()
        assert [guest.errors for guest in guests] == [[], []]
        return drawn
    try:
        assert beside_the_app(driver, play, work) == "91"
    finally:
        guests_here.close()


LIT_IN_SIGHT = """() => { const all = document.querySelector('.board').getBoundingClientRect();
    return [...document.querySelectorAll('.lit:not(.barred)')].map((one) => one.getBoundingClientRect())
        .map((one) => [one.left + one.width / 2, one.top + one.height / 2])
        .find(([x, y]) => x > 20 && x < all.right - 20 && y > all.top + 60 && y < all.bottom - 60); }"""


def next_with(guests: list[Guest], what: str) -> Guest:
    """The first phone on which that is so; then nobody answers any more."""
    end = monotonic() + 60
    while True:
        found = next((guest for guest in guests if guest.page.evaluate(what)), None)
        if found is not None:
            for guest in guests:
                guest.page.evaluate("robot.rest()")
            if found.page.evaluate(what):
                return found
            for place, guest in enumerate(guests):
                guest.page.evaluate("seed => robot.start(seed, true)", place + 7)
        assert monotonic() < end, "nobody was asked for a space"
        sleep(0.01)

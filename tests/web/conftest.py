"""Guests' phones: chromium as a Pixel 7 or Firefox, and `tableside serve` as the table."""

import asyncio
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest

from tests.web.here import TableHere
from tests.web.site import Site, add_image, first_image
from tests.web.table import ARGS, Guest, Table, chromium

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is in requirements/dev.txt: make test")


QUIET_PAGE = """() => { if (location.protocol === 'about:' || !window.tableside) return; if (window.robot) robot.stop();
    for (const one of tableside.sessions) { one.token = ''; if (one.stream) one.stream.abort(); }
    tableside.sessions = []; tableside.joining = null; tableside.render = () => {};
    tableside.words = new Proxy({}, {get: () => ''}); }"""
"""Stop its requests, and draw nothing when the next test turns the phone; cheaper than leaving the page."""


WORN = {"viewport", "color_scheme", "reduced_motion"}
"""What a page can change without a new phone."""
BUILT_IN = {"device_scale_factor", "is_mobile", "has_touch", "locale"}
"""What stays with a phone, which may be lent again to a test that wants the same."""


class Browser:
    """One browser per process, reusing phones: a new one costs three times as much.

    Each table has its own port, so the next test sees nothing that a phone has kept.
    """

    def __init__(self, kind: Any, device: dict[str, Any], calm: dict[str, Any], **how: Any) -> None:
        """`calm`: motion is half of what a page costs here."""
        self.kind, self.how, self.usual = kind, how, {**device, **calm}
        self.free = defaultdict[str, list[Guest]](list)
        self.worn = WORN if kind.name == "chromium" else set[str]()
        self.opened = kind.launch(**how)

    def alone(self, profile: Path) -> Guest:
        """A browser process with that profile."""
        return Guest(self.kind.launch_persistent_context(profile, **{**self.how, **self.usual}))

    def lend(self, **more: Any) -> Guest:
        built_in = {key: value for key, value in more.items() if key not in self.worn}
        make = repr(sorted(built_in.items()))
        guest = self.free[make].pop() if self.free[make] else self._new(make, built_in)
        if self.worn:
            guest.wear({**self.usual, **more})
        return guest

    def _new(self, make: str, built_in: dict[str, Any]) -> Guest:
        again = built_in.keys() <= BUILT_IN
        return Guest(self.opened.new_context(**{**self.usual, **built_in}), make if again else None)

    def give_back(self, guest: Guest) -> None:
        for routed in (guest.page, guest.context):
            routed.unroute_all(behavior="ignoreErrors")
        if guest.make is None:
            guest.context.close()
            return
        if guest.prepared:
            guest.open_page()
        for page in guest.context.pages:
            if page is not guest.page:
                page.close()
        guest.context.set_offline(False)
        guest.page.evaluate(QUIET_PAGE)
        guest.errors.clear()
        self.free[guest.make].append(guest)


PREFS: dict[str, dict[str, Any]] = {"firefox": {}, "firefox, private": {"browser.privatebrowsing.autostart": True},
                                    "firefox, no site data": {"network.cookie.cookieBehavior": 2}}


class Browsers:
    """Playwright drives Debian's Firefox by WebDriver BiDi."""

    def __init__(self, api: Any, home: Path) -> None:
        self.api, self._found, self._seeing = api, dict[str, Browser](), list[Any]()
        self.camera = home / "camera.y4m"

    def __getitem__(self, name: str) -> Browser:
        if name not in self._found:
            self._found[name] = self._chromium() if name == "chromium" else self._firefox(**PREFS[name])
        return self._found[name]

    def _chromium(self) -> Browser:
        path = chromium() or pytest.skip("There is no chromium here (Debian: apt-get install -y chromium).")
        pixel = {key: value for key, value in self.api.devices["Pixel 7"].items() if key != "default_browser_type"}
        return Browser(self.api.chromium, pixel, {"device_scale_factor": 1, "reduced_motion": "reduce"},
                       executable_path=path, args=ARGS)

    def _firefox(self, **prefs: Any) -> Browser:
        path = shutil.which("firefox-esr") or shutil.which("firefox") or \
            pytest.skip("There is no Firefox here (Debian: apt-get install -y firefox-esr).")
        return Browser(self.api.firefox, {"viewport": {"width": 412, "height": 839}}, {}, executable_path=path,
                       channel="moz-firefox", firefox_user_prefs={"ui.prefersReducedMotion": 1, **prefs})

    def with_camera(self, args: list[str]) -> Any:
        """Chromium, whose camera sees the film at `camera`."""
        if not self._seeing:
            self._seeing.append(self.api.chromium.launch(executable_path=chromium(), args=args))
        return self._seeing[0]

    def close(self) -> None:
        for one in [*(one.opened for one in self._found.values()), *self._seeing]:
            one.close()


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browsers]:
    os.environ["NODE_OPTIONS"] = f"--require {Path(__file__).with_name('firefox.cjs')}"
    with playwright_api.sync_playwright() as api:
        opened = Browsers(api, tmp_path_factory.mktemp("camera"))
        del os.environ["NODE_OPTIONS"]
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield opened
        asyncio._set_running_loop(loop)
        opened.close()


@pytest.fixture
def browser(browsers: Browsers, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Chromium, or the one that the test names. Hide Playwright's event loop in this thread from other tests."""
    asyncio._set_running_loop(browsers.api.chromium._loop)
    yield browsers[getattr(request, "param", "chromium")]
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


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all processes of these tests."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def once(mark: Path) -> Iterator[bool]:
    """True for the first process that comes; the others wait until it is done."""
    with mark.with_name(f"{mark.name}.lock").open("w", encoding="utf-8") as lock:
        flock(lock, LOCK_EX)
        yield not mark.exists()
        mark.touch()


@pytest.fixture(scope="session")
def fresh_site(shared: Path) -> Iterator[Site]:
    """As people get it. `TABLESIDE_SITE=dist/web` uses what `make web` has built."""
    if built := os.environ.get("TABLESIDE_SITE"):
        found = Site(Path(built))
        yield found
        found.close()
        return
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("There is no npm here, and pyodide comes from it (Debian: apt-get install -y npm).")
    from tools import web

    folder = shared / "fresh"
    with once(shared / "fresh.done") as first:
        if first:
            try:
                web.pyodide()
            except subprocess.CalledProcessError:
                pytest.skip("npm can't get pyodide: is there a network?")
            assert web.build(folder) == 0
    found = Site(folder)
    yield found
    found.close()


@pytest.fixture(scope="session")
def site(fresh_site: Site, shared: Path, browsers: Browsers) -> Iterator[Site]:
    """The same, with the image that a first start makes: each start in Chromium is as quick as a second."""
    if "TABLESIDE_SITE" in os.environ:
        yield fresh_site
        return
    folder = shared / "site"
    with once(shared / "site.done") as first:
        if first:
            shutil.copytree(fresh_site.folder, folder)
            if chromium():
                asyncio._set_running_loop(browsers.api.chromium._loop)
                guest = browsers["chromium"].lend(service_workers="block")
                add_image(folder, first_image(guest, fresh_site.url))
                asyncio._set_running_loop(None)
    found = Site(folder)
    yield found
    found.close()

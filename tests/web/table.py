"""A table without a window, and a guest's phone driven by the page's elements."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import randint
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROBOT = Path(__file__).with_name("robot.js").read_text(encoding="utf-8")
PROGRAM = os.environ.get("TABLESIDE_PROGRAM", "").split() or [sys.executable, "main.py"]
"""`TABLESIDE_PROGRAM=dist/Tableside/Tableside` serves with what `make desktop` has built."""
PATIENCE = 45_000
"""Milliseconds, long enough for a busy machine."""
QUIET = ("net::ERR_", "Failed to load resource", "A ServiceWorker intercepted the request and encountered",
         "Blocked call to navigator.vibrate", "blocked by Playwright", "status=2152398850")
"""The browser's own messages: a missing host, a buzz before the first touch, no service worker, or in Firefox
a file that was still coming when the page was left."""


ARGS = ["--no-sandbox", "--disable-gpu", "--js-flags=--liftoff-only"]
"""Chromium's; Python starts in half the time if WebAssembly is compiled only once."""


def chromium() -> str | None:
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
                None)


def free_port() -> int:
    """Below those that the system gives to clients: one that looks for a dead table would get the table's own."""
    while True:
        port = randint(20_000, 32_000)
        with socket.socket() as taken, suppress(OSError):
            taken.bind(("127.0.0.1", port))
            return port


def read_qr(picture: Any) -> str:
    """Read the code with another program; exactly one must be visible."""
    import zxingcpp

    found = zxingcpp.read_barcodes(picture.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    return str(*(one.text for one in found))


def painted(lines: list[str], one: int = 6) -> Any:
    """A dark terminal: each letter is two modules, one above the other, in light ink."""
    from PIL import Image

    small = Image.new("L", (len(lines[0]), 2 * len(lines)))
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            small.putpixel((column, 2 * row), 255 if letter in "▀█" else 0)
            small.putpixel((column, 2 * row + 1), 255 if letter in "▄█" else 0)
    return small.resize((small.width * one, small.height * one), Image.Resampling.NEAREST)


class Table:
    """`tableside serve` in a separate process."""

    def __init__(self, home: Path, *words: str) -> None:
        home.mkdir()
        self.home, self.port = home, free_port()
        self.process: subprocess.Popen[str] | None = None
        self.start(*words)

    def start(self, *words: str) -> None:
        """Without arguments, continue from the store, as after a crash."""
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", *words, "--port", str(self.port),
             "--store", str(self.home / "t.db")],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="locale")
        assert self.process.stdout is not None
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if line.startswith("Code: "):
                self.code = line.split()[1]
                break
        found = re.search(r"http://[^/]+/(#s=\S+)", self.said)
        assert found is not None, self.said
        self.url = f"http://127.0.0.1:{self.port}/{found[1]}"

    def scanned(self) -> str:
        """What a camera reads from the code in the terminal. Once after a start."""
        assert self.process is not None and self.process.stdout is not None
        lines: list[str] = []
        while not lines or set(lines[-1]) != {"▀"}:  # the lower edge is half a line
            line = self.process.stdout.readline().rstrip("\n")
            lines += [line] if line and set(line) <= set(" ▀▄█") else []
        return read_qr(painted(lines))

    def kill(self) -> None:
        """Kill the process, as if the host's phone ran out of power."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()


class At:
    """As `Table`, for the server of a `Room`."""

    def __init__(self, room: Any) -> None:
        self.url = f"http://127.0.0.1:{room.port}/#s={room.secret}"


SHORT = """const now = () => tableside.sessions[tableside.current] || {};
for (const [name, get] of Object.entries({S: () => now().state || null, link: () => now().link,
    stream: () => now().stream, line_: () => now().line, waiting: () => tableside.waiting}))
  Object.defineProperty(window, name, {configurable: true, get});
window.said = [];
const hurried = (app) => ({value: Object.assign(app, {soon: 0}), writable: true, configurable: true});
const set = (app) => Object.defineProperty(window, "tableside", hurried(app));
if (window.tableside) set(tableside);
else Object.defineProperty(window, "tableside", {configurable: true, set});
addEventListener("DOMContentLoaded", () => { if (window.toast)
  new MutationObserver(() => said.push(toast.textContent)).observe(toast, {childList: true}); });"""
"""Short names for the page's state, and what it has said in passing. Tests tap faster than people."""


LEFT = "Execution context was destroyed"


class Guest:
    """A phone in a guest's hand."""

    table: Any

    def __init__(self, context: Any, make: str | None = None, patience: int = PATIENCE) -> None:
        """`make`: the next test that wants such a phone may have it."""
        self.context, self.make, self.patience = context, make, patience
        self.errors: list[str] = []
        context.add_init_script("{" + SHORT + "}")
        self.open_page()

    def open_page(self) -> None:
        """A page that no test has changed."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(self.patience)
        self.page.on("pageerror", lambda error: self._heard("error", str(error)))
        self.page.on("console", lambda said: self._heard(said.type, said.text))
        self.prepared = False

    def prepare(self, script: str) -> None:
        """Run this before the page's own scripts."""
        self.page.add_init_script(script)
        self.prepared = True

    def own_clock(self, **how: Any) -> Any:
        """A clock that the test controls. The phone keeps it, so no later test gets this phone."""
        self.make = None
        self.page.clock.install(**how)
        return self.page.clock

    def wear(self, wanted: dict[str, Any]) -> None:
        """Change the size and the colours, whatever an earlier test has left."""
        if self.page.viewport_size != wanted["viewport"]:
            self.page.set_viewport_size(wanted["viewport"])
        colours = wanted.get("color_scheme", "light")
        self.page.emulate_media(color_scheme=colours, reduced_motion=wanted["reduced_motion"])

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in QUIET):
            self.errors.append(text)

    def join(self, name: str) -> Guest:
        """Two touches after the scan: the code's link opens the page, a tap on the name is the second."""
        self.page.goto(self.table.url)
        self.press(self.page.locator(".answer", has_text=name).first)
        self.page.locator(".bar .me", has_text=name).wait_for()
        self.page.locator(".panel h1").first.wait_for()
        return self

    def watch(self) -> Guest:
        self.page.goto(self.table.url)
        self.press(self.page.locator(".answer", has_text="Just watch"))
        self.page.locator(".tv h1").wait_for()
        return self

    def press(self, what: Any) -> None:
        """Touch the page; in Firefox click, because touches cause no clicks there."""
        if self.context.browser.browser_type.name == "firefox":
            what.click()
        else:
            what.tap()

    @property
    def headline(self) -> str:
        return str(self.page.locator("#app h1").first.inner_text())

    def sees(self, text: str) -> None:
        """Wait until the page shows it."""
        self.page.get_by_text(text).first.wait_for()

    def hears(self, text: str) -> None:
        """Wait until the page has said it in passing. It may be gone again."""
        self.until(f"""((at) => at >= 0 && said.splice(0, at + 1).length)(
            said.findIndex((one) => one.includes({json.dumps(text)})))""")

    def until(self, what: str, seconds: float | None = None) -> None:
        """Wait until that is true on the page. (Playwright's own way needs `eval`, which the page forbids.)"""
        seconds = self.patience / 1000 if seconds is None else seconds
        begun = monotonic()
        while not self.is_so(what):
            waited = monotonic() - begun
            if waited > seconds:
                raise TimeoutError(f"never so within {seconds} s: {what}; {self.page.inner_text('body')[:300]}")
            sleep(min(max(0.02, waited / 20), 0.25))  # each look takes time from what is waited for

    def is_so(self, what: str) -> bool:
        """A page that is being left answers nothing."""
        try:
            return bool(self.page.evaluate(what))
        except Exception as error:
            if LEFT not in str(error):
                raise
            return False

    def boxes(self, css: str) -> list[dict[str, float]]:
        """Where these are, read at one moment: the page may draw them anew at any time."""
        self.page.locator(css).first.wait_for(state="attached")
        found: list[dict[str, float]] = self.page.evaluate(
            "(css) => [...document.querySelectorAll(css)]"
            ".map((one) => one.getBoundingClientRect().toJSON())", css)
        return found

    def asked(self, sentence: str = "") -> None:
        """Wait until this phone is asked something."""
        self.page.locator(".rise[data-kind] h1", has_text=sentence).wait_for()

    def tap(self, text: str) -> None:
        """The button of that name."""
        self.press(self.page.get_by_role("button", name=text).first)

    def choose(self, name: str) -> None:
        self.press(self.page.locator(".answers .answer", has_text=name).first)

    def robot(self, seed: int, secrets: bool = True) -> None:
        """Let a robot tap on this phone; without `secrets` it doesn't vote."""
        self.page.evaluate(ROBOT)
        self.page.evaluate("([seed, secrets]) => robot.start(seed, secrets)", [seed, secrets])

    def told(self) -> dict[str, Any]:
        """What the robot has seen so far."""
        found: dict[str, Any] = self.page.evaluate("robot.told")
        return found


def until_so(what: Any, words: str, seconds: float = PATIENCE / 1000) -> None:
    end = monotonic() + seconds
    while not what():
        if monotonic() > end:
            raise TimeoutError(words)
        sleep(0.05)

"""A table without a window, and a guest's phone that is driven by the page's own elements."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROBOT = Path(__file__).with_name("robot.js").read_text()
PATIENCE = 45_000
"""Milliseconds: of a machine that is busy with other tests."""
QUIET = ("net::ERR_", "Failed to load resource", "Blocked call to navigator.vibrate")
"""What the browser itself says when a host is away, and of a buzz before the first touch."""


def chromium() -> str | None:
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
                None)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


PLUGINS = {
    "pebbles": ("tableside_pebbles:game", ROOT / "examples" / "tableside-pebbles"),
    "toy": ("web_toy:game", None),
}


def plugin(home: Path, game: str) -> str:
    """A folder in which a game that is not built in looks installed."""
    target, source = PLUGINS[game]
    told = home / f"tableside_{game}-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tableside-{game}\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[tableside.games]\n{game} = {target}\n")
    (home / "web_toy.py").write_text("from tests.ui.toy import ToyGame\n\ngame = ToyGame()\n")
    return os.pathsep.join(str(one) for one in (home, source, ROOT) if one is not None)


class Table:
    """`tableside serve` in a process of its own."""

    def __init__(self, home: Path, game: str, names: tuple[str, ...], **options: Any) -> None:
        home.mkdir()
        self.home, self.port = home, free_port()
        self.env = {**os.environ, **({"PYTHONPATH": plugin(home / "site", game)} if game in PLUGINS else {})}
        self.process: subprocess.Popen[str] | None = None
        if options:
            begin(home / "t.db", game, names, options)
            self.start()
        else:
            self.start("--game", game, "--players", ",".join(names))

    def start(self, *words: str) -> None:
        """Without words: go on with what lies in the store, as after a crash."""
        self.process = subprocess.Popen(
            [sys.executable, "main.py", "serve", *words, "--port", str(self.port), "--store", str(self.home / "t.db")],
            cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
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

    def kill(self) -> None:
        """As a phone that runs out of power."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()


def begin(store: Path, game: str, names: tuple[str, ...], options: dict[str, Any]) -> None:
    """A play with house rules: `serve` then goes on with it."""
    from companion.core.registry import find_games
    from companion.core.setup import Setup, people
    from companion.services.evening import Evening
    from companion.services.ports.clock import MachineClock
    from companion.services.store import open_store

    evening = Evening(open_store(store), find_games().games, MachineClock())
    evening.start(game, Setup(people(*names), options=options))
    evening.quit()


class Guest:
    """A phone in a guest's hand."""

    def __init__(self, context: Any, table: Table) -> None:
        self.table, self.context, self.page = table, context, context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self._heard(said.type, said.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in QUIET):
            self.errors.append(text)

    def join(self, name: str) -> Guest:
        """Two touches after the scan: the code's link opens the page, a tap on the name is the second."""
        self.page.goto(self.table.url)
        self.page.locator(".answer", has_text=name).first.tap()
        self.page.locator(".bar .me", has_text=name).wait_for()
        self.page.locator(".panel h1").first.wait_for()
        return self

    def watch(self) -> Guest:
        self.page.goto(self.table.url)
        self.page.locator(".answer", has_text="Only watch").tap()
        self.page.locator(".tv h1").wait_for()
        return self

    @property
    def headline(self) -> str:
        return str(self.page.locator("h1").first.inner_text())

    def sees(self, text: str) -> None:
        """Wait until it stands there."""
        self.page.get_by_text(text).first.wait_for()

    def until(self, what: str, seconds: float = PATIENCE / 1000) -> None:
        """Wait until that is so on the page. (Playwright's own way needs `eval`, which the page forbids.)"""
        end = monotonic() + seconds
        while not self.page.evaluate(what):
            assert monotonic() < end, f"never so within {seconds} s: {what}"
            sleep(0.02)

    def asked(self, sentence: str = "") -> None:
        """Wait until this phone is asked something."""
        self.page.locator(".rise[data-kind] h1", has_text=sentence).wait_for()

    def tap(self, text: str) -> None:
        """The button of that name."""
        self.page.get_by_role("button", name=text).first.tap()

    def choose(self, name: str) -> None:
        self.page.locator(".answers .answer", has_text=name).first.tap()

    def robot(self, seed: int, secrets: bool = True) -> None:
        """From now on a robot taps on this phone. `secrets` False: it does not vote."""
        self.page.evaluate(ROBOT)
        self.page.evaluate("([seed, secrets]) => robot.start(seed, secrets)", [seed, secrets])

    def told(self) -> dict[str, Any]:
        """What the robot has seen so far."""
        found: dict[str, Any] = self.page.evaluate("robot.told")
        return found

"""The guide starts the real app at one size, touches it and takes pictures.

On every picture it measures all that can be tapped: less than 48 dp for a finger fails the tour."""

import json
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.services.open_play import OpenPlay
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver

# isort: skip: before anything of Kivy
from companion.touches.offscreen import LANDSCAPE, PHONE, SMALL, TABLET, pixels
from companion.ui.app.tableside import TablesideApp
from tests.ui.hands import Hands
from tests.ui.targets import all_too_small
from tools.tour.palette import with_few_colours


@dataclass(frozen=True)
class Sight:
    """A window size and the player's settings."""

    size: tuple[int, int]
    settings: dict[str, Any]


DARK, LIGHT = {"theme": "dark"}, {"theme": "light"}
SIGHTS = {
    "phone": Sight(PHONE, DARK),
    "light": Sight(PHONE, LIGHT),
    "store": Sight(pixels(412, 822), DARK),  # with --density 2.625 the stores' 1080 pixels, and at most 2:1
    "big": Sight(PHONE, DARK | {"text_size": 200}),
    "contrast": Sight(PHONE, DARK | {"contrast": "high"}),
    "small": Sight(SMALL, DARK),
    "small-big": Sight(SMALL, LIGHT | {"text_size": 200}),
    "landscape": Sight(LANDSCAPE, DARK),
    "tablet": Sight(TABLET, DARK),
    "tablet-light": Sight(TABLET, LIGHT),
    "tablet-big": Sight(TABLET, DARK | {"text_size": 200}),
}


class Guide:
    """The real app at one size."""

    def __init__(self, scene: str, sight: str, out: Path, language: str = "en") -> None:
        self.scene, self.sight, self.out = scene, sight, out
        self.taken: list[Path] = []
        self.failed: list[str] = []
        look = SIGHTS[sight]
        self.ports = recording_machine()
        store = Path(tempfile.mkdtemp(prefix="tableside-tour-")) / "tableside.db"
        self.app = TablesideApp(store=store, ports=self.ports, found=find_games())
        self.drive = AppDriver(self.app, look.size, on_time=self.ports.clock.advance).start()
        self.hands = Hands(self.drive)
        for key, value in (look.settings | {"language": language}).items():
            self.app.library.set(key, value)
        self.app.apply_settings()
        self.drive.advance(0.5)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        try:
            yield
        except Exception:
            self._fail(name, traceback.format_exc(limit=-4))
            while self.app.sheets:
                self.app.close_sheet()
                self.drive.advance(0.5)

    def _fail(self, name: str, why: str) -> None:
        self.failed.append(name)
        print(f"{self.scene}/{self.sight}: {name} failed\n{why}", file=sys.stderr)

    def shot(self, name: str, wait: float = 0.7) -> None:
        self.take(f"{self.scene}-{name}", wait)

    def take(self, name: str, wait: float = 0.7) -> None:
        self.drive.advance(wait)
        path = self.out / self.sight / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        with_few_colours(self.drive.picture()).save(path, optimize=True)
        self.taken.append(path)
        for fault in all_too_small():
            self._fail(f"{name}, too small", fault)

    # Plays

    def sit(self, game: str, names: str, options: dict[str, Any] | None = None, page: str = "",
            box: Any = None) -> OpenPlay:
        """Open a table and carry out the lines of `page`."""
        setup = Setup(people(*names.split()), options or {}, box)
        opened = self.app.library.start(game, setup)
        self.carry_out(opened, page)
        self.app.go("table", opened=opened)
        self.drive.advance(0.5)
        return opened

    def carry_out(self, opened: OpenPlay, page: str) -> None:
        """Lines as in the golden pages: `Oldest/table 0`, `correct round 2`, `exit StoryVoided`."""
        for line in filter(None, (line.strip() for line in page.splitlines())):
            verb, _, rest = line.partition(" ")
            if verb == "correct":
                path, _, value = rest.partition(" ")
                opened.correct(path, json.loads(value))
            else:
                opened.answer(verb, json.loads(rest))
            self.ports.clock.advance(21)
        shown = getattr(getattr(self.app.page, "controller", None), "opened", None)
        if opened in (shown, getattr(self.app.page, "opened", None)):
            self.app.page.refresh()
            self.drive.advance(0.5)  # wait until animations end before touching

    def draft(self, *taps: Any) -> None:
        """Touch these answers without the button that gives them."""
        for token in taps:
            self.hands.touch(self.hands._chooser(lambda choice, token=token: choice == token))

    def home(self) -> None:
        self.app.go_home()
        self.drive.advance(0.5)

    def open_sheet(self, name: str, what: Any) -> None:
        """Touch, take the picture of what comes up, and close it again."""
        with self.step(name):
            if callable(what):
                what()
            else:
                self.hands.touch(what)
            self.shot(name)
            if self.app.sheets:
                self.hands.close_sheet()
            else:
                self.app.back()
            self.drive.advance(0.4)

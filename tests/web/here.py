"""`serve` in this process: quick to start, and one play after the other on the same table, for phones that stay."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.services.open_play import OpenPlay
from companion.services.phones.http import RateLimit
from companion.services.phones.serve import Serving
from tests.services.phones.room import done_by

PEBBLES = Path(__file__).resolve().parents[2] / "examples" / "tableside-pebbles"


class TableHere:
    """As `Table`; a thread of its own has the plays. Without a game: the first phone begins one."""

    serving: Serving

    def __init__(self, home: Path, game: str, names: tuple[str, ...], options: dict[str, Any] | None = None) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.game, self.names, self.options = home, game, names, options or {}
        self.said: list[str] = []
        self.url = self.code = self.epoch = ""
        self._thread = Thread(target=self._own, daemon=True)
        self._begun: Future[None] = Future()

    def start(self) -> TableHere:
        self._thread.start()
        self._begun.result(120)
        return self

    def end(self) -> None:
        if self._thread.is_alive():
            self.serving.ending = True
            self.serving.work.put(lambda: None)
            self._thread.join(60)

    def _own(self) -> None:
        try:
            self.serving = Serving(self.home / "t.db", games_here(), 0, self.said.append, "127.0.0.1")
            if self.game:
                self._open(self._new())
            else:
                self.serving.open(None)
            self._look()
        except BaseException as error:
            self._begun.set_exception(error)
            raise
        self._begun.set_result(None)
        while not self.serving.ending:
            self.serving.step(1.0)
        self.serving.close()

    def _look(self) -> None:
        door = self.serving.server
        assert door is not None
        door.phone_rates = door.address_rates = RateLimit(1e6, 1e6, 100)  # a robot is faster than a thumb
        self.url, self.code = f"http://127.0.0.1:{door.port}/#s={door.guests.secret}", door.guests.code

    def _new(self) -> OpenPlay:
        return self.serving.library.start(self.game, Setup(people(*self.names), options=self.options))

    def _open(self, opened: OpenPlay) -> None:
        self.serving.open(opened)
        assert self.serving.table is not None
        self.epoch = self.serving.table.views.epoch

    def call(self, work: Callable[[], Any]) -> Any:
        """Run in the thread that owns the plays."""
        return done_by(self.serving.work.put, work, 60)

    def next_play(self, seed: int, deepest: int) -> None:
        """Another play with the same people; who has a phone sits down again. Up to `deepest` answers are given."""
        self.call(lambda: self._open(self._somewhere(Random(f"{self.game} {seed}"), deepest)))

    def _somewhere(self, rng: Random, deepest: int) -> OpenPlay:
        depth = rng.randint(0, deepest)
        while True:
            opened = self._new()
            play = opened.play
            for _ in range(depth):
                asked = [one for one in play.open() if one.possible(play.table)]
                if not asked:
                    break
                opened.answer(asked[0].key(), asked[0].random_answer(play.table, rng))
            if play.outcome() is None:
                return opened
            depth //= 2


def games_here() -> dict[str, Any]:
    """The built-in games, Pebbles, and the toy with one question of each kind."""
    from tests.ui.toy import ToyGame

    if str(PEBBLES) not in sys.path:
        sys.path.insert(0, str(PEBBLES))
    return {**find_games().games, "pebbles": import_module("tableside_pebbles").game, "toy": ToyGame()}

"""`tableside serve`: rules, store and pages without a window. This thread owns the play; the door only asks it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from companion.core.game import Game
from companion.core.questions import Refused
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.evening import Evening
from companion.services.open_play import OpenPlay
from companion.services.phones.addresses import in_the_room
from companion.services.phones.keeping import kept
from companion.services.phones.phones import Phones
from companion.services.ports.clock import MachineClock
from companion.services.store import open_store

Say = Callable[[str], None]


class Serving:
    """One evening without a window: the store, and the door of the play that is on the table."""

    def __init__(self, store: Path, games: dict[str, Game[Any]], port: int | None, tell: Say,
                 bind: str = "0.0.0.0") -> None:
        self.evening = Evening(open_store(store), games, MachineClock())
        self.home, self.port, self.tell, self.bind = store.parent, port, tell, bind
        self.work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.phones: Phones | None = None
        self.ending = False

    def begin(self, game: str, names: Iterable[str]) -> OpenPlay:
        return self.evening.start(game, Setup(people(*names)))

    def last(self) -> OpenPlay | None:
        """The play whose door was open when the process ended, else the latest that is not over."""
        open_ones = [door.uid for door in kept(self.home) if door.open]
        plays = [one for one in self.evening.plays() if one.known and not one.finished and not one.damaged]
        for uid in open_ones:
            row = self.evening.store.play_with(uid)
            if row is not None and any(one.id == row.id for one in plays):
                return self.evening.resume(row.id)
        return self.evening.resume(plays[0].id) if plays else None

    def open(self, opened: OpenPlay) -> None:
        phones = Phones(opened, self.work.put, self.home, alone=True, port=self.port, bind=self.bind)
        phones.open()
        self.phones = phones
        self._greet(phones)

    def _greet(self, phones: Phones) -> None:
        title = phones.opened.game.facts.title
        found = in_the_room()
        self.tell(str(say("{title} is on the table. Scan this, or type the address into any browser.", title=title)))
        for address in found or ["127.0.0.1"]:
            self.tell(f"  {phones.url(address)}")
        self.tell(str(say("Code: {code}", code=phones.guests.code)))
        if not found:
            self.tell(str(say("No network is found here. Join a Wi-Fi or open a hotspot, then start again.")))
        self.tell(str(say("Pages come by plain http: whoever shares this network could read along.")))
        self.tell(qr_in_letters(phones.url((found or ["127.0.0.1"])[0])))

    def run(self) -> None:
        """Until it is interrupted. Whatever a guest asks for is done here, one thing after the other."""
        def stop(*_: object) -> None:
            self.ending = True
        signal.signal(signal.SIGTERM, stop)
        try:
            while not self.ending:
                self.step(1.0)
        except KeyboardInterrupt:
            pass
        finally:
            self.close()

    def step(self, patience: float = 0.0) -> None:
        try:
            work = self.work.get(timeout=patience) if patience else self.work.get_nowait()
        except Empty:
            return
        work()

    def close(self) -> None:
        if self.phones is not None:
            self.phones.close()
        self.evening.quit()


def qr_in_letters(url: str) -> str:
    """For a terminal: two modules a letter."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(url, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def serve(store: Path, games: dict[str, Game[Any]], game: str, names: list[str], port: int | None, bind: str,
          tell: Say) -> None:
    """Raises `Refused`."""
    serving = Serving(store, games, port, tell, bind)
    try:
        opened = serving.begin(game, names) if game else serving.last()
        if opened is None:
            raise Refused(say("There is no play to go on with. Name a game: serve --game story --players Ana,Ben,Cleo"))
        serving.open(opened)
    except BaseException:
        serving.close()
        raise
    serving.run()

"""`tableside serve`: rules, store and pages without a window. This thread owns the play; the door only asks it."""

from __future__ import annotations

import signal
import sys
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
from companion.services.phones.guests import Guests
from companion.services.phones.lobby import Lobby
from companion.services.phones.phones import Phones
from companion.services.phones.saved_doors import door_of, saved_doors
from companion.services.phones.server.addresses import in_the_room
from companion.services.phones.server.door import Door, PortTaken
from companion.services.phones.stage_pictures import StagePictures
from companion.services.ports.clock import MachineClock
from companion.services.store import open_store

Say = Callable[[str], None]
QUIET = 4
"""Modules of empty ground round a QR code: readers need them."""
WHITE_ON_BLACK, PLAIN = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


class Serving:
    """One evening without a window: the store, and the door of the play that is on the table."""

    def __init__(self, store: Path, games: dict[str, Game[Any]], port: int | None, tell: Say,
                 bind: str = "0.0.0.0") -> None:
        self.evening = Evening(open_store(store), games, MachineClock())
        self.home, self.port, self.tell, self.bind = store.parent, port, tell, bind
        self.work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.phones: Phones | None = None
        self.pictures: StagePictures | None = None
        """Of the stage, where they can be drawn."""
        self._door: Door | None = None
        self.ending = False

    def begin(self, game: str, names: Iterable[str]) -> OpenPlay:
        return self.evening.start(game, Setup(people(*names)))

    def last(self) -> OpenPlay | None:
        """The play whose door was open when the process ended, over or not: its guests wait at the result. Else the
        latest that is not over."""
        open_ones = [door.uid for door in saved_doors(self.home) if door.open]
        plays = [one for one in self.evening.plays() if one.known and not one.damaged]
        for uid in open_ones:
            row = self.evening.store.play_with(uid)
            if row is not None and any(one.id == row.id for one in plays):
                return self.evening.resume(row.id)
        going_on = [one for one in plays if not one.finished]
        return self.evening.resume(going_on[0].id) if going_on else None

    def open(self, opened: OpenPlay) -> None:
        """This play is on the table now. Guests of the one before are known by their names."""
        before, door = self.phones, self._door
        if door is not None:
            if before is not None:
                before.let_go()
                self.evening.close(before.opened)
            self._seat_again(door, opened)
        phones = Phones(opened, self.work.put, self.home, alone=True, port=self.port, bind=self.bind, door=door)
        phones.games, phones.new_play, phones.end_play = self.evening.games, self._new, self._end
        phones.open()
        self.phones, self._door = phones, phones.door
        if self.pictures is not None:
            self.pictures.show(phones)
            phones.watch(self.pictures.look)
        if door is None:
            self._greet(opened.game.facts.title, phones.door)

    def _seat_again(self, door: Door, opened: OpenPlay) -> None:
        names = {seat.name: seat.index for seat in opened.play.table.seats}
        sat = {} if self.phones is None else {seat.index: seat.name for seat in self.phones.opened.play.table.seats}
        guests = door.guests
        guests.seats = {names[sat[seat]]: token for seat, token in guests.seats.items() if sat.get(seat) in names}
        if self.phones is None:
            guests.watchers = []  # who waited for a play chooses a seat now

    def wait(self) -> None:
        """Nothing is on the table: whoever comes first begins a play."""
        door = self._door
        if door is None:
            saved = door_of(self.home, "", [])
            door = Door(Guests(), saved.port if self.port is None else self.port, self.bind)
        lobby = Lobby(door, self.evening.games, self.work.put, self._new)
        try:
            door.enter(lobby)
        except PortTaken:
            raise Refused(say("Port {port} is taken. Name another one: --port 8500", port=door.port)) from None
        if self._door is None:
            self._greet("Tableside", door)
        self._door = door
        lobby.show()

    def _new(self, game: str, names: list[str]) -> None:
        """The host begins a play. Raises `Refused`."""
        self.open(self.begin(game, names))

    def _end(self) -> None:
        """The host ends this play here; it stays in the store."""
        if self.phones is not None and self._door is not None:
            self.phones.let_go()
            self.evening.close(self.phones.opened)
            self.phones = None
            if self.pictures is not None:
                self.pictures.show(None)
            self._door.guests.seats = {}
            self.wait()

    def _greet(self, title: str, door: Door) -> None:
        found = in_the_room() if self.bind == "0.0.0.0" else [self.bind]
        self.tell(str(say("{title} is on the table. Scan this, or type the address into any browser.", title=title)))
        urls = [f"http://{address}:{door.port}/#s={door.guests.secret}" for address in found or ["127.0.0.1"]]
        for url in urls:
            self.tell(f"  {url}")
        self.tell(str(say("Code: {code}", code=door.guests.code)))
        if not found:
            self.tell(str(say("No network was found here. Join a Wi-Fi network or open a hotspot, then start again.")))
        self.tell(str(say("Pages use plain http: anyone on this network could read along.")))
        self.tell(qr_in_letters(urls[0], sys.stdout.isatty()))

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
        if self.pictures is not None:
            self.pictures.close()
        if self.phones is not None:
            self.phones.close(again=not self.phones.opened.over())
        elif self._door is not None:
            self._door.close()
        self.evening.quit()


def qr_in_letters(url: str, coloured: bool = False) -> str:
    """For a terminal: two modules a letter, what is light is written. `coloured`: also where the paper is white."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(url, micro=False).terminal(out, compact=True, border=QUIET)
    lines = out.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines) if coloured else "\n".join(lines)


def serve(store: Path, games: dict[str, Game[Any]], game: str, names: list[str], port: int | None, bind: str,
          tell: Say, *, plain: bool = False) -> None:
    """`plain`: no pictures of the stage. Raises `Refused`."""
    serving = Serving(store, games, port, tell, bind)
    try:
        if not plain and not getattr(sys, "frozen", False):
            serving.pictures = StagePictures(serving.work.put)
        opened = serving.begin(game, names) if game else serving.last()
        if opened is None:
            serving.wait()
        else:
            serving.open(opened)
    except BaseException:
        serving.close()
        raise
    serving.run()

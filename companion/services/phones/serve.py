"""`tableside serve`: play without a window. This thread owns the play; the server only sends it requests."""

import logging
import signal
import sys
import webbrowser
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from companion.core.engine.boundary import authors
from companion.core.game import Game
from companion.core.language import current, hold_boxes, speak
from companion.core.set_aside import FILE as SET_ASIDE
from companion.core.setup import people
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json
from companion.services.by_hand import how_much
from companion.services.library import Library
from companion.services.open_play import STARTED, OpenPlay
from companion.services.phones.addresses import in_the_room
from companion.services.phones.desk import NEWEST, Desk
from companion.services.phones.guest_table import Connect, GuestTable, by_sockets, known_guests
from companion.services.phones.guests import NOBODY, WATCHER
from companion.services.phones.host_commands import done
from companion.services.phones.link import PhoneLink
from companion.services.phones.saved_guests import GuestsFile, SavedGuests, all_saved, file_of, saved_for
from companion.services.phones.state_json import blank_json
from companion.services.ports.machine import MachineClock
from companion.services.store import PATIENCE, SOON, WAITING, Busy, Store, open_store
from companion.services.workshop import GameFolder, why_not

log = logging.getLogger("tableside")

Say = Callable[[str], None]
LOBBY = ""
"""Stands for a play's uid in the saved guests."""
HERE = "127.0.0.1"
QUIET = 4
"""The quiet zone round a QR code, in modules; readers need it."""
WHITE_ON_BLACK, PLAIN = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


class Lobby:
    """`serve` without a play: the first guest becomes the host and starts one."""

    def __init__(self, server: PhoneLink, desk: Desk, file: Path) -> None:
        self.server, self.guests, self.desk, self._file = server, server.guests, desk, GuestsFile(file)

    def save(self, is_open: bool = True) -> None:
        """After a restart the same phones wait at the same address."""
        guests = self.guests
        self._file.writing(SavedGuests(LOBBY, [], self.server.port, guests.secret, guests.code, {},
                                       guests.host, guests.watchers, is_open, places=guests.places))()

    def look(self) -> None:
        self.server.show({NOBODY: self._state(True), WATCHER: self._state(False)})

    def _state(self, host: bool) -> Json:
        table = {**blank_json({"game": "", "title": "Tableside", "look": None, "seats": []}), "state": "none",
                 "headline": say("Nothing is on the table yet."), "asked": [], "asked_table": False,
                 "guests": False, "where": "Tableside"}
        you: Json = {"seat": None, "host": True} if host else {"watch": True}
        state = {"epoch": f"{STARTED}.none", "boot": STARTED, "you": you, "mine": None, "table": table}
        if not host:
            return state
        return {**state,
                "host": {"undo": False, "redo": False, "open": False, "guests": False, "asks": [],
                         "exits": [], **self.desk.forms()}}

    def join(self, message: dict[str, Json], address: str) -> Json:
        is_free = self.guests.host_is_gone(address)
        if "seat" not in message and message.get("watch") is not True:
            return {"host": "Tableside", "secret": self.guests.secret, "seats": [], "waits": not is_free}
        if "seat" in message and is_free:
            reply = {"token": self.guests.be_host(), "seat": None}
            self.look()
        else:
            reply = self.guests.watch()
        self.save()
        return reply

    def do(self, token: str, message: dict[str, Json]) -> Json:
        if message.get("op") not in ("new", "desk", "accept") or not self.guests.is_host(token):
            return {"refused": say("Only the host can do that.")}
        if message["op"] == "new":
            return self.desk.new(message)
        reply = done(self.desk.accept) if message["op"] == "accept" else self.desk.do(message)
        self.server.handler.look()  # a box or a play may have come in, or be on the table now
        return reply

    def leave(self, token: str) -> None:
        self.guests.leave(token)
        self.save()


class Serving:
    def __init__(self, store: Path, games: dict[str, Game[Any]], port: int | None, tell: Say,
                 bind: str = "0.0.0.0", connect: Connect | None = None) -> None:
        """`connect`: another link than sockets."""
        is_new = not store.exists()
        self.games, self.library = games, Library(_opened(store, tell), games, MachineClock())
        hold_boxes(self.library.settings()["boxes"])
        speak(self.library.settings()["language"] or current().language)
        if self.library.store.notice is not None:
            tell(str(self.library.store.notice))
        self.seats_file = file_of(store)
        if is_new and not self.library.plays():
            self.seats_file.unlink(missing_ok=True)  # of a store that was deleted
        self.home, self.tell, self.connect = store.parent, tell, connect or by_sockets(port, bind)
        self.work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.desk = Desk(self.library, self.open)
        self.table: GuestTable | None = None
        self.server: PhoneLink | None = None
        self.ending = self.opens = False
        """`opens`: show the page in this device's own browser."""
        self.folders: Sequence[GameFolder] = ()
        self._author: Callable[[BaseException], Text] | None = None
        """Games in the making; the table follows each saved file."""

    def begin(self, game: str, names: Iterable[str], options: Mapping[str, Json] | None = None,
              box: Json = NEWEST) -> OpenPlay:
        return self.desk.start(game, people(*names), options or {}, box)

    def last(self) -> OpenPlay | None:
        """The play open when the process ended (a result only that evening), else the latest unfinished."""
        plays = [one for one in self.library.plays() if one.known and not one.damaged]
        for one in plays:
            if one.aside is not None:
                self.tell(str(say("{why} To try it again, delete {file}.", why=one.aside,
                                  file=str(self.home / SET_ASIDE))))
        plays = [one for one in plays if one.aside is None]
        for saved in (one for one in all_saved(self.seats_file) if one.open):
            if saved.uid == LOBBY:
                return None
            row = self.library.store.play_with(saved.uid)
            if row is not None and any(one.id == row.id and (not one.finished or saved.opens_again())
                                       for one in plays):
                return self.library.resume(row.id)
        going_on = [one for one in plays if not one.finished]
        return self.library.resume(going_on[0].id) if going_on else None

    def open(self, opened: OpenPlay | None) -> None:
        """Put this play on the table, or with None wait for the host to choose one."""
        if self.table is not None:
            self.table.let_go()
            self.library.close(self.table.opened)
        if opened is None:
            self._wait()
            return
        server = self.server
        if server is not None:
            if isinstance(server.handler, Lobby):
                server.handler.save(is_open=False)
            self._seat_again(server, opened)
        opened.hands.how = how_much(self.library, opened.game.facts.id)
        table = GuestTable(opened, self.work.put, self.seats_file, desk=self.desk, connect=self.connect,
                           server=server)
        table.open()
        self.table, self.server = table, table.server
        if server is None:
            self._greet(opened.game.facts.title, table.server)

    def _seat_again(self, server: PhoneLink, opened: OpenPlay) -> None:
        """Guests of the previous play are matched by name."""
        names = {seat.name: seat.index for seat in opened.play.table.seats}
        sat = {} if self.table is None else dict(enumerate(self.table.people()))
        guests = server.guests
        guests.seats = {names[sat[seat]]: token for seat, token in guests.seats.items()
                        if sat.get(seat) in names}
        if self.table is None:
            guests.watchers = []  # waiting guests choose a seat now

    def _wait(self) -> None:
        server, self.table = self.server, None
        if server is None:
            saved = saved_for(self.seats_file, LOBBY, [])
            server = self.connect(known_guests(saved, [], True), self.work.put, saved.port)
        server.guests.seats = {}
        lobby = Lobby(server, self.desk, self.seats_file)
        server.enter(lobby)
        if self.server is None:
            self._greet("Tableside", server)
        self.server = server
        lobby.save()
        lobby.look()

    def _greet(self, title: str, server: PhoneLink) -> None:
        found = in_the_room() if server.bind == "0.0.0.0" else [server.bind]
        urls = [f"http://{address}:{server.port}/#s={server.guests.secret}" for address in found or [HERE]]
        first = say("The first phone chooses game and players.")
        if self.table:
            first = say("Tap your name to join.")
        # Translators: {first} is a sentence
        ends = say("{first} Ctrl+C ends; the play is kept.", first=first)
        if found and found != [HERE]:
            self.tell(str(say("{title} is on the table. Scan this, or type the address into any browser.",
                              title=title)))
        else:
            self.tell(str(say("{title} is on the table. Open this address in a browser of this device.",
                              title=title)))
        for url in urls:
            self.tell(f"  {url}")
        self.tell(str(say("Code: {code}", code=server.guests.code)))
        self.tell(str(ends))
        if not found:
            self.tell(str(say("No network was found, so other phones can't join. Join a Wi-Fi network or "
                              "open a hotspot, then start again.")))
        elif found != [HERE]:
            self.tell(str(say("Pages use plain http: anyone on this network could read along.")))
            self.tell(qr_in_letters(urls[0], sys.stdout.isatty()))
        if self.opens:
            webbrowser.open(urls[0])

    def run(self) -> None:
        """Run until interrupted, handling guests' requests one after the other."""
        def stop(*_: object) -> None:
            self.ending = True
        signal.signal(signal.SIGTERM, stop)
        try:
            while not self.ending:
                self.step(1.0)
                self.look_at_folders()
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

    def watch(self, folders: Sequence[GameFolder]) -> None:
        """Load these at each save, and name the line of their files in every error."""
        self.folders = folders
        if folders:
            self._author = partial(why_not, folders=[one.folder for one in folders])
            authors.append(self._author)

    def look_at_folders(self) -> None:
        """Load a saved game again; the play on the table continues under its new rules on all phones."""
        for folder in self.folders:
            if folder.saved():
                try:
                    self._take(folder, folder.load())
                except Refused as refused:
                    self.tell(str(say("{fault} The play continues with the previous rules.",
                                      fault=refused.refusal.why)))

    def _take(self, folder: GameFolder, loaded: Game[Any]) -> None:
        game = folder.id
        old, self.games[game] = self.games[game], loaded
        if self.table is None or self.table.opened.game.facts.id != game:
            self.tell(str(say("Loaded again.")))
            return
        try:
            opened = self.library.reopen(self.table.opened)
            opened.play.view()
        except Refused:
            self.games[game] = old
            folder.back()
            self.open(self.library.reopen(self.table.opened))
            raise
        self.open(opened)
        if opened.play.misfit is not None:
            self.tell(str(opened.play.misfit))
            return
        self.tell(str(count("Loaded again, one answer replayed.", "Loaded again, {n} answers replayed.",
                            opened.play.position())))

    def close(self) -> None:
        if self._author in authors:
            authors.remove(self._author)
        if self.table is not None:
            self.table.close()
        elif self.server is not None:
            self.server.close()
        self.library.quit()


def _opened(store: Path, tell: Say) -> Store:
    """Say it if another instance of the app keeps us waiting. Raises `Busy`."""
    try:
        return open_store(store, SOON, to_write=True)
    except Busy:
        tell(str(WAITING))
        return open_store(store, PATIENCE)


def qr_in_letters(url: str, coloured: bool = False) -> str:
    """A QR code for a terminal; `coloured`: also readable on a light background."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(url, micro=False).terminal(out, compact=True, border=QUIET)
    lines = out.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines) if coloured else "\n".join(lines)


def serve(store: Path, games: dict[str, Game[Any]], game: str, names: list[str], port: int | None, bind: str,
          tell: Say, *, options: Mapping[str, Json] | None = None, here: bool = False,
          box: str = NEWEST, watched: Sequence[GameFolder] = ()) -> None:
    """`here`: only on this device, in its own browser. `watched`: load these at each save."""
    serving = Serving(store, games, port, tell, HERE if here else bind)
    serving.opens = here
    serving.watch(watched)
    try:
        serving.open(serving.begin(game, names, options, box) if game else serving.last())
    except BaseException:
        serving.close()
        raise
    serving.run()

"""The evening: all that the screens need of what is kept. Screens talk to this, never to the store.

    evening = Evening(open_store(path), find_games().games, machine.clock)
    table = evening.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    table.answer("Oldest/table", 0)
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.files import (
    CopyFile,
    Everything,
    PlayFile,
    check_copy,
    dump,
    read_copy,
    read_everything,
    read_play,
    replayed,
    without_sealed,
)
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Json, Refused
from companion.core.seats import Person
from companion.core.setup import Setup
from companion.core.text import Text, say
from companion.services.history import Finished, GameRecord, PersonRecord, finished, game_record, person_record
from companion.services.open_play import OpenPlay, summary_of
from companion.services.settings import DEFAULTS, check_setting
from companion.services.store import CopyRow, PlayRow, Store, Trouble, start_fresh

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock


@dataclass(frozen=True)
class Listed:
    """A play in the library."""

    id: int
    game: str
    people: tuple[Person, ...]
    points: tuple[int, ...]
    subtitle: Text | str
    began: float
    touched: float
    outcome: Text | str | None
    archived: bool
    known: bool
    """Is its game here? A play of a game that is not can't be opened, but is kept."""

    @property
    def finished(self) -> bool:
        return self.outcome is not None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


@dataclass(frozen=True)
class Imported:
    """What came in with a file of everything; what was here already is not counted."""

    plays: int
    people: int
    copies: int


class Evening:
    """The store, the games and the clock, put together."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]], clock: Clock) -> None:
        self.store = store
        self.games = games
        self.clock = clock
        self._open: dict[int, OpenPlay] = {}

    @property
    def writable(self) -> bool:
        return self.store.writable

    @property
    def notice(self) -> Text | None:
        """What was wrong with the saved plays when they were opened; say it before the first answer."""
        return self.store.notice

    @property
    def trouble(self) -> Trouble | None:
        """The same in detail: where a damaged file lies now, and of what time the backup is that was opened instead."""
        return self.store.trouble

    def start_fresh(self) -> None:
        """Rather than with the backup, begin with nothing; all files are kept. Only where `trouble` was damage."""
        if self.store.path is not None:
            self._open.clear()
            self.store = start_fresh(self.store)

    # Plays

    def plays(self, *, archived: bool = False) -> list[Listed]:
        """Newest first."""
        for table in self._open.values():
            table.note()
        return [self._listed(self._up_to_date(row)) for row in self.store.plays(archived=archived)]

    def start(self, game: str, setup: Setup) -> OpenPlay:
        """Begin a play. Raises `Refused` where it can't be played, or can't be kept."""
        plugin = self._game(game)
        full = plugin.prepare(setup)
        play: Play[Any] = Play(plugin, full)
        when = self.clock.wall()
        play_id = self.store.add_play(game, plugin.rules_version, full, when, summary_of(play))
        with suppress(Refused):  # who sits there stands in the play itself
            self.store.remember(full.people, when)
        return self.resume(play_id)

    def resume(self, play_id: int) -> OpenPlay:
        """Open a play where it stands. Look at `play.misfit` and `changed`: the rules may be others now."""
        row = self.store.play(play_id)
        at_table = self._open.get(play_id)
        if at_table is not None and len(at_table.play.log) == row.records:
            return at_table
        table = OpenPlay(self.store, self._game(row.game), row, self.clock)
        self._open[play_id] = table
        return table

    def close(self, table: OpenPlay) -> None:
        """The table screen was left; the play stays kept."""
        table.note()
        self._open.pop(table.id, None)
        self.store.back_up()

    def archive(self, play_id: int, on: bool = True) -> None:
        self.store.archive(play_id, on)

    def delete(self, play_id: int) -> None:
        self._open.pop(play_id, None)
        self.store.delete(play_id)

    def pause(self) -> None:
        """The app goes to the background, or ends: everything is noted, a backup is made."""
        for table in self._open.values():
            table.note()
        self.store.back_up()

    def quit(self) -> None:
        self.pause()
        self.store.close()

    # Going out and coming in

    def export_play(self, play_id: int) -> str:
        """The text of a file with this play; secrets that are still sealed are left out."""
        return dump(self._file_of(self.store.play(play_id)))

    def import_play(self, text: str | bytes) -> int:
        """The id of the play that came in (or was here already). Raises `Refused`."""
        file = read_play(text, self.games)
        return self._take_in(file, self._replayed(file))[0]

    def export_everything(self) -> str:
        rows = [*self.store.plays(), *self.store.plays(archived=True)]
        copies = [CopyFile(copy.game, copy.name, copy.copy) for copy in self.store.copies()]
        people = [(person.name, person.colour) for person in self.store.people()]
        return dump(Everything([self._file_of(row) for row in rows], people, copies, self.settings()))

    def import_everything(self, text: str | bytes) -> Imported:
        """Take in what another phone exported; nothing that is here is lost. Raises `Refused`."""
        found = read_everything(text)
        plays = [(file, self._replayed(file)) for file in found.plays]  # all are looked over before one is taken in
        for key, value in found.settings.items():
            with suppress(Refused):
                self.set(key, value)
        known = {person.name.casefold() for person in self.people()}
        people = [Person(name, colour) for name, colour in found.people if name.strip().casefold() not in known]
        self.store.remember(people, 0.0)
        return Imported(sum(self._take_in(file, play)[1] for file, play in plays), len(people),
                        sum(self._take_copy(copy)[1] for copy in found.copies))

    # People

    def people(self) -> list[Person]:
        """Remembered people, who played last first, with the colour they had."""
        return self.store.people()

    def forget(self, name: str) -> None:
        self.store.forget(name)

    # Copies

    def copies(self, game: str) -> list[CopyRow]:
        """The owner's copies of a box, the latest first."""
        return self.store.copies(game)

    def save_copy(self, game: str, name: str, copy: Json, copy_id: int | None = None) -> tuple[CopyRow, list[Text]]:
        """Keep a copy (with its id: in place of the one that is there), and the game's warnings about it."""
        warnings = check_copy(self._game(game), copy)
        if not name.strip():
            raise Refused(say("The copy has no name. Type one."))
        kept = self.store.save_copy(game, name.strip(), copy, self.clock.wall(), copy_id)
        return self.store.copy(kept), warnings

    def delete_copy(self, copy_id: int) -> None:
        self.store.delete_copy(copy_id)

    def export_copy(self, copy_id: int) -> str:
        row = self.store.copy(copy_id)
        return dump(CopyFile(row.game, row.name, row.copy))

    def import_copy(self, text: str | bytes) -> CopyRow:
        """A copy from somebody else; a name that is taken gets a number. Raises `Refused`."""
        return self._take_copy(read_copy(text, self.games))[0]

    # Settings

    def setting(self, key: str) -> Json:
        """What was chosen, or the default."""
        return self.settings()[key]

    def settings(self) -> dict[str, Json]:
        chosen = {key: self.store.setting(key) for key in DEFAULTS}
        return {key: DEFAULTS[key] if chosen[key] is None else chosen[key] for key in DEFAULTS}

    def set(self, key: str, value: Json) -> None:
        """Raises `Refused` for a setting or value that does not exist."""
        check_setting(key, value)
        self.store.set(key, value)

    # History

    def history(self, game: str | None = None, name: str | None = None) -> list[Finished]:
        """Finished plays, newest first; of one game, with one person."""
        return finished(self.store.results(), game, name)

    def game_record(self, game: str) -> GameRecord:
        """How often it was played, who won how often, the best score."""
        return game_record(self.store.results(), game)

    def person_record(self, name: str) -> PersonRecord:
        """Plays, wins and best score of one person, in all and game by game."""
        return person_record(self.store.results(), name)

    # How it is done

    def _game(self, game: str) -> Game[Any]:
        if game not in self.games:
            raise Refused(say("The game {game} is not here. Its plays are kept until it is.", game=game))
        return self.games[game]

    def _listed(self, row: PlayRow) -> Listed:
        return Listed(row.id, row.game, row.setup.people, row.points, row.subtitle, row.began, row.touched, row.outcome,
                      row.archived, row.game in self.games)

    def _up_to_date(self, row: PlayRow) -> PlayRow:
        """A process that was killed may have kept a record without its summary; an older file has none at all."""
        if row.noted == row.records or row.game not in self.games:
            return row
        with suppress(Exception):  # a play that can't be opened is listed all the same
            OpenPlay(self.store, self.games[row.game], row, self.clock).note()
        return self.store.play(row.id)

    def _file_of(self, row: PlayRow) -> PlayFile:
        if row.game in self.games:
            with suppress(Exception):  # a game that stumbles over its own play: export what needs no rules
                return OpenPlay(self.store, self.games[row.game], row, self.clock).file()
        records = without_sealed(self.store.readable_records(row.id))
        return PlayFile(row.game, row.rules, row.setup, records, row.uid, row.began)

    def _replayed(self, file: PlayFile) -> Play[Any] | None:
        """The play that came in, its answers checked; None where its game is not here."""
        return None if file.game not in self.games else replayed(file, self.games[file.game])

    def _take_in(self, file: PlayFile, play: Play[Any] | None) -> tuple[int, bool]:
        """The play's id, and whether it is new here."""
        twin = self.store.play_with(file.uid)
        if twin is not None and twin.records == len(file.log):
            return twin.id, False
        fits = play is not None and play.misfit is None
        rules = self.games[file.game].rules_version if fits else f"{file.rules} (imported)"
        uid = file.uid if twin is None else ""
        summary = None if play is None else summary_of(play)
        return self.store.add_play(file.game, rules, file.setup, file.began, summary, file.log, uid), True

    def _take_copy(self, file: CopyFile) -> tuple[CopyRow, bool]:
        """The copy as it is kept, and whether it is new here."""
        here = {row.name: row for row in self.store.copies(file.game)}
        same = next((row for row in here.values() if row.copy == file.copy), None)
        if same is not None:
            return same, False
        name, number = file.name.strip() or "?", 1
        while name in here:
            number += 1
            name = f"{file.name.strip()} {number}"
        return self.store.copy(self.store.save_copy(file.game, name, file.copy, self.clock.wall())), True

"""Going out and coming in: plays, copies and everything as files. A part of the evening, in a module of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from uuid import uuid4

from companion.core.files.reading import (
    COPY,
    EVERYTHING,
    PLAY,
    CopyFile,
    Everything,
    LeftOut,
    Part,
    PlayFile,
    as_text,
    check_copy,
    dump,
    head,
    iter_everything,
    read_copy,
    read_play,
    replayed,
)
from companion.core.game import Game
from companion.core.log import Record
from companion.core.play import Play
from companion.core.questions import Json, Refused
from companion.core.seats import Person, name_key
from companion.core.setup import LONGEST_NAME
from companion.core.text import Text, say
from companion.services.import_summary import Imported, Preview
from companion.services.incoming import kind_of, open_text, read_text
from companion.services.jobs import Job, Steps
from companion.services.open_play import OpenPlay, summary_of
from companion.services.settings import DEFAULTS, check_setting
from companion.services.store import PlayRow, Store

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock

DAMAGED = "tableside-damaged"
"""A play of which not even the setup can be read: its rows as they stand."""


class FileExchange:
    """What `Evening` does with files."""

    store: Store
    games: Mapping[str, Game[Any]]
    clock: Clock

    # Going out

    def export_play(self, play_id: int) -> str:
        """The text of a file with this play; secrets that are still sealed are left out. A damaged play goes out whole:
        the part that can be read as a play, and every row as it stands."""
        file, damaged = self._out(self.store.play(play_id))
        if file is None:
            return as_text({**head(DAMAGED), **(damaged or {})})
        return dump(file) if damaged is None else as_text({**head(PLAY), **file.to_json(), "damaged": damaged})

    def export_everything(self) -> str:
        """All of it as one text. For many plays rather `export_to`."""
        out = [self._out(row) for row in self._all_rows()]
        plays = [file for file, _ in out if file is not None]
        damaged = [rows for _, rows in out if rows is not None]
        return dump(Everything(plays, self._people_out(), self._copies_out(), self.settings(), damaged))

    def export_to(self, path: Path) -> Job[Path]:
        """The same into a file, one play a step. Nothing lies at `path` before it is whole; cancelled, nothing is left
        behind."""
        return Job(self._exporting(path))

    def _exporting(self, path: Path) -> Steps[Path]:
        rows = self._all_rows()
        unfinished = path.with_name(f"{path.name[:60]}-unfinished-{os.getpid()}-{uuid4().hex[:8]}")
        try:
            with unfinished.open("w", encoding="utf-8") as file:
                yield from self._write(file, rows)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        except OSError:
            raise Refused(say("The file could not be written. Free some space and try again.")) from None
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
        return path

    def _write(self, file: TextIO, rows: list[PlayRow]) -> Iterator[tuple[int, int]]:
        """The very text that `export_everything` gives, but never more of it in memory than one play."""
        damaged: list[dict[str, Any]] = []
        file.write(as_text(head(EVERYTHING)).removesuffix("\n}") + ',\n "plays": [')
        comma = ""
        for number, row in enumerate(rows):
            play, hurt = self._out(row)
            if play is not None:
                file.write(comma + as_text(play.to_json()))
                comma = ","
            if hurt is not None:
                damaged.append(hurt)
            yield number + 1, len(rows)
        rest = Everything([], self._people_out(), self._copies_out(), self.settings(), damaged).to_json()
        rest.pop("plays")
        file.write("],\n" + as_text(rest).removeprefix("{\n"))

    def _all_rows(self) -> list[PlayRow]:
        return [*self.store.plays(), *self.store.plays(archived=True)]

    def _people_out(self) -> list[tuple[str, int]]:
        return [(person.name, person.colour) for person in self.store.people()]

    def _copies_out(self) -> list[CopyFile]:
        return [CopyFile(copy.game, copy.name, copy.copy) for copy in self.store.copies()]

    def _out(self, row: PlayRow) -> tuple[PlayFile | None, dict[str, Any] | None]:
        """A play as it goes out; and, where it can't be read to its end, its rows as they stand."""
        if row.damaged:
            return None, self.store.raw_play(row.id)
        try:
            records = self.store.records(row.id)
        except Refused:
            readable = self.store.readable_records(row.id)
            return self._as_it_stands(row, readable), self.store.raw_play(row.id)
        if row.game in self.games:
            with suppress(Exception):  # a game that stumbles over its own play: export what needs no rules
                return OpenPlay(self.store, self.games[row.game], row, self.clock).file(), None
        return self._as_it_stands(row, records), None

    def _as_it_stands(self, row: PlayRow, records: list[Record]) -> PlayFile:
        """Every answer: without the game nobody can say which secrets are open, so they go out covered."""
        return PlayFile(row.game, row.rules, row.setup, records, row.uid, row.began, covered=True)

    # Coming in

    def preview_file(self, path: Path) -> Job[Preview]:
        """What a file of any size would bring, one part a step. Raises `Refused` for what is no file of ours, or a
        damaged one."""
        return Job(self._previewing(path, _kind_of_file(path)))

    def import_file(self, path: Path) -> Job[Imported]:
        """Take in a file of any kind and size, one part a step. It is looked over to its end before anything comes in;
        cancelled, what came in whole stays, and the same file again brings the rest."""
        kind = _kind_of_file(path)
        return Job(self._importing(path) if kind == EVERYTHING else self._importing_one(path, kind))

    def _read_one(self, path: Path, kind: str) -> PlayFile | CopyFile:
        text = read_text(path)
        return read_copy(text, self.games) if kind == COPY else read_play(text, self.games)

    def _importing_one(self, path: Path, kind: str) -> Steps[Imported]:
        file = self._read_one(path, kind)
        yield 0, 1
        if isinstance(file, CopyFile):
            return Imported(copies=int(self._take_copy(file)))
        return Imported(plays=int(self._take_in(file, replayed(file, self.games[file.game]))))

    def _importing(self, path: Path) -> Steps[Imported]:
        total = 0
        for _ in _parts(path):  # all of it is looked over before one part is taken in
            total += 1
            yield 0, 0
        found = Imported()
        for number, part in enumerate(_parts(path)):
            self._take_part(part, found)
            yield number + 1, total
        self.store.back_up()
        return found

    def _take_part(self, part: Part, found: Imported) -> None:
        if isinstance(part, LeftOut):
            found.left_out += (part.why,)
        elif isinstance(part, PlayFile):
            found.plays += self._take_in(part, self._replayed(part))
        elif isinstance(part, CopyFile):
            why = self._refusal(part)
            found.copies += why is None and self._take_copy(part)
            found.left_out += () if why is None else (why,)
        elif isinstance(part, tuple):
            if self._is_new(part, found):
                self.store.remember([Person(*part)], -float(found.people))
                found.people += 1
        else:
            for key, value in self._new_settings(part):
                self.store.set(key, value)
                found.settings += 1

    def _previewing(self, path: Path, kind: str) -> Steps[Preview]:
        found = Preview(kind)
        for part in _parts(path) if kind == EVERYTHING else [self._read_one(path, kind)]:
            self._preview_part(part, found)
            yield 0, 0
        return found

    def _preview_part(self, part: Part, found: Preview) -> None:
        if isinstance(part, LeftOut):
            found.left_out += (part.why,)
        elif isinstance(part, PlayFile):
            twin, uid = self._twin(part)
            new = twin is None or twin.trashed is not None
            found.plays += new
            found.here += not new
            found.second += new and bool(part.uid) and uid != part.uid
            found.strangers += new and part.game not in self.games
        elif isinstance(part, CopyFile):
            why = self._refusal(part)
            new = why is None and part.copy not in [row.copy for row in self.store.copies(part.game)]
            found.copies += new
            found.named += (self._named(part),) if new else ()
            found.left_out += () if why is None else (why,)
        elif isinstance(part, tuple):
            found.people += self._is_new(part, found)
        else:
            found.settings += len(list(self._new_settings(part)))

    # How it is done

    def settings(self) -> dict[str, Json]:
        """What was chosen, or the defaults."""
        chosen = {key: self.store.setting(key) for key in DEFAULTS}
        return {key: DEFAULTS[key] if not _allowed(key, chosen[key]) else chosen[key] for key in DEFAULTS}

    def _new_settings(self, settings: dict[str, Json]) -> Iterator[tuple[str, Json]]:
        """Those that were never chosen here, and are not as they are anyway: what is here already stays."""
        return ((key, value) for key, value in settings.items()
                if _allowed(key, value) and value != DEFAULTS[key] and self.store.setting(key) is None)

    def _is_new(self, person: tuple[str, int], found: Imported | Preview) -> bool:
        """A name that is neither here nor earlier in the file."""
        if found.known is None:
            found.known = {name_key(one.name) for one in self.store.people()}
        key = name_key(person[0])
        new = bool(key) and len(person[0].strip()) <= LONGEST_NAME and key not in found.known
        found.known.add(key)
        return new

    def _refusal(self, copy: CopyFile) -> Text | None:
        """What its game has against a copy; a copy of a game that is not here is kept unseen."""
        if copy.game in self.games:
            try:
                check_copy(self.games[copy.game], copy.copy)
            except Refused as error:
                return say("The copy {name} was left out: {why}", name=copy.name, why=error.refusal.why)
        return None

    def _named(self, copy: CopyFile) -> Text:
        game = self.games.get(copy.game)
        return say("{name}, a copy of {game}", name=copy.name, game=copy.game if game is None else game.facts.title)

    def _replayed(self, file: PlayFile) -> Play[Any] | None:
        """The play that came in, its answers checked; None where its game is not here, or refuses it as it is now."""
        with suppress(Refused):
            return None if file.game not in self.games else replayed(file, self.games[file.game])
        return None

    def _twin(self, file: PlayFile) -> tuple[PlayRow | None, str]:
        """The very same play, if it is here already; and the uid that it has, or would get.

        The same by content: as many lines or more that begin alike. The same uid with another course is a second play,
        whose uid follows from what is in it; so the same file again finds it.
        """
        twin = self.store.play_with(file.uid) if file.uid else None
        if file.uid and not self.store.is_gone(file.uid) and (twin is None or self._same(file, twin)):
            return twin, file.uid
        uid = _hash(_content(file))
        while self.store.is_gone(uid):
            uid = _hash(uid)
        return self.store.play_with(uid), uid

    def _same(self, file: PlayFile, twin: PlayRow) -> bool:
        if (file.game, file.setup) != (twin.game, twin.setup):
            return False
        if _begins_with(self.store.readable_records(twin.id), file.log):
            return True
        out, _ = self._out(twin)
        return out is not None and out.log == file.log

    def _take_in(self, file: PlayFile, play: Play[Any] | None) -> bool:
        """Is the play new here? One that lies in the trash comes back as it was."""
        twin, uid = self._twin(file)
        if twin is not None:
            if twin.trashed is not None:
                self.store.bring_back(twin.id)
            return twin.trashed is not None
        fits = play is not None and play.misfit is None
        rules = self.games[file.game].rules_version if fits else f"{file.rules} (imported)"
        summary = None if play is None else summary_of(play)
        self.store.add_play(file.game, rules, file.setup, file.began, summary, file.log, uid)
        return True

    def _take_copy(self, file: CopyFile) -> bool:
        """Is the copy new here? A name that is taken gets a number."""
        here = {row.name: row.copy for row in self.store.copies(file.game)}
        if file.copy in here.values():
            return False
        name, number = file.name.strip() or "?", 1
        while name in here:
            number += 1
            name = f"{file.name.strip()} {number}"
        self.store.save_copy(file.game, name, file.copy, self.clock.wall())
        return True


def _allowed(key: str, value: Json) -> bool:
    with suppress(Refused):
        check_setting(key, value)
        return True
    return False


def _parts(path: Path) -> Iterator[Part]:
    """Of a file of everything."""
    with open_text(path) as file:
        try:
            yield from iter_everything(file)
        except (OSError, UnicodeDecodeError):
            raise Refused(say("This file is cut off or damaged. It can't be read.")) from None


def _kind_of_file(path: Path) -> str:
    with open_text(path) as file:
        try:
            return kind_of(file.read(1_000))
        except UnicodeDecodeError:
            raise Refused(say("This is not a Tableside file.")) from None


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _content(file: PlayFile) -> str:
    lines = [record.to_json() for record in file.log]
    return json.dumps([file.uid, file.game, file.setup.to_json(), file.began, lines], sort_keys=True)


def _begins_with(log: list[Record], start: list[Record]) -> bool:
    """A line whose secret was left out stands for the one that has it."""
    return len(start) <= len(log) and all(
        one == given or (given.masked and one.sealed and replace(one, answer=None, masked=True) == given)
        for one, given in zip(log, start, strict=False))

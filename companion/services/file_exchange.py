"""Import and export of plays, boxes, or everything; finds files to import on a desktop."""

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from companion.core import files
from companion.core.files import BOX, CUT_OFF, EVERYTHING, LARGEST_FILE, PLAY
from companion.core.log import Ending, Record, effective, public
from companion.core.play import GuardedPlay
from companion.core.setup import LONGEST_NAME, Person, PlayElsewhere, name_key
from companion.core.text import Refused, Text, count, listing, say
from companion.core.values import Json
from companion.services import bg_stats
from companion.services.elsewhere import FOREIGN, LeftOutPlays, parts, table
from companion.services.elsewhere.table import is_table
from companion.services.jobs import Steps, job
from companion.services.open_play import OpenPlay
from companion.services.packs import ZIP
from companion.services.packs.pack import SUFFIX
from companion.services.play_details import KEY as DETAILS
from companion.services.play_details import takes_photo
from companion.services.settings import DEFAULTS, TIMED, entries_of, is_allowed, newest, setting_of
from companion.services.store import PlayRow
from companion.services.store.lines import record_of
from companion.services.summary import is_ended_early, summary_of
from companion.services.votes import before_secrets, closed_votes, votes_key, votes_that_count

if TYPE_CHECKING:
    from companion.services.library import Library

MARK = b"tableside-"
MOST = 20
HEAD = 400  # bytes read to recognise a file
BG_STATS = ".bgsplay"
AT_ONCE = 25
"""Parts of another program's file that are saved together; each is small."""


@dataclass(frozen=True)
class Incoming:
    path: Path
    changed: float

    @property
    def name(self) -> str:
        return self.path.name


def files_here(home: Path | None = None) -> list[Incoming]:
    """Our files in the home and Downloads folders, newest first."""
    return _newest(home, ("Downloads", ""), _is_ours)


def photos_here(home: Path | None = None) -> list[Incoming]:
    """Photos in Pictures and Downloads, newest first."""
    return _newest(home, ("Pictures", "Downloads"),
                   lambda path: path.suffix.lower() in (".jpg", ".jpeg", ".png") and path.is_file())


def _newest(home: Path | None, folders: Iterable[str], fits: Callable[[Path], bool]) -> list[Incoming]:
    found: list[Incoming] = []
    for folder in folders:
        with suppress(OSError):
            found += [Incoming(path, path.stat().st_mtime)
                      for path in ((home or Path.home()) / folder).iterdir()
                      if fits(path)]
    return sorted(found, key=lambda one: -one.changed)[:MOST]


def _is_ours(path: Path) -> bool:
    """Also an export of BG Stats, and a table of plays; skips pipes and devices."""
    with suppress(OSError, Refused):
        if path.suffix in (".json", ".csv", BG_STATS):
            with open_file(path) as file:
                begin = file.read(HEAD)
            of_bg_stats = path.suffix == BG_STATS or path.name.startswith("BGStatsExport")
            return of_bg_stats or MARK in begin or (path.suffix == ".csv" and is_table(begin))
    return path.suffix == SUFFIX and path.is_file()


def open_file(path: Path) -> BinaryIO:
    """Open a regular file; a pipe would block forever. Raises `Refused`."""
    try:
        looked = path.stat()
        if not stat.S_ISREG(looked.st_mode):
            raise Refused(say("This file can't be read. Choose another."))
        if looked.st_size > LARGEST_FILE:
            raise Refused(say("This file is too large to be from Tableside."))
        return path.open("rb")
    except OSError:
        raise Refused(say("This file can't be read. Choose it again, or another.")) from None


def read_file(path: Path) -> bytes:
    """Read one of our files or a pack, or the beginning of any other file. Raises `Refused`."""
    try:
        with open_file(path) as file:
            begin = file.read(HEAD)
            if not (MARK in begin or begin.startswith(ZIP) or is_table(begin) or b"{" in begin[:10]):
                raise Refused(say("This is not a Tableside file."))
            return begin + file.read()
    except OSError:
        raise Refused(say("This file can't be read. Choose it again, or another.")) from None


@dataclass
class Contents:
    """What a file brings or has brought; duplicates don't count."""

    kind: str
    plays: int = 0
    """New plays, including `second`."""
    second: int = 0
    """Plays that exist here with a different course; imported beside them."""
    continued: int = 0
    """Plays that went on elsewhere; their answers are added to the play here."""
    changed: int = 0
    """Plays that were ended, reopened, archived or brought back elsewhere, with the same answers."""
    here: int = 0
    """Plays that are already here, perhaps continued."""
    strangers: int = 0
    """New plays whose game is missing; kept until it is installed."""
    people: int = 0
    boxes: int = 0
    named: tuple[Text, ...] = ()
    """One sentence for each of these boxes."""
    photos: int = 0
    notes: int = 0
    """Plays here whose note, place or day comes from the file."""
    renamed: int = 0
    groups: int = 0
    settings: int = 0
    left_out: tuple[Text, ...] = ()
    """One sentence for each part that is unreadable, or that its game refused."""
    replaced: bool = False
    """Does a name, a group or a note here give way to a newer one?"""
    uids: dict[str, str] = field(default_factory=dict, repr=False)
    """The uid here of each play in the file; a second course has another one than there."""
    known: set[str] | None = field(default=None, repr=False)
    """Names that exist here or were just imported; filled when the first person is read."""

    def of_plays_here(self, entries: Mapping[str, Json]) -> dict[str, Json]:
        """Details with the uids that their plays have here."""
        return {f"{self.uids.get(uid, uid)}/{name}": value for entry, value in entries.items()
                for uid, _, name in [entry.rpartition("/")]}

    @property
    def parts(self) -> list[Text]:
        return [number for number, wanted in (
            (count("{n} play", "{n} plays", self.plays), self.plays),
            (count("{n} play that went on elsewhere", "{n} plays that went on elsewhere", self.continued),
             self.continued),
            (count("{n} play that changed elsewhere", "{n} plays that changed elsewhere", self.changed),
             self.changed),
            (count("{n} person", "{n} people", self.people), self.people),
            (count("{n} box", "{n} boxes", self.boxes), self.boxes),
            (count("{n} photo", "{n} photos", self.photos), self.photos),
            (count("{n} note", "{n} notes", self.notes), self.notes),
            (count("{n} new name", "{n} new names", self.renamed), self.renamed),
            (count("{n} group", "{n} groups", self.groups), self.groups),
            (count("{n} setting", "{n} settings", self.settings), self.settings)) if wanted]

    @property
    def sentence(self) -> Text:
        if not self.parts:
            return say("You already have everything in this file.")
        if self.replaced:
            return say("New in this file: {parts}. Newer names, groups and notes replace older ones.",
                       parts=listing(self.parts))
        return say("New in this file: {parts}. Nothing you have is lost.", parts=listing(self.parts))


@dataclass(frozen=True)
class Match:
    """A play in a file, compared with the play here that it belongs to: its twin."""

    uid: str
    twin: PlayRow | None = None
    known: int = 0
    """So many of its records are here already."""
    longer: bool = False
    moves: bool = False
    """It was archived or brought back later than here."""
    ending: Ending | None = None
    """What players said after its last record, if that is news."""
    second: bool = False
    """It went on differently than one that is here."""

    @property
    def is_new(self) -> bool:
        return self.twin is None or self.twin.trashed is not None


class FileExchange:
    def __init__(self, library: "Library") -> None:
        self._library = library

    # Export

    def export_play(self, play_id: int) -> str:
        """Export this play without sealed votes; a damaged one also includes its raw rows."""
        parts = self._out(self._library.store.play(play_id), shared=True)
        return files.dump(*parts, kind=files.PLAY if isinstance(parts[0], files.PlayFile) else files.DAMAGED)

    def left_behind(self) -> Text | str:
        """What an export of everything leaves out, in one sentence."""
        trash = self._library.store.how_many(trashed=True)
        if trash:
            return count("One play in the trash stays on this device.",
                         "{n} plays in the trash stay on this device.", trash)
        return ""

    def export_everything(self, *, votes: bool = True) -> str:
        """Everything as one text. Without `votes`, it holds no vote that isn't revealed.

        For many plays, use `export_to`.
        """
        return files.dump(*self._everything(votes=votes), kind=files.EVERYTHING)

    @job
    def export_to(self, path: Path, photos: Sequence[Path] = ()) -> Steps[Path]:
        """Export everything to a file, one part per step; `path` appears only when complete."""
        total = len(self._all_rows()) + len(photos)
        unfinished = path.with_name(f"{path.name[:60]}-unfinished-{os.getpid()}-{os.urandom(4).hex()}")
        try:
            with unfinished.open("w", encoding="utf-8", newline="\n") as file:
                for number, line in enumerate(files.lines(files.EVERYTHING, self._everything(photos))):
                    file.write(line)
                    yield min(number, total), total
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        except OSError:
            raise Refused(say("The file couldn't be written. Free some space and try again.")) from None
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
        return path

    def _everything(self, photos: Sequence[Path] = (), *, votes: bool = True) -> Iterator[files.Part]:
        store = self._library.store
        for row in self._all_rows():
            for part in self._out(row, votes=votes):
                yield replace(part, away=row.moved) if isinstance(part, files.PlayFile) else part
        yield from store.people()
        for box in store.boxes():
            yield files.BoxFile(box.game, box.name, box.box)
        for photo in photos:
            with suppress(OSError):  # removed meanwhile
                yield files.PhotoFile(photo.stem, photo.read_bytes())
        yield self._settings_out()

    def _settings_out(self) -> files.Settings:
        """Without what was written about plays in the trash."""
        settings, trash = self._library.settings(), {row.uid for row in self._library.store.trashed()}
        settings["details"] = {uid: one for uid, one in settings["details"].items() if uid not in trash}
        times = settings["times"].get("details", {})
        left = {key: at for key, at in times.items() if key.rpartition("/")[0] not in trash}
        return {**settings, "times": {**settings["times"], **({"details": left} if times else {})}}

    def _all_rows(self) -> list[PlayRow]:
        return [*self._library.store.plays(), *self._library.store.plays(archived=True)]

    def _out(self, row: PlayRow, *, shared: bool = False,
             votes: bool = True) -> list[files.PlayFile | files.DamagedPlay]:
        """A play for export, with its raw rows if it can't be read to its end."""
        first, *raw = self._written(row, shared=shared, votes=votes)
        ending = self._ending(row)
        if ending is not None and isinstance(first, files.PlayFile) and not raw:
            log = self._library.store.readable_records(row.id)
            if len(effective(first.log)) == len(effective(log)):  # else it ends before sealed secrets
                return [replace(first, ended=ending)]
        return [first, *raw]

    def _ending(self, row: PlayRow) -> Ending | None:
        """What players said after the last record. Older versions kept it in the summary only."""
        if row.ending is not None or not is_ended_early(row.outcome) or row.noted != row.records:
            return row.ending
        won = [one.seat for one in self._library.store.results.seats_of([row.id]) if one.won]
        return Ending(True, won[0] if won else None)

    def _written(self, row: PlayRow, *, shared: bool,
                 votes: bool) -> list[files.PlayFile | files.DamagedPlay]:
        store, games = self._library.store, self._library.games
        if row.damaged:
            return [self._raw(row, secrets=votes and not shared)]
        try:
            records = store.records(row.id)
        except Refused:
            return [_as_it_stands(row, store.readable_records(row.id), shared, votes),
                    self._raw(row, secrets=votes and not shared)]
        if row.game in games:
            with suppress(Refused):  # the game fails on its own play: export what needs no rules
                opened = OpenPlay(store, games[row.game], row, self._library.clock)
                return [opened.file(shared=shared, votes=votes)]
        return [_as_it_stands(row, records, shared, votes)]

    def _raw(self, row: PlayRow, *, secrets: bool) -> files.DamagedPlay:
        raw = self._library.store.raw_play(row.id)
        if not secrets:
            raw["lines"] = [[number, "" if _may_be_secret(line) else line] for number, line in raw["lines"]]
        return files.DamagedPlay(raw)

    # Import

    @job
    def preview_file(self, path: Path) -> Steps[Contents]:
        """What a file would bring, one part per step. Raises `Refused` if it is not one of our files."""
        found = Contents(_kind_of_file(path))
        for part in self._parts(path, found.kind):
            self._take_part(part, found, save=False)
            yield 0, 0
        return found

    @job
    def import_file(self, path: Path) -> Steps[Contents]:
        """Import any of our files in steps; finished parts survive a cancel."""
        found, total = Contents(_kind_of_file(path)), 0
        for _ in self._parts(path, found.kind):  # check all parts before importing any
            total += 1
            yield 0, 0
        incoming = enumerate(self._parts(path, found.kind), 1)
        while some := list(islice(incoming, AT_ONCE if found.kind == FOREIGN else 1)):
            with self._library.store.together():
                for _, part in some:
                    self._take_part(part, found, save=True)
            yield some[-1][0], total
        self._library.store.back_up()
        return found

    def _parts(self, path: Path, kind: str) -> Iterator[files.Part]:
        if kind == FOREIGN:
            yield from parts(self._library, plays_elsewhere(path))
            return
        with open_file(path) as file:
            if kind == files.EVERYTHING:
                yield from files.read_parts(file, kind)
            else:
                yield files.read_one(file, kind, self._library.games)

    def _take_part(self, part: files.Part, found: Contents, *, save: bool) -> None:
        """Count a part if it is new here, and save it."""
        match part:
            case files.PlayFile():
                self._take_play(part, found, save)
            case files.BoxFile():
                self._take_box(part, found, save)
            case Person():
                if self._is_new(part, found):
                    if save:
                        self._library.store.remember([part], -float(found.people))
                    found.people += 1
            case files.PhotoFile(uid, content):
                found.photos += takes_photo(self._library, found.uids.get(uid, uid), content, save=save)
            case files.LeftOut():
                found.left_out += (part.sentence,)
            case dict():
                for key, value in self._new_settings(part):
                    if save:
                        self._library.store.set(key, value)
                    found.settings += 1
                for key in TIMED:
                    self._take_entries(key, part, found, save)

    # Internals

    def _new_settings(self, settings: files.Settings) -> Iterator[tuple[str, Json]]:
        store = self._library.store
        for key, value in settings.items():
            if key not in (*TIMED, "times") and is_allowed(key, value) and value != DEFAULTS[key] \
                    and store.setting(key) is None:
                yield key, value

    def _take_entries(self, key: str, settings: files.Settings, found: Contents, save: bool) -> None:
        """Take the newer names, groups or details."""
        mine, times = self._library.settings(), self._library.setting("times")
        theirs = {**DEFAULTS, **{one: value for one, value in settings.items() if is_allowed(one, value)}}
        there, their_times = entries_of(key, theirs[key]), theirs["times"].get(key, {})
        if key == DETAILS:
            there, their_times = found.of_plays_here(there), found.of_plays_here(their_times)
        here = entries_of(key, mine[key])
        now, now_times = newest(here, times.get(key, {}), there, their_times)
        news = {one for one in {**here, **now} if here.get(one) != now.get(one)}
        if key == DETAILS:
            found.notes += len({one.rpartition("/")[0] for one in news})
        elif key == "groups":
            found.groups += len(news)
        else:
            found.renamed += len(news)
        found.replaced |= any(now.get(one) != here[one] for one in here)
        if save and (now, now_times) != (here, times.get(key, {})):
            self._library.store.set_all({key: setting_of(key, now), "times": {**times, key: now_times}})

    def _is_new(self, person: Person, found: Contents) -> bool:
        if found.known is None:
            found.known = {name_key(one.name) for one in self._library.store.people()}
        key = name_key(person.name)
        new = bool(key) and len(person.name.strip()) <= LONGEST_NAME and key not in found.known
        found.known.add(key)
        return new

    def _twin(self, file: files.PlayFile) -> tuple[PlayRow | None, int, bool]:
        """The play here with the same course, how many of the file's lines it has, and whether it ends there.

        The same course means that one log begins with the other. A play that went on differently in two
        places is kept as two plays with related uids (`second_uid`), whichever phone imports which file
        first.
        """
        for row in self._library.store.courses(_uid_of(file)):
            if (file.game, file.setup) == (row.game, row.setup):
                here = self._library.store.readable_records(row.id)
                begins = _begins_with(here, file.log)
                if begins or self._goes_out_as(file, row):
                    return row, len(file.log), not begins or len(file.log) == row.records
                if not row.damaged and len(here) == row.records and self._goes_on(file, here):
                    return row, len(here), False
        return None, 0, False

    def _goes_on(self, file: files.PlayFile, here: list[Record]) -> bool:
        """Not if a vote that was removed here or in the file counts again: later answers wouldn't fit."""
        if not _begins_with(file.log, here):
            return False
        game, joined = self._library.games.get(file.game), [*here, *file.log[len(here):]]
        if game is not None and joined != file.log:
            with suppress(Refused):  # the game fails on it, with or without these votes
                one, other = (GuardedPlay(game, file.setup, records) for records in (file.log, joined))
                return (one.misfit, votes_that_count(one)) == (other.misfit, votes_that_count(other))
        return True

    def _goes_out_as(self, file: files.PlayFile, row: PlayRow) -> bool:
        forms = (self._written(row, shared=shared, votes=votes)[0]
                 for shared, votes in ((False, True), (True, True), (False, False)))
        return any(isinstance(out, files.PlayFile) and out.log == file.log for out in forms)

    def _take_play(self, file: files.PlayFile, found: Contents, save: bool) -> None:
        play: GuardedPlay | None = None
        if save and file.game in self._library.games:
            # of many plays, one that its game refuses comes in all the same
            with suppress(Refused) if found.kind in (EVERYTHING, FOREIGN) else nullcontext():
                play = files.replayed(file, self._library.games[file.game])
        match = self._match(file)
        self._count(file, match, found)
        if save:
            self._save_play(file, match, play)

    def _match(self, file: files.PlayFile) -> "Match":
        store = self._library.store
        twin, known, same = self._twin(file)
        if twin is None:
            uid = _uid_of(file)
            others = bool(store.courses(uid))
            if others or store.is_gone(uid):
                uid = store.second_uid(uid, _content(file))
            return Match(uid, ending=file.ended, second=others)
        longer = known < len(file.log)
        newer = same and _is_newer(file.ended, self._ending(twin))
        return Match(twin.uid, twin, known, longer,
                     moves=(abs(file.away), file.away) > (abs(twin.moved), twin.moved),
                     ending=file.ended if longer or newer else None)

    def _count(self, file: files.PlayFile, match: "Match", found: Contents) -> None:
        new, longer = match.is_new, match.longer
        changed = not new and not longer and (match.moves or match.ending is not None)
        found.plays += new
        found.continued += longer and not new
        found.changed += changed
        found.here += not new and not longer and not changed
        found.second += match.second
        found.strangers += new and file.game not in self._library.games
        found.uids[file.uid] = match.uid

    def _save_play(self, file: files.PlayFile, match: "Match", play: GuardedPlay | None) -> None:
        store, twin, ending = self._library.store, match.twin, match.ending
        fits = play is not None and play.misfit is None
        rules = self._library.games[file.game].rules_version if fits else f"{file.rules} (imported)"
        closed = file.covered and closed_votes(file.log)
        summary = summary_of(play, ending=ending) if play is not None and not closed else None
        self._open_votes(match.uid, file)
        if twin is None:
            here = store.add_play(file.game, rules, file.setup, file.began, summary, file.log, match.uid,
                                  ending, file.away)
        else:
            here = twin.id
            if match.moves:
                store.move(here, file.away)
            if twin.trashed is not None:
                store.bring_back(here)
            if match.longer:
                store.go_on(here, match.known, file.log[match.known:], rules, summary, ending)
            elif ending is not None:
                store.end(here, twin.records, twin.rules, summary, ending)
        if closed:
            self._library.listed(here)  # makes a summary that shows nothing of closed votes
        elif twin is not None and closed_votes(file.log):
            self._open_at_table(here, file)

    def _open_votes(self, uid: str, file: files.PlayFile) -> None:
        """Votes that the file shows are open; later ones may be open here already."""
        if not file.covered and closed_votes(file.log):
            store, key = self._library.store, votes_key(uid)
            opened = store.setting(key)
            store.set(key, max(len(file.log), opened) if isinstance(opened, int) else len(file.log))

    def _open_at_table(self, play: int, file: files.PlayFile) -> None:
        with suppress(Refused):  # without its game, nobody sits there
            opened = self._library.resume(play)
            if opened.votes_closed and len(opened.play.log) == len(file.log):
                opened.open_votes()

    def _take_box(self, file: files.BoxFile, found: Contents, save: bool) -> None:
        """Without its game, a box is kept unchecked."""
        game = self._library.games.get(file.game)
        try:
            if game is not None:
                files.check_box(game, file.box)
        except Refused as error:
            found.left_out += (say("The box {name} was left out: {why}", name=file.name,
                                   why=error.refusal.why),)
            return
        if file.box not in [row.box for row in self._library.boxes(file.game)]:
            found.boxes += 1
            found.named += (say("{name}, a box of {game}", name=file.name,
                                game=file.game if game is None else game.facts.title),)
            if save:
                name = self._library.free_name(file.game, file.name.strip() or "?")
                self._library.store.save_box(file.game, name, file.box, self._library.clock.wall())


def _as_it_stands(row: PlayRow, records: list[Record], shared: bool, votes: bool) -> files.PlayFile:
    """All answers, with secrets covered: without the game nobody knows which are open. Others get none."""
    if shared:
        records = before_secrets(records)
    elif not votes:
        records = public(records[:min(closed_votes(records), default=None)], effective(records))
    return files.PlayFile(row.game, row.rules, row.setup, records, row.uid, row.began, covered=True)


SECRET = re.compile("seal|cover|[A-Za-z0-9+/=]{20,}")
"""In a line that can't be read: what its secret may have left."""


def _may_be_secret(line: str) -> bool:
    try:
        return record_of(line).sealed or "covered:" in line
    except ValueError:
        return SECRET.search(line) is not None


def _kind_of_file(path: Path) -> str:
    """Raises `Refused` if it is not ours."""
    with open_file(path) as file:
        begin = file.read(HEAD)
    for kind in (BOX, PLAY, EVERYTHING):
        if f'"{kind}"'.encode() in begin:
            return kind
    if MARK not in begin:
        return FOREIGN
    raise Refused(say("This is not a Tableside file."))


def plays_elsewhere(path: Path) -> Iterator[PlayElsewhere | LeftOutPlays]:
    """Of an export of BG Stats, or of a table. Raises `Refused` if it is neither."""
    with open_file(path) as file:
        raw = file.read().removeprefix(b"\xef\xbb\xbf")
    if is_table(raw):
        return table.plays_in(raw)
    if raw.lstrip()[:1] != b"{":
        raise Refused(say("This is not a Tableside file."))
    try:
        found = files.parsed(raw)
    except ValueError:
        if b'"plays"' in raw or b'"playerScores"' in raw:
            raise Refused(CUT_OFF) from None
        raise Refused(say("This is not a Tableside file.")) from None
    if not isinstance(found, dict) or not bg_stats.is_export(found):
        raise Refused(say("This is not a Tableside file."))
    return bg_stats.plays_in(found)


def _is_newer(ending: Ending | None, than: Ending | None) -> bool:
    return ending is not None and (than is None or ending.rank > than.rank)


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _uid_of(file: files.PlayFile) -> str:
    return file.uid or _hash(_content(file))


def _content(file: files.PlayFile) -> str:
    records = [record.to_json() for record in file.log]
    return json.dumps([file.uid, file.game, file.setup.to_json(), file.began, records], sort_keys=True)


def _begins_with(log: list[Record], start: list[Record]) -> bool:
    return len(start) <= len(log) and all(
        one == given or ((one.masked or given.masked) and _masked(one) == _masked(given))
        for one, given in zip(log, start, strict=False))


def _masked(record: Record) -> Record:
    return replace(record, answer=None, masked=True) if record.sealed else record

"""Opening the file: whatever is wrong with it, the app starts, and nothing is ever overwritten.

A damaged file is set aside under another name and the newest backup that is whole takes its place. A
file of a newer app, or one that can't be written, is left alone; the evening is then played on a copy
that ends with the session, and that is said before the first answer.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.text import Text, count, say
from companion.services.store.backup import backups_of, copy_file
from companion.services.store.rescue import rescue
from companion.services.store.schema import APPLICATION, VERSION, NewerFile, bring_up_to_date, version_of
from companion.services.store.store import Store, why_not_kept

BUSY = 2.0  # seconds to wait for a second copy of the app


@dataclass(frozen=True)
class Trouble:
    """What was wrong with the file. `set_aside`: where a damaged one lies now; `backup_from`: the time of the
    backup that was opened in its place, None where there was none."""

    sentence: Text
    writable: bool
    set_aside: Path | None = None
    backup_from: float | None = None


class Damaged(Exception):
    """This is no database, or not a whole one."""


def open_store(path: Path | str) -> Store:
    """The store at this place. Never raises for a file: `store.trouble` says what was wrong."""
    place = Path(path).absolute()
    try:
        return _open(place)
    except Damaged:
        return _after_damage(place)
    except NewerFile:
        return Store(_nowhere(), None, Trouble(say(
            "The saved plays were written by a newer Tableside and are left as they are. Update the app; "
            "what is played now ends with the app."), writable=False))
    except sqlite3.Error as error:
        return _not_writable(place, error)
    except OSError:
        return _not_writable(place, None)


def start_fresh(store: Store) -> Store:
    """An empty store at the same place; what was there is kept under another name."""
    if store.path is None:
        return store
    store.close()
    _set_aside(store.path)
    return open_store(store.path)


def _open(place: Path, trouble: Trouble | None = None) -> Store:
    file = _ready(place)
    try:
        return Store(file, place, _try_writing(file) or trouble)
    except BaseException:
        file.close()
        raise


def _ready(place: Path) -> sqlite3.Connection:
    """The file, looked over and brought up to date."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if _is_foreign(place):
        raise Damaged
    file = _connect(str(place))
    try:
        _check(file)
        bring_up_to_date(file)
        return file
    except sqlite3.DatabaseError as error:
        file.close()
        if _means_damage(error):
            raise Damaged from error
        raise
    except BaseException:
        file.close()
        raise


def _connect(where: str) -> sqlite3.Connection:
    file = sqlite3.connect(where, timeout=BUSY, isolation_level=None)
    file.execute("PRAGMA foreign_keys = ON")
    return file


def _is_foreign(place: Path) -> bool:
    """Something that is no database at all; SQLite itself notices that only later."""
    if not place.exists() or not place.stat().st_size:
        return False
    with place.open("rb") as file:
        return file.read(16) != b"SQLite format 3\0"


def _check(file: sqlite3.Connection) -> None:
    """Is it ours, of our time, and whole?"""
    file.execute("BEGIN")  # one look: a second copy of the app may be laying out the tables just now
    version, tables = version_of(file), file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application = file.execute("PRAGMA application_id").fetchone()[0]
    file.execute("COMMIT")
    if version > VERSION:
        raise NewerFile
    if tables and (version == 0 or application != APPLICATION):
        raise Damaged
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = FULL")
    if tables and file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damaged


def _try_writing(file: sqlite3.Connection) -> Trouble | None:
    """Known before the first answer: can anything be kept here? A full disk may be mended while the app runs."""
    try:
        file.execute("BEGIN IMMEDIATE")
        file.execute("INSERT OR REPLACE INTO settings VALUES ('opened', ?)", (str(time.time()),))
        file.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        if not _may_pass(error):
            raise
        return Trouble(say("Nothing can be saved just now: {why}", why=why_not_kept(error)), writable=False)
    return None


def _may_pass(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_LOCKED"))


def _means_damage(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


# After damage

def _after_damage(place: Path) -> Store:
    try:
        aside = _set_aside(place)
    except OSError:
        return _not_writable(place, None)
    for backup in backups_of(place):
        with suppress(OSError, sqlite3.Error, Damaged, NewerFile):
            made = backup.stat().st_mtime
            shutil.copyfile(backup, place)
            return _reopened(place, aside, made)
        _remove(place)
    try:
        return _reopened(place, aside, None)
    except (sqlite3.Error, OSError):
        return _not_writable(place, None)


def _reopened(place: Path, aside: Path, backup_from: float | None) -> Store:
    """In place of a damaged file: its backup or nothing, and whatever the damaged one still gives away."""
    with closing(_ready(place)) as file:
        found = rescue(aside, file)
    what = say("there was no backup") if backup_from is None else say("this is the backup of {time}",
                                                                    time=_clock(backup_from))
    more = count("{n} later answer was rescued", "{n} later answers were rescued", found)
    return _open(place, Trouble(say("The saved plays were damaged and are kept as {name}; {what}, and {more}.",
                                    name=aside.name, what=what, more=more), True, aside, backup_from))


def _set_aside(place: Path) -> Path:
    """Another name, never one that is taken; the write-ahead log goes along, it may hold the last answers."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside, tries = place.with_name(f"{place.name}.damaged-{stamp}"), 1
    while aside.exists():
        tries += 1
        aside = place.with_name(f"{place.name}.damaged-{stamp}-{tries}")
    os.replace(place, aside)
    for tail in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(f"{place}{tail}", f"{aside}{tail}")
    return aside


def _remove(place: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        Path(f"{place}{tail}").unlink(missing_ok=True)


def _clock(seconds: float) -> str:
    return time.strftime("%H:%M", time.localtime(seconds))


# A file that can't be written

def _not_writable(place: Path, error: sqlite3.Error | None) -> Store:
    """Play on a copy: what was kept can be looked at, and the evening goes on."""
    reason = say("The file can't be written here.") if error is None else why_not_kept(error)
    sentence = say("Nothing can be saved on this device just now: {why} You can play, but export the play "
                   "before you close the app.", why=reason)
    return Store(_copied(place) or _nowhere(), None, Trouble(sentence, writable=False))


def _copied(place: Path) -> sqlite3.Connection | None:
    """What lies in the file, in memory. Copied with its write-ahead log first: a read-only folder has no place for
    the index that SQLite needs to read it."""
    if not place.exists():
        return None
    with suppress(OSError, sqlite3.Error), TemporaryDirectory(prefix="tableside-") as folder:
        twin = Path(folder) / "twin.sqlite3"
        shutil.copyfile(place, twin)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{place}-wal", f"{twin}-wal")
        whole = Path(folder) / "whole.sqlite3"
        copy_file(twin, whole)
        memory = _connect(":memory:")
        on_disk = sqlite3.connect(whole)
        on_disk.backup(memory)
        on_disk.close()
        bring_up_to_date(memory)
        return memory
    return None


def _nowhere() -> sqlite3.Connection:
    memory = _connect(":memory:")
    bring_up_to_date(memory)
    return memory

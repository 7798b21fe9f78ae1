"""Opens the store: whatever is wrong with the file, the app starts and nothing is overwritten.

A damaged, missing or incomplete file is rebuilt from itself, the backups and the journal; the original is
kept under another name. A file of a newer app, or a read-only one, is left alone: players use a temporary
copy, and the app says so before the first answer.
"""

import json
import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.text import Text, as_json, count, from_json, say
from companion.services.store import mending
from companion.services.store.backup import forget_mark, is_as_left, remove_leftovers, undecided
from companion.services.store.lines import summed
from companion.services.store.mending import Expected, Restored, expected, fill, restore, set_everything_aside
from companion.services.store.rows import Busy, Damaged, Trouble, is_busy, means_damage, why_not_saved
from companion.services.store.schema import BUSY, NewerFile, check, connect, is_foreign, lay_out, put
from companion.services.store.store import Store


@dataclass(frozen=True)
class Wait:
    """How long to wait for another instance of the app; `to_write`: else don't open the file at all."""

    seconds: float
    to_write: bool


SOON, PATIENCE = 0.5, 10.0
"""Seconds to wait for another instance of the app at the start: before the app says so, and in all."""


def open_store(path: Path | str, patience: float = PATIENCE, *, to_write: bool = False) -> Store:
    """Open the store. Never raises for a bad file: `store.trouble` says what was wrong.

    Raises `Busy` if it stays locked for reading; `to_write`: or for writing. Nobody plays in memory then."""
    place = Path(path).absolute()
    wait = Wait(patience, to_write)
    try:
        try:
            return _open(place, wait)
        except Damaged:
            return _after_damage(place, wait)
    except NewerFile:
        return Store(_nowhere(), None, Trouble(say(
            "A newer Tableside saved these plays, so they are left alone. Update the app: anything you play "
            "now is lost when it closes."), writable=False), place)
    except sqlite3.Error as error:
        if is_busy(error):
            raise Busy(place) from error
        return _not_writable(place, error)
    except (OSError, UnicodeError):
        return _not_writable(place, None)


def start_fresh(store: Store) -> Store:
    """Create an empty store here, keeping the old files (with backups and journal) under other names."""
    if store.home is None:
        return store
    if store.path is not None:
        store.close(backup=False)
    try:
        set_everything_aside(store.home)
    except OSError:
        if store.path is None:
            return store  # this session is in memory only, and nothing can be written here
    return open_store(store.home)


def _open(place: Path, wait: Wait, trouble: Trouble | None = None) -> Store:
    place.parent.mkdir(parents=True, exist_ok=True)
    remove_leftovers(place)
    odd = _move_odd_files(place)
    file = _ready(place, wait)
    try:
        trouble = trouble or _still_undecided(place)
        passing = _try_writing(file, wait)
        _set_patience(file, BUSY)
        return Store(file, place, trouble if passing is None else replace(passing, then=trouble), news=odd)
    except sqlite3.Error:
        file.close()
        raise


def _set_patience(file: sqlite3.Connection, seconds: float) -> None:
    file.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def _move_odd_files(place: Path) -> Text | None:
    """Rename pipes, devices, folders and dead links with names of ours: reading one could hang for ever."""
    odd = [path for path in place.parent.iterdir() if path.name.startswith(place.name) and not path.is_file()
           and not (path == place and path.is_dir())]
    for path in odd:
        with suppress(OSError):
            path.rename(path.with_name(f"odd-{os.urandom(4).hex()}-{path.name}"))
    if not odd:
        return None
    return say("{name} wasn't a Tableside file, so it was renamed. Your plays are safe.", name=odd[0].name)


def _ready(place: Path, wait: Wait) -> sqlite3.Connection:
    """Open the file, check it, and compare it with what should be there."""
    if mending.is_lost(place) or is_foreign(place):
        raise Damaged
    known = is_as_left(place)  # then nothing can be missing, however many plays there are
    # first: another instance may be writing to both
    wanted = Expected({}, set()) if known else expected(place)
    file = connect(str(place))
    try:
        _set_patience(file, wait.seconds)
        check(file, known=known)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        lay_out(file)
        forget_mark(place)
        if mending.lacks(file, wanted) and mending.lacks(file, expected(place, verified=True)):
            raise Damaged
        # repaired separately; if that fails, the store sets the one play aside
        if not known and mending.is_doubtful(file, wanted):
            with suppress(sqlite3.OperationalError):
                mending.mend(file, place)
        return file
    except (sqlite3.Error, UnicodeError, Damaged, NewerFile) as error:
        file.close()
        if means_damage(error) or getattr(error, "sqlite_errorname", "") == "SQLITE_ERROR":
            raise Damaged from error  # our SQL is right, so the schema must be damaged
        raise


def _try_writing(file: sqlite3.Connection, wait: Wait) -> Trouble | None:
    """Before the first answer, test whether saving works. A full disk may be freed, and a lock let go."""
    try:
        file.execute("BEGIN IMMEDIATE")
        put(file, "settings", summed({"key": "opened", "value": str(time.time())}))
        file.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        if is_busy(error) and not wait.to_write:
            return Trouble(say("Tableside is open twice, and the other one is busy with your plays, so "
                               "nothing can be saved right now. Close it or wait."), writable=False)
        if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_FULL"):
            raise  # it won't pass by itself
        return Trouble(say("Nothing can be saved right now. {why}", why=why_not_saved(error)), writable=False)
    return None


# After damage

def _after_damage(place: Path, wait: Wait) -> Store:
    with mending.alone(place, wait.seconds):
        with suppress(Damaged):
            return _open(place, wait)  # another instance of the app was quicker
        try:
            restored = restore(place)
        except mending.UNREADABLE:
            return _no_room(place)
        trouble = Trouble(_words(restored), True, restored.backup_from)
        _note_undecided(place, trouble)
        with suppress(Damaged):
            return _open(place, wait, trouble)
        set_everything_aside(place)  # still unopenable after repair: keep everything under other names
        return _open(place, wait, Trouble(say(
            "Your saved plays are damaged beyond repair. All files are kept, and the library starts empty."),
            True))


def _words(restored: Restored) -> Text:
    if restored.rescued:
        more = count("{n} later answer was recovered.", "{n} later answers were recovered.", restored.rescued)
    else:
        more = say("No later answers were found.")
    name = "" if restored.set_aside is None else restored.set_aside.name
    if restored.from_itself:
        return say("Some saved answers were missing. {more} The damaged file is kept as {name}.",
                   more=more, name=name)
    backup = say("There was no backup.") if restored.backup_from is None else say(
        "This is the backup from {time}.", time=time.strftime("%H:%M", time.localtime(restored.backup_from)))
    if not name:
        return say("The file with your plays was gone. {backup} {more}", backup=backup, more=more)
    return say("Your saved plays were damaged. {backup} {more} The damaged file is kept as {name}.",
               name=name, backup=backup, more=more)


def _no_room(place: Path) -> Store:
    """No room for the repaired file: change nothing, and play on what can be read."""
    memory = _nowhere()
    with suppress(sqlite3.Error, UnicodeError, OSError):
        fill(memory, place)
    return Store(memory, None, Trouble(say(
        "Your saved plays are damaged, and there is no room to repair them. Nothing was deleted. Free some "
        "space and restart the app: until then, anything you play is lost when it closes."),
        writable=False), place)


def _note_undecided(place: Path, trouble: Trouble) -> None:
    """Repeat the message, and keep all backups, until the owner decides."""
    said = {"sentence": as_json(trouble.sentence), "backup": trouble.backup_from}
    with suppress(OSError):
        undecided(place).write_text(json.dumps(said), encoding="utf-8")


def _still_undecided(place: Path) -> Trouble | None:
    path = undecided(place)
    with suppress(FileNotFoundError):
        try:
            raw = json.loads(path.read_bytes())
            sentence = from_json(raw["sentence"])
            backup = None if raw["backup"] is None else float(raw["backup"])
            words = sentence if isinstance(sentence, Text) else say("{said}", said=sentence)
            return Trouble(words, True, backup)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            if path.exists():
                words = say("Your saved plays were damaged and have been repaired. All files are kept.")
                return Trouble(words, True)
    return None


# Read-only files

def _not_writable(place: Path, error: sqlite3.Error | None) -> Store:
    """Play on a copy, with the saved plays readable."""
    reason = say("The file can't be written here.") if error is None else why_not_saved(error)
    sentence = say("Nothing can be saved on this device right now. {why} You can play, but export the play "
                   "before you close the app.", why=reason)
    return Store(_copied(place) or _nowhere(), None, Trouble(sentence, writable=False), place)


def _copied(place: Path) -> sqlite3.Connection | None:
    """Load the file into memory, via a copy: SQLite can't read the write-ahead log in a read-only folder."""
    if not place.exists():
        return None
    with suppress(OSError, sqlite3.Error, UnicodeError), TemporaryDirectory(prefix="tableside-") as folder:
        twin = Path(folder) / "twin.sqlite3"
        shutil.copyfile(place, twin)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{place}-wal", f"{twin}-wal")
        memory = connect(":memory:")
        with closing(sqlite3.connect(twin)) as on_disk:
            on_disk.backup(memory)
        lay_out(memory)  # the file may be new and empty
        return memory
    return None


def _nowhere() -> sqlite3.Connection:
    memory = connect(":memory:")
    lay_out(memory)
    return memory

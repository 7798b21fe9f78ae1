"""Putting a file together again from itself, its backups and the journal, and only then giving it its place.

The new file is made whole under another name first. So where there is no room for it, nothing has been touched, and
what is counted as rescued is what lies on the disk.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from companion.services.store.backup import all_backups, copy_file, looked_over, undecided
from companion.services.store.checksums import copy_sum
from companion.services.store.inspection import check_pages, check_schema, expected_heads, is_foreign
from companion.services.store.journal import journals_of, known_path, read_journals, write_known
from companion.services.store.mending import complete, put_in_order
from companion.services.store.recovery_sources import FileSource, JournalSource, Source, as_text, reading
from companion.services.store.schema import NewerFile, bring_up_to_date
from companion.services.store.trouble import Damaged

TAILS = ("", "-wal", "-shm")
UNREADABLE = (sqlite3.Error, UnicodeError, OSError, Damaged, NewerFile)


class NoRoom(Exception):
    """The mended file could not be written; everything lies where it was."""


@dataclass(frozen=True)
class Restored:
    """What became of a file. `backup_from`: None where it was the file itself
    that held the most, or where there was no backup."""

    set_aside: Path | None
    from_itself: bool
    backup_from: float | None
    rescued: int


@dataclass(frozen=True)
class _Base:
    path: Path | None
    lines: int


def restore(place: Path) -> Restored:
    """Raises `NoRoom`; then nothing changed."""
    base = _fullest(place)
    unfinished = place.with_name(f"{place.name}.restored-unfinished-{os.getpid()}-{uuid4().hex[:8]}")
    try:
        lines = _build(place, base, unfinished)
        made = None if base.path is None or base.path == place else base.path.stat().st_mtime
        aside = set_aside(place)
        os.replace(unfinished, place)
        settle(place)
    except (sqlite3.Error, OSError, Damaged, NewerFile, UnicodeError) as error:
        raise NoRoom from error
    finally:
        for tail in (*TAILS, "-journal"):
            with suppress(OSError):
                Path(f"{unfinished}{tail}").unlink(missing_ok=True)
    return Restored(aside, base.path == place, made, max(0, lines - base.lines))


def _fullest(place: Path) -> _Base:
    """The file or one of its backups: whichever is whole and holds the most lines."""
    best = _Base(None, 0)
    for path in (place, *all_backups(place)):
        with suppress(*UNREADABLE):
            lines = _count(path, place)
            if best.path is None or lines > best.lines:
                best = _Base(path, lines)
    return best


def _count(path: Path, place: Path) -> int:
    """How many lines a whole file of the store at `place` holds. Raises for one that is not whole."""
    if not path.is_file() or not path.stat().st_size or is_foreign(path):
        raise Damaged
    with reading(path) as file:
        file.isolation_level = None
        check_schema(file, place)
        check_pages(file)
        return int(file.execute("SELECT count(*) FROM records").fetchone()[0])


def _build(place: Path, base: _Base, target: Path) -> int:
    """Write the mended file; how many lines it holds, as read back from the disk."""
    if base.path is not None:
        try:
            copy_file(base.path, target)
            return _filled(place, target)
        except (Damaged, NewerFile, UnicodeError, sqlite3.DatabaseError) as error:
            if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_FULL", "SQLITE_IOERR")):
                raise
            target.unlink(missing_ok=True)  # even that one was not good enough: line by line, then
    return _filled(place, target)


def _filled(place: Path, target: Path) -> int:
    _fill(place, target)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return _count(target, place)


def _fill(place: Path, target: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as file:
        file.text_factory = as_text
        file.execute("PRAGMA journal_mode = DELETE")
        fill(file, place, with_itself=True)


def fill(file: sqlite3.Connection, place: Path, *, with_itself: bool) -> None:
    """Bring a file up to date and complete it from every source there is."""
    bring_up_to_date(file)
    file.execute("BEGIN IMMEDIATE")
    try:
        with sources_of(place, with_itself=with_itself) as sources:
            complete(file, sources, expected_heads(place))
        file.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        raise


def mend_plays(file: sqlite3.Connection, place: Path) -> int:
    """Give single plays back what they lack; how many lines came back. Raises `sqlite3.Error`."""
    file.execute("BEGIN IMMEDIATE")
    try:
        put_in_order(file)
        with sources_of(place, with_itself=False) as sources:
            gained = complete(file, sources, expected_heads(place), others=False)
        file.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        raise
    return gained.lines


@contextmanager
def sources_of(place: Path, *, with_itself: bool) -> Iterator[list[Source]]:
    """The damaged file itself, the backups, the newest first, and the journal."""
    with ExitStack() as stack:
        found: list[Source] = []
        for path in (*([place] if with_itself else []), *all_backups(place)):
            with suppress(*UNREADABLE):
                if path.is_file() and path.stat().st_size:
                    found.append(FileSource(stack.enter_context(reading(path))))
        found.append(JournalSource(read_journals(place)))
        yield found


# Names

def set_aside(place: Path) -> Path | None:
    """Another name, never one that is taken; the write-ahead log goes along, it may hold the last answers. None: there
    was no file."""
    aside = _free(place, "damaged")
    was_there = place.exists()
    for tail in TAILS:
        with suppress(FileNotFoundError):
            os.replace(f"{place}{tail}", f"{aside}{tail}")
    return aside if was_there else None


def set_everything_aside(place: Path) -> None:
    """The file as after a damage, the backups and what is known of them likewise: the next start is a first one."""
    set_aside(place)
    old = _free(place, "before")
    for path in (*all_backups(place), known_path(place), *journals_of(place), undecided(place)):
        with suppress(FileNotFoundError):
            os.replace(path, f"{old}{path.name.removeprefix(place.name)}")


def _free(place: Path, word: str) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside, tries = place.with_name(f"{place.name}.{word}-{stamp}"), 1
    while any(Path(f"{aside}{tail}").exists() for tail in (*TAILS, ".backup", ".known", ".journal")):
        tries += 1
        aside = place.with_name(f"{place.name}.{word}-{stamp}-{tries}")
    return aside


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """No second copy of the app mends the same file meanwhile, where the system has such locks."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            import fcntl
            lock = stack.enter_context(place.with_name(f"{place.name}.mending").open("wb"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def whole_copy(place: Path, game: str, name: str) -> str | None:
    """The content of an owner's copy as a backup or the journal has it."""
    with sources_of(place, with_itself=False) as sources:
        for source in sources:
            for table, columns, row in source.others():
                one = dict(zip(columns, row, strict=True))
                if table == "copies" and (one["game"], one["name"]) == (game, name) and (
                        one.get("sum") in (None, "", copy_sum(game, name, one["copy"]))):
                    return str(one["copy"])
    return None


def settle(place: Path) -> None:
    """The mended file is all there is: from now on it is what there was. The journals are kept under another name."""
    old = _free(place, "before")
    for path in journals_of(place):
        with suppress(OSError):
            os.replace(path, f"{old}{path.name.removeprefix(place.name)}")
    with suppress(OSError, Damaged):
        write_known(place, looked_over(place)[0])

"""Rebuilds a store from all sources: the file itself, its backups, and the journal.

The chained checksums decide what fits, so no log gets a gap or a line of another play. Whatever any source
marks as deleted for good stays deleted.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from companion.services.store import schema
from companion.services.store.backup import (
    all_backups,
    boxes_gone,
    copy_file,
    looked_over,
    since_damage,
    undecided,
    was_deleted,
)
from companion.services.store.lines import (
    CHANGES,
    Line,
    ended_row,
    head_sum,
    is_whole,
    journals_of,
    link,
    merged,
    read_journals,
    record_of,
    second_uid,
    summed,
)
from companion.services.store.rows import Busy, Damaged
from companion.services.store.schema import (
    NewerFile,
    connect,
    is_foreign,
    is_text,
    lay_out,
    put,
    reading,
    transaction,
)

Row = dict[str, Any]
Key = tuple[Any, ...]
AWAY = ("archived", "trashed")
KEYS = {"settings": ("key",), "people": ("folded",), "copies": ("game", "name")}


@dataclass
class Source:
    heads: dict[str, Row] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    others: list[tuple[str, Row]] = field(default_factory=list)
    """Rows of settings, people and boxes."""
    lines: Callable[[str], Mapping[int, Line]] = lambda uid: {}
    parts: Callable[[str, str], list[Row]] = lambda uid, table: []
    """Result or timer rows of a play."""
    changes: int = 0
    """The number of the last change beside the answers."""


def file_source(file: sqlite3.Connection) -> Source:
    """Read a database, intact or damaged: each table up to its first unreadable row."""
    heads = {row["uid"]: row for row in _rows(file, "plays") if is_text(row["uid"])}

    def parts(uid: str, table: str) -> list[Row]:
        return list(_rows(file, f"{table} WHERE play = {int(heads[uid]['id'])}")) if uid in heads else []

    def lines(uid: str) -> dict[int, Line]:
        return {row["number"]: (row["line"], row["sum"]) for row in parts(uid, "records")
                if isinstance(row["number"], int) and is_text(row["line"]) and is_text(row["sum"])}

    return Source(heads, {row["uid"] for row in _rows(file, "gone") if is_text(row["uid"])},
                  [(table, row) for table in KEYS for row in _rows(file, table)], lines, parts,
                  changes=_changes_in(file))


def changes_in(file: sqlite3.Connection) -> int:
    """The number of the last change beside the answers. Raises `sqlite3.Error`: 0 would call the file old."""
    rows = file.execute("SELECT key, value, sum FROM settings WHERE key = ?", (CHANGES,)).fetchall()
    for key, value, sum in rows:
        with suppress(TypeError, ValueError):
            return int(value) if is_whole({"key": key, "value": value, "sum": sum}) else 0
    return 0


def _changes_in(file: sqlite3.Connection) -> int:
    with suppress(sqlite3.Error, UnicodeError):
        return changes_in(file)
    return 0


def _rows(file: sqlite3.Connection, table: str) -> Iterator[Row]:
    with suppress(sqlite3.Error, UnicodeError):
        cursor = file.execute(f"SELECT * FROM {table}")
        names = [str(column[0]) for column in cursor.description]
        if {*names} != schema.columns_of(table.partition(" ")[0]):
            return  # a flipped bit in the schema renames a column
        for row in cursor:
            yield dict(zip(names, row, strict=True))


def _take_head(heads: dict[str, Row], head: Row) -> None:
    """The newest. A damaged one only says where its play is now, if we know an intact one."""
    known = heads.get(head["uid"], {})
    if is_whole(known, head_sum) and not is_whole(head, head_sum):
        head = known | {column: head[column] for column in AWAY if column in head}
    heads[head["uid"]] = head


def journal_source(place: Path) -> Source:
    found = Source()
    lines: dict[str, dict[int, Line]] = {}
    rows: dict[Key, tuple[str, Row]] = {}
    for entry in read_journals(place):
        with suppress(KeyError, TypeError):
            found.changes = max(found.changes, entry.get("change", 0))
            if "line" in entry:
                lines.setdefault(entry["uid"], {})[entry["number"]] = (entry["line"], entry["sum"])
            elif "play" in entry:
                _take_head(found.heads, entry["play"])
            elif "gone" in entry:
                found.gone.add(entry["gone"])
            else:
                table, row = entry["table"], entry["row"]
                rows[_key(table, row)] = (table, row)
    found.others = list(rows.values())
    found.lines = lambda uid: lines.get(uid, {})
    return found


@contextmanager
def sources_of(place: Path, *, with_itself: bool) -> Iterator[list[Source]]:
    """The file itself, the backups (newest first), and finally the journal."""
    with ExitStack() as stack:
        found: list[Source] = []
        for path in (*([place] if with_itself else []), *all_backups(place)):
            with suppress(sqlite3.Error, UnicodeError, OSError):
                if path.is_file() and path.stat().st_size:
                    found.append(file_source(stack.enter_context(reading(path))))
        yield [*found, journal_source(place)]


# What should be there

@dataclass(frozen=True)
class Expected:
    """Line counts by uid and deleted plays, according to backup and journal."""

    counts: Mapping[str, int]
    gone: set[str]
    changes: int = 0
    beside: set[Key] | None = None
    """What the newest backup holds beside the answers, if nothing is newer."""


def expected(place: Path, *, verified: bool = False) -> Expected:
    """Read all backups and the journal, whatever their date; `verified` counts only intact lines."""
    counts: dict[str, int] = {}
    gone: set[str] = set()
    journal = journal_source(place)
    changes, beside = journal.changes, None
    for backup in all_backups(place):
        with suppress(sqlite3.Error, UnicodeError, OSError, Damaged):
            found, deleted = looked_over(backup) if verified else _counts(backup)
            with reading(backup) as file:
                if (there := _changes_in(file)) > changes:
                    changes, beside = there, _beside(file_source(file))
            counts = {uid: max(counts.get(uid, 0), found.get(uid, 0)) for uid in {*counts, *found}}
            gone |= deleted
    for entry in read_journals(place):
        if "line" in entry:
            counts[entry["uid"]] = max(counts.get(entry["uid"], 0), entry["number"] + 1)
    for uid in journal.heads:
        counts.setdefault(uid, 0)
    gone |= journal.gone
    return Expected({uid: count for uid, count in counts.items() if uid not in gone}, gone, changes, beside)


def _beside(source: Source) -> set[Key] | None:
    if not all(is_whole(row) for _, row in source.others):
        return None
    rows = {(table, *sorted((name, value) for name, value in row.items() if name != "id"))
            for table, row in source.others if row.get("key") != "opened"}
    return rows | {(uid, head["archived"], head["trashed"]) for uid, head in source.heads.items()}


def _counts(path: Path) -> tuple[dict[str, int], set[str]]:
    """Quick count: each play's last line number."""
    with reading(path) as file:
        rows = file.execute("SELECT uid, (SELECT max(number) + 1 FROM records WHERE play = plays.id) FROM "
                            "plays")
        counts = {uid: count or 0 for uid, count in rows}
        return counts, {uid for (uid,) in file.execute("SELECT uid FROM gone")}


# Merging

def merge(file: sqlite3.Connection, sources: list[Source], wanted: Expected, *,
          only: str | None = None) -> None:
    """Add what the file lacks, in the caller's transaction. `only`: one play, by uid."""
    own = file_source(file)
    everything = [own, *sources]
    gone = set().union(*(source.gone for source in everything))
    file.executemany("INSERT OR IGNORE INTO gone VALUES (?)", [(uid,) for uid in gone - own.gone])
    file.executemany("DELETE FROM plays WHERE uid = ?", [(uid,) for uid in gone & own.heads.keys()])
    for uid, (source, head) in _best_heads(everything).items():
        damaged = not is_whole(head, head_sum)
        if uid in gone or only not in (None, uid) or (
                damaged and uid not in own.heads and wanted.counts and uid not in wanted.counts):
            continue  # a damaged head unknown elsewhere is one whose uid was corrupted
        if uid not in own.heads:
            _insert(file, head, source.parts)
        elif not damaged and not is_whole(own.heads[uid], head_sum):
            file.execute("UPDATE plays SET game = ?, setup = ?, began = ?, sum = ? WHERE uid = ?",
                         (head["game"], head["setup"], head["began"], head["sum"], uid))
        _merge_lines(file, uid, [one.lines(uid) for one in everything], wanted.counts.get(uid, 0))
    if only is None:
        newest_first = sorted([*sources[::-1], own], key=lambda source: -source.changes)
        _merge_others(file, own, newest_first, boxes_gone(gone))
        _put_away(file, newest_first)
        if newest_first[0].changes > own.changes:
            put(file, "settings", summed({"key": CHANGES, "value": str(newest_first[0].changes)}))


def _put_away(file: sqlite3.Connection, newest_first: list[Source]) -> None:
    """Put each play where the newest source has it: in the list, archived or in the trash."""
    places: dict[tuple[str, str], Any] = {}
    for source in newest_first:
        places = {(uid, column): head[column] for uid, head in source.heads.items() for column in AWAY
                  if column in head} | places
    for (uid, column), value in places.items():
        file.execute(f"UPDATE plays SET {column} = ? WHERE uid = ? AND {column} IS NOT ?",
                     (value, uid, value))


def join(file: sqlite3.Connection, ours: sqlite3.Connection, place: Path) -> None:
    """Add our open store to the one in its place. A play that went on differently in both becomes two."""
    other = file_source(ours)
    _give_numbers(file, {uid: int(head["id"]) for uid, head in other.heads.items()})
    here = file_source(file)
    for uid, head in other.heads.items():
        lines = merged(uid, [other.lines(uid)])
        if uid in here.heads and merged(uid, [here.lines(uid), other.lines(uid)])[:len(lines)] != lines:
            twin = {**head, "uid": second_uid(uid, lines[-1][0])}
            twin["sum"], before = head_sum(twin), twin["uid"]
            _insert(file, {name: value for name, value in twin.items() if name != "id"}, other.parts)
            chained: dict[int, Line] = {}
            for number, (line, _) in enumerate(lines):
                chained[number] = (line, before := link(before, line))
            _merge_lines(file, twin["uid"], [{}, chained], 0)
            _end_twin(file, other, uid, lines[-1][1], twin["uid"], before)
    merge(file, [other, journal_source(place)], Expected({}, set()))


def _end_twin(file: sqlite3.Connection, ours: Source, uid: str, last: str, twin: str, twin_last: str) -> None:
    """If players ended our play, that belongs to the second course now. `last`: its last line's checksum."""
    for one in [one for one in ours.others if one[1].get("key") == f"ended.{uid}"]:
        ours.others.remove(one)
        if is_whole(one[1]) and (said := json.loads(one[1]["value"]))["after"] == last:
            put(file, "settings", summed(ended_row(twin, {**said, "after": twin_last})))


def _give_numbers(file: sqlite3.Connection, ours: Mapping[str, int]) -> None:
    """Give our plays their ids before they come in: the app knows the one at the table by it."""
    file.execute("PRAGMA defer_foreign_keys = ON")
    theirs: dict[str, int] = dict(file.execute("SELECT uid, id FROM plays").fetchall())
    taken = {*ours.values()}
    free = max((*taken, *theirs.values()), default=0)
    moving = [uid for uid, id in theirs.items() if ours.get(uid) != id and (uid in ours or id in taken)]
    for uid in moving:
        free += 1
        _renumber(file, theirs[uid], free)
        theirs[uid] = free
    for uid in moving:
        if uid in ours:
            _renumber(file, theirs[uid], ours[uid])


def _renumber(file: sqlite3.Connection, play: int, number: int) -> None:
    for table, column in (("plays", "id"), *((table, "play") for table in ("records", "results", "timers"))):
        file.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (number, play))


def _best_heads(sources: list[Source]) -> dict[str, tuple[Source, Row]]:
    """Each play from the first source with an intact head, else the first that has it."""
    found: dict[str, tuple[Source, Row]] = {}
    for source in sources:
        for uid, head in source.heads.items():
            if uid not in found or (is_whole(head, head_sum) and not is_whole(found[uid][1], head_sum)):
                found[uid] = (source, head)
    return found


def _insert(file: sqlite3.Connection, head: Row, parts: Callable[[str, str], list[Row]]) -> None:
    """Keep its id if free, so that the app's references stay valid."""
    row = {name: value for name, value in head.items() if name != "id"}
    if head.get("id") and not file.execute("SELECT 1 FROM plays WHERE id = ?", (head["id"],)).fetchone():
        row["id"] = head["id"]
    play = _put(file, "plays", row, "INSERT")
    for table in ("results", "timers"):
        for part in parts(head["uid"], table):
            with suppress(sqlite3.Error):
                _put(file, table, {**part, "play": play}, "INSERT OR IGNORE")


def _put(file: sqlite3.Connection, table: str, row: Row, how: str = "INSERT OR REPLACE") -> int:
    return put(file, table, {name: _raw(value) for name, value in row.items()}, how)


def _raw(value: Any) -> Any:
    """Invalid text as its original bytes."""
    return value if not isinstance(value, str) or is_text(value) else value.encode("utf-8", "surrogateescape")


def _merge_lines(file: sqlite3.Connection, uid: str, candidates: list[Mapping[int, Line]],
                 wanted: int) -> None:
    (play,) = file.execute("SELECT id FROM plays WHERE uid = ?", (uid,)).fetchone()
    here, now = candidates[0], merged(uid, candidates)
    changed = [(play, number, *one) for number, one in enumerate(now) if here.get(number) != one]
    file.executemany("INSERT OR REPLACE INTO records (play, number, line, sum) VALUES (?, ?, ?, ?)", changed)
    if len(now) >= wanted > 0:  # complete again: anything left is a line with a corrupted number
        file.execute("DELETE FROM records WHERE play = ? AND number >= ?", (play, len(now)))
    else:  # lines after a gap can't be played, but exported
        file.executemany("INSERT OR IGNORE INTO records (play, number, line, sum) VALUES (?, ?, ?, ?)",
                         [(play, number, *one) for lines in candidates[1:] for number, one in lines.items()
                          if number >= len(now)])
    if changed:
        with suppress(ValueError):
            file.execute("UPDATE plays SET touched = max(touched, ?) WHERE id = ?",
                         (record_of(now[-1][0]).at, play))


def _merge_others(file: sqlite3.Connection, own: Source, newest_first: list[Source],
                  gone: Mapping[Key, float]) -> None:
    """Each intact person, box and setting from the newest source that has it."""
    file.executemany("DELETE FROM copies WHERE game = ? AND name = ? AND changed <= ?",
                     [(*key, changed) for key, changed in gone.items()])
    here = {_key(table, row): row for table, row in own.others if not was_deleted(row, gone)}
    found: dict[Key, Row] = {}
    for table, row in (one for source in newest_first for one in source.others):
        best = found.get(_key(table, row))
        if is_whole(row) and not was_deleted(row, gone) and (
                best is None or row.get("changed", 0.0) > best.get("changed", 0.0)):
            found[_key(table, row)] = row
    for key, row in found.items():
        if row != (ours := here.get(key, {})):
            kept = {name: row[name] for name in row if name != "id"}
            if "id" in ours:
                kept["id"] = ours["id"]
            _put(file, key[0], kept)
    is_elsewhere = any(is_whole(row) for source in newest_first if source is not own
                       for _, row in source.others)
    for table, row in (one for source in newest_first for one in source.others if not is_whole(one[1])):
        key = _key(table, row)
        with suppress(sqlite3.Error, UnicodeError, TypeError):
            if is_elsewhere and key not in found:  # its key was damaged, and the original row is back
                where = " AND ".join(f"{name} = ?" for name in KEYS[table])
                file.execute(f"DELETE FROM {table} WHERE {where}", [_raw(value) for value in key[1:]])
            elif key not in here and key not in found:
                _put(file, table, {name: row[name] for name in row if name != "id"}, "INSERT OR IGNORE")


def _key(table: str, row: Row) -> Key:
    return table, *(row.get(name) for name in KEYS[table])


TAILS = ("", "-wal", "-shm")
UNREADABLE = (sqlite3.Error, UnicodeError, OSError, Damaged, NewerFile)


# Checking

def is_lost(place: Path) -> bool:
    with suppress(FileNotFoundError):
        if place.stat().st_size:
            return False
    return bool(all_backups(place)) or bool(expected(place).counts)


def lacks(file: sqlite3.Connection, wanted: Expected) -> bool:
    ids = dict(file.execute("SELECT uid, id FROM plays"))
    gone = {uid for (uid,) in file.execute("SELECT uid FROM gone")}
    return any(uid not in gone and (uid not in ids or (count > 0 and file.execute(
        "SELECT 1 FROM records WHERE play = ? AND number = ?", (ids[uid], count - 1)).fetchone() is None))
        for uid, count in wanted.counts.items())


def is_doubtful(file: sqlite3.Connection, wanted: Expected) -> bool:
    """Is a row damaged, older than the journal's, or deleted for good? Lines are checked when read."""
    own = file_source(file)
    gone = boxes_gone(wanted.gone)
    return (wanted.changes > own.changes
            # a page is stale
            or (wanted.changes == own.changes and wanted.beside not in (None, _beside(own)))
            or any(uid in wanted.gone or not is_whole(head, head_sum) for uid, head in own.heads.items())
            or any(not is_whole(row) or was_deleted(row, gone) for _, row in own.others))


# Repairing

@dataclass(frozen=True)
class Restored:
    """The result of a repair; `backup_from` is None if no backup held more."""

    set_aside: Path | None
    from_itself: bool
    backup_from: float | None
    rescued: int


def restore(place: Path) -> Restored:
    """Rebuild the file from all sources. Raises an `UNREADABLE` if there is no room; then nothing changed."""
    base, lines = _fullest(place)
    unfinished = place.with_name(f"{place.name}.restored-unfinished-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with closing(connect(str(unfinished))) as file:
            file.execute("PRAGMA journal_mode = DELETE")
            fill(file, place)
            now = schema.check(file)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        made = None if base in (None, place) else base.stat().st_mtime
        aside = set_aside(place)
        os.replace(unfinished, place)
    finally:
        for tail in (*TAILS, "-journal"):
            with suppress(OSError):
                Path(f"{unfinished}{tail}").unlink(missing_ok=True)
    _settle(place)
    return Restored(aside, base == place, made, max(0, now - lines))


def _settle(place: Path) -> None:
    """Make the repaired file the newest backup, and put the journals aside."""
    _rename(journals_of(place), place)
    with suppress(OSError, sqlite3.Error):
        copy_file(place, since_damage(place))


def _fullest(place: Path) -> tuple[Path | None, int]:
    """The intact file, itself or a backup, with the most lines."""
    best: tuple[Path | None, int] = (None, 0)
    for path in (place, *all_backups(place)):
        with suppress(*UNREADABLE):
            if path.is_file() and path.stat().st_size and not is_foreign(path):
                with reading(path) as file:
                    lines = schema.check(file)
                if best[0] is None or lines > best[1]:
                    best = (path, lines)
    return best


def fill(file: sqlite3.Connection, place: Path) -> None:
    lay_out(file)
    with transaction(file), sources_of(place, with_itself=True) as sources:
        merge(file, sources, expected(place))


def mend(file: sqlite3.Connection, place: Path, uid: str | None = None) -> None:
    with transaction(file), sources_of(place, with_itself=False) as sources:
        merge(file, sources, expected(place), only=uid)


# File names

def set_aside(place: Path) -> Path | None:
    """Rename the file, and its write-ahead log, which may hold the last answers."""
    aside = _free(place, "damaged")
    was_there = place.exists()
    for tail in reversed(TAILS):  # if the app is killed in between, no log may meet another database
        with suppress(FileNotFoundError):
            os.replace(f"{place}{tail}", f"{aside}{tail}")
    return aside if was_there else None


def set_everything_aside(place: Path) -> None:
    """Rename the file, its backups and journals, so the next start is a fresh one."""
    set_aside(place)
    _rename([*all_backups(place), *journals_of(place), undecided(place)], place)


def _rename(paths: list[Path], place: Path) -> None:
    old = _free(place, "before")
    for path in paths:
        with suppress(FileNotFoundError):
            os.replace(path, f"{old}{path.name.removeprefix(place.name)}")


def _free(place: Path, word: str) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside, tries = f"{place.name}.{word}-{stamp}", 1
    while any(place.parent.glob(f"{aside}*")):
        tries += 1
        aside = f"{place.name}.{word}-{stamp}-{tries}"
    return place.with_name(aside)


@contextmanager
def alone(place: Path, patience: float) -> Iterator[None]:
    """Lock out other instances repairing the same file, if the system supports it. Raises `Busy`."""
    end = time.monotonic() + patience
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            import fcntl
            lock = stack.enter_context(place.with_name(f"{place.name}.mending").open("wb"))
            while not _locks(fcntl, lock):
                if time.monotonic() > end:
                    raise Busy(place)
                time.sleep(0.05)
        yield


def _locks(fcntl: Any, file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False

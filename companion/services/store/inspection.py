"""Looking a file over before it is used: is it ours, of our time, whole, and does it hold what there was?"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.services.store.backup import all_backups
from companion.services.store.checksums import head_sum
from companion.services.store.journal import Heads, read_journals, read_known
from companion.services.store.recovery_sources import reading
from companion.services.store.schema import (
    APPLICATION,
    VERSION,
    NewerFile,
    bring_up_to_date,
    shape_of,
    version_of,
)
from companion.services.store.trouble import Damaged

MAGIC = b"SQLite format 3\0"


def is_lost(place: Path) -> bool:
    """No file, or an empty one, though there were plays."""
    try:
        if place.stat().st_size:
            return False
    except FileNotFoundError:
        pass
    return bool(expected_heads(place)) or bool(all_backups(place))


def is_foreign(place: Path) -> bool:
    """No database at all, or one whose first page was hit so that SQLite opens it and only refuses to write."""
    if not place.exists() or not place.stat().st_size:
        return False
    with place.open("rb") as file:
        head = file.read(100)
    if not head.startswith(MAGIC) or len(head) < 100:
        return True
    text = int.from_bytes(head[56:60], "big")
    return not (head[18] in (1, 2) and head[19] in (1, 2) and head[20] == 0 and head[21:24] == b"\x40\x20\x20"
                and text in (0, 1))


def check(file: sqlite3.Connection, place: Path) -> None:
    """Raises `Damaged` or `NewerFile`."""
    tables = check_schema(file, place)
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = FULL")
    if tables:
        check_pages(file)


def check_schema(file: sqlite3.Connection, place: Path) -> int:
    """How many tables and indexes there are; 0: the file is new. `place`: of the store, which may be another file."""
    file.execute("BEGIN")  # one look: a second copy of the app may be laying out the tables just now
    version, tables = version_of(file), file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application = file.execute("PRAGMA application_id").fetchone()[0]
    shape = shape_of(file)
    file.execute("COMMIT")
    if version > VERSION and not _one_bit_off(version, place):
        raise NewerFile
    if tables and (version == 0 or version > VERSION or application != APPLICATION):
        raise Damaged
    if version == VERSION and shape != _right_shape():
        raise Damaged
    return int(tables)


def check_pages(file: sqlite3.Connection) -> None:
    if file.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise Damaged


def _one_bit_off(version: int, place: Path) -> bool:
    """A newer app would have left its own number beside the file, too."""
    known = read_known(place)
    return (version ^ VERSION).bit_count() == 1 and known is not None and known.version == VERSION


def _right_shape() -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        bring_up_to_date(memory)
        return shape_of(memory)


@dataclass(frozen=True)
class Compared:
    """The file beside what is known of it. `missing`: plays or lines are not there; `doubtful`: something of a play is
    not as it was written."""

    missing: bool
    doubtful: bool


def compared(file: sqlite3.Connection, place: Path) -> Compared:
    expected = expected_heads(place)  # read before the file: a second copy of the app may be writing to both
    gone = {uid for (uid,) in file.execute("SELECT uid FROM gone")}
    ids: dict[str, int] = {}
    doubtful = False
    for play, uid, game, setup, began, sum in file.execute("SELECT id, uid, game, setup, began, sum FROM plays"):
        ids[uid] = play
        doubtful = doubtful or sum != head_sum(uid, game, setup, began)
    missing = False
    for uid, (number, last) in expected.items():
        if uid in gone:
            continue
        if uid not in ids:
            missing = True
        elif number:
            row = file.execute("SELECT sum FROM records WHERE play = ? AND number = ?",
                               (ids[uid], number - 1)).fetchone()
            missing = missing or row is None
            doubtful = doubtful or (row is not None and last not in ("", row[0]))
    return Compared(missing and not (doubtful and _only_heads(file, expected, gone)), doubtful)


def _only_heads(file: sqlite3.Connection, expected: Heads, gone: set[str]) -> bool:
    """As many plays as there should be: one is not missing, its uid was hit."""
    here: int = file.execute("SELECT count(*) FROM plays").fetchone()[0]
    lines: int = file.execute("SELECT count(*) FROM records").fetchone()[0]
    wanted = [number for uid, (number, _) in expected.items() if uid not in gone]
    return here >= len(wanted) and lines >= sum(wanted)


def expected_heads(place: Path) -> Heads:
    """What there was, by the list, or else the newest backup, and the journal."""
    heard = read_journals(place)
    known = read_known(place)
    found = dict(_backup_heads(place) if known is None else known.heads)
    for uid, (number, last) in heard.heads().items():
        if uid not in heard.gone and number >= found.get(uid, (0, ""))[0]:
            found[uid] = (number, last)
    return {uid: head for uid, head in found.items() if uid not in heard.gone}


def _backup_heads(place: Path) -> Heads:
    for backup in all_backups(place):
        with suppress(OSError, sqlite3.Error, UnicodeError), reading(backup) as file:
            rows = file.execute("SELECT uid, (SELECT count(*) FROM records WHERE play = plays.id) FROM plays")
            return {uid: (number, "") for uid, number in rows}
    return {}

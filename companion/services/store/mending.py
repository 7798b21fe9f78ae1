"""Mending: what a file lacks is put together from every source there is.

The chain says what fits: a line is taken from whichever source has it, if its sum follows from the line before. So
no log gets a hole, and no line of another history gets in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from companion.services.store.checksums import Link, fits, head_sum, link
from companion.services.store.journal import Heads
from companion.services.store.record_lines import is_line, record_of
from companion.services.store.recovery_sources import FileSource, Head, Source


@dataclass
class Gained:
    plays: int = 0
    lines: int = 0


def complete(file: sqlite3.Connection, sources: Sequence[Source], expected: Heads | None = None,
             only: Collection[str] | None = None, *, others: bool = True) -> Gained:
    """Add what the sources have and the file lacks, in the transaction of the caller. `only`: these plays (by uid)."""
    gained = Gained()
    gone = {uid for (uid,) in file.execute("SELECT uid FROM gone")}
    own = FileSource(file)
    _mend_heads(file, own.heads(), [head for source in sources for head in source.heads() if head.whole])
    ids: dict[str, int] = dict(file.execute("SELECT uid, id FROM plays"))
    for head in (head for source in sources for head in source.heads() if head.whole):
        if head.uid not in ids and head.uid not in gone and (only is None or head.uid in only):
            ids[head.uid] = _add(file, head)
            gained.plays += 1
    own = FileSource(file)
    for uid, play in ids.items():
        if only is None or uid in only:
            gained.lines += _mend_lines(file, own, sources, uid, play, (expected or {}).get(uid, (0, ""))[0])
    if others:
        _add_others(file, sources)
    return gained


def put_in_order(file: sqlite3.Connection) -> None:
    """A line whose number was hit stands where it always stood, out of order, and no search finds it there: it can be
    neither read nor deleted by its number. Then the table is written again, line by line."""
    rows = file.execute("SELECT play, number, line, sum FROM records").fetchall()
    keys = [row[:2] for row in rows]
    if all(one < other for one, other in pairwise(keys)):
        return
    (made,) = file.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'records'").fetchone()
    file.execute(made.replace("records", "records_in_order", 1))
    for play, number, line, sum in rows:
        try:
            file.execute("INSERT INTO records_in_order (play, number, line, sum) VALUES (?, ?, ?, ?)",
                         (play, number, line, sum))
        except sqlite3.IntegrityError:  # its number is another line's now
            file.execute("INSERT INTO scraps VALUES (?, ?, ?)", (play, number, line))
    file.execute("DROP TABLE records")
    file.execute("ALTER TABLE records_in_order RENAME TO records")


def _mend_heads(file: sqlite3.Connection, own: Iterable[Head], whole: list[Head]) -> None:
    """A play whose setup, game or very name was hit gets it back. Found by its uid, or by its id if that was hit."""
    here = {head.uid for head in own}
    for head in own:
        if head.whole:
            continue
        twin = next((one for one in whole if one.uid == head.uid), None) or next(
            (one for one in whole if one.id == head.id and one.uid not in here), None)
        if twin is not None:
            file.execute("UPDATE plays SET uid = ?, game = ?, setup = ?, began = ?, sum = ? WHERE id = ?",
                         (twin.uid, twin.game, twin.setup, twin.began, _sum_of(twin), head.id))


def _add(file: sqlite3.Connection, head: Head) -> int:
    """With its own number where that is free."""
    taken = not head.id or file.execute("SELECT 1 FROM plays WHERE id = ?", (head.id,)).fetchone()
    row = (None if taken else head.id, head.uid, head.game, head.rules, head.setup, head.began, head.touched,
           head.archived, head.trashed, _sum_of(head))
    return file.execute("INSERT INTO plays (id, uid, game, rules, setup, began, touched, archived, trashed, sum)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row).lastrowid or 0


def _mend_lines(file: sqlite3.Connection, own: Source, sources: Sequence[Source], uid: str, play: int,
                expected: int) -> int:
    """How many lines this play gained."""
    here = own.lines(uid, play)
    others = [source.lines(uid, play) for source in sources]
    most = max((max(lines, default=-1) for lines in others), default=-1) + 1
    now = merged(uid, [here])
    if len(now) == len(here) and len(now) >= most and _is_stored(now, here):
        return 0
    before = len(now)
    now = merged(uid, [here, *others])
    changed = [(play, number, *one) for number, one in enumerate(now) if here.get(number) != one]
    file.executemany("INSERT OR REPLACE INTO records (play, number, line, sum) VALUES (?, ?, ?, ?)", changed)
    if expected and len(now) >= expected:  # whole again: what is left over is a line whose number was hit
        file.execute("INSERT INTO scraps SELECT play, number, line FROM records WHERE play = ? AND number >= ?",
                     (play, len(now)))
        file.execute("DELETE FROM records WHERE play = ? AND number >= ?", (play, len(now)))
    if changed:
        with suppress(ValueError):
            file.execute("UPDATE plays SET touched = max(touched, ?) WHERE id = ?", (record_of(now[-1][0]).at, play))
    return len(now) - before


def merged(uid: str, candidates: Sequence[dict[int, Link]]) -> list[Link]:
    """The longest log without a hole, each line from the first candidate that has it as it was written."""
    found: list[Link] = []
    before = uid
    while True:
        number = len(found)
        for lines in candidates:
            if number in lines:
                line, stored = lines[number]
                now = link(before, line)
                if fits(stored, now) and (stored == now or is_line(line)):
                    found.append((line, now))
                    before = now
                    break
        else:
            return found


def _is_stored(now: list[Link], here: dict[int, Link]) -> bool:
    return all(here[number] == one for number, one in enumerate(now))


def _add_others(file: sqlite3.Connection, sources: Sequence[Source]) -> None:
    for source in sources:
        for table, columns, row in source.others():
            places = ", ".join("?" * len(row))
            with suppress(sqlite3.Error):  # a row whose content is damaged, too
                file.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({places})", row)


def _sum_of(head: Head) -> str:
    return head_sum(head.uid, head.game, head.setup, head.began)

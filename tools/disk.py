"""Bad disks: children play on a real store while `disk_shim.c` spoils their file calls; the parent looks.

Kinds: a disk that is full now and then, a slow one with three processes on it, and one whose power is cut.
`python -m tools.disk KIND FILE SEED GAME ...` is the child. It needs Linux and a C compiler.
"""

import logging
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from struct import calcsize, unpack

from companion.core.play import NotSaved
from companion.core.text import Refused
from companion.services import open_play
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.ports.machine import MachineClock
from companion.services.store import Busy, open_store
from companion.testing.driving import wild_setup
from tools.kills import Child, Said, Tally, act, confirm, look, plugins, say_line

SHIM = Path(__file__).with_name("disk_shim.c")
TITLES = {"full": "Full disk", "slow": "Slow disk", "cut": "Power cuts"}
SKIPPED = "skipped, as it needs Linux and a C compiler (cc)"
DB, LIBRARY = "tableside.db", "disk_shim.so"
FULL_DISK = ("The disk is full", "Writing the file failed")
SLOW = (20, 80, 250)
"""Milliseconds of each fsync."""
AT_ONCE, STARTS = 3, 3
ACTS_BEFORE_CUTS = 60
SECTOR = 512


def is_possible() -> bool:
    return sys.platform.startswith("linux") and shutil.which("cc") is not None


def disks(kind: str, folder: Path, number: int, games: list[str], seed: int = 1) -> Tally:
    """Spoil the disk of this many children, or cut the power of one this many times."""
    if not is_possible():
        return Tally(f"{TITLES[kind]}: {SKIPPED}")
    tally, rng = Tally(TITLES[kind]), Random(seed)
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(folder / LIBRARY), str(SHIM), "-ldl", "-pthread"]
    subprocess.run(command, check=True)
    {"full": _full, "slow": _slow, "cut": _cuts}[kind](folder, number, games, rng, tally)
    return tally


def _spoiled(path: Path, **how: object) -> dict[str, str]:
    return {**os.environ, "LD_PRELOAD": str(path.parent.parent / LIBRARY), "TORTURE_PATH": f"{path.parent}/",
            **{f"TORTURE_{name.upper()}": str(value) for name, value in how.items()}}


def _count(said: Said, tally: Tally) -> None:
    for words in said:
        if words[0].isdigit():
            tally.counts["confirmed records"] += 1
        elif words[0] == "fault":
            tally.faults.append(" ".join(words[1:]))
        else:
            tally.counts[words[0]] += 1


def _look(path: Path, said: Said, tally: Tally, games: list[str]) -> None:
    try:
        look(path, [words for words in said if words[0].isdigit()], tally, plugins(tuple(games)))
    except Refused as error:
        tally.faults.append(f"{path.parent.name}: {error}")


# A full disk

def _full(folder: Path, number: int, games: list[str], rng: Random, tally: Tally) -> None:
    for count in range(number):
        path = folder / f"full-{count // 10}" / DB
        path.parent.mkdir(exist_ok=True)
        flag = folder / "FULL"
        if rng.random() < 0.25:
            flag.touch()  # it is full from the start
        child = Child("full", path, rng.randrange(10**6), games, "tools.disk", _spoiled(path, full=flag))
        try:
            child.listen(rng.randrange(5, 60))
        finally:
            said = child.kill()
        flag.unlink(missing_ok=True)
        tally.counts["kills"] += 1
        _count(said, tally)
        _look(path, said, tally, games)


def play_on_a_full_disk(path: Path, seed: int, games: list[str]) -> None:
    """Play until killed, now and then without room; with room, nothing may be refused for want of it."""
    flag, rng, found = Path(os.environ["TORTURE_FULL"]), Random(seed), plugins(tuple(games))
    library = Library(open_store(path), found, MachineClock())
    if library.store.path is None:  # without room for SQLite's own files nothing can be opened on the disk
        say_line("in_memory" if "full" in str(library.notice) else f"fault in memory: {library.notice}")
        _begun(library, rng)
        flag.unlink()
        library = Library(open_store(path), found, MachineClock())
    opened: OpenPlay | None = None
    while True:
        flag.unlink(missing_ok=True)
        if opened is None or rng.random() < 0.2 or opened.over():
            opened = _begun(library, rng)
        for _ in range(rng.randrange(1, 12)):
            _try(opened, rng, library, full=False)
        flag.touch()
        say_line("full")
        for _ in range(rng.randrange(1, 8)):
            _try(opened, rng, library, full=True)


def _begun(library: Library, rng: Random) -> OpenPlay:
    game = rng.choice(sorted(library.games))
    return library.start(game, wild_setup(library.games[game], rng))


def _try(opened: OpenPlay, rng: Random, library: Library, *, full: bool) -> None:
    before = len(opened.play.log)
    try:
        act(opened, rng)
    except NotSaved as error:
        is_right = full and str(error).startswith(FULL_DISK)
        say_line("refused" if is_right else f"fault on a disk that is full={full}: {error}")
    except Refused:
        pass
    confirm(opened, before)
    if len(opened.play.log) > before and not library.store.writable:
        say_line(f"fault saved, but the notice stays: {library.notice}")


# A slow disk

def _slow(folder: Path, number: int, games: list[str], rng: Random, tally: Tally) -> None:
    path = folder / "slow" / DB
    path.parent.mkdir()
    for count in range(number):
        slow = _spoiled(path, slow=SLOW[count % len(SLOW)])
        children = [Child("slow", path, rng.randrange(10**6), games, "tools.disk", slow)
                    for _ in range(AT_ONCE)]
        said = [words for child in children for words in child.rest()]
        _count([words for words in said if words[0] != "started"], tally)
        waits = [float(words[1]) for words in said if words[0] == "started"]
        tally.counts["starts"] += len(waits)
        tally.counts["starts that took 2 s or more"] += sum(seconds >= 2 for seconds in waits)
        _look(path, said, tally, games)


def start_on_a_slow_disk(path: Path, seed: int, games: list[str]) -> None:
    """Start, play a little and end, a few times; two others do the same."""
    rng, found = Random(seed), plugins(tuple(games))
    for _ in range(STARTS):
        begun = time.monotonic()
        try:
            library = Library(open_store(path), found, MachineClock())
        except Busy:
            say_line("busy")
            continue
        say_line(f"started {time.monotonic() - begun:.3f}")
        if library.store.path is None:
            say_line(f"fault played in memory: {library.notice}")
        with suppress(Refused):
            opened = _begun(library, rng)
            for _ in range(5):
                before = len(opened.play.log)
                try:
                    act(opened, rng)
                except NotSaved:
                    say_line("refused")
                except Refused:
                    pass
                confirm(opened, before)
        library.quit()


# Power cuts

@dataclass(frozen=True)
class Call:
    """A recorded file call: write, sync, truncate, rename or unlink."""

    kind: str
    path: str
    other: str
    at: int
    data: bytes


@dataclass
class File:
    synced: bytearray = field(default_factory=bytearray)
    since: list[Call] = field(default_factory=list)
    """Writes and truncations since the last sync; the disk may have any of them."""


def _cuts(folder: Path, number: int, games: list[str], rng: Random, tally: Tally) -> None:
    path, log = folder / "cut" / DB, folder / "calls"
    path.parent.mkdir()
    child = Child("cut", path, rng.randrange(10**6), games, "tools.disk", _spoiled(path, log=log))
    child.rest()
    calls = list(read_calls(log.read_bytes()))
    tally.counts["file calls"] += len(calls)
    for _ in range(number):
        at = rng.randrange(len(calls))
        place = folder / f"cut-{at}"
        said = cut(calls[:at], path.parent, place, rng)
        tally.counts["cuts"] += 1
        tally.counts["confirmed records"] += len(said)
        _look(place / DB, said, tally, games)
        shutil.rmtree(place, ignore_errors=True)


def play_before_cuts(path: Path, seed: int, games: list[str]) -> None:
    """Play with many backups, and write each confirmation to a file that the shim records in its place."""
    open_play.RECORDS_BETWEEN_BACKUPS = 5
    rng, found = Random(seed), plugins(tuple(games))
    os.dup2(os.open(path.with_name("said"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 1)
    for _ in range(2):
        library = Library(open_store(path), found, MachineClock())
        opened = _begun(library, rng)
        for _ in range(ACTS_BEFORE_CUTS // 2):
            before = len(opened.play.log)
            with suppress(Refused, NotSaved):
                act(opened, rng)
            confirm(opened, before)
            if rng.random() < 0.1:
                library.pause()
        library.quit()


def read_calls(raw: bytes) -> Iterator[Call]:
    at, head = 0, calcsize("=c4q")
    while at < len(raw):
        kind, path, other, size, offset = unpack("=c4q", raw[at:at + head])
        texts = raw[at + head:at + head + path + other + size]
        yield Call(kind.decode(), texts[:path].decode(), texts[path:path + other].decode(), offset,
                   texts[path + other:])
        at += head + path + other + size


def cut(calls: list[Call], home: Path, place: Path, rng: Random) -> Said:
    """Write the files as a power cut after these calls may leave them; return what was confirmed."""
    files: dict[str, File] = {}
    said = b""
    for call in calls:
        if call.path == str(home / "said"):
            said += call.data
        elif call.kind == "R":
            files[call.other] = files.pop(call.path, File())
        elif call.kind == "U":
            files.pop(call.path, None)
        elif call.kind == "S":
            file = files.setdefault(call.path, File())
            for one in file.since:
                _do(one, file.synced)
            file.since.clear()
        else:
            files.setdefault(call.path, File()).since.append(call)
    place.mkdir()
    for path, file in files.items():
        (place / Path(path).name).write_bytes(_left(file, rng))
    return [line.split() for line in said.decode().split("\n")[:-1]]


def _left(file: File, rng: Random) -> bytes:
    """The writes since the last sync are dropped, kept, or some of them kept and torn."""
    content, kept = bytearray(file.synced), rng.choice((0.0, 1.0, 0.5))
    for call in file.since:
        if rng.random() < kept:
            torn = kept == 0.5 and call.kind == "W" and rng.random() < 0.3
            sectors = rng.randrange(len(call.data) // SECTOR + 1)
            _do(Call(call.kind, "", "", call.at, call.data[:SECTOR * sectors]) if torn else call, content)
    return bytes(content)


def _do(call: Call, content: bytearray) -> None:
    end = call.at + len(call.data)
    content.extend(bytes(max(0, end - len(content))))
    if call.kind == "T":
        del content[call.at:]
    else:
        content[call.at:end] = call.data


CHILDREN = {"full": play_on_a_full_disk, "slow": start_on_a_slow_disk, "cut": play_before_cuts}

if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    CHILDREN[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])

"""The saved plays without the app: everything into one archive, and back to the newest backup. No Kivy, no game.

Nothing is ever deleted here, and nothing is changed before what comes in its place lies whole on the disk.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

SQLITE = b"SQLite format 3\0"
TAILS = ("", "-wal", "-shm")


def parts_of(place: Path) -> list[Path]:
    """The file of the plays and all that lies beside it: write-ahead log, backups, what was set aside."""
    with suppress(OSError):
        found = [one for one in place.parent.iterdir() if one.name.startswith(place.name) and one.is_file()]
        return sorted(one for one in found if "unfinished" not in one.name)
    return []


def pack(place: Path, target: Path) -> Path:
    """All of it into one archive, byte for byte; and, where the plays can be read, the file that Tableside takes in.

    Raises `OSError` where it can't be written."""
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for part in parts_of(place):
            archive.write(part, part.name)
        with suppress(Exception):  # the bytes are there; this is for those who want to read them
            archive.writestr("everything.json", _everything(place))
    return target


def _everything(place: Path) -> str:
    """Read from a copy: a damaged file is not touched."""
    from companion.services.evening import Evening
    from companion.services.ports.clock import MachineClock
    from companion.services.store import open_store
    with TemporaryDirectory(prefix="tableside-") as folder:
        for part in parts_of(place):
            shutil.copyfile(part, Path(folder) / part.name)
        evening = Evening(open_store(Path(folder) / place.name), {}, MachineClock())
        try:
            return evening.files.export_everything()
        finally:
            evening.quit()


def newest_backup(place: Path) -> Path | None:
    """The newest one that is a database at all."""
    found: list[tuple[float, Path]] = []
    for one in parts_of(place):
        with suppress(OSError):
            if one.name.startswith(f"{place.name}.backup") and not one.name.endswith(TAILS[1:]):
                with one.open("rb") as file:
                    if file.read(len(SQLITE)) == SQLITE:
                        found.append((one.stat().st_mtime, one))
    return max(found)[1] if found else None


def start_on_backup(place: Path) -> Path:
    """The newest backup takes the place of the file, which is kept under another name. Returns that name.

    Raises `OSError`, and then everything is as it was; `FileNotFoundError` where there is no backup."""
    backup = newest_backup(place)
    if backup is None:
        raise FileNotFoundError(place)
    ready = place.with_name(f"{place.name}.restored-unfinished-{os.getpid()}")
    try:
        shutil.copyfile(backup, ready)
        with ready.open("rb+") as file:
            os.fsync(file.fileno())
        aside = _free_name(place)
        for tail in reversed(TAILS):  # a write-ahead log must not meet another file
            with suppress(FileNotFoundError):
                os.replace(f"{place}{tail}", f"{aside}{tail}")
        os.replace(ready, place)
        return aside
    finally:
        ready.unlink(missing_ok=True)


def _free_name(place: Path) -> Path:
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 0
    while True:
        aside = place.with_name(f"{place.name}.aside-{stamp}" + (f"-{number}" if number else ""))
        if not aside.exists():
            return aside
        number += 1

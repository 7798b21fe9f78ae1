"""Rescue saved plays without the app: pack everything or restore the newest backup. No Kivy.

Nothing is deleted, and nothing is replaced before its replacement is on disk."""

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
    """The database, its write-ahead log, backups and files set aside."""
    with suppress(OSError):
        found = [one for one in place.parent.iterdir() if one.name.startswith(place.name) and one.is_file()]
        return sorted(one for one in found if "unfinished" not in one.name)
    return []


def pack(place: Path, target: Path) -> Path:
    """Archive all files, plus a Tableside export if the plays can be read. Raises `OSError`."""
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for part in parts_of(place):
            archive.write(part, part.name)
        with suppress(Exception):  # optional, as the raw files are in the archive
            archive.writestr("everything.json", _everything(place))
    return target


def _everything(place: Path) -> str:
    """Read a copy, to leave a damaged file untouched."""
    from companion.services.library import Library
    from companion.services.ports.machine import MachineClock
    from companion.services.store import open_store
    with TemporaryDirectory(prefix="tableside-") as folder:
        for part in parts_of(place):
            shutil.copyfile(part, Path(folder) / part.name)
        library = Library(open_store(Path(folder) / place.name), {}, MachineClock())
        try:
            return library.files.export_everything()
        finally:
            library.quit()


def newest_backup(place: Path) -> Path | None:
    found: list[tuple[float, Path]] = []
    for one in parts_of(place):
        with suppress(OSError):
            if one.name.startswith(f"{place.name}.backup") and not one.name.endswith(TAILS[1:]):
                with one.open("rb") as file:
                    if file.read(len(SQLITE)) == SQLITE:
                        found.append((one.stat().st_mtime, one))
    return max(found)[1] if found else None


def start_on_backup(place: Path) -> Path:
    """Replace the database with the newest backup; return the old file's new name.

    Raises `OSError` and changes nothing, or `FileNotFoundError` without a backup."""
    backup = newest_backup(place)
    if backup is None:
        raise FileNotFoundError(place)
    ready = place.with_name(f"{place.name}.restored-unfinished-{os.getpid()}")
    try:
        shutil.copyfile(backup, ready)
        with ready.open("rb+") as file:
            os.fsync(file.fileno())
        aside = _free_name(place)
        for tail in reversed(TAILS):  # a write-ahead log must not meet another database
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

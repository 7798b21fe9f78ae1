"""Stores as killed processes and damaged disks leave them."""

import shutil
from pathlib import Path

from companion.core.log import Record
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import Store, open_store
from companion.services.store.backup import back_up
from companion.testing.recording import SetClock
from tests.toys.orchard import game as orchard

SETUP = Setup(people("Ana", "Ben", "Cleo"))


def begun(store: Store, more: int = 0) -> OpenPlay:
    opened = Library(store, {"orchard": orchard}, SetClock()).start("orchard", SETUP)
    opened.answer("Weather/table", [3])
    for number in range(more):
        opened.correct("basket", number % 12)
    return opened


def killed(path: Path, before: int = 30, after: int = 7) -> list[Record]:
    """A store as a killed process leaves it: a backup with most answers, the rest only in the write-ahead log."""
    store = open_store(path)
    opened = begun(store, before - 1)
    assert store.backups is not None
    store.backups.wait()  # the one after 25 answers, or two would be made at once
    back_up(path)
    for number in range(after):
        opened.correct("basket", number)
    store.backups.wait()  # else files come and go while they are copied
    here = path.parent / "here"
    here.mkdir()
    for file in [one for one in path.parent.iterdir() if one.is_file()]:
        shutil.copyfile(file, here / file.name)
    store.file.close()
    for file in [one for one in path.parent.iterdir() if one.is_file()]:
        file.unlink()
    for file in here.iterdir():
        shutil.copyfile(file, path.parent / file.name)
    shutil.rmtree(here)
    return opened.play.log


def empty(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def wal_gone(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def all_gone(path: Path) -> None:
    path.unlink()
    Path(f"{path}-wal").unlink()


def wal_hit(path: Path) -> None:
    with Path(f"{path}-wal").open("rb+") as file:
        file.seek(5_000)
        byte = file.read(1)[0]
        file.seek(5_000)
        file.write(bytes([byte ^ 4]))

"""What may hang is noted on disk while it runs: a plugin's code as it loads or answers.

If the app is ended meanwhile, the note stays, and the next start sets that plugin or play aside.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: there an open file can't be deleted by others
    fcntl = None  # type: ignore[assignment]

FILE = "set_aside.txt"


class SetAside:
    """The names set aside in this folder; without a folder, none."""

    def __init__(self, home: Path | None) -> None:
        self._home = home
        self._names: set[str] = set()
        if home is not None:
            with suppress(OSError, UnicodeError):
                self._names.update((home / FILE).read_text(encoding="utf-8").splitlines())
            left = {_left(path) for path in home.glob("calling-*.txt")} - {""}
            if not left <= self._names:
                self._write(self._names | left)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def forgive(self, name: str) -> None:
        """Try it again."""
        if name in self._names:
            self._write(self._names - {name})

    def _write(self, names: Iterable[str]) -> None:
        self._names = set(names)
        assert self._home is not None
        with suppress(OSError):
            if self._names:
                (self._home / FILE).write_text("\n".join(sorted(self._names)), encoding="utf-8")
            else:
                (self._home / FILE).unlink(missing_ok=True)

    @contextmanager
    def noted(self, name: str) -> Iterator[None]:
        """Note a call while it runs. After Ctrl-C the note stays: it hung, or raised this itself."""
        note = _begun(self._home, name) if self._home is not None else None
        stays = False
        try:
            yield
        except KeyboardInterrupt:
            stays = True
            raise
        finally:
            if note is not None:
                note.close()
                if not stays:
                    with suppress(OSError):
                        os.unlink(note.name)


NOTHING = SetAside(None)


def _begun(home: Path, name: str) -> IO[str] | None:
    """A note that is locked for as long as its process lives. None on a full disk."""
    path = home / f"calling-{os.urandom(6).hex()}.txt"
    try:
        note = path.open("x", encoding="utf-8")
        with suppress(OSError):  # a file system without locks
            if fcntl is not None:
                fcntl.flock(note, fcntl.LOCK_EX)
        note.write(name)
        note.flush()
        return note
    except OSError:
        with suppress(OSError):
            path.unlink()
        return None


def _left(path: Path) -> str:
    """What a process that has ended left in its note; empty if it still runs."""
    try:
        with path.open("r+", encoding="utf-8") as note:
            if fcntl is not None:
                fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
            name = note.read()
        if name:  # or it was created a moment ago
            path.unlink()
        return name
    except (OSError, UnicodeError):
        return ""

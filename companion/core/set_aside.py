"""What may hang is noted on disk while it runs: a plugin's code as it loads or answers.

If the app is ended meanwhile, the note stays, and the next start counts it. Twice in a row sets that plugin
or play aside; once may have been a kill at a bad moment.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: there an open file can't be deleted by others
    fcntl = None  # type: ignore[assignment]

FILE = "set_aside.txt"
TWICE = 2


class SetAside:
    """The names set aside in this folder; without a folder, none."""

    def __init__(self, home: Path | None) -> None:
        self._home = home
        self._strikes: Mapping[str, int] = {}
        if home is not None:
            left = {_left(path) for path in home.glob("calling-*.txt")} - {""}
            self._strikes = _read(home)
            if left:
                self._write({**self._strikes, **{name: self._strikes.get(name, 0) + 1 for name in left}})

    def __len__(self) -> int:
        return sum(number >= TWICE for number in self._strikes.values())

    def __contains__(self, name: str) -> bool:
        return self._strikes.get(_line(name), 0) >= TWICE

    def forgive(self, name: str) -> None:
        """Start counting from zero: it worked, or is tried again."""
        if self._home is not None:
            self._strikes = _read(self._home)  # others may have changed it
            others = {other: number for other, number in self._strikes.items() if other != _line(name)}
            if others != self._strikes:
                self._write(others)

    def _write(self, strikes: Mapping[str, int]) -> None:
        self._strikes = strikes
        assert self._home is not None
        lines = [name if number >= TWICE else f"{name}\t{number}" for name, number in sorted(strikes.items())]
        unfinished = self._home / f"{FILE}-{os.urandom(6).hex()}"
        with suppress(OSError):
            if lines:
                unfinished.write_text("\n".join(lines), encoding="utf-8")
                os.replace(unfinished, self._home / FILE)  # on a full disk, the old file stays whole
            else:
                (self._home / FILE).unlink(missing_ok=True)
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)

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
                    self.forgive(name)


NOTHING = SetAside(None)


def _line(name: str) -> str:
    """The name as one line that a file can hold: an imported play may be called anything."""
    return " ".join(name.split()).encode(errors="replace").decode()


def _read(home: Path) -> dict[str, int]:
    """The strikes of each name. One without a count is set aside, as older versions wrote it."""
    with suppress(OSError, UnicodeError):
        lines = [line.partition("\t") for line in (home / FILE).read_text(encoding="utf-8").splitlines()]
        return {name: 1 if counted else TWICE for name, counted, _ in lines if name}
    return {}


def _begun(home: Path, name: str) -> IO[str] | None:
    """A note that is locked for as long as its process lives. None on a full disk."""
    path = home / f"calling-{os.urandom(6).hex()}.txt"
    try:
        note = path.open("x", encoding="utf-8")
        with suppress(OSError):  # a file system without locks
            if fcntl is not None:
                fcntl.flock(note, fcntl.LOCK_EX)
        note.write(_line(name))
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
            name = _line(note.read())
        if name:  # or it was created a moment ago
            path.unlink()
        return name
    except (OSError, UnicodeError):
        return ""

"""A second process that locks the file of a store."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOLD = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
if sys.argv[2] == "exclusive":
    file.execute("PRAGMA locking_mode = EXCLUSIVE")
file.execute("BEGIN EXCLUSIVE" if sys.argv[2] == "exclusive" else "BEGIN IMMEDIATE")
file.execute("INSERT OR REPLACE INTO settings VALUES ('x', '1', '')")
print("held", flush=True)
sys.stdin.readline()
file.execute("ROLLBACK")
file.close()
print("let go", flush=True)
"""
EXCLUSIVE, WRITE = "exclusive", "write"
"""With the first nobody else can even read."""


class Lock:
    def __init__(self, holder: "subprocess.Popen[str]") -> None:
        self.holder = holder

    def let_go(self) -> None:
        assert self.holder.stdin is not None and self.holder.stdout is not None
        self.holder.stdin.write("\n")
        self.holder.stdin.flush()
        assert self.holder.stdout.readline() == "let go\n"


@contextmanager
def locked(path: Path, how: str) -> Iterator[Lock]:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path), how], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, encoding="locale") as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        yield Lock(holder)
        holder.communicate("\n")

"""Stage pictures for `serve`, drawn by a separate process if OpenGL is available.

If that process dies, there are no more pictures, but the play goes on.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from companion.services.phones.guest_table import GuestTable

log = logging.getLogger("tableside")

CHILD = (sys.executable, *(["picture-child"] if getattr(sys, "frozen", False)
                           else ["-m", "companion.ui.stages.picture_child"]))
HOME = Path(__file__).resolve().parents[3]
SIZE = (800, 600)


class StagePictures:
    """`show` sets the current play. Draws only the newest position, never a queue."""

    def __init__(self, post: Callable[[Callable[[], None]], None], command: Sequence[str] = CHILD) -> None:
        self._post = post
        self._table: GuestTable | None = None
        self._stop_watching: Callable[[], None] = lambda: None
        self._wish: tuple[GuestTable, str, str] | None = None
        self._news, self._lock = Event(), Lock()
        self._ended = False
        self._child: subprocess.Popen[str] | None = None
        with suppress(OSError):  # if no process can be started, there are no pictures
            self._child = subprocess.Popen(command, cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
            Thread(target=self._live, name="stage pictures", daemon=True).start()

    # In the play's thread

    def show(self, table: GuestTable | None) -> None:
        self._stop_watching()
        self._table, self._stop_watching = table, lambda: None
        if table is not None:
            self._stop_watching = table.views.reader.watch(lambda _: self.look())
            self.look()

    def look(self) -> None:
        """Draw the changed table, unless all votes are in and closed."""
        table = self._table
        if self._ended or self._child is None or table is None or not table.is_open or table.views.sealed:
            return
        with suppress(Exception):
            wish = (table, table.opened.epoch, table.opened.export())
            with self._lock:
                self._wish = wish
            self._news.set()

    def close(self) -> None:
        self._ended = True
        self._news.set()
        if self._child is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                self._child.kill()
                self._child.wait(5)

    def _made(self, table: GuestTable, version: str, told: dict[str, Any]) -> None:
        if table is self._table and table.is_open and not table.views.sealed and "picture" in told:
            spots = {name: (at[0], at[1]) for name, at in told["spots"].items()}
            table.show_stage(version, SIZE, b64decode(told["picture"]), lambda space: spots.get(repr(space)))

    # In a separate thread

    def _live(self) -> None:
        child = self._child
        assert child is not None and child.stdin is not None and child.stdout is not None
        try:
            if not child.stdout.readline():
                log.info("no OpenGL is found here: guests see no picture of the stage")
                return
            while not self._ended:
                self._news.wait()
                self._news.clear()
                with self._lock:
                    wish, self._wish = self._wish, None
                if wish is None:
                    continue
                table, version, text = wish
                child.stdin.write(json.dumps({"play": text}) + "\n")
                child.stdin.flush()
                answer = child.stdout.readline()
                if not answer:
                    return
                told = json.loads(answer)
                self._post(partial(self._made, table, version, told))
        except (OSError, ValueError):  # the process ended midway
            log.info("the pictures of the stage have ended")
        finally:
            self._ended = True

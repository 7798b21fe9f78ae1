"""Restart: the app begins again when the phone has thrown its pictures away, and returns to the play it was at."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

MARK = "return-to"


def remember_play(home: Path, play_id: int | None) -> None:
    """Leave a note for the next start: which play was on the table. None: it was another screen."""
    with contextlib.suppress(OSError):
        (home / MARK).write_text("" if play_id is None else str(play_id), encoding="utf-8")


def remembered_play(home: Path) -> int | None:
    """Read the note, once: a later start by hand begins in the library as ever."""
    with contextlib.suppress(OSError, ValueError):
        note = home / MARK
        text = note.read_text(encoding="utf-8")
        note.unlink()
        return int(text)
    return None


class AndroidRestart:
    """A fresh task with our own activity, and this process ends: Android starts another for it."""

    def __init__(self, java: Callable[[], Java] = java) -> None:
        self._java = java

    def restart(self) -> None:
        with quietly("starting again"):
            phone = self._java()
            activity, intents = phone.activity(), phone.autoclass("android.content.Intent")
            start = activity.getPackageManager().getLaunchIntentForPackage(activity.getPackageName())
            activity.startActivity(intents.makeRestartActivityTask(start.getComponent()))
            phone.autoclass("java.lang.Runtime").getRuntime().exit(0)


class DesktopRestart:
    def __init__(self, execute: Callable[[str, list[str]], object] = os.execv) -> None:
        self._execute = execute

    def restart(self) -> None:
        with quietly("starting again"):
            self._execute(sys.executable, [sys.executable, *sys.orig_argv[1:]])

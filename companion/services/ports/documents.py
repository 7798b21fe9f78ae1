"""Documents: the phone's own choosers for a file to take in and a place to save one, and files other apps hand to us.

An app sees no folder of a modern phone; it gets one document at a time, which the person chose. Python reads it through
the file descriptor that Android's ContentResolver opens.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.services.packs.pack import ZIP, to_text
from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

OPEN, SAVE = 0x7A01, 0x7A02  # ours among the results that come back to the activity
RESULT_OK = -1  # android.app.Activity.RESULT_OK
MOST_BYTES = 32 * 1024 * 1024  # no play, copy or pack is anywhere near
Done = Callable[[str | None], None]
Saved = Callable[[bool], None]


def activity_events() -> Any:
    """python-for-android's way to hear what comes back to the activity."""
    from android import activity

    return activity


class AndroidDocuments:
    """`done` and `saved` are called on Android's own thread."""

    def __init__(self, java: Callable[[], Java] = java, events: Callable[[], Any] = activity_events) -> None:
        self._java = java
        self._events = events
        self._listens = False
        self._done: Done | None = None
        self._saved: Saved | None = None
        self._content = b""

    def can_choose(self) -> bool:
        return True

    def choose(self, done: Done) -> bool:
        """Let a person choose a file; `done` gets its text, None where there is none. False: it can't be done."""
        self._done = done
        with quietly("choosing a file"):
            intent = self._intent("ACTION_OPEN_DOCUMENT", "*/*")
            return self._ask(intent, OPEN)
        return False

    def save(self, path: Path, saved: Saved) -> bool:
        """Let a person choose where a copy of this file is saved."""
        self._saved = saved
        with quietly("saving a file"):
            self._content = path.read_bytes()
            intent = self._intent("ACTION_CREATE_DOCUMENT", "application/json")
            phone = self._java()
            intent.putExtra(phone.autoclass("android.content.Intent").EXTRA_TITLE,
                            phone.autoclass("java.lang.String")(path.name))
            return self._ask(intent, SAVE)
        return False

    def listen(self, take: Callable[[str | None], None]) -> None:
        """`take` gets every file another app hands to us: the one we were started with, and later ones."""
        with quietly("taking files from other apps"):
            self._events().bind(on_new_intent=lambda intent: self._arrived(intent, take))
            self._arrived(self._java().activity().getIntent(), take)

    def _intent(self, action: str, kind: str) -> Any:
        intents = self._java().autoclass("android.content.Intent")
        intent = intents(getattr(intents, action))
        intent.addCategory(intents.CATEGORY_OPENABLE)
        intent.setType(kind)
        return intent

    def _ask(self, intent: Any, code: int) -> bool:
        if not self._listens:
            self._events().bind(on_activity_result=self._came_back)
            self._listens = True
        self._java().activity().startActivityForResult(intent, code)
        return True

    def _came_back(self, code: int, result: int, intent: Any) -> None:
        link = intent.getData() if result == RESULT_OK and intent is not None else None
        if code == OPEN and self._done is not None:
            done, self._done = self._done, None
            if link is not None:  # closed without choosing: nothing to say
                done(self._read(link))
        elif code == SAVE and self._saved is not None:
            saved, self._saved = self._saved, None
            if link is not None:
                saved(self._write(link, self._content))
            self._content = b""

    def _arrived(self, intent: Any, take: Callable[[str | None], None]) -> None:
        with quietly("taking a file from another app"):
            phone = self._java()
            intents = phone.autoclass("android.content.Intent")
            action, link = str(intent.getAction()), None
            if action == str(intents.ACTION_VIEW):
                link = intent.getData()
            elif action == str(intents.ACTION_SEND):
                link = phone.cast("android.net.Uri", intent.getParcelableExtra(intents.EXTRA_STREAM))
            if link is not None:
                intent.setAction(intents.ACTION_MAIN)  # a rotation must not bring it a second time
                take(self._read(link))

    def _read(self, link: Any) -> str | None:
        with quietly("reading a chosen file"), os.fdopen(self._open(link, "r"), "rb") as file:
            read = file.read(MOST_BYTES)
            return to_text(read) if read.startswith(ZIP) else read.decode("utf-8")
        return None

    def _write(self, link: Any, content: bytes) -> bool:
        with quietly("writing a chosen file"):
            with os.fdopen(self._open(link, "wt"), "wb") as file:
                file.write(content)
            return True
        return False

    def _open(self, link: Any, mode: str) -> int:
        """A descriptor of our own; whoever holds it closes it."""
        resolver = self._java().activity().getContentResolver()
        return int(resolver.openFileDescriptor(link, mode).detachFd())


class DesktopDocuments:
    """A desktop's chooser needs helpers that are seldom there: files are listed, dropped on the window, or pasted."""

    def can_choose(self) -> bool:
        return False

    def choose(self, done: Done) -> bool:
        return False

    def save(self, path: Path, saved: Saved) -> bool:
        return False

    def listen(self, take: Callable[[str | None], None]) -> None:
        return None

"""Speech: the question read aloud."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from companion.services.ports.quiet import quietly


def plyer_speak(text: str) -> None:
    """Android's voice, macOS `say`, Windows SAPI, or espeak and flite where Linux has them."""
    from plyer import tts

    tts.speak(message=text)


class PlyerSpeech:
    """The same on Android and on a desktop.

    plyer may hold its caller for ten seconds until the voice is ready, so one thread of its own does the speaking. It
    says only the newest sentence: by the time an old one could be heard, the table has moved on.
    """

    def __init__(self, speak: Callable[[str], None] = plyer_speak) -> None:
        self.on = False
        self._speak = speak
        self._waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._voice: threading.Thread | None = None

    def say(self, text: str) -> None:
        if not (self.on and text):
            return
        self._waiting.put(text)
        if self._voice is None:
            self._voice = threading.Thread(target=self._talk, name="voice", daemon=True)
            self._voice.start()

    def _talk(self) -> None:
        while True:
            text = self._waiting.get()
            while not self._waiting.empty():
                text = self._waiting.get()
            with quietly("speech"):
                self._speak(text)

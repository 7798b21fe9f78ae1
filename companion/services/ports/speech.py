"""Speech: the question read aloud, in the app's own language."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

SUCCESS, FLUSH = 0, 0  # android.speech.tts.TextToSpeech.SUCCESS and QUEUE_FLUSH
OURS = "en"  # the language our sentences are written in


def plyer_speak(text: str) -> None:
    """macOS `say`, Windows SAPI, or espeak and flite where Linux has them."""
    from plyer import tts

    tts.speak(message=text)


class DesktopSpeech:
    """plyer may hold its caller until the voice is ready, so one thread of its own does the speaking. It says only the
    newest sentence: by the time an old one could be heard, the table has moved on."""

    def __init__(self, speak: Callable[[str], None] = plyer_speak) -> None:
        self.on = False
        self.language = ""
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

    def close(self) -> None:
        return None

    def _talk(self) -> None:
        while True:
            text = self._waiting.get()
            while not self._waiting.empty():
                text = self._waiting.get()
            with quietly("speech"):
                self._speak(text)


def android_engine(phone: Java, ready: Callable[[int], None]) -> Any:
    """Android's voice, which says when it is ready. The listener must live as long as the engine."""
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnInitListener",)
        __javacontext__ = "app"

        @java_method("(I)V")  # type: ignore[untyped-decorator]
        def onInit(self, status: int) -> None:
            ready(status)

    listener = Listener()
    return phone.autoclass("android.speech.tts.TextToSpeech")(phone.activity(), listener), listener


class AndroidSpeech:
    """One engine, made with the first sentence and shut down with the app. plyer makes one a sentence, and speaks
    American English whatever the app speaks."""

    def __init__(self, java: Callable[[], Java] = java,
                 engine: Callable[[Java, Callable[[int], None]], Any] = android_engine) -> None:
        self.on = False
        self.language = ""
        self._java = java
        self._make = engine
        self._engine: Any = None
        self._ready = False
        self._waiting = ""

    def say(self, text: str) -> None:
        if not (self.on and text):
            return
        self._waiting = text
        with quietly("speech"):
            if self._engine is None:
                self._engine = self._make(self._java(), self._woke)
            if self._ready:
                self._talk()

    def close(self) -> None:
        """The phone frees its voice; the next sentence makes another."""
        engine, self._engine, self._ready = self._engine, None, False
        if engine is not None:
            with quietly("speech"):
                engine[0].stop()
                engine[0].shutdown()

    def _woke(self, status: int) -> None:
        """On Android's own thread, perhaps before the engine was handed to us: then `say` goes on."""
        if status == SUCCESS:
            self._ready = True
            if self._engine is not None:
                with quietly("speech"):
                    self._talk()

    def _talk(self) -> None:
        phone, engine = self._java(), self._engine[0]
        text, self._waiting = self._waiting, ""
        if text:
            engine.setLanguage(phone.autoclass("java.util.Locale").forLanguageTag(self.language or OURS))
            words = phone.cast("java.lang.CharSequence", phone.autoclass("java.lang.String")(text))
            engine.speak(words, FLUSH, None, "tableside")

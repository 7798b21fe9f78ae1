"""Desktop ports."""

import locale
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.text import Text, say
from companion.services.ports.java import quietly
from companion.services.ports.shared import COPIED, FAILED


class Lacking:
    """What a desktop lacks: a vibration motor, coloured bars, a screenshot flag, a notice while it sleeps."""

    on = True

    def buzz(self, ms: int = 20) -> None: ...
    def show_on(self, dark: bool, colour: str) -> None: ...
    def keep(self, on: bool) -> None: ...
    def show(self, title: Text, text: Text) -> None: ...
    def hide(self) -> None: ...


def speak_aloud(text: str, language: str) -> None:
    """With espeak in the language, else through plyer: macOS `say`, Windows SAPI, flite."""
    espeak = shutil.which("espeak-ng") or shutil.which("espeak")
    if espeak is not None:
        subprocess.run([espeak, "-v", language.replace("_", "-").lower() or "en", "--", text], check=True,
                       timeout=60)
        return
    from plyer import tts

    tts.speak(message=text)


class DesktopSpeech:
    """Speak in a separate thread, as plyer may block. Only the newest sentence is spoken."""

    def __init__(self, speak: Callable[[str, str], None] = speak_aloud) -> None:
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
                self._speak(text, self.language)


def saved_to(path: Path) -> Text:
    return say("Saved as {path}", path=str(path))


class DesktopShare:
    """Copy text to the clipboard and save files to Downloads: desktops have no share sheet."""

    def __init__(self, home: Path | None = None) -> None:
        self._home = home or Path.home()

    def share_text(self, title: str, text: str) -> Text:
        with quietly("the clipboard"):
            from kivy.core.clipboard import Clipboard
            Clipboard.copy(text)
            return COPIED
        with quietly("saving a text"):
            target = self._free_name(f"{_as_file_name(title)}.txt")
            target.write_text(text, encoding="utf-8")
            return saved_to(target)
        return FAILED

    def share_file(self, path: Path) -> Text:
        with quietly("saving a file"):
            target = self._free_name(path.name)
            shutil.copyfile(path, target)
            return saved_to(target)
        return FAILED

    def open_link(self, link: str) -> bool:
        return False

    def _free_name(self, name: str) -> Path:
        downloads = self._home / "Downloads"
        folder = downloads if downloads.is_dir() else self._home
        target, copies = folder / name, 1
        while target.exists():
            copies += 1
            target = folder / f"{Path(name).stem} {copies}{Path(name).suffix}"
        return target


def _as_file_name(title: str) -> str:
    """Remove characters that file names can't hold.

    >>> _as_file_name("Windmill: Cozy Stories")
    'Windmill Cozy Stories'
    """
    safe = "".join(letter for letter in title if letter.isalnum() or letter in " -_")
    return safe.strip()[:60] or "Tableside"


PATIENCE = 0.5  # seconds; the first frame waits for the answer
GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
MACOS = ("defaults", "read", "-g", "AppleInterfaceStyle")
MACOS_LANGUAGES = ("defaults", "read", "-g", "AppleLanguages")
WINDOWS = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


def ask_command(command: Sequence[str]) -> str:
    told = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    return told.stdout.strip()


class DesktopTheme:
    def is_dark(self) -> bool | None:
        with quietly("reading the desktop's theme"):
            if sys.platform == "darwin":  # the key is missing in light mode
                return ask_command(MACOS) == "Dark"
            if sys.platform == "win32":
                return _windows_is_dark()
            if sys.platform == "linux" and (scheme := ask_command(GNOME)):
                return "dark" in scheme
        return None


def _windows_is_dark() -> bool:
    import winreg

    registry: Any = winreg  # mypy knows it on Windows only
    with registry.OpenKey(registry.HKEY_CURRENT_USER, WINDOWS) as key:
        return bool(registry.QueryValueEx(key, "AppsUseLightTheme")[0] == 0)


def begin_again(program: str, words: list[str]) -> None:
    if sys.platform == "win32":  # Windows execv doesn't quote paths with spaces
        subprocess.Popen(words)
        os._exit(0)
    os.execv(program, words)


class DesktopRestart:
    def restart(self) -> None:
        with quietly("starting again"):
            begin_again(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def system_languages() -> list[str]:
    """Best first."""
    with quietly("reading the machine's language"):
        if sys.platform == "win32":
            return [_windows_language()]
        if sys.platform == "darwin" and not desktop_languages(os.environ, None):
            return macos_languages(ask_command(MACOS_LANGUAGES))
        return desktop_languages(os.environ, locale.getlocale()[0])
    return []


def desktop_languages(variables: Mapping[str, str], fallback: str | None) -> list[str]:
    """In gettext's order; LANGUAGE can hold several.

    >>> desktop_languages({"LANGUAGE": "de:fr", "LANG": "es_ES.UTF-8"}, None)
    ['de', 'fr', 'es_ES.UTF-8']
    """
    wanted = variables.get("LANGUAGE", "").split(":")
    wanted += [variables.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [tag for tag in (*wanted, fallback) if tag]


def macos_languages(told: str) -> list[str]:
    """From the list that `defaults` prints: a double-clicked app has no LANG.

    >>> macos_languages('(\\n    "de-DE",\\n    en\\n)')
    ['de-DE', 'en']
    """
    return re.findall(r"[A-Za-z][\w-]*", told)


def _windows_language() -> str:
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - mypy knows it on Windows only
    return locale.windows_locale.get(kernel.GetUserDefaultUILanguage(), "")

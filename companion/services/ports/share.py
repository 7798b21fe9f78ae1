"""Share: a result, a chronicle or a file goes to somebody else. Each answers with the sentence to show for it."""

from __future__ import annotations

import mimetypes
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.text import Text, say
from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

SENT = say("Choose where to send it.")
COPIED = say("Copied. Paste it wherever you like.")
FAILED = say("This device could not share it.")
FIRST_WITH_DOWNLOADS = 29  # the Android version from which any app may put a file into Downloads
LONGEST_TEXT = 200_000  # an intent carries about a megabyte, two bytes a letter, and dies beyond it


def saved_to(path: Path) -> Text:
    return say("Saved as {path}", path=str(path))


class AndroidShare:
    """Android's share sheet. A file first becomes a download, which can be handed on without a provider of our own."""

    def __init__(self, java: Callable[[], Java] = java) -> None:
        self._java = java

    def share_text(self, title: str, text: str) -> Text:
        with quietly("sharing a text"):
            phone = self._java()
            extra = phone.autoclass("java.lang.String")(text[:LONGEST_TEXT])
            self._send(phone, title, "text/plain", "EXTRA_TEXT", extra)
            return SENT
        return FAILED

    def share_file(self, path: Path) -> Text:
        with quietly("sharing a file"):
            phone = self._java()
            if phone.sdk() < FIRST_WITH_DOWNLOADS:
                return self._as_text(path)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            link = phone.cast("android.os.Parcelable", self._download(phone, path, kind))
            self._send(phone, path.name, kind, "EXTRA_STREAM", link)
            return SENT
        return FAILED

    def _as_text(self, path: Path) -> Text:
        """An older phone gets the file's text, whole or not at all: half an export is worse than none."""
        text = path.read_text(encoding="utf-8")
        return self.share_text(path.name, text) if len(text) <= LONGEST_TEXT else FAILED

    def _send(self, phone: Java, title: str, kind: str, extra: str, what: Any) -> None:
        intents, string = phone.autoclass("android.content.Intent"), phone.autoclass("java.lang.String")
        intent = intents(intents.ACTION_SEND)
        intent.setType(kind)
        intent.putExtra(intents.EXTRA_SUBJECT, string(title))
        intent.putExtra(getattr(intents, extra), what)
        intent.addFlags(intents.FLAG_GRANT_READ_URI_PERMISSION)
        chooser = intents.createChooser(intent, phone.cast("java.lang.CharSequence", string(title)))
        phone.activity().startActivity(chooser)

    def _download(self, phone: Java, path: Path, kind: str) -> Any:
        """Put a copy into Downloads and return its address."""
        values = phone.autoclass("android.content.ContentValues")()
        values.put("_display_name", path.name)
        values.put("mime_type", kind)
        resolver = phone.activity().getContentResolver()
        downloads = phone.autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
        link = resolver.insert(downloads, values)
        stream = resolver.openOutputStream(link)
        stream.write(path.read_bytes())
        stream.close()
        return link


def kivy_copy(text: str) -> None:
    from kivy.core.clipboard import Clipboard

    Clipboard.copy(text)


class DesktopShare:
    """A desktop has no share sheet: a text goes to the clipboard, a file into the user's own folder."""

    def __init__(self, copy: Callable[[str], None] = kivy_copy, home: Path | None = None) -> None:
        self._copy = copy
        self._home = home or Path.home()

    def share_text(self, title: str, text: str) -> Text:
        with quietly("the clipboard"):
            self._copy(text)
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

    def _free_name(self, name: str) -> Path:
        """In Downloads if there is one; never over a file that is there already."""
        downloads = self._home / "Downloads"
        folder = downloads if downloads.is_dir() else self._home
        target, copies = folder / name, 1
        while target.exists():
            copies += 1
            target = folder / f"{Path(name).stem} {copies}{Path(name).suffix}"
        return target


def _as_file_name(title: str) -> str:
    """A title may hold what a file name may not.

    >>> _as_file_name("Windmill: Cozy Stories")
    'Windmill Cozy Stories'
    """
    safe = "".join(letter for letter in title if letter.isalnum() or letter in " -_")
    return safe.strip()[:60] or "Tableside"

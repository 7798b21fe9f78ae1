"""A plugin brings its own translations, in its own folder."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.language import forget, learn, speak
from companion.core.text import say


def catalogue(words: dict[str, str]) -> bytes:
    """A .mo file, as msgfmt would write it."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **words}.items())
    keys = [key.encode() for key, _ in pairs]
    values = [value.encode() for _, value in pairs]
    start = 28 + 16 * len(pairs)
    table, body = [], b""
    for column in (keys, values):
        for word in column:
            table.append((len(word), start + len(body)))
            body += word + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(struct.pack("<2I", *one) for one in table) + body


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    forget("pebbles")
    speak(None)


def test_the_words_of_a_plugin_come_from_its_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "pebbles.mo").write_bytes(catalogue({"{name} took the last pebble.": "{name} nahm den letzten Stein."}))
    told = say("{name} took the last pebble.", name="Ana")
    learn("pebbles", tmp_path / "locale")
    assert str(told) == "Ana took the last pebble."
    speak("de")
    assert str(told) == "Ana nahm den letzten Stein."
    speak("fr")
    assert str(told) == "Ana took the last pebble.", "no words in that language: it stays English"


def test_a_damaged_catalogue_leaves_it_english(tmp_path: Path) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "pebbles.mo").write_bytes(b"no catalogue")
    learn("pebbles", tmp_path / "locale")
    speak("de")
    assert str(say("Pebbles are heavy")) == "Pebbles are heavy"

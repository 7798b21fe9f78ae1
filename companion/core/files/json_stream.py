"""A large JSON file read piece by piece, so that a phone holds one play of it at a time and never the whole.

>>> import io
>>> list(pieces(io.StringIO('{"a": 1, "plays": [{"n": 1}, {"n": 2}], "b": []}'), {"plays"}))
[('a', 1), ('plays', {'n': 1}), ('plays', {'n': 2}), ('b', [])]
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from math import isfinite
from typing import Final, NoReturn, TextIO

from companion.core.questions import Json, Refused
from companion.core.text import say

CHUNK: Final = 1 << 18
LARGEST_PIECE: Final = 16_000_000
MOST_VALUES: Final = 1_000_000
"""A piece with more commas and brackets than that is no play: read, it would fill the memory of a phone."""


def finite_number(word: str) -> float:
    """Raises `ValueError` for what is beyond all numbers: 1e999 is read as infinite, and can't be written again."""
    found = float(word)
    if not isfinite(found):
        raise ValueError(word)
    return found


def no_number(word: str) -> NoReturn:
    raise ValueError(word)


def no_name_twice(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Of two values under one name a reader would silently drop the first. Raises `ValueError`."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


_DECODER: Final = json.JSONDecoder(parse_float=finite_number, parse_constant=no_number,
                                   object_pairs_hook=no_name_twice)
_NO_SPACE: Final = re.compile(r"[^ \t\r\n]")


def refuse_damaged() -> NoReturn:
    raise Refused(say("This file is cut off or damaged. It can't be read.")) from None


def guard(text: str) -> None:
    """Looked at before it is read. Raises `Refused`."""
    if len(text) > LARGEST_PIECE or sum(text.count(letter) for letter in ",[{") > MOST_VALUES:
        raise Refused(say("This file is far too large to be one of Tableside's."))


def pieces(source: TextIO, lists: Collection[str]) -> Iterator[tuple[str, Json]]:
    """The members of the object that the file is; those named in `lists` one by one. Raises `Refused`."""
    reader = _Reader(source)
    reader.expect("{")
    if reader.peek() == "}":
        return
    seen: set[str] = set()
    while True:
        key = reader.value()
        if not isinstance(key, str) or key in seen:
            refuse_damaged()
        seen.add(key)
        reader.expect(":")
        if key in lists and reader.peek() == "[":
            for value in reader.elements():
                yield key, value
        else:
            yield key, reader.value()
        if reader.expect(",", "}") == "}":
            return


class _Reader:
    """The part of the file that is being looked at."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._text = ""
        self._at = 0
        self._ended = False

    def peek(self) -> str:
        """The next letter that is no space; empty at the end."""
        while True:
            found = _NO_SPACE.search(self._text, self._at)
            if found is not None:
                self._at = found.start()
                return found.group()
            self._at = len(self._text)
            if not self._more():
                return ""

    def expect(self, *letters: str) -> str:
        found = self.peek()
        if found not in letters:
            refuse_damaged()
        self._at += 1
        return found

    def elements(self) -> Iterator[Json]:
        self.expect("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield self.value()
            if self.expect(",", "]") == "]":
                return

    def value(self) -> Json:
        """One whole value; more of the file is read until it is one."""
        self.peek()
        wanted = CHUNK
        while True:
            guard(self._text[self._at:])
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
                json.dumps(found, ensure_ascii=False).encode()  # half a letter can be read, but never stored
            except RecursionError:
                refuse_damaged()
            except ValueError:
                if not self._more(wanted):
                    refuse_damaged()
                wanted *= 2  # a long value is not begun again for every little bit of it
                continue
            if end == len(self._text) and self._more():
                continue  # a number may go on
            self._at = end
            return found

    def _more(self, wanted: int = CHUNK) -> bool:
        try:
            read = "" if self._ended else self._source.read(wanted)
        except ValueError:  # no text
            refuse_damaged()
        self._ended = not read
        self._text, self._at = self._text[self._at:] + read, 0
        return bool(read)

"""The owner's copy of a box as a code to show, scan or type: JSON, compressed with the starter set as a dictionary."""

import json
import re
from base64 import b32decode, b32encode
from collections.abc import Iterable
from zlib import compressobj, crc32, decompressobj, error

from companion.core.text import Refused, say
from companion.core.values import Json

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without I, L, O and U. If you type them, they count as 1, 1, 0 and V."""
LOOKALIKES = str.maketrans("ILOU", "110V")
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
OURS, THEIRS = str.maketrans(BASE32, ALPHABET), str.maketrans(ALPHABET, BASE32)
GROUP, CHECK, LONGEST, LARGEST = 5, 4, 2200, 50_000
"""Letters in a group, bytes of the checksum, signs of a code that still fits a QR code, and bytes of a copy."""
NOT_RIGHT = say("This code isn't right. Compare it letter by letter; nothing was changed.")


def box_code(game: str, base: Json, copy: Json) -> str:
    """Such as `WINDWARD-7QK2M-4D`: the game, then groups of five letters. Raises `Refused` if it gets too long."""
    press = compressobj(9, wbits=-15, zdict=_text(base))
    letters = _letters(_checked(game, press.compress(_text(copy)) + press.flush()))
    code = "-".join([_prefix(game), *[letters[at:at + GROUP] for at in range(0, len(letters), GROUP)]])
    if len(code) > LONGEST:
        raise Refused(say("This box is too large for a code. Export it as a file."))
    return code


def game_of(code: str, games: Iterable[str]) -> str | None:
    """The game whose box it is, however it was typed; also inside a link."""
    return next((game for game in games if _plain(code).startswith(_prefix(game))), None)


def copy_from(code: str, game: str, base: Json) -> Json:
    """The copy behind a code. Raises `Refused` if a letter is wrong."""
    letters = _plain(code)[len(_prefix(game)):].translate(LOOKALIKES)
    try:
        found = b32decode(letters.translate(THEIRS) + "=" * (-len(letters) % 8))
        packed = found[CHECK:]
        if len(letters) > LONGEST or _checked(game, packed) != found or _letters(found) != letters:
            raise Refused(NOT_RIGHT)
        return json.loads(decompressobj(-15, zdict=_text(base)).decompress(packed, LARGEST))
    except (ValueError, RecursionError, error):
        raise Refused(NOT_RIGHT) from None


def _checked(game: str, packed: bytes) -> bytes:
    return crc32(_prefix(game).encode() + packed).to_bytes(CHECK, "big") + packed


def _letters(raw: bytes) -> str:
    return b32encode(raw).decode().rstrip("=").translate(OURS)


def _prefix(game: str) -> str:
    return re.sub("[^A-Z0-9]", "", game.upper())


def _plain(code: str) -> str:
    return re.sub("[^A-Z0-9]", "", code.rpartition("=")[2].upper())


def _text(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

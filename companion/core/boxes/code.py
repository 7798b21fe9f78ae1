"""The owner's box as a code to show, scan or type: JSON, packed with a frozen dictionary.

After the game's name, the first letter says how the rest is packed: 0 without a dictionary, 1 to 9 with the
game's dictionary of that number. The other letters are free for other ways of packing. The last two bytes of
every code are a checksum of all its letters, which tells a slip from a code of another version.
"""

import json
import re
from base64 import b32decode, b32encode
from binascii import crc_hqx
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from zlib import compressobj, crc32, decompressobj, error

from companion.core.renamed import first_id
from companion.core.setup import STORED
from companion.core.text import Refused, say
from companion.core.values import Json

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without I, L, O and U. If you type them, they count as 1, 1, 0 and V."""
LOOKALIKES = str.maketrans("ILOU", "110V")
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
OURS, THEIRS = str.maketrans(BASE32, ALPHABET), str.maketrans(ALPHABET, BASE32)
DICTIONARIES = 9
GROUP, LONGEST, LARGEST = 5, 2200, 50_000
"""Letters in a group, signs of a code that still fits a QR code, and bytes of a box."""
SLIPS, CONTENT = 2, 4
"""Bytes of the checksums of the letters and of what they say."""
NOT_RIGHT = say("This code isn't right. Compare it letter by letter; nothing was changed.")
OTHER_VERSION = say("This code was made with another version, so nothing was changed. "
                    "Update Tableside, or ask for the file instead.")


def box_code(game: str, dictionaries: Sequence[str], name: str, box: Json) -> str:
    """Such as `WINDWARD-17QK2-M4D`: the game, then groups of five. Raises `Refused` if it is too long."""
    content = json.dumps({"name": name, STORED: box}, ensure_ascii=False, separators=(",", ":")).encode()
    number = min(len(dictionaries), DICTIONARIES)
    press = compressobj(9, wbits=-15, zdict=_dictionary(dictionaries, number))
    packed = _content_sum(game, content) + press.compress(content) + press.flush()
    letters = ALPHABET[number] + _letters(packed + _slip_sum(game, ALPHABET[number], packed))
    code = _in_groups(game, letters)
    if len(code) > LONGEST or len(content) > LARGEST:
        raise Refused(say("This box is too large for a code. Export it as a file."))
    return code


def grouped(typed: str, game: str) -> str:
    """What was typed so far, as a code is printed: `WINDWARD A2BPM VCD`."""
    game = _name_in(typed, game)
    plain, name = _plain(typed), _prefix(game)
    if not plain.startswith(name) or len(plain) == len(name):
        return plain
    return _in_groups(game, plain[len(name):]).replace("-", " ")


def game_of(code: str, games: Iterable[str]) -> str | None:
    """The game whose box it is, however it was typed; also inside a link."""
    plain, named = _plain(code), {name: game for game in games for name in (first_id(game), game)}
    fit = sorted((name for name in named if plain.startswith(_prefix(name))), key=len, reverse=True)
    return next((named[name] for name in fit if _is_right(code, name)), named[fit[0]] if fit else None)


def box_of(code: str, game: str, dictionaries: Sequence[str]) -> tuple[str, Json]:
    """The name and the box behind a code. Raises `Refused` for a wrong letter or another version."""
    game = _name_in(code, game)
    number, packed = _unpacked(code, game)
    try:
        opened = decompressobj(-15, zdict=_dictionary(dictionaries, ALPHABET.index(number)))
        content = opened.decompress(packed[CONTENT:], LARGEST)
        if _content_sum(game, content) != packed[:CONTENT]:
            raise Refused(OTHER_VERSION)
        found: Any = json.loads(content)
        return str(found["name"]), found[STORED]
    except (LookupError, TypeError, ValueError, RecursionError, error):
        raise Refused(OTHER_VERSION) from None


def _name_in(code: str, game: str) -> str:
    """What the code calls the game: its first id, if it was made before the game got another one."""
    first = first_id(game)
    return first if _plain(code).startswith(_prefix(first)) else game


def _in_groups(game: str, letters: str) -> str:
    return "-".join([_prefix(game), *[letters[at:at + GROUP] for at in range(0, len(letters), GROUP)]])


def _is_right(code: str, game: str) -> bool:
    with suppress(Refused):
        return bool(_unpacked(code, game))
    return False


def _unpacked(code: str, game: str) -> tuple[str, bytes]:
    """The first letter of a code, and the bytes behind the others. Raises `Refused` if a letter is wrong."""
    typed = _plain(code)[len(_prefix(game)):].translate(LOOKALIKES)
    number, letters = typed[:1], typed[1:]
    if len(letters) > LONGEST:
        raise Refused(NOT_RIGHT)
    try:
        found = b32decode(letters.translate(THEIRS) + "=" * (-len(letters) % 8))
    except ValueError:
        raise Refused(NOT_RIGHT) from None
    packed = found[:-SLIPS]
    if packed + _slip_sum(game, number, packed) != found or _letters(found) != letters:
        raise Refused(NOT_RIGHT)
    return number, packed


def _dictionary(dictionaries: Sequence[str], number: int) -> bytes:
    return b"" if number == 0 else str(dictionaries[number - 1]).encode(errors="surrogatepass")


def _slip_sum(game: str, number: str, packed: bytes) -> bytes:
    return crc_hqx(f"{_prefix(game)}{number}".encode() + packed, 0).to_bytes(SLIPS, "big")


def _content_sum(game: str, content: bytes) -> bytes:
    return crc32(_prefix(game).encode() + content).to_bytes(CONTENT, "big")


def _letters(raw: bytes) -> str:
    return b32encode(raw).decode().rstrip("=").translate(OURS)


def _prefix(game: str) -> str:
    return re.sub("[^A-Z0-9]", "", game.upper())


def _plain(code: str) -> str:
    """Its letters in capitals. More than any code has is cut off, as a person may paste megabytes."""
    return re.sub("[^A-Z0-9]", "", code.rpartition("=")[2][:2 * LONGEST].upper())

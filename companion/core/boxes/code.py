"""The owner's box as a code to show, scan or type.

After the game's name, the first letter says how the rest is packed.

0 to 9: JSON, without a dictionary or with the game's frozen dictionary of that number. The last two bytes are
a checksum of all letters, which tells a slip from a code of another version.

A to Z: the game's own packing, the first one A. The number behind the letters leaves a fixed rest when
divided by a prime, so one wrong letter or two swapped ones never go unnoticed.
"""

import json
import re
from base64 import b32decode, b32encode
from binascii import crc_hqx
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from zlib import compressobj, crc32, decompressobj, error

from companion.core.boxes import Packing
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
OWN = ALPHABET[10:]
"""First letters of a game's own packings."""
PRIME = 8191
GROUP, LONGEST, LARGEST = 5, 2200, 50_000
"""Letters in a group, signs of a code that still fits a QR code, and bytes of a box."""
SLIPS, CONTENT = 2, 4
"""Bytes of the checksums of the letters and of what they say."""
SCHEME = "tableside:"
LINK = f"{SCHEME}//open?box="
"""Before a code, it opens the app on a phone that has it."""
PAGE = ""
"""The address of the page on the web. A release fills it in with tools/address.py."""
NOT_RIGHT = say("This code isn't right. Compare it letter by letter; nothing was changed.")
OTHER_VERSION = say("This code was made with another version, so nothing was changed. "
                    "Update Tableside, or ask for the file instead.")


def box_code(game: str, dictionaries: Sequence[str], name: str, box: Json,
             packings: Sequence[Packing] = ()) -> str:
    """Such as `WINDWARD-17QK2-M4D`: the game, then groups of five. Raises `Refused` if it is too long.

    If the game packs the box by itself, the code has no name.
    """
    number_of_box = packings[-1].number(box) if packings else None
    if number_of_box is not None:
        return _in_groups(game, _own_letters(game, OWN[len(packings) - 1], number_of_box))
    content = json.dumps({"name": name, STORED: box}, ensure_ascii=False, separators=(",", ":")).encode()
    number = min(len(dictionaries), DICTIONARIES)
    press = compressobj(9, wbits=-15, zdict=_dictionary(dictionaries, number))
    packed = _content_sum(game, content) + press.compress(content) + press.flush()
    letters = ALPHABET[number] + _letters(packed + _slip_sum(game, ALPHABET[number], packed))
    code = _in_groups(game, letters)
    if len(code) > LONGEST or len(content) > LARGEST:
        raise Refused(say("This box is too large for a code. Export it as a file."))
    return code


def box_link(code: str, shown_on: str = "") -> str:
    """What a camera opens: the page on the web, the page that shows the code, or the app."""
    page = PAGE or shown_on
    return f"{page}#box={code}" if page else LINK + code


def grouped(typed: str, game: str) -> str:
    """What was typed so far, as a code is printed: `WINDWARD A2BPM VCD`, also without the name."""
    plain, name = _plain(typed), _prefix(_name_in(typed, game))
    if any(_prefix(one).startswith(plain) for one in (first_id(game), game)):
        return plain
    named = plain.startswith(name)
    groups = _groups(plain[len(name):] if named else plain)
    return " ".join([name, *groups] if named else groups)


def with_name(code: str, game: str) -> str:
    """A code that was typed without the game's name."""
    named = [f"{one}-{code}" for one in (game, first_id(game))]
    return next((one for one in named if _is_right(one, _name_in(one, game))), named[0])


def game_of(code: str, games: Iterable[str]) -> str | None:
    """The game whose box it is, however it was typed; also inside a link."""
    plain, named = _plain(code), {name: game for game in games for name in (first_id(game), game)}
    fit = sorted((name for name in named if plain.startswith(_prefix(name))), key=len, reverse=True)
    return next((named[name] for name in fit if _is_right(code, name)), named[fit[0]] if fit else None)


def box_of(code: str, game: str, dictionaries: Sequence[str],
           packings: Sequence[Packing] = ()) -> tuple[str, Json]:
    """The name, perhaps empty, and the box. Raises `Refused` for a wrong letter or another version."""
    game = _name_in(code, game)
    if _first(code, game) in OWN:
        return "", _own_box(code, game, packings)
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
    return "-".join([_prefix(game), *_groups(letters)])


def _groups(letters: str) -> list[str]:
    return [letters[at:at + GROUP] for at in range(0, len(letters), GROUP)]


def _is_right(code: str, game: str) -> bool:
    with suppress(Refused):
        if _first(code, game) in OWN:
            return _own_number(code, game) >= 0
        return bool(_unpacked(code, game))
    return False


def _typed(code: str, game: str) -> str:
    return _plain(code)[len(_prefix(game)):].translate(LOOKALIKES)


def _first(code: str, game: str) -> str:
    """The letter that says how the box is packed; a digit if there is none."""
    return _typed(code, game)[:1] or ALPHABET[0]


# A game's own packing


def _rest_of(game: str, first: str) -> int:
    return crc32(f"{_prefix(game)}{first}".encode()) % PRIME


def _own_letters(game: str, first: str, number: int) -> str:
    """The first letter and the number, in full groups."""
    left, letters = number * PRIME + _rest_of(game, first), ""
    while left or (len(letters) + 1) % GROUP:
        left, letter = divmod(left, len(ALPHABET))
        letters = ALPHABET[letter] + letters
    return first + letters


def _own_number(code: str, game: str) -> int:
    typed = _typed(code, game)
    if len(typed) > LONGEST or not set(typed) <= set(ALPHABET):
        raise Refused(NOT_RIGHT)
    number = 0
    for letter in typed[1:]:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    found, rest = divmod(number, PRIME)
    if rest != _rest_of(game, typed[0]) or _own_letters(game, typed[0], found) != typed:
        raise Refused(NOT_RIGHT)
    return found


def _own_box(code: str, game: str, packings: Sequence[Packing]) -> Json:
    number = _own_number(code, game)
    try:
        return packings[OWN.index(_first(code, game))].box(number)
    except (LookupError, ValueError):
        raise Refused(OTHER_VERSION) from None


# JSON


def _unpacked(code: str, game: str) -> tuple[str, bytes]:
    """The first letter of a code, and the bytes behind the others. Raises `Refused` if a letter is wrong."""
    typed = _typed(code, game)
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

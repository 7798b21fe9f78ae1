"""The owner's copy of a box as a short code to show, scan or type: only what differs from the game's own set.

One walk over both sets writes the code or reads it. Its choices are packed into one large integer (rANS).
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from zlib import compressobj, crc32, decompressobj, error

from companion.core.text import Refused, say
from companion.core.values import Json

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without I, L, O and U. If you type them, they count as 1, 1, 0 and V."""
LOOKALIKES = str.maketrans("ILOU", "110V")
GROUP, CHECK, LONGEST = 5, 4, 3000
"""Letters in a group, in the checksum, and at most in a code."""
NOT_RIGHT = say("This code isn't right. Compare it letter by letter; nothing was changed.")
SAME, INSIDE, SIGNS, SOME, TEXT = range(5)
END = 256


class Wrong(Exception):
    """No box has this code."""


class Writer:
    def __init__(self, base: Json) -> None:
        self.signs, self.primer = signs_of(base), as_text(base)
        self.counts: dict[str, list[int]] = {}
        self.steps: list[tuple[int, int, int]] = []

    def shares(self, what: str, size: int) -> list[int]:
        return self.counts.setdefault(what, [8] * size)

    def pick(self, what: str, size: int, choice: Callable[[], int]) -> int:
        """Note one of `size` choices. The more often one was made for `what`, the less room it takes."""
        shares, chosen = self.shares(what, size), choice()
        self.steps.append((sum(shares[:chosen]), shares[chosen], sum(shares)))
        shares[chosen] += 16 * (size < END)  # packed text has no favourites
        return chosen

    def packed(self) -> int:
        state = 1
        for low, share, total in reversed(self.steps):
            state = state // share * total + low + state % share
        return state


class Reader(Writer):
    def __init__(self, base: Json, state: int) -> None:
        super().__init__(base)
        self.state, self.left = state, LONGEST

    def pick(self, what: str, size: int, choice: Callable[[], int]) -> int:
        shares, chosen, self.left = self.shares(what, size), 0, self.left - 1
        if self.left < 0:
            raise Wrong
        whole, rest = divmod(self.state, sum(shares))
        while rest >= shares[chosen]:
            rest -= shares[chosen]
            chosen += 1
        self.state = whole * shares[chosen] + rest
        shares[chosen] += 16 * (size < END)
        return chosen


def walk(code: Writer, base: Any, copy: Any) -> Any:
    """Write `copy`, or read it (then `copy` is None); return it."""
    how = code.pick("how", 5, lambda: how_to_say(base, copy, code.signs))
    if how == SAME:
        return base
    if how == INSIDE and isinstance(base, dict):
        return {key: walk(code, base[key], copy and copy[key]) for key in base}
    if how == INSIDE and isinstance(base, list):
        return [walk(code, one, copy and copy[at]) for at, one in enumerate(base)]
    if how == SIGNS and is_picture(base):
        found, signs = code.signs, iter("".join(copy or ()))
        return ["".join([found[code.pick("sign", len(found), lambda: found.index(next(signs)))] for _ in row])
                for row in base]
    if how == SOME and isinstance(base, list):
        kept = iter([one in copy for one in base] if copy is not None else ())
        return [one for one in base if code.pick("some", 2, lambda: next(kept))]
    if how == TEXT:
        return json.loads(spelled(code, copy))
    raise Wrong


def how_to_say(base: Any, copy: Any, signs: str) -> int:
    if base == copy and type(base) is type(copy):
        return SAME
    alike = is_picture(base) and is_picture(copy) and [*map(len, base)] == [*map(len, copy)]
    if alike and {*"".join(copy)} <= {*signs}:
        return SIGNS
    if isinstance(base, dict) and isinstance(copy, dict) and list(base) == list(copy):
        return INSIDE
    if isinstance(base, list) and isinstance(copy, list) and copy == [one for one in base if one in copy]:
        return SOME
    return INSIDE if isinstance(base, list) and isinstance(copy, list) and len(base) == len(copy) else TEXT


def is_picture(rows: Any) -> bool:
    """Signs row by row, such as a tile."""
    return isinstance(rows, list) and len(rows) > 1 and all(
        isinstance(row, str) and row and row == row.upper() for row in rows)


def signs_of(base: Any) -> str:
    """All signs in the pictures of a set."""
    inside = base.values() if isinstance(base, dict) else base if isinstance(base, list) else ()
    return "".join(sorted({*"".join(base if is_picture(base) else [signs_of(one) for one in inside])}))


def spelled(code: Writer, copy: Json) -> bytes:
    """JSON, compressed with the game's own set as a dictionary."""
    press = compressobj(9, wbits=-15, zdict=code.primer)
    signs = iter((*press.compress(as_text(copy)), *press.flush(), END))
    packed = bytes(iter(lambda: code.pick("text", END + 1, lambda: next(signs)), END))
    return decompressobj(-15, zdict=code.primer).decompress(packed, 16 * LONGEST)


def as_text(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


# --- what people see


def box_code(game: str, base: Json, copy: Json) -> str:
    """Such as `WINDWARD-7QK2M-4D`: the game, then groups of five letters. Raises `Refused` if it gets too long."""
    writer = Writer(base)
    walk(writer, base, copy)
    letters = _letters(writer.packed())
    if max(len(letters), len(writer.steps)) > LONGEST:
        raise Refused(say("This box is too large for a code. Export it as a file."))
    letters += _check(game, letters)
    return "-".join([_prefix(game), *[letters[at:at + GROUP] for at in range(0, len(letters), GROUP)]])


def game_of(code: str, games: Iterable[str]) -> str | None:
    """The game whose box it is, however it was typed; also inside a link."""
    return next((game for game in games if _plain(code).startswith(_prefix(game))), None)


def copy_from(code: str, game: str, base: Json) -> Json:
    """The copy behind a code. Raises `Refused` if a letter is wrong."""
    letters = _plain(code)[len(_prefix(game)):].translate(LOOKALIKES)
    body, check = letters[:-CHECK], letters[-CHECK:]
    try:
        if len(body) > LONGEST or _check(game, body) != check:
            raise Wrong
        state = 0
        for letter in body:
            state = state * len(ALPHABET) + ALPHABET.index(letter)
        return walk(Reader(base, state), base, None)
    except (Wrong, ValueError, RecursionError, error):
        raise Refused(NOT_RIGHT) from None


def _prefix(game: str) -> str:
    return re.sub("[^A-Z0-9]", "", game.upper())


def _plain(code: str) -> str:
    return re.sub("[^A-Z0-9]", "", code.rpartition("=")[2].upper())


def _letters(state: int) -> str:
    found = ""
    while state:
        state, rest = divmod(state, len(ALPHABET))
        found = ALPHABET[rest] + found
    return found


def _check(game: str, letters: str) -> str:
    return _letters(crc32(f"{_prefix(game)} {letters}".encode()) % len(ALPHABET) ** CHECK).rjust(CHECK, "0")

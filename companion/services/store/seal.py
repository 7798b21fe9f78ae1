"""Secrets in the file: a sealed answer is stored so that nobody reads it at a glance.

This keeps out somebody who opens the file to look at something else. It does not keep out somebody who
wants in: the key lies in the same file, as it must, or the phone could not read the ballot itself.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from hashlib import blake2b
from secrets import token_hex

from companion.core.questions import Json

BLOCK = 32  # so that the length does not tell a short name from a long one


def new_key() -> str:
    return token_hex(16)


def seal(answer: Json, key: str, place: str) -> str:
    """The answer, unreadable. `place` (play and line) makes equal answers look different."""
    plain = json.dumps(answer).encode()
    padded = plain.ljust(-(-len(plain) // BLOCK) * BLOCK)
    return b64encode(_mix(padded, key, place)).decode("ascii")


def unseal(sealed: str, key: str, place: str) -> Json:
    return json.loads(_mix(b64decode(sealed), key, place))


def _mix(text: bytes, key: str, place: str) -> bytes:
    blocks = (blake2b(f"{place}/{block}".encode(), key=key.encode(), digest_size=BLOCK).digest()
              for block in range(len(text) // BLOCK + 1))
    return bytes(letter ^ other for letter, other in zip(text, b"".join(blocks), strict=False))

"""Secrets in the file: a sealed answer is stored so that nobody reads it at a glance.

This is NO encryption, and does not pretend to be: a covered answer is its JSON in base64, padded so that its length
tells nothing. Whoever wants to read it can. It keeps a vote from the eyes of somebody who opens the file to look at
something else; more would need a password, and nobody types one before a ballot.
"""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import blake2b

from companion.core.files.secret_cover import COVER, cover, uncover
from companion.core.questions import Json

OLD_KEY = "seal key"
"""The setting that held the key of the first version's scrambling."""
_BLOCK = 32


def seal(answer: Json) -> str:
    return cover(answer)


def unseal(sealed: Json) -> Json:
    """Raises `ValueError` for what was never sealed."""
    return uncover(sealed)


def is_old(sealed: Json) -> bool:
    return isinstance(sealed, str) and not sealed.startswith(COVER)


def unseal_old(sealed: str, key: str, place: str) -> Json:
    """An answer as the first version kept it: mixed with a key that lay in the same file."""
    text = b64decode(sealed)
    blocks = (blake2b(f"{place}/{block}".encode(), key=key.encode(), digest_size=_BLOCK).digest()
              for block in range(len(text) // _BLOCK + 1))
    return json.loads(bytes(letter ^ other for letter, other in zip(text, b"".join(blocks), strict=False)))

"""Secrets as the first version stored them. Today's are covered: see `companion.core.files.secret_cover`."""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import blake2b

from companion.core.files.secret_cover import COVER
from companion.core.questions import Json

OLD_KEY = "seal key"
"""The setting that held the key of the first version's scrambling."""
_BLOCK = 32


def is_old(sealed: Json) -> bool:
    return isinstance(sealed, str) and not sealed.startswith(COVER)


def uncover_old(sealed: str, key: str, place: str) -> Json:
    """An answer as the first version kept it: mixed with a key that lay in the same file."""
    text = b64decode(sealed)
    blocks = (blake2b(f"{place}/{block}".encode(), key=key.encode(), digest_size=_BLOCK).digest()
              for block in range(len(text) // _BLOCK + 1))
    return json.loads(bytes(letter ^ other for letter, other in zip(text, b"".join(blocks), strict=False)))

"""Covering a secret: it can't be read at a glance, neither in the store nor in a file that goes out.

This is no encryption. A covered answer is its JSON in base64, padded so that its length tells nothing.

>>> uncover(cover(["Ana", 3]))
['Ana', 3]
>>> len(cover(1)) == len(cover("Maximiliane"))
True
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Final

from companion.core.questions import Json

COVER: Final = "covered:"
_BLOCK: Final = 33  # a multiple of three bytes needs no padding in base64


def cover(answer: Json) -> str:
    plain = json.dumps(answer, allow_nan=False).encode()
    padded = plain.ljust(-(-len(plain) // _BLOCK) * _BLOCK)
    return COVER + b64encode(padded).decode("ascii")


def uncover(covered: Json) -> Json:
    """Raises `ValueError` for what was never covered."""
    if not isinstance(covered, str) or not covered.startswith(COVER):
        raise ValueError("not covered")
    return json.loads(b64decode(covered.removeprefix(COVER), validate=True))

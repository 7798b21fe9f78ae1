"""A pack as text: what comes through a phone's chooser, a drop on the window or the clipboard is always words."""

from __future__ import annotations

import base64
import binascii

from companion.core.refusals import Refused
from companion.core.text import say

MARK = "tableside-pack:"
ZIP = b"PK"


def to_text(raw: bytes) -> str:
    """
    >>> from_text(to_text(b"PK.."))
    b'PK..'
    """
    return MARK + base64.b64encode(raw).decode("ascii")


def is_pack(text: str) -> bool:
    return text.lstrip().startswith(MARK)


def from_text(text: str) -> bytes:
    try:
        return base64.b64decode(text.strip()[len(MARK):], validate=True)
    except (binascii.Error, ValueError):
        raise Refused(say("This game pack is cut off. Ask its maker for it again.")) from None

"""Games that got another id, and how they are still found under the first one."""

from collections.abc import Mapping
from typing import Final

RENAMED: Final[Mapping[str, str]] = {"any_box": "score_sheet"}
"""The id now, by the first one."""
_FIRST: Final = {now: first for first, now in RENAMED.items()}


def id_now(name: str) -> str:
    """For an id that comes from a file, a link or a command line.

    >>> id_now("any_box"), id_now("windmill")
    ('score_sheet', 'windmill')
    """
    return RENAMED.get(name, name)


def first_id(game: str) -> str:
    """For what outlives a name: the store's rows and what other programs know.

    >>> first_id("score_sheet"), first_id("windmill")
    ('any_box', 'windmill')
    """
    return _FIRST.get(game, game)

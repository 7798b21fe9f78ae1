"""The command `tableside`, and main.py: the app, or one of the verbs that need no window."""

from __future__ import annotations

import sys
from collections.abc import Sequence

WINDOW = {"--smoke", "--verbose"}
"""Words that still mean the app."""


def main(words: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if words is None else list(words)
    if not set(given) <= WINDOW:
        from companion.cli import main as command_line

        return command_line(given)
    from companion.ui.app.start import main as app

    return app(given)

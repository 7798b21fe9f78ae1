"""The command `tableside`, and main.py: the app, or one of the verbs that need no window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.services.workshop.workbench import Workbench

WINDOW = {"--smoke", "--verbose"}
"""Words that still mean the app."""


def main(words: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if words is None else list(words)
    if not set(given) <= WINDOW:
        from companion.cli import main as command_line

        return command_line(given, open_workshop)
    from companion.ui.app.start import main as app

    return app(given)


def open_workshop(bench: Workbench) -> int:
    """The verbs `watch` and `open`: a window, and a store of its own."""
    from companion.services.start.places import data_home
    from companion.ui.app.start import main as app

    def make() -> Any:
        from companion.ui.app.workshop import make_workshop
        return make_workshop(bench, data_home())
    return app((), make)

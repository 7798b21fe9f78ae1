"""Entry point of `tableside` and main.py: open the app or run a command."""

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.services.workshop import Workbench

WINDOW = {"--smoke", "--invite", "--verbose"}
"""Arguments that still open the app."""
NO_KIVY = ("The window needs Kivy. In the source folder: uv run --extra app tableside. "
           "Without it: tableside serve\n")


def main(words: Sequence[str] | None = None) -> int:
    from companion.services.start import NoHome

    given = sys.argv[1:] if words is None else list(words)
    try:
        if set(given) <= WINDOW:
            return _open(given)
        from companion.cli import main as command_line

        return command_line(given, open_workshop)
    except NoHome as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _open(given: Sequence[str], make: Callable[[], Any] | None = None) -> int:
    if not _installed("kivy") or not _installed("kivymd"):
        sys.stderr.write(NO_KIVY)
        return 2
    from companion.ui.app.start import main as app

    return app(given) if make is None else app(given, make)


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False


def open_workshop(bench: "Workbench") -> int:
    from companion.services.start import data_home

    def make() -> Any:
        from companion.ui.app.workshop import make_workshop
        return make_workshop(bench, data_home())
    return _open((), make)

"""Entry point of `tableside` and main.py: open the app or run a command."""

import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.core.text import Text
    from companion.services.workshop import Workbench

WINDOW = {"--smoke", "--invite", "--verbose"}
"""Arguments that still open the app."""
SOURCES = Path(__file__).resolve().parents[1] / "pyproject.toml"
"""Only beside a copy that runs from the source folder."""


def main(words: Sequence[str] | None = None) -> int:
    from companion.services.start import NoHome

    given = sys.argv[1:] if words is None else list(words)
    try:
        if set(given) <= WINDOW:
            return _open(given)
        from companion.cli import main as command_line

        return command_line(given, open_workshop)
    except NoHome as error:
        _speak_here()
        sys.stderr.write(f"{error}\n")
        return 2


def _speak_here() -> None:
    from companion.core.language import choose, speak
    from companion.services.ports.desktop import system_languages

    speak(choose(system_languages()))


def _open(given: Sequence[str], make: Callable[[], Any] | None = None) -> int:
    if not installed("kivy") or not installed("kivymd"):
        from companion.core.text import say

        _speak_here()
        # Translators: {way} is a sentence
        told = say("The window needs Kivy and Python 3.11 to 3.13. {way} Without a window: {command}",
                   way=_way_to_a_window(), command="tableside serve")
        sys.stderr.write(f"{told}\n")
        return 2
    from companion.ui.app.start import main as app

    return app(given) if make is None else app(given, make)


def _way_to_a_window() -> "Text":
    from companion.core.text import say

    if SOURCES.is_file():
        return say("In the source folder: {command}.", command="uv run --python 3.13 --extra app tableside")
    links = _project_links()
    if "Homepage" not in links:
        return say("Download the program from the project's releases.")
    releases = f"{links['Homepage']}/releases"
    if "In a browser" not in links:
        return say("Download the program at {link}.", link=releases)
    return say("Download the program at {link}, or open {page} in a browser.", link=releases,
               page=links["In a browser"])


def _project_links() -> dict[str, str]:
    """What the release wrote into the wheel."""
    try:
        found = metadata("tableside").get_all("Project-URL") or []
    except PackageNotFoundError:
        found = []
    return {name: link for name, _, link in (line.partition(", ") for line in found)}


def installed(module: str) -> bool:
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

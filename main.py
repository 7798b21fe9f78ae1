"""Starts Tableside: the app, or one of the verbs that need no window (`main.py --help`)."""

from __future__ import annotations

import sys


def main(words: list[str]) -> int:
    if words and words[0] != "--smoke":
        from companion.cli import main as command_line

        return command_line(words)
    from companion.ui.app.start import main as app

    return app(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

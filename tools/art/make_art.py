"""Draw every picture of the app into assets/: `python -m tools.art.make_art [game ...]`."""

from __future__ import annotations

import importlib
import sys

SCENES = ("windmill", "story", "keywords", "windward", "winter_tales", "shell", "icon")


def main(wanted: list[str]) -> None:
    for scene in wanted or SCENES:
        importlib.import_module(f"tools.art.{scene}").draw()


if __name__ == "__main__":
    main(sys.argv[1:])

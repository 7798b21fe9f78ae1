"""`new-game NAME`: creates a folder with a tiny complete game that passes the test kit."""

import re
import sys
from pathlib import Path

from companion.core.registry import BUILT_IN
from companion.core.renamed import id_now
from companion.core.text import Refused, say

NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
FILES = re.compile(r"^## (\S+)\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""The files on the page `new_game.md`: a heading with the path, and the text."""


def new_game(name: str, where: Path) -> Path:
    """Create the folder; never overwrites one. Raises `Refused`."""
    if not NAME.fullmatch(name):
        raise Refused(say("A game's name is a small letter, then small letters, digits or underscores: "
                          "skull_king."))
    if id_now(name) in BUILT_IN:
        raise Refused(say("There is already a game called {name}.", name=name))
    folder = where / f"tableside-{name.replace('_', '-')}"
    if folder.exists():
        raise Refused(say("{folder} exists already. Choose another name, or move that folder.",
                          folder=folder.name))
    words = {"id": name, "package": f"tableside_{name}", "title": name.replace("_", " ").capitalize(),
             "name": "".join(part.capitalize() for part in name.split("_")), "folder": folder.name,
             **_commands(), "tag": "".join(part[0] for part in f"{name}_x".split("_") if part)[:2].upper()}
    template = Path(__file__).with_name("new_game.md").read_text(encoding="utf-8")
    for path, text in FILES.findall(template):
        page = folder / path.format(**words)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text.format(**words), encoding="utf-8")
    return folder


def _commands() -> dict[str, str]:
    source = Path(__file__).resolve().parents[1]
    python = Path(sys.executable).as_posix()
    main = source / "main.py"
    return {"source": source.as_posix(), "python": python,
            "app": f"{python} {main.as_posix()}" if main.is_file() else f"{python} -m companion"}

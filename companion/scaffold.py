"""`new-game NAME`: creates a folder with a small complete game that passes the test kit."""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.core.registry import BUILT_IN
from companion.core.renamed import id_now
from companion.core.text import Refused, say

NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
FILES = re.compile(r"^## (\S+)\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""The files on the page `new_game.md`: a heading with the path, and the text."""
LIKE = {"race": "snail_trail", "map": "salt_road", "hexes": "ice_floes", "cards": "flock",
        "words": "sandglass", "bidding": "deckhands", "roles": "night_watch"}
"""The example that a game of each sort can begin with."""
TOPS = (Path(__file__).parent, Path(__file__).resolve().parents[1])
"""Where `examples` is: inside an installed package, or beside it in the source."""


def new_game(name: str, where: Path, like: str | None = None) -> Path:
    """Create the folder; never overwrites one. Raises `Refused`. `like`: one of `LIKE`, or a score sheet."""
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
    files = {path.format(**words): text.format(**words) for path, text in FILES.findall(template)}
    if like:
        own = (f"{words['package']}/", f"tests/test_{name}.py")
        files = {path: text for path, text in files.items() if not path.startswith(own)}
        files.update(_renamed(LIKE[like], words))
    for path, text in files.items():
        page = folder / path
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    return folder


def _renamed(example: str, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files of an example under the new game's names: its path, and its text."""
    folder = next(top / "examples" / f"tableside-{example.replace('_', '-')}" for top in TOPS
                  if (top / "examples").is_dir())
    title, name = example.replace("_", " ").capitalize(), example.title().replace("_", "")
    rules = (folder / f"tableside_{example}" / "rules.md").read_text(encoding="utf-8")
    tag = re.search(r"\*\*([A-Z]+)-1\*\*", rules)
    for path in sorted((*folder.glob(f"tableside_{example}/*.*"), *folder.glob("tests/*.py"))):
        text = path.read_text(encoding="utf-8").replace(f"tableside_{example}", words["package"])
        if tag is not None:
            text = re.sub(rf"\b{tag[1]}-(?=A?\d)", f"{words['tag']}-", text)
        if path.suffix == ".py":
            text = re.sub(rf'(?<=")({example})(?=")', words["id"], text)
            text = re.sub(rf'(?<="){title}\b', words["title"], text)
            text = re.sub(rf"\b{name}(?=Game\b|\b)", words["name"], text)
        else:
            text = text.replace(title, words["title"])
        made = path.relative_to(folder).as_posix().replace(f"tableside_{example}", words["package"])
        yield made.replace(f"test_{example}", f"test_{words['id']}"), text


def _commands() -> dict[str, str]:
    source = Path(__file__).resolve().parents[1]
    python = Path(sys.executable).as_posix()
    main = source / "main.py"
    return {"source": source.as_posix(), "python": python,
            "app": f"{python} {main.as_posix()}" if main.is_file() else f"{python} -m companion"}

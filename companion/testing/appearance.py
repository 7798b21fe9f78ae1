"""What the library and the panels need to look right: icons that exist, colours that can be read."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.testing.checks import a_check
from companion.testing.driving import AnyGame, AnyPlay, steps, where
from companion.testing.findings import Finding, Findings
from companion.testing.looks import faces

OFTEN = 40  # steps of a play that are looked at
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
LARGEST_COVER = 2_000_000  # as big as any file of a pack


@cache
def known_icons() -> frozenset[str]:
    """The names of all icons; read from the source, so that no window is opened. Empty: KivyMD is not here."""
    spec = find_spec("kivymd")
    if spec is None or not spec.submodule_search_locations:
        return frozenset()
    page = Path(next(iter(spec.submodule_search_locations))) / "icon_definitions.py"
    if not page.is_file():
        return frozenset()
    tree = ast.parse(page.read_text(encoding="utf-8"))
    named = next((node.value for node in tree.body if isinstance(node, ast.Assign)
                  and any(isinstance(one, ast.Name) and one.id == "md_icons" for one in node.targets)), None)
    keys = named.keys if isinstance(named, ast.Dict) else []
    return frozenset(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


@a_check
def check_appearance(game: AnyGame, plays: int = 4, seed: int = 0) -> list[Finding]:
    """Every icon exists; both palettes are nine colours, every word on them can be read; the cover is a picture."""
    found = Findings("appearance")
    for theme, palette in (("dark", game.facts.dark), ("light", game.facts.light)):
        for fault in palette.faults():
            found.add("facts", f"in the {theme} palette {fault}")
    _look(found, "facts", [("the game", game.facts.icon)])
    _look_at_cover(found, game.home)
    for number in range(seed, seed + plays):
        for play in steps(game, number, found, limit=OFTEN):
            _look(found, where(number, play), _icons(play))
        if found.full():
            break
    return found.list()


def _look_at_cover(found: Findings, home: Path) -> None:
    """A picture that the library can't draw: it would make one from palette and icon, and nobody knew why."""
    drawn = [home / name for name in ("cover.png", "cover.jpg") if (home / name).is_file()]
    if not drawn and (home / "cover.svg").is_file():
        found.add("cover.svg", "an SVG is not shown itself: `pack FOLDER` draws it as cover.png")
    for path in drawn:
        with path.open("rb") as file:
            begin = file.read(len(PNG))
        if not begin.startswith((PNG, JPEG)):
            found.add(path.name, "it is no PNG or JPEG")
        if path.stat().st_size > LARGEST_COVER:
            found.add(path.name, f"it has more than {LARGEST_COVER // 1_000_000} MB; about 640 by 300 is enough")


def _look(found: Findings, place: str, icons: Iterable[tuple[str, str]]) -> None:
    known = known_icons()
    for what, icon in icons:
        if icon and known and icon not in known:
            found.add(place, f"{what} has the icon {icon!r}, which does not exist")


def _icons(play: AnyPlay) -> Iterator[tuple[str, str]]:
    table = play.table
    for question in (*play.open(), *play.standing()):
        name = type(question).__name__
        yield name, question.icon
        yield from ((f"an answer of {name}", face.icon) for face in faces(question, table))
        yield from ((f"a reason of {name}", reason.icon) for reason in question.reasons(table))
    view = play.view()
    yield from (("a mark of the view", mark.icon) for seat in view.seats for mark in seat.marks)
    yield from (("a reminder of the view", one.icon) for one in view.reminders)
    for card in view.cards:
        parts: tuple[Any, ...] = (*card.gauges, *card.lines)
        yield from (("a card of the view", one.icon) for one in parts)
    yield from ((f"the field {field.path}", field.icon) for field in play.fields())

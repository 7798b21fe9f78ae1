"""The fonts of the guests' page: the voice in Latin letters, the icons of its games, and all others for
plugins.

    .venv/bin/python -m tools.art.make_web_fonts

Vollkorn has no reserved font name, so a part of it may keep its name. The icons are renumbered in the order
of
`icons.js`, so that the page needs their names only. Plugins may use any other icon; a page loads those if one
does.
"""

import ast
import json
import re
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "companion" / "page" / "guest"
LETTERS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .,;:!?'\"()-/&+%–‘’“”…"
           "ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜŒßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœºª¿¡„«»—·\N{NO-BREAK SPACE}")
"""No digits: those of the voice are uneven; the page sets them in its other font."""
FIRST = 0xE000
"""Of a font's private letters."""
MORE = 0xF0000
"""Subtracted from the letters of all other icons."""

PAGES_OWN = "close equal history minus navigation pause play plus television sleep"
ONE_WORD = """
    alarm axe barley bat bomb bookmark cached candle cards castle cat check coffee connection crown donkey
    equal feather fire flash flower fuel ghost hammer heart leaf map minus palette paw plus podium rabbit
    repeat restart rowing snowflake star target tent
"""
"""Icons of one word in scripts and in Python: too many other strings look like them to find them there."""


def icons_of_games(known: dict[str, str]) -> set[str]:
    """Every string in the code without a window that can only be the name of an icon."""
    names = set()
    for path in (ROOT / "companion").rglob("*.py"):
        if {"ui", "screen"} & set(path.parts):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
                names.add(node.value)
    return {name for name in names if "-" in name or name in ONE_WORD.split()}


def icons_of_page(known: dict[str, str]) -> set[str]:
    """Every string in its scripts that can only be the name of an icon."""
    scripts = (path.read_text(encoding="utf-8") for path in PAGE.parent.rglob("*.js"))
    return {name for text in scripts for name in re.findall(r'"([a-z\d]+-[a-z\d-]+)"', text) if name in known}


def names_in_order(known: dict[str, str]) -> list[str]:
    return sorted(icons_of_games(known) | icons_of_page(known) | set(PAGES_OWN.split()))


def kivymd_folder() -> Path:
    """Found without importing it: that would open a window."""
    found = find_spec("kivymd")
    assert found is not None and found.origin is not None
    return Path(found.origin).parent


def known_icons() -> dict[str, str]:
    space: dict[str, dict[str, str]] = {}
    exec((kivymd_folder() / "icon_definitions.py").read_text(encoding="utf-8"), space)
    return space["md_icons"]


def cut(source: Path, letters: list[int], target: Path, numbers: dict[int, int] | None = None) -> None:
    options = subset.Options(flavor="woff2", hinting=False, layout_features=[], desubroutinize=True,
                             notdef_outline=False, name_IDs=[1, 2], name_legacy=False, glyph_names=False,
                             drop_tables=["FFTM", "DSIG", "GDEF"])
    font = TTFont(source)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=letters)
    maker.subset(font)
    align(font)
    if numbers is not None:
        for table in font["cmap"].tables:
            table.cmap = {numbers[old]: glyph for old, glyph in table.cmap.items() if old in numbers}
        short = [table for table in font["cmap"].tables if table.cmap and table.format == 4]
        font["cmap"].tables = short[:1] or _as_format_4(font)
    subset.save_font(font, str(target), options)


def align(font: TTFont) -> None:
    """Keep each outline in its place: its left margin counts from a point that the smaller font lacks."""
    outlines, margins = font["glyf"], font["hmtx"].metrics
    for name, (width, _) in margins.items():
        outlines[name].recalcBounds(outlines)
        margins[name] = width, outlines[name].xMin


def _as_format_4(font: TTFont) -> list[object]:
    """The renumbered letters fit a small table; the original ones need a large one."""
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
    letters = next(table.cmap for table in font["cmap"].tables if table.cmap)
    table = CmapSubtable.newSubtable(4)
    table.platformID, table.platEncID, table.language, table.cmap = 3, 1, 0, letters
    return [table]


def main() -> None:
    PAGE.mkdir(parents=True, exist_ok=True)
    cut(ROOT / "assets" / "fonts" / "Vollkorn-Bold.ttf", [ord(letter) for letter in LETTERS],
        PAGE / "voice.woff2")
    known = known_icons()
    names = names_in_order(known)
    numbers = {ord(known[name]): FIRST + place for place, name in enumerate(names)}
    icons = kivymd_folder() / "fonts" / "materialdesignicons-webfont.ttf"
    cut(icons, sorted(numbers), PAGE / "icons.woff2", numbers)
    listed = fill(" ".join(names), 110, break_on_hyphens=False)
    (PAGE / "icons.js").write_text("// The icons in icons.woff2, in order.\n"
                                   f"export const ICONS = `\n{listed}\n`\n  .trim()\n  .split(/\\s+/);\n",
                                   encoding="utf-8")
    cut(icons, sorted({*map(ord, known.values())}), PAGE / "more-icons.woff2")
    more = {name: ord(letter) - MORE for name, letter in known.items() if name not in names
            and ord(letter) > MORE}
    (PAGE / "more-icons.json").write_text(json.dumps(more, separators=(",", ":")), encoding="utf-8")
    for path in sorted(PAGE.iterdir()):
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

"""Registers the fonts: Roboto and icons from KivyMD, Vollkorn for titles and questions.

Names in other scripts are drawn in a font of the system that has their letters."""

import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from kivy.core.text import LabelBase

from companion.services.start import ASSETS
from companion.ui.theme import tokens


def register() -> None:
    """Call once, before any text is drawn."""
    from kivymd import fonts_path
    home = Path(fonts_path)
    LabelBase.register(tokens.VOICE, str(ASSETS / "fonts" / "Vollkorn-Bold.ttf"))
    LabelBase.register(tokens.TEXT, str(home / "Roboto-Regular.ttf"), str(home / "Roboto-Italic.ttf"),
                       str(home / "Roboto-Bold.ttf"), str(home / "Roboto-BoldItalic.ttf"))
    LabelBase.register(tokens.MEDIUM, str(home / "Roboto-Medium.ttf"))
    LabelBase.register(tokens.BOLD, str(home / "Roboto-Bold.ttf"))
    LabelBase.register(tokens.ICONS, str(home / "materialdesignicons-webfont.ttf"))


def with_system_fonts(marked: str, foreign: re.Pattern[str]) -> str:
    """Mark letters that our fonts lack with a font of the system, if it has one."""
    def mark(found: re.Match[str]) -> str:
        runs = ((font, "".join(letters)) for font, letters in groupby(found[0], system_font))
        return "".join(f"[font={font}]{letters}[/font]" if font else letters for font, letters in runs)

    return foreign.sub(mark, marked)


@cache
def system_font(letter: str) -> str:
    """The registered name of a font of the system with this letter, or ""."""
    path = next((path for path, ranges in _system_fonts()
                 if any(low <= ord(letter) <= high for low, high in ranges)),
                None)
    if path is None:
        return ""
    name = path.stem.replace(" ", "")
    LabelBase.register(name, str(path))
    return name


@cache
def _system_fonts() -> list[tuple[Path, list[tuple[int, int]]]]:
    """Every font with outlines, plain upright ones first, and the letters it has."""
    paths = {path for folder in LabelBase.get_system_fonts_dir() for path in Path(folder).rglob("*")
             if path.suffix.lower() in (".ttf", ".otf", ".ttc")}
    return [(path, list(letters_in(path))) for path in sorted(paths, key=lambda path: (
        "Sans" not in path.stem, "Regular" not in path.stem and "-" in path.stem, len(path.stem), path))]


def letters_in(path: Path) -> Iterator[tuple[int, int]]:
    """The ranges of letters in a font's cmap table; none if it is damaged or only for emoji."""
    with suppress(OSError, struct.error), path.open("rb") as file:
        def read(at: int, form: str) -> tuple[Any, ...]:
            file.seek(at)
            return struct.unpack(">" + form, file.read(struct.calcsize(">" + form)))

        start = read(12, "I")[0] if read(0, "4s")[0] == b"ttcf" else 0
        tables = {row[0]: row[2] for row in (read(start + 12 + 16 * number, "4sIII")
                                             for number in range(read(start + 4, "H")[0]))}
        if b"cmap" not in tables or not tables.keys() & {b"glyf", b"CFF ", b"CFF2"}:
            return
        at = tables[b"cmap"]
        for _, _, offset in (read(at + 4 + 8 * number, "HHI") for number in range(read(at + 2, "H")[0])):
            table = at + offset
            kind = read(table, "H")[0]
            if kind == 12:
                groups = read(table + 12, "I")[0]
                yield from ((low, high)
                            for low, high, _ in struct.iter_unpack(">III", file.read(12 * groups)))
            elif kind == 4:
                many = read(table + 6, "H")[0] // 2
                ends, starts = read(table + 14, f"{many}H"), read(table + 16 + 2 * many, f"{many}H")
                yield from zip(starts[:-1], ends[:-1], strict=True)  # the last ends the table


def icon(name: str) -> str:
    """The character of a Material Design icon; an unknown name gives a dot."""
    from kivymd.icon_definitions import md_icons
    return str(md_icons.get(name) or md_icons["circle-small"])

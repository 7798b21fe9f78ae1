"""Make a pack from a plugin's folder."""

import io
import json
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.game import CONTRACT
from companion.core.registry import GROUP
from companion.core.text import Refused, say
from companion.services.packs import page_art
from companion.services.packs.catalogues import compile_words
from companion.services.packs.pack import (
    KINDS,
    LICENCES,
    MANIFEST,
    SUFFIX,
    TARGET,
    Pack,
    read_pack,
)

SVG = "cover.svg"
WIDE, WIDE_BOARD = 640, 1280
STAMP = (2020, 1, 1, 0, 0, 0)  # fixed, so the same files make the same pack


def make_pack(folder: Path) -> tuple[str, bytes]:
    """Return the pack's file name and content, checked as a phone would. Raises `Refused`."""
    plugin = plugin_in(folder)
    package = plugin.package
    licence = next((name for name in LICENCES if (folder / name).is_file()), "")
    if not licence:
        raise Refused(say("{folder} has no licence. Add a LICENCE file: what may others do with your game?",
                          folder=folder.name))
    draw_pictures(folder / package)
    compile_words(folder / package)
    files = {licence: (folder / licence).read_bytes()}
    for path in sorted((folder / package).rglob("*")):
        inside = path.relative_to(folder).as_posix()
        if path.is_file() and "__pycache__" not in inside and inside.endswith(KINDS):
            files[inside] = path.read_bytes()
    pack = Pack(plugin.id, _title(folder / package, plugin.id), plugin.version, package, plugin.target,
                licence, files, CONTRACT)
    manifest = {"kind": "game pack", **pack.manifest()}
    raw = zipped({MANIFEST: json.dumps(manifest, indent=1).encode(), **pack.files})
    read_pack(raw)
    return file_name(pack.id, pack.version), raw


def file_name(id: str, version: str) -> str:
    """
    >>> file_name("pebbles", "0.1 beta/2")
    'pebbles-0.1-beta-2.tableside'
    """
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter == ".") else "-"
                   for letter in version)
    return f"{id}-{safe[:20]}{SUFFIX}"


@dataclass(frozen=True)
class Plugin:
    """The game declared in a folder's pyproject.toml."""

    id: str
    target: str
    package: str
    version: str


def plugin_in(folder: Path) -> Plugin:
    """Raises `Refused` if the folder declares no game."""
    if not folder.is_dir():
        raise Refused(say("There is no folder {folder}.", folder=folder.name))
    project = _table(_project(folder), "project")
    named = _table(_table(project, "entry-points"), GROUP)
    if not named:
        raise Refused(say("{folder} names no game. Add an entry point {group} to its pyproject.toml.",
                          folder=folder.name, group=GROUP))
    id, target = next(iter(named.items()))
    if not isinstance(target, str) or not TARGET.fullmatch(target):
        raise Refused(say("The entry point {name} in pyproject.toml must be a package and a name, such as "
                          "{example}.", name=id[:40], example="my_game:game"))
    package = target.partition(":")[0].partition(".")[0]
    if not (folder / package).is_dir():
        raise Refused(say("{folder} has no folder {package}, which its pyproject.toml names.",
                          folder=folder.name, package=package))
    return Plugin(id, target, package, str(project.get("version", "0")))


def _project(folder: Path) -> dict[str, Any]:
    try:
        return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except OSError:
        raise Refused(say("The pyproject.toml of {folder} is missing or can't be read.",
                          folder=folder.name)) from None
    except ValueError as error:
        raise Refused(say("The pyproject.toml of {folder} is not valid: {why}.", folder=folder.name,
                          why=str(error).rstrip(".")[:120])) from None


def _table(toml: dict[str, Any], key: str) -> dict[str, Any]:
    """A table of pyproject.toml, empty if missing. Raises `Refused` for any other value."""
    found = toml.get(key, {})
    if not isinstance(found, dict):
        raise Refused(say("In pyproject.toml, {key} must be a table, not {found}.", key=key,
                          found=str(found)[:40]))
    return found


def _title(package: Path, id: str) -> str:
    try:
        first = (package / "rules.md").read_text(encoding="utf-8").strip().splitlines()[0]
    except (OSError, IndexError):
        return id
    return first.lstrip("# ").strip()[:80] or id


def zipped(files: Mapping[str, bytes]) -> bytes:
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), data, zipfile.ZIP_DEFLATED)
    return page.getvalue()


def draw_pictures(home: Path) -> None:
    """Draw each SVG but `page.svg` as a PNG if that is missing or outdated. Raises `Refused`."""
    for drawing in sorted(home.glob("*.svg")):
        picture = drawing.with_suffix(".png")
        if drawing.name == page_art.FILE:
            continue
        if not picture.is_file() or picture.stat().st_mtime < drawing.stat().st_mtime:
            _draw(drawing, picture, WIDE if drawing.name == SVG else WIDE_BOARD)


def _draw(drawing: Path, picture: Path, wide: int) -> None:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Refused(say("{file} can be drawn only with resvg-py, which `make test` installs. Export it as "
                          "{other} yourself, or delete it.", file=drawing.name, other=picture.name)) from None
    try:
        picture.write_bytes(bytes(svg_to_bytes(svg_string=drawing.read_text(encoding="utf-8"), width=wide)))
    except (ValueError, OSError):
        raise Refused(say("{file} can't be drawn. Is it a complete SVG?", file=drawing.name)) from None

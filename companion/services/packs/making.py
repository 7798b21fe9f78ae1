"""Making a pack from a plugin's folder, on the maker's desk."""

from __future__ import annotations

import hashlib
import io
import json
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.refusals import Refused
from companion.core.registry import CONTRACT, GROUP
from companion.core.text import say
from companion.services.packs.cover_art import draw_cover
from companion.services.packs.pack import KINDS, LICENCES, MANIFEST, SUFFIX, read_pack

STAMP = (2020, 1, 1, 0, 0, 0)  # the same files make the same pack


def make_pack(folder: Path) -> tuple[str, bytes]:
    """Name and content of the pack. It is read and checked as a phone would. Raises `Refused`."""
    plugin = plugin_in(folder)
    package = plugin.package
    licence = next((name for name in LICENCES if (folder / name).is_file()), "")
    if not licence:
        raise Refused(say("{folder} has no licence. Write a LICENCE file: what may others do with your game?",
                          folder=folder.name))
    draw_cover(folder / package)
    files = {licence: (folder / licence).read_bytes()}
    for path in sorted((folder / package).rglob("*")):
        inside = path.relative_to(folder).as_posix()
        if path.is_file() and "__pycache__" not in inside and inside.endswith(KINDS):
            files[inside] = path.read_bytes()
    raw = packed(plugin.id, _title(folder / package, plugin.id), plugin.version, package, plugin.target, licence, files)
    pack = read_pack(raw)
    return file_name(pack.id, pack.version), raw


def packed(id: str, title: str, version: str, package: str, target: str, licence: str,
           files: dict[str, bytes]) -> bytes:
    """One file: the manifest, and the files with their hashes."""
    manifest = {"kind": "game pack", "contract": CONTRACT, "id": id, "title": title, "version": version,
                "package": package, "game": target, "licence": licence,
                "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}}
    return zipped({MANIFEST: json.dumps(manifest, indent=1).encode(), **files})


def file_name(id: str, version: str) -> str:
    """
    >>> file_name("pebbles", "0.1 beta/2")
    'pebbles-0.1-beta-2.tableside'
    """
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter == ".") else "-" for letter in version)
    return f"{id}-{safe[:20]}{SUFFIX}"


@dataclass(frozen=True)
class Plugin:
    """What the pyproject.toml of a game's folder says."""

    id: str
    target: str
    package: str
    version: str


def plugin_in(folder: Path) -> Plugin:
    """Raises `Refused` where the folder names no game."""
    project = _project(folder)
    named = project.get("entry-points", {}).get(GROUP, {})
    id, target = next(iter(named.items()), ("", ""))
    package = target.partition(":")[0].partition(".")[0]
    if not package or not (folder / package).is_dir():
        raise Refused(say("{folder} names no game: its pyproject.toml needs an entry point {group}.",
                          folder=folder.name, group=GROUP))
    return Plugin(id, target, package, str(project.get("version", "0")))


def _project(folder: Path) -> dict[str, Any]:
    try:
        read = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError):
        raise Refused(say("{folder} has no pyproject.toml that can be read.", folder=folder.name)) from None
    project: dict[str, Any] = read.get("project", {})
    return project


def _title(package: Path, id: str) -> str:
    """The heading of its rules."""
    try:
        first = (package / "rules.md").read_text(encoding="utf-8").strip().splitlines()[0]
    except (OSError, IndexError):
        return id
    return first.lstrip("# ").strip()[:80] or id


def zipped(files: dict[str, bytes]) -> bytes:
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), data, zipfile.ZIP_DEFLATED)
    return page.getvalue()

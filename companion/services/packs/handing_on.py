"""A pack that is stored here, as one file again: for the phones of those who sit at the same table."""

from __future__ import annotations

import json
from pathlib import Path

from companion.core.refusals import Refused
from companion.services.packs.making import file_name, packed
from companion.services.packs.pack import LARGEST_FILE, LICENCES, MANIFEST, read_pack
from companion.services.packs.pack_folder import PackFolder, StoredPack


def pack_name(home: Path | None, id: str) -> str:
    """What its file is called; empty: this game came in another way."""
    pack = _stored(home, id)
    return "" if pack is None else file_name(pack.id, pack.version)


def _stored(home: Path | None, id: str) -> StoredPack | None:
    return None if home is None else next((one for one in PackFolder(home).packs() if one.id == id), None)


def pack_of(home: Path | None, id: str) -> tuple[str, bytes] | None:
    """The name and the content of the file; None: this game came in another way, or can't be read any more."""
    pack = _stored(home, id)
    if home is None or pack is None:
        return None
    try:
        place = PackFolder(home).folder / pack.package
        files = _files(place, pack.package)
        licence = _licence(place, files)
        files = {licence: files[licence], **files}
        raw = packed(pack.id, pack.title, pack.version, pack.package, pack.target, licence, files)
        read_pack(raw)  # what was changed on the disk is not handed on
    except (OSError, KeyError, Refused):
        return None
    return file_name(pack.id, pack.version), raw


def _files(place: Path, package: str) -> dict[str, bytes]:
    """No link is followed, and nothing too big is read: the folder may have been changed by anybody."""
    top = [path for path in sorted(place.iterdir()) if path.is_file() and path.name != MANIFEST]
    found = [*top, *(path for path in sorted((place / package).rglob("*")) if "__pycache__" not in path.parts)]
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in found
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= LARGEST_FILE}


def _licence(place: Path, files: dict[str, bytes]) -> str:
    said = json.loads((place / MANIFEST).read_text(encoding="utf-8")).get("licence")
    return said if isinstance(said, str) else next(name for name in LICENCES if name in files)

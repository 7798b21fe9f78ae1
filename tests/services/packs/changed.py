"""Packs that somebody changed: with one more file, another manifest, another line of code."""

import io
import json
import zipfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.services.packs.making import make_pack, zipped
from companion.services.packs.pack import MANIFEST

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
Files = dict[str, bytes]


@lru_cache(maxsize=1)
def pebbles() -> bytes:
    return make_pack(EXAMPLES / "tableside-pebbles")[1]


def files_of(raw: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sealed(files: Files, /, **changes: Any) -> bytes:
    """A pack with these changes to its manifest."""
    manifest = {**json.loads(files[MANIFEST]), **changes}
    rest = {name: data for name, data in files.items() if name != MANIFEST}
    return zipped({MANIFEST: json.dumps(manifest).encode(), **rest})


def source(line: str) -> Callable[[Files], bytes]:
    def change(files: Files) -> bytes:
        path = "tableside_pebbles/rules.py"
        return sealed({**files, path: files[path] + f"\n{line}\n".encode()})
    return change


def named(name: str, data: bytes = b"x") -> Callable[[Files], bytes]:
    return lambda files: sealed({**files, name: data})


def said(**changes: Any) -> Callable[[Files], bytes]:
    return lambda files: sealed(files, **changes)

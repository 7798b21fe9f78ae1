"""The page that guests see: a few plain files, read once when the door is opened."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from companion.services.phones.page.words import words

FOLDER: Final = Path(__file__).resolve().parents[1] / "page"
KINDS: Final = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
                ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
                ".woff2": "font/woff2", ".json": "application/json", ".webmanifest": "application/manifest+json"}
EVERY_TIME: Final = "TABLESIDE_PAGE_DEV"
"""Set while the page is being written: its files are read at each request."""


@dataclass(frozen=True)
class PageFile:
    kind: str
    body: bytes
    tag: str
    packed: bytes
    """The same for a browser that unpacks; where packing saves nothing (fonts, pictures) it is the body itself."""


def page_file(kind: str, body: bytes) -> PageFile:
    packed = gzip.compress(body, 9, mtime=0)
    return PageFile(kind, body, f'"{sha256(body).hexdigest()[:16]}"', packed if len(packed) < len(body) * 0.9 else body)


class PageFiles:
    """Only what lies in the folder when the door is opened is served; no path is ever made from a request."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._files = self._read()

    def _read(self) -> dict[str, PageFile]:
        found: dict[str, PageFile] = {}
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            if path.suffix in KINDS and path.is_file():
                found[f"/{path.name}"] = page_file(KINDS[path.suffix], path.read_bytes())
        found["/words"] = page_file(KINDS[".json"], json.dumps({"words": words()}).encode())
        if "/index.html" in found:
            found["/"] = found["/index.html"]
        return found

    def get(self, path: str) -> PageFile | None:
        if os.environ.get(EVERY_TIME):
            self._files = self._read()
        return self._files.get(path)

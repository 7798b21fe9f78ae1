"""The page that guests see: a few plain files, read once when the door is opened."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent / "page"
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


class PageFiles:
    """Only what lies in the folder when the door is opened is served; no path is ever made from a request."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._files = self._read()

    def _read(self) -> dict[str, PageFile]:
        found: dict[str, PageFile] = {}
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            if path.suffix in KINDS and path.is_file():
                body = path.read_bytes()
                found[f"/{path.name}"] = PageFile(KINDS[path.suffix], body, f'"{sha256(body).hexdigest()[:16]}"')
        if "/index.html" in found:
            found["/"] = found["/index.html"]
        return found

    def get(self, path: str) -> PageFile | None:
        if os.environ.get(EVERY_TIME):
            self._files = self._read()
        return self._files.get(path)

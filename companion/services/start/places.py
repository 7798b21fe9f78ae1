"""Locations of the bundled assets and of the user's data."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(str(sys.modules["companion"].__file__)).resolve().parent
NAME, PACKS = "tableside", "packs"


def assets(package: Path = PACKAGE) -> Path:
    """Inside the package if installed, beside it in a checkout and on a phone."""
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


ASSETS = assets()


def data_home(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Create and return Kivy's data folder.

    Kivy itself creates no parents, and a fresh Linux home has no `.config`."""
    env = os.environ if environ is None else environ
    home = Path(env.get("HOME") or Path.home())
    if "ANDROID_PRIVATE" in env:
        folder = Path(env["ANDROID_PRIVATE"])
    elif platform == "win32":
        folder = Path(env.get("APPDATA") or home) / NAME
    elif platform == "darwin":
        folder = home / "Library" / "Application Support" / NAME
    else:
        folder = Path(env.get("XDG_CONFIG_HOME") or home / ".config") / NAME
    folder.mkdir(parents=True, exist_ok=True)
    return folder

"""Where our own files lie: the pictures and sounds that travel with the app, and what people keep on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(str(sys.modules["companion"].__file__)).resolve().parent
NAME = "tableside"


def assets(package: Path = PACKAGE) -> Path:
    """Inside the package where it was installed as one, beside it in a checkout and on a phone."""
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


ASSETS = assets()


def data_home(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder of the database and the logs, made if it is not there: the one Kivy names, but with its parents.

    Kivy makes the last folder only, and a fresh Linux home has no `.config` yet.
    """
    env = os.environ if environ is None else environ
    home = Path(env.get("HOME") or Path.home())
    if "ANDROID_PRIVATE" in env:
        folder = Path(env["ANDROID_PRIVATE"])  # python-for-android's own folder for the app
    elif platform == "win32":
        folder = Path(env.get("APPDATA") or home) / NAME
    elif platform == "darwin":
        folder = home / "Library" / "Application Support" / NAME
    else:
        folder = Path(env.get("XDG_CONFIG_HOME") or home / ".config") / NAME
    folder.mkdir(parents=True, exist_ok=True)
    return folder

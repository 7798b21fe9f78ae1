"""Starts the app. What Kivy reads when it is imported is settled here, before it is: KivyMD opens a window at once."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


def settle() -> None:
    """Kivy must not eat our command line, nor quit on Escape; shapes smooth themselves, so no multisampling."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KCFG_KIVY_LOG_LEVEL", "warning")
    os.environ.setdefault("KIVY_CLIPBOARD", "android" if "ANDROID_ARGUMENT" in os.environ else "sdl2")  # no probing
    from kivy.config import Config
    Config.set("graphics", "multisamples", "0")  # two samples cost a second a frame where there is no graphics card
    Config.set("kivy", "exit_on_escape", "0")
    if "ANDROID_ARGUMENT" not in os.environ:
        Config.set("graphics", "width", "412")
        Config.set("graphics", "height", "892")
        Config.set("input", "mouse", "mouse,multitouch_on_demand")


def make_app() -> Any:
    """Imported here, so that an error in any module of the app is one at its start."""
    from companion.ui.app.mishaps import mishaps
    from companion.ui.app.tableside import TablesideApp
    mishaps.watch()
    return TablesideApp()


def prepared(make: Callable[[], Any], place: Path | None = None) -> Any:
    """The app with its first page in the window; or, where that raises, the plain page that cannot."""
    app = None
    try:
        app = make()
        app._run_prepare()
        return app
    except Exception as error:
        logging.getLogger("tableside").exception("the app could not start")
        from companion.ui.app.rescue import RescueApp
        plain = RescueApp(error, make, app, place)
        plain._run_prepare()
        return plain


def main(words: Sequence[str] = ()) -> int:
    """Open the window and stay until it is closed. `--smoke`: open every screen once, then end; 0 if all opened."""
    settle()
    if "--smoke" not in words:
        app = prepared(make_app)
        from kivy.base import runTouchApp
        runTouchApp()
        app._stop()
        return 0
    from companion.ui.app.tableside import TablesideApp
    with TemporaryDirectory(prefix="tableside-") as folder:  # what is played here must not end up in the library
        app = TablesideApp(store=Path(folder) / "smoke.db", smoke=True)
        app.run()
    return 1 if app.failed else 0

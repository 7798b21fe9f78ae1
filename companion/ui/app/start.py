"""Start the app. Configures Kivy before importing it, as KivyMD opens a window on import."""

import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from companion.core.engine.boundary import logged
from companion.core.text import say
from companion.services.ports.java import TRIALS, is_android, phone_density, words_of_start
from companion.services.start import PHONE, Size, data_home, desk_scale, remembered_size, start_log

log = logging.getLogger("tableside")
NO_SCREEN = say("No screen found. Start Tableside on a desktop, or use serve to play on phones.")


def settle(size: Size = PHONE, scale: float = 1.0) -> None:
    """Keep Kivy from parsing our arguments, taking stderr or quitting on Escape."""
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")  # no ~/.kivy beside our own folder
    os.environ.setdefault("KCFG_KIVY_LOG_LEVEL", "warning")
    # skips probing
    os.environ.setdefault("KIVY_CLIPBOARD", "android" if "ANDROID_ARGUMENT" in os.environ else "sdl2")
    os.environ.setdefault("KIVY_IMAGE", "sdl2")  # all our pictures are PNG; the others take 14 modules
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # another one would end the process if there is no screen
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "tableside")
    if sys.platform == "win32":
        # virtual machines and old drivers have OpenGL 1.1
        os.environ.setdefault("KIVY_GL_BACKEND", "angle_sdl2")
    if is_android() and (density := phone_density()) is not None:
        os.environ.setdefault("KIVY_METRICS_DENSITY", str(density))
    if scale != 1.0:
        os.environ.setdefault("KIVY_METRICS_DENSITY", str(scale))
    spare_asyncio()
    logging.getLogger("kivy").addFilter(is_news)
    from kivy.config import Config
    # multisampling takes a second per frame without a graphics card
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,multitouch_on_demand,disable_hover")
    if "ANDROID_ARGUMENT" not in os.environ:
        wide, high = size
        Config.set("graphics", "width", str(wide))
        Config.set("graphics", "height", str(high))


def is_news(record: logging.LogRecord) -> bool:
    """Keep Kivy's own start noise out of our log: it looks for programs that few machines have."""
    return not any(name in record.getMessage() for name in ("Cutbuffer", "xclip", "xsel", "mtdev", "MTD"))


def spare_asyncio() -> None:
    """Kivy's clock imports asyncio and 35 modules more, for apps that run in its loop. Ours doesn't."""
    if "asyncio" in sys.modules or "kivy.clock" in sys.modules:
        return
    stand_in = ModuleType("asyncio")
    stand_in.wait_for = None  # type: ignore[attr-defined]
    sys.modules["asyncio"] = stand_in
    try:
        import kivy.clock  # noqa: F401
    finally:
        del sys.modules["asyncio"]


def make_app() -> Any:
    """Imports the app here, so import errors count as start errors."""
    from companion.ui.app.failures.mishaps import mishaps
    from companion.ui.app.tableside import TablesideApp
    mishaps.watch()
    app = TablesideApp(greets=True)
    app.remembers_window = not is_android()
    return app


def prepared(make: Callable[[], Any], place: Path | None = None) -> Any:
    app = None
    try:
        app = make()
        app._run_prepare()
        return app
    except Exception as error:
        plain = _waiting(error, make) or _rescue(error, make, app, place)
        plain._run_prepare()
        return plain


def _waiting(error: Exception, make: Callable[[], Any]) -> Any:
    with logged("the waiting page could not be made"):
        from companion.ui.app.failures.waiting import waiting_for
        return waiting_for(error, make)
    return None


def _rescue(error: Exception, make: Callable[[], Any], app: Any, place: Path | None) -> Any:
    log.exception("the app could not start")
    from companion.ui.app.failures.rescue import RescueApp
    return RescueApp(error, make, app, place)


def main(words: Sequence[str] = (), make: Callable[[], Any] = make_app) -> int:
    """Run until the window closes. Returns 2 if there is no screen.

    `--smoke` opens every screen once and returns 1 if one fails; `--invite` lets guests join a new play;
    `--verbose` shows the log."""
    if is_android():
        words = words_of_start()
    start_log(data_home(), verbose="--verbose" in words)
    smoke = next((word for word in words if word in TRIALS), "")
    if sys.platform == "linux" and not is_android():  # without a screen, SDL would open an invisible window
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen" if smoke else "x11,wayland")
    scale = desk_scale() if sys.platform == "linux" and not (smoke or is_android()) else 1.0
    settle(PHONE if smoke else remembered_size(data_home(), scale=scale), scale)
    from kivy.core.window import Window
    if Window is None:
        sys.stderr.write(f"{NO_SCREEN}\n")
        return 2
    if not smoke:
        app = prepared(make)
        from kivy.base import runTouchApp
        with suppress(KeyboardInterrupt):  # Ctrl-C closes the window
            runTouchApp()
        app._stop()
        return 0
    from kivy.clock import Clock

    from companion.ui.app.smoke import begin
    from companion.ui.app.tableside import TablesideApp
    with TemporaryDirectory(prefix="tableside-") as folder:  # keep smoke plays out of the library
        app = TablesideApp(store=Path(folder) / "smoke.db")
        # after the first page
        app.bind(on_start=lambda _: Clock.schedule_once(lambda _: begin(app, smoke), 0))
        app.run()
    log.info("the smoke test %s", "failed" if app.page_error else "opened every screen")
    return 1 if app.page_error else 0

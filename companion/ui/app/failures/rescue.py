"""A plain page shown when the app can't start: it exports everything, or starts from the newest backup.

Uses plain Kivy widgets only: theme, art, games or store may be what is broken. Nothing is deleted, and
nothing is replaced before its replacement is on disk.
"""

import logging
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from kivy.app import App
from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView

from companion.core.engine.boundary import logged
from companion.core.text import Text, say
from companion.ui.app.failures.mishaps import place_of, report

SQLITE = b"SQLite format 3\0"


def parts_of(place: Path) -> list[Path]:
    """The database, its write-ahead log, backups and files set aside."""
    with suppress(OSError):
        found = [one for one in place.parent.iterdir() if one.name.startswith(place.name) and one.is_file()]
        return sorted(one for one in found if "unfinished" not in one.name)
    return []


def pack(place: Path, target: Path) -> Path:
    """Archive all files, plus a Tableside export if the plays can be read. Raises `OSError`."""
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for part in parts_of(place):
            archive.write(part, part.name)
        with logged("everything could not be exported"):  # the raw files are in the archive
            archive.writestr("everything.json", _everything(place))
    return target


def _everything(place: Path) -> str:
    """Read a copy, to leave a damaged file untouched."""
    from companion.services.library import Library
    from companion.services.ports.machine import MachineClock
    from companion.services.store import open_store
    with TemporaryDirectory(prefix="tableside-") as folder:
        for part in parts_of(place):
            shutil.copyfile(part, Path(folder) / part.name)
        library = Library(open_store(Path(folder) / place.name), {}, MachineClock())
        try:
            return library.files.export_everything()
        finally:
            library.quit()


def newest_backup(place: Path) -> Path | None:
    from companion.services.store.backup import all_backups
    for one in all_backups(place):
        with suppress(OSError), one.open("rb") as file:
            if file.read(len(SQLITE)) == SQLITE:
                return one
    return None


def start_on_backup(place: Path) -> Path:
    """Replace the database with the newest backup; return the old file's new name.

    Raises `OSError` and changes nothing, or `FileNotFoundError` without a backup."""
    from companion.services.store.mending import set_aside
    backup = newest_backup(place)
    if backup is None:
        raise FileNotFoundError(place)
    ready = place.with_name(f"{place.name}.restored-unfinished-{os.getpid()}")
    try:
        shutil.copyfile(backup, ready)
        with ready.open("rb+") as file:
            os.fsync(file.fileno())
        aside = set_aside(place)
        os.replace(ready, place)
        return aside or place
    finally:
        ready.unlink(missing_ok=True)


log = logging.getLogger("tableside")

STORE = "tableside.db"
PLAIN = (0.09, 0.1, 0.12, 1)
LONGEST = 300  # letters of an error message


def wrapped(label: Label, pad: float = 0.0, air: float = 0.0, least: float = 0.0) -> Label:
    """As high as its lines; `pad` dp at the sides and `air` dp above and below, together."""
    def fit(*_: object) -> None:
        label.text_size = (label.width - dp(pad), None)
        label.height = max(dp(least), label.texture_size[1] + dp(air))

    label.size_hint_y = None
    label.bind(width=fit, texture_size=fit)
    return label


class RescuePage(BoxLayout):
    def __init__(self, words: list[str], buttons: list[tuple[str, Callable[[], None]]]) -> None:
        super().__init__(orientation="vertical", padding=_edges(), spacing=dp(12))
        lines = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(14))
        lines.bind(minimum_height=lines.setter("height"))
        for number, one in enumerate(words):
            lines.add_widget(wrapped(Label(text=one, font_size=sp(16 if number else 22))))
        for text, do in buttons:
            button = Button(text=text, font_size=sp(17), halign="center", on_release=lambda _, do=do: do())
            lines.add_widget(wrapped(button, 16, 20, 52))
        self.said = wrapped(Label(font_size=sp(16)))
        lines.add_widget(self.said)
        scroll = ScrollView(do_scroll_x=False)
        scroll.add_widget(lines)
        self.add_widget(scroll)


class RescueApp(App):
    """Replaces an app that could not start, in the same window, and can retry."""

    name = "tableside"  # so it uses the app's data folder

    def __init__(self, error: Exception, make: Callable[[], Any], broken: Any = None,
                 place: Path | None = None) -> None:
        super().__init__()
        self.shared: TemporaryDirectory[str] | None = None
        self.error, self.make = error, make
        self.inner: Any = None
        self._place = place
        _take_down(broken)

    @property
    def place(self) -> Path:
        return self._place or Path(self.user_data_dir) / STORE

    def build(self) -> RescuePage:
        Window.clearcolor = PLAIN
        self.page = self._page()
        return self.page

    def _page(self) -> RescuePage:
        own = str(self.error).strip()[:LONGEST]
        where = say("{kind} in {place}.", kind=type(self.error).__name__, place=place_of(self.error))
        words = [say("Tableside could not start."),
                 say("Nothing is lost. Export your plays to be safe, then try again or start from the "
                     "backup."), where, *([own] if own else [])]
        return RescuePage([str(one) for one in words], [
            (str(say("Try again")), self.again), (str(say("Export everything")), self.export),
            (str(say("Start from the backup")), self.start_on_backup),
            (str(say("Share a report")), self.share)])

    def say(self, sentence: Text) -> None:
        self.page.said.text = str(sentence)

    # Actions

    def again(self) -> None:
        for child in Window.children[:]:
            Window.remove_widget(child)
        app = None
        try:
            app = self.make()
            app._run_prepare()
        except Exception as error:
            log.exception("the app could not be started again")
            _take_down(app)
            App._running_app = self
            self.error = error
            self.page = self._page()
            Window.add_widget(self.page)
        else:
            self.inner = app

    def export(self) -> None:
        try:
            if self.shared is None:  # removed when the app ends; whoever it was shared with may still read it
                self.shared = TemporaryDirectory(prefix="tableside-", ignore_cleanup_errors=True)
            packed = pack(self.place, Path(self.shared.name) / "tableside-everything.zip")
        except Exception as error:
            log.exception("nothing could be exported")
            self.say(say("It couldn't be written: {why}. Free some space and try again.",
                         why=type(error).__name__))
            return
        try:
            from companion.services.ports.machine import machine
            self.say(machine().share.share_file(packed))
        except Exception:
            log.exception("nothing could be shared")
            self.say(say("Saved here: {path}", path=str(packed)))

    def start_on_backup(self) -> None:
        if newest_backup(self.place) is None:
            self.say(say("There is no backup yet. Export everything, then try again."))
            return
        try:
            aside = start_on_backup(self.place)
        except OSError:
            log.exception("the backup could not take the place of the file")
            self.say(say("The backup couldn't be restored. Nothing was changed. Free some space and try "
                         "again."))
            return
        log.warning("started on the backup")
        self.again()
        if self.inner is None:
            self.say(say("This is the backup. The damaged file is kept as {name}.", name=aside.name))

    def share(self) -> None:
        text = report(self.error)
        try:
            from companion.services.ports.machine import machine
            self.say(machine().share.share_text(str(say("Tableside error report")), text))
        except Exception:
            log.exception("the report could not be shared")
            self.say(say("{report}", report=text))

    # App events for the inner app

    def on_pause(self) -> bool:
        return True

    def on_stop(self) -> None:
        if self.inner is not None and App._running_app is not None:
            inner, self.inner = self.inner, None
            inner.dispatch("on_stop")


def _take_down(app: Any) -> None:
    if app is not None:
        with logged("the app could not be stopped"):
            app.on_stop()
    for child in Window.children[:]:
        Window.remove_widget(child)


def _edges() -> list[float]:
    left = top = right = bottom = 0.0
    with logged("the edges of the screen could not be read"):
        from companion.services.ports.machine import machine
        left, top, right, bottom = machine().insets.read()
    return [left + dp(20), top + dp(24), right + dp(20), bottom + dp(16)]

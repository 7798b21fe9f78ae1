"""Device events: sleep, lost graphics, the on-screen keyboard, incoming files and guests' phones."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock, mainthread
from kivy.core.window import Window
from kivy.graphics.opengl import glIsTexture
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.core.engine.boundary import GameFailed
from companion.core.text import Refused, Text, say
from companion.services.ports.shared import remember_play, remembered_play
from companion.services.start import remember_size
from companion.ui.app.focus import Desk, scrolls_around
from companion.ui.widgets.controls.sheet import tried

if TYPE_CHECKING:
    from companion.core.views import Reminder
    from companion.services.open_play import OpenPlay
    from companion.services.phones.guest_table import GuestTable
    from companion.ui.app.tableside import TablesideApp


log = logging.getLogger("tableside")

LOOK_EVERY = 0.1  # seconds between keyboard checks while typing
FILE_EXCHANGE = "companion.ui.screens.file_exchange"
LISTS = ("library", "history", "boxes")
"""Screens to refresh after an import."""


class Device:
    def __init__(self, app: TablesideApp) -> None:
        self.app = app
        self.covered = 0
        """Pixels the keyboard covers from below."""
        self.guests = GuestAccess(app)
        """Guests at the current play; empty while closed."""
        self.desk = Desk(app)
        self.sentinel: Any = None
        self._field: Any = None

    def begin(self) -> None:
        self.sentinel = Texture.create(size=(1, 1), colorfmt="rgba")
        self.sentinel.blit_buffer(bytes(4), colorfmt="rgba")  # uploads it to graphics memory
        Window.bind(on_drop_file=self._dropped)
        if not self.app.machine.is_phone:
            self.desk.begin()
        self.app.machine.documents.listen(mainthread(self._take))
        Clock.schedule_interval(self._look_at_keyboard, LOOK_EVERY)
        self._return()

    def end(self) -> None:
        Window.unbind(on_drop_file=self._dropped)
        self.guests.close()
        Clock.unschedule(self._look_at_keyboard)
        Clock.unschedule(self._resumed)
        self.app.machine.speech.close()
        self.desk.end()
        if self.app.remembers_window and not Window.fullscreen:
            remember_size(self.app.home, tuple(Window.system_size))

    # Sleep

    def pause(self) -> None:
        Clock.unschedule(self._resumed)

    def resume(self) -> None:
        """Wait a frame: SDL reports resume before it restores the graphics."""
        Clock.unschedule(self._resumed)
        Clock.schedule_once(self._resumed, 0)

    def _resumed(self, _: float) -> None:
        # Android dropped the graphics context
        if self.sentinel is not None and not glIsTexture(self.sentinel.id):
            self.start_again()
        else:
            self.app.resumed()

    def start_again(self) -> None:
        """Restart the app at the same question: Kivy can't rebuild textures in a new context."""
        log.warning("the graphics context was lost; starting again")
        opened = self.app.visits[-1].args.get("opened") if self.app.visits else None
        remember_play(self.app.home, None if opened is None else opened.id)
        self.app.library.pause()
        self.app.machine.restart.restart()

    def _return(self) -> None:
        play_id = remembered_play(self.app.home)
        if play_id is None:
            return
        try:
            self.app.go("table", opened=self.app.library.resume(play_id))
        except Exception:  # any failure leaves the library
            log.exception("the play before the restart could not be opened")

    # The keyboard

    def _look_at_keyboard(self, _: float) -> None:
        field = typing_in()
        if field is None and not self.covered:
            self._field = None
            return
        covered = self.app.machine.insets.keyboard() if field is not None else 0
        if covered != self.covered:
            self.covered = covered
            self.app.read_insets()
        elif field is self._field:
            return
        self._field = field
        if field is not None and covered:
            Clock.schedule_once(lambda _: bring_in_sight(field), 0)  # once the page has made room

    # Files

    def _dropped(self, _: Any, name: bytes, *__: Any) -> None:
        from companion.services.file_exchange import read_file
        tried(self.app, lambda: self._take(read_file(Path(name.decode("utf-8", "surrogateescape")))))

    def _take(self, raw: bytes | None) -> None:
        """Import a play, a box, a full export or a pack from another app or a dropped file."""
        import_module(FILE_EXCHANGE).take_content(self.app, raw, self._taken)

    def _taken(self) -> None:
        if self.app.visits and self.app.visits[-1].name in LISTS:
            self.app.show_again()


def typing_in() -> Any:
    """The focused text field."""
    keyboard = getattr(Window, "_system_keyboard", None)
    return keyboard.target if keyboard is not None and keyboard.callback is not None else None


def stop_typing() -> None:
    if (field := typing_in()) is not None:
        field.focus = False


def bring_in_sight(field: Any) -> None:
    """Scroll until the field, or at least its cursor line, is visible."""
    for scroll in scrolls_around(field):
        scroll.scroll_to(field, padding=dp(16), animate=False)
        scroll.update_from_scroll()  # or the field reports its old position until the next frame
        cursor, foot = field.to_window(*field.cursor_pos)[1], scroll.to_window(*scroll.pos)[1]
        over = cursor + dp(4) - foot - scroll.height
        hidden = scroll.children[0].height - scroll.height
        if over > 0 and hidden > 0:
            scroll.scroll_y = min(1.0, scroll.scroll_y + over / hidden)


SEATS_FILE = "phones.json"


class GuestAccess:
    """At most one play is open to guests: the current one."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.table: GuestTable | None = None
        self._watchers: list[Callable[[], None]] = []
        self.show_asks: Callable[[Any], None] = lambda table: None
        """Asks the host about guests' requests. Set by the table screen."""
        self._asked: set[str] = set()

    def of(self, opened: OpenPlay) -> GuestTable | None:
        table = self.table
        return table if table is not None and table.is_open and table.opened is opened else None

    def has(self, opened: OpenPlay, seat: int) -> bool:
        table = self.of(opened)
        return table is not None and seat in table.joined

    def open(self, opened: OpenPlay) -> GuestTable:
        found = self.of(opened)
        if found is not None:
            return found
        from companion.services.phones.guest_table import GuestTable

        self.close()
        table = GuestTable(opened, post, self.app.home / SEATS_FILE, next_frame=next_frame)
        table.open()
        self.table = table
        self.app.machine.notice.show(say("Phones can join"), say("Tap to come back to the table."))
        table.watch(self._changed)
        self._changed()
        return table

    def come_back(self, opened: OpenPlay) -> None:
        """Reopen this play to guests if it, or these people's last one, was open this evening."""
        if self.of(opened) is not None or not (self.app.home / SEATS_FILE).exists():
            return
        from companion.services.phones.saved_guests import saved_for

        names = [seat.name for seat in opened.play.table.seats]
        with suppress(Refused, GameFailed):
            saved = saved_for(self.app.home / SEATS_FILE, opened.row.uid, names)
            if saved.opens_again() and opened.play.outcome() is None:
                self.open(opened)
                self.app.tell(say("Phones can join again."))

    def tell_records(self, opened: OpenPlay, found: tuple[Reminder, ...]) -> None:
        table = self.of(opened)
        if table is not None:
            table.views.tell_records(found)

    def close(self, words: Text | None = None, *, again: bool = True) -> None:
        """`again`: reopen automatically when the same people continue."""
        table, self.table = self.table, None
        if table is not None:
            table.close(words=words, again=again)
            self.app.machine.notice.hide()
            self._changed()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when phones come and go. Returns a function that stops this."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback) if callback in self._watchers else None

    def _changed(self) -> None:
        if self.table is not None and not self.table.is_open:  # it closed itself because the play ended
            self.close()
            return
        for callback in tuple(self._watchers):
            callback()
        news = self.table.take_news() if self.table is not None else None
        if news is not None:
            self.app.tell(news)
        asks = {ticket for ticket, _ in self.table.asks} if self.table is not None else set()
        if asks - self._asked:
            self.show_asks(self.table)
        self._asked = asks


def next_frame(work: Callable[[], None]) -> None:
    """Let the table draw first."""
    Clock.schedule_once(lambda _: work(), 0)


def post(work: Callable[[], None]) -> None:
    """Run on Kivy's thread with the next frame."""
    Clock.schedule_once(lambda _: work(), -1)

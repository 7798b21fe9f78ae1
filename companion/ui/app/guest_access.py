"""Guests' phones in the running app. The server is imported only when opened."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.core.engine.boundary import GameFailed
from companion.core.questions import Refused
from companion.core.text import Text, say

if TYPE_CHECKING:
    from companion.services.open_play import OpenPlay
    from companion.services.phones.guest_table import GuestTable
    from companion.ui.stages.guest_picture import GuestPicture

SEATS_FILE = "phones.json"


class GuestAccess:
    """At most one play is open to guests: the current one."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.table: GuestTable | None = None
        self._painter: GuestPicture | None = None
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
        from companion.ui.stages.guest_picture import GuestPicture

        self.close()
        table = GuestTable(opened, post, self.app.home, next_frame=next_frame)
        table.open()
        self.table = table
        self._painter = GuestPicture(table)
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
            if saved_for(self.app.home, opened.row.uid, names).opens_again() and opened.play.outcome() is None:
                self.open(opened)
                self.app.tell(say("Phones can join again."))

    def close(self, words: Text | None = None, *, again: bool = True) -> None:
        """`again`: reopen automatically when the same people continue."""
        table, painter = self.table, self._painter
        self.table = self._painter = None
        if painter is not None:
            painter.stop()
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

"""The door for guests' phones, as the running app holds it. While it is closed nothing of it is imported."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.core.engine.boundary import GameFailed
from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.services.open_play import OpenPlay

if TYPE_CHECKING:
    from companion.services.phones.phones import Phones
    from companion.ui.stages.guest_picture import GuestPicture

SEATS_FILE = "phones.json"


class GuestPhones:
    """At most one door is open: that of the play on the table."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.phones: Phones | None = None
        self._painter: GuestPicture | None = None
        self._watchers: list[Callable[[], None]] = []

    def of(self, opened: OpenPlay) -> Phones | None:
        """The open door of this play."""
        phones = self.phones
        return phones if phones is not None and phones.is_open and phones.opened is opened else None

    def has(self, opened: OpenPlay, seat: int) -> bool:
        """Does somebody sit there with a phone?"""
        phones = self.of(opened)
        return phones is not None and seat in phones.joined

    def open(self, opened: OpenPlay) -> Phones:
        """Open the door of this play, if it is not. Raises `Refused`."""
        found = self.of(opened)
        if found is not None:
            return found
        from companion.services.phones.phones import Phones
        from companion.ui.stages.guest_picture import GuestPicture

        self.close()
        phones = Phones(opened, post, self.app.home, next_frame=next_frame)
        phones.open()
        self.phones = phones
        self._painter = GuestPicture(phones)
        self.app.machine.notice.show(say("Phones can join"), say("The door is open. Tap to come back to the table."))
        phones.watch(self._changed)
        self._changed()
        return phones

    def come_back(self, opened: OpenPlay) -> None:
        """Open the door again that was open when these people last played this evening: guests wait for it."""
        if self.of(opened) is not None or not (self.app.home / SEATS_FILE).exists():
            return
        from companion.services.phones.saved_doors import door_of

        names = [seat.name for seat in opened.play.table.seats]
        with suppress(Refused, GameFailed):
            if door_of(self.app.home, opened.row.uid, names).opens_again() and opened.play.outcome() is None:
                self.open(opened)
                self.app.tell(say("Phones can join again."))

    def close(self, words: Text | None = None, *, again: bool = True) -> None:
        """`again`: open it by itself when the same people go on."""
        phones, painter = self.phones, self._painter
        self.phones = self._painter = None
        if painter is not None:
            painter.stop()
        if phones is not None:
            phones.close(words=words, again=again)
            self.app.machine.notice.hide()
        self._changed()

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Be told when phones come and go. Returns how to stop."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback) if callback in self._watchers else None

    def _changed(self) -> None:
        if self.phones is not None and not self.phones.is_open:  # it closed itself: the play is over
            self.close()
            return
        for callback in tuple(self._watchers):
            callback()


def next_frame(work: Callable[[], None]) -> None:
    """Not in this frame: what the table shows comes first."""
    Clock.schedule_once(lambda _: work(), 0)


def post(work: Callable[[], None]) -> None:
    """Done by Kivy's own thread with its next frame."""
    Clock.schedule_once(lambda _: work(), -1)

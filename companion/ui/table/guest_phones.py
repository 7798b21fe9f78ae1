"""Guests' phones at the table screen: who answers on one, and taps that come too late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.text import listing, say
from companion.services.table.controller import Change
from companion.services.table.situation import Q, Situation
from companion.ui.table.invite import show_asks

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


class GuestPhones:
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.guests = screen.app.device.guests
        self.guests.show_asks = partial(show_asks, screen.app, screen.look)
        self._here: int | None = None
        """The seat that answers on this device despite having a phone."""
        self._handed = ""
        """Key of the question handed automatically to a person without a phone."""
        self._epoch = ""
        self._stop: Callable[[], None] = lambda: None

    # Coming and going

    def enter(self) -> None:
        self._stop()
        self.guests.come_back(self.screen.controller.opened)
        self._stop = self.guests.watch(self.screen.refresh)

    def leave(self) -> None:
        self._stop()

    def close(self) -> None:
        if self.guests.of(self.screen.controller.opened) is not None:
            self.guests.close()

    # Who answers where

    def answers(self, question: Q | None) -> bool:
        if question is None or question.seat is None:
            return False
        if question.seat.index != self._here:
            self._here = None
        return self._here is None and self.guests.has(self.screen.controller.opened, question.seat.index)

    def answer_here(self, question: Q) -> None:
        """Answer on this device until it is somebody else's turn."""
        if question.seat is not None:
            self._here = question.seat.index
            self.screen.refresh()

    # Secret answers

    def hand_round(self, now: Situation) -> bool:
        """Hand the device to people without a phone; True if only guests with phones are left."""
        controller = self.screen.controller
        asked = now.question
        if now.state != "ballots" or asked is None or asked.seat is None or self.guests.of(controller.opened) is None:
            return False
        chosen = controller.wish == asked.key() != self._handed
        is_in = asked.key() in now.given
        if chosen or not (is_in or self.guests.has(controller.opened, asked.seat.index)):
            return False
        for one in now.asked:
            if one.key() not in now.given and one.seat is not None and not self.guests.has(controller.opened,
                                                                                           one.seat.index):
                controller.wish = self._handed = one.key()
                controller.read()
                return False
        controller.wish = self._handed = ""
        controller.read()
        return True

    def waiting_words(self, now: Situation) -> Any:
        names = [one.seat.name for one in now.asked if one.key() not in now.given and one.seat is not None]
        if len(names) == 1:
            return say("{name} votes on their phone", name=names[0])
        return say("{names} vote on their phones", names=listing(names))

    def brought_the_last(self) -> bool:
        """Whether a phone cast the last vote, so this device is already on the table."""
        opened = self.screen.controller.opened
        seat = opened.play.log[-1].seat if opened.play.log else None
        return seat is not None and self.guests.has(opened, seat)

    def open_votes(self) -> None:
        phones = self.guests.of(self.screen.controller.opened)
        if phones is not None:
            phones.open_votes()

    # A finger

    def touch_down(self, touch: Any) -> None:
        touch.ud.setdefault("tableside epoch", self.screen.controller.epoch)

    def touch_up(self, touch: Any) -> None:
        self._epoch = touch.ud.get("tableside epoch", "")

    def touch_done(self) -> None:
        self._epoch = ""

    def epoch(self) -> str:
        """The epoch of the table when the finger went down; empty for ballots, which check it themselves."""
        return self._epoch if self.screen.situation.state == "question" else ""

    def close_stale_sheets(self, change: Change) -> None:
        """Close sheets about a question that somebody else has answered."""
        app = self.screen.app
        stale = [sheet for sheet in app.sheets if not getattr(sheet, "outlives_answers", False)]
        if change.own or not change.answered or not stale:
            return
        while app.sheets and app.sheets[-1] in stale:
            app.close_sheet()
        self.tell_late()

    def tell_late(self) -> None:
        """Say that a tap or sheet came too late and did nothing."""
        self.screen.app.tell(say("Somebody answered on another phone. Look again."))

"""The stage as a JPEG for guests' phones, redrawn after each change and encoded in a thread.

Shows only the stage, never secrets, and pauses while votes are in but not revealed. Work is spread over frames and
waits while someone touches the screen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import ScissorPop, ScissorPush

from companion.ui.speed.idle import fingers
from companion.ui.stages.stage_picture import GUESTS, GuestStage, jpeg

if TYPE_CHECKING:
    from companion.services.phones.guest_table import GuestTable

log = logging.getLogger("tableside")

REST = 0.05
"""Seconds to wait, so that several changes make one picture."""
FIRST = 0.6
"""Seconds before the first picture, while the sheet slides in."""
STRIPS = 4
"""One is drawn per frame: slow phones can't draw the whole picture in one."""


class GuestPicture:
    def __init__(self, table: GuestTable) -> None:
        self.table = table
        self._stage: Any = None
        self._shown = ""
        self._busy = False
        self._step: Callable[[str], None] = self._show
        self._trigger = Clock.create_trigger(self._paint, REST)
        self._next = Clock.create_trigger(self._go_on, 0)
        self._stop = table.views.reader.watch(lambda _: self._trigger())
        self._stop_watching = table.watch(self._trigger)
        self._first = Clock.schedule_once(self._trigger, FIRST)

    def stop(self) -> None:
        self._first.cancel()
        self._trigger.cancel()
        self._next.cancel()
        self._stop()
        self._stop_watching()

    # Drawing, one step per frame

    def _paint(self, *_: object) -> None:
        if self._busy or not self._wanted() or self.table.opened.epoch == self._shown:
            return
        if fingers():
            self._trigger()
            return
        self._busy, self._step = True, self._make if self._stage is None else self._show
        self._next()

    def _wanted(self) -> bool:
        return self.table.is_open and not self.table.views.sealed

    def _go_on(self, *_: object) -> None:
        if not self._wanted():
            self._busy = False
            return
        try:
            self._step(self._shown)
        except Exception:  # the play continues without a picture
            log.exception("the guests' picture of the stage failed")
            self._shown, self._busy = self.table.opened.epoch, False

    def _make(self, _: str) -> None:
        self._stage = GuestStage(self.table.opened.play.game)
        self._strip = ScissorPush(x=0, y=0, width=GUESTS[0], height=GUESTS[1] // STRIPS)
        self._stage.fbo.insert(0, self._strip)
        self._stage.fbo.add(ScissorPop())
        self._then(self._show)

    def _show(self, _: str) -> None:
        self._shown = self.table.opened.epoch
        asked = self.table.views.reader.situation.question
        self._stage.show(self.table.opened.play, None if asked is None or asked.secret else asked)
        self._strip.y = 0
        self._then(self._draw)

    def _draw(self, _: str) -> None:
        self._stage.fbo.ask_update()
        self._stage.fbo.draw()
        self._strip.y += GUESTS[1] // STRIPS
        self._then(self._draw if self._strip.y < GUESTS[1] else self._read)

    def _read(self, version: str) -> None:
        Thread(target=self._encode, args=(self._stage.fbo.pixels, version), name="guest picture", daemon=True).start()

    def _then(self, step: Callable[[str], None]) -> None:
        self._step = step
        self._next()

    def _encode(self, pixels: bytes, version: str) -> None:
        picture = b""
        with suppress(Exception):
            picture = jpeg(pixels)
        Clock.schedule_once(lambda _: self._made(version, picture), -1)

    def _made(self, version: str, picture: bytes) -> None:
        self._busy = False
        if picture and self._stage is not None and self._wanted():
            self.table.show_stage(version, GUESTS, picture, self._stage.where)
        if version != self.table.opened.epoch:
            self._trigger()  # changed again meanwhile

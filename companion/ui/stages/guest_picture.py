"""The stage as a JPEG for guests' phones, redrawn after each change and encoded in a thread.

Shows only the stage, never secrets, and pauses while votes are in but not revealed. Work is spread over frames and
waits while someone touches the screen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Fbo, ScissorPop, ScissorPush

from companion.ui.drawing.stage import Room
from companion.ui.speed.idle import fingers
from companion.ui.stages.stage_picture import make_stage
from companion.ui.theme.look import Look

if TYPE_CHECKING:
    from companion.services.phones.guest_table import GuestTable

log = logging.getLogger("tableside")

SIZE = (800, 600)
REST = 0.05
"""Seconds to wait, so that several changes make one picture."""
FIRST = 0.6
"""Seconds before the first picture, while the sheet slides in."""
STRIPS = 4
"""One is drawn per frame: slow phones can't draw the whole picture in one."""
QUALITY = 20  # SDL's encoder has three levels; this one matches Pillow's 80


def jpeg(pixels: bytes, size: tuple[int, int]) -> bytes:
    """Encode rows of RGBA, lowest first, with SDL, as phones lack Pillow."""
    from kivy.core.image._img_sdl2 import save
    rgb = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    out = BytesIO()
    save(out, *size, "rgb", bytes(rgb), True, "jpg", QUALITY)
    return out.getvalue()


class GuestPicture:
    def __init__(self, table: GuestTable) -> None:
        self.table = table
        self._stage: Any = None
        self._fbo: Any = None
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
        play = self.table.opened.play
        wide, high = SIZE
        self._stage = make_stage(play.game, Look.of("dark", play.game.facts, motion=False))
        self._stage.stand((0.0, 0.0), (float(wide), float(high)), Room(0, high * 0.02, wide, high * 0.96))
        self._fbo = Fbo(size=SIZE, with_stencilbuffer=True)
        with self._fbo:
            self._strip = ScissorPush(x=0, y=0, width=wide, height=high // STRIPS)
            ClearColor(0, 0, 0, 1)
            ClearBuffers()
        self._fbo.add(self._stage.canvas)
        with self._fbo:
            ScissorPop()
        self._then(self._show)

    def _show(self, _: str) -> None:
        self._shown = self.table.opened.epoch
        asked = self.table.views.reader.situation.question
        self._stage.show(self.table.opened.play, None if asked is None or asked.secret else asked)
        self._stage.settle()
        self._strip.y = 0
        self._then(self._draw)

    def _draw(self, _: str) -> None:
        self._fbo.ask_update()
        self._fbo.draw()
        self._strip.y += SIZE[1] // STRIPS
        self._then(self._draw if self._strip.y < SIZE[1] else self._read)

    def _read(self, version: str) -> None:
        Thread(target=self._encode, args=(self._fbo.pixels, version), name="guest picture", daemon=True).start()

    def _then(self, step: Callable[[str], None]) -> None:
        self._step = step
        self._next()

    def _encode(self, pixels: bytes, version: str) -> None:
        picture = b""
        with suppress(Exception):
            picture = jpeg(pixels, SIZE)
        Clock.schedule_once(lambda _: self._made(version, picture), -1)

    def _made(self, version: str, picture: bytes) -> None:
        self._busy = False
        if picture and self.table.is_open and not self.table.views.sealed:
            self.table.show_stage(version, SIZE, picture, self.where)
        if version != self.table.opened.epoch:
            self._trigger()  # changed again meanwhile

    def where(self, space: Any) -> tuple[float, float] | None:
        """Coordinates from 0 to 1, from the top left; None if not shown."""
        with suppress(Exception):
            found = self._stage.where(space)
            if found is not None:
                x, y = found[0] / SIZE[0], 1 - found[1] / SIZE[1]
                return (x, y) if 0 <= x <= 1 and 0 <= y <= 1 else None
        return None

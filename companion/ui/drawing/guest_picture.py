"""The stage as a picture for guests' phones: drawn once a change, made a JPEG in a thread of its own.

Only the stage, never the window: what is sealed or in somebody's hand is not on it. While all votes are in and closed
nothing is drawn.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from io import BytesIO
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.ui.drawing.stage import Room
from companion.ui.drawing.stage_picture import make_stage
from companion.ui.theme.look import Look

if TYPE_CHECKING:
    from companion.services.phones.phones import Phones

log = logging.getLogger("tableside")

SIZE = (800, 600)
QUALITY = 80
REST = 0.05
"""Seconds from a change to the picture: several changes at once are one picture."""


class GuestPicture:
    """Watches a play whose door is open."""

    def __init__(self, phones: Phones) -> None:
        self.phones = phones
        self._stage: Any = None
        self._fbo: Any = None
        self._shown = ""
        self._busy = False
        self._trigger = Clock.create_trigger(self._paint, REST)
        self._stop = phones.desk.reader.watch(lambda _: self._trigger())
        self._stop_watching = phones.watch(self._trigger)
        self._trigger()

    def stop(self) -> None:
        self._trigger.cancel()
        self._stop()
        self._stop_watching()

    def _paint(self, *_: object) -> None:
        phones, epoch = self.phones, self.phones.opened.epoch
        if not phones.is_open or phones.desk.sealed or self._busy or epoch == self._shown:
            return
        try:
            pixels = self._draw()
        except Exception:  # a stage that can't be drawn costs the picture, not the play
            log.exception("the guests' picture of the stage failed")
            self._shown = epoch
            return
        self._shown, self._busy = epoch, True
        Thread(target=self._encode, args=(pixels, epoch), name="guest picture", daemon=True).start()

    def _draw(self) -> bytes:
        play = self.phones.opened.play
        wide, high = SIZE
        if self._stage is None:
            self._stage = make_stage(play.game, Look.of("dark", play.game.facts, motion=False))
            self._stage.stand((0.0, 0.0), (float(wide), float(high)), Room(0, high * 0.02, wide, high * 0.96))
            self._fbo = Fbo(size=SIZE, with_stencilbuffer=True)
            with self._fbo:
                ClearColor(0, 0, 0, 1)
                ClearBuffers()
            self._fbo.add(self._stage.canvas)
        asked = self.phones.desk.reader.situation.question
        self._stage.show(play, None if asked is None or asked.secret else asked)
        self._stage.settle()
        self._fbo.ask_update()
        self._fbo.draw()
        pixels: bytes = self._fbo.pixels
        return pixels

    def _encode(self, pixels: bytes, version: str) -> None:
        picture = b""
        with suppress(Exception):
            from PIL import Image

            out = BytesIO()
            image = Image.frombytes("RGBA", SIZE, pixels).convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            image.save(out, "JPEG", quality=QUALITY)
            picture = out.getvalue()
        Clock.schedule_once(lambda _: self._made(version, picture), -1)

    def _made(self, version: str, picture: bytes) -> None:
        self._busy = False
        if picture and self.phones.is_open and not self.phones.desk.sealed:
            self.phones.show_stage(version, SIZE, picture, self.where)
        if version != self.phones.opened.epoch:
            self._trigger()  # it has changed again meanwhile

    def where(self, space: Any) -> tuple[float, float] | None:
        """From 0 to 1, from the top left; None: this stage does not show it."""
        with suppress(Exception):
            found = self._stage.where(space)
            if found is not None:
                x, y = found[0] / SIZE[0], 1 - found[1] / SIZE[1]
                return (x, y) if 0 <= x <= 1 and 0 <= y <= 1 else None
        return None

"""A game's stage as a picture: still and cached, or redrawn for guests' phones.

Guests never see secrets: the picture pauses while votes are in but not revealed. Its work is spread over frames, waits
while someone touches the screen, and is encoded in a thread.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import BytesIO
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Fbo, ScissorPop, ScissorPush

from companion.core.game import Game
from companion.core.play import Play
from companion.ui.drawing.stage import Room, Stage, own_stage
from companion.ui.speed.idle import fingers
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.theme import Look

if TYPE_CHECKING:
    from companion.services.phones.guest_table import GuestTable


CACHED = 6
GUESTS = (800, 600)
QUALITY = 20  # SDL's encoder has three levels; this one matches Pillow's 80
Size = tuple[int, int]
Spots = dict[str, tuple[float, float]]
_cache: OrderedDict[tuple[Any, ...], Any] = OrderedDict()  # textures: an Fbo would hold its stage


def make_stage(game: Game[Any], look: Look) -> Stage:
    if game.stage:
        with suppress(Exception):
            return own_stage(game, look)
    return GenericStage(look, game)


def stage_picture(play_id: int, play: Play[Any], size: Size, covered: int = 0) -> Any:
    """The stage's texture, or None if drawing fails. `covered`: pixels hidden at the top."""
    key = (play_id, len(play.log), size, covered)
    if key in _cache:
        _cache.move_to_end(key)
        return _cache[key]
    with suppress(Exception):  # if the stage fails, the library still works
        _cache[key] = _stage_on(play, size, covered=covered)[0].texture
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
        return _cache[key]
    return None


def picture_with_spots(play: Play[Any], size: Size, places: Iterable[str], turn: int = 0) -> tuple[Any, Spots] | None:
    """The texture and where these places are on it (0 to 1), or None. `turn`: the table's rotation."""
    with suppress(Exception):
        fbo, stage = _stage_on(play, size, turn)
        found = {place: stage.spot_of(place) for place in places}
        return fbo.texture, {place: (at[0] / size[0], at[1] / size[1]) for place, at in found.items() if at is not None}
    return None


def _stage_on(play: Play[Any], size: Size, turn: int = 0, covered: int = 0) -> tuple[Fbo, Stage]:
    wide, high = size
    room = Room(0, 0, wide, high - covered) if covered else Room(0, high * 0.04, wide, high * 0.92)
    fbo, stage = _canvas(play.game, size, room, turn)
    stage.show(play, None)
    stage.settle()
    fbo.draw()
    return fbo, stage


def _canvas(game: Game[Any], size: Size, room: Room, turn: int = 0) -> tuple[Fbo, Stage]:
    stage = make_stage(game, Look.of("dark", game.facts, motion=False))
    stage.turn = turn
    stage.stand((0.0, 0.0), (float(size[0]), float(size[1])), room)
    fbo = Fbo(size=size, with_stencilbuffer=True)
    with fbo:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
    fbo.add(stage.canvas)
    return fbo, stage


class GuestStage:
    """A stage that guests see on their phones. Shows one play after another."""

    def __init__(self, game: Game[Any]) -> None:
        wide, high = GUESTS
        self.fbo, self.stage = _canvas(game, GUESTS, Room(0, high * 0.02, wide, high * 0.96))

    def show(self, play: Play[Any], asked: Any) -> None:
        self.stage.show(play, asked)
        self.stage.settle()

    def jpeg(self) -> bytes:
        self.fbo.ask_update()
        self.fbo.draw()
        return jpeg(self.fbo.pixels)

    def where(self, space: Any) -> tuple[float, float] | None:
        """Coordinates from 0 to 1, from the top left; None if not shown."""
        with suppress(Exception):
            found = self.stage.where(space)
            if found is not None:
                x, y = found[0] / GUESTS[0], 1 - found[1] / GUESTS[1]
                return (x, y) if 0 <= x <= 1 and 0 <= y <= 1 else None
        return None


def jpeg(pixels: bytes) -> bytes:
    """Encode rows of RGBA, lowest first, with SDL, as phones lack Pillow."""
    from kivy.core.image._img_sdl2 import save
    rgb = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    out = BytesIO()
    save(out, *GUESTS, "rgb", bytes(rgb), True, "jpg", QUALITY)
    return out.getvalue()


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

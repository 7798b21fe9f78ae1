"""A game's stage as a picture: still and cached, or for guests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.core.game import Game
from companion.core.play import Play
from companion.ui.drawing.stage import Room, Stage, own_stage
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.theme.look import Look

CACHED = 6
GUESTS = (800, 600)
QUALITY = 20  # SDL's encoder has three levels; this one matches Pillow's 80
Size = tuple[int, int]
Spots = dict[str, tuple[float, float]]
_cache: OrderedDict[tuple[Any, ...], Fbo] = OrderedDict()


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
        return _cache[key].texture
    with suppress(Exception):  # if the stage fails, the library still works
        _cache[key] = _stage_on(play, size, covered=covered)[0]
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
        return _cache[key].texture
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

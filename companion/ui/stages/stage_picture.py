"""A game's stage as a still picture, cached by position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.core.game import Game
from companion.core.play import Play
from companion.ui.drawing.stage import Room, Stage, own_stage
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.theme.look import Look

CACHED = 6
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
    stage = make_stage(play.game, Look.of("dark", play.game.facts, motion=False))
    stage.turn = turn
    room = Room(0, 0, wide, high - covered) if covered else Room(0, high * 0.04, wide, high * 0.92)
    stage.stand((0.0, 0.0), (float(wide), float(high)), room)
    stage.show(play, None)
    stage.settle()
    fbo = Fbo(size=size, with_stencilbuffer=True)
    with fbo:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
    fbo.add(stage.canvas)
    fbo.draw()
    return fbo, stage

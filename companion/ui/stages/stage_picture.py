"""A game's stage as a still picture: on the library's cards and beside lists of pieces."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.core.engine.boundary import logged
from companion.core.engine.by_hand import HandLine
from companion.core.game import Game
from companion.core.play import Play
from companion.ui.drawing.stage import Room, Stage, own_stage
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.theme import Look

CACHED = 6
Size = tuple[int, int]
Spots = dict[str, tuple[float, float]]
_cache: OrderedDict[tuple[Any, ...], Any] = OrderedDict()  # textures: an Fbo would hold its stage


def make_stage(game: Game[Any], look: Look) -> Stage:
    if game.stage:
        with logged("a game's stage could not be made"):
            return own_stage(game, look)
    return GenericStage(look, game)


def stage_picture(play_id: int, play: Play[Any], size: Size, covered: int = 0) -> Any:
    """The stage's texture, or None if drawing fails. `covered`: pixels hidden at the top."""
    key = (play_id, len(play.log), size, covered)
    if key in _cache:
        _cache.move_to_end(key)
        return _cache[key]
    with logged("a stage could not be drawn"):
        _cache[key] = _stage_on(play, size, covered=covered)[0].texture
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
        return _cache[key]
    return None


def picture_with_spots(play: Play[Any], size: Size, places: Iterable[str],
                       turn: int = 0) -> tuple[Any, Spots] | None:
    """The texture and where these places are on it (0 to 1), or None. `turn`: the table's rotation."""
    with logged("a stage could not be drawn"):
        fbo, stage = _stage_on(play, size, turn)
        found = [(place, at) for place in places if (at := stage.spot_of(place)) is not None]
        return fbo.texture, {place: (x / size[0], y / size[1]) for place, (x, y) in found}
    return None


def picture_of_ways(play: Play[Any], size: Size, lines: Sequence[HandLine], turn: int = 0) -> Any:
    """The texture of a table on which these pieces have still to be put back, or None."""
    with logged("a stage could not be drawn"):
        return _stage_on(play, size, turn, lines=lines)[0].texture
    return None


def _stage_on(play: Play[Any], size: Size, turn: int = 0, covered: int = 0,
              lines: Sequence[HandLine] = ()) -> tuple[Fbo, Stage]:
    wide, high = size
    room = Room(0, 0, wide, high - covered) if covered else Room(0, high * 0.04, wide, high * 0.92)
    stage = make_stage(play.game, Look.of("dark", play.game.facts, motion=False))
    stage.turn = turn
    stage.stand((0.0, 0.0), (float(wide), float(high)), room)
    fbo = Fbo(size=size, with_stencilbuffer=True)
    with fbo:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
    fbo.add(stage.canvas)
    stage.goes_back = bool(lines)
    stage.hands(lines)
    stage.show(play, None)
    stage.settle()
    fbo.draw()
    return fbo, stage

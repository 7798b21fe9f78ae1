"""Highlights on the planet: allowed spaces and their danger."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Fbo, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.metrics import dp

from companion.games.windward.board.hexes import Hex
from companion.games.windward.screen.stage.camera import SIDE, spot
from companion.games.windward.screen.stage.meshes import Fields, Strokes, moved, outlines, stroked
from companion.ui.theme import tokens

if TYPE_CHECKING:
    from companion.games.windward.screen.stage.board import Baked

INSIDE = 0.95
"""Part of a hex that is lit."""


@dataclass(frozen=True)
class Light:
    """Tints by colour and strength, outlines, and how far to dim the rest."""

    tints: tuple[tuple[str, float, tuple[Hex, ...]], ...] = ()
    outlined: tuple[Hex, ...] = ()
    dim: float = 0.0


DARK = Light()


class Lamp:
    """A lit map in a texture, so that many lit hexes cost nothing per frame.

    Its Fbo is reused for other lights and for maps that fit, because creating one takes a whole frame.
    """

    def __init__(self, layer: InstructionGroup, pixels: int) -> None:
        self.pixels, self._zoom = pixels, 0.0
        self.baked: Baked | None = None
        self._light: Light | None = None
        self._fbo = Fbo(size=(pixels, pixels))
        layer.clear()
        layer.add(self._fbo)  # drawn next frame, then only after changes
        self._ground = Color(1, 1, 1)
        self._lit = InstructionGroup()
        self._outline = array("f")
        self._edges: dict[Hex, array[float]] = {}
        self.texture: Any = self._fbo.texture

    def take(self, baked: Baked) -> None:
        self.baked, self._light, self._zoom = baked, None, 0.0
        self._fbo.clear()
        half = baked.half
        planet = Rectangle(texture=baked.texture, pos=(-half, -half), size=(2 * half, 2 * half))
        for step in (PushMatrix(), Scale(baked.zoom, baked.zoom, 1), Translate(half, half), self._ground, planet,
                     self._lit):
            self._fbo.add(step)
        baked.borders(self._fbo)
        self._fbo.add(PopMatrix())
        self.texture = self._fbo.texture.get_region(0, 0, baked.pixels, baked.pixels)

    def show(self, light: Light, zoom: float) -> None:
        """`zoom` is the screen scale; outlines keep their width at every zoom."""
        zoom, baked = max(0.1, round(zoom, 1)), self.baked
        if baked is None or (light, zoom) == (self._light, self._zoom):
            return
        side, part, width = INSIDE * dp(SIDE), 1 - light.dim, dp(2) / zoom
        if zoom != self._zoom:
            self._edges.clear()
            self._outline = stroked(outlines([(0.0, 0.0)], side), width, baked.zoom)
        self._light, self._zoom = light, zoom
        self._ground.rgb = (part, part, 1 - 0.8 * light.dim)
        self._lit.clear()
        for tint, alpha, spaces in light.tints:
            Fields(self._lit, tint, alpha, side).put([spot(space, dp(SIDE)) for space in spaces])
        edges = [self._edge(space) for space in light.outlined]
        Strokes(self._lit, tokens.LIT, width, baked.zoom).put_made(edges)

    def _edge(self, space: Hex) -> array[float]:
        if space not in self._edges:
            self._edges[space] = moved(self._outline, *spot(space, dp(SIDE)))
        return self._edges[space]

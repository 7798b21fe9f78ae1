"""A walk on the map: the way, its cards, and who could end it (WT-26 to WT-28)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from math import dist
from typing import Any

from kivy.graphics import Color, InstructionGroup
from kivy.graphics import Point as Points
from kivy.metrics import dp

from companion.core.questions import Question
from companion.games.winter_tales.screen.stage.labels import ACCENT, NamePill, badge, card_sign, disc, icon
from companion.games.winter_tales.screen.stage.layout import Point, steps
from companion.games.winter_tales.screen.stage.reading import CharacterToken, asked_about
from companion.games.winter_tales.screen.walks import Walk
from companion.ui.drawing.art import soft_disc
from companion.ui.theme import tokens

DANGER = "#B3261E"
GAP, DOT, RIM = 11.0, 3.2, 1.5
NARROW = 36.0
"""Below this distance, dp, numbers shrink so they don't cover names."""
LIFTED, ASIDE = 8.0, 10.0
"""Offset of a number, dp: above the name, and to the side if somebody is there."""
FEW = 6
"""Most places a stage zooms in on."""
ABOVE = 64.0
"""Height of the cost label above the walk's end, dp, clear of the finger."""


class WalkView:
    """Dots between spaces, numbers, due cards, and red symbols where somebody may step in."""

    def __init__(self, under: InstructionGroup, over: InstructionGroup) -> None:
        """Draw `under` below the house names and `over` above them."""
        self._dots, self._layer = InstructionGroup(), InstructionGroup()
        under.add(self._dots)
        over.add(self._layer)
        self.walk: Walk | None = None
        self._shown: tuple[object, ...] = ()

    def show(self, walk: Walk | None, spots: dict[str, Point], told: str = "",
             edges: tuple[float, float] = (0.0, 0.0)) -> None:
        """Show a walk; `told` is its cost beside the end, `edges` those of the stage."""
        known = walk is not None and all(one in spots for one in (walk.start, *(step.space for step in walk.steps)))
        self.walk = walk if known else None
        key = (self.walk, told, edges, tuple(sorted(spots.items())))
        if key == self._shown:
            return
        self._shown = key
        self._dots.clear()
        self._layer.clear()
        if self.walk is not None:
            self._draw(self.walk, spots)
            if told:
                x, y = spots[self.walk.goal]
                pill = NamePill(told, float(dp(15)), edges[1] - edges[0])
                pill.draw(self._layer, pill.box_at((x, y + dp(ABOVE)), edges))

    def _draw(self, walk: Walk, spots: dict[str, Point]) -> None:
        way = [spots[walk.start], *[spots[step.space] for step in walk.steps]]
        dots = [number for start, end in pairwise(way)
                for at in steps(start, end, float(dp(GAP)), float(dp(16))) for number in at]
        for radius, colour in ((dp(DOT + RIM), tokens.DARK_RIM), (dp(DOT), ACCENT)):
            across = round(2 * radius) + 2  # room for a soft edge of one pixel
            self._dots.add(Color(*tokens.rgba(colour)))
            self._dots.add(Points(points=dots, pointsize=across / 2, texture=soft_disc(across)))
        narrow = min(dist(one, two) for one, two in pairwise(way)) < dp(NARROW)
        radius = float(dp(8.5 if narrow else 11))
        for step, (place, foot) in zip(walk.steps, way[1:], strict=True):
            x, y = place + (dp(ASIDE) if step.stopped_by else 0.0), foot + dp(LIFTED)
            if step.card:
                card_sign(self._layer, str(step.card), (x + dp(15), y + dp(12)))
            badge(self._layer, str(step.number), (x, y), radius)
            if step.stopped_by:
                centre = (place - dp(14), foot + dp(36))
                disc(self._layer, centre, dp(13.5), tokens.LIGHT_RIM)
                disc(self._layer, centre, dp(12), DANGER)
                icon(self._layer, step.stopped_by, float(dp(15)), centre, tokens.ON_SCRIM)


def focus_of(question: Question[Any, Any] | None, lit: Collection[str], pieces: Iterable[CharacterToken],
             walk: Walk | None) -> frozenset[str]:
    """The places a small stage zooms in on: those in question, or the rest of a walk."""
    if walk is not None and not lit:
        return frozenset({walk.start, *(step.space for step in walk.steps)})
    if not 0 < len(lit) <= FEW:
        return frozenset()
    asked = asked_about(question)
    return frozenset({*lit, *(piece.at for piece in pieces if piece.key == asked and piece.at is not None)})

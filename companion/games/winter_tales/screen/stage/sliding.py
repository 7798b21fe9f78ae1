"""Layers of the stage that come and go, and slide in from the side."""

from __future__ import annotations

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate

from companion.ui.drawing.sprites import between


class SlidingLayers:
    """Two layers that come and go together, and slide in from the side: one below the snow, one above it."""

    def __init__(self, below: InstructionGroup, above: InstructionGroup) -> None:
        self._parents = (below, above)
        self._slides = (Translate(0, 0), Translate(0, 0))
        self.below, self.above = InstructionGroup(), InstructionGroup()
        self._groups = (InstructionGroup(), InstructionGroup())
        for group, slide, part in zip(self._groups, self._slides, (self.below, self.above), strict=True):
            for step in (PushMatrix(), slide, part, PopMatrix()):
                group.add(step)
        self.shown = False

    def show(self, on: bool) -> None:
        if on != self.shown:
            self.shown = on
            for parent, group in zip(self._parents, self._groups, strict=True):
                if on:
                    parent.add(group)
                else:
                    parent.remove(group)

    def slide(self, far: float) -> None:
        self._slides[1].x = far

    def slide_in(self, far: float, part: float) -> None:
        """`part` of the way from far aside to its place."""
        self.slide(between(far, 0.0, part))

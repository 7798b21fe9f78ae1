"""An arrow that points as something moves on the stage."""

from __future__ import annotations

from kivy.graphics import PopMatrix, PushMatrix, Rotate

from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.words import Icon


class Arrow(Part):
    """`point` with an angle in degrees, against the clock from the right."""

    def __init__(self, look: Look, size_dp: float, colour: str = "primary") -> None:
        super().__init__()
        self.icon = Icon(look, "navigation", size_dp, colour)
        self.size = self.icon.size
        self.angle = 90.0
        with self.canvas.before:
            PushMatrix()
            self._turn = Rotate(angle=0)
        with self.canvas.after:
            PopMatrix()
        self.add_widget(self.icon)
        self.bind(pos=self._place)

    def point(self, angle: float) -> None:
        self.angle = angle
        self._turn.angle = angle - 90.0  # the icon itself points up

    def _place(self, *_: object) -> None:
        self.icon.pos = self.pos
        self._turn.origin = self.center

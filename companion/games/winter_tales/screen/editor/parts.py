"""Tiles of the town editor: a kind of house, a space of the memory track."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.text import Text, say
from companion.games.winter_tales.screen.stage.labels import ART
from companion.games.winter_tales.screen.stage.town import picture_of
from companion.ui.drawing.art import art
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Words
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Icon

HOUSES: dict[str, Text] = {
    "mansion": say("Mansion"), "house": say("House"), "tower": say("Tower"), "prison": say("Prison"),
    "works": say("Works"), "theatre": say("Theatre"), "tent": say("Tent"), "park": say("Park"),
    "graveyard": say("Graveyard"),
}
NIGHT = "#2F4468"


class HouseTile(Tap):
    """A kind of house to build."""

    def __init__(self, look: Look, house: str, do: Callable[[str], None]) -> None:
        super().__init__(look)
        self.house, self.text = house, str(HOUSES[house])
        self.box = Box(self, look.colour("surface2"), dp(16))
        layer = InstructionGroup()
        self.canvas.add(layer)
        layer.add(Color(1, 1, 1, 1))
        self.picture = Rectangle(texture=art(ART).texture(picture_of(house)))
        layer.add(self.picture)
        self.label = Words(look, self.text, "subtitle", align="center", chrome=True)
        self.add_widget(self.label)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do(house))

    def choose(self, on: bool) -> None:
        look = self.look
        ground = tokens.over(NIGHT, look.roles.surface, 0.55 if look.dark else 0.9)  # a clear one would not be clipped
        self.box.fill(look.colour("container" if on else ground))
        edge = "primary" if on else "outline" if look.contrast else ""
        self.box.border(look.colour(edge) if edge else None, dp(2) if edge else 0.0)
        self.label.tint("on_container" if on else tokens.ON_SCRIM)

    def fit(self, width: float) -> float:
        self.label.fit(width - dp(4))
        self.take_size(width, max(dp(72), self.label.height + dp(56)))
        return float(self.height)

    def arrange(self) -> None:
        self.label.pos = (self.x + dp(2), self.y + dp(5))
        side = self.top - self.label.top - dp(2) + dp(10)  # the picture has an empty edge
        self.picture.size = (side, side)
        self.picture.pos = (self.center_x - side / 2, self.label.top - dp(4))


class SpaceTile(Tap):
    """A space of the memory track; with the target where it is printed."""

    def __init__(self, look: Look, number: int, do: Callable[[int], None]) -> None:
        super().__init__(look)
        self.number, self.text = number, str(say("Space {n}", n=number))
        self.box = Box(self, look.colour("surface2"), dp(14))
        self.label = Words(look, str(number), "number", align="center")
        self.icon = Icon(look, "", 24, "on_container")
        self.add_widget(self.label)
        self.add_widget(self.icon)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do(number))

    def choose(self, on: bool) -> None:
        look = self.look
        self.box.fill(look.colour("container" if on else "surface2"))
        edge = "primary" if on else "outline" if look.contrast else "outline2"
        self.box.border(look.colour(edge), dp(2 if on else 1))
        self.label.tint("on_container" if on else "text2")
        self.icon.name = "bullseye-arrow" if on else ""

    def fit(self, width: float) -> float:
        self.label.fit(width)
        self.take_size(width, max(dp(88), self.label.height + dp(48)))
        return float(self.height)

    def arrange(self) -> None:
        self.label.pos = (self.x, self.y + dp(14))
        self.icon.center = (self.center_x, self.top - dp(24))

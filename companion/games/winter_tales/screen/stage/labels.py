"""Labels on the stage and in the editor: names, symbols, numbers, dashed borders."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.layout import Point
from companion.ui.drawing.art import art
from companion.ui.drawing.letters import drawn
from companion.ui.drawing.sprites import Sprite
from companion.ui.theme import tokens

ART = "winter_tales"
FORMAT = [(b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float")]
PILL_FILL, PILL_INK = "#131C2E", "#F0F4FB"
ACCENT, GREY = "#FFB25E", "#B4C0D6"


PillBox = tuple[float, float, float, float]
"""Left, bottom, width, height."""


class NamePill:
    """A name on an opaque dark pill; measured first, then drawn."""

    def __init__(self, text: str, px: float, most: float) -> None:
        self._label = drawn(text, tokens.MEDIUM, px, px * 1.2, None, "left", False)
        if self._label.texture.width > most:
            self._label = drawn(text, tokens.MEDIUM, px, px * 1.2, most, "center", True)
        wide, high = self._label.texture.size
        self.size = (wide + 2 * px * 0.75, high - self._label.below + px * 0.5)

    def box_at(self, centre: Point, room: tuple[float, float]) -> PillBox:
        """Centre the pill there, or as close as the edges allow."""
        wide, tall = self.size
        x = min(max(centre[0], room[0] + wide / 2 + dp(2)), room[1] - wide / 2 - dp(2))
        return x - wide / 2, centre[1] - tall / 2, wide, tall

    def draw(self, layer: Any, box: PillBox) -> None:
        sign = PillSign()
        sign.show(self, box)
        layer.add(sign.group)

    def text_box(self, box: PillBox) -> tuple[Any, Point]:
        """The rendered text and its position in the pill."""
        left, low, wide, tall = box
        texture = self._label.texture
        return texture, (round(left + (wide - texture.width) / 2),
                         round(low + (tall - texture.height - self._label.below) / 2))


class PillSign:
    """A drawn pill that can be moved."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._ground, self._words = SmoothRoundedRectangle(), Rectangle()
        for part in (Color(*tokens.rgba(PILL_FILL, 0.94)), self._ground, Color(*tokens.rgba(PILL_INK)), self._words):
            self.group.add(part)

    def show(self, pill: NamePill, box: PillBox) -> None:
        left, low, wide, tall = box
        self._ground.pos, self._ground.size, self._ground.radius = (left, low), (wide, tall), [tall / 2]
        self._words.texture, self._words.pos = pill.text_box(box)
        self._words.size = self._words.texture.size


def overlap(one: PillBox, two: PillBox) -> bool:
    return (one[0] < two[0] + two[2] and two[0] < one[0] + one[2]
            and one[1] < two[1] + two[3] and two[1] < one[1] + one[3])


def add_picture(layer: Any, name: str, spot: Point, unit: float, anchor: str = "foot") -> None:
    """Add a static picture anchored at a point, `unit` pixels per dp."""
    (wide, high), (x, y) = measured(name, unit, anchor)
    layer.add(Color(1, 1, 1, 1))
    layer.add(Rectangle(texture=art(ART).texture(name), pos=(spot[0] - x, spot[1] - y), size=(wide, high)))


@lru_cache(maxsize=128)
def measured(name: str, unit: float, anchor: str) -> tuple[Point, Point]:
    grow = unit / dp(1)
    wide, high = (side * grow for side in art(ART).size(name))
    if not anchor:
        return (wide, high), (wide / 2, high / 2)
    x, y = art(ART).point(name, anchor)
    return (wide, high), (x * grow, y * grow)


def disc(layer: Any, centre: Point, radius: float, colour: str) -> None:
    layer.add(Color(*tokens.rgba(colour)))
    layer.add(SmoothEllipse(pos=(centre[0] - radius, centre[1] - radius), size=(2 * radius, 2 * radius)))


def badge(layer: Any, text: str, centre: Point, radius: float) -> None:
    disc(layer, centre, radius + dp(1.5), tokens.DARK_RIM)
    disc(layer, centre, radius, tokens.LIT)
    sprite = Sprite(layer)
    sprite.add_text(text, tokens.BOLD, radius * 1.3, (0.0, 0.0), tokens.ON_LIT)
    sprite.pos = centre


def card_sign(layer: Any, number: str, centre: Point) -> None:
    for more, colour in ((1.5, tokens.DARK_RIM), (0.0, ACCENT)):
        wide, high = dp(13 + 2 * more), dp(17 + 2 * more)
        layer.add(Color(*tokens.rgba(colour)))
        layer.add(SmoothRoundedRectangle(pos=(centre[0] - wide / 2, centre[1] - high / 2), size=(wide, high),
                                         radius=[dp(3)]))
    words(layer, number, tokens.BOLD, float(dp(11)), centre, tokens.DARK_RIM)


def icon_disc(layer: Any, icon: str, centre: Point, radius: float) -> None:
    disc(layer, centre, radius + dp(1.5), tokens.LIGHT_RIM)
    disc(layer, centre, radius, PILL_FILL)
    sprite = Sprite(layer)
    sprite.add_icon(icon, radius * 1.4, (0.0, 0.0), ACCENT)
    sprite.pos = centre


def words(layer: Any, text: str, font: str, px: float, at: Point, ink: str, align: str = "center",
          most: float | None = None) -> float:
    """Draw one line centred vertically on `at`, shrinking long text down to 10.5 dp; return its width."""
    label = drawn(text, font, round(px, 1), round(px * 1.2, 1), None, "left", False)
    if most is not None and label.texture.width > most:
        smaller = max(float(dp(10.5)), px * most / label.texture.width)
        label = drawn(text, font, round(smaller, 1), round(smaller * 1.2, 1), None, "left", False)
        if label.texture.width > most:
            label = drawn(text, font, round(smaller, 1), round(smaller * 1.2, 1), most, "left", True)
    wide, high = label.texture.size
    x = at[0] - {"left": 0.0, "center": 0.5, "right": 1.0}[align] * wide
    layer.add(Color(*tokens.rgba(ink)))
    layer.add(Rectangle(texture=label.texture, size=(wide, high),
                        pos=(round(x), round(at[1] - (high + label.below) / 2))))
    return float(wide)


def icon(layer: Any, name: str, px: float, centre: Point, ink: str) -> None:
    sprite = Sprite(layer)
    sprite.add_icon(name, px, (0.0, 0.0), ink)
    sprite.pos = centre


def symbol(layer: Any, name: str, centre: Point, side: float, ink: str) -> None:
    wide, high = art(ART).size(name)
    sprite = Sprite(layer)
    sprite.add(art(ART).texture(name), (side, side * high / wide), (0.0, 0.0), ink)
    sprite.pos = centre


def ribbon(layer: Any, top: Point, grow: float) -> None:
    wide, high = (side * grow / dp(1) for side in art(ART).size("ribbon"))
    layer.add(Color(1, 1, 1, 1))
    layer.add(Rectangle(texture=art(ART).texture("ribbon"), pos=(top[0] - wide / 2, top[1] - high), size=(wide, high)))

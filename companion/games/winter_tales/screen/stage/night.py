"""What the stage draws with: names, symbols, the picture atlas, the night over Wintertown and its snow."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from random import Random
from typing import Any

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    SmoothRoundedRectangle,
    Translate,
)
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.layout import Point
from companion.ui.drawing.art import (
    TEXTURED,
    Backdrop,
    Motion,
    Patch,
    Sprite,
    art,
    between,
    copied,
    disc,
    gradient,
    group_in,
    indices_of,
    tinted,
)
from companion.ui.drawing.letters import drawn
from companion.ui.theme import tokens

ART = "winter_tales"
PILL_FILL, PILL_INK = "#131C2E", "#F0F4FB"
ACCENT, GREY = "#FFB25E", "#B4C0D6"


PillBox = tuple[float, float, float, float]
"""Left, bottom, width, height."""


class NamePill:
    """A name on an opaque dark pill; measured first, then drawn."""

    def __init__(self, text: str, px: float, most: float) -> None:
        self.px = px
        self.label = drawn(text, tokens.MEDIUM, px, px * 1.2, None, "left", False)
        if self.label.texture.width > most:
            self.label = drawn(text, tokens.MEDIUM, px, px * 1.2, most, "center", True)
        wide, high = self.label.texture.size
        self.size = (wide + 2 * px * 0.75, high - self.label.below + px * 0.5)

    def box_at(self, centre: Point, room: tuple[float, float]) -> PillBox:
        """Centre the pill there, or as close as the edges allow."""
        wide, tall = self.size
        x = min(max(centre[0], room[0] + wide / 2 + dp(2)), room[1] - wide / 2 - dp(2))
        return x - wide / 2, centre[1] - tall / 2, wide, tall

    def draw(self, layer: Any, box: PillBox) -> None:
        sign = PillSign()
        sign.show(self, box)
        layer.add(sign.group)


class PillSign:
    """A drawn pill that can be moved."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._ground, self._words = SmoothRoundedRectangle(), Rectangle()
        fill, ink = Color(*tokens.rgba(PILL_FILL, 0.94)), Color(*tokens.rgba(PILL_INK))
        for part in (fill, self._ground, ink, self._words):
            self.group.add(part)

    def show(self, pill: NamePill, box: PillBox) -> None:
        left, low, wide, tall = box
        self._ground.pos, self._ground.size, self._ground.radius = (left, low), (wide, tall), [tall / 2]
        texture = self._words.texture = pill.label.texture
        self._words.size = texture.size
        self._words.pos = (round(left + (wide - texture.width) / 2),
                           round(low + (tall - texture.height - pill.label.below) / 2))


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


def badge(layer: Any, text: str, centre: Point, radius: float) -> None:
    disc(layer, centre, radius + dp(1.5), tokens.DARK_RIM)
    disc(layer, centre, radius, tokens.LIT)
    Sprite(layer, centre).add_text(text, tokens.BOLD, radius * 1.3, tint=tokens.ON_LIT)


def card_sign(layer: Any, number: str, centre: Point) -> None:
    for more, colour in ((1.5, tokens.DARK_RIM), (0.0, ACCENT)):
        wide, high = dp(13 + 2 * more), dp(17 + 2 * more)
        tinted(layer, colour, SmoothRoundedRectangle(
            pos=(centre[0] - wide / 2, centre[1] - high / 2), size=(wide, high), radius=[dp(3)]))
    words(layer, number, tokens.BOLD, float(dp(11)), centre, tokens.DARK_RIM)


def icon_disc(layer: Any, name: str, centre: Point, radius: float) -> None:
    disc(layer, centre, radius + dp(1.5), tokens.LIGHT_RIM)
    disc(layer, centre, radius, PILL_FILL)
    icon(layer, name, radius * 1.4, centre, ACCENT)


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
    y = at[1] - (high + label.below) / 2
    tinted(layer, ink, Rectangle(texture=label.texture, size=(wide, high), pos=(round(x), round(y))))
    return float(wide)


def icon(layer: Any, name: str, px: float, centre: Point, ink: str) -> None:
    Sprite(layer, centre).add_icon(name, px, tint=ink)


def symbol(layer: Any, name: str, centre: Point, side: float, ink: str) -> None:
    wide, high = art(ART).size(name)
    Sprite(layer, centre).add(art(ART).texture(name), (side, side * high / wide), tint=ink)


WIDE, GAP = 1024, 2
Thing = tuple[str, Point, float, str]
"""A picture, its position, pixels per dp, and its anchor (empty for the middle)."""


class PictureAtlas:
    def __init__(self, names: Iterable[str]) -> None:
        textures = {name: art(ART).texture(name) for name in names}
        boxes, high = pack({name: texture.size for name, texture in textures.items()})
        self.texture = copied((WIDE, high), [(textures[name], box) for name, box in boxes.items()])
        self._corners = {name: (x / WIDE, y / high, (x + wide) / WIDE, (y + tall) / high)
                         for name, (x, y, wide, tall) in boxes.items()}

    def corners(self, things: Iterable[Thing]) -> list[float]:
        vertices: list[float] = []
        for name, (x, y), unit, anchor in things:
            (wide, high), (aside, up) = measured(name, unit, anchor)
            left, low = x - aside, y - up
            right, top = left + wide, low + high
            u, v, u2, v2 = self._corners[name]
            vertices += (left, low, u, v, right, low, u2, v, right, top, u2, v2, left, top, u, v2)
        return vertices


def pack(sizes: dict[str, tuple[int, int]]) -> tuple[dict[str, tuple[int, int, int, int]], int]:
    """Pack in rows, highest first; return positions and total height."""
    boxes: dict[str, tuple[int, int, int, int]] = {}
    x = y = row = 0
    for name, (wide, high) in sorted(sizes.items(), key=lambda one: -one[1][1]):
        if x + wide > WIDE:
            x, y, row = 0, y + row + GAP, 0
        boxes[name] = (x, y, wide, high)
        x, row = x + wide + GAP, max(row, high)
    return boxes, y + row


def town_sheet() -> PictureAtlas:
    return _town_sheet(float(dp(1)))


@lru_cache(maxsize=1)
def _town_sheet(_: float) -> PictureAtlas:
    houses = [name for name in art(ART).layers if name.startswith("house_")]
    return PictureAtlas([*houses, "lamp", "lamp_glow", "pine_1", "pine_2", "footprint"])


FLAKES, FALL, ASIDE = 54, 18.0, 6.0  # count, and dp per second down and sideways
STEP = 128
"""Texture heights are multiples of this, in pixels."""
Pixels = tuple[int, int]
DAWN = ((0.0, "#1B2C55"), (0.45, "#6A5B86"), (0.8, "#E39A6B"), (1.0, "#FFD9A0"))


class NightScene:
    """Sky, moon, two hill lines, the ground and its objects; created once, then updated."""

    def __init__(self, layer: Any) -> None:
        pictures = art(ART)
        self._dawn = False
        self._sky, self._stars = Backdrop(layer, pictures, "sky"), Backdrop(layer, pictures, "stars")
        nowhere = (0.0, 0.0)
        self._moon = []
        for name in ("moon_glow", "moon"):
            patch = Patch(layer, pictures.texture(name), nowhere, nowhere, "#FFFFFF", 1.0)
            self._moon.append((patch, pictures.size(name)))
        self._hills = [(Backdrop(layer, pictures, name), below)
                       for name, below in (("hills_back", 20), ("hills_mid", 36))]
        self._ground = Backdrop(layer, pictures, "ground")
        self._corner = Translate(0, 0)
        self._things = Mesh(fmt=TEXTURED, mode="triangles", texture=town_sheet().texture)
        for part in (Color(1, 1, 1, 1), PushMatrix(), self._corner, self._things, PopMatrix()):
            layer.add(part)

    def show(self, pos: Point, size: Point, horizon: float, moon: Point, moon_size: float,
             things: Iterable[Thing], *, dawn: bool = False) -> None:
        """Horizon and moon are relative to the scene, `things` to the window."""
        wide, high = size
        low = min(horizon - dp(30), high - dp(40))
        self._break_day(dawn)
        self._sky.stretch((0, low), (wide, high - low))
        tall = min(self._stars.natural[1], (high - low) * 0.8)
        self._stars.cover((0, high - tall), (wide, tall))
        for light, natural in self._moon:
            light.put((natural[0] * moon_size, natural[1] * moon_size), moon)
        for hills, below in self._hills:
            hills.span((0, horizon - dp(below)), (wide, hills.natural[1]))
        self._ground.span((0, 0), (wide, max(1.0, horizon + dp(8))))
        self._corner.xy = (-pos[0], -pos[1])
        vertices = self._things.vertices = town_sheet().corners(things)
        self._things.indices = indices_of(len(vertices) // 16)

    def _break_day(self, dawn: bool) -> None:
        if dawn != self._dawn:
            self._dawn = dawn
            self._sky.box.texture = gradient(*DAWN) if dawn else art(ART).texture("sky")
            self._stars.ink.a = 0.35 if dawn else 1.0


Draw = Callable[[NightScene], None]


class Still:
    """A scene cached in a texture, redrawn in the next frame after a change."""

    def __init__(self, layer: InstructionGroup) -> None:
        self._layer = InstructionGroup()
        self.ink = Color(1, 1, 1, 1)
        self.box = Rectangle(size=(0, 0))
        for part in (self._layer, self.ink, self.box):
            layer.add(part)
        self._fbo: Any = None
        self._shown: tuple[Hashable, Pixels] | None = None
        self._draw: Draw | None = None

    def show(self, key: Hashable, pos: Point, size: Point, draw: Draw) -> None:
        pixels = (max(1, round(size[0])), max(1, round(size[1])))
        self.box.pos, self.box.size = pos, size
        if self._shown != (key, pixels):
            self._shown, self._draw = (key, pixels), draw
            self.make_room(*pixels)

    def make_room(self, wide: int, high: int) -> None:
        """Reuse the texture if it is large enough: creating one can take a whole frame."""
        if self._fbo is None or self._fbo.size[0] != wide or self._fbo.size[1] < high:
            self._fbo = Fbo(size=(wide, -(-high // STEP) * STEP))
            with self._fbo:
                ClearColor(0, 0, 0, 1)
                ClearBuffers()
            self._scene = NightScene(self._fbo)
            self._layer.clear()
            self._layer.add(self._fbo)
        if self._shown is not None and self._shown[1][0] != wide:
            self._shown = None  # rotated meanwhile: redraw when it is shown again
        if self._shown is not None and self._draw is not None:
            self._draw(self._scene)
            self.box.texture = self._fbo.texture.get_region(0, 0, *self._shown[1])


class Snow:
    def __init__(self, canvas: Any, motion: Motion) -> None:
        texture = art(ART).texture("flake_1")
        self._corners = texture.tex_coords
        layer = group_in(canvas)
        self.meshes = []
        for alpha in (0.5, 0.9):
            self.meshes.append(Mesh(fmt=TEXTURED, mode="triangles", texture=texture))
            tinted(layer, "#EAF2FF", self.meshes[-1], alpha)
        luck = Random(5)
        self._flakes = [(luck.random(), luck.random(), between(1.2, 3.4, luck.random()), number % 2)
                        for number in range(FLAKES)]
        """Start position as a fraction of the stage, size, and far (0) or near (1)."""
        self._passed = 0.0
        self._box = (0.0, 0.0, 1.0, 1.0)
        motion.loop(self.fall)

    def stand(self, pos: Point, size: Point) -> None:
        self._box = (*pos, *size)
        self.fall(0.0)

    def fall(self, passed: float) -> None:
        self._passed += passed
        x, y, wide, high = self._box
        one = float(dp(1))
        aside, down = self._passed * one * ASIDE, self._passed * one * FALL
        u0, v0, u1, v1, u2, v2, u3, v3 = self._corners
        vertices: list[list[float]] = [[], []]
        for across, up, size, near in self._flakes:
            speed, half = 0.55 + 0.45 * size / 3.4, size * one
            middle, level = x + (across * wide + aside * speed) % wide, y + (up * high - down * speed) % high
            left, right, low, top = middle - half, middle + half, level - half, level + half
            vertices[near] += (left, low, u0, v0, right, low, u1, v1, right, top, u2, v2, left, top, u3, v3)
        for mesh, points in zip(self.meshes, vertices, strict=True):
            mesh.vertices, mesh.indices = points, indices_of(FLAKES // 2)

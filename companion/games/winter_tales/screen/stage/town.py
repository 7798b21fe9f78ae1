"""Winter's town: its pictures, places, snow and night."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from kivy.graphics import (
    Callback,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    Translate,
)
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.layout import Point, TownLayout
from companion.games.winter_tales.screen.stage.pieces import (
    ACCENT,
    ART,
    FORMAT,
    NamePill,
    PillBox,
    PillSign,
    add_picture,
    card_sign,
    icon_disc,
    measured,
    overlap,
)
from companion.games.winter_tales.screen.stage.reading import RoofSign, TownMap, TownPlace
from companion.ui.drawing.art import art, gradient
from companion.ui.drawing.sprites import Backdrop, Motion, Patch, between
from companion.ui.theme import tokens

WIDE, GAP = 1024, 2
Thing = tuple[str, Point, float, str]
"""A picture, its position, pixels per dp, and its anchor (empty for the middle)."""


class PictureAtlas:
    def __init__(self, names: Iterable[str]) -> None:
        self._textures = {name: art(ART).texture(name) for name in names}
        self._boxes, high = pack({name: texture.size for name, texture in self._textures.items()})
        self._fbo = Fbo(size=(WIDE, high))
        self._draw()
        self._corners = {name: (x / WIDE, y / high, (x + wide) / WIDE, (y + tall) / high)
                         for name, (x, y, wide, tall) in self._boxes.items()}

    def _draw(self, *_: object) -> None:
        fbo = self._fbo
        fbo.clear()
        with fbo:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
            Callback(lambda _: glDisable(GL_BLEND))  # blending would square the alpha
            Color(1, 1, 1, 1)
            for name, (x, y, wide, high) in self._boxes.items():
                Rectangle(texture=self._textures[name], pos=(x, y), size=(wide, high))
            Callback(lambda _: glEnable(GL_BLEND))
        fbo.draw()

    @property
    def texture(self) -> Any:
        return self._fbo.texture

    def corners(self, things: Iterable[Thing]) -> tuple[list[float], list[int]]:
        vertices: list[float] = []
        count = 0
        for name, (x, y), unit, anchor in things:
            (wide, high), (aside, up) = measured(name, unit, anchor)
            left, low = x - aside, y - up
            right, top = left + wide, low + high
            u, v, u2, v2 = self._corners[name]
            vertices += (left, low, u, v, right, low, u2, v, right, top, u2, v2, left, top, u, v2)
            count += 1
        return vertices, quads(count)


@lru_cache(maxsize=64)
def quads(count: int) -> list[int]:
    """The triangle indices of `count` quads.

    >>> quads(2)
    [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]
    """
    return [4 * number + corner for number in range(count) for corner in (0, 1, 2, 0, 2, 3)]


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


VEIL = "#060B18"
VEILED, COVERED = 0.34, 0.74
HALF_HOUSE, HALF_LAMP = 54.0, 24.0
"""Half the width of the light at a place, dp."""


def picture_of(house: str) -> str:
    """The layer for a kind of house, by default a plain one."""
    return f"house_{house}" if f"house_{house}" in art(ART).layers else "house_house"


class TownView:
    """The town of a map; `spots` has the position of each place in the window."""

    def __init__(self, layer: InstructionGroup, over_snow: InstructionGroup) -> None:
        town_sheet()  # create it now, not with the first answer
        self._still = Still(layer)
        self._veil = Color(*tokens.rgba(VEIL, 0.0))
        self._veil_box = Rectangle()
        layer.add(self._veil)
        layer.add(self._veil_box)
        self._lights, self._names, self._signs = InstructionGroup(), InstructionGroup(), InstructionGroup()
        layer.add(self._lights)
        over_snow.add(self._names)
        over_snow.add(self._signs)
        self.spots: dict[str, Point] = {}
        self.names: list[lays.Box] = []
        self._pills: dict[str, PillSign] = {}
        self.places: dict[str, TownPlace] = {}
        self.lay: TownLayout | None = None
        self._map: TownMap | None = None
        self._maps = 0
        """Number of towns shown; an edited one counts as new."""
        self._trees: list[Point] = []
        self._covered = False
        self._lit: frozenset[str] = frozenset()
        self._shown: tuple[Any, ...] = ()
        self._marked: tuple[Any, ...] = ()
        self._signed: tuple[Any, ...] = ()

    def stand(self, shown: TownMap, lay: TownLayout, pos: Point, size: Point) -> None:
        if shown != self._map:
            self._maps += 1
            self._map, self._trees = shown, lays.pines(shown)
        key = (self._maps, lay, pos, size)
        if key == self._shown:
            return
        self._shown, self._marked, self._signed = key, (), ()
        self.lay = lay
        self.places = {place.key: place for place in shown.places}
        self.spots = {place.key: lay.spot(place.at) for place in shown.places}
        self._still.show(key, pos, size, lambda scene: self._draw(scene, shown, lay, pos, size))
        self._veil_box.pos, self._veil_box.size = pos, size
        if not self._covered:
            self._name()

    # The still picture

    def make_room(self, wide: int, high: int) -> None:
        self._still.make_room(wide, high)

    def _draw(self, scene: NightScene, shown: TownMap, lay: TownLayout, pos: Point, size: Point) -> None:
        horizon = lay.horizon - pos[1]
        moon = (size[0] * 0.8, max(horizon + dp(18), size[1] - dp(96)))
        scene.show(pos, size, horizon, moon, min(1.2, lay.unit / dp(1)),
                   (*prints(shown, lay, self.spots), *things(shown, lay, self.spots, self._trees)))

    def _name(self) -> None:
        shown, lay = self._map, self.lay
        self._names.clear()
        self.names.clear()
        if shown is None or lay is None:
            return
        px = float(max(dp(12), min(dp(14), 13 * lay.unit)))
        edges = (lay.room.x, lay.room.right)
        most = lay.room.width * (0.36 if shown.whole else 0.5)
        wanted = [place for place in shown.places if place.house and lay.sees(self.spots[place.key])
                  and (lay.named or place.key in self._lit)]
        for place in sorted(wanted, key=lambda place: place.key not in self._lit):
            x, y = self.spots[place.key]
            pill = NamePill(place.name, px, most)
            box = free_box(pill, (x, y - px * 1.05), edges, lay.horizon, self.names)
            if box is not None:
                sign = self._pills.get(place.key) or self._pills.setdefault(place.key, PillSign())
                sign.show(pill, box)
                self._names.add(sign.group)
                self.names.append(box)

    # Lights and badges

    def light(self, lit: dict[str, str], chosen: str | None) -> None:
        """Light the allowed places and darken the rest."""
        key, lay = (tuple(sorted(lit.items())), chosen), self.lay
        if key == self._marked or lay is None:
            return
        self._marked = key
        if not lay.named and frozenset(lit) != self._lit:
            self._lit = frozenset(lit)
            self._name()
        self._lights.clear()
        self._veil.a = VEILED if lit else 0.0
        for place in sorted((key for key in lit if key in self.spots), key=lambda key: -self.spots[key][1]):
            self._light(place, place == chosen)

    def point_out(self, lit: set[str], chosen: str) -> None:
        """In the editor: highlight without darkening the rest."""
        key = (tuple(sorted(lit)), chosen)
        if key == self._marked or self.lay is None:
            return
        self._marked = key
        self._lights.clear()
        shown = [place for place in self.spots if place in lit or place == chosen]
        for place in sorted(shown, key=lambda place: -self.spots[place][1]):
            self._light(place, place == chosen)

    def _light(self, key: str, chosen: bool) -> None:
        lay, (x, y), place = self.lay, self.spots[key], self.places[key]
        assert lay is not None
        wide = max(dp(24), (HALF_HOUSE if place.house else HALF_LAMP) * lay.unit)
        high = wide * 0.5
        layer = self._lights
        layer.add(Color(*tokens.rgba(ACCENT if chosen else tokens.LIT, 0.62 if chosen else 0.36)))
        layer.add(SmoothEllipse(pos=(x - wide, y - high), size=(2 * wide, 2 * high)))
        layer.add(Color(*tokens.rgba(ACCENT if chosen else tokens.LIT)))
        layer.add(SmoothLine(ellipse=(x - wide, y - high, 2 * wide, 2 * high), width=dp(1.5 if chosen else 1.0)))
        if place.house:
            add_picture(layer, picture_of(place.house), (x, y), lay.unit)
        else:
            paint_lamp(layer, (x, y), lay.unit)

    def cover(self, on: bool) -> None:
        if on:
            self._marked = self._signed = ()
            self._lights.clear()
            self._signs.clear()
            self._names.clear()
            self._veil.a = COVERED
        elif self._covered:
            self._veil.a = 0.0
            self._name()
        self._covered = on

    def sign(self, signs: tuple[RoofSign, ...], lit: dict[str, str]) -> None:
        key, lay = (signs, tuple(lit.items())), self.lay
        if key == self._signed or lay is None:
            return
        self._signed = key
        self._signs.clear()
        for sign in signs:
            if sign.at in self.spots and lay.sees(self.spots[sign.at]):
                self._sign(sign, lay)
        for at, cost in lit.items():
            if cost and at in self.spots:
                x, y = self.spots[at]
                card_sign(self._signs, cost, (x, y + dp(2)))

    def _sign(self, sign: RoofSign, lay: TownLayout) -> None:
        x, y = self.spots[sign.at]
        size = max(lay.unit * 0.8, dp(0.62))
        if sign.side:
            roof = art(ART).layers["house_house"]["points"]
            aside, up = roof["roof"][0] - roof["foot"][0], roof["roof"][1] - roof["foot"][1]
            add_picture(self._signs, f"quest_{sign.side}", (x + aside * lay.unit, y + up * lay.unit), size, "")
        else:
            icon_disc(self._signs, sign.icon, (x - 24 * lay.unit, y + 56 * lay.unit), 12 * size)


def free_box(pill: NamePill, centre: Point, edges: tuple[float, float], sky: float,
             taken: list[PillBox]) -> PillBox | None:
    """Find space for a name near the feet, clear of other names and the sky, if any."""
    wide, tall = pill.size
    for across, up in ((0.0, 0.0), (0.0, -0.9), (-0.35, 0.0), (0.35, 0.0), (-0.35, -0.9), (0.35, -0.9), (0.0, 0.9),
                       (-0.5, 0.9), (0.5, 0.9), (0.0, -1.8)):
        box = pill.box_at((centre[0] + across * wide, centre[1] + up * tall), edges)
        if box[1] + box[3] <= sky and not any(overlap(box, other) for other in taken):
            return box
    return None


def prints(shown: TownMap, lay: TownLayout, spots: dict[str, Point]) -> Iterator[Thing]:
    gap, unit = max(13.0 * lay.unit, dp(9)), max(lay.unit, dp(0.8))
    aside, highest = gap * 0.16, lay.highest
    for place in shown.places:
        for end in place.ends:
            if end in spots:
                way = lays.steps(spots[place.key], spots[end], gap, 12 * lay.unit)
                for number, (x, y) in enumerate(way):
                    if y <= highest:
                        yield "footprint", (x, y + (aside if number % 2 else -aside)), unit, ""


def things(shown: TownMap, lay: TownLayout, spots: dict[str, Point], trees: list[Point]) -> Iterator[Thing]:
    """Houses, lamps and trees, farthest first; `trees` are fractions of the map."""
    standing: list[tuple[TownPlace | None, Point]] = [(place, spots[place.key]) for place in shown.places]
    standing += [(None, lay.spot(tree)) for tree in trees]
    for place, spot in sorted(standing, key=lambda thing: -thing[1][1]):
        if spot[1] > lay.highest:
            continue
        if place is None:
            yield "pine_1" if round(spot[0]) % 3 else "pine_2", spot, lay.unit * 0.9, "foot"
        elif place.house:
            yield picture_of(place.house), spot, lay.unit, "foot"
        else:
            yield from lamp(spot, lay.unit)


def lamp(spot: Point, unit: float) -> tuple[Thing, Thing]:
    points = art(ART).layers["lamp"]["points"]
    up = points["light"][1] - points["foot"][1]
    return ("lamp", spot, unit, "foot"), ("lamp_glow", (spot[0], spot[1] + up * unit), unit, "")


def paint_lamp(layer: Any, spot: Point, unit: float) -> None:
    for thing in lamp(spot, unit):
        add_picture(layer, *thing)


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
        self._moon = [(Patch(layer, pictures.texture(name), nowhere, nowhere, "#FFFFFF", 1.0), pictures.size(name))
                      for name in ("moon_glow", "moon")]
        self._hills = [(Backdrop(layer, pictures, name), below)
                       for name, below in (("hills_back", 20), ("hills_mid", 36))]
        self._ground = Backdrop(layer, pictures, "ground")
        self._corner = Translate(0, 0)
        self._things = Mesh(fmt=FORMAT, mode="triangles", texture=town_sheet().texture)
        for part in (Color(1, 1, 1, 1), PushMatrix(), self._corner, self._things, PopMatrix()):
            layer.add(part)

    def show(self, pos: Point, size: Point, horizon: float, moon: Point, moon_size: float, things: Iterable[Thing], *,
             dawn: bool = False) -> None:
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
        self._things.vertices, self._things.indices = town_sheet().corners(things)

    def _break_day(self, dawn: bool) -> None:
        if dawn != self._dawn:
            self._dawn = dawn
            self._sky.box.texture = gradient(*DAWN) if dawn else art(ART).texture("sky")
            self._stars.ink.a = 0.35 if dawn else 1.0


Draw = Callable[[NightScene], None]


class Picture:
    """A scene cached in a texture, redrawn in the next frame after a change."""

    def __init__(self, layer: InstructionGroup, ground: Pixels) -> None:
        self.ground = ground
        self._fbo = Fbo(size=ground)
        with self._fbo:
            ClearColor(0, 0, 0, 1)
            ClearBuffers()
        self._scene = NightScene(self._fbo)
        layer.clear()
        layer.add(self._fbo)

    def become(self, pixels: Pixels, draw: Draw) -> Any:
        draw(self._scene)
        return self._fbo.texture.get_region(0, 0, *pixels)


class Still:
    def __init__(self, layer: InstructionGroup) -> None:
        self._layer = InstructionGroup()
        self.ink = Color(1, 1, 1, 1)
        self.box = Rectangle(size=(0, 0))
        for part in (self._layer, self.ink, self.box):
            layer.add(part)
        self._picture: Picture | None = None
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
        if self._picture is None or self._picture.ground[0] != wide or self._picture.ground[1] < high:
            self._picture = Picture(self._layer, (wide, -(-high // STEP) * STEP))
        if self._shown is not None and self._shown[1][0] != wide:
            self._shown = None  # rotated meanwhile: redraw when it is shown again
        if self._shown is not None and self._draw is not None:
            self.box.texture = self._picture.become(self._shown[1], self._draw)


class Snow:
    def __init__(self, canvas: Any, motion: Motion) -> None:
        texture = art(ART).texture("flake_1")
        self._corners = texture.tex_coords
        layer = InstructionGroup()
        canvas.add(layer)
        self._meshes = []
        for alpha in (0.5, 0.9):
            layer.add(Color(*tokens.rgba("#EAF2FF", alpha)))
            mesh = Mesh(fmt=FORMAT, mode="triangles", texture=texture)
            layer.add(mesh)
            self._meshes.append(mesh)
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
        for mesh, points in zip(self._meshes, vertices, strict=True):
            mesh.vertices, mesh.indices = points, quads(FLAKES // 2)

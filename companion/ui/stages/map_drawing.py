"""A map as the plain stage draws it: ground, ways, spots with their names, arrows and pieces."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, dist, sin
from typing import Any

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    SmoothLine,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Translate,
)
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.core.views import Map, Spot
from companion.ui.drawing.art import disc, own_picture, tinted
from companion.ui.stages.camera import Camera, Window
from companion.ui.stages.plan import AREA, CORNERS, SMALLEST, Box, MapPlan, Point, names_beside, spread
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Icon, Words

FINGER = 30.0  # dp round a spot
FRAMED = (*CORNERS, AREA)
"""Shapes with their names inside."""
EASY = 10.0  # dp, letters that are easy to read
BELOW = 0.3  # of a shape's height, for its name below a piece or an icon


@dataclass(frozen=True)
class Marks:
    """What a question and *To move* show on a map."""

    lit: Collection[str] = ()
    chosen: str = ""
    ways: Sequence[tuple[str, ...]] = ()
    standing: Counter[Any] = field(default_factory=Counter)
    """How many pieces stand on each spot."""


class Names:
    """Words and icons on a widget by key, made once; those of the last drawing are seen."""

    def __init__(self, on: Widget) -> None:
        self._on, self._look = on, Look.of("dark").on_art()
        self._parts: dict[Any, Any] = {}

    @property
    def seen(self) -> list[Words]:
        return [one for one in self._parts.values() if one.opacity and type(one) is Words]

    def clear(self) -> None:
        for part in self._parts.values():
            part.opacity = 0.0

    def words(self, key: Any, text: Text | str, most: float | None = None, role: str = "label") -> Any:
        """A text that stays hidden until `keep`."""
        words = self._part(key, lambda: Words(self._look, "", role, "text", align="center", chrome=True))
        words.say(text)
        words.set_size_px(self._look.px(role, chrome=True))
        words.hug(most)
        words.opacity = 0.0
        return words

    def keep(self, key: Any, centre: Point) -> None:
        self._parts[key].center = centre
        self._parts[key].opacity = 1.0

    def icon(self, key: Any, name: str, centre: Point, ink: str) -> None:
        icon = self._part(("icon", key), lambda: Icon(self._look, name, 20, fixed=True))
        icon.name, icon.center, icon.opacity = name, centre, 1.0
        icon.tint(ink)

    def _part(self, key: Any, make: Callable[[], Widget]) -> Any:
        if key not in self._parts:
            self._parts[key] = make()
            self._on.add_widget(self._parts[key], index=len(self._on.children))
        return self._parts[key]


class MapDrawing(Widget):
    """Draws a map for one camera. While the camera moves, only a matrix changes."""

    def __init__(self, accent: str, path_ink: str, file: Callable[[str], str]) -> None:
        super().__init__(size_hint=(None, None))
        self._accent, self._path_ink, self._file = accent, path_ink, file
        self._still, self.above = InstructionGroup(), InstructionGroup()
        self._clip, self._unclip = Rectangle(), Rectangle()
        self._shift, self._grow = Translate(0, 0), Scale(1, 1, 1)
        for step in (StencilPush(), self._clip, StencilUse()):
            self.canvas.before.add(step)
        for step in (PushMatrix(), self._shift, self._grow, self._still):
            self.canvas.before.add(step)
        for step in (self.above, PopMatrix(), StencilUnUse(), self._unclip, StencilPop()):
            self.canvas.after.add(step)
        self.names = Names(self)
        self.spots: dict[str, Point] = {}
        """Spots as drawn; `seen_at` tells where they are while the camera moves."""
        self.areas: dict[str, Point] = {}
        """Width and height of the areas of a picture."""
        self.radius = 0.0
        self._camera = Camera()

    # The camera

    def clip(self, box: Box) -> None:
        """Nothing is drawn outside of this box."""
        for rectangle in (self._clip, self._unclip):
            rectangle.pos, rectangle.size = box[:2], box[2:]

    def look_through(self, camera: Camera, window: Window) -> None:
        (x, y), zoom = window.center, camera.zoom / self._camera.zoom
        self._grow.xyz = (zoom, zoom, 1.0)
        self._shift.xy = (x * (1 - zoom) + (self._camera.x - camera.x) * camera.zoom,
                          y * (1 - zoom) + (self._camera.y - camera.y) * camera.zoom)

    def seen_at(self, point: Point) -> Point:
        """Where a point of the drawing is on the screen now."""
        return self._shift.x + point[0] * self._grow.x, self._shift.y + point[1] * self._grow.y

    def seen_from(self, point: Point) -> Point:
        return (point[0] - self._shift.x) / self._grow.x, (point[1] - self._shift.y) / self._grow.y

    def spot_at(self, point: Point) -> str:
        """The spot under a finger; "" if none."""
        x, y = self.seen_from(point)
        inside = [key for key, (wide, high) in self.areas.items()
                  if abs(self.spots[key][0] - x) <= wide / 2 and abs(self.spots[key][1] - y) <= high / 2]
        if inside:  # the smallest, if one lies within another
            return min(inside, key=lambda key: self.areas[key][0] * self.areas[key][1])
        near = min(self.spots, key=lambda key: dist(self.spots[key], (x, y)), default="")
        within = max(dp(FINGER) / self._grow.x, self.radius)
        return near if near and dist(self.spots[near], (x, y)) <= within else ""

    # Drawing

    def clear(self) -> None:
        self._still.clear()
        self.names.clear()
        self.spots, self.areas = {}, {}

    def draw(self, board: Map, plan: MapPlan, camera: Camera, marks: Marks) -> None:
        """`plan` is the map as this camera sees it."""
        self._camera, self.radius = camera, plan.radius
        points = spread([(spot.x, spot.y) for spot in board.spots], plan.inner)
        self.spots = {spot.key: point for spot, point in zip(board.spots, points, strict=True)}
        self.areas = {spot.key: (spot.wide * plan.inner[2], spot.high * plan.inner[3]) for spot in board.spots
                      if spot.shape == AREA}
        if ground := self._file(board.picture):
            self._picture(ground, plan.inner)
        self._draw_ways(board, plan.scale)
        for spot in board.spots:
            self._draw_spot(spot, marks)
        self._draw_course(board.course)
        self._draw_zones(board.spots)
        self._name_spots(board.spots, plan, marks)
        for way in marks.ways:
            middles = [self.spots[key] for key in way if key in self.spots]
            for number, (start, end) in enumerate(pairwise(middles), 2):
                self._draw_arrow(start, end, tip=number == len(middles))

    def _picture(self, path: str, box: Box) -> None:
        tinted(self._still, "#FFFFFF", Rectangle(texture=own_picture(path), pos=box[:2], size=box[2:]))

    def _draw_ways(self, board: Map, scale: float) -> None:
        ways = [(self.spots[one], self.spots[two]) for one, two in board.ways
                if one in self.spots and two in self.spots]
        lines = ((7.0, tokens.DARK_RIM, 0.35), (4.5, self._path_ink, 1.0), (1.2, self._accent, 0.55))
        for width, ink, alpha in lines:
            self._still.add(Color(*tokens.rgba(ink, alpha)))
            for start, end in ways:
                self._still.add(Line(points=[*start, *end], width=dp(width) * scale))

    def _draw_spot(self, spot: Spot, marks: Marks) -> None:
        lit, chosen = spot.key in marks.lit, spot.key == marks.chosen
        at, radius = self.spots[spot.key], self.radius
        if spot.shape == AREA:
            self._draw_area(at, self.areas[spot.key], lit, chosen)
        elif spot.shape in CORNERS:
            self._draw_framed(spot, at, lit, chosen)
        else:
            self._draw_dot(spot, at, lit, chosen)
        if picture := self._file(spot.picture):
            self._picture(picture, (at[0] - radius * 0.8, at[1] - radius * 0.8, 1.6 * radius, 1.6 * radius))
        if chosen:
            disc(self._still, at, min(radius, dp(20)) * 0.55, tokens.DARK_RIM, 1.0)
        elif spot.icon:
            self.names.icon(spot.key, spot.icon, at, tokens.DARK_RIM if lit else tokens.LIGHT_RIM)

    def _draw_framed(self, spot: Spot, at: Point, lit: bool, chosen: bool) -> None:
        radius = self.radius
        self._polygon(spot.shape, at, radius * 0.97, self.ground_of(spot, lit=lit or chosen))
        corners = [part for x, y in CORNERS[spot.shape] for part in (at[0] + x * radius, at[1] + y * radius)]
        outline = SmoothLine(points=corners, close=True, width=dp(2 if lit else 1))
        tinted(self._still, tokens.LIGHT_RIM, outline, 1.0 if lit else 0.3)

    def ground_of(self, spot: Spot, *, lit: bool) -> str:
        """The colour of a hex, square, card or house."""
        ground = spot.tone or tokens.over(self._accent, tokens.DARK_RIM, 0.22)
        return tokens.over(self._accent, ground, 0.75) if lit else ground

    def _draw_dot(self, spot: Spot, at: Point, lit: bool, chosen: bool) -> None:
        radius = self.radius
        if lit:
            disc(self._still, at, radius * 1.75, self._accent, 0.30)
            disc(self._still, at, radius + dp(2.5), tokens.LIGHT_RIM, 1.0)
        else:
            disc(self._still, at, radius + dp(2.5), tokens.DARK_RIM, 0.8)
        plain = spot.tone or tokens.over(self._accent, tokens.DARK_RIM, 0.42)
        disc(self._still, at, radius, self._accent if lit or chosen else plain, 1.0)

    def _draw_area(self, at: Point, size: Point, lit: bool, chosen: bool) -> None:
        """Only what can be tapped has an outline: the picture shows the rest."""
        if lit or chosen:
            box = (at[0] - size[0] / 2, at[1] - size[1] / 2, *size)
            tinted(self._still, self._accent, Rectangle(pos=box[:2], size=box[2:]), 0.45 if chosen else 0.22)
            for width, ink in ((3.0, tokens.DARK_RIM), (1.6, tokens.LIGHT_RIM)):
                tinted(self._still, ink, SmoothLine(rounded_rectangle=(*box, dp(6)), width=dp(width)))

    def _draw_zones(self, spots: Sequence[Spot]) -> None:
        """A line between neighbours of different zones, and round the outermost."""
        radius = self.radius
        zones = {self.spots[one.key]: one for one in spots if one.zone and one.shape in CORNERS}
        self._still.add(Color(*tokens.rgba(tokens.LIGHT_RIM, 0.9)))
        for (x, y), one in zones.items():
            corners = [(x + across * radius, y + up * radius) for across, up in CORNERS[one.shape]]
            for start, end in pairwise([*corners, corners[0]]):
                beyond = (start[0] + end[0] - x, start[1] + end[1] - y)
                other = next((zones[at].zone for at in zones if dist(at, beyond) < radius / 2), "")
                if other != one.zone:
                    self._still.add(SmoothLine(points=[*start, *end], width=dp(1.6)))

    def _polygon(self, shape: str, at: Point, radius: float, ink: str) -> None:
        corners = [(at[0] + x * radius, at[1] + y * radius) for x, y in CORNERS[shape]]
        tinted(self._still, ink, Mesh(vertices=[part for x, y in corners for part in (x, y, 0.0, 0.0)],
                                      indices=list(range(len(corners))), mode="triangle_fan"))

    def _draw_arrow(self, start: Point, end: Point, tip: bool) -> None:
        """A part of a way; the last has a tip."""
        way = dist(start, end) or 1.0
        dx, dy = (end[0] - start[0]) / way, (end[1] - start[1]) / way
        back = min(self.radius * 1.3, way * 0.35) if tip else 0.0
        point = (end[0] - dx * back, end[1] - dy * back)
        tinted(self._still, tokens.LIGHT_RIM, Line(points=[*start, *point], width=dp(2.4), cap="round"))
        for turn in (2.6, -2.6) if tip else ():
            bx, by = (dx * cos(turn) - dy * sin(turn)) * dp(11), (dx * sin(turn) + dy * cos(turn)) * dp(11)
            self._still.add(Line(points=[*point, point[0] + bx, point[1] + by], width=dp(2.4), cap="round"))

    def _draw_course(self, course: Sequence[str]) -> None:
        """Rings round both ends of a track, and small arrowheads between its spots."""
        middles = [self.spots[key] for key in course if key in self.spots]
        for end in (middles[:1] + middles[-1:]) if middles else ():
            tinted(self._still, self._accent, SmoothLine(circle=(*end, self.radius * 1.25), width=dp(1.6)))
        for start, end in pairwise(middles):
            way = dist(start, end) or 1.0
            dx, dy, long = (end[0] - start[0]) / way, (end[1] - start[1]) / way, min(dp(6), way * 0.2)
            point = ((start[0] + end[0]) / 2 + dx * long / 2, (start[1] + end[1]) / 2 + dy * long / 2)
            one, two = [(point[0] - long * (dx + turn * dy), point[1] - long * (dy - turn * dx))
                        for turn in (0.8, -0.8)]
            tinted(self._still, tokens.LIGHT_RIM, Line(points=[*one, *point, *two], width=dp(1.4)))

    # Names

    def _name_spots(self, spots: Sequence[Spot], plan: MapPlan, marks: Marks) -> None:
        """Beside dots if there is room, and inside other shapes if they fit."""
        shown = [spot for spot in spots if spot.label != ""]
        dots = [spot for spot in shown if spot.shape not in FRAMED]
        names = [self.names.words(spot.key, _label(spot), plan.box[2] / 3) for spot in dots]
        taken = [] if plan.flat else [marks.standing[spot.key] for spot in dots]
        middles = [self.spots[spot.key] for spot in dots]
        sizes = [(name.width, name.height) for name in names]
        clear = names_beside(middles, sizes, self.radius, plan.box, taken, dp(plan.scale))
        for spot, middle in zip(dots, clear, strict=True):
            if middle is not None:
                self.names.keep(spot.key, middle)
        self._name_inside([spot for spot in shown if spot.shape in FRAMED], marks)

    def _name_inside(self, spots: Sequence[Spot], marks: Marks) -> None:
        """In one size: what fits the longest, but at least `EASY` for the others."""
        if not spots:
            return
        names = {spot.key: self.names.words(spot.key, _label(spot)) for spot in spots}
        fitting = [self._largest(spot, names[spot.key], under=False) for spot in spots]
        shared = max(min(fitting), min(dp(EASY), max(fitting)))
        for spot in spots:
            chosen = spot.key == marks.chosen
            under = marks.standing[spot.key] > 0 or bool(spot.icon) or chosen
            name, (x, y) = names[spot.key], self.spots[spot.key]
            px = min(shared, self._largest(spot, name, under=under))
            if px < dp(SMALLEST):
                continue
            name.set_size_px(px)
            name.hug()
            name.tint(self._ink_on(spot, lit=chosen or spot.key in marks.lit))
            high, margin = self._room_in(spot)[1], dp(1 if marks.standing[spot.key] else 4)
            self.names.keep(spot.key, (x, y - (high / 2 - name.height / 2 - margin if under else 0)))
            if spot.icon and not chosen:
                self.names.keep(("icon", spot.key), (x, y + BELOW / 2 * high))

    def _room_in(self, spot: Spot) -> Point:
        return self.areas.get(spot.key, (1.8 * self.radius, 1.8 * self.radius))

    def _largest(self, spot: Spot, name: Words, *, under: bool) -> float:
        """Pixels of the largest letters that fit inside, or below a piece or an icon."""
        wide, high = self._room_in(spot)
        part = BELOW if under else 0.9
        narrow = 0.72 if under and spot.shape == "hex" else 0.94
        across, up = narrow * wide / max(1.0, name.width), part * high / max(1.0, name.height)
        return float(name.px * min(1.0, across, up))

    def _ink_on(self, spot: Spot, *, lit: bool) -> str:
        """An area shows the board's picture, which is darkened below names."""
        return tokens.LIGHT_RIM if spot.shape == AREA else tokens.ink_on(self.ground_of(spot, lit=lit))


def _label(spot: Spot) -> Text | str:
    return spot.name if spot.label is None else spot.label

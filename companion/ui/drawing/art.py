"""Pictures from the assets, covers, discs and seat shapes; sprites for stages and their clock.

A stage creates its sprites once in `paint` and then only changes their properties.
"""

import json
import logging
from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import accumulate, pairwise
from math import cos, dist, hypot, pi, sin, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.animation import AnimationTransition
from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.core.text import Label
from kivy.graphics import (
    Callback,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.context_instructions import PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable, glFlush
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.core.game import Palette
from companion.services.start import ASSETS
from companion.ui.drawing.letters import drawn
from companion.ui.speed.idle import idle
from companion.ui.theme import fonts, tokens
from companion.ui.theme.tokens import Rgba

if TYPE_CHECKING:
    from companion.ui.drawing.stage import Stage

SHELL = "shell"
COARSE = 1.5  # pixels per dp
REDUCED = 0.64  # scale for low-density screens, with a reserve for tablets


class Art:
    """One folder of layers. Textures are loaded lazily and shared until `free`."""

    def __init__(self, folder: str) -> None:
        self.home = ASSETS / "art" / folder
        listed = json.loads((self.home / "layers.json").read_text("utf-8"))
        self.layers: dict[str, dict[str, Any]] = listed["layers"]
        self.textures: dict[tuple[str, bool], Any] = {}
        self._decoded: dict[str, Any] = {}

    def texture(self, name: str, whole: bool = False) -> Any:
        """`whole`: full resolution even on a low-density screen."""
        key = name, whole or dp(1) >= COARSE
        if key not in self.textures:
            self.textures[key] = _uploaded(self._decoded.pop(name, None) or self._read(name), key[1])
        return self.textures[key]

    def decode(self, name: str) -> None:
        """The first half of `texture`, done in a separate frame."""
        if (name, dp(1) >= COARSE) not in self.textures:
            self._decoded[name] = self._read(name)

    def _read(self, name: str) -> Any:
        # Kivy's cache would hold it
        return CoreImage(str(self.home / self.layers[name]["file"]), nocache=True)

    def free(self) -> None:
        """Forget the textures; whatever still shows one holds it."""
        self.textures.clear()
        self._decoded.clear()

    def size(self, name: str) -> tuple[float, float]:
        """In screen pixels."""
        wide, high = self.layers[name]["size"]
        return float(dp(wide)), float(dp(high))

    def point(self, name: str, point: str) -> tuple[float, float]:
        """A named point, in pixels from the lower left corner."""
        x, y = self.layers[name]["points"][point]
        return float(dp(x)), float(dp(y))


_folders: dict[str, Art] = {}


def art(folder: str) -> Art:
    if folder not in _folders:
        _folders[folder] = Art(folder)
    return _folders[folder]


def free_pictures(keep: Collection[str]) -> None:
    """Free the pictures of all games but these."""
    for folder, one in _folders.items():
        if folder != SHELL and folder not in keep:
            one.free()


def pictures(folder: str) -> list[Callable[[], Any]]:
    if not (ASSETS / "art" / folder / "layers.json").is_file():
        return []
    return [partial(job, name) for name in art(folder).layers
            for job in (art(folder).decode, art(folder).texture)]


def _uploaded(image: Any, whole: bool) -> Any:
    texture = image.texture
    if whole:
        return texture
    size = max(1, round(texture.width * REDUCED)), max(1, round(texture.height * REDUCED))
    return copied(size, [(texture, (0, 0, *size))])  # mipmaps look no better and take five times as long


def copied(size: tuple[int, int], parts: Iterable[tuple[Any, tuple[int, int, int, int]]]) -> Any:
    """A new texture with copies of others, each in its box: left, bottom, width, height."""
    fbo = Fbo(size=size)
    with fbo:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        Callback(lambda _: glDisable(GL_BLEND))  # copy alpha as it is: blending would square it
        for texture, (x, y, wide, high) in parts:
            Rectangle(texture=texture, pos=(x, y), size=(wide, high))
        Callback(lambda _: glEnable(GL_BLEND))
    fbo.draw()
    glFlush()  # or the driver holds it until the next frame
    fbo.clear()  # or it would hold the large textures
    return fbo.texture


@lru_cache(maxsize=32)
def gradient(*stops: tuple[float, str]) -> Any:
    """A vertical gradient from top (0) to bottom (1), one pixel wide."""
    rows = 64  # the card blends between them
    data = bytearray()
    for row in range(rows):
        at = 1 - row / (rows - 1)  # textures start at the bottom
        data += bytes(round(255 * channel) for channel in _between(stops, at))
    texture = Texture.create(size=(1, rows), colorfmt="rgb")
    texture.blit_buffer(bytes(data), colorfmt="rgb")
    texture.wrap = "clamp_to_edge"
    return texture


def _between(stops: tuple[tuple[float, str], ...], at: float) -> tuple[float, ...]:
    below = max((stop for stop in stops if stop[0] <= at), default=stops[0])
    above = min((stop for stop in stops if stop[0] >= at), default=stops[-1])
    span = above[0] - below[0]
    part = (at - below[0]) / span if span else 0.0
    return tuple(one + (other - one) * part
                 for one, other in zip(tokens.rgba(below[1])[:3], tokens.rgba(above[1])[:3], strict=True))


@lru_cache(maxsize=96)
def soft_disc(across: int) -> Any:
    """A white antialiased disc, `across` pixels wide."""
    upper = [_line_of_disc(across, row) for row in range((across + 1) // 2)]
    data = bytearray(b"\xff" * (4 * across * across))
    data[3::4] = b"".join([*upper, *upper[across // 2 - 1::-1]])
    texture = Texture.create(size=(across, across), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    return texture


def _line_of_disc(across: int, row: int) -> bytes:
    """Only edge pixels need computing."""
    half, radius = across / 2, across / 2 - 1.0
    up = row + 0.5 - half
    line = bytearray(across)
    sure = sqrt(max(0.0, (radius - 0.5) ** 2 - up * up))
    outside = half - sqrt(max(0.0, (radius + 0.5) ** 2 - up * up)) - 1
    for column in range(max(0, int(outside)), (across + 1) // 2):
        aside = half - column - 0.5
        if aside < sure:
            line[column:across - column] = b"\xff" * (across - 2 * column)
            break
        covered = min(1.0, max(0.0, radius + 0.5 - hypot(aside, up)))
        line[column] = line[across - 1 - column] = round(255 * covered)
    return bytes(line)


BOX = 3.4  # texture size in shape radii
RADIUS = 0.4  # shape radius relative to the token's size
LAYERS = ("", "_rim", "_edge")
RIM, LINE = 0.1, 2.0  # how much larger the rim's texture is; maximum outline in dp
LOWER = {"triangle": 0.22, "drop": 0.16}  # how far these shapes' middle is below their centre, in radii


@cache
def mask(colour: int, layer: str = "") -> Any:
    """`layer`: the fill ("") or a rim. Two bytes a pixel, and no larger than the screen can show."""
    image = CoreImage(str(ASSETS / "art" / SHELL / f"seat_{colour + 1}{layer}.png"), nocache=True,
                      keep_data=True)
    # reading it back from the texture would take a frame
    side, alpha = image.width, image.image._data[0].data[3::4]
    rows = [alpha[at:at + side] for at in range(0, side * side, side)][::-1]  # textures start at the bottom
    if dp(1) < COARSE:
        rows = [_mean(row[::2], row[1::2]) for row in map(_mean, rows[::2], rows[1::2])]
    side = len(rows)
    data = bytearray(b"\xff" * (2 * side * side))
    data[1::2] = b"".join(rows)
    texture = Texture.create(size=(side, side), colorfmt="luminance_alpha", mipmap=True)
    texture.blit_buffer(bytes(data), colorfmt="luminance_alpha")
    return texture


def _mean(one: bytes, other: bytes) -> bytes:
    """The mean of each pair of bytes, all at once."""
    a, b, seven_bits = (int.from_bytes(row) for row in (one, other, b"\x7f" * len(one)))
    return ((a & b) + ((a ^ b) >> 1 & seven_bits)).to_bytes(len(one))


def load_tokens() -> None:
    for colour in range(len(tokens.SEATS)):
        for layer in LAYERS:
            idle.later(partial(mask, colour, layer))


SIZE = (640, 336)
LARGE = 2  # times that, where the cover fills half of a window
LID = 0.70
"""Where the box lid is, from the left, for narrow crops."""
LARGEST = 4_000_000
log = logging.getLogger(__name__)


def own_picture(file: str, whole: bool = True) -> Any:
    """The texture of a game's own picture; None if it is missing, too big or damaged."""
    path = Path(file)
    if not path.is_file() or path.stat().st_size > LARGEST:
        return None
    return _read(file, path.stat().st_mtime, whole or dp(1) >= COARSE)


@lru_cache(maxsize=48)
def _read(file: str, changed: float, whole: bool) -> Any:
    try:
        return _uploaded(CoreImage(file, nocache=True), whole)
    except Exception:
        log.exception("the picture %s could not be read", file)
        return None


@lru_cache(maxsize=64)
def composed(palette: Palette, icon: str, small: bool = True) -> Any:
    """Draw the game's icon on a box lid, in front of a sky in its colours."""
    if palette.faults():
        palette = Palette.seeded(tokens.DARK.primary, dark=True)
    wide, high = (side * (1 if small else LARGE) for side in SIZE)
    fbo = Fbo(size=(wide, high))
    with fbo:
        Color(1, 1, 1, 1)
        Rectangle(texture=gradient((0.0, tokens.over(palette.accent, palette.container, 0.18)),
                                   (1.0, palette.panel2)), size=(wide, high))
        _sign(icon, palette.accent, 0.13, (wide * 0.20, high * 0.46), high * 1.15)
        _lid(palette, (wide * LID, high * 0.50), high * 0.60)
        _sign(icon, palette.accent, 1.0, (wide * LID, high * 0.50), high * 0.38)
    fbo.draw()
    return fbo.texture


def _lid(palette: Palette, middle: tuple[float, float], side: float) -> None:
    x, y = middle[0] - side / 2, middle[1] - side / 2
    corner = side * 0.14
    Color(0, 0, 0, 0.28)
    SmoothRoundedRectangle(pos=(x + side * 0.03, y - side * 0.06), size=(side, side), radius=[corner] * 4)
    Color(*tokens.rgba(tokens.over(palette.accent, palette.panel2, 0.34)))
    SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[corner] * 4)
    Color(*tokens.rgba(palette.panel))
    inset = side * 0.05
    SmoothRoundedRectangle(pos=(x + inset, y + inset), size=(side - 2 * inset, side - 2 * inset),
                           radius=[corner * 0.8] * 4)


def _sign(icon: str, colour: str, alpha: float, middle: tuple[float, float], side: float) -> None:
    label = Label(text=fonts.icon(icon), font_name=tokens.ICONS, font_size=side)
    label.refresh()
    texture = label.texture
    Color(*tokens.rgba(colour, alpha))
    Rectangle(texture=texture, pos=(middle[0] - texture.width / 2, middle[1] - texture.height / 2),
              size=texture.size)


Point = tuple[float, float]
Step = Callable[[float], None]
"""Called with a movement's progress from 0 to 1; loops get the seconds since the last call."""

LOOPS_PER_SECOND = 30
HICCUP = 0.1
"""Maximum seconds one frame counts, so nothing jumps after a slow frame."""


def between(one: float, other: float, part: float) -> float:
    return one + (other - one) * part


def between_points(one: Point, other: Point, part: float) -> Point:
    return between(one[0], other[0], part), between(one[1], other[1], part)


# Pictures


def group_in(layer: Any) -> InstructionGroup:
    """A new group of instructions, to redraw on its own."""
    group = InstructionGroup()
    layer.add(group)
    return group


def tinted(layer: Any, tint: str, shape: Any, alpha: float = 1.0) -> None:
    layer.add(Color(*tokens.rgba(tint, alpha)))
    layer.add(shape)


def disc(layer: Any, centre: Point, radius: float, tint: str, alpha: float = 1.0) -> None:
    tinted(layer, tint,
           SmoothEllipse(pos=(centre[0] - radius, centre[1] - radius), size=(2 * radius, 2 * radius)), alpha)


TEXTURED = [(b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float")]
"""A mesh's format: two coordinates in the picture and two in its texture."""
QUAD = (0, 1, 2, 0, 2, 3)


@lru_cache(maxsize=256)
def indices_of(count: int, shape: tuple[int, ...] = QUAD, corners: int = 4) -> "array[int] | list[int]":
    """Vertex indices for `count` shapes with these `corners`; `shape` lists one's triangles.

    >>> list(indices_of(2))
    [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]
    """
    found = array("H", [corners * number + corner for number in range(count) for corner in shape])
    return found or []  # Kivy takes no empty array


class Patch:
    def __init__(self, group: InstructionGroup, texture: Any, size: Point, centre: Point, tint: str,
                 alpha: float) -> None:
        self.alpha = alpha
        self.ink = Color(*tokens.rgba(tint, alpha))
        self.box = Rectangle(texture=texture)
        group.add(self.ink)
        group.add(self.box)
        self.put(size, centre)

    def put(self, size: Point, centre: Point = (0.0, 0.0)) -> None:
        self.box.size = size
        self.box.pos = (centre[0] - size[0] / 2, centre[1] - size[1] / 2)

    def tint(self, colour: str) -> None:
        self.ink.rgb = tokens.rgba(colour)[:3]

    def fade(self, alpha: float) -> None:
        self.ink.a = self.alpha * alpha


class Sprite:
    """Patches around one point. Animate it by `pos`, `angle`, `scale` and `alpha`."""

    def __init__(self, layer: InstructionGroup, pos: Point = (0.0, 0.0)) -> None:
        self._move, self._turn, self._grow = Translate(*pos), Rotate(angle=0, axis=(0, 0, 1)), Scale(1, 1, 1)
        self.body, self.group = InstructionGroup(), InstructionGroup()
        self.patches: list[Patch] = []
        for step in (PushMatrix(), self._move, self._turn, self._grow, self.body, PopMatrix()):
            self.group.add(step)
        layer.add(self.group)
        self._alpha = 1.0

    @staticmethod
    def of(layer: InstructionGroup, art: Art, name: str, anchor: str = "") -> "Sprite":
        """A sprite with one baked picture."""
        sprite = Sprite(layer)
        sprite.add_layer(art, name, anchor=anchor)
        return sprite

    def add(self, texture: Any, size: Point, centre: Point = (0.0, 0.0), tint: str = "#FFFFFF",
            alpha: float = 1.0) -> Patch:
        patch = Patch(self.body, texture, size, centre, tint, alpha)
        patch.fade(self._alpha)
        self.patches.append(patch)
        return patch

    def add_layer(self, art: Art, name: str, scale: float = 1.0, anchor: str = "",
                  at: Point = (0.0, 0.0)) -> Patch:
        """Add a baked picture with its anchor (or middle) at this point of the sprite."""
        wide, high = art.size(name)
        x, y = art.point(name, anchor) if anchor else (wide / 2, high / 2)
        centre = (at[0] + (wide / 2 - x) * scale, at[1] + (high / 2 - y) * scale)
        return self.add(art.texture(name), (wide * scale, high * scale), centre)

    def add_text(self, text: str, font: str, px: float, centre: Point = (0.0, 0.0), tint: str = "#FFFFFF",
                 alpha: float = 1.0, most: float | None = None) -> Patch:
        """Add one line of text, aligned to whole pixels to stay sharp. `most`: maximum width."""
        label = drawn(text, font, px, px * 1.2, most, "center", most is not None)
        wide, high = label.texture.size
        left, low = round(centre[0] - wide / 2), round(centre[1] - label.below / 2 - high / 2)
        return self.add(label.texture, (wide, high), (left + wide / 2, low + high / 2), tint, alpha)

    def add_icon(self, name: str, px: float, centre: Point = (0.0, 0.0), tint: str = "#FFFFFF",
                 alpha: float = 1.0) -> Patch:
        label = drawn(fonts.icon(name), tokens.ICONS, px, px, None, "left", False)
        wide, high = label.texture.size
        return self.add(label.texture, (wide, high), (centre[0], centre[1] - label.below / 2), tint, alpha)

    def add_token(self, colour: int, letter: str, radius: float, centre: Point = (0.0, 0.0), *,
                  rim: float = 0.0) -> None:
        """Add a seat's shape with its initial, if any; `rim`: width of an outline that stands out on art."""
        seat = tokens.SEATS[colour]
        layers = [("", 0.0, seat.fill)]
        if rim:
            layers = [("_edge", 2 * rim, tokens.DARK_RIM), ("_rim", rim, tokens.LIGHT_RIM), *layers]
        for layer, grow, tint in layers:
            drawn_at = {"": 1.0, "_rim": 1.1, "_edge": 1.2}[layer]  # scale of each mask's shape
            side = BOX * (radius + grow) / drawn_at
            self.add(mask(colour, layer), (side, side), centre, tint)
        px = max(dp(4), radius * seat.letter * (0.7 if len(letter) > 1 else 1.0))
        lower = radius * LOWER.get(seat.shape, 0.0)
        if letter:
            self.add_text(letter, tokens.BOLD, px, (centre[0], centre[1] - lower), seat.ink)

    def clear(self) -> None:
        self.body.clear()
        self.patches.clear()

    @property
    def pos(self) -> Point:
        return float(self._move.x), float(self._move.y)

    @pos.setter
    def pos(self, pos: Point) -> None:
        self._move.xy = pos

    @property
    def angle(self) -> float:
        return float(self._turn.angle)

    @angle.setter
    def angle(self, angle: float) -> None:
        self._turn.angle = angle

    @property
    def scale(self) -> Point:
        return float(self._grow.x), float(self._grow.y)

    @scale.setter
    def scale(self, scale: float | Point) -> None:
        x, y = scale if isinstance(scale, tuple) else (scale, scale)
        self._grow.xyz = (x, y, 1.0)

    @property
    def alpha(self) -> float:
        return self._alpha

    @alpha.setter
    def alpha(self, alpha: float) -> None:
        if alpha != self._alpha:
            self._alpha = alpha
            for patch in self.patches:
                patch.fade(alpha)


class Backdrop:
    """A picture that fills any box by cropping, never by distorting sideways."""

    def __init__(self, layer: InstructionGroup, art: Art, name: str) -> None:
        self.natural = art.size(name)
        self.ink = Color(1, 1, 1, 1)
        texture = art.texture(name)
        self.box = Rectangle(texture=texture)
        self._corners = texture.tex_coords
        layer.add(self.ink)
        layer.add(self.box)

    def stretch(self, pos: Point, size: Point) -> None:
        self.box.pos, self.box.size = pos, size

    def span(self, pos: Point, size: Point) -> None:
        """Show the middle part at natural width, stretched to the box's height."""
        part = min(1.0, size[0] / self.natural[0])
        self.stretch(pos, size)
        self._crop(0.5 - part / 2, 0.0, 0.5 + part / 2, 1.0)

    def cover(self, pos: Point, size: Point) -> None:
        """Fill the box without distortion, keeping the top centre."""
        grow = max(1.0, size[0] / self.natural[0], size[1] / self.natural[1])
        wide, high = size[0] / (self.natural[0] * grow), size[1] / (self.natural[1] * grow)
        self.stretch(pos, size)
        self._crop(0.5 - wide / 2, 1.0 - high, 0.5 + wide / 2, 1.0)

    def _crop(self, left: float, low: float, right: float, top: float) -> None:
        corners = self._corners
        u = [between(corners[0], corners[2], part) for part in (left, right)]
        v = [between(corners[1], corners[5], part) for part in (low, top)]
        self.box.tex_coords = (u[0], v[0], u[1], v[0], u[1], v[1], u[0], v[1])


# Movement


@dataclass
class _Move:
    step: Step
    seconds: float
    delay: float
    curve: Callable[[float], float]
    done: float = 0.0


class Motion:
    """All animation of a stage: paused while hidden, instant if movement is off."""

    def __init__(self, stage: "Stage") -> None:
        self._stage = stage
        self._moves: dict[Hashable, _Move] = {}
        self._loops: list[Step] = []
        self._ticking: Any = None
        self._looping: Any = None
        stage.bind(live=self._wake, animate=self._wake)

    def move(self, key: Hashable, seconds: float, step: Step, *, delay: float = 0.0, curve: str = "linear",
             still: float | None = None) -> None:
        """Animate `step` from 0 to 1, replacing a movement with the same key.

        `still`: if movement is off, show this part all the time instead of ending at once.
        """
        self._moves.pop(key, None)
        if not self.may_move and (still is None or not self._stage.live):
            step(1.0)
            return
        held = None if self.may_move else still
        easing = getattr(AnimationTransition, curve) if held is None else lambda part: held
        self._moves[key] = _Move(step, seconds, delay, easing)
        if self._ticking is None:
            self._ticking = Clock.schedule_interval(self._tick, 0)

    def stop(self, key: Hashable) -> None:
        """Leave a movement where it is."""
        self._moves.pop(key, None)

    def left(self, key: Hashable) -> float:
        """Remaining seconds, without the delay."""
        move = self._moves.get(key)
        return 0.0 if move is None else min(move.seconds, move.seconds + move.delay - move.done)

    def loop(self, step: Step) -> None:
        """Call `step` with the elapsed seconds while the stage is visible."""
        self._loops.append(step)
        self._wake()

    def settle(self) -> None:
        """Finish everything now, including movements that a last step starts."""
        while self._moves:
            moves, self._moves = self._moves, {}
            for move in moves.values():
                move.step(1.0)
        self._tick(0)

    @property
    def may_move(self) -> bool:
        return bool(self._stage.live and self._stage.animate)

    @property
    def moving(self) -> bool:
        return bool(self._moves)

    def _wake(self, *_: object) -> None:
        if self.may_move and self._loops and self._looping is None:
            self._looping = Clock.schedule_interval(self._turn, 1 / LOOPS_PER_SECOND)
        elif not self.may_move and self._looping is not None:
            self._looping.cancel()
            self._looping = None
        if not self.may_move:
            self.settle()

    def _turn(self, passed: float) -> None:
        for step in self._loops:
            step(min(passed, HICCUP))

    def _tick(self, passed: float) -> None:
        for key, move in list(self._moves.items()):
            if self._moves.get(key) is not move:
                continue
            move.done += min(passed, HICCUP)
            under_way = move.done - move.delay
            if under_way >= move.seconds:
                del self._moves[key]
                move.step(1.0)
            elif under_way >= 0:
                move.step(float(move.curve(under_way / move.seconds)))
        if not self._moves and self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None


def along(way: Sequence[Point], part: float, hop: float = 0.0) -> Point:
    """A point on a path, with a small hop per space."""
    if len(way) == 1:
        return way[0]
    at = part * (len(way) - 1)
    leg = min(int(at), len(way) - 2)
    x, y = between_points(way[leg], way[leg + 1], at - leg)
    return x, y + hop * sin(pi * (at - leg))


def dashes(layer: Any, box: tuple[float, float, float, float], corner: float, ink: Rgba,
           width: float) -> None:
    """Draw a rounded dashed box; Kivy's smooth lines have no dashes."""
    layer.add(Color(*ink))
    for points in _dash_lines(box, corner, float(dp(6)), float(dp(4.5))):
        layer.add(SmoothLine(points=points, width=width / 2, cap="round"))


def _dash_lines(box: tuple[float, float, float, float], corner: float, dash: float,
                gap: float) -> list[list[float]]:
    x, y, wide, high = box
    outline: list[Point] = []
    for cx, cy, start in ((x + wide - corner, y + high - corner, 0.0),
                          (x + corner, y + high - corner, pi / 2),
                          (x + corner, y + corner, pi), (x + wide - corner, y + corner, 1.5 * pi)):
        outline += [(cx + corner * cos(start + pi / 2 * part / 4),
                     cy + corner * sin(start + pi / 2 * part / 4))
                    for part in range(5)]
    outline.append(outline[0])
    return _cut(outline, dash, gap)


def _cut(outline: list[Point], dash: float, gap: float) -> list[list[float]]:
    """Split a closed line into evenly spaced pieces."""
    gone = [0.0, *accumulate(dist(a, b) for a, b in pairwise(outline))]
    count = max(4, round(gone[-1] / (dash + gap)))
    period, dash = gone[-1] / count, gone[-1] / count * dash / (dash + gap)

    def at(far: float) -> Point:
        leg = bisect_right(gone, far) - 1
        return between_points(outline[leg], outline[leg + 1], (far - gone[leg]) / (gone[leg + 1] - gone[leg]))

    lines = []
    for start in [number * period for number in range(count)]:
        corners = [point for point, far in zip(outline, gone, strict=True) if start < far < start + dash]
        lines.append([part for point in (at(start), *corners, at(start + dash)) for part in point])
    return lines

"""Turns SVG text into PNG files and writes down, for each game, what lies where (layers.json)."""

from __future__ import annotations

import importlib.util
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image

from .svg import Point, Stop, document

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets"
Box = tuple[float, float, float, float]

# Ordered dither: steps of a wide soft gradient are less than one of 255 levels and would show as rings.
_BAYER = (
    (0, 32, 8, 40, 2, 34, 10, 42),
    (48, 16, 56, 24, 50, 18, 58, 26),
    (12, 44, 4, 36, 14, 46, 6, 38),
    (60, 28, 52, 20, 62, 30, 54, 22),
    (3, 35, 11, 43, 1, 33, 9, 41),
    (51, 19, 59, 27, 49, 17, 57, 25),
    (15, 47, 7, 39, 13, 45, 5, 37),
    (63, 31, 55, 23, 61, 29, 53, 21),
)


def fonts() -> list[str]:
    """Roboto as KivyMD ships it, for the few numbers that are painted on the art; Vollkorn for the name."""
    spec = importlib.util.find_spec("kivymd")
    assert spec and spec.submodule_search_locations
    roboto = Path(spec.submodule_search_locations[0]) / "fonts" / "Roboto-Bold.ttf"
    return [str(roboto), str(ASSETS / "fonts" / "Vollkorn-Bold.ttf")]


def rasterise(svg: str, width: int) -> Image.Image:
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts())
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def see_through(image: Image.Image) -> bool:
    return image.mode == "RGBA" and any(image.getchannel("A").histogram()[:255])


def bleed(image: Image.Image, levels: int = 4) -> Image.Image:
    """Give transparent pixels the colour of their neighbours: a GPU blends them into every edge it scales."""
    alpha = image.getchannel("A")
    if not see_through(image):
        return image
    pyramid = [image]
    for _ in range(levels):
        size = (max(1, pyramid[-1].width // 2), max(1, pyramid[-1].height // 2))
        pyramid.append(pyramid[-1].resize(size, Image.Resampling.BOX))
    colour = image.resize((1, 1), Image.Resampling.BOX).convert("RGB")
    for level in reversed(pyramid):
        known = level.getchannel("A").point(lambda a: 255 if a else 0)
        colour = Image.composite(level.convert("RGB"), colour.resize(level.size, Image.Resampling.NEAREST), known)
    colour.putalpha(alpha)
    return colour


def reduce_colours(image: Image.Image, colours: int) -> Image.Image:
    """A palette picture; only for flat art, where no gradient can show steps."""
    if not see_through(image):
        return image.convert("RGB").quantize(colours, dither=Image.Dither.FLOYDSTEINBERG)
    return image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def write_png(image: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if image.mode == "RGBA" and not see_through(image):
        image = image.convert("RGB")
    image.save(path, optimize=True)


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(stops: Sequence[Stop], at: float) -> tuple[float, float, float, float]:
    """The colour of a gradient at a place between 0 and 1, unrounded."""
    before = after = stops[0]
    for stop in stops:
        before, after = after, stop
        if stop[0] >= at:
            break
    span = after[0] - before[0]
    t = min(1.0, max(0.0, (at - before[0]) / span)) if span else 1.0
    low, high = (*channels(before[1]), 255 * before[2]), (*channels(after[1]), 255 * after[2])
    r, g, b, a = (x + (y - x) * t for x, y in zip(low, high, strict=True))
    return r, g, b, a


def dithered(size: tuple[int, int], colour_at: Callable[[float, float], Sequence[float]]) -> Image.Image:
    """A picture from a function of place (0 to 1, y down) to red, green, blue and alpha (0 to 255, unrounded)."""
    w, h = size
    data = bytearray()
    for y in range(h):
        row = _BAYER[y % 8]
        for x in range(w):
            level = (row[x % 8] + 0.5) / 64
            data += bytes(int(c + level) for c in colour_at((x + 0.5) / w, (y + 0.5) / h))
    return Image.frombytes("RGBA", size, bytes(data))


def glow(
    stops: Sequence[Stop], size: tuple[int, int], centre: Point = (0.5, 0.5), reach: Point = (0.5, 0.5)
) -> Image.Image:
    """A radial gradient; centre and reach are parts of the size."""
    table = [blend(stops, i / 1023) for i in range(1024)]

    def colour_at(x: float, y: float) -> Sequence[float]:
        far = math.hypot((x - centre[0]) / reach[0], (y - centre[1]) / reach[1])
        return table[min(1023, int(far * 1023))]

    return dithered(size, colour_at)


def ramp(stops: Sequence[Stop], height: int = 256) -> Image.Image:
    """A vertical gradient one pixel wide, top first: the stage stretches it."""
    data = bytearray()
    for y in range(height):
        data += bytes(round(c) for c in blend(stops, y / (height - 1)))
    return Image.frombytes("RGBA", (1, height), bytes(data))


@dataclass
class Layers:
    """The pictures of one game on their way to `assets/art/<game>` and its layers.json."""

    game: str
    density: float = 2.5
    entries: dict[str, dict[str, Any]] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return ASSETS / "art" / self.game

    def draw(
        self,
        name: str,
        body: str,
        box: Box,
        *,
        defs: str = "",
        density: float | None = None,
        colours: int | None = None,
        anchor: str = "centre",
        points: dict[str, Any] | None = None,
        **hints: Any,
    ) -> None:
        """Draw `body`, seen through `box` (x, y, w, h in dp, y down), as `<name>.png`.

        Points are given in the same coordinates; layers.json has them from the layer's lower left corner, y up."""
        image = rasterise(document(body, box, defs), round(box[2] * (density or self.density)))
        image = bleed(image)
        if colours:
            image = reduce_colours(image, colours)
        placed = {key: place(value, box) for key, value in (points or {}).items()}
        self.keep(name, image, (box[2], box[3]), anchor=anchor, points=placed, **hints)

    def keep(
        self,
        name: str,
        image: Image.Image,
        size: Point,
        *,
        anchor: str = "centre",
        points: dict[str, Any] | None = None,
        **hints: Any,
    ) -> None:
        """Store a picture that is already made."""
        write_png(image, self.folder / f"{name}.png")
        entry: dict[str, Any] = {"file": f"{name}.png", "size": [round(s, 2) for s in size], "anchor": anchor}
        if points:
            entry["points"] = points
        self.entries[name] = entry | hints

    def sky(self, *stops: tuple[float, str], name: str = "sky") -> None:
        self.keep(
            name,
            ramp([(at, colour, 1.0) for at, colour in stops]),
            (1, 256),
            anchor="stretch",
            stops=[list(stop) for stop in stops],
        )

    def finish(self) -> None:
        """Write layers.json and remove pictures of earlier runs that nobody draws any more."""
        data = {"units": "dp; points from the layer's lower left corner, y up", "layers": self.entries} | self.facts
        text = json.dumps(data, indent=1, ensure_ascii=False)
        (self.folder / "layers.json").write_text(text + "\n", encoding="utf-8")
        for path in sorted(self.folder.glob("*.png")):
            if path.stem not in self.entries:
                path.unlink()


def place(value: Any, box: Box) -> Any:
    """A point (or a list of points) from drawing coordinates to the layer's own, y up."""
    if isinstance(value, list):
        return [place(item, box) for item in value]
    return [round(value[0] - box[0], 2), round(box[1] + box[3] - value[1], 2)]

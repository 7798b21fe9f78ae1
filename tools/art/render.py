"""Render the SVG sources of the pictures into assets/, and covers into the games' folders.

Run it with `python -m tools.art.render [windmill/mill ...]`.

Each source names its width in pixels (`data-width`) and, for flat art, its number of colours
(`data-colours`). Soft glows and gradients are PNG files without a source: they are dithered, which no SVG
renderer does.
"""

import importlib.util
import io
import re
import struct
import sys
import zlib
from pathlib import Path

import resvg_py
from PIL import Image

SOURCES = Path(__file__).parent / "sources"
ASSETS = Path(__file__).resolve().parents[2] / "assets"
GAMES = ASSETS.parent / "companion" / "games"


def fonts() -> list[str]:
    """Roboto from KivyMD for numbers, Vollkorn for the name."""
    spec = importlib.util.find_spec("kivymd")
    assert spec and spec.submodule_search_locations
    roboto = Path(spec.submodule_search_locations[0]) / "fonts" / "Roboto-Bold.ttf"
    return [str(roboto), str(ASSETS / "fonts" / "Vollkorn-Bold.ttf")]


def target(source: Path) -> Path:
    if source.stem == "feature":  # the banner of the app stores
        return ASSETS.parent / "fastlane" / "metadata" / "android" / "en-US" / "images" / "featureGraphic.png"
    if source.stem == "cover":  # in the game's folder, as a plugin has it
        return GAMES / source.parent.name / "cover.png"
    inside = source.relative_to(SOURCES).with_suffix(".png")
    return ASSETS / inside if len(inside.parts) == 1 else ASSETS / "art" / inside


def render(source: Path) -> Image.Image:
    svg = source.read_text(encoding="utf-8")
    hints = dict(re.findall(r'data-(\w+)="(\d+)"', svg))
    data = resvg_py.svg_to_bytes(svg_string=svg, width=int(hints["width"]), skip_system_fonts=True,
                                 font_files=fonts())
    image = bleed(Image.open(io.BytesIO(bytes(data))).convert("RGBA"))
    return reduce_colours(image, int(hints["colours"])) if "colours" in hints else image


def see_through(image: Image.Image) -> bool:
    return image.mode == "RGBA" and any(image.getchannel("A").histogram()[:255])


def bleed(image: Image.Image, levels: int = 4) -> Image.Image:
    """Give transparent pixels the colour of their neighbours: a GPU blends them into every edge it scales."""
    if not see_through(image):
        return image
    pyramid = [image]
    for _ in range(levels):
        size = (max(1, pyramid[-1].width // 2), max(1, pyramid[-1].height // 2))
        pyramid.append(pyramid[-1].resize(size, Image.Resampling.BOX))
    colour = image.resize((1, 1), Image.Resampling.BOX).convert("RGB")
    for level in reversed(pyramid):
        known = level.getchannel("A").point(lambda a: 255 if a else 0)
        colour = Image.composite(level.convert("RGB"), colour.resize(level.size, Image.Resampling.NEAREST),
                                 known)
    colour.putalpha(image.getchannel("A"))
    return colour


def reduce_colours(image: Image.Image, colours: int) -> Image.Image:
    """Make the file small; only for flat art, where no gradient can show steps.

    Without a palette: SDL_image never frees the pixels of a palette picture, up to 1.8 MB each time."""
    if not see_through(image):
        return image.convert("RGB").quantize(colours, dither=Image.Dither.FLOYDSTEINBERG).convert("RGB")
    return image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).convert("RGBA")


def write_png(image: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if image.mode == "RGBA" and not see_through(image):
        image = image.convert("RGB")
    image.save(path, optimize=True)
    if image.mode in ("RGB", "RGBA") and len(flat := unfiltered(image)) < 1.1 * path.stat().st_size:
        path.write_bytes(flat)


def unfiltered(image: Image.Image) -> bytes:
    """A PNG without Pillow's filters: for our art smaller, and decoded in a third of the time."""
    raw, line = image.tobytes(), image.width * len(image.getbands())
    rows = b"".join(b"\0" + raw[at:at + line] for at in range(0, len(raw), line))
    head = struct.pack(">IIBBBBB", *image.size, 8, {"RGB": 2, "RGBA": 6}[image.mode], 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks)


def main(wanted: list[str]) -> None:
    for source in [SOURCES / f"{name}.svg" for name in wanted] or sorted(SOURCES.rglob("*.svg")):
        write_png(render(source), target(source))


if __name__ == "__main__":
    main(sys.argv[1:])

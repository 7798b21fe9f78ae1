"""The page's icons, from those of the app: `python -m tools.art.make_web_icons`."""

import io

import resvg_py
from PIL import Image

from tools.art.render import ASSETS, SOURCES

PAGE = ASSETS.parent / "companion" / "page"
LARGE = 1024
SAFE = 66 / 108
"""How much of an adaptive icon every launcher shows."""
MASKABLE, ON_IPHONES = 0.8, 1.15
"""How much of an icon without corners shows that part: a maskable one may be cut to a circle."""


def drawn(name: str) -> Image.Image:
    data = resvg_py.svg_to_bytes(svg_path=str(SOURCES / f"{name}.svg"), width=LARGE, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def full_bleed(shown: float) -> Image.Image:
    """Without corners or transparent edges."""
    whole = Image.alpha_composite(drawn("icon_bg"), drawn("icon_fg"))
    edge = round(LARGE * (1 - SAFE / shown) / 2)
    return whole.crop((edge, edge, LARGE - edge, LARGE - edge)).convert("RGB")


def main() -> None:
    whole, cut = drawn("icon"), full_bleed(MASKABLE)
    icons = {"icon-48.png": whole, "icon-192.webp": whole, "icon-512.webp": whole,
             "maskable-192.webp": cut, "maskable-512.webp": cut, "icon-180.png": full_bleed(ON_IPHONES)}
    for name, image in icons.items():
        side = int(name.partition("-")[2].partition(".")[0])
        path = PAGE / name
        image.resize((side, side), Image.Resampling.LANCZOS).save(path, optimize=True, quality=85)
        print(f"{name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

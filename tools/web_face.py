"""The face of the tab: its manifest with a shortcut for each game, and what a shared link shows."""

import json
import os
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from companion.core.game import Game
from companion.core.values import Json
from companion.services.home import cover_file

ROOT = Path(__file__).resolve().parents[1]
BANNER = ROOT / "fastlane" / "metadata" / "android" / "en-US" / "images" / "featureGraphic.png"
SCREENSHOTS = ROOT / "docs" / "screenshots" / "web"
MANIFEST, PREVIEW = "manifest.webmanifest", "preview.jpg"
ADDRESS = "TABLESIDE_ADDRESS"
"""The environment variable with the address of the page, as most programs need it to show its picture."""
SAYS = ("Your phone keeps the rules, the score and the clock of your board game. "
        "Nothing to install, and it works offline.")
WIDE, HIGH, GAP, ROUND = 1200, 630, 20, 18
SHORTCUT = 96


def cover_of(game: Game[Any]) -> Image.Image | None:
    """None if it has no picture (the score sheet)."""
    path = cover_file(game.home)
    return Image.open(path).convert("RGB") if path is not None else None


def face(out: Path, games: Iterable[Game[Any]]) -> str:
    """Write its pictures, and complete the manifest. Returns the tags for the page's head."""
    all_games = list(games)
    path = out / MANIFEST
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["shortcuts"] = [shortcut(out, game) for game in all_games]
    manifest["screenshots"] = [screenshot(out, one) for one in sorted(SCREENSHOTS.glob("*.png"))]
    path.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    preview([one for one in map(cover_of, all_games) if one is not None]).save(out / PREVIEW, quality=82)
    return tags(os.environ.get(ADDRESS, ""))


def is_for_others(name: str) -> bool:
    """Do only stores and chats load it? Then a copy for use offline would be wasted."""
    return name == PREVIEW or name.startswith("screenshot-")


def shortcut(out: Path, game: Game[Any]) -> Json:
    cover, name = cover_of(game), "icon-192.webp"
    sizes = "192x192"
    if cover is not None:
        name, sizes = f"{game.facts.id}-{SHORTCUT}.webp", f"{SHORTCUT}x{SHORTCUT}"
        left = (cover.width - cover.height) // 2
        square = cover.crop((left, 0, left + cover.height, cover.height))
        square.resize((SHORTCUT, SHORTCUT), Image.Resampling.LANCZOS).save(out / name, quality=80)
    return {"name": str(game.facts.title), "url": f"./?game={game.facts.id}",
            "icons": [{"src": name, "sizes": sizes, "type": "image/webp"}]}


def screenshot(out: Path, path: Path) -> Json:
    image, name = Image.open(path).convert("RGB"), f"screenshot-{path.stem}.jpg"
    image.save(out / name, quality=80)
    return {"src": name, "sizes": f"{image.width}x{image.height}", "type": "image/jpeg",
            "form_factor": "wide" if image.width > image.height else "narrow"}


def preview(covers: list[Image.Image]) -> Image.Image:
    """The banner of the app stores, with a row of covers below it."""
    whole = Image.new("RGB", (WIDE, HIGH))
    banner = Image.open(BANNER).convert("RGB")
    high = banner.height * WIDE // banner.width
    large = banner.resize((WIDE, high), Image.Resampling.LANCZOS)
    end = high - 2 * GAP
    whole.paste(large.crop((0, high - 1, WIDE, high)).resize((WIDE, HIGH - end)), (0, end))
    whole.paste(large, (0, -2 * GAP))
    wide = (WIDE - GAP * (len(covers) + 1)) // len(covers)
    size = (wide, wide * 5 // 7)
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *size), ROUND, fill=255)
    for place, cover in enumerate(covers):
        at = (GAP + place * (wide + GAP), HIGH - size[1] - GAP)
        whole.paste(cover.resize(size, Image.Resampling.LANCZOS), at, mask)
    return whole


def tags(address: str) -> str:
    """`address`: with the slash at its end, or "" if nobody knows where the page will be."""
    found = {"og:type": "website", "og:title": "Tableside", "og:description": SAYS,
             "og:image": address + PREVIEW, "og:image:width": str(WIDE), "og:image:height": str(HIGH)}
    if address:
        found["og:url"] = address
    shared = [f'<meta property="{name}" content="{escape(words)}">' for name, words in found.items()]
    return "\n".join((f'<meta name="description" content="{escape(SAYS)}">', *shared,
                      '<meta name="twitter:card" content="summary_large_image">'))

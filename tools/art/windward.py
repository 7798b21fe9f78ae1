"""Windward: ships and winged Cresters over a gas planet seen from above."""

from __future__ import annotations

import math

from PIL import Image

from .planet import PLANET_DEFS, R, planet
from .render import Layers, dithered
from .svg import SEAT_FILLS, group, polygon, regular
from .windward_pieces import (
    BUBBLE,
    CRESTERS,
    DIE_DEFS,
    HULL,
    NIGHT,
    POST_DEFS,
    TERRAIN,
    badge,
    cannon_token,
    coin,
    crester,
    die,
    flag,
    gas_token,
    longboat,
    no_entry,
    post,
    ship,
    swords,
    tooth,
    wind_arrow,
    wind_badge,
)

SKY = ((0, "#0A1024"), (1, "#17193A"))
BATTLE_SKY = ((0, "#0B1026"), (0.45, "#271C3E"), (0.75, "#5A2A45"), (1, "#8A3B42"))


def puff(variant: int) -> Image.Image:
    """A soft cloud, longer along the wind, which blows upwards in this picture."""
    blobs = (
        ((0.5, 0.34, 0.13, 0.2), (0.6, 0.46, 0.1, 0.16), (0.4, 0.52, 0.1, 0.15), (0.5, 0.7, 0.05, 0.2)),
        ((0.46, 0.3, 0.1, 0.17), (0.58, 0.42, 0.13, 0.2), (0.44, 0.6, 0.09, 0.18), (0.56, 0.76, 0.05, 0.14)),
        ((0.52, 0.4, 0.15, 0.22), (0.38, 0.46, 0.09, 0.14), (0.62, 0.62, 0.08, 0.18), (0.5, 0.8, 0.04, 0.12)),
    )[variant - 1]

    def colour_at(x: float, y: float) -> tuple[float, float, float, float]:
        thick = sum(math.exp(-(((x - cx) / w) ** 2 + ((y - cy) / h) ** 2) * 1.5) for cx, cy, w, h in blobs)
        edge = min(1.0, min(x, 1 - x, y, 1 - y) * 12)
        return 255, 255, 255, 255 * (1 - math.exp(-1.6 * thick)) * max(0.0, edge)

    return dithered((96, 144), colour_at)


def board(rings: int = 5, side: float = 35.5) -> str:
    """Empty hexes round the Post, for the cover; a few signs so that one sees what they are for."""
    signs = {
        (1, -3): "gas",
        (-2, 4): "gas",
        (3, -4): "feed",
        (-4, 2): "feed",
        (2, -1): "drift",
        (4, -1): "drift",
        (-1, 3): "drift",
        (-3, 0): "drift",
        (0, -4): "zephyr",
        (-3, 4): "zephyr",
        (2, 2): "zephyr",
        (4, -3): "redstart",
        (-1, -3): "gas",
        (-2, -1): "feed",
    }
    parts = []
    for q in range(-rings, rings + 1):
        for r in range(max(-rings, -rings - q), min(rings, rings - q) + 1):
            x, y = 1.5 * side * q, math.sqrt(3) * side * (r + q / 2)
            veil = 0.26 if (q - r) % 2 else 0.13
            parts.append(
                group(
                    polygon(
                        regular(6, side * 0.95, 0),
                        NIGHT,
                        fill_opacity=veil,
                        stroke="#FFF7E0",
                        stroke_opacity=0.34,
                        stroke_width=1.4,
                    )
                    + (group(TERRAIN[signs[q, r]](), scale=1.16) if (q, r) in signs else ""),
                    x=x,
                    y=y,
                )
            )
    return "".join(parts) + group(post() + group(flag(), turn=60))


# ------------------------------------------------------------------ all of it


def draw_place(layers: Layers) -> None:
    layers.sky(*SKY)
    layers.sky(*BATTLE_SKY, name="sky_battle")
    layers.draw(
        "planet", planet(), (-392, -392, 784, 784), defs=PLANET_DEFS, density=2, points={"centre": (0.0, 0.0)}, radius=R
    )
    for name, sign in TERRAIN.items():
        layers.draw(
            f"terrain_{name}",
            sign(),
            (-24, -24, 48, 48),
            defs=BUBBLE,
            density=4,
            hint="1.16 times this size in a hex of side 35",
        )
    layers.draw("post", post(), (-36, -36, 72, 72), defs=POST_DEFS, density=4, hint="for hexes of side 35.5")
    layers.draw(
        "flag",
        flag(),
        (-14, -42, 28, 50),
        density=4,
        points={"foot": (0.0, 0.0)},
        hint="turn 60 degrees clockwise a territory",
    )
    for n in (1, 2, 3):
        layers.keep(
            f"cloud_{n}", puff(n), (96, 144), hint="along the wind, which blows up here; 15 to 25 percent", tint=True
        )
    layers.draw("hex", polygon(regular(6, 32, 0), "#FFFFFF"), (-33, -29, 66, 58), density=4, tint=True, side=32)
    layers.draw(
        "hex_edge",
        polygon(regular(6, 31, 0), "none", stroke="#FFFFFF", stroke_width=2, stroke_linejoin="round"),
        (-33, -29, 66, 58),
        density=4,
        tint=True,
        side=32,
    )
    layers.draw(
        "hex_dashed",
        polygon(
            regular(6, 31, 0),
            "none",
            stroke="#FFFFFF",
            stroke_width=2,
            stroke_dasharray="5.2 3.9",
            stroke_linecap="round",
        ),
        (-33, -29, 66, 58),
        density=4,
        tint=True,
        side=32,
    )


def draw_pieces(layers: Layers) -> None:
    for seat, colour in enumerate(SEAT_FILLS, 1):
        layers.draw(
            f"ship_{seat}",
            ship(colour),
            (-32, -36, 64, 74),
            defs=HULL,
            density=5,
            points={"centre": (0.0, 0.0)},
            radius=8.5,
        )
        layers.draw(f"longboat_{seat}", longboat(colour), (-14, -18, 28, 36), density=5, colours=128)
    for kind, look in CRESTERS.items():
        size = look[-1]
        for state in ("", "defeated", "tagged"):
            box = (-32 * size, -26 * size, 64 * size, 58 * size)
            layers.draw(
                f"crester_{kind}{'_' + state if state else ''}",
                crester(kind, state),
                box,
                density=5,
                points={"centre": (0.0, 0.0)},
            )
        if kind != "white":  # it leaves no tooth (WW-131, WW-138)
            layers.draw(f"tooth_{kind}", tooth(look[0]), (-14, -16, 28, 34), density=4)


def draw_tokens(layers: Layers) -> None:
    box = (-17.0, -17.0, 34.0, 36.0)
    layers.draw("token_gas", gas_token(), box, density=4)
    layers.draw("token_cannon", cannon_token(), box, density=4)
    layers.draw("token", coin("#F2D9A8", "#C9A064"), box, density=4, hint="the app writes on it: +2, coffee, life")
    box = (-15.0, -15.0, 30.0, 31.0)
    layers.draw("badge_fight", badge("#B3191D", swords()), box, density=4)
    layers.draw("badge_no_entry", no_entry(), box, density=4)
    layers.draw("badge_versus", badge("#1A2244", swords()), box, density=6)
    layers.draw("wind_badge", wind_badge(), (-32, -32, 64, 64), density=3)
    layers.draw(
        "wind_arrow",
        wind_arrow(),
        (-12, -12, 24, 22),
        density=4,
        hint="on the ring of wind_badge, pointing up for territory 1",
    )
    for hits in range(4):
        layers.draw(f"die_{hits}", die(hits), (-31, -31, 62, 64), defs=DIE_DEFS, density=3)


def draw() -> None:
    layers = Layers("windward")
    draw_place(layers)
    draw_pieces(layers)
    draw_tokens(layers)
    layers.finish()

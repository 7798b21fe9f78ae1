"""The gas planet of Windward from above: bands, storms, shade and a rim of air."""

from __future__ import annotations

import math
from random import Random

from .svg import Point, circle, ellipse, group, path, polygon, radial, stroke

BANDS = (
    "#F3D9A6",
    "#E2B37E",
    "#C98B6B",
    "#E0A982",
    "#A96C6A",
    "#7F5875",
    "#C79086",
    "#6A5079",
    "#504673",
    "#8E6C86",
    "#3D3F6B",
)
R = 360.0


def band_radius(k: int, angle: float) -> float:
    """The edge of band k: round the outermost, waving all others, the inner ones less: they are shorter."""
    if k == 10:
        return R
    m, f = 5 + k % 4, 1.7 * k
    calm = 0.3 + 0.7 * k / 10
    return R * ((k + 1) / 11 + calm * (0.012 * math.sin(m * angle + f) + 0.008 * math.sin((2 * m + 1) * angle + 2 * f)))


def band_line(k: int, part: float = 1) -> list[Point]:
    """The edge of band k; with a part below 1 a line further in."""
    angles = [2 * math.pi * i / 360 for i in range(360)]
    return [(part * band_radius(k, a) * math.cos(a), part * band_radius(k, a) * math.sin(a)) for a in angles]


def wisps(random: Random, k: int) -> str:
    """Light arcs that run along the band, thin at both ends."""
    parts = []
    for _ in range(3):
        start, long = random.uniform(0, 2 * math.pi), random.uniform(0.5, 1.5)
        inside = random.uniform(0.93, 0.985)
        out, back = [], []
        for i in range(33):
            t = i / 32
            angle = start + long * t
            r, half = band_radius(k, angle) * inside, 2.4 * math.sin(math.pi * t)
            out.append(((r + half) * math.cos(angle), (r + half) * math.sin(angle)))
            back.append(((r - half) * math.cos(angle), (r - half) * math.sin(angle)))
        parts.append(polygon([*out, *reversed(back)], "#FFF1D2", fill_opacity=random.uniform(0.14, 0.24)))
    return "".join(parts)


def bands() -> str:
    random = Random(17)
    parts = []
    for k in range(10, -1, -1):
        parts.append(polygon(band_line(k), BANDS[k]))
        if k < 10:
            parts.append(polygon(band_line(k, 0.985), "#FFFFFF", fill_opacity=0.05))
            parts.append(polygon(band_line(k, 0.95), BANDS[k]))
        parts.append(wisps(random, k))
    return "".join(parts)


def storm(colour: str, size: float) -> str:
    swirl = "M-22,2 C-20,-12 8,-14 18,-4 C24,4 6,11 -6,7 C-14,4 -8,-4 2,-2"
    return group(
        ellipse(0, 0, 46, 30, "#2A1B3A", fill_opacity=0.16)
        + ellipse(0, 0, 43, 27, colour, fill_opacity=0.9)
        + ellipse(-1, -1, 33, 19.5, "#FFF1D8", fill_opacity=0.28)
        + stroke(swirl, "#FFF6E4", 2.6, stroke_opacity=0.6),
        scale=size,
    )


def storms() -> str:
    placed = (("#F5D6B0", 162, -193, 40, 1), ("#D77C5E", -84, 179, 25, 0.74), ("#B7E0E3", -256, -148, 120, 0.67))
    return "".join(group(storm(colour, size), x=x, y=y, turn=turn) for colour, x, y, turn, size in placed)


def air() -> str:
    return circle(0, 0, 389, "url(#air)")


def planet() -> str:
    """The planet round (0, 0); its defs are PLANET_DEFS."""
    light = path(
        "M-352,-60 A357,357 0 0 1 -60,-352",
        stroke="#E6FAFF",
        stroke_width=2.5,
        stroke_opacity=0.55,
        stroke_linecap="round",
    )
    return air() + bands() + storms() + circle(0, 0, R, "url(#dusk)") + circle(0, 0, R, "url(#limb)") + light


PLANET_DEFS = (
    radial(
        "air",
        [
            (0.86, "#8FD9F2", 0),
            (0.922, "#8FD9F2", 0.6),
            (0.94, "#8FD9F2", 0.42),
            (0.965, "#8FD9F2", 0.16),
            (1, "#8FD9F2", 0),
        ],
    )
    + radial(
        "dusk",
        [(0, "#0B1230", 0), (0.55, "#0B1230", 0.06), (0.78, "#0B1230", 0.28), (1, "#0B1230", 0.66)],
        (0.38, 0.34),
        0.74,
    )
    + radial("limb", [(0, "#8FD9F2", 0), (0.93, "#8FD9F2", 0), (1, "#8FD9F2", 0.34)])
)

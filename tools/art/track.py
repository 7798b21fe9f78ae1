"""The score track of Windmill: a green disc with a spiral path of 41 spaces, 0 to 40."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from .svg import Point, circle, ellipse, group, polyline, radial, solid, stroke, text

SPACES = 41

# The disc, seen from a low hill: centre (0, 0) is the centre of the track.
DISC_BOX = (-200.0, -126.0, 400.0, 262.0)
OUTER: Point = (175.0, 99.0)
INNER_PART, TURNS, START = 0.36, 2.55, math.radians(112)


def spiral(at: float) -> Point:
    """A place on the path, 0 at its outer end and 1 at its inner one."""
    shrink = 1 - (1 - INNER_PART) * at
    angle = START + 2 * math.pi * TURNS * at
    return OUTER[0] * shrink * math.cos(angle), OUTER[1] * shrink * math.sin(angle)


def track() -> list[Point]:
    """The spaces 0 to 40, equally far apart along the path."""
    fine = [spiral(i / 8000) for i in range(8001)]
    walked = [0.0]
    for here, there in pairwise(fine):
        walked.append(walked[-1] + math.dist(here, there))
    spaces, i = [], 0
    for n in range(SPACES):
        goal = walked[-1] * n / (SPACES - 1)
        while i < 8000 and walked[i] < goal:
            i += 1
        spaces.append(fine[i])
    return spaces


def tufts(seed: int, count: int) -> str:
    """Grass and a few flowers, only where no path is."""
    random = Random(seed)
    way = [spiral(i / 300) for i in range(301)]
    parts: list[str] = []
    while len(parts) < count:
        angle, far = random.uniform(0, 2 * math.pi), math.sqrt(random.random())
        spot = (186 * far * math.cos(angle), 2 + 110 * far * math.sin(angle))
        on_path = min(math.hypot(spot[0] - x, 1.4 * (spot[1] - y)) for x, y in way) < 15
        if on_path or (abs(spot[0]) < 66 and abs(spot[1]) < 22):
            continue
        if random.random() < 0.22:
            parts.append(circle(*spot, 1.15, random.choice(("#FFE9B8", "#F6B48E", "#E9D5F2")), fill_opacity=0.9))
        else:
            x, y = spot
            blades = "M-1.8,-3.2 L0,0 L.3,-4 M0,0 L2.2,-2.8"
            parts.append(group(stroke(blades, "#41592F", 0.9, stroke_opacity=0.6), x=x, y=y))
    return "".join(parts)


def disc_ground() -> str:
    return "".join(
        (
            ellipse(0, 14, 198, 121, "#2A1620", fill_opacity=0.28),
            ellipse(0, 10, 193.6, 120, "#3A2A26"),
            ellipse(0, 7.5, 193.6, 119.5, "#4C4A30"),
            ellipse(0, 4, 193.6, 118.8, "url(#grass)"),
            ellipse(0, 3, 192.2, 117.6, "none", stroke="#93A85E", stroke_width=1.4, stroke_opacity=0.55),
            ellipse(0, -2, 138, 81.4, "#7C9450", fill_opacity=0.55),
            ellipse(0, -8, 82.4, 46.2, "#8FA75D", fill_opacity=0.7),
        )
    )


def stones() -> str:
    parts = []
    for n, (x, y) in enumerate(track()):
        if n % 5:
            parts.append(ellipse(x, y + 0.8, 5, 3.6, "#A67B49") + ellipse(x, y, 5, 3.6, "#C9A06A"))
        else:
            parts.append(
                ellipse(x, y + 1.6, 10, 7.6, "#4F2119")
                + ellipse(x, y, 10, 7.6, "#7A3B2E")
                + ellipse(x, y - 0.6, 8.6, 6, "none", stroke="#A35B48", stroke_width=0.8, stroke_opacity=0.6)
            )
            parts.append(text(str(n), x, y + 3.7, 10.5, "#FFF3DF"))
    return "".join(parts)


def disc() -> str:
    way = [spiral(i / 400) for i in range(401)]
    return "".join(
        (
            disc_ground(),
            tufts(11, 150),
            group(polyline(way, "#33452A", 21.5, stroke_opacity=0.55), y=2.2),
            polyline(way, "#C9A166", 18.4),
            polyline(way, "#E9C98F", 16.4),
            group(polyline(way, "#F6DDA9", 2.2, stroke_opacity=0.5), y=-5.4),
            stones(),
        )
    )


DISC_DEFS = radial("grass", solid((0, "#6F8749"), (0.7, "#647A45"), (1, "#55703C")), (0.62, 0.32), 0.75)

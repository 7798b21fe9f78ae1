"""Windmill: Cozy Stories. A warm dusk: hills, a field, the green disc with its track, the mill."""

from __future__ import annotations

from random import Random

from .render import Layers, glow
from .svg import (
    Point,
    below,
    circle,
    ellipse,
    group,
    hill_line,
    linear,
    path,
    polygon,
    polyline,
    radial,
    rect,
    solid,
    stars,
    stroke,
)
from .track import DISC_BOX, DISC_DEFS, disc, track

SKY = ((0, "#241A44"), (0.28, "#5A2B63"), (0.55, "#B34A63"), (0.78, "#F08A5B"), (1, "#FFD08C"))
WIDE = 800.0
SUN_GLOW = [
    (0, "#FFDF9E", 0.8),
    (0.3, "#FFC07A", 0.5),
    (0.6, "#FFA868", 0.2),
    (0.82, "#FF9A5E", 0.06),
    (1, "#FF9A5E", 0),
]
WOOD, DARK_WOOD, CLOTH = "#5B2A33", "#3D1824", "#FFF3DF"

# ------------------------------------------------------------------ the mill


def mill_tower() -> str:
    courses = "".join(
        rect(-38 + 14 * y / 118, -y, 76 - 28 * y / 118, 1.6, "#B98A72", fill_opacity=0.4)
        for y in (18, 34, 50, 66, 82, 98)
    )
    random = Random(5)
    bricks = "".join(
        rect(random.uniform(-30, 22) * (1 - y / 330), -y - 9, random.uniform(8, 13), 5, "#B98A72", 1, fill_opacity=0.22)
        for y in (10, 10, 26, 26, 42, 58, 74, 74, 90, 100)
    )
    tower = polygon([(-38, 0), (-24, -118), (24, -118), (38, 0)], "url(#wall)")
    shade = polygon([(6, 0), (4, -118), (24, -118), (38, 0)], "#A9715F", fill_opacity=0.42)
    edge = polygon([(-38, 0), (-24, -118), (-21.5, -118), (-34.5, 0)], "#FFF6E4", fill_opacity=0.55)
    return tower + courses + bricks + shade + edge + door() + window() + cap()


def door() -> str:
    return (
        path("M-14,0 V-20 A14,14 0 0 1 14,-20 V0Z", "#C99C83")
        + path("M-11,0 V-20 A11,11 0 0 1 11,-20 V0Z", WOOD)
        + stroke("M-4,0 V-30 M4,0 V-30", DARK_WOOD, 1, stroke_opacity=0.7)
        + circle(7, -13, 1.3, "#FFC15E")
        + rect(-16, -2, 32, 3, "#B98A72", 1.2)
    )


def window() -> str:
    return (
        circle(0, -57, 15, "url(#lit)")
        + rect(-9, -68, 18, 22, "#B98A72", 9)
        + rect(-7, -66, 14, 18, "#FFC75F", 7)
        + rect(-7, -66, 14, 8, "#FFE3A0", 7, fill_opacity=0.7)
        + rect(-0.9, -66, 1.8, 18, WOOD)
        + rect(-7, -57.5, 14, 1.6, WOOD)
        + rect(-10, -47, 20, 2.6, "#D9B495", 1.2)
    )


def cap() -> str:
    shingles = "".join(
        stroke(f"M{-w},{y} Q0,{y + 5} {w},{y}", "#4B1828", 1, stroke_opacity=0.35)
        for w, y in ((27, -124), (25, -133), (21, -142))
    )
    return (
        path("M-30,-116 Q-27,-150 0,-154 Q27,-150 30,-116Z", "#86323F")
        + shingles
        + path("M4,-116 Q6,-150 0,-154 Q27,-150 30,-116Z", "#4B1828", fill_opacity=0.5)
        + stroke("M-27,-122 Q-22,-146 -3,-151", "#B5525A", 1.6, stroke_opacity=0.7)
        + rect(-33, -119.5, 66, 5.5, WOOD, 2.75)
        + rect(-33, -119.5, 66, 1.8, "#7C404A", 0.9)
        + circle(0, -155.5, 2.6, WOOD)
    )


def mill(shadow: bool = True) -> str:
    ground = ellipse(8, 2, 66, 11, "#1B1020", fill_opacity=0.32) + ellipse(4, 2, 50, 7, "#1B1020", fill_opacity=0.25)
    return (ground if shadow else "") + mill_tower()


MILL_DEFS = linear("wall", solid((0, "#F2D9BD"), (0.6, "#F8E7D0"), (1, "#EBD0B2"))) + radial(
    "lit", [(0, "#FFC75F", 0.55), (1, "#FFC75F", 0)]
)


def sail() -> str:
    rungs = "".join(
        rect(3, y, 20 - (98 + y) / 17 - 0.4, 1.4, WOOD, fill_opacity=0.55) for y in (-94, -82, -70, -58, -46, -34)
    )
    return (
        rect(-2.2, -102, 4.4, 102, WOOD, 2)
        + rect(-2.2, -102, 1.6, 102, "#7C404A", 0.8)
        + polygon([(3, -98), (23, -96), (19, -26), (3, -22)], "url(#cloth)")
        + rungs
        + polygon([(12, -97.1), (13.6, -96.9), (12.6, -24.4), (11.2, -24)], WOOD, fill_opacity=0.55)
        + stroke("M23,-96 L19,-26", WOOD, 1, stroke_opacity=0.6)
    )


def sails() -> str:
    """Four sails round the hub at (0, 0)."""
    return (
        "".join(group(sail(), turn=90 * i) for i in range(4))
        + circle(0, 0, 9, DARK_WOOD)
        + circle(0, 0, 8, WOOD)
        + circle(0, 0, 3.8, "#FFC15E")
        + circle(-1, -1, 1.4, "#FFEBC0")
    )


SAIL_DEFS = linear("cloth", solid((0, "#FFF8EA"), (1, "#F1DCC0")), (0, 0), (1, 0))


# ------------------------------------------------------------------ land and sky


def hill(y: float, amplitude: float, waves: int, phase: float, bottom: float, fill: str, light: str) -> str:
    line = hill_line(WIDE, y, amplitude, waves, phase)
    return polygon(below(line, bottom), fill) + polyline(line, light, 1.2, stroke_opacity=0.5)


def ridge(phase: float) -> list[Point]:
    """A far hill line round y = 0, for pictures made of these parts."""
    return hill_line(WIDE, 0, 10, 3, phase)


def hedges(seed: int, line: list[Point], colour: str) -> str:
    """Round trees far away, in small groups on the ridge."""
    random = Random(seed)
    parts = []
    for at in (0.06, 0.19, 0.36, 0.58, 0.71, 0.9):
        for _ in range(random.randint(2, 4)):
            x, y = line[int((at + random.uniform(-0.012, 0.012)) * (len(line) - 1))]
            size = random.uniform(2.2, 4)
            parts.append(ellipse(x, y - size * 0.5, size, size * 0.85, colour))
    return "".join(parts)


def furrows(top: float, bottom: float, colours: tuple[str, str], strong: tuple[float, float]) -> str:
    """Straight lines that meet above the horizon; a wedge each, so that they widen towards us."""
    parts = []
    for i in range(-34, 35):
        near, half = 400 + i * 30, 1.7
        far = 400 + i * 6.2
        colour, alpha = (colours[0], strong[0]) if i % 2 else (colours[1], strong[1])
        parts.append(
            polygon(
                [(far - 0.5, top), (far + 0.5, top), (near + half, bottom), (near - half, bottom)],
                colour,
                fill_opacity=alpha,
            )
        )
    return "".join(parts)


def field(bottom: float) -> tuple[str, str]:
    """The wide field and its defs; its upper edge waves round y = 10."""
    line = hill_line(WIDE, 10, 4.5, 2, 0.6)
    edge = polygon(below(line, bottom), "url(#field)")
    clip = f'<clipPath id="land">{polygon(below(line, bottom), "#fff")}</clipPath>'
    rows = f'<g clip-path="url(#land)">{furrows(4, bottom, ("#5A3430", "#FFD58E"), (0.26, 0.12))}</g>'
    defs = linear("field", solid((0, "#C48F47"), (0.12, "#B5823F"), (1, "#7C4B36"))) + clip
    return edge + rows + polyline(line, "#F2C173", 1.3, stroke_opacity=0.7), defs


def near_field(bottom: float) -> tuple[str, str]:
    line = hill_line(WIDE, 14, 7, 1, 2.4)
    clip = f'<clipPath id="near">{polygon(below(line, bottom), "#fff")}</clipPath>'
    rows = f'<g clip-path="url(#near)">{furrows(0, bottom, ("#FFCF8A", "#2C1620"), (0.13, 0.16))}</g>'
    defs = linear("nearfield", solid((0, "#7E5B3A"), (1, "#4A2C33"))) + clip
    return polygon(below(line, bottom), "url(#nearfield)") + rows + polyline(
        line, "#C08B52", 1.3, stroke_opacity=0.6
    ), defs


def cloud(variant: int) -> str:
    bars = (
        ((-40, -6, 80, 12), (-22, -15, 52, 14), (-58, 2, 70, 9)),
        ((-46, -4, 92, 11), (-8, -14, 46, 13), (-30, 4, 86, 8)),
        ((-34, -5, 68, 10), (-28, -13, 40, 12), (-6, 2, 58, 8)),
    )[variant - 1]
    return "".join(rect(x, y, w, h, "url(#cloud)", h / 2) for x, y, w, h in bars)


def cloud_defs(colour: str) -> str:
    """One gradient over the whole cloud, not over each bar, so that the bars grow together."""
    return (
        f'<linearGradient id="cloud" gradientUnits="userSpaceOnUse" x1="0" y1="-15" x2="0" y2="13">'
        f'<stop offset="0" stop-color="#FFF1DC"/><stop offset="1" stop-color="{colour}"/></linearGradient>'
    )


def sun(r: float = 110) -> str:
    return circle(0, 0, r, "url(#sun)")


SUN_DEFS = radial("sun", solid((0, "#FFF7DA"), (0.45, "#FFEDB8"), (0.75, "#FFD98A"), (1, "#FFB45E")))


def bird(x: float, y: float, size: float) -> str:
    return group(stroke("M-7,0 Q-3,-2.6 0,3 Q3,-2.6 7,0", "#3A1B3C", 1.6), x=x, y=y, scale=size)


def pawn_foot() -> str:
    return (
        ellipse(0, 0, 11, 4, "#180D18", fill_opacity=0.22)
        + ellipse(0, 0, 9.2, 3.2, "#180D18", fill_opacity=0.4)
        + path("M-3,-8 L3,-8 L7,0 Q0,2.4 -7,0Z", "#2A1424")
        + path("M-3,-8 L-1,-8 L-3.4,.9 Q-5.4,.6 -7,0Z", "#5B3A50")
    )


# ------------------------------------------------------------------ all of it


def draw_sky(layers: Layers) -> None:
    layers.sky(*SKY)
    layers.draw(
        "stars", stars(7, 90, WIDE, 190), (0, 0, WIDE, 190), anchor="top", wide="crop the middle, repeat if wider"
    )
    for n, (colour, alpha) in enumerate((("#FFC9A0", 0.34), ("#F5A79A", 0.28), ("#FFE0B0", 0.38)), 1):
        layers.draw(f"cloud_{n}", group(cloud(n), opacity=alpha), (-64, -20, 128, 36), defs=cloud_defs(colour))
    layers.draw("sun", sun(), (-112, -112, 224, 224), defs=SUN_DEFS, points={"centre": (0.0, 0.0)}, radius=110)
    layers.keep(
        "sun_glow",
        glow(SUN_GLOW, (256, 256)),
        (440, 440),
        points={"centre": [220, 220]},
        hint="twice the sun's radius round its centre, three times when the sun is small",
    )
    layers.draw("birds", bird(20, 26, 1) + bird(38, 10, 0.9) + bird(56, 22, 0.75), (8, 2, 58, 34))


def draw_land(layers: Layers) -> None:
    stretch = "crop the middle, stretch if wider"
    layers.draw(
        "hills_back",
        hill(22, 9, 3, 0.9, 64, "#7D3F58", "#B4617A"),
        (0, 0, WIDE, 64),
        anchor="horizon",
        wide=stretch,
        hint="lower edge 26 dp below the horizon",
    )
    line = hill_line(WIDE, 20, 7, 4, 2.1)
    mid = hedges(3, line, "#85493F") + hill(20, 7, 4, 2.1, 52, "#8C5148", "#C07A5A")
    layers.draw(
        "hills_mid", mid, (0, 0, WIDE, 52), anchor="horizon", wide=stretch, hint="lower edge 22 dp below the horizon"
    )
    body, defs = field(300)
    layers.draw(
        "field",
        body,
        (0, 0, WIDE, 300),
        defs=defs,
        density=2,
        anchor="horizon",
        wide=stretch,
        hint="upper edge 10 dp above the horizon, stretched down to the stage's lower edge",
    )
    body, defs = near_field(150)
    layers.draw("field_near", body, (0, 0, WIDE, 150), defs=defs, density=2, anchor="bottom", wide=stretch)


def draw() -> None:
    layers = Layers("windmill")
    draw_sky(layers)
    draw_land(layers)
    layers.draw(
        "disc",
        disc(),
        DISC_BOX,
        defs=DISC_DEFS,
        density=4,
        anchor="bottom",
        points={"track": track(), "centre": (0.0, 0.0), "mill_foot": (0.0, 2.0)},
        mill_scale=0.96,
        hint="the mill stands on mill_foot at mill_scale times the disc's own scale",
    )
    layers.draw(
        "mill",
        mill(),
        (-76, -162, 152, 178),
        defs=MILL_DEFS,
        density=3,
        anchor="bottom",
        points={"hub": (0.0, -128.0), "foot": (0.0, 0.0)},
    )
    layers.draw(
        "sails", sails(), (-106, -106, 212, 212), defs=SAIL_DEFS, density=3, points={"hub": (0.0, 0.0)}, turn=17
    )
    layers.draw(
        "pawn_foot",
        pawn_foot(),
        (-12, -10, 24, 15),
        density=4,
        points={"space": (0.0, 0.0)},
        token_above=19.5,
        hint="token_above: from the space to the centre of a seat shape of radius 11.5",
    )
    layers.facts["side_by_side"] = 21
    layers.finish()

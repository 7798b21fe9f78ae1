"""Story: a walnut table under a lamp and the photographs on it; the dark-room for secrets has its own module."""

from __future__ import annotations

from random import Random

from .dark_room import draw_dark_room
from .render import Layers, glow
from .svg import Stop, circle, ellipse, group, linear, path, polygon, rect, solid, stroke

WIDE = 800.0
PLANKS = (70, 64, 78, 66, 84, 62, 74, 82)
TALL = float(sum(PLANKS))
GRAIN = "#1F130C"
PAPER = "#FBF6EA"
LAMP_GLOW: list[Stop] = [
    (0, "#FFE3A6", 0.62),
    (0.25, "#FFD694", 0.48),
    (0.5, "#FFC680", 0.26),
    (0.75, "#FFB870", 0.09),
    (1, "#FFB870", 0),
]
WINNER_GLOW: list[Stop] = [(0, "#FFE7B0", 0.95), (0.55, "#FFD183", 0.5), (0.8, "#FFC06A", 0.16), (1, "#FFC06A", 0)]
PRINT = (146.0, 170.0)
BLEED = 2.0
"""Clear round a print: it lies turned on the table, and its edges are only smooth inside its own picture."""


# ------------------------------------------------------------------ the table


def grain(random: Random, y: float, height: float) -> str:
    """Hair lines along one plank, with a knot now and then; drawn twice so that the table repeats sideways."""
    parts = []
    for _ in range(11):
        x, at = random.uniform(0, WIDE), y + random.uniform(6, height - 6)
        length, bow = random.uniform(90, 300), random.uniform(-3.5, 3.5)
        line = f"M{x:.1f},{at:.1f} q{length / 2:.1f},{bow:.1f} {length:.1f},0"
        look = {"stroke_opacity": random.uniform(0.1, 0.3)}
        width = random.uniform(0.7, 1.6)
        parts += [stroke(line, GRAIN, width, **look), group(stroke(line, GRAIN, width, **look), x=-WIDE)]
    return "".join(parts)


def knot(x: float, y: float) -> str:
    rings = "".join(
        ellipse(x, y, 9 * s, 3.6 * s, "none", stroke=GRAIN, stroke_width=1, stroke_opacity=0.3 - 0.06 * i)
        for i, s in enumerate((0.8, 1.3, 1.8, 2.4))
    )
    return rings + ellipse(x, y, 4.5, 2, "#2B1A10", fill_opacity=0.55)


def table() -> str:
    random = Random(21)
    tones = ("#63452F", "#5B3F2C", "#674832", "#5F422E", "#694A34", "#593D2A", "#644630", "#60432F")
    parts, y = [], 0.0
    for i, height in enumerate(PLANKS):
        parts.append(rect(0, y, WIDE, height, tones[i]))
        parts.append(rect(0, y, WIDE, height, "url(#round)"))
        parts.append(grain(random, y, height))
        if i in (1, 4, 6):
            parts.append(knot(random.uniform(120, 680), y + height * random.uniform(0.35, 0.65)))
        seam = random.uniform(60, 740)
        parts.append(rect(seam, y, 1.6, height, "#1D120B", fill_opacity=0.55))
        parts.append(rect(seam + 1.6, y, 1, height, "#8A6648", fill_opacity=0.3))
        parts.append(rect(0, y, WIDE, 1.6, "#1D120B", fill_opacity=0.75))
        parts.append(rect(0, y + 1.6, WIDE, 1, "#8F6B4C", fill_opacity=0.35))
        y += height
    return "".join(parts)

TABLE_DEFS = linear("round", [(0, "#FFDDB0", 0.05), (0.5, "#000000", 0), (1, "#000000", 0.14)])


# ------------------------------------------------------------------ photographs


def paper(w: float, h: float) -> str:
    return rect(0, 0, w, h, "url(#paper)", w * 0.022) + rect(
        0.6, 0.6, w - 1.2, h - 1.2, "none", w * 0.02, stroke="#FFFFFF", stroke_width=1.2, stroke_opacity=0.7
    )

PAPER_DEFS = linear("paper", solid((0, "#FFFDF6"), (1, "#F3EBDA")), (0, 0), (0.4, 1))


def print_window(w: float, h: float) -> tuple[float, float, float, float]:
    """Where the picture of a print is: an edge of 7 %, and a wider one below for the name."""
    edge = 0.07 * w
    return edge, edge, w - 2 * edge, h * 0.655


def soft_shadow(w: float, h: float, steps: int = 14, reach: float = 9, strong: float = 0.5) -> str:
    """A shadow out of thin sheets laid on each other; resvg would blur as well, but not alike everywhere."""
    sheets = []
    for i in range(steps):
        grow = reach * (1 - 2 * i / (steps - 1))
        sheets.append(
            rect(
                -grow,
                -grow,
                w + 2 * grow,
                h + 2 * grow,
                "#0A0604",
                max(2.0, 3 + grow),
                fill_opacity=round(strong * 1.6 / steps, 4),
            )
        )
    return "".join(sheets)


def scene(kind: str, w: float, h: float) -> str:
    """A made-up photograph for the cover: a lighthouse, a moon, a fox."""
    if kind == "moon":
        return (
            rect(0, 0, w, h, "#222B5C")
            + circle(0.55 * w, 0.5 * h, 0.26 * h, "#FBE7A8")
            + circle(0.64 * w, 0.43 * h, 0.23 * h, "#222B5C")
            + "".join(
                circle(x * w, y * h, r, "#FFF6E0")
                for x, y, r in (
                    (0.16, 0.2, 1.6),
                    (0.3, 0.72, 1.2),
                    (0.2, 0.5, 1),
                    (0.85, 0.8, 1.6),
                    (0.86, 0.2, 1.2),
                    (0.42, 0.14, 1),
                    (0.72, 0.9, 1),
                )
            )
        )
    if kind == "fox":
        return (
            rect(0, 0, w, h, "#DCE8D2")
            + rect(0, 0.72 * h, w, 0.28 * h, "#A8C08E")
            + group(fox(), x=w / 2, y=0.48 * h, scale=h / 70)
        )
    sea = rect(0, 0, w, h, "#8FBAD2") + polygon(
        [(0.55 * w, 0.25 * h), (w, 0.05 * h), (w, 0.5 * h)], "#FFF3C8", fill_opacity=0.55
    )
    tower = (
        polygon([(-7, 32), (-4.6, -6), (4.6, -6), (7, 32)], "#FFF8EC")
        + polygon([(-6.2, 18), (-5.4, 6), (5.4, 6), (6.2, 18)], "#D9543E")
        + rect(-5.6, -9, 11.2, 3, "#3B4A5A", 1)
        + rect(-3.4, -15, 6.8, 6.4, "#FFD97A", 1)
        + polygon([(-5, -14.5), (0, -20), (5, -14.5)], "#D9543E")
    )
    return (
        sea
        + rect(0, 0.72 * h, w, 0.28 * h, "#3E6E8E")
        + path(f"M{0.2 * w},{0.76 * h} Q{0.5 * w},{0.6 * h} {0.8 * w},{0.76 * h}Z", "#2C4A5E")
        + group(tower, x=0.5 * w, y=0.36 * h, scale=h / 95)
    )


def fox() -> str:
    ears = polygon([(-24, -26), (-4, -12), (-22, 2)], "#D8652B") + polygon([(24, -26), (4, -12), (22, 2)], "#D8652B")
    inner = polygon([(-20.5, -19), (-9, -11), (-19, -3)], "#3A2320") + polygon(
        [(20.5, -19), (9, -11), (19, -3)], "#3A2320"
    )
    face = path("M-24,-6 Q0,-20 24,-6 Q18,10 0,24 Q-18,10 -24,-6Z", "#E77B37")
    cheeks = path("M-24,-6 Q-16,12 0,24 Q-4,8 -8,4 Q-16,0 -24,-6Z", "#FFF3E2") + path(
        "M24,-6 Q16,12 0,24 Q4,8 8,4 Q16,0 24,-6Z", "#FFF3E2"
    )
    return (
        ears
        + inner
        + face
        + cheeks
        + circle(-8, -3, 2.2, "#2A1712")
        + circle(8, -3, 2.2, "#2A1712")
        + ellipse(0, 22, 3.6, 2.8, "#2A1712")
    )


def print_of(kind: str, w: float, h: float) -> str:
    x, y, iw, ih = print_window(w, h)
    clip = f'<clipPath id="{kind}">{rect(0, 0, iw, ih, "#fff", 1.5)}</clipPath>'
    return (
        group(soft_shadow(w, h), x=3, y=6)
        + clip
        + paper(w, h)
        + group(f'<g clip-path="url(#{kind})">{scene(kind, iw, ih)}</g>', x=x, y=y)
    )


def print_back(w: float, h: float) -> str:
    """A print that lies face down: woven lines in a frame, and a blank round for the teller's token."""
    lattice = "".join(
        stroke(f"M{x:.1f},0 l{slope * h:.1f},{h:.1f}", "#8A6C48", 1.1, stroke_opacity=0.34)
        for x in range(int(-h), int(w + h), 13)
        for slope in (1, -1)
    )
    clip = f'<clipPath id="weave">{rect(11, 11, w - 22, h - 22, "#fff", 4)}</clipPath>'
    return (
        rect(0, 0, w, h, "url(#back)", w * 0.022)
        + clip
        + f'<g clip-path="url(#weave)">{lattice}</g>'
        + rect(11, 11, w - 22, h - 22, "none", 4, stroke="#7B5D3B", stroke_width=1.6, stroke_opacity=0.7)
        + circle(w / 2, h / 2, 37, "#CBB48F")
        + circle(w / 2, h / 2, 37, "none", stroke="#7B5D3B", stroke_width=1.6, stroke_opacity=0.7)
        + rect(0.6, 0.6, w - 1.2, h - 1.2, "none", w * 0.02, stroke="#FFF2D8", stroke_width=1.2, stroke_opacity=0.55)
    )

BACK_DEFS = linear("back", solid((0, "#DECBA9"), (1, "#BDA47D")), (0, 0), (0.4, 1))


def on_coin(sign: str) -> str:
    """A sign of rock, paper, scissors on a round of its own."""
    return (
        circle(0.8, 2.4, 26, "#000000", fill_opacity=0.35)
        + circle(0, 0, 25.4, "#FFF8EC")
        + circle(0, 0, 22.6, "#3A2A20")
        + sign
    )


def rock() -> str:
    return (
        polygon([(-13, 8), (-14.5, -1), (-7, -10.5), (4, -12), (12.5, -5), (14.5, 5), (9, 11), (-6, 12)], "#A9A49B")
        + polygon([(-7, -10.5), (4, -12), (1, -4), (-8, -1), (-14.5, -1)], "#D3CEC4")
        + polygon([(12.5, -5), (14.5, 5), (9, 11), (-6, 12), (2, 3)], "#7F7A72")
    )


def sheet() -> str:
    rules = "".join(rect(-6.5, y, 13 if y < 6 else 8, 1.6, "#9A8C78", 0.8) for y in (-4.5, -0.5, 3.5, 7.5))
    leaf = path("M-10,-13 H5 L10.5,-7.5 V13 H-10Z", "#FBF6EA") + path("M5,-13 L10.5,-7.5 H5Z", "#D9CBB2")
    return group(leaf + rules, turn=-6)


def scissors() -> str:
    blade = path("M-2.4,3 L-9.5,-13.5 Q-6.5,-15 -5,-12 L2.2,2.4Z", "#DCE3E6")
    ring = ellipse(0, 0, 5, 5.6, "none", stroke="#E2644B", stroke_width=3.0)
    half = blade + group(ring, x=6.4, y=9.2, turn=-24)
    mirrored = f'<g transform="scale(-1 1)">{half}</g>'
    return half + mirrored + circle(0, 1, 1.7, "#5A6468")


def vote_disc() -> str:
    return (
        circle(0.6, 1.6, 15, "#000000", fill_opacity=0.35)
        + circle(0, 0, 14.6, "#FFF8EC")
        + circle(0, 0, 12.4, "#1F1712")
        + circle(0, 0, 12.4, "none", stroke="#000000", stroke_width=0.8, stroke_opacity=0.5)
    )


# ------------------------------------------------------------------ all of it


def draw_table(layers: Layers) -> None:
    layers.draw(
        "table",
        table(),
        (0, 0, WIDE, TALL),
        defs=TABLE_DEFS,
        density=2,
        colours=160,
        anchor="top",
        wide="crop the middle; repeats sideways and downwards without a seam",
    )
    layers.keep(
        "lamp_glow", glow(LAMP_GLOW, (256, 256)), (480, 480), hint="over the middle of the table, under the prints"
    )
    layers.keep(
        "vignette",
        glow(
            [(0, "#140A05", 0), (0.55, "#140A05", 0.05), (0.8, "#140A05", 0.3), (1, "#140A05", 0.62)],
            (206, 260),
            reach=(0.72, 0.72),
        ),
        (412, 520),
        anchor="stretch",
        hint="over table and glow",
    )
    w, h = PRINT
    x, y, iw, ih = print_window(w, h)
    layers.draw(
        "print",
        paper(w, h),
        (-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED),
        defs=PAPER_DEFS,
        density=3,
        points={"window": [(x, y + ih), (x + iw, y)], "name": (w / 2, h * 0.865)},
        hint="window: lower left and upper right corner of the picture",
    )
    inset = linear("inset", [(0, "#000000", 0.3), (0.16, "#000000", 0.04), (1, "#FFFFFF", 0.1)])
    layers.draw(
        "print_window",
        rect(0, 0, iw, ih, "#FFFFFF", 1.5) + rect(0, 0, iw, ih, "url(#inset)", 1.5),
        (-BLEED, -BLEED, iw + 2 * BLEED, ih + 2 * BLEED),
        defs=inset,
        density=2,
        hint="tint with the seat's dark field",
    )
    layers.draw(
        "print_sky",
        f'<g clip-path="url(#sky)">{scene("moon", iw, ih)}</g>',
        (-BLEED, -BLEED, iw + 2 * BLEED, ih + 2 * BLEED),
        defs=f'<clipPath id="sky">{rect(0, 0, iw, ih, "#fff", 1.5)}</clipPath>',
        density=1.6,
        hint="the picture in the middle of the table, which the app does not know",
    )
    layers.draw(
        "print_shadow",
        soft_shadow(w, h),
        (-12, -12, w + 24, h + 24),
        density=1,
        hint="12 dp wider on each side; 3 right, 6 down",
    )
    layers.keep("winner_glow", glow(WINNER_GLOW, (192, 192)), (330, 330))
    layers.draw("print_back", print_back(w, h), (-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED), defs=BACK_DEFS, density=2)
    for name, sign in (("rock", rock()), ("paper", sheet()), ("scissors", scissors())):
        layers.draw(f"sign_{name}", on_coin(sign), (-28, -28, 56, 58), density=4, points={"centre": (0.0, 0.0)})
    layers.draw("vote_disc", vote_disc(), (-17, -16, 34, 34), density=4, points={"centre": (0.0, 0.0)})


def draw() -> None:
    layers = Layers("story")
    draw_table(layers)
    draw_dark_room(layers)
    layers.finish()

"""Story: a walnut table under a lamp, photographs on it, and the red dark-room for secrets."""

from __future__ import annotations

from random import Random

from PIL import Image

from .render import Layers, dithered, glow
from .svg import Stop, circle, ellipse, group, linear, path, polygon, radial, rect, solid, stroke

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
DARK_ROOM: list[Stop] = [
    (0, "#7A1512", 1),
    (0.3, "#5E1010", 1),
    (0.6, "#34090A", 1),
    (0.85, "#1B0607", 1),
    (1, "#140506", 1),
]
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


# ------------------------------------------------------------------ the dark-room


def lamp() -> str:
    """A hanging lamp; the middle of its light is (0, 0)."""
    return (
        rect(-1.5, -60, 3, 34, "#0A0303")
        + rect(-4.5, -30, 9, 6, "#1A0808", 2)
        + path("M-14,-27 L14,-27 L37,-1 Q37,2 0,2 Q-37,2 -37,-1Z", "url(#shade)")
        + stroke("M-14,-27 L-36,-2", "#6B1E1A", 1, stroke_opacity=0.8)
        + ellipse(0, 0, 36.5, 8, "#E8523F")
        + ellipse(0, 0, 36.5, 8, "url(#bulb)")
        + ellipse(0, 0.6, 24, 4.6, "#FFD2C2")
    )


LAMP_DEFS = linear("shade", solid((0, "#120405"), (0.45, "#2C0B0B"), (1, "#100304")), (0, 0), (1, 0)) + radial(
    "bulb", [(0, "#FFE9DD", 1), (0.6, "#FF9A80", 0.9), (1, "#E8523F", 0)]
)


def beam() -> Image.Image:
    """Light that widens downwards from the lamp and fades towards its sides and its end."""

    def colour_at(x: float, y: float) -> tuple[float, float, float, float]:
        half = (36 + 214 * y) / 520
        aside = min(1.0, abs(x - 0.5) / half)
        edge = 1 - aside**9 * (10 - 9 * aside)
        return 235 - 60 * y, 72 - 40 * y, 54 - 28 * y, 150 * (1 - y) ** 1.7 * max(0.0, edge)

    return dithered((260, 210), colour_at)


def sag(x: float, wide: float = 412, deep: float = 17) -> float:
    """How far the line hangs down at x."""
    part = x / wide
    return 4 * deep * part * (1 - part)


def clothes_line() -> str:
    spots = [(x, 4 + sag(x)) for x in range(-4, 417, 4)]
    way = "M" + " L".join(f"{x},{y:.2f}" for x, y in spots)
    return stroke(way, "#0B0203", 2.4) + group(stroke(way, "#8C2A22", 0.8, stroke_opacity=0.8), y=-0.9)


def peg() -> str:
    return rect(-3, -8, 6, 13, "#5A3A22", 2) + rect(-3, -8, 4.6, 13, "#B98B5B", 1.8) + rect(-3, -2.4, 6, 1.5, "#3A2415")


def small_print(light: bool) -> str:
    """One print on the line: dark until its vote is sealed."""
    edge, field, line = ("#F4DAD2", "#E3BDB3", "#FFFFFF") if light else ("#4A1413", "#350C0C", "#6B211D")
    return (
        rect(1.2, 2, 36, 45, "#000000", 3, fill_opacity=0.3)
        + rect(0, 0, 36, 45, edge, 2.6)
        + rect(3, 3, 30, 31, field, 1.4)
        + rect(0.5, 0.5, 35, 44, "none", 2.4, stroke=line, stroke_width=0.8, stroke_opacity=0.6)
    )


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


def draw_dark_room(layers: Layers) -> None:
    layers.keep("dark_room", glow(DARK_ROOM, (206, 446), (0.5, 0.1), (0.86, 0.56)), (412, 892), anchor="stretch")
    layers.draw(
        "lamp",
        lamp(),
        (-40, -60, 80, 70),
        defs=LAMP_DEFS,
        density=3,
        anchor="top",
        points={"light": (0.0, 0.0), "cord": (0.0, -60.0)},
    )
    layers.keep(
        "lamp_halo",
        glow([(0, "#FF7A5E", 0.55), (0.4, "#FF5A44", 0.2), (1, "#FF4030", 0)], (128, 128)),
        (200, 200),
        hint="round the lamp's light",
    )
    layers.keep(
        "beam",
        beam(),
        (520, 420),
        anchor="top",
        points={"light": [260, 420]},
        hint="light on the lamp's light; stretch down",
    )
    pegs = [(412 * (i + 0.5) / 8 * 0.92 + 16.5, 4 + sag(412 * (i + 0.5) / 8 * 0.92 + 16.5)) for i in range(8)]
    layers.draw(
        "clothes_line",
        clothes_line(),
        (0, 0, 412, 26),
        anchor="stretch-x",
        points={"pegs": [(x, y) for x, y in pegs]},
        hint="4 * 17 * x * (1 - x) dp below the ends, x = part of the width",
    )
    layers.draw("peg", peg(), (-4, -9, 8, 15), density=4, points={"line": (0.0, 0.0)})
    for name, light in (("small_print_dark", False), ("small_print_light", True)):
        layers.draw(
            name, small_print(light), (-1, -1, 40, 50), density=4, points={"peg": (18.0, 1.0), "token": (18.0, 18.5)}
        )


def draw() -> None:
    layers = Layers("story")
    draw_table(layers)
    draw_dark_room(layers)
    layers.finish()

"""Winter Tales: a town under snow at night, warm windows, two seasons that pull at it."""

from __future__ import annotations

import math
from random import Random

from .houses import HOUSE_DEFS, HOUSES, pine
from .render import Layers, glow
from .svg import (
    Stop,
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
    regular,
    solid,
    stars,
    stroke,
)
from .winter_figures import BOX, FIGURES

SKY = ((0, "#0A1230"), (0.6, "#1B2C55"), (1, "#3B4F7E"))
WIDE = 800.0
SPRING, WINTER, SPRING_INK, WINTER_INK, DARK = "#F28C28", "#F3F7FF", "#2A1200", "#14233F", "#0B1428"
LAMP_GLOW: list[Stop] = [
    (0, "#FFE6B0", 0.8),
    (0.18, "#FFD48A", 0.5),
    (0.42, "#FFC46B", 0.24),
    (0.7, "#FFC46B", 0.07),
    (1, "#FFC46B", 0),
]
MOON_GLOW: list[Stop] = [(0, "#E8F0FF", 0.6), (0.3, "#D5E3FF", 0.34), (0.6, "#C2D4FA", 0.12), (1, "#B8CCF6", 0)]


# ------------------------------------------------------------------ the place


def hill(y: float, amplitude: float, waves: int, phase: float, colours: tuple[str, str]) -> str:
    line = hill_line(WIDE, y, amplitude, waves, phase)
    return polygon(below(line, 70), colours[0]) + polyline(line, colours[1], 1.4, stroke_opacity=0.45)


def ground(bottom: float) -> tuple[str, str]:
    """Snow from the horizon to our feet: drifts as long soft arcs, a few glints."""
    line = hill_line(WIDE, 8, 3.6, 2, 1.1)
    random = Random(12)
    drifts = []
    for _ in range(26):
        x, y = random.uniform(-80, 760), 24 + (bottom - 30) * random.random() ** 1.4
        long = 60 + 0.36 * y
        tone = random.choice(("#FFFFFF", "#FFFFFF", "#1B2C4E"))
        drifts.append(
            path(
                f"M{x:.1f},{y:.1f} q{long / 2:.1f},{-0.09 * long:.1f} {long:.1f},0 q{-long / 2:.1f},{0.03 * long:.1f} {-long:.1f},0Z",
                tone,
                fill_opacity=0.09 if tone == "#FFFFFF" else 0.08,
            )
        )
    glints = "".join(
        circle(
            random.uniform(0, WIDE),
            random.uniform(20, bottom),
            random.uniform(0.5, 1),
            "#FFFFFF",
            fill_opacity=random.uniform(0.2, 0.5),
        )
        for _ in range(90)
    )
    defs = linear("snow", solid((0, "#7F98C2"), (0.35, "#5C779F"), (1, "#2F4468")))
    return polygon(below(line, bottom), "url(#snow)") + "".join(drifts) + glints + polyline(
        line, "#C3D4EE", 1.6, stroke_opacity=0.7
    ), defs


def moon(r: float = 21) -> str:
    marks = ((8, -5, 4), (-6, 7, 3), (-3, -9, 2.2), (9, 8, 2), (-11, -2, 1.8))
    return group(
        circle(0, 0, 21, "url(#moon)") + "".join(circle(x, y, m, "#CFDBF0", fill_opacity=0.8) for x, y, m in marks),
        scale=r / 21,
    )


MOON_DEFS = radial("moon", solid((0, "#FFFFFF"), (0.7, "#F4F7FF"), (1, "#D9E4F7")), (0.4, 0.38), 0.65)


def lamp() -> str:
    return (
        ellipse(0, 2, 18, 5, "#FFE3AE", fill_opacity=0.32)
        + ellipse(0, 2, 10, 2.6, "#0A1224", fill_opacity=0.3)
        + rect(-1.7, -27, 3.4, 29, "#1A2238")
        + rect(-1.7, -27, 1.2, 29, "#3A4766")
        + rect(-6, -1, 12, 4, "#1A2238", 2)
        + rect(-3.4, -9, 6.8, 2.4, "#1A2238", 1.2)
        + polygon([(-7, -41), (7, -41), (5, -27), (-5, -27)], "#1A2238")
        + polygon([(-5.8, -40), (5.8, -40), (4, -28), (-4, -28)], "#FFD48A")
        + polygon([(-2.4, -40), (2.4, -40), (1.6, -28), (-1.6, -28)], "#FFF3D0")
        + polygon([(-9, -40.4), (0, -48.4), (9, -40.4)], "#EAF2FF")
        + polygon([(0, -48.4), (9, -40.4), (3, -40.4)], "#C6D6EE")
        + circle(0, -49, 1.7, "#1A2238")
    )


def flake() -> str:
    arm = stroke("M0,0 V-9 M0,-6 L-2.6,-8.4 M0,-6 L2.6,-8.4 M0,-3 L-1.9,-4.8 M0,-3 L1.9,-4.8", "#FFFFFF", 1.3)
    return "".join(group(arm, turn=60 * i) for i in range(6))


# ------------------------------------------------------------------ pieces and signs

LEAF = "M0,-16.1 C17.5,-12.6 16.8,14 0,14 C-16.8,14 -17.5,-12.6 0,-16.1Z"


def spring_token() -> str:
    return (
        ellipse(0, 14.6, 13, 4.2, "#050A18", fill_opacity=0.45)
        + path(LEAF, DARK, stroke=DARK, stroke_width=6)
        + path(LEAF, "url(#spring)", stroke="#FFF2E0", stroke_width=2.2)
    )


def winter_token() -> str:
    hexagon = regular(6, 15.1)
    return (
        ellipse(0, 14.6, 13, 4.2, "#050A18", fill_opacity=0.45)
        + polygon(hexagon, DARK, stroke=DARK, stroke_width=6.4, stroke_linejoin="round")
        + polygon(hexagon, "url(#winter)", stroke="#5E86C4", stroke_width=2.4, stroke_linejoin="round")
    )


TOKEN_DEFS = linear("spring", solid((0, "#FBA347"), (1, "#EB8019"))) + linear(
    "winter", solid((0, "#FFFFFF"), (1, "#E2ECFC"))
)


def flower(colour: str) -> str:
    """Six petals, a hollow heart, two leaves."""
    petals = "".join(
        circle(5.6 * math.cos(math.radians(a)), -4 + 5.6 * math.sin(math.radians(a)), 3.7, colour)
        for a in range(-90, 270, 60)
    )
    leaves = path(
        "M-.8,10.8 C-8,11 -10,6 -10,2.6 C-4,2.8 -1,6 -.8,10.8Z M.8,10.8 C8,11 10,6 10,2.6 C4,2.8 1,6 .8,10.8Z", colour
    )
    mask = f'<mask id="heart">{rect(-14, -16, 28, 30, "#fff")}{circle(0, -4, 3, "#000")}</mask>'
    return f'{mask}<g mask="url(#heart)">{petals}{circle(0, -4, 5, colour)}</g>' + leaves


def snowflake(colour: str) -> str:
    arm = stroke("M0,0 V-10.4 M0,-7 L-3.4,-9.8 M0,-7 L3.4,-9.8", colour, 2.2)
    return "".join(group(arm, turn=60 * i) for i in range(6))


def half_circle() -> str:
    return circle(0, 0, 9.6, "none", stroke="#FFFFFF", stroke_width=2.2) + path(
        "M0,-9.6 A9.6,9.6 0 0 1 0,9.6Z", "#FFFFFF"
    )


def feather() -> str:
    vane = "M-9.4,11 C-9,3 -6,-5 0,-9 C4,-11.4 8,-11.4 10.4,-10.6 C10.6,-7 9.6,-4 8,-1.6 L4.4,-1.4 L6.4,.6 C4.6,3 2.4,5 -.4,6.2 L-3.4,5.4 L-2.4,7.2 C-4.4,8 -6.4,8 -7,8 L-8.2,11Z"
    mask = f'<mask id="shaft">{rect(-14, -14, 28, 28, "#fff")}{stroke("M-8.6,10 C-6,4 -1,-2 6.4,-7.4", "#000", 1.4)}</mask>'
    return f'{mask}<g mask="url(#shaft)">{path(vane, "#FFFFFF")}</g>' + stroke("M-8.8,10.6 L-10.6,13.4", "#FFFFFF", 1.8)


def quest_badge(fill: str, ink: str, sign: str) -> str:
    return (
        circle(0.6, 1.8, 17.4, "#050A18", fill_opacity=0.35)
        + circle(0, 0, 17.4, "#FFF2E0")
        + circle(0, 0, 15.6, ink)
        + circle(0, 0, 13.4, fill)
        + group(sign, scale=0.84)
    )


def ribbon() -> str:
    return (
        path("M1,3 H15 V50 L8,43 L1,50Z", "#050A18", fill_opacity=0.35)
        + path("M0,0 H14 V47 L7,40 L0,47Z", "#FFF2E0")
        + path("M1.6,0 H12.4 V43.4 L7,38 L1.6,43.4Z", "url(#ribbon)")
        + rect(0, 0, 14, 3, "#7E1226")
    )


RIBBON_DEFS = linear("ribbon", solid((0, "#A91B34"), (0.15, "#D63350"), (1, "#B3203C")))


def bandage() -> str:
    strip = rect(-13, -5, 26, 10, "#0B1428", 5) + rect(-12, -4, 24, 8, "#F3C9A2", 4) + rect(-4, -4, 8, 8, "#FFE6CC")
    dots = "".join(circle(x, y, 0.8, "#B98358") for x in (-1.8, 1.8) for y in (-1.8, 1.8))
    return group(
        strip + dots + "".join(circle(x, y, 0.6, "#D9A57C") for x in (-8.6, -6.6, 6.6, 8.6) for y in (-1.5, 1.5)),
        turn=-38,
    )


# ------------------------------------------------------------------ all of it


def draw_place(layers: Layers) -> None:
    stretch = "crop the middle, stretch if wider"
    layers.sky(*SKY)
    layers.draw(
        "stars",
        stars(41, 110, WIDE, 200),
        (0, 0, WIDE, 200),
        density=2,
        anchor="top",
        wide="crop the middle, repeat if wider",
    )
    layers.draw("moon", moon(), (-23, -23, 46, 46), defs=MOON_DEFS, density=5, radius=21)
    layers.keep("moon_glow", glow(MOON_GLOW, (160, 160)), (150, 150), hint="round the moon's centre, under it")
    layers.draw(
        "hills_back",
        hill(24, 11, 3, 0.4, ("#24365F", "#4A6296")),
        (0, 0, WIDE, 70),
        anchor="horizon",
        wide=stretch,
        hint="lower edge 20 dp below the horizon",
    )
    layers.draw(
        "hills_mid",
        hill(24, 7, 4, 1.9, ("#3A507E", "#6F8BBD")),
        (0, 0, WIDE, 70),
        anchor="horizon",
        wide=stretch,
        hint="lower edge 36 dp below the horizon",
    )
    body, defs = ground(420)
    layers.draw(
        "ground",
        body,
        (0, 0, WIDE, 420),
        defs=defs,
        density=2,
        anchor="horizon",
        wide=stretch,
        hint="upper edge 8 dp above the horizon, stretched to the stage's lower edge",
    )


def draw_town(layers: Layers) -> None:
    for name, body in HOUSES.items():
        layers.draw(
            f"house_{name}",
            body(),
            (-60, -104, 120, 120),
            defs=HOUSE_DEFS,
            density=3,
            anchor="bottom",
            points={"foot": (0.0, 0.0), "roof": (22.0, -60.0), "name": (0.0, 12.0)},
        )
    layers.draw(
        "lamp",
        lamp(),
        (-20, -52, 40, 60),
        density=4,
        anchor="bottom",
        points={"foot": (0.0, 0.0), "light": (0.0, -34.0)},
    )
    layers.keep("lamp_glow", glow(LAMP_GLOW, (128, 128)), (76, 76), hint="round the lamp's light, over it")
    layers.draw("pine_1", pine(), (-22, -57, 44, 64), density=4, anchor="bottom", points={"foot": (0.0, 0.0)})
    layers.draw("pine_2", pine(0.8, 1), (-18, -46, 38, 52), density=4, anchor="bottom", points={"foot": (0.0, 0.0)})
    layers.draw(
        "footprint",
        ellipse(0, 0, 3, 2.1, "#DCE7F8", fill_opacity=0.85) + ellipse(0.3, 0.5, 2.3, 1.2, "#8FA6CC", fill_opacity=0.5),
        (-4, -3, 8, 6),
        density=4,
    )
    layers.keep("flake_1", glow([(0, "#FFFFFF", 0.95), (0.55, "#FFFFFF", 0.8), (1, "#FFFFFF", 0)], (32, 32)), (6, 6))
    layers.draw("flake_2", flake(), (-11, -11, 22, 22), density=4)


def draw_pieces(layers: Layers) -> None:
    layers.draw(
        "token_spring",
        spring_token(),
        (-22, -22, 44, 44),
        defs=TOKEN_DEFS,
        density=4,
        points={"initial": (0.0, 0.0)},
        ink=SPRING_INK,
    )
    layers.draw(
        "token_winter",
        winter_token(),
        (-22, -22, 44, 44),
        defs=TOKEN_DEFS,
        density=4,
        points={"initial": (0.0, 0.0)},
        ink=WINTER_INK,
    )
    layers.draw("quest_spring", quest_badge(SPRING, SPRING_INK, flower(SPRING_INK)), (-20, -20, 40, 41), density=4)
    layers.draw("quest_winter", quest_badge(WINTER, WINTER_INK, snowflake(WINTER_INK)), (-20, -20, 40, 41), density=4)
    symbols = {
        "flower": flower("#FFFFFF"),
        "snowflake": snowflake("#FFFFFF"),
        "half": half_circle(),
        "feather": feather(),
    }
    for name, body in symbols.items():
        layers.draw(f"symbol_{name}", body, (-14, -15, 28, 29), density=6, tint=True)
    layers.draw(
        "ribbon",
        ribbon(),
        (-1, 0, 17, 51),
        defs=RIBBON_DEFS,
        density=4,
        anchor="top",
        hint="hangs over the card's upper edge",
    )
    layers.draw("bandage", bandage(), (-14, -14, 28, 28), density=4)
    for name, emblem in FIGURES.items():
        layers.draw(f"figure_{name}", emblem(), BOX, density=4, colours=32, tint=True)


def draw() -> None:
    layers = Layers("winter_tales")
    draw_place(layers)
    draw_town(layers)
    draw_pieces(layers)
    layers.finish()

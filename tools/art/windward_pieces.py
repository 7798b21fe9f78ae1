"""What lies and flies over the planet of Windward: terrain signs, ships, Cresters, tokens, badges, dice."""

from __future__ import annotations

from .svg import circle, ellipse, group, linear, path, polygon, radial, rect, regular, solid, stroke

NIGHT, CREAM, BROWN = "#0B1230", "#FFF6E4", "#6B4630"
CRESTERS = {
    "red": ("#E5383B", "#B51F28", "#7A0E14", "#FFFFFF", 1.0),
    "white": ("#FFFFFF", "#DCE8F6", "#8FA3BF", "#24324A", 1.33),
    "grey": ("#A9B4BD", "#87949F", "#4C5862", "#FFFFFF", 0.8),
}


# ------------------------------------------------------------------ signs of the terrain


def cased(d: str, colour: str, width: float) -> str:
    """A line that shows on every band: the light one over a soft dark one."""
    return stroke(d, NIGHT, width + 2.6, stroke_opacity=0.4) + stroke(d, colour, width)


def drift() -> str:
    heap = ((-10, 3, 9), (1, -5, 11), (11, 4, 9), (0, 8, 10), (-9, -7, 6), (11, -8, 6))
    rim = "".join(circle(x, y, r + 1.3, "#6E5A96", fill_opacity=0.55) for x, y, r in heap)
    body = "".join(circle(x, y, r, "#1B1430") for x, y, r in heap)
    light = "".join(circle(x, y, r, "#3D2F58") for x, y, r in ((-8, 2, 5), (2, -4, 6.5), (9, 4, 5)))
    top = circle(0, -6, 3, "#54437A") + circle(-9, 0, 2.2, "#54437A")
    return rim + body + light + top + stroke("M-13,10 q6,-5 12,0 t12,0", "#8C7BB0", 2)


def zephyr() -> str:
    return cased("M-13,2 A13,13 0 1 1 0,13 M-6.5,1 A6.5,6.5 0 1 1 1,7", "#FFF6DC", 3) + circle(0, 0, 1.9, "#FFF6DC")


def gas() -> str:
    bubbles = ((-5, 3, 7.5), (7, -4, 5.5), (6, 9, 3.6))
    return "".join(
        circle(x, y, r + 1.3, NIGHT, fill_opacity=0.35)
        + circle(x, y, r, "url(#bubble)")
        + circle(x - 0.3 * r, y - 0.35 * r, 0.24 * r, "#FFFFFF", fill_opacity=0.95)
        for x, y, r in bubbles
    )


def feed() -> str:
    grains = ((-8, -6, 30), (5, -9, -20), (9, 3, 60), (-3, 3, 0), (-10, 8, -40), (4, 11, 20))
    return "".join(
        group(
            ellipse(0, 0.6, 5.6, 3.1, NIGHT, fill_opacity=0.4)
            + ellipse(0, 0, 4.7, 2.3, "#FFE1A6")
            + ellipse(-0.8, -0.5, 2.4, 0.8, "#FFFFFF", fill_opacity=0.6),
            x=x,
            y=y,
            turn=turn,
        )
        for x, y, turn in grains
    )


def redstart() -> str:
    return cased("M-9,9 Q-8,-4 -3,-11 M-1,10 Q0,-3 4,-11 M7,9 Q8,-1 11,-8", "#FF9A8B", 2.6)


def corner() -> str:
    return cased("M-9,13 L0,5 L9,13 M-9,5 L0,-3 L9,5 M-9,-3 L0,-11 L9,-3", "#FFE9BC", 3.2)


BUBBLE = radial("bubble", solid((0, "#C9FBD6"), (0.7, "#9CF0B4"), (1, "#6FD394")), (0.4, 0.35), 0.65)
TERRAIN = {"drift": drift, "zephyr": zephyr, "gas": gas, "feed": feed, "redstart": redstart, "corner": corner}


# ------------------------------------------------------------------ pieces


def ship(colour: str) -> str:
    hull = "M0,-29 C17,-17 17,14 5,26 L-5,26 C-17,14 -17,-17 0,-29Z"
    silhouette = "M0,-29 C17,-17 17,14 5,26 L20,27 L7,12 L-7,12 L-20,27 L-5,26 C-17,14 -17,-17 0,-29Z"
    fins = path(
        "M-7,12 L-20,27 L-6,23Z M7,12 L20,27 L6,23Z", BROWN, stroke=CREAM, stroke_width=1.8, stroke_linejoin="round"
    )
    ribs = stroke(
        "M-10.9,-14 Q0,-9 10.9,-14 M-12.6,0 Q0,5 12.6,0 M-10.6,14 Q0,19 10.6,14", "#000000", 1.3, stroke_opacity=0.28
    )
    gloss = path("M-1,-27 C-11,-16 -11,12 -4,24 C-7,10 -7,-14 -1,-27Z", "#FFFFFF", fill_opacity=0.4)
    nose = path("M0,-29 C4,-26 7,-23 8.6,-20 Q0,-16 -8.6,-20 C-7,-23 -4,-26 0,-29Z", BROWN)
    return (
        group(path(silhouette, "#000000", fill_opacity=0.32), x=4, y=5)
        + path(silhouette, NIGHT, stroke=NIGHT, stroke_width=6, stroke_linejoin="round")
        + fins
        + path(hull, colour)
        + path(hull, "url(#hull)")
        + ribs
        + gloss
        + nose
        + stroke("M-5.4,-21 Q0,-18.6 5.4,-21", "#A87A55", 1, stroke_opacity=0.8)
        + path(hull, "none", stroke=CREAM, stroke_width=2.6, stroke_linejoin="round")
    )


HULL = linear(
    "hull", [(0, "#FFFFFF", 0.05), (0.5, "#FFFFFF", 0.08), (0.75, "#000000", 0.06), (1, "#000000", 0.3)], (0, 0), (1, 0)
)


def longboat(colour: str) -> str:
    hull = "M0,-12 C7,-6 7,7 4,12 L-4,12 C-7,7 -7,-6 0,-12Z"
    return (
        group(path(hull, "#000000", fill_opacity=0.3), x=2, y=3)
        + stroke("M-9,-3 L9,-3 M-9,4 L9,4", NIGHT, 3)
        + path(hull, NIGHT, stroke=NIGHT, stroke_width=5)
        + stroke("M-9,-3 L9,-3 M-9,4 L9,4", CREAM, 1.2)
        + path(hull, colour, stroke=CREAM, stroke_width=2)
        + path("M0,-8 C3.6,-4 3.6,5 2,9.4 L-2,9.4 C-3.6,5 -3.6,-4 0,-8Z", "#000000", fill_opacity=0.28)
        + rect(-4, -2.6, 8, 2.6, "#4A2E1D", 0.8)
        + rect(-4, 3, 8, 2.4, "#4A2E1D", 0.8)
    )


WINGS = (
    "M0,-20 C5,-16 6,-11 7,-8 C15,-10 22,-6 25,4 C18,0 12,2 9,6 C8,12 4,16 0,25 C-4,16 -8,12 -9,6 C-12,2 -18,0 -25,4 "
    "C-22,-6 -15,-10 -7,-8 C-6,-11 -5,-16 0,-20Z"
)
FOLDED = (
    "M0,-20 C5,-16 6.5,-11 7,-7 C13,-5 16,4 13,17 C11,11 9,8 7,8 C7,14 3,18 0,25 C-3,18 -7,14 -7,8 C-9,8 -11,11 -13,17 "
    "C-16,4 -13,-5 -7,-7 C-6.5,-11 -5,-16 0,-20Z"
)


def crester(kind: str, state: str = "") -> str:
    """A winged ray; a defeated one has folded its wings and shut its eyes, a tagged one wears a tag."""
    fill, shade, mark, rim, size = CRESTERS[kind]
    shape = FOLDED if state == "defeated" else WINGS
    spots = path("M0,-15 L2.6,-8 L0,-4 L-2.6,-8Z M0,-2 L2.6,4 L0,9 L-2.6,4Z", mark)
    if state == "defeated":
        eyes = stroke("M-4.8,-12.4 l2.8,2.8 m0,-2.8 l-2.8,2.8 M2,-12.4 l2.8,2.8 m0,-2.8 l-2.8,2.8", mark, 1.1)
        bones = stroke("M-8,-3 Q-11,4 -11.6,11 M8,-3 Q11,4 11.6,11", shade, 1.5)
    else:
        eyes = circle(-3.4, -11, 1.5, mark) + circle(3.4, -11, 1.5, mark)
        bones = stroke(
            "M-8,-5 Q-16,-5 -21,0 M8,-5 Q16,-5 21,0 M-8.5,0 Q-13,-1.5 -16,0 M8.5,0 Q13,-1.5 16,0", shade, 1.4
        )
    tail = path("M0,25 C-3,18 -5,14 -6,9 Q0,13 6,9 C5,14 3,18 0,25Z", shade, fill_opacity=0.8)
    body = (
        ellipse(2, 18, 17, 4.5, "#000000", fill_opacity=0.28)
        + path(shape, NIGHT, stroke=NIGHT, stroke_width=5.8, stroke_linejoin="round")
        + path(shape, fill)
        + tail
        + bones
        + path(shape, "none", stroke=rim, stroke_width=2, stroke_linejoin="round")
        + spots
        + eyes
    )
    veil = path(shape, "#30384A", fill_opacity=0.34) if state == "defeated" else ""
    return group(body + veil + (tag() if state == "tagged" else ""), scale=size)


def tag() -> str:
    return group(
        stroke("M-6,-8 Q0,-10 2,-4", CREAM, 1.2)
        + path("M-2,-3 L6,-3 L9,1 L6,5 L-2,5Z", NIGHT, stroke=NIGHT, stroke_width=3, stroke_linejoin="round")
        + path("M-2,-3 L6,-3 L9,1 L6,5 L-2,5Z", "#FFD15C", stroke=CREAM, stroke_width=1)
        + circle(6.2, 1, 1.1, NIGHT),
        x=14,
        y=8,
    )


# ------------------------------------------------------------------ the Post, tokens, badges


def post() -> str:
    return (
        polygon(regular(6, 32, 0), NIGHT, stroke=NIGHT, stroke_width=5, stroke_linejoin="round")
        + polygon(regular(6, 31, 0), "url(#plank)", stroke="#FFD583", stroke_width=2.5, stroke_linejoin="round")
        + polygon(regular(6, 25, 0), "none", stroke="#7A5432", stroke_width=1.2)
        + circle(0, 0, 18.4, "#8A5A22")
        + circle(0, 0, 17, "#F2B85A")
        + circle(0, 0, 17, "url(#brass)")
        + circle(0, 0, 10.6, "#5A3A1E")
        + circle(0, 0, 10.6, "none", stroke="#FFE3A8", stroke_width=1, stroke_opacity=0.7)
    )


POST_DEFS = radial("plank", solid((0, "#4A3220"), (1, "#2A1C12"))) + linear(
    "brass", [(0, "#FFF3C8", 0.55), (0.5, "#FFFFFF", 0), (1, "#7A4A12", 0.4)]
)


def flag() -> str:
    """Points up: towards territory 1; the foot (0, 0) is the middle of the Post."""
    return (
        rect(-2.6, -25, 5.2, 28, NIGHT, 2, fill_opacity=0.5)
        + rect(-1.6, -24, 3.2, 26, CREAM, 1.4)
        + path(
            "M0,-39 L10.5,-21 L0,-25.5 L-10.5,-21Z",
            "#7FE3F5",
            stroke="#06303B",
            stroke_width=1.8,
            stroke_linejoin="round",
        )
        + path("M0,-39 L0,-25.5 L-10.5,-21Z", "#FFFFFF", fill_opacity=0.35)
        + circle(0, 0, 4, CREAM)
        + circle(0, 0, 2, "#5A3A1E")
    )


def coin(face: str, edge: str) -> str:
    return (
        circle(0.6, 2, 14.4, "#000000", fill_opacity=0.3)
        + circle(0, 0, 14.4, NIGHT)
        + circle(0, 0, 12.8, CREAM)
        + circle(0, 0, 11, edge)
        + circle(0, -0.4, 10.2, face)
    )


def tooth(band: str) -> str:
    d = "M-8,-9 C-4,-13 4,-13 8,-9 C10,-3 6,4 1,14 C-1,15 -2,13 -2,10 C-6,3 -10,-3 -8,-9Z"
    top = "M-8,-9 C-4,-13 4,-13 8,-9 C9,-6.4 8.4,-4 7.6,-2 Q0,-5 -7.8,-2 C-8.8,-4.6 -9,-6.6 -8,-9Z"
    return (
        path(d, NIGHT, stroke=NIGHT, stroke_width=5, stroke_linejoin="round")
        + path(d, "#FBF3E0", stroke=CREAM, stroke_width=1.6, stroke_linejoin="round")
        + path("M4,-8 C7,-3 4,4 .6,12 C6,4 9,-3 7,-8Z", "#D9C7A6")
        + path(top, band)
    )


def gas_token() -> str:
    tank = (
        rect(-4.2, -4.6, 8.4, 10.6, "#1E5A38", 2.6)
        + rect(-1.6, -7.4, 3.2, 3.4, "#1E5A38", 0.8)
        + rect(-3.4, -8, 6.8, 1.6, "#1E5A38", 0.8)
    )
    return coin("#9CF0B4", "#5FC488") + tank + rect(-2.6, -3, 1.6, 7, "#FFFFFF", 0.8, fill_opacity=0.5)


def cannon_token() -> str:
    ball = (
        circle(-1, 1.4, 5.6, "#1C2740")
        + stroke("M3,-3 q2,-3.4 4.4,-2.6", "#1C2740", 1.6)
        + circle(7.6, -6, 1.7, "#FF8A3C")
    )
    return coin("#C9D6EA", "#8FA2C0") + ball + circle(-3, -0.4, 1.4, "#FFFFFF", fill_opacity=0.6)


def swords() -> str:
    one = (
        polygon([(-1.1, 2.6), (1.1, 2.6), (1.1, -6.6), (0, -8.4), (-1.1, -6.6)], "#FFFFFF")
        + rect(-3.2, 2.4, 6.4, 1.7, "#FFFFFF", 0.8)
        + rect(-0.9, 3.8, 1.8, 4, "#FFFFFF", 0.8)
    )
    return group(one, turn=45) + group(one, turn=-45)


def badge(fill: str, sign: str) -> str:
    return (
        circle(0.4, 1.4, 13, "#000000", fill_opacity=0.3)
        + circle(0, 0, 13, NIGHT)
        + circle(0, 0, 11.6, CREAM)
        + circle(0, 0, 10.2, fill)
        + sign
    )


def no_entry() -> str:
    return badge(
        "#1A2244",
        circle(0, 0, 6, "none", stroke="#FF8A7A", stroke_width=2.4) + stroke("M-4.2,4.2 L4.2,-4.2", "#FF8A7A", 2.4),
    )


def wind_badge() -> str:
    return circle(0, 0, 30, NIGHT, fill_opacity=0.92) + circle(0, 0, 28.6, "none", stroke="#7FD6E8", stroke_width=2.4)


def wind_arrow() -> str:
    return path(
        "M0,-9 L8.5,7 L0,3 L-8.5,7Z", "#7FD6E8", stroke="#06303B", stroke_width=1.8, stroke_linejoin="round"
    ) + path("M0,-9 L0,3 L-8.5,7Z", "#FFFFFF", fill_opacity=0.3)


# ------------------------------------------------------------------ dice, hexes, clouds


def star(size: float) -> str:
    d = "M0,-10 C1,-3 3,-1 10,0 C3,1 1,3 0,10 C-1,3 -3,1 -10,0 C-3,-1 -1,-3 0,-10Z"
    return group(path(d, "#FFC46B") + path("M0,-10 C1,-3 3,-1 10,0 L0,0Z", "#FFE7BC", fill_opacity=0.8), scale=size)


def die(hits: int) -> str:
    spots: dict[int, tuple[tuple[int, int], ...]] = {
        0: (),
        1: ((0, 0),),
        2: ((-11, -10), (11, 10)),
        3: ((-14, -14), (0, 0), (14, 14)),
    }
    pips = "".join(group(star(0.82 if hits < 3 else 0.7), x=x, y=y) for x, y in spots[hits])
    return (
        rect(-30, -28, 60, 60, "#000000", 13, fill_opacity=0.35)
        + rect(-30, -30, 60, 60, "#17191C", 13)
        + rect(-30, -30, 60, 60, "url(#die)", 13)
        + rect(-28.8, -28.8, 57.6, 57.6, "none", 12, stroke=CREAM, stroke_width=2.2, stroke_opacity=0.9)
        + pips
    )


DIE_DEFS = linear("die", [(0, "#FFFFFF", 0.12), (0.6, "#FFFFFF", 0.02), (1, "#FFFFFF", 0)])

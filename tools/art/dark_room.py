"""Story's red dark-room, where secret votes are given: the lamp and its light, the line, pegs and small prints."""

from __future__ import annotations

from PIL import Image

from .render import Layers, dithered, glow
from .svg import Stop, ellipse, group, linear, path, radial, rect, solid, stroke

DARK_ROOM: list[Stop] = [
    (0, "#7A1512", 1),
    (0.3, "#5E1010", 1),
    (0.6, "#34090A", 1),
    (0.85, "#1B0607", 1),
    (1, "#140506", 1),
]


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

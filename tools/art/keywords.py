"""Key Words: the quick floor. Night blue, lit squares, trays in four colours, round tokens to stack."""

from __future__ import annotations

from random import Random
from typing import Any

from .render import Layers
from .svg import ellipse, group, linear, path, radial, rect

SKY = ((0, "#0E1230"), (1, "#222B5C"))
BOARDS = {"coral": "#E8624F", "gold": "#E3B23C", "teal": "#2FA39A", "violet": "#8A6AE0"}
PLAIN = "#5C668F"  # a board whose colour nobody has told the app
WIDE, TALL, CELL = 800.0, 440.0, 26.6667

# A token lies on the floor: radius, squashed radius, height of its side, step between two in a stack.
R, SQUASH, SIDE, STEP = 33.0, 14.52, 11.22, 15.18


def floor(count: int = 150) -> str:
    """Faint squares here and there, in the colours of the boards."""
    random = Random(9)
    colours = list(BOARDS.values())
    cells = [(i, j) for i in range(30) for j in range(16)]
    parts = []
    for i, j in random.sample(cells, count):
        bright = random.choice((0.07, 0.1, 0.14, 0.18))
        parts.append(rect(i * CELL + 6, j * CELL + 6, 14.6, 14.6, random.choice(colours), 4, fill_opacity=bright))
    return "".join(parts)


def token_side() -> str:
    """The side and the rim below; white, to be tinted, and darker towards its edges."""
    shape = f"M{-R},0 v{-SIDE} h{2 * R} v{SIDE} a{R},{SQUASH} 0 0 1 {-2 * R},0Z"
    return path(shape, "#B9B9B9") + path(shape, "url(#turn)")


SIDE_DEFS = linear(
    "turn",
    [
        (0, "#000000", 0.28),
        (0.12, "#000000", 0.12),
        (0.3, "#FFFFFF", 0.12),
        (0.42, "#FFFFFF", 0.16),
        (0.6, "#FFFFFF", 0.02),
        (0.85, "#000000", 0.14),
        (1, "#000000", 0.32),
    ],
    (0, 0),
    (1, 0),
)


def token_top() -> str:
    return ellipse(0, 0, R, SQUASH, "#FFFFFF") + ellipse(0, 0, R, SQUASH, "url(#sheen)")


TOP_DEFS = linear("sheen", [(0, "#000000", 0.1), (0.5, "#000000", 0), (1, "#000000", 0.04)])


def token_shine() -> str:
    """What is not tinted: a light line round the top and a pressed ring."""
    return (
        ellipse(0, 0, R - 0.7, SQUASH - 0.7, "none", stroke="#FFFFFF", stroke_width=1.3, stroke_opacity=0.6)
        + ellipse(0, 0.5, R - 5.5, SQUASH - 3.2, "none", stroke="#000000", stroke_width=1, stroke_opacity=0.13)
        + ellipse(0, 0, R - 5.5, SQUASH - 3.2, "none", stroke="#FFFFFF", stroke_width=0.8, stroke_opacity=0.3)
    )


def token(colour: str) -> str:
    """A whole token for the covers, standing on (0, 0)."""
    shape = f"M{-R},0 v{-SIDE} h{2 * R} v{SIDE} a{R},{SQUASH} 0 0 1 {-2 * R},0Z"
    side = path(shape, colour) + path(shape, "#000000", fill_opacity=0.28) + path(shape, "url(#turn)")
    return side + group(ellipse(0, 0, R, SQUASH, colour) + token_shine(), y=-SIDE)


def stack(colours: list[str]) -> str:
    shadow = ellipse(3, 5, R * 1.16, SQUASH * 1.16, "#060814", fill_opacity=0.5)
    return shadow + "".join(group(token(colour), y=-STEP * i) for i, colour in enumerate(colours))


def tray(colour: str) -> str:
    """A board from above, 84 by 58: a raised edge, a hollow, an oval for the tokens. Its sign is a glyph of the app."""
    return (
        rect(0, 3, 84, 57, "#04060F", 11, fill_opacity=0.35)
        + rect(0, 1.6, 84, 56.4, colour, 11)
        + rect(0, 1.6, 84, 56.4, "#000000", 11, fill_opacity=0.35)
        + rect(0, 0, 84, 56.4, colour, 11)
        + rect(0.7, 0.7, 82.6, 55, "none", 10.4, stroke="#FFFFFF", stroke_width=1.2, stroke_opacity=0.35)
        + rect(6, 6, 72, 45, "#000000", 7, fill_opacity=0.2)
        + rect(6, 6, 72, 45, "url(#hollow)", 7)
        + ellipse(42, 24, 36.5, 16.4, "#000000", fill_opacity=0.42)
        + ellipse(42, 25.2, 36.5, 15.4, "#000000", fill_opacity=0.18)
    )


TRAY_DEFS = linear("hollow", [(0, "#000000", 0.25), (0.2, "#000000", 0), (1, "#FFFFFF", 0.06)])


def card() -> str:
    """The tall card of one picture; its edge is a picture of its own, to be tinted."""
    return (
        rect(0, 4, 112, 270, "#050716", 22, fill_opacity=0.45)
        + rect(0, 0, 112, 270, "#1A2148", 22)
        + rect(0, 0, 112, 270, "url(#card)", 22)
    )


CARD_DEFS = linear("card", [(0, "#3A4686", 0.45), (0.5, "#232C5E", 0.2), (1, "#0C102A", 0.25)])


def empty_card() -> str:
    dash = rect(
        1.5,
        1.5,
        109,
        267,
        "none",
        20.5,
        stroke="#B7BCDA",
        stroke_width=2,
        stroke_opacity=0.55,
        stroke_dasharray="7 6",
        stroke_linecap="round",
    )
    return rect(0, 0, 112, 270, "#141A3A", 22, fill_opacity=0.55) + dash


def draw_tokens(layers: Layers) -> None:
    stacked: dict[str, Any] = {"radius": R, "squash": 0.44, "side": SIDE, "step": STEP}
    box = (-R - 1, -SIDE - 1, 2 * R + 2, SIDE + SQUASH + 2)
    layers.draw(
        "disc_side",
        token_side(),
        box,
        defs=SIDE_DEFS,
        density=4,
        tint=True,
        points={"foot": (0.0, 0.0), "top": (0.0, -SIDE)},
        **stacked,
    )
    box = (-R - 1, -SQUASH - 1, 2 * R + 2, 2 * SQUASH + 2)
    layers.draw("disc_top", token_top(), box, defs=TOP_DEFS, density=4, tint=True, points={"top": (0.0, 0.0)})
    layers.draw("disc_shine", token_shine(), box, density=4, points={"top": (0.0, 0.0)}, hint="over disc_top, untinted")
    shade = radial("soft", [(0, "#060814", 0.6), (0.75, "#060814", 0.5), (1, "#060814", 0)])
    layers.draw(
        "disc_shadow",
        ellipse(0, 0, 42, 20, "url(#soft)"),
        (-43, -21, 86, 42),
        defs=shade,
        density=2,
        points={"foot": (0.0, 0.0)},
    )


def draw() -> None:
    layers = Layers("keywords")
    layers.sky(*SKY)
    layers.draw(
        "floor",
        floor(),
        (0, 0, WIDE, TALL),
        density=2,
        colours=128,
        anchor="top",
        wide="crop the middle; repeats sideways and downwards",
    )
    draw_tokens(layers)
    for name, colour in (*BOARDS.items(), ("plain", PLAIN)):
        layers.draw(
            f"tray_{name}",
            tray(colour),
            (-1, -1, 86, 63),
            defs=TRAY_DEFS,
            density=3,
            colour=colour,
            points={"stack": (42.0, 27.0), "sign": (42.0, 42.0)},
        )
    border: dict[str, Any] = {"border": [26, 26, 26, 26], "hint": "a 9-patch: border in dp, bottom right top left"}
    layers.draw("card", card(), (-1, -1, 114, 277), defs=CARD_DEFS, density=2, **border)
    layers.draw("card_empty", empty_card(), (-1, -1, 114, 272), density=2, **border)
    layers.facts["boards"] = BOARDS
    layers.finish()

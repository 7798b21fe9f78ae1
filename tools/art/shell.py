"""The frame round the games: seat shapes, shadow, glow, podium, seal, and one cover a game."""

from __future__ import annotations

from .covers import COVER_BOX, COVERS, cover
from .render import Layers, dithered, glow
from .svg import circle, linear, path, points, rect, regular, seat_shape
from .welcome import draw_welcome

SEAT_R, SEAT_BOX, SEAT_DENSITY = 20.0, (-34.0, -34.0, 68.0, 68.0), 5.65
RIM = 3.0
WHITE = "#FFFFFF"


def draw_seats(layers: Layers) -> None:
    """Each seat as three white masks of one size, to be tinted: edge (dark) below, rim (light), fill on top."""
    for seat in range(1, 13):
        for name, grow in (("", 0.0), ("_rim", RIM), ("_edge", 2 * RIM)):
            layers.draw(
                f"seat_{seat}{name}",
                seat_shape(seat, SEAT_R, grow, fill=WHITE),
                SEAT_BOX,
                density=SEAT_DENSITY,
                tint=True,
                points={"centre": (0.0, 0.0)},
                radius=SEAT_R,
            )


def shadow_alpha(x: float, y: float) -> tuple[float, float, float, float]:
    """How dark the shadow of a rounded box is at a place: 14 dp soft, corners of 20, in a picture of 88 dp."""
    px, py = abs(x - 0.5) * 88, abs(y - 0.5) * 88
    half, corner, soft = 30.0, 20.0, 14.0
    dx, dy = max(0.0, px - (half - corner)), max(0.0, py - (half - corner))
    far = (dx * dx + dy * dy) ** 0.5 - corner + (0.0 if dx or dy else min(0.0, max(px, py) - half + corner))
    t = min(1.0, max(0.0, (soft - far) / (2 * soft)))
    return 0, 0, 0, 255 * 0.45 * t * t * (3 - 2 * t)


def podium() -> str:
    """A block 104 wide: a lit top and a front, both in greys, to be tinted."""
    return (
        path("M0,96 V14 Q0,2 12,2 H92 Q104,2 104,14 V96Z", "#B9B9B9")
        + path("M0,96 V14 Q0,2 12,2 H92 Q104,2 104,14 V96Z", "url(#front)")
        + path("M0,14 Q0,2 12,2 H92 Q104,2 104,14 V15 H0Z", "#FFFFFF")
        + rect(0, 15, 104, 2, "#000000", fill_opacity=0.18)
    )


PODIUM_DEFS = linear("front", [(0, "#000000", 0.1), (0.3, "#000000", 0), (1, "#000000", 0.3)])


def seal() -> str:
    """A wax seal, in greys, to be tinted: a wavy edge, a pressed ring."""
    wave = [(x * (1 + 0.045 * (-1) ** i), y * (1 + 0.045 * (-1) ** i)) for i, (x, y) in enumerate(regular(36, 60))]
    body = (
        f'<polygon points="{points(wave)}" fill="#D8D8D8" stroke="#D8D8D8" stroke-width="7" stroke-linejoin="round"/>'
    )
    return (
        body
        + circle(0, 0, 50, "#FFFFFF")
        + circle(0, 0, 50, "none", stroke="#9A9A9A", stroke_width=2.4)
        + circle(0, 1.4, 43, "none", stroke="#C4C4C4", stroke_width=1.6)
        + circle(0, 0, 50, "url(#wax)")
    )


SEAL_DEFS = linear("wax", [(0, "#FFFFFF", 0.0), (0.6, "#000000", 0.03), (1, "#000000", 0.16)], (0.2, 0), (0.8, 1))


def draw_covers(layers: Layers) -> None:
    for game in COVERS:
        body, defs = cover(game)
        layers.draw(
            f"cover_{game}",
            body,
            COVER_BOX,
            defs=defs,
            density=1.25 if game == "broken" else 2.5,  # grey, and dimmed where it is shown
            anchor="crop",
            points={"focus": (210.0, 150.0)},
            hint="crop to any shape round the focus; what matters lies in the middle half of the height",
        )


def draw() -> None:
    layers = Layers("shell")
    draw_seats(layers)
    layers.keep(
        "shadow",
        dithered((176, 176), shadow_alpha),
        (88, 88),
        border=[42, 42, 42, 42],
        hint="9-patch; draw 14 dp wider than the thing on every side, 6 dp down",
    )
    layers.keep(
        "glow",
        glow(
            [
                (0, WHITE, 1),
                (0.2, WHITE, 0.72),
                (0.45, WHITE, 0.34),
                (0.7, WHITE, 0.11),
                (0.88, WHITE, 0.02),
                (1, WHITE, 0),
            ],
            (128, 128),
        ),
        (128, 128),
        tint=True,
    )
    layers.draw(
        "podium",
        podium(),
        (0, 0, 104, 96),
        defs=PODIUM_DEFS,
        density=2.5,
        tint=True,
        anchor="bottom",
        border=[2, 18, 20, 18],
        hint="9-patch: bottom right top left",
    )
    layers.draw("seal", seal(), (-70, -70, 140, 140), defs=SEAL_DEFS, density=3, tint=True)
    draw_covers(layers)
    draw_welcome(layers)
    layers.finish()

"""The three small pictures of the first start: the box on the table, one question, the race of the points."""

from __future__ import annotations

from .render import Layers
from .svg import circle, path, polygon, polyline, rect, seat_shape, stroke

BOX = (0.0, 0.0, 112.0, 112.0)
CORNER = 'rx="24" ry="24"'


def _tile(fill: str) -> str:
    return f'<rect x="0" y="0" width="112" height="112" {CORNER} fill="{fill}"/>'


def _round(x: float, y: float, wide: float, high: float, corner: float, fill: str, opacity: float = 1.0) -> str:
    return (f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{corner}" ry="{corner}" fill="{fill}" '
            f'fill-opacity="{opacity}"/>')


def box() -> str:
    """The game stays on the table."""
    planks = "".join(rect(0, y, 112, 1.2, "#4B3324", fill_opacity=0.55) for y in (22.0, 50.0, 78.0))
    shade = '<ellipse cx="44" cy="82" rx="38" ry="6" fill="#2A1A10" fill-opacity="0.55"/>'
    left = polygon([(14, 44), (36, 52), (36, 84), (14, 74)], "#4E2438")
    front = polygon([(36, 52), (76, 44), (76, 76), (36, 84)], "#6D3350")
    lid = polygon([(14, 44), (52, 36), (76, 44), (36, 52)], "#8C4A67")
    sign = circle(56, 64, 8.5, "#FFC46B") + stroke("M51,59 L61,69 M61,59 L51,69", "#6D3350", 2.6)
    phone = (
        '<g transform="rotate(10 92 72)">'
        + _round(79, 46, 26, 50, 6, "#14181C")
        + _round(82, 50, 20, 19, 4, "#F28A5B")
        + circle(92, 60, 6, "#FFF4CF")
        + _round(82, 73, 20, 3.2, 1.6, "#F4EFE6")
        + _round(82, 79, 20, 5.4, 2.7, "#FFB56B")
        + _round(82, 87, 20, 5.4, 2.7, "#46334E")
        + "</g>"
    )
    lamp = '<ellipse cx="52" cy="50" rx="54" ry="44" fill="#FFD08C" fill-opacity="0.16"/>'
    return f'<g clip-path="url(#tile)">{_tile("#6A4A35")}{planks}{lamp}{shade}{left}{front}{lid}{sign}{phone}</g>'


def ask() -> str:
    """One thing is asked at a time."""
    bars = _round(14, 20, 70, 7, 3.5, "#FBEFE3") + _round(14, 33, 46, 7, 3.5, "#FBEFE3")
    yes = _round(14, 50, 84, 20, 10, "#FFB56B") + stroke("M24,60 L28,64 L35,56", "#361700", 2.8)
    yes += _round(42, 57.5, 30, 5, 2.5, "#7A4A1A")
    no = _round(14, 76, 84, 20, 10, "#33243A") + stroke("M25,82 L33,90 M33,82 L25,90", "#FBEFE3", 2.6)
    no += _round(42, 83.5, 34, 5, 2.5, "#8A7590")
    hand = path("M83,62 C83,58 89,58 89,62 L89,74 C93,73 97,75 98,78 L97,88 C96,93 92,96 87,96 L83,96 C79,96 76,93 74,89 "
                "L69,80 C68,77 72,75 75,78 L83,84 Z", "#FFF8EC", stroke="#221826", stroke_width=2.4,
                stroke_linejoin="round")
    return f'<g clip-path="url(#tile)">{_tile("#221826")}{bars}{yes}{no}{hand}</g>'


def race() -> str:
    """Scores and rules are kept."""
    grid = "".join(rect(14, y, 84, 1.2, "#34404A") for y in (30.0, 54.0, 78.0))
    lines = ""
    for seat, ends in ((2, (80, 78, 76, 74)), (1, (78, 74, 68, 64)), (3, (76, 68, 60, 50)), (4, (72, 64, 48, 32))):
        fill = {1: "#FB6824", 2: "#37BAFF", 3: "#EFDB29", 4: "#389758"}[seat]
        corners = [(14.0, 84.0), *((14.0 + 19.5 * (at + 1), float(y)) for at, y in enumerate(ends))]
        lines += polyline(corners, fill, 4.6 if seat == 4 else 3.0)
        lines += f'<g transform="translate(92 {ends[-1]})">{seat_shape(seat, 6.0, 0.0, fill=fill)}</g>'
    crown = polygon([(84, 22), (84, 13), (88.5, 17), (92, 10), (95.5, 17), (100, 13), (100, 22)], "#FFC46B")
    return f'<g clip-path="url(#tile)">{_tile("#1A2127")}{grid}{lines}{crown}</g>'


CLIP = f'<clipPath id="tile"><rect x="0" y="0" width="112" height="112" {CORNER}/></clipPath>'


def draw_welcome(layers: Layers) -> None:
    for name, body in (("box", box()), ("ask", ask()), ("race", race())):
        layers.draw(f"welcome_{name}", body, BOX, defs=CLIP, density=3)

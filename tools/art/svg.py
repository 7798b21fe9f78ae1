"""Small words for writing SVG: every picture of the project is a string made of these."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

Point = tuple[float, float]
Stop = tuple[float, str, float]

SEAT_FILLS = ("#FB6824", "#37BAFF", "#EFDB29", "#389758", "#A95FFF", "#F5F3E4", "#FBA5CF", "#738A86", "#77FFAA", "#BBFF77",
              "#FF44CC", "#AABB66")


def num(value: float) -> str:
    """A number with at most two decimals, so that the same picture is always the same text."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def attributes(**given: object) -> str:
    """`fill_opacity=.5` becomes `fill-opacity="0.5"`; None is left out."""
    parts = []
    for key, value in given.items():
        if value is not None:
            shown = num(value) if isinstance(value, float) else str(value)
            parts.append(f'{key.replace("_", "-")}="{shown}"')
    return " ".join(parts)


def element(tag: str, /, **given: object) -> str:
    return f"<{tag} {attributes(**given)}/>"


def polygon(corners: Iterable[Point], fill: str, **more: object) -> str:
    return element("polygon", points=points(corners), fill=fill, **more)


def polyline(corners: Iterable[Point], stroke: str, width: float, **more: object) -> str:
    return element(
        "polyline",
        points=points(corners),
        fill="none",
        stroke=stroke,
        stroke_width=float(width),
        stroke_linecap="round",
        stroke_linejoin="round",
        **more,
    )


def path(d: str, fill: str = "none", **more: object) -> str:
    return element("path", d=d, fill=fill, **more)


def stroke(d: str, colour: str, width: float, **more: object) -> str:
    return element(
        "path",
        d=d,
        fill="none",
        stroke=colour,
        stroke_width=float(width),
        stroke_linecap="round",
        stroke_linejoin="round",
        **more,
    )


def rect(x: float, y: float, w: float, h: float, fill: str, rx: float = 0, **more: object) -> str:
    return element("rect", x=float(x), y=float(y), width=float(w), height=float(h), fill=fill, rx=float(rx), **more)


def circle(x: float, y: float, r: float, fill: str, **more: object) -> str:
    return element("circle", cx=float(x), cy=float(y), r=float(r), fill=fill, **more)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **more: object) -> str:
    return element("ellipse", cx=float(x), cy=float(y), rx=float(rx), ry=float(ry), fill=fill, **more)


def text(words: str, x: float, y: float, size: float, fill: str, family: str = "Roboto") -> str:
    """Bold words in the middle over (x, y); only for what is painted on the art."""
    return (
        f"<text {attributes(x=float(x), y=float(y), font_family=family, font_weight=700, font_size=float(size))} "
        f"{attributes(fill=fill, text_anchor='middle')}>{words}</text>"
    )


def group(body: str, *, x: float = 0, y: float = 0, turn: float = 0, scale: float | Point = 1, **more: object) -> str:
    sx, sy = scale if isinstance(scale, tuple) else (scale, scale)
    move = f"translate({num(x)},{num(y)}) rotate({num(turn)}) scale({sx:.5f},{sy:.5f})"
    return f'<g transform="{move}" {attributes(**more)}>{body}</g>'


def stops_of(stops: Iterable[Stop]) -> str:
    return "".join(
        element("stop", offset=float(at), stop_color=colour, stop_opacity=float(alpha)) for at, colour, alpha in stops
    )


def linear(name: str, stops: Iterable[Stop], start: Point = (0, 0), end: Point = (0, 1)) -> str:
    """A gradient over the box of the shape that uses it; downwards unless told."""
    return (
        f'<linearGradient id="{name}" x1="{num(start[0])}" y1="{num(start[1])}" x2="{num(end[0])}" '
        f'y2="{num(end[1])}">{stops_of(stops)}</linearGradient>'
    )


def radial(name: str, stops: Iterable[Stop], centre: Point = (0.5, 0.5), r: float = 0.5) -> str:
    return (
        f'<radialGradient id="{name}" cx="{num(centre[0])}" cy="{num(centre[1])}" r="{num(r)}">'
        f"{stops_of(stops)}</radialGradient>"
    )


def solid(*stops: tuple[float, str]) -> list[Stop]:
    return [(at, colour, 1.0) for at, colour in stops]


def document(body: str, box: tuple[float, float, float, float], defs: str = "") -> str:
    x, y, w, h = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(x)} {num(y)} {num(w)} {num(h)}" '
        f'width="{num(w)}" height="{num(h)}"><defs>{defs}</defs>{body}</svg>'
    )


def hill_line(width: float, y: float, amplitude: float, waves: int, phase: float, step: float = 4) -> list[Point]:
    """The hill formula of the look, with whole waves so that a hill meets itself at both ends."""
    line = []
    for i in range(int(width / step) + 1):
        t = 2 * math.pi * i * step / width
        second = round(2.3 * waves)
        line.append(
            (i * step, y + amplitude * math.sin(waves * t + phase) + 0.4 * amplitude * math.sin(second * t + 2 * phase))
        )
    return line


def below(line: Sequence[Point], bottom: float) -> list[Point]:
    """A hill line closed downwards."""
    return [(line[0][0], bottom), *line, (line[-1][0], bottom)]


def regular(corners: int, radius: float, turn: float = -90) -> list[Point]:
    """A regular polygon; the first corner points up unless turned."""
    angles = [math.radians(turn + 360 * i / corners) for i in range(corners)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def stars(seed: int, count: int, width: float, height: float, colour: str = "#FFF6E0") -> str:
    """Small lights, larger ones rarer, none closer than a few dp to another."""
    random = Random(seed)
    placed: list[Point] = []
    parts = []
    while len(placed) < count:
        spot = (random.uniform(4, width - 4), random.uniform(4, height - 4))
        if all(math.dist(spot, other) > 9 for other in placed):
            placed.append(spot)
            radius = 0.55 + 0.95 * random.random() ** 2
            parts.append(circle(*spot, radius, colour, fill_opacity=random.uniform(0.35, 0.85)))
    return "".join(parts)


def seat_shape(seat: int, r: float, grow: float = 0, **paint: object) -> str:
    """The shape of seat 1 to 12 round (0, 0), y down; `grow` widens it on all sides (for its rims)."""
    if seat == 1:
        return circle(0, 0, r + grow, **paint)  # type: ignore[arg-type]
    if seat == 2:
        half = 0.86 * r + grow
        return rect(-half, -half, 2 * half, 2 * half, rx=0.22 * r + grow, **paint)  # type: ignore[arg-type]
    corners = [(x * r, y * r) for x, y in _CORNERS[seat]]
    fill = str(paint.pop("fill"))
    return polygon(corners, fill, stroke=fill, stroke_width=0.16 * r + 2 * grow, stroke_linejoin="round", **paint)


def _star() -> list[Point]:
    return [(x * q, y * q) for (x, y), q in zip(regular(12, 1), (1.053, 0.753) * 6, strict=True)]


def _drop() -> list[Point]:
    centre, r, tip = 0.1 / 0.9 * 0.9, 0.86, -1.127
    edge = math.acos(r / (centre - tip))
    arc = [-math.pi / 2 + edge + i * (2 * math.pi - 2 * edge) / 28 for i in range(29)]
    return [(0, tip), *((r * math.cos(a), centre + r * math.sin(a)) for a in arc)]


def _shield() -> list[Point]:
    """Flat on top, a point below."""
    curve = [(0.93 * math.cos(a), -0.05 + 1.1 * math.sin(a)) for a in (i * math.pi / 24 for i in range(25))]
    return [(-0.93, -0.88), (0.93, -0.88), *curve]


def _clover() -> list[Point]:
    """Four round leaves."""
    return [((0.83 + 0.2 * math.cos(4 * a)) * math.cos(a), (0.83 + 0.2 * math.cos(4 * a)) * math.sin(a))
            for a in (math.pi / 4 + i * math.pi / 36 for i in range(72))]


def _leaf() -> list[Point]:
    """Two corners, two curves."""
    upper = [(-0.92 + 1.84 * (1 - math.cos(i * math.pi / 24)), 0.92 - 1.84 * math.sin(i * math.pi / 24))
             for i in range(13)]
    return [*upper, *((-x, -y) for x, y in upper)]


_CORNERS: dict[int, list[Point]] = {
    3: [(-1, 0.895), (1, 0.895), (0, -0.847)],
    4: [(0, -1.074), (1.074, 0), (0, 1.074), (-1.074, 0)],
    5: regular(6, 0.979),
    6: _star(),
    7: [
        (-0.47, -0.96),
        (0.47, -0.96),
        (0.47, -0.47),
        (0.96, -0.47),
        (0.96, 0.47),
        (0.47, 0.47),
        (0.47, 0.96),
        (-0.47, 0.96),
        (-0.47, 0.47),
        (-0.96, 0.47),
        (-0.96, -0.47),
        (-0.47, -0.47),
    ],
    8: _drop(),
    9: [(-0.88, 0.9), (0.88, 0.9), (0.88, -0.22), (0, -1.04), (-0.88, -0.22)],
    10: _shield(),
    11: _clover(),
    12: _leaf(),
}

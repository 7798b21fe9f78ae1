"""The houses of the snowed-in town, each in a box of 120 with its foot at (0, 0)."""

from __future__ import annotations

from random import Random

from .svg import circle, ellipse, group, path, polygon, radial, rect, stroke

SNOW, SNOW_SHADE, LIT, FRAME = "#EAF2FF", "#C6D6EE", "#FFC46B", "#7A4A1E"


def shadow(wide: float = 46) -> str:
    return ellipse(3, 3, wide, 9, "#0A1224", fill_opacity=0.34) + ellipse(
        0, 3.4, wide - 4, 6, "#DCE8FA", fill_opacity=0.22
    )


def window(x: float, y: float, w: float = 8, h: float = 10, arch: bool = False) -> str:
    """A lit window with a bar, a sill of snow and a breath of light round it."""
    rx = w / 2 if arch else 1.5
    return (
        ellipse(x + w / 2, y + h / 2, w * 1.15, h, "url(#window)")
        + rect(x, y, w, h, LIT, rx)
        + rect(x, y, w, h * 0.45, "#FFE3A8", rx, fill_opacity=0.75)
        + rect(x + w / 2 - 0.6, y, 1.2, h, FRAME)
        + rect(x, y + h * 0.5, w, 1, FRAME)
        + rect(x - 1, y + h - 0.4, w + 2, 1.8, SNOW, 0.9)
    )


def wall(x: float, y: float, w: float, h: float, light: str, dark: str, turn: float = 0.55) -> str:
    """A wall with its right part in shade and hints of brick."""
    random = Random(int(x * 7 + w))
    bricks = "".join(
        rect(x + random.uniform(2, w - 8), y + random.uniform(4, h - 6), 5, 1.8, "#FFFFFF", 0.6, fill_opacity=0.07)
        for _ in range(8)
    )
    return rect(x, y, w, h, light) + rect(x + w * turn, y, w * (1 - turn), h, dark) + bricks


def eaves(x: float, y: float, w: float, seed: int) -> str:
    """Snow that hangs over an edge."""
    random = Random(seed)
    d, at = f"M{x},{y}", x
    while at < x + w - 0.1:
        step = min(random.uniform(5, 9), x + w - at)
        d += f" q{step / 2:.2f},{random.uniform(2.5, 6):.2f} {step:.2f},0"
        at += step
    return path(d + f" V{y - 2} H{x}Z", SNOW_SHADE)


def chimney(x: float, y: float, tone: str = "#2A3958", w: float = 9) -> str:
    return rect(x, y, w, 20, tone) + rect(x - 2, y - 3, w + 4, 5, SNOW, 2.5)


def smoke(x: float, y: float) -> str:
    return "".join(
        circle(x + dx, y + dy, r, "#B9C6DE", fill_opacity=alpha)
        for dx, dy, r, alpha in ((1, -4, 4, 0.5), (6, -11, 5.5, 0.36), (13, -19, 7, 0.22))
    )


def door(x: float, y: float = 2, w: float = 12, h: float = 22) -> str:
    r = w / 2
    return (
        path(f"M{x},{y} V{y - h + r} a{r},{r} 0 0 1 {w},0 V{y}Z", "#1B1420")
        + path(f"M{x + 1.6},{y} V{y - h + r} a{r - 1.6},{r - 1.6} 0 0 1 {w - 3.2},0 V{y}Z", "#4A2A2A")
        + circle(x + w - 3.6, y - h * 0.36, 0.9, LIT)
    )


def drift(x: float, w: float) -> str:
    return path(f"M{x},4 Q{x + w * 0.3},-3 {x + w * 0.6},1 T{x + w},4Z", SNOW)


def mansion() -> str:
    return (
        shadow()
        + chimney(14, -72)
        + smoke(19, -76)
        + wall(-36, -36, 72, 38, "#3F5379", "#2C3B5C")
        + polygon([(-42, -34), (-24, -58), (24, -58), (42, -34)], SNOW)
        + polygon([(-42, -34), (-34.5, -44), (34.5, -44), (42, -34)], SNOW_SHADE)
        + polygon([(-24, -58), (-4, -58), (-12, -34), (-42, -34)], "#FFFFFF", fill_opacity=0.35)
        + eaves(-42, -34.4, 84, 1)
        + window(-28, -26)
        + window(-13, -26)
        + window(18, -26)
        + door(0)
        + drift(-40, 26)
        + drift(20, 22)
    )


def tower(light: str = "#4E486E", dark: str = "#373154") -> str:
    return (
        shadow()
        + wall(16, -30, 26, 32, dark, "#2B2645", 0.5)
        + polygon([(13, -28), (29, -45), (46, -28)], SNOW)
        + eaves(13, -28.4, 33, 2)
        + wall(-16, -62, 32, 64, light, dark)
        + polygon([(-22, -60), (0, -98), (22, -60)], SNOW)
        + polygon([(-22, -60), (-15, -71), (15, -71), (22, -60)], SNOW_SHADE)
        + polygon([(0, -98), (-22, -60), (-6, -60)], "#FFFFFF", fill_opacity=0.4)
        + eaves(-22, -60.4, 44, 3)
        + window(-8, -51, arch=True)
        + window(-8, -29, arch=True)
        + window(25, -20)
        + door(-5, w=10, h=15)
        + drift(-20, 20)
        + drift(22, 24)
    )


def works() -> str:
    teeth = "".join(
        polygon([(x, -30), (x, -45), (x + 25, -30)], SNOW)
        + polygon([(x, -37), (x, -45), (x + 4, -42.6), (x + 4, -36)], "#FFFFFF", fill_opacity=0.6)
        for x in (-38, -13, 12)
    )
    return (
        shadow()
        + rect(20, -66, 10, 38, "#2B4352")
        + rect(25.5, -66, 4.5, 38, "#21343F")
        + rect(18, -69, 14, 5, SNOW, 2.5)
        + smoke(27, -72)
        + wall(-38, -30, 76, 32, "#3E5C6F", "#2E4756")
        + teeth
        + eaves(-38, -30.2, 76, 4)
        + "".join(window(x, -20) for x in (-31, -15, 1))
        + door(19, w=13, h=20)
        + drift(-42, 30)
    )


def tent(stripe: str = "#F28C28", walls: str = "#5A4660") -> str:
    return (
        shadow()
        + polygon([(-38, 2), (-30, -30), (30, -30), (38, 2)], walls)
        + polygon([(-38, 2), (-30, -30), (-22, -30), (-27, 2)], "#FFFFFF", fill_opacity=0.12)
        + polygon([(16, 2), (13, -30), (22, -30), (27, 2)], "#FFFFFF", fill_opacity=0.12)
        + polygon([(-12, 2), (-9, -30), (9, -30), (12, 2)], LIT)
        + polygon([(-12, 2), (-9, -30), (-2, -30), (-7, 2)], "#8A5A2A", fill_opacity=0.5)
        + polygon([(-36, -28), (0, -66), (36, -28)], SNOW)
        + polygon([(-10, -28), (0, -66), (10, -28)], SNOW_SHADE)
        + polygon([(-36, -28), (0, -66), (-23, -28)], "#FFFFFF", fill_opacity=0.4)
        + eaves(-36, -28.4, 72, 5)
        + stroke("M0,-66 V-81", SNOW, 2)
        + polygon([(0, -81), (15, -77), (0, -72)], stripe)
        + drift(-42, 22)
        + drift(20, 22)
    )


def theatre() -> str:
    """A theatre front: steps, columns, a gable, a bright door and two masks' worth of light."""
    columns = "".join(rect(x, -30, 5, 30, "#8E9DC0") + rect(x, -30, 2, 30, "#B4C1DE") for x in (-29, -15, 10, 24))
    return (
        shadow()
        + wall(-36, -34, 72, 36, "#55405E", "#412F4A")
        + rect(-7, -26, 14, 28, LIT, 2)
        + rect(-7, -26, 14, 12, "#FFE3A8", 2, fill_opacity=0.7)
        + rect(-0.6, -26, 1.2, 28, FRAME)
        + window(-24, -24, 7, 12, True)
        + window(17, -24, 7, 12, True)
        + columns
        + rect(-40, -2, 80, 5, "#A9B8D6", 1)
        + rect(-44, 1, 88, 4, SNOW, 2)
        + polygon([(-42, -33), (0, -62), (42, -33)], "#6E5878")
        + polygon([(-42, -33), (0, -62), (42, -33), (36, -33), (0, -56), (-36, -33)], SNOW)
        + circle(0, -42, 6, LIT)
        + circle(0, -42, 6, "none", stroke=FRAME, stroke_width=1.2)
        + rect(-42, -35.4, 84, 4.4, SNOW, 2)
        + eaves(-42, -31.2, 84, 6)
    )


def prison() -> str:
    """Thick walls, barred windows, a watch-tower with a light."""
    bars = "".join(
        rect(x, -24, 8, 9, LIT, 1) + "".join(rect(x + 1.4 + i * 2.4, -24, 0.9, 9, "#1B1420") for i in range(3))
        for x in (-28, -13, 16)
    )
    battlements = "".join(rect(x, -41, 8, 7, "#4A5268") + rect(x, -43, 8, 3, SNOW, 1.5) for x in range(-38, 8, 13))
    return (
        shadow()
        + battlements
        + wall(-38, -36, 76, 38, "#4A5268", "#363D52")
        + rect(-38, -37, 46, 3, SNOW, 1.5)
        + wall(10, -66, 26, 68, "#525B73", "#3A4258")
        + rect(7, -72, 32, 8, "#3A4258", 1)
        + window(17, -60, 12, 9)
        + polygon([(5, -71), (23, -88), (41, -71)], SNOW)
        + eaves(5, -71.2, 36, 7)
        + bars
        + door(0, w=13, h=20)
        + drift(-42, 28)
    )


def house(light: str = "#4A5C82", dark: str = "#354468") -> str:
    return (
        shadow(38)
        + chimney(8, -58, dark, 8)
        + smoke(12, -62)
        + wall(-26, -30, 52, 32, light, dark)
        + polygon([(-33, -28), (0, -58), (33, -28)], SNOW)
        + polygon([(0, -58), (33, -28), (14, -28)], SNOW_SHADE)
        + eaves(-33, -28.4, 66, 8)
        + window(-20, -20)
        + window(11, -20)
        + door(-6, w=11, h=19)
        + circle(0, -38, 4, LIT)
        + circle(0, -38, 4, "none", stroke=FRAME, stroke_width=1)
        + drift(-32, 24)
    )


def graveyard() -> str:
    """Stones under snow caps and a bare tree."""

    def stone(x: float, y: float, h: float, tone: str) -> str:
        return (
            path(f"M{x - 8},{y} V{y - h + 8} a8,8 0 0 1 16,0 V{y}Z", tone)
            + path(f"M{x + 2},{y} V{y - h + 1} a8,8 0 0 1 6,7 V{y}Z", "#000000", fill_opacity=0.16)
            + path(f"M{x - 9},{y - h + 8} a9,9 0 0 1 18,0 q-2.4,2.6 -4.6,0 t-4.6,0 t-4.6,0 t-4.2,0Z", SNOW)
            + stroke(f"M{x},{y - h + 12} v8 M{x - 3},{y - h + 15} h6", "#2A3552", 1.2)
        )

    tree = stroke(
        "M30,0 C31,-18 29,-26 31,-40 M31,-22 C37,-28 40,-34 41,-42 M30,-28 C25,-32 22,-38 22,-44 M31,-38 C33,-44 32,-50 35,-56",
        "#1B2338",
        3,
    )
    snow = stroke("M32,-23 C37,-28 39,-32 40,-38 M29,-29 C25,-32 23,-37 22,-42", SNOW, 1.2)
    return (
        ellipse(0, 1, 52, 12, "#B9CBE6", fill_opacity=0.4)
        + tree
        + snow
        + stone(-12, -8, 32, "#5E6E92")
        + stone(12, -6, 36, "#566689")
        + stone(-32, 2, 26, "#67779B")
        + stone(0, 4, 24, "#6C7CA0")
        + path("M-50,6 Q-20,-2 6,5 T50,6 Q0,14 -50,6Z", SNOW, fill_opacity=0.75)
    )


def pine(size: float = 1, lean: int = 0) -> str:
    tiers = ((18, -4, 25), (14.5, -17, 25), (10.5, -31, 22))
    body = ""
    for i, (w, y, h) in enumerate(tiers):
        tone = ("#1D3847", "#234253", "#2A4D60")[i]
        body += polygon([(-w, y), (w, y), (lean, y - h)], tone) + polygon(
            [(lean, y - h), (w, y), (w * 0.25, y)], "#000000", fill_opacity=0.16
        )
        body += path(
            f"M{lean},{y - h} L{-w},{y} q{w * 0.25},-3.4 {w * 0.42},-.6 q{w * 0.1},-4 {w * 0.3},-2.2 L{lean},{y - h * 0.62}Z",
            "#D5E2F5",
            fill_opacity=0.92,
        )
    top = polygon(
        [(lean, -53.6), (lean + 5, -43), (lean + 1.5, -45), (lean, -42.6), (lean - 2.4, -45), (lean - 5, -43)], SNOW
    )
    return group(
        ellipse(2, 1.4, 17, 4.4, "#0A1224", fill_opacity=0.3) + rect(-2.6, -6, 5.2, 8, "#1C1A2C", 1) + body + top,
        scale=size,
    )


def park() -> str:
    return (
        ellipse(0, 1, 52, 12, "#B9CBE6", fill_opacity=0.4)
        + group(pine(1.05), x=-28, y=0)
        + group(pine(1.25), x=24, y=-2)
        + group(pine(0.85), x=0, y=5)
    )


HOUSES = {
    "mansion": mansion,
    "tower": tower,
    "works": works,
    "tent": tent,
    "theatre": theatre,
    "prison": prison,
    "house": house,
    "graveyard": graveyard,
    "park": park,
}
HOUSE_DEFS = radial("window", [(0, "#FFC46B", 0.5), (1, "#FFC46B", 0)])

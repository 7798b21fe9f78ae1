"""The landscapes behind the boards on the guests' page, as SVG; each board is 1000 high."""

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

HIGH = 1000
WIDE = {"windward": 878, "winter_tales": 1100, "windmill": 1703, "story": 1500, "keywords": 1500}
"""The width of each board; a little more or less does no harm."""
BANDS = ("#3d3f6b", "#8e6c86", "#504673", "#6a5079", "#c79086", "#7f5875", "#a96c6a", "#e0a982", "#c98b6b",
         "#e2b37e", "#f3d9a6")
TOWER = (-150, -260, 300, 270)
"""The mill's viewBox."""
FLOOR = ("#e8624f", "#e3b23c", "#2fa39a", "#8a6ae0")
Stop = tuple[float, str, float]


def wave(n: float) -> float:
    """From 0 to 1, by chance, but the same stars and planks each time."""
    return abs(sin(n * 12.9898) * 43758.5453) % 1


def short(number: float, decimals: int = 0) -> str:
    found = f"{number:.{decimals}f}"
    return found.rstrip("0").rstrip(".") if "." in found else found


def sky(id: str, *stops: Stop) -> str:
    return _gradient(id, "linear", 'x2="0" y2="1"', stops)


def glow(id: str, *stops: Stop) -> str:
    return _gradient(id, "radial", "", stops)


def _gradient(id: str, kind: str, more: str, stops: tuple[Stop, ...]) -> str:
    inner = "".join(f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{alpha}"/>'
                    for at, colour, alpha in stops)
    return f'<{kind}Gradient id="{id}" {more}>{inner}</{kind}Gradient>'


def fill(colour: str, top: int = -9000, high: int = 20000) -> str:
    return f'<rect x="-9000" y="{top}" width="20000" height="{high}" fill="{colour}"/>'


def circle(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius, 1)}" fill="{colour}"/>'


def ellipse(x: float, y: float, across: float, down: float, colour: str) -> str:
    return (f'<ellipse cx="{short(x)}" cy="{short(y)}" rx="{short(across)}" ry="{short(down)}" '
            f'fill="{colour}"/>')


def outline(points: list[tuple[int, int]], colour: str) -> str:
    """Each point as its distance from the last one, which packs best."""
    steps = [f"{to[0] - last[0]} {to[1] - last[1]}" for last, to in pairwise(points)]
    return f'<path d="M{points[0][0]} {points[0][1]}l{" ".join(steps)}z" fill="{colour}"/>'


def symbol(id: str, wide: int, *parts: str) -> str:
    return f'<symbol id="{id}" viewBox="0 0 {wide} {HIGH}" overflow="visible">{"".join(parts)}</symbol>'


def used(picture: str, box: tuple[int, int, int, int], place: str) -> str:
    """A picture in a landscape; `box` is its viewBox."""
    left, top, wide, high = box
    return f'<use href="#{picture}" x="{left}" y="{top}" width="{wide}" height="{high}" transform="{place}"/>'


def gas_planet(wide: int) -> list[str]:
    """Bands, a rim of air, stars around it."""
    x, y, radius = wide / 2, HIGH / 2, HIGH * 0.53

    def band(number: int) -> str:
        ring = len(BANDS) - 1 - number
        waves = 5 + ring % 4
        turns = [step * pi / 36 for step in range(72)]
        far = [radius * ((ring + 1) / 11.6 + 0.012 * sin(waves * turn + ring)
                         + 0.008 * sin((2 * waves + 1) * turn + 2 * ring)) for turn in turns]
        return outline([(round(x + one * cos(turn)), round(y + one * sin(turn)))
                        for one, turn in zip(far, turns, strict=True)], BANDS[number])

    return [
        glow("air", (0.86, "#8fd9f2", 0.75), (1, "#8fd9f2", 0)),
        glow("dusk", (0.3, "#0b1230", 0.1), (1, "#0b1230", 0.68)),
        symbol("stars", wide, f'<path d="{stars(wide)}" stroke="#fff" stroke-width="3" opacity=".55"/>'),
        symbol("ground", wide, fill("#101430"), *(
            used("stars", (0, 0, wide, HIGH), f"translate({across * round(1.4 * wide)} {down * 1200})")
            for down in (-1, 0, 1) for across in (-1, 0, 1)),
               circle(x, y, radius * 1.13, "url(#air)"), circle(x, y, radius, BANDS[0]),
               *map(band, range(len(BANDS))), circle(x, y, radius, "url(#dusk)"))]


def stars(wide: int) -> str:
    """On the board and a little around it; the same ones are repeated further out."""
    found = []
    for n in range(130):
        x, y = wave(n) * 4 - 1.5, wave(n + 500) * 3 - 1
        if -0.2 <= x < 1.2 and -0.1 <= y < 1.1:
            found.append(f"M{short(x * wide)} {short(y * HIGH)}h{short(2 + 3 * wave(n + 90))}")
    return "".join(found)


def hills(y: int, high: int, often: float, colour: str) -> str:
    points = "".join(
        f"L{n * 45 - 1300} {short(y + high * sin(n * often) + 0.4 * high * sin(2.3 * n * often + 2), 1)}"
        for n in range(90))
    return f'<path d="M-9000 {y + 60}{points}L9000 {y + 60}Z" fill="{colour}"/>'


def snowy_town(wide: int) -> list[str]:
    """A night sky over the snow, and flakes before the trees."""
    places = [((wave(n + 40) * 2.4 - 0.7) * wide, wave(n + 900) * HIGH) for n in range(90)]
    flakes = "".join(f"M{short(x)} {short(y)}h0" for x, y in places)
    return [
        sky("sky", (0, "#0a1230", 1), (0.55, "#1b2c55", 1), (1, "#3b4f7e", 1)),
        sky("snow", (0, "#7f98c2", 1), (0.3, "#2f4468", 1), (1, "#1a2b48", 1)),
        symbol("ground", wide, fill("#0a1230"), fill("url(#sky)", -300, 500),
               used("moon", (-23, -23, 46, 46), f"translate({short(wide * 0.82)} 75) scale(1.5)"),
               hills(150, 22, 0.11, "#33476f"), hills(178, 14, 0.08, "#4a618f"),
               fill("url(#snow)", 172, 2000)),
        symbol("snowfall", wide, f'<path d="{flakes}" stroke="#fff" stroke-width="5" stroke-linecap="round" '
               'opacity=".55"/>', fill("#0d1528", 800, 4000))]


def fields_at_dusk(wide: int) -> list[str]:
    """A green for the track, and the mill for its middle; at the end, a smaller one beside the podium."""
    small = used("tower", TOWER, "translate(870 132) scale(1.116)")
    return [
        sky("sky", (0, "#241a44", 1), (0.35, "#5a2b63", 1), (0.62, "#b34a63", 1), (0.84, "#f08a5b", 1),
            (1, "#ffd08c", 1)),
        sky("field", (0, "#b5823f", 1), (1, "#7c4b36", 1)),
        glow("sun", (0, "#ffe9a8", 0.9), (1, "#ffb45e", 0)),
        symbol("ground", wide, *dusk(wide)), symbol("end", HIGH, *dusk(HIGH), small),
        f'<symbol id="tower" viewBox="{" ".join(map(str, TOWER))}" overflow="visible">{tower()}</symbol>']


def dusk(wide: int) -> list[str]:
    x, y = wide / 2, HIGH / 2
    return [
        fill("#241a44"), fill("url(#sky)", -700, 800),
        circle(wide * 0.8, 20, 260, "url(#sun)"), circle(wide * 0.8, 20, 75, "#fff4cf"),
        hills(45, 34, 0.4, "#7d3f58"), fill("url(#field)", 80, 4000),
        ellipse(x, y, wide * 0.54, HIGH * 0.55, "#5c8a45"),
        ellipse(x, y, wide * 0.18, HIGH * 0.16, "#77a356")]


def tower() -> str:
    def sail(turn: int) -> str:
        return (f'<g transform="rotate({turn})"><path d="M0 0V128" stroke="#5b2a31" stroke-width="6"/>'
                '<path d="M4 30h26v92h-26zM4 61h26M4 92h26M17 30v92" fill="#fff3da" stroke="#7a4a3a" '
                'stroke-width="2.5"/></g>')

    return ('<path d="M-40 0L-25-118H25L40 0Z" fill="#f6e6cb"/><path d="M8-118H25L40 0H14Z" fill="#dcc3a0"/>'
            '<path d="M-31-116L0-158L31-116Z" fill="#8a2f3a"/>'
            '<path d="M-10 0V-22a10 10 0 0 1 20 0V0Z" fill="#6b2c33"/>'
            '<circle cy="-66" r="9" fill="#ffd98a" stroke="#8a5a2e" stroke-width="3"/>'
            '<g transform="translate(0 -122)">'
            f'{"".join(map(sail, (20, 110, 200, 290)))}<circle r="8" fill="#8a2f3a"/></g>')


def wooden_table(wide: int) -> list[str]:
    """Planks under a lamp, and the light of the picture in the middle."""
    planks = "".join(f"M-9000 {n * 130 - 2000}H9000M{short(wave(n) * 2400 - 600)} {n * 130 - 2000}v130"
                     for n in range(40))
    return [
        glow("lamp", (0, "#ffd9a0", 0.34), (1, "#ffd9a0", 0)),
        symbol("ground", wide, fill("#553a28"), f'<path d="{planks}" stroke="#3d2819" stroke-width="5"/>',
               circle(wide / 2, HIGH / 2, HIGH * 1.1, "url(#lamp)")),
        f'<symbol id="lantern" viewBox="-36 -36 72 72">{circle(0, 0, 34, "#ffe9a8")}</symbol>']


def night_floor(wide: int) -> list[str]:
    """Squares in the colours of the boards."""
    places = [(round(wave(n) * 40 - 8) * 70, round(wave(n + 70) * 16 - 1) * 70) for n in range(60)]
    squares = [f'<rect x="{short(x)}" y="{short(y)}" width="48" height="48" rx="8" opacity=".16" '
               f'fill="{FLOOR[n % 4]}"/>' for n, (x, y) in enumerate(places)]
    return [symbol("ground", wide, fill("#161c44"), *squares)]


GROUNDS: dict[str, Callable[[int], list[str]]] = {
    "windward": gas_planet, "winter_tales": snowy_town, "windmill": fields_at_dusk, "story": wooden_table,
    "keywords": night_floor}

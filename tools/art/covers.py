"""The covers of the library: each game's place in one picture, built from the parts of its stage."""

from __future__ import annotations

from random import Random

from . import houses, keywords, planet, story, windmill, windward, windward_pieces, winter_tales
from .svg import SEAT_FILLS, circle, ellipse, group, linear, polygon, polyline, radial, rect, seat_shape, solid, stars

COVER_BOX = (0.0, 0.0, 420.0, 300.0)


def sky(stops: tuple[tuple[float, str], ...], height: float) -> tuple[str, str]:
    return rect(0, 0, 420, height, "url(#sky)"), linear("sky", solid(*stops))


def windmill_cover() -> tuple[str, str]:
    air, defs = sky(windmill.SKY, 216)
    land, land_defs = windmill.field(110)
    line = [(x, y + 194) for x, y in windmill.ridge(2.6)]
    clouds = (
        group(windmill.cloud(1), x=76, y=104, opacity=0.32)
        + group(windmill.cloud(2), x=226, y=122, opacity=0.26)
        + group(windmill.cloud(3), x=378, y=96, opacity=0.3)
    )
    body = (
        air
        + stars(4, 60, 420, 110)
        + clouds
        + circle(136, 178, 104, "url(#halo)")
        + group(windmill.sun(36), x=136, y=174)
        + polygon([(0, 300), *line, (800, 300)], "#7D3F58")
        + polyline(line, "#B4617A", 1.2, stroke_opacity=0.5)
        + group(land, x=-190, y=198)
        + group(windmill.mill() + group(windmill.sails(), y=-128, turn=24), x=300, y=232, scale=1.02)
    )
    halo = radial("halo", windmill.SUN_GLOW)
    return (
        body,
        defs
        + halo
        + land_defs
        + windmill.SUN_DEFS
        + windmill.MILL_DEFS
        + windmill.SAIL_DEFS
        + windmill.cloud_defs("#FFC9A0"),
    )


def story_cover() -> tuple[str, str]:
    prints = "".join(
        group(story.print_of(kind, 104, 121), x=x, y=y, turn=turn)
        for kind, x, y, turn in (("lighthouse", 66, 100, -8), ("fox", 254, 84, 7), ("moon", 158, 84, -1.5))
    )
    light = ellipse(210, 140, 300, 200, "url(#lamp)")
    defs = story.TABLE_DEFS + story.PAPER_DEFS + radial("lamp", story.LAMP_GLOW)
    return group(story.table(), x=-120, y=-150) + light + prints, defs


def keywords_cover() -> tuple[str, str]:
    air, defs = sky(keywords.SKY, 300)
    random = Random(14)
    colours = list(keywords.BOARDS.values())
    squares = []
    for j in range(9):
        for i in range(13):
            colour = colours[(i // 3 + j // 2) % 4]
            squares.append(
                rect(
                    i * 34 - 9, j * 34 + 1, 26, 26, colour, 7, fill_opacity=random.choice((0.95, 0.95, 0.95, 0.5, 0.75))
                )
            )
    seats = ("#FB6824", "#37BAFF", "#EFDB29")
    stacks = (
        group(keywords.stack([seats[0], seats[1], seats[2]]), x=112, y=178)
        + group(keywords.stack([seats[2], seats[0]]), x=242, y=140)
        + group(keywords.stack([seats[1]]), x=336, y=198)
    )
    shade = rect(0, 0, 420, 300, "url(#dim)")
    return air + "".join(squares) + shade + stacks, defs + keywords.SIDE_DEFS + radial(
        "dim", [(0, "#0E1230", 0), (1, "#0E1230", 0.55)], r=0.75
    )


def windward_cover() -> tuple[str, str]:
    air, defs = sky(windward.SKY, 300)
    world = group(planet.planet() + windward.board(), x=210, y=150, scale=0.405)
    pieces = (
        group(windward_pieces.ship(SEAT_FILLS[1]), x=284, y=112, turn=58, scale=1.1)
        + group(windward_pieces.crester("red"), x=122, y=128, scale=1.02)
        + group(windward_pieces.crester("grey"), x=150, y=196, scale=0.7)
        + group(windward_pieces.ship(SEAT_FILLS[2]), x=256, y=202, turn=-20, scale=0.66)
    )
    return (
        air + stars(23, 90, 420, 300) + world + pieces,
        defs + planet.PLANET_DEFS + windward_pieces.BUBBLE + windward_pieces.POST_DEFS + windward_pieces.HULL,
    )


def winter_cover() -> tuple[str, str]:
    air, defs = sky(winter_tales.SKY, 190)
    snow, snow_defs = winter_tales.ground(150)
    far, near = (
        group(winter_tales.hill(24, 13, 3, 2.6, ("#24365F", "#4A6296")), x=-180, y=116),
        group(winter_tales.hill(24, 8, 4, 0.3, ("#3A507E", "#6F8BBD")), x=-300, y=134),
    )
    town = (
        group(houses.pine(1.2), x=44, y=186)
        + group(houses.tower(), x=126, y=204, scale=1.05)
        + group(houses.mansion(), x=308, y=208, scale=1.05)
        + group(houses.pine(1.3), x=388, y=196)
        + circle(218, 186, 44, "url(#lampglow)")
        + group(winter_tales.lamp(), x=218, y=222, scale=1.05)
        + group(houses.pine(0.9), x=84, y=232)
    )
    random = Random(6)
    snowfall = "".join(
        circle(
            random.uniform(0, 420),
            random.uniform(0, 290),
            random.uniform(0.9, 2.6),
            "#FFFFFF",
            fill_opacity=random.uniform(0.3, 0.75),
        )
        for _ in range(80)
    )
    body = (
        air
        + stars(8, 60, 420, 130)
        + circle(226, 92, 84, "url(#moonglow)")
        + group(winter_tales.moon(24), x=226, y=92)
        + far
        + near
        + group(snow, x=-200, y=158)
        + town
        + snowfall
    )
    return body, (
        defs
        + snow_defs
        + houses.HOUSE_DEFS
        + winter_tales.MOON_DEFS
        + radial("lampglow", winter_tales.LAMP_GLOW)
        + radial("moonglow", winter_tales.MOON_GLOW)
    )


def broken_cover() -> tuple[str, str]:
    """A game that did not load: an empty grey table; the app lays its sign on the middle."""
    planks = "".join(
        rect(0, y, 420, 60, tone)
        + rect(0, y, 420, 1.5, "#1E2224")
        + rect(0, y + 1.5, 420, 1, "#6A7072", fill_opacity=0.4)
        for y, tone in zip(range(0, 300, 60), ("#454A4C", "#3F4446", "#484D4F", "#414648", "#464B4D"), strict=True)
    )
    pieces = "".join(
        group(
            group(seat_shape(seat, 20, 0, fill="#1E2224"), x=3, y=5, opacity=0.5) + seat_shape(seat, 20, 0, fill=tone),
            x=x,
            y=y,
            turn=turn,
        )
        for seat, tone, x, y, turn in (
            (1, "#7C8284", 66, 122, 0),
            (2, "#8C9294", 108, 196, 14),
            (3, "#74797B", 330, 112, -18),
            (4, "#888E90", 368, 190, 8),
            (7, "#6C7173", 296, 208, 24),
        )
    )
    return planks + rect(0, 0, 420, 300, "url(#dim)") + pieces, radial(
        "dim", [(0, "#9AA0A2", 0.25), (1, "#101518", 0.6)], r=0.7
    )


COVERS = {
    "windmill": windmill_cover,
    "story": story_cover,
    "keywords": keywords_cover,
    "windward": windward_cover,
    "winter_tales": winter_cover,
    "broken": broken_cover,
}


def cover(game: str) -> tuple[str, str]:
    return COVERS[game]()

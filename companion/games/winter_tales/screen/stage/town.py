"""Wintertown: houses, lamps and ways in one static picture, with names, badges and lights above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.atlas import Thing, town_sheet
from companion.games.winter_tales.screen.stage.labels import (
    ACCENT,
    ART,
    NamePill,
    PillBox,
    PillSign,
    add_picture,
    card_sign,
    icon_disc,
    overlap,
)
from companion.games.winter_tales.screen.stage.layout import Point, TownLayout
from companion.games.winter_tales.screen.stage.night import NightScene, Still
from companion.games.winter_tales.screen.stage.reading import RoofSign, TownMap, TownPlace
from companion.ui.drawing.art import art
from companion.ui.theme import tokens

VEIL = "#060B18"
VEILED, COVERED = 0.34, 0.74
HALF_HOUSE, HALF_LAMP = 54.0, 24.0
"""Half the width of the light at a place, dp."""


def picture_of(house: str) -> str:
    """The layer for a kind of house, by default a plain one."""
    return f"house_{house}" if f"house_{house}" in art(ART).layers else "house_house"


class TownView:
    """The town of a map; `spots` has the position of each place in the window."""

    def __init__(self, layer: InstructionGroup, over_snow: InstructionGroup) -> None:
        town_sheet()  # create it now, not with the first answer
        self._still = Still(layer)
        self._veil = Color(*tokens.rgba(VEIL, 0.0))
        self._veil_box = Rectangle()
        layer.add(self._veil)
        layer.add(self._veil_box)
        self._lights, self._names, self._signs = InstructionGroup(), InstructionGroup(), InstructionGroup()
        layer.add(self._lights)
        over_snow.add(self._names)
        over_snow.add(self._signs)
        self.spots: dict[str, Point] = {}
        self.names: list[lays.Box] = []
        self._pills: dict[str, PillSign] = {}
        self.places: dict[str, TownPlace] = {}
        self.lay: TownLayout | None = None
        self._map: TownMap | None = None
        self._maps = 0
        """Number of towns shown; an edited one counts as new."""
        self._trees: list[Point] = []
        self._covered = False
        self._lit: frozenset[str] = frozenset()
        self._shown: tuple[Any, ...] = ()
        self._marked: tuple[Any, ...] = ()
        self._signed: tuple[Any, ...] = ()

    def stand(self, shown: TownMap, lay: TownLayout, pos: Point, size: Point) -> None:
        if shown != self._map:
            self._maps += 1
            self._map, self._trees = shown, lays.pines(shown)
        key = (self._maps, lay, pos, size)
        if key == self._shown:
            return
        self._shown, self._marked, self._signed = key, (), ()
        self.lay = lay
        self.places = {place.key: place for place in shown.places}
        self.spots = {place.key: lay.spot(place.at) for place in shown.places}
        self._still.show(key, pos, size, lambda scene: self._draw(scene, shown, lay, pos, size))
        self._veil_box.pos, self._veil_box.size = pos, size
        if not self._covered:
            self._name()

    # The still picture

    def make_room(self, wide: int, high: int) -> None:
        self._still.make_room(wide, high)

    def _draw(self, scene: NightScene, shown: TownMap, lay: TownLayout, pos: Point, size: Point) -> None:
        horizon = lay.horizon - pos[1]
        moon = (size[0] * 0.8, max(horizon + dp(18), size[1] - dp(96)))
        scene.show(pos, size, horizon, moon, min(1.2, lay.unit / dp(1)),
                   (*prints(shown, lay, self.spots), *things(shown, lay, self.spots, self._trees)))

    def _name(self) -> None:
        shown, lay = self._map, self.lay
        self._names.clear()
        self.names.clear()
        if shown is None or lay is None:
            return
        px = float(max(dp(12), min(dp(14), 13 * lay.unit)))
        edges = (lay.room.x, lay.room.right)
        most = lay.room.width * (0.36 if shown.whole else 0.5)
        wanted = [place for place in shown.places if place.house and lay.sees(self.spots[place.key])
                  and (lay.named or place.key in self._lit)]
        for place in sorted(wanted, key=lambda place: place.key not in self._lit):
            x, y = self.spots[place.key]
            pill = NamePill(place.name, px, most)
            box = free_box(pill, (x, y - px * 1.05), edges, lay.horizon, self.names)
            if box is not None:
                sign = self._pills.get(place.key) or self._pills.setdefault(place.key, PillSign())
                sign.show(pill, box)
                self._names.add(sign.group)
                self.names.append(box)

    # Lights and badges

    def light(self, lit: dict[str, str], chosen: str | None) -> None:
        """Light the allowed places and darken the rest."""
        key, lay = (tuple(sorted(lit.items())), chosen), self.lay
        if key == self._marked or lay is None:
            return
        self._marked = key
        if not lay.named and frozenset(lit) != self._lit:
            self._lit = frozenset(lit)
            self._name()
        self._lights.clear()
        self._veil.a = VEILED if lit else 0.0
        for place in sorted((key for key in lit if key in self.spots), key=lambda key: -self.spots[key][1]):
            self._light(place, place == chosen)

    def point_out(self, lit: set[str], chosen: str) -> None:
        """In the editor: highlight without darkening the rest."""
        key = (tuple(sorted(lit)), chosen)
        if key == self._marked or self.lay is None:
            return
        self._marked = key
        self._lights.clear()
        shown = [place for place in self.spots if place in lit or place == chosen]
        for place in sorted(shown, key=lambda place: -self.spots[place][1]):
            self._light(place, place == chosen)

    def _light(self, key: str, chosen: bool) -> None:
        lay, (x, y), place = self.lay, self.spots[key], self.places[key]
        assert lay is not None
        wide = max(dp(24), (HALF_HOUSE if place.house else HALF_LAMP) * lay.unit)
        high = wide * 0.5
        layer = self._lights
        layer.add(Color(*tokens.rgba(ACCENT if chosen else tokens.LIT, 0.62 if chosen else 0.36)))
        layer.add(SmoothEllipse(pos=(x - wide, y - high), size=(2 * wide, 2 * high)))
        layer.add(Color(*tokens.rgba(ACCENT if chosen else tokens.LIT)))
        layer.add(SmoothLine(ellipse=(x - wide, y - high, 2 * wide, 2 * high), width=dp(1.5 if chosen else 1.0)))
        if place.house:
            add_picture(layer, picture_of(place.house), (x, y), lay.unit)
        else:
            paint_lamp(layer, (x, y), lay.unit)

    def cover(self, on: bool) -> None:
        if on:
            self._marked = self._signed = ()
            self._lights.clear()
            self._signs.clear()
            self._names.clear()
            self._veil.a = COVERED
        elif self._covered:
            self._veil.a = 0.0
            self._name()
        self._covered = on

    def sign(self, signs: tuple[RoofSign, ...], lit: dict[str, str]) -> None:
        key, lay = (signs, tuple(lit.items())), self.lay
        if key == self._signed or lay is None:
            return
        self._signed = key
        self._signs.clear()
        for sign in signs:
            if sign.at in self.spots and lay.sees(self.spots[sign.at]):
                self._sign(sign, lay)
        for at, cost in lit.items():
            if cost and at in self.spots:
                x, y = self.spots[at]
                card_sign(self._signs, cost, (x, y + dp(2)))

    def _sign(self, sign: RoofSign, lay: TownLayout) -> None:
        x, y = self.spots[sign.at]
        size = max(lay.unit * 0.8, dp(0.62))
        if sign.side:
            roof = art(ART).layers["house_house"]["points"]
            aside, up = roof["roof"][0] - roof["foot"][0], roof["roof"][1] - roof["foot"][1]
            add_picture(self._signs, f"quest_{sign.side}", (x + aside * lay.unit, y + up * lay.unit), size, "")
        else:
            icon_disc(self._signs, sign.icon, (x - 24 * lay.unit, y + 56 * lay.unit), 12 * size)


def free_box(pill: NamePill, centre: Point, edges: tuple[float, float], sky: float,
             taken: list[PillBox]) -> PillBox | None:
    """Find space for a name near the feet, clear of other names and the sky, if any."""
    wide, tall = pill.size
    for across, up in ((0.0, 0.0), (0.0, -0.9), (-0.35, 0.0), (0.35, 0.0), (-0.35, -0.9), (0.35, -0.9), (0.0, 0.9),
                       (-0.5, 0.9), (0.5, 0.9), (0.0, -1.8)):
        box = pill.box_at((centre[0] + across * wide, centre[1] + up * tall), edges)
        if box[1] + box[3] <= sky and not any(overlap(box, other) for other in taken):
            return box
    return None


def prints(shown: TownMap, lay: TownLayout, spots: dict[str, Point]) -> Iterator[Thing]:
    gap, unit = max(13.0 * lay.unit, dp(9)), max(lay.unit, dp(0.8))
    aside, highest = gap * 0.16, lay.highest
    for place in shown.places:
        for end in place.ends:
            if end in spots:
                way = lays.steps(spots[place.key], spots[end], gap, 12 * lay.unit)
                for number, (x, y) in enumerate(way):
                    if y <= highest:
                        yield "footprint", (x, y + (aside if number % 2 else -aside)), unit, ""


def things(shown: TownMap, lay: TownLayout, spots: dict[str, Point], trees: list[Point]) -> Iterator[Thing]:
    """Houses, lamps and trees, farthest first; `trees` are fractions of the map."""
    standing: list[tuple[TownPlace | None, Point]] = [(place, spots[place.key]) for place in shown.places]
    standing += [(None, lay.spot(tree)) for tree in trees]
    for place, spot in sorted(standing, key=lambda thing: -thing[1][1]):
        if spot[1] > lay.highest:
            continue
        if place is None:
            yield "pine_1" if round(spot[0]) % 3 else "pine_2", spot, lay.unit * 0.9, "foot"
        elif place.house:
            yield picture_of(place.house), spot, lay.unit, "foot"
        else:
            yield from lamp(spot, lay.unit)


def lamp(spot: Point, unit: float) -> tuple[Thing, Thing]:
    points = art(ART).layers["lamp"]["points"]
    up = points["light"][1] - points["foot"][1]
    return ("lamp", spot, unit, "foot"), ("lamp_glow", (spot[0], spot[1] + up * unit), unit, "")


def paint_lamp(layer: Any, spot: Point, unit: float) -> None:
    for thing in lamp(spot, unit):
        add_picture(layer, *thing)

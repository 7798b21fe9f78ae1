"""Wintertown: a static picture of houses, lamps and paths; above it names, lights, walks and characters."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Any, NamedTuple

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.core.questions import Question
from companion.core.views import Piece
from companion.games.winter_tales.board.characters import SPRING, WINTER
from companion.games.winter_tales.board.town import TownSpace
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.layout import Point, TownLayout, steps
from companion.games.winter_tales.screen.stage.night import (
    ACCENT,
    ART,
    NamePill,
    NightScene,
    PillBox,
    PillSign,
    Still,
    Thing,
    add_picture,
    badge,
    card_sign,
    icon,
    icon_disc,
    overlap,
    town_sheet,
)
from companion.games.winter_tales.screen.stage.reading import CharacterToken, asked_about
from companion.games.winter_tales.screen.walks import Walk
from companion.games.winter_tales.town_map import TownMap
from companion.ui.drawing.art import (
    Motion,
    Sprite,
    art,
    disc,
    group_in,
    tinted,
)
from companion.ui.stages import pieces as board_pieces
from companion.ui.stages.pieces import PAWN, Figure, Pieces, Stand
from companion.ui.stages.trails import draw_dots
from companion.ui.theme import tokens

VEIL = "#060B18"
VEILED, COVERED = 0.34, 0.74
HALF_HOUSE, HALF_LAMP = 54.0, 24.0
"""Half the width of the light at a place, dp."""
ROOFS = ((0, 0), (-16, 4), (16, 4), (0, 14), (-26, -8), (26, -8), (0, -14), (-36, 6), (36, 6), (-48, -12),
         (48, -12), (0, -12))
PRICES = ((0, 2), (0, 16), (-20, 6), (20, 6), (-20, -10), (20, -10), (-32, 2), (32, 2), (-28, 20), (28, 20),
          (0, 30))
"""Offsets to try for a sign on a roof and for a price at the door, dp."""
LETTERS = ((0, 34), (18, 32), (-18, 32), (0, 48), (26, 16), (-26, 16), (0, -14), (26, -10), (-26, -10),
           (40, 20), (-40, 20), (40, -6), (-40, -6), (0, -30), (-24, -28), (24, -28), (-34, 40), (34, 40),
           (0, 62), (-56, 8), (56, 8), (0, 34))
"""Places of a plaza's letter, dp: at the lamp, then beside it."""
AROUND = ((0.0, 0.0), (0.0, -0.9), (-0.35, 0.0), (0.35, 0.0), (-0.35, -0.9), (0.35, -0.9), (0.0, 0.9),
          (-0.5, 0.9), (0.5, 0.9), (0.0, -1.8), (0.0, 1.8))
"""Offsets to try for a name, in its own width and height."""


def picture_of(house: str) -> str:
    """The layer for a kind of house, by default a plain one."""
    return f"house_{house}" if f"house_{house}" in art(ART).layers else "house_house"


class TownView:
    """The town of a map; `spots` has the position of each place in the window."""

    def __init__(self, layer: InstructionGroup, over_snow: InstructionGroup) -> None:
        town_sheet()  # create it now, not with the first answer
        self.still = Still(layer)
        self._veil = Color(*tokens.rgba(VEIL, 0.0))
        self._veil_box = Rectangle()
        layer.add(self._veil)
        layer.add(self._veil_box)
        self._lights, self._names, self._signs = group_in(layer), group_in(over_snow), group_in(over_snow)
        self.spots: dict[str, Point] = {}
        self.names: list[lays.Box] = []
        """The names that can be seen."""
        self._named: dict[str, tuple[NamePill, PillBox]] = {}
        self._laid: list[PillBox] = []
        self._pills: dict[str, PillSign] = {}
        self.places: dict[str, TownSpace] = {}
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
        self.letters = InstructionGroup()
        """For the layer above the characters."""
        self._lettered: tuple[Any, ...] = ()
        self.letter_boxes: list[PillBox] = []

    def stand(self, shown: TownMap, lay: TownLayout, pos: Point, size: Point, *, bare: bool = False) -> None:
        """Draw the town in this place; `bare`: only the night and its trees."""
        if shown != self._map:
            self._maps += 1
            self._map, self._trees = shown, lays.pines(shown)
        key = (self._maps, lay, pos, size, bare)
        if key == self._shown:
            return
        self._shown, self._marked, self._signed = key, (), ()
        self.lay = lay
        self.places = {place.key: place for place in shown.places}
        self.spots = {place.key: lay.spot(place.at) for place in shown.places}
        drawn = replace(shown, places=()) if bare else shown
        self.still.show(key, pos, size, lambda scene: self._draw(scene, drawn, lay, pos, size))
        self._veil_box.pos, self._veil_box.size = pos, size
        if not self._covered:
            self._name()

    @property
    def places_of_names(self) -> list[PillBox]:
        """Where all names belong, also those left out for now."""
        return [box for _, box in self._named.values()]

    @property
    def marks(self) -> list[PillBox]:
        """The places of names, then what else lies on the town: quests, powers and prices."""
        return [*self.places_of_names, *self._laid]

    # The still picture

    def _draw(self, scene: NightScene, shown: TownMap, lay: TownLayout, pos: Point, size: Point) -> None:
        horizon = lay.horizon - pos[1]
        moon = (size[0] * 0.8, max(horizon + dp(18), size[1] - dp(96)))
        scene.show(pos, size, horizon, moon, min(1.2, lay.unit / dp(1)),
                   (*prints(shown, lay, self.spots), *things(shown, lay, self.spots, self._trees)))

    def _name(self) -> None:
        shown, lay = self._map, self.lay
        self._named = {}
        if shown is None or lay is None:
            self._show_names({})
            return
        px = float(max(dp(12), min(dp(22), 13.5 * lay.unit)))
        most = lay.room.width * (0.36 if shown.whole else 0.5)
        wanted = [place for place in shown.places if place.house and lay.sees(self.spots[place.key])
                  and (lay.named or place.key in self._lit)]
        taken: list[PillBox] = []
        for place in sorted(wanted, key=lambda place: place.key not in self._lit):
            pill = NamePill(str(place.name), px, most)
            box = self._box_for(place.key, pill, lay, taken)
            if box is not None:
                self._named[place.key] = (pill, box)
                taken.append(box)
        self._show_names({key: box for key, (_, box) in self._named.items()})

    def _box_for(self, place: str, pill: NamePill, lay: TownLayout, taken: list[PillBox]) -> PillBox | None:
        x, y = self.spots[place]
        edges, ground = (lay.room.x, lay.room.right), (lay.bottom, lay.horizon)
        return free_box(pill, (x, y - pill.px * 1.05), edges, ground, taken)

    def _show_names(self, boxes: Mapping[str, PillBox]) -> None:
        self.names = [*boxes.values()]
        self._names.clear()
        for place, box in boxes.items():
            sign = self._pills.get(place) or self._pills.setdefault(place, PillSign())
            sign.show(self._named[place][0], box)
            self._names.add(sign.group)

    def clear_names(self, standing: Sequence[PillBox]) -> None:
        """Move each name that these would cover to a free place beside its house, or leave it out."""
        lay, covering = self.lay, [*standing, *self._laid]
        if lay is None:
            return
        hidden = [key for key, (_, box) in self._named.items() if any(overlap(box, one) for one in covering)]
        boxes = {key: box for key, (_, box) in self._named.items() if key not in hidden}
        for key in hidden:
            others = [foot_of(at) for place, at in self.spots.items() if place != key]
            box = self._box_for(key, self._named[key][0], lay, [*boxes.values(), *covering, *others])
            if box is not None:
                boxes[key] = box
        if [*boxes.values()] != self.names:
            self._show_names(boxes)

    # Lights and badges

    def light(self, lit: Mapping[str, str], chosen: str | None, veil: float = VEILED) -> None:
        """Light the allowed places and the chosen one, and darken the rest."""
        key, lay = (tuple(sorted(lit.items())), chosen), self.lay
        if key == self._marked or lay is None:
            return
        self._marked = key
        if not lay.named and frozenset(lit) != self._lit:
            self._lit = frozenset(lit)
            self._name()
        self._lights.clear()
        self._veil.a = veil if lit else 0.0
        shown = [place for place in self.spots if place in lit or place == chosen]
        for place in sorted(shown, key=lambda place: -self.spots[place][1]):
            self._light(place, place == chosen)

    def _light(self, key: str, chosen: bool) -> None:
        lay, (x, y), place = self.lay, self.spots[key], self.places[key]
        assert lay is not None
        wide = max(dp(24), (HALF_HOUSE if place.house else HALF_LAMP) * lay.unit)
        high = wide * 0.5
        layer = self._lights
        tinted(layer, ACCENT if chosen else tokens.LIT,
               SmoothEllipse(pos=(x - wide, y - high), size=(2 * wide, 2 * high)), 0.62 if chosen else 0.36)
        tinted(layer, ACCENT if chosen else tokens.LIT,
               SmoothLine(ellipse=(x - wide, y - high, 2 * wide, 2 * high), width=dp(1.5 if chosen else 1.0)))
        if place.house:
            add_picture(layer, picture_of(place.house), (x, y), lay.unit)
        else:
            paint_lamp(layer, (x, y), lay.unit)

    def letter(self, letters: Mapping[str, str], standing: Iterable[PillBox] = ()) -> None:
        """Letter these places for the lines beside the town, clear of names, signs and characters."""
        taken = [*self.names, *self._laid, *standing]
        key = (tuple(letters.items()), self.lay, *taken)
        if key == self._lettered:
            return
        self._lettered = key
        self.letters.clear()
        self.letter_boxes = []
        for place, letter in letters.items():
            at = free_spot(self.spots[place], float(dp(13)), taken, LETTERS)
            self.letter_boxes.append(taken[-1])
            badge(self.letters, letter, at, float(dp(11)))

    def cover(self, on: bool, *, veiled: bool = True) -> None:
        if on:
            self._marked = self._signed = ()
            self._lights.clear()
            self._signs.clear()
            self._names.clear()
            self._veil.a = COVERED if veiled else 0.0
        elif self._covered:
            self._veil.a = 0.0
            self._name()
        self._covered = on

    def sign(self, signs: tuple[Piece, ...], lit: dict[str, str]) -> None:
        key, lay = (signs, tuple(lit.items())), self.lay
        if key == self._signed or lay is None:
            return
        self._signed = key
        self._signs.clear()
        taken = self.places_of_names
        named = len(taken)
        for sign in signs:
            if sign.space in self.spots and lay.sees(self.spots[str(sign.space)]):
                self._sign(sign, lay, taken)
        for at, cost in lit.items():
            if cost and at in self.spots:
                card_sign(self._signs, cost, free_spot(self.spots[at], dp(8.5), taken, PRICES))
        self._laid = taken[named:]

    def _sign(self, sign: Piece, lay: TownLayout, taken: list[PillBox]) -> None:
        x, y = self.spots[str(sign.space)]
        size = max(lay.unit * 0.8, dp(0.62))
        if sign.picture:
            roof = art(ART).layers["house_house"]["points"]
            aside, up = roof["roof"][0] - roof["foot"][0], roof["roof"][1] - roof["foot"][1]
            at = free_spot((x + aside * lay.unit, y + up * lay.unit), dp(9), taken, ROOFS)
            add_picture(self._signs, sign.picture, at, size, "")
        else:
            at = free_spot((x - 24 * lay.unit, y + 56 * lay.unit), dp(8), taken, ROOFS)
            icon_disc(self._signs, sign.icon, at, 12 * size)


def box_around(at: Point, half: float) -> PillBox:
    return at[0] - half, at[1] - half, 2 * half, 2 * half


def foot_of(spot: Point) -> PillBox:
    """The door of a house, which the name of another may not cover."""
    return spot[0] - dp(14), spot[1], dp(28), dp(14)


def free_spot(at: Point, half: float, taken: list[PillBox], offsets: Iterable[Point]) -> Point:
    """Take the first of `offsets`, dp, where a mark near `at` covers nothing, or the last."""
    for aside, up in offsets:
        box = box_around((at[0] + dp(aside), at[1] + dp(up)), half)
        if not any(overlap(box, other) for other in taken):
            break
    taken.append(box)
    return box[0] + half, box[1] + half


def free_box(pill: NamePill, centre: Point, edges: tuple[float, float], ground: tuple[float, float],
             taken: list[PillBox]) -> PillBox | None:
    """Find space for a name near the feet, clear of other names, the track below and the sky, if any."""
    wide, tall = pill.size
    for across, up in AROUND:
        box = pill.box_at((centre[0] + across * wide, centre[1] + up * tall), edges)
        on_ground = ground[0] <= box[1] and box[1] + box[3] <= ground[1]
        if on_ground and not any(overlap(box, other) for other in taken):
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
    standing: list[tuple[TownSpace | None, Point]] = [(place, spots[place.key]) for place in shown.places]
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


DRAWN = 17.5
"""Radius of a token in its picture, dp."""
SPENT, LYING = 0.6, 80.0  # opacity of an activated token; rotation of a fallen one in degrees
HOP = 6.0
MOST_LEGS = 5
"""Longer walks take no more time than this many spaces."""
CORE = 0.75
LETTER_FROM = 16.0
SEAT_FROM = 11.0
"""Smallest token radius, dp, that shows the player's symbol."""


class Spot(NamedTuple):
    """Where a token stands, how large, and whether the question is about it."""

    at: Point
    radius: float
    asked: bool = False

    @property
    def box(self) -> PillBox:
        return box_around(self.at, self.radius)

    @property
    def core(self) -> PillBox:
        """What must lie on no name."""
        return box_around(self.at, CORE * self.radius)


class TokenLook(NamedTuple):
    piece: CharacterToken
    """Without its space: a token that walks keeps its look."""
    radius: float
    asked: bool


class Token(Figure):
    look: TokenLook

    def draw(self, look: TokenLook) -> None:
        piece, radius, asked = look
        sprite = self.sprite
        glow = ACCENT if piece.side == SPRING else "#DCE8FF"
        if not piece.spent or asked:
            sprite.add(art("shell").texture("glow"), (4.2 * radius, 4.2 * radius), (0.0, 0.0), glow, 0.5)
        if asked:
            tinted(sprite.body, tokens.LIT, SmoothLine(circle=(0, 0, radius * 1.38), width=dp(1.5)))
        add_figure(sprite, piece.key, piece.side, piece.letter, radius)
        self._add_signs(piece, radius)

    def _add_signs(self, piece: CharacterToken, radius: float) -> None:
        sprite = self.sprite
        if piece.colour is not None and radius >= dp(SEAT_FROM):
            at = (radius * 0.8, -radius * 0.8)
            sprite.add_token(piece.colour, "", min(dp(8), radius * 0.34), at, rim=float(dp(1.5)))
        if piece.down:
            wide, high = art(ART).size("bandage")
            grow = radius / dp(22)
            at = (-radius * 0.55, -radius * 0.5)
            sprite.add(art(ART).texture("bandage"), (wide * grow, high * grow), at)
        for number, mark in enumerate(piece.marks[:2]):
            at = (radius * 0.85, radius * (0.85 - 0.9 * number))
            icon_disc(sprite.body, mark, at, max(dp(6), radius * 0.42))
        if piece.quest:
            wide, high = art(ART).size(f"quest_{piece.quest}")
            grow = max(dp(17), radius * 1.15) / wide
            sprite.add(art(ART).texture(f"quest_{piece.quest}"), (wide * grow, high * grow),
                       (-radius * 0.85, radius * 0.85))


def add_figure(sprite: Sprite, key: str, side: str, letter: str, radius: float) -> None:
    """Add a token with its emblem, and the initial if it is readable; no letter if the name is nearby."""
    sprite.add_layer(art(ART), f"token_{side}", radius / dp(DRAWN))
    ink = str(art(ART).layers[f"token_{side}"]["ink"])
    lettered = bool(letter) and radius >= dp(LETTER_FROM)
    wide = round(radius * (0.98 if lettered else 1.28), 1)
    up = radius * 0.24 if lettered else 0.0
    sprite.add(art(ART).texture(f"figure_{key}"), (wide, wide), (0.0, up), ink)
    if lettered:
        sprite.add_text(letter, tokens.BOLD, round(radius * 0.62, 1), (0.0, -radius * 0.5), ink)


class Tokens(Pieces):
    """The characters' tokens, nearer ones in front."""

    def __init__(self, layer: InstructionGroup, motion: Motion) -> None:
        super().__init__(layer, motion, Token)

    def place(self, pieces: Iterable[CharacterToken], spots: Mapping[str, Spot], *, moving: bool,
              via: Mapping[str, Sequence[Point]] | None = None) -> None:
        """Show those that have a spot; `via` gives the points on their way."""
        seen = [piece for piece in pieces if piece.key in spots]
        walks = {piece.key: self._walk(piece.key, spots[piece.key].at, (via or {}).get(piece.key, ()))
                 for piece in seen}
        self.show({piece.key: stand_of(piece, spots[piece.key]) for piece in seen}, walks, moving=moving)

    def _walk(self, key: str, goal: Point, via: Sequence[Point]) -> board_pieces.Walk:
        if self.at(key) == goal:  # only its looks change
            return board_pieces.Walk(seconds=2 * PAWN.seconds)
        legs = min(MOST_LEGS, len(via) + 2)
        return board_pieces.Walk(via, legs * PAWN.seconds, hop=float(dp(HOP)))


def stand_of(piece: CharacterToken, spot: Spot) -> Stand:
    look = TokenLook(replace(piece, at=None), round(spot.radius, 1), spot.asked)
    return Stand(look, spot.at, angle=LYING if piece.down else 0.0, alpha=SPENT if piece.spent else 1.0,
                 far=spot.at[1], space=piece.at)


def spots_of(town: TownView, pieces: tuple[CharacterToken, ...], lay: lays.TownLayout,
              asked: str) -> dict[str, Spot]:
    """Place tokens at their spaces, or at the bottom by side; `asked` is highlighted."""
    spots: dict[str, Spot] = {}
    radius = lay.token
    standing: dict[str | None, list[CharacterToken]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.side):
        standing.setdefault(piece.at, []).append(piece)
    for place in town.places.values():
        here = standing.get(place.key)
        if here is None or not lay.sees(town.spots[place.key]):
            continue
        taken = [spot.at for spot in spots.values()]
        others = [spot for key, spot in town.spots.items() if key != place.key]
        around = lays.around(lay, place, town.spots[place.key], len(here), town.marks, taken, others)
        for piece, at in zip(here, around, strict=True):
            spots[piece.key] = Spot(at, radius, piece.key == asked)
    for side, way in ((SPRING, -1), (WINTER, 1)):
        homeless = [piece for piece in standing.get(None, ()) if piece.side == side]
        for piece, at in zip(homeless, lays.rows(lay, len(homeless), way), strict=True):
            spots[piece.key] = Spot(at, radius, piece.key == asked)
    return spots


DANGER = "#B3261E"
GAP, DOT, RIM = 11.0, 3.2, 1.5
NARROW = 36.0
"""Below this distance, dp, numbers shrink so they don't cover names."""
LIFTED, ASIDE = 8.0, 10.0
"""Offset of a number, dp: above the name, and to the side if somebody is there."""
BESIDE = ((15, 12), (19, 0), (-19, 0), (15, -12))
NUMBERS = ((0, 0), (0, -10), (0, -18), (13, -8), (-13, -8), (0, 12), (0, 20), (0, 0))
OVER = ((-14, 36), (-14, 28), (-24, 10), (34, 10), (-24, -6))
"""Places of a due card, a number and a red symbol, dp: the first that covers no name."""
FEW = 6
"""Most places a stage zooms in on."""
ABOVE = 64.0
"""Height of the cost label above the walk's end, dp, clear of the finger."""


class WalkView:
    """Dots between spaces, numbers, due cards, and red symbols where somebody may step in."""

    def __init__(self, under: InstructionGroup, over: InstructionGroup) -> None:
        """Draw `under` below the house names and `over` above them."""
        self._dots, self._layer = group_in(under), group_in(over)
        self.walk: Walk | None = None
        self.marks: list[PillBox] = []
        """Due cards and red symbols, as boxes."""
        self.numbers: list[PillBox] = []
        self._shown: tuple[object, ...] = ()

    def show(self, walk: Walk | None, spots: dict[str, Point], told: str = "",
             edges: tuple[float, float] = (0.0, 0.0), names: Sequence[PillBox] = ()) -> None:
        """Show a walk; `told` is its cost beside the end, `edges` those of the stage.

        Signs keep clear of `names`."""
        spaces = () if walk is None else (walk.start, *(step.space for step in walk.steps))
        self.walk = walk if all(space in spots for space in spaces) else None
        key = (self.walk, told, edges, tuple(sorted(spots.items())), *names)
        if key == self._shown:
            return
        self._shown = key
        self._dots.clear()
        self._layer.clear()
        self.marks, self.numbers = [], []
        if self.walk is not None:
            self._draw(self.walk, spots, names)
            if told:
                x, y = spots[self.walk.goal]
                pill = NamePill(told, float(dp(15)), edges[1] - edges[0])
                pill.draw(self._layer, pill.box_at((x, y + dp(ABOVE)), edges))

    def _draw(self, walk: Walk, spots: dict[str, Point], names: Sequence[PillBox]) -> None:
        way = [spots[walk.start], *[spots[step.space] for step in walk.steps]]
        dots = [at for start, end in pairwise(way) for at in steps(start, end, float(dp(GAP)), float(dp(16)))]
        draw_dots(self._dots, dots, dp(DOT), dp(RIM), ACCENT)
        taken, numbered = [*names], [*names]
        narrow = min(dist(one, two) for one, two in pairwise(way)) < dp(NARROW)
        radius = float(dp(8.5 if narrow else 11))
        for step, (place, foot) in zip(walk.steps, way[1:], strict=True):
            x, y = place + (dp(ASIDE) if step.stopped_by else 0.0), foot + dp(LIFTED)
            if step.card:
                card_sign(self._layer, str(step.card), free_spot((x, y), dp(8.5), taken, BESIDE))
            badge(self._layer, str(step.number), free_spot((x, y), radius, numbered, NUMBERS), radius)
            if step.stopped_by:
                centre = free_spot((place, foot), dp(13.5), taken, OVER)
                disc(self._layer, centre, dp(13.5), tokens.LIGHT_RIM)
                disc(self._layer, centre, dp(12), DANGER)
                icon(self._layer, step.stopped_by, float(dp(15)), centre, tokens.ON_SCRIM)
        self.marks, self.numbers = taken[len(names):], numbered[len(names):]


def focus_of(question: Question[Any, Any] | None, lit: Collection[str], pieces: Iterable[CharacterToken],
             walk: Walk | None) -> frozenset[str]:
    """The places a small stage zooms in on: those in question, or the rest of a walk."""
    if walk is not None and not lit:
        return frozenset({walk.start, *(step.space for step in walk.steps)})
    if not 0 < len(lit) <= FEW:
        return frozenset()
    asked = asked_about(question)
    return frozenset({*lit, *(piece.at for piece in pieces if piece.key == asked and piece.at is not None)})

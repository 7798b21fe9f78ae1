"""Character tokens: orange leaves for spring, white hexagons for winter."""

from __future__ import annotations

from typing import NamedTuple

from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp

from companion.games.winter_tales.board.characters import SPRING, WINTER
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.labels import ACCENT, ART, icon_disc
from companion.games.winter_tales.screen.stage.layout import Point
from companion.games.winter_tales.screen.stage.reading import CharacterToken
from companion.games.winter_tales.screen.stage.town import TownView
from companion.ui.drawing.art import BOX, art, mask
from companion.ui.drawing.sprites import Face, Motion, Sprite, along, between
from companion.ui.theme import tokens

DRAWN = 17.5
"""Radius of a token in its picture, dp."""
SPENT, LYING = 0.6, 80.0  # opacity of an activated token; rotation of a fallen one in degrees
HOP = 6.0
MOST_LEGS = 5
"""Longer walks take no more time than this many spaces."""
FACES = 6
LETTER_FROM = 16.0
SEAT_FROM = 11.0
"""Smallest token radius, dp, that shows the player's symbol."""


class TokenStand(NamedTuple):
    at: Point
    radius: float
    asked: bool = False


class Token:
    """One token, with its latest drawings cached for zooming in and out."""

    def __init__(self, layer: InstructionGroup) -> None:
        self.sprite = Sprite(layer)
        self.at: Point | None = None
        self._looks: tuple[object, ...] = ()
        self._faces: dict[tuple[object, ...], Face] = {}

    def become(self, piece: CharacterToken, radius: float, asked: bool) -> None:
        looks = (piece.key, piece.side, piece.letter, piece.colour, piece.marks, piece.quest, piece.down, piece.spent,
                 round(radius, 1), asked)
        if looks == self._looks:
            return
        self._looks = looks
        self.sprite.alpha = SPENT if piece.spent else 1.0
        face = self._faces.pop(looks, None)
        self._faces[looks] = face or Face()
        if len(self._faces) > FACES:
            del self._faces[next(iter(self._faces))]
        self.sprite.wear(self._faces[looks])
        if face is None:
            self._draw(piece, radius, asked)

    def _draw(self, piece: CharacterToken, radius: float, asked: bool) -> None:
        sprite, unit = self.sprite, radius / DRAWN
        glow = ACCENT if piece.side == SPRING else "#DCE8FF"
        if not piece.spent or asked:
            sprite.add(art("shell").texture("glow"), (4.2 * radius, 4.2 * radius), (0.0, 0.0), glow, 0.5)
        if asked:
            sprite.body.add(Color(*tokens.rgba(tokens.LIT)))
            sprite.body.add(SmoothLine(circle=(0, 0, radius * 1.38), width=dp(1.5)))
        name = f"token_{piece.side}"
        sprite.add_layer(art(ART), name, unit / dp(1))
        ink = str(art(ART).layers[name]["ink"])
        add_figure(sprite, piece.key, piece.letter, radius, ink)
        self._add_signs(piece, radius)

    def _add_signs(self, piece: CharacterToken, radius: float) -> None:
        sprite = self.sprite
        if piece.colour is not None and radius >= dp(SEAT_FROM):
            seat_sign(sprite, piece.colour, min(dp(8), radius * 0.34), (radius * 0.8, -radius * 0.8))
        if piece.down:
            wide, high = art(ART).size("bandage")
            grow = radius / dp(22)
            sprite.add(art(ART).texture("bandage"), (wide * grow, high * grow), (-radius * 0.55, -radius * 0.5))
        for number, icon in enumerate(piece.marks[:2]):
            icon_disc(sprite.body, icon, (radius * 0.85, radius * (0.85 - 0.9 * number)), max(dp(6), radius * 0.42))
        if piece.quest:
            wide, high = art(ART).size(f"quest_{piece.quest}")
            grow = max(dp(17), radius * 1.15) / wide
            sprite.add(art(ART).texture(f"quest_{piece.quest}"), (wide * grow, high * grow),
                       (-radius * 0.85, radius * 0.85))


def add_figure(sprite: Sprite, key: str, letter: str, radius: float, ink: str) -> None:
    """Add the emblem, and the initial if it is readable; no letter if the name is nearby."""
    lettered = bool(letter) and radius >= dp(LETTER_FROM)
    side = round(radius * (0.98 if lettered else 1.28), 1)
    sprite.add(art(ART).texture(f"figure_{key}"), (side, side), (0.0, radius * 0.24 if lettered else 0.0), ink)
    if lettered:
        sprite.add_text(letter, tokens.BOLD, round(radius * 0.62, 1), (0.0, -radius * 0.5), ink)


def seat_sign(sprite: Sprite, colour: int, radius: float, centre: Point) -> None:
    for layer, more, tint in (("_edge", 3.0, tokens.DARK_RIM), ("_rim", 1.5, tokens.LIGHT_RIM),
                              ("", 0.0, tokens.SEATS[colour].fill)):
        drawn_at = {"": 1.0, "_rim": 1.1, "_edge": 1.2}[layer]
        side = BOX * (radius + dp(more)) / drawn_at
        sprite.add(mask(colour, layer), (side, side), centre, tint)


class Tokens:
    """All visible tokens by key, nearer ones in front."""

    def __init__(self, layer: InstructionGroup, motion: Motion) -> None:
        self._layer = InstructionGroup()
        layer.add(self._layer)
        self._motion = motion
        self._tokens: dict[str, Token] = {}
        self._order: list[str] = []
        self.places: dict[str, Point] = {}

    def show(self, pieces: tuple[CharacterToken, ...], stands: dict[str, TokenStand], *, glide: bool,
             via: dict[str, list[Point]] | None = None) -> None:
        """Show the tokens; `glide` animates moves, `via` gives the points on the way."""
        seen = [piece for piece in pieces if piece.key in stands]
        for key in [key for key in self._tokens if key not in {piece.key for piece in seen}]:
            self._layer.remove(self._tokens.pop(key).sprite.group)
            self._order.remove(key)
        for piece in seen:
            token = self._tokens.get(piece.key)
            if token is None:
                token = self._tokens[piece.key] = Token(self._layer)
                self._order.append(piece.key)
            stand = stands[piece.key]
            token.become(piece, stand.radius, stand.asked)
            self._go(token, stand.at, LYING if piece.down else 0.0, glide, (via or {}).get(piece.key, []))
        self.places = {piece.key: stands[piece.key].at for piece in seen}
        self._stand_in_order()

    def hold(self, key: str, at: Point) -> None:
        token = self._tokens[key]
        token.at = token.sprite.pos = at

    def _go(self, token: Token, goal: Point, angle: float, glide: bool, via: list[Point]) -> None:
        start = token.sprite.pos if token.at is not None and glide else goal
        turned = token.sprite.angle if token.at is not None and glide else angle
        if token.at == goal and token.sprite.angle == angle and token.sprite.pos == goal:
            return
        token.at = goal
        move = tokens.MOTION["pawn"]
        way = (start, *via, goal) if start != goal else (start, goal)

        def step(part: float) -> None:
            token.sprite.pos = along(way, part, float(dp(HOP)) if part < 1 and start != goal else 0.0)
            token.sprite.angle = between(turned, angle, part)

        self._motion.move(token, move.seconds * min(MOST_LEGS, len(way)), step, curve=move.curve)

    def _stand_in_order(self) -> None:
        order = sorted(self._order, key=lambda key: -self.places[key][1])
        if order != self._order:
            self._order = order
            self._layer.clear()
            for key in order:
                self._layer.add(self._tokens[key].sprite.group)


def stands_of(town: TownView, pieces: tuple[CharacterToken, ...], lay: lays.TownLayout,
              asked: str) -> dict[str, TokenStand]:
    """Place tokens at their spaces, or at the bottom by side; `asked` is highlighted."""
    stands: dict[str, TokenStand] = {}
    radius = lay.token
    standing: dict[str | None, list[CharacterToken]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.side):
        standing.setdefault(piece.at, []).append(piece)
    for place in town.places.values():
        here = standing.get(place.key)
        if here is None or not lay.sees(town.spots[place.key]):
            continue
        taken = [stand.at for stand in stands.values()]
        spots = lays.around(lay, place, town.spots[place.key], len(here), town.names, taken)
        for piece, spot in zip(here, spots, strict=True):
            stands[piece.key] = TokenStand(spot, radius, piece.key == asked)
    for side, way in ((SPRING, -1), (WINTER, 1)):
        homeless = [piece for piece in standing.get(None, ()) if piece.side == side]
        for piece, spot in zip(homeless, lays.rows(lay, len(homeless), way), strict=True):
            stands[piece.key] = TokenStand(spot, radius, piece.key == asked)
    return stands

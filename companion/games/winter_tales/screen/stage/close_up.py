"""Close-ups: one house with everybody there, and the bar that shows who is ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.games.winter_tales.board.characters import SPRING, WINTER
from companion.games.winter_tales.screen.stage.atlas import Thing
from companion.games.winter_tales.screen.stage.labels import NamePill, add_picture, badge, disc, icon_disc, symbol
from companion.games.winter_tales.screen.stage.layout import Point
from companion.games.winter_tales.screen.stage.night import NightScene, Still
from companion.games.winter_tales.screen.stage.pieces import Tokens, TokenStand
from companion.games.winter_tales.screen.stage.reading import LAMP, CloseUp, Sitter
from companion.games.winter_tales.screen.stage.town import lamp, picture_of
from companion.games.winter_tales.screen.stage.tug_bar import HIGH, TugBar
from companion.ui.drawing.sprites import Motion, Sprite
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens

DRAWN_WIDE, DRAWN_HIGH = 412.0, 186.0
"""Size the scene was designed for, without its bar, in dp."""
PINES = ((-180.0, 52.0, 1.0, "pine_1"), (150.0, 66.0, 0.75, "pine_2"), (182.0, 56.0, 0.95, "pine_1"),
         (-128.0, 74.0, 0.62, "pine_2"))
CARDS = {"flower": ("#F28C28", "#2A1200"), "snowflake": ("#F3F7FF", "#14233F"), "feather": ("#2E1B52", "#CDA9FF")}


@dataclass(frozen=True)
class CloseUpFrame:
    centre: float
    foot: float
    unit: float
    """Pixels per dp of the drawing."""
    bar: tuple[float, float, float, float]


def frame_of(room: Room) -> CloseUpFrame:
    bar = min(dp(HIGH), max(dp(26), room.height * 0.24))
    low = room.y + dp(10)
    unit = dp(1) * min(1.9, max(0.34, min(room.width / dp(DRAWN_WIDE), (room.height - bar - dp(10)) / dp(DRAWN_HIGH))))
    side = max(dp(16), (room.width - dp(620)) / 2)
    spare = max(0.0, room.height - dp(10) - bar - DRAWN_HIGH * unit)
    foot = low + bar + 58 * unit + spare * 0.35
    return CloseUpFrame(room.center[0], foot, unit, (room.x + side, low, room.width - 2 * side, bar))


class CloseView:
    """Replaces the town while players tell a story in one place."""

    def __init__(self, layer: InstructionGroup, over_snow: InstructionGroup, motion: Motion) -> None:
        self._still = Still(layer)
        self._over = InstructionGroup()
        over_snow.add(self._over)
        self._tokens = Tokens(over_snow, motion)
        bar = InstructionGroup()
        over_snow.add(bar)
        self._bar = TugBar(bar, motion)
        self._shown: tuple[Any, ...] = ()
        self._half = 0.0

    def show(self, scene: CloseUp, pos: Point, size: Point, room: Room, *, glide: bool) -> None:
        frame = frame_of(room)
        dawn = scene.kind == "verdict" and scene.turn == SPRING
        key = (scene.house, scene.kind, dawn, pos, size, room)
        self._still.show(key, pos, size, lambda drawn: self._draw(drawn, scene, frame, pos, size, dawn))
        self._bar.stand(*frame.bar)
        if scene.tug is not None:
            self._bar.show(scene.tug, glide=glide)
        self._write(scene, frame, room)
        pieces = (*scene.spring, *scene.winter)
        self._tokens.show(pieces, gather(scene, frame, self._half / frame.unit), glide=glide)

    # The still picture

    def make_room(self, wide: int, high: int) -> None:
        self._still.make_room(wide, high)

    def _draw(self, scene: NightScene, shown: CloseUp, frame: CloseUpFrame, pos: Point, size: Point,
              dawn: bool) -> None:
        unit, x, y = frame.unit, frame.centre, frame.foot
        horizon = min(y - pos[1] + 78 * unit, size[1] - dp(30))
        things: list[Thing] = [(name, (x + aside * unit, y + up * unit - 40 * unit), unit * grow, "foot")
                               for aside, up, grow, name in PINES]
        for aside in (-138.0, 142.0):
            things += lamp((x + aside * unit, y - 40 * unit), unit)
        if shown.house == LAMP:
            things += lamp((x, y), unit * 2.1)
        elif shown.house:
            things.append((picture_of(shown.house), (x, y), unit * 1.32, "foot"))
        moon = (x - pos[0], horizon + 30 * unit)
        scene.show(pos, size, horizon, moon, unit / dp(1) * 1.05, things, dawn=dawn)

    # Over the snow

    def _write(self, scene: CloseUp, frame: CloseUpFrame, room: Room) -> None:
        layer, unit, x, y = self._over, frame.unit, frame.centre, frame.foot
        key = (scene, frame)
        if key == self._shown:
            return
        self._shown = key
        layer.clear()
        if not scene.house:
            self._card(scene, frame)
        px = float(max(dp(12), min(dp(17), 15 * unit)))
        pill = NamePill(scene.title, px, room.width * 0.5)
        box = pill.box_at((x, y - 17 * unit), (room.x, room.right))
        pill.draw(layer, box)
        self._half = box[2] / 2
        if scene.badge:
            up = 52.0 if scene.house == LAMP else 76.0
            add_picture(layer, f"quest_{scene.badge}", (x + 42 * unit, y + up * unit), unit * 0.9, "")
        if scene.house and scene.sign:
            icon_disc(layer, scene.sign, (x, y + 16 * unit), 17 * unit)
        if scene.sitters:
            self._sit(scene, frame)

    def _card(self, scene: CloseUp, frame: CloseUpFrame) -> None:
        """The epilogue shows a card instead of a house."""
        layer, unit, x, y = self._over, frame.unit, frame.centre, frame.foot
        fill, ink = CARDS.get(scene.sign, CARDS["feather"])
        wide, high = 66 * unit, 84 * unit
        for ground, grow in (("#0B1428", 4.0), ("#FFF2E0", 2.0), (fill, 0.0)):
            layer.add(Color(*tokens.rgba(ground)))
            layer.add(SmoothRoundedRectangle(pos=(x - wide / 2 - dp(grow), y - dp(grow)), radius=[10 * unit + dp(grow)],
                                             size=(wide + 2 * dp(grow), high + 2 * dp(grow))))
        symbol(layer, f"symbol_{scene.sign}", (x, y + high / 2), 46 * unit, ink)

    def _sit(self, scene: CloseUp, frame: CloseUpFrame) -> None:
        """Seat players on their sides with the cards played; the writer behind, in the middle."""
        sides: dict[str, list[Sitter]] = {SPRING: [], WINTER: [], "": []}
        for sitter in scene.sitters:
            sides[sitter.side if sitter.side in sides else ""].append(sitter)
        for side, way in ((SPRING, -1), (WINTER, 1)):
            for number, sitter in enumerate(sides[side]):
                at = (frame.centre + way * (74 + 42 * number) * frame.unit,
                      frame.foot + (26 if number % 2 else 2) * frame.unit)
                self._sitter(sitter, at, 15 * frame.unit)
        for sitter in sides[""]:
            self._sitter(sitter, (frame.centre, frame.foot + 108 * frame.unit), 14 * frame.unit)

    def _sitter(self, sitter: Sitter, at: Point, radius: float) -> None:
        layer = self._over
        if sitter.turn:
            layer.add(Color(*tokens.rgba(tokens.LIT)))
            layer.add(SmoothLine(circle=(*at, radius * 1.55), width=dp(1.5)))
        disc(layer, (at[0], at[1] - radius * 1.1), radius * 0.9, "#1B2A47")
        sprite = Sprite(layer)
        sprite.add_token(sitter.colour, sitter.letter, radius, rim=float(dp(2)))
        sprite.pos = at
        corner = (at[0] + radius * 0.95, at[1] - radius * 0.95)
        badge(layer, str(sitter.cards), corner, max(float(dp(8)), radius * 0.55))


def gather(scene: CloseUp, frame: CloseUpFrame, title: float) -> dict[str, TokenStand]:
    """Place spring left and winter right of the house; participants in front."""
    stands: dict[str, TokenStand] = {}
    fight = scene.kind in ("battle", "trap")
    for pieces, way in ((scene.spring, -1), (scene.winter, 1)):
        crowd = len(pieces) > 4
        radius = 22.0 if fight else 13.5 if crowd else 17.5
        first = max(78.0 if not fight else 92.0, title + radius * 0.9)
        for number, piece in enumerate(pieces):
            if fight:
                aside, up = first + 46.0 * number, 10.0 + 22.0 * (number % 2)
            else:
                aside = first + (26.0 if crowd else 32.0) * (number // 2) + (26.0 if number % 2 else 0.0)
                up = 10.0 if number % 2 else -22.0
            at = (frame.centre + way * aside * frame.unit, frame.foot + up * frame.unit)
            stands[piece.key] = TokenStand(at, radius * frame.unit, fight and scene.turn == piece.side)
    return stands

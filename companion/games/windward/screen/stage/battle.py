"""Battle scene: both sides, their dice and their rolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.text import Text, count, say
from companion.games.windward.rules.battle import Battle, Party, hits, strength, sure_hits
from companion.games.windward.screen.stage.meshes import ART, Layer, lay_stars, stars
from companion.games.windward.table import Windward
from companion.games.windward.words import crester_name
from companion.ui.drawing.art import art, gradient
from companion.ui.drawing.sprites import Motion, Sprite
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens

CARD, BARS = "#12142E", ((0.02, 0.40, 0.26), (0.30, 0.33, 0.34), (0.62, 0.42, 0.22), (0.76, 0.30, 0.30),
                         (0.05, 0.24, 0.40), (0.55, 0.20, 0.24))
STRIP = 170.0
"""Below this height a card has one line."""
SIGHT = {"grey": 1.0, "red": 0.92, "white": 0.82}


@dataclass(frozen=True)
class SideView:
    pictures: tuple[str, ...]
    name: Text
    strength: Text
    dice: tuple[int, ...] = ()
    colour: int = -1
    letter: str = ""


def battle_sides(table: Windward) -> tuple[SideView, SideView] | None:
    if not table.is_under_way(Battle):
        return None
    fought = table.under_way(Battle)
    return _side(table, fought, fought.attacker, True), _side(table, fought, fought.defender, False)


def _side(table: Windward, fought: Battle, party: Party, attacks: bool) -> SideView:
    if party.captain is None:
        pictures = tuple(f"crester_{crester.kind}{'_tagged' if crester.tagged else ''}" for crester in party.cresters)
        colour, letter = -1, ""
    else:
        kind = "longboat" if party.boat is not None else "ship"
        pictures, colour = (f"{kind}_{party.captain.colour + 1}",), party.captain.colour
        letter = tokens.initials(seat.name for seat in table.seats)[party.captain.index]
    return SideView(pictures, _name(table, party, attacks), _strength(fought, party), party.dice or (), colour, letter)


def _name(table: Windward, party: Party, attacks: bool) -> Text:
    number = len(party.cresters)
    if party.boat is not None:
        who = say("{name}'s longboat", name=party.boat.owner)
    elif party.captain is not None:
        who = say("{name}", name=party.captain)
    else:
        crester = party.cresters[0]
        alone = crester_name(table, crester.kind, crester.id, first=True)
        who = alone if number == 1 else say("{n} Red Cresters", n=number)
    return count("{who} attacks", "{who} attack", max(1, number), who=who) if attacks else who


def _strength(fought: Battle, party: Party) -> Text:
    if party.dice is not None:
        return count("{n} hit", "{n} hits", hits(fought, party))
    dice = count("{n} die", "{n} dice", strength(fought, party))
    sure = sure_hits(fought, party)
    return count("{dice} + {n} hit", "{dice} + {n} hits", sure, dice=dice) if sure else dice


class BattleScene:
    """Redrawn when a side changes; only the entrance is animated."""

    def __init__(self, motion: Motion) -> None:
        self.group = InstructionGroup()
        self._motion = motion
        pictures = art(ART)
        stops = [(float(at), str(colour)) for at, colour in pictures.layers["sky_battle"]["stops"]]
        self._ink = Color(1, 1, 1, 1)
        self._sky = Rectangle(texture=gradient(*stops))
        self.group.add(self._ink)
        self.group.add(self._sky)
        self._stars = stars(self.group)
        self._bars: list[SmoothRoundedRectangle] = []
        self.group.add(Color(1, 0.92, 0.9, 0.10))
        for _ in BARS:
            bar = SmoothRoundedRectangle(radius=[dp(10)] * 4)
            self._bars.append(bar)
            self.group.add(bar)
        self._glow_ink = Color(*tokens.rgba("#FF9A8A", 0.5))
        self._glow = Rectangle(texture=art("shell").texture("glow"))
        self.group.add(self._glow_ink)
        self.group.add(self._glow)
        self._layer = Layer(self.group)
        self._shown: tuple[Any, ...] = ()

    def place(self, pos: tuple[float, float], size: tuple[float, float], room: Room) -> None:
        self._sky.pos, self._sky.size = pos, size
        lay_stars(self._stars, (pos[0], pos[1] + size[1] * 0.45), (size[0], size[1] * 0.55))
        for bar, (x, y, wide) in zip(self._bars, BARS, strict=True):
            bar.pos = (pos[0] + x * size[0], pos[1] + y * size[1] * 0.8)
            bar.size = (wide * size[0], dp(20))

    def show(self, sides: tuple[SideView, SideView], room: Room) -> None:
        if self._shown == (sides, room):
            return
        fresh = not self._shown or self._shown[0][0].pictures != sides[0].pictures
        self._shown = (sides, room)
        self._layer.clear()
        high = _card_height(sides, room)
        gap = dp(14) if room.height < dp(420) else dp(28)
        tall = max(dp(56), min(room.height - high - gap - dp(6), room.width * 0.42, dp(280)))
        foot = room.y + max(dp(6), (room.height - tall - gap - high) / 2)
        middle = foot + high + gap + tall / 2
        for number, side in enumerate(sides):
            x = room.x + room.width * (0.26 if number == 0 else 0.74)
            self._fighters(side, (x, middle), tall, number == 0, fresh)
            self._card(side, (x, foot), room, high)
        glow = tall * 2.6
        self._glow.pos = (room.x + room.width * 0.74 - glow / 2, middle - glow / 2)
        self._glow.size = (glow, glow)
        self._versus(room, middle, tall)

    def forget(self) -> None:
        self._shown = ()

    def _versus(self, room: Room, middle: float, tall: float) -> None:
        badge = Sprite(self._layer.group)
        badge.add_layer(art(ART), "badge_versus", min(1.9, tall / dp(78)))
        badge.pos = (room.center[0], middle)

    def _fighters(self, side: SideView, at: tuple[float, float], tall: float, attacks: bool, fresh: bool) -> None:
        pictures, number = art(ART), len(side.pictures)
        for index, name in enumerate(side.pictures[:6]):
            sprite = Sprite(self._layer.group)
            wide, high = pictures.size(name)
            full = tall / max(wide, high) * (1.0 if number == 1 else 0.84 if number == 2 else 0.64)
            for kind, factor in SIGHT.items():
                full *= factor if kind in name else 1.0
            sprite.add_layer(pictures, name, anchor="centre" if "points" in pictures.layers[name] else "")
            aside = (index - (number - 1) / 2) * tall * (0.40 if number == 2 else 0.27)
            place = (at[0] + aside, at[1] - aside * 0.35 * (1 if index % 2 else -1))
            sprite.scale = full
            sprite.angle = -34.0 if attacks else (34.0 if side.letter else 18.0)
            self._come_in(sprite, place, attacks, fresh, index)
            if side.letter and name.startswith("ship"):
                token = Sprite(self._layer.group)
                token.add_token(side.colour, side.letter, dp(9.5) * full, rim=dp(2))
                self._come_in(token, place, attacks, fresh, index + 10)

    def _come_in(self, sprite: Sprite, place: tuple[float, float], attacks: bool, fresh: bool, index: int) -> None:
        far = dp(60) * (-1 if attacks else 1)

        def step(part: float) -> None:
            sprite.pos = (place[0] + far * (1 - part), place[1])
            sprite.alpha = part

        if fresh:
            self._motion.move(("battle", attacks, index), 0.35, step, curve="out_cubic")
        else:
            step(1.0)

    def _card(self, side: SideView, at: tuple[float, float], room: Room, high: float) -> None:
        x, foot = at
        wide = min(room.width / 2 - dp(20), dp(230))
        self._layer.add(Color(*tokens.rgba(CARD, 0.88)))
        self._layer.add(SmoothRoundedRectangle(pos=(x - wide / 2, foot), size=(wide, high),
                                               radius=[dp(20)] * 4))
        words = Sprite(self._layer.group)
        top = foot + high
        words.pos = (x, top)
        if room.height < dp(STRIP):
            line = say("{who}: {strength}", who=side.name, strength=side.strength)
            words.add_text(str(line), tokens.MEDIUM, dp(13), (0.0, -dp(17)), most=wide - dp(8))
            return
        px = dp(16) if len(str(side.name)) * dp(8) < wide - dp(16) else dp(14)
        words.add_text(str(side.name), tokens.MEDIUM, px, (0.0, -dp(18)), most=wide - dp(12))
        words.add_text(str(side.strength), tokens.TEXT, dp(15), (0.0, -dp(40)), tint="#C9D2E8", most=wide - dp(16))
        self._dice(side, x, top - dp(52), wide)

    def _dice(self, side: SideView, x: float, top: float, wide: float) -> None:
        if not side.dice:
            return
        pictures = art(ART)
        per_row = max(1, min(8, int((wide - dp(12)) // dp(23))))
        for index, face in enumerate(side.dice):
            row, column = divmod(index, per_row)
            in_row = min(per_row, len(side.dice) - row * per_row)
            die = Sprite(self._layer.group)
            if f"die_{face}" in pictures.layers:
                die.add_layer(pictures, f"die_{face}", dp(22) / pictures.size("die_1")[0])
            else:
                die.add_layer(pictures, "die_0", dp(22) / pictures.size("die_1")[0])
                die.add_text(str(face), tokens.BOLD, dp(13), tint="#FFC46B")
            die.pos = (x + (column - (in_row - 1) / 2) * dp(23), top - dp(12) - row * dp(24))


def _card_height(sides: tuple[SideView, SideView], room: Room) -> float:
    if room.height < dp(STRIP):
        return float(dp(34))
    wide = min(room.width / 2 - dp(20), dp(230))
    per_row = max(1, min(8, int((wide - dp(12)) // dp(23))))
    rows = max(-(-len(side.dice) // per_row) for side in sides)
    return float(dp(56) + rows * dp(24) + (dp(6) if rows else 0))

"""Windward's corner of the stage, and a battle in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.text import Text, count, say
from companion.games.windward.planet_map import WIND
from companion.games.windward.rules.combat import Battle, Party, hits, party_words, strength, sure_hits
from companion.games.windward.screen.stage.board import CREAM, turn_round
from companion.games.windward.screen.stage.camera import Window
from companion.games.windward.screen.stage.meshes import ART, NIGHT, Sky
from companion.games.windward.table import Windward
from companion.ui.drawing.art import Motion, Sprite, art, group_in, soft_disc, tinted
from companion.ui.drawing.stage import Room, Stage
from companion.ui.stages.camera import Camera, Point
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Column, Icon, Tap, Words

MAP, BADGE = 66.0, 58.0
CLEAR = 24.0  # distance kept from the centre of a ship


class WindBadge:
    """A disc with the wind's number; an arrow on its rim shows the direction."""

    def __init__(self, layer: Any, motion: Motion) -> None:
        self._motion = motion
        self.disc, self.words, self.arrow = Sprite(layer), Sprite(layer), Sprite(layer)
        self.disc.add_layer(art(ART), "wind_badge", BADGE / 64)
        self.arrow.add_layer(art(ART), "wind_arrow", 0.92)
        self.center, self.scale = (0.0, 0.0), 1.0
        self.wind, self._angle, self._goal = -1, 90.0, 0.0
        self.show(0, 90.0)

    def show(self, wind: int, angle: float) -> None:
        if (wind, angle) == (self.wind, self._goal):
            return
        self._goal = angle
        old, self.wind = self._angle, wind
        self.words.clear()
        if wind:
            self.words.add_text(str(wind), tokens.BOLD, dp(20), (0.0, dp(7)))
            self.words.add_text(str(say("wind")), tokens.TEXT, dp(12), (0.0, -dp(11)), tint="#C9D2E8")
        for sprite in (self.disc, self.words, self.arrow):
            sprite.alpha = 1.0 if wind else 0.0
        turn_round(self._motion, "wind badge", old, angle, self._turn)

    def place(self, center: tuple[float, float], scale: float = 1.0) -> None:
        self.center, self.scale = center, scale
        self.disc.pos = self.words.pos = center
        for sprite in (self.disc, self.words, self.arrow):
            sprite.scale = scale
        self._turn(self._angle)

    def _turn(self, angle: float) -> None:
        self._angle = angle
        turn = angle * pi / 180
        far = dp(BADGE / 2 - 3) * self.scale
        self.arrow.pos = (self.center[0] + far * cos(turn), self.center[1] + far * sin(turn))
        self.arrow.angle = angle - 90


class SmallMap(Tap):
    """An overview with the visible part marked; a tap shows the whole planet."""

    def __init__(self, look: Look, do: Callable[[], object]) -> None:
        super().__init__(look, size=(dp(MAP), dp(MAP)))
        with self.canvas:
            Color(*tokens.rgba(CREAM))
            self._edge = Rectangle(texture=soft_disc(round(dp(MAP))))
            Color(*tokens.rgba(NIGHT))
            self._ground = Rectangle(texture=soft_disc(round(dp(MAP - 4))))
            Color(1, 1, 1, 0.85)
            self._planet = Rectangle(texture=art(ART).texture("planet"))
            Color(*tokens.rgba(NIGHT, 0.8))
            self._casing = Line(width=dp(2.2))
            Color(1, 1, 1, 1)
            self._view = SmoothLine(width=dp(1.1))
        self.bind(on_tap=lambda _: do())
        self._seen = (0.0, 0.0, 1.0, 1.0)  # left, bottom, right and top, from -1 to 1

    def show(self, camera: Camera, window: Window) -> None:
        wide, high = window.width / camera.zoom / window.rim, window.height / camera.zoom / window.rim
        x, y = camera.x / window.rim, camera.y / window.rim
        self._seen = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        self.arrange()

    def arrange(self) -> None:
        x, y = self.center
        planet = dp(MAP - 8) * 392 / 360
        for part, size in ((self._edge, dp(MAP)), (self._ground, dp(MAP - 4)), (self._planet, planet)):
            part.pos, part.size = (x - size / 2, y - size / 2), (size, size)
        radius = dp(MAP - 8) / 2
        left, low, right, top = [max(-1.0, min(1.0, edge)) for edge in self._seen]
        box = (x + left * radius, y + low * radius, (right - left) * radius, (top - low) * radius, dp(3))
        self._casing.rounded_rectangle = box
        self._view.rounded_rectangle = box


class StageButton(Tap):
    """A round 48 dp button, highlighted while on."""

    def __init__(self, look: Look, icon: str, label: Text, do: Callable[[], object]) -> None:
        super().__init__(look, do, size=(dp(48), dp(48)))
        self.text = str(label)
        self.box = Box(self, look.scrim(), dp(24))
        self.icon = Icon(look, icon, 26, tokens.ON_SCRIM, chrome=False)
        self.add_parts(self.icon)

    def light(self, on: bool) -> None:
        self.box.fill(tokens.rgba(WIND) if on else self.look.scrim())
        self.icon.tint("#00303A" if on else tokens.ON_SCRIM)

    def set_ready(self, ready: bool) -> None:
        self.disabled = not ready
        self.icon.tint(tokens.ON_SCRIM, 1.0 if ready else 0.38)

    def arrange(self) -> None:
        self.icon.center = self.center


class Sayings(Column):
    """A few lines, as narrow as they can be."""

    def __init__(self, look: Look) -> None:
        super().__init__(gap=4, pad=12, air=8)
        self.look, self.box = look.on_art(), Box(self, look.scrim(), dp(16))

    def say(self, lines: Sequence[Text], width: float) -> None:
        self.fill([Words(self.look, line, "support", chrome=True) for line in lines])
        for line in self.parts:
            line.hug(width - dp(24))
        high = sum(line.height for line in self.parts) + dp(4) * (len(self.parts) - 1)
        self.take_size(max(line.width for line in self.parts) + dp(24), high + dp(16))


FLAT = 1.5
"""A room this many times wider than high shows the planet's lower left number beside the wind."""


class Corners:
    """Places wind and buttons at the lower left, map and sayings at the lower right."""

    def __init__(self, stage: Stage, whole: Callable[[], object], look_ahead: Callable[[], object],
                 step: Callable[[int], None], turn: Callable[[], object]) -> None:
        self._stage, self._room = stage, Room()
        look = stage.look
        self.map = SmallMap(look, whole)
        self.eye = StageButton(look, "eye-outline", say("Look ahead"), look_ahead)
        self.back = StageButton(look, "chevron-left", say("One step back"), lambda: step(-1))
        self.on = StageButton(look, "chevron-right", say("One step forward"), lambda: step(1))
        self.sayings = Sayings(look)
        self.turn = StageButton(look, "rotate-right", say("Turn the map"), turn)

    def lay(self, room: Room, scale: float) -> tuple[float, float]:
        self._room = room
        edge, badge = min(dp(16), room.height * 0.06), dp(BADGE) * scale
        self.back.pos = (room.x + edge + badge + dp(10), room.y + edge + badge / 2 - dp(24))
        above = edge + badge + dp(12)
        if room.width > FLAT * room.height and above + dp(48) <= room.height:  # a number is beside the wind
            self.eye.pos = (room.x + edge + badge / 2 - dp(24), room.y + above)
        else:
            self.eye.pos = self.back.pos  # never shown together: the turn ends before Cresters fly
        self.on.pos = (self.back.right + dp(8), self.back.y)
        self.map.pos = (room.right - edge - dp(MAP), room.y + edge)
        self.map.arrange()
        self._turn_low = (room.right - edge - dp(48), room.y + edge)
        return room.x + edge + badge / 2, room.y + edge + badge / 2

    def show(self, *, small_map: bool, eye: bool, lit: bool, steps: bool, turn: bool,
             way: Sequence[Point] = ()) -> None:
        """`way`: a flight. On a low stage there is no other place for a button that would lie on it."""
        self._place_turn(small_map)
        steps = steps and not _lie_on(way, self.back, self.on)
        turn = turn and not _lie_on(way, self.turn)
        self.eye.light(lit)
        for widget, wanted in ((self.map, small_map), (self.eye, eye), (self.back, steps), (self.on, steps),
                               (self.turn, turn)):
            self._stage.put(widget, wanted)

    def _place_turn(self, small_map: bool) -> None:
        self.turn.pos = self._turn_low
        if small_map and self.map.top + dp(56) <= self._room.top:
            self.turn.pos = (self.map.center_x - dp(24), self.map.top + dp(8))
        elif small_map:  # beside it on a low stage, where the bar's buttons are
            self.turn.pos = (self.map.x - dp(56), self.map.center_y - dp(24))

    def can_step(self, back: bool, on: bool) -> None:
        self.back.set_ready(back)
        self.on.set_ready(on)

    def say(self, lines: Sequence[Text], seen: Sequence[Point] = ()) -> None:
        """`seen` are points the text must not cover."""
        self._stage.put(self.sayings, bool(lines))
        if lines:
            self.sayings.say(lines, min(dp(320), self._right() - self.back.right - dp(10)))
            fits = self.sayings.height <= self._room.height  # else the bar would cover it
            self._stage.put(self.sayings, fits)
            self.stand_clear(seen)

    def _right(self) -> float:
        edges = [widget.x for widget in (self.map, self.turn) if widget.parent is not None]
        return float(min(edges, default=self._room.right) - dp(10))

    def stand_clear(self, seen: Sequence[Point]) -> None:
        """Place the text at the bottom, or in an upper corner if the ship is there."""
        if self.sayings.parent is None:
            return
        wide, high, room = self.sayings.width, self.sayings.height, self._room
        upper = room.top - dp(8)
        places = ((self._right() - wide, self.back.y + high), (room.right - dp(10) - wide, upper),
                  (room.x + dp(10), upper))
        left, top = next((place for place in places if not any(
            place[0] - dp(CLEAR) < x < place[0] + wide + dp(CLEAR)
            and place[1] - high - dp(CLEAR) < y < place[1] + dp(CLEAR) for x, y in seen)), places[0])
        self.sayings.pos = (left, top - high)


def _lie_on(way: Sequence[Point], first: StageButton, last: StageButton | None = None) -> bool:
    """Would these neighbours lie on the way?"""
    last = last or first
    left, low = first.x - dp(CLEAR), first.y - dp(CLEAR)
    right, top = last.right + dp(CLEAR), last.top + dp(CLEAR)
    return any(left < x < right and low < y < top for x, y in way)


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
    short: Text
    dice: tuple[int, ...] = ()
    colour: int = -1
    letter: str = ""


def battle_sides(table: Windward) -> tuple[SideView, SideView] | None:
    if not table.is_under_way(Battle):
        return None
    fought = table.under_way(Battle)
    return _side(table, fought, fought.attacker, True), _side(table, fought, fought.defender, False)


def _side(table: Windward, fought: Battle, party: Party, attacks: bool) -> SideView:
    who = party_words(table, party, first=True)
    name = count("{who} attacks", "{who} attack", max(1, len(party.cresters)), who=who) if attacks else who
    if party.captain is None:
        pictures = tuple(f"crester_{one.kind}{'_tagged' if one.tagged else ''}" for one in party.cresters)
        colour, letter = -1, ""
    else:
        kind = "longboat" if party.boat is not None else "ship"
        pictures, colour = (f"{kind}_{party.captain.colour + 1}",), party.captain.colour
        letter = tokens.initials(seat.name for seat in table.seats)[party.captain.index]
    return SideView(pictures, name, _strength(fought, party), who, party.dice or (), colour, letter)


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
        self._sky = Sky(self.group, "sky_battle", 0.45)
        self._bars: list[SmoothRoundedRectangle] = []
        self.group.add(Color(1, 0.92, 0.9, 0.10))
        for _ in BARS:
            bar = SmoothRoundedRectangle(radius=[dp(10)] * 4)
            self._bars.append(bar)
            self.group.add(bar)
        self._glow = Rectangle(texture=art("shell").texture("glow"))
        tinted(self.group, "#FF9A8A", self._glow, 0.5)
        self._layer = group_in(self.group)
        self._shown: tuple[Any, ...] = ()

    def place(self, pos: tuple[float, float], size: tuple[float, float]) -> None:
        self._sky.lay(pos, size)
        for bar, (x, y, wide) in zip(self._bars, BARS, strict=True):
            bar.pos = (pos[0] + x * size[0], pos[1] + y * size[1] * 0.8)
            bar.size = (wide * size[0], dp(20))

    def show(self, sides: tuple[SideView, SideView], room: Room) -> None:
        if self._shown == (sides, room):
            return
        fresh = not self._shown or self._shown[0][0].pictures != sides[0].pictures
        self._shown = (sides, room)
        self._layer.clear()
        high = card_height(sides, room)
        gap = dp(14) if room.height < dp(420) else dp(28)
        tall = max(dp(56), min(room.height - high - gap - dp(6), room.width * 0.42, dp(280)))
        if high + gap + tall > room.height:
            tall = gap = 0.0
        foot = room.y + max(dp(6), (room.height - tall - gap - high) / 2)
        middle = foot + high + gap + tall / 2
        for number, side in enumerate(sides):
            x = room.x + room.width * (0.26 if number == 0 else 0.74)
            if tall:
                self._fighters(side, (x, middle), tall, number == 0, fresh)
            self._card(side, (x, foot), room, high)
        glow = tall * 2.6
        self._glow.pos = (room.x + room.width * 0.74 - glow / 2, middle - glow / 2)
        self._glow.size = (glow, glow)
        if tall:
            badge = Sprite(self._layer, (room.center[0], middle))
            badge.add_layer(art(ART), "badge_versus", min(1.9, tall / dp(78)))

    def forget(self) -> None:
        self._shown = ()

    def _fighters(self, side: SideView, at: Point, tall: float, attacks: bool, fresh: bool) -> None:
        pictures, number = art(ART), len(side.pictures)
        for index, name in enumerate(side.pictures[:6]):
            sprite = Sprite(self._layer)
            wide, high = pictures.size(name)
            full = tall / max(wide, high) * {1: 1.0, 2: 0.84}.get(number, 0.64)
            for kind, factor in SIGHT.items():
                full *= factor if kind in name else 1.0
            sprite.add_layer(pictures, name, anchor="centre" if "points" in pictures.layers[name] else "")
            aside = (index - (number - 1) / 2) * tall * (0.40 if number == 2 else 0.27)
            place = (at[0] + aside, at[1] - aside * 0.35 * (1 if index % 2 else -1))
            sprite.scale = full
            angle = 34.0 if side.letter else 18.0
            sprite.angle = -34.0 if attacks else angle
            self._come_in(sprite, place, attacks, fresh, index)
            if side.letter and name.startswith("ship"):
                token = Sprite(self._layer)
                token.add_token(side.colour, side.letter, dp(9.5) * full, rim=dp(2))
                self._come_in(token, place, attacks, fresh, index + 10)

    def _come_in(self, sprite: Sprite, place: Point, attacks: bool, fresh: bool, index: int) -> None:
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
        wide = _card_width(room)
        tinted(self._layer, CARD,
               SmoothRoundedRectangle(pos=(x - wide / 2, foot), size=(wide, high), radius=[dp(20)] * 4), 0.88)
        top = foot + high
        words = Sprite(self._layer, (x, top))
        if room.height < dp(STRIP):
            line = say("{who}: {strength}", who=side.short, strength=side.strength)
            words.add_text(str(line), tokens.MEDIUM, dp(13), (0.0, -dp(17)), most=wide - dp(8))
            return
        px = dp(16) if len(str(side.name)) * dp(8) < wide - dp(16) else dp(14)
        words.add_text(str(side.name), tokens.MEDIUM, px, (0.0, -dp(18)), most=wide - dp(12))
        strength = str(side.strength)
        words.add_text(strength, tokens.TEXT, dp(15), (0.0, -dp(40)), tint="#C9D2E8", most=wide - dp(16))
        pictures, edge = art(ART), die_edge(self._shown[0], room)
        per_row = _dice_per_row(edge, room)
        for index, face in enumerate(side.dice):
            row, column = divmod(index, per_row)
            in_row = min(per_row, len(side.dice) - row * per_row)
            die, known = Sprite(self._layer), f"die_{face}" in pictures.layers
            die.add_layer(pictures, f"die_{face}" if known else "die_0", edge / pictures.size("die_1")[0])
            if not known:
                die.add_text(str(face), tokens.BOLD, edge * 0.6, tint="#FFC46B")
            across = (column - (in_row - 1) / 2) * (edge + dp(1))
            die.pos = (x + across, top - dp(53) - edge / 2 - row * (edge + dp(2)))


def _card_width(room: Room) -> float:
    return float(min(room.width / 2 - dp(20), dp(230)))


def _dice_per_row(edge: float, room: Room) -> int:
    return max(1, int((_card_width(room) - dp(12)) // (edge + dp(1))))


def _dice_high(sides: tuple[SideView, SideView], edge: float, room: Room) -> float:
    return float(-(-max(len(side.dice) for side in sides) // _dice_per_row(edge, room)) * (edge + dp(2)))


def die_edge(sides: tuple[SideView, SideView], room: Room) -> float:
    """As large as the card allows; on a low stage, dice take the place of the fighters."""
    space = room.height - dp(68 + (76 if room.height >= dp(240) else 0))
    return next((float(dp(edge)) for edge in range(36, 22, -2) if _dice_high(sides, dp(edge), room) <= space),
                float(dp(22)))


def card_height(sides: tuple[SideView, SideView], room: Room) -> float:
    if room.height < dp(STRIP):
        return float(dp(34))
    dice = _dice_high(sides, die_edge(sides, room), room)
    return float(dp(56) + dice + (dp(6) if dice else 0))

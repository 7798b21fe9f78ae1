"""Sky, hills, field, disc and mill, and their positions in the two scenes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Backdrop, Point, Sprite, between
from companion.ui.drawing.stage import Room, Stage
from companion.ui.theme import tokens

NIGHT = "#140F33"
NIGHT_AT_ZERO = 0.10
SINK = 40.0
"""How far the sun sinks while a clock runs, dp."""
FLATTEST = 0.6
"""Strongest vertical squeeze of the disc on a low stage."""
LOWEST, HIGHEST = 36.0, 257.0
"""Extent of the disc's picture, dp: from below space 0 to a pawn's head at the far end."""
CLOUDS = (("cloud_1", 0.16, 0.46), ("cloud_2", 0.60, 0.36), ("cloud_3", 0.82, 0.62))
"""Start positions: fraction of the width, and of the sky's height below the top."""
DRIFT = 2.5  # dp per second


@dataclass(frozen=True)
class FieldLayout:
    """Positions of everything; two layouts can be mixed to animate between scenes."""

    horizon: float
    sun_x: float
    sun_y: float
    sun: float
    sink: float
    mill_x: float
    mill_y: float
    mill: float
    """Scale of the mill; 1 is as drawn."""
    disc_x: float
    disc_y: float
    wide: float
    high: float
    clock: float
    """1 if the sun is the clock, 0 if the track is visible."""


def mixed(one: FieldLayout, other: FieldLayout, part: float) -> FieldLayout:
    return FieldLayout(*(between(getattr(one, field.name), getattr(other, field.name), part)
                         for field in fields(FieldLayout)))


def roomy(stage: Stage) -> Room:
    """The stage's free part, or the whole stage if hardly anything is free."""
    room = stage.room
    return room if room.height >= dp(64) else Room(stage.x, stage.y, stage.width, stage.height)


def lay_track(stage: Stage) -> FieldLayout:
    """Fit the disc to the stage's width; squeeze it on a low stage, raise it on a high one."""
    room = roomy(stage)
    high = min(room.width / dp(412), room.height / dp(HIGHEST - LOWEST), (stage.top - room.y) / dp(281))
    wide = min(room.width / dp(412), high / FLATTEST)
    spare = room.height - dp(HIGHEST - LOWEST + 70) * high
    x, centre = room.center[0], room.y - dp(LOWEST) * high + max(0.0, spare) * 0.4 + dp(136) * high
    horizon = centre + dp(100) * high
    sun = dp(30) * min(1.6, max(0.6, high))
    return FieldLayout(horizon, x + dp(116) * wide, horizon + sun * 0.55, sun, 0.0, x, centre - dp(2) * high,
                       0.96 * high, x, centre, wide, high, 0.0)


def lay_clock(stage: Stage, track: FieldLayout) -> FieldLayout:
    """Put the sun in the sky, the mill on the right and the disc below the stage's edge."""
    room = roomy(stage)
    ring = ring_of(room) * 252 / 266
    sink = min(dp(SINK), max(0.0, room.height - ring - dp(34)))
    spare = room.height - ring - dp(14) - sink
    sun = room.top - spare * 0.24 - dp(7) - ring / 2
    horizon = max(room.y + 0.1 * room.height, min(room.y + 0.235 * room.height, sun - ring / 2 - dp(8)))
    mill = 1.06 * min(2.0, max(0.45, min(room.width / dp(412), room.height / dp(490))))
    return FieldLayout(horizon, room.x + 0.4 * room.width, sun, ring / 2 * 110 / 126, sink, room.x + 0.835 * room.width,
               horizon - dp(45) * mill, mill, track.disc_x, track.disc_y - dp(200) * track.high, track.wide,
               track.high, 1.0)


def ring_of(room: Room) -> float:
    """Outer diameter of the clock's ring: 252 dp to its middle on a phone, more on a tablet."""
    grown = min(1.4, max(1.0, min(room.width / dp(412), room.height / dp(490))))
    return float(min(dp(266) * grown, room.width * 0.65, room.height * 0.84))


class FieldPictures:
    def __init__(self, canvas: Any) -> None:
        self._art = pictures = art("windmill")
        layer = self._layer = InstructionGroup()
        canvas.add(layer)
        self._sky = Backdrop(layer, pictures, "sky")
        self._night = Color(*tokens.rgba(NIGHT, 0.0))
        self._night_box = Rectangle()
        layer.add(self._night)
        layer.add(self._night_box)
        self._stars = Backdrop(layer, pictures, "stars")
        self._clouds = [self._sprite(name) for name, _, _ in CLOUDS]
        self._birds = self._sprite("birds")
        self._glow = self._sprite("sun_glow")
        self._sun = self._sprite("sun")
        self._hills = [Backdrop(layer, pictures, name) for name in ("hills_back", "hills_mid")]
        self._ground = Backdrop(layer, pictures, "field")
        self._near = Backdrop(layer, pictures, "field_near")
        self._disc = self._sprite("disc", "centre")
        self._mill = self._sprite("mill", "foot")
        self._sails = self._sprite("sails", "hub")
        self._sails.angle = -pictures.layers["sails"]["turn"]
        self._hub = pictures.point("mill", "hub")[1] - pictures.point("mill", "foot")[1]
        self._drifted = 0.0
        self._box = (0.0, 0.0, 1.0, 1.0)
        self._sky_low = 0.0

    def _sprite(self, name: str, anchor: str = "") -> Sprite:
        sprite = Sprite(self._layer)
        sprite.add_layer(self._art, name, anchor=anchor)
        return sprite

    def stand(self, stage: Stage, lay: FieldLayout, gone: float) -> None:
        """Place everything; `gone` is the elapsed part of the clock, 0 to 1."""
        self._box = (*stage.pos, *stage.size)
        self._stand_sky(lay, gone)
        self._stand_land(lay)
        self._disc.pos, self._disc.scale = (lay.disc_x, lay.disc_y), (lay.wide, lay.high)
        self._disc.alpha = 1 - lay.clock
        self._mill.pos, self._mill.scale = (lay.mill_x, lay.mill_y), lay.mill
        self._sails.pos, self._sails.scale = (lay.mill_x, lay.mill_y + self._hub * lay.mill), lay.mill

    def _stand_sky(self, lay: FieldLayout, gone: float) -> None:
        x, y, wide, high = self._box
        self._sky_low = low = min(lay.horizon - dp(20), y + high - dp(40))
        self._sky.stretch((x, low), (wide, y + high - low))
        self._night_box.pos, self._night_box.size = (x, low), (wide, y + high - low)
        self._night.a = NIGHT_AT_ZERO * gone * lay.clock
        stars = min(self._stars.natural[1], (y + high - low) * 0.6)
        self._stars.span((x, y + high - stars), (wide, stars))
        sun = sun_of(lay, gone)
        self._sun.pos = self._glow.pos = sun
        self._sun.scale = lay.sun / dp(110)
        self._glow.scale = lay.sun / dp(110) * between(1.5, 1.0, lay.clock)
        self._birds.pos = (x + wide * 0.19, between(lay.horizon, y + high, 0.62))
        self._birds.alpha = lay.clock
        self.drift(0.0)

    def _stand_land(self, lay: FieldLayout) -> None:
        x, y, wide, _ = self._box
        for hills, below in zip(self._hills, (26, 22), strict=True):
            hills.span((x, lay.horizon - dp(below)), (wide, hills.natural[1]))
        self._ground.span((x, y), (wide, max(1.0, lay.horizon + dp(10) - y)))
        self._near.span((x, y), (wide, max(1.0, lay.mill_y + dp(22) - y)))
        self._near.ink.a = lay.clock

    def turn(self, degrees: float) -> None:
        self._sails.angle = (self._sails.angle - degrees) % 360

    def drift(self, passed: float) -> None:
        x, y, wide, high = self._box
        self._drifted += passed * dp(DRIFT)
        over = self._art.size("cloud_1")[0]
        for cloud, (_, across, down) in zip(self._clouds, CLOUDS, strict=True):
            at = (across * (wide + over) + self._drifted) % (wide + over) - over / 2
            cloud.pos = (x + at, between(y + high, self._sky_low, down))

    def fade_mill(self, alpha: float) -> None:
        self._mill.alpha = self._sails.alpha = alpha

    @property
    def mill_alpha(self) -> float:
        return self._mill.alpha


def sun_of(lay: FieldLayout, gone: float) -> Point:
    return lay.sun_x, lay.sun_y - lay.sink * gone

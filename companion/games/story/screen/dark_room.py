"""Story's darkroom during a secret vote: one small print for each voter, and whether the vote is sealed."""

from dataclasses import dataclass
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.core.play import Play
from companion.core.questions import Question
from companion.games.story.table import Story
from companion.ui.drawing import stage
from companion.ui.drawing.art import Backdrop, Sprite, art, group_in, mask
from companion.ui.theme import tokens

SAG = 17.0
HUNG = (-4.0, 3.0, -2.0, 3.5, -3.0, 4.0, -2.5, 3.0)
HINT = "#FFE9E4"


@dataclass(frozen=True)
class Hanging:
    """One small print: its player, whether they voted, and whether they hold the phone."""

    colour: int
    letter: str
    sealed: bool
    turn: bool


class DarkRoomScene:
    def __init__(self) -> None:
        self.layer = InstructionGroup()
        pictures = self._art = art("story")
        self._room = Backdrop(self.layer, pictures, "dark_room")
        self._beam = Sprite.of(self.layer, pictures, "beam", "light")
        self._halo = Sprite.of(self.layer, pictures, "lamp_halo")
        self._cord = Sprite(self.layer)
        self._cord.add(None, (dp(3), 1.0), (0.0, 0.5), "#0A0303")
        self._lamp = Sprite.of(self.layer, pictures, "lamp", "light")
        self._line = Backdrop(self.layer, pictures, "clothes_line")
        self._prints_layer = group_in(self.layer)
        self.prints: list[Sprite] = []
        self.shown: tuple[Hanging, ...] = ()

    def show(self, hanging: tuple[Hanging, ...]) -> None:
        if hanging == self.shown:
            return
        self.shown = hanging
        self._prints_layer.clear()
        self.prints = [self._print(one) for one in hanging]

    def _print(self, one: Hanging) -> Sprite:
        """Draw a print, anchored at its peg."""
        sprite, pictures = Sprite(self._prints_layer), self._art
        name = "small_print_light" if one.sealed else "small_print_dark"
        if one.turn:
            edge = pictures.size(name)
            sprite.add(pictures.texture("print"), (edge[0] + dp(3), edge[1] + dp(2)), (-dp(1), -dp(22)), HINT)
        sprite.add_layer(pictures, name, anchor="peg")
        token = pictures.layers[name]["points"]
        low = token["token"][1] - token["peg"][1]
        sprite.add_token(one.colour, one.letter, float(dp(9)), (-float(dp(1)), float(dp(low))))
        if one.sealed:
            sprite.add(mask(0), (dp(28), dp(28)), (dp(14), -dp(38)), "#140506")
            sprite.add_icon("check-bold", float(dp(10)), (float(dp(14)), -float(dp(38))), HINT)
        sprite.add_layer(pictures, "peg", anchor="line")
        return sprite

    def stand(self, stage: stage.Stage) -> None:
        self._room.stretch(stage.pos, stage.size)
        room, middle = stage.room, stage.x + stage.width / 2
        small = min(1.0, max(0.55, room.height / dp(150)))
        ends = min(stage.top - dp(40) * small, room.top - dp(64) * small * min(1.0, room.height / dp(220)))
        light = min(stage.top - dp(40) * small, ends + dp(52) * small)
        self._lamp.pos = self._halo.pos = self._beam.pos = (middle, light)
        self._lamp.scale = self._halo.scale = small
        wide = small * max(1.0, stage.width / dp(470))
        self._beam.scale = (wide, min(wide * 1.15, max(0.2, (light - stage.y) / dp(420))))
        self._cord.pos = (middle, light + dp(58) * small)
        self._cord.scale = (small, max(1.0, stage.top - light - dp(58) * small))
        self._line.stretch((stage.x, ends - dp(22) * small), (stage.width, dp(26) * small))
        self._hang(stage, ends, small)

    def _hang(self, stage: stage.Stage, ends: float, small: float) -> None:
        """Space prints evenly: the screen treats a tap there as a request to change a vote."""
        room = stage.room
        left, wide = (room.x, room.width) if room.width > stage.width * 0.6 else (stage.x, stage.width)
        each = wide / max(1, len(self.prints))
        size = small * min(1.35, max(0.6, each / dp(52)))
        for number, sprite in enumerate(self.prints):
            x = left + each * (number + 0.5)
            part = (x - stage.x) / stage.width
            sprite.pos = (x, ends - dp(4 * SAG) * small * part * (1 - part))
            sprite.scale, sprite.angle = size, HUNG[number % len(HUNG)]


def hanging(play: Play[Story], question: Question[Any, Any] | None) -> tuple[Hanging, ...]:
    """One print per voter in seating order: whether a vote exists, by its question's key."""
    sealed = frozenset(play.run.given())
    letters = tokens.initials(seat.name for seat in play.table.seats)
    asked = sorted((one.seat.index, one.key()) for one in play.open() if one.seat is not None)
    turn = question.seat.index if question is not None and question.seat is not None else None
    return tuple(Hanging(play.table.seats[seat].colour, letters[seat], key in sealed, seat == turn)
                 for seat, key in asked)

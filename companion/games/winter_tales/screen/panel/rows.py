"""The rows of the card counter, a character's token for them, and the seven marks of a quest."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.winter_tales.screen.panel.reading import CardRow
from companion.games.winter_tales.screen.stage.labels import ART
from companion.games.winter_tales.screen.stage.pieces import DRAWN, add_figure, seat_sign
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Sprite
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Holder, SeatToken, Words
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.controls.rows import SignButton

STEPS = 7


class StepMarks(Widget):
    """Seven bars, as many of them lit as steps have begun."""

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.step = look, 0
        self._bars = []
        with self.canvas:
            for _ in range(STEPS):
                ink = Color(1, 1, 1, 1)
                self._bars.append((ink, SmoothRoundedRectangle(radius=[dp(2.5)])))
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, step: int) -> None:
        self.step = step
        for number, (ink, _) in enumerate(self._bars):
            ink.rgba = self.look.colour("primary" if number < step else "surface3")

    def fit(self, width: float) -> float:
        self.size = (width, dp(6))
        return float(self.height)

    def _arrange(self, *_: object) -> None:
        gap = dp(4)
        wide = max(1.0, (self.width - gap * (STEPS - 1)) / STEPS)
        for number, (_, bar) in enumerate(self._bars):
            bar.pos, bar.size = (self.x + number * (wide + gap), self.y), (wide, self.height)


class FigureToken(Widget):
    """A character's token in a list, with its player's sign where it is given."""

    def __init__(self, size_dp: float = 40.0) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size_dp), dp(size_dp)))
        layer = InstructionGroup()
        self.canvas.add(layer)
        self._sprite = Sprite(layer)
        self.shown: tuple[str, str, int | None] = ("", "", None)
        """The character, its letter, and the colour of its player."""
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, side: str, letter: str, key: str, colour: int | None = None) -> None:
        if (key, letter, colour) != self.shown:
            self.shown = (key, letter, colour)
            radius = self.height * 0.42
            self._sprite.clear()
            self._sprite.add_layer(art(ART), f"token_{side}", radius / dp(DRAWN))
            add_figure(self._sprite, key, letter, radius, str(art(ART).layers[f"token_{side}"]["ink"]))
            if colour is not None:
                seat_sign(self._sprite, colour, radius * 0.36, (radius * 0.82, -radius * 0.72))
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self._sprite.pos = (self.x + self.width / 2, self.y + self.height / 2)


class TellerRow(Holder):
    """Who plays, how many so far; minus and plus while it is their turn."""

    def __init__(self, look: Look, do: Callable[[str], None]) -> None:
        super().__init__()
        self.look = look
        self.line: CardRow | None = None
        self.text = ""
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]))
        self.figure = FigureToken()
        self.seat: SeatToken | None = None
        self.name = Words(look, "", "answer")
        self.second = Words(look, "", "support", "text2")
        self.number = Words(look, "0", "number", align="center")
        self.less = SignButton(look, "minus", lambda: do(self._now().minus))
        self.plus = SignButton(look, "plus", lambda: do(self._now().plus))

    def _now(self) -> CardRow:
        assert self.line is not None
        return self.line

    def show(self, line: CardRow, letter: str) -> None:
        self.line, self.text = line, line.name
        look = self.look
        self.name.say(line.name)
        self.second.say(line.second)
        self.number.say(str(line.number))
        if line.side:
            self.figure.show(line.side, line.letter, line.figure)
        self._seat(line, letter)
        self.box.fill(look.colour("surface3" if line.active else "surface2"))
        edge = "primary" if line.active else "outline" if look.contrast else ""
        self.box.border(look.colour(edge) if edge else None, dp(2) if edge else 0.0)
        loud = ("primary", "on_primary") if line.active else ("surface3", "text")
        for sign, on, ground, ink in ((self.plus, line.plus, *loud),
                                      (self.less, line.minus, "surface", "text")):
            sign.box.fill(look.colour(ground))
            sign.icon.tint(ink)
            sign.opacity, sign.disabled = (1.0, False) if on else (0.0, True)
        wanted = [self.figure if line.side else None, self.seat, self.name, self.second, self.number,
                  self.less if line.active else None, self.plus if line.active or line.plus else None]
        self.fill([part for part in wanted if part is not None])

    def _seat(self, line: CardRow, letter: str) -> None:
        """Big where the row is a player's, small beside the name where it is a character's."""
        size = 20.0 if line.side else 40.0
        if line.colour is None:
            self.seat = None
        elif self.seat is None or (self.seat.colour, self.seat.letter, self.seat.height) != (
                line.colour, letter, dp(size)):
            self.seat = SeatToken(self.look, line.colour, letter, size)

    def fit(self, width: float) -> float:
        line = self._now()
        self._signs = dp(150) if line.active else dp(104) if line.plus else dp(56)
        self.number.fit(max(dp(46), self.number.px * 1.4))
        room = width - dp(60) - self._signs
        self._below = line.active and room < dp(92) * self.look.scale
        if self._below:
            room = width - dp(76)
        beside = dp(26) if line.side and self.seat is not None else 0.0
        high = self.name.fit(room) + (self.second.fit(room - beside) if line.second else 0.0)
        self.size = (width, max(dp(60), high + dp(16)) + (dp(56) if self._below else 0.0))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "_signs") or self.line is None:
            return
        line = self.line
        upper = self.top - (self.height - dp(56)) / 2 if self._below else self.center_y
        row = self.y + dp(30) if self._below else self.center_y
        lead = self.figure if line.side else self.seat
        if lead is not None:
            lead.center = (self.x + dp(31), upper)
        left = self.x + dp(60)
        high = self.name.height + (self.second.height if line.second else 0.0)
        self.name.pos = (left, upper + high / 2 - self.name.height)
        if line.side and self.seat is not None:
            self.seat.center = (left + dp(10), self.name.y - self.second.height / 2)
            left += dp(26)
        self.second.pos = (left, self.name.y - self.second.height)
        if not line.active and not line.plus:
            self.number.center = (self.right - dp(32), row)
            return
        self.plus.center = (self.right - dp(32), row)
        self.number.center = (self.right - dp(75) - (self.number.width - dp(46)) / 2, row)
        self.less.center = (self.number.x - dp(24), row)

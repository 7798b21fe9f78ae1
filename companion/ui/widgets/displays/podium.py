"""The podium with its crown, the seal for a shared win or loss, and two seconds of confetti."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin, tau
from random import Random
from typing import Any

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text, minus
from companion.ui.drawing.art import art, mask
from companion.ui.drawing.sprites import Sprite
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.words import Icon, Voice, Words
from companion.ui.widgets.controls.seat import SeatToken

HEIGHTS = {1: 96.0, 2: 64.0, 3: 44.0}
LOWEST = 32.0
TOKENS = {1: 68.0, 2: 56.0}
OVERLAP = 0.72  # of a token's side, between partners
CONFETTI, SECONDS = 36, 2.0


@dataclass(frozen=True)
class Step:
    colour: int
    letter: str
    place: int
    score: int | None
    partners: tuple[tuple[int, str], ...] = ()
    """Colour and letter of each partner on the step."""


def chosen(steps: Sequence[Step], most: int = 3) -> list[Step]:
    """The best three, or up to five joint winners; a single winner stands in the middle."""
    order = sorted(steps, key=lambda step: step.place)
    winners = [step for step in order if step.place == 1]
    shown = order[:max(most, min(len(winners), 5))]
    if len(winners) == 1 and len(shown) > 1:
        return [shown[1], shown[0], *shown[2:]]
    return shown


class Block(Widget):
    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        with self.canvas:
            Color(*tokens.rgba("#8C4356"))
            self.box = BorderImage(texture=art("shell").texture("podium"), border=(4, 36, 40, 36),
                                   display_border=(dp(2), dp(18), dp(20), dp(18)))
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self.box.pos, self.box.size = self.pos, self.size


class Podium(Widget):
    def __init__(self, look: Look, steps: Sequence[Step]) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        white = look.on_art()
        self.steps = chosen(steps)
        self.parts = []
        for step in self.steps:
            score = Words(white, "" if step.score is None else minus(step.score), "number", "#FFE3C6",
                          align="center", chrome=True)
            who = [SeatToken(look, colour, letter, TOKENS.get(step.place, 52.0), rim="art")
                   for colour, letter in ((step.colour, step.letter), *step.partners)]
            self.parts.append((step, Block(), score, who))
        self.crowns = [Icon(white, "crown", 36, "#FFE08A", chrome=False) for step in self.steps if step.place == 1]
        for _, block, score, who in self.parts:
            for part in (block, score, *who):
                self.add_widget(part)
        for crown in self.crowns:
            self.add_widget(crown)
        self.bind(pos=self._arrange, size=self._arrange)

    def tallest(self) -> float:
        """Height with tokens and crown."""
        return float(dp(HEIGHTS[1] + TOKENS[1] + 40))

    def _arrange(self, *_: object) -> None:
        if self.width < 2:
            return
        scale = max(0.5, min(1.5, self.height / self.tallest(), self.width / dp(412)))
        gap, each = dp(8), min(dp(104) * max(1.0, scale), (self.width - dp(32)) / max(1, len(self.parts)) - dp(8))
        x = self.x + self.width / 2 - (each + gap) * len(self.parts) / 2 + gap / 2
        crowns = iter(self.crowns)
        for step, block, score, who in self.parts:
            high = dp(HEIGHTS.get(step.place, LOWEST)) * scale
            block.pos, block.size = (x, self.y - dp(12)), (each, high + dp(12))
            score.hug()
            score.pos = (x + each / 2 - score.width / 2, max(self.y, self.y + high - dp(16) - score.height))
            side = min(dp(TOKENS.get(step.place, 52.0)) * scale, each / (1 + OVERLAP * (len(who) - 1)))
            left = x + each / 2 - side * (1 + OVERLAP * (len(who) - 1)) / 2
            for number, token in enumerate(who):
                token.size = (side, side)
                token.pos = (left + number * side * OVERLAP, self.y + high + dp(2))
            if step.place == 1:
                crown = next(crowns)
                crown.pos = (x + each / 2 - crown.width / 2, self.y + high + side)
            x += each + gap


@dataclass(frozen=True)
class Team:
    name: str
    score: int | None
    won: bool
    members: tuple[tuple[int, str], ...]
    """Colour and letter of each member."""


class Teams(Widget):
    """One block per side with its people on it; the winners' is higher and crowned."""

    def __init__(self, look: Look, teams: Sequence[Team]) -> None:
        super().__init__(size_hint=(None, None))
        white = look.on_art()
        self.parts = []
        for team in teams:
            score = Words(white, "" if team.score is None else minus(team.score), "number", "#FFE3C6",
                          align="center", chrome=True)
            name = Words(white, team.name, "label", "#FFE3C6", align="center", chrome=True)
            tokens_of = [SeatToken(look, colour, letter, TOKENS[2], rim="art") for colour, letter in team.members]
            crown = Icon(white, "crown", 36, "#FFE08A", chrome=False) if team.won else None
            self.parts.append((team, Block(), score, name, tokens_of, crown))
        for _, block, score, name, members, crown in self.parts:
            for part in (block, score, name, *members, crown):
                if part is not None:
                    self.add_widget(part)
        self.bind(pos=self._arrange, size=self._arrange)

    def _arrange(self, *_: object) -> None:
        if self.width < 2:
            return
        scale = max(0.5, min(1.5, self.height / dp(HEIGHTS[1] + TOKENS[2] + 40), self.width / dp(412)))
        gap = dp(12)
        each = min(dp(190) * max(1.0, scale), (self.width - dp(32)) / len(self.parts) - gap)
        x = self.x + self.width / 2 - ((each + gap) * len(self.parts) - gap) / 2
        for team, block, score, name, members, crown in self.parts:
            high = dp(HEIGHTS[1 if team.won else 2]) * scale
            block.pos, block.size = (x, self.y - dp(12)), (each, high + dp(12))
            score.hug()
            name.hug(each - dp(8))
            score.pos = (x + each / 2 - score.width / 2, self.y + high - dp(12) - score.height)
            name.pos = (x + each / 2 - name.width / 2, score.y - name.height)
            side = min(dp(TOKENS[2]) * scale, each / max(1, len(members)))
            start = x + each / 2 - side * len(members) / 2
            for at, token in enumerate(members):
                token.size = (side, side)
                token.pos = (start + side * at, self.y + high + dp(2))
            if crown is not None:
                crown.pos = (x + each / 2 - crown.width / 2, self.y + high + side)
            x += each + gap


class Seal(Widget):
    def __init__(self, look: Look, words: Text | str, won: bool) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        ink, ground = ("#3A2000", "#FFD68A") if won else ("#FFE9E4", "#8F2A22")
        with self.canvas:
            Color(*tokens.rgba(ground))
            self.box = Rectangle(texture=art("shell").texture("seal"))
        self.icon = Icon(look, "trophy-outline" if won else "skull-outline", 40, ink, chrome=False)
        self.words = Voice(look, words, "title", ink, chrome=True)
        self.add_widget(self.icon)
        self.add_widget(self.words)
        self.bind(pos=self._arrange, size=self._arrange)

    def _arrange(self, *_: object) -> None:
        side = min(self.width, self.height, dp(180))
        x, y = self.x + self.width / 2, self.y + self.height / 2
        self.box.pos, self.box.size = (x - side / 2, y - side / 2), (side, side)
        self.words.hug(side * 0.7)
        self.icon.pos = (x - self.icon.width / 2, y + dp(2))
        self.words.pos = (x - self.words.width / 2, y - self.words.height)


class Confetti(Widget):
    """Seat shapes that fall for two seconds; disabled if motion is off."""

    def __init__(self, look: Look, colours: Sequence[int]) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.colours = look, list(colours) or [0]
        self.layer = InstructionGroup()
        self.canvas.add(self.layer)
        self.pieces: list[tuple[Sprite, float, float, float, float]] = []
        self._falling: Any = None
        self.passed = 0.0

    def begin(self) -> None:
        if not self.look.motion or self.pieces:
            return
        rng = Random(7)
        for number in range(CONFETTI):
            colour = self.colours[number % len(self.colours)]
            sprite = Sprite(self.layer)
            side = dp(rng.uniform(16, 24))
            sprite.add(mask(colour), (side, side), tint=tokens.SEATS[colour].fill)
            turn, phase = rng.uniform(-240, 240), rng.random() * tau
            self.pieces.append((sprite, rng.random(), rng.uniform(0.1, 1.3), turn, phase))
        self.passed = 0.0
        self._falling = Clock.schedule_interval(self._fall, 1 / 30)
        self._fall(0.0)

    def end(self) -> None:
        if self._falling is not None:
            self._falling.cancel()
            self._falling = None
        self.layer.clear()
        self.pieces = []

    def _fall(self, passed: float) -> None:
        self.passed += passed
        part = self.passed / SECONDS
        if part >= 1:
            self.end()
            return
        for sprite, across, start, turn, phase in self.pieces:
            x = self.x + self.width * across + dp(14) * sin(phase + 5 * part)
            sprite.pos = (x, self.y + self.height * (start + 0.5 - 1.1 * part))
            sprite.angle = turn * part
            sprite.scale = (1.0, 0.35 + 0.65 * abs(cos(phase + 7 * part)))
            sprite.alpha = min(1.0, (1 - part) * 3)

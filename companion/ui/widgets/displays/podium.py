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
from companion.ui.widgets.base.part import Icon, Part, Voice, Words
from companion.ui.widgets.controls.buttons import SeatToken

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
    name: str = ""
    """The name of the side, if it is one."""


def chosen(steps: Sequence[Step]) -> list[Step]:
    """The best three, or up to five joint winners; a single winner stands in the middle."""
    order = sorted(steps, key=lambda step: step.place)
    winners = [step for step in order if step.place == 1]
    shown = order[:max(3, min(len(winners), 5))]
    if len(winners) == 1 and len(shown) > 1:
        return [shown[1], shown[0], *shown[2:]]
    return shown


class Block(Part):
    def __init__(self) -> None:
        super().__init__()
        with self.canvas:
            Color(*tokens.rgba("#8C4356"))
            self.box = BorderImage(texture=art("shell").texture("podium"), border=(4, 36, 40, 36),
                                   display_border=(dp(2), dp(18), dp(20), dp(18)))
        self.add_parts()

    def arrange(self) -> None:
        self.box.pos, self.box.size = self.pos, self.size


class Podium(Part):
    """Blocks with tokens on them, the winners' crowned."""

    widest, gap, overlap = 104.0, 8.0, OVERLAP

    def __init__(self, look: Look, steps: Sequence[Step]) -> None:
        super().__init__()
        self.look = look
        white = look.on_art()
        self.steps = list(steps)
        self.parts = []
        for step in self.steps:
            score = Words(white, "" if step.score is None else minus(step.score), "number", "#FFE3C6",
                          align="center", chrome=True)
            who = [SeatToken(look, colour, letter, self.token_size(step), rim="art")
                   for colour, letter in ((step.colour, step.letter), *step.partners)]
            self.parts.append((step, Block(), score, who))
        self.names = [Words(white, step.name, "label", "#FFE3C6", align="center", chrome=True) for step in self.steps]
        first = [step for step in self.steps if step.place == 1]
        self.crowns, self.rims = ([Icon(white, "crown", size, ink, chrome=False) for _ in first]
                                  for size, ink in ((36, "#FFE08A"), (46, tokens.DARK_RIM)))
        self.add_parts(*(part for _, block, score, who in self.parts for part in (block, score, *who)), *self.names,
                       *self.rims, *self.crowns)

    def token_size(self, step: Step) -> float:
        return TOKENS.get(step.place, 52.0)

    def tallest(self) -> float:
        """Height with tokens and crown."""
        return float(dp(HEIGHTS[1] + max(map(self.token_size, self.steps)) + 40))

    def arrange(self) -> None:
        if self.width < 2:
            return
        scale = max(0.5, min(1.5, self.height / self.tallest(), self.width / dp(412)))
        gap, count = dp(self.gap), len(self.parts)
        each = min(dp(self.widest) * max(1.0, scale), (self.width - dp(32)) / max(1, count) - gap)
        x = self.x + self.width / 2 - (each + gap) * count / 2 + gap / 2
        crowns = iter(zip(self.crowns, self.rims, strict=True))
        for (step, block, score, who), name in zip(self.parts, self.names, strict=True):
            high, middle = dp(HEIGHTS.get(step.place, LOWEST)) * scale, x + each / 2
            block.pos, block.size = (x, self.y - dp(12)), (each, high + dp(12))
            score.hug()
            name.hug(each - dp(8))
            score.pos = (middle - score.width / 2, max(self.y, self.y + high - dp(16) - score.height))
            name.pos = (middle - name.width / 2, score.y - name.height)
            wide = 1 + self.overlap * (len(who) - 1)
            side = min(dp(self.token_size(step)) * scale, each / wide)
            for number, token in enumerate(who):
                token.size = (side, side)
                token.pos = (middle - side * wide / 2 + number * side * self.overlap, self.y + high + dp(2))
            if step.place == 1:
                crown, rim = next(crowns)
                crown.pos = (middle - crown.width / 2, self.y + high + side)
                rim.center = crown.center
            x += each + gap


class Teams(Podium):
    """One wide block per side with its people side by side; the winners' is higher."""

    widest, gap, overlap = 190.0, 12.0, 1.0

    def token_size(self, step: Step) -> float:
        return TOKENS[2]


class Seal(Part):
    def __init__(self, look: Look, words: Text | str, won: bool) -> None:
        super().__init__()
        ink, ground = ("#3A2000", "#FFD68A") if won else ("#FFE9E4", "#8F2A22")
        with self.canvas:
            Color(*tokens.rgba(ground))
            self.box = Rectangle(texture=art("shell").texture("seal"))
        self.icon = Icon(look, "trophy-outline" if won else "skull-outline", 40, ink, chrome=False)
        self.words = Voice(look, words, "title", ink, chrome=True)
        self.add_parts(self.icon, self.words)

    def arrange(self) -> None:
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

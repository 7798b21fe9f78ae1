"""The podium with its crown, teams, the seal and confetti."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, inf, sin, tau
from random import Random
from typing import Any

from kivy.clock import Clock
from kivy.graphics import (
    BorderImage,
    Color,
    InstructionGroup,
    Rectangle,
)
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text, minus
from companion.ui.drawing.art import Sprite, art, mask
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Icon, Part, Voice, Words
from companion.ui.widgets.controls.buttons import SeatToken

HEIGHTS = {1: 96.0, 2: 64.0, 3: 44.0}
LOWEST = 32.0
TOKENS = {1: 68.0, 2: 56.0}
CROWN = 0.7  # of a token's side
OVERLAP = 0.72  # of a token's side, between partners
MANY = 5  # steps on a podium; more stand closer together
CONFETTI, SECONDS = 36, 2.0
LARGEST, FADE = 24, 16  # dp: a piece of confetti, and where it appears


@dataclass(frozen=True)
class Step:
    colour: int
    letter: str
    place: int
    score: int | None
    partners: tuple[tuple[int, str], ...] = ()
    """Colour and letter of each partner on the step."""
    name: Text | str = ""
    """The name of the side, if it is one."""


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
        self.taller = 1.0
        """How much higher than usual its blocks may be."""
        self._grown: dict[int, float] = {}
        self.parts = []
        for step in self.steps:
            score = Words(white, "" if step.score is None else minus(step.score), "number", "#FFE3C6",
                          align="center", chrome=True)
            who = [SeatToken(look, colour, letter, self.token_size(step), rim="art")
                   for colour, letter in ((step.colour, step.letter), *step.partners)]
            self.parts.append((step, Block(), score, who))
        self.names = [Words(white, step.name, "label", "#FFE3C6", align="center", chrome=True)
                      for step in self.steps]
        first = [token for step, _, _, who in self.parts if step.place == 1 for token in self.crowned(who)]
        self.crowns, self.rims = ([Icon(white, "crown", size, ink, chrome=False) for _ in first]
                                  for size, ink in ((36, "#FFE08A"), (46, tokens.DARK_RIM)))
        self.add_parts(*(part for _, block, score, who in self.parts for part in (block, score, *who)),
                       *self.names, *self.rims, *self.crowns)

    def token_size(self, step: Step) -> float:
        return TOKENS.get(step.place, 52.0)

    def crowned(self, who: list[SeatToken]) -> list[SeatToken]:
        """Each winner of a team; partners on one step share a crown."""
        return who if self.overlap == 1.0 else who[:1]

    def tallest(self) -> float:
        """Height with tokens and crown."""
        return float(dp(HEIGHTS[1] * self.taller + max(map(self.token_size, self.steps)) + 40))

    def places(self) -> set[int]:
        return {step.place for step in self.steps}

    def grow(self, place: int, part: float) -> None:
        """How far the blocks of this place have risen: nothing of them is seen at 0."""
        self._grown[place] = part
        for (step, _, score, who), name in zip(self.parts, self.names, strict=True):
            if step.place == place:
                score.opacity = name.opacity = float(part >= 1)
                for token in who:
                    token.opacity = float(part > 0)
        for icon in [*self.crowns, *self.rims] if place == 1 else ():
            icon.opacity = float(part >= 1)
        self.arrange()

    def arrange(self) -> None:
        if self.width < 2:
            return
        scale = max(0.5, min(1.5, self.height / self.tallest(), self.width / dp(412)))
        count = len(self.parts)
        gap = dp(self.gap if count <= MANY else 2.0)
        each = min(dp(self.widest) * max(1.0, scale), (self.width - dp(32)) / max(1, count) - gap)
        x = self.x + self.width / 2 - (each + gap) * count / 2 + gap / 2
        crowns = iter(zip(self.crowns, self.rims, strict=True))
        for (step, block, score, who), name in zip(self.parts, self.names, strict=True):
            grown, middle = self._grown.get(step.place, 1.0), x + each / 2
            whole = dp(HEIGHTS.get(step.place, LOWEST)) * scale * self.taller
            high, block.opacity = whole * grown, float(grown > 0)
            block.pos, block.size = (x, self.y - dp(12)), (each, high + dp(12))
            self._write(score, name, (x, self.y), each, whole)
            wide = 1 + self.overlap * (len(who) - 1)
            side = min(dp(self.token_size(step)) * scale, each / wide)
            for number, token in enumerate(who):
                token.size = (side, side)
                token.pos = (middle - side * wide / 2 + number * side * self.overlap, self.y + high + dp(2))
            for token in self.crowned(who) if step.place == 1 else ():
                crown, rim = next(crowns)
                at = token.center_x if self.overlap == 1.0 else middle
                for icon, part in ((crown, CROWN), (rim, CROWN + 0.24)):
                    icon.set_size_px(min(dp(36) * part / CROWN, side * part))
                    icon.size = (icon.px, icon.px)
                    icon.center = (at, self.y + high + side * 1.06 + crown.height / 2)
            x += each + gap

    def _write(self, score: Words, name: Words, foot: tuple[float, float], wide: float, high: float) -> None:
        """The points with the name below them, or beside them on a low block."""
        narrow = (wide - dp(4)) * 1.6 / max(1, len(score.text))  # a digit is about 0.6 of its size
        score.set_size_px(min(self.look.px("number", chrome=True), (high - dp(8)) * 0.8, narrow))
        score.hug()
        name.hug(wide - dp(8))
        low, middle = foot[1], foot[0] + wide / 2
        gap, upper = (dp(16), score) if score.text else (dp(8), name)
        up = max(low, low + high - gap - upper.height)
        if score.text and name.text and up - name.height < low:
            name.hug(wide - dp(12) - score.width)
            left = middle - (score.width + dp(4) + name.width) / 2
            score.pos = (left, up)
            name.pos = (left + score.width + dp(4), up + (score.height - name.height) / 2)
        else:
            score.pos = (middle - score.width / 2, up)
            name.pos = (middle - name.width / 2, up - name.height if score.text else up)


class Teams(Podium):
    """One wide block per side, its people side by side; the winners' block is taller."""

    widest, gap, overlap = 190.0, 12.0, 1.0

    def token_size(self, step: Step) -> float:
        return TOKENS[2]


class Seal(Part):
    """Won or lost. With `who`, colour and letter of each winner, their tokens are in it under a crown."""

    def __init__(self, look: Look, words: Text | str, won: bool,
                 who: Sequence[tuple[int, str]] = ()) -> None:
        super().__init__()
        ink, ground = ("#3A2000", "#FFD68A") if won else ("#FFE9E4", "#8F2A22")
        with self.canvas:
            Color(*tokens.rgba(ground))
            self.box = Rectangle(texture=art("shell").texture("seal"))
        sign = "trophy-outline" if won else "skull-outline"
        self.icon = Icon(look, "crown" if who else sign, 40, ink, chrome=False)
        self.words = Voice(look, "" if who else words, "title", ink, chrome=True)
        self.who = [SeatToken(look, colour, letter, TOKENS[1], rim="art") for colour, letter in who]
        self.taller = self._grown = 1.0
        self.add_parts(self.icon, self.words, *self.who)

    def places(self) -> set[int]:
        return {1}

    def grow(self, _: int, part: float) -> None:
        """It is stamped: first large, then as it stays."""
        self._grown, self.opacity = 1.5 - 0.5 * part, min(1.0, 2 * part)
        self.arrange()

    def arrange(self) -> None:
        side = min(self.width, self.height, dp(180) * self.taller) * self._grown
        x, y = self.x + self.width / 2, self.y + self.height / 2
        self.box.pos, self.box.size = (x - side / 2, y - side / 2), (side, side)
        self.words.hug(side * 0.7)
        self.icon.pos = (x - self.icon.width / 2, y + dp(2))
        self.words.pos = (x - self.words.width / 2, y - self.words.height)
        if self.who:
            self._place_winners(x, y, side)

    def _place_winners(self, x: float, y: float, side: float) -> None:
        wide = 1 + OVERLAP * (len(self.who) - 1)
        each = min(side * 0.42, side * 0.78 / wide)
        for number, token in enumerate(self.who):
            token.size = (each, each)
            token.pos = (x - each * wide / 2 + number * each * OVERLAP, y - each * 0.78)
        self.icon.pos = (x - self.icon.width / 2, y + each * 0.14)


class Confetti(Widget):
    """Seat shapes that fall for two seconds, or stand still in a picture."""

    def __init__(self, look: Look, colours: Sequence[int]) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.colours = look, list(colours) or [0]
        self.layer = InstructionGroup()
        self.canvas.add(self.layer)
        self.pieces: list[tuple[Sprite, float, float, float, float]] = []
        self._falling: Any = None
        self.passed = 0.0
        self.below = inf
        """The lower edge of the title: pieces appear under it."""

    def begin(self) -> None:
        if self.look.motion and not self.pieces:
            self._make()
            self.passed = 0.0
            self._falling = Clock.schedule_interval(self._fall, 1 / 30)
            self._fall(0.0)

    def stand_still(self) -> None:
        self._make()
        self._place(0.5)

    def _make(self) -> None:
        rng = Random(7)
        for number in range(CONFETTI):
            colour = self.colours[number % len(self.colours)]
            sprite = Sprite(self.layer)
            side = dp(rng.uniform(16, LARGEST))
            sprite.add(mask(colour), (side, side), tint=tokens.SEATS[colour].fill)
            turn, phase = rng.uniform(-240, 240), rng.random() * tau
            self.pieces.append((sprite, rng.random(), rng.uniform(0.1, 1.3), turn, phase))

    def end(self) -> None:
        if self._falling is not None:
            self._falling.cancel()
            self._falling = None
        self.layer.clear()
        self.pieces = []

    def _fall(self, passed: float) -> None:
        self.passed += passed
        if self.passed >= SECONDS:
            self.end()
        else:
            self._place(self.passed / SECONDS)

    def _place(self, part: float) -> None:
        for sprite, across, start, turn, phase in self.pieces:
            x = self.x + self.width * across + dp(14) * sin(phase + 5 * part)
            y = self.y + self.height * (start + 0.5 - 1.1 * part)
            sprite.pos = (x, y)
            sprite.angle = turn * part
            sprite.scale = (1.0, 0.35 + 0.65 * abs(cos(phase + 7 * part)))
            hidden = y + dp(LARGEST) / 2 - self.below
            sprite.alpha = max(0.0, min(1.0, (1 - part) * 3, -hidden / dp(FADE)))

"""Cards for games and plays with a picture at the top."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.core.game import Facts
from companion.core.registry import BrokenPlugin
from companion.core.text import Text, minus, say
from companion.ui.drawing.sprites import dashes
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Row, Wrap
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.picture import BROKEN, Cover
from companion.ui.widgets.base.tap import Box, Do, Tap
from companion.ui.widgets.base.words import Icon, Voice, Words
from companion.ui.widgets.controls.buttons import Link, Push
from companion.ui.widgets.controls.seat import SeatToken


def players_and_minutes(facts: Facts) -> str:
    """For example "3–5 · 20–45 min"."""
    seats = str(facts.most) if facts.fewest == facts.most else f"{facts.fewest}–{facts.most}"
    return str(say("{players} · {minutes} min", players=seats, minutes=facts.minutes.replace("-", "–")))


def frame_over(card: Tap, look: Look, corner: float) -> None:
    """In high contrast, repeat the card's outline above the picture that would hide it."""
    if look.contrast:
        frame = Part(size_hint=(None, None))
        Box(frame, (0, 0, 0, 0), corner, look.colour("outline"), look.line)
        card.add_widget(frame)
        card.bind(pos=frame.setter("pos"), size=frame.setter("size"))


class Pictured(Tap):
    def __init__(self, look: Look, game: str, ratio: float, do: Do, *, grey: bool = False) -> None:
        super().__init__(look, do)
        corner = dp(tokens.CORNER["card"])
        self.stand_on_card("surface", tokens.CORNER["card"])
        self.picture = Cover(game, ratio, (corner, corner, 0.0, 0.0), grey=grey, small=True)
        self.add_widget(self.picture)
        frame_over(self, look, corner)
        self.parts: list[Any] = []

    def below(self, *parts: Any) -> None:
        self.parts = list(parts)
        self.add_parts(*parts)

    def fit(self, width: float) -> float:
        high = self.picture.fit(width)
        inner = width - 2 * dp(14)
        words = [part.fit(inner) for part in self.parts]
        return self.take_size(width, high + sum(words) + dp(4) * max(0, len(words) - 1) + dp(20))

    def arrange(self) -> None:
        top = self.top - self.picture.height
        self.picture.pos = (self.x, top)
        top -= dp(8)
        for part in self.parts:
            part.pos = (self.x + dp(14), top - part.height)
            top -= part.height + dp(4)


class Fact(Row):
    def __init__(self, look: Look, text: str, icon: str) -> None:
        words = Words(look, text, "support", "text2")
        super().__init__([Icon(look, icon, 16, "text2"), words], words, gap=6, upper=True)


class GameCover(Pictured):
    def __init__(self, look: Look, facts: Facts, do: Callable[[], object], cover: str = "") -> None:
        super().__init__(look, cover or facts.id, 0.46, do)
        self.text = facts.title
        self.below(Voice(look, facts.title, "card title"), Words(look, facts.blurb, "label", "text2", chrome=True),
                   Fact(look, players_and_minutes(facts), "account-group-outline"))


class BrokenCover(Pictured):
    """A plugin that couldn't be loaded: grey, with the reason."""

    def __init__(self, look: Look, broken: BrokenPlugin, on_details: Callable[[], object],
                 on_export: Callable[[], object]) -> None:
        super().__init__(look, BROKEN, 0.46, on_details, grey=True)
        self.text = broken.name
        self.sign = Icon(look, "puzzle-remove-outline", 36, tokens.ON_SCRIM)
        self.picture.add_widget(self.sign)
        self.picture.bind(pos=self._place_sign, size=self._place_sign)
        self.below(Voice(look, broken.name, "card title"), Words(look, broken.error, "support", "loss"),
                   Wrap([Link(look, say("Details"), "", on_details), Link(look, say("Export log"), "", on_export)],
                        gap=0))

    def _place_sign(self, *_: object) -> None:
        self.sign.center = self.picture.center


class AddGame(Tap):
    """A dashed card for adding a game."""

    def __init__(self, look: Look, do: Do) -> None:
        super().__init__(look, do)
        self.text = str(say("Add a game"))
        self.icon = Icon(look, "puzzle-plus-outline", 32, "text2")
        self.words = Words(look, self.text, "kicker", "text2", align="center")
        self.line = InstructionGroup()
        self.canvas.add(self.line)
        self.add_parts(self.icon, self.words)

    def fit(self, width: float) -> float:
        self.words.fit(width - dp(24))
        return self.take_size(width, max(dp(120), self.words.height + dp(80)))

    def arrange(self) -> None:
        high = self.icon.height + self.words.height + dp(6)
        self.icon.center = (self.center_x, self.center_y + high / 2 - self.icon.height / 2)
        self.words.pos = (self.x + dp(12), self.center_y - high / 2)
        self.line.clear()
        dashes(self.line, (self.x + 1, self.y + 1, self.width - 2, self.height - 2), dp(tokens.CORNER["card"]),
               self.look.colour("outline"), dp(1.8))


class Badge(Push):
    """A few words on the scrim; not tappable."""

    high, pad, role, icon_size, chrome = 34.0, 14.0, "label", 18.0, True
    tone, ink = tokens.SCRIM, tokens.ON_SCRIM

    def __init__(self, look: Look, text: Text | str, icon: str) -> None:
        self.tone_alpha = 1.0 if look.contrast else tokens.SCRIM_ALPHA
        super().__init__(look, text, icon)
        self.disabled = True


class Scores(Wrap):
    def __init__(self, look: Look, people: Iterable[tuple[int, str]], points: Iterable[int | None],
                 token: float = 29.0) -> None:
        people = list(people)
        letters = tokens.initials(name for _, name in people)
        pairs = [Row([SeatToken(look, colour, letter, token),
                      Words(look, "" if score is None else minus(score), "score", chrome=True)], gap=3, least=36)
                 for (colour, _), letter, score in zip(people, letters, points, strict=True)]
        super().__init__(pairs, gap=8 if token > 28 else 6, line_gap=0)

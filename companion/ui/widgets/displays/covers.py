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
from companion.ui.widgets.base.flow import Column, Row, Wrap
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.picture import BROKEN, Cover
from companion.ui.widgets.base.tap import Box, Do, Tap
from companion.ui.widgets.base.words import Icon, Voice, Words
from companion.ui.widgets.controls.buttons import Link, Push
from companion.ui.widgets.controls.rows import IconLine
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
    """A card with words below its picture, or beside it."""

    aside = 0.0
    """The picture's width if it is beside the words."""
    lowest = 0.0

    def __init__(self, look: Look, game: str, ratio: float, do: Do, parts: Iterable[Any], *, pad: float = 14.0,
                 air: float = 10.0, corner: str = "card", grey: bool = False, focus: float = 0.5) -> None:
        super().__init__(look, do)
        self.corner = dp(tokens.CORNER[corner])
        self.stand_on_card("surface", tokens.CORNER[corner])
        self.picture = Cover(game, ratio, grey=grey, small=True, focus=focus)
        self.words = Column(parts, 4, pad, air)
        self.add_parts(self.picture, self.words)
        frame_over(self, look, self.corner)

    def fit(self, width: float) -> float:
        corner, words = self.corner, self.words.fit(width - self.aside)
        if self.aside:
            self.picture.corners = (corner, 0.0, 0.0, corner)
            self.picture.size = (self.aside, max(words, self.lowest))
            return self.take_size(width, self.picture.height)
        self.picture.corners = (corner, corner, 0.0, 0.0)
        self.picture.height = max(self.picture.fit(width), self.lowest)
        return self.take_size(width, words + self.picture.height)

    def arrange(self) -> None:
        if self.aside:
            self.picture.pos, self.picture.height = self.pos, self.height
            self.words.pos = (self.x + self.aside, self.y + (self.height - self.words.height) / 2)
        else:
            self.picture.pos = (self.x, self.top - self.picture.height)
            self.words.pos = (self.x, self.picture.y - self.words.height)


class GameCover(Pictured):
    def __init__(self, look: Look, facts: Facts, do: Callable[[], object], cover: str = "") -> None:
        super().__init__(look, cover or facts.id, 0.46, do, [
            Voice(look, facts.title, "card title"), Words(look, facts.blurb, "label", "text2", chrome=True),
            IconLine(look, players_and_minutes(facts), "account-group-outline", ink="text2", icon_ink="text2")])
        self.text = facts.title


class BrokenCover(Pictured):
    """A plugin that couldn't be loaded: grey, with the reason."""

    def __init__(self, look: Look, broken: BrokenPlugin, on_details: Callable[[], object],
                 on_export: Callable[[], object]) -> None:
        links = [Link(look, say("Details"), "", on_details), Link(look, say("Export log"), "", on_export)]
        super().__init__(look, BROKEN, 0.46, on_details, [
            Voice(look, broken.name, "card title"), Words(look, broken.error, "support", "loss"), Wrap(links, gap=0)],
            grey=True)
        self.text = broken.name
        self.sign = Icon(look, "puzzle-remove-outline", 36, tokens.ON_SCRIM)
        self.picture.add_widget(self.sign)
        self.picture.bind(pos=lambda picture, _: setattr(self.sign, "center", picture.center))


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

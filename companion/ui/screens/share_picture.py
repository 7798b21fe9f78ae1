"""The evening as one picture to send: 1080 by 1350 pixels on every phone, always in the dark look of the game.

All lengths here are pixels of that picture, not dp: it is the same on every screen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
    SmoothLine,
    Translate,
)
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.seats import Seat
from companion.core.text import Text, capital, minus, say
from companion.core.views import Outcome, PodiumPlace, Reminder
from companion.services.chronicle import race_of, teams_of
from companion.services.open_play import OpenPlay
from companion.services.start.places import ASSETS
from companion.services.when import day
from companion.ui.drawing.seat_shapes import mask
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.picture import Cover, Shade
from companion.ui.widgets.base.words import Icon, Voice, Words
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.displays.chart import apart, marks, ticks

WIDE, HIGH = 1080, 1350
SIDE, PANEL, CORNER = 64.0, 650.0, 60.0
STEP = 208.0
HEIGHTS = {1: 256.0, 2: 214.0, 3: 184.0}
TOKENS = {1: 150.0, 2: 128.0, 3: 114.0}
LOWEST, SMALLEST = 158.0, 100.0
FRONT, TOP = "#5A2C3F", "#8C4A5F"
CONFETTI = 40
MANY = 6  # so many lines leave no room for anything but the race


def draw_evening(opened: OpenPlay, length: Text, path: Path) -> Path:
    """Draw it and write it. Raises `OSError` where that can't be written."""
    card = ShareCard(opened, length)
    if not card.export_to_png(str(path)):  # says nothing where it fails; a file that is not there does
        path.stat()
    return path


class ShareCard(Widget):
    def __init__(self, opened: OpenPlay, length: Text) -> None:
        super().__init__(size_hint=(None, None), size=(WIDE, HIGH))
        self.play = opened.play
        outcome = self.play.outcome()
        assert outcome is not None
        self.outcome: Outcome = outcome
        self.seats: Sequence[Seat] = self.play.table.seats
        self.letters = tokens.initials(seat.name for seat in self.seats)
        facts = opened.game.facts
        self.look = Look.of("dark", facts)
        self.white = self.look.on_art()
        self._scene(facts.id, facts.title)
        self._confetti()
        self._stand()
        self._panel(length, opened.row.began)

    # Words and tokens of so many pixels

    def _words(self, text: Text | str, px: float, ink: str = "text", font: type[Words] = Words, role: str = "body",
               look: Look | None = None, most: float | None = None) -> Words:
        words = font(look or self.look, text, role, ink, size_px=px)
        words.hug(most)
        self.add_widget(words)
        return words

    def _token(self, seat: int, side: float, middle: tuple[float, float], rim: str | None = None) -> SeatToken:
        token = SeatToken(self.look, self.seats[seat].colour, self.letters[seat], side / dp(1), rim=rim)
        token.center = middle
        self.add_widget(token)
        return token

    def _box(self, x: float, y: float, wide: float, high: float, colour: tokens.Rgba, radii: Any) -> None:
        with self.canvas:
            Color(*colour)
            RoundedRectangle(pos=(x, y), size=(wide, high), radius=radii, segments=24)

    # The scene

    def _scene(self, game: str, title: str) -> None:
        cover = Cover(game, focus=0.5)
        cover.pos, cover.size = (0, PANEL - CORNER), (WIDE, HIGH - PANEL + CORNER)
        veil = Shade(tokens.SCRIM, 0.7, upper=True)
        veil.pos, veil.size = (0, HIGH - 330), (WIDE, 330)
        for part in (cover, veil):
            self.add_widget(part)
        named = self._words(title, 36, tokens.ON_SCRIM, role="kicker", look=self.white)
        named.pos = (WIDE / 2 - named.width / 2, HIGH - 40 - named.height)
        sentence = str(self.outcome.sentence).rstrip(".")
        px = 112.0
        winner = self._words(sentence, px, tokens.ON_SCRIM, Voice, "display", self.white)
        while winner.width > WIDE - 120 and px > 54:
            px -= 4
            winner.set_size_px(px)
            winner.hug()
        winner.align = "center"
        winner.balance(WIDE - 120)
        winner.pos = (WIDE / 2 - winner.width / 2, named.y - winner.height)
        self._below_words = winner.y

    def _confetti(self) -> None:
        if self.outcome.won is False:
            return
        rng = Random(11)
        layer = InstructionGroup()
        for number in range(CONFETTI):
            colour = self.seats[number % len(self.seats)].colour
            side, x, y = rng.uniform(34, 50), rng.uniform(0, WIDE), rng.uniform(PANEL + 120, HIGH - 20)
            if abs(x - WIDE / 2) < 330 and y > self._below_words - 20:
                continue  # never over the words
            for one in (PushMatrix(), Translate(x, y), Rotate(angle=rng.uniform(0, 360)),
                        Color(*tokens.rgba(tokens.SEATS[colour].fill)),
                        Rectangle(texture=mask(colour), pos=(-side / 2, -side / 2), size=(side, side)), PopMatrix()):
                layer.add(one)
        self.canvas.add(layer)

    # Who stands where

    def _stand(self) -> None:
        teams = teams_of(self.outcome)
        if self.outcome.won is not None or not self.outcome.places:
            self._seal()
        elif teams:
            self._teams(teams)
        else:
            self._podium()

    def _seal(self) -> None:
        won = self.outcome.won is True or bool(self.outcome.winners)
        ground, ink = ("#FFD68A", "#3A2000") if won else ("#8F2A22", "#FFE9E4")
        self._box(WIDE / 2 - 150, PANEL + 60, 300, 300, tokens.rgba(ground), [(150, 150)] * 4)
        icon = Icon(self.look, "trophy-outline" if won else "skull-outline", 110 / dp(1), ink, fixed=True)
        icon.center = (WIDE / 2, PANEL + 250)
        self.add_widget(icon)
        words = self._words(say("Won") if won else say("Lost"), 58, ink, Voice, "title")
        words.pos = (WIDE / 2 - words.width / 2, PANEL + 100)

    def _teams(self, teams: list[tuple[Text, list[PodiumPlace]]]) -> None:
        wide, gap = 440.0, 24.0
        x = WIDE / 2 - (wide * len(teams) + gap * (len(teams) - 1)) / 2
        for name, members in teams:
            won = members[0].seat in self.outcome.winners
            high = 250.0 if won else 180.0
            self._block(x, wide, high)
            score = "" if members[0].score is None else minus(members[0].score)
            self._block_words(score, capital(str(name)), x, wide, high)
            side = min(118.0, (wide - 20) / max(1, len(members)))
            start = x + wide / 2 - side * len(members) / 2
            for at, one in enumerate(members):
                self._token(one.seat, side, (start + side * (at + 0.5), PANEL + high + side / 2 - 10), "art")
            if won:
                self._crown(x + wide / 2, PANEL + high + side - 6)
            x += wide + gap

    def _podium(self) -> None:
        order = sorted(self.outcome.places, key=lambda place: place.place)
        shown = order[:4] if len(order) <= 4 else order[:3]
        self.rest = order[len(shown):]
        if len(shown) == 4:
            shown = [shown[3], shown[1], shown[0], shown[2]]
        elif len(shown) > 1:
            shown = [shown[1], shown[0], *shown[2:]]
        gap = 4.0
        x = WIDE / 2 - (STEP + gap) * len(shown) / 2
        for one in shown:
            high = HEIGHTS.get(one.place, LOWEST)
            self._block(x, STEP, high)
            score = "" if one.score is None else minus(one.score)
            self._block_words(score, self.seats[one.seat].name, x, STEP, high)
            side = TOKENS.get(one.place, SMALLEST)
            self._token(one.seat, side * 1.25, (x + STEP / 2, PANEL + high + side / 2 - 16), "art")
            if one.place == 1:
                self._crown(x + STEP / 2, PANEL + high + side * 1.06 - 10)
            x += STEP + gap

    def _block(self, x: float, wide: float, high: float) -> None:
        low = PANEL - CORNER
        self._box(x, low, wide, high + CORNER, tokens.rgba(TOP), [(14, 14), (14, 14), (0, 0), (0, 0)])
        self._box(x, low, wide, high + CORNER - 30, tokens.rgba(FRONT), [(0, 0)] * 4)

    def _block_words(self, score: str, name: str, x: float, wide: float, high: float) -> None:
        number = self._words(score, 58, "#FFF3E2", role="score", look=self.white)
        number.pos = (x + wide / 2 - number.width / 2, PANEL + high - 42 - number.height)
        words = self._words(name, 28, "#EAD6D6", role="label", look=self.white)
        while words.width > wide - 16 and words.px > 15:
            words.set_size_px(words.px - 1)
            words.hug()
        if words.width > wide - 16:
            words.one_line = True
            words.fit(wide - 16)
        words.pos = (x + wide / 2 - words.width / 2, number.y - 2 - words.height)

    def _crown(self, x: float, y: float) -> None:
        crown = Icon(self.white, "crown", 84 / dp(1), "#FFC46B", fixed=True)
        crown.center = (x, y + 34)
        self.add_widget(crown)

    # The panel

    def _panel(self, length: Text, began: float) -> None:
        look = self.look
        ground = Widget(size=(WIDE, PANEL))
        with ground.canvas:
            Color(*look.colour("surface"))
            RoundedRectangle(pos=(0, -CORNER), size=(WIDE, PANEL + CORNER), radius=[(CORNER, CORNER)] * 4, segments=32)
        self.add_widget(ground)
        heading = self._words(say("How the evening went"), 34, role="answer")
        heading.pos = (SIDE, PANEL - 66 - heading.height / 2)
        told = self._words(length, 28, "text2", role="support")
        told.pos = (WIDE - SIDE - told.width, PANEL - 66 - told.height / 2)
        top = self._others(PANEL - 104)
        low = 104.0
        room = 3 if len(race_of(self.play)) < 2 else 1 if len(self.seats) <= MANY else 0
        for one in reversed(self._told()[:room]):
            self._detail(one, low)
            low += 112 + 14
        self._race(low + 10, top)
        self._foot(began)

    def _others(self, top: float) -> float:
        """Who has no step stands in a line, with the points."""
        rest = getattr(self, "rest", [])
        x = SIDE
        for one in rest:
            self._token(one.seat, 60, (x + 30, top - 34))
            number = self._words("" if one.score is None else minus(one.score), 30, role="score")
            number.pos = (x + 70, top - 34 - number.height / 2)
            x = number.right + 34
        return top - 84 if rest else top

    def _told(self) -> list[Reminder]:
        details = list(self.outcome.details)
        if teams_of(self.outcome) and len(details) > 1:
            return [Reminder(details[0].text, note=details[1].text), *details[2:]]
        return details

    def _detail(self, one: Reminder, low: float) -> None:
        ground = Widget(size=(WIDE, 112))
        with ground.canvas:
            Color(*self.look.colour("surface2"))
            RoundedRectangle(pos=(SIDE, low), size=(WIDE - 2 * SIDE, 112), radius=[(40, 40)] * 4, segments=20)
        self.add_widget(ground)
        x = SIDE + 36
        if one.seat is not None:
            self._token(one.seat, 84, (x + 34, low + 56))
            x += 96
        room = WIDE - SIDE - 30 - x
        words = self._shrunk(str(one.text), 34, room, "answer", "text")
        note = self._shrunk("" if one.note is None else str(one.note), 28, room, "support", "text2")
        high = words.height + note.height
        words.pos = (x, low + 56 + high / 2 - words.height)
        note.pos = (x, low + 56 - high / 2)

    def _shrunk(self, text: str, px: float, room: float, role: str, ink: str) -> Words:
        words = self._words(text, px, ink, role=role)
        while words.width > room and px > 18:
            px -= 1
            words.set_size_px(px)
            words.hug()
        return words

    def _foot(self, began: float) -> None:
        when = f"{time.strftime('%A', time.localtime(began))}, {day(began)}"
        date = self._words(when, 28, "text2", role="support")
        date.pos = (SIDE, 54 - date.height / 2)
        name = self._words("Tableside", 32, "text", Voice, "title")
        name.pos = (WIDE - SIDE - name.width, 54 - name.height / 2)
        with self.canvas.after:
            Color(1, 1, 1, 1)
            Rectangle(texture=CoreImage(str(ASSETS / "icon.png")).texture, pos=(name.x - 70, 26), size=(56, 56))

    # The race

    def _race(self, low: float, top: float) -> None:
        rows = race_of(self.play)
        if len(rows) < 2 or not any(any(row) for row in rows):
            return
        every = [score for row in rows for score in row]
        scale = ticks(min(0, *every), max(1, *every))
        left, right, foot = SIDE + 22.0 * max(len(str(tick)) for tick in scale) + 12, WIDE - SIDE - 84.0, low + 52.0
        head = top - 14.0

        def at(step: float, score: float) -> tuple[float, float]:
            return (left + (right - left) * step / (len(rows) - 1),
                    foot + (head - foot) * (score - scale[0]) / (scale[-1] - scale[0]))

        chart = Widget(size=(WIDE, HIGH))
        self.add_widget(chart)
        for tick in scale:
            with chart.canvas:
                Color(*self.look.colour("outline2"))
                Rectangle(pos=(left, at(0, tick)[1] - 1), size=(right - left, 2))
            number = self._words(minus(tick), 26, "text2", role="subtitle")
            number.pos = (left - 16 - number.width, at(0, tick)[1] - number.height / 2)
        self._stretches(at, len(rows) - 1, foot)
        for seat in sorted(self.seats, key=lambda one: one.index in self.outcome.winners):
            points = [part for step, row in enumerate(rows) for part in at(step, row[seat.index])]
            with chart.canvas:
                Color(*tokens.rgba(tokens.SEATS[seat.colour].fill))
                SmoothLine(points=points, width=5.5 if seat.index in self.outcome.winners else 3.0, joint="round",
                           cap="round")
        for step in marks(len(rows) - 1, len(self.seats)):
            for seat in self.seats:
                token = SeatToken(self.look, seat.colour, "", 34 / dp(1))
                token.center = at(step, rows[step][seat.index])
                self.add_widget(token)
        self._ends(rows[-1], at, len(rows) - 1, foot, head)

    def _stretches(self, at: Any, steps: int, foot: float) -> None:
        for step, text in [(0, str(say("start"))), *((one, str(one)) for one in marks(steps, len(self.seats))),
                           (steps, str(say("end")))]:
            words = self._words(text, 26, "text2", role="subtitle")
            x = at(step, 0)[0] - (0 if step == 0 else words.width if step == steps else words.width / 2)
            words.pos = (x, foot - 16 - words.height)

    def _ends(self, last: Sequence[int], at: Any, steps: int, foot: float, head: float) -> None:
        """Tokens at the end of their lines, moved apart where they would cover each other."""
        order = sorted(self.seats, key=lambda one: last[one.index])
        wanted = [at(steps, last[seat.index])[1] for seat in order]
        places = apart(wanted, 50, foot - 10, head)
        side = min([62.0, *((upper - lower) * 1.25 for lower, upper in pairwise(places))])
        for seat, y in zip(order, places, strict=True):
            self._token(seat.index, side, (at(steps, 0)[0] + 56, y))


"""Characters to choose from, each with its token."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Face
from companion.core.showing import ShownChoice
from companion.games.winter_tales.board.characters import FIGURES, QUESTS, SIDE_ICONS
from companion.games.winter_tales.pieces import Character
from companion.games.winter_tales.screen.stage.labels import ART
from companion.games.winter_tales.screen.stage.pieces import DRAWN, add_figure, seat_sign
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Sprite
from companion.ui.table.layout import BIG
from companion.ui.table.panels.pick import SHORT, PickOnePanel
from companion.ui.widgets import Column, Grid
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.base.row import Row
from companion.ui.widgets.controls.answer import AnswerCard

TOKEN = 46.0
QUEST_HIGH, INDENT = 48.0, 44.0
ROWS = 4
"""Most answers in one column."""


class FigureToken(Widget):
    def __init__(self, size_dp: float = 40.0) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size_dp), dp(size_dp)))
        layer = InstructionGroup()
        self.canvas.add(layer)
        self._sprite = Sprite(layer)
        self.shown: tuple[str, str, int | None] = ("", "", None)
        """The character, its letter and its player's colour."""
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


def figure_of(choice: Any) -> str:
    if isinstance(choice, Character):
        return choice.key
    key = str(choice).partition(" ")[0]
    return key if key in FIGURES else ""


def quest_of(choice: Any) -> str:
    """The key of the quest an answer takes up; empty for none."""
    key = str(choice).partition(" ")[2]
    return key if key in QUESTS else ""


class FigureCard(AnswerCard):
    figure = ""

    def show(self, face: Face, **how: Any) -> None:
        super().show(face, **how)
        if self.figure:
            self.icon.name = ""

    def _show_token(self, face: Face) -> None:
        token: Any = self.token
        if token is not None and isinstance(token, FigureToken) != bool(self.figure):
            self.remove_widget(token)
            self.token = token = None
        if not self.figure:
            super()._show_token(face)
            return
        if token is None:
            token = self.token = FigureToken(TOKEN)
            self.add_widget(token)
        token.show(FIGURES[self.figure].side, "", self.figure, None if face.seat is None else face.seat.colour)


class FiguresPanel(PickOnePanel):
    def cards(self, count: int) -> list[AnswerCard]:
        return enough(self.made_cards, count, lambda: self._bound(FigureCard(self.look, self.host.letter)))

    def _rows(self) -> list[Any]:
        """One row per character, with the quests it may take up below, in pairs."""
        rows: list[Any] = []
        for head in [card for card in self.shown if " " not in str(card.choice)]:
            quests = [card for card in self.shown if str(card.choice).startswith(f"{figure_of(head.choice)} ")]
            grid = Grid(quests, columns=min(2, len(quests)), gap=8)
            indent = Widget(size_hint=(None, None), size=(dp(INDENT), 1))
            rows.append(Column([head, Row([indent, grid], stretch=grid)], gap=4) if quests else head)
        return rows

    def _fill(self) -> None:
        if any(quest_of(card.choice) for card in self.shown):
            self.column.fill(self._rows())
            return
        self._fill_plain()

    def _fill_plain(self) -> None:
        """Use two columns if one is too long; skip second lines that are all the same."""
        longest = max((len(card.hint.text) for card in self.shown), default=0)
        if len(self.shown) <= ROWS or self.look.scale > BIG or longest > SHORT:
            super()._fill()
            return
        if len({card.hint.text for card in self.shown}) == 1:
            for card in self.shown:
                card.hint.say("")
        self.grid.fill(self.shown)
        self.column.fill([self.grid])

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        quest, who = quest_of(one.choice), figure_of(one.choice)
        if isinstance(card, FigureCard):
            card.figure = "" if quest else who
        super()._dress(card, one)
        if quest:
            card.high = QUEST_HIGH
            card.show(Face(QUESTS[quest].name, icon=SIDE_ICONS[QUESTS[quest].side]))
        elif any(quest_of(choice.choice) for choice in self.described.choices):
            card.show(replace(one.face, label=FIGURES[who].name))

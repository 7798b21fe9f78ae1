"""Characters to choose from, each with its own token: the emblem, the side's shape and colour, the player's sign."""

from __future__ import annotations

from typing import Any

from companion.core.questions import Face
from companion.core.showing import ShownChoice
from companion.games.winter_tales.board.characters import FIGURES
from companion.games.winter_tales.pieces import Character
from companion.games.winter_tales.screen.panel.rows import FigureToken
from companion.ui.table.layout import BIG
from companion.ui.table.panels.pick import SHORT, PickOnePanel
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import AnswerCard

TOKEN = 46.0
ROWS = 4
"""So many answers stand below each other."""


def figure_of(choice: Any) -> str:
    """The character that an answer is about, by its key; empty: nobody's."""
    if isinstance(choice, Character):
        return choice.key
    key = str(choice).partition(" ")[0]
    return key if key in FIGURES else ""


class FigureCard(AnswerCard):
    """An answer that is a character: its token leads the line."""

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
    """For every question that is answered with a character."""

    def cards(self, count: int) -> list[AnswerCard]:
        return enough(self.made_cards, count, lambda: self._bound(FigureCard(self.look, self.host.letter)))

    def _fill(self) -> None:
        """More than fit below each other stand in two columns: all of a side are seen at once. What is the same for
        all of them needs no second line."""
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
        if isinstance(card, FigureCard):
            card.figure = figure_of(one.choice)
        super()._dress(card, one)

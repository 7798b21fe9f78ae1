"""What a captain adds to a battle: the likely ones are one tap, anything else is counted with minus and plus."""

from __future__ import annotations

from typing import Any

from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Host
from companion.ui.table.panels.number import NumberPanel
from companion.ui.widgets import Grid
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import AnswerCard


class ExtrasPage(NumberPanel):
    """A card for each single card or token, with what it would lead to; below them the rows."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = Grid(columns=2, gap=8)
        self._made: list[AnswerCard] = []

    def draw(self) -> None:
        super().draw()
        offers = self.question.likely(self.table)  # type: ignore[attr-defined]
        cards = enough(self._made, len(offers), self._card)
        for card, (answer, face) in zip(cards, offers, strict=True):
            card.choice = list(answer)
            card.show(face, filled=False, terse=self.host.terse)
        self.grid.columns = 2 if len(cards) > 1 and self.look.scale <= BIG else 1
        self.grid.fill(cards)

    def _card(self) -> AnswerCard:
        card = AnswerCard(self.look, self.host.letter)
        card.bind(on_tap=lambda card: self.host.answer(self.question, card.choice))
        return card

    def shorten(self) -> None:
        self.draw()

    def parts(self) -> list[Any]:
        return [self.grid, *super().parts()] if self.grid.parts else super().parts()

"""Orders, cards and wares: all of them in one view, two in a row."""

from __future__ import annotations

from typing import Any

from companion.core.showing.description import ShownChoice
from companion.ui.table.layout import BIG, LANDSCAPE, SMALL
from companion.ui.table.panels.pick import PickOnePanel
from companion.ui.widgets.controls.answer import AnswerCard

LOW = 52.0


class OfferPage(PickOnePanel):
    """What cannot be had here is faded and says why; what is had elsewhere is no button at all."""

    strip_optional = True

    def draw(self) -> None:
        super().draw()
        elsewhere = set(getattr(self.question, "elsewhere", lambda _: ())(self.table))
        self.shown = [card for card in self.shown if card.choice not in elsewhere]
        if self._pairs() and (self._small() or len({card.icon.name for card in self.shown}) == 1):
            for card in self.shown:
                card.icon.name = ""  # the same sign on each says nothing, and takes room
        self._fill()

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        """On a small phone the hints give way: all of it is to be seen at once."""
        card.choice = one.choice
        card.show(one.face, barred=str(one.barred or ""), terse=self.host.terse or self._small())
        if self._small():
            card.high = LOW
            card.hint.say("")  # Why? has the reason
            card.more.name = ""

    def _small(self) -> bool:
        return self.host.form.name in (SMALL, LANDSCAPE)

    def _pairs(self) -> bool:
        return self.look.scale <= BIG

    def _fill(self) -> None:
        self.grid.columns = 2 if self._pairs() else 1
        self.grid.fill(self.shown)
        self.column.fill([self.grid])

    def parts(self) -> list[Any]:
        return [self.column]

"""Answers to tap, as cards or as tiles: made once, each next question says something new on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.ui.table.panels.answer_panel import AnswerPanel, Host
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import AnswerCard, Tile

Chooser = Tile | AnswerCard


class Choosers(AnswerPanel):
    """A panel for questions that are answered by tapping cards or tiles."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.made_cards: list[AnswerCard] = []
        self.made_tiles: list[Tile] = []

    def _tap(self, chooser: Any) -> None:
        """Somebody tapped one of them: `chooser.choice`."""

    def cards(self, count: int) -> list[AnswerCard]:
        return enough(self.made_cards, count, lambda: self._bound(AnswerCard(self.look, self.host.letter)))

    def tiles(self, count: int) -> list[Tile]:
        return enough(self.made_tiles, count, lambda: self._bound(Tile(self.look, self.host.letter)))

    def _bound(self, chooser: Any) -> Any:
        chooser.bind(on_tap=self._tap)
        return chooser

    def tiles_for_seats(self) -> list[Callable[[], Any]]:
        """Prefetched one by one: most tiles are people."""
        return [partial(self.tiles, count) for count in range(1, len(self.table.seats) + 1)]

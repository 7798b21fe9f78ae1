"""The By hand card of a play: what hands must do after the last record, until somebody folds it away."""

from __future__ import annotations

import logging
from typing import Any, Protocol

from companion.core.by_hand.lines import NO_CARD, NOTHING, UNFORESEEN, HandCard, Reading, differences
from companion.core.engine.boundary import GameFailed, guarded, package_of
from companion.core.engine.log import REDO, UNDO
from companion.core.game import Game
from companion.core.play import Play

log = logging.getLogger("tableside")


class PlayOnTable(Protocol):
    """What the card needs of an `OpenPlay`."""

    play: Play[Any]
    game: Game[Any]

    def by_hand(self, how: str) -> HandCard: ...


class HandsAtTable:
    """One for all surfaces of a play: there is one table. Several undos in a row add up: hands put all back at once."""

    def __init__(self, opened: PlayOnTable) -> None:
        self.opened = opened
        self.how = UNFORESEEN
        """How much is told; one of `HOW_MUCH`."""
        self._card = NO_CARD
        self._seen: tuple[int, str] | None = None
        self._lying: Reading | None = None
        """How the real pieces lie: as the books were before they went back."""
        self._broken = False

    def card(self) -> HandCard:
        """The card that is to be seen now. A game that can't list its things gets none, and the play goes on."""
        if self._broken:
            return NO_CARD
        now = (len(self.opened.play.log), self.how)
        if now != self._seen:
            try:
                self._card = guarded(package_of(self.opened.game), self._read)
            except GameFailed:
                log.exception("the game %s could not say what lies on the table", self.opened.game.facts.id)
                self._broken, self._card = True, NO_CARD
            self._seen = now
        return self._card

    def fold(self) -> None:
        """Done sooner than with the next answer. What was to be put back lies there now."""
        self._card = NO_CARD
        if not self._broken:
            self._lying = self.opened.play.by_hand.reading()

    def _read(self) -> HandCard:
        play = self.opened.play
        now = play.by_hand.reading()  # first: a game that fails here is never watched
        went_back = self._seen is not None and bool(play.log) and play.log[-1].kind in (UNDO, REDO)
        if went_back and self._lying is not None:
            told = () if self.how == NOTHING else tuple(differences(self._lying, now))
            return HandCard(told, put_back=True) if told else NO_CARD
        self._lying = now
        return self.opened.by_hand(self.how)

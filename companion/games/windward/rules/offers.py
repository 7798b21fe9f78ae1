"""A few words to choose from, each of them open or with a reason that stands against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.core.kinds import PickText
from companion.core.questions import Refusal, Refused
from companion.games.windward.table import Captain, Windward


@dataclass(frozen=True)
class Offer(PickText[Windward]):
    """What is open and what is barred both follow from `refusal`; an answer is checked by its own alone."""

    panel: ClassVar[str] = "companion.games.windward.screen.offers:OfferPage"
    seat: Captain

    def elsewhere(self, table: Windward) -> Iterable[str]:
        """What is to be had, but not here."""
        return ()

    def offered(self, table: Windward) -> Iterable[str]:
        raise NotImplementedError(f"{type(self).__name__} offers nothing")

    def refusal(self, table: Windward, choice: str) -> Refusal | None:
        raise NotImplementedError(f"{type(self).__name__} has no reasons")

    def choices(self, table: Windward) -> Iterable[str]:
        return [choice for choice in self.offered(table) if self.refusal(table, choice) is None]

    def barred(self, table: Windward) -> Iterable[tuple[str, Refusal]]:
        for choice in self.offered(table):
            refusal = self.refusal(table, choice)
            if refusal is not None:
                yield choice, refusal

    def check(self, table: Windward, answer: str) -> None:
        if answer not in self.offered(table):
            super().check(table, answer)
        refusal = self.refusal(table, answer)
        if refusal is not None:
            raise Refused(refusal.why, refusal.rule)

"""What Pebbles asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.kinds import Number, Row
from companion.core.text import Text, say
from tableside_pebbles.table import MOST, Pebbles, Player


@dataclass(frozen=True)
class Take(Number[Pebbles]):
    """PB-3: one, two or three, and never more than there are."""

    rule: ClassVar[str] = "PB-3"
    also: ClassVar[tuple[str, ...]] = ("PB-5",)
    seat: Player

    def sentence(self, table: Pebbles) -> Text:
        return say("{name}, how many pebbles do you take?", name=self.seat)

    def moves(self, table: Pebbles, answer: int) -> dict[str, int]:
        """Whoever takes pebbles has them in the hand already."""
        return {"heap": table.heap - answer, f"seats.{self.seat.index}.pebbles": self.seat.pebbles + answer}

    def row(self, table: Pebbles) -> Row:
        return Row(say("Pebbles"), 1, min(MOST, table.heap), start=1)

"""What gas buys at port (WW-55, WW-56)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.questions import Face, Refusal, Refused
from companion.core.text import Text, count, say
from companion.games.windward.rules.aftermath import earn
from companion.games.windward.rules.offers import Offer
from companion.games.windward.rules.orders import ICONS, carry_out, done_by, supplies_hint, why_not
from companion.games.windward.table import MOST_MORALE, Captain, Windward

PRICES = {"cannon": 1, "crew": 2, "morale": 1, "notoriety": 2, "supplies": 1}  # WW-55
WARES = {"cannon": say("A cannon"), "crew": say("Hire crew"), "morale": say("Rum: 1 morale"),
         "notoriety": say("1 notoriety"), "supplies": say("3 supply cards")}
"""What is sold at port; the Trading Post's own numbers (WW-55)."""


def bought(captain: Captain, ware: str) -> Text:
    """A purchase in the words of the chronicle."""
    price = PRICES[ware]
    match ware:
        case "cannon":
            return say("{name} bought a cannon for {n} gas.", name=captain, n=price)
        case "crew":
            return say("{name} paid {n} gas for a new hand.", name=captain, n=price)
        case "morale":
            return say("{name} bought rum for {n} gas.", name=captain, n=price)
        case "notoriety":
            return say("{name} bought notoriety for {n} gas.", name=captain, n=price)
        case _:
            return say("{name} bought supplies for {n} gas.", name=captain, n=price)


@dataclass(frozen=True)
class Buy(Offer):
    """WW-55, WW-56: at port, for gas, as often as wanted."""

    stays: ClassVar[bool] = True
    rule: ClassVar[str] = "WW-55"
    also: ClassVar[tuple[str, ...]] = ("WW-56", "WW-A10")
    icon: ClassVar[str] = "gas-cylinder"

    def sentence(self, table: Windward) -> Text:
        return say("{name}, what do you buy?", name=self.seat)

    def title(self, table: Windward) -> Text:
        return say("Buy")

    def kicker(self, table: Windward) -> Text:
        return say("{n} gas aboard", n=self.seat.gas)

    def offered(self, table: Windward) -> Iterable[str]:
        """Notoriety is sold only where it counts (WW-121, WW-132)."""
        return PRICES if table.competitive else [ware for ware in PRICES if ware != "notoriety"]

    def check(self, table: Windward, answer: str) -> None:
        """A play of an older app may have bought notoriety alone or together: it cost gas, and still does."""
        refusal = self.refusal(table, answer) if answer == "notoriety" else None
        if refusal is not None:
            raise Refused(refusal.why, refusal.rule)
        if answer != "notoriety":
            super().check(table, answer)

    def refusal(self, table: Windward, choice: str) -> Refusal | None:
        if not self.seat.at_port:
            return Refusal(say("Only at port."), "WW-55")
        if self.seat.gas < PRICES[choice]:
            return Refusal(count("It costs {n} gas.", "It costs {n} gas.", PRICES[choice]), "WW-55")
        return why_not(table, self.seat, choice)

    def face(self, table: Windward, choice: Any) -> Face:
        hint = say("{n} gas", n=PRICES[choice])
        if choice == "supplies":
            hint = say("{price}. {more}", price=hint, more=supplies_hint(self.seat))
        return Face(WARES[choice], hint, ICONS[choice], opens=choice == "crew")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        notoriety = [f"captains.{self.seat.index}.notoriety"] if answer == "notoriety" else []
        return [f"captains.{self.seat.index}.gas", *notoriety, *done_by(table, self.seat, answer)]

    async def then(self, table: Windward, answer: str) -> None:
        self.seat.gas -= PRICES[answer]
        table.stock.gas += PRICES[answer]
        if answer == "notoriety":
            earn(table, self.seat, 1, bought(self.seat, answer), "WW-55")
            return
        table.tell(bought(self.seat, answer), self.seat, "WW-55")
        if answer == "morale":
            self.seat.morale = min(MOST_MORALE, self.seat.morale + 1)       # Rum brings one, whatever the order brings
            return
        await carry_out(table, self.seat, answer)

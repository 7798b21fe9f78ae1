"""At port: what gas buys (WW-55, WW-56), and teeth at the Trading Post (WW-33): notoriety, or gas where notoriety is of
no use (WW-120, WW-130)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickSeveral
from companion.core.kinds.several import SeveralDraft
from companion.core.questions import Face, Refusal, Refused
from companion.core.said import said
from companion.core.text import Text, count, listing, say
from companion.games.windward.rules.aftermath import earn, take_gas
from companion.games.windward.rules.cargo import item_face, tokens, tokens_among
from companion.games.windward.rules.orders import ICONS, Offer, carry_out, done_by, supplies_hint, why_not
from companion.games.windward.table import MOST_MORALE, TOOTH, Captain, Cargo, Windward
from companion.games.windward.words import cargo_words

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

    stays = True
    rule = "WW-55"
    also = ("WW-56", "WW-A10")
    icon = "gas-cylinder"

    sentence = said("{seat}, what do you buy?")
    title = said("Buy")

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


# --- teeth


def worth(teeth: Cargo) -> int:
    return TOOTH["grey"] * teeth.grey_teeth + TOOTH["red"] * teeth.red_teeth


def teeth_of(captain: Captain) -> Cargo:
    return Cargo(max(0, captain.cargo.grey_teeth), max(0, captain.cargo.red_teeth))


def gas_without_slot(table: Windward, captain: Captain) -> int:
    """WW-A48: how much of the teeth's gas would be lost at port now."""
    return 0 if table.competitive else max(0, worth(teeth_of(captain)) - table.free_gas_slots(captain))


async def trade_teeth(table: Windward, captain: Captain) -> None:
    """WW-33: all of them. Where gas would find no slot, the captain says which become gas (WW-A48)."""
    if gas_without_slot(table, captain) and table.setup.options["tooth_by_tooth"]:
        chosen = await table.ask(Teeth(captain))
        hand_in(table, captain, tokens_among(chosen)[1])
    else:
        cash_teeth(table, captain)


def cash_teeth(table: Windward, captain: Captain) -> None:
    """All for notoriety, or all for gas."""
    hand_in(table, captain, Cargo() if table.competitive else teeth_of(captain))


def hand_in(table: Windward, captain: Captain, for_gas: Cargo) -> None:
    """These for gas, what is left for notoriety; none stays in the hold."""
    for_notoriety = teeth_of(captain)
    for_notoriety.remove(for_gas)
    table.stock.grey_teeth += captain.cargo.grey_teeth
    table.stock.red_teeth += captain.cargo.red_teeth
    captain.cargo.grey_teeth = captain.cargo.red_teeth = 0
    if for_notoriety:
        earn(table, captain, worth(for_notoriety),
             say("{name} showed {teeth} at the Trading Post.", name=captain, teeth=teeth_words(for_notoriety)), "WW-33")
    if for_gas:
        trade_for_gas(table, captain, for_gas)


def trade_for_gas(table: Windward, captain: Captain, teeth: Cargo) -> None:
    """WW-120, WW-130"""
    taken, rule = take_gas(table, captain, worth(teeth)), "WW-120" if table.solo else "WW-130"
    lost = worth(teeth) - taken
    if lost:
        table.tell(say("{name} traded {teeth} for {n} gas; {lost} found no slot.", name=captain,
                       teeth=teeth_words(teeth), n=taken, lost=lost), captain, rule)                  # WW-A48
    else:
        table.tell(say("{name} traded {teeth} for {n} gas.", name=captain, teeth=teeth_words(teeth), n=taken), captain,
                   rule)


def teeth_words(teeth: Cargo) -> Any:
    return listing(cargo_words(teeth.grey_teeth, teeth.red_teeth))


@dataclass(frozen=True)
class Teeth(PickSeveral[Windward, str]):
    """WW-120, WW-130, WW-A48: tooth by tooth, gas or notoriety."""

    rule = "WW-A48"
    also = ("WW-33", "WW-120", "WW-130")
    seat: Captain

    sentence = said("{seat}, which teeth become gas?")

    def kicker(self, table: Windward) -> Text:
        return count("{n} gas slot is free", "{n} gas slots are free", table.free_gas_slots(self.seat))

    hint = said("A grey tooth brings 3, a red one 4; gas without a slot is lost. The others become notoriety.")

    def things(self, table: Windward) -> Sequence[str]:
        return tokens(teeth_of(self.seat))

    def face(self, table: Windward, choice: Any) -> Face:
        return item_face(table, choice)

    def button(self, table: Windward, answer: Any) -> Text:
        gas = worth(tokens_among(tuple(answer or ()))[1])
        taken = min(gas, table.free_gas_slots(self.seat))
        if gas > taken:
            return say("{n} gas, {lost} lost", n=taken, lost=gas - taken)
        return say("{n} gas", n=taken) if taken else say("No gas")

    def draft(self, table: Windward) -> TeethDraft:
        return TeethDraft(self, table)


class TeethDraft(SeveralDraft):
    """Begins with the teeth that bring the most gas and lose the least: a tap on the button is what most captains
    want."""

    question: Teeth

    def __init__(self, question: Teeth, table: Windward) -> None:
        super().__init__(question, table)
        best = filling(teeth_of(question.seat), table.free_gas_slots(question.seat))
        self.tokens = list(tokens(best))


def filling(teeth: Cargo, slots: int) -> Cargo:
    """Which of these teeth fill so many slots best (WW-A48)."""
    some = [Cargo(grey, red) for grey in range(teeth.grey_teeth + 1) for red in range(teeth.red_teeth + 1)]
    return max(some, key=lambda one: (min(worth(one), slots), -worth(one), -one.pieces))

"""Supply cards outside of a battle (WW-52 to WW-54, WW-102). Hands are not tracked: whoever plays one says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText
from companion.core.questions import Face, Refusal
from companion.core.said import said
from companion.core.text import say
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import NUMBERS
from companion.games.windward.rules.aftermath import place_grey
from companion.games.windward.rules.orders import Offer
from companion.games.windward.rules.placing import HexSpace, free_grounds
from companion.games.windward.table import Captain, Turn, Windward


@dataclass(frozen=True)
class Card(Offer):
    """WW-52 to WW-54: cards are free to play on the own turn; hands are not tracked."""

    rule = "WW-52"
    also = ("WW-53", "WW-54", "WW-22", "WW-102", "WW-A45", "WW-A46")
    icon = "cards-outline"

    sentence = said("{seat}, which card do you play?")
    title = said("Cards")

    def offered(self, table: Windward) -> Iterable[str]:
        return table.copy.quiet_cards

    def refusal(self, table: Windward, choice: str) -> Refusal | None:
        if choice == "bait" and table.stock.greys < 1:
            return Refusal(say("No Grey is left in the stock."), "WW-54")
        if choice == "bait" and not free_grounds(table):
            return Refusal(say("No Feeding Ground is free."), "WW-A45")
        if choice == "deadweight" and waits_for_drift(table):
            return Refusal(say("A Deadweight was played already. Cross its Drift first."), "WW-53")
        return None

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(table.copy.quiet_cards.get(choice, choice), CARD_DOES.get(choice), "cards-outline",
                    opens=choice in ("bait", "aerogenerator"))

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return ("turn.coffee",) if answer == "coffee" else ()

    async def then(self, table: Windward, answer: str) -> None:
        turn = table.under_way(Turn)
        card = table.copy.quiet_cards[answer]
        table.tell(say("{name} played {card}.", name=self.seat, card=card), self.seat, "WW-52")
        if answer == "coffee":
            turn.coffee += 1
        elif answer == "fuel":
            turn.speed += 1
        elif answer == "deadweight":
            turn.deadweight = True
        elif answer == "bait":
            ground = await table.ask(Bait(self.seat))
            place_grey(table, ground, "WW-54")
        elif answer == "aerogenerator":
            number = await table.ask(NewWind(self.seat))
            turn_wind(table, int(number), "WW-102")


def waits_for_drift(table: Windward) -> bool:
    """A card a Drift (WW-22): a second one before the first has served would be thrown away (WW-53)."""
    turn = table.perhaps(Turn)
    return turn is not None and turn.deadweight and bool(table.setup.options["one_drift"])


def turn_wind(table: Windward, number: int, rule: str) -> None:
    table.wind = number
    table.tell(say("The wind turned towards territory {n}.", n=number), rule=rule)


CARD_DOES = {
    "coffee": say("One more order this turn"),
    "bait": say("A Grey comes to a Feeding Ground of your choice"),
    "fuel": say("One more ship speed"),
    "deadweight": say("The ship may cross one Drift this turn"),
    "aerogenerator": say("The wind turns at once"),
}


@dataclass(frozen=True)
class Bait(HexSpace):
    """WW-54: any free Feeding Ground."""

    at_once = True
    rule = "WW-54"
    also = ("WW-A45",)
    seat: Captain

    sentence = said("{seat}, where do you lay the bait?")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return free_grounds(table)

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return (f"beasts.grey{table.next_id}",)

    button = said("Bait here")


@dataclass(frozen=True)
class NewWind(PickText[Windward]):
    """WW-102: the Aerogenerator turns the wind."""

    rule = "WW-102"
    seat: Captain

    sentence = said("{seat}, where does the wind blow now?")

    def choices(self, table: Windward) -> Iterable[str]:
        return [str(number) for number in NUMBERS]

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return ("wind",)

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(say("Towards territory {n}", n=choice), icon="navigation-variant-outline")

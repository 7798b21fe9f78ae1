"""Orders (WW-42 to WW-51)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText
from companion.core.questions import Face, Refusal, Refused
from companion.core.said import said
from companion.core.text import Text, count, listing, say
from companion.games.windward.board import new_pieces
from companion.games.windward.board.hexes import Hex
from companion.games.windward.copy.model import ShipBoard
from companion.games.windward.rules.aftermath import take_gas
from companion.games.windward.rules.placing import HexSpace, in_words
from companion.games.windward.table import HAND, MOST_MORALE, MOST_ROWING, Boat, Captain, Crester, Turn, Windward
from companion.games.windward.words import CRESTER_NAMES, CREW, CREW_DOES

SKY_ORDERS = ("drop_longboat", "longboat_speed", "ship_speed", "process")
PORT_ORDERS = ("supplies", "morale", "cannon", "crew")
RULES = {"drop_longboat": "WW-43", "longboat_speed": "WW-44", "ship_speed": "WW-45", "process": "WW-46",
         "supplies": "WW-47", "morale": "WW-48", "cannon": "WW-49", "crew": "WW-50"}
ICONS = {"drop_longboat": "rowing", "longboat_speed": "rowing", "ship_speed": "sail-boat", "process": "fish",
         "supplies": "cards-outline", "morale": "emoticon-happy-outline", "cannon": "bomb",
         "crew": "account-plus-outline", "notoriety": "star-four-points"}


def hand_limit(captain: Captain) -> int:
    """WW-6, WW-51."""
    return HAND + ("purser" in captain.crew)


def turn_of(table: Windward, captain: Captain) -> Turn:
    return table.perhaps(Turn) or Turn(captain)


def label(table: Windward, captain: Captain, order: str) -> Text:
    if order == "process":
        return say("Research the Crester") if captain is table.naturalist else say("Process the Crester")
    return LABELS[order](table.board)


def supplies_hint(captain: Captain) -> Text:
    """WW-6, WW-8."""
    return say("Up to {n} in hand; if a stack runs dry, shuffle three new ones", n=hand_limit(captain))


LABELS: dict[str, Callable[[ShipBoard], Text]] = {
    "drop_longboat": lambda board: say("Drop a longboat"),
    "longboat_speed": lambda board: say("+{n} longboat speed", n=board.longboat_order),
    "ship_speed": lambda board: say("+1 ship speed"),
    "supplies": lambda board: count("Take {n} card", "Take {n} cards", board.supplies_order),
    "morale": lambda board: say("+{n} morale", n=board.morale_order),
    "cannon": lambda board: say("Fill a cannon"),
    "crew": lambda board: say("Hire crew"),
}
"""What an order is called; numbers as they are printed on the owner's ship board."""


TOLD_WHEN_GIVEN = ("drop_longboat", "longboat_speed", "ship_speed", "supplies", "morale", "cannon")
"""Orders whose chronicle line is known when they are given; of the others it is told what came of them."""


def order_words(table: Windward, captain: Captain, order: str) -> Text:
    """An order in the words of the chronicle."""
    match order:
        case "drop_longboat":
            return say("{name} dropped a longboat.", name=captain)
        case "longboat_speed":
            return say("{name}'s rowers rested: {n} more longboat speed.", name=captain, n=table.board.longboat_order)
        case "ship_speed":
            return say("{name} set every sail: one more speed.", name=captain)
        case "supplies":
            return say("{name} took on supplies.", name=captain)
        case "morale":
            return say("{name}'s crew took heart: {n} more morale.", name=captain, n=table.board.morale_order)
        case _:
            return say("{name} filled a cannon.", name=captain)


# --- why an order or a purchase is not open


def why_not(table: Windward, captain: Captain, order: str) -> Refusal | None:
    """What stands against the order itself, whoever gives it or pays for it."""
    reason = _HINDRANCES.get(order)
    return reason(table, captain) if reason is not None else None


def _no_drop(table: Windward, captain: Captain) -> Refusal | None:
    here = captain.ship
    if captain.boats_aboard < 1 or len(table.boats_of(captain)) > 1:
        return Refusal(say("No longboat is aboard."), "WW-43")
    if here in table.planet.drift:
        return Refusal(say("No longboat is dropped on Drift."), "WW-22")
    crowded = table.grey_at(here) or table.boat_at(here) or table.fallen(here) or table.flying_at(here)
    if crowded or table.lying_at(here) or table.gas_on.get(here, 0):
        return Refusal(say("Something else lies on this space. Pick it up first, or fly on."), "WW-A8")
    return None


def _no_rowing(table: Windward, captain: Captain) -> Refusal | None:
    return Refusal(say("Longboat speed is full."), "WW-44") if captain.rowing >= MOST_ROWING else None


def _no_process(table: Windward, captain: Captain) -> Refusal | None:
    if captain.hold is None:
        return Refusal(say("There is no Crester in the hold."), "WW-46")
    if captain is not table.naturalist:
        return None
    if table.stock.tags < 1:
        return Refusal(say("No tag is free."), "WW-140")
    if not tag_spaces(table, captain):
        return Refusal(say("No space beside the ship is free."), "WW-A31")
    return None


def _no_morale(table: Windward, captain: Captain) -> Refusal | None:
    return Refusal(say("Morale is at its highest."), "WW-48") if captain.morale >= MOST_MORALE else None


def _no_cannon(table: Windward, captain: Captain) -> Refusal | None:
    full = captain.cannons >= table.cannon_slots(captain)
    return Refusal(say("Every cannon slot is full."), "WW-49") if full else None


def _no_crew(table: Windward, captain: Captain) -> Refusal | None:
    open_slots = next(table.crew_open(captain), None)
    return Refusal(say("No slot is free for the crew in stock."), "WW-50") if open_slots is None else None


_HINDRANCES: dict[str, Callable[[Windward, Captain], Refusal | None]] = {
    "drop_longboat": _no_drop, "longboat_speed": _no_rowing, "process": _no_process, "morale": _no_morale,
    "cannon": _no_cannon, "crew": _no_crew}


# --- a few words to choose from


@dataclass(frozen=True)
class Offer(PickText[Windward]):
    """What is open and what is barred both follow from `refusal`; an answer is checked by its own alone."""

    panel = "companion.games.windward.screen.offers:OfferPage"
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


# --- orders


@dataclass(frozen=True)
class Order(Offer):
    """WW-42: each mate one order a turn, each order once, sky orders at sky and port orders at port."""

    rule = "WW-42"
    also = tuple(RULES.values())
    icon = "clipboard-list-outline"

    sentence = said("{seat}, which order do you give?")
    title = said("Orders")

    def kicker(self, table: Windward) -> Text:
        turn = turn_of(table, self.seat)
        return count("{n} order left", "{n} orders left", turn.mates + turn.coffee)

    def offered(self, table: Windward) -> Iterable[str]:
        return PORT_ORDERS if self.seat.at_port else SKY_ORDERS

    def refusal(self, table: Windward, choice: str) -> Refusal | None:
        turn = turn_of(table, self.seat)
        if turn.mates + turn.coffee < 1:
            return Refusal(say("Both mates have given their order."), "WW-42")
        if choice in turn.covered:
            return Refusal(say("This order was given already this turn."), "WW-42")
        return why_not(table, self.seat, choice)

    def barred(self, table: Windward) -> Iterable[tuple[str, Refusal]]:
        yield from super().barred(table)
        why = say("Only at sky.") if self.seat.at_port else say("Only at port.")
        for order in self.elsewhere(table):
            yield order, Refusal(why, "WW-42")

    def elsewhere(self, table: Windward) -> Iterable[str]:
        return SKY_ORDERS if self.seat.at_port else PORT_ORDERS

    def hint(self, table: Windward) -> Text:
        orders = listing([label(table, self.seat, order) for order in self.elsewhere(table)])
        if self.seat.at_port:
            return say("At sky: {orders}", orders=orders)
        return say("At port: {orders}", orders=orders)

    def face(self, table: Windward, choice: Any) -> Face:
        hint = supplies_hint(self.seat) if choice == "supplies" else None
        return Face(label(table, self.seat, choice), hint, ICONS[choice],
                    opens=choice == "crew" or (choice == "process" and self.seat is table.naturalist))

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return ["turn.mates", "turn.coffee", f"turn.covered.{answer}", *done_by(table, self.seat, answer)]

    async def then(self, table: Windward, answer: str) -> None:
        turn = table.under_way(Turn)
        if turn.mates > 0:
            turn.mates -= 1
        else:
            turn.coffee -= 1
        turn.covered.append(answer)
        if answer in TOLD_WHEN_GIVEN:
            table.tell(order_words(table, self.seat, answer), self.seat, RULES[answer])
        await carry_out(table, self.seat, answer)


def done_by(table: Windward, me: Captain, order: str) -> list[str]:
    """The fields of what an order says on its face."""
    path = f"captains.{me.index}"
    if order == "drop_longboat":
        return [f"{path}.boats", *[f"boats.boat{me.index}{number}" for number in (1, 2)
                                   if all(boat.number != number for boat in table.boats_of(me))]]
    said = {"longboat_speed": "rowing", "morale": "morale", "cannon": "cannons"}
    return [f"{path}.{said[order]}"] if order in said else []


async def carry_out(table: Windward, me: Captain, order: str) -> None:
    """What an order does, or the purchase that is like it (WW-43 to WW-50)."""
    if order == "drop_longboat":
        number = next(n for n in (1, 2) if all(boat.number != n for boat in table.boats_of(me)))
        me.boats_aboard -= 1
        table.launch(Boat(me, number, me.ship))
    elif order == "longboat_speed":
        me.rowing = min(MOST_ROWING, me.rowing + table.board.longboat_order)
    elif order == "ship_speed":
        table.under_way(Turn).speed += 1
    elif order == "process":
        await process(table, me)
    elif order == "morale":
        me.morale = min(MOST_MORALE, me.morale + table.board.morale_order)
    elif order == "cannon":
        me.cannons += 1
        table.stock.gas -= 1                                                # one pile of two-sided tokens
    elif order == "crew":
        name = await table.ask(Hire(me))
        hire(table, me, name)
    # "supplies": cards are drawn by hand, and hands are nobody's business but their owner's


async def process(table: Windward, me: Captain) -> None:
    if me is table.naturalist:
        space = await table.ask(Release(me))
        release(table, me, space)                                           # WW-139
    elif me.hold is not None:
        pull_a_tooth(table, me, me.hold)                                    # WW-46
    gas = take_gas(table, me, max(0, me.morale) + ("gas_worker" in me.crew))
    table.tell(say("{name} gained {n} gas.", name=me, n=gas), me, "WW-46")


def pull_a_tooth(table: Windward, me: Captain, crester: Crester) -> None:
    """WW-46: the Crester goes to the stock, its tooth into the hold."""
    me.hold = None
    table.cresters.remove(crester)
    if crester.kind == "red":
        table.stock.reds += 1
        table.stock.red_teeth -= 1
        me.cargo.red_teeth += 1
        table.tell(say("{name} processed the Red Crester and kept a red tooth.", name=me), me, "WW-46")
    else:
        table.stock.greys += 1
        table.stock.grey_teeth -= 1
        me.cargo.grey_teeth += 1
        table.tell(say("{name} processed the Grey Crester and kept a grey tooth.", name=me), me, "WW-46")


def release(table: Windward, me: Captain, space: Hex) -> None:
    """WW-139: the Crester flies again, with a tag."""
    if me.hold is None:
        return
    crester, me.hold = me.hold, None
    crester.at, crester.living, crester.tagged = space, True, True
    table.stock.tags -= 1
    table.tell(say("{name} released a tagged {crester} on {where}.", name=me, crester=CRESTER_NAMES[crester.kind],
                   where=in_words(table, space)), me, "WW-139")


def tag_spaces(table: Windward, captain: Captain) -> tuple[Hex, ...]:
    """WW-A31."""
    if captain.hold is None or captain.at_port:
        return ()
    low = table.grey_spaces() | {boat.at for boat in table.boats}
    occupied = table.flying() if captain.hold.kind == "red" else low
    return new_pieces.for_tagged(table.planet, captain.ship, occupied)


@dataclass(frozen=True)
class Release(HexSpace):
    """WW-139: a free space beside the ship."""

    at_once = True
    rule = "WW-139"
    also = ("WW-A31",)
    seat: Captain

    sentence = said("{seat}, where do you release it?")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return tag_spaces(table, self.seat)

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        if self.seat.hold is None:
            return ()
        path = f"beasts.{self.seat.hold.key}"
        return path, f"{path}.living", f"{path}.tagged"

    button = said("Release it here")


@dataclass(frozen=True)
class Hire(PickText[Windward]):
    """WW-50, WW-51."""

    rule = "WW-50"
    also = ("WW-51",)
    seat: Captain

    sentence = said("{seat}, whom do you hire?")

    def choices(self, table: Windward) -> Iterable[str]:
        return list(table.crew_open(self.seat))

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return (f"captains.{self.seat.index}.crew.{answer}",)

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(CREW[choice], CREW_DOES[choice], "account-plus-outline")


def hire(table: Windward, me: Captain, name: str) -> None:
    take_aboard(table, me, name)
    table.tell(say("{captain} hired the {name}.", captain=me, name=CREW[name]), me, "WW-50")


def take_aboard(table: Windward, me: Captain, name: str) -> None:
    me.crew = [one for one in CREW if one == name or one in me.crew]
    table.stock.crew[name] -= 1
    if name in ("harpooner", "coxswain") and me.boats_ashore:
        me.boats_ashore -= 1                                                # WW-51: the second longboat
        me.boats_aboard += 1

"""Orders, purchases at port and supply cards (WW-42 to WW-56), one table row each."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.kinds import Menu, Option
from companion.core.kinds.pick import MenuDraft
from companion.core.questions import ShownChoice, draft_of
from companion.core.text import Refusal, Text, count, listing, said, say
from companion.games.windward.board import planet
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import NUMBERS
from companion.games.windward.rules.aftermath import beaten, earn, place_grey, take_gas
from companion.games.windward.rules.placing import CaptainSpace, free_grounds, in_words
from companion.games.windward.table import MOST_MORALE, MOST_ROWING, Boat, Captain, Crester, Turn, Windward
from companion.games.windward.words import CRESTER_NAMES, CREW, CREW_DOES

Done = Awaitable[None] | None
"""Fields an answer sets, with their new values."""
Gains = Callable[[Windward, Captain], dict[str, int]]
"""What a captain's board shows afterwards, by attribute."""


# --- what each order does


def drop_longboat(table: Windward, me: Captain) -> None:
    me.boats_aboard -= 1
    number = 1 if all(boat.number != 1 for boat in table.boats_of(me)) else 2
    table.launch(Boat(me, number, me.ship))


def no_longboat(table: Windward, me: Captain) -> Refusal | None:
    here = me.ship
    if me.boats_aboard < 1 or len(table.boats_of(me)) > 1:
        return Refusal(say("No longboat is aboard."), "WW-43")
    if here in table.planet.drift:
        return Refusal(say("You can't drop a longboat on Drift."), "WW-22")
    if table.grey_at(here):
        return Refusal(say("A Grey feeds here. Fly on first."), "WW-A8")
    crowded = table.boat_at(here) or table.fallen(here) or table.flying_at(here)
    if crowded or table.lying_at(here) or table.gas_on.get(here, 0):
        return Refusal(say("Something else lies on this space. Pick it up first, or fly on."), "WW-A8")
    return None


def sail_faster(table: Windward, me: Captain) -> None:
    table.under_way(Turn).speed += 1


def take_token(table: Windward, me: Captain) -> None:
    table.stock.gas -= 1                                                 # two-sided tokens, one pile with gas


async def hire(table: Windward, me: Captain) -> None:
    name = await table.ask(Hire(me))
    take_aboard(table, me, name)
    table.tell(say("{captain} hired the {name}.", captain=me, name=CREW[name]), me, "WW-50")


def take_aboard(table: Windward, me: Captain, name: str) -> None:
    me.crew = [one for one in CREW if one == name or one in me.crew]
    table.by_players()
    table.stock.crew[name] -= 1
    if name in ("harpooner", "coxswain") and me.boats_ashore:
        me.boats_ashore -= 1                                                # WW-51: the second longboat
        me.boats_aboard += 1


async def process(table: Windward, me: Captain) -> None:
    if me is table.naturalist:
        space = await table.ask(Release(me))
        if me.hold is not None:
            release(table, me, me.hold, space)                              # WW-139
            me.hold = None
        table.by_players()
    elif me.hold is not None:
        pull_a_tooth(table, me, me.hold)                                    # WW-46
    gas = take_gas(table, me, max(0, me.morale) + ("gas_worker" in me.crew and helps(table, me)))
    table.tell(say("{name} gained {n} gas.", name=me, n=gas), me, "WW-46")


def helps(table: Windward, me: Captain) -> bool:
    """WW-A31: does the Gas Worker add a gas?"""
    return me is not table.naturalist or bool(table.setup.options["research_gas"])


def no_process(table: Windward, me: Captain) -> Refusal | None:
    if me.hold is None:
        return Refusal(say("There is no Crester in the hold."), "WW-46")
    return no_release(table, me, me.hold) if me is table.naturalist else None


def no_release(table: Windward, me: Captain, crester: Crester) -> Refusal | None:
    if table.stock.tags < 1:
        return Refusal(say("No tag is free."), "WW-140")
    free = tag_spaces(table, me, crester.kind)
    return None if free else Refusal(say("No space next to the ship is free."), "WW-A31")


def pull_a_tooth(table: Windward, me: Captain, crester: Crester) -> None:
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


def release(table: Windward, me: Captain, crester: Crester, space: Hex) -> None:
    crester.at, crester.living, crester.tagged = space, True, True
    table.stock.tags -= 1
    table.tell(say("{name} released a tagged {crester} on {where}.", name=me,
                   crester=CRESTER_NAMES[crester.kind], where=in_words(table, space)), me, "WW-139")


def tag_spaces(table: Windward, captain: Captain, kind: str) -> tuple[Hex, ...]:
    """WW-A31"""
    if captain.at_port:
        return ()
    low = table.grey_spaces() | {boat.at for boat in table.boats}
    occupied = table.flying() if kind == "red" else low
    return planet.for_tagged(table.planet, captain.ship, occupied)


# --- orders


def nothing(table: Windward, me: Captain) -> Any:
    return None


def no_gains(table: Windward, me: Captain) -> dict[str, int]:
    return {}


@dataclass(frozen=True)
class OrderRow:
    key: str
    rule: str
    icon: str
    label: Callable[[Windward, Captain], Text]
    told: Callable[[Windward, Captain], Text] | None = None
    """Chronicle line; None if it is written later, once the result is known."""
    gains: Gains = no_gains
    do: Callable[[Windward, Captain], Done] = nothing
    """Everything but the gains."""
    hindered: Callable[[Windward, Captain], Refusal | None] = nothing


def refused_if(wrong: Callable[[Windward, Captain], bool], why: Text,
               rule: str) -> Callable[[Windward, Captain], Refusal | None]:
    return lambda table, me: Refusal(why, rule) if wrong(table, me) else None


def gain(me: Captain, gains: Mapping[str, int]) -> None:
    for name, value in gains.items():
        setattr(me, name, value)


SKY = (
    OrderRow("drop_longboat", "WW-43", "rowing", lambda table, me: say("Drop a longboat"),
             lambda table, me: say("{name} dropped a longboat.", name=me), do=drop_longboat,
             hindered=no_longboat),
    OrderRow("longboat_speed", "WW-44", "rowing",
             lambda table, me: say("+{n} longboat speed", n=table.board.longboat_order),
             lambda table, me: say("{name} gained {n} longboat speed.", name=me,
                                   n=table.board.longboat_order),
             lambda table, me: {"rowing": min(MOST_ROWING, me.rowing + table.board.longboat_order)},
             hindered=refused_if(lambda table, me: me.rowing >= MOST_ROWING,
                                 say("Longboat speed is already at its maximum."), "WW-44")),
    OrderRow("ship_speed", "WW-45", "sail-boat", lambda table, me: say("+1 ship speed"),
             lambda table, me: say("{name} set every sail: one more speed.", name=me), do=sail_faster),
    OrderRow("process", "WW-46", "bat",
             lambda table, me: say("Research the Crester")
             if me is table.naturalist else say("Process the Crester"), do=process, hindered=no_process),
)
PORT = (
    OrderRow("supplies", "WW-47", "cards-outline",
             lambda table, me: count("Take {n} card", "Take {n} cards", table.board.supplies_order),
             lambda table, me: say("{name} took on supplies.", name=me),
             lambda table, me: {"cards": me.room_for(table.board.supplies_order)}),
    OrderRow("morale", "WW-48", "emoticon-happy-outline",
             lambda table, me: say("+{n} morale", n=table.board.morale_order),
             lambda table, me: say("{name}'s crew took heart: {n} more morale.", name=me,
                                   n=table.board.morale_order),
             lambda table, me: {"morale": min(MOST_MORALE, me.morale + table.board.morale_order)},
             hindered=refused_if(lambda table, me: me.morale >= MOST_MORALE,
                                 say("Morale is already at its maximum."), "WW-48")),
    OrderRow("cannon", "WW-49", "bomb", lambda table, me: say("Fill a cannon"),
             lambda table, me: say("{name} filled a cannon.", name=me),
             lambda table, me: {"cannons": me.cannons + 1}, take_token,
             refused_if(lambda table, me: me.cannons >= table.cannon_slots(me),
                        say("Every cannon slot is full."), "WW-49")),
    OrderRow("crew", "WW-50", "account-plus-outline", lambda table, me: say("Hire crew"), do=hire,
             hindered=refused_if(lambda table, me: not table.crew_open(me),
                                 say("You have no free slot for the crew in stock."), "WW-50")),
)
ORDERS = {row.key: row for row in (*SKY, *PORT)}


class Offer(Menu[Windward]):
    panel = "companion.games.windward.screen.panels:OfferPage"
    seat: Captain

    def elsewhere(self) -> Iterable[str]:
        return ()


@draft_of(Offer)
class OfferDraft(MenuDraft):
    """Keeps every option in place, even after it was used."""

    def shown(self) -> list[ShownChoice]:
        order = [one.answer for one in self.question.options(self.table)]
        return sorted(super().shown(), key=lambda one: order.index(one.choice))


class Order(Offer):
    """WW-42: one order per mate, each order once, at sky or at port as printed."""

    rule, icon = "WW-42", "clipboard-list-outline"
    also = tuple([row.rule for row in ORDERS.values()])
    sentence = said("{seat}, which order do you give?")
    title = said("Orders")

    def kicker(self, table: Windward) -> Text:
        turn = table.under_way(Turn)
        return count("{n} order left", "{n} orders left", turn.mates + turn.coffee)

    def elsewhere(self) -> Iterable[str]:
        return [row.key for row in (SKY if self.seat.at_port else PORT)]

    def hint(self, table: Windward) -> Text:
        orders = listing([ORDERS[key].label(table, self.seat) for key in self.elsewhere()])
        if self.seat.at_port:
            return say("At sky: {orders}", orders=orders)
        return say("At port: {orders}", orders=orders)

    def options(self, table: Windward) -> Iterable[Option]:
        me, turn = self.seat, table.under_way(Turn)
        for row in (*PORT, *SKY) if me.at_port else (*SKY, *PORT):
            opens = row.key == "crew" or (row.key == "process" and me is table.naturalist)
            barred = self.refusal(table, turn, row)
            hint = None
            if row.key == "supplies":                                       # WW-6, WW-8, WW-51
                hint = say("Hand limit {n}; if a stack runs out, shuffle all into three", n=me.hand_limit)
            yield Option(row.key, row.label(table, me), row.icon, hint, opens=opens, barred=barred)

    def refusal(self, table: Windward, turn: Turn, row: OrderRow) -> Refusal | None:
        if (row in PORT) != self.seat.at_port:
            return Refusal(say("Only at sky.") if self.seat.at_port else say("Only at port."), "WW-42")
        if turn.mates + turn.coffee < 1:
            return Refusal(say("Both mates have given an order."), "WW-42")
        if row.key in turn.covered:
            return Refusal(say("You've already given this order this turn."), "WW-42")
        return row.hindered(table, self.seat)

    async def then(self, table: Windward, answer: str) -> None:
        turn, row = table.under_way(Turn), ORDERS[answer]
        if turn.mates > 0:
            turn.mates -= 1
        else:
            turn.coffee -= 1
            turn.coffee_out += 1
        turn.covered.append(answer)
        if row.told is not None:
            table.tell(row.told(table, self.seat), self.seat, row.rule)
        gain(self.seat, row.gains(table, self.seat))
        await finish(table, row.do(table, self.seat))


async def finish(table: Windward, done: Done) -> None:
    """Players have done everything up to the first further question."""
    table.by_players()
    if done is not None:
        await done


class Release(CaptainSpace):
    rule = "WW-139"
    also = ("WW-A31",)

    sentence = said("{seat}, where do you release it?")
    button = said("Release it here")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return () if self.seat.hold is None else tag_spaces(table, self.seat, self.seat.hold.kind)


class Hire(Menu[Windward]):
    rule = "WW-50"
    also = ("WW-51",)
    seat: Captain

    sentence = said("{seat}, whom do you hire?")

    def options(self, table: Windward) -> Iterable[Option]:
        for name in table.crew_open(self.seat):
            yield Option(name, CREW[name], "account-plus-outline", CREW_DOES[name])


# --- wares


@dataclass(frozen=True)
class WareRow:
    """Something the Trading Post sells (WW-55); the order with the same key says the rest."""

    key: str
    price: int
    label: Text
    told: Text
    gains: Gains = no_gains
    """What it gives; printed at the Post, whatever the order gives."""


WARES = {row.key: row for row in (
    WareRow("cannon", 1, say("A cannon"), say("{name} bought a cannon for {n} gas."),
            lambda table, me: {"cannons": me.cannons + 1}),
    WareRow("crew", 2, say("Hire crew"), say("{name} hired crew for {n} gas.")),
    WareRow("morale", 1, say("Rum: 1 morale"), say("{name} bought rum for {n} gas."),
            lambda table, me: {"morale": min(MOST_MORALE, me.morale + 1)}),
    WareRow("notoriety", 2, say("1 notoriety"), say("{name} bought notoriety for {n} gas.")),
    WareRow("supplies", 1, say("3 supply cards"), say("{name} bought supplies for {n} gas."),
            lambda table, me: {"cards": me.room_for(3)}),
)}


class Buy(Offer):
    stays = True
    rule, icon = "WW-55", "gas-cylinder"
    also = ("WW-56", "WW-A10")
    sentence = said("{seat}, what do you buy?")
    title = said("Buy")

    def kicker(self, table: Windward) -> Text:
        return say("{n} gas aboard", n=self.seat.gas)

    def options(self, table: Windward) -> Iterable[Option]:
        me = self.seat
        for ware in WARES.values():
            if ware.key == "notoriety" and not table.competitive:
                continue                                             # WW-121, WW-132: notoriety doesn't count
            hint = say("{n} gas", n=ware.price)
            if ware.key == "supplies":
                hint = say("{n} gas. Hand limit {limit}; if a stack runs out, shuffle all into three",
                           n=ware.price, limit=me.hand_limit)
            icon = ORDERS[ware.key].icon if ware.key in ORDERS else "star-four-points"
            yield Option(ware.key, ware.label, icon, hint, opens=ware.key == "crew",
                         barred=self.refusal(table, ware))

    def refusal(self, table: Windward, ware: WareRow) -> Refusal | None:
        if not self.seat.at_port:
            return Refusal(say("Only at port."), "WW-55")
        if self.seat.gas < ware.price:
            return Refusal(say("It costs {n} gas.", n=ware.price), "WW-55")
        return ORDERS[ware.key].hindered(table, self.seat) if ware.key in ORDERS else None

    async def then(self, table: Windward, answer: str) -> None:
        me, ware = self.seat, WARES[answer]
        me.gas -= ware.price
        table.stock.gas += ware.price
        line = replace(ware.told, args={"name": me.name, "n": ware.price})
        if answer == "notoriety":
            earn(table, me, 1, line, "WW-55")
            table.by_players()
            return
        table.tell(line, me, "WW-55")
        gain(me, ware.gains(table, me))
        await finish(table, ORDERS[answer].do(table, me))


# --- supply cards outside battle; the app knows how many are in a hand, not which (WW-52)


async def bait(table: Windward, me: Captain) -> None:
    ground = await table.ask(Bait(me))
    place_grey(table, ground, "WW-54")
    table.by_players()


async def aerogenerator(table: Windward, me: Captain) -> None:
    number = await table.ask(NewWind(me))
    turn_wind(table, int(number), "WW-102")


def turn_wind(table: Windward, number: int, rule: str) -> None:
    table.wind = number
    table.by_players()
    table.tell(say("The wind turned towards territory {n}.", n=number), rule=rule)


def no_bait(table: Windward, me: Captain) -> Refusal | None:
    if table.stock.greys < 1 and not beaten(table, "grey"):
        return Refusal(say("No Grey is left in the supply."), "WW-54")
    return None if free_grounds(table) else Refusal(say("Every Feeding Ground is taken."), "WW-A45")


def no_deadweight(table: Windward, me: Captain) -> Refusal | None:
    """WW-22: a second Deadweight would be wasted before the first is used (WW-53)."""
    if table.under_way(Turn).deadweight and table.setup.options["one_drift"]:
        return Refusal(say("You've already played a Deadweight. Cross its Drift first."), "WW-53")
    return None


@dataclass(frozen=True)
class CardRow:
    """A supply card's effect on your own turn (WW-54); by default one that the rules don't cover."""

    hint: Text | None = None
    do: Callable[[Windward, Captain], Done] = nothing
    hindered: Callable[[Windward, Captain], Refusal | None] = nothing
    opens: bool = False


def coffee(table: Windward, me: Captain) -> None:
    table.under_way(Turn).coffee += 1


def deadweight(table: Windward, me: Captain) -> None:
    table.under_way(Turn).deadweight = True


CARDS = {
    "coffee": CardRow(say("One more order this turn"), coffee),
    "bait": CardRow(say("A Grey comes to a Feeding Ground of your choice"), bait, no_bait, opens=True),
    "fuel": CardRow(say("One more ship speed"), sail_faster),
    "deadweight": CardRow(say("The ship may cross one Drift this turn"), deadweight, no_deadweight),
    "aerogenerator": CardRow(say("The wind turns at once"), aerogenerator, opens=True),
}
OTHER = CardRow()


class Card(Offer):
    """WW-52 to WW-54: play cards for free on your own turn."""

    rule, icon = "WW-52", "cards-outline"
    also = ("WW-53", "WW-54", "WW-22", "WW-102", "WW-A45", "WW-A46")
    sentence = said("{seat}, which card do you play?")
    title = said("Cards")

    def options(self, table: Windward) -> Iterable[Option]:
        for key, name in table.box.quiet_cards.items():
            card = CARDS.get(key, OTHER)
            if table.light and not card.opens:
                continue                                           # WW-153: only the Grey and the wind matter
            yield Option(key, name, "cards-outline", card.hint, opens=card.opens,
                         barred=card.hindered(table, self.seat))

    async def then(self, table: Windward, answer: str) -> None:
        table.discard(self.seat)
        table.tell(say("{name} played {card}.", name=self.seat, card=table.box.quiet_cards[answer]),
                   self.seat, "WW-52")
        await finish(table, CARDS.get(answer, OTHER).do(table, self.seat))


class Bait(CaptainSpace):
    rule = "WW-54"
    also = ("WW-A45",)

    sentence = said("{seat}, where do you lay the bait?")
    button = said("Bait here")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return free_grounds(table)


class NewWind(Menu[Windward]):
    rule = "WW-102"
    panel = "companion.games.windward.screen.panels:AsidePanel"
    seat: Captain

    sentence = said("{seat}, where does the wind blow now?")

    def options(self, table: Windward) -> Iterable[Option]:
        for number in NUMBERS:
            yield Option(str(number), say("Territory {n}", n=number), "navigation-variant-outline")

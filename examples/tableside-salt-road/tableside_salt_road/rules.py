"""Salt road in one module: a map, a deck that drives the rival, and a result for one player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.api import (
    Bag,
    Draw,
    Face,
    Field,
    Map,
    Outcome,
    Person,
    Piece,
    Place,
    Rows,
    Seat,
    SeatView,
    Setup,
    Spot,
    Table,
    Text,
    View,
    best,
    count,
    podium,
    points_field,
    said,
    say,
    victory,
)

HARBOUR, REST = "harbour", "rest"
BOARD = Map(
    (Spot(HARBOUR, say("Harbour"), 0.0, 0.2, "anchor"), Spot("mill", say("Mill"), 0.3, 0.75),
     Spot("ford", say("Ford"), 0.45, 0.15), Spot("abbey", say("Abbey"), 0.62, 0.62),
     Spot("mine", say("Mine"), 0.95, 0.25), Spot("pass", say("Pass"), 0.95, 0.95)),
    ((HARBOUR, "mill"), (HARBOUR, "ford"), ("mill", "ford"), ("mill", "abbey"), ("ford", "abbey"),
     ("ford", "mine"), ("abbey", "mine"), ("abbey", "pass")))
NAMES = {spot.key: spot.name for spot in BOARD.spots}
PAYS = {"mill": 1, "ford": 1, "abbey": 1, "mine": 2, "pass": 2}             # SR-2


class Trader(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.town = HARBOUR                                                 # SR-1


class SaltRoad(Table[Trader]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Trader(index, person) for index, person in enumerate(setup.people)])
        self.open = dict.fromkeys(PAYS, True)
        self.turn: Trader = self.seats[0]
        self.deck = Bag({**dict.fromkeys(PAYS, 1), REST: 3})
        self.rival = HARBOUR
        self.rival_points = 0

    @property
    def solo(self) -> bool:
        return len(self.seats) == 1


class Drive(Place[SaltRoad, str]):
    rule = "SR-3"
    also = ("SR-4",)
    seat: Trader
    sentence = said("{seat}, where do you drive?")

    def choices(self, table: SaltRoad) -> Iterable[str]:
        return BOARD.beside(self.seat.town)

    def face(self, table: SaltRoad, choice: str) -> Face:
        pays = count("an order for one point", "an order for {n} points", PAYS.get(choice, 0))
        return Face(NAMES[choice], pays if table.open.get(choice) else None, "cart-outline")

    def button(self, table: SaltRoad, answer: str | None) -> Text:
        return say("Drive there") if answer is None else say("Drive to {town}", town=NAMES[answer])


class RivalCard(Draw[SaltRoad]):
    rule = "SR-5"
    sentence = said("Which card does the rival turn up?")

    def bag(self, table: SaltRoad) -> Bag:
        return table.deck

    def face(self, table: SaltRoad, choice: str) -> Face:
        return Face(say("Rest"), icon="sleep") if choice == REST else Face(NAMES[choice], icon="cart-outline")


async def play(table: SaltRoad) -> None:
    """One stretch: one turn."""
    trader = table.next_of(table.turn) if table.turn.gone else table.turn
    town = await table.ask(Drive(trader))                                   # SR-3
    trader.town = town
    table.by_players()
    if deliver(table, town):                                                # SR-4
        trader.gain(PAYS[town])
        table.tell(say("{name} delivered salt to {town}.", name=trader, town=NAMES[town]), trader, "SR-4")
    else:
        table.tell(say("{name} drove to {town}.", name=trader, town=NAMES[town]), trader, "SR-3")
    table.turn = table.next_of(trader)
    if table.solo and any(table.open.values()):
        card = await table.ask(RivalCard(None))                             # SR-5
        table.deck.take(card)
        if card == REST:
            table.tell(say("The rival rested."), rule="SR-5")
            return
        table.rival = card
        table.by_players()
        if deliver(table, card):
            table.rival_points += PAYS[card]
        table.tell(say("The rival drove to {town}.", town=NAMES[card]), rule="SR-5")


def deliver(table: SaltRoad, town: str) -> bool:
    was_open = table.open.get(town, False)
    if was_open:
        table.open[town] = False
    return was_open


def outcome(table: SaltRoad) -> Outcome | None:                             # SR-6
    if any(table.open.values()):
        return None
    if not table.solo:
        return podium(table, victory(best(table.seats)), best(table.seats))
    won = table.seats[0].points > table.rival_points
    words = say("You were faster than the rival.") if won else say("The rival was faster.")
    return Outcome(words, (0,) if won else (), won=won)


def fields(table: SaltRoad) -> Iterator[Field]:
    towns = tuple(NAMES)
    for trader in table.seats:
        yield points_field(trader, most=sum(PAYS.values()))
        yield Rows(table, trader).choice("town", say("{name}'s cart"), towns, NAMES, "cart-outline",
                                         place=trader.town)
    for town in PAYS:
        told = {True: say("Put a barrel on {town}", town=NAMES[town]),
                False: say("Take the barrel off {town}", town=NAMES[town])}
        yield Rows(table).entry("open", town, say("Barrel on {town}", town=NAMES[town]), (False, True),
                                {True: say("yes"), False: say("no")}, "barrel", place=town, told=told)
    books = Rows(table, on_table=False)
    yield books.seat("turn", say("Whose turn it is"))
    yield Rows(table).choice("rival", say("The rival's cart"), towns, NAMES, "cart", place=table.rival)
    yield books.number("rival_points", say("The rival's points"), 0, sum(PAYS.values()))
    yield from Rows(table).bag("deck", say("Rival cards in the deck: {thing}"),
                               say("Rival cards turned up: {thing}"), {**NAMES, REST: say("Rest")})


def board(table: SaltRoad) -> Map:
    carts = [Piece(trader.town, trader.index) for trader in table.seats]
    orders = [Piece(town, icon="barrel", tone="#E8E2D0", under=True,
                    label=say("Barrel on {town}", town=NAMES[town]))
              for town, is_open in table.open.items() if is_open]
    rival = Piece(table.rival, icon="cart", tone="#B3423A", label=say("The rival's cart"))
    rivals = [rival] if table.solo else []
    return Map(BOARD.spots, BOARD.ways, (*orders, *carts, *rivals))


def view(table: SaltRoad) -> View:
    left = count("One order is open", "{n} orders are open", sum(table.open.values()))
    return View(left, tuple(SeatView(trader.index, trader.points) for trader in table.seats))

"""Ice floes in one module: a hex map whose spaces come and go. A stretch is one hop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.api import (
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
    Table,
    View,
    best,
    count,
    podium,
    points_field,
    said,
    say,
    victory,
)

Hex = tuple[int, int]
FAR = 2
FLOES: tuple[Hex, ...] = tuple(                                             # IF-1: nineteen
    (q, r) for q in range(-FAR, FAR + 1) for r in range(-FAR, FAR + 1) if abs(q + r) <= FAR)
CORNERS: tuple[Hex, ...] = ((-2, 0), (2, -2), (0, 2))
BESIDE = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def key(floe: Hex) -> str:
    """The spot of a hex: its two numbers. A field stores this word."""
    return f"{floe[0]},{floe[1]}"


KEYS = {key(floe): floe for floe in FLOES}
NAMES = {word: str(number + 1) for number, word in enumerate(KEYS)}


class Penguin(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.floe = key(CORNERS[index])                                     # IF-1


class IceFloes(Table[Penguin]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Penguin(index, person) for index, person in enumerate(setup.people)])
        self.ice = dict.fromkeys(KEYS, True)
        self.turn: Penguin = self.seats[0]


def hops(table: IceFloes, penguin: Penguin) -> list[Hex]:
    """IF-2"""
    q, r = KEYS[penguin.floe]
    taken = {other.floe for other in table.seats}
    near = [(q + right, r + up) for right, up in BESIDE]
    return [floe for floe in near if table.ice.get(key(floe)) and key(floe) not in taken]


def next_to_hop(table: IceFloes) -> Penguin | None:
    """IF-4: the first who can hop, from whose turn it is."""
    at = table.turn.index
    order = [*table.seats[at:], *table.seats[:at]]
    return next((one for one in order if not one.gone and hops(table, one)), None)


class Hop(Place[IceFloes, Hex]):
    rule = "IF-2"
    also = ("IF-3", "IF-4")
    seat: Penguin
    at_once = True
    sentence = said("{seat}, where does your penguin hop?")

    def choices(self, table: IceFloes) -> Iterable[Hex]:
        return hops(table, self.seat)

    def face(self, table: IceFloes, choice: Hex) -> Face:
        return Face(say("Floe {n}", n=NAMES[key(choice)]), icon="hexagon-outline")


async def play(table: IceFloes) -> None:
    penguin = next_to_hop(table)
    assert penguin is not None, "the outcome is there before"
    floe = await table.ask(Hop(penguin))                                    # IF-2
    table.ice[penguin.floe] = False                                         # IF-3
    penguin.floe = key(floe)
    table.by_players()
    penguin.gain(1)
    table.tell(say("{name} hopped, and the floe melted.", name=penguin), penguin, "IF-3")
    table.turn = table.next_of(penguin)


def outcome(table: IceFloes) -> Outcome | None:                             # IF-5
    if next_to_hop(table) is not None:
        return None
    winners = best(table.seats)
    return podium(table, victory(winners), winners)


def fields(table: IceFloes) -> Iterator[Field]:
    """After most corrections another penguin may have to hop, so they restart the stretch."""
    for penguin in table.seats:
        yield points_field(penguin)
        yield Rows(table, penguin).choice("floe", say("{name}'s penguin"), tuple(KEYS), NAMES, "penguin",
                                          place=penguin.floe, renews=True)
    words = {True: say("there"), False: say("melted")}
    for floe in KEYS:
        yield Rows(table).entry("ice", floe, say("Floe {n}", n=NAMES[floe]), (True, False), words, place=floe,
                                renews=True)
    yield Rows(table, on_table=False).seat("turn", say("Whose turn it is"), renews=True)


def board(table: IceFloes) -> Map:
    """Only the floes that are still there, as the real table has them."""
    there = [floe for floe in FLOES if table.ice[key(floe)]] or FLOES
    ice = Map.hexes(there, pieces=tuple(Piece(one.floe, one.index, key=one.floe) for one in table.seats))
    return ice.showing(label=NAMES)


def view(table: IceFloes) -> View:
    left = count("One floe is left", "{n} floes are left", sum(table.ice.values()))
    return View(left, tuple(SeatView(one.index, one.points) for one in table.seats))

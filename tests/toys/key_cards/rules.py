"""A small game with a secret that two seats share, for the kit, the app and the guests' page."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.api import (
    Deal,
    Face,
    Field,
    Glance,
    Look,
    Map,
    Outcome,
    Piece,
    Place,
    Reminder,
    Rows,
    Sealed,
    Seat,
    SeatView,
    Setup,
    Table,
    View,
    best,
    podium,
    points_field,
    said,
    say,
    sides,
    victory,
)

RED, BLUE = "#C0392B", "#2F6FB0"
TONES = {"": "", "red": RED, "blue": BLUE}
WORDS = {"": say("closed"), "red": say("red"), "blue": say("blue")}
GRID = Map.grid(3, 3)
CARDS = [spot.key for spot in GRID.spots]
LABELS = ("APPLE", "BOAT", "CLOCK", "DRUM", "ELEPHANT", "FISH", "GARDEN", "HONEY", "ISLAND")
NAMED = GRID.showing(label=dict(zip(CARDS, LABELS, strict=True)))


class Cards(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.key: Sealed[Any] | None = None
        self.opened_cards = dict.fromkeys(CARDS, "")
        self.dealt = False
        self.turn = self.seats[0]

    @property
    def masters(self) -> list[Seat]:
        return [side.lead for side in sides(self.seats, 2)]


class DealKey(Deal[Cards]):
    rule = "KC-2"
    sentence = said("The phone deals the key.")

    def things(self, table: Cards) -> Sequence[str]:
        return ["red"] * 5 + ["blue"] * 4

    def each(self, table: Cards) -> int:
        return 0


class See(Look[Cards]):
    rule = "KC-2"


class Guess(Place[Cards, str]):
    rule = "KC-3"
    at_once = True
    sentence = said("Which card do you touch?")

    def choices(self, table: Cards) -> Iterable[str]:
        return [key for key, tone in table.opened_cards.items() if not tone]

    def face(self, table: Cards, choice: str) -> Face:
        return Face(next(spot.label or "" for spot in NAMED.spots if spot.key == choice), picture="apple.png")


async def play(table: Cards) -> None:
    if not table.dealt:
        dealt = await table.ask(DealKey(None))
        table.key, table.dealt = dealt.shared_with(*table.masters), True
        await table.all_of([See(seat) for seat in table.masters])
        return
    guesser = table.next_of(table.turn) if table.turn.gone else table.turn
    card = await table.ask(Guess(guesser))
    at = CARDS.index(card)
    table.opened_cards[card] = "red" if table.key is None else table.reveal(table.key.part(at))
    sides(table.seats, 2)[table.opened_cards[card] == "blue"].gain(1)
    table.turn = table.next_of(guesser)


def outcome(table: Cards) -> Outcome | None:
    if sum(map(bool, table.opened_cards.values())) < 6:
        return None
    return podium(table, victory(best(table.seats)), best(table.seats), sides=sides(table.seats, 2))


def fields(table: Cards) -> Iterator[Field]:
    for seat in table.seats:
        yield points_field(seat)
    for at, key in enumerate(CARDS):
        yield Rows(table).entry("opened_cards", key, say("Card {n}", n=at + 1), tuple(WORDS), WORDS)
    yield Rows(table, on_table=False).seat("turn", say("Whose turn it is"))
    yield Rows(table, on_table=False).flag("dealt", say("The key is dealt"))


def view(table: Cards) -> View:
    shown = {key: TONES[tone] for key, tone in table.opened_cards.items()}
    pieces = tuple(Piece(key, letter="x", label=say("Opened")) for key, tone in table.opened_cards.items() if tone)
    return View(say("Key cards"), tuple(SeatView(seat.index, seat.points) for seat in table.seats),
                map=Map(NAMED.showing(tone=shown).spots, ratio=GRID.ratio, size=GRID.size, pieces=pieces))


def glance(table: Cards, seat: Seat) -> Glance | None:
    if table.key is None or seat not in table.masters:
        return None
    tones = {key: TONES[tone] for key, tone in zip(CARDS, table.seen_by(seat, table.key), strict=True)}
    return Glance(say("Your key"), (Reminder(say("Red has five cards"), "key"),), NAMED.showing(tone=tones))

"""Flock in one module: hands that only their owners see, with equal cards. A stretch is a deal or a trick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.api import (
    Deal,
    Face,
    Field,
    Glance,
    Outcome,
    Person,
    Reminder,
    Rows,
    Sealed,
    Seat,
    SeatView,
    SecretText,
    Setup,
    Table,
    View,
    best,
    count,
    podium,
    points_field,
    said,
    say,
    spelled,
    victory,
)

CARDS = {"lamb": say("Lamb"), "sheep": say("Sheep"), "ram": say("Ram"), "wolf": say("Wolf")}  # FL-2, from low to high
WORTH = {card: points for points, card in enumerate(CARDS, 1)}  # FL-4
ALIKE, HAND, DEALS = 6, 4, 3  # FL-2, FL-2, FL-5


class Shepherd(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.hand: Sealed[Sequence[str]] | None = None
        """As it was dealt. It has no field, so a correction may leave none: then the phone deals again."""
        self.laid = dict.fromkeys(CARDS, 0)


class Flock(Table[Shepherd]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Shepherd(index, person) for index, person in enumerate(setup.people)])
        self.deals = 0
        self.tricks = HAND
        """Tricks of this deal; after the last one, the phone deals."""

    def held_by(self, seat: Shepherd) -> list[str]:
        """The cards that are left in a hand, for that seat only."""
        dealt = [] if seat.hand is None else self.seen_by(seat, seat.hand)
        left = Counter(dealt) - Counter(seat.laid)
        return [card for card in CARDS for _ in range(left[card])]


class DealHands(Deal[Flock]):
    rule = "FL-2"
    sentence = said("The phone deals the hands.")

    def things(self, table: Flock) -> Sequence[str]:
        return [card for card in CARDS for _ in range(ALIKE)]

    def each(self, table: Flock) -> int:
        return HAND


class Lay(SecretText[Flock]):
    rule = "FL-3"
    also = ("FL-4",)
    seat: Shepherd
    sentence = said("{seat}, lay a card.")
    noted = said("{seat} has laid a card.")

    def words(self, table: Flock) -> Iterable[str]:
        """Equal cards are one answer: it doesn't matter which of two sheep you lay."""
        return dict.fromkeys(table.held_by(self.seat)) or CARDS

    def word_face(self, table: Flock, word: str) -> Face:
        held = table.held_by(self.seat).count(word)
        return Face(CARDS[word], count("you hold one", "you hold {n}", held), "cards-outline")


async def play(table: Flock) -> None:
    if table.tricks >= HAND or any(seat.hand is None for seat in table.present()):
        dealt = await table.ask(DealHands(None))                            # FL-2
        for seat in table.present():
            seat.hand, seat.laid = dealt.of(seat), dict.fromkeys(CARDS, 0)
        table.tricks = 0
    cards = await table.all_of([Lay(seat) for seat in table.present()])     # FL-3
    laid = {seat: table.reveal(card) for seat, card in cards.items()}
    for seat, card in laid.items():
        seat.laid[card] = min(HAND, seat.laid[card] + 1)
    score(table, laid)
    table.tricks += 1
    if table.tricks >= HAND:
        table.deals = min(DEALS, table.deals + 1)                           # FL-5


def score(table: Flock, laid: dict[Shepherd, str]) -> None:
    alone = [seat for seat, card in laid.items() if list(laid.values()).count(card) == 1]
    if not alone:
        return table.tell(say("Nobody scores."), rule="FL-4")
    winner = max(alone, key=lambda seat: WORTH[laid[seat]])
    winner.gain(WORTH[laid[winner]])                                        # FL-4
    table.tell(say("{name} scores with a {card}.", name=winner, card=CARDS[laid[winner]]), winner, "FL-4")


def outcome(table: Flock) -> Outcome | None:                                # FL-5
    winners = best(table.seats)
    return podium(table, victory(winners), winners) if table.deals >= DEALS else None


def fields(table: Flock) -> Iterator[Field]:
    books = Rows(table, on_table=False)
    yield books.number("deals", say("Deals played"), 0, DEALS)
    yield books.number("tricks", say("Tricks of this deal"), 0, HAND)
    for seat in table.seats:
        yield points_field(seat)
        for card, name in CARDS.items():
            laid = say("{name}: {card} laid", name=seat, card=name)
            yield Rows(table, seat, on_table=False).entry("laid", card, laid, range(HAND + 1))


def view(table: Flock) -> View:
    return View(say("Deal {n} of {all}", n=spelled(min(table.deals + 1, DEALS)), all=spelled(DEALS)),
                tuple(SeatView(seat.index, seat.points) for seat in table.seats))


def glance(table: Flock, seat: Shepherd) -> Glance | None:
    lines = tuple(Reminder(CARDS[card], "cards-outline") for card in table.held_by(seat))
    return Glance(say("Your hand"), lines) if lines else None

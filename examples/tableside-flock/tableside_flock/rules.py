"""Flock in one module: a deck and hands that only their owners see, with equal cards.

A stretch is a trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.api import (
    Deck,
    Face,
    Field,
    Glance,
    Hand,
    Outcome,
    Person,
    Reminder,
    Rows,
    Seat,
    SeatView,
    SecretText,
    Setup,
    ShuffleDeck,
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

# FL-2, from low to high
CARDS = {"lamb": say("Lamb"), "sheep": say("Sheep"), "ram": say("Ram"), "wolf": say("Wolf")}
WORTH = {card: points for points, card in enumerate(CARDS, 1)}  # FL-4
ALIKE, HAND, TRICKS = 6, 4, 8  # FL-2, FL-2, FL-6


class Shepherd(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.hand = Hand(self)


class Flock(Table[Shepherd]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Shepherd(index, person) for index, person in enumerate(setup.people)])
        self.deck = Deck(dict.fromkeys(CARDS, ALIKE))
        self.tricks = 0


class ShuffleCards(ShuffleDeck[Flock]):
    rule = "FL-2"

    def deck(self, table: Flock) -> Deck:
        return table.deck


class Lay(SecretText[Flock]):
    rule = "FL-3"
    also = ("FL-4",)
    seat: Shepherd
    sentence = said("{seat}, lay a card.")
    noted = said("{seat} has laid a card.")

    def words(self, table: Flock) -> Iterable[str]:
        return self.seat.hand.words(table, table.deck)

    def word_face(self, table: Flock, word: str) -> Face:
        held = self.seat.hand.seen(table).count(word)
        return Face(CARDS[word], count("you hold one", "you hold {n}", held), "cards-outline")


async def play(table: Flock) -> None:
    if len(table.deck) < sum(HAND - len(seat.hand) for seat in table.present()):
        dealt = await table.ask(ShuffleCards(None))                         # FL-2, FL-5
        table.deck.shuffled(dealt)
    for seat in table.present():
        seat.hand.draw(table.deck, HAND - len(seat.hand))                   # FL-2, FL-5
    cards = await table.all_of([Lay(seat) for seat in table.present() if len(seat.hand)])   # FL-3
    laid = {seat: table.reveal(card) for seat, card in cards.items()}
    for seat, card in laid.items():
        seat.hand.discard(card, table.deck)
    table.tricks = min(TRICKS, table.tricks + 1)
    alone = [seat for seat, card in laid.items() if list(laid.values()).count(card) == 1]
    if not alone:
        return table.tell(say("Nobody scores."), rule="FL-4")
    winner = max(alone, key=lambda seat: WORTH[laid[seat]])
    winner.gain(WORTH[laid[winner]])                                        # FL-4
    table.tell(say("{name} scores with a {card}.", name=winner, card=CARDS[laid[winner]]), winner, "FL-4")


def left(table: Flock, seat: Shepherd) -> None:
    seat.hand.back_to(table.deck)


def outcome(table: Flock) -> Outcome | None:                                # FL-6
    winners = best(table.seats)
    return podium(table, victory(winners), winners) if table.tricks >= TRICKS else None


def fields(table: Flock) -> Iterator[Field]:
    books = Rows(table, on_table=False)  # only the phone has the cards
    yield books.number("tricks", say("Tricks played"), 0, TRICKS)
    yield from books.deck("deck", say("Cards in the deck"), say("{thing} discarded"), CARDS)
    for seat in table.seats:
        yield points_field(seat)
        yield Rows(table, seat, on_table=False).hand("hand", say("{name}'s hand"), HAND)


def view(table: Flock) -> View:
    marks = {seat: count("One card", "{n} cards", len(seat.hand)) for seat in table.seats}
    return View(count("One card in the deck", "{n} cards in the deck", len(table.deck)),
                tuple(SeatView(seat.index, seat.points, note=marks[seat]) for seat in table.seats))


def glance(table: Flock, seat: Shepherd) -> Glance | None:
    lines = tuple(Reminder(CARDS[card], "cards-outline") for card in seat.hand.seen(table))
    return Glance(say("Your hand"), lines) if lines else None

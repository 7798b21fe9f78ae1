"""A deck, its discards and hands: everybody sees how many cards there are, only its seat sees a hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.kinds.secret import Deal, Dealt
from companion.core.questions import Tc
from companion.core.setup import Seat
from companion.core.text import said
from companion.core.values import Sealed, break_seal


class Deck:
    """A deck and its discards: `self.deck = Deck({"sheep": 4, "wolf": 2})`.

    It begins unshuffled, with all cards in `out`: ask a `ShuffleDeck` and pass its answer to `shuffled`.
    """

    def __init__(self, cards: Mapping[str, int]) -> None:
        self.cards = dict(cards)
        """How many of each there are."""
        self.order: list[Sealed[Any]] = []
        """From top to bottom. A correction may add cards that the phone doesn't know."""
        self.out = dict(cards)
        """Discarded, face up."""

    def __len__(self) -> int:
        return len(self.order)

    def discards(self) -> list[str]:
        """Every discarded card, one by one."""
        return [card for card, number in self.out.items() for _ in range(number)]

    def shuffled(self, dealt: Dealt | None = None) -> None:
        """Put the shuffled discards under the deck. None: players shuffle real cards, unseen by the phone."""
        real = _unknown(len(self.discards()))
        self.order += real if dealt is None else [dealt.part(at) for at in range(len(dealt.order))]
        del self.order[self._most():]  # after a correction there may be more than the box has
        self.out = dict.fromkeys(self.cards, 0)

    def discard(self, card: str) -> None:
        """Put it on the discards; if all of its kind are there, an unknown card goes under the deck."""
        if self.out[card] < self.cards[card]:
            self.out[card] += 1
        else:
            self.order = _of_length(self.order, min(len(self) + 1, self._most()))

    def turn_up(self, table: Any) -> str | None:
        """Take the top card and reveal it, for a market; None if the phone knows none of the cards left."""
        for _ in range(len(self.order)):
            card: str | None = table.reveal(self.order.pop(0))
            if card is not None:
                return card
            self.order.append(Sealed(None))
        return None

    def resize(self, number: int) -> None:
        """Set how many cards are left, as a correction does."""
        self.order = _of_length(self.order, number)

    def _most(self) -> int:
        return sum(self.cards.values())


class Hand:
    """A seat's cards: `self.hand = Hand(self)` in the `Seat`. Only this seat sees them; all see `len`."""

    def __init__(self, seat: Seat) -> None:
        self.owner = seat.index
        self.held: list[Sealed[Any]] = []

    def __len__(self) -> int:
        return len(self.held)

    def draw(self, deck: Deck, number: int = 1) -> None:
        """Take cards from the top, or as many as there are."""
        for _ in range(min(number, len(deck))):
            self._add(break_seal(deck.order.pop(0)))

    def seen(self, table: Any) -> list[str]:
        """The cards, for `glance` and this seat's own secret questions only."""
        cards = [table.seen_by(table.seats[self.owner], card) for card in self.held]
        return [card for card in cards if card is not None]

    def words(self, table: Any, deck: Deck) -> list[str]:
        """What the seat can play, equal cards once: any card if the phone doesn't know all of the hand."""
        known = self.seen(table)
        return [card for card in deck.cards if card in known or len(known) < len(self)]

    def take(self, card: str) -> None:
        """Add a card that lay face up, such as one of a market."""
        self._add(card)

    def pick_up(self, card: str, deck: Deck) -> None:
        """Take a card back from the discards, if it is there."""
        if deck.out[card]:
            deck.out[card] -= 1
            self._add(card)

    def play(self, card: str) -> None:
        """Remove a card, which has been revealed."""
        self._take(card)

    def discard(self, card: str, deck: Deck) -> None:
        """Remove a card, which has been revealed, and put it face up on the discards."""
        if self._take(card):
            deck.discard(card)

    def give(self, card: str | Sealed[str], to: "Hand") -> None:
        """Pass a card on, in secret if it is sealed."""
        passed = break_seal(card) if isinstance(card, Sealed) else card
        to = _hand(to)
        if self._take(passed):
            to._add(passed)

    def give_unseen(self, at: int, to: "Hand") -> None:
        """Pass on the card at this place, counted from 0, which nobody else has seen."""
        to = _hand(to)
        if self.held:
            to._add(break_seal(self.held.pop(at % len(self.held))))

    def back_to(self, deck: Deck) -> None:
        """Put all cards under the deck, unseen: somebody leaves."""
        deck.order += [Sealed(break_seal(card)) for card in self.held]
        self.held = []

    def resize(self, number: int) -> None:
        """Set how many cards it has, as a correction does; the phone doesn't know the new ones."""
        self.held = _of_length(self.held, number)
        for card in self.held:
            card.owner = self.owner

    def _add(self, card: str | None) -> None:
        added: Sealed[Any] = Sealed(card)
        added.owner = self.owner
        self.held.append(added)

    def _take(self, card: str) -> bool:
        """Remove it, or else a card that the phone doesn't know."""
        cards = [break_seal(one) for one in self.held]
        at = next((cards.index(one) for one in (card, None) if one in cards), None)
        if at is not None:
            del self.held[at]
        return at is not None


def _hand(to: Hand) -> Hand:
    if not isinstance(to, Hand):
        raise TypeError("a card is given to a Hand: write other.hand instead of other")
    return to


def _unknown(number: int) -> list[Sealed[Any]]:
    return [Sealed(None) for _ in range(number)]


def _of_length(cards: list[Sealed[Any]], number: int) -> list[Sealed[Any]]:
    return cards[:number] + _unknown(number - len(cards))


class ShuffleDeck(Deal[Tc]):
    """Let the phone shuffle the discards: pass the answer to `table.deck.shuffled`."""

    sentence = said("The phone shuffles the cards.")
    button = said("Shuffle")

    def deck(self, table: Tc) -> Deck:
        """The deck, which the table keeps."""
        raise NotImplementedError(f"{type(self).__name__} has no deck")

    def things(self, table: Tc) -> Sequence[str]:
        return self.deck(table).discards()

    def each(self, table: Tc) -> int:
        return 0

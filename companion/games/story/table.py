"""What lies on the table in Story, as far as books are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.seats import Person, Seat
from companion.core.setup import Setup
from companion.core.table import Table

PICTURES = 150  # ST-3
HAND = 3        # ST-3
GOAL = 20       # ST-13


class Player(Seat):
    """A teller and voter."""

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.card = True
        """The action card is still in hand (ST-14)."""
        self.stories_won = 0
        self.good_votes = 0
        """Votes that paid three points."""


@dataclass
class Vote:
    """A ballot after it was opened."""

    voter: Player
    story: Player


@dataclass
class Round:
    """One round under way, from the first story to the points."""

    told: list[Player] = field(default_factory=list)
    """Whose stories lie on the table, in the order they were told (ST-4)."""
    votes: list[Vote] = field(default_factory=list)
    """The first vote, once it is open (ST-5)."""
    tied: list[Player] = field(default_factory=list)
    """Who is in the tie-break, in the order of the round (ST-10, ST-A6)."""
    longer: list[Player] = field(default_factory=list)
    """Who of them has gone on with the story."""
    second: list[Vote] = field(default_factory=list)
    """The second vote, once it is open (ST-11)."""


@dataclass
class Pictures:
    """Where the pictures are; the hands are always filled up (ST-A2, ST-A3)."""

    pile: int
    laid: int = 0
    """Told with, on the table, besides the one in the middle."""
    discards: int = 0
    short: int = 0
    """What the hands lack of three each, while there is nothing left to draw."""

    def tell_with_one(self) -> None:
        """One leaves a hand, the hand is filled up again."""
        self.laid += 1
        self.short += 1
        self.fill_up()

    def fill_up(self) -> None:
        """As far as there are pictures: a pile never holds fewer than none."""
        while self.short and (self.pile or self.discards):
            if not self.pile:
                self.pile, self.discards = self.discards, 0                 # ST-A3
            drawn = min(self.short, self.pile)
            self.pile -= drawn
            self.short -= drawn

    def clear_away(self) -> None:
        """One stays in the middle, the others go (ST-6)."""
        self.discards += self.laid
        self.laid = 0
        self.fill_up()


class Story(Table[Player]):
    """Pieces on the score board, pictures, action cards."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.starter: Player | None = None
        """Who tells first in this round (ST-4, ST-A4)."""
        self.round = 1
        self.action: str | None = None
        """The action card that binds everybody in this round: challenge, silent or other (ST-14)."""
        self.middle: Player | None = None
        """Whose picture lies in the middle: the last winner's (ST-6)."""
        self.pictures = Pictures(PICTURES - HAND * len(self.seats) - 1)

    def in_turn(self) -> list[Player]:
        """Everybody at the table, clockwise from this round's starter (ST-4)."""
        first = self.starter.index if self.starter else 0
        order = self.seats[first:] + self.seats[:first]
        return [player for player in order if not player.gone]

    def first_teller(self) -> Player:
        return self.in_turn()[0]

    def card_holders(self) -> list[Player]:
        """Who may play an action card, nearest to the starter first (ST-14, ST-A14)."""
        return [player for player in self.in_turn() if player.card]

    def this_round(self) -> Round:
        """The round under way; an empty one between rounds, so that looking never fails."""
        for flow in reversed(self.now):
            if isinstance(flow, Round):
                return flow
        return Round()

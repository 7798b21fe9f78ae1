"""Players, the round, its stories and votes, and the pile of pictures."""

from dataclasses import dataclass, field

from companion.core.setup import Person, Seat, Setup
from companion.core.table import Table

PICTURES = 150  # ST-3
HAND = 3        # ST-3
GOAL = 20       # ST-13


class Player(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.card = True
        """The action card is still in hand (ST-14)."""
        self.stories_won = 0
        self.good_votes = 0
        """Votes that paid three points."""


@dataclass
class Vote:
    voter: Player
    story: Player


@dataclass
class Round:
    told: list[Player] = field(default_factory=list)
    """Players whose stories are on the table, in telling order (ST-4)."""
    votes: list[Vote] = field(default_factory=list)
    """The first vote, once revealed (ST-5)."""
    tied: list[Player] = field(default_factory=list)
    """Players in the tie-break, in telling order (ST-10, ST-A6)."""
    longer: list[Player] = field(default_factory=list)
    """Tied players who have continued their story."""
    second: list[Vote] = field(default_factory=list)
    """The second vote, once revealed (ST-11)."""


@dataclass
class Pictures:
    """Where the pictures are; hands are always refilled (ST-A2, ST-A3)."""

    pile: int
    laid: int = 0
    """Used in stories and on the table, besides the one in the middle."""
    discards: int = 0
    short: int = 0
    """Pictures missing from hands because none are left to draw."""

    def draw(self, number: int) -> None:
        self.short += number
        self.fill_up()

    def fill_up(self) -> None:
        while self.short and (self.pile or self.discards):
            if not self.pile:
                self.pile, self.discards = self.discards, 0                 # ST-A3
            drawn = min(self.short, self.pile)
            self.pile -= drawn
            self.short -= drawn

    def clear_away(self) -> None:  # ST-6
        self.discards += self.laid
        self.laid = 0
        self.fill_up()


class Story(Table[Player]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.starter: Player | None = None
        """Who tells first in this round (ST-4, ST-A4)."""
        self.round = 1
        self.action: str | None = None
        """This round's action card: challenge, silent or other (ST-14)."""
        self.middle: Player | None = None
        """The last winner, whose picture is in the middle (ST-6)."""
        self.pictures = Pictures(PICTURES - HAND * len(self.seats) - 1)

    def in_turn(self) -> list[Player]:  # ST-4
        first = self.starter.index if self.starter else 0
        order = self.seats[first:] + self.seats[:first]
        return [player for player in order if not player.gone]

    def first_teller(self) -> Player:
        return self.in_turn()[0]

    def card_holders(self) -> list[Player]:
        """Players who may play an action card, nearest to the starter first (ST-14, ST-A14)."""
        return [player for player in self.in_turn() if player.card]

    def this_round(self) -> Round:
        """The current round; between rounds an empty one, so callers need no check."""
        return self.seen(Round)

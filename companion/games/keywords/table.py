"""What lies on the table in Key Words, as far as books are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.seats import Person, Seat
from companion.core.setup import Setup
from companion.core.table import Table

PICTURES = (1, 2, 3)
"""The three pictures the narrator keeps (KW-5)."""
BOARDS = ("coral", "gold", "teal", "violet")
"""One colour a board (KW-2); only the look depends on it."""


class Player(Seat):
    """A guesser, and now and then the narrator."""

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.narrated = 0
        """How often this player has narrated (KW-4)."""
        self.tie_break: list[int] = []
        """Points in the tie-break rounds: a column of their own, beside the track (KW-A16)."""
        self.found = 0
        """Pictures found in the whole play, and how many of them as the fastest."""
        self.fastest = 0


@dataclass
class Stack:
    """One of the three pictures: the tokens on it, bottom (fastest) to top (KW-8), and its board."""

    tokens: list[Player] = field(default_factory=list)
    board: str | None = None
    read: bool = False
    """The table has entered it."""
    again: bool = False
    """It was entered before, and is looked at again."""

    def look_again(self) -> None:
        self.read, self.again = False, True


@dataclass
class Round:
    """One round under way."""

    tie_break: bool = False
    """Played among those level at the top (KW-17)."""
    told: bool = False
    reminded: bool = False
    """The agreed time is up, and the last seconds run (KW-15)."""
    stacks: list[Stack] = field(default_factory=lambda: [Stack() for _ in PICTURES])
    forbidden: int = 0
    """Forbidden words the narrator said: one stands for any number where the penalty is once a story (KW-7, KW-A3)."""
    agreed: bool = False
    """The points were looked at and may be booked."""


class KeyWords(Table[Player]):
    """Boards, tokens and score track."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.narrator: Player | None = None
        """Who narrates, or narrated last."""
        self.round = 1
        self.tie_breaks = 0
        """Tie-break rounds begun, void ones included (KW-17, KW-A19)."""
        self.voided = 0
        """Normal rounds that were void; gives each try a clock of its own."""

    def the_narrator(self) -> Player:
        return self.narrator or self.seats[0]

    # How long it lasts

    @property
    def turns_each(self) -> int:
        return 1 if len(self.setup.people) >= 5 else 2                      # KW-4, KW-A23

    def still_to_narrate(self) -> list[Player]:
        return [player for player in self.present() if player.narrated < self.turns_each]

    def rounds(self) -> int:
        """All rounds of this play; who leaves takes the own turns along."""
        return self.round - 1 + sum(self.turns_each - player.narrated for player in self.still_to_narrate())

    # The tie-break

    def level(self) -> list[Player]:
        """Everybody level at the top, by the track and then by each tie-break round (KW-16, KW-17)."""
        best = max((player.points, player.tie_break) for player in self.seats)
        return [player for player in self.seats if (player.points, player.tie_break) == best]

    def contenders(self) -> list[Player]:
        """Who plays for the victory once the rounds are over; who has left plays no more."""
        level = self.level()
        return [player for player in level if not player.gone] or level

    def neutral(self) -> list[Player]:
        """Who can narrate a tie-break without a stake in it (KW-A16)."""
        contenders = self.contenders()
        return [player for player in self.present() if player not in contenders]

    # This round

    def this_round(self) -> Round:
        """The round under way; an empty one between rounds, so that looking never fails."""
        return self.seen(Round)

    def guessers(self) -> list[Player]:
        """Everybody but the narrator; in a tie-break only those level at the top (KW-8, KW-17)."""
        players = self.contenders() if self.this_round().tie_break else self.present()
        return [player for player in players if player is not self.narrator and not player.gone]

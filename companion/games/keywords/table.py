"""Players, rounds and tie-breaks, and this round's boards and guesses."""

from dataclasses import dataclass, field

from companion.core.setup import Person, Seat, Setup
from companion.core.table import Table

PICTURES = (1, 2, 3)
"""The three pictures the narrator keeps (KW-5)."""
BOARDS = ("coral", "gold", "teal", "violet")
"""One colour per board (KW-2); purely visual."""


class Player(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.narrated = 0
        """How often this player has narrated (KW-4)."""
        self.tie_break: list[int] = []
        """Points in tie-break rounds, separate from the track (KW-A16)."""
        self.found = 0
        """Pictures found in the whole play, and how many of them as the fastest."""
        self.fastest = 0


@dataclass
class Stack:
    """One of the three pictures: its tokens, bottom (fastest) to top (KW-8), and its board."""

    tokens: list[Player] = field(default_factory=list)
    board: str | None = None
    read: bool = False
    """Players have entered it."""
    again: bool = False
    """It was entered before and is being checked."""

    def look_again(self) -> None:
        self.read, self.again = False, True


@dataclass
class Round:
    tie_break: bool = False
    """Played among the tied leaders (KW-17)."""
    told: bool = False
    reminded: bool = False
    """The agreed time is up and the last seconds run (KW-15)."""
    stacks: list[Stack] = field(default_factory=lambda: [Stack() for _ in PICTURES])
    forbidden: int = 0
    """Forbidden words the narrator said; at most 1 if the penalty is once per story (KW-7, KW-A3)."""
    agreed: bool = False
    """Players have seen the points, so they may be booked."""


class KeyWords(Table[Player]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.narrator: Player | None = None
        self.round = 1
        self.tie_breaks = 0
        """Tie-break rounds begun, including void ones (KW-17, KW-A19)."""
        self.voided = 0
        """Void normal rounds; gives each attempt a separate clock."""

    def the_narrator(self) -> Player:
        return self.narrator or self.seats[0]

    # Length

    @property
    def turns_each(self) -> int:
        return 1 if len(self.setup.people) >= 5 else 2                      # KW-4, KW-A23

    def still_to_narrate(self) -> list[Player]:
        return [player for player in self.present() if player.narrated < self.turns_each]

    def rounds(self) -> int:
        """All rounds of this play; players who leave take their turns with them."""
        return self.round - 1 + sum(self.turns_each - player.narrated for player in self.still_to_narrate())

    # The tie-break

    def level(self) -> list[Player]:
        """The tied leaders, by track and then by each tie-break round (KW-16, KW-17)."""
        best = max((player.points, player.tie_break) for player in self.seats)
        return [player for player in self.seats if (player.points, player.tie_break) == best]

    def contenders(self) -> list[Player]:
        level = self.level()
        return [player for player in level if not player.gone] or level

    def neutral(self) -> list[Player]:  # KW-A16
        contenders = self.contenders()
        return [player for player in self.present() if player not in contenders]

    # This round

    def this_round(self) -> Round:
        """The current round; between rounds an empty one, so callers need no check."""
        return self.seen(Round)

    def guessers(self) -> list[Player]:
        """Everybody but the narrator; in a tie-break only the tied leaders (KW-8, KW-17)."""
        players = self.contenders() if self.this_round().tie_break else self.present()
        return [player for player in players if player is not self.narrator and not player.gone]

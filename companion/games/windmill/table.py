"""What lies on the table in Windmill, as far as books are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.seats import Person, Seat
from companion.core.setup import Setup
from companion.core.table import Table

GRID = 25  # WM-3


class Player(Seat):
    """A storyteller and guesser; the points are on the track."""

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.found = 0
        """Cards found in the whole play, and how many of them with the Windmill."""
        self.captured = 0
        self.since = 1
        """The first round this player is in: a later one for somebody who joined late (WM-A17)."""


@dataclass
class CurrentStory:
    """One story under way."""

    card_down: bool = False
    """The story is told and the card lies on the table (WM-9)."""
    guesses: int = 0
    """How many had their chance: the position of the last guesser (WM-10)."""
    taken: int = 0
    """Cards out of the grid for this story (WM-10)."""
    windmill_with: Player | None = None
    """Who guesses with the Windmill card; None: it lies in the middle (WM-16)."""
    lost: list[Player] = field(default_factory=list)
    """Who lost a point with the Windmill: given back if the story is void (WM-A9)."""


@dataclass(frozen=True)
class Tale:
    """The story that was hardest to find and yet was found."""

    story: int
    teller: Player
    guesses: int


class Windmill(Table[Player]):
    """Grid, deck, Windmill card and score track."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.token: Player | None = None
        """Who has the First Player token: where every round begins (WM-4)."""
        self.teller: Player | None = None
        self.round = 1
        self.told_this_round: list[Player] = []
        self.laid_aside = 0
        """Guessed cards beside the grid, in the never-ending mode (WM-23)."""
        self.voided = 0
        """Stories that were void; gives each try a clock of its own (WM-A9)."""
        self.best_tale: Tale | None = None

    @property
    def rounds(self) -> int:
        """As many as the play began with, whoever joins (WM-A17)."""
        return 2 if len(self.setup.people) == 5 else 3  # WM-5

    @property
    def stories(self) -> int:
        return self.stories_before(self.rounds + 1)

    def stories_before(self, round_: int) -> int:
        """Everybody tells once in each round they are in (WM-6, WM-A17)."""
        return sum([round_ - player.since for player in self.seats if player.since < round_])

    def the_teller(self) -> Player:
        return self.teller or self.seats[0]

    def this_story(self) -> CurrentStory:
        """The story under way; an empty one between stories, so that looking never fails."""
        return self.seen(CurrentStory)

    def position(self) -> int:
        """The place of whoever guesses now: one more than have had their chance (WM-10)."""
        return self.this_story().guesses + 1

    def cards_left(self) -> int:
        """Cards to choose from just now (WM-10)."""
        return self.grid_size() - self.this_story().taken

    def story_number(self) -> int:
        return self.stories_before(self.round) + len(self.told_this_round) + 1

    def grid_size(self) -> int:
        """Cards to choose from at the start of a story (WM-3, WM-23)."""
        return GRID - self.laid_aside

    def lay_aside(self) -> None:
        self.laid_aside = min(GRID, self.laid_aside + 1)

    def never_ending(self) -> bool:
        return bool(self.setup.options["mode"] == "never-ending")

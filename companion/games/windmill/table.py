"""Players, the round, its teller and the guesses."""

from dataclasses import dataclass, field

from companion.core.setup import Person, Seat, Setup
from companion.core.table import Table

GRID = 25  # WM-3


class Player(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.found = 0
        """Cards found in the whole play, and how many of them with the Windmill."""
        self.captured = 0
        self.since = 1
        """The player's first round, later than 1 if they joined late (WM-A17)."""


@dataclass
class CurrentStory:
    card_down: bool = False
    """The story is told and the card is on the table (WM-9)."""
    guesses: int = 0
    """Number of guesses so far: the position of the last guesser (WM-10)."""
    guesser: Player | None = None
    """Who guesses now; None while the story is told (WM-7)."""
    taken: int = 0
    """Cards out of the grid for this story (WM-10)."""
    windmill_with: Player | None = None
    """Who guesses with the Windmill card; None if it is in the middle (WM-16)."""
    lost: list[Player] = field(default_factory=list)
    """Players who lost a point with the Windmill, returned if the story is void (WM-A9)."""


@dataclass(frozen=True)
class Tale:
    """The hardest story that somebody still found."""

    story: int
    teller: Player
    guesses: int
    equalled: bool = False


class Windmill(Table[Player]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.token: Player | None = None
        """Holder of the First Player token, where every round begins (WM-4)."""
        self.teller: Player | None = None
        self.round = 1
        self.told_this_round: list[Player] = []
        self.laid_aside = 0
        """Guessed cards beside the grid, in the never-ending mode (WM-23)."""
        self.voided = 0
        """Void stories; gives each attempt a separate clock (WM-A9)."""
        self.best_tale: Tale | None = None

    @property
    def rounds(self) -> int:
        """Fixed at the start, even if players join (WM-A17)."""
        return 2 if len(self.setup.people) == 5 else 3  # WM-5

    @property
    def stories(self) -> int:
        return self.stories_before(self.rounds + 1)

    def stories_before(self, round_: int) -> int:  # WM-6, WM-A17
        return sum([round_ - player.since for player in self.seats if player.since < round_])

    def the_teller(self) -> Player:
        return self.teller or self.seats[0]

    def this_story(self) -> CurrentStory:
        """The current story; between stories an empty one, so callers need no check."""
        return self.seen(CurrentStory)

    def guessing_after(self, player: Player) -> list[Player]:
        """The players who guess later, even if this one has left (WM-7)."""
        teller, places = self.the_teller(), len(self.seats)
        place = (player.index - teller.index) % places
        return [other for other in self.left_of(teller) if (other.index - teller.index) % places > place]

    def position(self) -> int:  # WM-10
        return self.this_story().guesses + 1

    def cards_left(self) -> int:  # WM-10
        return self.grid_size() - self.this_story().taken

    def story_number(self) -> int:
        return self.stories_before(self.round) + len(self.told_this_round) + 1

    def grid_size(self) -> int:  # WM-3, WM-23
        return GRID - self.laid_aside

    def lay_aside(self) -> None:
        self.laid_aside = min(GRID, self.laid_aside + 1)

    def never_ending(self) -> bool:
        return bool(self.setup.options["mode"] == "never-ending")

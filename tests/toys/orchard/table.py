"""What lies on the table in Orchard."""

from dataclasses import dataclass, field

from companion.core.setup import Person, Seat, Setup
from companion.core.table import Table
from companion.core.values import Sealed

BOX = 12  # OR-1
DAYS = 3  # OR-11


class Grower(Seat):
    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.apples = 0


@dataclass
class Turn:
    """One grower's turn under way."""

    grower: Grower
    actions: int = 0


@dataclass
class Baking:
    """A pie being baked, on top of whatever else happens."""

    baker: Grower


@dataclass
class Market:
    """What the growers agreed on in the evening."""

    price: int = 0
    crates: list[Grower] = field(default_factory=list)
    queue: list[Grower] = field(default_factory=list)
    stall: tuple[int, int] = (0, 0)
    takings: tuple[int, ...] = ()


class Orchard(Table[Grower]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Grower(index, person) for index, person in enumerate(setup.people)])
        self.basket = BOX
        self.day = 1
        self.weather = 0
        self.frost = False
        self.pies: list[str] = []
        self.had_turn: list[Grower] = []
        self.votes: list[Sealed[Grower]] = []
        self.market = Market()

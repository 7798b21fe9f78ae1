"""Windward's table state: captains, their boards and all flying pieces."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from companion.core.setup import Person, Seat, Setup
from companion.core.table import Table
from companion.games.windward.board import cresters as mover
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST, Planet
from companion.games.windward.box.model import CREW, Box, Paint, box_of, lay

MATES = 2
MOST_MORALE = 4
MOST_ROWING = 8
SHIP_SPEED = 4
HAND = 5
LAST_SPACE = 15
WHITE_WAKES = 10
TOOTH = {"grey": 3, "red": 4}


class Captain(Seat):
    """A player with a Ship Status Board; points are notoriety."""

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.ship = POST
        """The ship's space; POST at port."""
        self.morale = 1
        self.rowing = 0
        """Longboat speed, kept between turns (WW-35)."""
        self.gas = 0
        self.cannons = 0
        self.crew: list[str] = []
        self.boats_aboard = 1
        self.boats_ashore = 1
        """The second longboat, set aside until a Harpooner or Coxswain is hired (WW-51)."""
        self.hold: Crester | None = None
        """The one defeated Crester in the hold (WW-28)."""
        self.cargo = Cargo()
        self.cards = 0
        """Supply cards in hand; only their number is public (WW-6)."""
        self.played = 0
        """Supply cards discarded so far; the app doesn't see when players shuffle them (WW-8)."""
        self.claimed: list[int] = []
        """Achievement cards already scored (WW-146)."""

    @property
    def at_port(self) -> bool:
        return self.ship == POST

    def path(self, name: str) -> str:
        return f"captains.{self.index}.{name}"

    @property
    def hand_limit(self) -> int:
        """WW-6, WW-51"""
        return HAND + ("purser" in self.crew)

    def room_for(self, cards: int) -> int:
        """Cards in hand after drawing up to the limit (WW-47)."""
        return max(self.cards, min(self.hand_limit, self.cards + cards))


@dataclass
class Cargo:
    grey_teeth: int = 0
    red_teeth: int = 0
    plus_two: int = 0

    def __bool__(self) -> bool:
        return bool(self.grey_teeth or self.red_teeth or self.plus_two)

    @property
    def pieces(self) -> int:
        return self.grey_teeth + self.red_teeth + self.plus_two

    def add(self, other: "Cargo") -> None:
        self.grey_teeth += other.grey_teeth
        self.red_teeth += other.red_teeth
        self.plus_two += other.plus_two

    def remove(self, other: "Cargo") -> None:
        self.add(Cargo(-other.grey_teeth, -other.red_teeth, -other.plus_two))

    def empty(self) -> "Cargo":
        everything = Cargo(self.grey_teeth, self.red_teeth, self.plus_two)
        self.grey_teeth = self.red_teeth = self.plus_two = 0
        return everything


class Crester:
    """A Crester, tracked from its arrival until it returns to the stock (WW-A49).

    Defaults are class attributes, so snapshots contain only changed values.
    """

    living = True
    tagged = False
    fought = False
    """In battle with the active captain this turn (WW-75)."""
    fresh = False
    """Placed too late to move this turn (WW-99)."""

    def __init__(self, number: int, kind: str, at: Hex | None) -> None:
        self.id, self.kind, self.at = number, kind, at
        # at: None while in a hold

    @property
    def key(self) -> str:
        return f"{self.kind}{self.id}"


@dataclass(eq=False)
class Boat:
    owner: Captain
    number: int
    at: Hex

    @property
    def key(self) -> str:
        return boat_key(self.owner, self.number)


def boat_key(owner: Captain, number: int) -> str:
    return f"boat{owner.index}{number}"


@dataclass
class Stock:
    """The stock. Token counts may go below zero; players use substitutes (WW-A3)."""

    greys: int
    reds: int
    grey_teeth: int
    red_teeth: int
    gas: int
    plus_two: int
    tags: int
    crew: dict[str, int]

    def left(self, kind: str) -> int:
        return self.greys if kind == "grey" else self.reds

    def count(self, kind: str, change: int) -> None:
        if kind == "grey":
            self.greys += change
        elif kind == "red":
            self.reds += change


@dataclass
class Turn:
    speed: int = SHIP_SPEED
    mates: int = MATES
    coffee: int = 0
    """Orders Coffee can still give (WW-54)."""
    coffee_out: int = 0
    """Coffee tokens on orders."""
    covered: list[str] = field(default_factory=list)
    """Orders given this turn (WW-42)."""
    deadweight: bool = False
    """A Deadweight was played but not used yet (WW-54)."""
    drift: Hex | None = None
    """The Drift opened this turn by the last Deadweight (WW-22)."""
    came_from: Hex = POST
    """The ship's space before its last battle (WW-74)."""
    ties: list[tuple[str, str]] = field(default_factory=list)
    """Attacker and defender of each tie; they can't fight again this turn (WW-66)."""
    no_corner: bool = False
    """Every corner was taken when the White was due; roll again next turn (WW-A29)."""
    ended: bool = False


@dataclass
class Rest:
    captain: Captain
    white_done: bool = False
    moved: list[int] = field(default_factory=list)
    now: int = 0
    """Id of the Crester now flying; 0 for none."""
    tied: bool = False
    """Others are equally near and the order matters (WW-97)."""
    way: int = -1
    """Index of the chosen path; -1 takes the first."""
    ways: dict[int, tuple[Hex, ...]] = field(default_factory=dict)
    """Paths flown, for replays and retreats (WW-95)."""
    sides: dict[int, tuple[Hex, ...]] = field(default_factory=dict)
    """Possible sides of an arrival, until players choose (WW-A19)."""
    one_by_one: bool = False
    """Players move Cresters one at a time tonight."""


class Windward(Table[Captain]):
    constant: ClassVar[frozenset[str]] = frozenset({"box", "planet", "board", "solo", "coop", "competitive",
                                                    "small", "light"})

    layout = ""
    """Tiles of territories 1 to 6, such as CABFED (WW-3); empty until laid out."""
    paint: Paint = ()
    """Hexes corrected by hand in this play."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Captain(index, person) for index, person in enumerate(setup.people)])
        counts = self.box.counts
        self.phase = "layout"
        self.wind = 0
        self.wind_due = False
        self.first: Captain = self.seats[0]
        self.active: Captain = self.seats[0]
        self.round = 1
        self.cresters: list[Crester] = []
        self.next_id = 1
        self.boats: list[Boat] = []
        self.gas_on: dict[Hex, int] = {}
        self.loose: dict[Hex, Cargo] = {}
        self.stock = Stock(counts.greys, counts.reds, counts.grey_teeth, counts.red_teeth,
                           counts.gas_and_cannons,
                           counts.plus_two, counts.tags, dict.fromkeys(CREW, counts.crew_of_each_name))
        self.naturalist: Captain | None = None
        self.notices: list[int] = [0, 1]
        """The two face-up achievement cards (WW-146)."""
        self.white_waits = self.great_white
        self.reds_beaten = 0
        self.captain_lives = self.white_lives = len(self.seats) if self.coop else 0
        self.turning_points: list[tuple[int, str, int]] = []
        """Round, event (red, white, lost) and captain, for the summary."""
        self.trigger: Captain | None = None
        """First captain to reach fifteen (WW-104)."""
        self.verdict = ""
        """How the game ended: won, lost or notoriety."""

    def furnish(self) -> None:
        self.box: Box = box_of(self.setup.box)
        self.board = self.box.board
        mode = self.setup.options["mode"]
        self.solo, self.coop, self.competitive = mode == "solo", mode == "coop", mode == "competitive"
        self.small = bool(self.setup.options["small_world"])
        self.light = self.setup.options["depth"] == "light"                 # WW-153
        if self.layout:
            self.planet: Planet = lay(self.box, self.small, self.layout, self.paint)

    def lay_out(self, layout: str) -> None:
        """WW-3"""
        self.layout = layout
        self.planet = lay(self.box, self.small, layout, self.paint)

    @property
    def great_white(self) -> bool:
        """WW-133"""
        return self.competitive and bool(self.setup.options["great_white"])

    # Who is where

    def living(self, *kinds: str) -> list[Crester]:
        return [crester for crester in self.cresters if crester.living and crester.kind in kinds]

    def fallen(self, space: Hex) -> list[Crester]:
        return [crester for crester in self.cresters if crester.at == space and not crester.living]

    def flying_at(self, space: Hex) -> list[Crester]:
        return [one for one in self.cresters if one.at == space and one.living and one.kind != "grey"]

    def grey_at(self, space: Hex) -> Crester | None:
        here = (crester for crester in self.cresters if crester.at == space)
        return next((crester for crester in here if crester.living and crester.kind == "grey"), None)

    def ship_at(self, space: Hex, besides: Captain | None = None) -> Captain | None:
        return next((captain for captain in self.seats
                     if captain.ship == space and captain is not besides and space != POST), None)

    def boat_at(self, space: Hex) -> Boat | None:
        return next((boat for boat in self.boats if boat.at == space), None)

    def boats_of(self, captain: Captain) -> list[Boat]:
        return [boat for boat in self.boats if boat.owner is captain]

    def discard(self, captain: Captain, cards: int = 1) -> None:
        if not self.light:
            captain.cards = max(0, captain.cards - cards)
            captain.played += cards

    def dial(self, captain: Captain) -> int:
        """Morale shown on the board: a ship being looted already shows one (WW-15, WW-79)."""
        return captain.morale if self.verdict else max(1, captain.morale)

    def launch(self, boat: Boat) -> None:
        self.boats.append(boat)
        self.boats.sort(key=lambda one: (one.owner.index, one.number))

    def crester(self, key: str) -> Crester | None:
        return next((crester for crester in self.cresters if crester.key == key), None)

    def white(self) -> Crester | None:
        return next(iter(self.living("white")), None)

    def flying(self) -> set[Hex]:
        ships = {captain.ship for captain in self.seats if not captain.at_port}
        return ships | {crester.at for crester in self.living("red", "white") if crester.at is not None}

    def grey_spaces(self) -> set[Hex]:
        return {crester.at for crester in self.cresters if crester.kind == "grey" and crester.at is not None}

    def lying_at(self, space: Hex) -> Cargo:
        return self.loose.get(space, _NOTHING)

    def drop(self, cargo: Cargo, space: Hex) -> None:
        if cargo:
            self.loose.setdefault(space, Cargo()).add(cargo)

    # Slots

    def gas_slots(self, captain: Captain) -> int:
        return self.board.gas_slots + 2 * ("purser" in captain.crew) + 2 * ("gas_worker" in captain.crew)

    def cannon_slots(self, captain: Captain) -> int:
        return self.board.cannon_slots + 2 * ("marine" in captain.crew) + 2 * ("sergeant" in captain.crew)

    def free_gas_slots(self, captain: Captain) -> int:
        return max(0, self.gas_slots(captain) - captain.gas)

    def open_slots(self, crew: list[str]) -> Iterator[tuple[str, str]]:
        """The names of each crew slot that this crew leaves free (WW-50)."""
        taken = list(crew)
        for pair in self.box.crew_slots:
            aboard = next((name for name in taken if name in pair), None)
            if aboard is None:
                yield pair
            else:
                taken.remove(aboard)

    def crew_open(self, captain: Captain) -> list[str]:
        """Crew in stock with a free slot (WW-50)."""
        return [name for pair in self.open_slots(captain.crew) for name in pair
                if self.stock.crew[name] > 0 and name not in captain.crew]

    def hands_wait(self) -> bool:
        """One card for a whole night."""
        return self.is_under_way(Rest)

    # Crester flight

    def pieces(self, ship: Hex | None) -> mover.Pieces:
        flying = tuple([mover.FlyingCrester(one.id, one.kind, one.at, one.fought, one.fresh, one.tagged)
                        for one in self.cresters if one.living and one.kind != "grey" and one.at is not None])
        others = frozenset([captain.ship for captain in self.seats
                            if captain is not self.active and captain.ship != POST])
        return mover.Pieces(ship, flying, others)

    def mode(self) -> mover.CresterRules:
        """Current rules for Crester flight (WW-111)."""
        options = self.setup.options
        return mover.CresterRules(options["mode"], self.small, self.reds_beaten, options["difficulty"], **{
            name: options[name] for name in ("white_rests", "white_over_reds", "ask", "cut_off_stays",
                                             "solo_reds_rest", "white_over_post")})


_NOTHING = Cargo()

"""A play of Windward for tests: an open sky, driven by the names of questions."""

from dataclasses import replace
from typing import Any

from companion.core.play import Play
from companion.core.questions import Question
from companion.core.setup import Setup, people
from companion.core.values import Json
from companion.games.windward import game
from companion.games.windward.board.hexes import Hex
from companion.games.windward.box import model
from companion.games.windward.rules.aftermath import new_crester
from companion.games.windward.table import Boat, Captain, Cargo, Crester, Turn
from tests.games.evening import NAMES, Evening

MODES = {"solo": 1, "coop": 3, "competitive": 3}
BOARD = ("morale", "points", "gas", "rowing", "crew", "cannons", "cards")
BEGUN: list[tuple[str, Any]] = [("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")]
"""Corrections that put a voyage under way, as "Already started?" would."""


def open_sky(**changes: Any) -> model.Box:
    """A box with empty tiles; each test adds what it needs."""
    own = {"guessed": frozenset(model.PARTS.values()), **changes}  # no guess: nothing is put in its place
    return replace(model.starter(), large=model.blank(5), small=model.blank(4), **own)


class Voyage(Evening):
    """Set up and ready for the first captain's first turn, wind 1 (straight up)."""

    def __init__(self, mode: str = "competitive", players: int = 0, *, wind: int = 1,
                 box: model.Box | None = None, ready: bool = True, ship: tuple[int, ...] = (),
                 **options: Json) -> None:
        """`ship` is the first captain's space; morale, points and the like are theirs, too."""
        mine = {name: options.pop(name) for name in BOARD if name in options}
        names = NAMES[:players or MODES[mode]]
        setup = Setup(people(*names), {"mode": mode, **options}, model.to_json(box or open_sky()))
        self.play: Play[Any] = Play(game, setup)
        if ready:
            self.set_up(wind)
        if ship:
            self.captain().ship = self.at(*ship)
        vars(self.captain()).update(mine)

    def set_up(self, wind: int) -> None:
        self.answer(list("ABCDEF"))
        if len(self.table.seats) > 1:
            self.answer(0)
        self.answer([wind])
        if self.table.setup.options["naturalist"]:
            self.answer(0)
        if self.table.competitive:
            greys = self.question
            self.answer(list(greys.things(self.table))[:greys.least(self.table)])
        if self.table.coop:
            self.answer([4])
        self.answer("done")

    # Putting things where a test wants them

    def at(self, number: int, a: int, b: int = 0) -> Hex:
        return self.table.planet.at(number, (a, b))

    def captain(self, index: int = 0) -> Captain:
        return self.table.seats[index]

    def put(self, kind: str, space: Hex, *, living: bool = True) -> Crester:
        crester = new_crester(self.table, kind, space)
        crester.living = living
        if kind == "red":
            self.table.stock.reds -= 1
        if kind == "grey":
            self.table.stock.greys -= 1
        return crester

    def aboard(self, kind: str, captain: int = 0) -> Crester:
        """A defeated Crester in a hold."""
        crester = self.put(kind, Hex(0, 0), living=False)
        crester.at, self.captain(captain).hold = None, crester
        return crester

    def boat(self, space: Hex, captain: int = 0, number: int = 1) -> Boat:
        boat = Boat(self.captain(captain), number, space)
        boat.owner.boats_aboard -= 1
        self.table.boats.append(boat)
        self.play.restart()                                  # the turn's questions are asked again, with the boat
        return boat

    def give(self, captain: int = 0, **cargo: int) -> None:
        self.captain(captain).cargo.add(Cargo(**cargo))

    # Speaking to it

    @property
    def turn(self) -> Turn:
        return self.table.under_way(Turn)

    def of(self, name: str) -> Question[Any, Any]:
        """The open question of that class."""
        return next(question for question in self.play.open() if type(question).__name__ == name)

    def is_open(self, name: str) -> bool:
        return any(type(question).__name__ == name for question in self.play.open())

    def do(self, name: str, answer: Json = "done") -> None:
        self.play.answer(self.of(name).key(), list(answer) if isinstance(answer, tuple) else answer)

    def cannot(self, name: str, answer: Json = "done") -> str:
        """Check that it is refused, and return the rule."""
        raw = list(answer) if isinstance(answer, tuple) else answer
        return self.refuses(raw, self.of(name).key()).refusal.rule

    def open_answers(self, name: str) -> list[Any]:
        question = self.of(name)
        return list(question.choices(self.table))

    def battle(self, attacker: list[int], defender: list[int], *, cannons: int | None = None,
               extras: tuple[list[int], ...] = ()) -> None:
        """Play a battle: the two rolls, then what each captain adds."""
        if self.is_open("Cannons"):
            self.do("Cannons", cannons or 0)
        self.do("Throw", attacker)
        if self.is_open("Cannons"):
            self.do("Cannons", 0)
        self.do("Throw", defender)
        more = list(extras)
        while self.is_open("Extras"):
            self.do("Extras", more.pop(0) if more else [0, 0])

    def end_turn(self, pay: str = "card") -> None:
        """End the turn, pay for the night at sky and let Cresters fly."""
        self.do("EndTurn")
        if self.is_open("CardOrMorale"):
            self.do("CardOrMorale", pay)

    def fly_all(self) -> None:
        """Let every Crester fly, taking the first of equal paths and Reds."""
        while self.play.open() and type(self.question).__name__ in ("AllFly", "Fly", "ThisWay", "WhichFirst"):
            question = self.question
            self.answer(question.draft(self.table).answer() if type(question).__name__ == "AllFly"
                        else question.encode(next(iter(question.choices(self.table)))))

    def next_turn(self) -> None:
        """Continue to the next captain's first question, turning the wind if due."""
        if self.play.open() and self.is_open("Wind"):
            self.do("Wind", [2 if self.table.wind == 1 else 1])


def two_out() -> Voyage:
    """Ana two spaces out in territory 1, morale 4, wind straight out."""
    return Voyage(ship=(1, 2), morale=4)

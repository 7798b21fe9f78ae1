"""An evening of Winter Tales for tests: real answers for the setup, then what the test wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.winter_tales import game
from companion.games.winter_tales.box import model as my_box
from companion.games.winter_tales.table import Character, Memory, Player, Power, Winter

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Fay", "Gus")
WAYS = (
    ("dorothys_mansion", "puppets_theater"), ("puppets_theater", "mad_hatters_asylum"),
    ("dorothys_mansion", "nightmare_factory"), ("nightmare_factory", "memory_lane_cemetery"),
    ("fair_of_wonders", "memory_lane_cemetery"), ("puppets_theater", "fair_of_wonders"),
    ("mad_hatters_asylum", "winter_prison"), ("oaks_park", "winter_prison"),
)

MANSION, THEATER, ASYLUM, FACTORY = "dorothys_mansion", "puppets_theater", "mad_hatters_asylum", "nightmare_factory"
FAIR, PRISON, CEMETERY, PARK = "fair_of_wonders", "winter_prison", "memory_lane_cemetery", "oaks_park"
ASYLUM_PARK, CEMETERY_PARK = "mad_hatters_asylum+oaks_park", "memory_lane_cemetery+oaks_park"
MANSION_THEATER, ASYLUM_THEATER = "dorothys_mansion+puppets_theater", "mad_hatters_asylum+puppets_theater"
FACTORY_MANSION, CEMETERY_FACTORY = "dorothys_mansion+nightmare_factory", "memory_lane_cemetery+nightmare_factory"
CEMETERY_FAIR, FAIR_THEATER = "fair_of_wonders+memory_lane_cemetery", "fair_of_wonders+puppets_theater"
ASYLUM_PRISON, PARK_PRISON = "mad_hatters_asylum+winter_prison", "oaks_park+winter_prison"

SIDES = {3: ("spring", "winter", "writer"), 4: ("spring", "winter") * 2, 5: (*("spring", "winter") * 2, "writer"),
         6: ("spring", "winter") * 3, 7: (*("spring", "winter") * 3, "writer")}


def whole_town(**cards: Any) -> dict[str, Any]:
    """A complete, made-up town, so that steps are checked."""
    return {**deepcopy(_joined()), "complete": True, **cards}


@cache
def _joined() -> dict[str, Any]:
    town: dict[str, Any] = my_box.starter()
    for one, two in WAYS:
        town = my_box.join(town, one, two)
    return town


class Evening:
    """A play driven by short commands; questions are named by their class."""

    def __init__(self, players: int = 4, *, box: Any = None, **options: Any) -> None:
        self.play: Play[Winter] = Play(game, Setup(people(*NAMES[:players]), options, box or whole_town()))

    @property
    def table(self) -> Winter:
        return self.play.table

    # Looking

    def names(self) -> list[str]:
        """The classes of the open questions, the main one first."""
        return [type(question).__name__ for question in self.play.open()]

    def asked(self, name: str, *, standing: bool = False) -> Question[Winter, Any]:
        questions = [*self.play.standing()] if standing else [*self.play.open()]
        found = [question for question in questions if type(question).__name__ == name]
        assert found, f"{name} is not asked; open: {self.names()}"
        return found[0]

    def choices(self, name: str) -> list[Any]:
        question = self.asked(name)
        return [question.encode(choice) for choice in question.choices(self.table)]

    def sentence(self, name: str) -> str:
        return str(self.asked(name).sentence(self.table))

    def player(self, name: str) -> Player:
        return next(player for player in self.table.seats if player.name == name)

    def who(self, key: str) -> Character:
        return self.table.who(key)

    def lines(self) -> list[str]:
        """The chronicle as text."""
        return [str(line.text) for entry in self.play.chronicle() for line in entry.lines]

    # Doing

    def tap(self, name: str, answer: Any = "done") -> Evening:
        """Give an answer; the turn may already have ended automatically."""
        if name == "EndTurn" and name not in self.names() and self.table.ended is not None:
            return self
        self.play.answer(self.asked(name).key(), answer)
        return self

    def taps(self, *answers: tuple[str, Any]) -> Evening:
        for name, answer in answers:
            self.tap(name, answer)
        return self

    def send(self, key: str) -> Evening:
        """Send somebody in step two; players before them send nobody (WT-59)."""
        while key not in self.choices("SetOut") and "pass" in self.choices("SetOut"):
            self.tap("SetOut", "pass")
        return self.tap("SetOut", key)

    def declare(self, name: str, answer: Any = "done") -> Evening:
        self.play.answer(self.asked(name, standing=True).key(), answer)
        return self

    def refused(self, name: str, answer: Any) -> str:
        """The rule that refuses an answer; the table must not change."""
        before = repr_of(self.table)
        with pytest.raises(Refused) as error:
            self.play.answer(self.asked(name).key(), answer)
        assert repr_of(self.table) == before
        return error.value.refusal.rule

    def correct(self, path: str, value: Any) -> Evening:
        self.play.correct(path, value)
        return self

    def again(self) -> Evening:
        """Restart the turn with the table as it is."""
        self.play.restart()
        return self

    # Setting up

    def seat_everybody(self, ages: Sequence[int] | None = None, sides: Sequence[str] | None = None,
                       arbiter: int = 0) -> Evening:
        """Everything up to the characters. `ages`: seats, youngest first; `sides` in that order."""
        count = len(self.table.seats)
        self.taps(("AgeOrder", list(ages or range(count))), ("LayOut", "done"))
        for side in sides or SIDES[count]:
            if "DrawSide" in self.names():
                self.tap("DrawSide", side)
        self.tap("SitDown", "seated")
        if "DealObjectives" in self.names():
            self.tap("DealObjectives")
        return self.tap("Arbiter", arbiter)

    def choose(self, picks: Mapping[str, str | None]) -> Evening:
        """Characters in the order they are picked, each with its place if the app tracks everything."""
        for key, place in picks.items():
            self.tap("ChooseCharacter", key)
            if "StartSite" in self.names():
                self.tap("StartSite", place)
        return self

    def first_quests(self, spring: tuple[str, str], winter: tuple[str, str]) -> Evening:
        """Each quest and where it goes: a location, or a rebel."""
        for quest, place in (spring, winter):
            self.tap("DrawQuest", quest)
            for name in ("QuestSite", "QuestBearer"):
                if name in self.names():
                    self.tap(name, place)
        return self

    def begin(self) -> Evening:
        return self.taps(("BeginStory", "done"), ("FirstHands", "done"))


FOUR = {
    "dorothy": PARK, "mad_hatter": CEMETERY_PARK, "alice": THEATER, "candlewick": ASYLUM_PARK,
    "pinocchio": PRISON, "wolf": FACTORY_MANSION, "scarecrow": FAIR, "white_rabbit": MANSION_THEATER,
    "tin_man": ASYLUM, "mangiafuoco": ASYLUM_THEATER, "cranky": FACTORY, "fox_and_cat": CEMETERY_FAIR,
}
"""Ana (spring) has Dorothy, Pinocchio, the Tin Man; Ben (winter) the Mad Hatter, Wolf, Mangiafuoco; Cleo (spring)
Alice, the Scarecrow, Cranky; Dev (winter) Candlewick, the White Rabbit, the Fox & the Cat."""

FIVE = {
    "dorothy": PARK, "mad_hatter": CEMETERY_PARK, "alice": THEATER, "candlewick": ASYLUM_PARK, "pinocchio": PRISON,
    "tin_man": ASYLUM, "wolf": FACTORY_MANSION, "scarecrow": FAIR, "white_rabbit": MANSION_THEATER,
    "mangiafuoco": ASYLUM_THEATER,
}
"""As above with two each; Eve, the writer, has Pinocchio and Mangiafuoco."""


def four(*, spring: tuple[str, str] = ("glimmer", MANSION), winter: tuple[str, str] = ("horror", CEMETERY),
         box: Any = None, **options: Any) -> Evening:
    """Four players at the start of chapter one; Ana begins."""
    evening = Evening(4, box=box, **options).seat_everybody().choose(FOUR)
    return evening.first_quests(spring, winter).begin()


def five(*, spring: tuple[str, str] = ("glimmer", MANSION), winter: tuple[str, str] = ("horror", CEMETERY),
         box: Any = None, **options: Any) -> Evening:
    """Five players, Eve is the writer; Ana begins."""
    evening = Evening(5, box=box, **options).seat_everybody().choose(FIVE)
    return evening.first_quests(spring, winter).begin()


def light(players: int = 4, **options: Any) -> Evening:
    """Positions stay on the board."""
    evening = Evening(players, depth="light", **options).seat_everybody()
    evening.choose({key: None for key in (FOUR if players == 4 else FIVE)})
    return evening.first_quests(("glimmer", ""), ("horror", "")).begin()


def told(evening: Evening) -> list[str]:
    """The card *To move* after the last record."""
    return [str(line.sentence) for line in evening.play.by_hand.card().lines]


def put(evening: Evening, key: str, place: str) -> Evening:
    """Move somebody by hand."""
    return evening.correct(f"characters.{key}.at", place)


def move(evening: Evening, *spaces: str) -> Evening:
    for space in spaces:
        evening.tap("StepTo", space)
    return evening


def give_power(evening: Evening, key: str, *on: str, owner: str = "", at: str | None = None, side: str = "spring",
               space: int = 1) -> Power:
    """A power in force, as if its quest had succeeded; its memory lies on `space`."""
    table = evening.table
    memory = Memory(side, {"artifact": f"artifact_{side}"}.get(key, key), "success", chapter=table.chapter)
    table.track[space - 1] = memory
    holders = [table.who(one) for one in on]
    belongs_to = holders[0].owner if holders else None
    if owner:
        belongs_to = evening.player(owner)
    power = Power(key, memory, belongs_to, holders, at, won_by=side)
    table.powers[key] = power
    table.quests[memory.source].state = "done"
    return power


def acting(evening: Evening, name: str) -> Evening:
    """Give somebody the acting token and restart the turn."""
    return evening.correct("acting", evening.player(name).index).again()


def repr_of(table: Winter) -> object:
    """The whole state, for comparing."""
    return picture(table)

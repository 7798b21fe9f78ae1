"""Going round the table, live."""

import pickle
from typing import ClassVar

from companion.core.engine.state import picture
from companion.core.setup import Seat, Setup, people
from companion.core.table import Table
from tests.toys.scripted import Slate

SETUP = Setup(people("Ana", "Ben", "Cleo", "Dan"))


def names(seats: object) -> list[str]:
    return [seat.name for seat in seats]


def test_left_of_goes_clockwise_and_leaves_the_seat_itself_out() -> None:
    table = Slate(SETUP)
    assert names(table.left_of(table.seats[2])) == ["Dan", "Ana", "Ben"]


def test_left_of_is_live() -> None:
    table = Slate(SETUP)
    going = table.left_of(table.seats[0])
    assert next(going).name == "Ben"
    table.seats[2].gone = True
    assert names(going) == ["Dan"]


def test_next_of_passes_by_who_has_left() -> None:
    table = Slate(SETUP)
    table.seats[1].gone = table.seats[2].gone = True
    assert table.next_of(table.seats[0]).name == "Dan"
    table.seats[3].gone = True
    assert table.next_of(table.seats[0]).name == "Ana", "alone"
    assert names(table.present()) == ["Ana"]


def test_each_makes_its_list_again_and_gives_everything_once() -> None:
    table = Slate(SETUP)
    table.marks = ["a", "b", "c"]
    seen = []
    for mark in table.each(lambda: list(table.marks)):
        seen.append(mark)
        if mark == "a":
            table.marks.remove("b")
            table.marks.append("d")
    assert seen == ["a", "c", "d"]
    assert list(table.each(list)) == []


class Mapped(Table[Seat]):
    constant: ClassVar[frozenset[str]] = frozenset({"map"})

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.place = self.map["sea"]

    def furnish(self) -> None:
        self.map = {"sea": (0, 0), "land": (1, 1), "size": len(self.setup.people)}


def test_constant_things_stay_out_of_snapshots_and_are_laid_out_again() -> None:
    table = Mapped(SETUP)
    state = pickle.dumps(table)
    assert b"land" not in state
    assert b"Cleo" in state
    loaded = pickle.loads(state)
    loaded.laid_out_again(SETUP)
    assert loaded.map == table.map
    assert picture(loaded) == picture(table)
    assert "map" not in picture(table)

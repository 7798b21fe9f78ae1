"""Equal tables give equal pictures, and no secret is in them."""

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.core.engine.state import canonical, picture
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.table import Unwind
from companion.core.values import Sealed
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Scripted, Slate


class Wind(Enum):
    NORTH = 1


class Over(Unwind):
    pass


@dataclass
class Ship:
    name: str
    crew: list[Any] = field(default_factory=list)


class Slotted:
    __slots__ = ("hex", "missing")

    def __init__(self) -> None:
        self.hex = (2, 3)


async def nothing(table: Slate) -> None:
    raise AssertionError("never played")


def slate(**marks: Any) -> Slate:
    table = Scripted(nothing).new(Setup(people("Ana", "Ben")))
    table.marks = [marks]
    return table


def drawn(thing: Any) -> Any:
    """One thing lying on the table, as the picture shows it."""
    return picture(slate(thing=thing))["marks"][0]["thing"]


def test_seats_stand_in_full_once_and_by_place_elsewhere() -> None:
    table = slate()
    table.marks = [table.seats[1]]
    shown = picture(table)
    assert shown["seats"][0] == {"index": 0, "name": "Ana", "colour": 0, "points": 0, "gone": False}
    assert shown["marks"] == [{"seat": 1}]


def test_things_are_drawn_by_kind_and_content() -> None:
    assert drawn(Ship("Gull", [Wind.NORTH])) == {"Ship": {"name": "Gull", "crew": ["Wind.NORTH"]}}
    assert drawn(Slotted()) == {"Slotted": {"hex": [2, 3]}}
    assert drawn(Over) == "Over"
    assert drawn({(1, 2): True, "b": None}) == {"[1,2]": True, "b": None}
    assert drawn({3, 1, 2}) == [1, 2, 3]
    assert drawn({"b", "a"}) == ["a", "b"]


def test_a_circle_is_named_not_walked() -> None:
    ship = Ship("Gull")
    ship.crew.append(ship)
    assert drawn(ship) == {"Ship": {"name": "Gull", "crew": [{"again": "Ship"}]}}


def test_a_secret_shows_only_that_it_was_given() -> None:
    assert drawn(Sealed("the mill")) == "given"
    assert drawn([Sealed(1), Sealed(2)]) == ["given", "given"]


def test_constant_things_and_the_setup_are_left_out() -> None:
    class Mapped(Slate):
        constant = frozenset({"map"})

        def furnish(self) -> None:
            self.map = {"sea": 1}

    shown = picture(Mapped(Setup(people("Ana"))))
    assert {"map", "setup", "told", "opened"}.isdisjoint(shown) and "words" in shown


def test_flows_under_way_are_in_the_picture() -> None:
    play = Play(orchard, Setup(people("Ana", "Ben")))
    play.answer("Weather/table", [3])
    shown = picture(play.table)
    assert shown["now"] == [{"Turn": {"grower": {"seat": 0}, "actions": 0}}]
    assert shown["exits"] == ["Frost", "DayLost", "TurnOver"]


def test_canonical_spells_equal_things_equally() -> None:
    assert canonical({"b": 1, "a": [None, "ü"]}) == canonical(json.loads('{"a": [null, "\\u00fc"], "b": 1}'))

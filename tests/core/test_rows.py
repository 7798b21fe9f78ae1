"""Rows: what the fields of one thing share is declared once."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.core.fields import Rows
from companion.core.kinds import Bag
from companion.core.setup import Person, Seat, Setup, people
from companion.core.table import Table
from companion.core.text import Refused, say

YARD = say("The yard")


@dataclass
class Hen:
    key: str
    name: str
    eggs: int = 0
    brooding: bool = False
    keeper: Seat | None = None
    note: str = ""
    eaten: dict[str, int] = field(default_factory=lambda: {"corn": 2})


@dataclass
class Night:
    guard: Seat | None = None
    foxes: int = 0
    awake: list[Seat] = field(default_factory=list)
    tracks: dict[str, int] = field(default_factory=lambda: {"gate": 0})


class Yard(Table[Seat]):
    def __init__(self) -> None:
        super().__init__(Setup(people("Ana", "Ben")), [Seat(0, Person("Ana", 0)), Seat(1, Person("Ben", 1))])
        self.hens = {"speckle": Hen("speckle", "Speckle"), "dot": Hen("dot", "Dot")}
        self.first: Hen | None = None
        self.guest: Hen | None = None


@pytest.fixture
def yard() -> Yard:
    return Yard()


def test_path_group_and_name_are_declared_once(yard: Yard) -> None:
    hen = yard.hens["dot"]
    rows = Rows(yard, hen, "hens.dot", group=YARD, weight=2)
    eggs = rows.number("eggs", say("{hen}'s eggs"), 0, 5, "egg", short=say("Eggs"))
    assert (eggs.path, str(eggs.label), eggs.group, eggs.weight, eggs.icon) == ("hens.dot.eggs", "Dot's eggs", YARD, 2,
                                                                                "egg")
    eggs.write(3)
    assert (hen.eggs, eggs.read()) == (3, 3)
    with pytest.raises(Refused, match="Dot's eggs can't be 6"):
        eggs.check(6)


def test_rows_of_a_seat_know_its_place(yard: Yard) -> None:
    points = Rows(yard, yard.seats[1], on_table=False).number("points", say("{name}'s coins"), 0, 9)
    assert (points.path, points.seat, points.on_table) == ("seats.1.points", 1, False)
    assert str(points.label) == "Ben's coins"


def test_a_value_may_bring_its_sentence_and_its_words(yard: Yard) -> None:
    brooding = Rows(yard, yard.hens["dot"], "dot").flag(
        "brooding", say("{hen} broods"), {True: say("on eggs"), False: say("about")},
        told={True: say("{hen} sits down"), False: say("{hen} gets up")})
    assert str(brooding.sentence(False, True)) == "Dot sits down"
    assert str(brooding.words(False)) == "about"


def test_a_flow_is_read_before_it_begins_and_kept_until_then(yard: Yard) -> None:
    foxes = Rows(yard, Night, "night").number("foxes", say("Foxes"), 0, 3)
    assert foxes.read() == 0 and yard.ahead == []
    foxes.write(2)
    assert yard.ahead == [Night(foxes=2)]


def test_a_seat_may_be_nobody_always_or_only_at_first(yard: Yard) -> None:
    night = Rows(yard, Night)
    always, once = night.seat("guard", say("Guard"), say("no guard")), night.seat("guard", say("Guard"), once=True)
    assert {always.allowed, once.allowed} == {(0, 1, None)} and str(always.words(None)) == "no guard"
    once.write(1)
    assert (once.read(), once.allowed) == (1, (0, 1))
    assert always.allowed == (0, 1, None)


def test_a_thing_by_its_key(yard: Yard) -> None:
    first = Rows(yard).keyed("first", say("First out"), yard.hens, say("no hen"))
    assert first.allowed == (None, "speckle", "dot") and first.read() is None
    first.write("dot")
    assert yard.first is yard.hens["dot"] and (first.read(), str(first.words("dot"))) == ("dot", "Dot")


def test_what_is_no_json_is_converted_and_nothing_stays_nothing(yard: Yard) -> None:
    guest = Rows(yard, lambda: yard.guest, "guest").choice(
        "keeper", say("Keeper"), (0, 1, None),
        encode=lambda seat: seat.index, decode=lambda index: yard.seats[index])
    assert (guest.read(), guest.allowed) == (None, (None,))
    yard.guest = Hen("guest", "Guest", keeper=yard.seats[1])
    assert (guest.read(), guest.allowed) == (1, (0, 1, None))
    guest.write(0)
    assert yard.guest.keeper is yard.seats[0]


def test_a_thing_that_may_be_missing_has_nothing_to_set(yard: Yard) -> None:
    guest = Rows(yard, lambda: yard.guest, "guest")
    eggs = guest.number("eggs", say("Eggs of the guest"), 0, 5, nothing=0)
    corn = guest.entry("eaten", "corn", say("Corn"), range(9), nothing=0)
    assert (eggs.allowed, eggs.read(), corn.allowed, corn.read()) == ((0,), 0, (0,), 0)
    eggs.write(4)
    yard.guest = Hen("guest", "Guest")
    assert (eggs.allowed, eggs.read(), corn.read()) == (range(6), 0, 2)
    corn.write(7)
    assert yard.guest.eaten == {"corn": 7}


def test_membership_of_a_list(yard: Yard) -> None:
    awake = [Rows(yard, Night).member("awake", seat, seat.index, say("{name} is awake", name=seat),
                                      order=lambda one: one.index) for seat in yard.seats]
    awake[1].write(True)
    awake[0].write(True)
    assert [one.path for one in awake] == ["awake.0", "awake.1"]
    assert yard.seen(Night).awake == yard.seats and awake[0].read() is True
    awake[1].write(False)
    assert yard.seen(Night).awake == yard.seats[:1]


def test_after_is_called_once_the_value_was_set(yard: Yard) -> None:
    seen: list[Any] = []
    hen = yard.hens["dot"]
    note = Rows(yard, hen, "dot").text("note", say("Note"), after=lambda: seen.append(hen.note))
    note.write("lays well")
    assert seen == ["lays well"] and (note.text, note.on_table) == (True, False)
    note.check("anything at all")


@pytest.mark.parametrize("name", ["_eggs", "__class__"])
def test_rows_reach_only_plain_attributes(yard: Yard, name: str) -> None:
    with pytest.raises(TypeError, match="nothing that lies on a table"):
        Rows(yard, yard.hens["dot"], "dot").number(name, say("Hidden"), 0, 1)


def test_a_bag_has_two_fields_for_each_thing() -> None:
    table: Any = Yard()
    table.feed = Bag({"corn": 3, "wheat": 1})
    table.feed.take("corn")
    rows = list(Rows(table).bag("feed", say("{thing} in the bag"), say("{thing} eaten"),
                                {"corn": say("Corn"), "wheat": say("Wheat")}))
    assert [(one.path, str(one.label), one.read(), one.allowed, one.on_table) for one in rows] == [
        ("feed.left.corn", "Corn in the bag", 2, range(4), False), ("feed.out.corn", "Corn eaten", 1, range(4), False),
        ("feed.left.wheat", "Wheat in the bag", 1, range(2), False),
        ("feed.out.wheat", "Wheat eaten", 0, range(2), False)]
    rows[0].write(0)
    assert table.feed.things() == ["wheat"]


def test_an_entry_set_before_its_flow_begins_is_kept_for_it(yard: Yard) -> None:
    gate = Rows(yard, Night, "night").entry("tracks", "gate", say("Tracks at the gate"), range(5))
    gate.write(3)
    assert gate.read() == 3 and yard.coming(Night()).tracks == {"gate": 3}

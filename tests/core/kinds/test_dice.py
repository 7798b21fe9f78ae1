"""Dice: typed face by face, or rolled."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import pytest

from companion.core.kinds import Dice
from companion.core.questions import ANSWER, ROLL, Face, Given, Odds
from companion.core.text import Refused, said
from tests.toys.orchard.questions import Weather
from tests.toys.orchard.table import Orchard


class Storm(Dice[Orchard]):
    """As many dice as apples in the basket; two faces show the same."""

    rule: ClassVar[str] = "OR-2"
    sentence = said("What do the storm dice show?")

    def faces(self, table: Orchard) -> Sequence[int]:
        return (3, 1, 1)

    def how_many(self, table: Orchard) -> int:
        return table.basket

    def odds(self, table: Orchard) -> Odds:
        return Odds(50, 20, 30)

    def face(self, table: Orchard, choice: Any) -> Face:
        return Face(str(choice), icon="weather-lightning" if choice == 3 else "")


def test_faces_are_typed_one_by_one_and_taken_back(table: Orchard) -> None:
    table.basket = 2
    draft = Storm(None).draft(table)
    assert draft.type_face(3) is None
    draft.erase()
    draft.type_face(1)
    dice = draft.describe().dice
    assert dice is not None and not dice.alone and dice.odds == Odds(50, 20, 30)
    assert [(face.number, face.icon) for face in dice.faces] == [(1, ""), (3, "weather-lightning")]
    assert [slot and slot.number for slot in dice.slots] == [1, None]
    assert not draft.ready
    draft.type_face(3)
    draft.type_face(3)  # there is no third die
    assert draft.give() == Given([1, 3]) and draft.describe().ready


def test_a_face_that_the_die_does_not_have_is_refused(table: Orchard) -> None:
    with pytest.raises(Refused, match="This die has no 2"):
        Storm(None).draft(table).type_face(2)


def test_fewer_dice_keep_the_first_ones(table: Orchard) -> None:
    table.basket = 3
    draft = Storm(None).draft(table)
    for face in (3, 1, 3):
        draft.type_face(face)
    table.basket = 2
    draft.look(Storm(None), table)
    assert draft.answer() == [3, 1]


def test_a_single_die_is_one_tap_and_the_button_rolls(table: Orchard) -> None:
    draft = Weather(None).draft(table)
    described = draft.describe()
    assert described.dice is not None and described.dice.alone
    assert described.primary is not None and described.primary.does == ROLL and described.second is None
    assert draft.type_face(6) == Given([6])


def test_rolled_is_rolled_and_told(table: Orchard) -> None:
    table.basket = 2
    draft = Storm(None).draft(table)
    described = draft.describe()
    assert described.primary is not None and described.second is not None
    assert (described.primary.does, described.second.does) == (ANSWER, ROLL)
    given = draft.draw(Random(0))
    assert given.rolled and len(given.raw) == 2 and set(given.raw) <= {1, 3}
    assert str(given.told) == f"The app rolled {given.raw[0]} and {given.raw[1]}."

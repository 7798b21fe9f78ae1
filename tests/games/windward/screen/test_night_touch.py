"""The night and the battle by touches: one by one, from which side, and steps that skip themselves."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.windward.screen.panels import FlightRow
from tests.games.windward.screen.under_way import afloat
from tests.games.windward.voyage import open_sky
from tests.ui.conftest import PHONE, TABLET, Start

pytestmark = pytest.mark.touch
both = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@both
def test_who_begins_one_by_one_goes_on_so(start: Start, size: Any) -> None:
    """WW-97: three Reds; the button beside "All moved" leads to the nearest one alone, then to the next."""
    hands = afloat(start, "solo", size)
    hands.put(("captains.0.ship", hands.at(1, 1)), ("captains.0.morale", 4), ("beasts.red1", hands.at(1, 5)),
              ("beasts.red2", hands.at(1, 4)), ("beasts.red3", hands.at(3, 5)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    assert len(hands.drive.all(cls=FlightRow)) == 3
    hands.touch("One by one")
    assert hands.drive.says("The Red flies three hexes and reaches Ana.") and not hands.drive.has("All moved")
    hands.touch("Moved")
    assert hands.drive.says("The Red flies three hexes towards Ana.") and not hands.drive.has("All moved")
    assert [red.at for red in hands.play.table.living("red")][1] == hands.at(1, 1)


@both
def test_from_which_side_it_struck_is_asked_only_when_it_goes_back(start: Start, size: Any) -> None:
    """WW-A19, WW-95: two hexes off, two ways round. A tie sends it back: now it matters, and the tapped side counts."""
    hands = afloat(start, "solo", size)
    hands.put(("captains.0.ship", hands.at(2, 1)), ("captains.0.morale", 4), ("beasts.red1", hands.at(2, 2, 1)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    assert hands.drive.says("The Red flies two hexes and reaches Ana.")
    hands.touch("Moved")
    assert type(hands.question).__name__ == "Throw", "nobody asked from where"
    hands.answer("Throw", [1, 1, 1, 1, 1])
    hands.answer("Throw", [3, 2])
    hands.answer("Extras", [0, 0])
    assert hands.drive.says("Where does the Red go back to?")
    side = list(hands.question.choices(hands.play.table))[1]
    hands.answer("GoesBack", list(side))
    assert hands.play.table.living("red")[0].at == side


def test_one_that_wins_is_not_asked_from_where_it_came(start: Start) -> None:
    """WW-77: Ana is beaten by eight with morale one: the ship is lost, and the Red stays."""
    hands = afloat(start, "solo")
    hands.put(("captains.0.ship", hands.at(2, 1)), ("captains.0.morale", 4), ("beasts.red1", hands.at(2, 2, 1)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    hands.touch("Moved")
    hands.answer("Throw", [3, 3, 3, 3, 3])
    hands.answer("Throw", [1, 1])
    hands.answer("Extras", [0, 0])
    assert hands.over, "alone a lost ship is the end (WW-113)"


@both
def test_a_crester_that_is_beaten_already_needs_nothing_added(start: Start, size: Any) -> None:
    """WW-61: seven hits to five with a Sergeant's third die; after the last die the Red lies in the hold."""
    hands = afloat(start, size=size)
    red = hands.at(1, 3)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.0.crew.sergeant", True), ("beasts.red1", red))
    hands.answer("Sail", list(red))
    hands.answer("Throw", [3, 3, 1])
    hands.answer("Throw", [1, 1, 1, 1, 1])
    assert hands.play.table.seats[0].hold is not None and type(hands.question).__name__ == "PlaceRed"
    hands.undo()
    hands.answer("Throw", [2, 1, 1, 1, 2])
    assert type(hands.question).__name__ == "Extras", "seven to seven: a card would win"


def test_with_no_card_in_the_copy_and_no_token_nobody_is_asked(start: Start) -> None:
    """WW-61: two hits to five, and nothing could change it."""
    hands = afloat(start, box=open_sky(supplies=()))
    red = hands.at(1, 3)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.0.morale", 4), ("beasts.red1", red))
    hands.answer("Sail", list(red))
    hands.answer("Throw", [1, 1])
    hands.answer("Throw", [1, 1, 1, 1, 1])
    assert type(hands.question).__name__ == "Sail" and "Ana's morale 4 → 1" in hands.told()

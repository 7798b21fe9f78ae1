"""What is sold, what a card opens, what a gauge shows, and the book's other readings, read on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.windward.board.planet import Terrain
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard
from companion.ui.widgets.controls.rows import ListRow
from tests.games.windward.rules.test_odd_corners import painted
from tests.games.windward.screen.under_way import afloat
from tests.ui.conftest import PHONE, TABLET, Start

pytestmark = pytest.mark.touch


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_morale_is_never_below_zero_while_a_ship_is_looted(start: Start, size: Any) -> None:
    """WW-78, WW-79: Ben, morale one, is beaten by four. Nowhere on the screen stands a number below zero."""
    hands = afloat(start, size=size)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.1.ship", hands.at(1, 3)), ("captains.1.red_teeth", 4))
    hands.answer("Sail", list(hands.at(1, 3)))
    hands.answer("Throw", [3, 3])
    hands.answer("Throw", [1, 1])
    while type(hands.question).__name__ == "Extras":
        hands.answer("Extras", [0, 0])
    assert type(hands.question).__name__ == "Loot"
    shown = [*hands.drive.texts()]
    hands.touch(hands.page.panel.strip.places[1])
    hands.drive.advance(0.4)
    shown += hands.drive.texts()
    assert any(text in ("0", "1") for text in shown)
    assert not [text for text in shown if text.startswith(("-", "−"))]


@pytest.mark.parametrize(("mode", "sold"), [("competitive", True), ("solo", False), ("coop", False)])
def test_notoriety_is_sold_only_where_it_counts(start: Start, mode: str, sold: bool) -> None:
    """WW-121, WW-132, WW-55: at port with four gas."""
    hands = afloat(start, mode)
    hands.put(("captains.0.gas", 4))
    tile = next(iter(hands.drive.all("Buy", ActionTile)), None)
    if tile is None:
        hands._behind_more("Buy")
    else:
        hands.touch(tile)
    hands.drive.advance(0.3)
    cards = [card.text for card in hands.drive.all(cls=AnswerCard)]
    assert "Rum: 1 morale" in cards
    assert any("notoriety" in card.lower() for card in cards) is sold


def test_deadweight_opens_the_drift_it_is_played_for_and_no_other(start: Start) -> None:
    """WW-22, WW-54: two Drifts in a row. The first may be entered; the one behind it is not lit, and a tap on it does
    nothing."""
    box = painted(Terrain.DRIFT, ("A", (3, 0)), ("A", (3, 1)), ("A", (2, 1)))
    hands = afloat(start, box=box)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("wind", 3), ("turn.speed", 9))
    first, beyond = hands.at(1, 3), hands.at(1, 3, 1)
    assert first not in list(hands.question.choices(hands.play.table))
    hands.answer("Card", "deadweight")
    hands.answer("Sail", list(first))
    assert hands.play.table.seats[0].ship == first
    before = len(hands.play.log)
    hands.touch_at(*hands.page.stage.where(beyond))
    assert len(hands.play.log) == before and hands.page.panel.answer_panel.preview() != beyond


@pytest.mark.parametrize(("on", "dice", "who"), [(False, 8, "White"), (True, 3, "Ana")])
def test_who_attacks_when_the_white_arrives_and_why(start: Start, on: bool, dice: int, who: str) -> None:
    """WW-A47, WW-136: by the switch Ana attacks, with her Sergeant and first; Why? names the switch, and leads to the
    sentence of the rules about it."""
    hands = afloat(start, great_white=True, captain_attacks_white=on)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.0.morale", 4), ("captains.0.crew.sergeant", True),
              ("white_waits", False), ("beasts.white1", hands.at(1, 5)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    hands.why()
    line = f"House rule: You attack the White that arrives: {'On' if on else 'Off'}"
    hands.touch(hands.drive.find(line, ListRow))
    hands.drive.advance(0.5)
    assert hands.drive.app.visits[-1].name == "rules"
    assert hands.drive.says("One sentence of the book has the captain begin this fight")
    hands.drive.app.back()
    hands.drive.advance(0.4)
    hands.answer("Fly")
    assert hands.question.how_many(hands.play.table) == dice


@pytest.mark.parametrize("over", [False, True])
def test_the_white_flies_over_the_post_by_the_switch(start: Start, over: bool) -> None:
    """WW-A34: three out on one side, Ana two out on the other: five over the Post, six round it."""
    hands = afloat(start, great_white=True, white_over_post=over)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.0.morale", 4), ("white_waits", False),
              ("beasts.white1", hands.at(4, 3)))
    hands.answer("EndTurn")
    hands.answer("CardOrMorale", "card")
    assert hands.drive.says("attacks Ana") is over
    hands.why()
    assert hands.drive.has(f"House rule: The White flies over the Post: {'On' if over else 'Off'}", ListRow)

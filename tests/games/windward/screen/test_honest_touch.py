"""What is sold, what a card opens, what a gauge shows, and the book's other readings, read on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.copy import model
from companion.ui.table.parts import GaugeLine, GaugeRow
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard, Tile
from companion.ui.widgets.controls.rows import ListRow
from tests.games.windward.rules.test_odd_corners import painted
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.games.windward.voyage import open_sky
from tests.ui.conftest import PHONE, TABLET, Start

pytestmark = pytest.mark.touch


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_morale_is_never_below_zero_while_a_ship_is_looted(start: Start, size: Any) -> None:
    """WW-78, WW-79: Ben, morale one, is beaten by four. The screen shows no number below zero."""
    hands = afloat(start, size=size)
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.1.ship", hands.at(1, 3)), ("captains.1.red_teeth", 4),
              ("captains.1.grey_teeth", 1))
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


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_rum_and_three_cards_do_not_follow_the_boards_orders(start: Start, size: Any) -> None:
    """WW-55: this copy's board has "+2 morale" and "Take 5 cards". The Trading Post sells one morale and three cards
    all the same, for one gas each, and the board's own orders bring what is printed there."""
    box = open_sky(board=model.ShipBoard(morale_order=2, supplies_order=5))
    hands = afloat(start, size=size, box=box)
    hands.put(("captains.0.gas", 4))
    hands._bring(next(one for one in hands.play.open() if type(one).__name__ == "Buy"))
    sold = {card.choice: (card.text, card.hint.text) for card in hands.drive.all(cls=AnswerCard)}
    assert sold["morale"] == ("Rum: 1 morale", "1 gas")
    assert sold["supplies"][0] == "3 supply cards" and sold["supplies"][1].startswith("1 gas. Hand limit 5")
    hands.answer("Buy", "morale")
    me = hands.play.table.seats[0]
    assert (me.gas, me.morale) == (3, 2) and hands.drive.says("Ana bought rum for 1 gas")
    assert gauges(hands) >= {("Morale", 2), ("Gas", 3)}
    hands.answer("Buy", "supplies")
    assert (me.gas, me.morale) == (2, 2) and hands.drive.says("Ana bought supplies for 1 gas")
    hands._bring(next(one for one in hands.play.open() if type(one).__name__ == "Order"))
    assert {"Take 5 cards", "+2 morale"} <= {card.text for card in hands.drive.all(cls=AnswerCard)}
    hands.answer("Order", "morale")
    assert (me.gas, me.morale) == (2, 4) and gauges(hands) >= {("Morale", 4), ("Gas", 2)}


def gauges(hands: Afloat) -> set[tuple[str, int]]:
    """In the row of a phone, or on the card of a tablet."""
    row = [part.split(" ") for one in hands.drive.all(cls=GaugeRow) for part in one.text.split(", ")]
    card = [(line.label.text, line.value.text.split(" / ")[0]) for line in hands.drive.all(cls=GaugeLine)]
    return {(" ".join(words[:-1]), int(words[-1].split("/")[0])) for words in row} | {
        (label, int(value)) for label, value in card if value.isdigit()}


def with_teeth(start: Start, mode: str, size: Any, **teeth: int) -> Afloat:
    """Next to the Post, then into port by a touch: a place for four gas."""
    hands = afloat(start, mode, size)
    hands.put(("captains.0.ship", hands.at(1, 1)), *((f"captains.0.{kind}", n) for kind, n in teeth.items()))
    hands.answer("Sail", list(POST))
    return hands


def teeth_shown(hands: Afloat) -> list[tuple[str, bool]]:
    return [(tile.text, tile.chosen) for tile in hands.drive.all(cls=Tile)]


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_tooth_by_tooth_gas_or_notoriety(start: Start, mode: str, size: Any) -> None:
    """WW-120, WW-130, WW-A48: two red teeth (4 each) and a grey one (3) for four slots. One red tooth fills them, and
    is chosen already; with the grey one as well 3 are lost, and the button says so. One tap is enough."""
    hands = with_teeth(start, mode, size, red_teeth=2, grey_teeth=1)
    assert hands.drive.has("Ana, which teeth become gas?") and hands.drive.has("4 gas slots are free")
    assert teeth_shown(hands) == [("Grey tooth", False), ("Red tooth", True), ("Red tooth", False)]
    assert hands.page.panel.row.main.text == "4 gas"
    grey = next(tile for tile in hands.drive.all(cls=Tile) if tile.text == "Grey tooth")
    hands.touch(grey)
    assert hands.page.panel.row.main.text == "4 gas, 3 lost"
    hands.touch(grey)
    before = hands.drive.touches
    hands.main()
    me = hands.play.table.seats[0]
    assert hands.drive.touches - before == 1
    assert (me.gas, me.points, me.cargo.pieces) == (4, 7, 0)                    # 4 + 3 for the other two
    assert hands.told() == {"Ana's notoriety 0 → 7", "Ana's gas 0 → 4", "Ana's grey teeth 1 → 0",
                            "Ana's red teeth 2 → 0"}


def test_another_choice_of_teeth_and_none_at_all(start: Start) -> None:
    """WW-A48: Clear leaves none chosen; then the grey tooth alone is 3 gas, and the two red ones 8 notoriety."""
    hands = with_teeth(start, "solo", PHONE, red_teeth=2, grey_teeth=1)
    hands.touch("Clear")
    assert not any(chosen for _, chosen in teeth_shown(hands)) and hands.page.panel.row.main.text == "No gas"
    hands.answer("Teeth", ["grey_teeth.1"])
    me = hands.play.table.seats[0]
    assert (me.gas, me.points, me.cargo.pieces) == (3, 8, 0)
    hands.undo()
    hands.answer("Teeth", [])
    me = hands.play.table.seats[0]
    assert (me.gas, me.points, me.cargo.pieces) == (0, 11, 0)


@pytest.mark.parametrize(("gas", "chosen"), [(1, "Grey tooth"), (0, "Red tooth")])
def test_the_teeth_that_lose_the_least_are_chosen_already(start: Start, gas: int, chosen: str) -> None:
    """WW-A48: a grey tooth (3) and a red one (4). For three free slots the grey one, for four the red one."""
    hands = afloat(start, "solo")
    hands.put(("captains.0.ship", hands.at(1, 1)), ("captains.0.gas", gas), ("captains.0.red_teeth", 1),
              ("captains.0.grey_teeth", 1))
    hands.answer("Sail", list(POST))
    assert [text for text, on in teeth_shown(hands) if on] == [chosen]
    hands.main()
    assert hands.play.table.seats[0].gas == 4


@pytest.mark.parametrize(("mode", "teeth"), [("solo", 1), ("competitive", 3)])
def test_teeth_are_not_asked_for_where_nothing_is_lost(start: Start, mode: str, teeth: int) -> None:
    """WW-120: a red tooth alone just fills the four slots. WW-33: against each other all are notoriety."""
    hands = with_teeth(start, mode, PHONE, red_teeth=teeth)
    me = hands.play.table.seats[0]
    assert type(hands.question).__name__ == "Sail"
    assert (me.gas, me.points, me.cargo.pieces) == ((4, 0, 0) if mode == "solo" else (0, 12, 0))


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
    line = f"House rule: You attack the White when it arrives: {'On' if on else 'Off'}"
    hands.touch(hands.drive.find(line, ListRow))
    hands.drive.advance(0.5)
    assert hands.drive.app.visits[-1].name == "rules"
    assert hands.drive.says("The rulebook also has a sentence in which you start this battle")
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

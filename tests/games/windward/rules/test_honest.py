"""Windward: what is sold, what a card opens, and the book's other readings as switches."""

from dataclasses import replace

import pytest

from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.copy.model import ShipBoard
from tests.games.windward.rules.test_odd_corners import painted
from tests.games.windward.voyage import Voyage, open_sky


@pytest.mark.rule("WW-121", "WW-132", "WW-55")
@pytest.mark.parametrize(("mode", "sold"), [("competitive", True), ("solo", False), ("coop", False)])
def test_notoriety_is_sold_only_where_it_counts(mode: str, sold: bool) -> None:
    voyage = Voyage(mode)
    voyage.captain().gas = 4
    assert ("notoriety" in voyage.open_answers("Buy")) is sold


@pytest.mark.rule("WW-55")
def test_rum_and_supplies_are_the_posts_own_and_follow_no_order() -> None:
    voyage = Voyage(players=2, box=open_sky(board=replace(ShipBoard(), morale_order=2, supplies_order=5)))
    voyage.captain().gas = 4
    buy, order = voyage.of("Buy"), voyage.of("Order")
    assert [str(buy.face(voyage.table, ware).label) for ware in ("morale", "supplies")] == [
        "Rum: 1 morale", "3 supply cards"]
    assert str(order.face(voyage.table, "morale").label) == "+2 morale"
    voyage.do("Buy", "morale")
    assert voyage.captain().morale == 2


@pytest.mark.rule("WW-8")
def test_supplies_say_what_to_do_with_a_dry_stack() -> None:
    voyage = Voyage(players=2)
    assert str(voyage.of("Order").face(voyage.table, "supplies").hint) == (
        "Up to 5 in hand; a dry stack: shuffle three new ones")


@pytest.mark.rule("WW-22", "WW-54")
def test_deadweight_opens_the_drift_it_is_played_for_and_no_other() -> None:
    voyage = Voyage(players=2, wind=4, box=painted(Terrain.DRIFT, ("A", (3, 0)), ("A", (3, 1)), ("A", (2, 1))))
    me = voyage.captain()
    me.ship = voyage.at(1, 2)
    first, beyond = voyage.at(1, 3), voyage.at(1, 3, 1)
    voyage.do("Card", "deadweight")
    assert {first, voyage.at(1, 2, 1)} <= set(voyage.open_answers("Sail"))     # either of them, not yet both
    voyage.turn.speed = 9
    voyage.play.table.wind = 3
    voyage.do("Sail", first)
    assert (voyage.turn.deadweight, voyage.turn.drift) == (False, first)
    assert beyond not in voyage.open_answers("Sail")
    assert voyage.cannot("Sail", beyond) == "WW-22"


@pytest.mark.rule("WW-83", "WW-54")
def test_mates_and_coffee_that_come_off_the_orders_are_told() -> None:
    voyage = Voyage(players=2)
    voyage.captain().ship = voyage.at(1, 2)
    voyage.do("Card", "coffee")
    for order in ("ship_speed", "longboat_speed", "drop_longboat"):
        voyage.do("Order", order)
    voyage.end_turn()
    assert "Ana's mates and Coffee came off the orders." in voyage.told()


@pytest.mark.rule("WW-120", "WW-A48")
def test_gas_that_finds_no_slot_is_said_before_and_after() -> None:
    voyage = Voyage("solo")
    voyage.captain().ship = voyage.at(1, 1)
    voyage.table.stock.red_teeth -= 2
    voyage.give(red_teeth=2)                                 # eight gas, four slots
    assert str(voyage.of("Sail").face(voyage.table, POST).hint) == "4 gas from your teeth finds no slot"
    voyage.do("Sail", POST)
    assert voyage.told()[-1] == "Ana traded 2 red teeth for 4 gas; 4 found no slot."


@pytest.mark.rule("WW-A47", "WW-136")
def test_with_the_switch_the_captain_attacks_the_white_that_arrives() -> None:
    voyage = Voyage(players=2, great_white=True, captain_attacks_white=True)
    me = voyage.captain()
    me.ship, me.morale, me.crew = voyage.at(1, 2), 4, ["sergeant"]
    white = voyage.put("white", voyage.at(1, 5))
    voyage.table.white_waits = False
    voyage.end_turn()
    voyage.do("Fly")
    assert voyage.of("Throw").how_many(voyage.table) == 3    # two and the Sergeant, and first
    voyage.battle([3, 3, 3], [1] * 8, extras=([0, 0],))      # nine to eight: it is beaten
    assert voyage.table.white() is None and me.points == 6 + 1
    voyage = Voyage(players=2, great_white=True, captain_attacks_white=True)
    me = voyage.captain()
    me.ship, me.morale = voyage.at(1, 2), 4
    white = voyage.put("white", voyage.at(1, 5))
    voyage.table.white_waits = False
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([3, 3], [1] * 8, extras=([2, 0],))         # a tie: the White goes back, Ana takes a token
    assert (white.at, me.ship, me.cargo.plus_two) == (voyage.at(1, 3), voyage.at(1, 2), 1)


@pytest.mark.rule("WW-A34")
@pytest.mark.parametrize(("over", "arrives"), [(False, False), (True, True)])
def test_with_the_switch_the_white_flies_over_the_post(over: bool, arrives: bool) -> None:
    """Three out on one side, two on the other: five over the Post, six round it."""
    voyage = Voyage(players=2, great_white=True, white_over_post=over)
    me = voyage.captain()
    me.ship, me.morale = voyage.at(1, 2), 4
    white = voyage.put("white", voyage.at(4, 3))
    voyage.table.white_waits = False
    voyage.end_turn()
    while not voyage.is_open("Throw") and voyage.table.active is me:
        voyage.fly_all()
    assert (white.at == me.ship) is arrives
    assert white.at != POST

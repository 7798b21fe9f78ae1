"""Windward: what is sold, what a card opens, and the book's other readings as switches."""

from dataclasses import replace

import pytest

from companion.games.windward.board.hexes import spell
from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.box.model import ShipBoard
from tests.games.windward.rules.test_corners import painted
from tests.games.windward.voyage import Voyage, open_sky


@pytest.mark.rule("WW-121", "WW-132", "WW-55")
@pytest.mark.parametrize(("mode", "sold"), [("competitive", True), ("solo", False), ("coop", False)])
def test_notoriety_is_sold_only_where_it_counts(mode: str, sold: bool) -> None:
    voyage = Voyage(mode, gas=4)
    assert ("notoriety" in voyage.open_answers("Buy")) is sold


@pytest.mark.rule("WW-55")
def test_rum_and_supplies_are_the_posts_own_and_follow_no_order() -> None:
    voyage = Voyage(players=2, box=open_sky(board=replace(ShipBoard(), morale_order=2, supplies_order=5)), gas=4)
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
        "Hand limit 5; if a stack runs out, shuffle all into three")


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


@pytest.mark.rule("WW-53", "WW-22")
def test_a_second_deadweight_waits_until_the_first_has_served() -> None:
    voyage = Voyage(players=2, box=painted(Terrain.DRIFT, ("A", (3, 0)), ("A", (4, 0))))
    voyage.captain().ship, voyage.turn.speed = voyage.at(1, 2), 0
    voyage.do("Card", "deadweight")
    assert voyage.cannot("Card", "deadweight") == "WW-53"
    voyage.do("Sail", voyage.at(1, 3))
    assert voyage.open_answers("Sail") == []
    voyage.do("Card", "deadweight")
    voyage.do("Sail", voyage.at(1, 5))                       # over the second Drift, with the wind
    assert voyage.captain().ship == voyage.at(1, 5)


@pytest.mark.rule("WW-22")
def test_with_the_switch_off_a_deadweight_opens_every_drift_until_the_turn_ends() -> None:
    voyage = Voyage(players=2, one_drift=False, box=painted(Terrain.DRIFT, ("A", (3, 0)), ("A", (4, 0)), ("B", (1, 0))))
    voyage.captain().ship = voyage.at(1, 2)
    voyage.do("Card", "deadweight")
    voyage.do("Sail", voyage.at(1, 5))                       # over both, with the wind
    voyage.captain().ship = voyage.at(1, 1)
    assert voyage.at(2, 1) in voyage.open_answers("Sail")
    assert voyage.open_answers("Card").count("deadweight") == 1
    voyage.end_turn()
    voyage.captain(1).ship = voyage.at(1, 1)
    assert voyage.cannot("Sail", voyage.at(2, 1)) == "WW-22"


@pytest.mark.rule("WW-83", "WW-54")
def test_mates_and_coffee_that_come_off_the_orders_are_told() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
    voyage.do("Card", "coffee")
    for order in ("ship_speed", "longboat_speed", "drop_longboat"):
        voyage.do("Order", order)
    voyage.end_turn()
    assert "Ana's mates and Coffee are back on the ship." in voyage.told()


@pytest.mark.rule("WW-120", "WW-A48")
def test_gas_that_finds_no_slot_is_said_before_and_after() -> None:
    voyage = Voyage("solo", ship=(1, 1))
    voyage.table.stock.red_teeth -= 2
    voyage.give(red_teeth=2)                                 # eight gas, four slots
    assert str(voyage.of("Sail").face(voyage.table, POST).hint) == "No slot for 4 gas from your teeth"
    voyage.do("Sail", POST)
    voyage.do("Teeth", ["red_teeth.1", "red_teeth.2"])
    assert voyage.told()[-1] == "Ana traded 2 red teeth for 4 gas; 4 had no slot."


@pytest.mark.rule("WW-120", "WW-130", "WW-A48")
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_where_gas_finds_no_slot_each_tooth_is_gas_or_notoriety(mode: str) -> None:
    """Two red teeth and a grey one, four slots: one red tooth fills them. The others, 4 and 3, are notoriety."""
    voyage = Voyage(mode)
    voyage.play.fix([("captains.0.ship", spell(voyage.at(1, 1))), ("captains.0.red_teeth", 2),
                           ("captains.0.grey_teeth", 1)])
    voyage.do("Sail", POST)
    me = voyage.captain()
    teeth = voyage.of("Teeth")
    draft = teeth.draft(voyage.table)
    assert [*draft.tokens] == ["red_teeth.1"]                # what most want is chosen already
    assert str(teeth.button(voyage.table, draft.so_far())) == "4 gas"
    assert str(teeth.button(voyage.table, ("red_teeth.1", "grey_teeth.1"))) == "4 gas, 3 lost"
    voyage.do("Teeth", ["red_teeth.1"])
    assert (me.gas, me.points, me.cargo.pieces) == (4, 7, 0)
    assert voyage.told()[-2:] == ["Ana showed a grey tooth and a red tooth at the Trading Post.",
                                  "Ana traded a red tooth for 4 gas."]
    voyage.play.undo()
    me = voyage.captain()
    assert (me.at_port, me.gas, me.cargo.pieces) == (True, 0, 3)


@pytest.mark.rule("WW-120", "WW-33", "WW-A48")
@pytest.mark.parametrize(("mode", "full", "teeth", "asked", "answer", "gas", "points"), [
    ("solo", 0, {"red_teeth": 2, "grey_teeth": 1}, ["red_teeth.1"], ["grey_teeth.1"], 3, 8),
    ("solo", 0, {"red_teeth": 2, "grey_teeth": 1}, ["red_teeth.1"], [], 0, 11),
    ("solo", 1, {"red_teeth": 1, "grey_teeth": 1}, ["grey_teeth.1"], ["grey_teeth.1"], 4, 4),
    ("solo", 0, {"red_teeth": 1, "grey_teeth": 1}, ["red_teeth.1"], ["red_teeth.1"], 4, 3),
    ("solo", 0, {"grey_teeth": 2}, ["grey_teeth.1", "grey_teeth.2"], ["grey_teeth.1"], 3, 3),
    ("solo", 1, {"red_teeth": 2}, ["red_teeth.1"], ["red_teeth.1"], 4, 4),
    ("solo", 0, {"red_teeth": 1}, None, None, 4, 0), ("competitive", 0, {"red_teeth": 3}, None, None, 0, 12)])
def test_the_teeth_that_lose_the_least_are_chosen_and_any_others_may_be(
        mode: str, full: int, teeth: dict[str, int], asked: list[str] | None, answer: list[str] | None, gas: int,
        points: int) -> None:
    """A grey tooth is 3, a red one 4. Where nothing is lost, and against each other, nobody asks."""
    voyage = Voyage(mode)
    me = voyage.captain()
    me.ship, me.gas = voyage.at(1, 1), full
    voyage.give(**teeth)
    voyage.do("Sail", POST)
    if asked is not None:
        assert [*voyage.of("Teeth").draft(voyage.table).tokens] == asked
        voyage.do("Teeth", answer)
    assert voyage.is_open("Sail") and (me.gas, me.points, me.cargo.pieces) == (gas, points, 0)


@pytest.mark.rule("WW-120", "WW-18")
def test_teeth_are_asked_for_on_the_way_through_port_too() -> None:
    """The ship crosses the Post; when the app asks for teeth, it is already on the other side."""
    voyage = Voyage("solo", wind=2, ship=(1, 1))
    me = voyage.captain()
    voyage.give(red_teeth=2)
    voyage.play.by_hand.card()
    voyage.do("Sail", voyage.at(4, 1))
    assert voyage.is_open("Teeth") and me.ship == voyage.at(4, 1)
    assert [str(line.sentence) for line in voyage.play.by_hand.card().lines] == []
    voyage.do("Teeth", ["red_teeth.2"])
    assert (me.gas, me.points) == (4, 4)


@pytest.mark.rule("WW-61", "WW-67")
def test_empty_steps_of_a_battle_are_skipped() -> None:
    """There is nothing to add if the Crester is already beaten, or without battle cards and tokens.
    Against a ship every hit counts."""
    voyage = Voyage(players=2)
    red = f"beasts.red{voyage.table.next_id}"
    voyage.play.fix([("captains.0.ship", spell(voyage.at(1, 2))), ("captains.0.crew.sergeant", True),
                           (red, spell(voyage.at(1, 3)))])
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Throw", [3, 3, 1])
    voyage.do("Throw", [1, 1, 1, 1, 1])                      # seven to five
    assert voyage.captain().hold is not None and not voyage.is_open("Extras")
    voyage.play.undo()
    assert voyage.captain().hold is None and voyage.is_open("Throw")
    voyage.do("Throw", [2, 1, 1, 1, 2])                      # seven to seven: a card would win
    assert voyage.is_open("Extras")

    voyage = Voyage(players=2, box=open_sky(supplies=()), ship=(1, 2), morale=4)
    voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Throw", [1, 1])
    voyage.do("Throw", [1, 1, 1, 1, 1])
    assert not voyage.is_open("Extras") and voyage.captain().morale == 1

    voyage = Voyage(players=2)
    voyage.captain().ship, voyage.captain(1).ship = voyage.at(1, 2), voyage.at(1, 3)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Throw", [3, 3])
    voyage.do("Throw", [1, 1])
    assert voyage.is_open("Extras")


@pytest.mark.rule("WW-A47", "WW-136")
def test_with_the_switch_the_captain_attacks_the_white_that_arrives() -> None:
    voyage = Voyage(players=2, great_white=True, captain_attacks_white=True, ship=(1, 2), morale=4, crew=["sergeant"])
    me = voyage.captain()
    white = voyage.put("white", voyage.at(1, 5))
    voyage.table.white_waits = False
    voyage.end_turn()
    voyage.do("Fly")
    assert voyage.of("Throw").how_many(voyage.table) == 3    # two and the Sergeant, and first
    voyage.battle([3, 3, 3], [1] * 8, extras=([0, 0],))      # nine to eight: it is beaten
    assert voyage.table.white() is None and me.points == 6 + 1
    voyage = Voyage(players=2, great_white=True, captain_attacks_white=True, ship=(1, 2), morale=4)
    me = voyage.captain()
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
    voyage = Voyage(players=2, great_white=True, white_over_post=over, ship=(1, 2), morale=4)
    me = voyage.captain()
    white = voyage.put("white", voyage.at(4, 3))
    voyage.table.white_waits = False
    voyage.end_turn()
    while not voyage.is_open("Throw") and voyage.table.active is me:
        voyage.fly_all()
    assert (white.at == me.ship) is arrives
    assert white.at != POST

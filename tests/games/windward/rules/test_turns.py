"""Windward: a captain's own turn (WW-16 to WW-57)."""

from dataclasses import replace

import pytest

from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.box import model
from companion.games.windward.rules.moves import lying
from companion.games.windward.table import Boat, Cargo
from tests.games.windward.voyage import Voyage, open_sky


@pytest.fixture
def voyage() -> Voyage:
    """Ana's ship two spaces out in territory 1, wind straight out."""
    one = Voyage()
    one.captain().ship = one.at(1, 2)
    return one


@pytest.mark.rule("WW-16")
def test_any_actions_in_any_order(voyage: Voyage) -> None:
    voyage.do("Order", "ship_speed")
    voyage.do("Sail", voyage.at(1, 2, 1))
    voyage.do("Card", "fuel")
    voyage.do("Sail", voyage.at(1, 2))
    voyage.do("Order", "longboat_speed")
    assert voyage.is_open("Sail") and voyage.is_open("EndTurn")


@pytest.mark.rule("WW-17", "WW-51")
def test_a_turn_begins_with_four_speed_and_the_coxswain_at_work() -> None:
    voyage = Voyage(players=2)
    voyage.captain(1).crew.append("coxswain")
    voyage.captain(1).rowing = 8
    voyage.end_turn()
    assert voyage.table.active is voyage.captain(1)
    assert voyage.turn.speed == 4
    assert voyage.captain(1).rowing == 8                     # never above eight
    voyage.end_turn()
    voyage.next_turn()
    voyage.captain(1).rowing = 0
    voyage.end_turn()
    assert voyage.captain(1).rowing == 1


@pytest.mark.rule("WW-24")
def test_high_and_low_ignore_each_other(voyage: Voyage) -> None:
    voyage.put("grey", voyage.at(1, 3))
    voyage.boat(voyage.at(1, 4), captain=1)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 4))
    assert voyage.captain().ship == voyage.at(1, 4)
    assert voyage.is_open("Sail")


@pytest.mark.rule("WW-26")
def test_speed_that_is_left_is_lost(voyage: Voyage) -> None:
    assert "4 speed is lost." in [str(reason.text) for reason in voyage.of("EndTurn").reasons(voyage.table)]
    for _ in range(3):
        voyage.end_turn()
    voyage.next_turn()
    assert voyage.table.active is voyage.captain(0)
    assert voyage.turn.speed == 4


@pytest.mark.rule("WW-27")
def test_what_lies_on_the_planet_can_be_picked_up(voyage: Voyage) -> None:
    """A fallen Grey, gas on a pocket and dropped cargo; a living Red and an empty pocket are no find."""
    voyage.put("grey", voyage.at(1, 3), living=False)
    voyage.put("red", voyage.at(1, 4))
    voyage.aboard("red")
    voyage.table.gas_on = {voyage.at(2, 2): 2, voyage.at(2, 3): 0}
    voyage.table.loose = {voyage.at(3, 2): Cargo(plus_two=1)}
    assert lying(voyage.table) == {voyage.at(1, 3), voyage.at(2, 2), voyage.at(3, 2)}


@pytest.mark.rule("WW-27", "WW-28", "WW-A41")
def test_the_hold_takes_one_crester_and_any_cargo(voyage: Voyage) -> None:
    here = voyage.captain().ship
    voyage.put("red", here, living=False)
    voyage.put("grey", here, living=False)
    voyage.table.drop(Cargo(1, 2, 1), here)
    assert voyage.cannot("PickUp", ["red1", "grey2"]) == "WW-28"
    voyage.do("PickUp", ["red1", "grey_teeth.1", "red_teeth.1", "plus_two.1"])
    assert voyage.captain().hold is voyage.table.crester("red1")
    assert voyage.captain().cargo == Cargo(1, 1, 1)
    assert voyage.table.lying_at(here) == Cargo(0, 1, 0)
    assert "grey2" not in voyage.of("PickUp").things(voyage.table)


@pytest.mark.rule("WW-27", "WW-A6")
def test_what_is_picked_up_in_passing_does_not_stop_the_ship(voyage: Voyage) -> None:
    voyage.table.drop(Cargo(plus_two=1), voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("PickUp", ["plus_two.1"])
    voyage.do("Sail", voyage.at(1, 5))                       # all of it on the wind
    assert (voyage.captain().cargo, voyage.turn.speed) == (Cargo(plus_two=1), 4)


@pytest.mark.rule("WW-29", "WW-A44")
def test_cargo_may_be_dropped_at_sky_but_never_gas(voyage: Voyage) -> None:
    voyage.aboard("grey")
    voyage.give(red_teeth=1, plus_two=2)
    voyage.captain().gas = 2
    assert not any(thing.startswith("gas") for thing in voyage.of("Drop").things(voyage.table))
    boat = voyage.boat(voyage.captain().ship, captain=1)
    voyage.do("Drop", ["grey1", "plus_two.1"])
    grey = voyage.table.crester("grey1")
    assert grey.at == boat.at and voyage.captain().hold is None
    assert voyage.captain().cargo == Cargo(0, 1, 1)
    assert not any(thing == "grey1" for thing in voyage.of("PickUp").things(voyage.table))   # towed by Ben's boat


@pytest.mark.rule("WW-30", "WW-A7")
def test_gas_goes_into_free_slots_only(voyage: Voyage) -> None:
    here = voyage.captain().ship
    voyage.table.gas_on[here] = 2
    voyage.table.stock.gas -= 2
    voyage.captain().gas = 3
    assert voyage.of("PickUp").things(voyage.table) == ["gas.1"]
    voyage.captain().gas = 0
    assert voyage.of("PickUp").only_answer(voyage.table) == ["gas.1", "gas.2"]      # one tap takes all of it
    voyage.captain().gas = 3
    voyage.do("PickUp", ["gas.1"])
    assert (voyage.captain().gas, voyage.table.gas_on[here]) == (4, 1)
    assert not voyage.of("PickUp").possible(voyage.table)


@pytest.mark.rule("WW-31", "WW-A43")
def test_a_towed_grey_belongs_to_the_boats_owner(voyage: Voyage) -> None:
    here = voyage.captain().ship
    voyage.put("grey", here, living=False)
    boat = voyage.boat(here, captain=1)
    assert not voyage.of("PickUp").possible(voyage.table)
    boat.owner = voyage.captain(0)
    assert sorted(voyage.of("PickUp").things(voyage.table)) == ["boat01", "grey1"]
    voyage.do("PickUp", ["boat01"])                          # the boat alone: the Grey is loose now
    assert voyage.table.fallen(here) and voyage.captain().boats_aboard == 2


@pytest.mark.rule("WW-32")
def test_no_port_with_a_crester_aboard(voyage: Voyage) -> None:
    voyage.captain().ship = voyage.at(1, 1)
    voyage.aboard("red")
    assert voyage.cannot("Sail", POST) == "WW-32"
    voyage.do("Drop", ["red1"])
    voyage.do("Sail", POST)
    assert voyage.captain().at_port


@pytest.mark.rule("WW-33")
def test_teeth_are_worth_three_and_four_at_port(voyage: Voyage) -> None:
    voyage.captain().ship = voyage.at(1, 1)
    voyage.give(grey_teeth=2, red_teeth=1)
    voyage.table.stock.grey_teeth -= 2
    voyage.table.stock.red_teeth -= 1
    voyage.do("Sail", POST)
    assert voyage.captain().points == 2 * 3 + 4
    assert voyage.captain().cargo == Cargo()
    assert (voyage.table.stock.grey_teeth, voyage.table.stock.red_teeth) == (8, 8)


@pytest.mark.rule("WW-34", "WW-35")
def test_longboat_speed_is_split_and_kept(voyage: Voyage) -> None:
    voyage.boat(voyage.at(1, 2))
    voyage.captain().boats_aboard, voyage.captain().boats_ashore = 1, 0
    voyage.boat(voyage.at(3, 3), number=2)
    voyage.captain().rowing = 5
    voyage.play.answer("Row/0/boat01", list(voyage.at(1, 4)))
    voyage.play.answer("Row/0/boat02", list(voyage.at(3, 4)))
    assert voyage.captain().rowing == 2
    voyage.end_turn()
    assert voyage.captain().rowing == 2


@pytest.mark.rule("WW-42")
def test_each_mate_one_order_and_each_order_once(voyage: Voyage) -> None:
    assert voyage.cannot("Order", "morale") == "WW-42"       # a port order at sky
    voyage.do("Order", "ship_speed")
    assert voyage.cannot("Order", "ship_speed") == "WW-42"
    voyage.do("Order", "longboat_speed")
    voyage.captain().rowing = 0
    assert voyage.cannot("Order", "drop_longboat") == "WW-42"
    voyage.do("Card", "coffee")
    assert voyage.cannot("Order", "ship_speed") == "WW-42"   # Coffee repeats nothing
    voyage.do("Order", "drop_longboat")
    assert voyage.turn.coffee == 0


@pytest.mark.rule("WW-43", "WW-A8")
def test_a_longboat_needs_an_empty_space(voyage: Voyage) -> None:
    here = voyage.captain().ship
    voyage.table.drop(Cargo(plus_two=1), here)
    assert voyage.cannot("Order", "drop_longboat") == "WW-A8"
    voyage.do("PickUp", ["plus_two.1"])
    voyage.do("Order", "drop_longboat")
    assert [boat.at for boat in voyage.table.boats] == [here]
    assert voyage.captain().boats_aboard == 0


@pytest.mark.rule("WW-44")
def test_longboat_speed_stops_at_eight(voyage: Voyage) -> None:
    voyage.captain().rowing = 6
    voyage.do("Order", "longboat_speed")
    assert voyage.captain().rowing == 8                      # the order is worth three


@pytest.mark.rule("WW-44")
def test_longboats_at_full_speed_need_no_order(voyage: Voyage) -> None:
    voyage.captain().rowing = 8
    assert voyage.cannot("Order", "longboat_speed") == "WW-44"


@pytest.mark.rule("WW-45", "WW-A9")
def test_one_more_ship_speed_only_at_sky(voyage: Voyage) -> None:
    voyage.do("Order", "ship_speed")
    assert voyage.turn.speed == 5
    voyage.captain().ship = POST
    voyage.turn.covered.clear()
    assert voyage.cannot("Order", "ship_speed") == "WW-42"


@pytest.mark.rule("WW-46", "WW-51")
@pytest.mark.parametrize(("kind", "crew", "gas"), [("grey", [], 3), ("red", ["gas_worker"], 4)])
def test_processing_gives_a_tooth_and_gas(voyage: Voyage, kind: str, crew: list[str], gas: int) -> None:
    me = voyage.captain()
    me.morale, me.crew = 3, crew
    voyage.aboard(kind)
    voyage.do("Order", "process")
    assert me.hold is None and me.gas == gas
    assert me.cargo == (Cargo(grey_teeth=1) if kind == "grey" else Cargo(red_teeth=1))
    assert (voyage.table.stock.greys, voyage.table.stock.reds) == (8, 9)


@pytest.mark.rule("WW-46")
def test_gas_over_the_slots_is_lost_and_nothing_aboard_is_refused(voyage: Voyage) -> None:
    assert voyage.cannot("Order", "process") == "WW-46"
    voyage.aboard("grey")
    voyage.captain().morale, voyage.captain().gas = 4, 2
    voyage.do("Order", "process")
    assert voyage.captain().gas == 4


@pytest.mark.rule("WW-47", "WW-48", "WW-49")
def test_port_orders(voyage: Voyage) -> None:
    me = voyage.captain()
    me.ship, me.morale = POST, 4
    assert voyage.cannot("Order", "morale") == "WW-48"
    me.cannons = 3
    assert voyage.cannot("Order", "cannon") == "WW-49"
    me.cannons, me.morale = 2, 3
    gas = voyage.table.stock.gas
    voyage.do("Order", "cannon")
    voyage.do("Order", "morale")
    assert (me.cannons, me.morale, voyage.table.stock.gas) == (3, 4, gas - 1), "a cannon is the back of a gas token"
    voyage.do("Card", "coffee")
    voyage.do("Order", "supplies")                           # the cards are drawn by hand
    assert "supplies" in voyage.turn.covered


@pytest.mark.rule("WW-50", "WW-51")
def test_crew_fills_a_slot_for_good(voyage: Voyage) -> None:
    me = voyage.captain()
    me.ship, me.gas = POST, 4
    voyage.do("Order", "crew")
    voyage.do("Hire", "harpooner")
    assert (me.boats_aboard, me.boats_ashore) == (2, 0)
    voyage.do("Buy", "crew")
    assert "coxswain" not in voyage.open_answers("Hire")     # the same slot
    voyage.do("Hire", "purser")
    assert voyage.table.gas_slots(me) == 6
    voyage.do("Buy", "crew")
    voyage.do("Hire", "marine")
    assert voyage.table.cannon_slots(me) == 5
    me.gas = 4
    assert voyage.cannot("Buy", "crew") == "WW-50"


@pytest.mark.rule("WW-52", "WW-53", "WW-54")
def test_cards_are_free_and_only_battle_cards_wait_for_a_battle(voyage: Voyage) -> None:
    assert sorted(voyage.open_answers("Card")) == ["aerogenerator", "coffee", "deadweight", "fuel"]
    voyage.do("Card", "fuel")
    assert voyage.turn.speed == 5
    assert voyage.cannot("Card", "harpoon") == "WW-52"
    assert "WW-53" in voyage.of("Card").also                 # none is thrown away unused, but for the night at sky


@pytest.mark.rule("WW-54", "WW-A45", "WW-A46")
@pytest.mark.parametrize("mode", ["competitive", "solo", "coop"])
def test_bait_brings_a_grey_in_every_mode(mode: str) -> None:
    voyage = Voyage(mode, box=model.starter())
    for grey in voyage.table.living("grey"):
        voyage.table.cresters.remove(grey)
        voyage.table.stock.greys += 1
    ground = voyage.table.planet.feeding_grounds[3][0]
    voyage.do("Card", "bait")
    voyage.do("Bait", ground)
    assert [grey.at for grey in voyage.table.living("grey")] == [ground]
    other = voyage.table.planet.feeding_grounds[4][0]
    voyage.table.launch(Boat(voyage.table.seats[0], 1, other))
    voyage.do("Card", "bait")
    assert ground not in voyage.open_answers("Bait")
    assert other not in voyage.open_answers("Bait")                     # no longboat may be there either


@pytest.mark.rule("WW-54")
def test_bait_may_take_the_very_last_grey_of_the_stock() -> None:
    """The card needs a Grey in the stock: one is enough, and after it there is none."""
    voyage = Voyage(box=model.starter())
    voyage.table.stock.greys = 1
    flying = len(voyage.table.living("grey"))
    voyage.do("Card", "bait")
    voyage.do("Bait", voyage.open_answers("Bait")[0])
    assert (len(voyage.table.living("grey")), voyage.table.stock.greys) == (flying + 1, 0)
    assert voyage.cannot("Card", "bait") == "WW-54"


@pytest.mark.rule("WW-102")
def test_the_aerogenerator_turns_the_wind_at_once(voyage: Voyage) -> None:
    voyage.do("Card", "aerogenerator")
    voyage.do("NewWind", "4")
    assert voyage.table.wind == 4
    voyage.turn.speed = 1
    assert voyage.cannot("Sail", voyage.at(1, 3)) == "WW-20"


@pytest.mark.rule("WW-22", "WW-A39")
def test_no_turn_ends_on_drift_unless_stranded() -> None:
    box = open_sky()
    tile = box.large.tile("A").painted((2, 0), Terrain.DRIFT)
    voyage = Voyage(box=replace(box, large=box.large.with_tile("A", tile)), ship=(1, 1))
    assert voyage.cannot("Sail", voyage.at(1, 2)) == "WW-22"
    voyage.do("Card", "deadweight")
    voyage.do("Sail", voyage.at(1, 2))
    assert voyage.cannot("EndTurn") == "WW-22"
    assert voyage.cannot("Order", "drop_longboat") == "WW-22"
    voyage.turn.speed = 0
    voyage.table.wind = 4                                    # the way back costs nothing
    voyage.turn.deadweight = True
    voyage.do("Sail", voyage.at(1, 1))
    assert voyage.captain().ship == voyage.at(1, 1)


@pytest.mark.rule("WW-55", "WW-56", "WW-A10")
def test_what_gas_buys_at_port_as_often_as_wanted(voyage: Voyage) -> None:
    me = voyage.captain()
    me.gas = 4
    assert voyage.cannot("Buy", "cannon") == "WW-55"         # at sky
    me.ship = POST
    voyage.do("Order", "cannon")
    voyage.do("Buy", "cannon")                               # though the order is covered
    voyage.do("Buy", "cannon")
    assert (me.cannons, me.gas) == (3, 2)
    assert voyage.cannot("Buy", "cannon") == "WW-49"
    voyage.do("Buy", "notoriety")
    assert (me.points, me.gas) == (1, 0)
    assert voyage.cannot("Buy", "morale") == "WW-55"
    assert voyage.turn.mates == 1                            # purchases need no mate


@pytest.mark.rule("WW-6", "WW-51", "WW-55")
@pytest.mark.parametrize(("crew", "held"), [([], 5), (["purser"], 6)])
def test_bought_cards_fill_a_hand_of_five_or_with_the_purser_of_six(voyage: Voyage, crew: list[str], held: int) -> None:
    me = voyage.captain()
    me.ship, me.gas, me.cards, me.crew = POST, 1, 4, crew
    voyage.do("Buy", "supplies")
    assert (me.cards, me.gas) == (held, 0)


@pytest.mark.rule("WW-43")
def test_the_second_longboat_has_the_second_number(voyage: Voyage) -> None:
    """One longboat is already at sky, so the board provides the other one."""
    voyage.boat(voyage.at(2, 2))
    voyage.captain().boats_aboard = 1
    voyage.do("Order", "drop_longboat")
    assert [(boat.number, boat.at) for boat in voyage.table.boats] == [(1, voyage.at(2, 2)), (2, voyage.at(1, 2))]


@pytest.mark.rule("WW-43")
def test_the_first_number_is_free_again(voyage: Voyage) -> None:
    voyage.boat(voyage.at(2, 2), number=2)
    voyage.captain().boats_aboard = 1
    voyage.do("Order", "drop_longboat")
    assert [(boat.number, boat.at) for boat in voyage.table.boats] == [(1, voyage.at(1, 2)), (2, voyage.at(2, 2))]

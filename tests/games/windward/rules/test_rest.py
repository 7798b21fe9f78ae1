"""Windward: the end of a turn, of a round and of the game (WW-83 to WW-106, WW-150, WW-152)."""

from dataclasses import replace

import pytest

from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.rules.aftermath import grey_is_due
from companion.games.windward.table import Cargo
from tests.games.windward.voyage import Voyage, open_sky


@pytest.fixture
def voyage() -> Voyage:
    """Two captains; Ana two spaces out in territory 1, morale 3."""
    one = Voyage(players=2)
    one.captain().ship, one.captain().morale = one.at(1, 2), 3
    return one


@pytest.mark.rule("WW-83")
def test_mates_and_coffee_come_back(voyage: Voyage) -> None:
    voyage.do("Card", "coffee")
    voyage.do("Order", "ship_speed")
    voyage.end_turn()
    voyage.end_turn()
    voyage.next_turn()
    assert (voyage.turn.mates, voyage.turn.coffee, voyage.turn.covered) == (2, 0, [])


@pytest.mark.rule("WW-84")
def test_rest_at_port_raises_morale_to_four_at_most(voyage: Voyage) -> None:
    voyage.captain().ship = POST
    voyage.end_turn()
    assert voyage.captain().morale == 4
    voyage.end_turn()
    voyage.next_turn()
    voyage.end_turn()
    assert voyage.captain().morale == 4


@pytest.mark.rule("WW-85", "WW-89")
@pytest.mark.parametrize(("pay", "morale"), [("card", 3), ("morale", 2)])
def test_a_night_at_sky_costs_a_card_or_morale_and_brings_notoriety(voyage: Voyage, pay: str, morale: int) -> None:
    voyage.end_turn(pay)
    assert (voyage.captain().morale, voyage.captain().points) == (morale, 1)


@pytest.mark.rule("WW-85", "WW-76", "WW-77", "WW-A36")
def test_hunger_loses_the_ship_and_nothing_more_happens(voyage: Voyage) -> None:
    me = voyage.captain()
    me.morale = 1
    voyage.aboard("grey")
    red = voyage.put("red", voyage.at(1, 4))
    voyage.end_turn("morale")
    assert (me.ship, me.morale, me.points, me.cargo.plus_two) == (POST, 1, 0, 1)
    assert red.at == voyage.at(1, 4)
    assert [crester.kind for crester in voyage.table.fallen(voyage.at(1, 2))] == ["grey"]


@pytest.mark.rule("WW-86", "WW-94", "WW-95")
def test_the_red_of_the_territory_flies_three(voyage: Voyage) -> None:
    voyage.captain().ship = voyage.at(1, 1)
    red = voyage.put("red", voyage.at(1, 5))
    far = voyage.put("red", voyage.at(2, 5))
    voyage.end_turn()
    assert voyage.sentence() == "The Red flies three hexes towards Ana."
    voyage.do("Fly")
    assert (red.at, far.at) == (voyage.at(1, 2), voyage.at(2, 5))
    assert voyage.captain().points == 1


@pytest.mark.rule("WW-95", "WW-65", "WW-74")
def test_a_red_that_arrives_attacks_and_goes_back_one_hex_after_a_tie(voyage: Voyage) -> None:
    red = voyage.put("red", voyage.at(1, 4))
    voyage.end_turn()
    voyage.do("Fly")
    assert voyage.of("Throw").how_many(voyage.table) == 5    # the Red attacks, and rolls first
    voyage.battle([1, 1, 1, 1, 1], [3, 2])
    assert red.at == voyage.at(1, 3)                         # not where its move began
    assert voyage.captain().cargo.plus_two == 0              # no tokens when a Crester attacks
    assert voyage.captain().points == 1


@pytest.mark.rule("WW-67", "WW-89")
def test_beaten_by_a_red_but_still_at_sky(voyage: Voyage) -> None:
    red = voyage.put("red", voyage.at(1, 4))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1, 1, 1, 1, 1], [2, 1])
    me = voyage.captain()
    assert (me.morale, me.cargo.plus_two, me.points) == (1, 1, 1)
    assert red.at == voyage.at(1, 3)


@pytest.mark.rule("WW-81", "WW-98", "WW-80")
def test_a_ship_lost_in_the_rest_phase_ends_everything(voyage: Voyage) -> None:
    voyage.captain().morale = 1
    red = voyage.put("red", voyage.at(1, 4))
    other = voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1, 1, 1, 1, 1], [1, 1])
    assert voyage.captain().ship == POST and voyage.captain().points == 0
    assert (red.at, other.at) == (voyage.at(1, 2), voyage.at(1, 5))


@pytest.mark.rule("WW-87", "WW-75", "WW-A16")
def test_a_red_that_fought_this_turn_stays(voyage: Voyage) -> None:
    red = voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 2], [1, 1, 1, 1, 1])
    voyage.end_turn()
    assert red.at == voyage.at(1, 3) and not red.fought      # the mark is gone with the turn
    assert voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-99", "WW-A22")
def test_a_red_placed_before_the_rest_moves_one_placed_during_it_does_not(voyage: Voyage) -> None:
    voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    voyage.do("PlaceRed", voyage.at(1, 5))
    fresh = voyage.table.living("red")[0]
    voyage.end_turn()
    voyage.do("Fly")                                         # it flies two and attacks
    voyage.battle([1, 1, 1, 1, 1], [3, 3])
    voyage.do("PlaceRed", voyage.at(1, 5))
    assert voyage.table.active is voyage.captain(1)          # the newest stays where it is
    assert not fresh.living
    assert [red.at for red in voyage.table.living("red")] == [voyage.at(1, 5)]


@pytest.mark.rule("WW-97", "WW-A21")
def test_the_nearest_red_flies_first(voyage: Voyage) -> None:
    voyage.captain().ship = voyage.at(1, 1)
    far, near = voyage.put("red", voyage.at(1, 5)), voyage.put("red", voyage.at(1, 4))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1, 1, 1, 1, 1], [3, 2])
    assert near.at == voyage.at(1, 2)
    voyage.fly_all()
    assert far.at == voyage.at(1, 2, 1)                      # round the other: down two, then sideways


@pytest.mark.rule("WW-150", "WW-57")
def test_nothing_flies_after_a_turn_at_port(voyage: Voyage) -> None:
    voyage.captain().ship = POST
    red = voyage.put("red", voyage.at(1, 2))
    voyage.end_turn()
    assert red.at == voyage.at(1, 2)


# Round and wind


@pytest.mark.rule("WW-100")
def test_a_new_round_turns_the_wind_to_another_number(voyage: Voyage) -> None:
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.is_open("Wind") and voyage.table.round == 2
    assert voyage.cannot("Wind", [1]) == "WW-100"            # it blows there already: roll again
    voyage.do("Wind", [5])
    assert voyage.table.wind == 5


@pytest.mark.rule("WW-101")
def test_alone_the_wind_turns_after_every_turn() -> None:
    voyage = Voyage("solo", ship=(1, 2))
    voyage.put("red", voyage.at(4, 5))
    voyage.end_turn()
    voyage.fly_all()
    assert voyage.is_open("Wind")


# The end


@pytest.mark.rule("WW-104", "WW-105", "WW-152")
def test_fifteen_gives_everybody_else_one_more_turn() -> None:
    voyage = Voyage(players=3)
    voyage.end_turn()
    ben = voyage.captain(1)
    ben.points, ben.gas = 14, 4
    voyage.do("Buy", "notoriety")
    assert voyage.table.trigger is ben
    assert "Ben" in str(voyage.play.view().banner)
    voyage.do("Buy", "notoriety")                            # points beyond fifteen count on
    assert ben.points == 16
    voyage.end_turn()
    assert voyage.table.active.name == "Cleo"
    voyage.end_turn()
    voyage.next_turn()
    voyage.captain(0).points = 15                            # a later captain reaching it changes nothing
    voyage.end_turn()
    assert voyage.winners() == ["Ben"]


@pytest.mark.rule("WW-106", "WW-A24")
def test_a_tie_for_first_gives_everybody_another_turn() -> None:
    voyage = Voyage(players=2, points=14, gas=2)
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    voyage.captain(1).points = 15
    voyage.end_turn()
    assert voyage.play.outcome() is None
    voyage.next_turn()                                       # the normal wind of a new round
    assert voyage.table.active is voyage.captain(0)          # from the one who triggered the end
    voyage.captain(0).gas = 2
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.winners() == ["Ana"]


@pytest.mark.rule("WW-A23", "WW-146", "WW-147", "WW-A32")
def test_an_achievement_may_bring_the_end_on_anothers_turn() -> None:
    voyage = Voyage(players=3, achievements=True)
    cleo = voyage.captain(2)
    cleo.points = 13
    voyage.play.answer("Claim/2", "0")                       # Ana's turn: the first claim is worth three
    assert cleo.points == 16 and voyage.table.trigger is cleo
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.winners() == ["Cleo"]                      # before her next turn


@pytest.mark.rule("WW-146", "WW-147")
def test_each_card_once_a_captain_high_for_the_first_low_for_the_rest() -> None:
    voyage = Voyage(players=3, achievements=True)
    voyage.play.answer("Claim/1", "0")
    voyage.play.answer("Claim/0", "0")
    assert (voyage.captain(1).points, voyage.captain(0).points) == (3, 1)
    assert voyage.refuses("0", "Claim/1").refusal.rule == "WW-146"


# The Great White


@pytest.mark.rule("WW-133", "WW-A29")
def test_ten_notoriety_wake_the_white_once() -> None:
    voyage = Voyage(players=2, great_white=True, points=9, gas=4)
    voyage.captain(1).ship = voyage.at(2, 5)
    voyage.do("Buy", "notoriety")
    assert voyage.cannot("WhiteDie", [2]) == "WW-133"        # Ben's ship is at that corner
    voyage.do("WhiteDie", [4])
    assert voyage.table.white().at == voyage.at(4, 5)
    voyage.do("Buy", "notoriety")
    assert voyage.is_open("EndTurn")


@pytest.mark.rule("WW-134", "WW-136", "WW-A47", "WW-88")
def test_the_white_flies_five_after_the_reds_and_attacks() -> None:
    voyage = Voyage(players=2, great_white=True, ship=(1, 2), morale=4, crew=["sergeant"])
    me = voyage.captain()
    white = voyage.put("white", voyage.at(1, 5))
    voyage.table.white_waits = False
    voyage.end_turn()
    voyage.do("Fly")
    assert voyage.of("Throw").how_many(voyage.table) == 8    # it attacks, so no Sergeant for Ana
    voyage.do("Throw", [1] * 8)
    assert voyage.of("Throw").how_many(voyage.table) == 2
    voyage.do("Throw", [3, 3])
    voyage.do("Extras", [2, 0])
    assert white.at == voyage.at(1, 3) and me.cargo.plus_two == 0   # a tie: it goes back, no token
    assert me.points == 1


@pytest.mark.rule("WW-136", "WW-89")
def test_no_notoriety_when_the_white_takes_the_ship() -> None:
    voyage = Voyage(players=2, great_white=True, ship=(1, 2))
    me = voyage.captain()
    voyage.put("white", voyage.at(1, 5))
    voyage.table.white_waits = False
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1] * 8, [1, 1])
    assert me.at_port and me.points == 0


@pytest.mark.rule("WW-137", "WW-138", "WW-73", "WW-A30")
def test_beating_the_white_is_worth_six_and_it_is_gone() -> None:
    voyage = Voyage(players=2, great_white=True, ship=(1, 2))
    me = voyage.captain()
    voyage.table.white_waits = False
    voyage.put("white", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1] * 8, extras=([3, 0],))
    assert me.points == 6 and me.hold is None
    assert voyage.table.white() is None and not me.cargo
    assert voyage.is_open("EndTurn")


# The Naturalist


@pytest.fixture
def naturalist() -> Voyage:
    one = Voyage(players=2, naturalist=True)
    one.captain().ship, one.captain().morale = one.at(1, 3), 2
    return one


@pytest.mark.rule("WW-139", "WW-A31")
def test_research_lets_the_crester_go_with_a_tag(naturalist: Voyage) -> None:
    red = naturalist.aboard("red")
    naturalist.do("Order", "process")
    naturalist.do("Release", naturalist.at(1, 4))
    me = naturalist.captain()
    assert red.living and red.tagged and red.at == naturalist.at(1, 4)
    assert (me.gas, me.cargo.pieces, naturalist.table.stock.tags) == (2, 0, 4)


@pytest.mark.rule("WW-A31")
@pytest.mark.parametrize(("helps", "gas"), [(True, 3), (False, 2)])
def test_the_table_decides_whether_the_gas_worker_helps_with_research(helps: bool, gas: int) -> None:
    """Morale 2: three gas by our ruling, two by the letter of the book."""
    voyage = Voyage(players=2, naturalist=True, research_gas=helps, ship=(1, 3), morale=2, crew=["gas_worker"])
    voyage.aboard("red")
    voyage.do("Order", "process")
    voyage.do("Release", voyage.at(1, 4))
    assert voyage.captain().gas == gas


@pytest.mark.rule("WW-140")
def test_research_needs_a_free_tag(naturalist: Voyage) -> None:
    naturalist.aboard("red")
    naturalist.table.stock.tags = 0
    assert naturalist.cannot("Order", "process") == "WW-140"


@pytest.mark.rule("WW-141", "WW-142")
def test_a_tagged_grey_does_not_count_for_the_respawn() -> None:
    box = open_sky()
    tile = box.large.tile("A").painted((4, 0), Terrain.FEEDING)
    voyage = Voyage(players=2, naturalist=True, box=replace(box, large=box.large.with_tile("A", tile)))
    grey = voyage.table.living("grey")[0]
    grey.at = voyage.at(3, 3)
    assert not grey_is_due(voyage.table)                     # one living Grey for two captains
    grey.tagged = True
    assert grey_is_due(voyage.table)


@pytest.mark.rule("WW-144")
def test_teeth_are_nothing_to_the_naturalist(naturalist: Voyage) -> None:
    naturalist.table.stock.red_teeth -= 1
    naturalist.table.drop(Cargo(red_teeth=1), naturalist.at(1, 3))
    naturalist.do("PickUp", ["red_teeth.1"])
    assert naturalist.captain().cargo.red_teeth == 0
    assert naturalist.table.stock.red_teeth == 8


@pytest.mark.rule("WW-145")
def test_tagged_cresters_pay_every_night_at_sky(naturalist: Voyage) -> None:
    for kind, place in (("red", (4, 4)), ("grey", (5, 3)), ("grey", (5, 4))):
        naturalist.put(kind, naturalist.at(*place)).tagged = True
    naturalist.end_turn()
    assert naturalist.captain().points == 1 + 3 + 2 + 2


@pytest.mark.rule("WW-A49")
def test_a_crester_tagged_in_the_turn_it_fought_does_not_move(naturalist: Voyage) -> None:
    naturalist.table.stock.reds = 1
    red = naturalist.put("red", naturalist.at(1, 4))
    naturalist.do("Sail", naturalist.at(1, 4))
    naturalist.battle([3, 3], [1, 1, 1, 1, 1])
    naturalist.do("Order", "process")
    naturalist.do("Release", naturalist.at(1, 5))
    naturalist.end_turn()
    assert red.living and red.at == naturalist.at(1, 5)
    assert naturalist.table.active is naturalist.captain(1)


@pytest.mark.rule("WW-85", "WW-76")
def test_a_hungry_crew_with_morale_left_keeps_its_ship(voyage: Voyage) -> None:
    """Two morale, one goes for the night: one is left, and a ship is lost only below one."""
    me, space = voyage.captain(), voyage.captain().ship
    me.morale = 2
    voyage.do("EndTurn", "done")
    voyage.play.answer("CardOrMorale/0", "morale")
    assert (me.morale, me.ship) == (1, space)

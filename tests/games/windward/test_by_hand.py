"""Windward: what *To move* lists, and positions entered by hand."""

from typing import Any

import pytest

from companion.core.engine.by_hand import (
    EVERYTHING,
    UNFORESEEN,
    HandLine,
    Reading,
    differences,
    lay_out_again,
)
from companion.core.engine.changes import Changes
from companion.core.log import FIX, Record
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from companion.games.windward import game
from companion.games.windward.board.hexes import spell
from companion.games.windward.board.planet import Terrain
from companion.games.windward.box import model
from companion.games.windward.fields.moves import both_reds
from companion.games.windward.rules.battle import fewest_cards
from companion.games.windward.rules.placing import free_grounds
from tests.games.windward.rules.test_corners import painted
from tests.games.windward.voyage import Voyage, open_sky


def words(voyage: Voyage, before: Reading, after: Reading) -> list[str]:
    """What an answer that changed this would tell, or its undo."""
    return [str(line.sentence) for line in game.as_moves(voyage.table, differences(before, after))]


def told(voyage: Voyage, how: str = UNFORESEEN) -> list[str]:
    return [str(line.sentence) for line in voyage.play.by_hand.card(how).lines]


def watched(pieces: dict[str, Any], *, players: int = 2, **options: Any) -> Voyage:
    """A play with these pieces; from here on *To move* compares. A pair of numbers is a territory's space."""
    voyage = Voyage(players=players, **options)
    voyage.play.fix([(path, spell(voyage.at(*value)) if isinstance(value, tuple) else value)
                     for path, value in pieces.items()])
    voyage.play.by_hand.card()
    return voyage


def fresh(*names: str, **options: object) -> Play:
    return Play(game, Setup(people(*names), dict(options)))


# What the hands are told


@pytest.mark.rule("WW-46")
def test_a_processed_crester_goes_to_the_stock_and_does_not_stand_up() -> None:
    """A Red in the hold, morale two: it goes back, a tooth and two gas come; the other way round after an undo."""
    voyage = watched({"captains.0.ship": (1, 2), "captains.0.morale": 2, "beasts.red1": "hold0"})
    voyage.do("Order", "process")
    assert told(voyage) == ["The Red goes back to the stock", "Ana's gas 0 → 2", "Ana's red teeth 0 → 1"]
    voyage.play.undo()
    assert told(voyage)[0] == "The Red goes into Ana's hold" and not any("beaten" in line for line in told(voyage))


@pytest.mark.rule("WW-42", "WW-83")
def test_of_two_orders_the_one_that_is_taken_back_is_named() -> None:
    """The other mate stays where it is; with the last order both are back."""
    voyage = watched({"captains.0.ship": (1, 2)})
    voyage.do("Order", "ship_speed")
    voyage.do("Order", "longboat_speed")
    voyage.play.undo()
    assert told(voyage) == ["Ana's longboat speed 3 → 0", "Mates left 0 → 1",
                            "Take the mate or Coffee off +3 longboat speed"]
    voyage.play.undo()
    assert "Ana takes the mates off the orders" in told(voyage)
    voyage.play.redo()
    assert "Put a mate or Coffee on +1 ship speed" in told(voyage)


@pytest.mark.rule("WW-54", "WW-83")
def test_coffee_that_gave_no_order_goes_back_with_the_turn() -> None:
    """Two cards played; the only order was given by a mate."""
    voyage = watched({"captains.0.ship": (1, 2)})
    voyage.do("Card", "coffee")
    voyage.do("Card", "coffee")
    voyage.do("Order", "ship_speed")
    assert told(voyage) == []
    voyage.end_turn()
    assert told(voyage)[-2:] == ["Ana takes the mates off the orders", "Put unused Coffee back"]


@pytest.mark.rule("WW-54")
def test_corrected_coffee_can_still_be_counted_up() -> None:
    voyage = watched({"captains.0.ship": (1, 2)})
    voyage.play.fix([("turn.coffee", 9), ("turn.coffee_out", 9), ("turn.mates", 0)])
    voyage.do("Card", "coffee")
    assert voyage.play.field("turn.coffee").allows(10)
    voyage.do("Order", "ship_speed")
    left, out = voyage.play.field("turn.coffee"), voyage.play.field("turn.coffee_out")
    assert (left.read(), out.read()) == (9, 10)
    assert out.allows(10)


@pytest.mark.rule("WW-54")
def test_a_bait_tells_nothing_though_the_next_cresters_number_was_corrected() -> None:
    """The new Grey gets a new number, higher than those of all Cresters on the table."""
    voyage = Voyage(players=3, box=model.starter())
    ground = free_grounds(voyage.table)[0]
    voyage.play.fix([("captains.0.ship", spell(voyage.at(1, 2)))])
    voyage.play.correct("next_id", 1)
    voyage.play.by_hand.card()
    voyage.do("Card", "bait")
    voyage.do("Bait", ground)
    assert told(voyage, EVERYTHING) == [] and ground in voyage.table.grey_spaces()


@pytest.mark.rule("WW-78", "WW-79", "WW-149")
def test_a_looted_captain_is_told_of_the_token() -> None:
    """Ana takes Ben's red tooth; Ben's ship is lost and he takes a +2 token. An undo gives the tooth back."""
    voyage = watched({"captains.0.ship": (1, 1), "captains.1.ship": (1, 2), "captains.1.red_teeth": 1,
                      "captains.1.grey_teeth": 1})
    voyage.do("Sail", voyage.at(1, 2))
    voyage.battle([3, 3], [1, 1])
    voyage.do("Loot", [0, 1, 0])
    assert told(voyage) == ["Ben's ship goes to port", "Ben takes a +2 token"]
    voyage.play.undo()
    assert told(voyage) == ["Ben takes from Ana: a red tooth", "Ben gives back a +2 token",
                            "Ben's ship: to the hex two out towards 1"]


@pytest.mark.rule("WW-78", "WW-79")
def test_loot_of_one_kind_is_nobodys_question_and_one_line() -> None:
    """Of three +2 tokens Ana takes two; for the lost ship Ben takes one again."""
    voyage = Voyage(players=2)
    voyage.captain(0).ship, voyage.captain(1).ship = voyage.at(1, 1), voyage.at(1, 2)
    voyage.give(1, plus_two=3)
    voyage.play.by_hand.card()
    voyage.do("Sail", voyage.at(1, 2))
    voyage.battle([3, 3], [1, 1])
    assert told(voyage) == ["Ana takes from Ben: 2 +2 tokens", "Ben takes a +2 token", "Ben's ship goes to port"]


@pytest.mark.rule("WW-77", "WW-79", "WW-85")
def test_what_a_lost_ship_leaves_is_one_move() -> None:
    """Hunger with a Red, a tooth and three tokens aboard; an undo takes all of it up again."""
    voyage = watched({"captains.0.ship": (1, 2), "beasts.red1": "hold0", "captains.0.red_teeth": 1,
                      "captains.0.plus_two": 3})
    voyage.end_turn("morale")
    lines = told(voyage)
    assert lines[:2] == ["Ana leaves on the hex two out towards 1: the Red, a red tooth and 3 +2 tokens",
                         "Ana takes a +2 token"]
    assert lines[2:] == ["Ana's ship goes to port"]
    voyage.play.undo()
    assert told(voyage)[:2] == ["Ana picks up from the hex two out towards 1: the Red, a red tooth and 3 +2 tokens",
                                "Ana gives back a +2 token"]


@pytest.mark.rule("WW-79")
def test_a_lost_ship_with_one_token_takes_a_new_one() -> None:
    """One before and one after, but different ones: *To move* never mentioned it."""
    voyage = watched({"captains.0.ship": (1, 2), "captains.0.plus_two": 1})
    voyage.end_turn("morale")
    where = "the hex two out towards 1: a +2 token"
    assert told(voyage) == [f"Ana leaves on {where}. Ana takes a new +2 token", "Ana's ship goes to port"]
    voyage.play.undo()
    assert told(voyage)[0] == f"Ana picks up from {where}. Ana gives back a +2 token"


@pytest.mark.rule("WW-114", "WW-67", "WW-108")
def test_two_reds_that_go_back_together_are_told_as_two() -> None:
    """Ten hits against seven: both go back, to the hexes they came from or the same one."""
    voyage = Voyage("solo")
    here, back = voyage.at(1, 2), voyage.at(1, 3)
    voyage.play.fix([("captains.0.ship", spell(here)), ("captains.0.morale", 4), ("beasts.red1", spell(back)),
                     ("beasts.red2", spell(back))])
    voyage.play.by_hand.card()
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1] * 10, [3, 3], extras=([1, 0],))
    reds = [line for line in voyage.play.by_hand.card().lines if "Red" in str(line.sentence)]
    assert [str(line.sentence) for line in reds] == ["Both Reds on the hex two out towards 1 go one space towards 1"]
    assert {change.path for change in reds[0].changes()} == {"beasts.red1", "beasts.red2"}
    voyage.play.undo()
    assert "Both Reds on the hex three out towards 1 go one space towards 4" in told(voyage)


@pytest.mark.rule("WW-114")
def test_two_reds_that_leave_one_space_for_different_ones_are_told_one_by_one() -> None:
    voyage = Voyage("solo")
    here, ahead, back = voyage.at(1, 2), voyage.at(1, 1), voyage.at(1, 3)
    lines = [HandLine(path, say("A Red moves"), spell(here), spell(to), place=path)
             for path, to in (("beasts.red1", ahead), ("beasts.red2", back))]
    by_path = {line.path: line for line in lines}
    assert both_reds(voyage.table, by_path) == [] and list(by_path) == ["beasts.red1", "beasts.red2"]


@pytest.mark.rule("WW-A26")
def test_two_beaten_reds_that_an_undo_brings_back_are_told_one_by_one() -> None:
    voyage = watched({"beasts.red1": (1, 3), "beasts.red2": (1, 3)}, mode="solo", players=1)
    there = Reading(voyage.play.fields())
    voyage.play.undo()
    gone = Reading(voyage.play.fields())
    assert words(voyage, there, gone) == ["The Red on the hex three out towards 1 goes back to the stock"] * 2
    voyage.play.redo()
    assert words(voyage, gone, there) == ["Put a Red Crester on the hex three out towards 1"] * 2


@pytest.mark.rule("WW-36", "WW-40")
def test_a_longboat_that_is_put_back_has_its_space() -> None:
    voyage = watched({"captains.0.ship": (1, 2), "boats.boat01": (1, 2)})
    voyage.do("PickUp", ["boat01"])
    voyage.play.undo()
    assert told(voyage) == ["Ana's longboat leaves the ship, to the hex two out towards 1"]
    voyage.play.redo()
    assert told(voyage) == ["Ana's longboat on the hex two out towards 1 comes aboard"]


@pytest.mark.rule("WW-133")
def test_the_white_s_waking_undone_is_one_move() -> None:
    voyage = watched({"captains.0.ship": (1, 2), "captains.0.notoriety": 9}, great_white=True)
    voyage.end_turn()
    voyage.do("WhiteDie", [1])
    voyage.play.undo()
    assert [line for line in told(voyage) if "White" in line] == ["Put the White on space 10 of the track"]


@pytest.mark.rule("WW-6", "WW-47", "WW-52")
def test_cards_are_counted_and_told_when_they_go_back() -> None:
    """Two captains are dealt 2 and 3. Fuel leaves 1; three cards make 4, three more fill the hand at 5."""
    voyage = Voyage(players=2)
    voyage.play.by_hand.card()
    assert [captain.cards for captain in voyage.table.seats] == [2, 3]
    voyage.do("Card", "fuel")
    assert told(voyage) == [] and voyage.captain().cards == 1
    voyage.play.undo()
    assert told(voyage) == ["Ana takes 1 card back from the discards"]
    voyage.play.redo()
    assert told(voyage) == ["Ana discards 1 card"]
    voyage.do("Order", "supplies")
    assert voyage.captain().cards == 4 and not told(voyage)
    voyage.play.undo()
    assert "Ana puts 3 cards back on the stacks" in told(voyage)
    voyage.play.fix([("captains.0.cards", 4), ("captains.0.gas", 1)])
    voyage.do("Buy", "supplies")
    assert voyage.captain().cards == 5


@pytest.mark.rule("WW-52", "WW-85", "WW-A35")
def test_cards_of_a_fight_and_a_night_leave_the_hand() -> None:
    """Ben plays False Flag, Ana gives up a card for the night."""
    voyage = watched({"captains.0.ship": (1, 1), "captains.1.ship": (1, 2)})
    voyage.do("Sail", voyage.at(1, 2))
    voyage.do("FalseFlag")
    assert (voyage.captain(1).cards, voyage.captain(1).played) == (2, 1)
    voyage.end_turn()
    assert (voyage.captain().cards, voyage.captain().played) == (1, 1)
    voyage.play.undo()
    assert told(voyage)[0] == "Ana takes 1 card back from the discards"


def test_the_fewest_cards_that_give_the_hits() -> None:
    harpoon = next(hits for _, hits in model.starter().battle_cards)
    table = Voyage(players=2, box=open_sky()).table
    assert [fewest_cards(table, hits) for hits in (0, harpoon, 2 * harpoon)] == [0, 1, 2]
    supplies = tuple(model.Supply("other", f"Card {hits}", 1, hits) for hits in (3, 5))
    table = Voyage(players=2, box=open_sky(supplies=supplies)).table
    assert [fewest_cards(table, hits) for hits in (6, 8, 9)] == [2, 2, 3]
    assert fewest_cards(table, 7) == 2, "no cards give seven: at least two"
    supplies = tuple(model.Supply("other", f"Card {hits}", 1, hits) for hits in (1, 3))
    table = Voyage(players=2, box=open_sky(supplies=supplies)).table
    assert [fewest_cards(table, hits) for hits in (1, 2, 4, 5)] == [1, 2, 2, 3]


@pytest.mark.rule("WW-85")
@pytest.mark.parametrize("price", ["card", "morale"])
def test_the_price_of_a_night_is_paid_by_the_answer(price: str) -> None:
    """Players have put the card or the morale away, so *To move* says nothing."""
    voyage = watched({"captains.0.ship": (1, 1), "captains.0.morale": 3})
    voyage.do("EndTurn")
    voyage.do("CardOrMorale", price)
    assert not [line for line in told(voyage) if "card" in line or "morale" in line]


def test_begun_in_the_middle_the_pieces_lie_as_after_a_fresh_setup() -> None:
    """Two captains, tiles and wind: six Reds on their starts, one Grey, two gas on every pocket, 2 and 3 cards."""
    play = fresh("Ana", "Ben")
    play.fix([("layout", "ABCDEF"), ("wind", 2), ("round", 3), ("active", 1)])
    play.fix(game.begun(play.table).items())
    table = play.table
    starts = [start for number in range(1, 7) for start in table.planet.red_starts[number]]
    assert sorted(one.at for one in table.living("red")) == sorted(starts)
    assert len(table.living("grey")) == 1 and set(table.gas_on.values()) == {2}
    assert [one.cards for one in table.seats] == [2, 3]
    assert (table.round, table.active.name, table.phase) == (3, "Ben", "turns")
    assert all(have == box for _, have, box in game.totals(table))


@pytest.mark.parametrize("known", [{}, {"layout": "ABCDEF"}, {"wind": 2}])
def test_begun_in_the_middle_every_answer_is_kept_and_only_missing_ones_are_asked(known: dict[str, Any]) -> None:
    """Round three, Ben's turn, Cleo went first and has four cards; nobody rolls for the first turn again."""
    play = fresh("Ana", "Ben", "Cleo", naturalist=True)
    entered = {"round": 3, "active": 1, "first": 2, "captains.2.cards": 4, **known}
    play.fix(entered.items())
    added = game.begun(play.table)
    play.undo()
    play.fix({**entered, **added, **entered}.items())
    asked = {"Layout/table": list("ABCDEF"), "Wind/table": [2], "Purple/table": 0}
    for key in [key for key in asked if key.partition("/")[0].lower() not in known]:
        play.answer(key, asked[key])
    table = play.table
    assert (table.round, table.active.name, table.first.name, table.phase) == (3, "Ben", "Cleo", "turns")
    assert table.seats[2].cards == 4 and table.wind == 2
    assert len(table.living("red")) == 6 and len(table.living("grey")) == 2 and set(table.gas_on.values()) == {2}
    assert play.open()[0].key() == "Sail/1"


@pytest.mark.rule("WW-69")
def test_a_beaten_crester_is_on_the_list_to_lay_out_again() -> None:
    voyage = Voyage(players=2)
    voyage.put("grey", voyage.at(1, 2), living=False)
    things = [thing for group in lay_out_again(voyage.play.fields()) for thing in group.things if thing.there]
    assert "the hex two out towards 1, beaten" in [str(thing.words) for thing in things]


@pytest.mark.rule("WW-42")
def test_orders_keep_their_places_when_one_was_given() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
    before = [one.choice for one in voyage.of("Order").draft(voyage.table).shown()]
    voyage.do("Order", "drop_longboat")
    assert before[:4] == ["drop_longboat", "longboat_speed", "ship_speed", "process"]
    assert [one.choice for one in voyage.of("Order").draft(voyage.table).shown()] == before


@pytest.mark.rule("WW-33")
def test_teeth_shown_at_port_are_one_line() -> None:
    voyage = Voyage(players=2, ship=(1, 1))
    voyage.give(red_teeth=1, grey_teeth=1)
    voyage.play.by_hand.card()
    voyage.do("Sail", (0, 0))
    assert told(voyage) == ["Ana shows a grey tooth and a red tooth: notoriety 0 → 7"]


@pytest.mark.rule("WW-100")
@pytest.mark.parametrize("rolled", [False, True])
def test_when_the_phone_rolls_the_wind_somebody_turns_the_flag(rolled: bool) -> None:
    voyage = Voyage("solo", ship=(1, 2))
    voyage.play.by_hand.card()
    voyage.end_turn()
    voyage.play.answer(voyage.of("Wind").key(), [3], rolled=rolled)
    assert told(voyage) == (["Turn the flag to 3"] if rolled else [])


@pytest.mark.rule("WW-3")
def test_after_a_correction_nothing_is_ordered() -> None:
    """Two tiles were swapped in the app only: the gas on their pockets lies right on the table."""
    voyage = Voyage(players=2, box=painted(Terrain.GAS, ("A", (2, 1))))
    voyage.play.by_hand.card()
    voyage.play.correct("layout", "BACDEF")
    assert told(voyage, EVERYTHING) == []


@pytest.mark.rule("WW-67", "WW-149", "WW-74")
def test_after_a_battle_lost_to_a_red_everything_is_told() -> None:
    """Ana, morale 4, loses by 3 hits to 5: morale 2, a +2 token, and the ship goes back towards the Post."""
    voyage = Voyage(players=2, morale=4, ship=(1, 2))
    voyage.put("red", voyage.at(1, 3))
    voyage.play.by_hand.card()
    voyage.do("Sail", voyage.at(1, 3))
    assert told(voyage) == []                                # the hand has flown it there
    voyage.battle([1, 1], [1, 1, 1, 1, 1], extras=([1, 0],))
    assert told(voyage) == ["Ana's ship: one space towards 4", "Ana's morale 4 → 2", "Ana takes a +2 token"]


@pytest.mark.rule("WW-54", "WW-83")
def test_coffee_on_an_order_goes_back_with_the_turn() -> None:
    voyage = watched({"captains.0.ship": (1, 2)})
    voyage.do("Card", "coffee")
    for order in ("longboat_speed", "ship_speed", "drop_longboat"):
        voyage.do("Order", order)
        assert told(voyage) == []
    voyage.end_turn()
    assert {"Ana takes the mates off the orders", "Coffee goes back to the stock"} <= set(told(voyage))


@pytest.mark.rule("WW-79", "WW-85")
def test_a_crester_that_falls_out_of_a_hold_says_from_where() -> None:
    """Hunger: the ship is lost, and what it carried lies where it was."""
    voyage = Voyage(players=2, ship=(1, 2))
    voyage.aboard("grey")
    voyage.play.by_hand.card()
    voyage.end_turn("morale")
    assert "The Grey goes from Ana's hold to the hex two out towards 1" in told(voyage)


@pytest.mark.rule("WW-100")
def test_the_flag_is_put_back_after_an_undo() -> None:
    voyage = Voyage(players=2)
    was, before = voyage.table.wind, Reading(voyage.play.fields())
    voyage.play.correct("wind", was % 6 + 1)
    turned = Reading(voyage.play.fields())
    voyage.play.undo()
    assert words(voyage, turned, before) == [f"Turn the flag to {was}"]


@pytest.mark.rule("WW-3", "WW-13")
def test_taken_back_to_the_layout_a_ship_at_sky_is_not_called_port() -> None:
    """The tiles are gone, so its space has no name any more; still it was not at port, and has to go there."""
    voyage = Voyage(players=2)
    voyage.do("Sail", voyage.at(1, 1))
    voyage.play.by_hand.card()
    voyage.play.undo(0)
    line = next(line for line in voyage.play.by_hand.card().lines if line.path == "captains.0.ship")
    assert str(line.sentence) == "Ana's ship goes to port"
    ship = game.field(voyage.table, "captains.0.ship")
    assert (str(ship.words(line.old)), str(ship.words(line.new))) == ("at sky", "port")


# Entering a position


@pytest.mark.rule("WW-14", "WW-51")
def test_there_are_never_more_longboats_than_two() -> None:
    voyage = Voyage(players=2)
    me = voyage.captain()
    voyage.boat(voyage.at(1, 2))                             # one at sky, so one is left
    assert list(game.field(voyage.table, "captains.0.boats").allowed) == [0, 1]
    with pytest.raises(Refused):
        voyage.play.correct("captains.0.boats", 2)
    voyage.play.correct("captains.0.boats", 1)
    assert (me.boats_aboard, me.boats_ashore, len(voyage.table.boats)) == (1, 0, 1)
    voyage.play.correct("boats.boat02", spell(voyage.at(2, 2)))
    assert (me.boats_aboard, me.boats_ashore, len(voyage.table.boats)) == (0, 0, 2)


@pytest.mark.rule("WW-11", "WW-143")
def test_a_crester_is_added_taken_away_and_tagged() -> None:
    voyage = Voyage(players=2, naturalist=True)
    table, reds = voyage.table, voyage.table.stock.reds
    path = f"beasts.red{table.next_id}"
    voyage.play.correct(path, spell(voyage.at(3, 3)))
    red = table.cresters[-1]
    assert (red.kind, red.at, table.stock.reds) == ("red", voyage.at(3, 3), reds - 1)
    voyage.play.correct(f"{path}.tagged", True)
    assert (red.tagged, table.stock.tags) == (True, 4)
    voyage.play.correct(path, None)
    assert (red in table.cresters, table.stock.reds, table.stock.tags) == (False, reds, 5)


@pytest.mark.rule("WW-3")
def test_a_swapped_tile_is_mended_and_its_gas_goes_along() -> None:
    play = fresh("Ana", "Ben", mode="competitive")
    play.fix([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")])
    table = play.table
    pocket = table.planet.gas_pockets[0]
    tile = table.layout[table.planet.territory[pocket] - 1]
    play.correct(f"gas.{spell(pocket)}", 2)
    play.correct("layout", "BACDEF")
    (space,) = table.gas_on
    assert table.layout[table.planet.territory[space] - 1] == tile
    assert space in table.planet.gas_pockets and table.gas_on[space] == 2


@pytest.mark.rule("WW-3", "WW-22")
def test_a_hex_that_the_box_has_wrong_is_painted_for_this_play() -> None:
    voyage = Voyage(players=2)
    space = voyage.at(2, 3)
    voyage.play.correct(f"paint.{spell(space)}", "D")
    assert space in voyage.table.planet.drift
    voyage.play.correct("layout", "BACDEF")                  # tile B lies in territory one now
    assert voyage.table.planet.drift == {voyage.at(1, 3)}
    voyage.play.undo()
    voyage.play.undo()
    assert not voyage.table.planet.drift


@pytest.mark.rule("WW-3", "WW-104")
def test_a_voyage_begins_in_the_middle_with_one_record() -> None:
    play = fresh("Ana", "Ben", mode="competitive")
    play.fix([
        ("phase", "turns"), ("active", 1), ("beasts.red3", "hold0"), ("wind", 4),
        ("captains.0.ship", "1,0"), ("captains.0.notoriety", 11), ("round", 5), ("layout", "FEDCBA")])
    table = play.table
    assert play.open()[0].key() == "Sail/1"
    assert (table.active.name, table.wind, table.round, table.seats[0].points) == ("Ben", 4, 5, 11)
    assert table.seats[0].hold is table.cresters[0] and not table.cresters[0].living
    assert play.position() == 1


def test_two_ships_change_places_on_one_visit() -> None:
    voyage = Voyage(players=2)
    here, there = voyage.at(1, 2), voyage.at(2, 2)
    voyage.captain(0).ship, voyage.captain(1).ship = here, there
    with pytest.raises(Refused):
        voyage.play.correct("captains.0.ship", spell(there))
    voyage.play.fix([("captains.0.ship", spell(there)), ("captains.1.ship", spell(here))])
    assert (voyage.captain(0).ship, voyage.captain(1).ship) == (there, here)


DRIFT = painted(Terrain.DRIFT, ("A", (3, 0)))


def refuses(play: Play, changes: Changes, why: str) -> None:
    with pytest.raises(Refused) as caught:
        play.fix(changes)
    assert str(caught.value).endswith(f": {why}.")


def crowded() -> Voyage:
    """Two ships, a Red, a longboat of each captain and a living Grey on open sky; a Drift three out towards 1."""
    voyage = Voyage(players=2, box=DRIFT, naturalist=True)
    at = voyage.at
    voyage.play.fix([(path, spell(space)) for path, space in (
        ("captains.0.ship", at(1, 2)), ("captains.1.ship", at(2, 2)), ("beasts.red1", at(3, 2)),
        ("beasts.grey2", at(4, 2)), ("boats.boat01", at(5, 2)), ("boats.boat11", at(6, 2)))])
    return voyage


@pytest.mark.rule("WW-22", "WW-24", "WW-25", "WW-36", "WW-37", "WW-40", "WW-92", "WW-A17", "WW-58", "WW-133", "WW-11")
@pytest.mark.parametrize(("path", "out", "why"), [
    ("captains.0.ship", (1, 3), "only Deadweight takes a ship onto Drift"),
    ("captains.0.ship", (2, 2), "Ben's ship is there"),
    ("captains.0.ship", (3, 2), "a Red Crester is there"),
    ("beasts.red1", (1, 3), "Cresters can't be on Drift"),
    ("beasts.red1", (1, 2), "Ana's ship is there"),
    ("beasts.red9", (3, 2), "a Red Crester is there"),
    ("beasts.grey2", (5, 2), "Ana's longboat is there"),
    ("beasts.grey9", (4, 2), "a Grey Crester is there"),
    ("boats.boat01", (1, 3), "longboats can't be on Drift"),
    ("boats.boat01", (6, 2), "Ben's longboat is there"),
    ("boats.boat02", (5, 2), "Ana's longboat is there"),
    ("boats.boat01", (4, 2), "a Grey Crester is there"),
    ("beasts.white9", (4, 4), "the box has no more of them")])
def test_no_piece_is_put_where_it_can_never_stand(path: str, out: tuple[int, int], why: str) -> None:
    """By the stage, and by a record from elsewhere that holds nothing else."""
    voyage = crowded()
    before, lies = len(voyage.play.log), Reading(voyage.play.fields(), own=True).values
    refuses(voyage.play, [(path, spell(voyage.at(*out)))], why)
    refuses(voyage.play, [(path, spell(voyage.at(*out))), ("captains.0.rowing", 3)], why)
    assert (len(voyage.play.log), Reading(voyage.play.fields(), own=True).values) == (before, lies)


@pytest.mark.rule("WW-28", "WW-32", "WW-139", "WW-143", "WW-5")
def test_no_hold_no_tag_and_no_phase_that_can_never_be() -> None:
    voyage = crowded()
    play, here = voyage.play, spell(voyage.at(1, 2))
    play.fix([("beasts.red3", "hold0")])
    for changes, why in (
            ([("captains.0.ship", "0,0")], "a ship at port can't have a Crester aboard"),
            ([("beasts.grey2", "hold0")], "a hold takes only one Crester"),
            ([("beasts.red3.tagged", True)], "only a living Crester can have a tag"),
            ([("phase", "greys")], "there are pieces on the board already")):
        refuses(play, changes, why)
    play.fix([("beasts.red3", here), ("captains.0.ship", "0,0")])
    refuses(play, [("beasts.red3", "hold0")], "a ship at port can't have a Crester aboard")
    play.fix([("captains.0.ship", here)])
    refuses(play, [("beasts.red3.living", True)], "Ana's ship is there")       # it lies under her ship
    early = fresh("Ana", "Ben", mode="competitive")
    refuses(early, [("beasts.red1", "1,0")], "the tiles come first")
    refuses(early, [("layout", "ABCDEF"), ("phase", "turns")], "the wind comes first")


@pytest.mark.rule("WW-46", "WW-49", "WW-50", "WW-51", "WW-11")
def test_no_more_than_slots_and_box_have() -> None:
    """A box that its owner has compared: four gas slots, three for cannons, one name to a slot, nine Reds."""
    voyage = Voyage(players=2, box=open_sky(guessed=frozenset()))
    play = voyage.play
    refuses(play, [("captains.0.gas", 5)], "there are only 4 slots")
    refuses(play, [("captains.0.cannons", 4)], "there are only 3 slots")
    refuses(play, [("captains.0.crew.purser", True), ("captains.0.crew.gas_worker", True)],
            "there's no free slot for it")
    play.fix([("captains.0.gas", 6), ("captains.0.crew.purser", True)])       # two more slots, whatever the order
    play.fix([("captains.0.crew.gas_worker", True), ("captains.0.crew.purser", False)])
    assert (voyage.captain().crew, voyage.captain().gas) == (["gas_worker"], 6)
    play.fix([(f"beasts.red{n}", spell(voyage.at(n % 6 + 1, 2 + n // 6))) for n in range(1, 10)])
    refuses(play, [("beasts.red10", spell(voyage.at(1, 5)))], "the box has no more of them")


@pytest.mark.rule("WW-22", "WW-54", "WW-A39", "WW-79", "WW-113")
def test_what_can_lie_so_by_the_rules_can_be_put_so() -> None:
    """A ship on the Drift that a Deadweight opened, in any order; beaten Cresters on Drift, where a ship was lost; a
    living Grey beside a beaten one; alone two Reds on one hex, and no third."""
    voyage = crowded()
    play, drift = voyage.play, spell(voyage.at(1, 3))
    play.fix([("captains.0.ship", drift), ("turn.drift", drift)])
    assert voyage.captain().ship == voyage.at(1, 3)
    play.fix([("turn.drift", None)])                   # stranded: it stays there
    play.fix([("captains.0.rowing", 2), ("captains.1.ship", spell(voyage.at(2, 3)))])
    play.fix([("beasts.red1.living", False)])
    play.fix([("beasts.red1", drift)])
    play.fix([("beasts.grey5", drift), ("beasts.grey5.living", False)])
    assert [one.key for one in voyage.table.fallen(voyage.at(1, 3))] == ["red1", "grey5"]
    play.fix([("beasts.grey5", spell(voyage.at(4, 2)))])
    alone = Voyage("solo")
    hex_of_two = spell(alone.at(2, 2))
    alone.play.fix([("beasts.red1", hex_of_two), ("beasts.red2", hex_of_two)])
    refuses(alone.play, [("beasts.red3", hex_of_two)], "a Red Crester is there")


@pytest.mark.rule("WW-22")
def test_a_record_of_old_still_counts() -> None:
    """What was written before anybody objected is read as it was written."""
    voyage = crowded()
    drift = spell(voyage.at(1, 3))
    records = [*voyage.play.log, Record(FIX, answer=[["captains.0.ship", drift]])]
    assert Play(game, voyage.play.setup, records, trusted=True).table.seats[0].ship == voyage.at(1, 3)


@pytest.mark.rule("WW-3")
def test_tiles_that_can_not_lie_so_are_refused_and_nothing_changes() -> None:
    """Once they lie on the table the tiles can't be nowhere; the wind that was set with it stays as it was, too."""
    voyage = Voyage(players=2)
    before, wind = len(voyage.play.log), voyage.table.wind
    with pytest.raises(Refused, match="Tiles can't be"):
        voyage.play.fix([("layout", ""), ("wind", wind % 6 + 1)])
    assert (len(voyage.play.log), voyage.table.wind, voyage.table.layout) == (before, wind, "ABCDEF")


def test_every_field_of_the_boards_is_there_before_the_first_question() -> None:
    paths = Reading(game.fields(fresh("Ana", "Ben", mode="competitive").table)).values
    for part in ("ship", "notoriety", "morale", "rowing", "gas", "cannons", "plus_two", "boats", "grey_teeth",
                 "red_teeth", "crew.purser"):
        assert f"captains.1.{part}" in paths
    assert {"layout", "wind", "turn.mates", "turn.covered.crew", "boats.boat01"} <= paths.keys()


def test_what_can_be_added_is_not_there_yet_and_can_be_set() -> None:
    """One more of each kind the box still has; on a space also gas, cargo, and what is printed."""
    voyage = Voyage("solo")
    space = spell(voyage.at(3, 3))
    listed = {field.path for field in voyage.play.fields()}
    anywhere, there = voyage.play.to_add(), voyage.play.to_add(space)
    assert [str(field.label) for field in anywhere] == ["One more Grey", "One more Red", "The White"]
    assert [field.path.partition(".")[0] for field in there] == ["beasts"] * 3 + ["paint", "gas"] + ["loose"] * 3
    assert not listed & {field.path for field in (*anywhere, *there)}
    for field in there:
        value = next(one for one in field.allowed if one != field.read())
        voyage.play.correct(field.path, value)
        voyage.play.undo()
    assert voyage.play.to_add("0,0") == [] == voyage.play.to_add("nowhere")


@pytest.mark.rule("WW-135", "WW-133")
def test_no_white_is_offered_where_none_plays() -> None:
    assert [str(field.label) for field in Voyage(players=2).play.to_add()] == ["One more Grey", "One more Red"]


def test_a_crester_is_called_by_its_place_when_it_is_laid_out_again() -> None:
    """The minis have no letters."""
    voyage = Voyage(players=2)
    pocket = next(space for space in voyage.table.planet.spaces if not voyage.table.planet.drift & {space})
    voyage.play.fix([("beasts.red1", spell(voyage.at(1, 3)))])
    voyage.table.gas_on[pocket] = 2
    things = {thing.path: thing for group in voyage.play.laid_out() for thing in group.things}
    red, gas = things["beasts.red1"], things[f"gas.{spell(pocket)}"]
    assert (str(red.short), str(red.words)) == ("The Red", "the hex three out towards 1")
    assert gas.short is None and str(gas.label).startswith("Gas on "), "the place is its only name"


@pytest.mark.rule("WW-105")
@pytest.mark.parametrize(("old", "new", "told_as"), [
    (14, 15, "14 → 15"), (15, 16, "15 → 16, on space 1"), (28, 31, "28 → 31, on space 1"),
    (29, 30, "29 → 30, on space 15")])
def test_beyond_fifteen_the_marker_begins_again(old: int, new: int, told_as: str) -> None:
    """The track has fifteen spaces, and sixteen is its first one again."""
    assert str(Voyage(players=2).play.field("captains.0.notoriety").sentence(old, new)) == f"Ana's notoriety {told_as}"

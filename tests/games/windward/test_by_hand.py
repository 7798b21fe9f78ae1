"""Windward: what the hands are told, and positions that are entered by hand."""

from __future__ import annotations

import pytest

from companion.core.by_hand.lines import EVERYTHING, UNFORESEEN, Reading
from companion.core.play import Play
from companion.core.questions import Refused
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.hexes import spell
from tests.games.windward.voyage import Voyage


def told(voyage: Voyage, how: str = UNFORESEEN) -> list[str]:
    return [str(line.sentence) for line in voyage.play.by_hand.card(how).lines]


def fresh(*names: str, **options: object) -> Play:
    return Play(game, Setup(people(*names), dict(options)))


# What the hands are told


@pytest.mark.rule("WW-67", "WW-149", "WW-74")
def test_after_a_battle_lost_to_a_red_everything_is_told() -> None:
    """Ana, morale 4, loses by 3 hits to 5: morale 2, a +2 token, and the ship goes back towards the Post."""
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.morale, me.ship = 4, voyage.at(1, 2)
    voyage.put("red", voyage.at(1, 3))
    voyage.play.by_hand.card()
    voyage.do("Sail", voyage.at(1, 3))
    assert told(voyage) == []                                # the hand has flown it there
    voyage.battle([1, 1], [1, 1, 1, 1, 1], extras=([1, 0],))
    assert told(voyage) == ["Ana's ship: one space towards 4", "Ana's morale 4 → 2", "Ana's +2 tokens 0 → 1"]


@pytest.mark.rule("WW-83")
def test_mates_and_coffee_come_back_in_one_line() -> None:
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship = voyage.at(1, 2)
    voyage.play.by_hand.card()
    voyage.do("Order", "longboat_speed")
    assert told(voyage, EVERYTHING) == []                    # the order said it
    voyage.do("Order", "ship_speed")
    voyage.do("EndTurn", "done")
    voyage.play.answer("CardOrMorale/0", "card")
    assert "Mates and Coffee come back from the orders" in told(voyage)


@pytest.mark.rule("WW-79", "WW-85")
def test_a_crester_that_falls_out_of_a_hold_says_from_where() -> None:
    """Hunger: the ship is lost, and what it carried lies where it was."""
    voyage = Voyage(players=2)
    voyage.captain().ship = voyage.at(1, 2)
    voyage.aboard("grey")
    voyage.play.by_hand.card()
    voyage.end_turn("morale")
    assert "Grey A goes from Ana's hold to the hex two out towards 1" in told(voyage)


@pytest.mark.rule("WW-100")
def test_the_flag_is_put_back_after_an_undo() -> None:
    voyage = Voyage(players=2)
    voyage.play.by_hand.card()
    was = voyage.table.wind
    voyage.play.correct("wind", was % 6 + 1)
    voyage.play.undo()
    card = voyage.play.by_hand.card()
    assert card.put_back
    assert [str(line.sentence) for line in card.lines] == [f"Turn the flag to {was}"]


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
    assert ship is not None
    assert (str(ship.words(line.old)), str(ship.words(line.new))) == ("at sky", "port")


# Entering a position


@pytest.mark.rule("WW-14", "WW-51")
def test_there_are_never_more_longboats_than_two() -> None:
    voyage = Voyage(players=2)
    me = voyage.captain()
    voyage.boat(voyage.at(1, 2))                             # one at sky, so one is left
    aboard = game.field(voyage.table, "captains.0.boats")
    assert aboard is not None and list(aboard.allowed) == [0, 1]
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
    play.put_right([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")])
    table = play.table
    pocket = table.planet.gas_pockets[0]
    tile = table.layout[table.planet.territory[pocket] - 1]
    play.correct(f"gas.{spell(pocket)}", 2)
    play.correct("layout", "BACDEF")
    (space,) = table.gas_on
    assert table.layout[table.planet.territory[space] - 1] == tile
    assert space in table.planet.gas_pockets and table.gas_on[space] == 2


@pytest.mark.rule("WW-3", "WW-22")
def test_a_hex_that_the_copy_has_wrong_is_painted_for_this_play() -> None:
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
    play.put_right([
        ("phase", "turns"), ("active", 1), ("captains.0.hold", "red3"), ("beasts.red3", "hold0"), ("wind", 4),
        ("captains.0.ship", "2,0"), ("captains.0.notoriety", 11), ("round", 5), ("layout", "FEDCBA")])
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
    voyage.play.put_right([("captains.0.ship", spell(there)), ("captains.1.ship", spell(here))])
    assert (voyage.captain(0).ship, voyage.captain(1).ship) == (there, here)


@pytest.mark.rule("WW-3")
def test_tiles_that_can_not_lie_so_are_refused_and_nothing_changes() -> None:
    """Once they lie on the table the tiles can't be nowhere; the wind that was set with it stays as it was, too."""
    voyage = Voyage(players=2)
    before, wind = len(voyage.play.log), voyage.table.wind
    with pytest.raises(Refused, match="Tiles can't be"):
        voyage.play.put_right([("layout", ""), ("wind", wind % 6 + 1)])
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

"""The gas planet on the screen: Cresters that fly and fight, look-ahead, and pieces moved by hand."""

from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.play import Play
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import NUMBERS, POST
from companion.games.windward.rules.combat import Battle, Party
from companion.games.windward.screen.stage.corner import battle_sides
from companion.games.windward.screen.stage.marks import chances, on_offer, tint_of, verdict
from tests.games.windward.screen.on_stage import alone_at_sea, asked, centre, set_up
from tests.ui.conftest import TABLET, Start
from tests.ui.stage_host import Host

# --- Cresters


def hunted(play: Play[Any]) -> None:
    """Ana ends her turn two spaces from the only Red, on the ray of territory 2, with one shortest path."""
    table = play.table
    red = table.living("red")[0]
    red.at, table.seats[0].ship = Hex(4, 0), Hex(2, 0)
    for other in table.living("red")[1:]:
        table.cresters.remove(other)
    play.answer(asked(play, "EndTurn").key(), "done")
    play.answer(play.open()[0].key(), "card")


def test_a_flight_is_shown_and_can_be_stepped_backwards(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    stage.show(solo, None)
    hunted(solo)
    question = solo.open()[0]
    assert type(question).__name__ == "Fly"
    stage.show(solo, question)
    red = solo.table.living("red")[0]
    assert stage.flights.now is not None
    assert stage.flights.now.path[0] == red.at
    assert stage.flights.now.attacks
    host.advance(1.5)
    pieces = stage.pieces
    ship = solo.table.seats[0].ship
    assert stage.grid.hex_at(pieces.at(red.key)) == ship, "it was shown flying to the ship"
    stage.step(-1)
    host.advance(0.5)
    assert stage.grid.hex_at(pieces.at(red.key)) == stage.flights.now.path[-2]
    stage.step(-1)
    stage.step(-1)
    host.advance(0.5)
    assert stage.grid.hex_at(pieces.at(red.key)) == stage.flights.now.path[0]
    assert not stage.flights.can_step(-1)


def test_a_flight_can_be_reopened_by_a_tap_on_the_crester(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    hunted(solo)
    stage.show(solo, solo.open()[0])
    flight = stage.flights.now
    solo.answer(solo.open()[0].key(), "done")
    solo.answer(solo.open()[0].key(), [1, 1, 1, 1, 1])
    solo.answer(solo.open()[0].key(), [3, 2])
    while solo.table.is_under_way(Battle):
        question = solo.open()[0]
        solo.answer(question.key(), [0, 0])
    red = solo.table.living("red")[0]
    assert red.at == Hex(3, 0), "WW-65: after a tie it goes back one space"
    stage.show(solo, None)
    host.advance(1.0)
    assert stage.flights.now is None
    stage.tap(centre(stage, red.at))
    assert stage.flights.now == flight
    stage.tap((2.0, stage.room.y + 2.0))
    assert stage.flights.now is None


def test_a_battle_is_shown_close_by_with_dice_and_hits(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    hunted(solo)
    while type(solo.open()[0]).__name__ == "Fly":
        solo.answer(solo.open()[0].key(), "done")
    question = solo.open()[0]
    stage.show(solo, question)
    assert stage.in_battle
    attacker, defender = battle_sides(solo.table) or (None, None)
    assert (str(attacker.name), str(attacker.strength)) == ("The Red attacks", "5 dice")
    assert (str(defender.name), str(defender.strength)) == ("Ana", "2 dice")
    solo.answer(question.key(), [1, 1, 2, 2, 3])
    sides = battle_sides(solo.table)
    assert sides is not None
    assert (sides[0].dice, str(sides[0].strength)) == ((1, 1, 2, 2, 3), "9 hits")
    stage.show(solo, solo.open()[0])
    host.advance(0.5)
    assert host.picture().getbbox() is not None


# --- look-ahead


def test_look_ahead_is_offered_by_the_switch() -> None:
    assert on_offer(set_up("solo", "Ana").table)
    assert on_offer(set_up("coop", "Ana", "Ben").table)
    rivals = set_up("competitive", "Ana", "Ben")
    assert not on_offer(rivals.table)
    rivals = set_up("competitive", "Ana", "Ben", lookahead="on")
    assert on_offer(rivals.table)


@pytest.mark.thorough
def test_look_ahead_tints_every_space_in_reach_and_says_the_odds(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    table = solo.table
    captain = table.seats[0]
    captain.ship, captain.cannons = Hex(0, 2), 3
    for red in table.living("red")[1:]:
        table.cresters.remove(red)
    table.living("red")[0].at = Hex(0, 4)
    question = asked(solo, "Sail")
    stage.show(solo, question)
    stage.toggle_ahead()
    host.advance(1.0)
    dangers = {one.at: one for one in stage.outlook.dangers}
    assert set(dangers) == {captain.ship, *question.choices(table)} - {POST}
    assert len(dangers[Hex(0, 2)].attackers) == 1
    assert dangers[Hex(0, 2)].dice == 5
    far = next(space for space in dangers if (space.q, space.r) == (0, -1))
    assert dangers[far].attackers == (), "five spaces away, and it flies three"
    line = str(verdict(table, None)[0])
    fought = Battle(Party(cresters=table.living("red")), Party(captain), Hex(0, 2), Hex(0, 2))
    chance = chances(table, fought, fought.defender, 3)
    assert line.startswith("Attack by one Red")
    assert f"{chance.win}% win" in line
    stage.select((far.q, far.r))
    assert "nothing would attack" in str(verdict(table, far)[0])
    assert all(not flight.attacks for flight in stage.outlook.flights)


@pytest.mark.thorough
def test_ending_the_turn_shows_what_would_come_without_a_tap(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(0, 2)
    stage.show(solo, asked(solo, "EndTurn"))
    host.advance(0.5)
    assert stage.outlook.dangers
    assert stage.corners.sayings.parent is stage


@pytest.mark.thorough
def test_more_dice_mean_a_stronger_tint() -> None:
    assert tint_of(0) != tint_of(5)
    strengths = [tint_of(dice)[1] for dice in (5, 10, 15)]
    assert strengths == sorted(strengths)
    assert len({tint_of(dice)[0] for dice in (0, 5, 10, 15)}) == 4


@pytest.mark.thorough
def test_every_button_on_the_stage_is_big_enough(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    stage.show(solo, None)
    for button in (stage.corners.eye, stage.corners.back, stage.corners.on, stage.corners.map):
        assert min(button.size) >= dp(48)


def test_the_wind_turns_flag_badge_and_number(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    stage.show(solo, None)
    host.advance(1.0)
    for wind in NUMBERS:
        solo.table.wind = wind
        stage.show(solo, None)
        host.advance(1.0)
        assert stage.flag.sprite.angle % 360 == pytest.approx(-60.0 * (wind - 1) % 360)
        assert stage.wind.wind == wind


# --- put elsewhere by hand


def test_a_piece_that_is_held_and_dragged_is_a_correction(at_table: Start) -> None:
    driver = alone_at_sea(at_table, TABLET)
    page = driver.app.page
    stage, table = page.stage, page.play.table
    red = table.living("red")[0]
    start = red.at
    goal = next(space for space in table.planet.spaces
                if space not in table.planet.drift and space not in table.flying())
    touch = driver.down(*centre(stage, red.at))
    driver.advance(0.6)
    touch.touch_move(*centre(stage, goal))
    driver.advance(frames=3)
    touch.touch_up()
    driver.advance(0.5)
    assert page.play.table.crester(red.key).at == goal
    assert page.play.log[-1].kind == "correct"
    touch = driver.down(*centre(stage, goal))
    driver.advance(0.6)
    touch.touch_move(10.0, 10.0)
    touch.touch_up()
    driver.advance(0.5)
    assert page.play.table.crester(red.key).at == goal, "beside the planet it goes back"
    page.undo()
    assert page.play.table.crester(red.key).at == start

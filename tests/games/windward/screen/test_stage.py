"""The gas planet on the screen: what stands where, questions, flights, pieces moved by hand."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import NUMBERS, POST, Terrain
from companion.games.windward.rules.battle import Battle, Party
from companion.games.windward.screen.stage import lookahead as ahead
from companion.games.windward.screen.stage.battle import sides_of
from companion.games.windward.screen.stage.camera import hex_at, spot
from companion.games.windward.screen.stage.marks import tint_of
from companion.games.windward.screen.stage.pieces import CRESTER, LOW, SHIP, TOKEN, spread, standing, way_of
from companion.games.windward.screen.stage.reading import lit_of, map_of, way_to
from companion.games.windward.table import Cargo
from tests.ui.conftest import PHONE, TABLET, Start
from tests.ui.stage_host import SHAPES, TINY, Host, hosted

# --- what stands there


@pytest.fixture
def solo() -> Play[Any]:
    return set_up("solo", "Ana")


def set_up(mode: str, *names: str, **options: Any) -> Play[Any]:
    play = Play(game, Setup(people(*names), {"mode": mode, **options}))
    answers: dict[str, Any] = {"Layout": list("ABCDEF"), "FirstRoll": [6, *[1] * (len(names) - 1)], "Wind": [2],
                               "FirstGreys": ["2", "5", "3", "4"][:len(names) - 1], "WhiteDie": [6], "Ready": "done"}
    while play.table.phase != "turns":
        question = play.open()[0]
        play.answer(question.key(), answers[type(question).__name__])
    return play


def asked(play: Play[Any], name: str) -> Any:
    return next(question for question in play.open() if type(question).__name__ == name)


def test_every_piece_stands_once_and_the_low_ones_come_first(solo: Play[Any]) -> None:
    table = solo.table
    table.loose[Hex(1, 1)] = Cargo(1, 2, 3)
    figures = standing(table)
    keys = [figure.key for figure in figures]
    assert len(keys) == len(set(keys))
    levels = {figure.picture: figure.level for figure in figures}
    assert levels["crester_red"] == CRESTER
    assert levels["crester_grey"] == LOW
    assert levels["ship_1"] == SHIP
    assert levels["token_gas"] == levels["tooth_red"] == levels["token"] == TOKEN
    assert next(figure.number for figure in figures if figure.picture == "tooth_red") == 2


def test_defeated_and_tagged_cresters_look_different(solo: Play[Any]) -> None:
    red, other = solo.table.living("red")[:2]
    red.living, other.tagged = False, True
    pictures = {figure.key: figure.picture for figure in standing(solo.table)}
    assert pictures[red.key] == "crester_red_defeated"
    assert pictures[other.key] == "crester_red_tagged"


def test_pieces_that_share_a_hex_do_not_hide_each_other(solo: Play[Any]) -> None:
    table = solo.table
    table.seats[0].ship = Hex(2, 1)
    for red in table.living("red")[:2]:
        red.at = Hex(2, 1)
    stands = spread(standing(table))
    here = [stands["ship0"], *[stands[red.key] for red in table.living("red")[:2]]]
    for number, one in enumerate(here):
        for other in here[number + 1:]:
            assert hypot(one.x - other.x, one.y - other.y) > 0.3


def test_a_known_way_is_flown_whichever_way_round() -> None:
    way = (Hex(0, 0), Hex(0, 1), Hex(1, 1))
    assert way_of(Hex(0, 0), Hex(1, 1), [way]) == way
    assert way_of(Hex(1, 1), Hex(0, 0), [way]) == way[::-1]
    assert way_of(Hex(0, 0), Hex(2, 2), [way]) == (Hex(0, 0), Hex(2, 2))


def test_the_planet_grows_tile_by_tile_while_it_is_laid_out() -> None:
    play = Play(game, Setup(people("Ana"), {"mode": "solo"}))
    empty, some = map_of(play.table), map_of(play.table, ("C", "A"))
    assert not empty.planet.drift
    assert some.known == {1, 2}
    assert some.letters == ((1, "C"), (2, "A"))
    assert {some.planet.territory[space] for space in some.planet.all_of(Terrain.FEEDING)} == {1, 2}
    assert map_of(play.table, ("C", "A")) == some, "the same tiles are not baked twice"


# --- a question on the stage


def test_lit_spaces_carry_their_cost_battles_and_finds(solo: Play[Any]) -> None:
    table = solo.table
    ship = table.seats[0].ship = Hex(1, 1)
    question = asked(solo, "Sail")
    lit = lit_of(table, question)
    assert lit is not None
    assert lit.start == ship
    assert lit.wind == table.planet.wind_direction(2)
    by_space = {one.at: one for one in lit.spots}
    assert by_space[Hex(2, 1)].badge == "0", "WW-19: with the wind it costs nothing"
    assert by_space[Hex(1, 2)].badge == "1"
    assert all(one.battle == bool(table.flying_at(one.at)) for one in lit.spots)
    assert all(by_space[pocket].pick_up for pocket in table.planet.gas_pockets if pocket in by_space)
    assert way_to(table, question, Hex(2, 1)) == (ship, Hex(2, 1))


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as found:
        yield found


def centre(stage: Any, space: Hex) -> tuple[float, float]:
    x, y = stage._guide.now.to_screen(stage.window, spot(space, dp(35.5)))
    return float(x), float(y)


def test_it_stands_in_windows_of_every_shape(host: Host, solo: Play[Any]) -> None:
    solo.table.seats[0].ship = Hex(1, 1)
    for shape in (*SHAPES, *TINY):
        host.stand(*shape)
        for question in (None, asked(solo, "Sail"), asked(solo, "EndTurn")):
            host.stage.show(solo, question)
            host.advance(0.1)
        window = host.stage.window
        assert window.whole <= host.stage._guide.goal.zoom + 1e-6


def test_the_camera_goes_to_the_question_and_back(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(3, -1)
    stage.show(solo, asked(solo, "Sail"))
    host.advance(0.5)
    assert stage._guide.now.zoom >= stage.window.tap - 1e-6
    stage.show(solo, asked(solo, "EndTurn"))
    host.advance(0.5)
    assert stage._guide.now.is_whole(stage.window)


def test_a_finger_that_led_the_camera_away_is_not_overruled(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(3, -1)
    stage.show(solo, asked(solo, "Sail"))
    host.advance(0.5)
    stage._turn(stage._guide.now.moved(stage.window, (120.0, 60.0)))
    led = stage._guide.now
    stage.show(solo, asked(solo, "Sail"))
    host.advance(0.5)
    assert stage._guide.now == led


def test_nothing_moves_when_movement_is_off(solo: Play[Any]) -> None:
    with hosted(game, motion=False) as still:
        stage: Any = still.stage
        stage.show(solo, None)
        solo.table.seats[0].ship = Hex(2, 0)
        stage.show(solo, None)
        x, y = spot(Hex(2, 0), dp(35.5))
        assert stage._pieces._pieces["ship0"].body.pos == pytest.approx((x, y))


def test_a_ship_flies_along_the_way_that_was_chosen(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(1, 1)
    question = asked(solo, "Sail")
    stage.show(solo, question)
    goal = max(question.choices(solo.table), key=lambda space: len(way_to(solo.table, question, space)))
    way = way_to(solo.table, question, goal)
    stage.select(tuple(goal))
    host.advance(0.5)
    solo.table.seats[0].ship = goal
    stage.show(solo, None)
    seen = set()
    for _ in range(60):
        host.advance(1 / 60)
        seen.add(hex_at(stage._pieces._pieces["ship0"].body.pos, dp(35.5)))
    assert set(way) <= seen


def test_taps_pinches_and_drags_through_the_real_screen(at_table: Start) -> None:
    driver = at_table(game, players=1, options={"mode": "solo"}, size=PHONE)
    page = driver.app.page
    page.controller.opened.answer("Layout/table", list("ABCDEF"))
    page.controller.opened.answer("Wind/table", [2])
    page.controller.opened.answer("Ready/table", "done")
    page.refresh()
    driver.advance(1.0)
    stage = page.stage
    for goal in (Hex(1, 0), Hex(0, 1)):
        driver.tap_at(*centre(stage, goal))
        assert page.panel.answer_panel.preview() == goal
        assert stage._chosen == goal
    assert driver.says("Fly here for 1 speed")
    before = stage._guide.now
    room = stage.room
    driver.drag(room.center, (room.center[0] - 60, room.center[1] - 30))
    assert stage._guide.now.x > before.x
    assert stage._guide.now.y > before.y
    assert page.panel.answer_panel.preview() == Hex(0, 1), "a drag chooses nothing"
    one, other = driver.down(room.center[0] - 30, room.center[1]), driver.down(room.center[0] + 30, room.center[1])
    driver.advance(frames=2)
    zoom = stage._guide.now.zoom
    one.touch_move(room.center[0] - 60, room.center[1])
    other.touch_move(room.center[0] + 60, room.center[1])
    driver.advance(frames=2)
    assert stage._guide.now.zoom > 1.3 * zoom
    one.touch_up()
    other.touch_up()
    driver.advance(0.3)
    driver.tap(stage._corners.map)
    assert stage._guide.now.is_whole(stage.window), "the small map leads back to the whole planet"


def test_a_tap_on_the_ship_asks_where_it_goes_whatever_the_panel_shows(at_table: Start) -> None:
    driver = at_table(game, players=1, options={"mode": "solo"}, size=PHONE)
    page = driver.app.page
    for key, answer in (("Layout/table", list("ABCDEF")), ("Wind/table", [2]), ("Ready/table", "done"),
                        ("Sail/0", [1, 1])):
        page.controller.opened.answer(key, answer)
    page.refresh()
    driver.advance(1.0)
    driver.tap("Orders")
    driver.advance(0.5)
    assert page.situation.question.key() == "Order/0"
    driver.tap_at(*page.stage.where(Hex(1, 1)))
    driver.advance(0.5)
    assert page.situation.question.key() == "Sail/0"
    assert len(page.play.log) == 4, "asked, nothing done"


def test_the_six_tiles_are_laid_by_touches(at_table: Start) -> None:
    driver = at_table(game, players=1, options={"mode": "solo"}, size=TABLET)
    stage = driver.app.page.stage
    for number, letter in enumerate("FACEBD", 1):
        driver.tap(f"Tile {letter}")
        assert stage._map.letters[-1] == (number, letter)
    driver.tap("This is our planet")
    assert driver.app.page.play.table.layout == "FACEBD"


# --- Cresters


def hunted(play: Play[Any]) -> None:
    """Ana ends her turn two spaces from the only Red, on the ray of territory 2: there is one shortest way."""
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
    assert stage._flights.now is not None
    assert stage._flights.now.path[0] == red.at
    assert stage._flights.now.attacks
    host.advance(1.5)
    body = stage._pieces._pieces[red.key].body
    assert hex_at(body.pos, dp(35.5)) == solo.table.seats[0].ship, "it was shown flying to the ship"
    stage._step(-1)
    host.advance(0.5)
    assert hex_at(body.pos, dp(35.5)) == stage._flights.now.path[-2]
    stage._step(-1)
    stage._step(-1)
    host.advance(0.5)
    assert hex_at(body.pos, dp(35.5)) == stage._flights.now.path[0]
    assert not stage._flights.can_step(-1)


def test_a_flight_can_be_reopened_by_a_tap_on_the_crester(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    hunted(solo)
    stage.show(solo, solo.open()[0])
    flight = stage._flights.now
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
    assert stage._flights.now is None
    stage._tap(centre(stage, red.at))
    assert stage._flights.now == flight
    stage._tap((2.0, stage.room.y + 2.0))
    assert stage._flights.now is None


def test_a_battle_is_shown_close_by_with_dice_and_hits(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    hunted(solo)
    while type(solo.open()[0]).__name__ == "Fly":
        solo.answer(solo.open()[0].key(), "done")
    question = solo.open()[0]
    stage.show(solo, question)
    assert stage._in_battle
    attacker, defender = sides_of(solo.table) or (None, None)
    assert attacker is not None
    assert defender is not None
    assert (str(attacker.name), str(attacker.strength)) == ("Red G attacks", "5 dice")
    assert (str(defender.name), str(defender.strength)) == ("Ana", "2 dice")
    solo.answer(question.key(), [1, 1, 2, 2, 3])
    sides = sides_of(solo.table)
    assert sides is not None
    assert (sides[0].dice, str(sides[0].strength)) == ((1, 1, 2, 2, 3), "9 hits")
    stage.show(solo, solo.open()[0])
    host.advance(0.5)
    assert host.picture().getbbox() is not None


# --- look-ahead


def test_look_ahead_is_offered_by_the_switch() -> None:
    assert ahead.on_offer(set_up("solo", "Ana").table)
    assert ahead.on_offer(set_up("coop", "Ana", "Ben").table)
    rivals = set_up("competitive", "Ana", "Ben")
    assert not ahead.on_offer(rivals.table)
    rivals = set_up("competitive", "Ana", "Ben", lookahead="on")
    assert ahead.on_offer(rivals.table)


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
    stage._toggle_ahead()
    host.advance(1.0)
    dangers = {one.at: one for one in stage._outlook.dangers}
    assert set(dangers) == {captain.ship, *question.choices(table)} - {POST}
    assert dangers[Hex(0, 2)].attackers == 1
    assert dangers[Hex(0, 2)].dice == 5
    far = next(space for space in dangers if (space.q, space.r) == (0, -1))
    assert dangers[far].attackers == 0, "five spaces away, and it flies three"
    line = str(ahead.verdict(table, None)[0])
    fought = Battle(Party(cresters=table.living("red")), Party(captain), Hex(0, 2), Hex(0, 2))
    chance = ahead.chances(table, fought, fought.defender, 3)
    assert line.startswith("Attack by one Red")
    assert f"{chance.win} % win" in line
    stage.select((far.q, far.r))
    assert "nothing would attack" in str(ahead.verdict(table, far)[0])
    assert all(not flight.attacks for flight in stage._outlook.flights)


def test_ending_the_turn_shows_what_would_come_without_a_tap(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    solo.table.seats[0].ship = Hex(0, 2)
    stage.show(solo, asked(solo, "EndTurn"))
    host.advance(0.5)
    assert stage._outlook.dangers
    assert stage._corners.sayings.parent is stage


def test_more_dice_mean_a_stronger_tint() -> None:
    assert tint_of(0) != tint_of(5)
    strengths = [tint_of(dice)[1] for dice in (5, 10, 15)]
    assert strengths == sorted(strengths)
    assert len({tint_of(dice)[0] for dice in (0, 5, 10, 15)}) == 4


def test_every_button_on_the_stage_is_big_enough(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    stage.show(solo, None)
    for button in (stage._corners.eye, stage._corners.back, stage._corners.on, stage._corners.map):
        assert min(button.size) >= dp(48)


def test_the_wind_turns_flag_badge_and_number(host: Host, solo: Play[Any]) -> None:
    stage: Any = host.stage
    stage.show(solo, None)
    host.advance(1.0)
    for wind in NUMBERS:
        solo.table.wind = wind
        stage.show(solo, None)
        host.advance(1.0)
        assert stage._flag.sprite.angle % 360 == pytest.approx(-60.0 * (wind - 1) % 360)
        assert stage._wind._wind == wind


# --- put elsewhere by hand


def test_a_piece_that_is_held_and_dragged_is_a_correction(at_table: Start) -> None:
    driver = at_table(game, players=1, options={"mode": "solo"}, size=TABLET)
    page = driver.app.page
    page.controller.opened.answer("Layout/table", list("ABCDEF"))
    page.controller.opened.answer("Wind/table", [2])
    page.controller.opened.answer("Ready/table", "done")
    page.refresh()
    driver.advance(1.0)
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

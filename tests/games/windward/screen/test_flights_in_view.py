"""A flight lies free of bar, wind, keys and small map; the planet is large while hands move pieces."""

from random import Random
from typing import Any

import pytest

from companion.games.windward import game
from companion.games.windward.board.planet import NUMBERS, POST
from companion.games.windward.box import model
from companion.games.windward.screen.stage import marks
from companion.games.windward.screen.stage.camera import NUMBERS_AT
from companion.touches.driver import Size
from companion.ui.screens.chronicle import take_back
from companion.ui.table.panel import QuestionPanel
from companion.ui.table.parts import OneLine
from companion.ui.theme import tokens
from companion.ui.widgets.displays.covers import Picture
from tests.games.windward.screen.test_put_back_in_view import EVENING, PLACED, pages, undone_night
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start

pytestmark = pytest.mark.touch
SIZES = [SMALL, PHONE, LANDSCAPE]


def flying_white(start: Start, size: Size, ship: tuple[int, int, int]) -> Afloat:
    hands = afloat(start, size=size, box=model.starter(), great_white=True)
    hands.put(("white_waits", False), ("beasts.white9", hands.at(1, 5)), ("captains.0.ship", hands.at(*ship)),
              ("captains.0.cards", 3))
    opened = hands.page.controller.opened
    opened.answer("EndTurn/0", "done")
    opened.answer("CardOrMorale/0", "card")
    hands.drive.advance(0.6)
    return hands


def striking_white(start: Start, size: Size) -> Afloat:
    """The White three out reaches the Trading Post, where Ana rests."""
    hands = afloat(start, "coop", size=size, players=3, box=model.starter())
    hands.put(("beasts.white9", hands.at(4, 3)))
    hands.page.controller.opened.answer("EndTurn/0", "done")
    hands.drive.advance(0.6)
    return hands


def covered(hands: Afloat) -> list[str]:
    """Spaces of the flight that the bar, the panel or a part of the corners hides."""
    stage: Any = hands.page.stage
    corners, room, wind = stage.corners, stage.room, stage.wind
    parts = [one for one in (corners.map, corners.turn, corners.back, corners.on, corners.eye) if one.parent]
    found = []
    for space in stage.flights.now.path:
        at = stage.on_screen(stage.grid.spot(space))
        far = wind.scale * 29
        in_wind = abs(at[0] - wind.center[0]) < far and abs(at[1] - wind.center[1]) < far
        if not room.holds(at) or in_wind or any(part.collide_point(*at) for part in parts):
            found.append(f"{space} at {at}")
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_start_and_goal_of_a_flight_lie_free(start: Start, size: Size) -> None:
    assert covered(flying_white(start, size, (4, 3, 1))) == []
    hands = striking_white(start, size)
    assert covered(hands) == []
    assert hands.page.panel.headline.text == "The White strikes the Trading Post."


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("territory", [3, 6])
def test_a_flight_from_the_side_lies_free_of_the_corners(start: Start, territory: int, size: Size) -> None:
    """WW-125: a flight from the rim to the Post is as wide as the map, so the corners can hide its ends."""
    hands = afloat(start, "coop", size=size, players=3, box=model.starter())
    hands.put(("beasts.white9", hands.at(territory, 5)))
    hands.page.controller.opened.answer("EndTurn/0", "done")
    hands.drive.advance(0.6)
    assert covered(hands) == []


@pytest.mark.thorough
def test_in_landscape_spaces_beside_the_free_room_lie_in_the_dusk(start: Start) -> None:
    """Half of their costs stuck out below the bar and the echo; a finger brings them into view."""
    stage: Any = afloat(start, size=LANDSCAPE).page.stage
    room, spots = stage.room, [stage.where(space) for space in stage.lit.spaces]
    beside = [at for at in spots if stage.collide_point(*at) and not room.holds(at)]
    assert beside and stage.veil.shown
    for _, y in beside:
        veils = (stage.veil.above, stage.veil.below)
        assert any(veil.pos[1] <= y <= veil.pos[1] + veil.size[1] for veil in veils)
    assert not afloat(start, size=TABLET).page.stage.veil.shown, "the whole planet is free"


@sampled("size", [SMALL, PHONE])
def test_the_map_has_half_of_a_phone_while_a_crester_flies(start: Start, size: Size) -> None:
    hands = flying_white(start, size, (4, 3, 1))
    assert hands.page.stage.room.height >= 0.4 * hands.page.height


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("size", [pytest.param(SMALL), pytest.param(PHONE, marks=pytest.mark.thorough)])
def test_the_planet_is_large_and_alone_while_pieces_go_back(at_table: Start, size: Size,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    """More than half as wide as it could be; the coming night's flights wait until the card is done."""
    drawn: list[Any] = []
    night, fly = marks.Marks.night, marks.Marks.fly

    def draw_night(self: marks.Marks, flights: Any, *more: Any) -> None:
        drawn.extend(flights)
        night(self, flights, *more)

    def draw_flight(self: marks.Marks, flight: Any, zoom: float) -> None:
        drawn.extend([flight] if flight else [])
        fly(self, flight, zoom)

    monkeypatch.setattr(marks.Marks, "night", draw_night)
    monkeypatch.setattr(marks.Marks, "fly", draw_flight)
    hands = undone_night(at_table, size, 100)
    drawn.clear()
    for kind in pages(hands):
        window = hands.page.stage.window
        planet, most = 2 * window.rim * window.whole, min(window.width, hands.page.height - 52)
        assert planet >= 0.6 * most, f"{kind}: {planet:.0f} of {most:.0f}"
        assert not hands.page.panel.hand.shown or hands.page.stage.goes_back
    assert drawn == []
    for _ in range(3):
        hands.page.redo()
    hands.page.fold_hand()
    hands.drive.advance(0.5)
    assert hands.page.situation.question.rule == "WW-111" and drawn, "done: tonight's flights are there again"


@pytest.mark.thorough
def test_the_warning_covers_nothing(start: Start) -> None:
    """The headline says that the ship is lost, so no bubble over the planet repeats it."""
    hands = afloat(start, "coop", size=SMALL, players=3, box=model.starter())
    hands.put(("beasts.white9", hands.at(4, 3)))
    hands.page.want("EndTurn/0")
    hands.drive.advance(0.5)
    assert "your ship is lost!" in hands.page.panel.headline.text
    assert hands.page.stage.corners.sayings.parent is None


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_big_text_leaves_a_map_where_a_map_is_needed(at_table: Start, size: Size) -> None:
    drive = at_table(game, players=1, options={"mode": "solo"}, size=size, settings={"text_size": 200})
    page = drive.app.page
    for key, answer in EVENING:
        page.controller.opened.answer(key, answer)
    page.want("EndTurn/0")
    drive.advance(0.5)
    window = page.stage.window
    assert page.stage.guide.goal.zoom > 2 * window.whole, "the ship's surroundings rather than a tiny planet"
    page.controller.opened.play.fix([*PLACED, ("captains.0.cards", 2)])
    for key, answer in (("EndTurn/0", "done"), ("CardOrMorale/0", "morale")):
        page.controller.opened.answer(key, answer)
    for key in ("AllFly/0", "Fly/0"):
        page.want(key)
        drive.advance(0.5)
        assert page.stage.room.height >= 0.3 * page.height, key
        panel: QuestionPanel = page.panel
        assert panel.row.main is not None and panel.row.main.y >= 0


@pytest.mark.thorough
def test_big_text_shows_no_tiny_planet_while_hands_lay_out(at_table: Start) -> None:
    """*Lay out the rest* had a planet of 60 dp on a small phone; now it shows the ships' surroundings."""
    drive = at_table(game, players=2, size=SMALL, settings={"text_size": 200})
    hands, rng = Afloat(drive), Random(4)
    opened = hands.page.controller.opened
    while type(opened.play.open()[0]).__name__ != "Ready":
        question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    drive.advance(0.6)
    window = hands.page.stage.window
    assert hands.page.panel.hand.shown and 2 * window.rim * window.whole < 120
    assert hands.page.stage.guide.goal.zoom > 2 * window.whole


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_a_flight_keeps_a_third_beside_pieces_to_move_with_big_text(at_table: Start, size: Size) -> None:
    """The list left it a strip of 100 dp, with start and goal below the bar and the wind."""
    drive = at_table(game, players=3, options={"mode": "coop"}, size=size, settings={"text_size": 200})
    hands, rng = Afloat(drive), Random(4)
    opened = hands.page.controller.opened
    while not (type(opened.play.open()[0]).__name__ == "Fly" and hands.page.controller.hand.lines):
        question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    drive.advance(0.6)
    page, way = hands.page, hands.page.stage.flights.now.path
    assert page.panel.hand.shown and page.height - page.panel.height >= 0.33 * page.height
    assert all(page.stage.room.holds(page.stage.where(space)) for space in way)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("depth", ["full", "light"])
def test_big_text_leaves_a_third_to_the_map_that_is_tapped(start: Start, size: Size, depth: str) -> None:
    """It was a strip of 100 dp on a small phone, half of it below the wind and the small map."""
    hands = afloat(start, size=size, depth=depth, players=5)
    hands.drive.app.library.set("text_size", 200)
    hands.drive.app.apply_settings()
    hands.drive.advance(0.5)
    page = hands.page
    assert page.panel.headline.text.startswith("Ana, where")
    for _ in range(2):  # the second time with pieces to move
        assert page.height - page.panel.height >= 0.34 * page.height - 1
        scroll = page.panel.scroll
        assert page.panel.headline.to_window(0, page.panel.headline.y)[1] >= scroll.y
        page.controller.opened.answer("Sail/0", [0, 2])
        page.controller.opened.answer("EndTurn/0", "done")
        page.controller.opened.undo()
        page.controller.opened.undo()
        hands.drive.advance(0.5)
        assert page.panel.hand.shown


def shows_ways(drive: Any) -> None:
    """The picture is in view and large enough, with rings round the pieces that go back."""
    found = drive.find(cls=Picture)
    wide, high = drive.size
    assert found.x >= 0 and found.right <= wide and found.y >= 0 and found.top <= high
    assert found.source is not None and found.height >= 0.25 * high
    left, top = int(found.x), int(high - found.top)
    seen = drive.picture().crop((left, top, left + int(found.width), top + int(found.height)))
    warm = [round(255 * one) for one in tokens.rgba(tokens.DARK.warm)[:3]]
    assert sum(number for number, pixel in seen.getcolors(seen.width * seen.height)
               if max(abs(one - other) for one, other in zip(pixel, warm, strict=True)) < 60) > 200


def fly_six_reds(opened: Any) -> None:
    for key, answer in EVENING:
        opened.answer(key, answer)
    opened.play.fix(PLACED)
    for key, answer in (("EndTurn/0", "done"), ("CardOrMorale/0", "morale")):
        opened.answer(key, answer)
    night = next(one for one in opened.play.open() if one.rule == "WW-111")
    opened.answer(night.key(), night.draft(opened.play.table).answer())


@pytest.mark.thorough
def test_an_undo_over_many_pieces_asks_first_and_shows_them(at_table: Start) -> None:
    """Six Reds have flown: the number is in the question, with a picture; *Leave it* changes nothing."""
    drive = at_table(game, players=1, options={"mode": "solo"}, size=PHONE)
    page = drive.app.page
    opened = page.controller.opened
    fly_six_reds(opened)
    drive.advance(0.3)
    before = opened.play.position()
    page.undo()
    drive.advance(0.4)
    assert drive.says("This moves 6 pieces back on the table. Undo it?") and opened.play.position() == before
    shows_ways(drive)
    drive.tap("Leave it")
    drive.advance(0.4)
    assert opened.play.position() == before
    page.undo()
    drive.advance(0.4)
    assert opened.play.position() == before, "it asks again"
    drive.tap("Take it back")
    drive.advance(0.4)
    assert opened.play.position() == before - 1 and page.panel.hand.shown


@pytest.mark.thorough
def test_back_to_here_asks_and_shows_the_pieces(at_table: Start) -> None:
    """From the chronicle: six Reds have flown since Ana sailed."""
    drive = at_table(game, players=1, options={"mode": "solo"}, size=PHONE)
    opened = drive.app.page.controller.opened
    fly_six_reds(opened)
    before = opened.play.position()
    drive.app.go("chronicle", opened=opened)
    drive.advance(0.4)
    take_back(drive.app, drive.app.page.look, opened, before - 2)
    drive.advance(0.6)
    assert drive.app.visits[-1].name == "chronicle" and opened.play.position() == before
    assert drive.says("This moves 6 pieces back on the table. Undo it?")
    shows_ways(drive)
    drive.tap("Take it back")
    drive.advance(0.6)
    assert drive.app.visits[-1].name == "table" and drive.app.page.panel.hand.shown
    assert opened.play.position() == before - 2


def test_a_flight_is_slow_enough_to_watch_and_a_tap_skips_it(start: Start) -> None:
    """Five hexes take 0.35 s each, with a stop on every space; a touch ends the flight at once."""
    hands = flying_white(start, PHONE, (4, 3, 1))
    stage: Any = hands.page.stage
    key, path = stage.flights.now.key, [stage.grid.spot(space) for space in stage.flights.now.path]
    stage.animate = True
    stage.pieces.fly(key, path)
    seen = []
    for _ in range(round(5 * 0.45 * 30) + 2):
        hands.drive.advance(frames=1)
        seen.append(stage.pieces.at(key))
    for number, spot in enumerate(path[1:], 1):
        rests = [at for at, place in enumerate(seen) if place == pytest.approx(spot, abs=0.5)]
        assert len(rests) >= 2 and rests[0] / 30 == pytest.approx(0.45 * number - 0.1, abs=0.1)
    stage.pieces.fly(key, path)
    hands.drive.advance(0.2)
    stage.settle()
    assert stage.pieces.at(key) == pytest.approx(path[-1], abs=0.5)


@pytest.mark.thorough
def test_a_finger_that_rests_on_a_hex_sails_nowhere(start: Start) -> None:
    hands = afloat(start, depth="light")
    before, space = hands.play.position(), hands.at(1, 3)
    at = hands.page.stage.spot_of(f"{space.q},{space.r}")
    assert at is not None
    hands.drive.tap_at(at[0], at[1], hold=1.0)
    assert hands.drive.has("This space"), "the finger has shown which, so no words tell the way"
    assert hands.drive.says("without it") and hands.drive.says("Tonight nothing would reach you there.")
    assert hands.play.position() == before


@pytest.mark.thorough
@pytest.mark.rule("WW-153")
def test_a_tap_on_the_map_sails_while_notoriety_is_open(start: Start) -> None:
    """It did nothing: one had to go back first."""
    hands = afloat(start, depth="light")
    hands.page.want("Notoriety/0")
    hands.drive.advance(0.5)
    space = hands.at(1, 3)
    at = hands.page.stage.spot_of(f"{space.q},{space.r}")
    assert type(hands.question).__name__ == "Notoriety" and at is not None
    hands.drive.tap_at(*at)
    hands.drive.advance(0.5)
    assert hands.play.table.seats[0].ship == space and type(hands.question).__name__ != "Notoriety"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "words", ["Set sail", "Cleo's mates and Coffee are back on the ship, and her boat is at port"])
def test_on_a_tablet_the_number_below_the_planet_stays_free(start: Start, words: str) -> None:
    """The 4 is in the middle; the line of the last answer and Undo ends left of it, maybe on two lines."""
    hands = afloat(start, size=TABLET, box=model.starter())
    hands.page.controller.opened.answer("Sail/0", list(hands.at(1, 2)))
    hands.page.refresh()
    hands.page.echo.show(words, "Undo", None, "")
    hands.page.arrange()
    hands.drive.advance(0.4)
    assert hands.page.echo.opacity == 1.0 and hands.page.echo.right < hands.page.stage.room.center[0] - 16


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_the_eye_covers_no_number_of_a_whole_planet(start: Start, size: Size) -> None:
    """Where Ana gives an order, a low stage shows the planet whole; the 5 is beside the wind."""
    hands = afloat(start, "coop", size=size, players=3, box=model.starter())
    hands.put(("beasts.white9", hands.at(1, 5)))
    hands.page.want("Order/0")
    hands.drive.advance(0.6)
    stage: Any = hands.page.stage
    eye, grid, planet = stage.corners.eye, stage.grid, hands.play.table.planet
    assert eye.parent is not None and stage.room.width > 1.5 * stage.room.height
    far = NUMBERS_AT * grid.reach_out(planet.radius)
    for number in NUMBERS:
        x, y = stage.on_screen(grid.towards(planet.wind_direction(number), far))
        assert stage.room.holds((x, y))
        across = max(eye.x - x, x - eye.right, eye.y - y, y - eye.top)
        assert across > 8, f"{number} at {x:.0f}, {y:.0f}"


@pytest.mark.parametrize("size", [SMALL, PHONE, LANDSCAPE])
def test_a_flight_is_large_in_a_phones_table_mode(start: Start, size: Size) -> None:
    """WW-125: four out in territory 1, the White flies to the Post; five people saw only its sentence."""
    hands = afloat(start, "coop", size=size, players=3)
    hands.put(("beasts.white9", hands.at(1, 4)))
    hands.menu("Table mode")
    hands.page.controller.opened.answer("EndTurn/0", "done")
    hands.drive.advance(0.6)
    stage = hands.page.stage
    assert stage.width * stage.height >= 0.5 * size[0] * size[1]
    assert [stage.flights.now.path[0], stage.flights.now.path[-1]] == [hands.at(1, 4), POST]
    for space in stage.flights.now.path:
        x, y = stage.where(space)
        assert stage.x < x < stage.right and stage.y < y < stage.top
    assert hands.drive.says("Four hexes towards 4, to port")
    hands.drive.tap("Moved")
    hands.drive.advance(0.6)
    assert hands.page.stage is None, "where a ship sails is answered at the table"


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, SMALL[::-1]])
def test_who_is_next_can_be_read_with_big_text(start: Start, size: Size) -> None:
    """WW-16, one line of 11 sp for three captains; with text at 200 % it stayed that small."""
    hands = afloat(start, size=size, box=model.starter(), players=3, text_size=200, great_white=True)
    hands.page.want("EndTurn/0")
    hands.drive.advance(0.4)
    line = hands.drive.find(cls=OneLine)
    assert line.text == "Next Ben; wind 1; the White wakes at 10, Ana has 0" and line.px >= 2 * 11

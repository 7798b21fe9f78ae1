"""Fix something on Windward's stage, by touches: tap a piece, count it, drag it; one record, one undo."""

from math import dist
from typing import Any

import pytest

from companion.core.fields import Field
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.windward import game
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.board.planet import POST
from companion.services.table.fix import ringed
from companion.touches.offscreen import PHONE
from companion.ui.screens.fix import SmallStepper, ThingCard
from tests.games.windward.screen.test_by_hand_touch import READY, put, sit
from tests.ui.conftest import SMALL, Start
from tests.ui.hands import Hands

pytestmark = pytest.mark.touch


def free_space(hands: Hands) -> Hex:
    table = hands.play.table
    return next(space for space in sorted(table.planet.spaces) if space != POST and space not in table.planet.drift
                and space not in table.flying() and space not in [one.ship for one in table.seats])


def to_the_page(at_table: Start, size: Any) -> Hands:
    """Ana's ship at sky, gas 2; the page is open."""
    hands = sit(at_table, size, READY)
    put(hands, captains__0__ship=spell(free_space(hands)), captains__0__gas=2)
    hands.menu("Fix something")
    hands.drive.advance(0.4)
    return hands


def drag(hands: Hands, start: Hex, end: Hex) -> None:
    """Drag at once, without holding the piece first."""
    drive, stage = hands.drive, hands.drive.app.page.stage
    touch = drive.down(*stage.where(start))
    drive.advance(frames=2)
    for part in (0.4, 0.8, 1.0):
        (x, y), (to_x, to_y) = stage.where(start), stage.where(end)
        touch.touch_move(x + (to_x - x) * part, y + (to_y - y) * part)
        drive.advance(frames=2)
    touch.touch_up()
    drive.advance(0.5)


@pytest.mark.thorough
def test_a_second_finger_takes_no_piece_from_the_first(at_table: Start) -> None:
    hands = to_the_page(at_table, PHONE)
    drive, stage = hands.drive, hands.page.stage
    start, goal = hands.play.table.seats[0].ship, free_space(hands)
    first = drive.down(*stage.where(start))
    first.touch_move(*stage.where(goal))
    x, y = stage.room.center
    second = drive.down(x, y - 40)
    second.touch_move(x, y)
    drive.up(first)
    drive.up(second)
    drive.advance(0.5)
    assert stage.trails == ((start, goal),)


def test_a_tapped_ship_is_counted_and_dragged_and_set_as_one(at_table: Start) -> None:
    hands = to_the_page(at_table, PHONE)
    drive, page, table = hands.drive, hands.drive.app.page, hands.play.table
    start, before = table.seats[0].ship, len(hands.play.log)
    touch_at(hands, start)
    card = drive.find(cls=ThingCard)
    assert card.name.text == "Ana's ship"
    assert [stepper.label.text for stepper in drive.all(cls=SmallStepper)] == [
        "Morale", "Gas", "Cannons"]
    gas = next(stepper for stepper in drive.all(cls=SmallStepper) if stepper.path == "captains.0.gas")
    hands.touch(gas.plus)
    assert (gas.number.text, gas.hint.text) == ("3", "was 2")
    goal = free_space(hands)
    drag(hands, start, goal)
    assert drive.find(cls=ThingCard).where.text.startswith("Now ")
    assert page.stage.trails == ((start, goal),), "where it stood, and where it belongs"
    assert [(ghost.picture, ghost.at, end) for ghost, end in page.stage.ghosts] == [
        (f"ship_{table.seats[0].colour + 1}", start, goal)], "its ghost stands where it stood"
    assert len(hands.play.log) == before and table.seats[0].ship == start, "nothing is booked yet"
    hands.touch("Set both and go on")
    drive.advance(0.4)
    captain = hands.play.table.seats[0]
    assert (captain.ship, captain.gas, len(hands.play.log)) == (goal, 3, before + 1)
    hands.undo()
    captain = hands.play.table.seats[0]
    assert (captain.ship, captain.gas) == (start, 2)


def touch_at(hands: Hands, space: Hex) -> None:
    touch = hands.drive.down(*hands.drive.app.page.stage.where(space))
    hands.drive.advance(frames=2)
    touch.touch_up()
    hands.drive.advance(0.5)


@pytest.mark.thorough
def test_all_of_it_leads_to_the_list_with_that_thing_first(at_table: Start) -> None:
    hands = to_the_page(at_table, PHONE)
    page = hands.drive.app.page
    touch_at(hands, hands.play.table.seats[0].ship)
    hands.touch("All of it")
    hands.drive.advance(0.3)
    assert page.thing is None
    assert next(row for row in page.rows.parts if getattr(row, "path", "")).path == "captains.0.ship"


@pytest.mark.thorough
def test_one_thing_is_shown_on_the_stage_even_of_a_small_phone(at_table: Start) -> None:
    hands = sit(at_table, SMALL, READY)
    put(hands, captains__0__ship=spell(free_space(hands)))
    hands.page.open_fix(at="captains.0.ship")
    hands.drive.advance(0.4)
    page = hands.drive.app.page
    assert page.thing is not None and page.stage.opacity == 1.0
    assert page.panel.height <= 0.62 * page.height + 1
    assert page.column.height <= page.scroll.height + 1, "the whole card is to be seen"
    assert page.ring.at is not None


@pytest.mark.thorough
def test_dropped_where_it_may_not_stand_it_goes_back_and_says_why(at_table: Start) -> None:
    """WW-22: onto a Drift."""
    hands = to_the_page(at_table, PHONE)
    page, start = hands.drive.app.page, hands.play.table.seats[0].ship
    drift = min(hands.play.table.planet.drift, key=lambda space: (space.q - start.q) ** 2 + (space.r - start.r) ** 2)
    drag(hands, start, drift)
    card = hands.drive.find(cls=ThingCard)
    assert card.where.text.startswith("Ana's place can't be the Drift")
    assert not page.draft.changes and hands.drive.has("It matches")


@pytest.mark.thorough
def test_rings_lie_round_the_things_when_the_page_has_come_to_rest(at_table: Start) -> None:
    """The card of a thing takes less than the list: the planet is seen bigger, and the rings stayed where it was."""
    hands = to_the_page(at_table, PHONE)
    page, start = hands.drive.app.page, hands.play.table.seats[0].ship
    before = page.stage.room.height
    touch_at(hands, start)
    hands.drive.advance(1.5)
    assert page.stage.room.height != before
    assert page.ring.at == pytest.approx(page.stage.where(start))
    ships = [page.stage.where(captain.ship) for captain in hands.play.table.seats]
    assert all(any(dist(ship, spot) < 1 for spot in page.rings.spots) for ship in ships)


@pytest.mark.thorough
def test_a_spot_gets_a_ring_whatever_its_name_but_what_lies_on_a_space_does_not() -> None:
    def field(place: str, absent: Any) -> Field:
        return Field(f"x.{place}", say("x"), range(3), lambda: 1, lambda _: None, place=place, absent=absent)
    fields = [field("1", None), field("2", None), field("1", False), field("3,-1", 0), field("ship0", None)]
    assert ringed(fields) == ["1", "2", "ship0"]


@pytest.mark.thorough
@pytest.mark.parametrize("contrast", ["normal", "high"])
def test_in_high_contrast_rings_have_a_dark_rim_and_the_panel_an_outline(start: Start, contrast: str) -> None:
    drive = start(games=[game], settings={"movement": False, "contrast": contrast})
    opened = drive.app.library.start("windward", Setup(people("Ana", "Ben")))
    opened.play.fix([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")])
    drive.app.go("fix", opened=opened)
    drive.advance(0.5)
    page = drive.app.page
    assert page.rings.spots and len(page.rings.lines) == (2 if contrast == "high" else 1), "ink on a dark rim"
    assert (page.panel_box.line_width > 0) is (contrast == "high")

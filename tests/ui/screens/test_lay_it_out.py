"""Lay it out again, fix something, already started: by touches."""

from typing import Any

import pytest

from companion.core.log import FIX
from companion.core.setup import Setup, people
from companion.games.windmill import game
from companion.games.windward import game as windward
from companion.games.windward.screen.panels import TileButton
from companion.games.winter_tales import game as winter_tales
from companion.touches.driver import AppDriver
from companion.ui.screens.lay_it_out import CheckRow, SectionHead
from companion.ui.widgets.controls.answer import Tile
from companion.ui.widgets.controls.buttons import Link
from companion.ui.widgets.controls.rows import ListRow
from tests.ui.conftest import LANDSCAPE, PHONE, TABLET, Start, sights
from tests.ui.hands import Hands
from tests.ui.table.test_table import cut, too_small

pytestmark = pytest.mark.touch
HOUR = 3600.0


def played(at_table: Start, **kwargs: Any) -> tuple[Any, Hands]:
    """Ana told, Ben guessed wrong, Cleo right: 2 points each for Cleo and Ana (WM-13), the token is Ana's."""
    drive = at_table(game, players=4, **kwargs)
    drive.tap(drive.find("Ana", Tile))
    for words in ("Card is down", "Wrong card", "Right card"):
        drive.tap(words)
    return drive, Hands(drive)


# Lay it out again

def test_everything_that_lies_there_is_checked_off(at_table: Start) -> None:
    drive, hands = played(at_table, size=TABLET)
    opened = drive.app.visits[-1].args["opened"]
    before = len(opened.play.log)
    hands.menu("Lay it out again")
    assert drive.has("0 of 3"), "two pawns off the start and the token"
    drive.tap(drive.find("Ana's points: 2", CheckRow))
    assert drive.has("1 of 3")
    drive.tap(drive.find("Cleo's points: 2", CheckRow))
    assert drive.has("2 of 3")
    assert drive.has("First Player token: Ana", CheckRow), "the next section opens by itself"
    assert not drive.has("Ana's points: 2", CheckRow), "and the finished one folds"
    drive.tap("Play on")
    assert drive.app.visits[-1].name == "table" and len(opened.play.log) == before


@pytest.mark.thorough
def test_checks_are_kept_with_the_play_until_it_goes_on(at_table: Start) -> None:
    drive, hands = played(at_table)
    hands.menu("Lay it out again")
    drive.tap(drive.find("Ana's points: 2", CheckRow))
    drive.key(27)
    hands.menu("Lay it out again")
    assert drive.has("1 of 3")
    drive.tap("Play on")
    drive.tap("Card is down")
    hands.menu("Lay it out again")
    assert drive.has("0 of 3") or drive.has("0 of 4")


def test_one_section_is_open_at_a_time(at_table: Start) -> None:
    drive, hands = played(at_table)
    hands.menu("Lay it out again")
    drive.tap(drive.find("Tokens", SectionHead))
    assert [row.text for row in drive.all(cls=CheckRow)] == ["First Player token: Ana"]
    drive.tap("Check all")
    assert drive.has("1 of 3") and drive.has("Ana's points: 2", CheckRow)


@pytest.mark.thorough
@pytest.mark.parametrize("hours, offered", [(5, False), (7, True)])
def test_a_play_that_was_packed_away_offers_it_in_the_library(start: Start, hours: int, offered: bool) -> None:
    drive = start(games=[game])
    opened = drive.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    opened.answer("Oldest/table", 0)
    drive.app.library.close(opened)
    drive.app.machine.clock.advance(hours * HOUR)
    drive.app.go_home()
    drive.advance(0.3)
    assert drive.has("Lay it out again", Link) == offered
    if offered:
        drive.tap(drive.find("Lay it out again", Link))
        assert drive.has("First Player token: Ana", CheckRow)
        drive.tap("Play on")
        assert [visit.name for visit in drive.app.visits] == ["library", "table"]


# Fix something

@pytest.mark.thorough
def test_three_corrections_are_one_line_and_one_undo(at_table: Start) -> None:
    drive, hands = played(at_table, size=PHONE)
    play = hands.play
    before = len(play.log)
    hands.menu("Fix something")
    assert drive.has("It matches")
    hands.set_field("seats.0.points", 3)
    hands.set_field("seats.1.points", 1)
    hands.set_field("token", 3)
    assert drive.has("3 things changed") and play.table.seats[0].points == 2, "nothing is booked yet"
    hands.touch("Set 3 and go on")
    drive.advance(0.4)
    assert drive.app.visits[-1].name == "table"
    assert [seat.points for seat in play.table.seats] == [3, 1, 2, 0] and play.table.token is play.table.seats[3]
    assert len(play.log) == before + 1 and play.log[-1].kind == FIX
    hands.undo()
    assert [seat.points for seat in play.table.seats] == [2, 0, 2, 0] and play.table.token is play.table.seats[0]


def test_a_drift_is_mended_in_three_touches_from_the_menu(at_table: Start) -> None:
    drive, hands = played(at_table)
    hands.touch(drive.app.page.bar.menu)
    drive.advance(0.4)
    before = drive.touches
    hands.touch(drive.find("Fix something", ListRow))
    drive.advance(0.4)
    hands.touch(hands.field_row("seats.1.points").plus)
    hands.touch("Set 1 and go on")
    assert drive.touches - before == 3 and hands.play.table.seats[1].points == 1


@pytest.mark.thorough
def test_a_seats_card_leads_to_that_seats_things(at_table: Start) -> None:
    drive, _ = played(at_table)
    drive.tap(drive.app.page.panel.strip.places[2])
    drive.tap("Fix something")
    first = next(row for row in drive.app.page.rows.parts if getattr(row, "path", ""))
    assert first.path == "seats.2.points"


@pytest.mark.thorough
def test_a_line_of_the_card_leads_to_its_thing(at_table: Start) -> None:
    """Windmill's stage lights no places: the first tap opens it."""
    drive, hands = played(at_table)
    hands.undo()
    drive.tap("Cleo's pawn 2 → 0")
    first = next(row for row in drive.app.page.rows.parts if getattr(row, "path", ""))
    assert first.path == "seats.2.points"


@pytest.mark.thorough
def test_set_back_to_what_it_was_it_is_no_change(at_table: Start) -> None:
    drive, hands = played(at_table)
    hands.menu("Fix something")
    hands.set_field("seats.0.points", 4)
    hands.set_field("seats.0.points", 2)
    before = len(hands.play.log)
    hands.touch("It matches")
    drive.advance(0.3)
    assert drive.app.visits[-1].name == "table" and len(hands.play.log) == before


@pytest.mark.thorough
def test_put_back_forgets_and_back_asks_first(at_table: Start) -> None:
    drive, hands = played(at_table)
    hands.menu("Fix something")
    hands.set_field("seats.0.points", 4)
    drive.key(27)
    assert drive.has("1 change is not set yet.")
    drive.key(27)
    hands.touch("Reset")
    assert drive.has("It matches") and hands.field_row("seats.0.points").value == 2
    drive.key(27)
    assert drive.app.visits[-1].name == "table"


@pytest.mark.thorough
def test_what_can_not_be_is_said_at_its_row_and_is_not_set(at_table: Start) -> None:
    drive, hands = played(at_table)
    hands.menu("Fix something")
    drive.app.page.set_to("seats.0.points", -1)
    drive.advance(0.2)
    assert hands.field_row("seats.0.points").hint.text == "Ana's points can't be −1."
    assert drive.has("It matches")


# Already started?

@pytest.mark.thorough
def test_a_play_begins_in_the_middle(start: Start) -> None:
    drive = start(games=[game], size=TABLET)
    drive.app.library.store.remember(people("Ana", "Ben", "Cleo"), 1.0)
    drive.app.go("new_play", game="windmill", setup=Setup(people("Ana", "Ben", "Cleo")))
    drive.advance(0.4)
    hands = Hands(drive)
    hands.touch("Already started?")
    drive.advance(0.4)
    assert drive.has("Where are you in the game?")
    hands.set_field("seats.1.points", 6)
    hands.set_field("token", 2)
    hands.touch("That's right")
    drive.advance(0.4)
    play = hands.play
    assert [record.kind for record in play.log] == [FIX]
    assert play.table.seats[1].points == 6 and play.table.token is play.table.seats[2]
    assert [visit.name for visit in drive.app.visits] == ["library", "table"]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_seven_players_are_dragged_into_order(at_table: Start, size: Any) -> None:
    """Youngest to oldest: nobody looks for one of 5,040 orders in a list."""
    drive = at_table(winter_tales, players=7, size=size)
    hands = Hands(drive)
    hands.menu("Fix something")
    hands.set_field("ages", "6,0,1,5,2,3,4")
    assert drive.app.page.draft.changes == {"ages": "6,0,1,5,2,3,4"}
    hands.touch("Set 1 and go on")
    assert [seat.index for seat in hands.play.table.ages] == [6, 0, 1, 5, 2, 3, 4]


# Room

@pytest.mark.thorough
@sights
def test_both_pages_have_room_everywhere(at_table: Start, size: Any, text_size: int) -> None:
    """The chips of the groups scroll sideways; nothing else leaves the window."""
    drive = at_table(game, players=4, size=size, settings={"text_size": text_size})
    opened = drive.app.visits[-1].args["opened"]
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), ("Guess/1", "wrong"), ("Guess/2", "right")):
        opened.answer(key, answer)
    for page in ("lay_it_out", "fix"):
        drive.app.go(page, opened=opened)
        drive.advance(0.4)
        chips = getattr(drive.app.page, "chips", None)
        sideways = {f"outside: {chip.text}" for _, chip in chips.chips} if chips is not None else set()
        assert not set(cut(drive)) - sideways and not too_small(drive), page
        if page == "fix" and drive.app.page.stage.opacity:
            assert drive.app.page.stage.room.top <= drive.app.page.bar.y + 1, "the title covers no piece"
        drive.app.back()
        drive.advance(0.3)


def planet_to_lay_out(at_table: Start, size: Any) -> tuple[AppDriver, Any]:
    """A planet that is ready to sail, and its page "Lay it out again"."""
    drive = at_table(windward, players=2, size=size)
    opened = drive.app.page.controller.opened
    for key, answer in (("Layout/table", list("ABCDEF")), ("FirstPlayer/table", 0), ("Wind/table", [1]),
                        ("FirstGreys/table", ["4"]), ("Ready/table", "done")):
        opened.answer(key, answer)
    drive.app.go("lay_it_out", opened=opened)
    drive.advance(0.8)
    return drive, drive.app.page


@pytest.mark.thorough
def test_the_board_stays_over_the_list_and_a_tap_on_a_mark_is_a_tap_on_its_row(at_table: Start) -> None:
    """On a phone; the mark then has a check for its number."""
    drive, page = planet_to_lay_out(at_table, PHONE)
    assert drive.has("Keep each hand, the three stacks and the discards apart.")
    tiles = drive.all(cls=TileButton)
    assert [tile.choice for tile in tiles] == list("ABCDEF") and all(tile.picture is not None for tile in tiles)
    drive.tap(tiles[0])
    assert "layout" in page.checked, "a tap on a picture is a tap on its row"
    hands = [str(thing.words) for section in page.sections for thing in section.things if thing.path.endswith(".cards")]
    assert hands == ["2", "3"]
    assert page.board.parent is page.pinned and page.scroll.top <= page.pinned.y + 1
    thing, number = next(one for one in page.unfolded.numbers() if one[1])
    disc = page.board.discs[thing.place]
    assert disc.words.text == str(number) and thing.path not in page.checked
    drive.tap_at(disc.center_x, disc.center_y)
    assert thing.path in page.checked
    assert (disc.words.text, disc.icon.name) == ("", "check-bold")


@pytest.mark.thorough
def test_a_tap_on_the_board_enlarges_it_above_the_list(at_table: Start) -> None:
    drive, page = planet_to_lay_out(at_table, PHONE)
    flat = page.board.height
    drive.tap(page.board.resize)
    drive.advance(0.4)
    assert page.board.height == page.board.width > 1.5 * flat
    drive.tap(page.sections[0].rows[0])
    while not any(number for _, number in page.unfolded.numbers()):  # on to what has a place on the board
        drive.tap(next(row for row in page.unfolded.rows if row.here))
    thing, _ = next(one for one in page.unfolded.numbers() if one[1])
    disc = page.board.discs[thing.place]
    assert page.board.x <= disc.x and disc.right <= page.board.right
    drive.tap_at(disc.center_x, disc.center_y)
    assert thing.path in page.checked and disc.icon.name == "check-bold"
    drive.tap_at(page.board.x + 4, page.board.y + 4)
    drive.advance(0.4)
    assert page.board.height == flat


@pytest.mark.thorough
@pytest.mark.parametrize("size", [TABLET, LANDSCAPE])
def test_a_board_beside_the_list_is_already_as_large_as_fits(at_table: Start, size: Any) -> None:
    drive, page = planet_to_lay_out(at_table, size)
    before = page.board.size[:]
    assert page.board.resize.parent is None
    drive.tap_at(page.board.x + 4, page.board.y + 4)
    assert page.board.size == before

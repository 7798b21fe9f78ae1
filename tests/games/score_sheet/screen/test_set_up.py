"""The page that sets up a sheet: people are chips, and the cover isn't cut."""

import pytest
from kivy.metrics import dp

from companion.games.score_sheet import game
from companion.games.score_sheet.screen.set_up import SeatChip
from companion.games.score_sheet.sheet import Sheet
from companion.touches.driver import Size
from companion.ui.drawing.art import LID
from companion.ui.widgets import IconDisc, TallChip
from companion.ui.widgets.controls.rows import ListRow
from tests.games.score_sheet.screen.test_by_touches import set_up
from tests.ui.conftest import SMALL, TABLET, Start
from tests.ui.hands import Hands


def test_people_are_chips_that_are_moved_taken_away_and_added_to(start: Start) -> None:
    drive = start(games=[game])
    hands = set_up(drive, "Hearts", "Ana", "Ben", "Cleo")
    assert [chip.text for chip in drive.all(cls=SeatChip)] == ["Ana", "Ben", "Cleo"]
    hands.touch(drive.all(cls=SeatChip)[2])
    drive.advance(0.5)
    hands.touch("Move up")
    drive.advance(0.5)
    assert [person.name for person in drive.app.page.draft.people] == ["Ana", "Cleo", "Ben"]
    hands.touch(drive.all(cls=SeatChip)[0])
    drive.advance(0.5)
    hands.touch("Remove this seat")
    drive.advance(0.5)
    assert [chip.text for chip in drive.all(cls=SeatChip)] == ["Cleo", "Ben"]


def test_partners_are_set_by_a_tap_on_a_name(start: Start) -> None:
    drive = start(games=[game])
    hands = set_up(drive, "Pairs", "Ana", "Ben", "Cleo", "Dan")
    for line in ("After some rounds", "More settings", "Two"):
        hands.touch(line)
    page = drive.app.page
    assert page.draft.partners() == (0, 1, 0, 1) and page.setup().box["partners"] == []
    for name in ("Ben", "Cleo"):  # the last chip of that name is in the team's line
        hands.touch(next(chip for chip in reversed(drive.all(cls=SeatChip)) if chip.text == name))
        drive.advance(0.5)
    assert page.draft.partners() == (0, 0, 1, 1)
    hands.touch(page.start)
    drive.advance(0.6)
    assert [str(column.words) for column in drive.app.page.play.table.columns] == ["Ana and Ben", "Cleo and Dan"]
    assert drive.app.library.boxes("score_sheet")[0].box["partners"] == [], "the sheet is kept without people"


@pytest.mark.thorough
def test_somebody_more_is_a_ring_behind_the_names(start: Start) -> None:
    """People of the last evening sit there already; the ring opens the field for a name."""
    drive = start(games=[game])
    hands = set_up(drive, "Hearts", "Ana", "Ben")
    hands.touch(drive.app.page.start)
    drive.advance(0.6)
    drive.app.go(game.setup_page, game="score_sheet")
    drive.advance(0.6)
    assert [chip.text for chip in drive.all(cls=SeatChip)] == ["Ana", "Ben"]
    hands.touch(drive.find("Add a player", IconDisc))
    drive.advance(0.5)
    assert not drive.all("Add a player", IconDisc)
    drive.type("Dev")
    hands.touch(drive.app.page.entry.plus)
    drive.advance(0.5)
    assert [chip.text for chip in drive.all(cls=SeatChip)] == ["Ana", "Ben", "Dev"]


@pytest.mark.thorough
def test_twelve_people_who_are_new_get_twelve_colours_and_start(start: Start) -> None:
    drive = start(games=[game])
    names = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea")
    hands = set_up(drive, "Hearts", *names)
    assert sorted(person.colour for person in drive.app.page.draft.people) == list(range(12))
    hands.touch(drive.app.page.start)
    drive.advance(0.6)
    assert [seat.name for seat in drive.app.page.play.table.seats] == list(names)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET], ids=["small", "tablet"])
def test_the_lid_on_the_cover_is_never_cut(start: Start, size: Size) -> None:
    drive = start(games=[game], size=size)
    drive.app.go(game.setup_page, game="score_sheet")
    drive.advance(0.6)
    picture = drive.app.page.picture
    across = picture.mesh.vertices[2::4]
    left, wide = picture.source.tex_coords[0], picture.source.tex_coords[2] - picture.source.tex_coords[0]
    seen = [(u - left) / wide for u in across]
    half = 0.60 * 336 / 640 / 2
    assert min(seen) <= LID - half and max(seen) >= LID + half


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET], ids=["small", "tablet"])
def test_a_number_that_comes_often_is_as_large_as_a_finger(at_table: Start, size: Size) -> None:
    drive = at_table(game, players=3, size=size)
    hands = Hands(drive)
    for number in (4, 4, 0):
        hands.give(number)
    chips = drive.all(cls=TallChip)
    assert chips and all(chip.width >= dp(48) and chip.height >= dp(48) for chip in chips)


@pytest.mark.thorough
def test_a_number_at_boardgamegeek_is_pasted_as_its_address(start: Start) -> None:
    drive = start(games=[game])
    hands = set_up(drive, "Farms", "Ana", "Ben")
    hands.touch("More settings")
    page = drive.app.page
    page.bgg.typing.text = "twelve"
    assert page.bgg.why.text.startswith("Type the number") and "bgg" not in page.setup().box
    page.bgg.typing.text = "https://boardgamegeek.com/boardgame/31260/farms"
    assert page.bgg.why.text == "" and page.setup().box["bgg"] == 31260


@pytest.mark.thorough
def test_a_ready_made_sheet_brings_its_number_at_boardgamegeek(start: Start) -> None:
    """The field showed a number that the play didn't keep."""
    drive = start(games=[game])
    hands = set_up(drive, "dart", "Ana", "Ben")
    hands.touch("More settings")
    page = drive.app.page
    page.bgg.typing.text = "31260"
    hands.touch("501 down")
    assert page.bgg.text == "" and "bgg" not in page.setup().box
    page.name.typing.text = Sheet("Farms", bgg=171).to_code()
    assert page.bgg.text == "171" and page.setup().box["bgg"] == 171


def test_a_ready_made_sheet_is_found_by_typing_or_in_the_list(start: Start) -> None:
    drive = start(games=[game])
    hands = set_up(drive, "dart", "Ana", "Ben")
    hands.touch("501 down")
    drive.advance(0.5)
    page = drive.app.page
    assert page.name.typing.text == "501 down" and not drive.all("501 down", ListRow)
    assert (page.setup().box["start"], page.setup().box["down"]) == (501, True)
    page.name.clear()
    drive.advance(0.5)
    hands.touch("Ready-made sheets")
    drive.advance(0.5)
    hands.touch("Five dice")
    drive.advance(0.5)
    assert page.setup().box["categories"][6] == "Bonus" and page.setup().box["worth"][6] == 35
    hands.touch(page.start)
    drive.advance(0.6)
    assert drive.app.page.bar.pill.title.text == "Five dice"

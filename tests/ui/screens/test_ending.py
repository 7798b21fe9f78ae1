"""Archive or delete an abandoned play, from the table and the library; and the messages."""

import pytest

from companion.core.setup import Setup, people
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.services.open_play import OpenPlay
from companion.touches.driver import AppDriver
from companion.ui.screens.library import OpenCard, ResumeCard
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.buttons import TallChip
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.podium import Podium
from tests.sampling import sampled
from tests.ui.conftest import NAMES, SMALL, Start, sights

pytestmark = pytest.mark.touch


def begun(driver: AppDriver) -> OpenPlay:
    """Ben finds Ana's card at once: one point each."""
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), ("Guess/1", "right")):
        opened.answer(key, answer)
    return opened


def open_plays(driver: AppDriver) -> list[int]:
    return [play.id for play in driver.app.library.plays() if not play.finished]


@sampled("way", ["table", "library"])
@pytest.mark.parametrize(("line", "told"), [("End with these points", "Ended. The standings are under History."),
                                            ("Archive it", "Archived. You'll find it under History."),
                                            ("Delete it", "Deleted. It is in the trash under History.")])
def test_an_open_play_can_be_cleared_and_brought_back(start: Start, way: str, line: str, told: str) -> None:
    driver = start(games=[windmill])
    opened = begun(driver)
    if way == "table":
        driver.app.go("table", opened=opened)
        driver.advance(0.5)
        driver.tap(driver.app.page.bar.menu)
        driver.tap(driver.find("End this play here", ListRow))
    else:
        driver.app.go_home()
        driver.advance(0.3)
        driver.tap(driver.find(cls=ResumeCard).menu)
    driver.advance(0.5)
    assert [chip.text for chip in driver.all(cls=TallChip)] == ["Ana 1", "Ben 1", "Cleo 0"]
    driver.tap(driver.find(line, ListRow))
    assert driver.app.visits[-1].name == "library" and not driver.has(cls=ResumeCard)
    assert open_plays(driver) == [] and driver.says(told)
    driver.tap(driver.app.notice.button)
    assert open_plays(driver) == [opened.id] and driver.has(cls=ResumeCard)


@pytest.mark.thorough
def test_every_way_to_end_a_play_of_eight_is_in_view_on_a_small_phone(start: Start) -> None:
    driver = start(games=[story], size=SMALL)
    opened = driver.app.library.start("story", Setup(people(*NAMES)))
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    driver.tap(driver.app.page.bar.menu)
    driver.tap(driver.find("End this play here", ListRow))
    driver.advance(0.5)
    assert len(driver.all(cls=TallChip)) == 8
    sheet = driver.app.sheets[-1]
    assert driver.find("Delete it", ListRow).to_window(0, driver.find("Delete it", ListRow).y)[1] >= \
        sheet.scroll.to_window(*sheet.scroll.pos)[1] - 1


def test_the_table_says_who_wins_a_play_that_ends_early(start: Start) -> None:
    """Ben finds Ana's card, Cleo finds Ben's: WM-13 gives one point each time to both, so Ben has two."""
    driver = start(games=[windmill])
    opened = begun(driver)
    for key, answer in (("CardDown/1", "done"), ("Guess/2", "right")):
        opened.answer(key, answer)
    driver.app.go_home()
    driver.advance(0.3)
    driver.tap(driver.find(cls=ResumeCard).menu)
    assert driver.says("Ben leads. Who wins?")
    driver.advance(0.5)
    driver.tap(driver.find("Ben 2", TallChip))
    (ended,) = driver.app.library.history()
    assert str(ended.outcome) == "Ended early, Ben wins."
    assert [seat.name for seat in ended.seats if seat.won] == ["Ben"]


@pytest.mark.thorough
def test_the_fewest_points_lead_a_sheet_where_low_wins(start: Start) -> None:
    driver = start(games=[score_sheet])
    sheet = Sheet("Hearts", rounds=3, wins="low", below_zero=True)
    opened = driver.app.library.start("score_sheet", Setup(people("Ana", "Ben"), {}, sheet.to_json()))
    for seat, points in enumerate((13, -1)):
        opened.answer(f"Score/{seat}", points)
    driver.app.go_home()
    driver.advance(0.3)
    driver.tap(driver.find(cls=ResumeCard).menu)
    assert driver.says("Ben leads. Who wins?")
    assert [chip.text for chip in driver.all(cls=TallChip)] == ["Ben −1", "Ana 13"]


@pytest.mark.thorough
def test_another_open_play_has_the_same_way_out(start: Start) -> None:
    driver = start(games=[windmill])
    first = begun(driver)
    driver.app.machine.clock.advance(60)
    second = begun(driver)
    driver.app.go_home("library", all_open=True)
    driver.advance(0.3)
    driver.tap(driver.find(cls=OpenCard).menu)
    driver.tap(driver.find("Delete it", ListRow))
    assert open_plays(driver) == [second.id] and first.id != second.id


@pytest.mark.thorough
@sights
def test_a_message_never_covers_what_is_asked(start: Start, size: tuple[int, int], text_size: int) -> None:
    driver = start(games=[windmill], size=size, settings={"text_size": text_size})
    driver.app.go("table", opened=begun(driver))
    driver.advance(0.5)
    driver.app.tell("One sentence.")
    driver.app.tell("This is saved. You find it again under History, as long as you like.")
    driver.advance(0.2)
    notice, panel = driver.app.notice, driver.app.page.panel
    assert driver.has("This is saved. You find it again under History, as long as you like.")
    assert not driver.has("One sentence."), "the next one takes its place"
    apart = notice.y >= panel.top - 1 or notice.right <= panel.x + 1 or notice.x >= panel.right - 1
    assert apart and notice.top <= size[1]


def test_a_play_ended_with_a_winner_shows_the_podium_and_can_be_played_on(start: Start) -> None:
    driver = start(games=[windmill])
    opened = begun(driver)
    driver.app.go_home()
    driver.advance(0.3)
    driver.tap(driver.find(cls=ResumeCard).menu)
    driver.tap("Ben 1")
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "result" and driver.says("Ended early, Ben wins")
    assert driver.says("Ended early."), "this page shows the standings"
    assert sorted((step.place, step.score) for step in driver.find(cls=Podium).steps) == [(1, 1), (2, 0), (2, 1)]
    driver.tap(driver.app.page.discs[1])
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "table" and open_plays(driver) == [opened.id]


@pytest.mark.thorough
def test_a_play_that_was_ended_early_is_in_the_history_without_a_winner_and_can_be_played_on(start: Start) -> None:
    """Ana and Ben have one point each, Cleo none."""
    driver = start(games=[windmill])
    opened = begun(driver)
    driver.app.go_home()
    driver.advance(0.3)
    driver.tap(driver.find(cls=ResumeCard).menu)
    driver.tap(driver.find("End with these points", ListRow))
    driver.advance(0.5)
    one, = driver.app.library.history()
    assert str(one.outcome) == "Ended early, Ana and Ben ahead."
    assert [(row.name, row.place, row.score, row.won) for row in one.seats] == [
        ("Ana", 1, 1, False), ("Ben", 1, 1, False), ("Cleo", 2, 0, False)]
    driver.app.go_home("history")
    driver.advance(0.3)
    driver.tap(driver.find(cls=PlayCard).menu)
    driver.tap("Place, note and photo")
    driver.advance(0.5)
    driver.tap("Cleo was somebody else")
    driver.advance(0.5)
    driver.find(lambda widget: getattr(widget, "multiline", None) is False).text = "Clara"
    driver.tap("Save the name")
    driver.advance(0.5)
    one, = driver.app.library.history()
    assert str(one.outcome) == "Ended early, Ana and Ben ahead." and one.seats[2].name == "Clara"
    driver.tap(driver.find(cls=PlayCard).menu)
    driver.tap(driver.find("Resume", ListRow))
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "table", "it goes on where it was left"
    driver.tap("Card is down")
    driver.app.go_home()
    driver.advance(0.3)
    assert open_plays(driver) == [opened.id] and driver.app.library.history() == []


@pytest.mark.thorough
def test_the_podium_of_twelve_has_its_points_within_its_blocks_on_a_small_phone_with_big_text(start: Start) -> None:
    """The points of the third used to cross the upper edge of the block."""
    driver = start(games=[score_sheet], size=SMALL, settings={"text_size": 200})
    opened = driver.app.library.start("score_sheet", Setup(people(*NAMES, *"IJKL"), {}, Sheet().to_json()))
    for seat in range(12):
        opened.answer(f"Score/{seat}", 20 + seat)
    driver.app.go("table", opened=opened)
    driver.advance(0.5)
    driver.tap(driver.app.page.bar.menu)
    driver.tap(driver.find("End this play here", ListRow))
    driver.advance(0.5)
    driver.tap(driver.find("K 30", TallChip))
    driver.advance(2)
    stand = driver.find(cls=Podium)
    assert [score.text for _, _, score, _ in stand.parts] == ["31", "30", "29"]
    assert all(stand.y <= score.y and score.top <= block.top - 6 for _, block, score, _ in stand.parts)

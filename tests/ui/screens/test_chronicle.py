"""The chronicle and the rules by touches."""


import pytest

from companion.core.setup import Setup, people
from companion.games.windmill import game as windmill
from companion.services.open_play import OpenPlay
from companion.services.store.lines import link
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.touches.offscreen import LANDSCAPE
from companion.ui.screens.chronicle import ChapterHead, ChronicleLine
from companion.ui.table.parts import Tag
from companion.ui.widgets import Pill
from tests.ui.conftest import Start

pytestmark = pytest.mark.touch


def told(driver: AppDriver) -> OpenPlay:
    """Two stories: Ana's is found by Ben at once (WM-13: one point each), Ben's by nobody (WM-14)."""
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), ("Guess/1", "right"), ("CardDown/1", "done"),
                        ("Guess/2", "wrong"), ("Guess/0", "wrong")):
        opened.answer(key, answer)
        driver.app.machine.clock.advance(30)
    return opened


def at_chronicle(start: Start, **kwargs: object) -> tuple[AppDriver, OpenPlay]:
    driver = start(games=[windmill], library=False, **kwargs)
    opened = told(driver)
    driver.app.go("table", opened=opened)
    driver.app.go("chronicle", opened=opened)
    driver.advance(0.3)
    return driver, opened


def lines(driver: AppDriver) -> list[str]:
    return [row.text for row in sorted(driver.all(cls=ChronicleLine), key=lambda row: -row.y)]


def test_the_newest_chapter_is_on_top_under_its_heading(start: Start) -> None:
    driver, _ = at_chronicle(start)
    heads = sorted(driver.all(cls=ChapterHead), key=lambda row: -row.y)
    assert [head.text for head in heads] == ["Story two, told by Ben", "Story one, told by Ana"]
    assert lines(driver)[:3] == ["Nobody found Ben's card.", "Ana took a wrong card.", "Cleo took a wrong card."]
    newest = driver.find("Nobody found Ben's card.", ChronicleLine)
    assert newest.y < heads[0].y


@pytest.mark.thorough
def test_points_stand_at_the_right_with_their_sign(start: Start) -> None:
    """WM-13 pays both, WM-14 costs the teller one."""
    driver, _ = at_chronicle(start)
    found = driver.find("Ben found Ana's card on guess 1.", ChronicleLine)
    lost = driver.find("Nobody found Ben's card.", ChronicleLine)
    assert [change.text for change in found.changes] == ["+1", "+1"]
    assert [change.text for change in lost.changes] == ["−1"]
    assert all(change.right <= found.right for change in found.changes)


def test_a_tapped_line_opens_and_leads_back_to_the_table(start: Start) -> None:
    driver, table = at_chronicle(start)
    driver.tap(driver.find("Cleo took a wrong card.", ChronicleLine))
    assert driver.says("Takes back 2 answers. Redo brings them back.")
    driver.tap("Back to here")
    assert [visit.name for visit in driver.app.visits] == ["library", "table"]
    assert table.play.open()[0].key() == "Guess/2" and table.play.can_redo()


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["at the end of the play", "from the history"])
def test_back_to_here_on_a_finished_play_leads_to_the_table_at_that_question(start: Start, way: str) -> None:
    driver = start(games=[windmill])
    opened = told(driver)
    for story in range(2, 9):                               # nine stories; nobody finds any more
        teller = story % 3
        for key, answer in ((f"CardDown/{teller}", "done"), (f"Guess/{(teller + 1) % 3}", "wrong"),
                            (f"Guess/{(teller + 2) % 3}", "wrong")):
            opened.answer(key, answer)
    assert opened.play.outcome() is not None
    if way == "at the end of the play":
        driver.app.go("table", opened=opened)
    driver.app.go("result", opened=opened)
    driver.advance(0.3)
    driver.tap("Chronicle")
    driver.tap(driver.all("Ana took a wrong card.", ChronicleLine)[0])
    driver.tap("Back to here")
    assert [visit.name for visit in driver.app.visits] == ["library", "table"]
    assert driver.app.page.situation.question.key() == opened.play.open()[0].key() == "Guess/0"


@pytest.mark.thorough
def test_another_tap_closes_the_line(start: Start) -> None:
    driver, _ = at_chronicle(start)
    row = driver.find("Cleo took a wrong card.", ChronicleLine)
    driver.tap(row.words)
    driver.tap(row.words)
    assert not driver.has("Back to here")


@pytest.mark.thorough
def test_why_shows_the_rule_and_the_way_to_all_of_them(start: Start) -> None:
    driver, _ = at_chronicle(start)
    driver.tap(driver.find("Nobody found Ben's card.", ChronicleLine))
    driver.tap("Why?")
    assert driver.has(lambda w: isinstance(w, Tag) and w.words.text == "WM-14")
    driver.tap("All rules")
    assert driver.app.visits[-1].name == "rules"
    chip = driver.find(lambda w: isinstance(w, Tag) and w.words.text == "WM-14")
    assert 0 < driver.where(chip)[1] < driver.size[1]


def test_a_correction_is_marked_and_can_be_filtered(start: Start) -> None:
    driver, table = at_chronicle(start)
    table.correct("seats.2.points", 5)
    driver.app.page.entered()
    driver.advance(0.2)
    driver.tap("Corrections")
    assert len(lines(driver)) == 1 and driver.says("by hand")
    driver.tap("Points")
    assert all(row.changes for row in driver.all(cls=ChronicleLine))
    driver.tap(driver.find(lambda w: type(w).__name__ == "Chip" and w.text == "Cleo"))
    assert "Cleo took a wrong card." in lines(driver) and "Ana took a wrong card." not in lines(driver)


def test_the_chronicle_can_be_searched(start: Start) -> None:
    driver, _ = at_chronicle(start, size=LANDSCAPE)
    driver.app.page.scroll.scroll_y = 0.0
    driver.tap(driver.app.page.actions[0])
    assert driver.app.page.scroll.scroll_y == 1.0, "the field to type in is at the top"
    driver.type("nobody")
    driver.advance(0.3)
    assert lines(driver) == ["Nobody found Ben's card."]
    driver.key(27)
    assert len(lines(driver)) > 3


def test_the_evening_is_shared_as_text(start: Start) -> None:
    ports = recording_machine()
    driver, _ = at_chronicle(start, ports=ports)
    driver.tap(driver.app.page.actions[1])
    driver.tap("As text")
    assert ports.calls[-1][0] == "share.text" and "Nobody found Ben's card." in str(ports.calls[-1][2])


@pytest.mark.thorough
def test_a_log_that_no_longer_fits_opens_with_a_way_on(start: Start) -> None:
    driver = start(games=[windmill])
    opened = told(driver)
    store = driver.app.library.store
    driver.app.library.close(opened)
    with store.change() as file:
        file.execute("UPDATE records SET line = replace(line, 'Guess/2', 'Guess/9') WHERE play = ?", (opened.id,))
        file.execute("UPDATE plays SET rules = 'old' WHERE id = ?", (opened.id,))
        before = store.play(opened.id).uid  # summed up as if it had been written so: else it would be mended
        for number, line in file.execute("SELECT number, line FROM records WHERE play = ?", (opened.id,)).fetchall():
            before = link(before, line)
            file.execute("UPDATE records SET sum = ? WHERE play = ? AND number = ?", (before, opened.id, number))
    driver.app.go_home()
    driver.advance(0.3)
    driver.tap("Resume")
    assert driver.app.visits[-1].name == "chronicle" and driver.says("no longer fits the rules")
    driver.tap("Play on from here")
    assert driver.app.visits[-1].name == "table"
    assert driver.app.page.play.open()[0].key() == "Guess/2"


# Rules

def test_rules_are_found_by_words_and_by_number(start: Start) -> None:
    driver = start(games=[windmill])
    driver.app.go("rules", game="windmill")
    driver.advance(0.3)
    entry = driver.app.page.entry
    driver.tap(entry)
    driver.type("WM-14")
    driver.advance(0.4)
    chips = [chip.words.text for chip in driver.all(cls=Tag)]
    assert "WM-14" in chips and "WM-1" not in chips
    driver.type(" zebra")
    driver.advance(0.4)
    assert driver.says("No rule has all these words. Try fewer.")


@pytest.mark.thorough
def test_a_cited_rule_is_a_link_that_ends_the_search(start: Start) -> None:
    driver = start(games=[windmill])
    driver.app.go("rules", game="windmill")
    driver.advance(0.3)
    driver.tap(driver.app.page.entry)
    driver.type("WM-15")
    driver.advance(0.4)
    link = next(link for link in driver.all(cls=Pill) if link.text == "WM-18")
    target = link.text
    driver.tap(link)
    driver.advance(0.6)  # the emptied field must not scroll back to the start
    chip = driver.find(lambda w: isinstance(w, Tag) and w.words.text == target)
    assert 0 < driver.where(chip)[1] < driver.size[1]


@pytest.mark.thorough
def test_house_switches_are_marked_as_the_table_has_them(start: Start) -> None:
    driver = start(games=[windmill])
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo"), {"strict_first_round": True}))
    driver.app.go("rules", game="windmill", rule="WM-A2", opened=opened)
    driver.advance(0.4)
    assert driver.says("House rule: No Windmill in round one: On")


def test_the_rules_of_all_games_can_be_searched_from_the_library(start: Start) -> None:
    driver = start()
    driver.tap(driver.app.page.actions[0])
    driver.advance(0.3)
    driver.type("forbidden word")
    driver.advance(0.4)
    assert driver.has("Rules of Key Words") and not driver.has("Rules of Windmill")
    driver.app.page.entry.clear()
    driver.advance(0.4)
    driver.tap("Read the rules")
    assert driver.app.visits[-1].name == "rules"
    assert [text for text in driver.texts() if text == "All games"]

"""Windmill on the table screen, part by part: an answer, a reason, the menu, the clock. A whole play: test_touch."""

from pathlib import Path

import pytest
from kivy.metrics import dp

from companion.core.registry import Found
from companion.core.setup import Setup, people
from companion.games.windmill import game
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.widgets import Words
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from companion.ui.widgets.controls.rows import ListRow, SignButton
from companion.ui.widgets.displays.ring import TimerRing
from tests.ui.conftest import PHONE, SIZES, SMALL, Start
from tests.ui.lately import coming, lines_seen
from tests.ui.table.test_table import cut, too_small

pytestmark = pytest.mark.touch


def test_one_right_guess_is_one_tap_and_says_its_points_before(at_table: Start) -> None:
    drive = at_table(game, players=4)
    assert not isinstance(drive.app.page.stage, GenericStage)
    drive.tap(drive.find("Ana", Tile))
    assert drive.says("Then Ben, Cleo and Dev guess, one after the other."), "no void below the headline"
    drive.tap("Card is down")
    drive.tap("Wrong card")
    card = drive.find("Right card", AnswerCard)
    assert card.points.text == "Cleo +2\nAna +2"
    before = len(drive.app.page.play.log)
    drive.tap(card)
    assert len(drive.app.page.play.log) == before + 1


def test_the_windmill_without_points_is_faded_with_its_reason(at_table: Start) -> None:
    """WM-16: only with a point to risk."""
    drive = at_table(game, players=3)
    drive.tap(drive.find("Ana", Tile))
    drive.tap("Card is down")
    card = drive.find("Take the Windmill first", AnswerCard)
    assert card.faded and "no point to risk" in card.hint.text
    drive.tap(drive.app.page.panel.strip.places[1])
    drive.tap("Fix something")
    drive.tap(drive.all(cls=SignButton)[1])
    drive.tap("Set 1 and go on")
    drive.advance(0.4)
    card = drive.find("Take the Windmill first", AnswerCard)
    assert not card.faded
    drive.tap(card)
    assert drive.has("Right card") and not drive.has("Take the Windmill first")


def test_void_this_story_is_in_the_menu(at_table: Start) -> None:
    """WM-A9: a hint slipped out; the same teller draws again."""
    drive = at_table(game, players=3)
    drive.tap(drive.find("Ben", Tile))
    drive.tap("Card is down")
    drive.tap(drive.app.page.bar.menu)
    drive.tap(drive.find(lambda row: isinstance(row, ListRow) and row.text == "Cancel this story"))
    assert drive.says("Ben, tell your story.") or drive.says("Ben, ")
    assert drive.has("Card is down")


@pytest.mark.thorough
def test_a_killed_process_comes_back_to_the_same_second(tmp_path: Path) -> None:
    from companion.ui.app.tableside import TablesideApp
    ports = recording_machine()
    found = Found({"windmill": game})

    def begin() -> AppDriver:
        app = TablesideApp(store=tmp_path / "kept.db", ports=ports, found=found)
        return AppDriver(app, PHONE, on_time=ports.clock.advance).start()
    first = begin()
    opened = first.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    first.app.go("table", opened=opened)
    first.advance(0.3)
    first.tap(first.find("Ana", Tile))
    first.tap("Start")
    first.advance(8)
    shown = int(first.find(cls=TimerRing).text)
    first.stop()
    ports.clock.advance(10)  # the phone lay dead for ten seconds
    again = begin()
    try:
        again.app.go("table", opened=again.app.library.resume(opened.id))
        again.advance(0.2)
        assert int(again.find(cls=TimerRing).text) in (shown - 10, shown - 11)
        assert again.says("Ana, tell your story.")
    finally:
        again.stop()


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_and_everything_can_be_hit(at_table: Start, size: str) -> None:
    drive = at_table(game, players=5, size=SIZES[size], settings={"text_size": 200})
    for step in (lambda: drive.tap(drive.find("Ana", Tile)), lambda: drive.tap("Start"),
                 lambda: drive.tap("Card is down"), lambda: drive.tap("Wrong card")):
        assert cut(drive) == []
        assert too_small(drive) == []
        step()
    assert cut(drive) == []


@pytest.mark.thorough
def test_a_small_phone_shows_the_echo_at_the_foot(at_table: Start) -> None:
    drive = at_table(game, players=4, size=SMALL)
    drive.tap(drive.find("Ana", Tile))
    drive.tap("Card is down")
    drive.tap("Wrong card")
    page = drive.app.page
    assert page.echo.opacity == 0
    assert page.panel.foot is page.foot and page.foot.text == "Ben took a wrong card"
    assert page.stage.room.height >= dp(160) - 1


@pytest.mark.thorough
def test_a_tablets_panel_tells_the_last_lines_where_it_was_empty(at_table: Start) -> None:
    drive = at_table(game, players=4, size=SIZES["tablet"])
    drive.tap(drive.find("Ana", Tile))
    drive.tap("Card is down")
    drive.tap("Wrong card")
    panel = drive.app.page.panel
    assert drive.app.page.echo.text == "Ben took a wrong card"
    seen = lines_seen(panel.lately)
    assert seen == ["Ana laid the card down.", "Ana is the oldest and begins."], "nothing twice"
    first, last = panel.lately.lines[0], panel.lately.lines[1]
    assert first.top <= panel.strip.y and last.y >= panel.kicker.top, "they cover neither seats nor question"
    assert coming(panel.lately) == "Then Dev guesses. Ben tells the next story."
    drive.tap("Right card")                                 # Cleo, the second: two for her and for Ana
    assert panel.lately.lines[0].top <= panel.strip.y and panel.lately.next.y >= panel.kicker.top
    then = coming(panel.lately)
    assert then == "Then Cleo, Dev and Ana guess, one after the other. Cleo tells the next story."
    drive.resize(PHONE)
    assert lines_seen(panel.lately) == []
    assert len(drive.all("All cards back into the grid", Words)) == 1, "*To move* says it, and no reminder"
    assert not drive.says("left in the grid"), "always 25 while a single story is told"


@pytest.mark.thorough
def test_what_nobody_in_particular_did_has_a_sign_of_its_own(at_table: Start) -> None:
    drive = at_table(game, players=4, size=SIZES["tablet"])
    drive.tap(drive.find("Ana", Tile))
    page = drive.app.page
    page.controller.opened.correct("seats.1.points", 4)
    page.refresh()
    drive.advance(0.3)
    drive.tap("Card is down")
    by_hand, begins = page.panel.lately.lines[:2]
    assert by_hand.words.text == "The table corrected: Ben's points 0 → 4."
    assert (by_hand.icon.name, by_hand.parts[0]) == ("pencil-outline", by_hand.icon)
    assert begins.parts[0] is begins.token

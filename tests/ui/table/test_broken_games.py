"""Broken games in the real app: it goes on, and says one sentence."""

from collections.abc import Iterator
from copy import copy

import pytest

from companion.core.registry import Found, shielded
from companion.core.setup import Setup, people
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.plays import open_play
from companion.ui.stages.generic_stage import GenericStage
from tests.sampling import sampled
from tests.toys import stumbling
from tests.toys.stumbling import FAULT, breaks
from tests.ui.conftest import Start


@pytest.fixture(autouse=True)
def mended_again() -> Iterator[None]:
    FAULT.on = False
    yield
    FAULT.on = False


def set_aside(drive: AppDriver) -> None:
    """What stands on the screen then, and that every way out of it is open."""
    page = drive.app.page
    assert page.situation.state == "broken"
    assert page.panel.headline.text == "This play can't go on right now."
    assert drive.says("Every answer is saved.")
    assert [record.answer for record in page.play.log] == ["left"]
    drive.tap("Export")
    sent = [call for call in drive.app.machine.share.calls if call[0] == "share.text"]
    assert len(sent) == 1 and "Fork/0/0" in sent[0][2], "the play went out as a file"
    FAULT.on = False
    drive.tap("Undo")
    assert page.panel.headline.text == "Ana, which path?", "Undo may help"


@sampled("how", ["raises", "raises what ends programs", "gives back nonsense"])
@pytest.mark.parametrize("where", ["sentence", "timer", "face"])
def test_a_question_that_can_not_be_shown_sets_its_play_aside(at_table: Start, where: str, how: str) -> None:
    drive = at_table(stumbling.game, players=2)
    drive.tap("Left")
    breaks(where, how)
    drive.app.page.refresh()
    drive.advance(0.3)
    set_aside(drive)


@pytest.mark.thorough
def test_it_is_left_like_any_other_play(at_table: Start) -> None:
    drive = at_table(stumbling.game, players=2)
    breaks("standing", "raises a stranger")
    drive.tap("Left")
    assert drive.app.page.situation.state == "broken"
    drive.app.back()
    drive.advance(0.5)
    assert drive.says("Stumbling"), "the library stands, and the play is in it"


@pytest.mark.thorough
def test_a_stage_that_shows_a_view_of_nonsense_goes_with_it(at_table: Start) -> None:
    drive = at_table(stumbling.game, players=2)
    breaks("view", "gives back nonsense")
    drive.tap("Left")
    assert drive.app.page.panel.headline.text == "Ben, which path?"
    assert isinstance(drive.app.page.stage, GenericStage)
    assert drive.says("Part of the table couldn't be shown. Scores and questions are right.")


def test_what_breaks_under_a_finger_sets_the_play_aside(at_table: Start) -> None:
    """Why? asks the game more than the panel does: here, in the middle of a tap."""
    drive = at_table(stumbling.game, players=2)
    drive.tap("Left")
    breaks("kicker", "raises what ends programs")
    drive.tap(drive.find(lambda widget: getattr(widget, "text", "") == "Why?"))
    drive.advance(0.5)
    set_aside(drive)


def test_a_game_that_can_not_begin_says_so_on_its_page(start: Start) -> None:
    drive = start(games=[stumbling.game])
    drive.app.go("new_play", game="stumbling", setup=Setup(people("Ana", "Ben")))
    drive.advance(0.5)
    page = drive.app.page
    breaks("new", "raises what ends programs")
    page.begin()
    assert drive.app.page is page
    assert page.why.text == "This game's rules hit an error. Nothing was changed."


def test_the_library_opens_no_broken_play_and_stands(at_table: Start) -> None:
    drive = at_table(stumbling.game, players=2)
    drive.tap("Left")
    breaks("play", "raises a stranger")
    drive.app.go_home()
    drive.advance(1.0)
    drive.app.page.open_play(drive.app.library.plays()[0])
    drive.advance(0.5)
    assert drive.says("could not be opened") and drive.has("Export the whole play")


@pytest.mark.thorough
def test_a_game_without_a_starter_box_can_still_be_set_up(start: Start) -> None:
    breaks("starter", "raises what ends programs")
    drive = start(games=[shielded(copy(stumbling.game))])
    assert drive.app.go("new_play", game="stumbling") is not None
    assert drive.app.go("boxes") is not None
    drive.advance(0.5)


@pytest.mark.thorough
def test_history_leads_to_the_table_where_the_game_can_not_say_whether_it_is_over(at_table: Start) -> None:
    drive = at_table(stumbling.game, players=2)
    for path in ("Left", "Left", "Left", "Left"):
        drive.tap(path)
    play = drive.app.library.history()[0]
    drive.app.go_home("history")
    drive.advance(0.5)
    opened = drive.app.library.resume(play.id)
    breaks("outcome", "raises what ends programs")
    open_play(drive.app, play.id, "Stumbling")
    drive.advance(0.5)
    assert drive.app.page.situation.state == "broken"
    assert len(opened.play.log) == 4


@pytest.mark.thorough
def test_a_play_whose_answer_ended_the_app_says_so_and_can_be_tried_again(at_table: Start) -> None:
    drive = at_table(stumbling.game, players=2)
    drive.tap("Left")
    app, play = drive.app, drive.app.library.plays()[0]
    drive.stop()
    app.store_path.with_name("set_aside.txt").write_text(f"play {play.uid}", encoding="utf-8")
    found, ports = Found({"stumbling": stumbling.game}), recording_machine()
    restarted = TablesideApp(store=app.store_path, ports=ports, found=found)
    again = AppDriver(restarted, on_time=ports.clock.advance)
    again.start()
    try:
        again.advance(1.0)
        assert again.says(
            "The app was closed twice while Stumbling worked on an answer, so this play is set aside.")
        again.app.page.open_play(again.app.library.plays()[0])
        again.advance(0.5)
        assert again.has("Export the whole play") and not again.has("Continue before the damage")
        again.tap("Try again")
        again.advance(1.0)
        assert again.app.page.panel.headline.text == "Ben, which path?"
    finally:
        again.stop()

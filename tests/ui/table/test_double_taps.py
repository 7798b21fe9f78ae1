"""Double taps: the second tap never answers a question that has just appeared."""

from random import Random
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.score_sheet import game as score_sheet
from companion.touches.driver import AppDriver, Size
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.buttons import Key, Push
from companion.ui.widgets.controls.rows import ListRow
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, NAMES, PHONE, SMALL, TABLET, Start
from tests.ui.hands import tap_twice
from tests.ui.screens.test_new_play import open_new_play, type_names
from tests.ui.table.by_chance import GAMES, answer
from tests.ui.table.test_dark_room import vote
from tests.ui.toy import toy

pytestmark = [pytest.mark.touch, pytest.mark.slow]

GAPS = (1, 2, 3, 5, 7, 9)  # frames of 33 ms


@sampled("size", [SMALL])
@sampled("name", GAMES)
def test_a_double_tap_on_a_main_button_answers_once(at_table: Start, name: str, size: Any) -> None:
    game, players = GAMES[name]
    drive, rng, answered = at_table(game, players=players, size=size), Random(name), 0
    for step in range(30):
        page = drive.app.page
        if drive.app.visits[-1].name != "table":
            break
        if hasattr(page.panel.answer_panel, "pad"):
            drive.tap(page.panel.answer_panel.pad.keys["5"])
        button, before = page.panel.row.main, len(page.play.log)
        if page.situation.state == "question" and button is not None and button.ready:
            asked = page.situation.key()
            tap_twice(drive, button, GAPS[step % len(GAPS)])
            assert len(page.play.log) <= before + 1, f"{asked}: two answers, {GAPS[step % len(GAPS)]} frames apart"
            answered += len(page.play.log) - before
        while drive.app.sheets:
            drive.app.close_sheet()
            drive.advance(0.5)
        if len(page.play.log) == before and drive.app.visits[-1].name == "table":
            answer(drive, rng)
            drive.advance(0.5)
    assert answered >= 4, f"only {answered} of the main buttons gave an answer"


@pytest.mark.thorough
@pytest.mark.parametrize("frames", GAPS)
def test_a_double_tap_opens_the_votes_and_leaves_them_to_be_seen(at_table: Start, frames: int) -> None:
    drive = at_table(toy("vote", "ready"))
    for name in ("Ben", "Ben", "Cleo"):
        vote(drive, name)
    drive.advance(0.5)
    tap_twice(drive, drive.find("Reveal all votes"), frames)
    assert drive.says("Is everybody ready?") and len(drive.app.page.play.log) == 3


@pytest.mark.thorough
def test_other_fingers_and_patient_ones_are_taken(at_table: Start) -> None:
    drive = at_table(toy("ready", "ready", "ready"))
    main = drive.app.page.panel.row.main
    tap_twice(drive, main, 11)
    assert len(drive.app.page.play.log) == 2


@sampled("frames", GAPS, keep=2)
def test_two_fingers_on_two_answers_answer_once(at_table: Start, frames: int) -> None:
    """The second finger lifted from a card of the next question, and answered it."""
    drive = at_table(toy("who", "who"))
    cards = drive.all(lambda one: hasattr(one, "choice"))[:2]
    fingers = [drive.down(*drive.where(card)) for card in cards]
    for finger in fingers:
        drive.advance(frames=frames)
        drive.up(finger)
    drive.advance(0.5)
    assert len(drive.app.page.play.log) == 1


@pytest.mark.thorough
def test_a_finger_on_the_main_button_answers_nothing_after_an_undo(at_table: Start) -> None:
    drive = at_table(toy("ready", "ready"))
    drive.tap(drive.app.page.panel.row.main)
    finger = drive.down(*drive.where(drive.app.page.panel.row.main))
    drive.tap(drive.app.page.bar.undo)
    drive.up(finger)
    assert drive.app.page.play.position() == 0


def test_the_keys_of_a_pad_take_every_tap(at_table: Start) -> None:
    """Digits typed in the same third of a second in which the next player's number was asked."""
    drive = at_table(score_sheet, players=3, size=SMALL)
    panel = drive.app.page.panel.answer_panel
    for key in ("1", "1", "1"):
        x, y = drive.where(panel.pad.keys[key])
        drive.app.layers.appeared(quick=True)
        drive.up(drive.down(x, y))
        drive.advance(frames=1)
    assert panel.pad.typed == "111"


@pytest.mark.thorough
def test_undo_takes_quick_taps(at_table: Start) -> None:
    drive = at_table(toy("ready", "ready", "ready"))
    for _ in range(2):
        drive.tap(drive.app.page.panel.row.main)
    tap_twice(drive, drive.app.page.bar.undo, 2)
    assert drive.app.page.play.position() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("frames", GAPS)
def test_a_double_tap_on_the_results_undo_takes_one_answer_back(at_table: Start, frames: int) -> None:
    """The table's Redo lies under it, and brought the answer back at once."""
    drive = at_table(toy("ready"))
    drive.tap(drive.app.page.panel.row.main)
    drive.advance(1.0)
    tap_twice(drive, drive.app.page.discs[1], frames)
    assert drive.app.page.play.position() == 0


@pytest.mark.thorough
def test_a_notice_moves_off_the_answers_of_the_next_question(at_table: Start) -> None:
    drive = at_table(toy("ready", "stack"), players=8)
    page, app = drive.app.page, drive.app
    before = page.panel.top
    app.tell("The app drew Gus.")
    drive.advance(0.1)
    drive.tap(page.panel.row.main)
    assert page.panel.top > before + 60 and app.notice.opacity
    assert app.notice.y >= page.panel.top


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET])
@pytest.mark.parametrize("page", ["table", "table_mode", "new_play", "fix"])
def test_a_message_of_another_page_never_lies_on_an_answer(start: Start, page: str, size: Size) -> None:
    drive = start(size=size)
    opened = drive.app.library.start("score_sheet", Setup(people(*NAMES[:4]), {}))
    drive.app.go("history")
    drive.advance(0.5)
    drive.app.tell("Choose where to send it.", ("Undo", lambda: None))
    drive.app.go(page, **({"game": "windmill"} if page == "new_play" else {"opened": opened}))
    drive.advance(0.3)
    notice = drive.app.notice
    assert notice.opacity == 1
    under = [tap for tap in drive.all(cls=(Push, Key)) if tap.parent is not notice and overlap(notice, tap)]
    assert not under, [tap.text for tap in under]


def overlap(one: Any, other: Any) -> bool:
    (x, y), (left, low) = one.to_window(*one.pos), other.to_window(*other.pos)
    return left < x + one.width and x < left + other.width and low < y + one.height and y < low + other.height


@pytest.mark.thorough
def test_a_double_tap_on_start_begins_the_play_and_answers_nothing(start: Start) -> None:
    drive = start(games=[GAMES["windmill"][0]])
    open_new_play(drive)
    type_names(drive, "Ana", "Ben", "Cleo")
    button = drive.find(lambda one: getattr(one, "text", "").startswith("Start with three"))
    tap_twice(drive, button, 3)
    assert drive.app.visits[-1].name == "table" and not drive.app.page.play.log


# Messages


def lay_on(drive: AppDriver, what: Any, action: Any = None) -> None:
    """Show a message in the very place of that widget."""
    (x, y), notice = drive.where(what), drive.app.notice
    drive.app.place_of_notice = lambda: (x - 150, y - notice.height / 2, 300.0, True)
    drive.app.tell("Taken back: Hana voted last", action)
    drive.advance(0.1)
    assert overlap(notice, what) and notice.collide_point(*drive.where(what)) and notice.opacity == 1


@pytest.mark.thorough
def test_a_message_lets_a_vote_through(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"), size=LANDSCAPE)
    thumb = drive.down(*drive.where(drive.app.page.dark.pad))
    drive.advance(0.6)
    card = drive.find("Ben", AnswerCard)
    lay_on(drive, card)
    drive.tap(card)
    assert card.chosen and drive.app.notice.text == "", "the message goes, the vote stays"
    drive.tap("Seal my vote")
    thumb.touch_up()
    drive.advance(0.3)
    assert drive.app.page.play.log[-1].answer == 1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LANDSCAPE, PHONE])
@pytest.mark.parametrize("page", ["table", "table_mode", "result", "sheet"])
def test_a_message_lets_touches_through_on_every_page(at_table: Start, page: str, size: Size) -> None:
    drive = at_table(toy("ready"), size=size)
    opened, log = drive.app.page.controller.opened, drive.app.page.play.log
    if page == "table":
        under, effect = drive.app.page.panel.row.main, lambda: len(log) == 1
    elif page == "table_mode":
        drive.app.go("table_mode", opened=opened)
        drive.advance(0.6)
        under, effect = drive.find("All ready", Push), lambda: len(log) == 1
    elif page == "result":
        drive.tap(drive.app.page.panel.row.main)
        while drive.app.page.reveals:
            drive.advance(0.2)
        under, effect = drive.app.page.discs[1], lambda: drive.app.page.play.position() == 0
    else:
        drive.tap(drive.app.page.bar.menu)
        drive.advance(0.6)
        under, effect = drive.find("Fix something", ListRow), lambda: drive.app.visits[-1].name == "fix"
    lay_on(drive, under)
    drive.tap(under)
    drive.advance(1.0)
    assert effect() and drive.app.notice.text == ""


@pytest.mark.thorough
def test_the_button_of_a_message_takes_its_own_touches_and_no_others(at_table: Start) -> None:
    drive = at_table(toy("ready"))
    done: list[str] = []
    main, notice, log = drive.app.page.panel.row.main, drive.app.notice, drive.app.page.play.log
    lay_on(drive, main, (say("Undo"), lambda: done.append("undo")))
    drive.tap(notice.button)
    assert done == ["undo"] and not log and notice.text == ""
    lay_on(drive, main, (say("Undo"), lambda: done.append("undo")))
    drive.tap(notice.words)
    assert done == ["undo"] and len(log) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("movement", [True, False])
@pytest.mark.parametrize("frames", [1, 3, 6, 8])
def test_a_double_tap_on_the_button_of_a_message_answers_nothing_below(at_table: Start, frames: int,
                                                                       movement: bool) -> None:
    drive = at_table(toy("ready"), settings={"movement": movement})
    done: list[str] = []
    lay_on(drive, drive.app.page.panel.row.main, (say("Undo"), lambda: done.append("undo")))
    tap_twice(drive, drive.app.notice.button, frames)
    assert done == ["undo"] and not drive.app.page.play.log


# The To move card


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("story", PHONE), ("windward", SMALL), ("windward", LANDSCAPE)])
def test_a_double_tap_on_done_touches_nothing_that_moves_there(
        at_table: Start, name: str, size: Size) -> None:
    """Undo of the echo line came there on a phone in Story, and Why? in Windward."""
    game, _ = GAMES[name]
    drive, rng, tapped = at_table(game, players=3, size=size), Random(3), 0
    page = drive.app.page
    for _ in range(30):
        answer(drive, rng)
        drive.advance(0.6)
        hand, before = page.panel.hand, len(page.play.log)
        if hand.shown and page.situation.state != "ballots":
            page.unfold_hand()
            drive.advance(0.6)
            tap_twice(drive, hand.done, 8)
            tapped += 1
            assert not hand.shown and len(page.play.log) == before and not drive.app.sheets
    assert tapped

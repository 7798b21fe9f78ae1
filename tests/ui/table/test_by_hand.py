"""The To move card over the next question, by touches: a guess of Windmill, undo, redo, setting, table mode.

The second guess of a story is right: guesser and teller get 2 points each (WM-13), and the card that lay
outside the grid goes back into it.
"""

from typing import Any

import pytest

from companion.core.engine.by_hand import EVERYTHING, NO_CARD, NOTHING, HandCard, HandLine
from companion.core.text import say
from companion.games.story import game as story
from companion.games.windmill import game
from companion.testing.recording import recording_machine
from companion.ui.table.by_hand import HandRow
from companion.ui.widgets.controls.answer import ActionTile, Tile
from companion.ui.widgets.controls.rows import ListRow
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start, sights
from tests.ui.table.test_table import cut, too_small
from tests.ui.targets import Fingers

pytestmark = pytest.mark.touch

CARDS_BACK = "All cards back into the grid"
PAWNS = {"Ana's pawn 0 → 2", "Cleo's pawn 0 → 2"}
PAWNS_BACK = {"Ana's pawn 2 → 0", "Cleo's pawn 2 → 0"}


def lines(drive: Any) -> set[str]:
    return {row.text for row in drive.all(cls=HandRow)}


def after_a_right_guess(at_table: Start, how: str = "", **kwargs: Any) -> Any:
    settings = {"by_hand": {"windmill": how}} if how else None
    drive = at_table(game, players=4, settings=settings, **kwargs)
    for words in ("Card is down", "Wrong card", "Right card"):
        if words == "Card is down":
            drive.tap(drive.find("Ana", Tile))
        assert not lines(drive) or words == "Right card"
        drive.tap(words)
    return drive


def test_what_no_button_said_is_told_and_the_next_answer_folds_it(at_table: Start) -> None:
    drive = after_a_right_guess(at_table, size=PHONE)
    assert drive.has("To move") and lines(drive) == {CARDS_BACK}
    drive.tap("Card is down")
    assert not drive.has("To move") and not lines(drive)


@pytest.mark.thorough
def test_everything_tells_the_pawns_too(at_table: Start) -> None:
    assert lines(after_a_right_guess(at_table, EVERYTHING)) == {CARDS_BACK, *PAWNS}


@pytest.mark.thorough
def test_nothing_is_told_where_the_table_wants_nothing(at_table: Start) -> None:
    drive = after_a_right_guess(at_table, NOTHING)
    drive.tap(drive.app.page.bar.undo)
    assert not lines(drive) and not drive.says("by hand")


@pytest.mark.thorough
@pytest.mark.parametrize(("how", "times"), [("", 1), (NOTHING, 0)])
def test_what_the_card_tells_is_no_reminder_too(at_table: Start, how: str, times: int) -> None:
    """Story: Ben's picture wins. Without the card, the reminder says where it goes."""
    drive = at_table(story, players=3, settings={"movement": False, "by_hand": {"story": how} if how else {}})
    page = drive.app.page
    page.controller.answer("Youngest/table", 0)
    while page.play.table.middle is None:
        for asked in [one.key() for one in page.play.open() if not one.key().startswith("Action")]:
            page.controller.answer(asked, 1 if asked.startswith("Ballot") else "done")
    drive.advance(0.5)
    assert [row.text for row in drive.all(cls=HandRow)].count("Ben's picture goes to the middle") == times
    assert drive.says("Ben's picture goes to the middle, all others leave the table.") == (not times)


def test_done_folds_it_and_changes_nothing(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    before = len(drive.app.page.play.log)
    drive.tap("Done")
    assert not lines(drive) and len(drive.app.page.play.log) == before
    drive.tap(drive.app.page.bar.menu)
    drive.key(27)
    assert not lines(drive)


def test_undo_says_what_to_put_back_and_redo_brings_it_back(at_table: Start) -> None:
    drive = after_a_right_guess(at_table, size=TABLET)
    drive.tap(drive.app.page.bar.undo)
    assert drive.has("To move back") and lines(drive) >= PAWNS_BACK
    drive.tap("Redo")
    assert drive.app.page.play.table.seats[2].points == 2
    assert not lines(drive)


@pytest.mark.thorough
def test_several_undos_add_up(at_table: Start) -> None:
    """The right guess, the wrong one before it, and the card: after three undos no card is out of the grid, as it was
    after the right guess; only the pawns are to be put back."""
    drive = after_a_right_guess(at_table)
    for _ in range(3):
        drive.tap(drive.app.page.bar.undo)
    assert lines(drive) == PAWNS_BACK


@pytest.mark.thorough
def test_what_was_put_back_is_not_told_twice(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    page = drive.app.page
    drive.tap(page.bar.undo)
    page.fold_hand()
    drive.tap(page.bar.undo)
    assert not lines(drive) & PAWNS_BACK


@pytest.mark.thorough
@sights
def test_there_is_room_for_it_everywhere(at_table: Start, size: Any, text_size: int) -> None:
    """Nothing is cut, and the answers can be tapped."""
    settings = {"text_size": text_size, "by_hand": {"windmill": EVERYTHING}}
    drive = at_table(game, players=4, size=size, settings=settings)
    opened = drive.app.visits[-1].args["opened"]
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), ("Guess/1", "wrong"), ("Guess/2", "right")):
        opened.answer(key, answer)
    drive.advance(0.5)
    drive.tap(drive.app.page.bar.undo)
    assert drive.has("To move back") and (lines(drive) or text_size == 200), "big text leaves the title"
    assert not cut(drive) and not too_small(drive)
    drive.tap("Wrong card")
    assert opened.play.log[-1].answer == "wrong"


def card_of(count: int) -> HandCard:
    return HandCard(tuple(HandLine(f"line{n}", say("Line {n}", n=n), n, n + 1) for n in range(count)))


@pytest.mark.thorough
def test_more_lines_unfold_in_place(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    page = drive.app.page
    page.controller.hand = card_of(7)
    page.draw()
    drive.advance(0.2)
    assert lines(drive) == {"Line 0", "Line 1", "Line 2", "Line 3"}
    drive.tap("3 more")
    assert drive.app.visits[-1].name == "table"
    assert lines(drive) == {f"Line {n}" for n in range(7)}


@pytest.mark.thorough
def test_the_card_is_made_once(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    hand = drive.app.page.panel.hand
    rows = list(hand.rows)
    hand.show(NO_CARD, False)
    hand.show(card_of(1), False)
    assert hand.rows == rows[:1]


def test_the_setting_is_in_the_menu_and_remembered(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    drive.tap(drive.app.page.bar.menu)
    drive.tap(drive.find("To move", ActionTile))
    drive.tap(drive.find("Every change", ListRow))
    assert drive.app.library.setting("by_hand") == {"windmill": EVERYTHING}
    assert lines(drive) == {CARDS_BACK, *PAWNS}


@pytest.mark.thorough
def test_table_mode_says_it_in_one_line_and_aloud(at_table: Start) -> None:
    ports = recording_machine()
    drive = at_table(game, players=4, settings={"speech": True}, ports=ports)
    opened = drive.app.visits[-1].args["opened"]
    drive.app.go("table_mode", opened=opened)
    drive.advance(0.3)
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"),
                        ("Guess/1", "wrong"), ("Guess/2", "right")):
        opened.answer(key, answer)
    drive.advance(0.3)
    assert drive.says(f"To move: {CARDS_BACK}")
    told = f"To move: {CARDS_BACK}. "
    assert any(call[0] == "speech.say" and told in call[1] for call in ports.speech.calls)


# The echo after an undo


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET])
def test_the_echo_says_what_was_taken_back(at_table: Start, size: Any) -> None:
    """Once the card of what to put back is done, as that says the same; without a second Undo beside it."""
    drive = after_a_right_guess(at_table, size=size)
    page = drive.app.page
    found = "Cleo found Ana's card on guess 2"
    assert page.echo.text == found and page.echo.undo.parent is page.echo
    drive.tap(page.bar.undo)
    assert page.echo.text == f"Taken back: {found}" and not drive.has(page.echo.text)
    assert lines(drive) and (size == SMALL or lines(drive) >= PAWNS_BACK), "a small phone folds the card"
    page.fold_hand()
    drive.advance(0.5)
    assert not lines(drive) and drive.has(page.echo.text) and not drive.has("Undo")
    drive.tap(page.bar.undo)
    assert page.echo.text.startswith("Taken back: ") and found not in page.echo.text
    drive.tap(page.bar.redo)
    drive.tap(page.bar.redo)
    assert page.echo.text == found and drive.has("Undo")


@pytest.mark.thorough
def test_going_back_several_steps_says_how_many(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    page = drive.app.page
    page.controller.undo(1)
    page.fold_hand()
    drive.advance(0.5)
    assert drive.has("Taken back: the last 3 steps")
    drive.tap("Card is down")
    assert not drive.says("Taken back")


@pytest.mark.thorough
def test_a_long_echo_keeps_to_two_lines_and_the_chronicle_has_it_all(at_table: Start) -> None:
    drive = after_a_right_guess(at_table)
    echo = drive.app.page.echo
    echo.show("The White flew from the corner of territory 4, one hex towards 1, then one towards 2, one towards 1, to "
              "the hex one out towards 2, one towards 3", "Undo", None, "")
    echo.hug(388)
    assert echo.words.text == ("The White flew from the corner of territory 4, one hex towards 1, then one towards 2 …")
    assert echo.text.endswith("one towards 3")


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "words"), [(PHONE, "Done Redo"), (TABLET, "Done Redo"), (SMALL, "Done"),
                                             (LANDSCAPE, "Done")])
def test_done_and_redo_are_48_dp_to_a_finger(at_table: Start, size: Any, words: str) -> None:
    """The first line stands close below them, and gives them what they need."""
    drive = after_a_right_guess(at_table, EVERYTHING, size=size)
    for word in words.split():
        if word == "Redo":
            drive.tap(drive.app.page.bar.undo)
            drive.advance(0.4)
        pill = drive.find(word)
        wide, high = Fingers().reach(pill, *pill.to_window(*pill.center))
        assert wide >= 46 and high >= 46, f"{word}: {wide:.0f} by {high:.0f} dp"


def test_lines_are_ticked_and_the_others_wait_over_the_next_question(at_table: Start) -> None:
    drive = after_a_right_guess(at_table, EVERYTHING)
    row = next(one for one in drive.all(cls=HandRow) if one.text == CARDS_BACK)
    drive.tap_at(row.to_window(row.right, 0)[0] - 12, drive.where(row)[1])
    assert lines(drive) == PAWNS
    drive.tap("Card is down")
    assert lines(drive) >= PAWNS, "nobody has moved them yet"
    drive.tap("Done")
    assert not lines(drive)

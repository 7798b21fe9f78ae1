"""An open ballot belongs to its voter from opening to seal, whatever is touched, typed or answered meanwhile."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.core.window import Window

from companion.core.log import ANSWER
from companion.ui.table.ballot import BallotPaper, LinePlace
from companion.ui.widgets.controls.answer import AnswerCard
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, Start
from tests.ui.night import Night
from tests.ui.toy import toy

pytestmark = pytest.mark.touch

VOTERS = 5
CTRL = {"z": 122, "y": 121}


def votes(drive: Any) -> dict[str, Any]:
    """Who voted for whom, as the log has it: the last word of each counts."""
    return {record.key: record.answer for record in drive.app.page.play.log if record.kind == ANSWER}


def hold(drive: Any) -> Any:
    thumb = drive.down(*drive.where(drive.app.page.dark.pad))
    drive.advance(0.5)
    assert drive.has(cls=BallotPaper)
    return thumb


def choose(drive: Any, name: str) -> None:
    drive.tap(drive.find(name, AnswerCard))


def choosing(at_table: Start) -> tuple[Any, Any]:
    """Ana's ballot is open, and she has chosen Cleo."""
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    choose(drive, "Cleo")
    return drive, thumb


def shortcut(key: str) -> bool:
    return bool(Window.dispatch("on_keyboard", CTRL[key], 0, key, ["ctrl"]))


def seal(drive: Any, thumb: Any) -> None:
    drive.tap("Seal my vote")
    thumb.touch_up()
    drive.advance(0.1)


@sampled("text", [100, 200])
@sampled("size", [SMALL, LANDSCAPE])
def test_the_seats_behind_an_open_ballot_take_no_tap(at_table: Start, size: Any, text: int) -> None:
    """Ana's ballot is open; every seat of the hidden line is tapped, Eva's last; what she then seals is hers."""
    drive = at_table(toy("vote", "ready"), players=VOTERS, size=size, settings={"text_size": text})
    places = [drive.where(place) for place in reversed(drive.app.page.dark.line.children)]
    thumb = hold(drive)
    for x, y in places:
        for low in (-30, 0, 30):
            drive.tap_at(x, y + low, hold=0.04)
    assert drive.app.page.controller.wish == ""
    choose(drive, "Cleo")
    seal(drive, thumb)
    assert votes(drive) == {"Vote/0": 2}


@pytest.mark.thorough
def test_a_finger_that_was_on_a_seat_before_counts_no_more(at_table: Start) -> None:
    """Down on Ben's token, then Ana's ballot opens, then the finger lifts: it lifts behind the ballot."""
    drive = at_table(toy("vote", "ready"))
    other = drive.down(*drive.where(drive.app.page.dark.line.children[1]))
    thumb = hold(drive)
    other.touch_up()
    drive.advance(0.1)
    choose(drive, "Cleo")
    seal(drive, thumb)
    assert votes(drive) == {"Vote/0": 2}


@pytest.mark.thorough
@pytest.mark.parametrize("keys", ["z", "y", "zz"])
def test_shortcuts_are_dead_while_a_ballot_is_open(at_table: Start, keys: str) -> None:
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    choose(drive, "Ben")
    seal(drive, thumb)
    thumb = hold(drive)
    for key in keys:
        shortcut(key)
        drive.advance(0.1)
    choose(drive, "Cleo")
    seal(drive, thumb)
    assert votes(drive) == {"Vote/0": 1, "Vote/1": 2}
    assert len(drive.app.page.play.log) == 2


def test_back_does_not_lead_away_from_an_open_ballot(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    assert drive.key(27)
    assert drive.app.visits[-1].name == "table" and drive.has(cls=BallotPaper)
    thumb.touch_up()


@pytest.mark.thorough
def test_no_key_opens_a_sheet_over_an_open_ballot(at_table: Start) -> None:
    """F1 and the question mark tell the keys elsewhere."""
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    for key, text in ((282, None), (63, "?"), (278, None), (97, "a")):
        assert Window.dispatch("on_keyboard", key, 0, text, [])
    assert not drive.app.sheets and drive.has(cls=BallotPaper)
    thumb.touch_up()


@pytest.mark.thorough
def test_a_sheet_from_elsewhere_puts_the_ballot_away(at_table: Start) -> None:
    """Another app hands over a file while somebody votes."""
    drive, thumb = choosing(at_table)
    drive.app.page.open_menu()
    drive.advance(0.5)
    assert drive.app.sheets and not drive.has(cls=BallotPaper)
    thumb.touch_up()
    assert votes(drive) == {}


@pytest.mark.thorough
def test_the_keyboard_reaches_the_open_ballot_only(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    page = drive.app.page
    for _ in range(12):
        drive.key(9)
        ringed = [one for one in page.walk() if getattr(one, "focused", False)]
        assert len(ringed) == 1
        assert ringed[0] is page.dark.pad or page.dark.ballot in [*_above(ringed[0])]
    thumb.touch_up()


def _above(widget: Any) -> Any:
    while widget.parent is not None and widget.parent is not widget:
        yield widget.parent
        widget = widget.parent


@pytest.mark.thorough
def test_her_vote_came_from_elsewhere_and_the_ballot_closes_unsealed(at_table: Start) -> None:
    """A second device answers for Ana while she holds the pad: Ben's vote must not come out of her hand."""
    drive, thumb = choosing(at_table)
    drive.app.page.controller.opened.answer("Vote/0", 1)
    drive.app.page.refresh()
    drive.advance(0.1)
    assert not drive.has(cls=BallotPaper)
    thumb.touch_move(thumb.x + 1, thumb.y)
    drive.advance(0.6)
    assert not drive.has(cls=BallotPaper), "her thumb opened Ben's ballot"
    thumb.touch_up()
    drive.advance(0.1)
    assert votes(drive) == {"Vote/0": 1} and drive.says("Pass the phone to Ben")


@pytest.mark.thorough
def test_an_answer_from_elsewhere_that_the_screen_has_not_read_yet(at_table: Start) -> None:
    """The same, and she taps Seal before the screen was told."""
    drive, thumb = choosing(at_table)
    drive.app.page.stop_watching()
    drive.app.page.controller.opened.answer("Vote/0", 1)
    seal(drive, thumb)
    assert votes(drive) == {"Vote/0": 1}
    assert drive.says("so your answer wasn't taken")


@pytest.mark.thorough
def test_votes_of_others_from_elsewhere_leave_an_open_ballot_alone(at_table: Start) -> None:
    drive, thumb = choosing(at_table)
    drive.app.page.controller.opened.answer("Vote/1", 0)
    drive.app.page.refresh()
    drive.advance(0.1)
    assert drive.has(cls=BallotPaper)
    seal(drive, thumb)
    assert votes(drive) == {"Vote/1": 0, "Vote/0": 2}
    assert drive.says("Pass the phone to Cleo")


@pytest.mark.thorough
def test_the_thumb_of_the_last_voter_does_not_open_the_next_ballot(at_table: Start) -> None:
    """Sealed, and the thumb rests on the pad a moment longer, trembling as thumbs do."""
    drive, thumb = choosing(at_table)
    drive.tap("Seal my vote")
    thumb.touch_move(thumb.x + 1, thumb.y)
    drive.advance(0.6)
    assert not drive.has(cls=BallotPaper)
    thumb.touch_up()


@pytest.mark.thorough
def test_why_puts_the_ballot_away_first(at_table: Start) -> None:
    """Its sheet leads to corrections and other pages."""
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    drive.tap(drive.app.page.dark.ballot.why)
    assert drive.says("Why this question?") and not drive.has(cls=BallotPaper)
    thumb.touch_up()


@pytest.mark.thorough
def test_what_lies_outside_of_the_window_takes_no_touch(at_table: Start) -> None:
    drive = at_table(toy("ready", "who"))
    button = drive.app.page.panel.row.main
    button.pos = (-button.width - 20, 100)
    drive.tap_at(button.center_x, button.center_y)
    assert not drive.app.page.play.log


@pytest.mark.thorough
def test_what_lies_in_something_clear_takes_no_touch(at_table: Start) -> None:
    drive = at_table(toy("ready", "who"))
    place = drive.where(drive.app.page.panel.row.main)
    drive.app.page.panel.opacity = 0
    drive.tap_at(*place)
    assert not drive.app.page.play.log


@pytest.mark.thorough
def test_a_finger_that_lifts_behind_a_sheet_does_not_count(at_table: Start) -> None:
    drive = at_table(toy("ready", "who"))
    finger = drive.down(*drive.where(drive.app.page.panel.row.main))
    drive.app.page.open_menu()
    drive.advance(0.5)
    finger.touch_up()
    drive.advance(0.1)
    assert not drive.app.page.play.log


# The reveal

def all_vote(drive: Any) -> None:
    for name in ("Ben", "Ben", "Cleo"):
        thumb = hold(drive)
        choose(drive, name)
        seal(drive, thumb)


@pytest.mark.thorough
def test_the_phone_goes_to_the_middle_before_the_votes_are_opened(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    all_vote(drive)
    assert drive.says("Phone to the middle") and drive.says("All 3 votes are in.")
    assert not drive.says("Everyone else looks at the table.") and not drive.has(cls=LinePlace)
    assert not drive.says("The votes:") and not drive.says("Is everybody ready?")
    assert shortcut("z") and drive.key(27)
    drive.resize(LANDSCAPE)
    drive.app.on_pause()
    drive.app.on_resume()
    drive.advance(0.2)
    assert not drive.says("The votes:") and len(votes(drive)) == 3
    drive.tap("Reveal all votes")
    assert drive.says("The votes: Ben, Ben and Cleo") and drive.says("Is everybody ready?")
    assert not drive.says("Phone to the middle")


@pytest.mark.thorough
def test_a_play_that_ends_with_the_votes_shows_its_result_after_the_tap(at_table: Start) -> None:
    drive = at_table(toy("vote"))
    all_vote(drive)
    assert drive.app.visits[-1].name == "table" and drive.says("Phone to the middle")
    drive.tap("Reveal all votes")
    assert drive.app.visits[-1].name == "result"


def _theme(drive: Any) -> None:
    drive.app.library.set("theme", "dark" if not drive.app.look.dark else "light")
    drive.app.apply_settings()


def _text_size(drive: Any) -> None:
    drive.app.library.set("text_size", 200)
    drive.app.apply_settings()


def _turn(drive: Any) -> None:
    drive.resize(LANDSCAPE)


def _sleep(drive: Any) -> None:
    drive.app.on_pause()
    drive.app.on_resume()


def _many_errors(drive: Any) -> None:
    """What `Mishaps` does when a page raises again and again; then the play is resumed."""
    table = drive.app.visits[-1].args["opened"].id
    drive.app.go_home()
    drive.app.go("table", opened=drive.app.library.resume(table))


@sampled("happens", [_theme, _text_size, _turn, _sleep, _many_errors])
@sampled("game", ["vote ready", "vote"])
def test_nothing_but_the_tap_opens_the_votes(at_table: Start, game: str, happens: Any) -> None:
    """The theme changes at sunset, the phone is turned, the page is made again: the votes stay closed."""
    drive = at_table(toy(*game.split()))
    all_vote(drive)
    happens(drive)
    drive.advance(0.5)
    assert drive.says("Phone to the middle") and drive.says("All 3 votes are in.") and drive.app.page.locked()
    assert not drive.says("The votes:") and not drive.says("Is everybody ready?")
    assert drive.app.visits[-1].name == "table" and drive.app.machine.secure.on
    drive.tap("Reveal all votes")
    assert drive.says("Is everybody ready?") or drive.app.visits[-1].name == "result"
    happens(drive)
    drive.advance(0.5)
    assert not drive.says("Phone to the middle"), "they were opened"


@pytest.mark.thorough
@pytest.mark.parametrize("happens", [_theme, _text_size])
def test_an_open_ballot_goes_with_the_page_that_is_made_again(at_table: Start, happens: Any) -> None:
    """The thumb stays on the pad while the theme or the size of the letters changes."""
    drive, thumb = choosing(at_table)
    happens(drive)
    drive.advance(0.6)
    assert not drive.has(cls=BallotPaper) and drive.says("Pass the phone to Ana")
    thumb.touch_move(thumb.x + 2, thumb.y)
    drive.advance(0.6)
    thumb.touch_up()
    drive.advance(0.1)
    assert not votes(drive) and not drive.has(cls=BallotPaper)


@pytest.mark.thorough
def test_an_app_that_ended_between_seal_and_reveal_opens_nothing_by_itself(tmp_path: Path) -> None:
    """Killed while the phone goes to the middle; killed again after the tap, it asks no second time."""
    with Night(tmp_path, PHONE) as night:
        night.begin("story", "Ana Ben Cleo")
        opened = night.drive.app.page.controller.opened
        rng = Random(5)
        while night.drive.app.page.situation.state != "ballots":
            question = opened.play.open()[0]
            opened.answer(question.key(), question.random_answer(opened.play.table, rng))
        for _ in range(3):
            thumb = hold(night.drive)
            night.drive.tap(night.drive.all(cls=AnswerCard)[0])
            seal(night.drive, thumb)
        assert night.drive.says("Phone to the middle")
        after = len(night.drive.app.page.play.log)
        night.kill()
        assert night.drive.says("Phone to the middle") and night.drive.app.page.locked()
        shown = night.drive.app.page.stage.dark.shown
        assert [one.sealed for one in shown] == [True] * 3, "their prints hang there"
        night.drive.tap("Reveal all votes")
        night.drive.advance(0.5)
        assert not night.drive.says("Phone to the middle") and len(opened.play.log) == after
        night.kill()
        assert not night.drive.says("Phone to the middle")


# Screenshots

def test_the_window_is_secure_while_somebody_may_vote(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    secure = drive.app.machine.secure
    assert secure.on
    thumb = hold(drive)
    drive.app.on_pause()
    assert secure.on, "the switcher takes its picture now"
    thumb.touch_up()
    drive.app.on_resume()
    drive.app.page.open_chronicle()
    assert not secure.on
    drive.key(27)
    assert secure.on
    all_vote(drive)
    assert secure.on
    drive.tap("Reveal all votes")
    assert not secure.on


def test_the_last_frame_before_a_pause_has_no_ballot_in_it(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    drawn: list[bool] = []

    def note(*_: object) -> None:
        drawn.append(drive.has(cls=BallotPaper))
    Window.bind(on_draw=note)
    try:
        drive.app.on_pause()
    finally:
        Window.unbind(on_draw=note)
    thumb.touch_up()
    assert drawn == [False]

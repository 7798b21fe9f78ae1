"""A desktop without a mouse: arrows, Enter, Escape and Ctrl+Z reach everything at every table, its sheets too."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import kivymd
import pytest
from fontTools.ttLib import TTFont
from kivy.core.window import Window

from companion.testing.recording import recording_machine
from companion.ui.app import focus
from companion.ui.table.sheets import open_menu, open_people, open_seat, open_why
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Tap, is_within
from companion.ui.widgets.controls.answer import AnswerCard
from tests.sampling import sampled
from tests.ui.conftest import Start
from tests.ui.table.by_chance import GAMES, answer, missed
from tests.ui.toy import toy

pytestmark = pytest.mark.touch

ENTER, ESCAPE, TAB = 13, 27, 9


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_arrows_reach_everything_in_the_sheets_and_escape_closes_them(at_table: Start, name: str) -> None:
    game, players = GAMES[name]
    drive = at_table(game, players=players, settings={"movement": False})
    rng, found = Random(5), []
    for _ in range(6):
        answer(drive, rng)
    page = drive.app.page
    for open_sheet in (open_menu, open_why, open_people, lambda screen: open_seat(screen, 0)):
        open_sheet(page)
        drive.advance(0.4)
        if not drive.app.sheets:
            continue
        found += missed(drive.app.sheets[-1])
        assert drive.key(ESCAPE) and not drive.app.sheets
    assert not found, "\n".join(found)


@sampled("name", GAMES)
def test_ctrl_z_takes_back_and_ctrl_y_brings_back(at_table: Start, name: str) -> None:
    game, players = GAMES[name]
    drive = at_table(game, players=players, settings={"movement": False})
    answer(drive, Random(1))
    assert drive.app.page.play.position() == 1
    Window.dispatch("on_keyboard", ord("z"), 0, "z", ["ctrl"])
    drive.advance(0.2)
    assert drive.app.page.play.position() == 0
    Window.dispatch("on_keyboard", ord("y"), 0, "y", ["ctrl"])
    drive.advance(0.2)
    assert drive.app.page.play.position() == 1


def test_a_secret_vote_by_keys_alone(at_table: Start) -> None:
    """Enter on the pad opens the ballot, arrows choose, Enter seals; the vote is hidden before and after."""
    drive = at_table(GAMES["story"][0], players=3, settings={"movement": False})
    page = drive.app.page
    page.controller.answer("Youngest/table", 0)
    while page.situation.state != "ballots":
        page.controller.answer(page.play.open()[0].key(), "done")
        drive.advance(0.1)
    drive.advance(0.3)

    def to(fits: Any) -> None:
        for _ in range(40):
            drive.key(TAB)
            if focus.focused and fits(focus.focused[0]):
                return
        raise AssertionError("the keys never get there")

    to(lambda tap: tap is page.dark.pad)
    assert not drive.has(cls=AnswerCard)
    drive.key(ENTER)
    drive.advance(0.6)
    assert drive.has(cls=AnswerCard), "the ballot is open"
    to(lambda tap: isinstance(tap, AnswerCard))
    drive.key(ENTER)
    to(lambda tap: getattr(tap, "text", "") == "Seal my vote")
    drive.key(ENTER)
    drive.advance(0.3)
    assert page.play.log[-1].sealed and not drive.has(cls=AnswerCard)
    to(lambda tap: tap is page.dark.pad)
    drive.key(ENTER)
    drive.advance(0.6)
    assert drive.has(cls=AnswerCard)
    to(lambda tap: tap is page.dark.pad)
    drive.key(ENTER)
    drive.advance(0.3)
    assert not drive.has(cls=AnswerCard), "and Enter on the pad closes it again"


def at_a_desk_before_a_vote(at_table: Start) -> Any:
    drive = at_table(GAMES["story"][0], players=3, settings={"movement": False, "speech": True},
                     ports=replace(recording_machine(), is_phone=False))
    page = drive.app.page
    page.controller.answer("Youngest/table", 0)
    while page.situation.state != "ballots":
        page.controller.answer(page.play.open()[0].key(), "done")
        drive.advance(0.1)
    drive.advance(0.5)
    return drive


@pytest.mark.thorough
def test_a_mouse_votes_at_a_desk(at_table: Start) -> None:
    """A mouse can't hold the pad and choose: a click opens the ballot, and another closes it."""
    drive = at_a_desk_before_a_vote(at_table)
    page = drive.app.page
    assert drive.says("Ana, come to the computer") and drive.says("Ana: click to answer") and not drive.says("phone")
    assert ("speech.say", "Ana, come to the computer") in drive.app.machine.calls
    assert page.dark.pad.icon.name == "cursor-default-click-outline", "no finger is read here"
    for _ in range(2):
        drive.tap(page.dark.pad)
        drive.advance(0.6)
        assert drive.has(cls=AnswerCard) and drive.says("Click to hide")
        drive.tap(page.dark.pad)
        drive.advance(0.6)
        assert not drive.has(cls=AnswerCard)
    for _ in range(3):
        drive.tap(page.dark.pad)
        drive.advance(0.6)
        drive.tap(drive.all(cls=AnswerCard)[1])
        drive.tap("Seal my vote")
        drive.advance(0.6)
    assert len(page.play.log) == 8 and drive.says("All votes are in") and not drive.says("phone")


@pytest.mark.thorough
def test_a_round_of_votes_by_enter_and_digits(at_table: Start) -> None:
    """Enter opens the ballot, a digit chooses, Enter seals; a held key opens nothing that nobody has seen."""
    drive = at_a_desk_before_a_vote(at_table)
    page = drive.app.page
    press(drive, ENTER)
    drive.advance(0.6)
    assert drive.has(cls=AnswerCard)
    press(drive, ESCAPE)
    assert not drive.has(cls=AnswerCard) and drive.app.page is page, "Escape hides it"
    for voter in range(3):
        press(drive, ENTER)
        drive.advance(0.6)
        press(drive, ENTER)
        assert len(page.play.log) == 5 + voter, "nothing is chosen yet"
        press(drive, ord("2"), "2")
        press(drive, ENTER)
        assert len(page.play.log) == 6 + voter and not drive.has(cls=AnswerCard)
        press(drive, ENTER)
        drive.advance(0.6)
        assert not drive.has(cls=AnswerCard), "too soon to be meant"
    assert page.dark.waits
    press(drive, ENTER)
    assert not page.dark.waits
    assert [one.answer for one in page.play.log[-3:]] == [1, 1, 1]


def press(drive: Any, key: int, text: str | None = None) -> None:
    Window.dispatch("on_keyboard", key, 0, text, [])
    drive.advance(frames=1)


def test_enter_gives_the_main_answer_once(at_table: Start) -> None:
    """Without a ring; a key that is held down repeats, and answers nothing that nobody has seen."""
    drive = at_table(toy("ready", "ready", "ready"))
    for _ in range(4):
        press(drive, ENTER)
    assert len(drive.app.page.play.log) == 1
    drive.advance(0.5)
    press(drive, ENTER)
    assert len(drive.app.page.play.log) == 2


def test_digits_give_the_answers_in_their_order(at_table: Start) -> None:
    drive = at_table(toy("who", "lamp", "ready"))
    press(drive, ENTER)
    assert not drive.app.page.play.log, "no person is the main answer"
    press(drive, ord("2"), "2")
    assert drive.app.page.play.log[-1].answer == 1
    drive.advance(0.5)
    first = drive.all(cls=AnswerCard)[0].choice
    press(drive, ord("1"), "1")
    assert drive.app.page.play.log[-1].answer == first


@pytest.mark.thorough
def test_enter_chooses_nobody_in_table_mode(at_table: Start) -> None:
    drive = at_table(toy("who", "lamp", "ready"), players=2)
    opened = drive.app.visits[-1].args["opened"]
    drive.app.go("table_mode", opened=opened)
    drive.advance(0.5)
    press(drive, ENTER)
    assert not opened.play.log
    press(drive, ord("2"), "2")
    assert opened.play.log[-1].answer == 1


def test_digits_are_typed_on_a_pad(at_table: Start) -> None:
    drive = at_table(GAMES["score_sheet"][0], players=3)
    for key in "103":
        press(drive, ord(key), key)
    press(drive, 8)
    assert drive.app.page.panel.answer_panel.pad.typed == "10"
    press(drive, ENTER)
    Window.dispatch("on_keyboard", ord("7"), 0, "7", ["numlock"])
    Window.dispatch("on_keyboard", 260, 0, chr(260), ["numlock"])  # 4 on the keypad
    assert drive.app.page.panel.answer_panel.pad.typed == "74", "at once, although the question is new"


@pytest.mark.thorough
def test_the_ring_begins_at_the_answers_after_each_of_them(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who", "ready"))
    for _ in range(2):
        drive.advance(0.5)
        press(drive, TAB)
        assert focus.focused[0] is drive.app.page.answers()[0]
        press(drive, ENTER)
    assert len(drive.app.page.play.log) == 2


def pressed(drive: Any, key: int, text: str | None = None, modifiers: tuple[str, ...] = ()) -> None:
    """A key as Kivy's window sends it: first to the field somebody types in, then to the app."""
    if not Window.dispatch("on_key_down", key, 0, text, [*modifiers]):
        Window.dispatch("on_keyboard", key, 0, text, [*modifiers])
    drive.advance(frames=2)


@pytest.mark.thorough
def test_tab_goes_into_a_field_and_out_of_it_again(at_table: Start) -> None:
    drive = at_table(toy("note", "ready"))
    page = drive.app.page
    field = page.panel.answer_panel.box.typing
    pressed(drive, TAB)
    assert field.focus, "a note is answered in its field"
    for key, text in ((ord(" "), " "), (ENTER, None), (ord("1"), "1")):
        pressed(drive, key, text)
    assert not page.play.log, "keys typed into a field press nothing else"
    pressed(drive, TAB)
    after = focus.focused[0]
    assert not field.focus and isinstance(after, Tap) and after.focused and is_within(after, page.panel)
    pressed(drive, TAB, modifiers=("shift",))
    assert field.focus and not after.focused
    drive.tap_at(*drive.where(page.panel.headline))
    assert not field.focus


@pytest.mark.thorough
def test_arrows_leave_a_line_and_stay_in_a_text(start: Start) -> None:
    drive = start(games=[toy("who")])
    drive.app.go("search")
    drive.advance(0.5)
    field = drive.app.page.entry.typing
    assert field.focus
    pressed(drive, 276)
    assert field.focus, "left moves the cursor"
    pressed(drive, 274)
    assert not field.focus and focus.focused
    pressed(drive, 273)
    assert field.focus


def test_the_font_has_every_letter_of_the_list_of_keys() -> None:
    letters = TTFont(Path(kivymd.__file__).parent / "fonts" / "Roboto-Regular.ttf").getBestCmap()
    assert not {letter for key, words in focus.KEYS for letter in f"{key}{words}" if ord(letter) not in letters}


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ring_is_seen_on_any_ground(theme: str) -> None:
    """It has a halo in the ground's colour: 3:1 between the two."""
    look = Look.of(theme)
    assert tokens.contrast(look.roles.focus, look.roles.background) >= 3.0

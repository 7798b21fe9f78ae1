"""A question on a small phone: the board, the points and the likely answer in sight, and no endless list."""

import json
from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any

import pytest

from companion.core.kinds import Row
from companion.core.play import Play
from companion.core.text import say
from tests.ui.toy import Cards, Trade
from tests.web.axe import faults
from tests.web.here import TableHere
from tests.web.table import Guest
from tests.web.test_board import sailing
from tests.web.test_settings import EARS

pytestmark = pytest.mark.slow

SMALL = {"viewport": {"width": 360, "height": 640}}
LOW = {"viewport": {"width": 360, "height": 530}}
SEEN = """(css) => { const {top, bottom, height} = document.querySelector(css).getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight; }"""
HIGH = "(css) => document.querySelector(css).getBoundingClientRect().height"
LABELS = "[...document.querySelectorAll('.answers .answer .chip')].map((one) => Number(one.textContent))"


def answer_until(table: TableHere, name: str) -> None:
    """Answer at random until a question of that class is asked."""
    def go() -> None:
        opened, rng = table.serving.table.opened, Random(2)
        for _ in range(200):
            asked = next(one for one in opened.play.open() if one.possible(opened.play.table))
            if type(asked).__name__ == name:
                return
            opened.answer(asked.key(), asked.random_answer(opened.play.table, rng))
        raise AssertionError(f"{name} was never asked")
    table.call(go)


def test_the_board_never_leaves_a_question_and_a_tap_opens_it(serve: Any, phone: Any) -> None:
    """On windows up to 672 px high, it was hidden from whoever was asked."""
    table = serve("story", *("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana"))
    ana: Guest = phone(table, "Ana", **LOW)
    ana.asked("Who is the youngest")
    assert ana.page.evaluate(SEEN, ".board") and ana.page.evaluate(SEEN, ".answers .answer")
    folded = ana.page.evaluate(HIGH, ".board")
    board = ana.page.get_by_role("button", name="The board")
    assert board.get_attribute("aria-expanded") == "false"
    board.tap()
    ana.until(f"document.querySelector('.board').clientHeight > {folded} + 100")
    assert board.get_attribute("aria-expanded") == "true"
    board.tap()
    ana.until(f"document.querySelector('.board').clientHeight === {round(folded)}")


@pytest.mark.thorough
def test_points_undo_and_the_board_stay_while_a_long_question_scrolls(serve: Any, phone: Any) -> None:
    table = serve("winter_tales", "Ana", "Ben", "Cleo", "Dev")
    answer_until(table, "ChooseCharacter")
    ana: Guest = phone(table, "Ana", **SMALL)
    ana.asked("choose a character")
    ana.page.evaluate("scrollTo(0, 9999)")
    ana.until("scrollY > 200")
    assert ana.page.evaluate(SEEN, ".strip") and ana.page.evaluate(SEEN, "[aria-label=Undo]")
    left = ana.page.evaluate("""() => {
        const bottom = (css) => document.querySelector(css).getBoundingClientRect().bottom;
        return bottom('.stage') - bottom('.bar'); }""")
    assert left > 40, "a strip of the board is left"


@pytest.mark.thorough
def test_what_to_move_by_hand_takes_one_line_so_that_the_answer_is_in_sight(serve: Any, phone: Any) -> None:
    table = serve("winter_tales", "Ana", "Ben", "Cleo", "Dev")
    answer_until(table, "ChooseCharacter")
    ana: Guest = phone(table, "Ana", **SMALL)
    ana.asked("choose a character")
    assert ana.page.evaluate("S.table.hand.lines.length") > 4
    assert ana.page.evaluate(SEEN, ".answers .answer") and ana.page.evaluate(HIGH, ".hand") < 70
    assert faults(ana) == [], "the folded card has its heading"
    more = ana.page.locator(".hand .unfold")
    assert more.inner_text() == f"{ana.page.evaluate('S.table.hand.lines.length') - 1} more"
    more.tap()
    lines = "[...document.querySelectorAll('.hand .handline')]"
    ana.until(f"{lines}.filter((one) => one.clientHeight).length > 4")
    ana.page.locator(".hand").get_by_role("button", name="All done").tap()
    ana.page.locator(".hand").wait_for(state="detached")


@pytest.mark.thorough
def test_eight_seats_take_one_row_and_stand_on_the_cover_too(serve: Any, phone: Any) -> None:
    table = serve("story", *("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana"))
    answer_until(table, "Ballot")
    ana: Guest = phone(table, "Ana", **SMALL)
    ana.sees("Pass the phone to Ana")
    boxes = ana.boxes(".veil .strip li")
    assert len(boxes) == 8 and {one["top"] for one in boxes} == {boxes[0]["top"]}
    assert boxes[0]["left"] >= 0 and boxes[-1]["right"] <= 360


@pytest.mark.thorough
def test_the_list_of_a_board_is_sorted_by_cost_cut_and_searched(serve: Any, phone: Any) -> None:
    """The list used to be twelve screens long."""
    table = serve("windward", "Ana", mode="solo")
    sailing(table)
    ana: Guest = phone(table, "Ana", **SMALL)
    ana.page.locator(".lit").first.wait_for()
    every = ana.page.evaluate("S.mine.ask.choices.length")
    ana.page.locator(".pill.list").tap()
    ana.page.locator(".answers .answer").first.wait_for()
    costs = ana.page.evaluate(LABELS)
    assert every > 14 and len(costs) <= 12 and costs == sorted(costs)
    assert ana.page.evaluate("document.documentElement.scrollHeight") < 3 * 640 + 640
    ana.tap(f"{every - 12} more")
    ana.tap("Earlier")
    ana.page.locator("[type=search]").fill("no such place")
    ana.sees("Nothing has all these words.")
    place = ana.page.evaluate("S.mine.ask.choices[S.mine.ask.choices.length - 1].face.label")
    ana.page.locator("[type=search]").fill(place.upper())
    ana.page.locator(".answers .answer", has_text=place).first.tap()
    ana.until("S.mine.ask.choices.some((one) => one.chosen) || S.mine.ask.kind !== 'place'")


def at_once(table: TableHere, ana: Guest, work: Callable[[], object]) -> None:
    """The phone hears only of the last of several changes."""
    before, done = ana.page.evaluate("S.epoch"), Event()
    table.serving.server.later(0, lambda: done.wait(60))
    try:
        work()
    finally:
        done.set()
    ana.until(f"S.epoch !== {before!r}")


def answered_and_undone(table: TableHere) -> None:
    opened = table.serving.table.opened
    asked = opened.play.open()[0]
    opened.answer(asked.key(), asked.random_answer(opened.play.table, Random(1)))
    opened.undo()


def undone_and_answered(table: TableHere, name: str) -> None:
    table.call(table.serving.table.opened.undo)
    answer_until(table, name)


@pytest.mark.thorough
def test_an_opened_board_can_be_folded_when_its_question_is_back(serve: Any, phone: Any) -> None:
    """What folds was chosen with the board open, so nothing did, and its button was gone."""
    table = serve("windmill", "Ana", "Ben", "Cleo")
    answer_until(table, "Guess")
    ana: Guest = phone(table, "Ana", **LOW)
    board = ana.page.get_by_role("button", name="The board")
    board.tap()
    ana.until("document.querySelector('main.low.opened')")
    table.call(table.serving.table.opened.undo)
    ana.until("document.querySelector('main:not(.low)')")
    table.call(table.serving.table.opened.play.redo)
    ana.until("document.querySelector('main.low.opened')")
    board.tap()
    ana.until("document.querySelector('main.low:not(.opened)')")


@pytest.mark.thorough
def test_a_question_that_is_asked_again_buzzes_again(serve: Any, phone: Any) -> None:
    """An undo and the same answer arrived as one change, so nothing seemed new."""
    table = serve("toy", "Ana", "Ben")
    answer_until(table, "Remark")
    ana: Guest = phone(table)
    ana.prepare(EARS)
    ana.join("Ana")
    ana.asked("What will you remember?")
    ana.page.evaluate("buzzed.length = 0; window.before = document.querySelector('.rise');")
    at_once(table, ana, lambda: undone_and_answered(table, "Remark"))
    ana.until("document.querySelector('.rise[data-kind]') && !before.isConnected")
    assert ana.page.evaluate("buzzed") == [40]


@pytest.mark.thorough
def test_the_second_tap_of_a_double_tap_answers_nothing(serve: Any, phone: Any) -> None:
    """It answered the next question, which nobody had read. Quick taps on keys and on Undo are all meant."""
    table = serve("score_sheet", "Ana", "Ben")
    answer_until(table, "Score")
    ana: Guest = phone(table, "Ana")
    ana.asked("How many for Ana?")
    ana.page.evaluate("tableside.soon = 60_000")
    five = ana.page.locator(".oftens .pill", has_text="5")
    five.tap()
    ana.asked("How many for Ben?")
    five.tap()
    ana.page.locator(".keypad [data-k='1']").tap()
    ana.page.locator(".so-far output", has_text="1").wait_for()
    assert ana.headline == "How many for Ben?"
    ana.page.evaluate("tableside.soon = 0")
    five.tap()
    ana.until("!document.querySelector('#app h1').textContent.includes('Ben')")


@pytest.mark.thorough
def test_typed_words_go_with_their_question_even_in_a_focused_field(serve: Any, phone: Any) -> None:
    """The field kept words that the table had forgotten."""
    table = serve("toy", "Ana", "Ben")
    answer_until(table, "Remark")
    ana: Guest = phone(table, "Ana")
    ana.asked("What will you remember?")
    field = ana.page.locator(".rise textarea")
    for change in (lambda: table.call(lambda: answered_and_undone(table)),
                   lambda: undone_and_answered(table, "Remark")):
        field.fill("Rain")
        ana.until("S.mine.ask.text.value === 'Rain' && document.activeElement.matches('textarea')")
        at_once(table, ana, change)
        assert ana.page.evaluate("S.mine.ask.text.value") == "" == field.input_value()


@pytest.mark.thorough
def test_a_keypad_closes_with_its_question(serve: Any, phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number went into the next question."""
    def rows(self: Cards, table: Any) -> list[Row]:
        return [Row(one.name, 0, 30, 1, seat=one) for one in table.seats]

    monkeypatch.setattr(Cards, "rows", rows)
    table = serve("toy", "Ana", "Ben")
    answer_until(table, "Cards")
    ana: Guest = phone(table, "Ana")
    ana.page.locator(".row .number").first.tap()
    ana.page.locator("dialog .keypad").wait_for()
    at_once(table, ana, lambda: undone_and_answered(table, "Cards"))
    ana.until("!sheet.open")
    ana.asked("How many cards has everybody?")


@pytest.mark.thorough
def test_what_was_answered_meanwhile_is_not_undone_by_an_old_sheet(
        serve: Any, phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines were counted from the newest, and *Undo it anyway* took back whatever came last."""
    monkeypatch.setattr(Play, "undo_warning", lambda self, to=None: say("Everybody has seen it."))
    table = serve("toy", "Ana", "Ben")
    answer_until(table, "Rolled")
    ana: Guest = phone(table, "Ana")
    play = table.serving.table.opened.play
    ana.tap("Undo")
    ana.page.locator("dialog", has_text="Undo it anyway").wait_for()
    answer_until(table, "Where")
    ana.until("!sheet.open")
    ana.page.evaluate("import('/guest/log.js').then((one) => one.wholeLog())")
    newest = ana.page.locator("dialog .log li").first
    before, epoch = newest.text_content(), ana.page.evaluate("S.epoch")
    answer_until(table, "Remark")
    ana.until(f"S.epoch !== {epoch!r}")
    position = table.call(play.position)
    ana.page.locator("dialog .log .pill").first.tap()
    ana.until(f"sheet.open && sheet.querySelector('.log li').textContent !== {json.dumps(before)}")
    assert table.call(play.position) == position


@pytest.mark.thorough
def test_a_search_ends_with_its_question(serve: Any, phone: Any) -> None:
    """When the ship sailed again, the list still showed only what had been searched for before."""
    table = serve("windward", "Ana", mode="solo")
    sailing(table)
    ana: Guest = phone(table, "Ana", **SMALL)
    ana.page.locator(".lit").first.wait_for()
    ana.page.locator(".pill.list").tap()
    ana.page.locator("[type=search]").fill("no such place")
    ana.sees("Nothing has all these words.")
    at_once(table, ana, lambda: (table.call(table.serving.table.opened.undo), sailing(table)))
    ana.until("S.mine.ask.kind === 'place'")
    ana.page.locator(".answers .answer").first.wait_for()
    assert ana.page.locator("[type=search]").input_value() == ""


@pytest.mark.thorough
def test_a_tile_without_a_choice_says_so(serve: Any, phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trade, "possible", lambda self, table: False)
    table = serve("toy", "Ana", "Ben")
    answer_until(table, "Fish")
    ana: Guest = phone(table, "Ana")
    ana.page.locator(".tile[aria-disabled]", has_text="Trade").tap(force=True)
    ana.page.locator(".foot .why-not", has_text="You can't do that right now.").wait_for()
    ana.asked("Go fishing?")


@pytest.mark.thorough
def test_a_form_with_one_field_has_a_button_of_the_usual_height(serve: Any, phone: Any) -> None:
    """It used to be 144 px high."""
    ana: Guest = phone(serve("toy", "Ana", "Ben"), "Ana")
    ana.tap("Host")
    ana.tap("Who sits at the table?")
    ana.tap("Somebody joins")
    ana.page.locator("dialog form .button").wait_for()
    assert ana.page.evaluate(HIGH, "dialog form .button") < 70

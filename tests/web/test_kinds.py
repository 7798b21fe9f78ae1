"""Every kind of question, answered by touches on the page's own elements: the same words as on the table's screen."""

from pathlib import Path
from typing import Any

import pytest

from tests.services.phones.room import Room
from tests.ui.toy import toy
from tests.web.table import At, Guest

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


COVERED = """() => {
  toast.textContent = "The app rolled a three.";
  const one = toast.getBoundingClientRect();
  const answers = [...document.querySelectorAll(".answer, .key, .foot button, h1, h2")];
  const covered = answers.filter((other) => {
    const two = other.getBoundingClientRect();
    return one.bottom > two.top && two.bottom > one.top && two.height > 0;
  });
  toast.textContent = "";
  return covered.map((other) => other.textContent);
}"""


def test_every_kind_by_touch_with_its_words_refusals_and_why(serve, phone) -> None:
    ana = phone(serve("toy", "Ana", "Ben", "Cleo"), "Ana", reduced_motion="no-preference")  # like most phones
    page = ana.page

    # confirm, with reasons and points; "Fix" is the table's
    ana.asked("Is everybody ready?")
    ana.sees("Nobody has begun yet, so nobody is late.")
    ana.tap("All ready")

    # pick one: what is barred says why, and books nothing
    ana.asked("Ana, which lamp do you light?")
    usual = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 480})
    assert page.evaluate(COVERED) == [], "a message at the top covers no answer"
    page.set_viewport_size(usual)
    disc = page.locator(".answer", has_text="Green lamp").locator(".disc")
    colour = disc.evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert colour == "rgb(46, 125, 50)", "its own tone"
    ana.tap("Why?")
    ana.sees("Nobody lights it twice.")
    ana.tap("Close")
    page.locator(".answer", has_text="Blue lamp").tap(force=True)
    page.locator(".foot .why-not", has_text="The blue lamp is lit already.").wait_for()
    ana.asked("Ana, which lamp do you light?")
    ana.choose("Green lamp")

    ana.asked("Who was the loudest?")
    ana.choose("Cleo")

    # pick several: the button says what is missing, and gives nothing before
    ana.asked("Who joins in?")
    first = page.locator(".foot .first")
    assert first.locator("span").last.inner_text() == "two more join"
    assert first.get_attribute("aria-disabled") == "true"
    ana.choose("Ben")
    ana.sees("One more joins")
    ana.choose("Ana")
    ana.tap("Two join in")

    # put in order: numbers as they are tapped, and a running preview
    ana.asked("In which order did they come?")
    for name in ("Cleo", "Ana", "Ben"):
        ana.choose(name)
        page.locator(".answers .answer", has_text=name).locator(".nr").wait_for()
    assert [one.inner_text().split()[-1] for one in page.locator(".nr").all()] == ["2", "3", "1"]
    assert page.locator(".card .sum").all_inner_texts() == ["+2", "+3", "+1"]
    ana.tap("That is the order")

    # numbers: limits hold
    ana.asked("How many cards has everybody?")
    more = page.get_by_role("button", name="More: Ben")
    for shown in ("2", "3"):
        more.tap()
        page.locator(".row", has_text="Ben").locator("output", has_text=shown).wait_for()
    more.tap()
    assert page.locator(".row output").all_inner_texts() == ["1", "3", "1"]
    ana.tap("Counted")

    ana.asked("How much is bet?")
    page.get_by_role("button", name="More: Bet").tap()
    page.locator(".lone .number", has_text="6").tap()
    for key in ("9", "1"):  # above the limit
        page.locator("dialog .key", has_text=key).tap()
    ana.tap("Set")
    ana.sees("Enter 0 to 30.")
    ana.tap("Erase")
    ana.tap("Set")
    page.locator(".lone .number", has_text="9").wait_for()
    page.locator(".foot .first").tap()

    # dice, typed: taken back and typed again
    ana.asked("What do the two dice show?")
    ana.sees("Win 74%")
    page.locator(".faces [aria-label='6']").tap()
    page.locator(".slot.full[aria-label='Die 1: 6']").wait_for()
    page.get_by_role("button", name="Take back the last die").tap()
    page.locator(".slot.full").wait_for(state="detached")
    for face in ("5", "2"):
        page.locator(f".faces [aria-label='{face}']").tap()
        page.locator(f".slot.full[aria-label$=': {face}']").wait_for()
    ana.tap("That is what they show")

    # place, from the list
    ana.asked("Where does the ship go?")
    ana.choose("Island")
    ana.tap("Sail to the island")

    # text
    ana.asked("What will you remember?")
    page.locator("textarea").fill("The <b>old</b> mill & co")
    ana.tap("Keep it")

    # several things to do: the others are tiles; one that needs more comes into the page, with a way back
    ana.asked("Go fishing?")
    page.locator(".tile", has_text="Trade").tap()
    ana.asked("How much is traded?")
    ana.tap("Back")
    ana.asked("Go fishing?")
    page.locator(".tile", has_text="End turn").tap()

    # everybody: the host's phone answers for the seats that have none
    for name in ("Ana", "Ben", "Cleo"):
        ana.asked(f"{name}, what do you wish for?")
        ana.choose("snow")
    for name in ("Ana", "Ben", "Cleo"):
        ana.tap(f"I’m {name}")  # one phone for all: each secret is covered
        ana.sees(f"For {name}’s eyes only")
        ana.choose("Ben")
    ana.tap("Reveal them to everybody")

    # a clock that is started by hand, and one that starts by itself
    ana.asked("Tell it before the bell.")
    ana.tap("Start the clock")
    ana.tap("Pause")
    ana.sees("Resume the clock")
    ana.tap("It is told")
    ana.asked("Found in time?")
    ana.choose("found")

    # what only the rules know is refused with their sentence
    ana.asked("Which door?")
    ana.choose("left")
    page.locator(".foot .why-not", has_text="The left door is locked.").wait_for()
    ana.asked("Which door?")


@pytest.mark.thorough
def test_each_of_two_equal_cards_is_tapped(tmp_path: Path, phone: Any) -> None:
    with Room(tmp_path, toy("hand", "ready"), ("Ana", "Ben")) as room:
        ana: Guest = phone(At(room), "Ana")
        ana.asked("Which cards do you play?")
        cards = ana.page.locator(".answers .answer")
        cards.nth(2).tap()
        ana.until("document.querySelectorAll('.answers .answer.on').length === 1")
        assert "on" in str(cards.nth(2).get_attribute("class")).split()
        cards.nth(0).tap()
        ana.until("document.querySelectorAll('.answers .answer.on').length === 2")
        ana.tap("Done")
        ana.sees("Is everybody ready?")
        assert room.call(lambda: room.opened.play.log[0].answer) == ["Sheep", "Sheep"]

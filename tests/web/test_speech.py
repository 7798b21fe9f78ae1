"""The page reads questions aloud, if somebody wants that. The voice is a list."""

from time import sleep
from typing import Any

import pytest

from companion.core.text import say
from tests.web.table import Guest
from tests.web.test_table import correct_step

pytestmark = pytest.mark.slow

VOICE = """window.spoken = []; window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', {value: {cancel() {}, getVoices: () => [],
    speak(one) { spoken.push(one.lang + ': ' + one.text); }}});"""


def with_voice(table: Any, phone: Any, voice: str = VOICE, **more: Any) -> Guest:
    guest: Guest = phone(table, **more)
    guest.prepare(voice)
    return guest.join("Ana")


def flip(guest: Guest) -> None:
    guest.page.locator(".bar .me").tap()
    guest.page.get_by_role("button", name="Tools").tap()
    guest.page.get_by_role("button", name="Speech").tap()
    guest.tap("Close")


def test_each_question_is_read_aloud_but_no_secret_until_it_is_switched_off(serve, phone) -> None:
    ana = with_voice(serve("toy", "Ana", "Ben"), phone)
    ana.asked("Is everybody ready?")
    assert ana.page.evaluate("spoken") == [], "nobody has asked for it"
    flip(ana)
    ana.until("spoken.join() === 'en: Is everybody ready?'")
    correct_step(ana, 12)
    ana.until("spoken.at(-1) === 'en: Pass the phone to Ana'")
    ana.page.route("**/speech.js", lambda file: (sleep(0.5), file.continue_()))  # slower than the first question
    ana.page.reload()
    ana.until("spoken.at(-1) === 'en: Pass the phone to Ana'")
    ana.tap("I’m Ana")
    ana.asked("Who told it best?")
    ana.choose("Ben")
    ana.until("spoken.at(-1) === 'en: Pass the phone to Ben'")
    ana.tap("I’m Ben")
    ana.asked("Who told it best?")
    flip(ana)
    ana.choose("Ana")
    ana.tap("Reveal them to everybody")
    ana.asked("Tell it before the bell.")
    assert ana.page.evaluate("spoken") == ["en: Pass the phone to Ana", "en: Pass the phone to Ben"]


@pytest.mark.thorough
def test_moves_for_the_hands_follow_the_question_in_the_language_of_the_page(
        serve, phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the flights of a night in Windward."""
    table = serve("toy", "Ana", "Ben")
    ready = table.call(lambda: type(table.serving.table.opened.play.open()[0]))
    monkeypatch.setattr(ready, "aloud", lambda *_: (say("{name}", name="Red: 1 → 3"), say("{name}", name="Grey")))
    ana = with_voice(table, phone, f"localStorage.setItem('tableside.speech', 'yes'); {VOICE}", locale="de-AT")
    ana.until("spoken.at(-1) === 'de: Grey'")
    assert ana.page.evaluate("spoken.slice(-3)") == ["de: Is everybody ready?", "de: Red: 1 bis 3", "de: Grey"]


@pytest.mark.thorough
def test_a_browser_without_a_voice_has_no_switch(serve, phone) -> None:
    ana = with_voice(serve("toy", "Ana", "Ben"), phone, "delete window.speechSynthesis;")
    ana.page.locator(".bar .me").tap()
    ana.page.get_by_role("button", name="Tools").tap()
    ana.page.get_by_role("button", name="Toss a coin").wait_for()
    assert ana.page.get_by_role("button", name="Speech").count() == 0


@pytest.mark.thorough
def test_without_network_the_switch_says_so(serve, phone) -> None:
    """It was an error in the console, and nothing on the page."""
    ana = with_voice(serve("toy", "Ana", "Ben"), phone)
    ana.page.route("**/speech.js", lambda file: file.abort())
    ana.page.locator(".bar .me").tap()
    ana.page.get_by_role("button", name="Tools").tap()
    ana.page.get_by_role("button", name="Speech").tap()
    ana.page.locator("dialog h2", has_text="reload this page").wait_for()

"""A guest's page: typed numbers, their own board, the whole log, two seats on one phone, the TV."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.core import questions, views
from companion.services.phones import limits
from tests.web.here import TableHere
from tests.web.table import Guest, until_so
from tests.web.test_lobby import choose

pytestmark = pytest.mark.slow
PAGE = Path(__file__).resolve().parents[2] / "companion" / "page"

SENT = [questions.Description, questions.ShownChoice, questions.ShownRow, questions.ShownFace,
        questions.ShownDice, questions.ShownText, questions.Button, questions.Face, questions.Reason, questions.Points,
        questions.Sum, questions.Odds, views.Mark, views.Reminder, views.Piece, views.Track, views.Gauge,
        views.InfoCard, views.SheetColumn, views.SheetRow, views.ScoreSheet, views.View, views.PodiumPlace,
        views.Outcome]
LEFT_OUT = {
    "rule": "the page of reasons names the rules",
    "least": "the button says what is missing", "most": "the button says what is missing",
    "ink": "gauges have one colour on a page",
    "paths": "fields are corrected in the host's menu",
    "forgotten": "the table leaves out what the group has seen twice",
    "by_hand": "the table leaves out what *To move* tells",
}


def test_every_field_of_a_question_and_of_a_view_is_used_by_the_page_or_left_out_by_name() -> None:
    others = ("form.js", "seats.js", "beside.js")  # they read how many may play a game, and roll dice
    scripts = [path for path in PAGE.glob("[gh]*/*.js") if path.name not in others]
    code = "".join(path.read_text(encoding="utf-8") for path in scripts)
    code = re.sub(r"/\*\*.*?\*/", "", code, flags=re.DOTALL)  # types are no use
    names = {one.name for kind in SENT for one in fields(kind) if one.metadata.get("json", True)}
    used = {name for name in names if re.search(rf"\.{name}\b|\[\"{name}\"\]|[{{,] *{name}[,}}]", code)}
    used |= {"win", "tie", "lose"}  # read by a loop over their names
    assert names - used - set(LEFT_OUT) == set(), "neither used nor left out"
    assert set(LEFT_OUT) & used == set(), "left out, and used all the same"


def test_every_word_of_the_page_is_used() -> None:
    from companion.services.phones.page_words import WORDS

    code = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("[gh]*/*.js"))
    by_name = {"win", "tie", "lose"}
    assert [key for key in WORDS if not re.search(rf"\b(W|words)\.{key}\b", code) and key not in by_name] == []
    asked = set(re.findall(r"\b(?:W|words)\.([a-z_]+)\b(?!\()", code))
    assert sorted(asked - set(WORDS)) == []


LOADED = "performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)"


def test_only_the_host_loads_what_only_a_host_needs(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.until("tableside.host !== null")
    ben.until("!!S.table.title")
    own = set(ana.page.evaluate(LOADED))
    assert {"/host/host.js", "/host/hosting.js"} <= own and "/host/form.js" not in own
    loaded = ben.page.evaluate(LOADED)
    assert "/guest/table.js" in loaded and [one for one in loaded if one.startswith("/host/")] == []


@pytest.mark.thorough
def test_a_number_is_typed_on_keys_and_counts_though_the_button_follows_at_once(serve, phone) -> None:
    table = serve("score_sheet", "Ana", "Ben")
    ana = phone(table, "Ana")
    first_number(ana)
    for key in "1234":
        ana.page.locator(f".keypad [data-k='{key}']").tap()
    ana.page.locator(".foot .first").tap()
    until_so(lambda: 1234 in answers_in(table), "1234 was not booked")
    ana.page.locator(".so-far output", has_text="–").wait_for()
    ana.page.keyboard.type("57")
    ana.page.keyboard.press("Backspace")
    ana.page.locator(".so-far output", has_text="5").wait_for()
    ana.page.locator(".foot .first").tap()
    until_so(lambda: 5 in answers_in(table), "what a keyboard typed was not booked")


@pytest.mark.thorough
def test_a_number_that_is_often_wanted_and_a_key_that_is_held_answer_at_once(serve, phone) -> None:
    table = serve("score_sheet", "Ana", "Ben")
    ana = phone(table, "Ana")
    first_number(ana)
    ana.page.locator(".oftens .pill", has_text="10").tap()
    until_so(lambda: answers_in(table)[-1:] == [10], "10 was not booked")
    ana.asked("How many for Ben?")
    ana.page.locator(".keypad [data-k='7']").click(delay=700)
    until_so(lambda: answers_in(table)[-1:] == [7], "7 was not booked")
    ana.asked("How many for Ana?")
    ana.page.locator(".so-far output", has_text="–").wait_for()
    ana.page.keyboard.press("8")  # a keyboard types after a key was held, too
    ana.page.locator(".so-far output", has_text="8").wait_for()


PRESS = """() => document.querySelector(".keypad [data-k='7']").dispatchEvent(
    new PointerEvent('pointerdown', {bubbles: true}))"""
HELD = "new Promise((done) => setTimeout(done, 700))"
"""Longer than a key must be held to answer."""


@pytest.mark.thorough
def test_a_finger_that_leaves_a_key_or_is_late_answers_nothing(serve, phone) -> None:
    """After a scroll that began on a key, or an answer on another phone, the key counted as held."""
    table = serve("score_sheet", "Ana", "Ben")
    ana = phone(table, "Ana")
    first_number(ana)
    before = answers_in(table)
    ana.page.evaluate(PRESS)
    ana.page.evaluate("document.dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))")
    ana.page.evaluate(HELD)
    assert answers_in(table) == before
    ana.asked("How many for Ana?")
    ana.page.evaluate(PRESS)
    opened = table.serving.table.opened
    table.call(lambda: opened.answer(opened.play.open()[0].key(), 12))
    ana.asked("How many for Ben?")
    ana.page.evaluate(HELD)
    assert ana.page.locator(".so-far output").inner_text() == "–"


def first_number(guest: Guest) -> None:
    """Answer what comes before the first number, by chance."""
    for _ in range(20):
        guest.asked()
        if guest.page.locator(".pad, .coming").count():
            guest.page.locator(".keypad").wait_for()
            return
        before = guest.headline
        guest.page.locator(".answers .answer, .foot .first").first.tap()
        guest.until(f"document.querySelector('#app h1').textContent !== {json.dumps(before)}")
    raise AssertionError("no number was asked")


def answers_in(table: Any) -> list[Any]:
    def flat(value: Any) -> list[Any]:
        return [one for each in value for one in flat(each)] if isinstance(value, list) else [value]
    return table.call(lambda: flat([record.answer for record in table.serving.table.opened.play.log]))


@pytest.mark.thorough
def test_score_sheet_is_a_table_with_rows_and_names(serve, phone) -> None:
    table = serve("score_sheet", "Ana", "Ben")
    ana = phone(table, "Ana")
    first_number(ana)
    ana.tap("7")
    ana.page.locator(".foot .first").tap()
    ana.page.locator(".sheet table th", has_text="Ana").first.wait_for()
    ana.page.locator(".sheet td", has_text=re.compile("^7$")).first.wait_for()
    assert ana.page.locator(".stage .sheet").count() == 1, "above the question"


def test_two_people_on_one_phone_answer_in_turn_and_their_votes_are_veiled(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo")
    both = phone(table, "Ana")
    both.page.locator(".bar .me").tap()
    both.tap("Another player on this phone")
    both.choose("Ben")
    both.until("tableside.sessions.length === 2")
    both.page.locator(".bar .other[aria-label='Ben']").wait_for()  # Ana is asked, so hers is the page
    assert table.call(lambda: sorted(table.serving.table.joined)) == [0, 1]
    both.page.reload()
    both.until("tableside.sessions.length === 2 && tableside.sessions.every((one) => one.link === 'here')")
    both.asked("Is everybody ready?")
    both.tap("All ready")
    both.page.locator(".bar .me", has_text="Ana").wait_for()  # whose turn it is
    both.asked("Ana, which lamp do you light?")


@pytest.mark.thorough
def test_the_title_tells_whose_turn_it_is(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.tap("All ready")
    ana.asked("Ana, which lamp")
    ana.until("document.title.startsWith('● Your turn')")
    ben.until("document.title === 'Toy'")


@pytest.mark.thorough
def test_all_requests_stand_on_the_hosts_page_until_they_are_answered(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo")
    ana, *_ = phone(table, "Ana"), phone(table, "Ben"), phone(table, "Cleo")
    others = [phone(table) for _ in range(2)]
    for other, name in zip(others, ("Ben", "Cleo"), strict=True):
        other.page.goto(table.url)
        other.choose(name)
        other.sees(f"{name} has a phone already")
    for name in ("Ben", "Cleo"):
        ana.page.locator(".card.ask", has_text=f"Another phone wants {name}’s seat.").wait_for()
    ana.page.locator(".card.ask", has_text="Ben").get_by_role("button", name="Yes").tap()
    others[0].page.locator(".bar .me", has_text="Ben").wait_for()
    ana.page.locator(".card.ask", has_text="Cleo").get_by_role("button", name="No").tap()
    others[1].hears("The host said no.")
    ana.until("document.querySelectorAll('.card.ask').length === 0")


def goes_dark(table: TableHere, guests: dict[int, Guest]) -> None:
    """As locked phones: their streams end, and they ask for nothing more."""
    for guest in guests.values():
        guest.page.evaluate(
            "() => { tableside.sessions[0].token = ''; tableside.sessions[0].stream.abort(); }")
    known = table.serving.table.guests
    until_so(lambda: guests.keys() <= known.away(), "they are away")


@pytest.mark.thorough
def test_a_spare_phone_takes_the_seat_of_a_dark_one_and_everybody_is_told(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo")
    ben, _, cleo, spare = phone(table, "Ben"), phone(table, "Ana"), phone(table, "Cleo"), phone(table)
    ben.tap("All ready")
    ben.sees("Ana is answering on a phone.")
    goes_dark(table, {2: cleo})
    spare.page.goto(table.url)
    spare.choose("Cleo")
    spare.sees("Cleo has a phone already, or has voted. Asking the host…")
    ask = ben.page.locator(".card.ask", has_text="Another phone wants Cleo’s seat.")
    ask.get_by_role("button", name="Yes").tap()
    spare.page.locator(".bar .me", has_text="Cleo").wait_for()
    ben.hears("Cleo has another phone now.")
    ben.tap("Chronicle")
    newest, before = (ben.page.locator("dialog .log li").nth(number) for number in (0, 1))
    newest.get_by_text("Cleo has another phone now.").wait_for()
    assert [one.get_by_role("button").count() for one in (newest, before)] == [0, 0], "nothing to go back to"


@pytest.mark.thorough
def test_without_a_host_the_page_says_what_it_waits_for_and_sits_down_after_a_minute(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo")
    ana, ben, spare = phone(table, "Ana"), phone(table, "Ben"), phone(table)
    cleo = phone(table, "Cleo")
    cleo.page.locator(".bar .me").tap()
    cleo.tap("Become the host")
    cleo.hears("The host's phone is connected. There can be only one host.")
    goes_dark(table, {0: ana, 1: ben})
    spare.page.goto(table.url)
    spare.choose("Ana")
    spare.sees("Ana's phone is away. If it stays away for a minute, the seat is yours.")
    guests = table.serving.table.guests
    guests.seen[guests.seats[0]] -= limits.HOST_AWAY_SECONDS
    spare.page.locator(".bar .me", has_text="Ana").wait_for()
    spare.page.get_by_role("button", name="Host").wait_for()


@pytest.mark.thorough
def test_a_guest_who_is_not_on_the_list_is_added_by_the_host(serve, phone) -> None:
    table = serve("score_sheet", "Ana", "Ben")
    ana, zoe = phone(table, "Ana"), phone(table)
    zoe.page.goto(table.url)
    zoe.tap("I’m not on the list")
    zoe.page.locator("dialog input").fill("Zoe")
    zoe.tap("Ask the host")
    zoe.sees("Asking the host to add Zoe…")
    ana.page.locator(".card.ask").get_by_role("button", name="Yes").tap()
    zoe.hears("Zoe is in.")


@pytest.mark.thorough
def test_a_guest_asks_for_an_undo_and_others_are_told_of_it(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.tap("All ready")
    ana.asked("Ana, which lamp")
    ben.page.locator(".bar .me").tap()
    ben.tap("Ask for an undo")
    ben.hears("The host was asked to undo.")
    ana.page.locator(".card.ask", has_text="Ben asks to undo").get_by_role("button", name="Yes").tap()
    ana.asked("Is everybody ready?")
    ben.hears("The host took back the last answer.")


@pytest.mark.thorough
def test_the_lobby_keeps_what_was_typed_and_knows_the_options(serve, phone) -> None:
    table = serve("")
    host = phone(table)
    host.page.goto(table.url)
    host.tap("Go on")
    choose(host, "Windward")
    host.page.locator("#name").fill("Ana, Ana")
    host.page.locator("#name").press("Enter")
    host.hears("Ana is already at the table.")
    assert host.page.locator(".seats .who").count() == 1
    host.page.locator("#name").fill("Ben")
    host.sees("Start with two players")
    host.page.locator("summary", has_text="Options").tap()
    assert host.page.locator(".option select").count() > 0
    assert host.page.locator("#name").input_value() == "Ben"


@pytest.mark.thorough
def test_a_tv_with_five_long_names_shows_them_whole_and_how_to_join(serve, phone) -> None:
    names = ("Bartholomew", "Anastasia-Marie", "Wolfeschlegelstein", "Maximiliane", "Jo")
    table = serve("winter_tales", *names)
    tv = phone(table, viewport={"width": 1920, "height": 1080}, device_scale_factor=1, is_mobile=False,
               has_touch=True)
    tv.watch()
    tv.page.locator(".qr svg").wait_for()
    assert tv.page.locator(".qr").get_by_text(table.code).count() == 1
    assert tv.page.evaluate("document.documentElement.scrollWidth") <= 1920
    lines = tv.page.evaluate("""() => { const one = document.querySelector('.told h1, .giant h1');
        const style = getComputedStyle(one);
        return one.getBoundingClientRect().height / parseFloat(style.lineHeight); }""")
    assert round(lines) <= 2
    broken = tv.page.evaluate("""() => [...document.querySelectorAll('.strip .name')].filter((one) =>
        one.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(one).fontSize)).length""")
    assert broken == 0
    cut = tv.page.evaluate("""() => [...document.querySelectorAll('.strip li')].filter((one) =>
        one.getBoundingClientRect().right > innerWidth || one.querySelector('.name').scrollWidth >
        one.querySelector('.name').clientWidth + 1).length""")
    assert cut == 0


SHOW = """async (words) => {
    const {state} = await import('/guest/state.js'), {tvView} = await import('/guest/tv.js');
    state().table.headline = words;
    document.querySelector('main.tv').replaceWith(tvView()); }"""
HEADLINES = ["Dev, show your cards. How many are spring side up?", "Ana, how does Mangiafuoco get out of it?",
             "Cleo, under which rebel does Love That Melts the Snow go?",
             "Everybody is in place. Shall the phone draw the first two quests?"]


@pytest.mark.thorough
def test_a_tv_cuts_no_headline_and_no_line_above_it(serve, phone) -> None:
    """*Cleo, under which rebel does Love That Melts t…* and *Dev has reached fifteen. Next Eva; wind 1;…*"""
    table = serve("windward", "Ana", "Ben", "Cleo", "Dev", "Eva", mode="competitive")
    tv = phone(table, viewport={"width": 1920, "height": 1080}, device_scale_factor=1, is_mobile=False,
               has_touch=True)
    tv.watch()

    def last_turns() -> None:
        opened = table.serving.table.opened
        opened.play.fix([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns"), ("captains.0.notoriety", 15)])
        opened.answer("EndTurn/0", "done")
    table.call(last_turns)
    tv.sees("Next Cleo; wind 1; last turns: Cleo, Dev and Eva")
    cut = """() => [...document.querySelectorAll('.told h1, .told p')].filter(one =>
        one.scrollHeight > one.clientHeight + parseFloat(getComputedStyle(one).fontSize) / 2)
        .map(one => one.textContent)"""
    assert tv.page.evaluate(cut) == []
    for words in HEADLINES:
        tv.page.evaluate(SHOW, words)
        assert tv.page.evaluate(cut) == [], words


@pytest.mark.thorough
def test_a_style_that_got_lost_is_asked_for_again(serve, phone) -> None:
    """Guests load the big screen's and the podium's styles only when they need them."""
    table = serve("toy", "Ana", "Ben")
    tv = phone(table, viewport={"width": 1280, "height": 800})
    asked: list[str] = []
    tv.page.on("request", lambda request: asked.append(request.url.removeprefix(table.url.split("#")[0])))
    tv.page.route("**/guest/tv.css", lambda route: route.abort())
    tv.watch()
    tv.page.locator(".tv .shelf").wait_for()
    assert [name for name in asked if name.startswith("guest/tv.css")] == ["guest/tv.css", "guest/tv.css?2"]
    assert "guest/end.css" not in asked
    assert tv.page.evaluate("getComputedStyle(document.querySelector('.tv')).position") == "fixed"


@pytest.mark.thorough
def test_the_page_can_go_to_the_home_screen(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    found = ana.page.evaluate("""async () => { const one = await (await fetch('/manifest.webmanifest')).json();
        return Promise.all(one.icons.map(async ({src}) => (await fetch('/' + src)).headers.get('content-type'))); }""")
    assert found == ["image/webp"] * 4


LATER = """() => { window.later = []; const before = setTimeout;
    window.setTimeout = (what, ms) => ms === 30000 ? later.push(what) : before(what, ms); }"""


@pytest.mark.thorough
def test_icons_that_do_not_come_are_asked_for_again_later(serve, phone) -> None:
    """Without a network, the page asked for them each time it drew one."""
    ana, asked = phone(serve("toy", "Ana", "Ben"), "Ana"), list[str]()

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()
    ana.page.route("**/more-icons.json", refuse)
    ana.page.evaluate(LATER)
    draw = "import('/guest/dom.js').then(({glyph}) => glyph('abacus'))"
    for times in (1, 2):
        ana.page.evaluate(draw)
        ana.until(f"later.length === {times}")
        ana.page.evaluate(draw)
        ana.page.wait_for_timeout(200)
        assert len(asked) == times
        ana.page.evaluate("later.at(-1)()")
    ana.errors.clear()


@pytest.mark.thorough
def test_a_turned_phone_folds_other_parts(serve, phone) -> None:
    ana = phone(serve("toy", "Ana", "Ben"), "Ana")
    for size, tight in (((640, 300), "true"), ((412, 839), "false")):
        ana.page.set_viewport_size({"width": size[0], "height": size[1]})
        ana.until(f"document.body.classList.contains('tight') === {tight}")

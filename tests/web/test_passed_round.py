"""One phone for several people: a cover before each secret, and no vote on the screen of anybody else."""

from pathlib import Path
from typing import Any

import pytest

from tests.services.phones.room import Room
from tests.toys.key_cards import game as key_cards
from tests.web.table import At, Guest
from tests.web.test_lobby import begin
from tests.web.test_table import correct_step

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

WATCH_VOTES = """() => { window.seen = []; new MutationObserver(() => {
    for (const one of document.querySelectorAll('.own, .answer.on, .answer[aria-pressed=true]'))
        seen.push(one.innerText); }).observe(document.body, {subtree: true, childList: true, attributes: true}); }"""
"""Every moment counts: a vote that flashes up for one frame is read."""


def only_phone(table: Any, phone: Any, how: str) -> Guest:
    """Ana's own phone, which also answers for the two without one, or the host's of the lobby, who is nobody."""
    if how == "seat":
        return phone(table, "Ana")
    host = phone(table)
    host.page.goto(table.url)
    host.tap("Go on")
    begin(host, "Toy", "Ana", "Ben", "Cleo")
    host.choose("Only this phone")
    return host


@pytest.mark.parametrize("how", ["seat", "lobby"])
def test_a_phone_passed_round_covers_each_secret_and_shows_no_vote_again(serve, phone, how: str) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo") if how == "seat" else serve("")
    one = only_phone(table, phone, how)
    one.asked("Is everybody ready?")
    one.page.evaluate(WATCH_VOTES)
    correct_step(one, 12)
    for name, vote in (("Ana", "Ben"), ("Ben", "Cleo"), ("Cleo", "Ana")):
        one.sees(f"Pass the phone to {name}")
        assert one.page.locator(".answers, .rise[data-kind]").count() == 0, "covered"
        for other in {"Ana", "Ben", "Cleo"} - {name}:  # anybody may be handed the phone first
            one.page.locator(".veil .tile", has_text=other).tap()
            one.sees(f"Pass the phone to {other}")
            one.page.get_by_role("button", name=f"I’m {other}").tap()
            one.asked("Who told it best?")
            one.page.locator(".rise > .pill", has_text="Back").tap()
            one.sees(f"Pass the phone to {name}")
        one.tap(f"I’m {name}")
        one.asked("Who told it best?")
        one.sees(f"For {name}’s eyes only")
        one.choose(vote)
    one.page.locator("[data-does=open]").wait_for()
    if how == "seat":  # Ana's own vote can be changed until it is opened: for her eyes only
        one.tap("Change my answer")
        one.sees("Pass the phone to Ana")
        one.tap("I’m Ana")
        one.asked("Who told it best?")
        one.choose("Cleo")
    assert one.page.evaluate("seen") == [], "whoever held the phone next could have read it"
    one.tap("Reveal them to everybody")
    told = "The votes: " + ("Cleo, Cleo and Ana." if how == "seat" else "Ben, Cleo and Ana.")
    one.until(f"S.table.lines.some((line) => line.text === '{told}')")


def test_a_vote_given_alone_is_not_shown_once_the_phone_is_shared(serve, phone) -> None:
    """Ben's phone is freed after Ana voted: now he votes on hers."""
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    correct_step(ana, 12)
    ana.asked("Who told it best?")
    ana.choose("Ben")
    ana.sees("Your answer is in.")
    ben.page.locator(".bar .me").tap()
    ben.tap("Give up my seat")
    ana.sees("Pass the phone to Ben")
    ana.page.locator(".veil .tile", has_text="Ana").tap()
    ana.tap("I’m Ana")
    ana.asked("Who told it best?")
    assert ana.page.locator(".own, .answer.on").count() == 0


def test_the_host_of_the_lobby_sits_down_and_everybody_elses_cards_are_on_the_only_phone(serve, phone) -> None:
    table = serve("")
    host = phone(table)
    host.page.goto(table.url)
    host.tap("Go on")
    begin(host, "Windward", "Ana", "Ben")
    host.sees("Who are you?")
    host.choose("Ben")
    host.page.locator(".bar .me", has_text="Ben").wait_for()
    assert host.page.evaluate("S.you.host && S.you.seat === 1")
    host.tap("Host")
    host.tap("Who are you?")
    host.choose("Only this phone")
    host.until("S.you.seat === null")
    host.robot(1)
    host.until("S.table.cards.length === 2")
    host.page.evaluate("robot.rest()")
    host.until("document.querySelectorAll('.card[data-seat]').length === 2")


def test_the_hosts_duties_are_in_sight_whichever_seat_the_phone_shows(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo")
    both = phone(table, "Ana")
    both.page.locator(".bar .me").tap()
    both.tap("Another player on this phone")
    both.choose("Ben")
    both.until("tableside.sessions.length === 2")
    both.page.locator(".bar .other").tap()
    for shown in range(2):
        both.until(f"tableside.current === {shown} || (tableside.current = {shown}, tableside.render(), true)")
        assert both.page.get_by_role("button", name="Host", exact=True).count() == 1
    cleo, late = phone(table, "Cleo"), phone(table)
    late.page.goto(table.url)
    late.choose("Cleo")
    both.page.locator(".card.ask").get_by_role("button", name="Yes").tap()
    late.page.locator(".bar .me", has_text="Cleo").wait_for()
    assert cleo.errors == []


def test_two_look_at_one_key_on_their_phones_and_later_again(tmp_path: Path, phone) -> None:
    with Room(tmp_path, key_cards, ("Ana", "Ben", "Cleo", "Dan")) as room:
        ana, cleo = phone(At(room), "Ana"), phone(At(room), "Cleo")
        room.answer("DealKey/table", [8, 7, 6, 5, 4, 3, 2, 1, 0])
        ana.asked("Ana, look at this in secret.")
        tones = ana.page.locator(".still .spot > path").evaluate_all("all => all.map(one => one.style.fill)")
        assert tones == ["rgb(47, 111, 176)"] * 4 + ["rgb(192, 57, 43)"] * 5
        assert not ana.page.get_by_text("until the host opens").count()
        ana.choose("I have seen it")
        ana.page.get_by_role("button", name="Show it again").wait_for()
        room.answer("See/1", "seen")
        ana.asked("Which card do you touch?")
        assert ana.page.locator(".still").count() == 0
        ana.tap("Look in secret")
        ana.page.locator(".still").wait_for()
        room.answer("Guess/0", "1,1")
        ana.until("document.querySelector('.still') === null")
        cleo.until("S.table.lines.length > 2")
        assert cleo.page.locator(".still").count() == 0 and not cleo.page.get_by_text("Look in secret").count()

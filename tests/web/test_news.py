"""Messages lost between host and page: replies that overtake states, dead streams, answers without news."""

from time import sleep
from typing import Any

import pytest

from tests.web.table import until_so
from tests.web.test_table import correct_step

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

DEAF = """() => { const one = tableside.sessions[0], dead = one.stream, real = one.take;
    one.take = (said) => { if (one.stream !== dead) real.call(one, said); }; }"""
"""From now on nothing is heard on this stream."""


def at_the_vote(serve: Any, phone: Any, *names: str) -> tuple[Any, list[Any]]:
    """A table of Ana, Ben and Cleo at a secret vote; these have phones, and Ana is the host."""
    table = serve("toy", "Ana", "Ben", "Cleo")
    guests = [phone(table, name) for name in names]
    correct_step(guests[0], 12)
    if len(guests) < 3:  # Ana's phone is for Cleo, too
        uncover(guests[0], "Ana")
    for guest in guests:
        guest.asked("Who told it best?")
    return table, guests


def uncover(guest: Any, name: str) -> None:
    guest.sees(f"Pass the phone to {name}")
    guest.tap(f"I’m {name}")
    guest.sees(f"For {name}’s eyes only")


def sealed_votes(table: Any) -> list[tuple[int, Any]]:
    """Seat and answer of each vote, in the order they were given."""
    def read() -> list[tuple[int, Any]]:
        log = table.serving.table.opened.play.log
        return [(one.seat, one.answer) for one in log if one.key.startswith("Vote/")]
    found: list[tuple[int, Any]] = table.call(read)
    return found


def test_a_vote_is_changed_and_changed_again_while_nobody_else_does_anything(serve, phone) -> None:
    """After a change there is nothing new to send; the page takes the next touch all the same."""
    table, (_, ben) = at_the_vote(serve, phone, "Ana", "Ben")
    ben.choose("Ana")
    ben.sees("Your answer is in.")
    for number, name in enumerate(("Cleo", "Ben", "Ana"), start=2):
        ben.tap("Change my answer")
        ben.choose(name)
        ben.sees("Your answer is in.")
        ben.until("line_ && !waiting")
        assert len(sealed_votes(table)) == number
    assert sealed_votes(table) == [(1, 0), (1, 2), (1, 1), (1, 0)]


def test_the_host_who_looks_at_the_own_vote_again_comes_back_to_the_one_that_is_missing(serve, phone) -> None:
    """Ana votes, then for Cleo, who has no phone. Her own vote is a tile there: it may be changed, or left."""
    table, (ana, ben) = at_the_vote(serve, phone, "Ana", "Ben")
    ana.choose("Ben")
    ana.sees("Pass the phone to Cleo")
    ana.page.locator(".tile", has_text="Ana").tap()
    uncover(ana, "Ana")
    ben.choose("Ben")
    ana.page.locator(".print.in").nth(1).wait_for()
    ana.sees("For Ana’s eyes only")
    ana.page.reload()
    uncover(ana, "Ana")
    ana.sees("Your answer counts. It isn’t shown again.")
    ana.tap("Keep my answer")
    ana.sees("Pass the phone to Cleo")
    ana.page.locator(".tile", has_text="Ana").tap()
    uncover(ana, "Ana")
    ana.choose("Cleo")
    uncover(ana, "Cleo")
    ana.choose("Ana")
    ana.tap("Reveal them to everybody")
    ben.sees("The votes: Cleo, Ben and Ana.")
    assert sealed_votes(table) == [(0, 1), (1, 1), (0, 2), (2, 0)]


def test_a_reply_that_is_slower_than_the_state_changes_nothing_back(serve, phone) -> None:
    """Ana looks at Cleo's vote; before the reply comes, Cleo has a phone of her own, and the state says so."""
    table, (ana, _) = at_the_vote(serve, phone, "Ana", "Ben")
    cleo, held = phone(table), list[Any]()
    cleo.page.goto(table.url)
    ana.tap("Hide")  # the others' tiles are on the cover
    ana.page.route("**/do", lambda route: held.append((route, route.fetch())))
    ana.page.locator(".tile", has_text="Cleo").tap()
    until_so(lambda: held or ana.page.evaluate("0"), "the reply")
    cleo.choose("Cleo")
    ana.until("S.table.seats[2].phone")
    held[0][0].fulfill(response=held[0][1])
    ana.page.evaluate("line_.then(() => 1)")
    ana.sees("For Ana’s eyes only")
    assert ana.page.locator(".tile", has_text="Cleo").count() == 0


def test_a_vote_is_changed_before_the_reply_to_the_first_one_comes(serve, phone) -> None:
    _, (_, ben) = at_the_vote(serve, phone, "Ana", "Ben")
    held: list[Any] = []
    ben.page.route("**/do", lambda route: held.append((route, route.fetch())))
    ben.choose("Ana")
    ben.tap("Change my answer")
    until_so(lambda: held or ben.page.evaluate("0"), "the reply")
    held[0][0].fulfill(response=held[0][1])
    ben.sees("Your answer now: Ana")


def test_a_stream_that_died_unseen_is_found_by_the_next_answer(serve, phone) -> None:
    """Answers use a separate connection: if their changes don't arrive on the stream, the page reopens it."""
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    ana.page.evaluate(DEAF)
    ana.tap("All ready")
    ana.asked("which lamp")


def test_a_stream_that_died_unseen_is_found_by_an_answer_that_comes_too_late(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    ana.page.evaluate(DEAF)
    table.call(lambda: table.serving.table.opened.answer("Ready/table", "done"))
    ana.tap("All ready")
    ana.hears("The table has moved on. Look again.")
    ana.asked("which lamp")


def test_a_page_that_opens_stream_after_stream_is_not_another_page(serve, phone) -> None:
    """A machine under load answers late: the page has opened the next stream, and then the old one is there, too."""
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    for _ in range(6):
        ana.page.evaluate("""() => {
            const {token, page} = tableside.sessions[0];
            fetch('/events', {headers: {'X-Tableside': token, 'X-Tableside-Page': page}}); }""")
        sleep(0.05)
    ana.until("link === 'here'")
    assert ana.page.get_by_text("Another page is open").count() == 0
    ana.tap("All ready")
    ana.asked("which lamp")


def test_new_names_and_who_has_come_are_seen_without_loading_again(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben", "Cleo")
    ben, other = phone(table, "Ben"), phone(table)
    other.page.goto(table.url)
    other.page.locator(".answer", has_text="Cleo").wait_for()

    def rename() -> None:
        seats = table.serving.table.opened.play.table.seats
        seats[1].name, seats[2].name = "Benedikt", "Cleopatra"
        table.serving.table.views.refresh()
    table.call(rename)
    ben.page.locator(".bar .me", has_text="Benedikt").wait_for()
    other.choose("Cleopatra")
    other.page.locator(".bar .me", has_text="Cleopatra").wait_for()

"""Whole tables by phones: eight voters at once, some phones and some not, the big games, a watcher, the host."""

import os
import re
import sqlite3

import pytest

from tests.web.table import Guest, Table

pytestmark = pytest.mark.slow

EIGHT = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")
LONG = bool(os.environ.get("TABLESIDE_WEB_LONG"))
ROUNDS = 10 if LONG else 1


def records(table: Table) -> list[tuple[str, int | None]]:
    """Key and seat of every answer on disk."""
    with sqlite3.connect(f"file:{table.home / 't.db'}?mode=ro", uri=True) as store:
        return [(str(key), seat) for key, seat in store.execute(
            "SELECT json_extract(line, '$.key'), json_extract(line, '$.seat') FROM records ORDER BY number")]


def near(url: str) -> str:
    """The same door by this machine's own address: a sandbox may have no other."""
    return re.sub(r"//[\d.]+:", "//127.0.0.1:", url)


VOTE_AT = """([at, choice]) => setTimeout(
    () => document.querySelectorAll('.answers .answer')[choice]?.click(), at - Date.now())"""


@pytest.mark.thorough
def test_eight_guests_vote_at_once_and_it_is_opened_by_one_tap(serve_alone, phone) -> None:
    table = serve_alone("--game", "story", "--players", ",".join(EIGHT))
    table.url = near(table.scanned())
    guests = [phone(table, name) for name in EIGHT]
    watcher = phone(table).watch()
    for place, guest in enumerate(guests):
        guest.robot(place, secrets=False)
    for number in range(ROUNDS):
        for guest in guests:
            guest.page.locator("body.secret .answers").wait_for(timeout=60_000)
        at = guests[0].page.evaluate("Date.now()") + 800
        for place, guest in enumerate(guests):
            guest.page.evaluate(VOTE_AT, [at, (place + 1) % 8])
        guests[0].page.locator("[data-does=open]").wait_for()
        guests[3].sees("All secret answers are in.")
        watcher.page.locator("#app h1", has_text="are in").wait_for()
        guests[0].tap("Reveal them to everybody")
        guests[0].page.locator("[data-does=open]").wait_for(state="detached")
        votes = [seat for key, seat in records(table) if key.startswith("Ballot")]
        assert len(votes) == 8 * (number + 1), "eight at once are eight answers, none twice"
        assert sorted(votes[-8:]) == list(range(8))


def test_a_vote_is_changed_until_the_votes_are_opened(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    correct_step(ana, 12)
    ana.asked("Who told it best?")
    ana.choose("Ben")
    ana.sees("Your answer is in.")
    ana.until("document.querySelectorAll('.print.in').length === 1")
    ben.sees("Answered: 1 of 2.")
    ana.tap("Change my answer")
    ana.sees("Your answer now: Ben")
    assert "Ben" in ana.page.locator(".answer.on").inner_text(), "the own vote is marked"
    ana.choose("Ana")
    ana.sees("Your answer is in.")
    ben.choose("Ben")
    ben.sees("All secret answers are in.")
    ben.tap("Change my answer")  # the last one can change a slip, too
    ben.sees("Your answer now: Ben")
    ben.choose("Ana")
    ben.sees("All secret answers are in.")
    ana.tap("Reveal them to everybody")
    ben.sees("The votes: Ana and Ana.")


def correct_step(host: Guest, step: int) -> None:
    """By the host's own page."""
    host.tap("Host")
    host.tap("Fix something")
    row = host.page.locator(".row", has_text="Step")
    host.press(row.locator(".number"))
    for digit in str(step):
        host.press(host.page.locator("dialog .key", has_text=digit).first)
    host.press(host.page.locator("dialog .first"))
    before = host.page.evaluate("S.epoch")
    host.tap("Set 1 and go on")
    host.until(f"S.epoch !== '{before}'")  # else the next tap comes too late


@pytest.mark.thorough
def test_the_hiding_button_covers_a_secret(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    phone(table, "Ben")
    correct_step(ana, 12)
    ana.asked("Who told it best?")
    ana.tap("Hide")
    ana.page.locator(".answers").wait_for(state="detached")
    assert "told it best" not in ana.page.locator("body").inner_text()
    ana.tap("Show it again")
    ana.asked("Who told it best?")


def test_the_host_undoes_and_redoes_and_ends(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.tap("All ready")
    ana.asked("which lamp")
    ana.tap("Undo")
    ana.asked("Is everybody ready?")
    ana.tap("Redo")
    ana.asked("which lamp")
    assert ben.page.get_by_role("button", name="Host").count() == 0, "only the host has that"


@pytest.mark.thorough
def test_five_players_are_dragged_into_order(serve, phone) -> None:
    """Youngest to oldest on the host's page: the last name goes up to the top, an arrow moves it down one."""
    table = serve("winter_tales", "Ana", "Ben", "Cleo", "Dev", "Eva")
    ana = phone(table, "Ana")
    ana.tap("Host")
    ana.tap("Fix something")
    ana.page.locator("details", has=ana.page.locator("[data-path=ages]")).locator("summary").tap()
    ana.page.locator("[data-path=ages]").tap()
    boxes = ana.boxes(".order [data-key]")
    ana.page.mouse.move(boxes[4]["x"] + 60, boxes[4]["y"] + 20)
    ana.page.mouse.down()
    for step in range(9):
        ana.page.mouse.move(boxes[4]["x"] + 60, boxes[4]["y"] + 20 - (boxes[4]["y"] - boxes[0]["y"] + 40) * step / 8)
    ana.page.mouse.up()
    names = ana.page.locator(".order .words")
    assert names.all_inner_texts() == ["Eva", "Ana", "Ben", "Cleo", "Dev"]
    ana.page.get_by_label("Move Eva down").tap()
    before = ana.page.evaluate("S.epoch")
    ana.page.locator("dialog").get_by_role("button", name="Set", exact=True).tap()
    ana.sees("1 thing changed")
    ana.page.locator("[data-does=fix]").tap()
    ana.until(f"S.epoch !== '{before}'")
    ana.tap("Host")
    ana.tap("Fix something")
    ana.page.locator("[data-path=ages]", has_text="Ana, Eva, Ben, Cleo and Dev").wait_for(state="attached")

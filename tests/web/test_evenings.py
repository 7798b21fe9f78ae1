"""Whole evenings from the lobby to the podium, in Chromium and Firefox: one phone passed round, or one each.

On the way: an undo, a correction, a restart of `serve` and a new address; axe looks at each phone whenever
the robots rest. The suite plays Windmill in both browsers;
`TABLESIDE_WEB_EVENINGS=story,windward` plays these on one phone and on many, in both (`all`: every game).
"""

from __future__ import annotations

import os
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest

from tests.web.axe import faults
from tests.web.table import free_port
from tests.web.test_lobby import begin, choose, open_boxes, seated

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

WANTED = os.environ.get("TABLESIDE_WEB_EVENINGS", "")
BROWSERS = ("chromium", "firefox")


class Evening(NamedTuple):
    title: str
    people: int
    mode: str = ""


EVENINGS = (Evening("Windmill", 3), Evening("Story", 3), Evening("Key Words", 3), Evening("Winter Tales", 3),
            Evening("Windward", 2, "Co-op"), Evening("Score sheet", 2))
CASES = [(browser, one, many) for browser in BROWSERS for one in EVENINGS for many in (False, True)
         if WANTED in ("all", one.title.lower()) or one.title.lower().replace(" ", "_") in WANTED.split(",")] or \
    [("chromium", EVENINGS[0], True), ("firefox", EVENINGS[0], False)]


def own_box(host: Any) -> None:
    """The tiles of an own box, painted in the page."""
    open_boxes(host)
    host.tap("Enter my own box")
    host.press(host.page.locator(".pill", has_text="Gas pocket"))
    host.page.locator(".cell").nth(2).click()
    host.tap("Save this box")
    host.hears("Saved. It is used for the next play.")


def sit_down(one: Evening, table: Any, phone: Any, many: bool) -> list[Any]:
    names = ("Ana", "Ben", "Cleo")[:one.people]
    host = phone(table)
    host.page.goto(table.url)
    host.tap("Go on")
    host.sees("Which box is on the table?")
    if one.mode:
        choose(host, one.title)
        own_box(host)
        host.page.locator("[data-k=mode] select").select_option(label=one.mode)
    begin(host, one.title, *names)
    host.choose(names[0] if many else "Only this phone")
    return [host, *(phone(table, name) for name in names[1:] if many)]


def tapped(phones: list[Any], answers: int) -> bool:
    """Robots tap until that many answers are given. Is the play over?"""
    end, before, given = monotonic() + 900, sum(one.told()["answered"] for one in phones), 0
    over = False
    while monotonic() < end and given < answers and not over:
        sleep(0.1)
        given = sum(one.told()["answered"] for one in phones) - before
        over = bool(phones[0].page.evaluate("S && S.table.state === 'over'"))
    assert over or given >= answers, [one.told()["words"][-4:] for one in phones] + [phones[0].headline]
    return over


def play_on(phones: list[Any], answers: int, seed: int) -> bool:
    for place, one in enumerate(phones):
        one.robot(seed + place)
    over = tapped(phones, answers)
    for one in phones:
        one.page.evaluate("robot.rest().then(() => sheet.close())")
        assert faults(one) == []
    return over


def undo(host: Any) -> None:
    before = host.page.evaluate("S.epoch")
    host.tap("Undo")
    host.until(f"S.epoch !== '{before}' || sheet.innerText.includes('Undo it anyway')")
    if host.page.evaluate("sheet.open"):
        host.tap("Undo it anyway")
    host.until(f"S.epoch !== '{before}'")


def correct(host: Any) -> None:
    """One of the first fields takes another value."""
    before = host.page.evaluate("S.epoch")
    host.tap("Host")
    host.tap("Fix something")
    done, changed = host.page.locator("[data-does=fix]"), host.page.locator(".head .changed")
    done.wait_for()
    groups = host.page.locator("main details:not([open]) summary")
    fields = host.page.locator(".panel .round:not(.off):visible, .panel .switch:visible")
    for at in range(12):
        while groups.count() and fields.count() <= at:
            host.press(groups.first)
        host.press(fields.nth(at))
        host.page.evaluate("line_.then(() => null)")
        if changed.inner_text():
            host.press(done)
            host.until(f"S.epoch !== '{before}'")
            return
    raise AssertionError("no field could be corrected")


def come_back(phones: list[Any], table: Any, names: list[str]) -> None:
    """Every old page is lost with the old address: scan the new code and tap."""
    for one, name in zip(phones, names, strict=True):
        one.page.goto("about:blank")
        one.page.goto(table.url)
        one.choose(name)
        one.until("S && link === 'here'")


@pytest.mark.parametrize(("browser", "one", "many"), CASES, indirect=["browser"], ids=str)
def test_an_evening(serve_alone, phone, browser: Any, one: Evening, many: bool) -> None:
    table = serve_alone()
    phones = sit_down(one, table, phone, many)
    host, part = phones[0], 4
    play_on(phones, part, 3)
    undo(host)
    correct(host)
    play_on(phones, part, 30)
    table.kill()
    table.start()
    for each in phones:
        each.until("S && link === 'here' && !tableside.waiting")
    play_on(phones, part // 2, 60)
    table.end()
    table.port = free_port()
    table.start()
    come_back(phones, table, ["Ana", "Ben", "Cleo"][:len(phones)] if many else ["Only this phone"])
    parts = [25] * 6 + [5000]  # with a look at each phone in between
    assert any(play_on(phones, answers, 90 + n) for n, answers in enumerate(parts)), "to its end"
    host.page.locator(".end h1").wait_for()
    host.tap("New play")
    host.page.locator("main[data-k=new]").wait_for()  # the home's scripts come only now
    assert seated(host)[:2] == ["Ana", "Ben"]
    told = [each.told() for each in phones]
    assert [(each["failed"], guest.errors) for each, guest in zip(told, phones, strict=True)] == [(0, [])] * len(phones)

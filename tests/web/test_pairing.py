"""Phones join a browser tab's table over WebRTC: real codes, and a fake camera that sees them."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP
from time import sleep

import pytest

from tests.web.conftest import Browsers
from tests.web.pairing import (
    Phones,
    arrived,
    close_sheet,
    film,
    open_invitation,
    pair,
    prepared,
    scan,
    shown_link,
    sit,
)
from tests.web.site import SLOW, Site
from tests.web.table import Guest, chromium, until_so
from tests.web.test_lobby import begin
from tests.web.test_tab import ANSWERS, changed, killed, play

pytestmark = pytest.mark.slow
KILLS = int(os.environ.get("TABLESIDE_PHONE_KILLS", "0"))
EIGHT = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


@pytest.fixture
def phones(browsers: Browsers, site: Site, tmp_path: Path) -> Iterator[Phones]:
    if chromium() is None:
        pytest.skip("There is no chromium here (Debian: apt-get install -y chromium).")
    asyncio._set_running_loop(browsers.api.chromium._loop)
    phones = Phones(browsers.api, site, tmp_path)
    yield phones
    phones.close()
    asyncio._set_running_loop(None)


def seated(phones: Phones, host: Guest, *names: str, alone: bool = False) -> list[Guest]:
    open_invitation(host)
    guests = []
    for name in names:
        guests.append(phones.guest(name if alone else ""))
        pair(phones, host, guests[-1])
        sit(guests[-1], name)
    close_sheet(host)
    return guests


def test_a_phone_joins_by_two_scans_answers_and_comes_back_after_a_reload(phones: Phones) -> None:
    host = phones.host()
    open_invitation(host)
    close_sheet(host)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.asked("Who is the oldest")
    open_invitation(host)
    ben = phones.guest()
    loaded: list[str] = []
    ben.page.on("request", lambda request: loaded.append(request.url))
    pair(phones, host, ben)
    assert not ben.page.locator("#loading, .cover").filter(visible=True).count(), "nothing of the home"
    sit(ben, "Ben")
    host.sees("has a phone")
    close_sheet(host)
    host.choose("Ben")
    ben.asked("tell your story")
    assert not [url for url in loaded if "pyodide" in url or url.endswith((".zip", "/host.js"))], "no Python"
    prepared(ben)
    ben.page.reload()
    ben.asked("tell your story")
    ours = (phones.site.url, "data:", "blob:")
    assert [url for url in phones.asked if not url.startswith(ours)] == []
    for page in (host, ben):
        assert page.page.evaluate("peers.every(([how]) => !how.iceServers)"), "no third party"
    token = host.page.evaluate("tableside.sessions[0].token")
    assert token and token not in json.dumps(host.page.evaluate("sent")), "the host's token stays"
    assert host.errors == ben.errors == []


def test_a_code_that_leads_nowhere_is_told_in_one_sentence(phones: Phones, site: Site) -> None:
    guest = phones.guest()
    guest.page.goto(site.url + "#join=hello")
    guest.sees("This invitation can’t be read")
    guest.page.goto("about:blank")
    guest.page.goto(site.url + "#guest")
    guest.sees("This phone isn’t at a table")


@pytest.mark.thorough
def test_without_a_camera_a_link_and_a_pasted_code_do(phones: Phones) -> None:
    host = phones.host(permissions=[])
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.tap("Host")
    host.tap("Invite phones")
    host.sees("No picture leaves this phone")
    host.tap("Go on without a camera")
    host.page.evaluate("() => { navigator.share = async ({url}) => { window.shared = url; }; }")
    host.page.locator("#invite .qr svg").wait_for()
    host.tap("Send a link instead")
    ben = phones.guest()
    scan(ben, host.page.evaluate("shared"))
    ben.page.evaluate("() => { navigator.share = async ({text}) => { window.shared = text; }; }")
    ben.tap("Send the code instead")
    field = host.page.locator("#invite input[name=code]")
    field.fill("hello world")
    host.page.locator("#invite form button").tap()
    host.sees("That isn’t a code")
    field.fill(ben.page.evaluate("shared"))
    host.page.locator("#invite form button").tap()
    sit(ben, "Ben")


@pytest.mark.thorough
def test_another_version_is_told_in_one_sentence_and_the_newest_is_loaded_once(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben = phones.guest()
    changed(ben, "tab/build.js", "", "BUILD = \"", "BUILD = \"other")
    pair(phones, host, ben)
    sit(ben, "Ben")
    ben.until("performance.getEntriesByType('navigation')[0].type === 'reload'")
    ben.hears("The table’s phone has another version of Tableside.")
    ben.page.locator(".bar .me", has_text="Ben").wait_for()


@pytest.mark.thorough
def test_who_cannot_be_reached_is_told_after_ten_seconds_and_may_try_again(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben = phones.guest()
    first = shown_link(host)
    film(phones.camera, scan(ben, first))
    ben.page.goto("about:blank")  # as if the network kept the phones apart
    host.sees("some guest networks keep phones apart")
    film(phones.camera)
    host.tap("Try again")
    until_so(lambda: shown_link(host) != first, "a new invitation")
    pair(phones, host, ben)
    sit(ben, "Ben")


IS_ASKED = "!!document.querySelector('.rise[data-kind]')"


@pytest.mark.thorough
def test_eight_phones_vote_in_secret(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Story", *EIGHT)
    host.until("S.table.state === 'question'")
    guests = seated(phones, host, *EIGHT)
    host.tap("Host")
    host.tap("Guests may answer for the table")
    while not guests[0].page.evaluate("!!S.mine && !!S.mine.ask && !!S.mine.ask.secret"):
        until_so(lambda: any(one.page.evaluate(IS_ASKED) for one in guests), "nobody is asked")
        asked = next(one for one in guests if one.page.evaluate(IS_ASKED))
        before = asked.page.evaluate("S.epoch")
        asked.robot(3, secrets=False)
        asked.until(f"S.epoch !== '{before}' || (S.mine && S.mine.ask && S.mine.ask.secret)")
        asked.page.evaluate("robot.stop()")
    for seed, guest in enumerate(guests):
        guest.robot(seed)
    host.page.get_by_role("button", name="Reveal them to everybody").wait_for()
    for guest in guests:
        guest.page.evaluate("robot.stop()")
        assert guest.page.evaluate("S.table.state") == "sealed"
    host.tap("Reveal them to everybody")
    for guest in guests:
        guest.until("S.table.state !== 'sealed'")
        assert guest.errors == []


@pytest.mark.thorough
def test_five_captains_sail_and_the_host_is_killed_while_they_do(phones: Phones, tmp_path: Path) -> None:
    host = phones.host("host")
    begin(host, "Windward", *EIGHT[:5])
    host.until("S.table.state === 'question'")
    guests = seated(phones, host, *EIGHT[:5])
    prepared(*guests)
    for seed, guest in enumerate(guests):
        guest.robot(seed)
    host.robot(9)
    until_so(lambda: sum(one.told()["answered"] for one in guests) > 12, "answers", 240)
    confirmed = sum(one.told()["answered"] for one in [host, *guests])
    killed(tmp_path / "host")
    host = Guest(phones.context("host"))
    host.page.goto(phones.site.url)
    saved = arrived(host).page.evaluate(ANSWERS)
    assert saved >= confirmed, "0 answers lost"
    for guest in guests:
        guest.until("link === 'here' && !tableside.sessions[0].gone", SLOW)
    host.robot(9)
    until_so(lambda: host.page.evaluate(ANSWERS) > saved + 5, "the play goes on", 240)
    assert all(one.told()["failed"] == 0 for one in guests)


@pytest.mark.thorough
def test_a_phone_that_has_come_back_waits_for_a_host_that_reloads_for_long(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    [ben] = seated(phones, host, "Ben")
    prepared(ben)
    ben.page.reload()
    ben.page.locator(".bar .me", has_text="Ben").wait_for()
    prepared(ben)
    host.page.goto("about:blank")
    ben.sees("can’t be reached")
    host.page.goto(phones.site.url)
    arrived(host)
    ben.page.locator(".bar .me", has_text="Ben").wait_for()


@pytest.mark.thorough
def test_a_phone_that_slept_comes_back_by_itself(phones: Phones, tmp_path: Path) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    [ben] = seated(phones, host, "Ben", alone=True)
    prepared(ben)
    signal_all(tmp_path / "Ben", SIGSTOP)
    host.until("S.table.seats[1].away", 60)
    sleep(25)
    signal_all(tmp_path / "Ben", SIGCONT)
    host.until("!S.table.seats[1].away", 60)
    host.choose("Ben")
    ben.asked("tell your story")


def signal_all(profile: Path, number: int) -> None:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        if str(profile).encode() in path.read_bytes():
            os.kill(int(path.parent.name), number)


@pytest.mark.thorough
def test_the_host_disconnects_a_phone(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben = phones.guest()
    pair(phones, host, ben)
    sit(ben, "Ben")
    out = host.page.get_by_role("button", name="Disconnect Ben’s phone")
    out.tap()
    host.sees("Tap again")
    out.tap()
    ben.sees("The host has disconnected this phone")
    host.until("!S.table.seats[1].phone")
    ben.page.reload()
    ben.sees("This phone isn’t at a table")


EVIL = """(texts) => { for (const text of texts) try { evil.send(text); } catch {} }"""
KEEP = """{ const found = RTCDataChannel.prototype.send;
RTCDataChannel.prototype.send = function (data) { window.evil = this; return found.call(this, data); }; }"""


NONSENSE = [["hello"], [".{"], [".null"], ['.{"id":"x"}'], ["." + "x" * 20_000], ['.{"beat":1}'] * 3000,
            ["+" + "x" * 60_000] * 200]


@pytest.mark.thorough
def test_nonsense_ends_that_channel_only(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben = phones.guest()
    pair(phones, host, ben)
    sit(ben, "Ben")
    for texts in NONSENSE:
        evil = phones.guest()
        evil.context.add_init_script(KEEP)
        pair(phones, host, evil)
        evil.until("!!window.evil")
        evil.page.evaluate(EVIL, texts)
        evil.until("evil.readyState === 'closed'", 60)
        evil.context.close()
    close_sheet(host)
    host.choose("Ben")
    ben.asked("tell your story")
    assert play(host, 1)["failed"] == 0


REST = "window.robot && robot.rest().then(() => { sheet.close(); delete window.robot; })"


class Evening:
    """A host and two guests in processes of their own, which are killed while robots play on all three."""

    def __init__(self, phones: Phones) -> None:
        self.phones, self.confirmed, self.scans = phones, 0, 0
        self.host = phones.host("host")
        begin(self.host, "Windmill", "Ana", "Ben", "Cleo")
        self.host.until("S.table.state === 'question'")
        ben, cleo = seated(phones, self.host, "Ben", "Cleo", alone=True)
        self.guests = {"Ben": ben, "Cleo": cleo}
        prepared(*self.guests.values())
        self.seen = dict.fromkeys(self.pages(), 0)

    def pages(self) -> list[Guest]:
        return [self.host, *self.guests.values()]

    def play(self, seed: int, seconds: float) -> None:
        """Count the answers that the pages have confirmed; robots play on until the kill."""
        if self.host.page.evaluate("['none', 'over'].includes(S.table.state)"):
            self.host.page.evaluate(REST)
            self.seen[self.host] = 0
            if self.host.page.evaluate("S.table.state === 'over'"):
                self.host.tap("New play")
            begin(self.host, "Windmill", "Ana", "Ben", "Cleo")
        for place, page in enumerate(self.pages()):
            if page.is_so("!window.robot"):
                page.robot(seed * 10 + place)
        sleep(seconds)
        told = {page: page.told()["answered"] for page in self.pages()}
        self.confirmed += sum(told.values()) - sum(self.seen.get(page, 0) for page in told)
        self.seen = told

    def kill_host(self) -> None:
        killed(self.phones.home / "host")
        self.host = Guest(self.phones.context("host"))
        self.host.page.goto(self.phones.site.url)
        arrived(self.host)

    def reload_host(self) -> None:
        self.host.page.reload()
        arrived(self.host)
        self.seen[self.host] = 0

    def kill_guest(self, name: str) -> None:
        killed(self.phones.home / name)
        self.guests[name] = Guest(self.phones.context(name))
        self.guests[name].page.goto(self.phones.site.url + "#guest")

    def reload_guest(self, name: str) -> None:
        self.guests[name].page.reload()
        self.seen[self.guests[name]] = 0

    def all_are_back(self) -> None:
        """By themselves; otherwise by two scans, with the same seat."""
        for name, guest in self.guests.items():
            try:
                guest.until("!!window.tableside && !!S && link === 'here'", 40)
            except TimeoutError:
                self.scans += 1
                open_invitation(self.host)
                pair(self.phones, self.host, guest)
                close_sheet(self.host)
            guest.page.locator(".bar .me", has_text=name).wait_for()
        prepared(*self.guests.values())


@pytest.mark.thorough
def test_no_confirmed_answer_is_lost_however_host_and_guests_are_killed(phones: Phones) -> None:
    """Four kills, and with `TABLESIDE_PHONE_KILLS=60` that many."""
    evening, rng = Evening(phones), Random(50)
    kinds = [evening.kill_host, lambda: evening.kill_guest("Ben"), lambda: evening.reload_guest("Cleo"),
             evening.reload_host]
    for number in range(KILLS or len(kinds)):
        evening.play(number, rng.uniform(0.2, 4))
        kind = kinds[number] if number < len(kinds) else rng.choice(kinds)
        kind()
        now = evening.host.page.evaluate(ANSWERS)
        evening.all_are_back()
        print(f"kill {number}: {evening.confirmed} confirmed, {now} saved; {evening.scans} times by two scans",
              flush=True)
        assert now >= evening.confirmed

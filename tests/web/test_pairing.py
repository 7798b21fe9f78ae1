"""Phones join a browser tab's table over WebRTC: real codes, and a fake camera that sees them."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP
from time import monotonic, sleep
from typing import Any

import pytest
import segno
from PIL import Image

from companion.core.boxes.code import LINK
from companion.core.registry import find_games
from companion.services.library import Library
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from tests.services.phones.test_tab_phones import FORBIDDEN, HOSTS
from tests.web.conftest import Browsers
from tests.web.pairing import (
    Phones,
    answer,
    arrived,
    close_sheet,
    film,
    open_invitation,
    pair,
    prepared,
    scan,
    shown_link,
    sit,
    without_address,
)
from tests.web.site import SLOW, Site
from tests.web.table import Guest, chromium, read_qr, until_so
from tests.web.test_desk import friends_code
from tests.web.test_lobby import begin, choose, open_boxes
from tests.web.test_look import PICTURES
from tests.web.test_tab import ANSWERS, changed, killed, play

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
KILLS = int(os.environ.get("TABLESIDE_PHONE_KILLS", "0"))
EIGHT = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


@pytest.fixture
def phones(browsers: Browsers, site: Site, tmp_path: Path) -> Iterator[Phones]:
    if chromium() is None:
        pytest.skip("There is no chromium here (Debian: apt-get install -y chromium).")
    asyncio._set_running_loop(browsers.api.chromium._loop)
    phones = Phones(browsers, site, tmp_path)
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
    host = phones.host(camera=True)
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


def test_without_a_camera_a_link_and_a_pasted_code_do(phones: Phones) -> None:
    host = phones.host(camera=True, permissions=[])
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.tap("Host")
    host.tap("Invite phones")
    host.sees("No picture leaves this phone")
    host.tap("Go on without a camera")
    host.page.evaluate("() => { navigator.share = async ({url}) => { window.shared = url; }; }")
    host.page.locator("#invite .qr svg").wait_for()
    host.tap("Send a link instead")
    ben = phones.guest()
    page, _, code = host.page.evaluate("shared").partition("#join=")
    scan(ben, f"{page}#join={without_address(code)}")  # as if the guest couldn't resolve the hidden one
    ben.page.evaluate("() => { navigator.share = async ({text}) => { window.shared = text; }; }")
    ben.tap("Send the code instead")
    field = host.page.locator("#invite input[name=code]")
    field.fill("hello world")
    host.page.locator("#invite form button").tap()
    host.sees("That isn’t a code")
    sleep(15)  # a message takes its time
    field.fill(ben.page.evaluate("shared"))
    host.page.locator("#invite form button").tap()
    sit(ben, "Ben")


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


def test_who_cannot_be_reached_is_told_after_ten_seconds_and_may_try_again(phones: Phones) -> None:
    host = phones.host(camera=True)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben = phones.guest()
    first = shown_link(host)
    film(phones.camera, scan(ben, first))
    ben.page.goto("about:blank")  # as if the network kept the phones apart
    host.sees("some guest networks keep phones apart")
    host.page.set_viewport_size({"width": 360, "height": 640})
    why = host.page.locator("#invite [role=alert] span").last
    assert why.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1 && one.clientHeight > 30"), "whole"
    assert why.evaluate("(one) => one.getBoundingClientRect().bottom <= innerHeight"), "without scrolling"
    film(phones.camera)
    host.tap("Try again")
    until_so(lambda: shown_link(host) != first, "a new invitation")
    pair(phones, host, ben)
    sit(ben, "Ben")


def test_a_camera_that_comes_after_its_sheet_was_closed_is_switched_off(phones: Phones) -> None:
    host = phones.host(camera=True)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.page.evaluate("""() => { const media = navigator.mediaDevices, ask = media.getUserMedia.bind(media);
        Object.assign(window, {tracks: [], allow: null});
        media.getUserMedia = async (how) => { await new Promise((go) => { allow = go; });
            const stream = await ask(how); tracks.push(...stream.getTracks()); return stream; }; }""")
    host.tap("Host")
    host.tap("Invite phones")
    host.until("!!allow")
    close_sheet(host)
    host.page.evaluate("allow()")
    host.until("tracks.length > 0 && tracks.every((one) => one.readyState === 'ended')")
    assert host.errors == []


def shown_to(phones: Phones, text: str) -> None:
    """The camera sees any other QR code."""
    shown = io.BytesIO()
    segno.make(text, error="m", micro=False).save(shown, kind="png", scale=6)
    film(phones.camera, Image.open(shown))


def test_foreign_codes_are_told_and_the_camera_goes_on(phones: Phones) -> None:
    """Also one that isn't even an address, and the host's own invitation."""
    host = phones.host(camera=True)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    wrong = host.page.get_by_text("That isn’t a code from a friend’s phone.")
    host.page.locator("#invite summary").tap()
    for code in ("https://[", "WIFI:S:Hut;;", shown_link(host)):
        host.page.evaluate("invite.querySelector('[role=alert]')?.remove()")
        shown_to(phones, code)
        wrong.wait_for()
    assert host.page.locator("#invite input[name=code]").is_visible(), "what was opened stays open"
    film(phones.camera)
    ben = phones.guest()
    pair(phones, host, ben)
    sit(ben, "Ben")
    assert host.errors == []


def test_a_camera_that_reads_nothing_and_one_that_is_lost_are_told(phones: Phones) -> None:
    host = phones.host(camera=True)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    clock = host.own_clock()
    open_invitation(host)
    host.page.locator("#invite video").wait_for()
    clock.fast_forward(16_000)
    host.sees("No code read yet.")
    host.page.evaluate("""document.querySelector('#invite video').srcObject.getTracks()
        .forEach((one) => one.dispatchEvent(new Event('ended')))""")
    host.sees("This page can’t use the camera.")
    host.page.locator("#invite input[name=code]").wait_for()


def test_a_camera_that_is_denied_is_told(phones: Phones) -> None:
    host = phones.host(camera=True, permissions=[])
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.tap("Host")
    host.tap("Invite phones")
    host.tap("Use the camera")
    host.sees("This page can’t use the camera.")
    host.page.locator("#invite .qr svg").wait_for()
    host.page.locator("#invite input[name=code]").wait_for()


def test_an_answer_to_a_link_counts_after_the_sheet_was_closed(phones: Phones) -> None:
    """Its friend reads the message later, when another phone has joined."""
    host = phones.host(camera=True)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.page.evaluate("() => { navigator.share = async ({url}) => { window.shared = url; }; }")
    open_invitation(host)
    host.tap("Send a link instead")
    close_sheet(host)
    cleo = phones.guest()
    scan(cleo, host.page.evaluate("shared"))
    cleo.page.evaluate("() => { navigator.share = async ({text}) => { window.shared = text; }; }")
    cleo.tap("Send the code instead")
    seated(phones, host, "Ben")
    open_invitation(host)
    host.page.locator("#invite input[name=code]").fill(cleo.page.evaluate("shared"))
    host.page.locator("#invite form button").tap()
    sit(cleo, "Cleo")


IN_MY_BOXES = "Friday's box is in My boxes."


def test_the_camera_reads_boxes_and_a_link_opens_one(phones: Phones, tmp_path: Path) -> None:
    """A code of the app, in the form for a new play and under Invite phones; and a link of this page."""
    code = friends_code(Library(open_store(tmp_path / "plays.db"), dict(find_games().games), MachineClock()))
    shown_to(phones, LINK + code)
    host = phones.host(camera=True)
    choose(host, "Windward")
    open_boxes(host)
    host.tap("Scan a box’s code")
    host.hears(IN_MY_BOXES)
    assert not host.page.evaluate("sheet.open")
    host.tap("Host")
    host.tap("Invite phones")
    host.hears(IN_MY_BOXES)
    host.page.goto("about:blank")
    host.page.goto(f"{phones.site.url}#box={code}")
    arrived(host).hears(IN_MY_BOXES)
    assert "box=" not in host.page.url
    assert host.errors == []


def choose_name(guest: Guest, name: str) -> None:
    guest.tap("I’m not on the list")
    guest.page.locator("dialog input").fill(name)
    guest.tap("Ask the host")


def test_guests_watch_come_in_late_share_a_phone_and_leave(phones: Phones) -> None:
    """All that guests of `serve` can do, over channels."""
    host = phones.host()
    begin(host, "Score sheet", "Ana", "Ben")
    host.until("S.table.state === 'question'")
    open_invitation(host)
    tv, zoe = phones.guest(), phones.guest()
    pair(phones, host, tv)
    tv.press(tv.page.locator(".answer", has_text="Just watch"))
    tv.page.locator(".tv h1").wait_for()
    host.sees("Somebody is watching")
    pair(phones, host, zoe)
    host.sees("A phone without a seat")
    close_sheet(host)
    choose_name(zoe, "Zoe")
    host.page.locator(".card.ask").get_by_role("button", name="Yes").tap()
    zoe.hears("Zoe is in.")
    sit(zoe, "Zoe")
    zoe.press(zoe.page.locator(".bar .me"))
    zoe.tap("Another player on this phone")
    zoe.press(zoe.page.locator(".answer", has_text="Ben").first)
    host.until("S.table.seats[1].phone && S.table.seats[2].phone")
    zoe.page.locator(".bar .me", has_text="Ben").wait_for()
    zoe.press(zoe.page.locator(".bar .me:not(.other)"))
    zoe.tap("Give up my seat")
    host.until("!S.table.seats[1].phone && S.table.seats[2].phone")
    assert host.errors == zoe.errors == tv.errors == []


IS_ASKED = "!!document.querySelector('.rise[data-kind]')"


VOTE = """(at) => { const {key, choices} = S.mine.ask;
  return tableside.sessions[0].send({op: "tap", key, token: choices[at].token}); }"""
UNDO = "tableside.sessions[0].send({op: 'undo', key: '', sure: true})"
VARIES = re.compile(r'"(now|id|news|at|epoch|boot|since|turn)":("[^"]*"|[\d.]+)')


def vote(host: Guest, guests: list[Guest], choice: int) -> dict[str, str]:
    """Everybody votes so. All that the host's phone has sent to each, without times and numbers."""
    host.page.evaluate("sent.length = 0")
    for guest in guests:
        guest.until("!!S.mine.ask && !S.mine.given")
        assert guest.page.evaluate(VOTE, choice)["answered"]
    for guest in guests:
        guest.until("S.table.state === 'sealed'")
    found: dict[str, str] = {}
    for channel, piece in host.page.evaluate("sent"):
        found[channel] = found.get(channel, "") + piece[1:] + ("\n" if piece[0] == "." else "")
    return {channel: told_of_the_table(text) for channel, text in found.items()}


def told_of_the_table(text: str) -> str:
    """Beats and connections that are prepared depend on the clock."""
    lines = [line for line in text.split("\n") if '"state"' in line or '"reply"' in line]
    return "\n".join(VARIES.sub("", line) for line in lines)


def take_back(host: Guest) -> None:
    """All votes, one after the other."""
    while host.page.evaluate("S.table.in.length > 0"):
        before = host.page.evaluate("S.epoch")
        host.page.evaluate(UNDO)
        host.until(f"S.epoch !== '{before}'")


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
    told = []
    for choice in (0, 1):
        told.append(vote(host, guests, choice))
        host.page.get_by_role("button", name="Reveal them to everybody").wait_for()
        if choice == 0:
            take_back(host)
    assert told[0] == told[1], "a byte tells of a vote"
    assert len(told[0]) == 8 and all("sealed" in one for one in told[0].values())
    host.tap("Reveal them to everybody")
    for guest in guests:
        guest.until("S.table.state !== 'sealed'")
        assert guest.errors == []


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
    host = phones.guest("host")
    host.page.goto(phones.site.url)
    saved = arrived(host).page.evaluate(ANSWERS)
    assert saved >= confirmed, "0 answers lost"
    for guest in guests:
        guest.until("link === 'here' && !tableside.sessions[0].gone", SLOW)
    host.robot(9)
    until_so(lambda: host.page.evaluate(ANSWERS) > saved + 5, "the play goes on", 240)
    assert all(one.told()["failed"] == 0 for one in guests)


def test_a_phone_that_has_come_back_waits_for_a_host_that_reloads_for_long(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    [ben] = seated(phones, host, "Ben")
    prepared(ben)
    ben.page.reload()
    ben.page.locator(".bar .me", has_text="Ben").wait_for()
    prepared(ben)
    host.page.goto("about:blank")
    ben.sees("Ana’s phone can’t be reached")
    host.page.goto(phones.site.url)
    arrived(host)
    ben.page.locator(".bar .me", has_text="Ben").wait_for()


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


KEEP = """{ const found = RTCDataChannel.prototype.send;
Object.defineProperty(RTCDataChannel.prototype, "bufferedAmount", {value: 0});
RTCDataChannel.prototype.send = function (data) { window.evil ||= this; return found.call(this, data); }; }"""
"""Its first channel. This phone never gives up a full one by itself."""
EVIL = """(texts) => new Promise((go) => {
  const more = (at) => {
    for (const text of texts.slice(at, at + 50)) try { evil.send(text); } catch {}
    if (at + 50 < texts.length) setTimeout(more, 15, at + 50); else go(); };
  more(0); })"""
"""Fifty at a time: too fast, but not all at once."""


NONSENSE = [["hello"], [".{"], [".null"], ['.{"id":"x"}'], ["." + "x" * 20_000], ['.{"beat":1}'] * 3000,
            ["+" + "x" * 60_000] * 200]


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
    assert play(ben, 1)["failed"] == 0


PROGRAM = """{ const found = RTCDataChannel.prototype.send; let last = 1e6; window.heard = [];
const read = (data) => { try { return JSON.parse(data.slice(1)); } catch { return {}; } };
RTCDataChannel.prototype.send = function (data) {
  if (window.evil !== this) this.addEventListener("message", ({data}) => heard.push(read(data)));
  window.evil = this; return found.call(this, data); };
window.ask = (asked) => new Promise((go) => { const id = ++last;
  const hear = ({data}) => { const said = read(data);
    if (said.id === id) { evil.removeEventListener("message", hear); go({status: 200, ...said.reply}); } };
  evil.addEventListener("message", hear);
  evil.send("." + JSON.stringify({id, languages: ["en"], ...asked})); }); }"""
"""A program in the place of a guest's page."""


def test_a_guest_who_means_harm_gets_reasons_and_no_more_than_others(phones: Phones) -> None:
    host = phones.host()
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben, evil = phones.guest(), phones.guest()
    pair(phones, host, ben)
    sit(ben, "Ben")
    evil.context.add_init_script(PROGRAM)
    pair(phones, host, evil)
    close_sheet(host)
    before = host.page.evaluate(ANSWERS)

    def ask(**asked: Any) -> Any:
        sleep(0.05)  # not too fast
        return evil.page.evaluate("(asked) => ask(asked)", asked)
    for asked in FORBIDDEN:
        reply = ask(**asked)
        assert reply["status"] >= 400 and reply["why"], (asked, reply)
    secret = ask(path="/words")["secret"]
    assert "token" not in ask(path="/join", body={"secret": secret, "seat": 1}), "Ben has it"
    token = ask(path="/join", body={"secret": secret, "seat": 2, "id": "sit"})["token"]
    for op in HOSTS:
        body = {"id": op, "op": op, "key": "", "sure": True, "seat": 1, "path": "step", "value": 1,
                "on": True, "epoch": ben.page.evaluate("S.epoch")}
        assert "refused" in ask(path="/do", body=body, token=token), op
    for name in ("one", "other"):
        assert ask(follow=name, page=name, token=token)["status"] == 200
    evil.until("heard.some(({news, message}) => news === 'one' && message.gone === 'replaced')")
    statuses = evil.page.evaluate(
        "Promise.all(Array.from({length: 150}, () => ask({path: '/words'}).then(({status}) => status)))")
    assert statuses.count(429) > 50, "40 at once, then 20 a second"
    assert host.page.evaluate(ANSWERS) == before
    host.choose("Ben")
    ben.asked("tell your story")
    assert evil.page.evaluate("evil.readyState") == "open", "it may go on, slowly"
    assert host.errors == ben.errors == []


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
        self.host = self.phones.guest("host")
        self.host.page.goto(self.phones.site.url)
        arrived(self.host)

    def reload_host(self) -> None:
        self.host.page.reload()
        arrived(self.host)
        self.seen[self.host] = 0

    def kill_guest(self, name: str) -> None:
        killed(self.phones.home / name)
        self.guests[name] = self.phones.guest(name)
        self.guests[name].page.goto(self.phones.site.url + "#guest")

    def reload_guest(self, name: str) -> None:
        self.guests[name].page.reload()
        self.seen[self.guests[name]] = 0

    def all_are_back(self) -> None:
        """Phones reconnect by themselves, or with two scans; either way they keep their seat."""
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
        print(f"kill {number}: {evening.confirmed} confirmed, {now} saved; "
              f"{evening.scans} times by two scans", flush=True)
        assert now >= evening.confirmed


DRAWN = """new MutationObserver(() => { window.drawn = window.drawn || Date.now(); })
    .observe(app, {childList: true, subtree: true, characterData: true})"""
TAPPED = """(name) => { window.tapped = Date.now();
    const answers = [...document.querySelectorAll(".answers .answer")];
    answers.find((one) => one.textContent.includes(name)).click(); }"""


def test_what_pairing_costs(phones: Phones) -> None:
    """Letters and bytes are limited; the times are printed, as they are the machine's."""
    host = phones.host(camera=True)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    open_invitation(host)
    ben, loaded = phones.guest(), dict[str, Any]()
    ben.page.on("response", lambda one: loaded.setdefault(one.url, one))
    link = shown_link(host)
    code = scan(ben, link)
    ours = {url: one for url, one in loaded.items() if url.startswith(phones.site.url)}
    sizes = {url: len(gzip.compress(one.body())) for url, one in ours.items()}
    film(phones.camera, code)
    begun = monotonic()
    ben.page.locator(".answer", has_text="Ben").first.wait_for()
    took = monotonic() - begun
    sit(ben, "Ben")
    close_sheet(host)
    ben.page.evaluate(DRAWN)
    host.page.evaluate(TAPPED, "Ben")
    ben.asked("tell your story")
    offer, answer = len(link.partition("#join=")[2]), len(read_qr(code))
    shown = ben.page.evaluate("drawn") - host.page.evaluate("tapped")
    print(f"offer {offer} letters, answer {answer}; {took:.1f} s from the code to the seats, "
          f"{shown} ms from an answer to the other screen; "
          f"{sum(sizes.values())} bytes in {len(sizes)} files until the guest's code")
    assert offer <= 140 and answer <= 130
    assert sum(sizes.values()) <= 120_000


@pytest.mark.skipif(not PICTURES, reason="only for the pictures in docs/screenshots/web")
def test_docs_picture_of_an_invitation(phones: Phones) -> None:
    """The host's camera reads a code, the guest's code, and the host's list."""
    look = {"viewport": {"width": 412, "height": 892}, "color_scheme": "dark"}
    host = phones.host(camera=True, **look)
    begin(host, "Story", "Ana", "Ben", "Cleo", "Dan")
    host.asked("Who is the youngest")
    open_invitation(host)
    gone = phones.guest(**look)
    film(phones.camera, scan(gone, shown_link(host)))
    gone.page.close()  # so the host's page goes on connecting while its picture is taken
    host.sees("Connecting")
    host.page.locator(".happened").scroll_into_view_if_needed()
    taken = [host.page.screenshot()]
    film(phones.camera)
    host.tap("Try again")
    ben = phones.guest(**look)
    code = scan(ben, shown_link(host))
    taken.append(ben.page.screenshot())
    answer(phones, host, code)
    sit(ben, "Ben")
    host.sees("has a phone")
    host.page.locator(".phones").scroll_into_view_if_needed()
    taken.append(host.page.screenshot())
    side_by_side(taken).save(Path(PICTURES) / "invite-in-a-browser.webp", quality=80, method=6)


def side_by_side(taken: list[bytes], gap: int = 20) -> Image.Image:
    # Corners beside a video have holes, which RGB fills.
    pictures = [Image.open(io.BytesIO(one)).convert("RGB") for one in taken]
    wide = pictures[0].width + gap
    whole = Image.new("RGBA", (wide * len(pictures) - gap, pictures[0].height))
    for place, picture in enumerate(pictures):
        whole.paste(picture, (wide * place, 0))
    return whole

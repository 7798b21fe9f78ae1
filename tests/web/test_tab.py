"""The table in a browser tab: the real pyodide in chromium, from the files that `make web` writes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from signal import SIGKILL
from time import monotonic, sleep
from typing import Any
from zipfile import ZipFile

import pytest

from companion.core.registry import find_games
from companion.services.library import Library
from companion.services.ports.machine import MachineClock
from companion.services.store.opening import open_store
from tests.games.golden import kit
from tests.web.site import SLOW, Plain, Site, rough
from tests.web.table import Guest, until_so
from tests.web.test_evenings import BROWSERS, CASES, Evening, own_box, play_on
from tests.web.test_lobby import begin, choose, seat, seated, start

pytestmark = [pytest.mark.slow, pytest.mark.thorough]  # pyodide takes half a minute to start
SEVEN = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
THREE = SEVEN[:3]
PLAYS = Path(__file__).parents[1] / "games"
FROZEN = Path(__file__).parents[1] / "frozen" / "pebbles-0.1.0.tableside"
KILLS = int(os.environ.get("TABLESIDE_WEB_KILLS", "0"))


def test_the_kit_of_plays_comes_to_the_same_on_pyodide(site: Site, tmp_path: Path) -> None:
    from tools import web

    web.pack(tmp_path / "kit.zip")
    with ZipFile(tmp_path / "kit.zip", "a") as file:
        for path in [PLAYS / "golden.py", *PLAYS.glob("*/golden/*.txt")]:
            file.write(path, path.relative_to(PLAYS.parents[1]))
    said = subprocess.run(["node", Path(__file__).with_name("kit.mjs"), web.ORIGINAL, tmp_path / "kit.zip"],
                          check=True, capture_output=True, encoding="utf-8").stdout
    assert json.loads(said) == json.loads(json.dumps(kit(PLAYS)))


@pytest.fixture
def tab(site: Site, phone: Callable[..., Guest]) -> Callable[..., Guest]:
    def start(query: str = "", **more: Any) -> Guest:
        guest = phone(site, service_workers="allow", **more)
        guest.page.goto(site.url + query)
        return arrived(guest)
    return start


def arrived(guest: Guest) -> Guest:
    guest.until("!!(window.tableside && tableside.sessions[0] && S)", SLOW)
    return guest


def play(guest: Guest, most: int, seed: int = 7, seconds: float = 120) -> dict[str, Any]:
    """Let a robot give that many answers on this phone, or play to the end."""
    guest.robot(seed)
    until_so(lambda: guest.told()["answered"] >= most or guest.is_so("S.table.state === 'over'"),
             f"{most} answers of this phone", seconds)
    guest.page.evaluate("robot.rest()")
    return guest.told()


LOG = "S.table.lines.map((one) => one.text)"


def test_box_and_names_are_chosen_while_python_loads(fresh_site: Site, phone) -> None:
    """A stalled download gives the time; the play starts by itself once the rest has come."""
    network = rough("pyodide.asm.wasm", "stall")
    slow = Site(fresh_site.folder, network)
    host = phone(slow, service_workers="block")
    host.page.goto(slow.url)
    host.page.locator(".cover .lid").first.wait_for()
    before = host.boxes(".cover")
    assert len(before) == 7 and host.page.locator("#progress").is_visible()
    choose(host, "Windmill")
    seat(host, *THREE)
    host.press(host.page.locator(".seats .who", has_text="Ana"))
    host.tap("Move Ana down")
    start(host)
    host.page.locator(".foot.start .waits", has_text="Starts by itself in a moment").wait_for()
    assert not host.page.evaluate("!!tableside.sessions.length")
    filled = "getComputedStyle(document.querySelector('.foot.start .waits')).backgroundImage"
    done = host.page.evaluate("100 * Number(document.getElementById('progress').getAttribute('value'))")
    shown = re.findall(r"([\d.]+)%", host.page.evaluate(filled))
    assert 10 < done < 60
    assert list(map(float, shown)) == pytest.approx([done], abs=0.1), "the button fills, too"
    host.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render(); "
                       "scrollTo(0, 9999)")
    host.until("document.querySelector('.foot.start').getBoundingClientRect().bottom"
               " <= document.getElementById('loading').getBoundingClientRect().top + 1")
    host.page.set_viewport_size({"width": 360, "height": 640})
    widths = host.page.evaluate(LINES)
    assert len(widths) > 1 and widths[-1] > max(widths) / 2, "the last line isn't just MB"
    host.page.evaluate("document.documentElement.style.fontSize = ''; tableside.render()")
    network.flows.set()
    host.page.locator(".rise[data-kind] h1").wait_for(timeout=SLOW * 1000)
    assert host.page.evaluate("S.table.seats.map((one) => one.name)") == ["Ben", "Ana", "Cleo"]
    assert host.page.locator("#progress").is_hidden() and host.errors == []
    slow.close()


LINES = """(() => {
  const text = document.createRange();
  text.selectNodeContents(document.getElementById("first"));
  return [...text.getClientRects()].map((line) => line.width);
})()"""
"""How wide each line of what is loading is."""


def test_a_half_typed_name_survives_the_arrival_of_the_table(fresh_site: Site, phone) -> None:
    network = rough("pyodide.asm.wasm", "stall")
    slow = Site(fresh_site.folder, network)
    host = phone(slow, service_workers="block")
    host.page.goto(slow.url)
    choose(host, "Windmill")
    seat(host, "Ana", "Ben")
    host.page.locator("#name").press_sequentially("Cl")
    network.flows.set()
    arrived(host)
    host.page.locator("#loading").wait_for(state="hidden")
    assert host.page.evaluate("document.activeElement.id") == "name", "the keyboard stays open"
    host.page.keyboard.type("eo")
    host.page.keyboard.press("Enter")
    assert seated(host) == list(THREE)
    slow.close()


@pytest.mark.parametrize("late", ["guest/page.js", "tab/first.en.json"])
def test_a_cover_tapped_before_the_page_draws_its_own_is_remembered(site: Site, phone, late: str) -> None:
    host = phone(site, service_workers="block")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)
    host.page.route(f"**/{late}", hold)
    host.page.goto(site.url, wait_until="commit")
    until_so(lambda: held or host.page.evaluate("0"), f"the request of {late}")
    host.page.locator(".cover[data-game=story]").tap()
    host.until("window.wanted === 'story'")
    held[0].continue_()
    host.sees("Who plays Story?")


@pytest.mark.parametrize("storage", ["", "?storage=idb"])
def test_a_play_on_one_phone_is_there_after_a_reload(tab, storage: str) -> None:
    host = tab(storage)
    begin(host, "Windmill", *THREE)
    told = play(host, 12)
    assert told["failed"] == 0 and told["answered"] >= 12, told["words"][-5:]
    assert host.page.evaluate("dispatchEvent(new Event('offline')) && link") == "here", "it needs no network"
    assert host.page.locator("#art-ground").count() == 1, "the game's drawings come from its page.svg"
    before = host.page.evaluate(LOG)
    host.page.reload()
    arrived(host)
    assert host.page.evaluate(LOG) == before


def open_votes(host: Guest) -> None:
    """While votes are closed, a page that starts again shows nothing of the log."""
    if host.page.evaluate("S.table.state === 'sealed'"):
        host.press(host.page.locator("[data-does=open]"))
        host.until("S.table.state !== 'sealed'")


@pytest.mark.parametrize(("browser", "one"), [(browser, one) for browser, one, many in CASES if not many],
                         indirect=["browser"], ids=str)
def test_an_evening_without_a_network(site: Site, phone, one: Evening) -> None:
    """The suite plays Windmill in Firefox; `TABLESIDE_WEB_EVENINGS=all` plays every game in both browsers."""
    away = Site(site.folder)
    host = phone(away, service_workers="allow")
    host.page.goto(away.url)
    arrived(host).until("!!navigator.serviceWorker.controller", SLOW)
    away.close()
    if one.mode:
        choose(host, one.title)
        own_box(host)
        host.page.locator("[data-k=mode] select").select_option(label=one.mode)
    begin(host, one.title, *SEVEN[:7 if one.title == "Winter Tales" else one.people])
    for answers in (5, 15, 5000):
        over = play_on([host], answers, answers)
        open_votes(host)
        before = host.page.evaluate(LOG)
        assert host.told()["failed"] == 0, host.told()["words"]
        host.page.reload()
        arrived(host)
        assert host.page.evaluate(LOG) == before
    assert over, "to its end"


@pytest.mark.parametrize("storage", ["", "?storage=idb"] if KILLS else [""])
@pytest.mark.parametrize("browser", BROWSERS if KILLS else BROWSERS[:1], indirect=True)
def test_no_confirmed_answer_is_lost(site: Site, browser, storage: str, tmp_path: Path) -> None:
    """Three kills; with `TABLESIDE_WEB_KILLS=50`, that many in each browser on each kind of storage."""
    host, rng, saved = browser.alone(tmp_path), Random(storage), 0
    host.page.goto(site.url + storage)
    for number in range(KILLS or 3):
        if arrived(host).page.evaluate("['none', 'over'].includes(S.table.state)"):
            if number:
                host.tap("New play")
            begin(host, "Windmill", *THREE)
            host.until("S.table.state === 'question'")
        host.robot(number)
        sleep(rng.uniform(0.2, 2.5))
        confirmed = host.told()["answered"]
        if number % 3 == 0:
            host.page.reload()
        else:
            if number % 3 == 1:
                host.page.close()
                host.page = host.context.new_page()
            else:
                killed(tmp_path)
                host = browser.alone(tmp_path)
            host.page.goto(site.url + storage)
        now = arrived(host).page.evaluate(ANSWERS)
        print(f"kill {number}: {saved} saved, {confirmed} confirmed, then {now}", flush=True)
        assert now >= saved + confirmed, f"kill {number}: {saved} + {confirmed} answers, then {now}"
        saved = now
    host.context.close()


ANSWERS = """tableside.sessions[0].send({op: "desk", what: "out", kind: "everything"})
    .then((reply) => reply.text.split('{"kind": "answer"').length - 1)"""


def killed(profile: Path) -> None:
    """As by a phone that needs the memory, or an empty battery."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(profile).encode() in path.read_bytes():
                os.kill(int(path.parent.name), SIGKILL)
                until_so(lambda path=path: not path.exists() or not path.read_bytes(), "it is dead")


def changed(guest: Guest, name: str, before: str, *swap: str) -> None:
    """Serve that file with code put before it, or with some words replaced."""
    def answer(route: Any) -> None:
        reply = route.fetch()
        text = reply.text().replace(*swap) if swap else reply.text()
        route.fulfill(response=reply, body=f"{before}\n{text}")
    guest.context.route(f"**/{name}", answer)


DENIED = """const no = () => { throw new DOMException("no", "SecurityError"); };
navigator.storage.getDirectory = no; Object.defineProperty(self, "indexedDB", {get: no});"""


@pytest.mark.parametrize("more", ["", "navigator.locks.request = async () => no();"])
def test_a_browser_that_may_save_nothing_says_so_at_once(site: Site, phone, more: str) -> None:
    host = phone(site, service_workers="allow")
    changed(host, "engine.js", DENIED + more)
    host.context.route("**/tableside.zip", lambda route: route.abort())  # it says so before it loads Python
    host.page.goto(site.url)
    host.sees("This browser doesn't let Tableside save anything")


@pytest.mark.parametrize(("error", "words"), [
    ("QuotaExceededError", "This browser has no room left"), ("UnknownError", "Tableside couldn't start")])
def test_a_first_start_whose_storage_fails_says_why(site: Site, phone, error: str, words: str) -> None:
    """The message blamed cookies, whatever had failed."""
    host = phone(site, service_workers="block")
    changed(host, "engine.js", DENIED.replace("SecurityError", error))
    host.page.goto(site.url)
    host.sees(words)
    host.errors.clear()


@pytest.mark.parametrize(("browser", "words"), [
    ("chromium", "This browser may delete your plays, above all in a private window"),  # Playwright's are incognito
    ("firefox, private", "This browser may delete your plays, above all in a private window"),
    ("firefox, no site data", "This browser doesn't let Tableside save anything")], indirect=["browser"])
def test_a_private_window_and_one_without_site_data_say_what_they_keep(site: Site, phone, words: str) -> None:
    host = phone(site, service_workers="allow")
    host.page.goto(site.url)
    host.page.get_by_text(words).wait_for(timeout=SLOW * 1000)


def test_a_page_never_waits_for_the_service_worker(site: Site, phone) -> None:
    """Reload during a slow download of pyodide, which must not be downloaded twice."""
    slow = list[str]()

    class Slow(Plain):
        def do_GET(self) -> None:
            if self.headers.get("Referer", "").endswith("sw.js") and self.path.endswith("asm.js"):
                slow.append(self.path)
                sleep(25)
            super().do_GET()
    away = Site(site.folder, Slow)
    host = phone(away, service_workers="allow")
    host.page.goto(away.url)
    arrived(host)
    until_so(lambda: slow or host.page.evaluate("!!navigator.serviceWorker.controller"), "no service worker", SLOW)
    asked = monotonic()
    host.page.evaluate("fetch('tab/pyodide/pyodide.asm.js').then((reply) => reply.text())")
    assert monotonic() - asked < 10 and not slow
    away.close()


DEAF = 'addEventListener("message", (event) => event.stopImmediatePropagation());\n'
"""A service worker on a busy phone answers late, or never."""
NEWEST = "caches.match('./newest', {cacheName: 'tableside'}).then((all) => all.text()).then((build) => build"
AT_REST = "(all) => !all.installing && !all.waiting && all.active.state === 'activated'"


def renamed(folder: Path, name: str) -> str:
    """Make it another build; returns what the build was called."""
    from tools.web import sha256

    page, worker = folder / "tab" / "build.js", folder / "sw.js"
    old, before = re.findall(r'BUILD = "(\w+)"', page.read_text(encoding="utf-8"))[0], sha256(page)
    page.write_text(page.read_text(encoding="utf-8").replace(old, name), encoding="utf-8")
    text = worker.read_text(encoding="utf-8").replace(old, name).replace(before, sha256(page))
    worker.write_text(text, encoding="utf-8")
    return str(old)


def test_a_new_version_waits_for_the_end_of_the_play(site: Site, phone, tmp_path: Path) -> None:
    away = Site(Path(shutil.copytree(site.folder, tmp_path / "site")))
    host = phone(away, service_workers="allow")
    host.page.goto(away.url)
    arrived(host).sees("It works without a network now.")
    begin(host, "Windmill", *THREE)
    host.choose("Ben")
    host.sees("tell your story")
    old = renamed(away.folder, "new00000")
    path = away.folder / "sw.js"
    path.write_text(DEAF + path.read_text(encoding="utf-8"), encoding="utf-8")
    running, before = "fetch('tab/build.js').then((reply) => reply.text())", host.page.evaluate(LOG)
    for _ in range(2):  # the second page could start it, but a play goes on with its own version
        host.page.reload()
        arrived(host).until(f"{NEWEST} === 'new00000')", SLOW)
        host.until(f"navigator.serviceWorker.ready.then({AT_REST})")  # a reload during the change may hang
        assert old in host.page.evaluate(running) and host.page.evaluate(LOG) == before
    away.close()
    host.tap("Host")
    host.tap("End this play")
    host.press(host.page.locator("dialog .first"))
    host.sees(f"· {old}")
    host.tap("Use the new version")
    host.page.get_by_text("· new00000").wait_for(timeout=SLOW * 1000)
    assert "new00000" in host.page.evaluate(running)


SHARES = """() => { navigator.canShare = ({files}) => files[0].name.endsWith("txt");
navigator.share = async ({files}) => { window.shared = await files[0].text(); }; }"""


COUNTED = """() => { window.parts = 0; const all = tableside.sessions[0].constructor.prototype, {send} = all;
all.send = function (body) { if (body.what === "in") parts++; return send.call(this, body); }; }"""


def test_a_play_goes_to_the_app_and_back_as_a_file(tab, tmp_path: Path) -> None:
    host = tab()
    begin(host, "Windmill", *THREE)
    assert play(host, 6)["answered"] >= 6

    def exported(guest: Guest) -> Path:
        guest.tap("Host")
        guest.tap("History")
        with guest.page.expect_download() as found:
            guest.tap("Export everything")
        found.value.save_as(path := tmp_path / found.value.suggested_filename)
        return path
    app = Library(open_store(tmp_path / "app.db"), find_games().games, MachineClock())
    app.files.import_file(sent := exported(host)).finish()
    host.page.evaluate(SHARES)
    host.tap("Export everything")
    host.until("!!window.shared")
    assert host.page.evaluate("shared") == sent.read_text(encoding="utf-8")
    opened = app.resume(app.plays()[0].id)
    asked = next(one for one in opened.play.open() if one.possible(opened.play.table))
    opened.answer(asked.key(), asked.random_answer(opened.play.table, Random(1)))
    (tmp_path / "back.json").write_text(app.files.export_everything(), encoding="utf-8")
    other = tab()
    other.tap("History")
    other.page.evaluate(COUNTED)
    (tmp_path / "large.json").write_text("x" * (5 << 20), encoding="utf-8")
    with other.page.expect_file_chooser() as chooser:
        other.tap("Import a file")
    chooser.value.set_files(tmp_path / "large.json")
    other.hears("Importing…")
    other.hears("not")  # a file of Tableside
    assert 2 <= other.page.evaluate("parts") <= 20
    with other.page.expect_file_chooser() as chooser:
        other.tap("Import a file")
    chooser.value.set_files(tmp_path / "back.json")
    other.press(other.page.locator("dialog .answer", has_text="Windmill"))
    other.tap("Put it on the table")
    other.until("S.table.state === 'question'")
    lines = exported(other).read_text(encoding="utf-8").splitlines()
    back = [json.loads(line)["play"]["log"] for line in lines if '"play"' in line]
    assert back == [[record.to_json() for record in opened.play.log]]


def test_a_link_offers_a_pack_of_the_same_server_only(site: Site, phone, tmp_path: Path) -> None:
    shutil.copytree(site.folder, tmp_path / "site")
    own = Site(tmp_path / "site")
    shutil.copy(FROZEN, own.folder / "pebbles.tableside")
    guest = phone(own, service_workers="allow")
    guest.page.goto(own.url + "#pack=pebbles.tableside")
    guest.until("!!document.querySelector('dialog')?.textContent.includes('Pebbles')", SLOW)
    guest.tap("Try it and add it")
    assert guest.page.locator("dialog button.first").is_disabled(), "it stays while the trial runs"
    guest.until("said.some((one) => one.includes('in your library'))", SLOW)
    guest.until("document.body.textContent.includes('Pebbles')")
    for address in ("none.tableside", site.url + "index.html", "https://["):
        guest.page.evaluate("(pack) => { said.length = 0; location.hash = `pack=${pack}`; }", address)
        guest.until("said.some((one) => one.includes('not a game pack'))")
    own.close()


def test_another_tab_takes_over_and_gives_back_by_one_tap_each(phone, site: Site) -> None:
    """Also while it is still loading Python: it used to miss the tap."""
    first = phone(site, service_workers="block")
    changed(first, "tab/link.js", "", "PATIENCE = 4000", "PATIENCE = 60000")  # a busy machine gives late
    first.page.goto(site.url)
    arrived(first)
    first.page.set_default_timeout(SLOW * 1000)
    second = first.context.new_page()
    second.set_default_timeout(SLOW * 1000)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)
    first.context.route("**/tableside.zip", hold, times=1)
    second.goto(site.url)
    second.get_by_role("button", name="Use it here").tap()
    first.sees("Another tab has taken over")
    until_so(lambda: held or second.evaluate("0"), "the second tab loads Python")
    first.tap("Use it here")
    second.locator("h1", has_text="Another tab has taken over").wait_for()
    arrived(first)


HOLDS = """new Promise((go) => {
  const holder = new Worker(URL.createObjectURL(new Blob([`navigator.storage.getDirectory()
  .then((root) => root.getFileHandle("tableside-a", {create: true})).then((file) => file.createSyncAccessHandle())
  .then((handle) => { self.held = handle; postMessage(1); })`]))); holder.onmessage = () => go();
  new BroadcastChannel("tried").onmessage = () => setTimeout(() => holder.terminate(), 2000); })"""
TRIES = """const open = FileSystemFileHandle.prototype.createSyncAccessHandle;
FileSystemFileHandle.prototype.createSyncAccessHandle = function () {
  return open.call(this).catch((no) => { new BroadcastChannel("tried").postMessage(1); throw no; }); };"""


@pytest.mark.parametrize("ends", [True, False])
def test_a_worker_that_still_has_the_files_is_waited_for(site: Site, phone, ends: bool) -> None:
    host = phone(site, service_workers="allow")
    other = host.context.new_page()
    other.goto(site.url + "tab/old.js")  # a page of the same origin, without our rules for workers
    other.evaluate(HOLDS)
    changed(host, "engine.js", TRIES if ends else "")
    host.page.set_default_timeout(SLOW * 1000)
    host.page.goto(site.url)
    if not ends:
        host.sees("Tableside is open in another tab")
        other.close()
        host.tap("Use it here")
    arrived(host)


FULL = """{ let full = false; const room = new BroadcastChannel("room"), add = IDBObjectStore.prototype.add;
room.onmessage = ({data}) => { full = data; room.postMessage("noted"); };
IDBObjectStore.prototype.add = function (...given) {
  const asked = add.apply(this, given);
  if (full) this.transaction.abort();
  return asked; }; }"""
"""Chromium's IndexedDB doesn't notice at once that its quota has shrunk."""
SET_FULL = """(full) => new Promise((go) => {
  const room = new BroadcastChannel("room");
  room.onmessage = () => { room.close(); go(); };
  room.postMessage(full); })"""


@pytest.mark.parametrize("storage", ["", "?storage=idb"])
def test_an_answer_that_the_full_disk_refuses_is_taken_back(site: Site, phone, storage: str) -> None:
    host = phone(site, service_workers="block")
    quota = partial(host.context.new_cdp_session(host.page).send, "Storage.overrideQuotaForOrigin")

    def fill(full: bool) -> None:
        if storage:
            host.page.evaluate(SET_FULL, full)
        else:
            quota({"origin": site.url, **({"quotaSize": 1} if full else {})})
    if storage:
        changed(host, "engine.js", FULL)
    host.page.goto(site.url + storage)
    begin(arrived(host), "Windmill", *THREE)
    host.asked("Who is the oldest")
    for _ in range(2):
        fill(True)
        before = host.page.evaluate("S.epoch")
        host.choose("Ben")
        host.hears("This browser has no room left. Your last answer wasn't saved")
        host.until(f"S.epoch !== '{before}'")  # the table is what was saved
        host.asked("Who is the oldest")
        opened = host.page.evaluate("S.epoch")
        assert host.page.evaluate(ANSWERS) == 0, "an export needs no room"
        assert host.page.evaluate("S.epoch") == opened, "or a tap would come too late"
    fill(False)
    assert host.page.evaluate(ANSWERS) == 0  # and whatever was refused before it has reached the page
    host.choose("Ben")
    host.asked("tell your story")
    answers = host.page.evaluate(ANSWERS)
    assert play(host, 2)["failed"] == 0
    assert host.page.evaluate(ANSWERS) >= answers + 2, "two more are taken"
    before = host.page.evaluate(LOG)
    host.page.reload()
    arrived(host)
    assert host.page.evaluate(LOG) == before


FILL = """async () => {
  const open = () => new Promise((go, no) => {
    const asked = indexedDB.open("filler", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("all", {autoIncrement: true});
    asked.onsuccess = () => go(asked.result);
    asked.onerror = () => no(asked.error); });
  const noise = (size) => crypto.getRandomValues(new Uint8Array(size));
  const add = async (size) => {
    const file = await open(), all = file.transaction("all", "readwrite");
    const parts = Array.from({length: Math.ceil(size / 65536)}, () => noise(Math.min(size, 65536)));
    return new Promise((go) => {
      all.oncomplete = () => go(true);
      all.onabort = () => go(false);
      all.objectStore("all").add(parts);
    }).finally(() => file.close()); };
  let full = false;
  for (let size = 1 << 22; size > 500; size >>= 1) while (await add(size).catch(() => false)) full = size;
  return full; }"""
EMPTY = """() => new Promise((go) => { indexedDB.deleteDatabase("filler").onsuccess = () => go(); })"""


@pytest.mark.parametrize("storage", ["", "?storage=idb"])
def test_an_answer_that_no_longer_fits_into_the_quota_is_taken_back(site: Site, phone, storage: str) -> None:
    """The browser's own quota, filled by another database of the page."""
    host = phone(site, service_workers="block")
    host.context.new_cdp_session(host.page).send(
        "Storage.overrideQuotaForOrigin", {"origin": site.url, "quotaSize": 40 << 20})
    host.page.goto(site.url + storage)
    begin(arrived(host), "Windmill", *THREE)
    host.asked("Who is the oldest")
    assert host.page.evaluate(FILL), "it fills up in steps"
    host.choose("Ben")
    host.hears("This browser has no room left. Your last answer wasn't saved")
    host.asked("Who is the oldest")
    host.page.evaluate(EMPTY)
    host.choose("Ben")
    host.asked("tell your story")
    before = host.page.evaluate(LOG)
    host.page.reload()
    assert arrived(host).page.evaluate(LOG) == before


BROKEN = """{ let broken = false; const room = new BroadcastChannel("room");
room.onmessage = ({data}) => { broken = data; room.postMessage("noted"); };
const {prototype} = FileSystemSyncAccessHandle, {write} = prototype;
prototype.write = function (...given) {
  if (broken) throw new DOMException("no", broken);
  return write.apply(this, given); }; }"""


@pytest.mark.parametrize(("error", "words"), [
    ("UnknownError", "This browser couldn't save your last answer, so it was taken back."),
    ("NotAllowedError", "This browser no longer lets Tableside save anything.")])
def test_an_answer_that_the_browser_refuses_says_why(site: Site, phone, error: str, words: str) -> None:
    """The message blamed a lack of room, whatever had failed."""
    host = phone(site, service_workers="block")
    changed(host, "engine.js", BROKEN)
    host.page.goto(site.url)
    begin(arrived(host), "Windmill", *THREE)
    host.asked("Who is the oldest")
    host.page.evaluate(SET_FULL, error)
    host.choose("Ben")
    host.hears(words)
    host.page.evaluate(SET_FULL, "")
    host.asked("Who is the oldest")
    host.choose("Ben")
    host.asked("tell your story")


@pytest.mark.parametrize("storage", ["", "?storage=idb"])
def test_plays_that_are_deleted_under_a_running_page_are_saved_again(site: Site, phone, storage: str) -> None:
    host = phone(site, service_workers="block")
    host.page.goto(site.url + storage)
    begin(arrived(host), "Windmill", *THREE)
    host.asked("Who is the oldest")
    host.context.new_cdp_session(host.page).send(
        "Storage.clearDataForOrigin", {"origin": site.url.rstrip("/"), "storageTypes": "all"})
    host.choose("Ben")
    host.sees("Your plays were still open here, so they are saved again.")
    host.press(host.page.locator("dialog").get_by_role("button", name="Close"))
    host.asked("tell your story")
    before = host.page.evaluate(LOG)
    host.page.reload()
    assert arrived(host).page.evaluate(LOG) == before


NEWER = """py.runPython("import sqlite3; one = sqlite3.connect('/plays/tableside.db')\\n"
    + "one.execute('PRAGMA user_version = 7'); one.close()");
await disk.commit(); take = py.runPython("tab.take");"""


@pytest.mark.thorough
def test_an_older_version_leaves_the_plays_of_a_newer_one_alone(site: Site, phone) -> None:
    host = phone(site, service_workers="block")
    changed(host, "engine.js", "", 'take = py.runPython("tab.take");', NEWER)
    host.page.goto(site.url)
    arrived(host)
    host.context.unroute_all()
    host.page.reload()
    host.page.get_by_text("A newer Tableside saved these plays").wait_for(timeout=SLOW * 1000)
    host.sees("They are kept as they are. Load the page again to get the newer version.")


LEFT_ALONE = """async (damage) => {
  for (;;) try { return await damage(); } catch (error) { // the worker of the page before may still end
    if (error.name !== "NoModificationAllowedError") throw error;
    await new Promise((go) => setTimeout(go, 50));
  } }"""
DAMAGE = {"": """async () => {
  const root = await navigator.storage.getDirectory();
  for (const name of ["tableside-a", "tableside-b"]) {
    const file = await root.getFileHandle(name), found = await file.getFile();
    const bytes = new Uint8Array(await found.arrayBuffer());
    const view = new DataView(bytes.buffer), frames = [];
    for (let at = 0; at < bytes.length; at += 12 + view.getUint32(at + 4)) frames.push(at);
    if (frames.length < 5) continue;
    bytes[frames.at(-3) + 500] ^= 1;
    const out = await file.createWritable();
    await out.write(bytes);
    await out.close();
  } }""", "?storage=idb": """() => new Promise((go) => {
  const asked = indexedDB.open("tableside", 1);
  asked.onsuccess = () => {
    const log = asked.result.transaction("log", "readwrite").objectStore("log"), keys = log.getAllKeys();
    keys.onsuccess = () => {
      const key = keys.result.at(-3), found = log.get(key);
      found.onsuccess = () => { found.result[500] ^= 1; log.put(found.result, key); };
      log.transaction.oncomplete = () => { asked.result.close(); go(); };
    };
  };
})"""}


@pytest.mark.parametrize("storage", ["", "?storage=idb"])
def test_one_damaged_byte_is_told_and_costs_no_answer(site: Site, phone, storage: str) -> None:
    host = phone(site, service_workers="block")
    host.page.goto(site.url + storage)
    begin(arrived(host), "Windmill", *THREE)
    host.asked("Who is the oldest")
    assert play(host, 6)["answered"] >= 6
    before = host.page.evaluate(LOG)
    host.page.goto(site.url + "tab/old.js")  # the worker is gone
    host.page.evaluate(f"({LEFT_ALONE})({DAMAGE[storage]})")
    host.page.goto(site.url)
    arrived(host).sees("Some of your saved data was damaged")
    host.sees("Everything readable is back, and the damaged data is kept. Check your last answers.")
    assert host.page.evaluate(LOG) == before
    host.press(host.page.locator("dialog").get_by_role("button", name="Close"))
    assert play(host, 2)["failed"] == 0
    before = host.page.evaluate(LOG)
    host.page.reload()
    assert arrived(host).page.evaluate(LOG) == before
    assert not host.page.evaluate("document.querySelector('dialog').open"), "told once"


NO_FILES = """FileSystemFileHandle.prototype.createSyncAccessHandle = async () => {
    throw new DOMException("no", "UnknownError"); };"""


@pytest.mark.parametrize("fails", ["first", "later"])
def test_plays_stay_where_they_were_saved_first(site: Site, phone, fails: str) -> None:
    """A browser that fails to open its files now and then showed an empty table, and plays were in two places."""
    host = phone(site, service_workers="block")
    if fails == "first":
        changed(host, "engine.js", NO_FILES)
    host.page.goto(site.url)
    begin(arrived(host), "Windmill", *THREE)
    host.asked("Who is the oldest")
    host.choose("Ben")
    host.asked("tell your story")
    before = host.page.evaluate(LOG)
    if fails == "later":
        changed(host, "engine.js", NO_FILES)
        host.page.reload()
        host.sees("Your plays are kept. Load the page again")
        host.errors.clear()
    host.context.unroute_all()
    host.page.reload()
    assert arrived(host).page.evaluate(LOG) == before

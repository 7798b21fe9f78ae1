"""The tab on the web servers that people use, and over networks that break off."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.web.site import HABITS, SLOW, Plain, Redirecting, Site, Two, rough
from tests.web.table import Guest, until_so
from tests.web.test_evenings import BROWSERS
from tests.web.test_lobby import begin
from tests.web.test_tab import LOG, THREE, arrived, renamed

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
ALL_HOSTS = os.environ.get("TABLESIDE_WEB_HOSTS") == "all"
"""Also for test_webkit.py."""


def one_answer(host: Guest) -> list[str]:
    """Begin a play and answer once; the log is what must be there later."""
    begin(host, "Windmill", *THREE)
    host.choose("Ben")
    host.sees("tell your story")
    return list(host.page.evaluate(LOG))


@pytest.mark.parametrize("browser", BROWSERS if ALL_HOSTS else BROWSERS[:1], indirect=True)
@pytest.mark.parametrize("habit", HABITS)
def test_any_web_server_can_host_the_tab(site: Site, phone, habit: type[Plain]) -> None:
    """The tab starts, starts again, and starts offline. `TABLESIDE_WEB_HOSTS=all` adds Firefox."""
    away = Site(site.folder, habit)
    host = phone(away, service_workers="allow")
    host.page.goto(away.url)
    arrived(host).page.get_by_text("It works without a network now.").wait_for(timeout=SLOW * 1000)
    before = one_answer(host)
    for online in (True, False):
        if not online:
            away.close()
        host.page.reload()
        assert arrived(host).page.evaluate(LOG) == before


def test_a_release_and_a_beta_on_one_origin_keep_their_own_copies(site: Site, phone, tmp_path: Path) -> None:
    """The worker of /tableside/ deleted what /tableside-beta/ kept, which never deleted its old builds."""
    away = Site(Path(shutil.copytree(site.folder, tmp_path / "site")), Two)
    host, folders = phone(away, service_workers="allow"), (away.url, away.url.replace(Two.home, Two.beta))
    for build in ("first000", "second00"):
        old = renamed(away.folder, build)
        for url in folders:
            host.page.goto(url)
            arrived(host).until(f"caches.match('./newest').then((kept) => kept?.text())"
                                f".then((build) => build === '{build}')", SLOW)
    away.close()
    for url in folders:
        host.page.goto(url)
        arrived(host).sees("· second00")
    assert [name for name in host.page.evaluate("caches.keys()") if old in name] == []


def opens(host: Guest, url: str) -> bool:
    try:
        host.page.goto(url)
    except Error:
        return False
    return True


def test_a_tab_that_its_host_has_locked_out_opens_again(fresh_site: Site, phone, tmp_path: Path) -> None:
    """Older versions kept a redirected page, which no browser opens; the play in it must go on."""
    asked = list[str]()

    class Noted(Redirecting):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()
    away = Site(Path(shutil.copytree(fresh_site.folder, tmp_path / "site")), Noted)
    worker = away.folder / "sw.js"
    lists = "\n".join(worker.read_text(encoding="utf-8").splitlines()[:2])
    old = Path(__file__).with_name("old_sw.js").read_text(encoding="utf-8")
    worker.write_text(f"{lists}\n{old}", encoding="utf-8")
    host = phone(away, service_workers="allow")
    host.page.goto(away.url)
    arrived(host).page.get_by_text("It works without a network now.").wait_for(timeout=SLOW * 1000)
    before = one_answer(host)
    shutil.copy(fresh_site.folder / "sw.js", worker)
    old = renamed(away.folder, "new00000")
    asked.clear()
    assert not opens(host, away.url), "the old version locks itself out"
    until_so(lambda: "/tab/build.js" in asked,
             "the browser installs the new version after a failed visit, too", SLOW)
    assert opens(host, away.url)
    assert arrived(host).page.evaluate(LOG) == before
    build = host.page.evaluate("fetch('tab/build.js').then((reply) => reply.text())")
    assert old in build, "a play keeps its version"


def test_a_deploy_during_an_install_mixes_no_builds(site: Site, phone, tmp_path: Path) -> None:
    away = Site(Path(shutil.copytree(site.folder, tmp_path / "site")))
    (away.folder / "guest" / "page.js").write_text("// of another build\n", encoding="utf-8")
    host = phone(away, service_workers="allow")
    host.page.goto(away.url + "guest/icons.js")
    host.page.evaluate(INSTALL)
    assert host.page.evaluate("window.ended") == "redundant"
    shutil.copy(site.folder / "guest" / "page.js", away.folder / "guest")
    host.page.evaluate(INSTALL)
    assert host.page.evaluate("window.ended") == "activated"
    kept = host.page.evaluate("caches.match('./page.js').then((reply) => reply.text())")
    assert kept == (site.folder / "guest" / "page.js").read_text(encoding="utf-8")
    away.close()


INSTALL = """navigator.serviceWorker.register("../sw.js").then(({installing: worker}) => new Promise((go) => {
  worker.onstatechange = () => {
    window.ended = worker.state;
    if (["redundant", "activated"].includes(worker.state)) go();
  }; }))"""


WASM = "pyodide.asm.wasm"


def large(site: Site) -> dict[str, list[Any]]:
    """Size and hash of each file that the page loads itself."""
    listed = re.findall(r"LARGE = (.*);", (site.folder / "tab" / "build.js").read_text(encoding="utf-8"))[0]
    found: dict[str, list[Any]] = json.loads(listed)
    return found


@pytest.mark.parametrize("ranges", [True, False])
def test_a_download_that_breaks_off_goes_on_by_itself(site: Site, phone, ranges: bool) -> None:
    """From where it was, if the server can."""
    network = rough(WASM, "cut", ranges=ranges)
    away = Site(site.folder, network)
    host = phone(away, service_workers="block")
    host.page.add_init_script("window.came = []; addEventListener('coming', (one) => came.push(one.detail))")
    host.page.goto(away.url)
    arrived(host)
    came = host.page.evaluate("came.map(({bytes, total, ready}) => ({bytes, total, ready}))")
    whole = sum(size for size, _ in large(site).values())
    assert came[-1] == {"bytes": whole, "total": whole, "ready": True}
    assert len({one["bytes"] for one in came}) > 20, "the bar moves by bytes"
    third = (site.folder / "tab" / "pyodide" / WASM).stat().st_size // 3
    assert network.asked[0] == 0 and len(network.asked) == 2
    assert 0 < network.asked[1] <= third if ranges else network.asked[1] == 0
    away.close()


@pytest.mark.parametrize(("name", "fate", "words"), [
    (WASM, "cut", f"pyodide/{WASM} couldn't be loaded. Your plays are kept."),
    ("tableside.zip", "missing", "The server sent a wrong tableside.zip. Your plays are kept."),
    ("pyodide.asm.js", "missing", "pyodide/pyodide.asm.js couldn't be loaded. Your plays are kept.")])
def test_after_three_failures_the_page_says_what_to_do(
        site: Site, phone, name: str, fate: str, words: str) -> None:
    network = rough(name, fate, fate, fate)
    away = Site(site.folder, network)
    host = phone(away, service_workers="block")
    host.page.goto(away.url)
    host.page.get_by_text(words).first.wait_for(timeout=SLOW * 1000)
    assert len(network.asked) == 3
    host.tap("Try again")
    arrived(host)
    away.close()


def test_a_download_that_stands_still_offers_to_try_again(site: Site, phone) -> None:
    network = rough(WASM, "stall")
    away = Site(site.folder, network)
    host = phone(away, service_workers="block")
    clock = host.own_clock()
    host.page.goto(away.url)
    until_so(lambda: network.asked, "the page asks for it", SLOW)
    host.until("progress.value > .3")
    assert host.page.locator("#notice").count() == 0
    clock.fast_forward(20_000)
    host.sees("Nothing has arrived for 20 seconds. Check your network, then try again.")
    host.tap("Try again")
    until_so(lambda: len(network.asked) == 2, "it asks again")
    arrived(host)
    assert network.asked[1] > 0, "what had come is kept"
    network.flows.set()
    away.close()


def test_a_script_of_the_page_that_does_not_come_is_told(site: Site, phone) -> None:
    host = phone(site, service_workers="block")
    host.context.route("**/table.js", lambda route: route.abort())
    host.page.goto(site.url)
    host.sees("Tableside couldn't be loaded")
    host.context.unroute_all()
    with host.page.expect_navigation():
        host.tap("Try again")
    arrived(host)


def test_a_worker_that_does_not_come_is_told(site: Site, phone) -> None:
    host = phone(site, service_workers="block")
    host.context.route("**/engine.js", lambda route: route.abort())
    host.page.goto(site.url)
    host.sees("engine.js couldn't be loaded")
    host.context.unroute_all()
    host.tap("Try again")
    arrived(host)

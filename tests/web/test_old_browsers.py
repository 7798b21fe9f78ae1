"""The oldest browsers the docs promise, simulated by removing features from chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.text import in_english
from companion.services.phones.page_words import GUESTS_NEED, TAB_NEEDS, update_it
from tests.web.site import Site
from tests.web.table import until_so
from tests.web.test_tab import arrived, changed

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"safari": "Safari", "chrome": "Chrome", "firefox": "Firefox"}
CHROME_80 = """for (const one of [Element, Document, DocumentFragment]) delete one.prototype.replaceChildren;
for (const name of ["replaceAll", "at", "isWellFormed"]) delete String.prototype[name];
for (const name of ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"])
  delete Array.prototype[name];
for (const name of ["hasOwn", "groupBy"]) delete Object[name];
for (const name of ["any", "withResolvers", "try"]) delete Promise[name];
for (const name of ["timeout", "any"]) delete AbortSignal[name];
for (const name of ["structuredClone", "WeakRef", "reportError", "CompressionStream"]) delete window[name];
delete Element.prototype.getAnimations; delete Document.prototype.getAnimations;
delete Crypto.prototype.randomUUID; delete Navigator.prototype.wakeLock; delete Navigator.prototype.locks;"""
SAFARI_13_1 = CHROME_80 + """MediaQueryList.prototype.addEventListener = undefined;
delete HTMLDialogElement.prototype.showModal; delete HTMLDialogElement.prototype.close;
for (const name of ["text", "arrayBuffer", "stream"]) delete Blob.prototype[name];
for (const name of ["AudioContext", "BroadcastChannel"]) delete window[name];
delete Intl.ListFormat; delete Intl.Segmenter;"""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("lacks", [CHROME_80, SAFARI_13_1], ids=["Chrome 80", "Safari 13.1"])
def test_the_guests_page_works_in_the_oldest_browsers(serve, phone, tmp_path: Path, lacks: str) -> None:
    table = serve("windward", "Ana", "Ben", mode="coop")
    ana = phone(table)
    ana.prepare(lacks)
    ana.join("Ana")
    ana.page.locator(".board-art").first.wait_for()
    ana.press(ana.page.locator(".why").first)
    ana.sees("Close")
    ana.tap("Close")
    ana.page.emulate_media(color_scheme="light")
    ana.tap("Host")
    ana.tap("History")
    with ana.page.expect_download() as saved:
        ana.tap("Export everything")
    saved.value.save_as(tmp_path / "everything.json")
    with ana.page.expect_file_chooser() as chooser:
        ana.tap("Import a file")
    chooser.value.set_files(tmp_path / "everything.json")
    ana.until("said.some(Boolean)")
    ana.tap("Close")
    ana.robot(3)
    until_so(lambda: ana.told()["answered"] >= 10, "ten answers", 120)
    ana.page.evaluate("robot.rest()")
    assert ana.told()["failed"] == 0, ana.told()["words"]


CHROME_108 = """
for (const name of ["toSorted", "toReversed", "toSpliced", "with"]) delete Array.prototype[name];
for (const name of ["withResolvers", "try"]) delete Promise[name];
for (const name of ["Suspending", "promising", "JSTag", "Tag"]) delete WebAssembly[name];
for (const name of ["union", "intersection", "difference"]) delete Set.prototype[name];
delete Array.fromAsync; delete Object.groupBy; delete Map.groupBy; delete URL.canParse;
delete AbortSignal.any; delete globalThis.Iterator; delete Uint8Array.fromBase64;
delete ArrayBuffer.prototype.transfer;"""


@pytest.mark.thorough
@pytest.mark.slow
def test_the_tab_works_in_the_oldest_browsers(site: Site, phone) -> None:
    """The worker and the page import build.js before anything else."""
    host = phone(site, service_workers="block")
    changed(host, "build.js", CHROME_108)
    host.page.goto(site.url)
    arrived(host).sees("Which box is on the table?")


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("lacks", [
    "WebAssembly.validate = () => false", "delete Navigator.prototype.locks",
    "delete window.BroadcastChannel", "delete window.CompressionStream",
    "delete AbortSignal.timeout", "delete window.WebAssembly",
    """window.Worker = class { terminate() {} postMessage() {
         setTimeout(() => this.onerror({message: "SyntaxError: import declarations need a module"})); } }"""])
def test_a_browser_too_old_for_the_tab_learns_it_before_anything_large_comes(
        site: Site, phone, lacks: str) -> None:
    host = phone(site, service_workers="block")
    host.page.add_init_script(lacks)
    host.context.route("**/engine.js", lambda route: route.abort())
    asked = list[str]()
    host.page.on("request", lambda request: asked.append(request.url))
    host.page.goto(site.url)
    for words in ("This browser is too old", in_english(update_it(TAB_NEEDS))):
        host.page.locator(":visible", has_text=words).last.wait_for()
    host.page.wait_for_load_state("networkidle")
    headings = host.page.locator("#old h1:visible, #app h1:visible").all_inner_texts()
    assert headings == ["This browser is too old"]
    for one in ("progress", "#loading", ".cover"):
        assert host.page.locator(one).locator("visible=true").count() == 0, one
    assert asked and not [url for url in asked if url.endswith((".wasm", ".zip"))]


@pytest.mark.thorough
@pytest.mark.slow
def test_a_tab_without_https_says_so(site: Site, phone) -> None:
    host = phone(site, service_workers="block")
    host.page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    host.page.goto(site.url)
    host.sees("Open this address with https:// instead of http://.")


@pytest.mark.thorough
@pytest.mark.slow
def test_a_page_that_comes_late_takes_the_notice_of_an_old_browser_away(serve, phone) -> None:
    table, held = serve("toy", "Ana", "Ben"), list[Any]()
    late = phone(table)

    def hold(route: Any) -> None:
        held.append(route)
    late.page.route("**/guest/page.js", hold)
    late.page.goto(table.url, wait_until="commit")
    late.page.locator("#old").wait_for()
    held[0].continue_()
    late.page.locator(".answer", has_text="Ana").wait_for()
    late.page.locator("#old").wait_for(state="hidden")


def test_the_page_and_the_docs_name_the_same_browsers() -> None:
    def promised(needed: dict[str, str]) -> str:
        return ", ".join(f"{NAMES[key]} {number}" for key, number in needed.items())
    assert promised(GUESTS_NEED) in (ROOT / "docs" / "phones.md").read_text(encoding="utf-8")
    assert promised(TAB_NEEDS) in (ROOT / "docs" / "in-a-browser.md").read_text(encoding="utf-8")
    assert promised(GUESTS_NEED) in (ROOT / "README.md").read_text(encoding="utf-8")
    assert promised(TAB_NEEDS) in (ROOT / "README.md").read_text(encoding="utf-8")
    html = (ROOT / "companion" / "page" / "index.html").read_text(encoding="utf-8")
    assert in_english(update_it(GUESTS_NEED)) in html

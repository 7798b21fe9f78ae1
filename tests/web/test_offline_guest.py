"""A guest's phone in a hut without a network: it keeps its part of the page, whatever else it does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import Browsers
from tests.web.pairing import (
    Phones,
    close_sheet,
    film,
    open_invitation,
    pair,
    prepared,
    scan,
    shown_link,
    sit,
)
from tests.web.site import SLOW, Plain, Site
from tests.web.table import Guest, chromium
from tests.web.test_evenings import BROWSERS
from tests.web.test_lobby import begin
from tests.web.test_tab import arrived

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
BY_A_GUESTS_COPY = "navigator.serviceWorker.controller?.scriptURL.endsWith('sw.js?guest')"


@pytest.fixture
def phones(browsers: Browsers, site: Site, tmp_path: Path) -> Iterator[Phones]:
    """All of them get the page from a server that a test can close."""
    if chromium() is None:
        pytest.skip("There is no chromium here (Debian: apt-get install -y chromium).")
    asyncio._set_running_loop(browsers.api.chromium._loop)
    found = Phones(browsers, Site(site.folder), tmp_path)
    yield found
    found.close()
    asyncio._set_running_loop(None)


def next_link(host: Guest) -> str:
    """The sheet shows its last code until the next one is ready."""
    link, old = "", ""
    open_invitation(host)
    while not link or link != old:
        link, old = shown_link(host), link
        host.page.wait_for_timeout(1000)
    return link


def test_a_guest_reloads_and_joins_a_later_evening_without_a_network(phones: Phones) -> None:
    host, ben = phones.host(camera=True, service_workers="allow"), phones.guest(service_workers="allow")
    host.page.get_by_text("It works without a network now.").wait_for(timeout=SLOW * 1000)
    begin(host, "Windmill", "Ana", "Ben", "Cleo")
    host.asked("Who is the oldest")
    open_invitation(host)
    pair(phones, host, ben)
    sit(ben, "Ben")
    close_sheet(host)
    ben.until(BY_A_GUESTS_COPY, SLOW)
    assert ben.page.evaluate("caches.match('tab/tableside.zip').then((kept) => !kept)"), "no table"
    prepared(ben)
    phones.site.close()
    ben.page.reload()
    host.choose("Ben")
    ben.asked("tell your story")

    ben.page.evaluate("indexedDB.deleteDatabase('tableside-phones')")  # a later evening, another host
    film(phones.camera, scan(ben, next_link(host)))
    ben.asked("tell your story")
    assert ben.errors == host.errors == []


@pytest.mark.parametrize("browser", BROWSERS, indirect=True)
def test_a_phone_that_was_a_guest_first_becomes_a_whole_table(site: Site, phone) -> None:
    asked = list[str]()

    class Noted(Plain):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()
    away = Site(site.folder, Noted)
    guest: Guest = phone(away, service_workers="allow")
    invited = away.url + "#join=hello"
    guest.page.goto(invited)
    guest.sees("This invitation can’t be read")
    guest.until(BY_A_GUESTS_COPY, SLOW)
    guest.page.goto(away.url)  # only the address's last part changes, but it is another page
    guest.page.reload()
    arrived(guest).page.get_by_text("It works without a network now.").wait_for(timeout=SLOW * 1000)
    for name in ("/tab/tableside.zip", "/guest/voice.woff2"):
        assert asked.count(name) == 1, name
    away.close()
    for address in (away.url, invited):
        guest.page.goto("about:blank")
        guest.page.goto(address)
        if address == invited:
            guest.sees("This invitation can’t be read")
        else:
            arrived(guest)


@pytest.mark.parametrize("browser", BROWSERS, indirect=True)
def test_a_guests_page_opens_without_a_network(site: Site, phone) -> None:
    away = Site(site.folder)
    guest: Guest = phone(away, service_workers="allow")
    guest.page.goto(away.url + "#join=hello")
    guest.sees("This invitation can’t be read")
    guest.until(BY_A_GUESTS_COPY, SLOW)
    away.close()
    for end, words in (("#join=hello", "This invitation can’t be read"),
                       ("#guest", "This phone isn’t at a table")):
        guest.page.goto("about:blank")
        guest.page.goto(away.url + end)
        guest.sees(words)

"""The tab on the web servers that people use, and over networks that break off."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Error

from tests.web.site import HABITS, SLOW, Plain, Redirecting, Site
from tests.web.table import Guest, until_so
from tests.web.test_lobby import begin
from tests.web.test_tab import LOG, THREE, arrived, renamed

pytestmark = pytest.mark.slow


def one_answer(host: Guest) -> list[str]:
    """Begin a play and answer once; the log is what must be there later."""
    begin(host, "Windmill", *THREE)
    host.choose("Ben")
    host.sees("tell your story")
    return list(host.page.evaluate(LOG))


@pytest.mark.parametrize("habit", HABITS)
def test_any_web_server_can_host_the_tab(site: Site, phone, habit: type[Plain]) -> None:
    """The first start, the second, and one without a network."""
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


def opens(host: Guest, url: str) -> bool:
    try:
        host.page.goto(url)
    except Error:
        return False
    return True


def test_a_tab_that_its_host_has_locked_out_opens_again(site: Site, phone, tmp_path: Path) -> None:
    """Older versions kept a redirected page, which no browser opens; the play in it must go on."""
    asked = list[str]()

    class Noted(Redirecting):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()
    away = Site(Path(shutil.copytree(site.folder, tmp_path / "site")), Noted)
    worker = away.folder / "sw.js"
    lists = worker.read_text().splitlines()[0]
    worker.write_text(f"{lists}\n{Path(__file__).with_name('old_sw.js').read_text()}")
    host = phone(away, service_workers="allow")
    host.page.goto(away.url)
    arrived(host).page.get_by_text("It works without a network now.").wait_for(timeout=SLOW * 1000)
    before = one_answer(host)
    shutil.copy(site.folder / "sw.js", worker)
    old = renamed(away.folder, "new00000")
    asked.clear()
    assert not opens(host, away.url), "the old version locks itself out"
    until_so(lambda: "/build.js" in asked, "the browser installs the new version after a failed visit, too", SLOW)
    assert opens(host, away.url)
    assert arrived(host).page.evaluate(LOG) == before
    assert old in host.page.evaluate("fetch('build.js').then((reply) => reply.text())"), "a play keeps its version"


def test_a_deploy_during_an_install_mixes_no_builds(site: Site, phone, tmp_path: Path) -> None:
    away = Site(Path(shutil.copytree(site.folder, tmp_path / "site")))
    (away.folder / "page.js").write_text("// of another build\n")
    host = phone(away, service_workers="allow")
    host.page.goto(away.url + "icons.js")
    host.page.evaluate(INSTALL)
    assert host.page.evaluate("window.ended") == "redundant"
    shutil.copy(site.folder / "page.js", away.folder)
    host.page.evaluate(INSTALL)
    assert host.page.evaluate("window.ended") == "activated"
    kept = host.page.evaluate("caches.match('./page.js').then((reply) => reply.text())")
    assert kept == (site.folder / "page.js").read_text()
    away.close()


INSTALL = """navigator.serviceWorker.register("sw.js").then(({installing: worker}) => new Promise((go) => {
  worker.onstatechange = () => {
    window.ended = worker.state;
    if (["redundant", "activated"].includes(worker.state)) go();
  }; }))"""

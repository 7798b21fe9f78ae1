"""An evening in WebKit, the engine of Safari and of every browser on an iPhone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.site import HABITS, Plain, Site
from tests.web.test_hosts import ALL_HOSTS
from tests.web.webkit import WebKit, missing

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.skipif(
    bool(missing()), reason="There is no WebKit here (Debian: apt-get install -y webkit2gtk-driver xvfb).")]


@pytest.fixture
def webkit(tmp_path: Path) -> Iterator[WebKit]:
    found = WebKit(tmp_path)
    yield found
    found.close()


SEAT = """(() => {
  Object.assign(tableside.form, {people: [], seated: true, typed: ""});
  const name = document.getElementById("name");
  name.value = "Ana, Ben, Cleo";
  name.dispatchEvent(new Event("input", {bubbles: true}));
  name.form.requestSubmit();
})()"""
LOG = "S.table.lines.map((one) => one.text)"


OFFLINE = "navigator.serviceWorker.ready.then((one) => !!one.active)"
IS_KEPT = "document.body.innerText.includes('It works without a network now.')"


def begin(webkit: WebKit) -> None:
    webkit.tap("Windmill")
    webkit.until("!!document.getElementById('name')")
    webkit.run(SEAT)
    webkit.until("document.querySelectorAll('.seats li').length === 3")
    webkit.run("document.querySelector('.foot.start .first').click()")
    webkit.until("S.table.state === 'question'")


@pytest.mark.parametrize("habit", HABITS if ALL_HOSTS else HABITS[:1])
def test_any_web_server_can_host_the_tab(fresh_site: Site, webkit: WebKit, habit: type[Plain]) -> None:
    """The first start, the second, and one without a network, as in test_hosts.py."""
    away = Site(fresh_site.folder, habit)
    webkit.open(away.url)
    webkit.until(IS_KEPT)
    begin(webkit)
    before = webkit.run(LOG)
    webkit.reload()
    assert webkit.run(LOG) == before
    away.close()
    webkit.reload()
    assert webkit.run(LOG) == before


def test_an_evening(fresh_site: Site, webkit: WebKit) -> None:
    webkit.open(fresh_site.url)
    begin(webkit)
    for answers in (5, 15, 5000):
        webkit.run(f"robot.start({answers}, true)")
        webkit.until(f"robot.told.answered >= {answers} || S.table.state === 'over'")
        webkit.run("robot.rest()")
        assert webkit.run("robot.told.failed") == 0, webkit.run("robot.told.words")
        before = webkit.run(LOG)
        webkit.reload()
        assert webkit.run(LOG) == before
    assert webkit.run("S.table.state") == "over", "to its end"
    assert webkit.run(OFFLINE) is True

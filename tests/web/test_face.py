"""The face of the page: icons, links that open a table, notches, and what keeps the plays of a tab."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.registry import find_games
from companion.services.library import Library
from companion.services.phones.server import FOLDER
from companion.services.ports.machine import MachineClock
from companion.services.store.opening import open_store
from tests.web.site import Site
from tests.web.table import Guest, read_qr
from tests.web.test_desk import friends_code
from tests.web.test_lobby import open_boxes, seated
from tests.web.test_look import TOO_WIDE
from tests.web.test_tab import arrived
from tools.web import lay_out_page
from tools.web_face import ADDRESS, tags

pytestmark = pytest.mark.slow

DAY = 24 * 3600 * 1000
SAFARI = "Object.defineProperty(Navigator.prototype, 'standalone', {value: false});"
OFFER = """window.asked = 0; const offer = new Event('beforeinstallprompt', {cancelable: true});
    offer.prompt = async () => { asked++; return {outcome: 'accepted'}; };
    dispatchEvent(offer); offer.defaultPrevented"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("page")
    lay_out_page(out)
    return out


def test_the_tab_has_a_shortcut_for_each_game_and_each_picture_is_there(page: Path) -> None:
    manifest = json.loads((page / "manifest.webmanifest").read_text(encoding="utf-8"))
    found = {one["url"]: one["name"] for one in manifest["shortcuts"]}
    assert found == {f"./?game={name}": str(game.facts.title) for name, game in find_games().games.items()}
    pictures = [*manifest["icons"], *manifest["screenshots"],
                *(icon for one in manifest["shortcuts"] for icon in one["icons"])]
    for one in pictures:
        with Image.open(page / one["src"]) as image:
            assert f"{image.width}x{image.height}" == one["sizes"]
            assert image.get_format_mimetype() == one["type"]
    assert {one["form_factor"] for one in manifest["screenshots"]} == {"wide", "narrow"}
    assert sorted(one["purpose"] for one in manifest["icons"]) == ["any", "any", "maskable", "maskable"]


def test_a_maskable_icon_fills_its_square_and_the_other_has_corners() -> None:
    for name, corner in (("maskable-512.webp", 255), ("icon-512.webp", 0), ("icon-180.png", 255)):
        with Image.open(FOLDER / name) as image:
            assert image.convert("RGBA").getpixel((0, 0))[3] == corner, name


def test_a_shared_link_has_a_title_and_a_picture(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    html = (page / "index.html").read_text(encoding="utf-8")
    assert tags("") in html and 'property="og:image" content="preview.jpg"' in html
    with Image.open(page / "preview.jpg") as image:
        assert image.size == (1200, 630)
    monkeypatch.setenv(ADDRESS, "https://example.org/tableside/")
    lay_out_page(page)
    html = (page / "index.html").read_text(encoding="utf-8")
    assert 'content="https://example.org/tableside/preview.jpg"' in html, "programs need the whole address"


def test_a_link_opens_a_table(serve: Any, phone: Any) -> None:
    table = serve("")
    host = phone(table)
    host.page.goto(table.url.replace("/#", "/?game=story&players=Ana,%20Ben%20,Cleo#"))
    host.tap("Go on")
    host.sees("Who plays Story?")
    assert seated(host) == ["Ana", "Ben", "Cleo"]
    assert host.page.evaluate("location.search") == "", "a reload asks for nothing"
    host.page.goto(table.url.replace("/#", "/?game=any_box&players=Ana,Ben#"))
    host.sees("Who plays Score sheet?")  # at once: this phone is the host already
    assert seated(host) == ["Ana", "Ben"], "links with the game's former name still work"


CHOSEN_BOX = "(document.querySelector('select[name=box]')?.selectedOptions[0].text || '').includes('Friday')"


def test_a_link_to_a_table_brings_its_box(serve: Any, phone: Any) -> None:
    table = serve("")
    code = table.call(lambda: friends_code(table.serving.library))
    host = phone(table)
    host.page.goto(table.url.replace("/#", "/?game=windward&players=Ana,Ben#") + f"&box={code}")
    host.tap("Go on")
    host.sees("Who plays Windward?")
    host.hears("Friday's box is in My boxes.")
    host.until(CHOSEN_BOX)
    assert seated(host) == ["Ana", "Ben"]


def test_nothing_lies_under_a_notch(serve: Any, phone: Any) -> None:
    """A phone on its side: the notch at the left, the bar to swipe below."""
    ana = phone(serve("windmill", "Ana", "Ben", "Cleo"), "Ana", viewport={"width": 892, "height": 412})
    with notched(ana, left=47, right=47, bottom=21, top=0):
        ana.page.locator(".bar .me").tap()
        ana.page.locator("dialog button").first.wait_for()
        assert ana.page.evaluate(TOO_WIDE) <= 0
        for css in ("main button", "main h1", ".bar", "dialog button", ".board-art"):
            for box in ana.boxes(css):
                assert not box["width"] or (box["left"] >= 47 and box["right"] <= 892 - 47), (css, box)
        assert max(box["bottom"] for box in ana.boxes("dialog button")) <= ana.page.evaluate(
            "document.querySelector('dialog').getBoundingClientRect().top"
            " + document.querySelector('dialog').scrollHeight") - 21


@contextmanager
def notched(guest: Guest, **insets: int) -> Iterator[None]:
    """Take the notch away again: the next test may be lent the same phone."""
    devtools = guest.context.new_cdp_session(guest.page)
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    try:
        yield
    finally:
        devtools.detach()


@pytest.mark.thorough
def test_the_evening_can_be_sent_after_a_play(serve: Any, phone: Any) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana", accept_downloads=True)
    ana.robot(3)
    ana.until("S.table.state === 'over'")
    ana.page.evaluate("robot.rest()")
    with ana.page.expect_download() as download:
        ana.tap("Send the evening to…")
    assert download.value.suggested_filename.startswith("tableside-play-")
    assert '"game": "toy"' in Path(download.value.path()).read_text(encoding="utf-8")


def exported_days_ago(host: Guest, days: int) -> None:
    host.page.evaluate(
        f"localStorage.setItem('tableside.exported', Date.now() - {days * DAY}); tableside.render()")


@pytest.mark.thorough
def test_a_tab_offers_to_install_and_reminds_to_export(site: Site, phone: Any, tmp_path: Path) -> None:
    host: Guest = phone(site, accept_downloads=True)
    library = Library(open_store(tmp_path / "friend.db"), find_games().games, MachineClock())
    host.page.goto(f"{site.url}?game=windward&players=Ana,Ben#box={friends_code(library)}")
    arrived(host)
    host.sees("Who plays Windward?")
    host.until(CHOSEN_BOX)
    assert seated(host) == ["Ana", "Ben"]
    host.tap("Back")
    install = host.page.get_by_role("button", name="Add to home screen")
    assert install.count() == 0
    assert host.page.evaluate(OFFER), "the button takes the place of the browser's own message"
    install.tap()
    host.until("asked === 1")
    install.wait_for(state="detached")
    reminder = host.page.locator("[data-k=reminder]")
    for days, shown in ((29, 0), (31, 1)):
        exported_days_ago(host, days)
        assert reminder.count() == shown
    with host.page.expect_download():
        reminder.get_by_role("button").tap()
    reminder.wait_for(state="detached")
    host.tap("Host")
    host.tap("Settings")
    host.page.locator("select[name=language]").select_option(label="Deutsch")
    host.page.locator("dialog h2", has_text="Optionen").wait_for()
    host.until("document.querySelector('main h1').textContent !== 'Which box is on the table?'")
    host.page.reload()
    arrived(host)
    assert host.page.evaluate("document.documentElement.lang") == "de"


@pytest.mark.thorough
def test_an_iphone_shows_how_to_keep_the_plays(site: Site, phone: Any) -> None:
    host: Guest = phone(site, service_workers="allow")
    host.page.add_init_script(SAFARI)
    host.page.goto(site.url)
    arrived(host)
    exported_days_ago(host, 6)
    host.page.locator("[data-k=reminder]").wait_for()
    host.tap("Add to home screen")
    host.page.locator("dialog .share-sign").wait_for()
    host.sees("seven days")


@pytest.mark.thorough
def test_a_box_shared_by_a_tab_opens_the_same_page_without_other_wishes(site: Site, phone: Any,
                                                                        tmp_path: Path) -> None:
    """What the host's own link asked for is left out: a friend's phone gets the box alone."""
    away = "https://friday.example/table/"
    host: Guest = phone(site, service_workers="block")
    host.context.route(f"{away}**", lambda route: route.fulfill(
        response=route.fetch(url=route.request.url.replace(away, site.url))))
    library = Library(open_store(tmp_path / "friend.db"), find_games().games, MachineClock())
    code = friends_code(library)
    host.page.goto(f"{away}?from=chat&game=windward&players=Ana,Ben#box={code}")
    arrived(host).until(CHOSEN_BOX)
    open_boxes(host)
    host.tap("Share this box")
    host.sees(code.replace("-", " "))
    assert read_qr(Image.open(BytesIO(host.page.locator(".qr").screenshot()))) == f"{away}#box={code}"

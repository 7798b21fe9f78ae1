"""The page's layout: small phones, big text, light and dark, names for screen readers, and its size.

With `TABLESIDE_WEB_PICTURES=docs/screenshots/web`, `-k docs_picture` writes the pictures there.
"""

import gzip
import io
import os
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.registry import find_games
from companion.services.packs.page_art import page_art
from tests.web.table import Guest
from tests.web.test_board import sailing
from tests.web.test_table import correct_step
from tools.tour.palette import with_few_colours

pytestmark = pytest.mark.slow

SMALL = {"viewport": {"width": 320, "height": 568}}
PICTURES = os.environ.get("TABLESIDE_WEB_PICTURES", "")
CLEAR = {"device_scale_factor": 2, "color_scheme": "dark"}
BIG_TEXT = "document.documentElement.style.fontSize = '200%'"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WIDEST = """() => [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 321)
    .map(e => e.outerHTML.slice(0, 80)).slice(-4)"""
INSIDE = """(card) => [...card.querySelectorAll('*')].every((one) =>
    one.getBoundingClientRect().right < card.getBoundingClientRect().right - 8)"""
NAMELESS = """() => [...document.querySelectorAll('button, input, textarea, [role=img], [role=timer]')]
    .filter(e => e.offsetParent !== null)
    .filter(e => !(e.getAttribute('aria-label') || e.textContent.replace(/[\\uE000-\\uF8FF]/g, '').trim()
        || (e.labels && e.labels.length)))
    .map(e => e.outerHTML.slice(0, 120))"""
SMALL_TARGETS = """() => [...document.querySelectorAll('main button, main summary, header button')]
    .map(e => [e.getBoundingClientRect(), e.textContent])
    .filter(([r]) => r.height && (r.height < 43.5 || r.width < 43.5))
    .map(([r, text]) => [Math.round(r.width), Math.round(r.height), text])"""


def shot(guest: Guest, name: str, **more: Any) -> None:
    if not PICTURES:
        return
    guest.page.wait_for_timeout(400)
    Path(PICTURES).mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(guest.page.screenshot(**more))) as taken:
        picture = taken.convert("RGB")
    if picture.width < 1000:  # a laptop's has too many shades
        picture = with_few_colours(picture)
    picture.save(Path(PICTURES) / f"{name}.png", optimize=True)


def stands(guest: Guest, name: str) -> None:
    """Nothing sticks out, everything has a name and is big enough, there is one headline."""
    assert guest.page.evaluate(TOO_WIDE) <= 0, (name, guest.page.evaluate(WIDEST))
    assert guest.page.evaluate(NAMELESS) == [], name
    assert guest.page.evaluate(SMALL_TARGETS) == [], name
    assert guest.page.locator("main h1").count() == 1, name
    shot(guest, name)


@pytest.mark.thorough
def test_every_kind_stands_on_a_small_phone_with_big_text(serve, phone) -> None:
    table = serve("toy", "Ana", "Bartholomew", "Cleo")
    ana = phone(table, **SMALL, color_scheme="dark")
    ana.page.goto(table.url)
    ana.page.locator(".answer").first.wait_for()
    ana.page.evaluate(BIG_TEXT)
    stands(ana, "small-join")
    ana.choose("Ana")
    for number in range(10):
        kind = ana.page.locator(".rise[data-kind]")
        kind.wait_for()
        stands(ana, f"small-{number}")
        before = ana.page.evaluate("S.epoch")
        ana.page.evaluate("""async () => {
            const all = (what) => [...document.querySelectorAll(what)];
            const first = () => document.querySelector('.foot [data-does=answer]');
            const field = document.querySelector('textarea');
            if (field) { field.value = 'word'; field.dispatchEvent(new InputEvent('input', {bubbles: true})); }
            for (let n = 0; n < 9 && (!first() || first().getAttribute('aria-disabled')); n++) {
                const to = all('.key')[0] || all('.answers .answer:not([aria-disabled]):not([aria-pressed=true])')[0];
                to.click(); await line_; // what it did is on the page
                if (!first() && n === 0) break;
            }
            if (first()) first().click();
        }""")
        ana.until(f"S.epoch !== '{before}'")


@pytest.mark.thorough
def test_every_other_page_stands_on_a_small_phone_with_big_text(serve, phone) -> None:
    """The code, what one waits at, a vote that is in, sheets, the TV, a taken seat, a free one, the closed door."""
    table = serve("toy", "Ana", "Bartholomew", "Cleo")
    ana, other, ben = (phone(table, name, **SMALL, color_scheme="light") for name in ("Ana", None, "Bartholomew"))
    for guest in (ana, ben):
        guest.page.evaluate(BIG_TEXT)

    def at(guest: Guest, name: str, what: str) -> None:
        guest.sees(what)
        guest.page.evaluate(BIG_TEXT)
        stands(guest, f"small-{name}")
    at(ben, "waiting", "This one is answered at the table")
    ben.page.locator(".bar .me").tap()
    at(ben, "me", "Give up my seat")
    ben.tap("Close")
    ana.tap("Host")
    at(ana, "host", "Fix something")
    ana.tap("Fix something")
    ana.page.locator(".row", has_text="Step").wait_for()
    at(ana, "fields", "Step")
    ana.tap("Close")
    other.page.goto(table.url.split("#")[0])
    at(other, "code", "Which code does the table show?")
    other.page.goto(table.url)
    other.choose("Bartholomew")
    at(other, "asking", "Bartholomew has a phone already")
    at(ana, "wants", "Another phone wants Bartholomew’s seat.")
    assert ana.page.locator(".card.ask").evaluate(INSIDE)
    ana.page.locator(".card.ask").get_by_role("button", name="Yes").tap()
    at(ben, "freed", "This phone has no seat now")
    correct_step(ana, 12)
    other.asked("Who told it best?")
    other.choose("Cleo")
    at(other, "in", "Your answer is in.")
    table.end()
    at(other, "closed", "The table is closed to phones")
    assert "Connected" not in other.page.locator(".bar").inner_text()


ABREAST = ("new Set([...document.querySelectorAll('.bar button')]"
           ".map((one) => one.getBoundingClientRect().y)).size")


@pytest.mark.thorough
def test_the_hosts_bar_stands_on_a_small_phone_with_three_seats(serve, phone) -> None:
    """One row for one seat, whatever the size of the text; more seats may take a second one."""
    host = phone(serve("toy", "Ana", "Bartholomew", "Cleo"), "Ana", **SMALL)
    for size in ("200%", "100%"):
        host.page.evaluate(BIG_TEXT.replace("200%", size))
        stands(host, f"small-bar-{size}")
        assert host.page.evaluate(ABREAST) == 1, size
    for seats, name in ((2, "Bartholomew"), (3, "Cleo")):
        host.page.locator(".bar .me:not(.other)").tap()
        host.tap("Another player on this phone")
        host.choose(name)
        host.until(f"tableside.sessions.length === {seats} && !tableside.joining")
        host.page.locator(".bar .other").nth(seats - 2).wait_for()
        stands(host, f"small-bar-{seats}")
    host.page.evaluate(BIG_TEXT)
    stands(host, "small-bar-3-big")
    host.tap("Host")
    host.sees("Fix something")


OPEN_CELL = """() => { const [cell, sheet, above, beside] = ['.now', '.sheet', 'thead th', 'tbody th']
        .map((one) => document.querySelector(one).getBoundingClientRect());
    return [cell.top - above.bottom, sheet.bottom - cell.bottom, cell.left - beside.right,
        sheet.right - cell.right]; }"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(800, 1280), (360, 640), (640, 360)])
def test_large_text_leaves_the_open_cell_of_a_score_sheet_in_sight(serve, phone, size) -> None:
    """Dev's third cell is open; the heads of the columns covered it."""
    table = serve("score_sheet", "Ana", "Ben", "Cleo", "Dev")

    def play() -> None:
        opened = table.serving.table.opened
        for _ in range(11):
            opened.answer(opened.play.open()[0].key(), 12)
    table.call(play)
    ana = phone(table, "Ana", viewport={"width": size[0], "height": size[1]})
    ana.page.evaluate(BIG_TEXT + "; tableside.render()")
    ana.asked("How many for Dev?")
    assert all(gap >= -1 for gap in ana.page.evaluate(OPEN_CELL)), ana.page.evaluate(OPEN_CELL)


@pytest.mark.thorough
def test_large_text_stands_on_a_phone_in_landscape(serve, phone) -> None:
    """The bar took two rows, the seats stuck out, and a headline of four words took the page."""
    table = serve("windmill", "Ana", "Ben", "Cleo", "Dev")
    table.call(lambda: table.serving.table.opened.answer("Oldest/table", 3))
    ana = phone(table, "Ana", viewport={"width": 640, "height": 360})
    ana.page.evaluate(BIG_TEXT + "; tableside.render()")
    ana.asked("tell your story")
    stands(ana, "landscape")
    assert ana.page.evaluate(ABREAST) == 1
    assert ana.boxes("h1")[0]["height"] < 0.3 * 360


@pytest.mark.thorough
def test_dark_and_light_take_the_games_own_colours(serve, phone) -> None:
    table = serve("windward", "Ana", "Ben")
    for scheme, panel in (("dark", "#12192B"), ("light", "#F4F8FC")):
        guest = phone(table, "Ana" if scheme == "dark" else "Ben", color_scheme=scheme)
        assert guest.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--panel')") == panel


def test_a_name_of_html_stays_a_name(serve, phone) -> None:
    evil = "<img src=x onerror=alert(1)>"
    table = serve("toy", evil, "\u202eneB")
    ana = phone(table)
    ana.page.goto(table.url)
    ana.page.locator(".answer", has_text="<img").tap()
    ana.page.locator(".bar .me", has_text="<img").wait_for()
    assert ana.page.locator("img").count() == 0
    assert ana.page.evaluate(TOO_WIDE) <= 0


@pytest.mark.thorough
def test_the_keyboard_reaches_everything_and_the_focus_is_seen(serve, phone) -> None:
    ana = phone(serve("toy", "Ana", "Ben"), "Ana")
    reached = []
    for _ in range(12):
        ana.page.keyboard.press("Tab")
        reached.append(ana.page.evaluate("document.activeElement.innerText || document.activeElement.ariaLabel || ''"))
        outline = ana.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none" or reached[-1] == "" or ana.page.evaluate("document.activeElement === document.body")
    assert any("Why?" in one for one in reached) and any("All ready" in one for one in reached)
    ana.page.locator(".foot .first").focus()
    ana.page.keyboard.press("Enter")
    ana.asked("which lamp")
    assert "which lamp" in ana.page.evaluate("document.activeElement.textContent"), "the new question is read out"
    assert "which lamp" in ana.page.locator("#say").inner_text()


def test_the_page_has_less_than_75_kb_of_text_and_asks_nobody_else(serve, phone) -> None:
    """With the board's pictures, without the fonts."""
    table = serve("windward", "Ana", "Ben")
    guest = phone(table)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.page.goto(table.url)
    guest.join("Ana")
    guest.page.locator(".spot.hex use").first.wait_for()
    here = table.url.split("#")[0]
    others = ("/join", "/events", "/do", ".png", ".woff2")
    assert all(url.startswith(here) or url.startswith("data:") for url in asked), asked
    files = sorted({url for url in asked if not url.endswith(others) and not url.startswith("data:")})
    art = page_art(find_games().games["windward"].home)
    assert art is not None
    weight = len(gzip.compress(art.encode()))
    for url in files:
        wish = urllib.request.Request(url.split("#")[0], headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(wish) as reply:
            body = reply.read()
            weight += len(body)
            if reply.headers.get("Content-Encoding") == "gzip":
                assert len(gzip.decompress(body)) > len(body)
    assert weight < 75_000, weight
    print(f"{len(files)} files, {weight} bytes")


@pytest.mark.skipif(not PICTURES, reason="only for the pictures in docs/screenshots/web")
def test_docs_picture_for_adding_a_game(serve_alone, phone) -> None:
    table = serve_alone("--with", "examples/tableside-pebbles",
                        "--game", "pebbles", "--players", "Ana,Ben,Cleo")
    guest = phone(table, "Ana", **CLEAR)
    guest.page.locator(".answers button").first.wait_for()
    shot(guest, "pebbles")


@pytest.mark.skipif(not PICTURES, reason="only for the pictures in docs/screenshots/web")
def test_docs_pictures_for_the_readme(serve, phone) -> None:
    eight = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")
    table = serve("story", *eight)
    guests = [phone(table, name, **CLEAR if name == "Cleo" else {}) for name in eight]
    for place, guest in enumerate(guests):
        guest.robot(place, secrets=False)
    guests[2].page.locator("body.secret .answers").wait_for(timeout=60_000)
    for guest in (guests[0], guests[1], *guests[3:5]):
        guest.choose("Finn")
        guest.sees("Your answer is in.")
    shot(guests[2], "ballot")
    table = serve("windward", "Ana", "Ben", "Cleo")
    guests = [phone(table, name, **CLEAR) for name in ("Ana", "Ben", "Cleo")]
    for place, guest in enumerate(guests):
        guest.robot(place + 3)
    guests[2].until("S.mine?.ask?.kind === 'place' && S.mine.ask.sentence.includes('set sail')", 120)
    guests[2].page.evaluate("robot.rest()")
    guests[2].tap("Close the list")
    shot(guests[2], "windward-cleo")


@pytest.mark.skipif(not PICTURES, reason="only for the pictures in docs/screenshots/web")
def test_docs_picture_of_a_laptop(serve, phone) -> None:
    table = serve("winter_tales", "Ana", "Ben", "Cleo")
    sailing(table)
    host = phone(table, "Ana", viewport={"width": 1280, "height": 800}, color_scheme="dark")
    host.page.locator(".lit").first.wait_for(state="attached")
    shot(host, "winter_tales-wide")


@pytest.mark.thorough
def test_who_has_a_phone_is_told_beside_the_name(serve, phone) -> None:
    """The sign used to wrap below the token, which made its tile higher than the others."""
    table = serve("toy", "Ana", "Ben")
    phone(table, "Ana")
    other = phone(table)
    other.page.goto(table.url)
    other.sees("Who are you?")
    words, sign = other.boxes(".tiles .answer:first-child :is(.i, .words)")
    assert words["x"] <= sign["x"] and words["y"] <= sign["y"] < words["y"] + words["height"] / 2

"""The host's home by taps: covers, a play to resume, people as chips, seats to drag, how a play starts."""

from typing import Any

import pytest
from PIL import Image

from companion.core.setup import Person, Setup, people
from tests.web.axe import faults
from tests.web.test_lobby import choose, open_boxes, seat, seated, start
from tests.web.test_look import TOO_WIDE

pytestmark = pytest.mark.slow

SMALL = """() => [...document.querySelectorAll('#app button, #app summary, #app select, #app input')]
    .filter((one) => { const {width, height} = one.getBoundingClientRect();
    return width && (width < 44 || height < 44); }).map((one) => one.outerHTML.slice(0, 80))"""


def at_home(serve: Any, phone: Any, fill: Any = None, **more: Any) -> tuple[Any, Any]:
    """A host's phone of 360 x 640 before any play; `fill` has put things into the library."""
    table = serve("")
    if fill is not None:
        table.call(lambda: fill(table.serving.library))
        table.call(table.serving.server.handler.look)
    host = phone(table, viewport={"width": 360, "height": 640}, **more)
    host.page.goto(table.url)
    host.tap("Go on")
    host.page.locator(".covers").wait_for()
    return table, host


def friday(library: Any) -> None:
    library.save_group("Friday", people("Ana", "Ben", "Cleo", "Dev"))
    library.start("story", Setup(people("Ana", "Ben", "Cleo")))
    library.start("windmill", Setup((Person("Eva", 4), Person("Finn", 5), Person("Gus", 0))))


def test_covers_chips_and_seats_begin_a_play(serve, phone) -> None:
    table, host = at_home(serve, phone, friday)
    host.until("[...document.querySelectorAll('.cover img')].every((one) => one.complete)")
    covers = host.page.locator(".cover img")
    pictures = covers.evaluate_all("all => all.map((one) => one.naturalWidth)")
    assert len(pictures) == 5 and set(pictures) == {480}, "the games' own covers"
    assert host.page.locator(".cover .lid .i").count() == 3, "games without one show their icon"
    assert host.page.evaluate(SMALL) == []
    choose(host, "Story")
    assert seated(host) == ["Eva", "Finn", "Gus"], "who played last"
    low = host.boxes(".foot.start .first")[0]
    assert low["y"] + low["height"] <= 640 and host.page.evaluate("scrollY") == 0, "Start is in view"
    assert host.page.evaluate(SMALL) == []
    host.press(host.page.locator(".person", has_text="Friday"))
    assert seated(host) == ["Ana", "Ben", "Cleo", "Dev"]
    host.press(host.page.locator(".person", has_text="Ben"))
    host.press(host.page.locator(".person", has_text="Gus"))
    assert seated(host) == ["Ana", "Cleo", "Dev", "Gus"]
    host.sees("Start with four players")
    start(host)
    host.choose("Only this phone")
    play = table.call(lambda: table.serving.table.opened.play)
    seats = [(one.name, one.colour) for one in play.setup.people]
    assert seats == [("Ana", 0), ("Cleo", 2), ("Dev", 3), ("Gus", 1)]


@pytest.mark.thorough
def test_seats_are_dragged_renamed_recoloured_and_removed(serve, phone) -> None:
    _, host = at_home(serve, phone)
    choose(host, "Story")
    host.sees("Three more players")
    seat(host, "Ana", "Ben", "Cleo")
    first, _, last = host.boxes(".seats .handle")
    host.page.mouse.move(first["x"] + 20, first["y"] + 20)
    host.page.mouse.down()
    host.page.mouse.move(last["x"] + 20, last["y"] + 22, steps=6)
    host.page.mouse.up()
    assert seated(host) == ["Ben", "Cleo", "Ana"]
    host.page.locator(".seats .handle").nth(2).focus()
    host.page.keyboard.press("ArrowUp")
    assert seated(host) == ["Ben", "Ana", "Cleo"]
    assert host.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move Ana"
    host.press(host.page.locator(".seats .who", has_text="Cleo"))
    host.page.get_by_label("Name").fill("Clea")
    host.page.get_by_role("button", name="Sky, square", exact=True).tap()
    host.page.locator(".seats .who", has_text="Sky").get_by_text("Clea").wait_for()
    ben = host.page.locator(".seats .who", has_text="Ben")
    assert ben.inner_text().endswith("Sun, triangle"), "they swapped"
    host.press(host.page.locator(".seats .who", has_text="Ana"))
    host.tap("Remove this seat")
    assert seated(host) == ["Ben", "Clea"]
    host.sees("One more player")


@pytest.mark.thorough
def test_a_play_is_resumed_and_the_menu_before_it_has_only_what_works(serve, phone) -> None:
    table, host = at_home(serve, phone, friday)
    host.tap("Host")
    assert [one.split("\n")[-1] for one in host.page.locator("dialog .menu .button").all_inner_texts()] == [
        "History", "People and statistics", "Settings", "About and licences"]
    host.tap("Close")
    assert host.page.locator(".bar").get_by_role("button", name="Undo").count() == 0
    card = host.page.locator(".resume", has_text="Windmill")
    assert card.locator(".scores .t").count() == 3 and card.locator("img").count() == 1
    host.tap("Resume")
    host.choose("Only this phone")
    host.asked("Who is the oldest at the table?")
    assert table.call(lambda: table.serving.table.opened.row.game) == "windmill"


def three_plays(library: Any) -> None:
    """Ben won two, Ana one; Dev came for the last."""
    for game, names, winner in (("windmill", "Ana Ben Cleo", 1), ("story", "Ana Ben Cleo", 1),
                                ("toy", "Ana Ben Cleo Dev", 0)):
        library.end_here(library.start(game, Setup(people(*names.split()))).id, winner)


@pytest.mark.thorough
def test_tonight_has_a_podium_its_plays_and_a_picture(serve, phone) -> None:
    _, host = at_home(serve, phone, three_plays)
    line = host.page.locator("button.tonight", has_text="Tonight: Windmill, Story and Toy")
    assert "Ben: 2 wins" in line.inner_text()
    host.press(line)
    host.until("document.querySelectorAll('dialog .podium li').length === 4")
    steps = [one.split()[-2:] for one in host.page.locator("dialog .podium li").all_inner_texts()]
    assert steps == [["1", "Ana"], ["2", "Ben"], ["0", "Cleo"], ["0", "Dev"]]
    assert host.page.evaluate(TOO_WIDE) <= 0 and faults(host) == []
    with host.page.expect_download() as download:
        host.tap("As a picture")
    with Image.open(download.value.path()) as drawn:
        assert drawn.size == (1080, 1350)
        assert len(drawn.getcolors(2_000_000)) > 5000, "covers, tokens and words"
    host.press(host.page.locator("dialog .answer", has_text="Toy"))
    host.page.locator("dialog .told-text").wait_for()
    host.tap("Back")
    host.until("document.querySelectorAll('dialog .podium li').length === 4")


@pytest.mark.thorough
def test_points_turn_and_undo_are_in_sight_on_one_phone(serve, phone) -> None:
    _, host = at_home(serve, phone)
    choose(host, "Toy")
    seat(host, "Ana", "Ben")
    start(host)
    host.choose("Only this phone")
    host.asked("Is everybody ready?")
    assert host.page.locator("[data-kind] .strip li").count() == 2
    undo, redo = (host.page.locator(".bar").get_by_role("button", name=name) for name in ("Undo", "Redo"))
    assert undo.get_attribute("aria-disabled") == "true"
    host.tap("All ready")
    host.asked("which lamp")
    assert host.page.locator("[data-kind] .strip .now").count() == 1, "whose turn it is"
    host.press(undo)
    host.asked("Is everybody ready?")
    host.press(redo)
    host.asked("which lamp")


@pytest.mark.thorough
def test_a_play_is_ended_early_with_its_winner(serve, phone) -> None:
    table, host = at_home(serve, phone)
    choose(host, "Windmill")
    seat(host, "Ana", "Ben", "Cleo")
    start(host)
    host.choose("Only this phone")
    host.page.locator("[data-kind]").first.wait_for()
    host.tap("Host")
    host.press(host.page.locator("dialog .button", has_text="End this play"))
    host.press(host.page.locator("dialog .button", has_text="End with these points"))
    host.sees("Does anybody win?")
    assert host.page.locator("dialog .answer").all_inner_texts()[-1].strip().endswith("Nobody")
    host.press(host.page.locator("dialog .answer", has_text="Ben"))
    host.page.locator("main.home").wait_for()
    assert table.call(lambda: [str(one.outcome) for one in table.serving.library.history()]) == [
        "Ended early, Ben wins."]


@pytest.mark.thorough
def test_a_play_that_has_begun_already_is_entered_at_once(serve, phone) -> None:
    table, host = at_home(serve, phone)
    choose(host, "Windmill")
    seat(host, "Ana", "Ben", "Cleo")
    host.tap("Already started?")
    host.page.locator(".rise[data-k=fix] [data-path]").first.wait_for()
    assert host.page.locator(".rise[data-k=fix] h1").inner_text() == "Where are you in the game?"
    assert table.call(lambda: len(table.serving.library.plays())) == 1


@pytest.mark.thorough
def test_the_home_stands_on_320_pixels_with_big_text(serve, phone) -> None:
    _, host = at_home(serve, phone, friday)
    for width, size in ((320, "100%"), (360, "200%")):
        host.page.set_viewport_size({"width": width, "height": 640})
        host.page.evaluate(f"document.documentElement.style.fontSize = '{size}'; tableside.render()")
        for game in ("Windward", ""):
            if game:
                choose(host, game)
            else:
                host.tap("Back")
            assert host.page.evaluate("document.documentElement.scrollWidth") <= width, (width, size, game)
            assert host.page.evaluate(SMALL) == []


BROKEN = """() => [...document.querySelectorAll('main b, main h1, main small, main .left')].flatMap((one) => {
    const text = [...one.childNodes].find((each) => each.nodeType === 3 && each.data.trim());
    return [...(text?.data || '').matchAll(/\\S+/g)].filter(({0: word, index}) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
"""Words that go on in the next line."""


@pytest.mark.thorough
def test_big_text_breaks_no_word_of_the_home(serve, phone) -> None:
    """Beside its icons, Tonight had one letter in each line."""
    _, host = at_home(serve, phone, three_plays)
    host.page.set_viewport_size({"width": 360, "height": 640})
    host.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    host.page.locator("button.tonight b").wait_for()
    assert host.page.evaluate(BROKEN) == []


TORN = """() => { const found = [];
    const root = document.querySelector('dialog[open]') || document.querySelector('main');
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) for (const one of texts.currentNode.data.matchAll(/[\\p{L}']{4,}/gu)) {
        const [word] = one, range = document.createRange();
        range.setStart(texts.currentNode, one.index);
        range.setEnd(texts.currentNode, one.index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
    }
    return found.concat([...root.querySelectorAll('.block .name')].filter((one) =>
        one.scrollWidth > one.clientWidth).map((one) => one.textContent)); }"""
"""Words that go on in the next line, and names on a podium that are cut."""


def six_long_names(library: Any) -> None:
    six = people("Maximiliane", "Ana", "Bartholomew", "Christopher", "Ben", "Friederike")
    library.save_group("Freundinnen vom Freitag", six)
    for winner in (0, 2, 3):
        library.end_here(library.start("story", Setup(six)).id, winner)


@pytest.mark.thorough
def test_long_names_stay_whole_on_320_pixels_with_big_text(serve, phone) -> None:
    """Chips and rows had Maximilia|ne, and tonight's podium Bartholo…"""
    _, host = at_home(serve, phone, six_long_names)
    host.page.set_viewport_size({"width": 320, "height": 640})
    host.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    host.press(host.page.locator("button.tonight"))
    host.until("document.querySelectorAll('dialog .podium li').length === 3")
    assert host.page.evaluate(TORN) == []
    host.tap("Close")
    host.tap("People and statistics")
    host.page.locator("dialog .answer", has_text="Maximiliane").wait_for()
    assert host.page.evaluate(TORN) == []
    host.tap("Close")
    choose(host, "Story")
    assert seated(host)[0] == "Maximiliane" and host.page.evaluate(TORN) == []
    start(host)
    host.page.locator("[data-k=whoami] .answer", has_text="Bartholomew").wait_for()
    assert host.page.evaluate(TORN) == []


@pytest.mark.thorough
def test_many_people_fill_no_more_than_three_screens(serve, phone) -> None:
    def many(library: Any) -> None:
        for number in range(24):
            library.add_person(Person(f"Person {number:02}", number % 8))
    _, host = at_home(serve, phone, many)
    host.tap("People and statistics")
    host.page.locator("dialog summary", has_text="4 more").wait_for()
    seen, folded = host.page.locator("dialog .answers").all()
    assert (seen.locator(".answer").count(), folded.locator(".answer").count()) == (20, 4)
    assert seen.bounding_box()["height"] <= 3 * 640
    host.press(host.page.locator("dialog summary"))
    host.press(folded.locator(".answer").last)
    host.page.locator("dialog h2", has_text="Person 23").wait_for()


PARTS = """() => [...document.querySelectorAll('.resume .button, .seats .who > span')].flatMap((one) => {
    if (one.closest('details:not([open])')) return [];
    const range = document.createRange();
    range.selectNodeContents(one.querySelector('span:not(.i, .sr)') || one.firstChild);
    const words = range.getBoundingClientRect();
    const card = one.closest('.resume, .seats').getBoundingClientRect();
    return [[words.right <= card.right - 8, range.getClientRects().length]];
})"""
"""Are the words inside their card, and on how many lines?"""


@pytest.mark.thorough
def test_resume_seats_and_the_editor_fit_320_pixels_with_big_text(serve, phone) -> None:
    """Resume was cut at the card's edge, Ana took a line for each letter, the editor was 67 px too wide."""
    _, host = at_home(serve, phone, friday)
    host.page.set_viewport_size({"width": 320, "height": 640})
    host.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    host.page.locator(".resume .button").first.wait_for()
    found = host.page.evaluate(PARTS)
    assert found and all(one == [True, 1] for one in found), found
    choose(host, "Windward")
    seat(host, "Ana", "Bartholomew")
    assert host.page.evaluate(PARTS) == [[True, 1], [True, 1]]
    open_boxes(host)
    host.tap("Enter my own box")
    host.sees("Save this box")
    assert host.page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.thorough
def test_eight_seats_make_the_page_no_wider(serve, phone) -> None:
    """The hidden names of seats that are scrolled out once widened the page, and the sheets with it."""
    _, host = at_home(serve, phone)
    choose(host, "Story")
    seat(host, "Ana", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana")
    start(host)
    host.choose("Only this phone")
    host.page.locator("[data-kind] .strip li").first.wait_for()
    assert host.page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [360, 360]

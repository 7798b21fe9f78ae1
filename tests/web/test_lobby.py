"""`serve` without a game: the first phone begins a play, ends it and begins the next; the others go along."""

from typing import Any

import pytest

from tests.web.test_table import correct_step

pytestmark = pytest.mark.slow


def choose(host: Any, game: str) -> None:
    """Tap its cover, unless its form is open already."""
    host.page.locator("main.home").wait_for()
    if host.page.locator("main[data-k=new]").count():
        if game in host.headline:
            return
        host.tap("Back")
    host.press(host.page.locator(".cover", has_text=game).first)
    host.page.locator("main[data-k=new]").wait_for()


def open_boxes(host: Any) -> None:
    """Unfold the owner's boxes."""
    if not host.page.locator("details[open] [name=box]").count():
        host.press(host.page.locator("summary", has_text="Your box"))


def seat(host: Any, *names: str) -> None:
    """Only these, in this order."""
    host.page.evaluate("Object.assign(tableside.form, {people: [], seated: true, typed: ''})")
    host.page.locator("#name").fill(", ".join(names))
    host.page.locator("#name").press("Enter")
    host.until(f"document.querySelectorAll('.seats li').length === {len(names)}")


def seated(host: Any) -> list[str]:
    names: list[str] = host.page.evaluate(
        "[...document.querySelectorAll('.seats .who > span')].map((one) => one.firstChild.data)")
    return names


def start(host: Any) -> None:
    host.press(host.page.locator(".foot.start .first"))


def begin(host: Any, game: str, *names: str) -> None:
    """By the form on the host's page."""
    choose(host, game)
    seat(host, *names)
    start(host)


@pytest.mark.thorough
def test_a_double_tap_on_start_begins_one_play_and_says_nothing(serve: Any, phone: Any) -> None:
    """It said that the table had moved on."""
    table = serve("")
    host = phone(table)
    host.page.goto(table.url)
    host.tap("Go on")
    choose(host, "Windmill")
    seat(host, "Ana", "Ben", "Cleo")
    host.page.evaluate("""() => { const [one] = tableside.sessions, take = one.take.bind(one);
        one.take = (message) => setTimeout(take, 300, message); }""")  # the news after the reply
    host.page.locator(".foot.start .first").evaluate("(one) => { one.click(); one.click(); }")
    host.page.locator("main[data-k=whoami]").wait_for()
    host.page.evaluate("line_.then(() => null)")
    assert not host.page.evaluate("said.some((one) => one.includes('moved on'))")
    assert table.call(lambda: len(table.serving.library.plays())) == 1


def nobody(host: Any) -> None:
    """The host of these tests has no seat."""
    host.page.locator(".answer", has_text="I’m only the host").tap()


def test_the_first_phone_begins_a_play_corrects_undoes_ends_it_and_begins_another(serve, phone) -> None:
    table = serve("")
    host, other = phone(table), phone(table)
    host.page.goto(table.url)
    host.sees("Nothing is being played yet")
    host.tap("Go on")
    host.sees("Which box is on the table?")
    other.page.goto(table.url)
    other.sees("The host is starting a play")

    choose(host, "Toy")
    seat(host, "Ana")
    host.page.locator(".foot.start .not", has_text="One more player").wait_for()
    menu = host.page.get_by_role("button", name="Host").element_handle()
    begin(host, "Toy", "Ana", "Ben")
    nobody(host)
    host.asked("Is everybody ready?")
    assert menu.get_attribute("aria-label") == "Host", "a finger on it doesn't press Undo"
    other.choose("Ben")
    other.page.locator(".bar .me", has_text="Ben").wait_for()
    assert other.page.get_by_role("button", name="Host").count() == 0

    host.tap("All ready")
    host.asked("which lamp")
    host.tap("Undo")
    host.asked("Is everybody ready?")
    correct_step(host, 12)
    other.asked("Who told it best?")

    host.tap("Host")
    host.tap("End this play")
    host.page.locator("dialog").get_by_text("Phones have to join the next one again.").wait_for()
    host.page.locator("dialog .first").tap()
    host.sees("Which box is on the table?")
    other.sees("This phone has no seat now")
    begin(host, "Key Words", "Ana", "Ben", "Cleo")
    nobody(host)
    host.asked("Who narrates first?")
    other.tap("Join again")
    other.choose("Cleo")
    other.asked("Who narrates first?")
    assert table.call(lambda: len(table.serving.library.plays())) == 2


@pytest.mark.thorough
def test_when_a_play_is_over_the_host_begins_the_next_and_the_same_people_keep_their_seats(serve, phone) -> None:
    table = serve("pebbles", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.robot(1)
    ben.robot(2)
    ana.until("S.table.state === 'over'")
    for guest in (ana, ben):
        guest.page.evaluate("robot.rest().then(() => sheet.close())")  # it may have opened the log
        guest.sees("Place 1")
        assert guest.page.locator(".podium .step-1 .i").count() == guest.page.evaluate("S.table.outcome.winners.length")
        assert guest.page.locator("main h1").count() == 1 and guest.page.locator(".race polyline.run").count() == 2
    ana.tap("New play")
    ana.sees("Who plays Pebbles?")
    assert seated(ana) == ["Ana", "Ben"], "who played plays again"
    begin(ana, "Toy", "Ana", "Ben")
    ana.asked("Is everybody ready?")
    ben.sees("Is everybody ready?")
    assert "Ben" in ben.page.locator(".bar .me").inner_text(), "without a touch"


@pytest.mark.thorough
def test_serve_by_itself_brings_the_whole_page_and_the_board(serve_alone, phone) -> None:
    """With TABLESIDE_PROGRAM: the double-click program, which finds its files in its own way."""
    table = serve_alone("--game", "windward", "--players", "Ana,Ben")
    guest, refused = phone(table), []
    guest.page.on("response", lambda reply: refused.append(reply.url) if reply.status >= 400 else None)
    guest.join("Ana")
    guest.page.locator(".spot.hex use").first.wait_for()  # the Post, with the app's own picture
    assert guest.page.locator(".spot.hex").count() == 91
    assert guest.page.evaluate("document.fonts.size") >= 2
    assert refused == []

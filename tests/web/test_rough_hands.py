"""Bad timing in the page: double taps, seats lost offline, two tabs, open sheets."""

from typing import Any

import pytest

from tests.web.table import Guest, until_so
from tests.web.test_coming_back import answers

pytestmark = pytest.mark.slow


def asks(table: Any) -> int:
    return int(table.call(lambda: len(table.serving.table.asks)))


@pytest.mark.thorough
def test_a_seat_freed_while_its_answer_waits_can_be_taken_again_and_answers(serve, phone) -> None:
    """The page used to wait for the lost seat's network for ever and ignored all touches."""
    table = serve("toy", "Ana", "Ben")
    ben, ana = phone(table, "Ben"), phone(table, "Ana")
    ben.tap("All ready")
    ana.asked("Ana, which lamp")
    ana.context.set_offline(True)
    ana.choose("Green")
    ana.sees("Your answer will be sent when the table is back.")
    ben.tap("Host")
    ben.tap("Who sits at the table?")
    ben.page.locator("dialog .answer", has_text="Ana").tap()
    ben.tap("Free Ana’s seat")
    until_so(lambda: table.call(lambda: sorted(table.serving.table.joined)) == [1], "Ana's seat is free")
    ana.context.set_offline(False)
    ana.sees("Who are you?")
    ana.choose("Ana")
    ana.asked("Ana, which lamp")
    assert answers(table) == ["Ready/table"], "what the lost seat wanted to say is not sent"
    ana.choose("Green")
    until_so(lambda: len(answers(table)) == 2, "the answer counts")


def test_a_double_tap_on_the_own_name_asks_nobody(serve, phone) -> None:
    """A slow network: the second tap comes before the reply to the first. It would have asked for a taken seat."""
    table = serve("toy", "Ana", "Ben")
    phone(table, "Ana")
    ben = phone(table)
    ben.page.goto(table.url)
    held: list[Any] = []
    ben.page.route("**/join", lambda route: (held.append(route) if '"seat"' in route.request.post_data
                                             else route.continue_()))
    name = ben.page.locator(".answer", has_text="Ben").first
    name.tap()
    name.tap()
    until_so(lambda: held or ben.page.evaluate("0"), "the request")
    ben.page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    assert len(held) == 1
    held[0].continue_()
    ben.page.locator(".bar .me", has_text="Ben").wait_for()
    assert asks(table) == 0


@pytest.mark.thorough
def test_a_seat_given_up_without_network_is_free_when_the_network_is_back(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    phone(table, "Ana")
    ben = phone(table, "Ben")
    ben.context.set_offline(True)
    ben.until("link === 'looking'")
    ben.page.locator(".bar .me").tap()
    ben.tap("Give up my seat")
    ben.context.set_offline(False)
    ben.choose("Ben")
    ben.page.locator(".bar .me", has_text="Ben").wait_for()
    assert asks(table) == 0, "nobody else has the seat, so the host isn't asked"


@pytest.mark.thorough
def test_two_tabs_with_two_seats_keep_both_after_loading_again(serve, phone) -> None:
    """Scanned twice: both tabs listed the seats, and the second one forgot the first one's."""
    table = serve("toy", "Ana", "Ben", "Cleo")
    first = phone(table)
    first.page.goto(table.url)
    second = first.context.new_page()
    second.goto(table.url)
    first.choose("Ana")
    first.page.locator(".bar .me", has_text="Ana").wait_for()
    second.locator(".answer", has_text="Ben").first.tap()
    second.locator(".bar .me", has_text="Ben").wait_for()
    first.page.reload()
    first.until("tableside.sessions.length === 2 && tableside.sessions.every((one) => one.link === 'here')")
    assert table.call(lambda: sorted(table.serving.table.joined)) == [0, 1]


def be_host(table: Any, seat: int) -> None:
    """As after a minute without the host's phone."""
    table.serving.table.guests.host_is_now(seat)
    table.serving.table.look()


@pytest.mark.thorough
def test_the_hosts_menu_closes_when_another_phone_is_the_host(serve, phone) -> None:
    """Its buttons would raise, or promise what only the host may do."""
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.tap("Host")
    table.call(lambda: be_host(table, 1))
    ben.page.get_by_role("button", name="Host").wait_for()
    ana.until("!S.host")
    assert ana.page.locator("dialog[open]").count() == 0


@pytest.mark.thorough
def test_the_keyboard_and_a_screen_reader_follow_from_one_sheet_to_the_next(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana: Guest = phone(table, "Ana")
    ana.page.get_by_role("button", name="Host").press("Enter")
    ana.page.locator("dialog").get_by_role("button", name="Who sits at the table?").press("Enter")
    ana.page.locator("dialog .answer", has_text="Ben").wait_for()
    assert ana.page.evaluate("document.activeElement.textContent") == "Who sits at the table?"
    ana.page.keyboard.press("Escape")
    assert ana.page.locator("dialog[open]").count() == 0

"""Bad cases: a phone that slept, lost its network or its seat; a host that died; two answers at once; a closed door."""

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.services.phones.room import Room
from tests.web.table import At, Guest, Table

pytestmark = pytest.mark.slow

def answers(table: Table) -> list[str]:
    with sqlite3.connect(f"file:{table.home / 't.db'}?mode=ro", uri=True) as store:
        return [str(key) for (key,) in store.execute("SELECT json_extract(line, '$.key') FROM records ORDER BY number")]


@pytest.mark.thorough
def test_a_phone_that_slept_is_right_again_without_a_touch(serve, phone) -> None:
    """Asleep: its stream is dead, and nobody has told it. Waking is all it gets."""
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ben.page.evaluate("""() => { const one = tableside.sessions[0]; window.kept = one.token; one.token = '';
        one.stream.abort(); }""")  # as frozen: nothing is heard any more
    ana.tap("All ready")
    ana.asked("which lamp")
    assert "lamp" not in ben.page.evaluate("S.table.headline")
    ben.page.evaluate("""() => { const one = tableside.sessions[0]; one.token = kept; one.heard = 0; one.listen();
        document.dispatchEvent(new Event('visibilitychange')); }""")
    ben.until("S.table.headline.includes('lamp')")
    ben.sees("Ana, which lamp do you light?")


@pytest.mark.thorough
def test_a_silently_dead_stream_is_noticed(serve_alone, phone) -> None:
    """The host stands still, as an app in the background: no byte comes, no error either."""
    table = serve_alone("--game", "keywords", "--players", "Ana,Ben,Cleo")
    ana = phone(table, "Ana")
    table.process.send_signal(signal.SIGSTOP)
    ana.page.evaluate("tableside.sessions[0].heard = 0; document.dispatchEvent(new Event('visibilitychange'))")
    ana.sees("Looking for Ana")
    table.process.send_signal(signal.SIGCONT)
    ana.page.get_by_role("status").get_by_text("Ana's table", exact=True).wait_for()
    ana.asked("Who narrates first?")


@pytest.mark.thorough
def test_whoever_has_a_seat_reads_only_whose_table_it_is(serve, phone) -> None:
    ben = phone(serve("toy", "Ana", "Ben"), "Ben")
    ben.page.locator(".bar").get_by_role("status").get_by_text("Ana's table", exact=True).wait_for()


def test_an_answer_given_without_network_is_sent_once(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    ana.context.set_offline(True)
    ana.sees("Looking for Ana")
    ana.tap("All ready")
    ana.sees("Your answer will be sent when the table is back.")
    assert answers(table) == []
    ana.context.set_offline(False)
    ana.asked("which lamp")
    assert answers(table) == ["Ready/table"]
    assert ana.page.get_by_text("Your answer will be sent").count() == 0


@contextmanager
def losing_a_reply(guest: Guest, path: str, which: str = "") -> Iterator[None]:
    """The first request that contains this text is processed, but its reply is lost."""
    lost: list[Any] = []

    def pass_on(route: Any) -> None:
        if not lost and which in (route.request.post_data or ""):
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()
    guest.page.route(path, pass_on)
    end = path.removeprefix("**")
    with guest.page.expect_event("requestfailed", lambda request: request.url.endswith(end)):
        yield


@pytest.mark.thorough
def test_a_seat_whose_reply_was_lost_is_mine(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table)
    with losing_a_reply(ana, "**/join", '"seat"'):
        ana.join("Ana")
    ana.asked("Is everybody ready?")


@pytest.mark.thorough
def test_whoever_began_and_lost_the_reply_is_still_the_host(serve, phone) -> None:
    table = serve("")
    host = phone(table)
    with losing_a_reply(host, "**/join", '"seat"'):
        host.page.goto(table.url)
        host.tap("Go on")
    host.sees("Which box is on the table?")


@pytest.mark.thorough
def test_a_host_that_sleeps_while_a_guest_scans_is_found_when_it_wakes(tmp_path: Path, phone) -> None:
    with Room(tmp_path, "story") as room:
        room.asleep = True
        ana = phone(At(room))
        ana.page.goto(ana.table.url)
        ana.hears("The table's device is asleep")
        room.asleep = False
        ana.join("Ana")


@pytest.mark.thorough
def test_an_answer_whose_reply_was_lost_counts_once(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    with losing_a_reply(ana, "**/do"):
        ana.tap("All ready")
    ana.asked("which lamp")
    ana.until("waiting === 0")
    assert answers(table) == ["Ready/table"]


@pytest.mark.thorough
def test_of_two_answers_at_once_the_first_counts_and_the_other_is_told(serve, phone) -> None:
    table = serve("keywords", "Ana", "Ben", "Cleo")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    for guest in (ana, ben):
        guest.asked("Who narrates first?")
    at = ana.page.evaluate("Date.now()") + 500
    for guest, place in ((ana, 0), (ben, 1)):
        guest.page.evaluate("""([at, place]) => setTimeout(
            () => document.querySelectorAll('.answers .answer')[place]?.click(), at - Date.now())""", [at, place])
    for guest in (ana, ben):
        guest.until("!document.querySelector('#app h1').textContent.includes('narrates first')")
    assert answers(table).count("FirstNarrator/table") == 1
    told = [guest.page.locator("#toast").inner_text() for guest in (ana, ben)]
    assert sorted(told) in (["", "The table has moved on. Look again."], ["", ""])


@pytest.mark.thorough
def test_a_second_tab_takes_over_and_the_first_can_take_back(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table, "Ana")
    second = ana.context.new_page()
    second.goto(table.url)
    second.get_by_text("Is everybody ready?").first.wait_for()
    ana.sees("Another page is open")
    ana.tap("Use it here")
    ana.asked("Is everybody ready?")


@pytest.mark.thorough
def test_after_a_new_start_everybody_is_back_without_a_tap(serve_alone, phone) -> None:
    """After a kill: tests/web/test_evenings.py."""
    names = ("Ana", "Ben", "Cleo")
    table = serve_alone("--game", "keywords", "--players", ",".join(names))
    guests = [phone(table, name) for name in names]
    table.process.send_signal(signal.SIGINT)
    table.process.wait(60)
    for guest in guests:
        guest.until("link === 'looking'")
        guest.sees("It reconnects by itself, and you keep your seat.")
    sleep(3)  # the longest pause between two tries has come
    table.start()
    for guest, name in zip(guests, names, strict=True):
        guest.page.locator(".bar .me", has_text=name).wait_for()
        guest.asked("Who narrates first?")
    guests[0].page.get_by_role("button", name="Host").wait_for()


@pytest.mark.thorough
def test_the_code_is_typed_where_nothing_was_scanned(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table)
    ana.page.goto(table.url.split("#")[0])
    ana.sees("Which code does the table show?")
    ana.page.locator("input").fill("aaaa" if table.code != "AAAA" else "bbbb")
    ana.tap("Go on")
    ana.sees("Wrong code.")
    ana.page.locator("input").fill(table.code.lower())
    ana.tap("Go on")
    ana.choose("Ben")
    ana.page.locator(".bar .me", has_text="Ben").wait_for()


@pytest.mark.thorough
def test_a_freed_seat_says_so(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana, ben = phone(table, "Ana"), phone(table, "Ben")
    ana.tap("Host")
    ana.tap("Who sits at the table?")
    ana.page.locator("dialog .answer", has_text="Ben").tap()
    ana.tap("Free Ben’s seat")
    ben.sees("This phone has no seat now")


@pytest.mark.thorough
def test_without_javascript_the_page_says_what_to_do(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    guest = phone(table, java_script_enabled=False)
    guest.page.goto(table.url)
    assert "Switch JavaScript on" in guest.page.locator("noscript").text_content()


@pytest.mark.thorough
@pytest.mark.parametrize(("what", "said"), [("page.js", "This browser is too old"),
                                            ("words", "The table can’t be reached")])
def test_a_page_that_cannot_run_says_so_in_words(serve, phone, what: str, said: str) -> None:
    """An old browser can't read the modules; a host that sleeps gives no words."""
    table = serve("toy", "Ana", "Ben")
    guest = phone(table)
    broken = {"status": 200, "content_type": "text/javascript", "body": "let a = ;"}
    guest.page.route(f"**/{what}", lambda route: route.fulfill(**broken) if what == "page.js" else route.abort())
    guest.page.goto(table.url)
    guest.sees(said)
    guest.page.unroute_all()
    if what == "words":
        guest.sees("Who are you?")
        guest.page.get_by_text(said).wait_for(state="hidden")
    guest.errors.clear()


@pytest.mark.thorough
def test_a_browser_without_dialogs_shows_its_sheets_all_the_same(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table)
    ana.prepare("delete HTMLDialogElement.prototype.showModal; delete HTMLDialogElement.prototype.close;")
    ana.join("Ana")
    ana.tap("Host")
    ana.sees("Fix something")
    ana.tap("Close")
    assert not ana.page.locator("dialog").is_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("part", ["host/host.js", "host/home.js"])
def test_a_part_that_the_network_lost_comes_later(serve, phone, part: str) -> None:
    table = serve("")
    host = phone(table)
    lost: list[str] = []
    host.page.route(f"**/{part}", lambda route: (lost.append(part), route.abort()))
    host.page.goto(table.url)
    host.tap("Go on")
    host.sees("Which box is on the table?")
    assert lost == [part], "the first request failed, the second has another address"


@pytest.mark.thorough
def test_a_lost_script_that_another_one_imports_comes_with_a_reload(serve, phone) -> None:
    """Some browsers keep it as failed, whatever the address of the script that imports it."""
    table = serve("")
    host = phone(table)
    loads: list[str] = []
    host.page.on("domcontentloaded", lambda page: loads.append(page.url))
    host.page.route("**/host/hosting.js",
                    lambda route: route.abort() if len(loads) < 2 else route.continue_())
    host.page.goto(table.url)
    host.tap("Go on")
    host.sees("reload this page")
    host.tap("Try again")
    host.sees("Which box is on the table?")
    host.errors.clear()

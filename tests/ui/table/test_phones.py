"""The table screen while guests have phones: who answers where, secret answers, the inviting sheet, a late finger."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.services.phones import limits
from tests.services.phones.room import Guest, request
from tests.ui.conftest import Start
from tests.ui.toy import toy
from tests.web.table import read_qr


@pytest.fixture(autouse=True)
def in_this_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server listens on this machine alone, on any port."""
    from companion.services.phones import addresses, guest_table
    real = guest_table.GuestTable.__init__

    def near(self: Any, *args: Any, **named: Any) -> None:
        real(self, *args, **{**named, "connect": guest_table.by_sockets(0, "127.0.0.1")})
    monkeypatch.setattr(guest_table.GuestTable, "__init__", near)
    monkeypatch.setattr(addresses, "in_the_room", lambda found=None: ["127.0.0.1"])


@pytest.fixture(autouse=True)
def no_phone_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """These guests hold no stream open, and a busy machine needs longer than two seconds."""
    monkeypatch.setattr(limits, "AWAY_SECONDS", 600.0)


class Door:
    """An app with an open door; guests ask from another thread while the app's frames go on."""

    def __init__(self, drive: Any) -> None:
        self.drive = drive
        self.phones = drive.app.device.guests.open(drive.app.page.controller.opened)
        drive.advance(0.3)

    def meanwhile(self, work: Any) -> Any:
        with ThreadPoolExecutor(1) as other:
            done = other.submit(work)
            while not wait([done], 0.005).done:
                self.drive.advance(0.02)
            return done.result()

    def join(self, seat: int) -> Guest:
        reply = self.meanwhile(lambda: request(self.phones.server.port, "POST", "/join",
                                               {"secret": self.phones.guests.secret, "seat": seat}))
        return Guest(self.phones.server.port, reply[1]["token"])

    def do(self, guest: Guest, op: str, key: str, **more: Any) -> Any:
        return self.meanwhile(lambda: guest.do(op, key, **more))


def test_a_seat_with_a_phone_answers_there_and_answer_here_brings_it_back(at_table: Start) -> None:
    drive = at_table(toy("lamp", "lamp", "who"))
    door, page = Door(drive), drive.app.page
    ana = door.join(0)
    drive.advance(0.3)
    assert page.panel.headline.text == "Ana answers on their phone."
    assert door.do(ana, "tap", "Lamp/0", token="red") == {"ok": True, "answered": True}
    assert [record.answer for record in page.play.log] == ["red"]
    drive.tap("Answer here")
    assert page.panel.headline.text == "Ana, which lamp do you light?"
    drive.tap("Green lamp")
    assert [record.answer for record in page.play.log] == ["red", "green"]


def test_whoever_answers_first_counts_and_the_other_is_told(at_table: Start) -> None:
    drive = at_table(toy("lamp", "lamp", "who"))
    door, page = Door(drive), drive.app.page
    ana = door.join(0)
    old = door.meanwhile(ana.state)
    drive.advance(0.3)
    drive.tap("Answer here")
    drive.tap("Green lamp")
    reply = door.meanwhile(lambda: ana.do("tap", "Lamp/0", old, token="red"))
    assert reply == {"stale": "The table has moved on. Look again."}
    assert [record.answer for record in page.play.log] == ["green"]


def test_votes_by_phone_alone_are_opened_by_one_tap(at_table: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = at_table(toy("vote", "who"))
    door, page = Door(drive), drive.app.page
    guests = [door.join(seat) for seat in range(3)]
    drive.advance(0.3)
    assert page.dark.on_phones and page.dark.title.text == "Ana, Ben and Cleo answer on their phones"
    keys = [one.key() for one in page.situation.asked]
    for guest, key in list(zip(guests, keys, strict=True))[:2]:
        assert door.do(guest, "tap", key, token=0)["ok"]
    drive.advance(0.2)
    assert page.dark.title.text == "Cleo answers on their phone" and not page.dark.waits
    assert door.do(guests[2], "tap", keys[2], token=0)["ok"]
    drive.advance(0.3)
    assert page.dark.waits and door.phones.views.sealed
    store, saved = drive.app.library.store, []
    save = store.set

    def note(key: str, value: Any) -> None:
        saved.append(key)
        save(key, value)

    monkeypatch.setattr(store, "set", note)
    drive.tap("Reveal all votes")
    drive.advance(0.5)
    assert [key.partition(".")[0] for key in saved].count("votes_opened") == 1
    assert not page.dark.waits and not door.phones.views.sealed
    assert door.meanwhile(guests[0].state)["table"]["state"] == "question"


@pytest.mark.thorough
def test_the_device_is_handed_to_those_without_a_phone_only(at_table: Start) -> None:
    drive = at_table(toy("vote", "who"))
    door, page = Door(drive), drive.app.page
    door.join(0)
    door.join(2)
    drive.advance(0.3)
    assert not page.dark.on_phones and page.dark.title.text == "Pass the phone to Ben"
    page.controller.opened.answer(page.situation.asked[1].key(), 0)
    drive.advance(0.3)
    assert page.dark.on_phones and page.dark.title.text == "Ana and Cleo answer on their phones"


@pytest.mark.thorough
def test_a_finger_on_the_stage_is_bound_to_what_it_saw(at_table: Start) -> None:
    drive = at_table(toy("lamp", "lamp", "who"))
    page = drive.app.page
    page.phones.touch_down(touch := type("Touch", (), {"ud": {}})())
    drive.app.page.controller.opened.answer("Lamp/0", "red")
    page.phones.touch_up(touch)
    assert not page.answer(page.situation.question, "green")
    page.phones.touch_done()
    assert [record.answer for record in page.play.log] == ["red"]
    assert page.answer(page.situation.question, "green")


@pytest.mark.thorough
def test_a_sheet_about_the_old_question_closes_with_a_word(at_table: Start) -> None:
    drive = at_table(toy("lamp", "lamp", "who"))
    page = drive.app.page
    page.open_why()
    drive.advance(0.5)
    assert drive.app.sheets
    page.controller.opened.answer("Lamp/0", "red")
    drive.advance(0.6)
    assert not drive.app.sheets and drive.app.notice.words.text == "Somebody answered on another phone. Look again."


def test_invite_shows_a_code_that_leads_to_the_door_and_who_has_joined(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    page = drive.app.page
    page.open_menu()
    drive.advance(0.5)
    drive.tap("Invite phones")
    drive.advance(0.6)
    sheet = drive.app.sheets[-1]
    phones = drive.app.device.guests.table
    assert phones is not None and phones.is_open
    code = next(part for part in sheet.column.parts if hasattr(part, "url"))
    assert code.url == f"http://127.0.0.1:{phones.server.port}/#s={phones.guests.secret}"
    assert read_qr(drive.picture()) == code.url, "as a camera sees it on the screen"
    door = Door(drive)
    door.join(1)
    drive.advance(0.4)
    assert [row.second.text for row in rows_of(sheet)] == \
        ["uses this device", "joined", "uses this device"]
    rows_of(sheet)[1].dispatch("on_tap")
    drive.advance(0.3)
    assert phones.joined == {1} and rows_of(sheet)[1].second.text == "tap again to free the seat"
    rows_of(sheet)[1].dispatch("on_tap")
    drive.advance(0.3)
    assert phones.joined == frozenset()
    drive.tap("Ready")
    drive.advance(0.6)
    assert not drive.app.sheets and phones.is_open, "Ready leaves the table open to phones"
    drive.app.back()
    drive.advance(0.6)
    assert not phones.is_open and drive.app.device.guests.table is None
    assert not [one for one in threading.enumerate() if one.name == "phones"]
    kept = json.loads((drive.app.home / "phones.json").read_text(encoding="utf-8"))
    assert kept["plays"][0]["open"] is True  # it opens again with the play


def no_door(drive: Any, port: int) -> bool:
    """Neither a thread nor a port is left."""
    with pytest.raises(ConnectionRefusedError):
        request(port, "GET", "/")
    return drive.app.device.guests.table is None and not [
        one for one in threading.enumerate() if one.name == "phones"]


def test_close_the_door_shuts_it_and_tells_the_guests(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    drive.app.page.open_menu()
    drive.advance(0.5)
    drive.tap("Invite phones")
    drive.advance(0.6)
    door = Door(drive)
    ana, port = door.join(0), door.phones.server.port
    door.meanwhile(ana.connect)
    drive.tap("Disconnect phones")
    drive.advance(0.6)
    while "gone" not in (said := ana.read()):
        pass
    assert said["gone"] == "closed" and no_door(drive, port)
    assert not drive.app.sheets and drive.app.page.panel.headline.text == "Ana, which lamp do you light?"


def test_the_door_closes_with_the_app(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    door = Door(drive)
    ana, port = door.join(0), door.phones.server.port
    door.meanwhile(ana.connect)
    drive.app.dispatch("on_stop")
    while "gone" not in (said := ana.read()):
        pass
    assert said["gone"] == "closed" and no_door(drive, port)


def rows_of(sheet: Any) -> list[Any]:
    return [row for part in sheet.column.parts for row in getattr(part, "parts", []) if hasattr(row, "second")]


@pytest.mark.thorough
def test_android_shows_a_notice_while_the_door_is_open(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    calls = drive.app.machine.calls
    assert not [call for call in calls if call[0].startswith("notice")]
    Door(drive)
    shown = ("notice.show", "Phones can join", "Tap to come back to the table.")
    assert [call for call in calls if call[0].startswith("notice")] == [shown]
    drive.app.back()
    drive.advance(0.6)
    assert [call for call in calls if call[0].startswith("notice")] == [shown, ("notice.hide",)]


@pytest.mark.thorough
def test_a_new_play_may_begin_with_its_door_open(start: Start) -> None:
    drive = start(games=[toy("lamp", "who")], size=(412, 892))
    drive.app.go("new_play", game="toy")
    drive.advance(0.6)
    page = drive.app.page
    for name in ("Ana", "Ben", "Cleo"):
        page.enter(name)
    drive.advance(0.5)
    drive.tap("Start and invite phones")
    drive.advance(1.0)
    assert drive.app.page.controller.game.facts.id == "toy" and drive.app.sheets
    assert drive.app.device.guests.of(drive.app.page.controller.opened) is not None


@pytest.mark.thorough
def test_after_a_kill_the_door_is_open_again_for_the_same_seats_and_it_is_said(at_table: Start) -> None:
    drive = at_table(toy("lamp", "who"))
    door, app = Door(drive), drive.app
    ana, play = door.join(0), drive.app.page.controller.opened.id
    secret = door.phones.guests.secret
    door.phones.server.close()  # as a kill leaves it: nothing was written
    app.device.guests.table = None
    app.back()
    drive.advance(0.6)
    app.go("table", opened=app.library.resume(play))
    drive.advance(0.6)
    again = app.device.guests.of(app.page.controller.opened)
    assert again is not None and again.guests.secret == secret and again.joined == {0}
    assert again.guests.who(ana.token) == 0
    assert app.notice.words.text == "Phones can join again."


@pytest.mark.thorough
def test_the_host_leaves_the_play_and_returns_or_begins_the_next_one_and_seats_stay(at_table: Start) -> None:
    """As guests find it: their token sits at the same seat, without a question to the host."""
    drive = at_table(toy("lamp", "who"))
    app = drive.app
    door = Door(drive)
    ana, opened = door.join(0), app.page.controller.opened
    app.back()
    drive.advance(0.6)
    assert app.device.guests.table is None
    app.go("table", opened=app.library.resume(opened.id))
    drive.advance(0.6)
    again = app.device.guests.of(app.page.controller.opened)
    assert again is not None and again.guests.who(ana.token) == 0
    app.back()
    drive.advance(0.6)
    app.go("table", opened=app.library.start("toy", Setup(people("Cleo", "Ana", "Ben"))))
    drive.advance(0.6)
    following = app.device.guests.of(app.page.controller.opened)
    assert following is not None and following.guests.who(ana.token) == 1


@pytest.mark.thorough
def test_a_door_the_host_closed_and_one_of_another_evening_stay_closed(at_table: Start,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    drive = at_table(toy("lamp", "who"))
    app, play = drive.app, drive.app.page.controller.opened.id
    Door(drive)
    app.device.guests.close(again=False)
    return_to(drive, play)
    assert app.device.guests.table is None
    Door(drive)
    from companion.services.phones import saved_guests
    now = saved_guests.time()
    monkeypatch.setattr(saved_guests, "time", lambda: now + 13 * 3600)
    return_to(drive, play)
    assert app.device.guests.table is None


def return_to(drive: Any, play: int) -> None:
    """Leave the play, and open it again."""
    drive.app.back()
    drive.advance(0.6)
    drive.app.go("table", opened=drive.app.library.resume(play))
    drive.advance(0.6)


@pytest.mark.thorough
@pytest.mark.parametrize("away", [600.0, -1.0], ids=["here", "dark"])
def test_a_phone_that_asks_for_a_taken_seat_is_shown_to_the_host_wherever_they_are(
        at_table: Start, monkeypatch: pytest.MonkeyPatch, away: float) -> None:
    monkeypatch.setattr(limits, "AWAY_SECONDS", away)
    drive = at_table(toy("lamp", "who"))
    door, app = Door(drive), drive.app
    door.join(1)
    wish = {"secret": door.phones.guests.secret, "seat": 1}
    app.go("chronicle", opened=app.page.controller.opened)
    drive.advance(0.6)
    assert not app.sheets
    for answer, status in (("No", 403), ("Yes", 200)):
        ticket = door.meanwhile(lambda: request(door.phones.server.port, "POST", "/join", wish))[1]["wait"]
        ask = {**wish, "ticket": ticket}
        drive.advance(0.6)
        assert "Another phone wants Ben's seat. Is that Ben?" in [part.text for part in app.sheets[-1].column.parts
                                                                  if hasattr(part, "text")]
        drive.tap(answer)
        drive.advance(0.6)
        assert not app.sheets
        assert door.meanwhile(lambda ask=ask: request(door.phones.server.port, "POST", "/join", ask))[0] == status
        drive.advance(0.6)
        assert drive.says("Ben has another phone now.") is (answer == "Yes")

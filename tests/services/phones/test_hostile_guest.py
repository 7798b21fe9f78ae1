"""A guest who was let in and means harm: a seat, the secret of the door, and a program instead of a page."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.services.library import Library
from companion.services.phones import guests as who_comes
from companion.services.phones import limits
from companion.services.phones.http import write_json
from companion.services.phones.limits import WATCHERS
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from tests.sampling import sampled
from tests.services.phones.room import NAMES, Guest, Room, request
from tests.ui.toy import toy

pytestmark = pytest.mark.slow  # attacks wait until they are refused


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path, toy("vote", "lamp", "note")) as room:
        yield room


def alone(tmp_path: Path, *steps: str) -> Room:
    return Room(tmp_path, toy(*steps), alone=True)


# Secrets

def test_who_takes_a_free_seat_does_not_see_how_it_has_voted(tmp_path: Path) -> None:
    """Ben votes on the table's device, without a phone; somebody takes his seat, looks, and asks why."""
    seen = []
    for choice in (0, 2):
        with Room(tmp_path / str(choice), toy("vote", "lamp")) as room:
            room.answer("Vote/1", choice)
            ask = {"secret": room.secret, "seat": 1}
            ticket = request(room.port, "POST", "/join", ask)[1]["wait"]  # the host is asked, as Ben has voted
            room.call(lambda room=room, ticket=ticket: room.phones.host.decide(ticket, True))
            thief = Guest(room.port, request(room.port, "POST", "/join", {**ask, "ticket": ticket})[1]["token"])
            state = thief.state()
            assert state["mine"]["given"] is True
            replies = [thief.do("look", "Vote/1"), thief.do("why", "Vote/1"), thief.do("clear", "Vote/1"),
                       thief.do("erase", "Vote/1")]
            said = [write_json(one).decode() for one in (state, *replies)]
            seen.append([one.replace(state["epoch"], "").replace(state["boot"], "").split('"lines"')[0]
                         for one in said])
    assert seen[0] == seen[1]


def test_another_seats_secret_question_is_not_shown_by_any_operation(room: Room) -> None:
    ben = room.guest(1)
    state = ben.state()
    for op in ("tap", "look", "why", "draw", "give", "clear", "erase", "answer", "timer", "row", "face", "text"):
        said = ben.do(op, "Vote/0", state, token=0, answer=0, what="start", row="x", value=1, face=1, text="x")
        assert set(said) == {"refused"}, (op, said)
    assert room.records() == 0


def test_no_host_operation_works_for_a_guest_beside_the_app(room: Room) -> None:
    """There is no host's phone here at all: the table's own device is the host."""
    ben = room.guest(1)
    for op in ("undo", "redo", "restart", "open", "exit", "fix", "allow", "deny", "free", "guests", "new",
               "end", "host"):
        said = ben.do(op, "", sure=True, what="RoundVoid", path="step", value=1, seat=0, on=True, game="toy",
                      names=["A", "B"], ticket="x")
        assert set(said) == {"refused"}, (op, said)
    assert room.records() == 0 and room.phones.is_open


def test_votes_are_not_opened_by_a_guest_and_not_seen_by_a_late_one(room: Room) -> None:
    guests = [room.guest(seat) for seat in range(3)]
    assert all(guest.vote(0)["ok"] for guest in guests)
    assert "refused" in guests[1].do("open")
    late = room.watcher().state()
    assert late["table"]["state"] == "sealed" and late["table"]["lines"] == []


# Seats

def test_a_ticket_that_was_let_in_works_once(room: Room) -> None:
    room.guest(1)
    wish = {"secret": room.secret, "seat": 1}
    ticket = request(room.port, "POST", "/join", wish)[1]["wait"]
    room.call(lambda: room.phones.guests.decide(ticket, True))
    assert "token" in request(room.port, "POST", "/join", {**wish, "ticket": ticket})[1]
    assert "wait" in request(room.port, "POST", "/join", {**wish, "ticket": ticket})[1]


def test_nobody_lets_themselves_in_by_a_ticket_of_another_kind(room: Room) -> None:
    room.guest(1)
    for ticket in (True, 1, ["a"], {"a": 1}, "", "__class__", "x" * 9000):
        status, said = request(room.port, "POST", "/join", {"secret": room.secret, "seat": 1, "ticket": ticket})
        assert status in (200, 429) and "token" not in said, (ticket, said)


def test_a_freed_phone_does_nothing_any_more(room: Room) -> None:
    ben = room.guest(1)
    seen = ben.state()
    room.call(lambda: room.phones.guests.free(1))
    assert ben.raw({"id": "1", "op": "tap", "key": "Vote/1", "token": 0, "epoch": seen["epoch"]})[0] == 401
    assert request(room.port, "POST", "/leave", {}, {"X-Tableside": ben.token})[0] == 401
    assert room.records() == 0


@pytest.mark.thorough
def test_a_tv_that_looks_is_not_pushed_out_by_a_thousand_watchers(room: Room) -> None:
    tv = room.watcher()
    tv.until(lambda _: True)
    for _ in range(3 * WATCHERS):
        room.call(room.phones.guests.watch)
    assert room.phones.guests.who(tv.token) == who_comes.WATCHER
    room.answer("Vote/0", 1)
    tv.until(lambda state: state["table"]["in"] == [0])


def test_where_all_watchers_look_the_next_is_told_so(room: Room) -> None:
    def all_look() -> None:
        for _ in range(WATCHERS):
            room.phones.guests.looks(room.phones.guests.watch()["token"], True)
    room.call(all_look)
    status, said = request(room.port, "POST", "/join", {"secret": room.secret, "watch": True})
    assert (status, said["error"]) == (503, "busy")
    assert room.guest(1).state()["mine"] is not None, "seats are not watchers"


# The host's phone of `serve`

def test_a_host_who_gives_the_seat_back_leaves_the_table_with_a_host(tmp_path: Path) -> None:
    with alone(tmp_path, "vote", "lamp") as room:
        ana, ben = room.guest(0), room.guest(1)
        assert request(room.port, "POST", "/leave", {}, {"X-Tableside": ana.token})[0] == 200
        assert ben.until(lambda state: "host" in state)["you"]["host"] is True
        assert ben.do("undo")["refused"] != "Only the host can do that."


def test_the_last_one_who_leaves_leaves_the_host_to_who_comes_next(tmp_path: Path) -> None:
    with alone(tmp_path, "lamp") as room:
        ana = room.guest(0)
        request(room.port, "POST", "/leave", {}, {"X-Tableside": ana.token})
        assert room.guest(1).state()["you"]["host"] is True


def test_the_host_is_taken_over_only_when_it_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the host's phone broke, nobody could reveal the votes."""
    with alone(tmp_path, "vote", "lamp") as room:
        ana, ben = room.guest(0), room.guest(1)
        ana.until(lambda _: True)
        monkeypatch.setattr(limits, "HOST_AWAY_SECONDS", -1.0)
        assert "refused" in ben.do("host"), "it looks at the table"
        monkeypatch.setattr(limits, "HOST_AWAY_SECONDS", 3600.0)
        ana.hang_up()
        assert "refused" in ben.do("host"), "it has only just gone"
        monkeypatch.setattr(limits, "HOST_AWAY_SECONDS", -1.0)
        tv = room.watcher()
        assert "refused" in tv.do("host"), "a TV is nobody's phone"
        assert ben.do("host") == {"ok": True}
        assert ben.state()["you"]["host"] is True and ana.state()["you"]["host"] is False
        assert ana.do("undo") == {"refused": "Only the host can do that."}


def test_what_the_host_takes_back_is_what_the_host_saw(tmp_path: Path) -> None:
    """Ana taps Undo, and meanwhile Ben has answered: his answer stays. A second tap on Start begins no second play."""
    with alone(tmp_path, "lamp", "who") as room:
        ana = room.guest(0)
        seen = ana.state()
        room.answer("Lamp/0", "red")
        for op in ("undo", "redo", "restart", "exit", "fix", "new", "end"):
            said = ana.do(op, "", seen, sure=True, path="step", value=1, game="toy", names=["A", "B"])
            assert said == {"stale": "The table has moved on. Look again."}, op
        assert room.records() == 1
        assert ana.do("undo", sure=True) == {"ok": True}


def test_a_lobby_whose_host_is_gone_takes_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.services.phones.desk import Desk
    from companion.services.phones.serve import Lobby
    from companion.services.phones.server import GuestServer
    desk = Desk(Library(open_store(tmp_path / "t.db"), {}, MachineClock()), lambda opened: None)
    lobby = Lobby(GuestServer(who_comes.Guests(), lambda work: work(), 0), desk, tmp_path)
    first = lobby.join({"seat": None}, "")["token"]
    assert lobby.guests.is_host(first)
    assert not lobby.guests.is_host(lobby.join({"seat": None}, "")["token"])
    monkeypatch.setattr(limits, "HOST_AWAY_SECONDS", -1.0)
    second = lobby.join({"seat": None}, "")["token"]
    assert lobby.guests.is_host(second) and not lobby.guests.is_host(first)


# Numbers, texts and requests that no page sends

@sampled(("step", "key"), [("cards", "Cards/table"), ("bet", "Bet/table"), ("dice", "Rolled/table")])
def test_a_number_beyond_all_bounds(tmp_path: Path, step: str, key: str) -> None:
    with Room(tmp_path, toy(step, "lamp")) as room:
        room.call(lambda: room.phones.views.let_guests_answer(True))
        ana = room.guest(0)
        state = ana.state()
        for number in (10**4000, -10**4000, 2**63, 1e308, -0.0, 1e-320):
            for more in ({"op": "answer", "answer": number}, {"op": "answer", "answer": [number, number]},
                         {"op": "row", "row": "Ana", "value": number}, {"op": "face", "face": number},
                         {"op": "tap", "token": number}):
                assert set(ana.do(key=key, state=state, **more)) & {"refused", "failed"}, more
        assert room.records() == 0
        assert ana.state()["mine"]["ask"]["key"] == key


def test_a_note_of_signs_is_stored_and_shown_as_text(tmp_path: Path) -> None:
    evil = "[b]x[/b][font=/nowhere]y[/font]<script>\u202e\u0000\u2028{name}%s\ud83d\ude00".encode(
        "utf-16", "surrogatepass").decode("utf-16")
    with Room(tmp_path, toy("note", "lamp")) as room:
        ana = room.guest(0)
        said = ana.do("give", "Remark/0", text=evil)
        assert "answered" in said or "refused" in said
        state = ana.state()
        assert "\u202e" not in json.dumps(state, ensure_ascii=False)


@pytest.mark.thorough
def test_two_hundred_requests_in_one_piece_are_answered_or_slowed(room: Room) -> None:
    """Pipelined, and nobody reads the replies before the last is sent."""
    ben = room.guest(1)
    room.phones.server.phone_rates.per_second = 0  # however slow this machine is
    body = json.dumps({"id": "1", "op": "why", "key": "Vote/1", "epoch": ""})
    one = (f"POST /do HTTP/1.1\r\nHost: 127.0.0.1:{room.port}\r\nContent-Type: application/json\r\n"
           f"X-Tableside: {ben.token}\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()
    line = http.client.HTTPConnection("127.0.0.1", room.port, timeout=60)
    line.connect()
    assert line.sock is not None
    line.sock.sendall(one * 200)
    got = b""
    while got.count(b"HTTP/1.1 ") < 200:
        part = line.sock.recv(65536)
        assert part, "the connection was cut"
        got += part
    line.close()
    assert got.count(b"HTTP/1.1 200") >= 1 and got.count(b"HTTP/1.1 429") >= 100
    assert room.guest(2).state()["mine"] is not None


@pytest.mark.thorough
def test_replies_are_remembered_as_bytes_and_only_so_many(room: Room) -> None:
    from companion.services.phones.http import RateLimit
    from companion.services.phones.limits import REMEMBERED
    room.phones.server.phone_rates = room.phones.server.address_rates = RateLimit(1e6, 1e6, 10)
    ben = room.guest(1)
    for number in range(REMEMBERED + 20):
        assert ben.raw({"id": f"n{number}", "op": "look", "key": "", "epoch": ""})[0] == 200
    held = [one.result() for one in room.phones.server.answered.values()]
    assert len(held) == REMEMBERED and all(isinstance(one, bytes) for one in held)


def test_the_same_id_with_something_else_is_the_first_one_again(room: Room) -> None:
    ben = room.guest(1)
    state = ben.state()
    message = {"id": "same", "op": "why", "key": "Vote/1", "epoch": state["epoch"]}
    first = ben.raw(message)[1]
    assert ben.raw({**message, "op": "tap", "token": 0})[1] == first
    assert room.records() == 0
    cleo = room.guest(2)
    assert "refused" in cleo.raw({**message, "op": "tap", "token": 0})[1], "an id belongs to its phone"


def test_who_writes_on_a_stream_loses_it_and_nobody_else(room: Room) -> None:
    ben, cleo = room.guest(1), room.guest(2)
    ben.until(lambda _: True)
    cleo.until(lambda _: True)
    ben.write(b"GET / HTTP/1.1\r\n\r\n" * 100)
    assert ben.rest() == []
    room.answer("Vote/0", 1)
    cleo.until(lambda state: state["table"]["in"] == [0])


def test_a_page_id_of_any_kind_is_only_compared(room: Room) -> None:
    ben = room.guest(1)
    for page in ("x" * 4000, "\u00e4\u00f6".encode().decode("latin-1"), "__proto__"):
        ben.page = page
        assert ben.state()["you"]["name"] == NAMES[1]

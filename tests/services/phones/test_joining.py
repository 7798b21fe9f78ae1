"""Coming in: the secret, the code, seats, take-over, watchers, and who comes back."""

import os
import socket
from pathlib import Path
from random import Random
from time import time

import pytest

from companion.core.registry import find_games
from companion.core.setup import Person
from companion.core.text import Refused
from companion.services.phones.guests import Ticket
from companion.services.phones.http import Denied
from companion.services.phones.serve import Serving
from tests.services.phones.room import NAMES, Guest, Room, request
from tests.web.here import TableHere

pytestmark = pytest.mark.slow


def join(room: Room, **message: object) -> tuple[int, dict]:
    return request(room.port, "POST", "/join", message)


def test_scan_and_tap_your_name(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        status, seen = join(room, secret=room.secret)
        assert status == 200 and seen["host"] == "Ana's table"
        assert [(one["name"], one["letter"], one["shape"], one["taken"]) for one in seen["seats"]] == \
            [("Ana", "A", "circle", False), ("Ben", "B", "square", False), ("Cleo", "C", "triangle", False)]
        ben = room.guest(1)
        state = ben.state()
        assert state["you"] == {"seat": 1, "name": "Ben", "colour": 1, "shape": "square", "letter": "B", "host": False}
        assert [one["phone"] for one in state["table"]["seats"]] == [False, True, False]
        assert join(room, secret=room.secret)[1]["seats"][1]["taken"] is True


def test_a_wrong_secret_opens_nothing(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        for wrong in ("", "x" * 22, room.secret[:-1], room.secret + "x", None, 7, ["a"]):
            assert join(room, secret=wrong, seat=0)[0] == 403
        assert join(room)[1]["error"] == "secret"
        assert room.phones.joined == frozenset()


def test_the_code_works_in_small_letters_and_gives_the_secret(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        status, seen = join(room, code=room.phones.guests.code.lower())
        assert status == 200 and seen["secret"] == room.secret


def test_five_wrong_codes_and_it_is_locked_even_for_the_right_one(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        left = [join(room, code="AAAA") for _ in range(5)]
        assert [(status, said["error"], said["left"]) for status, said in left] == \
            [(403, "code", number) for number in (4, 3, 2, 1, 0)]
        assert join(room, code=room.phones.guests.code)[1]["error"] == "locked"
        assert join(room, secret=room.secret)[0] == 200, "the QR code goes on"


def test_no_number_of_addresses_gets_more_than_twenty_five_tries(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        guests, said = room.phones.guests, []
        for number in range(60):
            with pytest.raises(Denied) as no:
                guests.check_secret({"code": "AAAA"}, f"10.0.0.{number % 200}")
            said.append(no.value.error)
        assert said == ["code"] * 25 + ["locked"] * 35
        with pytest.raises(Denied, match="locked"):
            guests.check_secret({"code": guests.code}, "10.9.9.9")


def test_a_second_phone_for_a_taken_seat_asks_the_host(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        first = room.guest(1)
        first.connect()
        first.until(lambda _: True)
        _, asked = join(room, secret=room.secret, seat=1)
        assert asked["why"] == "Ben has a phone already, or has voted. Asking the host…"
        assert room.call(lambda: room.phones.asks) == [(asked["wait"], Ticket("Ben", 1))]
        assert join(room, secret=room.secret, seat=1, ticket=asked["wait"])[1] == asked, "nobody has said anything yet"
        room.call(lambda: room.phones.guests.decide(asked["wait"], True))
        status, given = join(room, secret=room.secret, seat=1, ticket=asked["wait"])
        assert status == 200 and given["seat"] == 1
        while "gone" not in (said := first.read()):
            pass
        assert said["gone"] == "freed"
        assert first.raw({"id": "1", "op": "why", "key": "x"})[0] == 401
        assert Guest(room.port, given["token"]).state()["you"]["name"] == "Ben"


def test_the_host_says_no(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        ben = room.guest(1).connect()
        _, asked = join(room, secret=room.secret, seat=1)
        room.call(lambda: room.phones.guests.decide(asked["wait"], False))
        assert join(room, secret=room.secret, seat=1, ticket=asked["wait"])[0] == 403
        assert ben.state()["you"]["name"] == "Ben"


def test_a_ticket_for_one_seat_takes_no_other(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        _here = room.guest(0).connect(), room.guest(1).connect()
        _, asked = join(room, secret=room.secret, seat=1)
        room.call(lambda: room.phones.guests.decide(asked["wait"], True))
        assert "wait" in join(room, secret=room.secret, seat=0, ticket=asked["wait"])[1]


def test_who_comes_back_sits_where_they_sat(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        ben, port, secret = room.guest(1), room.port, room.secret
    with Room(tmp_path, port=port) as room:
        assert room.secret == secret and room.phones.joined == {1}
        assert join(room, token=ben.token) == (200, {"token": ben.token, "seat": 1})
        assert ben.state()["you"]["name"] == "Ben"


def test_the_next_play_of_the_same_people_knows_their_phones(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        ben, port = room.guest(1), room.port

        def another() -> None:
            room.phones.close()
            room.library.archive(room.opened.id)
            room.names = ("Cleo", "Ben", "Ana")
            room.port = port
            room.begin()
        room.call(another)
        assert (ben.state()["you"]["seat"], ben.state()["you"]["name"]) == (1, "Ben")
        assert room.phones.joined == {1}


def test_no_token_lies_readable_on_the_disk(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        token = room.guest(1).token
        assert token not in (tmp_path / "phones.json").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such modes; the user's folder is private")
def test_nobody_else_may_read_the_file_of_seats(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        assert room.guest(1).token
        assert (tmp_path / "phones.json").stat().st_mode & 0o077 == 0


def test_a_broken_file_of_seats_is_as_none(tmp_path: Path) -> None:
    for nonsense in ("", "{", "[]", '{"plays": [{"uid": 3}]}', '{"plays": [{"uid": "a", "names": [1], "port": "x"}]}'):
        (tmp_path / "phones.json").write_text(nonsense, encoding="utf-8")
        with Room(tmp_path) as room:
            assert room.phones.joined == frozenset() and room.guest(0).state()["you"]["name"] == "Ana"
            room.call(lambda room=room: room.phones.guests.free(0))


def test_watchers_see_the_table_and_may_press_nothing(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        tv = room.watcher()
        state = tv.state()
        assert state["you"] == {"watch": True} and state["mine"] is None
        assert state["table"]["headline"] == "Who is the youngest at the table?"
        assert "refused" in tv.do("tap", "Youngest/table", state, token=0)
        assert room.records() == 0


def test_the_first_phone_of_serve_is_the_host_and_the_second_is_not(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        ana, ben = room.guest(0), room.guest(1)
        assert ana.state()["you"]["host"] is True and "host" in ana.state()
        assert ben.state()["you"]["host"] is False and "host" not in ben.state()
        assert ana.do("tap", "Youngest/table", token=1) == {"ok": True, "answered": True}
        assert ben.do("undo") == {"refused": "Only the host can do that."}
        assert room.records() == 1
        assert ana.do("undo") == {"ok": True}
        assert room.records() == 2, "an undo is a record, too"


def test_serve_stopped_at_a_result_shows_it_again_on_the_same_evening(tmp_path: Path,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed or ended; next week it begins in the lobby."""
    def serving() -> Serving:
        return Serving(tmp_path / "t.db", dict(find_games().games), 0, lambda _: None, "127.0.0.1")
    first, rng = serving(), Random(1)
    first.open(first.begin("windmill", NAMES[:3]))
    assert first.table is not None
    play = first.table.opened.play
    while play.outcome() is None:
        question = next(one for one in play.open() if one.possible(play.table))
        first.table.opened.answer(question.key(), question.random_answer(play.table, rng))
    first.table.server.close()  # as a kill leaves it: nothing more is written
    first.library.quit()

    again = serving()
    last = again.last()
    assert last is not None and last.over()
    again.open(last)
    again.close()
    third = serving()
    last = third.last()
    assert last is not None and last.over()
    monkeypatch.setattr("companion.services.phones.saved_guests.time", lambda: time() + 7 * 86_400)
    assert third.last() is None
    third.close()


def test_who_joins_the_play_late_finds_a_seat_and_an_undo_makes_a_watcher(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        ana = room.guest(0)
        room.call(lambda: room.opened.play.join(Person("Lena", 7)))
        assert [one["name"] for one in ana.state()["table"]["seats"]] == ["Ana", "Ben", "Cleo", "Lena"]
        lena = room.guest(3)
        assert lena.state()["you"]["name"] == "Lena"
        room.call(lambda: room.opened.play.rename(0, "Anna"))
        assert ana.state()["you"]["name"] == "Anna"
        room.call(lambda: room.opened.undo(0))
        assert lena.state()["you"] == {"watch": True} and ana.state()["you"]["name"] == "Ana"
        room.call(room.phones.guests.changed)                               # that writes down who sits where
        room.call(room.opened.play.redo)
        assert lena.state()["you"]["name"] == "Lena"


def test_a_lobby_that_was_restarted_knows_its_host_and_who_waits(tmp_path: Path) -> None:
    table = TableHere(tmp_path, "", ()).start()
    port, secret = table.serving.server.port, table.url.partition("#s=")[2]
    _, host = request(port, "POST", "/join", {"secret": secret, "seat": None})
    _, other = request(port, "POST", "/join", {"secret": secret, "watch": True})
    table.end()
    table = TableHere(tmp_path, "", ()).start()
    try:
        port = table.serving.server.port
        assert table.url.partition("#s=")[2] == secret
        assert Guest(port, host["token"]).state()["host"]["games"], "still the host, with the form"
        assert Guest(port, other["token"]).state()["you"] == {"watch": True}
        begin = {"game": "story", "names": ["Ana", "Ben", "Cleo"]}
        assert Guest(port, host["token"]).do("new", **begin)["ok"]
        assert Guest(port, host["token"]).state()["table"]["title"] == "Story"
    finally:
        table.end()
    serving = Serving(tmp_path / "t.db", dict(find_games().games), 0, print)
    assert serving.last().game.facts.id == "story", "a play that was going on comes first"
    serving.close()


def test_the_saved_phones_belong_to_one_store_and_end_with_it(tmp_path: Path) -> None:
    """They lay beside it as phones.json, also for the next store in that folder."""
    def secret(name: str) -> str:
        serving = Serving(tmp_path / name, dict(find_games().games), 0, lambda _: None, "127.0.0.1")
        serving.open(None)
        assert serving.server is not None
        found = serving.server.guests.secret
        serving.close()
        return found
    first, other = secret("night.db"), secret("club.db")
    assert first != other
    assert (secret("night.db"), secret("club.db")) == (first, other), "the same phones come back"
    for path in tmp_path.glob("night.db*"):
        path.unlink()
    assert secret("night.db") != first, "those of a deleted store join again"
    assert secret("club.db") == other


def test_a_port_that_was_asked_for_and_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        serving = Serving(tmp_path / "t.db", dict(find_games().games), port, lambda _: None, "127.0.0.1")
        said = f"Port {port} is taken. Choose another: --port 8500"
        with pytest.raises(Refused, match=said):
            serving.open(None)
        with pytest.raises(Refused, match=said):
            serving.open(serving.begin("story", NAMES[:3]))
        serving.close()

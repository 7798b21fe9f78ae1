"""Whose seat it is: a dark phone keeps it, another one asks or waits, and everybody can read who changed."""

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from companion.services.phones import limits
from companion.services.phones.guests import hashed
from tests.sampling import sampled
from tests.services.phones.room import NAMES, Guest, Room, request
from tests.web.here import TableHere

pytestmark = pytest.mark.slow

ASKING = "Ben has a phone already, or has voted. Asking the host…"
AWAY = "{}'s phone is away. If it stays away for a minute, the seat is yours."
WAKE_HOST = "Ben has a phone already. Wake the host's phone: only the host can let you in."
LOST = "Another phone has your seat, or the host freed it."


@pytest.fixture(autouse=True)
def away_at_once(patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone without a stream is away at once; `a_minute_passes` makes it longer."""
    monkeypatch.setattr(limits, "AWAY_SECONDS", -1.0)


def wait_until(so: Callable[[], bool]) -> None:
    end = monotonic() + 20
    while not so():
        assert monotonic() < end
        sleep(0.02)


def join(room: Room, **message: object) -> tuple[int, dict]:
    return request(room.port, "POST", "/join", {"secret": room.secret, **message})


def seated(room: Room, *seats: int) -> list[Guest]:
    """Phones of these seats, each with its stream."""
    guests = [room.guest(seat) for seat in seats]
    for guest in guests:
        guest.until(lambda _: True)
    return guests


def goes_dark(room: Room, *guests: Guest) -> None:
    for guest in guests:
        guest.hang_up()
    tokens = [hashed(guest.token) for guest in guests]
    wait_until(lambda: not any(room.phones.guests.looking[token] for token in tokens))


def a_minute_passes(room: Room, *guests: Guest) -> None:
    for guest in guests:
        room.phones.guests.seen[hashed(guest.token)] -= limits.HOST_AWAY_SECONDS + 1


def lines(guest: Guest) -> list[str]:
    return [line["text"] for line in guest.state()["table"]["lines"]]


def asked(host: Guest, wait: dict[str, Any]) -> str:
    """The seat in the question on the host's page; waits until it shows."""
    def found(state: dict[str, Any]) -> list[str]:
        asks = state.get("host", {}).get("asks", [])
        return [one["name"] for one in asks if one["ticket"] == wait["wait"]]
    return found(host.until(lambda state: bool(found(state))))[0]


# A host is there

def test_a_dark_phone_keeps_its_seat_and_the_host_decides(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        ana, ben, cleo = seated(room, 0, 1, 2)
        goes_dark(room, ben)
        for moment in ("at once", "after a minute"):
            wait = join(room, seat=1)[1]
            assert wait == {"wait": wait["wait"], "why": ASKING}, moment
            assert asked(ana, wait) == "Ben" and ana.do("deny", ticket=wait["wait"]) == {"ok": True}
            status, said = join(room, seat=1, ticket=wait["wait"])
            assert (status, said["why"]) == (403, "The host said no.")
            if moment == "at once":
                a_minute_passes(room, ben)
        assert ben.state()["you"]["name"] == "Ben" and not any("another phone" in one for one in lines(cleo))


def test_a_spare_phone_sits_down_when_the_host_agrees_and_everybody_reads_it(tmp_path: Path) -> None:
    """Ben's battery dies during the vote of Story. Nobody is stuck, and his vote counts."""
    with Room(tmp_path, "story", NAMES[:3], alone=True) as room:
        room.play_until("ballots")
        ana, ben, cleo = seated(room, 0, 1, 2)
        assert ben.vote(2)["ok"]
        goes_dark(room, ben)
        wait = join(room, seat=1)[1]
        assert asked(ana, wait) == "Ben" and ana.do("allow", ticket=wait["wait"]) == {"ok": True}
        spare = Guest(room.port, join(room, seat=1, ticket=wait["wait"])[1]["token"])
        assert spare.state()["mine"]["given"] is True and spare.state()["you"]["host"] is False
        assert ben.raw({"id": "1", "op": "why", "key": "x"})[0] == 401
        for guest in (ana, cleo, spare):
            assert lines(guest)[0] == "Ben has another phone now."
        assert spare.do("log")["lines"][0]["note"] is True
        assert spare.vote(0)["ok"] and cleo.vote(0)["ok"] and ana.vote(1)["ok"]
        assert lines(ana)[0] == "Ben has another phone now.", "also while the votes are closed"
        assert ana.do("open") == {"ok": True}
        room.play_until("ballots", seed=2)


def test_a_note_shifts_no_line_that_the_host_goes_back_to(tmp_path: Path) -> None:
    with Room(tmp_path, "score_sheet", NAMES[:2], alone=True) as room:
        ana, _ = seated(room, 0, 1)
        for name in ("Bea", "Bob", "Bill"):
            assert ana.do("rename", seat=1, name=name) == {"ok": True}
        before = [line["text"] for line in ana.do("log")["lines"]]
        room.call(lambda: room.phones.seat_down(1, "10.0.0.7"))
        told = ana.do("log")["lines"]
        assert [line["text"] for line in told] == ["Bill has another phone now.", *before]
        played = [line for line in told if not line.get("note")]
        assert ana.do("undo", line=played.index(told[2])) == {"ok": True}
        assert ana.state()["table"]["seats"][1]["name"] == "Bea", "back to before Bob, who became Bill"


def test_the_app_is_a_host_that_is_always_there(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        ana, ben = seated(room, 0, 1)
        goes_dark(room, ana, ben)
        a_minute_passes(room, ana, ben)
        wait = join(room, seat=1)[1]
        assert wait["why"] == ASKING
        room.call(lambda: room.phones.host.decide(wait["wait"], True))
        assert join(room, seat=1, ticket=wait["wait"])[1]["seat"] == 1
        assert str(room.call(room.phones.take_news)) == "Ben has another phone now."
        assert room.call(room.phones.take_news) is None


# No host is there

def test_without_a_host_a_seat_is_free_after_a_minute(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        ana, ben, cleo = seated(room, 0, 1, 2)
        goes_dark(room, ana, ben)
        wait = join(room, seat=1)[1]
        assert wait["why"] == AWAY.format("Ben")
        assert join(room, seat=1, ticket=wait["wait"])[1] == wait
        a_minute_passes(room, ben)
        reply = join(room, seat=1, ticket=wait["wait"])[1]
        assert reply["seat"] == 1 and Guest(room.port, reply["token"]).state()["you"]["host"] is False
        assert lines(cleo)[0] == "Ben has another phone now."


def test_a_phone_that_wakes_in_time_keeps_its_seat(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        ana, ben = seated(room, 0, 1)
        goes_dark(room, ana, ben)
        wait = join(room, seat=1)[1]
        ben.until(lambda _: True)
        a_minute_passes(room, ana)
        for _ in range(2):
            again = join(room, seat=1, ticket=wait["wait"])[1]
            assert again == {"wait": wait["wait"], "why": WAKE_HOST}
        assert ben.do("host") == {"ok": True} and asked(ben, wait) == "Ben", "the new host is asked"
        assert lines(ben)[0] == "Ben is the host now."


def test_tapping_the_hosts_name_gives_no_powers_before_become_the_host_would(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        ana, ben = seated(room, 0, 1)
        assert ben.do("host") == {"refused": "The host's phone is connected. There can be only one host."}
        assert join(room, seat=0)[1]["why"] == ASKING.replace("Ben", "Ana")
        goes_dark(room, ana)
        soon = re.fullmatch(r"The host's phone is away\. If it stays away, try again in (\d+) seconds\.",
                            ben.do("host")["refused"])
        assert soon is not None and 10 < int(soon[1]) <= 60
        wait = join(room, seat=0)[1]
        assert wait["why"] == AWAY.format("Ana")
        assert join(room, host=True)[1].get("token") is None, "nor Only this phone"
        assert join(room)[1]["only"] is False
        goes_dark(room, ben)
        assert "wait" in join(room, seat=0, ticket=wait["wait"])[1], "all are dark: they are only thinking"
        a_minute_passes(room, ana)
        reply = join(room, seat=0, ticket=wait["wait"])[1]
        assert Guest(room.port, reply["token"]).state()["you"] | {"host": True, "name": "Ana"} == \
            Guest(room.port, reply["token"]).state()["you"]


def test_a_free_seat_gives_the_hosts_powers_only_after_a_minute(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        ana, ben = seated(room, 0, 1)
        goes_dark(room, ana, ben)
        cleo = room.guest(2)
        assert cleo.state()["you"]["host"] is False
        a_minute_passes(room, ana)
        assert cleo.do("host") == {"ok": True} and lines(cleo)[0] == "Cleo is the host now."


def test_a_vote_given_on_the_hosts_phone_is_not_for_the_next_who_sits_down(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3], alone=True) as room:
        room.play_until("ballots")
        (ana,) = seated(room, 0)
        room.answer("Ballot/1/first", 2)
        assert join(room, seat=1)[1]["why"] == ASKING
        goes_dark(room, ana)
        message = {"seat": 1}
        wait = room.call(lambda: room.phones.join(message, "10.0.0.7"))
        assert str(wait["why"]).startswith("Ben has voted, and the host's phone is away. In a minute,")


def test_a_dark_host_of_the_lobby_stays_the_host_for_a_minute(tmp_path: Path) -> None:
    table = TableHere(tmp_path, "", ()).start()
    try:
        server = table.serving.server
        secret = {"secret": table.url.partition("#s=")[2]}
        _, host = request(server.port, "POST", "/join", {**secret, "seat": None})
        _, other = request(server.port, "POST", "/join", {**secret, "watch": True})
        for token in (host["token"], other["token"]):
            Guest(server.port, token).state()
        assert request(server.port, "POST", "/join", secret)[1]["waits"] is True
        wait_until(lambda: not server.guests.host_is_here())
        assert request(server.port, "POST", "/join", secret)[1]["waits"] is True
        server.guests.seen[hashed(host["token"])] -= limits.HOST_AWAY_SECONDS + 1
        assert request(server.port, "POST", "/join", secret)[1]["waits"] is False
    finally:
        table.end()


# What stays quick

@pytest.mark.parametrize("alone", [True, False], ids=["serve", "app"])
def test_a_phone_that_was_dark_is_back_with_its_token(tmp_path: Path, alone: bool) -> None:
    with Room(tmp_path, alone=alone) as room:
        ana, ben = seated(room, 0, 1)
        goes_dark(room, ana, ben)
        assert join(room, token=ben.token)[1] == {"token": ben.token, "seat": 1}
        assert ana.state()["you"]["host"] is alone and ben.state()["you"]["name"] == "Ben"


@sampled("alone", [True, False], ids=["serve", "app"])
def test_after_a_new_address_everybody_scans_again_and_sits_where_they_sat(
        tmp_path: Path, alone: bool) -> None:
    """Another address is another page for a browser: no phone has its token there."""
    with Room(tmp_path, alone=alone) as room:
        seated(room, 0, 1, 2)
        was = room.port
    with Room(tmp_path, alone=alone) as room:
        assert room.port != was
        ana, ben = seated(room, 0, 1)
        assert ana.state()["you"]["host"] is alone and ben.state()["you"]["host"] is False
        assert ben.state()["you"]["name"] == "Ben"
        assert not any("another phone" in line for line in lines(ben)), "it is the same phone, on a new page"
        assert join(room, seat=1)[1]["why"] == ASKING, "who is here keeps the seat"
        goes_dark(room, ben)
        assert join(room, seat=1)[1]["why"] == ASKING, "here, too"


@sampled("alone", [True, False], ids=["serve", "app"])
def test_a_table_that_joins_another_network_frees_the_seats_of_the_old_one(
        tmp_path: Path, alone: bool) -> None:
    with Room(tmp_path, alone=alone) as room:
        ana, ben = seated(room, 0, 1)
        goes_dark(room, ana, ben)
        room.phones.guests.is_ours = lambda place: place.startswith("10.")
        assert room.guest(1).state()["you"]["name"] == "Ben"
        assert room.guest(0).state()["you"]["name"] == "Ana"


def test_the_only_phone_of_serve_is_back_at_once_even_without_its_token(tmp_path: Path) -> None:
    """A private window forgets the token. Another phone has another address, and waits."""
    with Room(tmp_path, alone=True) as room:
        (ana,) = seated(room, 0)
        goes_dark(room, ana)
        wait = room.call(lambda: room.phones.join({"seat": 0}, "10.0.0.7"))
        assert str(wait["why"]) == AWAY.format("Ana")
        assert room.call(lambda: room.phones.join({}, "10.0.0.7"))["only"] is False
        (again,) = seated(room, 0)
        assert again.state()["you"]["host"] is True
        goes_dark(room, again)
        assert join(room)[1]["only"] is True
        alone = Guest(room.port, join(room, host=True)[1]["token"])
        assert alone.state()["you"] == {"seat": None, "host": True}


def test_a_phone_that_loses_its_seat_is_told(tmp_path: Path) -> None:
    with Room(tmp_path, alone=True) as room:
        _, ben = seated(room, 0, 1)
        room.call(lambda: room.phones.seat_down(1, "10.0.0.7"))
        while "gone" not in (said := ben.read()):
            pass
        assert (said["gone"], said["why"]) == ("freed", LOST)

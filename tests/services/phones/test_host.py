"""What the host's phone of `serve` may do, and what phones ask of the host."""

from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from companion.services.phones import limits
from companion.services.phones.http import RateLimit, write_json
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.services.phones.room import NAMES, Guest, Room, plain, request
from tests.toys.orchard.game import OrchardGame
from tests.ui.toy import toy

pytestmark = pytest.mark.slow

CLOSED = {"refused": "Reveal the votes first."}


def with_closed_votes(room: Room, choices: tuple[int, ...] = (1, 0, 0)) -> list[Guest]:
    room.play_until("ballots")
    guests = [room.guest(seat) for seat in range(3)]
    for guest, choice in zip(guests, choices, strict=True):
        assert guest.vote(choice)["ok"]
    return guests


def test_while_votes_are_closed_the_hosts_phone_can_neither_read_nor_change_them(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3], alone=True) as room:
        host, *_ = with_closed_votes(room)
        before = room.records()
        for op, more in (("fix", {"what": "open"}), ("fix", {"what": "go on"}), ("restart", {}), ("redo", {}),
                         ("exit", {"what": "Void"})):
            assert host.do(op, **more) == CLOSED, op
        assert room.records() == before
        assert host.state()["host"]["exits"] == [] and host.state()["host"]["redo"] is False
        assert host.do("open") == {"ok": True}
        assert host.do("fix", what="open")["groups"]


def test_the_hosts_own_phone_gets_the_same_bytes_whatever_was_voted(tmp_path: Path) -> None:
    said = []
    for choices in ((1, 0, 0), (2, 2, 1)):
        with Room(tmp_path / str(choices[0]), "story", NAMES[:3], alone=True) as room:
            host, *_ = with_closed_votes(room, choices)
            state = host.state()
            replies = [host.do(op) for op in ("log", "redo", "look")] + [host.do("fix", what="open")]
            told = [write_json(one).decode() for one in (state, *replies)]
            said.append([one.replace(state["epoch"], "").replace(state["boot"], "").split('"at"')[0] for one in told])
    assert said[0] == said[1]


ASKS: dict[str, dict[str, Any]] = {
    "fix": {"what": "open"}, "laid": {}, "log": {}, "look": {}, "accept": {}, "tick": {"path": "x"},
    "fold": {}, "exit": {"what": "Void"},
    "guests": {"on": False},
    "allow": {"ticket": "x"}, "deny": {"ticket": "x"}, "free": {"seat": 9}, "sit": {"seat": 9},
    "hand over": {"seat": 9},
    "leave": {"seat": 9}, "return": {"seat": 9},
    "rename": {"seat": 9, "name": "X"}, "add": {"name": ""}, "how much": {"how": "x"}}
"""What the host may ask for without changing the play."""
CHANGES = {"undo", "redo", "restart", "play on", "open", "new", "end", "desk"}
DESK: list[dict[str, Any]] = [
    {"what": "plays"}, {"what": "play", "which": 1}, {"what": "people"}, {"what": "resume", "which": 1},
    {"what": "out", "kind": "everything"}, {"what": "out", "kind": "play", "which": 1},
    {"what": "boxes", "game": "story"}, {"what": "box", "game": "story"}, {"what": "by_code", "code": "X"},
    {"what": "details", "which": 1}, {"what": "photo", "which": 1}, {"what": "year", "year": 2026},
    {"what": "tonight"}, {"what": "person", "name": "Ana"}, {"what": "counts", "name": "Ana"},
    {"what": "table_of_people"}, {"what": "bg_stats", "which": 1},
    {"what": "groups"}, {"what": "plays", "person": "Ana"}, {"what": "plays", "shelf": "trash"},
    {"what": "code", "which": 1}, {"what": "bring_back", "game": "story"}, {"what": "cover", "game": "story"}]
DESK_CHANGES = {
    "save", "forget", "in", "archive", "delete", "bring_play_back", "delete_for_good", "empty_trash", "note",
    "photo_in", "photo_off", "rename_person", "merge", "unmerge", "forget_person", "bring_person_back",
    "save_group", "delete_group", "bring_group_back", "rescue"}


def all_replies(room: Room, host: Guest) -> list[str]:
    """What the host's phone gets for every command; the desk's also as from the lobby."""
    room.phones.server.phone_rates = room.phones.server.address_rates = RateLimit(1e6, 1e6, 10)
    commands, desk = room.phones.host, room.phones.host.desk
    assert desk is not None and {*commands.commands} | {"log", "look"} == {*ASKS} | CHANGES
    assert {*desk.does} == {one["what"] for one in DESK} | DESK_CHANGES
    room.phones.server.phone_rates = RateLimit(1e6, 1e6, 10)  # however quick this machine is
    state = host.state()
    replies = [state, *(host.do(op, **more) for op, more in ASKS.items()),
               host.do("fix", what="set", path="seats.0.points", value=9),
               *(host.do("desk", **one) for one in DESK),
               *(room.call(lambda one=one: desk.do(one)) for one in DESK)]
    told = [write_json(one).decode() for one in replies]
    ids = (state["epoch"], state["boot"], room.opened.row.uid)
    return [reduce(lambda text, id: text.replace(id, ""), ids, one) for one in told]


@pytest.mark.thorough
@sampled("moment", ["some are in", "all are in", "renamed", "left", "undone", "restarted"])
def test_no_reply_to_the_hosts_commands_depends_on_a_closed_vote(tmp_path: Path, moment: str) -> None:
    said = []
    for choices in ((2, 0), (0, 1)):
        where = tmp_path / str(choices[0])
        with Room(where, "story", NAMES[:3], alone=True, clock=SetClock()) as room:
            room.play_until("ballots")
            ana, ben, cleo = (room.guest(seat) for seat in range(3))
            assert ben.vote(choices[0])["ok"] and cleo.vote(choices[1])["ok"]
            if moment == "left":
                assert ana.do("leave", seat=0) == {"ok": True}
            elif moment != "some are in":
                assert ana.vote(choices[0] or 1)["ok"]
                if choices == (0, 1):
                    assert ana.vote(2)["ok"], "thinks again"
            if moment == "renamed":
                assert ana.do("rename", seat=1, name="Bea") == {"ok": True}
            if moment == "undone":
                assert ana.do("undo") == {"ok": True}
            if moment != "restarted":
                said.append(all_replies(room, ana))
            port = room.port
        if moment == "restarted":
            with Room(where, "story", NAMES[:3], alone=True, clock=SetClock(), port=port) as room:
                said.append(all_replies(room, ana))
    assert said[0] == said[1]
    assert any("tableside-everything" in one for one in said[0]), "a backup is possible all the same"


def test_undo_opens_the_vote_again_and_redo_closes_it_again(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3], alone=True) as room:
        host, *_ = with_closed_votes(room)
        assert host.do("undo") == {"ok": True}, "nobody has seen anything: there is nothing to warn of"
        state = host.state()
        assert state["table"]["state"] == "ballots" and state["table"]["undone"] is True
        assert host.do("redo") == {"ok": True}
        assert host.state()["table"]["state"] == "sealed", "only the host's tap opens them"


def test_a_restart_by_the_table_screen_clears_the_seal(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3]) as room:
        ana, *_ = with_closed_votes(room)
        room.call(room.opened.play.restart)
        assert ana.state()["table"]["state"] not in ("sealed", "ballots")
        assert not room.call(lambda: room.phones.views.sealed)


def test_closed_votes_stay_closed_when_somebody_is_renamed(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3]) as room:
        ana, *_ = with_closed_votes(room)
        room.call(lambda: room.opened.play.rename(1, "Bea"))
        state = ana.state()
        assert state["table"]["state"] == "sealed" and state["table"]["seats"][1]["name"] == "Bea"


def test_the_whole_log_is_there_and_tells_nothing_of_closed_votes(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3]) as room:
        ana, *_ = with_closed_votes(room)
        shown = ana.state()["table"]["lines"]
        assert ana.do("log")["lines"] == shown
        room.call(room.opened.open_votes)
        told = ana.do("log")["lines"]
        assert len(told) > len(shown) and told[:3] == ana.state()["table"]["lines"]


def test_the_host_hands_the_table_over_to_a_phone_that_is_there(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3], alone=True) as room:
        ana, ben = room.guest(0), room.guest(1)
        assert "host" in ana.state() and "host" not in ben.state()
        assert not ana.do("hand over", seat=2).get("ok"), "nobody has that seat's phone"
        assert ben.do("hand over", seat=1).get("ok") is None, "only the host hands it over"
        assert ana.do("hand over", seat=1) == {"ok": True}
        assert "host" in ben.state() and "host" not in ana.state()
        assert ben.state()["table"]["lines"][0]["text"] == f"{NAMES[1]} is the host now."


def test_people_join_late_leave_come_back_and_are_renamed_on_the_hosts_phone(tmp_path: Path) -> None:
    with Room(tmp_path, "score_sheet", NAMES[:2], alone=True) as room:
        host = room.guest(0)
        assert host.do("rename", seat=1, name="Bea") == {"ok": True}
        assert host.do("leave", seat=1) == {"ok": True}
        assert host.state()["table"]["seats"][1] | {"name": "Bea", "gone": True} == host.state()["table"]["seats"][1]
        assert host.do("return", seat=1) == {"ok": True}
        assert host.do("add", name="Zoe") == {"ok": True}
        assert "Zoe" in str(room.call(lambda: [*room.opened.play.table.seats, *room.opened.play.table.arriving]))
        for bad in ({"seat": 9, "name": "X"}, {"seat": 0, "name": "\u200b"}, {"name": "X"}):
            assert "refused" in host.do("rename", **bad)
        assert "refused" in host.do("add", name=" \u200b ")


def test_somebody_who_is_not_on_the_list_asks_the_host(tmp_path: Path) -> None:
    with Room(tmp_path, "score_sheet", NAMES[:2], alone=True) as room:
        host = room.guest(0)
        wish: dict[str, Any] = {"secret": room.secret, "name": "Zoe"}
        wait = request(room.port, "POST", "/join", wish)[1]["wait"]
        asks = host.until(lambda state: state["host"]["asks"])["host"]["asks"]
        assert [(one["kind"], one["name"]) for one in asks] == [("name", "Zoe")]
        assert request(room.port, "POST", "/join", {**wish, "ticket": wait})[1] == {"wait": wait}
        assert host.do("allow", ticket=wait) == {"ok": True}
        told = request(room.port, "POST", "/join", {**wish, "ticket": wait})[1]["told"]
        assert told.startswith("Zoe is in.")
        assert request(room.port, "POST", "/join", {**wish, "name": " "})[0] == 403


def test_a_guest_asks_for_an_undo_and_the_host_decides(tmp_path: Path) -> None:
    with Room(tmp_path, toy("lamp", "lamp", "who"), alone=True) as room:
        ana, ben = room.guest(0), room.guest(1)
        assert "refused" in ben.do("ask undo"), "there is nothing to undo"
        assert ana.do("tap", "Lamp/0", token="red")["ok"]
        for _ in range(3):
            assert ben.do("ask undo")["told"] == "The host was asked to undo."
        ask, = ana.until(lambda state: state["host"]["asks"])["host"]["asks"]
        assert (ask["kind"], ask["name"]) == ("undo", "Ben")
        assert ana.do("deny", ticket=ask["ticket"]) == {"ok": True} and room.records() == 1
        ben.do("ask undo")
        ask, = ana.until(lambda state: [one for one in state["host"]["asks"] if one != ask])["host"]["asks"]
        assert ana.do("allow", ticket=ask["ticket"]) == {"ok": True} and room.records() == 2


def test_a_phone_without_a_stream_is_away_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AWAY_SECONDS", 0.2)
    with Room(tmp_path) as room:
        ana, ben = room.guest(0), room.guest(1)
        ben.connect()
        ben.read()
        ana.until(lambda state: not any(one["away"] for one in state["table"]["seats"]))
        ben.hang_up()
        ana.until(lambda state: [one["away"] for one in state["table"]["seats"]] == [False, True, False])
        ben.connect()
        ana.until(lambda state: not any(one["away"] for one in state["table"]["seats"]))


def test_head_is_answered_and_nothing_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Room(tmp_path) as room:
        for path, status in (("/", 200), ("/events", 404), ("/nothing", 404)):
            said = plain(room.port, f"HEAD {path} HTTP/1.1\r\nHost: 127.0.0.1:{room.port}\r\nConnection: close"
                                    "\r\n\r\n".encode())
            assert said.startswith(f"HTTP/1.1 {status} ".encode()) and said.endswith(b"\r\n\r\n"), said
    assert [one for one in caplog.records if one.name == "tableside" and one.levelname == "ERROR"] == []


def test_a_wrong_address_typed_into_a_browser_leads_to_the_page(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        ask = "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
        here = f"127.0.0.1:{room.port}"
        said = plain(room.port, ask.format(path="/lobby", host=here).encode())
        assert said.startswith(b"HTTP/1.1 302 ") and b"location: /\r\n" in said.lower()
        said = plain(room.port, ask.format(path="/", host=f"laptop.local:{room.port}").encode())
        assert f"location: http://{here}/\r\n".encode() in said.lower()


def test_a_big_screen_shows_how_to_join_while_seats_are_free(tmp_path: Path) -> None:
    with Room(tmp_path, names=NAMES[:3]) as room:
        tv, ana = room.watcher(), room.guest(0)
        invite = tv.state()["invite"]
        assert invite["code"] == room.phones.guests.code and len(invite["rows"]) == len(invite["rows"][0]) >= 21
        assert "invite" not in ana.state()
        for seat in (1, 2):
            room.guest(seat)
        assert "invite" not in tv.state()



def test_after_changed_rules_the_host_plays_on_from_the_last_line_that_fits(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Room(tmp_path, OrchardGame(), NAMES[:2], alone=True) as room:
        first, second = room.guest(0), room.guest(1)
        assert first.state()["host"]["misfit"] is None
        for key, raw in (("Weather/table", [3]), ("Pick/0", "done"), ("Pick/0", "done")):
            room.answer(key, raw)
    monkeypatch.setattr("tests.toys.orchard.questions.Pick.choices", lambda *_: ())
    monkeypatch.setattr(OrchardGame, "rules_version", "2")
    with Room(tmp_path, OrchardGame(), NAMES[:2], alone=True) as room:
        host, other = (Guest(room.port, one.token) for one in (first, second))
        misfit, records = host.state()["host"]["misfit"], room.records()
        assert misfit["sentence"].startswith("Line 2: ")
        assert misfit["play"] == room.opened.id and records == 3
        assert "ok" not in other.do("play on"), "only the host"
        assert "ok" not in host.do("play on", epoch="another position")
        assert host.state()["host"]["misfit"] == misfit
        assert host.do("play on") == {"ok": True}
        assert host.state()["host"]["misfit"] is None
        room.answer("Rest/0", "done")

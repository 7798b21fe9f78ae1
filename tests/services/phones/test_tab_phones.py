"""Guests' phones at a tab's table, without channels: the host's page passes their texts to `Tab.take`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.services.phones import limits
from companion.services.phones.http import RateLimit
from companion.services.phones.tab import Tab
from companion.services.phones.tab_link import ON_A_CHANNEL
from companion.simulate import trial

pytestmark = pytest.mark.slow
EIGHT = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


class Host:
    """The host's page: its own stream, and what it sends to each phone."""

    def __init__(self, home: Path) -> None:
        self.home, self.phones = home, dict[str, Phone]()
        self.state: Any = None
        self.open()

    def open(self) -> None:
        self.tab = Tab(self.home, ["en"], find_games(), trial)
        self.say(follow="own", token=self.tab.token)

    def killed(self) -> None:
        """The page is gone without a word, and opened again."""
        self.tab.drop()
        self.open()
        for phone in self.phones.values():
            phone.follow()

    def say(self, **message: Any) -> Any:
        out = json.loads(self.tab.take(json.dumps(message)))
        for stream, line in out["news"]:
            phone, _, name = stream.partition("/")
            if name:
                self.phones[phone].hear(name, line)
            else:
                self.state = json.loads(line).get("state", self.state)
        return out["reply"]

    def do(self, **body: Any) -> Any:
        return self.say(path="/do", body={"epoch": self.state["epoch"], **body}, token=self.tab.token)

    def records(self) -> int:
        assert self.tab.serving.table is not None
        return len(self.tab.serving.table.opened.play.log)

    def begin(self, game: str, *names: str) -> None:
        assert self.do(op="new", game=game, names=list(names), options={})["ok"]

    def phone(self, id: str, seat: int | None = None) -> Phone:
        self.phones[id] = Phone(self, id)
        if seat is not None:
            self.phones[id].sit(seat)
        return self.phones[id]


class Phone:
    def __init__(self, host: Host, id: str) -> None:
        self.host, self.id, self.token, self.number = host, id, "", 0
        self.languages = ["en"]
        self.lines: list[str] = []
        self.state: Any = None
        self.gone = ""
        self.secret = self.ask(path="/words")["secret"]

    def raw(self, text: str) -> Any:
        return self.host.say(phone=self.id, text=text)

    def ask(self, **asked: Any) -> Any:
        self.number += 1
        text = json.dumps({"id": self.number, "languages": self.languages, **asked})
        said = json.loads(self.raw(text)["text"])
        assert said["id"] == self.number
        return said["reply"]

    def sit(self, seat: int) -> None:
        self.token = self.ask(path="/join", body={"secret": self.secret, "seat": seat, "id": "sit"})["token"]
        self.follow()

    def follow(self, page: str = "page") -> Any:
        self.gone = ""
        return self.ask(follow=f"s{self.number}", page=page, token=self.token)

    def hear(self, name: str, line: str) -> None:
        self.lines.append(line)
        said = json.loads(line)
        self.state, self.gone = said.get("state", self.state), said.get("gone", "")

    def do(self, **body: Any) -> Any:
        self.number += 1
        body = {"epoch": self.state["epoch"], "id": f"n{self.number}", **body}
        return self.ask(path="/do", body=body, token=self.token)

    def tap(self, at: int = 0) -> Any:
        ask = self.state["mine"]["ask"]
        if not ask.get("choices"):
            return self.do(op="give", key=ask["key"])
        return self.do(op="tap", key=ask["key"], token=ask["choices"][at]["token"])


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    host.begin("windmill", "Ana", "Ben", "Cleo")
    yield host
    host.tab.drop()


def test_a_phone_joins_follows_and_answers(host: Host) -> None:
    ben = host.phone("b")
    seats = ben.ask(path="/join", body={"secret": ben.secret})
    assert [one["name"] for one in seats["seats"]] == ["Ana", "Ben", "Cleo"] and seats["only"] is False
    ben.sit(1)
    assert ben.state["you"]["name"] == "Ben" and "host" not in ben.state
    assert host.state["table"]["seats"][1]["phone"] is True
    host.do(op="guests", on=True)
    before = ben.state["epoch"]
    assert ben.tap()["answered"]
    assert ben.state["epoch"] != before and host.state["epoch"] == ben.state["epoch"]


def test_the_hosts_token_never_reaches_a_phone(host: Host) -> None:
    ben = host.phone("b", 1)
    said = json.dumps([ben.ask(path="/words"), ben.ask(path="/join", body={"secret": ben.secret}), ben.lines])
    assert host.tab.token not in said and "version" not in ben.ask(path="/words")


def test_an_answer_that_is_sent_again_counts_once(host: Host) -> None:
    ben = host.phone("b", 1)
    host.do(op="guests", on=True)
    ask = ben.state["mine"]["ask"]
    body = {"op": "tap", "key": ask["key"], "token": ask["choices"][0]["token"], "epoch": ben.state["epoch"],
            "id": "x"}
    first = ben.ask(path="/do", body=body, token=ben.token)
    log = host.records()
    assert first["answered"] and ben.ask(path="/do", body=body, token=ben.token) == first
    assert host.records() == log


def test_each_phone_reads_its_own_language(host: Host) -> None:
    ben = host.phone("b")
    ben.languages = ["de-AT", "en"]
    assert ben.ask(path="/words")["language"] == "de"
    ben.sit(1)
    assert "am Tisch" in json.dumps(ben.state["table"], ensure_ascii=False) or \
        ben.state["table"]["headline"] != host.state["table"]["headline"]
    assert ben.ask(path="/nothing")["why"] == "Hier ist nichts."


def test_a_seat_has_one_stream(host: Host) -> None:
    ben = host.phone("b", 1)
    ben.follow(page="page")
    assert len(host.tab.link.streams) == 2, "the same page lost the other one"
    other = host.phone("c")
    other.token = ben.token
    other.follow(page="another tab")
    assert ben.gone == "replaced" and other.state["you"]["name"] == "Ben" and len(host.tab.link.streams) == 2


def test_a_silent_phone_is_away_and_comes_back(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = host.phone("b", 1)
    host.say(phone="b", text=None)
    assert host.tab.link.guests.seats and len(host.tab.link.streams) == 1
    monkeypatch.setattr(limits, "AWAY_SECONDS", -1.0)
    assert host.tab.link.guests.away() == {1}
    ben.follow()
    assert host.tab.link.guests.away() == frozenset()


def test_the_host_lists_phones_and_disconnects_one(host: Host) -> None:
    ben, tv = host.phone("b", 1), host.phone("t")
    tv.token = tv.ask(path="/join", body={"secret": tv.secret, "watch": True})["token"]
    tv.follow()
    watcher = {"seats": [], "watches": True}
    assert host.say(phones=True) == {"b": {"seats": [1], "watches": False}, "t": watcher}
    assert "invite" not in tv.state, "there is no address to scan"
    host.say(phone="b", remove=True)
    assert ben.gone == "freed" and host.state["table"]["seats"][1]["phone"] is False
    assert ben.do(op="look", key="")["status"] == 401
    assert host.say(phones=True) == {"t": watcher}


def test_a_phone_that_took_a_seat_and_looks_at_nothing_can_be_disconnected(host: Host) -> None:
    """A program instead of a page: it would keep the seat for itself."""
    evil = host.phone("evil")
    evil.ask(path="/join", body={"secret": evil.secret, "seat": 1, "id": "sit"})
    assert host.say(phones=True) == {"evil": {"seats": [1], "watches": False}}
    host.say(phone="evil", remove=True)
    assert host.state["table"]["seats"][1]["phone"] is False and host.say(phones=True) == {}


def test_a_phone_that_is_away_when_the_host_reloads_is_listed_and_can_be_disconnected(host: Host) -> None:
    host.phone("b", 1)
    host.say(phone="b", text=None)
    host.phones.clear()
    host.killed()
    assert host.say(phones=True) == {"b": {"seats": [1], "watches": False}}
    host.say(phone="b", remove=True)
    assert host.state["table"]["seats"][1]["phone"] is False


def test_after_a_kill_phones_and_the_hosts_own_seat_are_where_they_were(host: Host) -> None:
    ben = host.phone("b", 1)
    assert host.do(op="sit", seat=0) == {"ok": True}
    before, old = host.state["table"]["seats"], ben.state["epoch"]
    host.killed()
    assert host.state["you"]["seat"] == 0 and host.state["you"]["host"] is True
    assert [one["phone"] for one in host.state["table"]["seats"]] == [one["phone"] for one in before]
    assert ben.state["you"]["name"] == "Ben" and ben.state["epoch"] != old
    assert "stale" in ben.do(op="tap", key="", token=0, epoch=old), "an answer to the table before the kill"


def secret_asks(phones: list[Phone]) -> list[Phone]:
    return [one for one in phones if one.state["mine"] and (one.state["mine"]["ask"] or {}).get("secret")]


def test_the_others_get_the_same_bytes_whatever_somebody_votes(tmp_path: Path) -> None:
    """The same evening twice, on eight phones; one of them votes otherwise."""
    told = []
    for choice in (0, 1):
        host = Host(tmp_path / str(choice))
        host.begin("story", *EIGHT)
        phones = [host.phone(f"p{seat}", seat) for seat in range(8)]
        host.do(op="guests", on=True)
        while not (voters := secret_asks(phones)):
            asked = next(one for one in phones if one.state["mine"] and one.state["mine"]["ask"])
            assert asked.tap()["answered"]
        others = [one for one in phones if one is not voters[0]]
        for phone in others:
            phone.lines.clear()
        assert voters[0].tap(choice)["answered"]
        told.append([re.sub(r'"(at|epoch|boot)":("[^"]*"|\d+)', "", line)
                     for phone in others for line in phone.lines])
        host.tab.drop()
    assert told[0] == told[1] and len(told[0]) == 7


# A guest who means harm

NONSENSE = ["", "null", "[]", "7", '"x"', "{", '{"id":"1"}', '{"id":true}', '{"id":1,"token":5}',
            '{"id":1,"languages":5}', '{"id":1,"languages":[1]}', '{"path":"/words"}', "{" * 50_000,
            '{"id":1,"a":' + "[" * 20 + "]" * 20 + "}", '{"id":1,"a":1e999}', '{"id":1,"a":"\\ud800"}',
            json.dumps({"id": 1, "a": "x" * limits.BODY})]


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_cuts_that_phone_and_harms_nothing(host: Host, text: str) -> None:
    ben = host.phone("b", 1)
    before = host.records()
    assert host.phone("evil").raw(text) == {"cut": True}
    assert ben.do(op="look", key="") and host.records() == before


FORBIDDEN: list[dict[str, Any]] = [
    {"path": "/pack", "body": {"data": "UEs=", "sure": True}}, {"path": "/events"}, {"path": 7},
    {"path": "/do", "body": {}}, {"path": "/do", "body": []}, {"path": "/do", "body": {"id": "x" * 999}},
    {"path": "/join", "body": {}}, {"path": "/join", "body": {"secret": "wrong"}}, {"path": "/leave"},
    {"follow": "x"}, {"follow": 5}, {"follow": "x" * 99}, {"follow": "x", "token": "wrong"}, {"alarm": 1},
    {"look": True}, {"phones": True}, {"phone": "b", "remove": True}]


@pytest.mark.parametrize("more", FORBIDDEN)
def test_what_a_phone_may_not_ask_gets_a_reason(host: Host, more: dict[str, Any]) -> None:
    host.phone("b", 1)
    reply = host.phone("evil").ask(**more)
    assert reply["status"] >= 400 and reply["why"], reply
    assert host.state["table"]["seats"][1]["phone"] is True and len(host.tab.link.streams) == 2


HOSTS = ("undo", "redo", "restart", "open", "exit", "fix", "allow", "deny", "free", "guests", "new",
         "end", "desk", "sit", "leave", "rename", "add", "host")


def test_no_guest_does_what_only_the_host_may(host: Host) -> None:
    ben = host.phone("b", 1)
    for op in HOSTS:
        said = ben.do(op=op, key="", sure=True, what="plays", path="step", value=1, seat=0, on=True,
                      game="windmill", names=["A", "B", "C"], ticket="x", name="X")
        assert set(said) == {"refused"}, (op, said)


def test_nobody_becomes_the_host_of_a_tab(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the host's own page doesn't look."""
    ben = host.phone("b", 1)
    host.say(unfollow="own")
    monkeypatch.setattr(limits, "HOST_AWAY_SECONDS", -1.0)
    monkeypatch.setattr(limits, "AWAY_SECONDS", -1.0)
    assert "refused" in ben.do(op="host", key="")
    taken = host.phone("evil").ask(path="/join", body={"secret": ben.secret, "host": True})
    assert "token" not in taken
    assert host.tab.link.guests.is_host(host.tab.token)


def test_a_phone_that_is_too_fast_is_slowed_and_others_are_not(host: Host) -> None:
    host.tab.link.rates = RateLimit(0, 5, 10)  # however slow this machine is
    evil, ben = host.phone("evil"), host.phone("b")
    replies = [evil.ask(path="/words").get("status", 200) for _ in range(6)]
    assert replies == [200] * 4 + [429] * 2 and "secret" in ben.ask(path="/words")


def test_a_taken_seat_is_the_hosts_to_give_and_knocking_is_limited(host: Host) -> None:
    host.phone("b", 1)
    evil = host.phone("evil")
    wish = {"secret": evil.secret, "seat": 1}
    replies = [evil.ask(path="/join", body=wish) for _ in range(8)]
    assert all("token" not in one for one in replies) and replies[-1]["status"] == 429
    assert len(host.state["host"]["asks"]) <= limits.KNOCKS


def test_the_sentences_of_a_channel_are_words_of_the_page() -> None:
    from companion.services.phones.page_words import WORDS

    assert set(ON_A_CHANNEL) <= set(WORDS)

"""Nothing sealed reaches a phone: every byte for every guest is compared with a shadow play whose votes differ."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.phones import limits
from companion.services.phones.guests import WATCHER, Guests
from companion.services.phones.host_commands import HostCommands
from companion.services.phones.http import write_json
from companion.services.phones.seat_view import SeatView, SeatViews
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.services.phones.room import NAMES, Room
from tests.toys.key_cards import game as key_cards
from tests.toys.scripted import Ask, Scripted, Secret, Slate

PLAYS = int(os.environ.get("TABLESIDE_SECRET_PLAYS", "2"))
"""Of Story, each to its end. 200 take some minutes: for a change of what is sent."""
PORTION = 10
ROUNDS = 4 if PLAYS <= 2 else 100
"""Votes of each play that are compared."""


class Eight:
    """Eight guests and a watcher at one table, and every byte they were sent."""

    def __init__(self, opened: OpenPlay) -> None:
        guests = Guests(secret="s", code="BCDF")
        guests.seats = {seat: "t" for seat in range(len(opened.play.table.seats))} | {0: "h"}
        guests.host = "h"  # the first one is the host of `serve`
        self._last: dict[int, bytes] = {}
        self.opened, self.views, self.sent = opened, SeatViews(opened, guests, self._send), [b""]
        self._send()

    def _send(self) -> None:
        """As the server does: to whom it is new."""
        for who in (*self.views.guests.seats, WATCHER) if hasattr(self, "views") else ():
            state = self._bytes(self.views[who].state())
            if state != self._last.get(who):
                self._last[who] = state
                self.sent.append(state)

    def do(self, who: int, **message: Any) -> None:
        reply = self.views[who].do({"epoch": self.views.epoch, **message})
        self.sent.append(self._bytes(reply))

    def _bytes(self, message: Any) -> bytes:
        """The epoch names the play and its views, and a shadow has others: these are left out."""
        return write_json(message).replace(self.views.epoch.rpartition(".")[0].encode(), b"")

    def host_looks(self) -> None:
        """All that the host's own phone may ask for while votes are closed."""
        host = HostCommands(self.views, self.views.guests, None)
        epoch = self.views.epoch
        self.sent.append(self._bytes(host.to_json()))
        for op in ("restart", "redo", "exit"):
            self.sent.append(self._bytes(host.do({"op": op, "epoch": epoch, "path": "x", "value": 1, "what": "Void"})))
        self.sent.append(self._bytes(self.views[0].do({"op": "log", "key": "", "epoch": epoch})))

    def close(self) -> None:
        self.views.close()


def shadow(library: Library, opened: OpenPlay) -> OpenPlay:
    """The same play up to here, in other books."""
    play = opened.play
    new = library.store.add_play("story", play.game.rules_version, opened.row.setup, 0.0, None, play.log)
    return library.resume(new)


def vote_round(library: Library, opened: OpenPlay, rng: Random) -> int:
    """One round of ballots in both, with other votes in the shadow; some change theirs, one is undone. Compared."""
    real, other = Eight(opened), Eight(shadow(library, opened))
    seats = len(opened.play.table.seats)
    *firsts, last = rng.sample(range(seats), seats)
    votes = 0
    for number, who in enumerate([*firsts, *rng.sample(firsts, 2), last]):
        ask = real.views[who].mine()["ask"]
        key = ask["key"]
        first, second = rng.sample([one["token"] for one in ask["choices"]], 2)
        for eight, choice in ((real, first), (other, second)):
            eight.do(who, op="tap", key=key, token=choice)
        votes += 1
        if number == 2:
            for eight in (real, other):
                TableController(eight.opened).undo(sure=True)
            for eight, choice in ((real, first), (other, second)):
                eight.do(who, op="tap", key=key, token=choice)
    assert real.views.sealed and other.views.sealed
    last_state = real.sent[-2]  # the reply to the last vote follows it
    for who in rng.sample(range(seats), 3):  # some think again, also the last one, in one of the plays more often
        ask = real.views[who].mine()["ask"]
        choices = rng.sample([one["token"] for one in ask["choices"]], 2)
        for eight, choice in ((real, choices[0]), (other, choices[1])):
            eight.do(who, op="tap", key=ask["key"], token=choice)
        TableController(real.opened).change_vote(ask["key"], choices[1])
    assert real.views.sealed and other.views.sealed
    for eight in (real, other):
        eight.host_looks()
    assert real.sent == other.sent, "a byte tells of a vote"
    assert b'"state":"sealed"' in last_state
    for eight in (real, other):
        eight.opened.open_votes()
    assert b'"state":"sealed"' not in real.sent[-1] and len(real.opened.play.log) > len(other.opened.play.log)
    real.close()
    other.close()
    return votes


@pytest.mark.thorough
@pytest.mark.slow
@sampled("first", range(0, PLAYS, PORTION))
def test_over_many_plays_of_story_no_byte_depends_on_a_sealed_vote(tmp_path: Path, first: int) -> None:
    clock, votes, rounds = SetClock(), 0, 0
    library = Library(open_store(tmp_path / "plays.db"), dict(find_games().games), clock)
    seeds = range(first, min(PLAYS, first + PORTION))
    for seed in seeds:
        rng = Random(seed)
        opened = library.start("story", Setup(people(*NAMES)))
        play = opened.play
        for _ in range(2000):
            if play.outcome() is not None or rounds >= ROUNDS * (seed + 1 - first):
                break
            asked = play.open()
            if asked[0].secret and not play.run.given():
                votes += vote_round(library, opened, rng)
                rounds += 1
                continue
            question = next(one for one in asked if one.possible(play.table))
            opened.answer(question.key(), question.random_answer(play.table, rng))
        library.close(opened)
    assert rounds >= len(seeds) and votes >= 8 * rounds
    print(f"plays {first} to {seeds[-1]}: {rounds} rounds, {votes} votes")


def test_the_shadow_would_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with a view that shows the raw log: it must fail."""
    real_state = SeatView.state

    def leaky(self: SeatView) -> dict[str, Any]:
        return {**real_state(self), "log": [record.answer for record in self.opened.play.log]}
    monkeypatch.setattr(SeatView, "state", leaky)
    library = Library(open_store(tmp_path / "plays.db"), dict(find_games().games), SetClock())
    opened, rng = library.start("story", Setup(people(*NAMES))), Random(1)
    while not opened.play.open()[0].secret:
        question = opened.play.open()[0]
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    with pytest.raises(AssertionError, match="a byte tells of a vote"):
        vote_round(library, opened, rng)


@pytest.mark.slow
@sampled("game", ["winter_tales", "windward", "windmill", "keywords"])
def test_a_phone_gets_its_own_questions_only_and_everybody_the_same_table(tmp_path: Path, game: str) -> None:
    library = Library(open_store(tmp_path / "plays.db"), dict(find_games().games), SetClock())
    rng = Random(game)
    opened = library.start(game, Setup(people(*NAMES[:4])))
    guests = Guests(seats={seat: "t" for seat in range(4)})
    views = SeatViews(opened, guests, lambda: None)
    views.guests_answer = False
    seen = 0
    for _ in range(60):
        play = opened.play
        if play.outcome() is not None:
            break
        states = {who: views[who].state() for who in (0, 1, 2, 3, WATCHER)}
        assert all(state["table"] == states[WATCHER]["table"] for state in states.values())
        assert states[WATCHER]["mine"] is None
        for who in range(4):
            mine = states[who]["mine"]
            if mine is not None:
                seen += 1
                assert (mine["ask"] or {}).get("seat", who) == who
                keys = [one["key"] for one in mine["tiles"]]
                assert all(views.play.run.find(key).seat.index == who for key in keys)
        question = next(one for one in play.open() if one.possible(play.table))
        opened.answer(question.key(), question.random_answer(play.table, rng))
    assert seen or game == "keywords", "Key Words asks the table"


def look(views: SeatViews, got: dict[int, list[bytes]]) -> None:
    """Everybody tries to see everybody's secrets."""
    for who, sent in got.items():
        view, epoch = views[who], views.epoch
        shown = [*(view.do({"op": "look", "key": f"*peek/{seat}", "epoch": epoch}) for seat in range(4)), view.state(),
                 view.do({"op": "tap", "key": "*peek/0", "token": "seen", "epoch": epoch})]
        sent.append(write_json(shown).replace(epoch.rpartition(".")[0].encode(), b""))


def test_only_the_bytes_of_its_owners_depend_on_a_shared_secret(tmp_path: Path) -> None:
    """Ana and Ben share the key. Whatever anybody taps, the others' bytes are the same with another key."""
    sent: list[dict[int, list[bytes]]] = []
    for order in ([*range(9)], [0, 8, 7, 6, 5, 4, 3, 2, 1]):  # both begin with red
        library = Library(open_store(tmp_path / f"{len(sent)}.db"), {"key_cards": key_cards}, SetClock())
        opened = library.start("key_cards", Setup(people(*NAMES[:4])))
        guests = Guests(seats={seat: "t" for seat in range(4)})
        views, got = SeatViews(opened, guests, lambda: None), {who: [] for who in (0, 1, 2, 3, WATCHER)}
        opened.answer("DealKey/table", order)
        look(views, got)
        for seat in (0, 1):
            opened.answer(f"See/{seat}", "seen")
            look(views, got)
        opened.answer("Guess/0", "0,0")
        look(views, got)
        assert opened.votes_closed == 0, "a look is no vote"
        assert b"*peek/0" in got[0][-1] and b"*peek" not in write_json(views[2].state())
        sent.append(got)
        views.close()
    one, two = sent
    assert [who for who in one if one[who] != two[who]] == [0, 1]


def test_eight_vote_at_once_eight_records_and_one_tap_opens_them(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor
    with Room(tmp_path, "story", NAMES) as room:
        room.play_until("ballots")
        guests = [room.guest(seat) for seat in range(8)]
        states = [guest.state() for guest in guests]
        before = room.records()
        with ThreadPoolExecutor(8) as many:
            replies = list(many.map(lambda at: guests[at].vote((at + 1) % 8, states[at]), range(8)))
        assert [(reply["ok"], reply["answered"]) for reply in replies] == [(True, True)] * 8
        assert room.records() == before + 8
        sealed = [guest.until(lambda state: state["table"]["state"] == "sealed") for guest in guests]
        assert all(state["mine"]["given"] and state["table"]["in"] == list(range(8)) for state in sealed)
        room.call(room.opened.open_votes)
        for guest in guests:
            assert guest.until(lambda state: state["table"]["state"] != "sealed")["table"]["state"] == "question"


def test_a_vote_is_changed_until_the_votes_are_opened(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3]) as room:
        room.play_until("ballots")
        ana, ben, cleo = (room.guest(seat) for seat in range(3))
        first = ana.state()
        reply = ana.vote(1)
        assert reply["answered"] and reply["epoch"] == first["epoch"] and reply["mine"]["given"] is True
        again = ana.state()
        assert again["mine"] == reply["mine"] and again["turn"] == reply["turn"] > first["turn"]
        assert again["epoch"] == first["epoch"] and again["mine"]["given"] is True and again["table"]["in"] == [0]
        assert ana.vote(2)["answered"]
        assert ben.vote(0, ben.state())["ok"] and cleo.vote(0)["ok"]
        key = first["mine"]["ask"]["key"]
        assert "stale" in ana.do("tap", key, first, token=1), "meant for the table before the last vote"
        closed = ben.state()
        assert closed["table"]["state"] == "sealed" and closed["mine"]["given"] is True
        assert ben.vote(1, closed)["answered"] and cleo.vote(2)["answered"], "the last one, too, and an earlier one"
        assert "refused" in cleo.vote(77) and ben.state() == closed
        assert room.call(lambda: votes_in(room.opened)) == {(0, 2), (1, 1), (2, 2)}
        room.call(room.opened.open_votes)
        assert "stale" in cleo.do("tap", closed["mine"]["ask"]["key"].replace("1", "2"), closed, token=0)


@pytest.mark.thorough
def test_a_vote_changed_while_all_are_closed_leaves_them_closed_after_a_restart(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3]) as room:
        room.play_until("ballots")
        guests = [room.guest(seat) for seat in range(3)]
        assert all(guest.vote(0)["ok"] for guest in guests)
        assert guests[2].vote(1)["answered"] and guests[0].vote(2)["answered"]
        port = room.port
    with Room(tmp_path, "story", NAMES[:3], port=port) as room:
        assert guests[0].state()["table"]["state"] == "sealed"
        room.call(room.opened.open_votes)
        room.call(lambda: room.opened.play.rename(0, "Anna"))
        assert room.call(lambda: votes_in(room.opened)) == {(0, 2), (1, 0), (2, 1)}
    with Room(tmp_path, "story", NAMES[:3], port=port):
        assert guests[0].state()["table"]["state"] == "question", "opened once is open"


def test_who_is_in_is_told_but_not_in_which_order(tmp_path: Path) -> None:
    seen = []
    for order in ((0, 1), (1, 0)):
        with Room(tmp_path / str(order[0]), "story", NAMES[:3]) as room:
            room.play_until("ballots")
            guests = [room.guest(seat) for seat in range(3)]
            for seat in order:
                assert guests[seat].vote(2)["ok"]
            shown = guests[2].until(lambda state: state["table"]["in"] == [0, 1])["table"]
            seen.append([line["text"] for line in shown["lines"]])
            assert not any("voted" in line["text"] or "has answered" in line["text"] for line in shown["lines"])
    assert seen[0] == seen[1]


def test_nobody_learns_that_somebody_changed_a_vote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No separate message, beat or number in a later state may give it away."""
    monkeypatch.setattr(limits, "BEAT_SECONDS", 600.0)
    said = []
    for changes in (0, 3):
        with Room(tmp_path / str(changes), "story", NAMES[:3]) as room:
            room.play_until("ballots")
            ana, ben, cleo = (room.guest(seat) for seat in range(3))
            assert ana.vote(1)["ok"]
            cleo.until(lambda state: state["table"]["in"] == [0])
            for choice in range(changes):
                assert ana.vote(choice % 2 + 1)["ok"]
            assert ben.vote(0)["ok"]
            line = cleo.read()
            assert line["state"]["table"]["in"] == [0, 1], "the next line tells that Ben is in"
            assert cleo.vote(0, line["state"])["ok"]
            sealed = cleo.state()
            assert sealed["table"]["state"] == "sealed"
            said.append((sealed["epoch"].rpartition(".")[2], sealed["turn"]))
    assert said[0] == said[1]


def votes_in(opened: OpenPlay) -> set[tuple[int, int]]:
    from companion.games.story.table import Round
    return {(vote.voter.index, vote.story.index) for vote in opened.play.table.under_way(Round).votes}


def test_last_rounds_vote_is_refused_in_the_next(tmp_path: Path) -> None:
    """`Ballot/0/first` comes back every round; the epoch does not."""
    with Room(tmp_path, "story", NAMES[:3]) as room:
        room.play_until("ballots")
        ana = room.guest(0)
        old = ana.state()
        for seat in range(3):
            room.answer(f"Ballot/{seat}/first", 0)
        room.play_until("ballots", seed=2)
        key = ana.state()["mine"]["ask"]["key"]
        assert key == old["mine"]["ask"]["key"]
        assert "stale" in ana.do("tap", key, old, token=1)


def test_closed_votes_stay_closed_after_a_restart_and_nothing_of_them_is_sent(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3]) as room:
        room.play_until("ballots")
        guests = [room.guest(seat) for seat in range(3)]
        assert all(guest.vote(0)["ok"] for guest in guests)
        port, log = room.port, [one["text"] for one in guests[0].state()["table"]["lines"]]
    with Room(tmp_path, "story", NAMES[:3], port=port) as room:
        state = guests[0].state()
        assert state["table"]["state"] == "sealed" and state["table"]["in"] == [0, 1, 2] and state["mine"] is None
        assert state["table"]["lines"] == [] and {one["score"] for one in state["table"]["seats"]} == {None}
        room.call(room.opened.open_votes)
        state = guests[0].state()
        assert state["table"]["state"] == "question"
        assert log[0] in [one["text"] for one in state["table"]["lines"]], "and with them the log"


def test_what_the_game_tells_after_a_secret_answer_is_told_on_every_phone(tmp_path: Path) -> None:
    async def script(table: Slate) -> None:
        await table.ask(Secret(table.seats[1]))
        table.tell(say("Ben lays a card."), table.seats[1])
        await table.ask(Ask(None))
        table.tell(say("All look up."))

    with Room(tmp_path, Scripted(script), ("Ana", "Ben")) as room:
        ben = room.guest(1)
        room.answer(room.opened.play.open()[0].key(), "yes")
        room.answer(room.opened.play.open()[0].key(), "no")
        last = ben.until(lambda state: any(line["text"] == "All look up." for line in state["table"]["lines"]))
        shown = last["table"]["lines"]
        assert [line["text"] for line in shown] == ["All look up.", "Ben lays a card."], "not who answered in secret"

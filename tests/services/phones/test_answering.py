"""Answers, drafts, refusals, Why?, clocks, epochs: what a guest's thumb does, and what it can't."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.services.phones import limits
from companion.services.phones.guest_table import GuestTable
from companion.services.phones.saved_guests import FILE, all_saved
from companion.services.store import open_store
from companion.services.table.situation import situation_of
from companion.testing.recording import SetClock
from tests.services.phones.room import NAMES, Guest, Room, request
from tests.services.store.refusing import FULL, full_disk
from tests.ui.toy import Trade, toy
from tests.web.here import TableHere


def toy_room(tmp_path: Path, *steps: str, **more: object) -> Room:
    return Room(tmp_path, toy(*steps), NAMES[:3], **more)


def test_a_seat_answers_its_own_question_and_everybody_sees_it(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp", "who") as room:
        ana, ben = room.guest(0), room.guest(1)
        ben.until(lambda state: state["table"]["headline"] == "Ana, which lamp do you light?")
        state = ana.state()
        assert state["mine"]["ask"]["sentence"] == "Ana, which lamp do you light?" and state["table"]["asked"] == [0]
        assert ben.state()["mine"] is None
        assert ana.do("tap", "Lamp/0", token="red") == {"ok": True, "answered": True}
        ben.until(lambda state: state["table"]["lines"][:1] and state["table"]["lines"][0]["text"].startswith("Ana"))
        assert room.call(lambda: [record.answer for record in room.opened.play.log]) == ["red"]


def test_nobody_answers_for_another(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp", "who") as room:
        ben = room.guest(1)
        assert ben.do("tap", "Lamp/0", token="red") == {"refused": "Ana answers this."}
        assert ben.do("answer", "Lamp/0", answer="red") == {"refused": "Ana answers this."}
        assert ben.do("draw", "Lamp/0") == {"refused": "Ana answers this."}
        assert room.records() == 0


def test_the_tables_question_is_the_devices_unless_guests_may(tmp_path: Path) -> None:
    with toy_room(tmp_path, "ready", "lamp") as room:
        ben = room.guest(1)
        assert ben.state()["mine"] is None and ben.state()["table"]["asked_table"] is True
        assert ben.do("give", "Ready/table") == {"refused": "This is answered on the table's device."}
        room.call(lambda: room.phones.views.let_guests_answer(True))
        assert ben.state()["mine"]["for_table"] is True
        assert ben.do("give", "Ready/table")["answered"] is True


def test_in_key_words_guests_may_from_the_start(tmp_path: Path) -> None:
    with Room(tmp_path, "keywords", NAMES[:4]) as room:
        assert room.guest(2).state()["table"]["guests"] is True
    assert not room.library.games["story"].guests_answer


def test_what_the_rules_refuse_is_said_and_changes_nothing(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp", "who") as room:
        ana = room.guest(0)
        reply = ana.do("tap", "Lamp/0", token="no such lamp")
        assert reply["refused"] and reply["mine"]["ask"]["key"] == "Lamp/0"
        assert room.records() == 0


def test_a_question_with_no_choice_left_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ship without speed left was still asked where it goes."""
    with toy_room(tmp_path, "one_of") as room:
        ana = room.guest(0)
        assert ana.do("look", "Trade/0")["mine"]["ask"]["key"] == "Trade/0"
        monkeypatch.setattr(Trade, "possible", lambda self, table: False)
        room.call(room.phones.views.refresh)
        mine = ana.until(lambda state: state["mine"]["ask"]["key"] == "Fish/0")["mine"]
        assert not mine["aside"]
        assert [one["ready"] for one in mine["tiles"] if one["key"] == "Trade/0"] == [False]
        assert ana.do("look", "Trade/0") == {"refused": "You can't do that right now."}
        wished = room.call(lambda: situation_of(room.opened.play, "Trade/0"))
        assert wished.question.key() == "Fish/0" and not wished.aside, "nor in the app"


def test_a_moment_without_room_costs_one_answer_only(tmp_path: Path) -> None:
    table = TableHere(tmp_path, "windmill", NAMES[:3]).start()
    store = table.serving.library.store
    try:
        port, secret = table.serving.server.port, table.url.partition("#s=")[2]
        ana = Guest(port, request(port, "POST", "/join", {"secret": secret, "seat": 0})[1]["token"])

        def tap() -> Any:
            ask = ana.state()["mine"]["ask"]
            if not ask.get("choices"):
                return ana.do("give", ask["key"])
            return ana.do("tap", ask["key"], token=ask["choices"][0]["token"])
        with full_disk(store):
            assert tap() == {"failed": FULL}
            assert tap() == {"failed": FULL}
        assert tap()["answered"] and tap()["answered"]
    finally:
        table.end()
    assert open_store(tmp_path / "t.db").play(1).records == 2


def test_an_answer_that_saw_another_position_is_stale(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp", "lamp") as room:
        ana = room.guest(0)
        old = ana.state()
        room.answer("Lamp/0", "red")
        assert ana.do("tap", "Lamp/0", old, token="red") == {"stale": "The table has moved on. Look again."}
        for wrong in ("", None, 3, "x.0", old["epoch"] + "0"):
            assert "stale" in ana.do("tap", "Lamp/0", epoch=wrong, token="red")
        assert room.records() == 1


def test_the_same_id_is_done_once(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp", "lamp", "lamp") as room:
        ana = room.guest(0)
        message = {"id": "thumb", "op": "tap", "key": "Lamp/0", "token": "red", "epoch": ana.state()["epoch"]}
        with ThreadPoolExecutor(8) as many:
            replies = list(many.map(lambda _: ana.raw(message), range(8)))
        assert replies == [(200, {"ok": True, "answered": True})] * 8
        assert room.records() == 1
        assert ana.raw(message) == (200, {"ok": True, "answered": True}), "the id is looked at before the epoch"
        assert room.records() == 1


def test_two_answers_at_once_one_counts_and_the_other_is_told(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp", "who") as room:
        ana = room.guest(0)
        epoch = ana.state()["epoch"]
        with ThreadPoolExecutor(6) as many:
            replies = list(many.map(lambda number: ana.do("tap", "Lamp/0", epoch=epoch, token="red"), range(6)))
        assert sorted(next(iter(reply)) for reply in replies) == ["ok"] + ["stale"] * 5
        assert room.records() == 1


def test_a_draft_is_made_tap_by_tap_and_found_again_after_sleep(tmp_path: Path) -> None:
    with toy_room(tmp_path, "join", "who") as room:
        room.call(lambda: room.phones.views.let_guests_answer(True))
        ana = room.guest(0)
        ask = ana.state()["mine"]["ask"]
        assert ask["kind"] == "pick several"
        tokens = [one["token"] for one in ask["choices"]]
        said = ana.do("tap", ask["key"], token=tokens[0])
        assert [one.get("chosen", False) for one in said["mine"]["ask"]["choices"]][:2] == [True, False]
        ana.do("tap", ask["key"], token=tokens[1])
        again = Guest(room.port, ana.token).state()["mine"]["ask"]
        assert [one["token"] for one in again["choices"] if one.get("chosen")] == tokens[:2]
        assert room.records() == 0, "a draft is no record"
        assert ana.do("clear", ask["key"])["mine"]["ask"]["choices"][0].get("chosen", False) is False


def test_a_guest_taps_each_of_two_equal_cards(tmp_path: Path) -> None:
    with toy_room(tmp_path, "hand", "who") as room:
        ana = room.guest(0)
        ask = ana.state()["mine"]["ask"]
        first, _, second = [one["token"] for one in ask["choices"]]
        said = ana.do("tap", ask["key"], token=second)
        assert [one.get("chosen", False) for one in said["mine"]["ask"]["choices"]] == [False, False, True]
        ana.do("tap", ask["key"], token=first)
        assert ana.do("give", ask["key"])["answered"] is True
        assert room.call(lambda: [record.answer for record in room.opened.play.log]) == [["Sheep", "Sheep"]]


def test_why_is_the_tables_own(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        room.answer("Youngest/table", 0)
        ana = room.guest(0)
        key = ana.state()["mine"]["ask"]["key"]
        why = ana.do("why", key)["why"]
        assert [rule["id"] for rule in why["rules"]] and all(rule["id"].startswith("ST-") for rule in why["rules"])


def test_a_watching_clock_runs_to_the_same_end_and_its_late_answer_appears_by_itself(tmp_path: Path) -> None:
    clock = SetClock()
    with toy_room(tmp_path, "quick", "who", clock=clock) as room:
        ana = room.guest(0)
        timer = ana.state()["mine"]["ask"]["timer"]
        assert timer["running"] is False and timer["left"] == timer["seconds"]
        assert [one["token"] for one in ana.state()["mine"]["ask"]["choices"]] == ["found"]
        ana.do("timer", ana.state()["mine"]["ask"]["key"], what="start")
        timer = ana.state()["mine"]["ask"]["timer"]
        assert timer["running"] and timer["ends"] == round((clock.day + timer["seconds"]) * 1000)
        clock.advance(timer["seconds"] + 1)
        room.call(room.phones.clock_ran_out)
        assert [one["token"] for one in ana.state()["mine"]["ask"]["choices"]] == ["found", "late"]
        assert ana.state()["mine"]["ask"]["timer"]["over"] is True


def test_the_table_sleeps_and_nothing_is_done_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app is in the background, its thread stopped: the guest is told, and nothing happens later."""
    with toy_room(tmp_path, "lamp", "who") as room:
        ana = room.guest(0)
        state = ana.state()
        message = {"id": "one", "op": "tap", "key": "Lamp/0", "token": "red", "epoch": state["epoch"]}
        held: list = []
        room.phones.server.post = held.append
        with monkeypatch.context() as patch:
            patch.setattr(limits, "ASLEEP_SECONDS", 0.1)
            status, said = ana.raw(message)
        assert status == 200 and said["asleep"].startswith("The table's device is asleep")
        room.phones.server.post = room.post
        for work in held:
            room.call(work)
        assert room.records() == 0, "it woke, and did nothing of its own"
        assert ana.raw(message) == (200, {"ok": True, "answered": True}), "the same touch again"
        assert room.records() == 1


def test_a_seat_that_left_or_a_name_is_only_text(tmp_path: Path) -> None:
    names = ("<img src=x onerror=alert(1)>", "\u202eneB", "</script><b>")
    with Room(tmp_path, toy("lamp"), names) as room:
        status, seen = request(room.port, "POST", "/join", {"secret": room.secret})
        assert status == 200 and [one["name"] for one in seen["seats"]] == [names[0], "neB", names[2]]
        assert people(*names)


def test_a_second_tab_takes_over_and_the_first_is_told(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp") as room:
        ana = room.guest(0)
        ana.until(lambda _: True)
        other = Guest(room.port, ana.token)
        other.until(lambda _: True)
        while "gone" not in (said := ana.read()):
            pass
        assert said["gone"] == "replaced"
        assert room.answer("Lamp/0", "red") is None
        other.until(lambda state: state["table"]["lines"] != [])


def test_the_same_page_with_another_stream_is_not_told_of_another_tab(tmp_path: Path) -> None:
    """The phone may have lost the first reply unnoticed."""
    with toy_room(tmp_path, "lamp") as room:
        ana = room.guest(0)
        ana.page = "one"
        ana.until(lambda _: True)
        again = Guest(room.port, ana.token)
        again.page = "one"
        again.until(lambda _: True)
        assert ana.rest() == [], "the old one ends without a word"
        assert room.answer("Lamp/0", "red") is None
        again.until(lambda state: state["table"]["lines"] != [])


def test_a_tile_that_answers_at_once_is_bound_to_its_position_too(tmp_path: Path) -> None:
    """A tap on Fish books it: there is nothing to choose. One that saw the turn before books nothing in this one."""
    with toy_room(tmp_path, "one_of", "one_of") as room:
        ana = room.guest(0)
        seen = ana.state()
        room.answer("Trade/0", 1)
        assert ana.do("look", "Fish/0", seen) == {"stale": "The table has moved on. Look again."}
        assert room.records() == 1
        assert ana.do("look", "Fish/0")["answered"] is True
        assert room.records() == 2


def test_a_new_name_is_everywhere_and_its_phone_is_known_by_it_after_a_kill(tmp_path: Path) -> None:
    with toy_room(tmp_path, "lamp") as room:
        ana, ben = room.guest(0), room.guest(1)

        def rename() -> None:
            for seat, name in ((0, "Anna"), (1, "Bea")):
                room.opened.play.table.seats[seat].name = name
            room.phones.views.refresh()
        room.call(rename)
        state = ben.state()
        assert [one["name"] for one in state["table"]["seats"]] == ["Anna", "Bea", "Cleo"]
        assert (state["you"]["name"], state["you"]["letter"]) == ("Bea", "B")
        assert state["table"]["where"] == "Anna's table" and ana.state()["you"]["name"] == "Anna"
        door = all_saved(tmp_path / FILE)[0]
        assert door.names == ["Anna", "Bea", "Cleo"] and set(door.seats) == {"Anna", "Bea"}


def test_closing_tells_everybody_and_leaves_no_thread_and_no_port(tmp_path: Path) -> None:
    import threading
    with toy_room(tmp_path, "lamp") as room:
        ana = room.guest(0)
        ana.until(lambda _: True)
        room.call(room.phones.close)
        while "gone" not in (said := ana.read()):
            pass
        assert said["gone"] == "closed"
        assert not [one for one in threading.enumerate() if one.name == "phones"]
        with pytest.raises(ConnectionRefusedError):
            request(room.port, "GET", "/")


def test_the_next_play_does_not_take_what_was_meant_for_the_last(tmp_path: Path) -> None:
    """Both plays have equally many records and the same question; only the epoch differs."""
    with toy_room(tmp_path, "lamp", "who") as room:
        ana = room.guest(0)
        seen = ana.state()

        def another() -> None:
            room.phones.let_go()
            room.opened = room.library.start("toy", Setup(people(*room.names)))
            room.phones = GuestTable(room.opened, room.post, room.home / FILE, server=room.phones.server)
            room.phones.open()
        room.call(another)
        assert ana.do("tap", "Lamp/0", seen, token="red") == {"stale": "The table has moved on. Look again."}
        assert room.records() == 0
        assert ana.do("tap", "Lamp/0", token="red") == {"ok": True, "answered": True}


def test_the_door_closes_a_while_after_the_end_of_the_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AFTER_THE_END", 0.05)
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        ana = room.guest(0)
        ana.until(lambda _: True)
        room.play_until("over")
        ana.until(lambda state: state["table"]["state"] == "over")
        while "gone" not in (said := ana.read()):
            pass
        assert (said["gone"], said["why"]) == ("over", "The play is over. Thank you for playing.")
        assert not room.call(lambda: room.phones.is_open)
        with pytest.raises(ConnectionRefusedError):
            request(room.port, "GET", "/")


def test_an_end_that_is_taken_back_leaves_the_door_open(tmp_path: Path) -> None:
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        ana = room.guest(0)

        def over_and_back() -> None:
            closing: list[Any] = []
            later = room.phones.server.later
            room.phones.server.later = lambda after, do: (closing.append(do) if after == limits.AFTER_THE_END
                                                          else later(after, do))
            rng, play = Random(1), room.opened.play
            while play.outcome() is None:
                question = next(one for one in play.open() if one.possible(play.table))
                room.opened.answer(question.key(), question.random_answer(play.table, rng))
            room.opened.undo()
            closing.pop()()
        room.call(over_and_back)
        assert room.call(lambda: room.phones.is_open)
        assert ana.state()["table"]["state"] != "over"


def test_a_correction_taken_back_orders_no_guest_to_move_a_piece(tmp_path: Path) -> None:
    with Room(tmp_path, "windmill", NAMES[:3]) as room:
        guest = room.guest(1)
        for key, answer in (("Oldest/table", 0), ("CardDown/0", "done")):
            room.answer(key, answer)
        room.call(lambda: room.opened.correct("seats.0.points", 5))
        room.call(room.opened.undo)
        guest.until(lambda state: state["table"]["seats"][0]["score"] == 0)
        assert not (guest.state()["table"].get("hand") or {}).get("lines")
        room.answer("Guess/1", "right")
        room.call(room.opened.undo)
        guest.until(lambda state: (state["table"].get("hand") or {}).get("lines"))
        assert [one["text"] for one in guest.state()["table"]["hand"]["lines"]] == [
            "Ana's pawn 1 → 0", "Ben's pawn 1 → 0"]

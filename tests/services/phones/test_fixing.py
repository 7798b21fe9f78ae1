"""*Fix something* on the host's phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.services.phones.room import NAMES, Guest, Room


def fix(host: Guest, what: str, **more: Any) -> Any:
    return host.do("fix", what=what, **more)


@contextmanager
def windward(home: Path) -> Iterator[Room]:
    """As soon as Cresters are on the planet."""
    with Room(home, "windward", NAMES[:3], alone=True) as room:
        def go() -> None:
            rng, play = Random(1), room.opened.play
            while not {"grey1", "grey2"} <= {one.key for one in play.board().pieces}:
                question = next(one for one in play.open() if one.possible(play.table))
                room.opened.answer(question.key(), question.random_answer(play.table, rng))
        room.call(go)
        yield room


def first(room: Room, key: str) -> Any:
    """That piece on the board."""
    return room.call(lambda: next(one for one in room.opened.play.board().pieces if one.key == key))


def paths(reply: Any) -> list[str]:
    return [one["path"] for one in reply["thing"]["fields"]]


def test_a_tapped_piece_shows_its_fields_and_where_it_can_go(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host, grey = room.guest(0), first(room, "grey1")
        fix(host, "open")
        found = fix(host, "tap", spot=str(grey.space), keys=["grey1"])
        assert paths(found)[:2] == ["beasts.grey1", "beasts.grey1.living"]
        moves = found["thing"]["moves"]
        assert moves["path"] == "beasts.grey1" and str(grey.space) not in dict(moves["to"])
        assert str(grey.space) in found["rings"]


def test_the_ship_of_a_captain_comes_with_the_numbers_of_its_board(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host, ship = room.guest(0), first(room, "ship0")
        fix(host, "open")
        found = fix(host, "tap", spot=str(ship.space), keys=["ship0"])
        assert paths(found)[0] == "captains.0.ship" and len(paths(found)) > 1
        assert all(path.startswith("captains.0.") for path in paths(found))


def test_nothing_counts_before_all_is_set_and_one_undo_takes_it_back(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host, before = room.guest(0), room.records()
        grey = first(room, "grey1")
        fix(host, "open")
        moves = fix(host, "tap", spot=str(grey.space), keys=["grey1"])["thing"]["moves"]
        found: Any = {"why_not": "not tried"}
        spots = iter(moves["to"])
        while found["why_not"]:  # some are taken
            spot, value = next(spots)
            found = fix(host, "set", path=moves["path"], value=value)
        assert found["thing"]["at"] == spot, "the preview has moved it"
        spaces = {one["key"]: str(one["space"]) for one in found["board"]["pieces"] if "key" in one}
        assert spaces["grey1"] == spot
        assert [one["key"] for one in found["board"]["arrows"]] == ["grey1"]
        fix(host, "set", path="captains.0.morale", value=4)
        assert fix(host, "all")["main"] == "Set both and go on"
        assert room.records() == before and first(room, "grey1") == grey
        assert fix(host, "go on")["ok"] and room.records() == before + 1
        assert str(first(room, "grey1").space) == spot
        assert host.do("undo", sure=True) == {"ok": True}
        assert first(room, "grey1") == grey


def test_a_value_that_cant_be_is_refused_with_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host, grey2 = room.guest(0), first(room, "grey2")
        fix(host, "open")
        found = fix(host, "set", path="beasts.grey1", value=str(grey2.space))
        assert found["why_not"] and found["changes"] == []
        assert fix(host, "set", path="captains.0.morale", value=99)["why_not"]


def test_undo_and_reset_before_it_counts(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host = room.guest(0)
        fix(host, "open")
        for morale in (3, 4):
            fix(host, "set", path=f"captains.{morale - 3}.morale", value=morale)
        assert fix(host, "undo")["changes"] == [["captains.0.morale", 3]]
        assert fix(host, "reset")["changes"] == []


def test_the_table_moves_on_and_the_phone_brings_its_changes_along(tmp_path: Path) -> None:
    with Room(tmp_path, "story", NAMES[:3], alone=True) as room:
        host = room.guest(0)
        seen = host.state()
        opened = fix(host, "open")
        made = opened["changes"] or [["seats.1.points", 9]]
        assert opened["epoch"] == seen["epoch"], "the page's newest state may be newer than this reply"
        room.call(lambda: room.opened.correct("seats.0.points", 5))
        stale = {"stale": "The table has moved on. Look again."}
        assert host.do("fix", "", seen, what="set", path="seats.1.points", value=9) == stale
        assert fix(host, "set", path="seats.1.points", value=9) == stale, "opened for the position before"
        assert fix(host, "open", changes=made)["changes"] == made


def test_an_empty_space_offers_what_could_be_there(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host = room.guest(0)
        taken, spots = room.call(lambda: ({str(one.space) for one in room.opened.play.board().pieces},
                                          [one.key for one in room.opened.play.board().spots]))
        fix(host, "open")
        empty = next(one for one in spots if one not in taken)
        found = fix(host, "tap", spot=empty, keys=[])
        assert found["thing"]["at"] == empty and found["thing"]["fields"]
        assert not fix(host, "set", path="gas." + empty, value=2)["why_not"]


def test_a_wrong_print_can_be_corrected_in_the_box_as_well(tmp_path: Path) -> None:
    with windward(tmp_path) as room:
        host = room.guest(0)
        box = room.call(lambda: room.library.save_box("windward", "Ours", room.opened.play.setup.box))[0].id
        spot = room.call(lambda: room.opened.play.board().spots[30].key)
        path, other = room.call(lambda: next(
            (one.path, next(value for value in one.allowed if value != one.read()))
            for one in room.opened.play.to_add(spot) if one.path.startswith("paint.")))
        fix(host, "open")
        assert not fix(host, "set", path=path, value=other)["why_not"]
        assert fix(host, "go on")["boxes"] == [{"id": box, "name": "Ours"}]
        assert fix(host, "box", which=box)["told"] == "Ours is corrected as well."
        assert "refused" in fix(host, "box", which=box), "it is right now"


def test_a_play_that_begins_in_the_middle_asks_first_how_far_it_is(tmp_path: Path) -> None:
    with Room(tmp_path, "winter_tales", NAMES[:3], alone=True) as room:
        host = room.guest(0)
        found = fix(host, "open", begun=True)
        assert found["headline"] == "Where are you in the game?"
        assert found["groups"][0]["name"] == "How far you are"


def test_a_pawn_moves_by_the_points_of_its_seat(tmp_path: Path) -> None:
    """Windmill's pawns have no place in their fields: the seat's points move them."""
    with Room(tmp_path, "windmill", NAMES[:3], alone=True) as room:
        host = room.guest(0)
        room.call(lambda: room.opened.correct("seats.1.points", 5))
        pawn = first(room, "pawn1")
        fix(host, "open")
        found = fix(host, "tap", spot=str(pawn.space), keys=["pawn1"])
        assert paths(found) == ["seats.1.points"] and ["7", 7] in found["thing"]["moves"]["to"]

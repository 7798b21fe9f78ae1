"""The board in a guest's stream: what stays is sent once, what moves with each state."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.core.text import Text, say
from companion.core.views import Arrow, Map
from companion.services.packs.page_art import stamp
from companion.services.phones.state_json import land_json
from tests.services.phones.room import Room
from tests.toys.boards import HARBOUR, InHarbour, OnBoard, Ride, Spiral


def test_what_stays_is_sent_once_and_pieces_with_each_state(tmp_path: Path) -> None:
    with Room(tmp_path, "windward", ("Ana",), options={"mode": "solo"}) as room:
        room.call(lambda: answered(room, "Layout"))
        ana = room.guest(0)
        ana.connect()
        first = ana.read()
        spots = {one[0]: one for one in first["land"]["spots"]}
        assert len(spots) == 91 + 6 and spots["0,0"][1] == "Port", "a planet of radius five, and six numbers"
        assert {"space": "0,0", "seat": 0, "key": "ship0"}.items() <= {
            **next(one for one in first["state"]["table"]["board"]["pieces"] if one["key"] == "ship0")}.items()
        assert "land" not in first["state"]["table"] and len(json.dumps(first["land"])) < 12_000
        room.call(lambda: answered(room, ""))
        following = ana.read()
        assert "land" not in following and following["state"]["table"]["board"]["pieces"]


def answered(room: Room, name: str) -> None:
    """Answer at random until a question with another name comes."""
    rng, play = Random(1), room.opened.play
    while True:
        question = next(one for one in play.open() if one.possible(play.table))
        room.opened.answer(question.key(), question.random_answer(play.table, rng))
        if not name or not play.open()[0].key().startswith(name):
            return


def test_a_game_without_a_board_sends_none(tmp_path: Path) -> None:
    with Room(tmp_path, "score_sheet") as room:
        ana = room.guest(0)
        ana.connect()
        said = ana.read()
        assert "land" not in said and "board" not in said["state"]["table"]


def test_a_game_s_drawings_are_sent_once_asked_for(tmp_path: Path) -> None:
    with Room(tmp_path, "windward", ("Ana",), options={"mode": "solo"}) as room:
        ana = room.guest(0)
        ana.connect()
        land = ana.read()["land"]
        art = ana.do("picture", name="page.svg")["art"]
        assert land["art"] == stamp(art) and '<symbol id="art-ship"' in art


def test_unfit_drawings_of_a_plugin_are_not_sent(tmp_path: Path) -> None:
    class Hostile(OnBoard):
        home = tmp_path

    rules = (OnBoard.home / "rules.md").read_text(encoding="utf-8")
    (tmp_path / "rules.md").write_text(rules, encoding="utf-8")
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    (tmp_path / "page.svg").write_text(drawing, encoding="utf-8")
    with Room(tmp_path / "room", Hostile(HARBOUR, "quay"), ("Ana", "Ben")) as room:
        ana = room.guest(0)
        ana.connect()
        assert "art" not in ana.read()["land"]
        assert "refused" in ana.do("picture", name="page.svg")


def test_a_board_is_sent_without_what_is_at_its_default() -> None:
    game = InHarbour(HARBOUR)
    land = land_json(game, HARBOUR)
    quay, reef, *_ = land["spots"]
    assert quay == ["quay", "Quay", 0.2, 0.3, "hex", "Quay", "", "", "", "", "", "", 90, 1.5, True]
    assert reef == ["reef", "Reef", 0.8, 0.7, "hex", "Reef"]
    assert land["props"] == [["palm", 0.5, 1.1, 2.0], ["arch", 0.5, 0.5, "", True]]
    assert set(land_json(game, Map(HARBOUR.spots))) == {"spots", "art"}


def test_the_spots_of_a_track_are_sent_in_the_order_of_play() -> None:
    """The page draws rings round the ends, and the direction between them."""
    assert land_json(InHarbour(HARBOUR), Map.spiral(3, ()))["course"] == ["0", "1", "2"]


class TwoFly(Ride):
    """Two gulls fly, and a third would."""

    def arrows(self, table: Any, answer: Any) -> Iterable[Arrow]:
        return (Arrow(("quay", "reef"), "flight", "gull", letter="1"), Arrow(("reef", "quay"), "ahead"),
                Arrow(("reef", "quay"), "flight", "light", say("Its own words")))

    def aloud(self, table: Any, answer: Any = ()) -> tuple[Text, ...]:
        return say("The gull flies first"), say("Then the light")


def test_each_flight_says_why_it_flies(tmp_path: Path) -> None:
    async def script(table: Any) -> None:
        table.marks.append(await table.ask(TwoFly(None)))

    game = InHarbour(HARBOUR)
    game.script = script
    with Room(tmp_path, game, ("Ana", "Ben")) as room:
        state = room.guest(0).state()
        one, ahead, two = state["table"]["board"]["arrows"]
        assert one["label"] == "The gull flies first" and two["label"] == "Its own words"
        assert "label" not in ahead
        room.call(lambda: room.phones.views.let_guests_answer(True))
        assert room.guest(1).state()["mine"]["ask"]["arrows"] == state["table"]["board"]["arrows"]


def test_while_pieces_are_put_back_only_their_ways_are_drawn(tmp_path: Path) -> None:
    """The arrows of the next flight lay over them."""
    class Windy(Spiral):
        def board(self, table: Any) -> Map:
            return replace(super().board(table), arrows=(Arrow(("7", "8")),))

    with Room(tmp_path, Windy(), ("Ana", "Ben")) as room:
        ana = room.guest(0)

        def ways() -> list[list[str]]:
            return [one["way"] for one in ana.state()["table"]["board"]["arrows"]]

        assert ways() == [["7", "8"]]
        room.answer("Ride/table", "done")
        assert ways() == [["7", "8"], ["1", "2", "3"]]
        room.call(room.phones.views.reader.fold_hand)
        room.call(room.opened.undo)
        assert ways() == [["3", "2", "1"]]


def test_a_finger_that_rests_on_a_hex_reads_what_it_costs(tmp_path: Path) -> None:
    """WW-153: on request, even if only turns and battles are tracked; other words tell nothing."""
    with Room(tmp_path, "windward", ("Ana", "Ben"), options={"depth": "light"}) as room:
        opened = room.opened
        room.call(lambda: opened.play.fix([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")]))
        ana, before = room.guest(0), len(opened.play.log)
        assert ana.do("spot", "Sail/0", spot="0,0")["about"] == [], "she is there"
        far = next(one[0] for one in room.phones.views.land["spots"] if one[0] != "0,0")
        cost, tonight = ana.do("spot", "Sail/0", spot=far)["about"]
        assert "without it" in cost and tonight.startswith("Tonight ")
        for spot in ("nowhere", None, "99,99"):
            assert "about" not in ana.do("spot", "Sail/0", spot=spot)
        assert "refused" in room.guest(1).do("spot", "Sail/0", spot=far)
        assert len(opened.play.log) == before

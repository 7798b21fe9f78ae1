"""The board in a guest's stream: what stays is sent once, what moves with each state."""

import json
from pathlib import Path
from random import Random

from tests.services.phones.room import Room


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
    """Answer at random, up to a question of another name."""
    rng, play = Random(1), room.opened.play
    while True:
        question = next(one for one in play.open() if one.possible(play.table))
        room.opened.answer(question.key(), question.random_answer(play.table, rng))
        if not name or not play.open()[0].key().startswith(name):
            return


def test_a_game_without_a_board_sends_none(tmp_path: Path) -> None:
    with Room(tmp_path, "any_box") as room:
        ana = room.guest(0)
        ana.connect()
        said = ana.read()
        assert "land" not in said and "board" not in said["state"]["table"]

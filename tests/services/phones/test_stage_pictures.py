"""`serve` draws stages in a process of its own: where it can't, or where that process dies, the table goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.services.phones.serve import CHILD, StagePictures
from tests.services.phones.room import Room, request

NO_GL = (sys.executable, "-c", "import sys; sys.exit(1)")
DIES = (sys.executable, "-c", "print('{}', flush=True); input(); import os; os.abort()")
NOT_THERE = ("no-such-program-at-all",)


def drawing(room: Room, command: Sequence[str]) -> StagePictures:
    def begin() -> StagePictures:
        made = StagePictures(room.post, command)
        made.show(room.phones)
        return made
    found: StagePictures = room.call(begin)
    return found


def until(done: Callable[[], Any]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_play_that_cannot_be_written_has_no_picture_and_the_table_goes_on(tmp_path: Path,
                                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of somebody else may put anything into its outcome."""
    def refuses(_: object) -> str:
        raise TypeError("Object of type Grower is not JSON serializable")
    with Room(tmp_path, "windmill", ("Ana", "Ben", "Cleo"), alone=True) as room:
        monkeypatch.setattr(type(room.opened), "export", refuses)
        pictures = drawing(room, DIES)
        room.call(pictures.close)
        assert room.phones.stage is None


@pytest.mark.slow
@pytest.mark.touch
def test_guests_of_serve_get_a_picture_and_points_for_the_spaces(tmp_path: Path) -> None:
    with Room(tmp_path, "windward", ("Ana", "Ben"), alone=True) as room:
        pictures = drawing(room, CHILD)
        try:
            ana = room.guest(0)
            room.guest(1)
            until(lambda: room.phones.stage is not None or pictures._ended)
            assert not pictures._ended, "this machine has OpenGL: other tests draw with it"
            until(lambda: room.phones.server.picture is not None)
            status, picture = request(room.port, "GET", "/stage", None, {"X-Tableside": ana.token})
            assert status == 200 and picture[:3] == b"\xff\xd8\xff" and 5_000 < len(picture) < 200_000
            first = room.phones.stage["v"]

            def to_a_space() -> bool:
                play = room.opened.play
                asked = [one for one in play.open() if one.possible(play.table)]
                if asked[0].kind == "place":
                    return True
                from random import Random
                room.opened.answer(asked[0].key(), asked[0].random_answer(play.table, Random(len(play.log))))
                return False
            until(lambda: room.call(to_a_space))
            until(lambda: room.call(lambda: room.phones.stage_of == room.opened.epoch))
            assert room.phones.stage["v"] != first or room.records() == 0
            seat = room.call(lambda: room.opened.play.open()[0].seat.index)
            choices = room.call(lambda: room.phones.views[seat].state()["mine"]["ask"]["choices"])
            points = [tuple(one["at"]) for one in choices if "at" in one]
            assert points and len(set(points)) == len(points)
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
        finally:
            room.call(pictures.close)
        assert pictures._child is not None and pictures._child.poll() is not None, "no process is left"


@pytest.mark.parametrize("command", [NO_GL, DIES, NOT_THERE], ids=["no OpenGL", "dies while it draws", "can't start"])
def test_without_opengl_there_are_no_pictures_and_the_table_goes_on(tmp_path: Path, command: Sequence[str]) -> None:
    with Room(tmp_path, "story", ("Ana", "Ben", "Cleo"), alone=True) as room:
        pictures = drawing(room, command)
        until(lambda: pictures._ended or pictures._child is None)
        ana = room.guest(0)
        state = ana.state()
        assert state["table"]["stage"] is None
        ask = state["mine"]["ask"]
        reply = (ana.do("tap", ask["key"], state, token=ask["choices"][0]["token"]) if ask.get("choices")
                 else ana.do("give", ask["key"], state))
        assert reply["ok"]
        room.call(pictures.look)
        room.call(pictures.close)

"""BG Stats: every field of its documented link, with the types its apps insist on."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from companion.core.questions import Json
from companion.core.setup import Setup, people
from companion.games.any_box import game as any_box
from companion.games.any_box.sheet import Sheet
from companion.services.bg_stats import as_play
from companion.services.library import Library
from companion.services.play_details import Details
from companion.services.ports.recording import SetClock
from companion.services.store import open_store

TYPES = {"sourceName": str, "sourcePlayId": str, "playDate": str, "durationMin": int, "game": dict, "players": list,
         "name": str, "sourceGameId": str, "noPoints": bool, "highestWins": bool, "sourcePlayerId": str,
         "startPlayer": bool, "winner": bool, "rank": int, "score": int, "location": str, "comments": str}
ALWAYS = {"sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players"}


def sent(path: Path, sheet: Sheet, *answers: Json, details: Details | None = None) -> Any:
    clock = SetClock()
    library = Library(open_store(path / "plays.db"), {"any_box": any_box}, clock)
    opened = library.start("any_box", Setup(people("Ana", "Ben"), {}, sheet.to_json()))
    for answer in answers:
        opened.answer(opened.play.open()[0].key(), answer)
        clock.advance(300)
    ended = opened.play.outcome()
    assert ended is not None
    return as_play(opened, ended, details or Details())


def well_typed(found: dict[str, Any]) -> None:
    """Both apps fail on a missing true or false, and on a number as text."""
    for key, value in found.items():
        assert type(value) is TYPES[key], key
    for player in found["players"]:
        assert {"name", "sourcePlayerId", "startPlayer", "winner"} <= set(player)
        assert all(type(value) is TYPES[key] for key, value in player.items())
    assert set(found["game"]) == {"name", "sourceGameId", "noPoints", "highestWins"}
    assert all(type(value) is TYPES[key] for key, value in found["game"].items())


def test_a_countdown_is_won_by_the_lowest(tmp_path: Path) -> None:
    found = sent(tmp_path, Sheet(name="Darts", start=501, down=True, reach="once"), 180, 100, 321,
                 details=Details("Pub", "A bull at last"))
    well_typed(found)
    assert set(found) == ALWAYS | {"location", "comments"} and UUID(found["sourcePlayId"])
    assert (found["location"], found["comments"], found["durationMin"]) == ("Pub", "A bull at last", 10)
    assert found["game"] == {"name": "Darts", "sourceGameId": "any_box/Darts", "noPoints": False,
                             "highestWins": False}
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in found["players"]] == [
        ("Ana", 0, 1, True), ("Ben", 401, 2, False)]


@pytest.mark.parametrize(("answer", "winners"), [("1", [False, True]), ("draw", [True, True])])
def test_a_win_or_a_draw_has_no_points(tmp_path: Path, answer: str, winners: list[bool]) -> None:
    found = sent(tmp_path, Sheet(name="Chess", by="wins", rounds=1), answer)
    well_typed(found)
    assert set(found) == ALWAYS and found["game"]["noPoints"] and found["game"]["highestWins"]
    assert [one["winner"] for one in found["players"]] == winners
    assert all("score" not in one for one in found["players"])

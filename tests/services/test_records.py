"""Announce a record when it falls."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Text, say
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.services.evening.records import fallen
from companion.services.phones.guest_table import PAUSE
from companion.services.phones.serve import Serving
from companion.services.statistics import person_sums
from companion.services.store import ResultRow
from companion.services.when import DAY

SPRING = 1_715_000_000.0  # 6 May 2024


def rows(*plays: tuple[float, dict[str, int], str]) -> list[ResultRow]:
    """Plays, oldest first: the day, everybody's points and the winner."""
    found: list[ResultRow] = []
    for number, (day, points, winner) in enumerate(plays):
        order = sorted(points, key=lambda name: -points[name])
        play = [ResultRow(seat, name, order.index(name) + 1, points[name], name == winner, number,
                          "windmill", SPRING + day * DAY, say("Over."))
                for seat, name in enumerate(points)]
        found = play + found
    return found


def told(found: list[ResultRow], play: int) -> list[tuple[str, str]]:
    return [(str(one.text), one.name) for one in fallen(found, play, lambda key: key.title())]


def test_a_best_score_needs_three_earlier_ones() -> None:
    evenings = [(float(n), {"Cleo": 10 + n, "Ben": 30}, "Ben") for n in range(4)]
    assert told(rows(*evenings[:3]), 2) == []
    assert told(rows(*evenings), 3) == [("Cleo's best Windmill ever: 13", "Cleo")]
    same = [*evenings[:3], (3.0, {"Cleo": 12, "Ben": 30}, "Ben")]
    assert told(rows(*same), 3) == [], "as good as before is no record"


def test_the_first_win_in_a_long_time() -> None:
    """Ana won on 6 May, then not until 8 July; Ben never won before."""
    played = [(0.0, {"Ana": 5, "Ben": 4}, "Ana"),
              (1.0, {"Ana": 5, "Ben": 5}, ""), (2.0, {"Ana": 5, "Ben": 5}, ""),
              (63.0, {"Ana": 5, "Ben": 4}, "Ana"), (64.0, {"Ana": 4, "Ben": 5}, "Ben")]
    assert told(rows(*played), 3) == [("Ana's first win since May 2024", "Ana")]
    assert told(rows(*played), 4) == [("Ben's first win", "Ben")]


def test_the_tenth_play_together() -> None:
    played = [(float(n), {"Ana": 5, "Ben": 5}, "") for n in range(11)]
    assert told(rows(*played), 9) == [("Ana and Ben: play 10 together", "")]
    assert told(rows(*played), 10) == [] and told(rows(*played), 99) == []


def count_without_pauses(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    assert serving.server is not None
    later = serving.server.later

    def soon(seconds: float, work: Callable[[], object]) -> None:
        if seconds == PAUSE:
            work()
        else:
            later(seconds, work)

    monkeypatch.setattr(serving.server, "later", soon)


def all_done(serving: Serving) -> None:
    while not serving.work.empty():
        serving.step()


def test_phones_of_serve_are_told_of_a_record_until_the_last_answer_is_undone(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ana has 5, 6 and 7, and then 9: nobody's phone told of it. Ben has 4 each time."""
    serving = Serving(tmp_path / "plays.db", {"score_sheet": score_sheet}, 0, lambda _: None, "127.0.0.1")
    try:
        for points in (5, 6, 7, 9):
            setup = Setup(people("Ana", "Ben"), {}, Sheet("Farms", rounds=1).to_json())
            serving.open(serving.library.start("score_sheet", setup))
            assert serving.table is not None
            count_without_pauses(serving, monkeypatch)
            opened, views = serving.table.opened, serving.table.views
            opened.answer("Score/0", points)
            opened.answer("Score/1", 4)
            all_done(serving)
            details: Any = views.table()["outcome"]
            told = [(str(one["text"]), one["seat"]) for one in details.get("details", ())]
            assert told == ([("Ana's best Farms ever: 9", 0)] if points == 9 else []), points
        opened.undo()
        assert "outcome" not in views.table()
        for points, best in ((7, []), (8, ["Ana's best Farms ever: 8"])):
            opened.undo(0)
            opened.answer("Score/0", points)
            opened.answer("Score/1", 4)
            all_done(serving)
            details = views.table()["outcome"]
            assert [str(one["text"]) for one in details["details"]] == best, "the typo was no record"
    finally:
        serving.close()


def test_a_person_has_the_last_ten_and_the_best_of_each_game() -> None:
    played = [(float(n), {"Ana": n % 7, "Ben": 3}, "Ana" if n == 11 else "Ben") for n in range(12)]
    sums = person_sums(rows(*played), "ana")
    assert [row.play for row in sums.last] == [*range(2, 12)] and sums.last[-1].won
    assert [(row.score, row.play) for row in sums.best] == [(6, 6)]
    assert isinstance(sums.best[0].outcome, Text)

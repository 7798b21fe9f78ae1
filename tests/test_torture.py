"""A small torture in every test run: kills that lose nothing, and a report that would say so if they did."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.core.engine.log import ANSWER, Record
from companion.core.setup import Setup, people
from companion.services.store import open_store
from tools.kills import Killed, _look, digest, kills, plugins
from tools.torture import Tortured, report, some


@pytest.mark.slow
def test_ten_kills_lose_no_confirmed_record(tmp_path: Path) -> None:
    killed = kills(tmp_path, 10, ["windmill"], seed=11)
    assert (killed.lost, killed.unfit) == ([], [])
    assert killed.kills == 10 and killed.confirmed > 20


def test_a_lost_record_would_be_noticed(tmp_path: Path) -> None:
    store = open_store(tmp_path / "t.sqlite3")
    play = store.add_play("windmill", "1", Setup(people("Ana", "Ben", "Cleo")), 1.0)
    kept = Record(ANSWER, "Oldest/table", None, 0, 1.0)
    store.book(play, 0, kept, "1", None)
    store.close()
    killed = Killed()
    _look(tmp_path / "t.sqlite3", [(play, 0, digest(kept)), (play, 1, "lost")], killed, plugins(("windmill",)))
    assert killed.lost == [f"play {play}, record 1: confirmed, but not on disk"]
    _look(tmp_path / "t.sqlite3", [(play, 0, digest(Record(ANSWER, "Oldest/table", None, 1, 1.0)))], killed,
          plugins(("windmill",)))
    assert len(killed.lost) == 2


def test_wild_plays_are_counted() -> None:
    part = some("windmill", 3, 6)
    assert part.plays == 3 and part.findings == [] and part.records > 60


def test_the_report_names_the_figures() -> None:
    series = [Tortured("windmill", 10_000, 400_000, 9.0, Counter(correct=7, undo=2, redo=1), ["seed 3: it broke"])]
    text = report(series, Killed(500, 40, 12_345, 9, []))
    assert "| windmill | 10,000 | 400,000 | 7 | 0 | 0 | 0 | 3 | 0 | 1 |" in text
    assert "killed 500 times" in text and "Of 12,345 confirmed records **0 were lost**" in text

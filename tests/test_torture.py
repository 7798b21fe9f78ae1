"""A small torture in every test run: kills and damage lose nothing, and a loss would be noticed."""

from pathlib import Path

import pytest

from companion.core.log import ANSWER, Record
from companion.core.setup import Setup, people
from companion.services.store import open_store
from tools.damage import damages, swaps
from tools.kills import Tally, digest, kills, look, plugins

pytestmark = pytest.mark.slow
WINDMILL = plugins(("windmill",))


@pytest.mark.parametrize(("kind", "number"), [("play", 4), ("backup", 1), ("two", 1), ("import", 1)])
def test_kills_lose_no_confirmed_record(tmp_path: Path, kind: str, number: int) -> None:
    tally = kills(kind, tmp_path, number, ["windmill"], seed=11)
    assert tally.faults == [] and tally.counts["kills"] == number * (2 if kind == "two" else 1)
    assert kind == "import" or tally.counts["confirmed records"] > 3 * number


def test_a_lost_record_would_be_noticed(tmp_path: Path) -> None:
    store = open_store(tmp_path / "t.sqlite3")
    play = store.add_play("windmill", "1", Setup(people("Ana", "Ben", "Cleo")), 1.0)
    kept = Record(ANSWER, "Oldest/table", None, 0, 1.0)
    store.book(play, 0, kept, "1", None)
    store.close()
    tally = Tally("")
    look(tmp_path / "t.sqlite3", [[str(play), "0", digest(kept)], [str(play), "1", "lost"]], tally, WINDMILL)
    assert tally.faults == [f"t.sqlite3, play {play}, record 1: confirmed, but not on disk"]
    look(tmp_path / "t.sqlite3", [[str(play), "0", digest(Record(ANSWER, "Oldest/table", None, 1, 1.0))]], tally,
         WINDMILL)
    assert len(tally.faults) == 2


def test_damage_loses_nothing(tmp_path: Path) -> None:
    """Every 24th damage of each kind, the first always; the torture takes them all."""
    tally = damages(tmp_path, 60, WINDMILL, seed=5, combinations=80, part=(0, 24))
    assert tally.faults == [] and tally.counts["rebuilt"] > 5
    kinds = {"log lost", "odd files", "bits", "truncations", "stale pages", "stale files", "missing files",
             "combinations"}
    assert kinds <= {kind for kind, number in tally.counts.items() if number}
    assert tally.counts["truncations"] >= 2 and tally.counts["missing files"] >= 2


def test_a_file_replaced_while_open_loses_nothing(tmp_path: Path) -> None:
    tally = swaps(tmp_path, ["windmill"])
    assert tally.faults == [] and sum(tally.counts.values()) == 7


def test_a_loss_by_damage_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.services.store.mending.all_backups", lambda place: [])
    monkeypatch.setattr("companion.services.store.mending.read_journals", lambda place: [])
    assert len(damages(tmp_path, 0, WINDMILL, seed=5, cuts=(), part=(0, 9)).faults) > 3

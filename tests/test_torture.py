"""A short torture run: kills and damage lose nothing, and a loss would be noticed."""

from pathlib import Path
from random import Random

import pytest

from companion.core.log import ANSWER, Record
from companion.core.setup import Setup, people
from companion.services.store import open_store
from tools import disk
from tools.damage import damages, swaps
from tools.disk import Call, cut, disks
from tools.kills import Tally, digest, kills, look, plugins

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
WINDMILL = plugins(("windmill",))


@pytest.mark.parametrize(("kind", "number"), [("play", 4), ("backup", 1), ("two", 1), ("import", 1)])
def test_kills_lose_no_confirmed_record(tmp_path: Path, kind: str, number: int) -> None:
    tally = kills(kind, tmp_path, number, ["windmill"], seed=11)
    assert tally.faults == [] and tally.counts["kills"] == number * (2 if kind == "two" else 1)
    assert kind == "import" or tally.counts["confirmed records"] > 3 * number


on_linux = pytest.mark.skipif(not disk.is_possible(), reason=disk.SKIPPED)


@on_linux
@pytest.mark.parametrize(("kind", "number", "does"), [
    ("full", 3, "refused"), ("slow", 1, "starts"), ("cut", 6, "cuts")])
def test_a_bad_disk_loses_no_confirmed_record(tmp_path: Path, kind: str, number: int, does: str) -> None:
    tally = disks(kind, tmp_path, number, ["windmill"], seed=3)
    assert tally.faults == [] and tally.counts[does] >= number and tally.counts["confirmed records"] > 10


@on_linux
def test_a_store_that_never_flushed_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same calls without one fsync: then a cut loses what was confirmed."""
    read = disk.read_calls
    monkeypatch.setattr(disk, "read_calls", lambda raw: [call for call in read(raw) if call.kind != "S"])
    faults = disks("cut", tmp_path, 12, ["windmill"], seed=3).faults
    assert any("confirmed, but not on disk" in one or "no longer here" in one for one in faults), faults


def test_without_a_compiler_the_bad_disks_are_skipped_with_a_sentence(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk.shutil, "which", lambda name: None)
    tally = disks("cut", tmp_path, 12, ["windmill"])
    assert tally.title == "Power cuts: skipped, as it needs Linux and a C compiler (cc)" and not tally.faults


def test_a_power_cut_keeps_what_was_flushed_and_any_of_the_rest(tmp_path: Path) -> None:
    home = tmp_path / "home"
    calls = [Call("W", str(home / "a"), "", 0, b"first"), Call("S", str(home / "a"), "", 0, b""),
             Call("W", str(home / "said"), "", 0, b"1 0 ab\n"), Call("W", str(home / "a"), "", 5, b" second"),
             Call("R", str(home / "a"), str(home / "b"), 0, b"")]
    left: set[bytes] = set()
    for seed in range(20):
        place = tmp_path / str(seed)
        assert cut(calls, home, place, Random(seed)) == [["1", "0", "ab"]]
        assert [one.name for one in place.iterdir()] == ["b"]
        left.add((place / "b").read_bytes())
    assert left == {b"first", b"first second"}


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

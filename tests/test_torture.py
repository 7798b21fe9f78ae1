"""A small torture in every test run: kills and damage lose nothing, and a loss would be noticed."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.core.log import ANSWER, Record
from companion.core.setup import Setup, people
from companion.core.timers import Countdown, Moment
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from tools.damage import DB, damages, held, make
from tools.kills import Tally, digest, kills, look, look_at_clocks, plugins
from tools.torture import counted, report, result_of, wild_plays

pytestmark = pytest.mark.slow
WINDMILL = plugins(("windmill",))


@pytest.mark.parametrize(("kind", "number"), [("play", 8), ("backup", 2), ("two", 1), ("import", 2)])
def test_kills_lose_no_confirmed_record(tmp_path: Path, kind: str, number: int) -> None:
    tally = kills(kind, tmp_path, number, ["windmill"], seed=11)
    assert tally.faults == [] and tally.counts["kills"] == number * (2 if kind == "two" else 1)
    assert kind == "import" or tally.counts["confirmed records"] > 3 * number


def test_two_kills_of_the_app_with_a_window_lose_nothing(tmp_path: Path) -> None:
    tally = kills("window", tmp_path, 2, ["keywords"], seed=2)
    assert tally.faults == [] and tally.counts["confirmed records"] > 0


def test_a_clock_that_is_off_would_be_noticed(tmp_path: Path) -> None:
    """One that ran with 20 seconds left ten seconds ago has 10 left now, and no other number."""
    store = open_store(tmp_path / "t.sqlite3")
    play = store.add_play("windmill", "1", Setup(people("Ana", "Ben", "Cleo")), 1.0)
    clock = MachineClock()
    now = Moment(clock.now(), clock.wall())
    store.save_timer(play, Countdown("tale", 20.0, Moment(now.boot - 10, now.wall - 10)))
    for left, off in (("20.0", 0), ("21.0", 1)):
        tally = Tally("")
        look_at_clocks(store, [["clock", str(play), left, repr(now.boot - 10), "1", "tale"]], tally)
        assert tally.counts["clocks"] == 1 and len(tally.faults) == off
    tally = Tally("")
    look_at_clocks(store, [["clock", str(play), "1.0", "0.0", "1", "tale"], ["doubt", str(play)]], tally)
    assert not tally.counts


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
    """Every twelfth damage of each kind, the first always; the torture takes them all."""
    tally = damages(tmp_path, 60, WINDMILL, seed=5, combinations=80, part=(0, 12))
    assert tally.faults == [] and tally.counts["rebuilt"] > 5
    kinds = {"bits", "truncations", "stale pages", "stale files", "missing files", "combinations"}
    assert kinds <= {kind for kind, number in tally.counts.items() if number}
    assert tally.counts["truncations"] >= 4 and tally.counts["missing files"] >= 4


def test_every_file_of_a_store_is_damaged_in_every_way(tmp_path: Path) -> None:
    """Counted by hand: 11 truncations at given and 11 at random places, in the middle and one byte before the end."""
    from random import Random

    from tools.damage import CUTS, KILLED, ways
    make(tmp_path, WINDMILL, 5)
    names = sorted(path.name for path in (tmp_path / KILLED).iterdir())
    found = [(kind, what) for kind, what, _ in ways(tmp_path, KILLED, 20, 7, Random(5), CUTS)]
    kinds = [kind for kind, _ in found]
    assert kinds.count("bits") == 20 and kinds.count("bits beside") == 2 and kinds.count("combinations") == 7
    assert kinds.count("missing files") == 2 ** len(names) - 1 and len(names) >= 5
    assert {what for kind, what in found if kind == "stale files"} >= {DB, f"{DB}.backup"}
    assert kinds.count("stale pages") >= 6
    for file in (DB, f"{DB}-wal"):
        cuts = [what for kind, what in found if kind == "truncations" and what.startswith(f"{file} at")]
        assert 13 + 8 <= len(cuts) <= 24, "random ones may fall together"
        for way in ("zeroed", "torn", "swapped", "20 bytes"):
            assert len([what for kind, what in found if kind == f"pages {way}" and what.startswith(f"{file} at")]) == 2


def test_a_loss_by_damage_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.services.store.mending.all_backups", lambda place: [])
    monkeypatch.setattr("companion.services.store.mending.read_journals", lambda place: [])
    assert len(damages(tmp_path, 0, WINDMILL, seed=5, cuts=(), part=(0, 9)).faults) > 3


def test_what_the_files_hold_is_counted(tmp_path: Path) -> None:
    found = make(tmp_path, WINDMILL, 5)
    names = [path.name for path in (tmp_path / "killed").iterdir()]
    counts, gone = held(tmp_path / "killed", names)
    assert counts == {uid: len(log) for uid, log in found.plays.items()} and len(gone) == 2
    older, _ = held(tmp_path / "killed", ["tableside.db.backup-before"])
    assert len(older) == len(counts) - 1, "the last play is younger than this backup"


def test_a_part_that_breaks_off_is_a_fault_and_the_report_is_written() -> None:
    broken: Future[Tally] = Future()
    broken.set_exception(RuntimeError("the child ended, or did nothing"))
    text = report([result_of(broken)], 1.0)
    assert "Broken off: 1 faults" in text and "the child ended, or did nothing" in text


def test_wild_plays_are_counted_and_a_report_names_what_fell() -> None:
    tally = wild_plays("windmill", 5, 3, 1, most=3)
    assert tally.counts["plays"] == 3 and tally.faults == [] and tally.counts["records"] > 60
    pytest_says = """<testsuites><testsuite><testcase name="held"/><testcase name="fell"><failure/></testcase>
                     <testcase name="hung"><error/></testcase></testsuite></testsuites>"""
    text = report([tally, tally, counted(pytest_says)], 90.0)
    assert "Wild plays: windmill: 0 faults (" in text and " 6 plays" in text
    assert "Broken plugins: 2 faults (3 cases)\n  fell\n  hung" in text

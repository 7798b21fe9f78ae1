"""A small torture in every test run: kills that lose nothing, and a report that would say so if they did."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.core.log import ANSWER, Record
from companion.core.setup import Setup, people
from companion.core.timers import Countdown, Moment
from companion.services.ports.clock import MachineClock
from companion.services.store import open_store
from tools.broken_plugins import counted
from tools.damage import Damages, damages
from tools.kills import Killed, digest, kills, look, plugins
from tools.kills_app import WindowKills, look_at_clocks, window_kills
from tools.kills_inside import Inside, kills_inside
from tools.torture import Tortured, report, some

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_ten_kills_lose_no_confirmed_record(tmp_path: Path) -> None:
    killed = kills(tmp_path, 10, ["windmill"], seed=11)
    assert (killed.lost, killed.unfit) == ([], [])
    assert killed.kills == 10 and killed.confirmed > 20


@pytest.mark.slow
def test_two_kills_of_the_app_with_a_window_lose_nothing(tmp_path: Path) -> None:
    killed = window_kills(tmp_path, 2, ["keywords"], seed=2)
    assert (killed.lost, killed.unfit, killed.off) == ([], [], [])
    assert killed.kills == 2 and killed.confirmed > 0


def test_a_clock_that_is_off_would_be_noticed(tmp_path: Path) -> None:
    """One that ran with 20 seconds left ten seconds ago has 10 left now, and no other number."""
    place = tmp_path / "t.sqlite3"
    store = open_store(place)
    play = store.add_play("windmill", "1", Setup(people("Ana", "Ben", "Cleo")), 1.0)
    clock = MachineClock()
    now = Moment(clock.now(), clock.wall())
    store.save_timer(play, Countdown("tale", 20.0, Moment(now.boot - 10, now.wall - 10)))
    store.close()
    for left, off in (("20.0", 0), ("21.0", 1)):
        killed = WindowKills()
        look_at_clocks(place, [["clock", str(play), "30", left, repr(now.boot - 10), "1", "tale"]], killed)
        assert killed.timers == 1 and len(killed.off) == off
    killed = WindowKills()
    look_at_clocks(place, [["clock", str(play), "30", "1.0", "0.0", "1", "tale"], ["doubt", str(play)]], killed)
    assert killed.timers == 0


def test_a_lost_record_would_be_noticed(tmp_path: Path) -> None:
    store = open_store(tmp_path / "t.sqlite3")
    play = store.add_play("windmill", "1", Setup(people("Ana", "Ben", "Cleo")), 1.0)
    kept = Record(ANSWER, "Oldest/table", None, 0, 1.0)
    store.book(play, 0, kept, "1", None)
    store.close()
    killed = Killed()
    look(tmp_path / "t.sqlite3", [(play, 0, digest(kept)), (play, 1, "lost")], killed, plugins(("windmill",)))
    assert killed.lost == [f"play {play}, record 1: confirmed, but not on disk"]
    look(tmp_path / "t.sqlite3", [(play, 0, digest(Record(ANSWER, "Oldest/table", None, 1, 1.0)))], killed,
          plugins(("windmill",)))
    assert len(killed.lost) == 2


def test_kills_in_the_middle_of_things_lose_nothing(tmp_path: Path) -> None:
    inside = kills_inside(tmp_path, 2, plugins(("windmill",)), seed=3)
    assert inside.lost == []
    assert inside.kills == {"backup": 2, "two processes": 2, "import": 2}


def test_damage_loses_nothing(tmp_path: Path) -> None:
    damaged = damages(tmp_path, 20, plugins(("windmill",)), seed=5, cuts=(0,))
    assert damaged.lost == [] and (damaged.flips, damaged.beside) == (20, 2)
    assert damaged.truncations >= 8 and damaged.pages >= 16
    assert damaged.missing > 5 and damaged.restored > 5


def test_a_loss_by_damage_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.services.store.restoring.all_backups", lambda place: [])
    monkeypatch.setattr("companion.services.store.mending.all_backups", lambda place: [])
    monkeypatch.setattr("companion.services.store.mending.read_journals", lambda place: [])
    assert len(damages(tmp_path, 0, plugins(("windmill",)), seed=5, cuts=()).lost) > 5


def test_wild_plays_are_counted() -> None:
    part = some("windmill", 3, 6)
    assert part.plays == 3 and part.findings == [] and part.records > 60


def test_the_report_names_the_figures() -> None:
    series = [Tortured("windmill", 10_000, 400_000, 9.0, Counter(correct=7, undo=2, redo=1), ["seed 3: it broke"])]
    text = report(series, Killed(500, 40, 12_345, 9, []), Inside(Counter(backup=7), 99),
                  Damages(2_000, 200, 40, 9, 77, 5))
    assert "7 during backup" in text and "Of 99 records that were to be there **0 were lost**" in text
    assert "2,000 single bits flipped" in text and "Of 77 answers" in text and "**nothing was lost**" in text
    assert "| windmill | 10,000 | 400,000 | 7 | 0 | 0 | 0 | 3 | 0 | 1 |" in text
    assert "killed 500 times" in text and "Of 12,345 confirmed records **0 were lost**" in text


def test_broken_plugins_are_counted_and_a_fall_is_named() -> None:
    pytest_says = """<testsuites><testsuite><testcase name="held"/><testcase name="fell"><failure/></testcase>
                     <testcase name="hung"><error/></testcase></testsuite></testsuites>"""
    found = counted(pytest_says)
    assert (found.cases, found.fell) == (3, ["fell", "hung"])
    assert "**2 ended or hung the app" in report([], None, plugins=found)

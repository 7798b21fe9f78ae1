"""The hunt for planted faults: it finds those that a test holds, and names those that none does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="POSIX limits the memory of a planted fault")

from tools.mutants.faults import faults

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent

RULES = '''\
BONUS = 2


def worth(place, first, second):
    """Places above three bring three points, and the bonus goes to the first seat."""
    if place > 3:
        first.gain(BONUS)
        return 3
    return 0


def nobody_asks(flag):
    return not flag
'''
TESTS = '''\
import toy_rules


class Seat:
    points = 0

    def gain(self, points):
        self.points += points


def test_worth():
    first, second = Seat(), Seat()
    assert (toy_rules.worth(9, first, second), first.points) == (3, 2)
    assert toy_rules.worth(1, first, second) == 0
'''


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy_rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "test_toy.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def hunted(folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "tools.mutants", "--rules", "toy_rules.py", "--tests", "test_toy.py"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)])}
    return subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True, timeout=120, check=False)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="planting needs os.fork")
def test_the_toys_faults_are_found_and_its_survivors_named(toy: Path) -> None:
    """Seven faults: the bonus, its booking, 3 points and 0 points are held; what lies at the border is not."""
    ran = hunted(toy)
    assert ran.stdout.splitlines() == [
        "all: 7 planted, 4 killed, 3 survived (1 of them reached by no test)",
        "toy_rules.py:6  place > 3  ->  place >= 3  (1 tests reach it)",
        "toy_rules.py:6  3  ->  4  (1 tests reach it)",
        "toy_rules.py:13  not flag  ->  flag  (no test reaches it)",
    ], ran.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="planting needs os.fork")
def test_a_fault_that_never_ends_is_ended(toy: Path) -> None:
    """Two of the five count away from zero or not at all; the other three end at minus one or one."""
    source = "def down(n):\n    while n > 0:\n        n -= 1\n    return n\n"
    (toy / "toy_rules.py").write_text(source, encoding="utf-8")
    (toy / "test_toy.py").write_text("import toy_rules\n\n\ndef test_down():\n    assert toy_rules.down(3) == 0\n",
                                     encoding="utf-8")
    assert hunted(toy).stdout == "all: 5 planted, 5 killed, 0 survived (0 of them reached by no test)\n"


def changed(tmp_path: Path, source: str) -> list[str]:
    path = tmp_path / "one.py"
    path.write_text(source, encoding="utf-8")
    return [f"{fault.was} -> {fault.now}" for fault in faults(path)]


def test_a_seat_is_taken_for_another_and_for_its_neighbour(tmp_path: Path) -> None:
    source = "def book(table, guesser: Player, teller: Player) -> None:\n    table.next_of(guesser).gain(n)\n"
    assert changed(tmp_path, source) == [
        "table.next_of(guesser).gain(n) -> pass", "table.next_of(guesser) -> guesser", "guesser -> teller"]


def test_comparisons_sums_and_truth_are_changed(tmp_path: Path) -> None:
    source = "def f(a, b):\n    a.n += 1\n    return (a < b and True) or min(a, b) is None\n"
    assert changed(tmp_path, source) == [
        "a.n += 1 -> a.n -= 1", "a.n += 1 -> pass", "1 -> 2",
        "a < b and True or min(a, b) is None -> (a < b and True) and min(a, b) is None",
        "a < b and True -> a < b or True", "a < b -> a <= b", "True -> False",
        "min(a, b) is None -> min(a, b) is not None", "min(a, b) -> max(a, b)"]


def test_what_only_words_a_sentence_is_left_alone(tmp_path: Path) -> None:
    source = ('def name(n: int) -> Text:\n    return say("{n}", n=n + 1)\n\n\n'
              'def told(table) -> None:\n    table.tell(say("{n} of 3", n=3), rule="X-1")\n')
    assert changed(tmp_path, source) == []

"""Broken games: every function of the contract, broken in every way, without a window and in the real app.

The cases are tests (`CASES`); here they are run and counted.
"""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = ("tests/services/test_broken_games.py", "tests/ui/table/test_broken_games.py")
LONGEST = 1_800


@dataclass
class BrokenPlugins:
    """How many were tried, and the names of those that ended or hung the app, or lost an answer."""

    cases: int = 0
    fell: list[str] = field(default_factory=list)


def broken_plugins(folder: Path) -> BrokenPlugins:
    found = folder / "broken.xml"
    subprocess.run([sys.executable, "-m", "pytest", "-q", f"--junitxml={found}", *CASES], cwd=ROOT, capture_output=True,
                   timeout=LONGEST, check=False)
    return counted(found.read_text(encoding="utf-8"))


def counted(report: str) -> BrokenPlugins:
    """What pytest's report says."""
    cases = list(xml.fromstring(report).iter("testcase"))
    fell = [str(one.get("name")) for one in cases if one.find("failure") is not None or one.find("error") is not None]
    return BrokenPlugins(len(cases), fell)

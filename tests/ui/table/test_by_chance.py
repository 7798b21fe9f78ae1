"""Every game played by chance: targets are 48 dp to a finger, keys reach them, and the panel is measured right."""

from collections import Counter
from copy import copy
from random import Random
from typing import Any

import pytest

from companion.ui.table.panel import QuestionPanel
from tests.ui.conftest import SIZES, Start
from tests.ui.table.by_chance import GAMES, looked_at, missed, seated
from tests.ui.targets import all_too_small

pytestmark = [pytest.mark.touch, pytest.mark.slow]
EACH_TWICE = [(name, list(SIZES)[(at + turn) % 4]) for at, name in enumerate(GAMES) for turn in (0, 2)]
"""Each game in two sizes, each size with three games: what all sizes draw alike is found in any."""
MEASURE = QuestionPanel.measure


def places(page: Any) -> Counter[tuple[Any, ...]]:
    """Where every part of the panel is, and the stage above it."""
    parts = [page.stage, page.echo, *page.panel.walk(restrict=True)]
    return Counter((type(part).__name__, str(getattr(part, "text", "")), *map(round, (*part.pos, *part.size)))
                   for part in parts if part.opacity)


def measured_plainly(self: QuestionPanel, width: float, level: Any, *, final: bool = False) -> float:
    """The oracle: nothing is remembered, every level gives every part its size."""
    self.begin_measuring()
    return MEASURE(self, width, level, final=True)


def mismeasured(page: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    if page.situation.state == "ballots":
        return []
    steady = copy(page.steady)  # each arranging goes on from the height before
    page.arrange()
    found, page.steady = places(page), steady
    with monkeypatch.context() as plainly:
        plainly.setattr(QuestionPanel, "measure", measured_plainly)
        page.arrange()
    return [*map(str, found - places(page)), *map(str, places(page) - found)]


@pytest.mark.parametrize(("name", "size"), EACH_TWICE)
def test_a_play_by_chance(at_table: Start, monkeypatch: pytest.MonkeyPatch, name: str, size: str) -> None:
    drive = seated(at_table, name, size)
    found = looked_at(drive, Random(7), {3: all_too_small, 4: lambda: missed(drive.app.page),
                                         1: lambda: mismeasured(drive.app.page, monkeypatch)})
    assert not found, "\n".join(found)

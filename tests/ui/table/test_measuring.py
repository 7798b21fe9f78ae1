"""The panel measures each part once for all levels: it finds what measuring everything finds."""

from __future__ import annotations

from collections import Counter
from copy import copy
from random import Random
from typing import Any

import pytest

from companion.ui.table.panel import QuestionPanel
from tests.ui.conftest import Start
from tests.ui.table.by_chance import GAMES, looked_at, seated

pytestmark = pytest.mark.touch


def places(page: Any) -> Counter[tuple[Any, ...]]:
    """Where every part of the panel is, and the stage above it."""
    parts = [page.stage, page.echo, *page.panel.walk(restrict=True)]
    return Counter((type(part).__name__, str(getattr(part, "text", "")), *map(round, (*part.pos, *part.size)))
                   for part in parts if part.opacity)


def measured_plainly(self: QuestionPanel, width: float, level: Any, *, final: bool = False) -> float:
    """The oracle: nothing is remembered, every level gives every part its size."""
    self.begin_measuring()
    return MEASURE(self, width, level, final=True)


MEASURE = QuestionPanel.measure


@pytest.mark.parametrize("size", ["small phone", "tablet"])
@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_remembered_is_what_would_be_measured(at_table: Start, monkeypatch: pytest.MonkeyPatch, name: str,
                                                      size: str) -> None:
    drive = seated(at_table, name, size)

    def differences() -> list[str]:
        page = drive.app.page
        if page.situation.state == "ballots":
            return []
        steady = copy(page.steady)  # each arranging goes on from the height before
        page.arrange()
        found, page.steady = places(page), steady
        with monkeypatch.context() as plainly:
            plainly.setattr(QuestionPanel, "measure", measured_plainly)
            page.arrange()
        return [*map(str, found - places(page)), *map(str, places(page) - found)]

    assert looked_at(drive, Random(3), 1, differences) == []

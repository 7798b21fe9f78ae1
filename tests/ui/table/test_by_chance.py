"""Every game played by chance: targets are 48 dp, keys reach them, and nothing moves without a reason."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.story import game as story
from companion.ui.table.layout import Steady
from tests.ui.conftest import SIZES, SMALL, Start
from tests.ui.table.by_chance import GAMES, looked_at, missed, seated
from tests.ui.targets import all_too_small

pytestmark = [pytest.mark.touch, pytest.mark.slow, pytest.mark.thorough]
EACH_TWICE = [(name, list(SIZES)[(at + turn) % 4]) for at, name in enumerate(GAMES) for turn in (0, 2)]
"""Each game in two sizes, each size with three games: what all sizes draw alike is found in any."""


def places(page: Any) -> Counter[tuple[Any, ...]]:
    """Where every part of the panel is, and the stage above it."""
    parts = [page.stage, page.echo, *page.panel.walk(restrict=True)]
    return Counter((type(part).__name__, str(getattr(part, "text", "")), *map(round, (*part.pos, *part.size)))
                   for part in parts if part.opacity)


def unsteady(page: Any) -> list[str]:
    """What moves if the same is arranged again."""
    if page.situation.state == "ballots":
        return []
    page.arrange()
    found = places(page)
    page.arrange()
    return [*map(str, found - places(page)), *map(str, places(page) - found)]


@pytest.mark.parametrize(("name", "size"), EACH_TWICE)
def test_a_play_by_chance(at_table: Start, name: str, size: str) -> None:
    drive = seated(at_table, name, size)
    found = looked_at(drive, Random(7), {3: all_too_small, 4: lambda: missed(drive.app.page),
                                         1: lambda: unsteady(drive.app.page)})
    assert not found, "\n".join(found)


def test_a_new_width_text_size_or_question_is_measured_as_at_the_opening(at_table: Start) -> None:
    drive = at_table(story, players=4)
    app, opened = drive.app, drive.app.page.controller.opened
    for change in (lambda: drive.resize(SMALL), lambda: app.library.set("text_size", 200),
                   lambda: opened.answer("Youngest/table", 0), lambda: drive.resize(SIZES["phone"])):
        change()
        app.apply_settings()
        app.page.fitting.steady = Steady()  # or it would keep its height on purpose
        app.page.arrange()
        drive.advance(1)
        found = places(app.page)
        app.go("table", opened=opened)
        drive.advance(1)
        assert places(app.page) == found

"""Whole stretches of Windward as readable text; the epic turn is the rulebook's own example (WW-16)."""

from pathlib import Path

import pytest

from companion.games.windward import game
from tests.games.golden import replay, written

PAGES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_there_are_three() -> None:
    assert len(PAGES) == 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_it_goes_as_it_is_written(page: Path) -> None:
    assert replay(game, page) == written(page)


def test_the_worked_turn_brings_thirteen_notoriety() -> None:
    page = next(page for page in PAGES if page.stem == "epic-turn")
    gained = [part for line in written(page) for part in line.split(" | ") if part.startswith("Gary +")]
    assert sum(int(part.removeprefix("Gary +")) for part in gained) == 13

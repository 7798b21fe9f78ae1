"""Whole plays as readable text: what was tapped, what the chronicle says, what it brought.

Those of the big games are the rulebooks' own examples (WW-16; WT-12, WT-35, WT-43).
"""

from collections import Counter
from pathlib import Path

import pytest

from companion.core.registry import find_games
from tests.games.golden import replay, written

PAGES = sorted(Path(__file__).parent.glob("*/golden/*.txt"))


def test_every_game_with_a_script_has_some() -> None:
    assert Counter(page.parts[-3] for page in PAGES) == {
        "keywords": 3, "story": 3, "windmill": 3, "windward": 4, "winter_tales": 3}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_it_goes_as_it_is_written(page: Path) -> None:
    assert replay(find_games().games[page.parts[-3]], page) == written(page)


def test_the_worked_turn_brings_thirteen_notoriety() -> None:
    page = next(page for page in PAGES if page.stem == "epic-turn")
    gained = [part for line in written(page) for part in line.split(" | ") if part.startswith("Gary +")]
    assert sum(int(part.removeprefix("Gary +")) for part in gained) == 13

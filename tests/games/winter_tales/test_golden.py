"""The rulebook's own examples as playthroughs: set-up and new quest, battle, trap (WT-12, WT-35, WT-43)."""

from pathlib import Path

import pytest

from companion.games.winter_tales import game
from tests.games.golden import replay, written

PAGES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_there_are_three() -> None:
    assert [page.stem for page in PAGES] == ["battle-dorothy-mad-hatter", "four-players-and-a-new-quest",
                                             "trap-alice-candlewick"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_it_goes_as_it_is_written(page: Path) -> None:
    assert replay(game, page) == written(page)

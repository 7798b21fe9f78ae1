"""Whole plays as readable text: what was tapped, what the chronicle says, what it brought."""

from pathlib import Path

import pytest

from companion.games.keywords import game
from tests.games.golden import replay, written

PAGES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_there_are_three() -> None:
    assert len(PAGES) == 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_it_goes_as_it_is_written(page: Path) -> None:
    assert replay(game, page) == written(page)

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


def test_a_play_of_an_older_app_ends_as_it_ended(tmp_path: Path) -> None:
    """It was asked which way first, then told to fly: kept plays still say so, and lead to the same end."""
    page = next(page for page in PAGES if page.stem == "solo-victory")
    text = page.read_text(encoding="utf-8")
    old = tmp_path / "old.txt"
    old.write_text(text.replace("ThisWay/0 [1,-1] ->", 'WhichWay/0 [1,-1] ->\nFly/0 "done" ->'), encoding="utf-8")
    assert old.read_text(encoding="utf-8") != text
    before, after = written(page), replay(game, old)
    assert after[-6:] == before[-6:]
    assert len(after) == len(before) + 1

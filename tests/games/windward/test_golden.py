"""Whole stretches of Windward as readable text; the epic turn is the rulebook's own example (WW-16)."""

from pathlib import Path

import pytest

from companion.core.setup import Setup, people
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
    """It was asked which way first, then told to fly, and after every roll what is added: kept plays still say so, and
    lead to the same end."""
    page = next(page for page in PAGES if page.stem == "solo-victory")
    text = page.read_text(encoding="utf-8")
    old = tmp_path / "old.txt"
    asked = text.replace("ThisWay/0 [1,-1] ->", 'WhichWay/0 [1,-1] ->\nFly/0 "done" ->')
    asked = asked.replace(" | Ana beat", "\nExtras/0/attacker [0,0] -> Ana beat")
    old.write_text(asked.replace("option mode", "option skip_empty = false\noption mode", 1), encoding="utf-8")
    assert old.read_text(encoding="utf-8").count("Extras") == 2
    before, after = written(page), replay(game, old)
    assert after[-1] == before[-1]
    assert after[-2].endswith("Ana beat the White. | Nothing hunts Ana any more.")
    assert len(after) == len(before) + 4                   # with the line of the switch


def test_a_play_begun_before_the_switches_goes_on_as_it_was_asked() -> None:
    """Its stored setup has all switches of then, and not these; a new play has them on."""
    later = ("skip_empty", "tooth_by_tooth", "one_drift")
    new = game.prepare(Setup(people("Ana"), {"mode": "solo"}))
    assert [new.options[key] for key in later] == [True, True, True]
    kept = Setup(new.people, {key: value for key, value in new.options.items() if key not in later}, new.copy)
    old = game.prepare(kept)
    assert [old.options[key] for key in later] == [False, False, True]
    before_those = {key: value for key, value in kept.options.items()
                    if key not in ("captain_attacks_white", "white_over_post")}
    assert game.prepare(Setup(new.people, before_those, new.copy)).options["one_drift"] is False

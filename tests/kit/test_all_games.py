"""Every game that is found, third-party ones included, passes the whole kit, with 20 wild plays, or 8 of a large one
(`WILD_PLAYS=2000` plays 2000 of each; `make torture` plays for minutes)."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import BUILT_IN, find_games
from companion.testing import CHECKS, Finding, check_rules_tested, check_wild_table, report, wild_play

FOUND = find_games()
PLAYS, PLAYS_LARGE = int(os.environ.get("WILD_PLAYS", "20")), int(os.environ.get("WILD_PLAYS", "8"))
CHUNK = 125
LAWS_EVERY = int(os.environ.get("LAWS_EVERY", "2"))
"""Check the laws of By hand in every second wild play; `LAWS_EVERY=1` checks them in all."""
TESTS = Path(__file__).resolve().parent.parent / "games"
LARGE = ("windward", "winter_tales")
LONG = {"check_looks", "check_undo", "check_hash_seeds", "check_refusals", "check_restart",
        "check_questions", "check_breakage", "check_json", "check_secrets", "check_source", "check_leaving"}
"""Half a second to seconds each: `make quick` leaves them out."""


def cases() -> Iterator[Any]:
    for name, game in FOUND.games.items():
        for check in CHECKS:
            if check is not check_wild_table:
                marks = [pytest.mark.slow] if check.__name__ in LONG else []
                yield pytest.param(game, check, id=f"{name}-{check.__name__}", marks=marks)
        plays = PLAYS_LARGE if name in LARGE else PLAYS
        for first in range(0, plays, CHUNK):
            wild = partial(check_wild_table, plays=min(CHUNK, plays - first), seed=first, laws_every=LAWS_EVERY)
            yield pytest.param(game, wild, id=f"{name}-wild-{first}", marks=pytest.mark.slow)


@pytest.mark.parametrize(("game", "check"), list(cases()))
def test_kit(game: Any, check: Callable[[Any], list[Finding]]) -> None:
    findings = check(game)
    assert not findings, f"{game.facts.title}:\n{report(findings)}"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_numbered_rule_is_named_in_a_test(name: str) -> None:
    findings = check_rules_tested(FOUND.games[name], TESTS / name)
    assert not findings, report(findings)


def test_no_game_is_broken() -> None:
    assert [f"{broken.name}: {broken.error}" for broken in FOUND.broken] == []
    assert set(BUILT_IN) <= set(FOUND.games)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [("windmill", 1753), ("windmill", 332), ("windmill", 6314), ("story", 64),
                                            ("windward", 145), ("windward", 724), ("windward", 43), ("windward", 10083),
                                            ("any_box", 1644), ("any_box", 5391), ("winter_tales", 27)])
def test_wild_plays_that_once_broke_a_law(name: str, seed: int) -> None:
    """1753: an undo lost what a correction wrote after the turn began again. 332, 64: a field refused its own value.
    43: all was taken back to the layout, and a ship at sky was called "port", too.
    6314: after a correction, more cards were out of the grid than there are.
    10083: one longboat and two came aboard in the same words.
    5391: a game that ended with a full round did not count it. 27: a part of the epilogue began again, and its cards
    had no points.
    1644: nothing but a departure was to be written, and whoever left was still asked."""
    assert wild_play(FOUND.games[name], seed).findings == []

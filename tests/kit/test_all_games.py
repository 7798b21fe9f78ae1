"""Every game that is found, third-party ones included, passes the whole kit.

`make test` plays 3 wild plays of each game, or 1 of a large one, and some checks of games with long plays are
shorter. `make thorough` runs those checks whole, and wild plays up to 20, or 8 of a large game;
`WILD_PLAYS=2000 make thorough` plays 2000 of each. `make torture` plays for minutes.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import BUILT_IN, find_games
from companion.testing import CHECKS, Finding, check_rules_tested, check_wild_table, report, wild_play
from tests.sampling import sampled

FOUND = find_games()
PLAYS, PLAYS_LARGE = int(os.environ.get("WILD_PLAYS", "20")), int(os.environ.get("WILD_PLAYS", "8"))
SAMPLE, SAMPLE_LARGE = 3, 1
"""The wild plays of each game that `make test` plays; the others are thorough."""
CHUNK = 125
LAWS_EVERY = int(os.environ.get("LAWS_EVERY", "2"))
"""Check the laws of *To move* in every second wild play; `LAWS_EVERY=1` checks them in all."""
TESTS = Path(__file__).resolve().parent.parent / "games"
LARGE = ("windward", "winter_tales")
LONG_PLAYS = (*LARGE, "story", "keywords")
LONG = {"check_looks", "check_undo", "check_hash_seeds", "check_refusals", "check_restart",
        "check_questions", "check_breakage", "check_json", "check_secrets", "check_source", "check_leaving",
        "check_appearance"}
"""Half a second to seconds each: `make quick` leaves them out."""
SHORTER: dict[str, dict[str, int]] = {
    "check_questions": {"plays": 2, "every": 40}, "check_looks": {"plays": 1}, "check_refusals": {"plays": 1},
    "check_undo": {"plays": 1}, "check_restart": {"plays": 2}, "check_leaving": {"plays": 6},
    "check_secrets": {"plays": 3}, "check_json": {"plays": 2}, "check_breakage": {"plays": 2},
    "check_hash_seeds": {"plays": 1}, "check_appearance": {"plays": 1}, "check_shapes": {"plays": 1},
    "check_without_fields": {"plays": 1}, "check_fields": {"plays": 1}, "check_joining": {"plays": 8}}
"""How `make test` runs the longest checks of games with long plays."""


def cases() -> Iterator[Any]:
    for name, game in FOUND.games.items():
        for check in CHECKS:
            if check is not check_wild_table:
                yield from checked(name, game, check)
        yield from wild_plays(name, game)


def checked(name: str, game: Any, check: Any) -> Iterator[Any]:
    named = f"{name}-{check.__name__}"
    if name in LONG_PLAYS and check.__name__ in SHORTER:
        shorter = partial(check, **SHORTER[check.__name__])
        yield pytest.param(game, shorter, id=f"{named}-shorter", marks=pytest.mark.slow)
        yield pytest.param(game, check, id=named, marks=[pytest.mark.slow, pytest.mark.thorough])
    else:
        yield pytest.param(game, check, id=named, marks=[pytest.mark.slow] if check.__name__ in LONG else [])


def wild_plays(name: str, game: Any) -> Iterator[Any]:
    sample, plays = (SAMPLE_LARGE, PLAYS_LARGE) if name in LARGE else (SAMPLE, PLAYS)
    yield pytest.param(game, wild(0, sample), id=f"{name}-wild-0", marks=pytest.mark.slow)
    for first in range(sample, plays, CHUNK):
        yield pytest.param(game, wild(first, min(CHUNK, plays - first)), id=f"{name}-wild-{first}",
                           marks=[pytest.mark.slow, pytest.mark.thorough])


def wild(first: int, plays: int) -> Callable[[Any], list[Finding]]:
    return partial(check_wild_table, plays=plays, seed=first, laws_every=LAWS_EVERY)


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
@sampled(("name", "seed"), [("windmill", 1753), ("windmill", 332), ("windmill", 6314), ("story", 64),
                            ("windward", 145), ("windward", 724), ("windward", 43), ("windward", 10083),
                            ("score_sheet", 1644), ("score_sheet", 5391), ("winter_tales", 27)])
def test_wild_plays_that_once_broke_a_law(name: str, seed: int) -> None:
    """1753: an undo lost what a correction wrote after the turn began again.
    332, 64: a field refused its own value.
    43: all was taken back to the layout, and a ship at sky was called "port", too.
    6314: after a correction, more cards were out of the grid than there are.
    10083: one longboat and two came aboard in the same words.
    5391: a game that ended with a full round did not count it.
    27: a part of the epilogue began again, and its cards had no points.
    1644: nothing but a departure was to be written, and whoever left was still asked."""
    assert wild_play(FOUND.games[name], seed).findings == []

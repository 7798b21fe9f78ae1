"""Wild plays of every game, answered on phones by a robot that taps what the page shows.

`TABLESIDE_WEB_PLAYS=50`: so many plays of each game, one after the other at one table: every other one from its
beginning, the rest from somewhere in the middle; to its end or to `MOST` answers. `TABLESIDE_WEB_FROM=20`: from that
one on. Without it one play of a few answers each.
"""

from __future__ import annotations

import os
from time import monotonic, sleep
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PLAYS = int(os.environ.get("TABLESIDE_WEB_PLAYS", "0"))
FROM = int(os.environ.get("TABLESIDE_WEB_FROM", "0"))
GAMES = {"windmill": 3, "story": 3, "keywords": 3, "windward": 2, "winter_tales": 3, "pebbles": 2}
MOST = {"windward": 60, "winter_tales": 60}
"""Answers of one play; the others are short enough for their end."""
MIDDLE = {"windward": 400, "winter_tales": 400, "story": 60, "windmill": 20, "keywords": 40, "pebbles": 12}
"""A play begins at most so many answers deep."""
NAMES = ("Ana", "Ben", "Cleo")
LEGAL = ("The table has moved on. Look again.", "At most")
"""What may be said to a robot: others were faster, or it tapped one too many; and what only a rule's `check` knows."""


def answered(guests: list[Any]) -> int:
    return sum(guest.told()["answered"] for guest in guests)


def play(guests: list[Any], seed: int, most: int, seconds: float) -> None:
    for place, guest in enumerate(guests):
        guest.robot(seed * 10 + place)
    end, before = monotonic() + seconds, answered(guests)
    while monotonic() < end and answered(guests) < before + most and not over(guests):
        sleep(0.05)


def over(guests: list[Any]) -> bool:
    return bool(guests[0].page.evaluate("S.table.state === 'over'"))


def check(game: str, seed: int, guests: list[Any], most: int, before: int, words: list[int]) -> None:
    """It came as far as it should, nothing failed, and little was refused."""
    told = [guest.told() for guest in guests]
    given = sum(one["answered"] for one in told) - before
    said = [word for one, heard in zip(told, words, strict=True) for word in one["words"][heard:]]
    assert over(guests) or given >= most, (seed, given, said[-6:], guests[0].headline)
    assert [one["failed"] for one in told] == [0] * len(told), said
    strange = [word for word in said if not word.startswith(LEGAL)]
    assert len(strange) <= 2 + given / 10, (seed, strange)
    assert [guest.errors for guest in guests] == [[] for _ in guests]
    print(f"{game} {seed}: {given} answers, {len(said) - len(strange)} too late, {len(strange)} refused, "
          f"over={over(guests)}, kinds={sorted({kind for one in told for kind in one['kinds']})}", flush=True)


@pytest.mark.skipif(bool(PLAYS), reason="the many plays are played instead")
@pytest.mark.parametrize("game", GAMES)
def test_a_wild_play_by_touches(game: str, serve, phone) -> None:
    names = NAMES[:GAMES[game]]
    table = serve(game, *names)
    guests = [phone(table, name) for name in names[:2]]
    play(guests, 1, 24, 60)
    check(game, 0, guests, 24, 0, [0, 0])


@pytest.mark.skipif(not PLAYS, reason="TABLESIDE_WEB_PLAYS=50 plays so many of each game")
@pytest.mark.parametrize("game", GAMES)
def test_many_wild_plays_by_touches(game: str, serve, phone) -> None:
    names, most = NAMES[:GAMES[game]], MOST.get(game, 400)
    table = serve(game, *names)
    guests = [phone(table, name) for name in names[:2]]
    for seed in range(FROM, PLAYS):
        table.next_play(seed, MIDDLE[game] if seed % 2 else 0)
        for guest in guests:
            guest.until(f"S.epoch === '{table.epoch}'")
        before, words = answered_so_far(guests)
        play(guests, seed + 1, most, 240)
        for guest in guests:
            guest.page.evaluate("robot.rest()")
        check(game, seed, guests, most, before, words)


def answered_so_far(guests: list[Any]) -> tuple[int, list[int]]:
    told = [guest.page.evaluate("window.robot ? robot.told : {answered: 0, words: []}") for guest in guests]
    return sum(one["answered"] for one in told), [len(one["words"]) for one in told]

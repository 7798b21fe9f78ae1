"""Wild plays of every game, answered on phones by a robot that taps what the page shows.

`TABLESIDE_WEB_PLAYS=50`: so many plays of each game, to their end or to 400 answers; else one of a few answers each.
"""

from __future__ import annotations

import os
from time import monotonic, sleep
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PLAYS = int(os.environ.get("TABLESIDE_WEB_PLAYS", "0"))
GAMES = {"windmill": 3, "story": 3, "keywords": 3, "windward": 2, "winter_tales": 3, "pebbles": 2}
NAMES = ("Ana", "Ben", "Cleo")
LEGAL = ("The table has moved on. Look again.", "At most")
"""What may be said to a robot: others were faster, or it tapped one too many; and what only a rule's `check` knows."""


def answered(guests: list[Any]) -> int:
    return sum(guest.told()["answered"] for guest in guests)


def play(table: Any, guests: list[Any], seed: int, most: int, seconds: float) -> None:
    for place, guest in enumerate(guests):
        guest.robot(seed * 10 + place)
    end = monotonic() + seconds
    while monotonic() < end and answered(guests) < most and guests[0].page.evaluate("S.table.state") != "over":
        sleep(0.1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(PLAYS or 1))
def test_a_wild_play_by_touches(game: str, seed: int, serve, phone) -> None:
    names = NAMES[:GAMES[game]]
    table = serve(game, *names)
    guests = [phone(table, name) for name in names]
    most = 400 if PLAYS else 24
    play(table, guests, seed + 1, most, 240 if PLAYS else 40)
    told = [guest.told() for guest in guests]
    over = guests[0].page.evaluate("S.table.state") == "over"
    assert over or sum(one["answered"] for one in told) >= most, [one["words"][-3:] for one in told]
    assert [one["failed"] for one in told] == [0] * len(told)
    said = [word for one in told for word in one["words"]]
    given = sum(one["answered"] for one in told)
    strange = [word for word in said if not word.startswith(LEGAL)]
    assert len(strange) <= 1 + given / 10, strange
    print(f"{game} {seed}: {given} answers, {len(said) - len(strange)} too late, {len(strange)} refused, over={over}, "
          f"kinds={sorted({kind for one in told for kind in one['kinds']})}")

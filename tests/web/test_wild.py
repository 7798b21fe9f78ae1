"""Plays of every game, answered on phones alone by a robot that taps what the page shows.

Short games are played to their end, Windward and Winter Tales for a few answers.
`TABLESIDE_WEB_PLAYS=3` plays that many of each, all to their end, every other one from somewhere in the middle;
`TABLESIDE_WEB_FROM=2` begins with that one.
"""

import os
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

PLAYS = int(os.environ.get("TABLESIDE_WEB_PLAYS", "0"))
FROM = int(os.environ.get("TABLESIDE_WEB_FROM", "0"))
NAMES = ("Ana", "Ben", "Cleo")
LEGAL = ("The table has moved on. Look again.", "Choose at most")
"""What may be said to a robot: others were faster, or it tapped one too many."""


class Wild(NamedTuple):
    game: str
    people: int
    most: int
    """Answers in the suite's single play; the short games end before."""
    deepest: int
    """How many answers a play from the middle begins with, at most."""
    mode: str = ""


WILD = (Wild("windmill", 3, 200, 20), Wild("story", 3, 24, 60), Wild("keywords", 3, 24, 40),
        Wild("score_sheet", 2, 200, 12), Wild("winter_tales", 3, 24, 250), Wild("windward", 2, 24, 250),
        Wild("windward", 1, 40, 0, "solo"),
        Wild("windward", 2, 40, 0, "coop"), Wild("pebbles", 2, 200, 12))


def name_of(wild: Wild) -> str:
    return f"{wild.game} {wild.mode}".strip()


def told(guests: list[Any]) -> list[dict[str, Any]]:
    blank = "{answered: 0, words: [], kinds: {}, looks: 0, blind: [], failed: 0}"
    return [guest.page.evaluate(f"window.robot ? robot.told : {blank}") for guest in guests]


def answered(guests: list[Any]) -> int:
    return sum(one["answered"] for one in told(guests))


def over(guests: list[Any]) -> bool:
    return all(guest.page.evaluate("S && S.table.state === 'over'") for guest in guests)


def play(wild: Wild, guests: list[Any], seed: int, most: int, seconds: float) -> None:
    """Play to the end or to `most` answers: nothing fails, few are refused, the own cards stay in sight."""
    before = told(guests)
    for place, guest in enumerate(guests):
        guest.robot(seed * 10 + place)
    end, given = monotonic() + seconds, 0
    while monotonic() < end and given < most and not over(guests):
        sleep(0.1)
        given = answered(guests) - sum(one["answered"] for one in before)
    for guest in guests:
        guest.page.evaluate("robot.rest()")
    after = told(guests)
    said = [word for one, was in zip(after, before, strict=True) for word in one["words"][len(was["words"]):]]
    assert over(guests) or given >= most, (seed, given, said[-6:], guests[0].headline)
    assert [one["failed"] for one in after] == [0] * len(after), said
    strange = [word for word in said if not word.startswith(LEGAL)]
    assert len(strange) <= 2 + given / 10, (seed, strange)
    assert [guest.errors for guest in guests] == [[] for _ in guests]
    assert [one["blind"] for one in after] == [[] for _ in guests], "asked without the own cards in sight"
    looks = sum(one["looks"] for one in after) - sum(one["looks"] for one in before)
    print(f"{name_of(wild)} {seed}: {given} answers, {len(said) - len(strange)} too late, {len(strange)} refused, "
          f"over={over(guests)}, {looks} looks at the own cards, "
          f"kinds={sorted({kind for one in after for kind in one['kinds']})}", flush=True)


def sit_down(wild: Wild, serve: Any, phone: Any) -> tuple[Any, list[Any]]:
    names = NAMES[:wild.people]
    table = serve(wild.game, *names, **({"mode": wild.mode} if wild.mode else {}))
    return table, [phone(table, name) for name in names]


@pytest.mark.skipif(bool(PLAYS), reason="the many plays are played instead")
@pytest.mark.parametrize("wild", WILD, ids=name_of)
def test_a_wild_play_by_touches(wild: Wild, serve, phone) -> None:
    _, guests = sit_down(wild, serve, phone)
    play(wild, guests, 1, wild.most, 60)
    assert wild.most < 200 or over(guests)


@pytest.mark.skipif(not PLAYS, reason="TABLESIDE_WEB_PLAYS=3 plays that many of each game to their end")
@pytest.mark.thorough
@pytest.mark.parametrize("wild", WILD, ids=name_of)
def test_many_wild_plays_by_touches(wild: Wild, serve, phone) -> None:
    table, guests = sit_down(wild, serve, phone)
    for seed in range(FROM, PLAYS):
        table.next_play(seed, wild.deepest if seed % 2 else 0)
        for guest in guests:
            guest.until(f"S && S.epoch === '{table.epoch}'")
        play(wild, guests, seed + 1, 5000, 900)

"""Somebody who has left is not asked any more: nobody is there to answer."""

from __future__ import annotations

from random import Random

from companion.core.play import Play, RulesFailed
from companion.core.questions import Refused
from companion.testing.checks import a_check
from companion.testing.driving import AnyGame, AnyPlay, answer_once, random_setup, where
from companion.testing.findings import Finding, Findings
from companion.testing.limit import TooLong, within

BEFORE, AFTER = (0, 1, 2, 4, 8, 16, 30), 80  # answers before somebody leaves, and after


@a_check
def check_leaving(game: AnyGame, plays: int = 24, seed: int = 0) -> list[Finding]:
    """What the stretch has begun with them it may end (somebody answers in their place); a later one asks others."""
    found = Findings("leaving")
    for number in range(seed, seed + plays):
        rng = Random(f"leaving {number}")
        play: AnyPlay = Play(game, random_setup(game, rng))
        try:
            with within(20.0):
                _play(play, rng, number, found)
        except (TooLong, Refused, RulesFailed):
            continue  # the wild table reports it
    return found.list()


def _play(play: AnyPlay, rng: Random, number: int, found: Findings) -> None:
    for _ in range(rng.choice(BEFORE)):
        if play.outcome() is not None or not answer_once(play, rng):
            return
    present = play.table.present()
    if play.outcome() is not None or len(present) < 2:
        return
    gone = rng.choice(present).index
    play.leave(gone)
    began = play.run.began
    for _ in range(AFTER):
        now = [question for question in play.open() if question.seat is not None and question.seat.index == gone]
        if now and play.run.began != began:
            found.add(where(number, play), f"{type(now[0]).__name__} is asked of somebody who has left")
            return
        if play.outcome() is not None or not answer_once(play, rng):
            return

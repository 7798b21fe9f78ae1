"""Checks leaving and joining: absent players are not asked, latecomers sit last, and the play goes on."""

from __future__ import annotations

from random import Random
from statistics import median

from companion.core.game import Joining
from companion.core.play import Play, RulesFailed
from companion.core.questions import Refused
from companion.testing.driving import (
    AnyGame,
    AnyPlay,
    Findings,
    a_check,
    answer_once,
    look,
    somebody_new,
    where,
    wild_setup,
)

ENDLESS = 4000
BEFORE = (0, 1, 2, 4, 8, 16, 30)
"""Answers before somebody leaves or joins."""
AFTER_LEAVING, AFTER_JOINING = 80, 120
TO_THE_END = 4
"""One in this many departures is played to the end."""
MUCH_LONGER = 20
"""A play this many times longer than the median counts as endless."""


@a_check
def check_leaving(game: AnyGame, found: Findings, plays: int = 24) -> None:
    """The current stretch may still involve them (others answer for them); later ones must not ask them."""
    lengths: list[int] = []
    for number in range(plays):
        rng = Random(f"leaving {number}")
        play: AnyPlay = Play(game, wild_setup(game, rng))
        try:
            _play_without(play, rng, number, found)
            if number % TO_THE_END == 0 and not found.list():
                _play_to_the_end(game, number, lengths, found)
        except (Refused, RulesFailed):
            continue  # the wild table reports it


def _play_to_the_end(game: AnyGame, number: int, lengths: list[int], found: Findings) -> None:
    """The first player leaves midway; the play must still end. `lengths`: of plays without that."""
    rng = Random(f"to the end {number}")
    play: AnyPlay = Play(game, wild_setup(game, rng))
    setup = play.setup
    while play.outcome() is None and len(play.log) < ENDLESS and answer_once(play, rng, standing=0.02):
        pass
    if play.outcome() is None:
        return  # the wild table reports it
    lengths.append(len(play.log))
    most = MUCH_LONGER * median(lengths)
    without: AnyPlay = Play(game, setup)
    leaves_after = rng.randrange(1 + len(play.log) // 2)
    while without.outcome() is None and len(without.log) < most and answer_once(without, rng, standing=0.02):
        if len(without.log) == leaves_after + 1 and len(without.table.present()) > 1:
            without.leave(0)
    if without.outcome() is None and len(without.log) >= most:
        found.add(where(number, without), f"it never ends after {without.table.seats[0].name} left "
                  f"({len(without.log)} answers instead of about {median(lengths):.0f}): "
                  "does a round end at the seat of a player who left?")


def _begun(play: AnyPlay, rng: Random) -> bool:
    """Give a few answers; return False if the play ended."""
    return all(play.outcome() is None and answer_once(play, rng) for _ in range(rng.choice(BEFORE)))


def _play_without(play: AnyPlay, rng: Random, number: int, found: Findings) -> None:
    if not _begun(play, rng):
        return
    present = play.table.present()
    if play.outcome() is not None or len(present) < 2:
        return
    gone = rng.choice(present).index
    play.leave(gone)
    began = play.run.began
    for _ in range(AFTER_LEAVING):
        now = [question for question in play.open() if question.seat is not None and question.seat.index == gone]
        if now and play.run.began != began:
            found.add(where(number, play), f"{type(now[0]).__name__} is asked of a player who has left: use next_of()")
            return
        if play.outcome() is not None or not answer_once(play, rng):
            return


@a_check
def check_joining(game: AnyGame, found: Findings, plays: int = 24) -> None:
    """Latecomers sit last when a stretch begins, undo takes that back, and the log replays to the same table."""
    for number in range(plays):
        rng = Random(f"joining {number}")
        play: AnyPlay = Play(game, wild_setup(game, rng))
        try:
            _play_with(play, rng, number, found)
        except RulesFailed:
            continue  # the wild table reports it
        except Refused as error:
            found.add(where(number, play), f"joining() allows newcomers, but one was refused: {error}")


def _play_with(play: AnyPlay, rng: Random, number: int, found: Findings) -> None:
    if not _begun(play, rng):
        return
    allowed = play.joining()
    if not isinstance(allowed, Joining) or not str(allowed.how).strip():
        found.add(where(number, play), "joining() has no sentence: say how newcomers join, or why they can't")
        return
    if not allowed.may or play.outcome() is not None:
        return
    before, seats = look(play), len(play.table.seats)
    person = somebody_new(play, rng)
    play.join(person)
    play.undo()
    if look(play) != before:
        found.add(where(number, play), "undo after somebody joined gives a different table")
    play.redo()
    for _ in range(AFTER_JOINING):
        if len(play.table.seats) > seats or play.outcome() is not None or not answer_once(play, rng):
            break
    _sits_last(play, seats, person.name, number, found)
    again: AnyPlay = Play(play.game, play.setup, play.log)
    if again.misfit is not None or look(again) != look(play):
        found.add(where(number, play), "after somebody joined, the log replays to a different table")


def _sits_last(play: AnyPlay, seats: int, name: str, number: int, found: Findings) -> None:
    if len(play.table.seats) == seats:
        if play.outcome() is None:
            found.add(where(number, play), f"a newcomer has no seat after {AFTER_JOINING} answers")
        return
    seat = play.table.seats[-1]
    if len(play.table.seats) != seats + 1 or (seat.name, seat.index) != (name, seats):
        found.add(where(number, play), "the newcomer does not sit last")

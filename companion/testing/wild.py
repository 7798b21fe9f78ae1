"""Wild tables: random plays with corrections, departures, exits, restarts, interruptions, undo and redo.

    played = wild_play(game, seed=7)
    assert not played.findings, report(played.findings)

Also checks leaving and joining: absent players are not asked, latecomers sit last, and the play goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median
from typing import Any

from companion.core.engine.boundary import TooLate, in_time
from companion.core.fields import Allowed
from companion.core.game import Joining
from companion.core.language import speaking
from companion.core.log import effective
from companion.core.play import Play, RulesFailed
from companion.core.setup import Setup
from companion.core.text import Refused
from companion.core.values import Json, same
from companion.core.views import Outcome
from companion.testing.by_hand_laws import ByHandLaws
from companion.testing.driving import (
    SECONDS,
    AnyGame,
    AnyPlay,
    Finding,
    Findings,
    a_check,
    answer_once,
    asked_at,
    look,
    open_keys,
    somebody_new,
    source_folder,
    told,
    where,
    wild_setup,
)
from companion.testing.looks import HOST, look_round

CALM_AFTER = 250
"""From this record on, only answer, so that the play ends."""
ABANDON_AFTER = 4000
"""Give up here without a fault: corrections and departures can make winning impossible."""

LOW_NUMBERS = 40


@dataclass
class Wild:
    seed: int
    play: AnyPlay | None
    findings: list[Finding] = field(default_factory=list)
    actions: dict[str, int] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        return self.play is not None and self.play.outcome() is not None

    @property
    def given_up(self) -> bool:
        """Did corrections or departures make winning impossible?"""
        if self.ended or self.play is None:
            return False
        return len(self.play.log) >= ABANDON_AFTER and bool(self.actions)


def wild_play(game: AnyGame, seed: int, *, setup: Setup | None = None, limit: int = 20_000,
              looks: float = 0.04, complete: float = 0.02, laws: bool = True) -> Wild:
    """Run one wild play to its end. `looks`: share of early steps with a full look; fewer later.

    `complete`: share of records at which all fields are written onto a fresh table. `laws`: check the laws of
    To move, which takes twice as long as the play.
    """
    table = _WildTable(game, seed, looks, complete, laws)
    try:
        with speaking(HOST):
            in_time(partial(table.run, setup, limit), SECONDS)
    except (Exception, TooLate) as error:
        table.fault(told(error, source_folder(game)))
    return Wild(seed, getattr(table, "play", None), table.found.list(), table.actions)


@a_check
def check_wild_table(game: AnyGame, found: Findings, plays: int = 100, seed: int = 0, looks: float = 0.04,
                     laws_every: int = 1) -> None:
    """Nothing raises, looks work on any table, restarts fix stuck tables, the log replays to the same table.

    Some of the plays also check the laws of *To move*.
    """
    for number in range(seed, seed + plays):
        found.extend(wild_play(game, number, looks=looks, laws=number % laws_every == 0).findings)
        if found.full():
            break


class _WildTable:
    play: AnyPlay

    def __init__(self, game: AnyGame, seed: int, looks: float, complete: float, laws: bool) -> None:
        self.game, self.seed, self.looks, self.complete, self.laws = game, seed, looks, complete, laws
        self.rng = Random(seed)
        self.found = Findings("wild table")
        self.hands: ByHandLaws | None = None
        self.actions: dict[str, int] = {}
        self.amiss: dict[str, int] = {}
        self.calm = seed % 10 == 9  # one in ten only answers, to check that it ends

    def fault(self, sentence: str) -> None:
        self.found.add(where(self.seed, getattr(self, "play", None)), sentence)

    def run(self, setup: Setup | None, limit: int) -> None:
        self.play = Play(self.game, wild_setup(self.game, self.rng) if setup is None else setup)
        self.amiss = self.counted()
        if self.laws:
            self.hands = ByHandLaws(self.play, lambda law, why: self.fault(f"{law}: {why}"),
                                    Random(self.seed), self.complete)
        while self.goes_on(limit):
            self.step()
        self.replay()

    def goes_on(self, limit: int) -> bool:
        play = self.play
        if play.outcome() is not None:
            # finished plays are corrected and undone too
            shaken = not self.calm and len(play.log) < CALM_AFTER
            return shaken and self.rng.random() < 0.3
        if len(play.log) >= ABANDON_AFTER and self.actions:
            return False
        if len(play.log) >= limit:
            self.fault(f"it has not ended after {limit} lines")
            return False
        return not self.found.full()

    def step(self) -> None:
        play = self.play
        calm = self.calm or len(play.log) >= CALM_AFTER
        action = None if calm else self.wild_action(play.outcome() is not None)
        if action is not None:
            done = action(self)
            self.actions[action.__name__] = self.actions.get(action.__name__, 0) + done
        elif not answer_once(play, self.rng):
            self.actions["stuck"] = self.actions.get("stuck", 0) + 1
            self.cure()
        elif (ended := play.outcome()) is not None:
            self.unfilled(ended)
        self.weigh(action in _BY_HAND)
        if self.hands is not None and (len(play.log) < CALM_AFTER or self.rng.random() < 0.5):
            self.hands.look()
        if self.rng.random() < self.looks * self.freshness():
            for fault in look_round(play):
                self.fault(fault)

    def freshness(self) -> float:
        """1 at the start, then decreasing, so that long plays get fewer looks and corrections."""
        return 60 / (60 + len(self.play.log))

    def wild_action(self, over: bool) -> "Action | None":
        """What players do instead of answering, or None. A finished play is only corrected or undone."""
        if over:
            return self.rng.choice(_BY_HAND)
        dice = self.rng.random() / (0.4 + 0.6 * self.freshness())
        for share, action in _ACTIONS:
            dice -= share
            if dice < 0:
                return action
        return None

    # Actions; each returns whether it was done

    def correct(self) -> bool:
        fields = self.play.fields()
        if not fields:
            return False
        one = self.rng.choice(fields)
        if not one.allowed:
            return False
        self.play.correct(one.path, self.any_of(one.allowed))
        return True

    def any_of(self, allowed: Allowed) -> Json:
        """From a long range pick a low number, so that the rules can still count up."""
        if isinstance(allowed, range) and len(allowed) > LOW_NUMBERS:
            allowed = range(max(0, allowed.start), max(0, allowed.start) + LOW_NUMBERS)
        return self.rng.choice(allowed)

    def fix(self) -> bool:
        fields = [one for one in self.play.fields() if one.allowed]
        chosen = self.rng.sample(fields, min(len(fields), self.rng.randint(1, 4)))
        if not chosen:
            return False
        try:
            self.play.fix([(one.path, self.any_of(one.allowed)) for one in chosen])
        except Refused:  # each is allowed alone, but perhaps not together
            return False
        return True

    def leave_or_return(self) -> bool:
        play = self.play
        seat = self.rng.choice(play.table.seats)
        if seat.gone:
            play.come_back(seat.index)
        elif len(play.table.present()) > 1:
            play.leave(seat.index)
        else:
            return False
        return True

    def join(self) -> bool:
        play = self.play
        if not play.joining().may:
            return False
        play.join(somebody_new(play, self.rng))
        return True

    def rename(self) -> bool:
        play = self.play
        seat = self.rng.choice(play.table.seats)
        play.rename(seat.index, f"{seat.name[:8]} {len(play.log)}")
        return True

    def exit(self) -> bool:
        exits = self.play.exits()
        if exits:
            self.play.exit(self.rng.choice(exits))
        return bool(exits)

    def restart(self) -> bool:
        if self.play.outcome() is not None:
            return False
        self.play.restart()
        return True

    def undo(self) -> bool:
        play = self.play
        if not play.can_undo():
            return False
        far = self.rng.random() < 0.15
        back = self.rng.randint(1, min(play.position(), 30)) if far else 1
        play.undo(play.position() - back)
        if self.rng.random() < 0.4:
            self.redo()
        return True

    def redo(self) -> bool:
        if not self.play.can_redo():
            return False
        self.play.redo()
        self.actions["redone"] = self.actions.get("redone", 0) + 1
        return True

    def interrupt(self) -> bool:
        play = self.play
        always = [question for question in play.standing() if question.possible(play.table)]
        if not always:
            return False
        question = self.rng.choice(always)
        play.answer(question.key(), question.random_answer(play.table, self.rng))
        return True

    # What must hold

    def cure(self) -> None:
        """No open question has an answer: only a correction can cause that, and a restart must fix it."""
        play = self.play
        if not any(self.actions.get(action.__name__) for action in _BY_HAND):
            self.fault(f"no open question has an answer: {', '.join(open_keys(play))}")
        if not play.stuck():
            self.fault(f"possible() is true, but there is no answer: {', '.join(open_keys(play))}")
        play.restart()
        if play.stuck():
            keys = ", ".join(open_keys(play)) or "nothing is open"
            self.fault(f"no open question has an answer, even after a restart: {keys}")
            play.undo(0)

    def unfilled(self, outcome: Outcome) -> None:
        """A filled answer must not end the play if it wins nothing and another answer goes on."""
        record, log = self.play.log[-1], self.play.log[:-1]
        before: AnyPlay = Play(self.game, self.play.setup, log, trusted=True)
        question = before.find(record.key)
        shown = [] if question is None else question.draft(before.table).describe().choices
        filled = any(one.face.main and same(one.token, record.answer) and not any(
            points.change > 0 for points in one.face.points) for one in shown)
        if not filled or outcome.won or record.seat in outcome.winners:
            return
        for other in [one.token for one in shown if one.barred is None
                      and not same(one.token, record.answer)]:
            fork: AnyPlay = Play(self.game, self.play.setup, log, trusted=True)
            fork.answer(record.key, other)
            if fork.outcome() is None:
                return self.fault(f"the filled answer {record.answer!r} to {type(question).__name__} ends "
                                  f"the play, {other!r} doesn't: fill a harmless one")

    def weigh(self, by_hand: bool) -> None:
        """Conservation laws: only corrections may break a sum; the rules may restore it, in part."""
        counted = self.counted()
        if not by_hand:
            for name, difference in counted.items():
                amiss = self.amiss.get(name, 0)
                if not min(0, amiss) <= difference <= max(0, amiss):
                    self.fault(f"totals: {name} is off by {difference - amiss:+d}")
        self.amiss = counted

    def counted(self) -> dict[str, int]:
        return {name: there - box for name, there, box in self.game.totals(self.play.table)}

    def replay(self) -> None:
        play = self.play
        if effective(play.log) != play.run.fed:
            self.fault("the log and the play disagree about the answers")
        again: Play[Any] = Play(self.game, play.setup, play.log, trusted=self.seed % 8 != 0)
        if again.misfit is not None:
            self.fault(f"its own log does not replay: {again.misfit}")
        elif look(again) != look(play):
            self.fault("the log replays to a different table")
        elif again.chronicle() != play.chronicle():
            self.fault("the log replays to a different chronicle")


Action = Callable[[_WildTable], bool]

_ACTIONS: tuple[tuple[float, Action], ...] = (
    (0.04, _WildTable.correct),
    (0.01, _WildTable.fix),
    (0.015, _WildTable.leave_or_return),
    (0.015, _WildTable.join),
    (0.004, _WildTable.rename),
    (0.012, _WildTable.exit),
    (0.01, _WildTable.restart),
    (0.03, _WildTable.undo),
    (0.01, _WildTable.redo),
    (0.03, _WildTable.interrupt),
)
_BY_HAND: tuple[Action, ...] = (_WildTable.correct, _WildTable.fix, _WildTable.undo, _WildTable.redo,
                              _WildTable.leave_or_return)


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
        now = [question for question in play.open() if question.seat is not None
               and question.seat.index == gone]
        if now and play.run.began != began:
            found.add(f"{where(number, play)}, {asked_at(play)}",
                      f"{type(now[0]).__name__} is asked of a player who has left: use next_of()")
            return
        if play.outcome() is not None or not answer_once(play, rng):
            return


@a_check
def check_joining(game: AnyGame, found: Findings, plays: int = 24) -> None:
    """Latecomers sit last at the next stretch, undo takes it back, and the log replays."""
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

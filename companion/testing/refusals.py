"""Checks that every kind of wrong answer is refused with a sentence and changes nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.core.play import RulesFailed
from companion.core.refusals import Refused
from companion.core.values import Json, same, whole
from companion.testing.driving import AnyGame, AnyPlay, AnyQuestion, Findings, a_check, look, steps, where

WRONG: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 99, 10**12, 1.5, float("inf"), "", "done", "no such answer", "0", "x" * 5000,
    [], [None], [0], [0, 0], [-1], [99], ["no such thing"], [[]], [[0, 0]], [True], [1.0], [0.5, 0], {}, {"answer": 1},
    [{}],
)
"""One of every JSON shape. Those that happen to be valid are skipped per question."""

OFTEN = 6  # tries per play for the same kind of question


@a_check
def check_refusals(game: AnyGame, found: Findings, plays: int = 3) -> None:
    """Every wrong value for every open question, field and seat is refused and changes nothing."""
    for number in range(plays):
        tried: Counter[str] = Counter()
        for play in steps(game, number, found, limit=600):
            before, fed = look(play), list(play.run.fed)
            place = where(number, play)
            for question in [*play.open(), *play.standing()]:
                name = type(question).__name__
                tried[name] += 1
                if tried[name] <= OFTEN:
                    _try_answers(play, question, found, place)
            if play.position() in {0, 8, 40, 120}:
                _try_the_rest(play, found, place)
            if look(play) != before or play.run.fed != fed:
                found.add(place, "a refused answer changed the table")
        if found.full():
            break


def _try_answers(play: AnyPlay, question: AnyQuestion, found: Findings, place: str) -> None:
    key, name = question.key(), type(question).__name__
    for value in WRONG:
        if not question.could_be(play.table, value):
            _refused(play, lambda value=value: play.answer(key, value), found, place, f"{name} accepts {value!r}"[:90])


def _try_the_rest(play: AnyPlay, found: Findings, place: str) -> None:
    _refused(play, lambda: play.answer("NoSuchQuestion/0", "done"), found, place, "it accepts an answer to no question")
    _refused(play, lambda: play.correct("no.such.field", 1), found, place, "it corrects an unknown field")
    _refused(play, lambda: play.exit("NoSuchExit"), found, place, "it accepts an unknown exit")
    _refused(play, lambda: play.leave(99), found, place, "it lets an unknown seat leave")
    for field in play.fields():
        allowed = field.allowed
        for value in WRONG:
            if field.text and isinstance(value, str):
                continue  # a note may be anything
            if isinstance(allowed, range):  # don't iterate a long one
                fits = whole(value) and value in allowed
            else:
                fits = any(same(known, value) for known in allowed)
            if not fits:
                _refused(play, lambda value=value, field=field: field.check(value), found, place,
                         f"the field {field.path} accepts {value!r}"[:90])


def _refused(play: AnyPlay, action: Any, found: Findings, place: str, otherwise: str) -> None:
    try:
        action()
    except Refused as refused:
        if not str(refused).strip():
            found.add(place, f"a refusal without a reason; otherwise {otherwise}")
    except RulesFailed as error:
        found.add(place, f"{otherwise}, and then the rules fail: {type(error.__cause__).__name__}: {error.__cause__}")
    else:
        found.add(place, otherwise)
        play.undo()

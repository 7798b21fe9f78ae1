"""Checks answers: wrong ones are refused with a sentence, secret ones stay secret."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.engine.by_hand import Reading
from companion.core.engine.state import canonical, picture
from companion.core.kinds import Note, Place
from companion.core.play import Play, RulesFailed
from companion.core.text import Refused
from companion.core.values import Json, same
from companion.testing.driving import (
    AnyGame,
    AnyPlay,
    AnyQuestion,
    Findings,
    a_check,
    line_of,
    look,
    open_keys,
    steps,
    where,
)

WRONG: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 99, 10**12, 1.5, float("inf"), "", "done", "no such answer", "0", "x" * 5000,
    [], [None], [0], [0, 0], [-1], [99], ["no such thing"], [[]], [[0, 0]], [True], [1.0], [0.5, 0], {},
    {"answer": 1}, [{}],
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
        if not could_be(question, play.table, value):
            _refused(play, lambda value=value: play.answer(key, value), found, place,
                     f"{name} accepts {value!r}"[:90])


def could_be(question: AnyQuestion, table: Any, raw: Json) -> bool:
    """Is it an answer of this kind, going by the engine's own check without the game's?"""
    kind: Any = next(one for one in type(question).__mro__ if one.__module__.startswith("companion.core."))
    try:
        answer = question.decode(table, raw)
        kind.check(question, table, answer)
    except Refused:
        return False
    return same(question.encode(answer), raw)


def _try_the_rest(play: AnyPlay, found: Findings, place: str) -> None:
    _refused(play, lambda: play.answer("NoSuchQuestion/0", "done"), found, place,
             "it accepts an answer to no question")
    _refused(play, lambda: play.correct("no.such.field", 1), found, place, "it corrects an unknown field")
    _refused(play, lambda: play.exit("NoSuchExit"), found, place, "it accepts an unknown exit")
    _refused(play, lambda: play.leave(99), found, place, "it lets an unknown seat leave")
    for field in play.fields():
        for value in WRONG:
            if not field.allows(value):
                _refused(play, lambda value=value, field=field: field.check(value), found, place,
                         f"the field {field.path} accepts {value!r}"[:90])


def _refused(play: AnyPlay, action: Any, found: Findings, place: str, otherwise: str) -> None:
    try:
        action()
    except Refused as refused:
        if not str(refused).strip():
            found.add(place, f"a refusal without a reason; otherwise {otherwise}")
    except RulesFailed as error:
        cause = error.__cause__
        found.add(place, f"{otherwise}, and then the rules fail: {type(cause).__name__}: {cause}")
    else:
        found.add(place, otherwise)
        play.undo()


@a_check
def check_secrets(game: AnyGame, found: Findings, plays: int = 10) -> None:
    """View, chronicle, public log, table and the next questions don't depend on the secrets."""
    for number in range(plays):
        _twice(game, number, found)
        if found.full():
            break


def _twice(game: AnyGame, seed: int, found: Findings) -> None:
    """Compare a play with a shadow that answers every secret question differently until one is revealed."""
    shadow: AnyPlay | None = None
    rng = Random(seed)
    for play in steps(game, seed, found, limit=600):
        if not play.log:
            continue
        record = play.log[-1]
        if shadow is None and not record.sealed:
            continue
        if shadow is None:
            shadow = Play(game, play.setup, play.log[:-1], trusted=True)
        if not follow(shadow, record, rng):
            found.add(where(seed, play), f"with another secret answer, {record.key} is no longer asked")
        elif play.run.reveals and play.run.reveals[-1].by == len(play.log) - 1:
            pass  # revealed: from here on they may differ
        else:
            for name in _differences(play, shadow):
                found.add(where(seed, play), f"{name} shows a secret before it is revealed")
            continue
        shadow = None


def follow(shadow: AnyPlay, record: Any, rng: Random) -> bool:
    """Give the shadow the same answer, or a different one if it is secret."""
    question = shadow.run.find(record.key)
    if question is None:
        return False
    answer = _another(question, shadow, record.answer, rng) if record.sealed else record.answer
    try:
        shadow.answer(record.key, answer)
    except Refused:
        return False
    return True


def _another(question: AnyQuestion, play: AnyPlay, answer: Json, rng: Random) -> Json:
    for _ in range(20):
        other = question.random_answer(play.table, rng)
        if other != answer or isinstance(question, Note):
            return other
    return answer


def _differences(play: AnyPlay, shadow: AnyPlay) -> Iterator[str]:
    if play.view() != shadow.view():
        yield "the view"
    if play.chronicle() != shadow.chronicle():
        yield "the chronicle"
    if [one.to_json() for one in play.public_log()] != [one.to_json() for one in shadow.public_log()]:
        yield "the public log"
    if open_keys(play) != open_keys(shadow):
        yield "what is asked next"
    elif _sentences(play) != _sentences(shadow):
        yield "a sentence"
    if [play.glance(seat.index) is None for seat in play.table.seats] != \
            [shadow.glance(seat.index) is None for seat in shadow.table.seats]:
        yield "who has a glance"
    if Reading(play.fields()).values != Reading(shadow.fields()).values:
        yield "To move"
    if canonical(picture(play.table)) != canonical(picture(shadow.table)):
        yield "the table itself"


def _sentences(play: AnyPlay) -> list[str]:
    table = play.table
    return [str(words) for question in play.open()
            for words in (question.sentence(table), question.kicker(table),
                          # a secret's hint is for its seat only
                          None if question.secret else question.hint(table))]


def one_a_spot(question: AnyQuestion, table: Any, found: Findings, place: str) -> None:
    """Report answers that no tap can give, because it answers at once with the first on their spot."""
    if not isinstance(question, Place) or not question.at_once:
        return
    spots = Counter(filter(None, map(question.spot, question.choices(table))))
    shared = next((spot for spot, answers in spots.items() if answers > 1), None)
    if shared is not None:
        name = type(question).__name__
        found.add(f"{place}, {line_of(question, 'spot')}",
                  f"{spots[shared]} answers of {name} share the spot {shared!r}, and a tap gives the first "
                  "at once: without at_once it asks which", cause=f"answers of {name} on one spot")

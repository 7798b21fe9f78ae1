"""Checks secrets: plays that differ only in secret answers look the same until revealed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.engine.by_hand import Reading
from companion.core.engine.state import canonical, picture
from companion.core.kinds import Note
from companion.core.play import Play
from companion.core.questions import Json, Refused
from companion.testing.driving import AnyGame, AnyPlay, AnyQuestion, Findings, a_check, open_keys, steps, where


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
    if Reading(play.fields()).values != Reading(shadow.fields()).values:
        yield "By hand"
    if canonical(picture(play.table)) != canonical(picture(shadow.table)):
        yield "the table itself"


def _sentences(play: AnyPlay) -> list[str]:
    table = play.table
    return [str(words) for question in play.open()
            for words in (question.sentence(table), question.kicker(table),
                          None if question.secret else question.hint(table))]  # a secret's hint is for its seat only

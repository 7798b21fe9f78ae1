"""Random answers to any question: for simulated plays, for the kit, and for "Roll for me"."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from companion.core.kinds import Dice, Note, Numbers, PutInOrder, Several
from companion.core.questions import Json, Question, Refused
from companion.core.table import Table

TRIES = 40


def roll(question: Dice[Any], table: Table[Any], rng: Random) -> list[int]:
    """The phone's own dice, with the faces of this copy."""
    faces = list(question.faces(table))
    return [rng.choice(faces) for _ in range(question.how_many(table))]


def random_answer(question: Question[Any, Any], table: Table[Any], rng: Random) -> Json:
    """Any answer the rules allow. Call it only while `question.possible(table)`."""
    if isinstance(question, Dice):
        return roll(question, table, rng)
    if isinstance(question, (Several, Numbers)):
        return _drawn(question, table, rng)
    if isinstance(question, Note):
        return _written(question, table, rng)
    lots = list(question.lots(table))
    return question.encode(lots[int(rng.random() * len(lots))])


def _written(question: Note[Any], table: Table[Any], rng: Random) -> Json:
    """A few words; none where a game can't take those."""
    words = rng.choice(["", "the burning mill", "Ana's “last” word, ünd mehr"])
    with suppress(Refused):
        question.check(table, words)
        return words
    return ""


def _drawn(question: Several[Any, Any] | Numbers[Any], table: Table[Any], rng: Random) -> Json:
    """A game may bind several values together (half of the cargo): draw until one fits, else take the simplest."""
    for _ in range(TRIES):
        if isinstance(question, Several):
            drawn = _some(question, table, rng)
        else:
            drawn = [rng.randint(row.low, row.high) for row in question.rows(table)]
        with suppress(Refused):
            question.check(table, question.decode(table, drawn))
            return drawn
    if isinstance(question, Numbers):
        return [row.start for row in question.rows(table)]
    return [question.token(thing) for thing in list(question.things(table))[:question.least(table)]]


def _some(question: Several[Any, Any], table: Table[Any], rng: Random) -> Json:
    things = list(question.things(table))
    fewest, most = question.least(table), min(question.most(table), len(things))
    chosen = rng.sample(things, rng.randint(fewest, max(fewest, most)))
    if not isinstance(question, PutInOrder):
        chosen.sort(key=things.index)
    return [question.token(thing) for thing in chosen]

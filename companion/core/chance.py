"""Random answers by their old name: each kind draws its own, `question.random_answer(table, rng)`."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.json_values import Json
from companion.core.questions import Question


def random_answer(question: Question[Any, Any], table: Any, rng: Random) -> Json:
    """Any answer the rules allow. Call it only while `question.possible(table)`."""
    return question.random_answer(table, rng)


def roll(question: Question[Any, Any], table: Any, rng: Random) -> Json:
    return question.random_answer(table, rng)

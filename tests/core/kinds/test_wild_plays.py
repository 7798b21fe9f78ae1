"""Every question of every game, over random plays: answered by a robot that reads only JSON, and by chance."""

import json
from random import Random
from typing import Any

import pytest

from companion.core.questions import Draft, Given, Question
from companion.core.registry import BUILT_IN, load
from companion.core.text import Refused
from companion.core.views import as_plain
from companion.testing.answers import could_be
from companion.testing.driving import Findings, steps
from tests.sampling import sampled

pytestmark = pytest.mark.slow


def robot(draft: Draft[Any], rng: Random) -> Given | None:
    """Tap what the description shows, then the button; None if the button isn't ready."""
    said = json.loads(json.dumps(as_plain(draft.describe())))
    free = [one["token"] for one in said.get("choices", ()) if "barred" not in one]
    if said.get("at_once") and free:
        return draft.tap(rng.choice(free))
    if "dice" in said:
        for _ in said["dice"]["slots"]:
            given = draft.type_face(rng.choice(said["dice"]["faces"])["number"])
            if given is not None:
                return given
    elif "rows" in said:
        for row in said["rows"]:
            draft.set_row(row["key"], rng.randint(row["low"], row["high"]))
    elif "text" in said:
        draft.type_text("a word")
    elif free:
        for token in rng.sample(free, rng.randint(said.get("least", 0), min(said.get("most", 1), len(free)))):
            draft.tap(token)
    return draft.give() if draft.describe().ready else None


def refused(question: Question[Any, Any], table: Any, raw: Any) -> bool:
    try:
        question.check(table, question.decode(table, raw))
    except Refused:
        return True
    return False


@sampled("name", sorted(BUILT_IN), keep=2)
def test_descriptions_are_enough_to_answer_and_chance_is_always_legal(name: str) -> None:
    game, rng, found = load(BUILT_IN[name]), Random(name), Findings("robot")
    given = wrong = 0
    for seed in range(12):
        if seed >= 3 and given > 60:
            break  # a sheet with a target ends early
        for play in steps(game, seed, found, limit=60):
            for question in [*play.open(), *play.standing()]:
                if not question.possible(play.table):
                    continue
                drawn = question.random_answer(play.table, rng)
                assert not refused(question, play.table, drawn), question
                made = robot(question.draft(play.table), rng)
                if made is not None:
                    given += 1
                    assert could_be(question, play.table, made.raw), (question, made)
                    wrong += refused(question, play.table, made.raw)
    assert not found.list()
    assert given > 60 and wrong <= given / 50, "only what `check` alone knows may be refused"

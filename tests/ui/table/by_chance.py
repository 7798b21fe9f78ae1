"""Random plays of every game, checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from companion.games.any_box import game as any_box
from companion.games.keywords import game as keywords
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter
from tests.ui.conftest import SIZES, Start
from tests.ui.driver import AppDriver

GAMES = {"windmill": (windmill, 4), "story": (story, 4), "keywords": (keywords, 4), "windward": (windward, 3),
         "winter_tales": (winter, 4), "any_box": (any_box, 3)}


def seated(at_table: Start, name: str, size: str) -> AppDriver:
    game, players = GAMES[name]
    return at_table(game, players=players, size=SIZES[size], settings={"movement": False})


def answer(drive: Any, rng: Random) -> None:
    page = drive.app.page
    play = page.play
    question = rng.choice([one for one in play.open() if one.possible(play.table)])
    page.controller.answer(question.key(), question.random_answer(play.table, rng))
    drive.advance(frames=3)


def looked_at(drive: Any, rng: Random, every: int, look: Callable[[], Iterable[Any]]) -> list[str]:
    """Give forty answers, checking the table regularly; return faults with their question."""
    found: list[str] = []
    for step in range(40):
        if drive.app.visits[-1].name != "table" or drive.app.page.play.outcome() is not None:
            break
        if step % every == 0:
            asked = drive.app.page.situation.key()
            found += [f"{step} {asked}: {one}" for one in look()]
        answer(drive, rng)
    return found

"""Random plays of every game, checked on the way."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from companion.games.keywords import game as keywords
from companion.games.score_sheet import game as score_sheet
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter
from companion.touches.driver import AppDriver
from companion.ui.widgets.base.part import Tap, reachable
from tests.ui.conftest import SIZES, Start
from tests.ui.screens.test_everywhere import reached_by_arrows

GAMES = {"windmill": (windmill, 4), "story": (story, 4), "keywords": (keywords, 4), "windward": (windward, 3),
         "winter_tales": (winter, 4), "score_sheet": (score_sheet, 3)}


def seated(at_table: Start, name: str, size: str) -> AppDriver:
    game, players = GAMES[name]
    return at_table(game, players=players, size=SIZES[size], settings={"movement": False})


def answer(drive: Any, rng: Random) -> None:
    page = drive.app.page
    play = page.play
    question = rng.choice([one for one in play.open() if one.possible(play.table)])
    page.controller.answer(question.key(), question.random_answer(play.table, rng))
    drive.advance(frames=3)


def missed(top: Any) -> list[str]:
    """What a finger can tap and the keys can't reach."""
    seen, every = reached_by_arrows(top)
    touched = {one for one in top.walk() if isinstance(one, Tap) and not one.disabled and reachable(one)}
    return [f"{type(one).__name__} {getattr(one, 'text', '')!r}" for one in (every - seen) | (touched - every)]


def looked_at(drive: Any, rng: Random, looks: dict[int, Callable[[], Iterable[Any]]]) -> list[str]:
    """Give forty answers, inspect the screen every few of them, and return faults with their question."""
    found: list[str] = []
    for step in range(40):
        if drive.app.visits[-1].name != "table" or drive.app.page.play.outcome() is not None:
            break
        asked = drive.app.page.situation.key()
        for every, look in looks.items():
            found += [f"{step} {asked}: {one}" for one in look()] if step % every == 0 else []
        answer(drive, rng)
    return found

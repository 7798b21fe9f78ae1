"""A planet laid out for tests of the stage, its open questions, and where a hex is on the screen."""

from typing import Any

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.hexes import Hex
from companion.touches.driver import AppDriver, Size
from tests.ui.conftest import Start


def set_up(mode: str, *names: str, **options: Any) -> Play[Any]:
    play = Play(game, Setup(people(*names), {"mode": mode, **options}))
    answers: dict[str, Any] = {"Layout": list("ABCDEF"), "FirstPlayer": 0, "Wind": [2],
                               "FirstGreys": ["2", "5", "3", "4"][:len(names) - 1], "WhiteDie": [6], "Ready": "done"}
    while play.table.phase != "turns":
        question = play.open()[0]
        play.answer(question.key(), answers[type(question).__name__])
    return play


def asked(play: Play[Any], name: str) -> Any:
    return next(question for question in play.open() if type(question).__name__ == name)


def centre(stage: Any, space: Hex) -> tuple[float, float]:
    x, y = stage.where(space)
    return float(x), float(y)


def alone_at_sea(at_table: Start, size: Size) -> AppDriver:
    """The real screen, with a solo play at its first turn."""
    driver = at_table(game, players=1, options={"mode": "solo"}, size=size)
    page = driver.app.page
    for key, answer in (("Layout/table", list("ABCDEF")), ("Wind/table", [2]), ("Ready/table", "done")):
        page.controller.opened.answer(key, answer)
    page.refresh()
    driver.advance(1.0)
    return driver

"""Plays a whole game by touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.questions import Refused
from companion.core.registry import Found
from companion.core.setup import Setup, people
from companion.services.ports.recording import recording_machine
from companion.testing.driving import NAMES, AnyGame, Finding, Findings, report
from companion.touches.driver import AppDriver
from companion.touches.hands import Hands, at_random
from companion.touches.offscreen import PHONE, SMALL

ANSWERS = 60


@contextmanager
def the_app(games: Iterable[AnyGame], size: tuple[int, int] = PHONE) -> Iterator[AppDriver]:
    """The real app with only these games, its own store, and a clock controlled by the driver."""
    from companion.ui.app.tableside import TablesideApp
    ports = recording_machine()
    with TemporaryDirectory() as folder:
        found = Found({game.facts.id: game for game in games})
        app = TablesideApp(store=Path(folder) / "tableside.db", ports=ports, found=found)
        driver = AppDriver(app, size, on_time=ports.clock.advance).start()
        try:
            yield driver
        finally:
            driver.stop()


def play_by_touches(game: AnyGame, *, players: int | None = None, seed: int = 0, answers: int = ANSWERS,
                    size: tuple[int, int] = PHONE) -> list[Finding]:
    """Give every answer by touch and check the log after each; a finished play shows its result."""
    found = Findings("by touches")
    seated = players or fewest(game)
    rng = Random(seed)
    with the_app([game], size) as driver:
        app = driver.app
        app.go("table", opened=app.library.start(game.facts.id, Setup(people(*NAMES[:seated]))))
        driver.advance(0.5)
        hands = Hands(driver)
        number, random = 0, at_random(rng)
        try:
            while number < answers and not hands.over:
                chosen = random(hands.play)
                if chosen is None:
                    break
                hands.reply(*chosen)
                number += 1
            _see_the_end(hands)
        except Exception as error:
            keys = [question.key() for question in hands.play.open()]
            words = " ".join(str(error).split())[:300]
            found.add(f"seed {seed}, {seated} players, answer {number + 1}, {', '.join(keys)}",
                      f"it can't be played by touches: {type(error).__name__}: {words}")
    return found.list()


def fewest(game: AnyGame) -> int:
    """The fewest players without options; playing alone may need its own mode."""
    for seated in range(game.facts.fewest, game.facts.most):
        with suppress(Refused):
            game.prepare(Setup(people(*NAMES[:seated])))
            return seated
    return game.facts.most


def _see_the_end(hands: Hands) -> None:
    drive = hands.drive
    if hands.play.outcome() is None:
        return
    drive.advance(1.0)
    if drive.app.visits[-1].name == "table":
        hands.main()
        drive.advance(1.0)
    if drive.app.visits[-1].name != "result":
        raise AssertionError(f"the play is over, and no result is shown: {drive.texts()}")


def touch_test(game: AnyGame, *, answers: int = ANSWERS, seed: int = 0) -> Any:
    """A test function with the fewest and most players, on a normal and a small phone."""
    import pytest
    cases: list[tuple[int, tuple[int, int]]] = [(fewest(game), PHONE), (game.facts.most, SMALL)]

    @pytest.mark.parametrize(("players", "size"), cases)
    def test_by_touches(players: int, size: tuple[int, int]) -> None:
        findings = play_by_touches(game, players=players, seed=seed, answers=answers, size=size)
        assert not findings, f"{game.facts.title}:\n{report(findings)}"

    return test_by_touches

"""The line beside Undo says what it takes back, in every game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.ports.recording import SetClock
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.testing.driving import choose, wild_setup

GAMES = find_games().games


def seated(tmp_path: Path, game: str, setup: Setup) -> TableController:
    evening = Evening(open_store(tmp_path / "plays.db"), {game: GAMES[game]}, SetClock())
    controller = TableController(evening.start(game, setup))
    controller.read()
    return controller


def said(controller: TableController, key: str, answer: Any) -> str:
    assert controller.answer(key, answer).done
    assert controller.echo is not None
    return controller.echo.text


def test_windwards_setup(tmp_path: Path) -> None:
    """Of neither answer the chronicle has a word: nobody begins yet."""
    controller = seated(tmp_path, "windward", Setup(people("Ana", "Ben")))
    assert said(controller, "Layout/table", list("CABFED")) == "Layout C A B F E D"
    assert said(controller, "FirstRoll/table", [4, 4]) == "A tie: 4, 4"
    controller.undo(sure=True)
    assert controller.echo is not None and controller.echo.text == "Taken back: A tie: 4, 4"


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_answer_is_just_an_answer(game: str, tmp_path: Path) -> None:
    vague: set[str] = set()
    for seed in range(6):
        rng = Random(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        controller = seated(folder, game, wild_setup(GAMES[game], rng))
        for _ in range(60):
            question = choose(controller.play, rng, 0.1) if controller.play.outcome() is None else None
            if question is None:
                break
            words = said(controller, question.key(), question.random_answer(controller.play.table, rng))
            if words.endswith(" answered") or words == "The last answer":
                vague.add(type(question).__name__)
    assert vague == set()

"""By hand and Put back by hand: the list stays until it is done, whenever the app is closed or killed."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.driving import answer_once
from companion.testing.recording import recording_machine


def reopened(path: Path, game: Any, play: int = 0) -> Any:
    """Another process on the same database; the first call begins a play."""
    library = Library(open_store(path), {game.facts.id: game}, recording_machine().clock)
    if play:
        return library, library.resume(play)
    return library, library.start(game.facts.id, Setup(people("Ana", "Ben", "Cleo", "Dev"), {}))


def lines(opened: Any) -> list[tuple[str, Any, Any]]:
    card = opened.hands.card()
    return [(str(card.title), str(line.sentence), change.path, change.old, change.new)
            for line in card.lines for change in line.changes()]


@pytest.mark.parametrize("game", [windward, winter], ids=["windward", "winter"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.slow
def test_a_list_is_the_same_after_a_kill(tmp_path: Path, game: Any, seed: int) -> None:
    """At random moments, between answers, undos, redos, ticks and Done."""
    rng, path = Random(seed), tmp_path / "evening.db"
    library, opened = reopened(path, game)
    opened.hands.card()
    compared = ticked = 0
    for _ in range(220):
        act = rng.random()
        card = opened.hands.card()
        if opened.play.outcome() is not None or (act < 0.12 and opened.play.can_undo()):
            opened.undo()
        elif act < 0.18 and opened.play.can_redo():
            opened.play.redo()
        elif act < 0.4 and card.lines:
            opened.hands.tick(rng.choice(card.lines))
            ticked += 1
        elif act < 0.43:
            opened.hands.fold()
        else:
            answer_once(opened.play, rng)
        told = lines(opened)
        if rng.random() < 0.3:
            library.quit()  # nothing of this is needed: all was saved before
            library, opened = reopened(path, game, opened.id)
            assert lines(opened) == told
            compared += bool(told)
    assert compared > 4 and ticked > 4
    library.quit()

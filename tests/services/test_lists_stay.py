"""To move and To move back: the list stays until it is done, whenever the app is closed or killed."""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.windmill import game as windmill
from companion.games.windward import game as windward
from companion.games.windward.board.hexes import spell
from companion.games.windward.box import model
from companion.games.winter_tales import game as winter
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.driving import answer_once
from companion.testing.recording import recording_machine
from tests.games.windward.voyage import BEGUN, open_sky
from tests.sampling import sampled


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


def correct_something(opened: Any, rng: Random) -> None:
    field = rng.choice([one for one in opened.play.fields() if one.on_table and one.allowed])
    with suppress(Refused):
        opened.correct(field.path, rng.choice(field.allowed))


@pytest.mark.thorough
@sampled("game", [windward, winter], ids=["windward", "winter"])
@sampled("seed", range(2))
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
        elif act < 0.46:
            correct_something(opened, rng)
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


def sentences(opened: Any) -> list[str]:
    return [str(line.sentence) for line in opened.hands.card().lines]


def guessed(path: Path, *answers: tuple[str, str]) -> Any:
    """Windmill: Ana has told; Ben's right guess moves both pawns from 0 to 1."""
    library, opened = reopened(path, windmill)
    opened.hands.card()
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), *answers):
        opened.answer(key, answer)
        opened.hands.card()
    return library, opened


RIGHT = ("Guess/1", "right")


def test_a_correction_taken_back_moves_no_piece_after_a_restart_either(tmp_path: Path) -> None:
    library, opened = guessed(tmp_path / "evening.db")
    opened.correct("seats.0.points", 5)
    assert sentences(opened) == []
    opened.undo()
    assert sentences(opened) == []
    opened.play.redo()
    assert sentences(opened) == []
    opened.undo()
    library.quit()
    library, opened = reopened(tmp_path / "evening.db", windmill, opened.id)
    assert sentences(opened) == [] and not opened.hands.card().put_back
    opened.play.redo()
    assert sentences(opened) == [] and opened.play.table.seats[0].points == 5
    library.quit()


@pytest.mark.parametrize("step_by_step", [False, True])
@pytest.mark.parametrize("corrected_first", [False, True])
def test_only_the_answers_moves_go_back(tmp_path: Path, step_by_step: bool, corrected_first: bool) -> None:
    """The correction lifts Ana's pawn by four; Ben's guess moved it by one."""
    library, opened = guessed(tmp_path / "evening.db", *([] if corrected_first else [RIGHT]))
    opened.correct("seats.0.points", opened.play.table.seats[0].points + 4)
    opened.hands.card()
    if corrected_first:
        opened.answer(*RIGHT)
        opened.hands.card()
    for to in (3, 2) if step_by_step else (2,):
        opened.undo(to)
        opened.hands.card()
    told = ["Ana's pawn 1 → 0", "Ben's pawn 1 → 0"]
    assert sentences(opened) == told and opened.hands.card().put_back
    library.quit()
    library, opened = reopened(tmp_path / "evening.db", windmill, opened.id)
    assert sentences(opened) == told
    for _ in range(2 if step_by_step else 1):
        opened.play.redo()
        opened.hands.card()
    assert sentences(opened) == [], "the pieces were not put back yet"
    library.quit()


def test_a_line_that_is_done_stays_done_when_a_correction_before_it_is_taken_back(tmp_path: Path) -> None:
    library, opened = guessed(tmp_path / "evening.db")
    opened.correct("seats.0.points", 4)
    opened.hands.card()
    opened.answer(*RIGHT)
    opened.hands.card()
    opened.undo()
    assert sentences(opened) == ["Ana's pawn 5 → 4", "Ben's pawn 1 → 0"]
    opened.hands.tick(opened.hands.card().lines[0])
    opened.undo()
    assert sentences(opened) == ["Ben's pawn 1 → 0"]
    library.quit()


def test_lines_that_are_still_open_keep_their_title(tmp_path: Path) -> None:
    """Nobody found Ana's card: the cards go back, and Ana's pawn. The tick keeps the other line."""
    library, opened = guessed(tmp_path / "evening.db")
    opened.correct("seats.0.points", 2)
    for seat in (1, 2, 3):
        opened.answer(f"Guess/{seat}", "wrong")
        opened.hands.card()
    first, second = opened.hands.card().lines
    opened.hands.tick(first)
    opened.correct("seats.3.points", 9)
    assert sentences(opened) == [str(second.sentence)]
    opened.undo()
    assert sentences(opened) == [str(second.sentence)] and str(opened.hands.card().title) == "To move"
    opened.hands.tick(opened.hands.card().lines[0])
    assert sentences(opened) == []
    library.quit()


def test_a_correction_and_its_undo_that_no_surface_saw_tell_nothing(tmp_path: Path) -> None:
    library, opened = guessed(tmp_path / "evening.db")
    opened.correct("seats.0.points", 5)
    opened.undo()
    assert sentences(opened) == []
    library.quit()


NIGHT = [("EndTurn/0", "done"), ("CardOrMorale/0", "card"), ("Fly/0", "done"), ("Ended/0", "beaten"),
         ("Fly/0", "done"), ("Ended/0", "beaten")]
"""Two Reds attack Ana in turn, and both win: each goes back, and she takes a +2 token each time."""
BACK, TOKEN = "The Red on the hex three out towards 1 goes one space towards {}", "Ana takes a +2 token"
AFTER_TWO = [BACK.format(1), BACK.format(4), "Ana's notoriety 0 → 1", TOKEN, TOKEN]


def at_night(path: Path) -> Any:
    library = Library(open_store(path), {"windward": windward}, recording_machine().clock)
    names = Setup(people("Ana", "Ben", "Cleo"), {"depth": "light"}, model.to_json(open_sky()))
    opened = library.start("windward", names)
    opened.play.fix(BEGUN)
    planet = opened.play.table.planet
    places = {"captains.0.ship": (3, 0), "beasts.red8": (4, 0), "beasts.red9": (1, 0)}
    opened.play.fix([(path, spell(planet.at(1, place))) for path, place in places.items()])
    opened.hands.card()
    return library, opened


@pytest.mark.parametrize("killed", [False, True])
def test_one_card_at_the_end_of_a_night_has_all_that_hands_do(tmp_path: Path, killed: bool) -> None:
    """Nobody ticks anything in between; the first answer of the next turn closes the card, as always."""
    library, opened = at_night(tmp_path / "evening.db")
    said: list[list[str]] = []
    for key, answer in NIGHT:
        opened.answer(key, answer)
        said.append(sentences(opened))
        if killed:
            library.quit()
            library, opened = reopened(tmp_path / "evening.db", windward, opened.id)
            assert sentences(opened) == said[-1]
    assert said[3:] == [[BACK.format(1), TOKEN], [BACK.format(1), TOKEN], AFTER_TWO]
    opened.answer("EndTurn/1", "done")
    assert sentences(opened) == ["Ben gains 1 morale, up to 4"]
    library.quit()


def test_lines_of_a_night_are_ticked_or_done_at_any_time(tmp_path: Path) -> None:
    library, opened = at_night(tmp_path / "evening.db")
    for key, answer in NIGHT[:4]:
        opened.answer(key, answer)
        opened.hands.card()
    opened.hands.tick(opened.hands.card().lines[0])
    for key, answer in NIGHT[4:]:
        opened.answer(key, answer)
        opened.hands.card()
    assert sentences(opened) == AFTER_TWO[1:]
    opened.undo(opened.play.position() - 2)
    opened.hands.card()
    opened.hands.fold()
    for key, answer in NIGHT[4:]:
        opened.answer(key, answer)
        opened.hands.card()
    assert sentences(opened) == AFTER_TWO[1:4], "the first token was done"
    library.quit()

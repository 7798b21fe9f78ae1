"""In every game, the line beside Undo names what Undo takes back."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.library import Library
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.testing.driving import choose, wild_setup
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.toys.scripted import Ask, Scripted, Secret, Slate

GAMES = find_games().games


def seated(tmp_path: Path, game: str, setup: Setup) -> TableController:
    library = Library(open_store(tmp_path / "plays.db"), {game: GAMES[game]}, SetClock())
    controller = TableController(library.start(game, setup))
    controller.read()
    return controller


def said(controller: TableController, key: str, answer: Any) -> str:
    assert controller.answer(key, answer).done
    assert controller.echo is not None
    return controller.echo.text


def test_storys_first_story(tmp_path: Path) -> None:
    controller = seated(tmp_path, "story", Setup(people("Ana", "Ben", "Cleo")))
    controller.answer("Youngest/table", 0)
    assert said(controller, "Begin/0", "done") == "Ana begins the first story"


def test_windwards_setup(tmp_path: Path) -> None:
    """The chronicle doesn't mention the tiles."""
    controller = seated(tmp_path, "windward", Setup(people("Ana", "Ben")))
    assert said(controller, "Layout/table", list("CABFED")) == "Layout C A B F E D"
    controller.undo(sure=True)
    assert controller.echo is not None and controller.echo.text == "Taken back: Layout C A B F E D"


def test_after_a_vote_the_line_names_the_vote_that_undo_takes(tmp_path: Path) -> None:
    controller = seated(tmp_path, "story", Setup(people("Ana", "Ben", "Cleo")))
    while controller.situation.state != "ballots":
        asked = controller.situation.question
        assert asked is not None
        said(controller, asked.key(), asked.random_answer(controller.play.table, Random(1)))
    votes = list(controller.situation.asked)
    texts = [said(controller, vote.key(), (at + 1) % 3) for at, vote in enumerate(votes)]
    assert texts == ["Ana has voted", "Ben has voted", "Cleo voted last; the votes are revealed"]
    assert controller.echo is not None and controller.echo.seat == 2
    assert str(controller.undo().warning) == "Everybody has seen the votes. Take Cleo's vote back?"
    assert controller.undo(sure=True).done and controller.situation.key() == f"ballots/{votes[2].key()}"


@pytest.mark.parametrize("bettors, told", [
    (1, ["Ana answered", "It is yes"]),
    (2, ["Ana answered", "Ben answered last; the answers are revealed"])])
def test_a_secret_answer_is_no_vote(bettors: int, told: list[str], tmp_path: Path) -> None:
    """A bet is revealed by a later answer, or several together by the last."""
    async def bets(table: Slate) -> None:
        if bettors == 1:
            table.marks = [await table.ask(Secret(table.seats[0]))]
            await table.ask(Ask(table.seats[1]))
        else:
            table.marks = [*(await table.all_of([Secret(one) for one in table.seats])).values()]
        for sealed in table.marks:
            table.tell(say("It is {word}.", word=table.reveal(sealed)), table.seats[0])

    library = Library(open_store(tmp_path / "t.db"), {"scripted": Scripted(bets)}, SetClock())
    controller = TableController(library.start("scripted", Setup(people("Ana", "Ben"))))
    controller.read()
    assert [said(controller, controller.play.open()[at].key(), "yes") for at in (0, bettors - 1)] == told
    assert str(controller.undo().warning) == "A secret was revealed here. Undo it anyway?"


@pytest.mark.slow
@sampled("game", sorted(GAMES), keep=2)
def test_no_answer_is_just_an_answer(game: str, tmp_path: Path) -> None:
    vague: set[str] = set()
    for seed in range(3):
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


def under_way(tmp_path: Path, names: tuple[str, ...], **options: Any) -> TableController:
    """Windward at its first turn, the first captain's ship at sky."""
    controller = seated(tmp_path, "windward", Setup(people(*names), options))
    for key, answer in (("Layout", list("ABCDEF")), ("FirstPlayer", 0), ("Wind", [1]), ("FirstGreys", ["4"]),
                        ("Ready", "done")):
        if controller.play.run.find(f"{key}/table") is not None:
            said(controller, f"{key}/table", answer)
    assert not controller.correct("captains.0.ship", "1,0").why
    return controller


def test_an_answer_without_a_line_is_told_as_a_sentence(tmp_path: Path) -> None:
    """Not "Ana: Rest at sky"."""
    controller = under_way(tmp_path, ("Ana", "Ben"))
    assert said(controller, "EndTurn/0", "done") == "Ana rests at sky"


def test_a_night_of_several_reds_is_told_in_one_sentence(tmp_path: Path) -> None:
    """The chronicle has one line for them, too."""
    controller = under_way(tmp_path, ("Ana",), mode="solo")
    said(controller, "EndTurn/0", "done")
    said(controller, "CardOrMorale/0", "card")
    flights: Any = controller.play.run.find("AllFly/0")
    planned = list(flights.planned(controller.play.table))
    assert said(controller, "AllFly/0", planned) == "Six Reds flew. None reached Ana"


def test_a_lost_ship_is_the_news_not_its_token(tmp_path: Path) -> None:
    """WW-79: the crew starves; the line about the +2 token comes last."""
    controller = under_way(tmp_path, ("Ana", "Ben"))
    said(controller, "EndTurn/0", "done")
    assert said(controller, "CardOrMorale/0", "morale") == "Ana's ship was lost and is back at port, with morale one"


def test_a_play_begun_in_the_middle_is_no_correction(tmp_path: Path) -> None:
    controller = seated(tmp_path, "windward", Setup(people("Ana", "Ben")))
    controller.fix([("layout", "ABCDEF"), ("wind", 1), ("phase", "turns")])
    assert controller.echo is not None and controller.echo.text == "The play begins in the middle"

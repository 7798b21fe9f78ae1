"""The kit plays every game by touches in the real app, and names one that can't be played so."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.core.kinds import Numbers, Row
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import said, say
from companion.core.views import Arrow, Map, Piece
from companion.games.windward.board.hexes import spell
from companion.testing.driving import report
from companion.touches import Hands, play_by_touches, touch_test
from companion.touches.offscreen import PHONE, SMALL
from tests.games.windward.screen.under_way import afloat
from tests.toys import orchard
from tests.toys.boards import OnBoard, TapOf
from tests.toys.scripted import Ask, Scripted, Secret, Slate
from tests.ui.conftest import Start

pytestmark = pytest.mark.touch
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ANSWERS = 10
SQUARES = Map.grid(4, 4, pieces=(Piece("0,0", 0, key="one"), Piece("0,0", 0, key="two")))
GOES = [f"{piece} {spot.key}" for piece in ("one", "two") for spot in SQUARES.spots[1:]]


@pytest.fixture(params=["pebbles", "deckhands", "sandglass", "night-watch", "salt-road"])
def example(request: pytest.FixtureRequest) -> Iterator[Any]:
    home = str(EXAMPLES / f"tableside-{request.param}")
    sys.path.insert(0, home)
    try:
        yield __import__(f"tableside_{request.param.replace('-', '_')}").game
    finally:
        sys.path.remove(home)


def test_an_example_is_played_to_its_result(example: Any) -> None:
    findings = play_by_touches(example, answers=60)
    assert findings == [], report(findings)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("game", find_games().games.values(), ids=lambda game: game.facts.id)
def test_every_game_is_played_by_touches(game: Any) -> None:
    findings = play_by_touches(game, answers=ANSWERS)
    assert findings == [], report(findings)


def test_what_the_phone_draws_counts_as_given() -> None:
    """Winter Tales draws the factions: the log has other tokens than the random answer."""
    findings = play_by_touches(find_games().games["winter_tales"], players=7, seed=1, answers=4)
    assert findings == [], report(findings)


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "seed", "size"), [(3, 10, PHONE), (4, 11, SMALL), (5, 17, SMALL)])
def test_winter_tales_is_played_into_its_quests(players: int, seed: int, size: tuple[int, int]) -> None:
    """Its card panel leaves out *Next* where a shorter way ends the quest."""
    game = find_games().games["winter_tales"]
    findings = play_by_touches(game, players=players, seed=seed, answers=130, size=size)
    assert findings == [], report(findings)


class Unseen(Ask):
    """Its cards can't be drawn: a finger finds nothing."""

    def face(self, table: Slate, choice: Any) -> Any:
        raise ValueError("no face")


def test_a_game_that_no_finger_can_play_is_named() -> None:
    async def script(table: Slate) -> None:
        await table.ask(Unseen(table.seats[0]))

    findings = play_by_touches(Scripted(script))
    assert len(findings) == 1 and "it can't be played by touches" in findings[0].sentence
    assert "answer 1" in findings[0].where and "Unseen/0" in findings[0].where


def test_a_secret_answer_may_end_the_play() -> None:
    """As the last card of a trick: the app shows the result at once."""
    async def script(table: Slate) -> None:
        table.marks.append(table.reveal(await table.ask(Secret(table.seats[0]))))
        table.over = True

    assert play_by_touches(Scripted(script), players=2) == []


def test_the_last_of_several_secret_answers_may_end_the_play() -> None:
    """As the last cards that are passed on: the phone goes to the middle before the result."""
    async def script(table: Slate) -> None:
        await table.all_of([Secret(seat) for seat in table.seats])
        table.over = True

    findings = play_by_touches(Scripted(script), players=2)
    assert findings == [], report(findings)


class StepOf(TapOf):
    def arrows(self, table: Slate, answer: str | None) -> Iterable[Arrow]:
        return ()


class OnSquares(OnBoard):
    asks = StepOf


def test_two_pieces_that_can_go_to_the_same_space_are_told_apart() -> None:
    """A tap on the space offers a card for each."""
    findings = play_by_touches(OnSquares(SQUARES, *GOES), answers=6)
    assert findings == [], report(findings)


class NoBoard(Scripted):
    def board(self, table: Slate) -> Any:
        return {}["the course"]


def test_a_board_that_fails_is_named_with_its_line() -> None:
    """The app shows the points instead, so the play goes on."""
    async def script(table: Slate) -> None:
        await table.ask(Ask(table.seats[0]))

    findings = play_by_touches(NoBoard(script), answers=2)
    assert len(findings) == 1, report(findings)
    assert re.search(r"KeyError: 'the course' \(test_kit_by_touches\.py:\d+\)", findings[0].sentence)


def test_a_plugins_own_test_can_call_it() -> None:
    made = touch_test(orchard.game, answers=4)
    assert [mark.name for mark in made.pytestmark] == ["parametrize"]
    players, size = made.pytestmark[0].args[1][0]
    made(players=players, size=size)


def test_the_main_question_is_behind_back(start: Start) -> None:
    """Light Windward's *Notoriety* stays open; to tell the ship's space, its robot found no tile *Sail*."""
    hands = afloat(start, depth="light")
    hands.touch("Notoriety")
    assert type(hands.question).__name__ == "Notoriety"
    sail = hands.play.open()[0]
    hands.reply(sail, list(hands.at(1, 4)))
    assert hands.play.table.active.ship == hands.at(1, 4)


class Steps(Numbers[Slate]):
    rule: ClassVar[str] = "OR-1"
    sentence = said("How many?")

    def rows(self, table: Slate) -> list[Row]:
        return [Row(say("Steps of two"), 0, 40, 0, step=2), Row(say("Others"), 0, 3, 0)]

    async def then(self, table: Slate, answer: tuple[int, ...]) -> None:
        table.marks.append(answer)


def test_a_number_between_two_steps_is_typed(start: Start) -> None:
    """Windward's Harpoon adds two hits: for 3, plus went from 2 to 4 and stayed there."""
    async def script(table: Slate) -> None:
        await table.ask(Steps(table.seats[0]))
        await table.ask(Ask(table.seats[0]))

    drive = start(games=[Scripted(script)], library=False)
    drive.app.go("table", opened=drive.app.library.start("scripted", Setup(people("Ana", "Ben"))))
    drive.advance(0.5)
    hands = Hands(drive)
    hands.reply(hands.question, [3, 1])
    assert hands.play.log[-1].answer == [3, 1]


def test_a_tile_that_takes_everything_counts_as_given(start: Start) -> None:
    """Two gas of one pocket are one tap, though a random answer may take only one of them."""
    hands = afloat(start)
    hands.put(("captains.0.ship", hands.at(1, 2)), (f"gas.{spell(hands.at(1, 2))}", 2))
    take = next(one for one in hands.play.open() if type(one).__name__ == "PickUp")
    hands.reply(take, ["gas.2"])
    assert hands.play.log[-1].answer == ["gas.1", "gas.2"]

"""The chronicle hangs each change of points on its own line, and `simulate` says which play failed."""

from random import Random
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from companion.services.chronicle import as_text, chapters
from companion.simulate import Failed, random_play
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Price
from tests.toys.orchard.table import Orchard


class PaysAll(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Price(None))
        for number, grower in enumerate(table.present()):
            grower.gain(number + 1)
            table.tell(say("{name} sold apples.", name=grower), grower)
        table.day += 1


def test_everybody_has_their_own_points_beside_their_own_line() -> None:
    play: Play[Any] = Play(PaysAll(), Setup(people("Ana", "Ben", "Cleo")))
    question = play.open()[0]
    play.answer(question.key(), question.random_answer(play.table, Random(1)))
    lines = [line for chapter in chapters(play) for line in chapter.lines if "sold" in str(line.text)]
    assert [line.points for line in lines] == [((0, 1),), ((1, 2),), ((2, 3),)]
    assert "Cleo sold apples. (Cleo +3)" in as_text(play, 0.0)


class RefusesItself(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Stubborn(None))
        table.day += 1


class Stubborn(Price):
    def check(self, table: Orchard, answer: int) -> None:
        raise Refused(say("2 tricks were played, and here are 6."))


def test_a_simulated_play_that_fails_names_game_seed_question_and_answer() -> None:
    with pytest.raises(Failed) as failed:
        random_play(RefusesItself(), Setup(people("Ana", "Ben")), Random(1), None, "orchard, seed 1, play 0")
    words = str(failed.value)
    assert words.startswith("orchard, seed 1, play 0, answer 1: Stubborn/table was answered with ")
    assert words.endswith("2 tricks were played, and here are 6.")

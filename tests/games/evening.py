"""A play for tests, driven by names and plain answers."""

from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Face, Question
from companion.core.setup import Seat, Setup, people
from companion.core.text import Refused
from companion.core.values import Json

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")

class Evening:
    """One play; `answer` goes to the first open question unless another one is named."""

    def __init__(self, game: Game[Any], players: int, **options: Json) -> None:
        self.play: Play[Any] = Play(game, Setup(people(*NAMES[:players]), options))

    @property
    def table(self) -> Any:
        return self.play.table

    @property
    def question(self) -> Question[Any, Any]:
        return self.play.open()[0]

    def asked(self) -> str:
        """The key of the first open question."""
        return self.question.key()

    def keys(self) -> list[str]:
        return [question.key() for question in self.play.open()]

    def named(self, key: str) -> Question[Any, Any]:
        return next(question for question in self.play.open() if question.key() == key)

    def answer(self, *answers: Json, to: str = "") -> None:
        for one in answers:
            self.play.answer(to or self.asked(), one)

    def sentence(self) -> str:
        return str(self.question.sentence(self.table))

    def choices(self) -> list[Json]:
        return [self.question.encode(choice) for choice in self.question.choices(self.table)]

    def face(self, raw: Json, to: str = "") -> Face:
        question = self.named(to or self.asked())
        return question.face(self.table, question.decode(self.table, raw))

    def offered(self, raw: Json, to: str = "") -> dict[str, int]:
        """The points on the button of an answer."""
        return {one.seat.name: one.change for one in self.face(raw, to).points}

    def promised(self) -> dict[str, int]:
        """The points that the button would add."""
        return {one.seat.name: one.change for one in self.question.points(self.table)}

    def reasons(self) -> list[str]:
        return [str(reason.text) for reason in self.question.reasons(self.table)]

    def points(self) -> dict[str, int]:
        return {seat.name: seat.points for seat in self.table.seats}

    def scores(self) -> tuple[int, ...]:
        return tuple(seat.points for seat in self.table.seats)

    def set_points(self, *points: int) -> None:
        for index, score in enumerate(points):
            self.play.correct(f"seats.{index}.points", score)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.table.seats if seat.name == name)

    def reminders(self) -> list[str]:
        return [str(reminder.text) for reminder in self.play.view().reminders]

    def told(self) -> list[str]:
        """Every line of the chronicle."""
        return [str(line.text) for entry in self.play.chronicle() for line in entry.lines]

    def winners(self) -> list[str]:
        outcome = self.play.outcome()
        return [self.table.seats[index].name for index in outcome.winners] if outcome else []

    def refuses(self, answer: Json, to: str = "") -> Refused:
        """Check that the answer is refused and nothing changes."""
        before, lines = picture(self.table), len(self.play.log)
        with pytest.raises(Refused) as caught:
            self.play.answer(to or self.asked(), answer)
        assert picture(self.table) == before
        assert len(self.play.log) == lines
        assert str(caught.value)
        return caught.value

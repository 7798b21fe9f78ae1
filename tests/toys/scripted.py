"""A game made from one script function, for tests of a single mechanism."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from companion.core.fields import Rows
from companion.core.game import Facts, Field, Game
from companion.core.kinds import PickText, SecretText
from companion.core.play import Play
from companion.core.questions import Question, Timer
from companion.core.setup import Seat, Setup, people
from companion.core.table import Table
from companion.core.text import said, say
from companion.core.views import Outcome, SeatView, View
from tests.toys.orchard.game import PAPER

Script = Callable[["Slate"], Awaitable[None]]


class Slate(Table[Seat]):
    """A table to write on."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.marks: list[Any] = []
        self.n = 0
        self.words: list[str] = ["yes", "no"]
        self.shape: Any = [0, 0]
        self.over = False


class Ask(PickText[Slate]):
    """Any of the words on the slate."""

    rule: ClassVar[str] = "OR-1"
    what: str = ""

    sentence = said("Which word?")

    def choices(self, table: Slate) -> Iterable[str]:
        return table.words

    def timer(self, table: Slate) -> Timer | None:
        return Timer(self.what, 30, "no") if self.what.startswith("timed") else None

    async def then(self, table: Slate, answer: str) -> None:
        table.marks.append(f"{self.what}:{answer}")


class Secret(SecretText[Slate]):
    rule: ClassVar[str] = "OR-7"
    what: str = ""

    sentence = said("Which word, in secret?")

    def words(self, table: Slate) -> Iterable[str]:
        return table.words


class Scripted(Game[Slate]):
    facts: ClassVar[Facts] = Facts("scripted", "Scripted", 1, 8, "1", say("A toy."), "OR-1", PAPER, PAPER)
    home: ClassVar[Path] = Path(__file__).resolve().parent / "orchard"

    def __init__(self, script: Script, standing: Callable[[Slate], Sequence[Question[Slate, Any]]] | None = None,
                 left: Callable[[Slate, Any], None] | None = None) -> None:
        self.script = script
        self.always = standing
        self.departure = left

    def new(self, setup: Setup) -> Slate:
        return Slate(setup)

    async def play(self, table: Slate) -> None:
        await self.script(table)

    def standing(self, table: Slate) -> Sequence[Question[Slate, Any]]:
        return self.always(table) if self.always else ()

    def left(self, table: Slate, seat: Any) -> None:
        if self.departure:
            self.departure(table, seat)

    def fields(self, table: Slate) -> Iterable[Field]:
        yield from super().fields(table)
        yield Rows(table).number("n", say("Number"), 0, 99)
        yield Rows(table).choice("over", say("Over"), (False, True))
        yield Rows(table).choice("words", say("Words"), ([], ["yes", "no"], ["yes", "no", "perhaps"]))
        yield Rows(table).choice("shape", say("Shape"), ([0, 0], [1, 2]))

    def view(self, table: Slate) -> View:
        return View(say("Slate"), tuple(SeatView(seat.index, seat.points) for seat in table.seats))

    def outcome(self, table: Slate) -> Outcome | None:
        return Outcome(say("It is over."), ()) if table.over else None


def start(script: Script, *names: str, **hooks: Any) -> Play[Slate]:
    """A play of that script, with Ana, Ben and Cleo unless others are named."""
    return Play(Scripted(script, **hooks), Setup(people(*(names or ("Ana", "Ben", "Cleo")))))


def again(play: Play[Any], **how: Any) -> Play[Any]:
    """The same play opened again from its log."""
    return Play(play.game, play.setup, play.log, **how)


def keys(play: Play[Any]) -> list[str]:
    return [question.key() for question in play.open()]


def told(play: Play[Any]) -> list[str]:
    """The chronicle as plain sentences."""
    return [str(line.text) for entry in play.chronicle() for line in entry.lines]

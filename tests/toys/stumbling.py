"""A game that breaks its contract on demand: in one function, in one way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from companion.core.boxes import Boxes
from companion.core.game import Facts, Field, Game, Palette, podium
from companion.core.kinds import PickText
from companion.core.questions import Face, Points, Question, Reason, Sum, Timer
from companion.core.rulebook import Rulebook
from companion.core.setup import Seat, Setup
from companion.core.table import Table
from companion.core.text import Refusal, Text, say
from companion.core.values import Json
from companion.core.views import Outcome, SeatView, View

DARK = Palette("#12192B", "#1D2740", "#2B3858", "#EFF3FB", "#B2BED6", "#7FD6E8", "#00303A", "#15495A", "#C8F2FB")
LIGHT = Palette("#F4F8FC", "#E3ECF5", "#D0DDEB", "#101A2B", "#475570", "#00607A", "#FFFFFF", "#B8EAF6", "#002831")
TURNS = 4


class Strange(BaseException):
    """An error that `except Exception` doesn't catch."""


@dataclass
class Fault:
    """Where and how the game breaks; `on` says whether it does now."""

    where: str = ""
    how: str = ""
    on: bool = False

    def here(self, where: str, right: Any) -> Any:
        """The right result, or a fault if this function is the one to break."""
        if not self.on or where != self.where:
            return right
        if self.how == "raises":
            raise ValueError("the game is broken")
        if self.how == "raises what ends programs":
            raise SystemExit(3)
        if self.how == "raises a stranger":
            raise Strange
        return 42


class StumbleTable(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.turn = 0


FAULT = Fault()
"""Of the game that is on the table in a test."""


def breaks(where: str, how: str) -> None:
    FAULT.where, FAULT.how, FAULT.on = where, how, True


class Fork(PickText[StumbleTable]):
    """Left or right."""

    rule: ClassVar[str] = "ST-1"
    turn: int = 0

    def sentence(self, table: StumbleTable) -> Text:
        return FAULT.here("sentence", say("{name}, which path?", name=self.seat))

    def kicker(self, table: StumbleTable) -> Text | None:
        return FAULT.here("kicker", say("At the fork"))

    def hint(self, table: StumbleTable) -> Text | None:
        return FAULT.here("hint", say("Both lead home."))

    def reasons(self, table: StumbleTable) -> Iterable[Reason]:
        return FAULT.here("reasons", [Reason(say("It is late."))])

    def points(self, table: StumbleTable) -> Iterable[Points]:
        return FAULT.here("points", [Points(table.seats[0], 1)])

    def preview(self, table: StumbleTable, answer: Any) -> Iterable[Sum]:
        return FAULT.here("preview", ())

    def title(self, table: StumbleTable) -> Text:
        return FAULT.here("title", say("Path"))

    def choices(self, table: StumbleTable) -> Iterable[str]:
        return FAULT.here("choices", ("left", "right"))

    def barred(self, table: StumbleTable) -> Iterable[tuple[str, Refusal]]:
        return FAULT.here("barred", [("back", Refusal(say("You came from there.")))])

    def face(self, table: StumbleTable, choice: Any) -> Face:
        return FAULT.here("face", Face(say("{path}", path=str(choice).capitalize())))

    def timer(self, table: StumbleTable) -> Timer | None:
        return FAULT.here("timer", Timer(f"fork {table.turn}", 30))

    def decode(self, table: StumbleTable, raw: Json) -> str:
        return FAULT.here("decode", super().decode(table, raw))

    def check(self, table: StumbleTable, answer: str) -> None:
        FAULT.here("check", super().check(table, answer))


class StumblingBoxes(Boxes):
    def starter(self) -> Json:
        return FAULT.here("starter", None)


class Stumbling(Game[StumbleTable]):
    facts: ClassVar[Facts] = Facts("stumbling", "Stumbling", 2, 4, "5", say("It breaks."), "ST-1", dark=DARK,
                                   light=LIGHT)
    home: ClassVar[Path] = Path(__file__).resolve().parent
    stage = ""
    boxes = StumblingBoxes()

    def rulebook(self) -> Rulebook:
        return Rulebook.parse("**ST-1** Go left or right. Four times.")

    def check(self, setup: Setup) -> None:
        FAULT.here("setup", None)

    def new(self, setup: Setup) -> StumbleTable:
        return FAULT.here("new", StumbleTable(setup))

    def play(self, table: StumbleTable) -> Any:
        return FAULT.here("play", None) or self.turn(table)

    async def turn(self, table: StumbleTable) -> None:
        seat = table.seats[table.turn % len(table.seats)]
        path = await table.ask(Fork(seat, table.turn))
        FAULT.here("script", None)
        seat.gain(1)
        table.turn += 1
        table.tell(say("{name} went {path}.", name=seat, path=path), seat)

    def standing(self, table: StumbleTable) -> Sequence[Question[StumbleTable, Any]]:
        return FAULT.here("standing", ())

    def fields(self, table: StumbleTable) -> Iterable[Field]:
        return FAULT.here("fields", super().fields(table))

    def left(self, table: StumbleTable, seat: Any) -> None:
        FAULT.here("left", None)

    def view(self, table: StumbleTable) -> View:
        seats = tuple(SeatView(seat.index, seat.points) for seat in table.seats)
        return FAULT.here("view", View(say("Fork {n}", n=table.turn + 1), seats))

    def outcome(self, table: StumbleTable) -> Outcome | None:
        done = podium(table, say("Home."), [table.seats[0]]) if table.turn >= TURNS else None
        return FAULT.here("outcome", done)


game = Stumbling()

"""The toy's table and questions, one of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from companion.core.kinds import (
    Confirm,
    Dice,
    Note,
    Number,
    Numbers,
    Odds,
    PickSeat,
    PickSeveral,
    PickText,
    Place,
    PutInOrder,
    Row,
    SecretSeat,
)
from companion.core.questions import Face, Points, Question, Reason, Sum, Timer
from companion.core.setup import Seat, Setup
from companion.core.table import Table, Unwind
from companion.core.text import Refusal, Refused, Text, count, say, spelled


class ToyTable(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.step = 0
        self.notes: list[str] = []


class RoundVoid(Unwind):
    by_hand = say("Skip this step")


class Asked(Question[ToyTable, Any]):
    rule: ClassVar[str] = "TY-1"


class Ready(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    fixable: ClassVar[bool] = True

    def sentence(self, table: ToyTable) -> Text:
        return say("Is everybody ready?")

    def kicker(self, table: ToyTable) -> Text:
        return say("Before the first step")

    def points(self, table: ToyTable) -> Iterable[Points]:
        return [Points(table.seats[0], 2), Points(table.seats[1], -1)]

    def reasons(self, table: ToyTable) -> Iterable[Reason]:
        return [Reason(say("Nobody has begun yet, so nobody is late."), "target")]

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("All ready")


class Lamp(PickText[ToyTable]):
    rule: ClassVar[str] = "TY-2"

    def sentence(self, table: ToyTable) -> Text:
        return say("{name}, which lamp do you light?", name=self.seat)

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("red", "green")

    def barred(self, table: ToyTable) -> Iterable[tuple[str, Refusal]]:
        return [("blue", Refusal(say("The blue lamp is lit already."), "TY-2"))]

    def face(self, table: ToyTable, choice: Any) -> Face:
        faces = {"red": Face(say("Red lamp"), say("The usual one"), "check-bold", main=True,
                             points=(Points(table.seats[0], 1),)),
                 "green": Face(say("Green lamp"), say("The quiet one"), "close-thick"),
                 "blue": Face(say("Blue lamp"), icon="moon-waning-crescent")}
        return faces[choice]


class Harbour(PickText[ToyTable]):
    """Enough answers to need a search."""

    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("Where does the ship lie?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return [f"Harbour of {name}" for name in ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel",
                                                  "Ivy", "Juniper", "Kale", "Larch")]

    def face(self, table: ToyTable, choice: Any) -> Face:
        return Face(say("{name}", name=choice), say("Deep enough"))


class Who(PickSeat[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("Who was the loudest?")

    def choices(self, table: ToyTable) -> Iterable[Seat]:
        return table.present()


class Join(PickSeveral[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("Who joins in?")

    def things(self, table: ToyTable) -> Sequence[Seat]:
        return table.present()

    def least(self, table: ToyTable) -> int:
        return 2

    def button(self, table: ToyTable, answer: Any) -> Text:
        missing = 2 - len(answer)
        if missing > 0:
            return count("One more joins", "{more} more join", missing, more=spelled(missing))
        return say("{n} join in", n=str(spelled(len(answer))).capitalize())


class Stack(PutInOrder[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("In which order did they come?")

    def things(self, table: ToyTable) -> Sequence[Seat]:
        return table.present()

    def least(self, table: ToyTable) -> int:
        return len(table.present())

    def preview(self, table: ToyTable, answer: Any) -> Iterable[Sum]:
        place = {seat.index: at for at, seat in enumerate(answer)}
        return [Sum(seat, say("{n} + 1", n=place.get(seat.index, 0)), place.get(seat.index, -1) + 1)
                for seat in table.present()]

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("That is the order")


class Cards(Numbers[ToyTable]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("How many cards has everybody?")

    def rows(self, table: ToyTable) -> Sequence[Row]:
        return [Row(seat.name, 0, 3, 1, say("of three"), seat) for seat in table.seats]

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Counted")


class Bet(Number[ToyTable]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("How much is bet?")

    def row(self, table: ToyTable) -> Row:
        return Row(say("Bet"), 0, 30, 5)


class Rolled(Dice[ToyTable]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("What do the two dice show?")

    def kicker(self, table: ToyTable) -> Text:
        return say("Before the dice fall")

    def how_many(self, table: ToyTable) -> int:
        return 2

    def odds(self, table: ToyTable) -> Odds:
        return Odds(74, 12, 14)

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("That is what they show") if len(answer) == 2 else say("One by one")


class Where(Place[ToyTable, str]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("Where does the ship go?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("harbour", "reef", "island", "bay", "cape")

    def face(self, table: ToyTable, choice: Any) -> Face:
        return Face(say(str(choice).capitalize()), say("One day away"), "sail-boat")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Choose a space") if answer is None else say("Sail to the {place}", place=str(answer))


class Remark(Note[ToyTable]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("What will you remember?")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Keep it") if answer else say("Nothing to keep")


class Fish(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "fish"

    def sentence(self, table: ToyTable) -> Text:
        return say("Go fishing?")

    def title(self, table: ToyTable) -> Text:
        return say("Fish")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Out with the nets")

    async def then(self, table: ToyTable, answer: str) -> None:
        table.tell(say("They went fishing."))


class Trade(Number[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "scale-balance"

    def sentence(self, table: ToyTable) -> Text:
        return say("How much is traded?")

    def title(self, table: ToyTable) -> Text:
        return say("Trade")

    def row(self, table: ToyTable) -> Row:
        return Row(say("Goods"), 1, 5, 1)

    async def then(self, table: ToyTable, answer: int) -> None:
        table.tell(say("They traded {n}.", n=answer))


class EndTurn(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "flag-checkered"

    def sentence(self, table: ToyTable) -> Text:
        return say("End the turn?")

    def title(self, table: ToyTable) -> Text:
        return say("End turn")

    async def then(self, table: ToyTable, answer: str) -> None:
        table.tell(say("The turn ended."))


class Wish(PickText[ToyTable]):
    """An open question to everybody."""

    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("{name}, what do you wish for?", name=self.seat)

    def title(self, table: ToyTable) -> Text:
        return say("a wish")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("sun", "snow")


class Vote(SecretSeat[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-3"

    def sentence(self, table: ToyTable) -> Text:
        return say("Who told it best?")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Seal my vote")

    def eligible(self, table: ToyTable) -> Iterable[Seat]:
        return table.seats


class Timed(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("Tell it before the bell.")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("It is told")

    def timer(self, table: ToyTable) -> Timer:
        return Timer("tale", 30)


class Quick(PickText[ToyTable]):
    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("Found in time?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("found", "late")

    def timer(self, table: ToyTable) -> Timer:
        return Timer("quick", 10, "late", starts_by_hand=False, hidden=True)


class Strict(PickText[ToyTable]):
    """Offers what it then refuses, like a rule that checks the whole table."""

    rule: ClassVar[str] = "TY-2"

    def sentence(self, table: ToyTable) -> Text:
        return say("Which door?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("left", "right")

    def check(self, table: ToyTable, answer: str) -> None:
        if answer == "left":
            raise Refused(say("The left door is locked."), "TY-2")


class Objective(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "bullseye-arrow"

    def sentence(self, table: ToyTable) -> Text:
        return say("Declare the objective?")

    def title(self, table: ToyTable) -> Text:
        return say("Objective")

    def hint(self, table: ToyTable) -> Text:
        return say("It brings three points.")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Declared")

    async def then(self, table: ToyTable, answer: str) -> None:
        table.seats[0].gain(3)
        table.tell(say("{name} declared an objective.", name=table.seats[0]), table.seats[0])

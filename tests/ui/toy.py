"""A game without a stage that asks every kind of question, so that the generic panel can be driven by touches."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from companion.core.fields import Rows
from companion.core.game import Facts, Game, Palette, podium
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
from companion.core.rulebook import Rulebook
from companion.core.setup import Seat, Setup, switch
from companion.core.table import Table, Unwind
from companion.core.text import Refusal, Refused, Text, count, listing, said, say, spelled
from companion.core.views import Gauge, InfoCard, Mark, Outcome, Piece, Reminder, SeatView, Track, View

RULES = """
## Toy
**TY-1** Everything is asked once. In the order of the list, then the play is over.

**TY-2** A lamp may be barred. Nobody lights it twice.

**TY-3** Votes are secret. They are opened together.
"""

DARK = Palette("#12192B", "#1D2740", "#2B3858", "#EFF3FB", "#B2BED6", "#7FD6E8", "#00303A", "#15495A", "#C8F2FB")
LIGHT = Palette("#F4F8FC", "#E3ECF5", "#D0DDEB", "#101A2B", "#475570", "#00607A", "#FFFFFF", "#B8EAF6", "#002831")
STEPS = ("ready", "lamp", "who", "join", "stack", "cards", "bet", "dice", "where", "note", "one_of", "all_of", "vote",
         "timed", "quick", "strict")


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
    sentence = said("Is everybody ready?")
    kicker = said("Before the first step")

    def points(self, table: ToyTable) -> Iterable[Points]:
        return [Points(table.seats[0], 2), Points(table.seats[1], -1)]

    def reasons(self, table: ToyTable) -> Iterable[Reason]:
        return [Reason(say("Nobody has begun yet, so nobody is late."), "target")]

    button = said("All ready")


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
                 "green": Face(say("Green lamp"), say("The quiet one"), "close-thick", tone="#2E7D32"),
                 "blue": Face(say("Blue lamp"), icon="moon-waning-crescent")}
        return faces[choice]


class Harbour(PickText[ToyTable]):
    """Enough answers to need a search."""

    rule: ClassVar[str] = "TY-1"
    sentence = said("Where does the ship lie?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return [f"Harbour of {name}" for name in ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel",
                                                  "Ivy", "Juniper", "Kale", "Larch")]

    def face(self, table: ToyTable, choice: Any) -> Face:
        return Face(say("{name}", name=choice), say("Deep enough"))


class Who(PickSeat[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("Who was the loudest?")

    def choices(self, table: ToyTable) -> Iterable[Seat]:
        return table.present()


class Join(PickSeveral[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("Who joins in?")

    def things(self, table: ToyTable) -> Sequence[Seat]:
        return table.present()

    def least(self, table: ToyTable) -> int:
        return 2

    def button(self, table: ToyTable, answer: Any) -> Text:
        missing = 2 - len(answer)
        if missing > 0:
            return count("One more joins", "{more} more join", missing, more=spelled(missing))
        return say("{n} join in", n=str(spelled(len(answer))).capitalize())


class Hand(PickSeveral[ToyTable, str]):
    """Two of the three cards are alike."""

    rule: ClassVar[str] = "TY-1"
    sentence = said("Which cards do you play?")

    def things(self, table: ToyTable) -> Sequence[str]:
        return ("Sheep", "Wood", "Sheep")


class Stack(PutInOrder[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("In which order did they come?")

    def things(self, table: ToyTable) -> Sequence[Seat]:
        return table.present()

    def least(self, table: ToyTable) -> int:
        return len(table.present())

    def preview(self, table: ToyTable, answer: Any) -> Iterable[Sum]:
        place = {seat.index: at for at, seat in enumerate(answer)}
        return [Sum(seat, say("{n} + 1", n=place.get(seat.index, 0)), place.get(seat.index, -1) + 1)
                for seat in table.present()]

    button = said("That is the order")


class Cards(Numbers[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("How many cards has everybody?")

    def rows(self, table: ToyTable) -> Sequence[Row]:
        return [Row(seat.name, 0, 3, 1, say("of three"), seat) for seat in table.seats]

    button = said("Counted")


class Bet(Number[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("How much is bet?")

    def row(self, table: ToyTable) -> Row:
        return Row(say("Bet"), 0, 30, 5)


class Rolled(Dice[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("What do the two dice show?")
    kicker = said("Before the dice fall")

    def how_many(self, table: ToyTable) -> int:
        return 2

    def odds(self, table: ToyTable) -> Odds:
        return Odds(74, 12, 14)

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("That is what they show") if len(answer) == 2 else say("One by one")


class Where(Place[ToyTable, str]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("Where does the ship go?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("harbour", "reef", "island", "bay", "cape")

    def face(self, table: ToyTable, choice: Any) -> Face:
        return Face(say(str(choice).capitalize()), say("One day away"), "sail-boat")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Choose a space") if answer is None else say("Sail to the {place}", place=str(answer))


class Remark(Note[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("What will you remember?")

    def button(self, table: ToyTable, answer: Any) -> Text:
        return say("Keep it") if answer else say("Nothing to keep")


class Fish(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "fish"
    sentence = said("Go fishing?")
    title = said("Fish")
    button = said("Out with the nets")

    async def then(self, table: ToyTable, answer: str) -> None:
        table.tell(say("They went fishing."))


class Trade(Number[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "scale-balance"
    sentence = said("How much is traded?")
    title = said("Trade")

    def row(self, table: ToyTable) -> Row:
        return Row(say("Goods"), 1, 5, 1)

    async def then(self, table: ToyTable, answer: int) -> None:
        table.tell(say("They traded {n}.", n=answer))


class EndTurn(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "flag-checkered"
    sentence = said("End the turn?")
    title = said("End turn")

    async def then(self, table: ToyTable, answer: str) -> None:
        table.tell(say("The turn ended."))


class Wish(PickText[ToyTable]):
    """An open question to everybody."""

    rule: ClassVar[str] = "TY-1"

    def sentence(self, table: ToyTable) -> Text:
        return say("{name}, what do you wish for?", name=self.seat)

    title = said("a wish")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("sun", "snow")


class Vote(SecretSeat[ToyTable, Seat]):
    rule: ClassVar[str] = "TY-3"
    sentence = said("Who told it best?")
    button = said("Seal my vote")

    def eligible(self, table: ToyTable) -> Iterable[Seat]:
        return table.seats


class Timed(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("Tell it before the bell.")
    button = said("It is told")

    def timer(self, table: ToyTable) -> Timer:
        return Timer("tale", 30)


class Quick(PickText[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("Found in time?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("found", "late")

    def timer(self, table: ToyTable) -> Timer:
        return Timer("quick", 10, "late", starts_by_hand=False, hidden=True)


class Strict(PickText[ToyTable]):
    """Offers what it then refuses, like a rule that checks the whole table."""

    rule: ClassVar[str] = "TY-2"
    sentence = said("Which door?")

    def choices(self, table: ToyTable) -> Iterable[str]:
        return ("left", "right")

    def check(self, table: ToyTable, answer: str) -> None:
        if answer == "left":
            raise Refused(say("The left door is locked."), "TY-2")


class Objective(Confirm[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    icon: ClassVar[str] = "bullseye-arrow"
    sentence = said("Declare the objective?")
    title = said("Objective")
    hint = said("It brings three points.")
    button = said("Declared")

    async def then(self, table: ToyTable, answer: str) -> None:
        table.seats[0].gain(3)
        table.tell(say("{name} declared an objective.", name=table.seats[0]), table.seats[0])


class ToyGame(Game[ToyTable]):
    """Asks the steps in order; `first` sets where to begin."""

    facts: ClassVar[Facts] = Facts("toy", "Toy", 2, 8, "5", say("Every question once."), "TY-1", dark=DARK, light=LIGHT)
    options = (switch("strict", say("Strict lamps"), say("No lamp is lit twice."), "TY-2"),)
    home: ClassVar[Path] = Path(__file__).resolve().parent
    steps: tuple[str, ...] = STEPS
    stage = ""

    def rulebook(self) -> Rulebook:
        return Rulebook.parse(RULES)

    def new(self, setup: Setup) -> ToyTable:
        return ToyTable(setup)

    async def play(self, table: ToyTable) -> None:
        with table.until(RoundVoid):
            await self.ask(table, self.steps[table.step])
        table.step += 1

    async def ask(self, table: ToyTable, step: str) -> None:
        first = table.seats[0]
        plain: dict[str, Question[ToyTable, Any]] = {
            "ready": Ready(None), "lamp": Lamp(first), "who": Who(None), "join": Join(None), "stack": Stack(None),
            "cards": Cards(None), "bet": Bet(None), "dice": Rolled(None), "where": Where(first), "note": Remark(first),
            "harbour": Harbour(first), "timed": Timed(first), "quick": Quick(first), "strict": Strict(first),
            "hand": Hand(first)}
        if step == "one_of":
            await table.one_of(Fish(first), Trade(first), EndTurn(first))
        elif step == "all_of":
            wishes = await table.all_of([Wish(seat) for seat in table.present()])
            table.tell(say("They wished for {what}.", what=listing(sorted(wishes.values()))))
        elif step == "vote":
            votes = await table.all_of([Vote(seat) for seat in table.present()])
            best = [table.reveal(vote).name for vote in votes.values()]
            table.tell(say("The votes: {names}.", names=listing(best)))
        else:
            answer = await table.ask(plain[step])
            self.book(table, step, answer)

    def book(self, table: ToyTable, step: str, answer: Any) -> None:
        if step == "ready":
            table.seats[0].gain(2)
        table.notes.append(f"{step}: {answer}")
        table.tell(say("{name} answered {step}.", name=table.seats[0], step=step), table.seats[0], "TY-1")

    def standing(self, table: ToyTable) -> Sequence[Question[ToyTable, Any]]:
        return (Objective(None),)

    def fields(self, table: ToyTable) -> Iterable[Any]:
        yield from super().fields(table)
        yield Rows(table).number("step", say("Step"), 0, len(self.steps) - 1, group=say("The table"),
                           on_table=False)

    def view(self, table: ToyTable) -> View:
        seats = tuple(SeatView(seat.index, seat.points,
                               (Mark("flag-variant", say("First player")),) if seat.index == 0 else ())
                      for seat in table.seats)
        track = Track(say("Steps"), len(self.steps) + 1, tuple(Piece(table.step, seat.index) for seat in table.seats))
        ship = InfoCard(say("The ship"), (Gauge(say("Morale"), 3, 4, "emoticon-happy-outline"),), seat=0)
        return View(say("Step {n} of {all}", n=table.step + 1, all=len(self.steps)), seats,
                    (Reminder(say("Keep the box closed."), "cards-outline"),), (track,), (ship,))

    def outcome(self, table: ToyTable) -> Outcome | None:
        if table.step < len(self.steps):
            return None
        best = max(seat.points for seat in table.seats)
        winners = [seat for seat in table.seats if seat.points == best]
        return podium(table, say("{names} wins.", names=listing(tuple(winners))), winners)


def toy(*steps: str, **changes: Any) -> ToyGame:
    """A toy that asks only these steps; `changes` are class attributes (a stage that raises)."""
    kind = type("ToyGame", (ToyGame,), {"steps": steps or STEPS, **changes})
    game: ToyGame = kind()
    return game

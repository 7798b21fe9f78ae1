"""A game without a stage that asks every kind of question, so that the generic panel can be driven by touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from companion.core.fields import Rows
from companion.core.game import Facts, Game, Palette, podium
from companion.core.questions import Question
from companion.core.rulebook import Rulebook
from companion.core.setup import Setup, switch
from companion.core.text import listing, say
from companion.core.views import Gauge, InfoCard, Mark, Outcome, Piece, Reminder, SeatView, Track, View
from tests.ui.toy_questions import (
    Bet,
    Cards,
    EndTurn,
    Fish,
    Harbour,
    Join,
    Lamp,
    Objective,
    Quick,
    Ready,
    Remark,
    Rolled,
    RoundVoid,
    Stack,
    Strict,
    Timed,
    ToyTable,
    Trade,
    Vote,
    Where,
    Who,
    Wish,
)

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
            "harbour": Harbour(first), "timed": Timed(first), "quick": Quick(first), "strict": Strict(first)}
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

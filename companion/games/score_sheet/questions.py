"""The sheet's questions: a number per cell, a tap, bids and tricks, who won, and whether to end."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from companion.core.kinds import Confirm, Menu, Number, Numbers, Option, Row
from companion.core.kinds.number import NumberDraft
from companion.core.questions import Button, Face, Sum, Timer
from companion.core.setup import Side
from companion.core.table import Unwind
from companion.core.text import Refusal, Text, listing, minus, said, say, spelled
from companion.games.score_sheet.sheet import BONUS, MOST, SHARED
from companion.games.score_sheet.table import Player, SheetTable

STEPS = (1, 2, 5, -1)
MOST_TRICKS, MOST_BONUS = 20, 990
DRAW = "draw"


class SheetClosed(Unwind):
    """Leave this round: the game is over (AB-9), or an earlier round is open again (AB-A5)."""


def row_name(table: SheetTable, round_: int) -> Text:  # AB-8
    named = table.sheet.categories
    if table.tapping:
        return say("Points")
    if round_ < len(named):
        return say("{name}", name=named[round_])
    return say("Round {n}", n=spelled(round_ + 1))


class ScoreDraft(NumberDraft):
    """A number whose button leads to the next player."""

    def primary(self) -> Button:
        if self.question.others(self.table):
            return self.answer_button("arrow-right", icon_last=True)
        return self.answer_button()


class Score(Number[SheetTable]):  # AB-4
    rule = "AB-4"
    also: ClassVar[tuple[str, ...]] = ("AB-5", "AB-6")
    typed = True
    drafts = ScoreDraft
    seat: Player

    def sentence(self, table: SheetTable) -> Text:
        names = table.column_of(self.seat).words
        if table.round < len(table.sheet.categories):
            return say("{row}: how many for {names}?", row=row_name(table, table.round), names=names)   # AB-8
        return say("How many points?") if table.sheet.together else say("How many for {names}?", names=names)

    def kicker(self, table: SheetTable) -> Text | None:
        worth = table.sheet.worth_of(table.round)
        if table.sheet.down:
            return say("Is subtracted from the points")
        return say("Each counts {n}", n=minus(worth)) if worth != 1 else None

    why = said("Tap a frequent number to enter it. Hold a key to enter its digit and move on.")

    def waiting(self, table: SheetTable) -> list[Side[Player]]:
        return table.waiting()

    def limits(self, table: SheetTable) -> tuple[int, int]:
        return table.limits(table.column_of(self.seat))                     # AB-5

    def row(self, table: SheetTable) -> Row:
        """Frequent values come from the last rounds, so compute them only for display."""
        low, high = self.limits(table)
        total = table.column_of(self.seat).points
        often = tuple(one for one in table.often() if low <= one <= high)
        return Row(say("Points"), low, high, None, say("total {n}", n=total), often=often)

    def preview(self, table: SheetTable, answer: Any) -> Iterable[Sum]:
        total, change = table.column_of(self.seat).points, answer * table.sheet.worth_of(table.round)
        yield Sum(self.seat, say("total {old} → {new}", old=total, new=total + change), change)

    def others(self, table: SheetTable) -> list[Side[Player]]:
        return [column for column in self.waiting(table) if self.seat not in column.seats]

    def button(self, table: SheetTable, answer: Any) -> Text:
        others = self.others(table)
        return say("Next: {names}", names=others[0].words) if others else self.done(table)

    def done(self, table: SheetTable) -> Text:
        return say("{round} is done", round=row_name(table, table.round))

    def timer(self, table: SheetTable) -> Timer | None:  # AB-7
        seconds = table.sheet.clock
        return Timer(f"round {table.round + 1}", seconds) if seconds else None


class Bid(Score):  # AB-13
    rule = "AB-13"
    also = ("AB-6",)

    def sentence(self, table: SheetTable) -> Text:
        return say("How many tricks do you bid, {names}?", names=table.column_of(self.seat).words)

    def kicker(self, table: SheetTable) -> Text | None:
        return None

    def waiting(self, table: SheetTable) -> list[Side[Player]]:
        return table.unbid()

    def limits(self, table: SheetTable) -> tuple[int, int]:
        return 0, MOST_TRICKS

    def row(self, table: SheetTable) -> Row:
        return Row(say("Bid"), 0, MOST_TRICKS, None, often=(0, 1, 2, 3))

    def preview(self, table: SheetTable, answer: Any) -> Iterable[Sum]:
        return ()

    done = said("All bids are in")


class Tricks(Numbers[SheetTable]):
    """AB-13: everybody starts at their bid, so a round in which all bids are made takes one tap."""

    rule = "AB-13"
    icon = "cards-playing-outline"
    sentence = said("How many tricks did everybody take?")
    title = said("Tricks")

    def rows(self, table: SheetTable) -> Sequence[Row]:
        rows = []
        for column in table.waiting():
            bid = column.seats[0].bid or 0
            points = minus(self.points_for(table, column, bid))
            worth = say("bid {bid}, worth {points}", bid=bid, points=points)
            rows.append(Row(say("{names}", names=column.words), 0, MOST_TRICKS, bid, worth, column.lead))
        return rows

    def preview(self, table: SheetTable, answer: Any) -> Iterable[Sum]:
        for column, tricks in zip(table.waiting(), answer, strict=False):
            change = self.points_for(table, column, tricks)
            total = column.points
            yield Sum(column.lead, say("total {old} → {new}", old=total, new=total + change), change)

    def points_for(self, table: SheetTable, column: Side[Player], tricks: int) -> int:
        seat = column.seats[0]
        return table.sheet.for_bid(seat.bid or 0, tricks, seat.bonus, table.round + 1)

    def button(self, table: SheetTable, answer: Any) -> Text:
        return say("{round} is done", round=row_name(table, table.round))

    async def then(self, table: SheetTable, answer: tuple[int, ...]) -> None:
        for column, tricks in zip(table.waiting(), answer, strict=False):
            points = self.points_for(table, column, tricks)
            table.write(table.round, column.index, points)
            result = say("{names}: bid {bid}, took {tricks}, points: {n}", names=column.words,
                         bid=column.seats[0].bid or 0, tricks=tricks, n=minus(points))
            table.tell(result, column.lead, "AB-13")
        for seat in table.seats:
            seat.bid, seat.bonus = None, 0
        table.round += 1


class Bonus(Numbers[SheetTable]):  # AB-13
    rule = "AB-13"
    icon = "star-outline"
    sentence = said("Who gets a bonus?")
    title = said("Bonus")
    hint = said("It counts only if the bid is made.")
    button = said("Note the bonus")

    def rows(self, table: SheetTable) -> Sequence[Row]:
        return [Row(say("{names}", names=column.words), -MOST_BONUS, MOST_BONUS, column.seats[0].bonus,
                    seat=column.lead, step=table.sheet.bids[BONUS] or 1) for column in table.waiting()]

    async def then(self, table: SheetTable, answer: tuple[int, ...]) -> None:
        for column, bonus in zip(table.waiting(), answer, strict=False):
            column.seats[0].bonus = bonus
        table.tell(say("The bonus is noted."), None, "AB-13")


class TapScore(Menu[SheetTable]):
    """AB-12: one player scores now. The answer is the column and the points, like `2 +5`."""

    rule = "AB-12"
    stays = True
    panel = "companion.games.score_sheet.screen.taps:TapPanel"
    sentence = said("Who scores?")

    def options(self, table: SheetTable) -> Iterable[Option]:
        for column in table.columns:
            if not column.gone:
                for step in STEPS:
                    yield self.tap(table, column, -step if table.sheet.down else step)

    def tap(self, table: SheetTable, column: Side[Player], step: int) -> Option:
        sheet, cell = table.sheet, table.cell(0, column.index) or 0
        floor = sheet.target if sheet.down else 0
        change = step if sheet.below_zero or step > 0 else min(0, max(step, floor - column.points))
        why = None
        if table.out(column):
            why = Refusal(say("{names} can't score any more.", names=column.words), "AB-10")
        elif not change or abs(cell + change) > MOST:
            why = Refusal(say("This sheet has no points below {n}.", n=floor), "AB-5")
        label = say("{names} {n}", names=column.words, n=f"{step:+}".replace("-", "−"))
        return Option(f"{column.index} {step:+}", label, seat=column.lead, barred=why,
                      then=partial(self.scores, table, column, cell, change))

    def scores(self, table: SheetTable, column: Side[Player], cell: int, change: int) -> None:
        table.write(0, column.index, cell + change)
        n = f"{change:+}".replace("-", "−")
        table.tell(say("{names}: {n}", names=column.words, n=n), column.lead, "AB-12")

    def timer(self, table: SheetTable) -> Timer | None:  # AB-7
        return Timer("taps", table.sheet.clock) if table.sheet.clock else None


class WhoWon(Menu[SheetTable]):  # AB-16
    rule = "AB-16"
    sentence = said("Who won?")

    def options(self, table: SheetTable) -> Iterable[Option]:
        for column in table.waiting():
            yield Option(str(column.index), say("{names}", names=column.words), seat=column.lead)
        yield Option(DRAW, say("A draw"), "equal")


class Verdict(Menu[SheetTable]):  # AB-15
    rule = "AB-15"
    sentence = said("Did you win together?")

    def options(self, table: SheetTable) -> Iterable[Option]:
        yield Option("won", say("We won"), "trophy-outline")
        yield Option("lost", say("The game won"), "emoticon-sad-outline")


class TieBreak(Menu[SheetTable]):  # AB-17
    rule = "AB-17"

    def sentence(self, table: SheetTable) -> Text:
        return say("{names} are tied. Who wins?",
                   names=listing(tuple(column.words for column in table.best())))

    def options(self, table: SheetTable) -> Iterable[Option]:
        for column in table.best():
            yield Option(str(column.index), say("{names}", names=column.words), seat=column.lead)
        yield Option(SHARED, say("They share the victory"), "handshake-outline")


class EndTheGame(Confirm[SheetTable]):
    """AB-9, AB-A1: at any time."""

    rule = "AB-9"
    also = ("AB-A1",)
    icon = "flag-checkered"

    sentence = said("Is the game over?")
    title = said("Count the result")

    def hint(self, table: SheetTable) -> Text | None:
        return say("What is in the cells counts.") if table.begun() else None

    button = said("Count the result")

    def face(self, table: SheetTable, choice: Any) -> Face:
        return replace(super().face(table, choice), main=False)

    async def then(self, table: SheetTable, answer: str) -> None:
        table.ended = True
        raise SheetClosed


class EndEarly(EndTheGame):
    """Ending mid-round: in the menu only, to save space."""

    icon = ""


class Reopen(Confirm[SheetTable]):
    """AB-A5: in the menu only."""

    rule = "AB-A5"

    sentence = said("Score the last round again?")
    title = said("Reopen the last round")
    hint = said("Its scores are removed so you can enter them again.")
    button = said("Reopen it")

    async def then(self, table: SheetTable, answer: str) -> None:
        table.tell(say("{round} is open again.", round=row_name(table, table.round - 1)), rule="AB-A5")
        table.reopen()
        raise SheetClosed

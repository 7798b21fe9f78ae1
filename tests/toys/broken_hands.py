"""Toys whose fields are wrong, each in one way. The kit must report every one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from companion.core.fields import Field, Rows
from companion.core.kinds import Confirm, PickText
from companion.core.text import said, say
from companion.core.values import break_seal
from tests.toys.broken import Notebook, Noting
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Vote
from tests.toys.orchard.table import Orchard


class BehindTheList(OrchardGame):
    """Told: points change, but no field has them."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        return [field for field in super().fields(table) if not field.score]


class SilentLine(OrchardGame):
    """Told: a thing changes, and its line says nothing."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        for field in super().fields(table):
            yield replace(field, change=lambda old, new: say("")) if field.path == "seats.0.points" else field


class DroppedLine(OrchardGame):
    """Told: merging lines loses one of them."""

    def as_moves(self, table: Orchard, lines: Sequence[Any]) -> Iterable[Any]:
        return [line for line in lines if line.path != "seats.0.points"]


class SameWords(OrchardGame):
    """Plain: the line does not say how many points."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        for field in super().fields(table):
            yield replace(field, change=lambda old, new: say("Points change")) if field.score else field


class MissingField(OrchardGame):
    """Complete: which day it is can't be entered."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        return [field for field in super().fields(table) if field.path != "day"]


class RefusesItself(OrchardGame):
    """Complete: a field that does not take what it reads."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        for field in super().fields(table):
            yield replace(field, values=range(1)) if field.path.endswith(".apples") else field


class WordlessAtFirst(OrchardGame):
    """Complete: a field of the app listed from the second day on, without words for day one."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        yield from super().fields(table)
        if table.day > 1:
            yield Field("season", say("Season"), (1,), lambda: 1, lambda value: None,
                        {1: say("Summer")}.__getitem__, on_table=False)


class Colour(PickText[Any]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("Which flag flies?")

    def choices(self, table: Any) -> Iterable[str]:
        return [colour for colour in ("red", "green") if colour != table.note]


class Flag(Noting):
    """A flag that the answer itself has raised."""

    async def play(self, table: Orchard) -> None:
        assert isinstance(table, Notebook)
        table.note = await table.ask(Colour(None))
        table.day += 1

    def fields(self, table: Orchard) -> Iterable[Field]:
        yield from super().fields(table)
        yield Rows(table).choice("note", say("The flag"), ("", "red", "green"))


class OneForAll(Noting):
    """Plain: the words of the first change, whatever else changed with it."""

    def as_moves(self, table: Orchard, lines: Sequence[Any]) -> Iterable[Any]:
        return [replace(lines[0], also=tuple(lines[1:]))] if lines else []


class Unreadable(Flag):
    """Told: the fields can't be read where the rules say that players are done."""

    async def play(self, table: Orchard) -> None:
        assert isinstance(table, Notebook)
        colour = await table.ask(Colour(None))
        table.note = "half up"
        table.by_players()
        table.note = colour
        table.day += 1

    def fields(self, table: Orchard) -> Iterable[Field]:
        assert isinstance(table, Notebook)
        if table.note == "half up":
            raise ValueError("the flag is half up")
        return super().fields(table)


class LineForNothing(Flag):
    """Quiet: the values differ, the words do not."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        for field in super().fields(table):
            yield replace(field, words=lambda flag: say("flies")) if field.path == "note" else field


class Night(Confirm[Any]):
    rule: ClassVar[str] = "OR-6"
    sentence = said("Good night.")


class OpenSecret(Noting):
    """Sealed: a secret choice is in the list before it is revealed."""

    async def play(self, table: Orchard) -> None:
        assert isinstance(table, Notebook)
        ballot = await table.ask(Vote(table.seats[0]))
        table.note = break_seal(ballot).name
        await table.ask(Night(None))
        table.reveal(ballot)
        table.day += 1

    def fields(self, table: Orchard) -> Iterable[Field]:
        yield from super().fields(table)
        yield Rows(table).choice("note", say("Thought of"), ("", *[seat.name for seat in table.seats]))


wordless_at_first = WordlessAtFirst()
behind_the_list = BehindTheList()
silent_line = SilentLine()
dropped_line = DroppedLine()
same_words = SameWords()
one_for_all = OneForAll()
unreadable = Unreadable()
missing_field = MissingField()
refuses_itself = RefusesItself()
said_twice = Flag()
line_for_nothing = LineForNothing()
open_secret = OpenSecret()

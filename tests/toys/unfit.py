"""Playable toys that look or behave wrong, as the kit must report."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from companion.core.fields import Field
from companion.core.game import Joining, Palette
from companion.core.kinds import PickText, Place, SecretText
from companion.core.questions import Face
from companion.core.text import Text, said, say
from companion.core.views import Map, Mark, Outcome, Piece, Road, SeatView, View
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Price
from tests.toys.orchard.table import Grower, Orchard

PALE = Palette("#202020", "#303030", "#404040", "#FFFFFF", "#505050", "#80FF80", "#002000", "#204020", "#E0FFE0")


class NoSuchIcon(OrchardGame):
    facts = replace(OrchardGame.facts, icon="no-such-icon")

    def view(self, table: Orchard) -> View:
        plain = super().view(table)
        marked = (Mark("aple", say("has apples")),)
        return replace(plain, seats=tuple(SeatView(one.index, one.score, marked) for one in plain.seats))


class HalfSentences(OrchardGame):
    """Text that was made too early, and keys where words belong."""

    def view(self, table: Orchard) -> View:
        return replace(super().view(table), subtitle=say("Day {n}, {sky}", n=table.day, sky=str(say("fine"))),
                       banner=say("{tree}", tree="old_tree|new_tree"))

    def fields(self, table: Orchard) -> Iterable[Field]:
        yield from super().fields(table)
        yield Field("sky", say("Sky"), ("fine", "grey"), lambda: "fine", lambda value: None, on_table=False)


class Pink(OrchardGame):
    facts = replace(OrchardGame.facts, dark=replace(OrchardGame.facts.dark, accent="pink"), light=PALE)


class Plain(PickText[Orchard]):
    rule: ClassVar[str] = "OR-4"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return f"{self.seat.name} chooses"  # type: ignore[return-value]  # the very slip

    def choices(self, table: Orchard) -> Iterable[str]:
        return ("red", "green")


class PlainSentence(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Plain(table.present()[0]))
        table.day += 1


class Everything(PickText[Orchard]):
    rule: ClassVar[str] = "OR-4"
    seat: Grower
    sentence = said("Which of all?")

    def choices(self, table: Orchard) -> Iterable[str]:
        return [f"tree {number}" for number in range(301)]


class GiveUp(Plain):
    sentence = said("Go on?")

    def face(self, table: Orchard, choice: Any) -> Face:
        return Face(choice, main=choice == "red")


class FillsTheEnd(OrchardGame):
    """One tap on the filled answer ends the play."""

    async def play(self, table: Orchard) -> None:
        table.frost = await table.ask(GiveUp(table.present()[0])) == "red"
        table.day += 1

    def outcome(self, table: Orchard) -> Outcome | None:
        return Outcome(say("All is frozen."), (), won=False) if table.frost else super().outcome(table)


class WhichSquare(Place[Orchard, Any]):
    rule: ClassVar[str] = "OR-4"
    seat: Grower
    sentence = said("Where?")

    def choices(self, table: Orchard) -> Iterable[Any]:
        return [(0, 0), (2, 0)]


class OffTheBoard(OrchardGame):
    """Two squares, but it asks for a third; a piece stands beside them, and two have no name."""

    def board(self, table: Orchard) -> Map:
        return Map.grid(2, 1, pieces=(Piece("5,5", key="cart", label=say("A cart")), Piece("1,0", key="box"),
                                      Piece("0,0", key="crate")))

    def fields(self, table: Orchard) -> Iterable[Field]:
        lost = Field("basket", say("The basket"), ("0,0", "1,0"), lambda: "0,0", lambda _: None, place="basket")
        return [*super().fields(table), lost]

    async def play(self, table: Orchard) -> None:
        await table.ask(WhichSquare(table.present()[0]))
        table.day += 1


class OddScenery(OrchardGame):
    """Colours, frame, falls and pictures that a page can't draw."""

    home = Path(__file__).resolve().parent / "harbour"

    def rulebook(self) -> Any:
        return OrchardGame().rulebook()

    def board(self, table: Orchard) -> Map:
        pieces = (Piece("0,0", key="a", label=say("A"), tone="red", falls=1),
                  Piece("0,0", key="b", label=say("B"), falls=1, picture="ketch"))
        return replace(Map.grid(2, 1, pieces=pieces), frame=(1.0, 0.0, 0.0, 1.0),
                       road=Road("#AABBCC", "sand", "#AABBCC", 0.1), course=("0,0", "goal"))


class TooMany(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Everything(table.present()[0]))
        table.day += 1


class AsksTheGone(OrchardGame):
    """The same seat on every day, there or not."""

    async def play(self, table: Orchard) -> None:
        await table.ask(Plainly(table.seats[1]))
        table.day += 1


class Plainly(Plain):
    def sentence(self, table: Orchard) -> Text:
        return say("{name} chooses", name=self.seat)


class Faceless(SecretText[Orchard]):
    rule: ClassVar[str] = "OR-7"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name}, which tree?", name=self.seat)

    def words(self, table: Orchard) -> Iterable[str]:
        return ("plum", "pear")

    def face(self, table: Orchard, choice: Any) -> Any:
        return super(SecretText, self).face(table, choice)  # as it was: the seal itself


class NoFace(OrchardGame):
    async def play(self, table: Orchard) -> None:
        for sealed in (await table.all_of([Faceless(grower) for grower in table.present()])).values():
            table.reveal(sealed)
        table.day += 1


class TakesTheWrongSeat(OrchardGame):
    """Latecomers are seated first."""

    def joining(self, table: Orchard) -> Joining:
        return Joining(True, say("They sit down first."))

    def joined(self, table: Orchard, seat: Any) -> None:
        table.seats.insert(0, table.seats.pop())


class SaysNoReason(OrchardGame):
    def joining(self, table: Orchard) -> Joining:
        return Joining(False, say(""))


class BreaksEverywhere(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Price(None))
        raise KeyError("basket")


no_such_icon, pink, plain_sentence = NoSuchIcon(), Pink(), PlainSentence()
asks_the_gone, no_face, breaks_everywhere = AsksTheGone(), NoFace(), BreaksEverywhere()
off_the_board = OffTheBoard()
odd_scenery = OddScenery()
takes_the_wrong_seat, says_no_reason, too_many = TakesTheWrongSeat(), SaysNoReason(), TooMany()
fills_the_end = FillsTheEnd()
half_sentences = HalfSentences()

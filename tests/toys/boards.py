"""A game that asks for a space of any board, for tests of how boards are drawn and touched."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from companion.core.fields import Field, Rows, points_field
from companion.core.kinds import Confirm, Place
from companion.core.questions import Face
from companion.core.text import said, say
from companion.core.views import Arrow, InfoCard, Map, Piece, Prop, Road, SeatView, Spot, View
from tests.toys.scripted import Scripted, Slate

AREAS = {"start": (30, 420, 210, 150), "bend": (350, 30, 210, 150), "tower": (420, 70, 60, 60),
         "goal": (660, 420, 210, 150)}
COURSE = Map.pictured("course.png", (900, 600), AREAS, stacks=True, pieces=(
    *(Piece("start", seat) for seat in range(3)), Piece("goal", picture="apple.png", label="Apple")))
CLIMB = Map(tuple(Spot(f"{column}/{row}", f"{column}, {row + 1}", (column - 2) / 10, row / 12,
                       label="" if row else str(column))
                  for column in range(2, 13) for row in range(13 - 2 * abs(column - 7))),
            pieces=(Piece("7/3", 0), Piece("7/4", 1), Piece("2/0", 2), Piece("2/0", 0), Piece("2/0", 1)))
WORDS = ("ELEPHANT", "GARDEN", "APPLE", "MICROSCOPE", "BOAT", "DRUM", "FISH", "HONEY", "ISLAND", "KANGAROO")
WORDY = Map.grid(5, 5).showing(label={f"{x},{y}": WORDS[(x + 3 * y) % 10] for x in range(5) for y in range(5)})
CHESS = Map.grid(13, 13, pieces=tuple(Piece(f"{n},{n}", n % 3) for n in range(13)))
HILLS = Map.hexes([(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) < 5],
                  pieces=(Piece("0,0", 0), Piece("0,0", 1), Piece("1,1", icon="castle", label="Castle")))

ON_SHORE = {"0,0": ("Beach", "beach"), "1,0": ("9", ""), "0,1": ("15", "waves"), "1,-1": ("16", "")}
SHORE = Map.hexes([(0, 0), (1, 0), (0, 1), (1, -1),
                   *((2, r) for r in range(-3, 3)), *((-2, r) for r in range(4))])
SHORE = SHORE.showing(label={key: label for key, (label, _) in ON_SHORE.items()},
                      icon={key: icon for key, (_, icon) in ON_SHORE.items()})
"""Two hexes with a name and an icon, two with a name only."""

HARBOUR = Map(
    (Spot("quay", "Quay", 0.2, 0.3, shape="hex", turn=90, scale=1.5, ring=True),
     Spot("reef", "Reef", 0.8, 0.7, shape="hex")),
    (("quay", "reef"),), size=0.08, ratio=1.4, scale=1.2, frame=(-0.1, -0.1, 1.1, 1.4), zooms=False,
    road=Road("#ECD3A0", "#8A5F3C", "#B98A5A", 0.05),
    props=(Prop("palm", 0.5, 1.1, 2.0), Prop("arch", 0.5, 0.5, over=True)),
    pieces=(Piece("quay", 0, key="gull", picture="kite", heads=True),
            Piece("quay", key="mast", picture="arch", label="Mast", base=True),
            Piece("reef", key="light", letter="L", label="Light", tone="#101010")))
"""A board that uses all the scenery a game can have; its pictures are in `harbour/page.svg`."""


class Tap(Place[Slate, str]):
    rule = "OR-1"
    sentence = said("Where to?")

    def choices(self, table: Slate) -> Iterable[str]:
        return table.words

    def face(self, table: Slate, choice: str) -> Face:
        return Face(choice, picture="apple.png")


class TapOf(Tap):
    """Which piece goes where: `one bend` and `two bend` share the spot of the bend."""

    def spot(self, answer: str) -> str:
        return answer.partition(" ")[2]

    def arrows(self, table: Slate, answer: str | None) -> Iterable[Arrow]:
        return [Arrow(("start", self.spot(one)), key=one.partition(" ")[0]) for one in table.words
                if answer in (None, one)]


class TapOfAtOnce(TapOf):
    at_once: ClassVar[bool] = True


class OnBoard(Scripted):
    home = Path(__file__).resolve().parent / "key_cards"
    asks: type[Tap] = Tap

    def __init__(self, board: Map, *lit: str) -> None:
        async def script(table: Slate) -> None:
            table.words = list(lit)
            table.marks.append(await table.ask(self.asks(None)))

        super().__init__(script)
        self.drawn = board

    def view(self, table: Any) -> View:
        return View(say("Board"), tuple(SeatView(seat.index, seat.points) for seat in table.seats), map=self.drawn,
                    cards=(InfoCard(say("Harvest"), picture="apple.png"),) if self.drawn.picture else ())


TWO_ON_A_SPOT = ("one bend", "two bend", "one goal", "two goal", "one tower", "one start")


class OnOneSpot(OnBoard):
    """Two pieces on the same space, which may move to the same spaces."""

    asks = TapOf

    def __init__(self) -> None:
        pieces = (Piece("start", 0, key="one"), Piece("start", 1, key="two"))
        super().__init__(replace(COURSE, pieces=pieces), *TWO_ON_A_SPOT)


class OnOneSpotAtOnce(OnOneSpot):
    asks = TapOfAtOnce


class InHarbour(OnBoard):
    """A plugin with drawings for the guests' page."""

    home = Path(__file__).resolve().parent / "harbour"


class Ride(Confirm[Slate]):
    rule = "OR-1"
    sentence = said("Ride on.")


class Spiral(Scripted):
    """A camel goes two spaces on, and somebody gets a coin."""

    def __init__(self) -> None:
        async def script(table: Slate) -> None:
            await table.ask(Ride(None))
            table.n += 2
            table.seats[0].gain(1)

        super().__init__(script)

    def new(self, setup: Any) -> Slate:
        table = Slate(setup)
        table.n, table.seats[0].points = 1, 2
        return table

    def fields(self, table: Slate) -> Iterable[Field]:
        yield points_field(table.seats[0])
        yield Rows(table, place="camel").number("n", say("The camel"), 0, 9)

    def board(self, table: Slate) -> Map:
        return Map.spiral(10, [Piece(str(table.n), icon="elephant", label=say("The camel"), key="camel")])

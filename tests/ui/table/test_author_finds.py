"""Screen faults a newcomer found: bids, open rows, cards on a phone, covers, chart labels."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Field
from companion.core.setup import people
from companion.core.text import say
from companion.core.views import InfoCard, Reminder, View
from companion.ui.drawing.art import composed
from companion.ui.table.by_hand import NumberRow
from companion.ui.table.parts import GameCard
from companion.ui.widgets.controls.pad import NumberPad
from companion.ui.widgets.controls.rows import Stepper, SumLine
from companion.ui.widgets.displays.chart import RaceChart, Runner
from companion.ui.widgets.displays.covers import BROKEN, cover, cover_game
from tests.sampling import sampled
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.table import Orchard
from tests.toys.scripted import Ask, Scripted, Slate
from tests.ui.conftest import PHONE, SMALL, Start
from tests.ui.hands import Hands

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture
def deckhands() -> Iterator[Any]:
    sys.path.insert(0, str(EXAMPLES / "tableside-deckhands"))
    try:
        from tableside_deckhands import game
        yield game
    finally:
        sys.path.remove(str(EXAMPLES / "tableside-deckhands"))


@sampled("size", [PHONE, SMALL])
def test_bids_are_sealed_in_the_dark_room_and_open_rows_are_set(at_table: Start, deckhands: Any, size: Any) -> None:
    drive = at_table(deckhands, players=3, size=size)
    hands = Hands(drive)
    for seat, bid in enumerate((1, 0, 1)):
        hands.answer("Bid", bid, seat)
    assert [sailor.bid for sailor in hands.play.table.seats] == [1, 0, 1]
    steppers = drive.all(cls=Stepper)
    assert [stepper.number.text for stepper in steppers] == ["–", "–", "–"], "no default"
    hands.main()
    assert len(hands.play.log) == 3, "still open: nothing is booked"
    hands.give([1, 0, 0])
    assert [sailor.points for sailor in hands.play.table.seats] == [20, 10, -10]


@pytest.mark.thorough
def test_the_sums_of_a_preview_end_at_the_same_edge(at_table: Start, deckhands: Any) -> None:
    drive = at_table(deckhands, players=2)
    hands = Hands(drive)
    hands.answer("Bid", 0, 0)
    hands.answer("Bid", 1, 1)
    for stepper, value in zip(drive.all(cls=Stepper), (0, 1), strict=True):
        while stepper.value != value:
            hands.touch(stepper.plus)
    edges = {round(line.change.right - line.right) for line in drive.all(cls=SumLine)}
    assert edges == {0}


class Carded(OrchardGame):
    def view(self, table: Orchard) -> View:
        card = InfoCard(say("Last result"), lines=(Reminder(say("Ana found a pear."), "fruit-pear"),))
        return replace(super().view(table), cards=(card,))


@pytest.mark.thorough
def test_the_cards_of_a_view_are_on_a_phone_too(at_table: Start) -> None:
    drive = at_table(Carded(), players=2)
    assert len(drive.all(cls=GameCard)) == 1 and drive.says("Ana found a pear.")


def test_a_game_without_art_gets_a_cover_from_its_colours(start: Start, tmp_path: Path) -> None:
    drive = start(games=[OrchardGame()])
    drive.advance(0.5)
    plain = cover(BROKEN)
    assert cover("orchard") is not plain
    assert cover("orchard") is composed(OrchardGame.facts.dark, OrchardGame.facts.icon, False)

    class WithCover(OrchardGame):
        home = tmp_path
    drive.picture().resize((64, 30)).save(tmp_path / "cover.png")
    cover_game(WithCover())
    assert cover("orchard").size == (64, 30), "its own picture comes first"


@pytest.mark.thorough
def test_labels_of_three_digits_and_a_minus_are_not_clipped(start: Start) -> None:
    drive = start(games=[OrchardGame()])
    runners = [Runner(at, at, person.name[0], (0, -160, 400)) for at, person in enumerate(people("Ana", "Ben"))]
    chart = RaceChart(drive.app.look, runners)
    chart.pos = (0, 0)
    chart.fit(360)
    labels = [part for part in chart.drawn_parts if getattr(part, "text", "").lstrip("−").isdigit()]
    assert "−200" in [part.text for part in labels]
    assert all(part.x >= 0 for part in labels)


class InFives(OrchardGame):
    """Apples are counted by the crate of five, and the growers sit in two teams."""

    def fields(self, table: Orchard) -> Iterable[Field]:
        for field in super().fields(table):
            yield replace(field, step=5) if field.path == "seats.0.points" else field

    def view(self, table: Orchard) -> View:
        view = super().view(table)
        return replace(view, seats=tuple(replace(seat, side="Ana and Cleo") if seat.index != 1 else seat
                                         for seat in view.seats))


@pytest.mark.thorough
def test_a_field_has_a_step_and_any_number_can_be_typed(at_table: Start) -> None:
    drive = at_table(InFives(), players=3)
    hands = Hands(drive)
    drive.app.page.open_fix("seats.0.points")
    drive.advance(0.6)
    row = drive.find(lambda one: isinstance(one, NumberRow) and one.text == "Ana's points")
    hands.touch(row.plus)
    assert row.value == 5
    hands.touch(row.key)
    drive.advance(0.5)
    pad = drive.find(cls=NumberPad)
    for digit in "137":
        hands.touch(pad.keys[digit])
    hands.touch("Set")
    drive.advance(0.6)
    assert row.value == 137, "also one that no step leads to"


@pytest.mark.thorough
def test_the_side_of_a_seat_stands_on_its_card(at_table: Start) -> None:
    drive = at_table(InFives(), players=3)
    drive.app.page.open_seat(0)
    drive.advance(0.5)
    assert drive.says("Side: Ana and Cleo")
    Hands(drive).close_sheet()
    drive.app.page.open_seat(1)
    drive.advance(0.5)
    assert not drive.says("Side:")


@pytest.mark.thorough
def test_a_clock_covers_no_scores_of_a_game_without_a_stage(at_table: Start) -> None:
    """The strip shows the names; behind the ring they were cut off."""
    async def script(table: Slate) -> None:
        await table.ask(Ask(table.seats[0], "timed"))
        await table.ask(Ask(table.seats[0], "plain"))

    drive = at_table(Scripted(script), players=3)
    stage = drive.app.page.stage
    assert not list(stage.markers) and not stage.names.seen
    Hands(drive).give("yes")
    drive.advance(0.5)
    assert len(list(stage.markers)) == len(stage.names.seen) == 3

"""Enter every kind of position by touches on *Fix something*, one record each."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.windward.board.hexes import spell
from companion.games.windward.box import model
from companion.ui.table.by_hand import FewRow
from companion.ui.widgets.controls.rows import ListRow
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.games.windward.voyage import open_sky
from tests.ui.conftest import PHONE, SMALL, TABLET, Start

pytestmark = pytest.mark.touch


def tap_space(hands: Afloat, space: Any) -> None:
    hands.touch_at(*hands.page.stage.where(space))
    hands.drive.advance(0.3)


def test_a_crester_is_added_where_the_finger_taps(start: Start) -> None:
    """WW-11: an empty space of the stage, "here", Set: it stands there, and the stock has one fewer."""
    hands = afloat(start, size=TABLET)
    space, reds, before = hands.at(3, 3), hands.play.table.stock.reds, hands.drive.touches
    hands.menu("Fix something")
    tap_space(hands, space)
    row = next(row for row in hands.drive.all(cls=FewRow) if row.label.text == "One more Red")
    assert [chip.text for chip in row.chips] == ["in the supply", "here"]
    hands.touch(row.chips[1])
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    table = hands.play.table
    assert hands.drive.touches - before == 5, "docs/taps.md"
    assert [(red.at, red.living) for red in table.living("red")] == [(space, True)] and table.stock.reds == reds - 1
    hands.undo()
    assert hands.play.table.living("red") == []


@pytest.mark.thorough
def test_a_crester_is_added_from_the_list_too(start: Start) -> None:
    hands = afloat(start)
    space = hands.at(3, 3)
    hands.menu("Fix something")
    path = f"beasts.red{hands.play.table.next_id}"
    row = hands.field_row(path)
    assert row.text == "One more Red"
    hands.touch(row)
    hands.drive.advance(0.4)
    choose_from_the_list(hands, "the hex three out towards 3")
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    assert [red.at for red in hands.play.table.living("red")] == [space]


@pytest.mark.thorough
def test_a_mispainted_hex_for_this_play_and_for_the_box(start: Start) -> None:
    """WW-3: my box has sky where a Drift is printed. The hex, "Drift", Set; then my box is offered, too."""
    box = replace(open_sky(), name="My box")
    hands = afloat(start, size=PHONE, box=box)
    library = hands.drive.app.library
    library.save_box("windward", "My box", model.to_json(box))
    space = hands.at(2, 3)
    hands.menu("Fix something")
    tap_space(hands, space)
    row = next(row for row in hands.drive.all(cls=FewRow) if row.label.text == "What is printed here")
    hands.touch(next(chip for chip in row.chips if chip.text == "Drift"))
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    assert hands.play.table.planet.drift == {space} and hands.drive.says("My box")
    hands.touch("Also in my box")
    hands.drive.advance(0.6)
    assert hands.drive.app.visits[-1].name == "table"
    mine = model.from_json(library.boxes("windward")[0].box)
    assert mine.large.tile("B").terrain((3, 0)).value == "D"
    assert sum(row.count("D") for tile in "ABCDEF" for row in mine.large.tile(tile).rows) == 1


@pytest.mark.thorough
def test_only_this_play_leaves_the_box_alone(start: Start) -> None:
    box = replace(open_sky(), name="My box")
    hands = afloat(start, box=box)
    library = hands.drive.app.library
    kept, _ = library.save_box("windward", "My box", model.to_json(box))
    set_paint(hands)
    hands.touch("Only this play")
    hands.drive.advance(0.6)
    assert hands.drive.app.visits[-1].name == "table" and hands.play.table.planet.drift
    assert library.boxes("windward")[0].box == kept.box


def set_paint(hands: Afloat) -> None:
    hands.menu("Fix something")
    tap_space(hands, hands.at(2, 3))
    row = next(row for row in hands.drive.all(cls=FewRow) if row.label.text == "What is printed here")
    hands.touch(next(chip for chip in row.chips if chip.text == "Drift"))
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)


@pytest.mark.thorough
def test_no_box_is_offered_where_the_play_has_another(start: Start) -> None:
    hands = afloat(start)
    hands.drive.app.library.save_box("windward", "Another box", model.to_json(model.starter()))
    set_paint(hands)
    assert hands.drive.app.visits[-1].name == "table" and not hands.drive.app.sheets


@pytest.mark.thorough
def test_where_no_stage_can_be_tapped_the_space_is_chosen_from_a_list(start: Start) -> None:
    """A small phone has no room for the stage beside the list."""
    hands = afloat(start, size=SMALL)
    hands.menu("Fix something")
    page = hands.page
    row = page.rows.grow_until(lambda one: getattr(one, "text", "") == "Something on another space")
    page.arrange()
    hands.drive.advance(frames=2)
    hands.touch(row)
    hands.drive.advance(0.4)
    choose_from_the_list(hands, "the hex three out towards 2")
    hands.set_field(f"paint.{spell(hands.at(2, 3))}", "D")
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    assert hands.play.table.planet.drift == {hands.at(2, 3)}


@pytest.mark.thorough
def test_the_bars_undo_takes_the_last_change_of_the_visit(start: Start) -> None:
    """Put back takes all of them."""
    hands = afloat(start)
    hands.menu("Fix something")
    hands.set_field("captains.0.gas", 1)
    hands.set_field("captains.1.gas", 1)
    assert hands.drive.has("Windward") and hands.drive.says("2 things changed")
    hands.touch(hands.page.take_back)
    assert list(hands.page.draft.changes) == ["captains.0.gas"] and hands.drive.has("Set 1 and go on")
    assert hands.field_row("captains.1.gas").value == 0
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    assert [captain.gas for captain in hands.play.table.seats] == [1, 0]


def choose_from_the_list(hands: Any, words: str) -> None:
    """All of its lines first: a long list grows as it is scrolled."""
    sheet = hands.drive.app.sheets[-1]
    while sheet.column.parts[0].grow():
        sheet.refit()
    hands.drive.advance(frames=2)
    hands.touch(hands.drive.find(words, ListRow))
    hands.drive.advance(0.4)

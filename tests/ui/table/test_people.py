"""Somebody joins in the middle of a play, and somebody is called otherwise: by touches, at every size."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.log import JOIN, RENAME
from companion.core.setup import Person
from companion.touches.offscreen import PHONE, SMALL, TABLET
from companion.ui.widgets.controls.buttons import PersonChip
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from tests.sampling import sampled
from tests.ui.hands import Hands
from tests.ui.night import Night

pytestmark = pytest.mark.touch

PEOPLE = "Somebody joins, leaves or comes back"


def row(hands: Hands, name: str) -> Any:
    return hands.drive.find(lambda widget: isinstance(widget, ListRow) and widget.text == name)


def open_people(hands: Hands) -> None:
    hands.drive.tap(hands.drive.app.page.bar.menu)
    hands.drive.tap(row(hands, PEOPLE))
    hands.drive.advance(0.5)


def names(hands: Hands) -> list[str]:
    return [seat.name for seat in hands.play.table.seats]


def story(hands: Hands, *words: str) -> None:
    hands.give()
    for word in words:
        hands.give(word)


def test_the_end_is_offered_when_too_few_are_left(tmp_path: Path) -> None:
    """Windmill is for three; with two at the table, somebody may still come back."""
    with Night(tmp_path, SMALL) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        hands.give(0)
        open_people(hands)
        hands.drive.tap(row(hands, "Cleo leaves"))
        hands.drive.advance(0.5)
        assert hands.drive.says("Only Ana and Ben are left. End here?")
        hands.drive.tap("End")
        hands.drive.advance(0.5)
        assert hands.drive.says("End this play here?")


@sampled("size", [SMALL, TABLET])
def test_lena_joins_a_windmill_play_and_tells_in_the_next_round(tmp_path: Path, size: Any) -> None:
    with Night(tmp_path, size) as night:
        hands = night.begin("windmill", "Ana Ben Cleo")
        hands.give(0)
        story(hands, "right")
        open_people(hands)
        hands.drive.tap(row(hands, "Somebody joins"))
        hands.drive.advance(0.5)
        hands.drive.tap("Sit down")                         # nothing is typed yet
        assert hands.drive.says("Type a name first.")
        hands.drive.type("Lena")
        hands.drive.tap("Sit down")
        hands.drive.advance(0.5)
        assert hands.play.log[-1].kind == JOIN and not hands.drive.app.sheets
        assert hands.drive.says("Lena has joined and plays from the next round")
        hands.undo()
        assert not hands.play.table.arriving
        hands.redo()
        story(hands, "wrong", "wrong")
        story(hands, "wrong", "wrong")                      # the round is over
        assert names(hands) == ["Ana", "Ben", "Cleo", "Lena"]
        assert len(hands.drive.app.page.panel.strip.places) == 4
        hands.undo()                                        # over her sitting down, and back again
        assert names(hands) == ["Ana", "Ben", "Cleo"] and hands.drive.says("Ben picks: is it Cleo's card?")
        hands.redo()
        for _ in range(3):
            story(hands, "right")
        assert hands.drive.says("Lena, tell your story.")
        hands = night.kill()
        assert names(hands)[-1] == "Lena" and hands.drive.says("Lena, tell your story.")


def test_a_remembered_person_joins_with_one_tap_and_the_own_colour(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("story", "Ana Ben Cleo")
        night.drive.app.library.add_person(Person("Lena", 7))
        open_people(hands)
        hands.drive.tap(row(hands, "Somebody joins"))
        hands.drive.advance(0.5)
        hands.drive.tap(hands.drive.find("Lena", PersonChip))
        hands.drive.advance(0.5)
        assert names(hands) == ["Ana", "Ben", "Cleo", "Lena"]
        assert hands.play.table.seats[3].colour == 7


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "people", "why"), [
    ("windward", "Ana Ben", "number of captains"), ("winter_tales", "Ana Ben Cleo", "dealt for this number"),
])
def test_where_nobody_can_join_the_line_says_why(tmp_path: Path, game: str, people: str, why: str) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = night.begin(game, people)
        open_people(hands)
        line = row(hands, "Somebody joins")
        hands.drive.scroll_to(line)
        assert hands.drive.says(why)
        hands.drive.tap(line)
        hands.drive.advance(0.5)
        assert not hands.drive.says("Who joins?")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, TABLET])
def test_a_name_typed_wrong_is_mended_from_the_menu_and_from_the_seat(tmp_path: Path, size: Any) -> None:
    with Night(tmp_path, size) as night:
        hands = night.begin("windmill", "Ana Bne Cleo")
        hands.give(0)
        open_people(hands)
        hands.drive.tap(row(hands, "Rename somebody"))
        hands.drive.advance(0.5)
        hands.drive.tap(row(hands, "Bne"))
        hands.drive.advance(0.5)
        field = hands.drive.find(cls=TextEntry)
        assert field.text == "Bne" and field.typing.focus
        field.clear()
        hands.drive.tap("Save the name")
        assert hands.drive.says("Type a name first.")
        hands.drive.type("Ben")
        hands.drive.tap("Save the name")
        hands.drive.advance(0.5)
        assert names(hands) == ["Ana", "Ben", "Cleo"] and hands.play.log[-1].kind == RENAME
        assert hands.drive.says("Bne is now called Ben")
        hands.drive.tap(hands.drive.app.page.panel.strip.places[0])
        hands.drive.tap(row(hands, "Rename"))
        hands.drive.advance(0.5)
        hands.drive.type("s")
        hands.drive.tap("Save the name")
        hands.drive.advance(0.5)
        assert names(hands) == ["Anas", "Ben", "Cleo"] and hands.drive.says("Anas, tell your story.")
        hands.undo()
        assert names(hands) == ["Ana", "Ben", "Cleo"]
        hands.drive.app.go("players")
        hands.drive.advance(0.5)
        assert {one.text for one in hands.drive.all(cls=ListRow)} == {"Ana", "Ben", "Cleo"}, "no ghost of a slip"

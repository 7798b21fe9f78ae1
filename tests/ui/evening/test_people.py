"""Points 1 to 3 of the evening at every size: names that are typed, who comes late, players and their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.metrics import dp

from companion.core.log import JOIN, RENAME
from companion.core.setup import Person
from companion.ui.screens.new_play import SeatRow
from companion.ui.widgets.controls.buttons import Chip, ColourTile, PersonChip
from companion.ui.widgets.displays.chart import BarChart, NumberTile, TrendChart
from tests.ui.evening.stretch import Stretch, four_sizes
from tests.ui.screens.test_players import play_windmill

pytestmark = [pytest.mark.touch, pytest.mark.slow]


@four_sizes
def test_names_are_typed_mended_and_come_late(tmp_path: Path, size: str) -> None:
    with Stretch(tmp_path, size) as walk:
        a_typed_name_counts(walk)
        a_name_is_mended(walk)
        somebody_comes_late(walk)
        a_chip_is_tapped_beside_the_keyboard(walk)
        a_group_starts_in_two_taps(walk)
        nobody_joins_windward(walk)


def seated(walk: Stretch) -> list[str]:
    return [person.name for person in walk.drive.app.page.draft.people]


def names(walk: Stretch) -> list[str]:
    return [seat.name for seat in walk.hands.play.table.seats]


def a_typed_name_counts(walk: Stretch) -> None:
    """Five are seated with the plus, the sixth is only typed; of a name that sits there already is said so, until the
    next key. The keyboard is up all the time."""
    walk.cover("Story")
    for name in ("Ana", "Bne", "Cleo", "Dev"):
        walk.type(name)
        walk.touch(walk.drive.app.page.entry.plus)
    assert walk.drive.app.page.entry.text == ""
    walk.type("dev")
    walk.touch(walk.drive.app.page.entry.plus)
    assert walk.drive.says("dev is already at the table.") and seated(walk) == ["Ana", "Bne", "Cleo", "Dev"]
    walk.type("a")
    assert not walk.drive.says("is already at the table"), "it goes with the next key"
    walk.touch(walk.drive.app.page.entry.plus)
    assert seated(walk)[-1] == "deva"
    walk.type("Lena")
    walk.look("last name typed")
    if not walk.drive.app.page.foot.opacity:                # a small screen: Start comes back when the keyboard goes
        walk.put_keyboard_away()
    walk.touch(walk.drive.app.page.start, "table")
    assert names(walk) == ["Ana", "Bne", "Cleo", "Dev", "deva", "Lena"]


def a_name_is_mended(walk: Stretch) -> None:
    """From the menu, and from the seat's letter, which says the name first."""
    walk.hands.give(0)
    walk.people_sheet("Rename somebody")
    walk.touch(walk.row("Bne"), "rename")
    walk.fields[0].clear()
    walk.touch("Save the name")
    assert walk.drive.says("Type a name first.")
    walk.type("Ben")
    walk.touch("Save the name", "renamed")
    assert names(walk)[1] == "Ben" and walk.hands.play.log[-1].kind == RENAME
    assert walk.drive.says("Bne is now called Ben")
    walk.touch(walk.drive.app.page.panel.strip.places[4], "the seat says its name")
    assert walk.drive.says("deva")
    walk.touch(walk.row("Rename"))
    walk.fields[0].clear()
    walk.type("Eva")
    walk.touch("Save the name")
    assert names(walk) == ["Ana", "Ben", "Cleo", "Dev", "Eva", "Lena"]


def somebody_comes_late(walk: Stretch) -> None:
    """The first round has begun: Otto plays from the next one on (ST-A22). An undo sends him away again."""
    walk.hands.give()
    walk.people_sheet("Somebody joins")
    walk.touch("Sit down", "no name yet")
    assert walk.drive.says("Type a name first.")
    walk.type("Otto")
    walk.touch("Sit down", "joined")
    play = walk.hands.play
    assert play.log[-1].kind == JOIN and [one.name for one in play.table.arriving] == ["Otto"]
    assert walk.drive.says("Otto has joined and plays from the next round")
    walk.hands.undo()
    assert not walk.hands.play.table.arriving
    walk.hands.redo()
    walk.until("Ballot")
    walk.votes(1, 0, 1, 1, 1, 1)
    walk.hands.main()
    walk.drive.advance(0.5)
    assert names(walk) == ["Ana", "Ben", "Cleo", "Dev", "Eva", "Lena", "Otto"]


def a_chip_is_tapped_beside_the_keyboard(walk: Stretch) -> None:
    """Somebody types, and then sees the name among those who were here before: one tap, though the keyboard goes."""
    walk.library()
    walk.cover("Windmill")
    assert seated(walk) == ["Ana", "Ben", "Cleo", "Dev", "Eva"], "who does not fit stays a chip"
    walk.touch(walk.drive.find("Eva", SeatRow))
    walk.touch("Remove this seat")
    walk.touch(walk.drive.find("New", PersonChip))
    walk.type("Le")
    walk.touch(walk.drive.find("Lena", PersonChip))
    assert seated(walk) == ["Ana", "Ben", "Cleo", "Dev", "Lena"]


def a_group_starts_in_two_taps(walk: Stretch) -> None:
    walk.home()
    walk.go("Players", "players")
    walk.touch("New group")
    for name in ("Cleo", "Ana"):
        walk.touch(walk.drive.find(name, Chip))
    walk.touch("Save with two players", "a group")
    before = walk.drive.touches
    walk.touch("Friday table")
    walk.touch(walk.row("Windward"))
    assert walk.drive.touches - before == 2 and names(walk) == ["Cleo", "Ana"]


def nobody_joins_windward(walk: Stretch) -> None:
    """Where nobody can join, the line says why and leads nowhere (WW-10)."""
    walk.hands.menu("Somebody joins, leaves or comes back")
    line = walk.row("Somebody joins")
    walk.drive.scroll_to(line)
    walk.look("nobody joins")
    assert walk.drive.says("number of captains")
    walk.touch(line)
    assert walk.drive.app.sheets and not walk.drive.says("Who joins?")


@four_sizes
def test_players_and_their_numbers(tmp_path: Path, size: str) -> None:
    """Ana has 20, 10 and 1 points in three plays: one won, 31 / 3 = 10.3 on average, best 20."""
    with Stretch(tmp_path, size) as walk:
        play_windmill(walk.drive, "Ana", "Ben", "Cleo", points=(20, 12, 9))
        play_windmill(walk.drive, "Ana", "Ben", "Cleo", points=(10, 15, 4))
        play_windmill(walk.drive, "Ana", "Benny", "Cleo", points=(1, 30, 2))
        walk.go("Players", "players")
        somebody_new(walk)
        another_name_and_colour(walk)
        two_are_one(walk)
        numbers(walk)


def somebody_new(walk: Stretch) -> None:
    walk.touch(walk.drive.app.page.actions[1])
    walk.type("Lena")
    walk.look("somebody new")
    walk.touch("Add")
    assert walk.drive.has("Lena") and Person("Lena", 3) in walk.drive.app.library.people()


def another_name_and_colour(walk: Stretch) -> None:
    """A colour comes with its shape; one that nobody has is drawn as a swatch to tap."""
    walk.touch(walk.row("Cleo"), "player")
    walk.touch(walk.row("Cleo"), "a player's sheet")
    walk.touch(walk.drive.app.sheets[-1].column.parts[0])
    walk.type("patra")
    walk.enter()
    assert walk.drive.app.page.title.text == "Cleopatra"
    walk.touch(walk.row("Cleopatra"))
    walk.touch(walk.drive.find("Rose", ColourTile))
    walk.drive.advance(0.4)
    assert Person("Cleopatra", 6) in walk.drive.app.library.people()
    walk.home()


def two_are_one(walk: Stretch) -> None:
    """Ben has 12 and 15, Benny 30: three plays, two won, 57 / 3 = 19 on average."""
    walk.touch(walk.row("Benny"))
    walk.touch(walk.row("Benny"))
    walk.touch("Merge with somebody")
    walk.touch(walk.row("Ben"), "the same person?")
    walk.touch("Merge")
    assert walk.drive.app.page.title.text == "Ben" and walk.drive.says("3 plays, 2 won. Average 19, best 30.")
    assert sorted(one.name for one in walk.drive.app.library.people()) == ["Ana", "Ben", "Cleopatra", "Lena"]
    walk.wait()
    walk.home()


def numbers(walk: Stretch) -> None:
    walk.touch(walk.row("Ana"))
    walk.drive.advance(0.5)
    assert [(tile.number.text, tile.label.text) for tile in walk.drive.all(cls=NumberTile)] == [
        ("3", "plays"), ("1", "won"), ("33%", "of plays won"), ("1", "best winning streak")]
    walk.look("numbers")
    assert walk.drive.find(cls=TrendChart).scores == [20, 10, 1]
    assert walk.row("Ben").second.text == "Ahead 1, behind 2, in 3 plays"
    for chart in walk.drive.all(cls=(BarChart, TrendChart)):
        walk.drive.scroll_to(chart)
        assert all(chart.x - 1 <= part.x and part.right <= chart.right + 1 for part in chart.children)
    for line, told in (("As a table", "Ana,Windmill,3,1,10.3,20,,"), ("As data", '"best": 20')):
        walk.touch(walk.drive.app.page.actions[0], "share numbers")
        walk.touch(line)
        walk.drive.advance(0.8)
        assert told in walk.shared().read_text(encoding="utf-8")
        walk.wait()
    walk.drive.key(27)
    walk.drive.advance(0.5)
    walk.touch(walk.row("Cleopatra"))
    walk.drive.advance(0.5)
    chart = walk.drive.find(cls=BarChart)
    assert chart.bars == [("Second guess", 3)] and chart.height >= dp(48), "found at which guess"


@four_sizes
def test_big_letters_leave_the_typed_name_in_sight(tmp_path: Path, size: str) -> None:
    """A turned phone at twice the letters, the keyboard up: title and button of the sheet give way to the field, Enter
    adds the name. With the keyboard they go, and come back."""
    with Stretch(tmp_path, size, text_size=200) as walk:
        walk.go("Players", "players")
        walk.touch(walk.drive.app.page.actions[1])
        walk.type("Lena")
        walk.look("somebody new, big letters")
        sheet = walk.drive.app.sheets[-1]
        assert not sheet.title.opacity or sheet.title.to_window(0, sheet.title.top)[1] <= walk.drive.size[1]
        walk.fields[0].focus(False)
        walk.drive.advance(0.6)
        assert sheet.title.opacity and sheet.foot.opacity
        walk.fields[0].focus()
        walk.drive.advance(0.3)
        walk.enter()
        assert [person.name for person in walk.drive.app.library.people()] == ["Lena"] and not walk.drive.app.sheets

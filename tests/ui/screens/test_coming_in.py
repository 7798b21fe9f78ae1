"""Boxes come in as plays do: a preview shows what a file brings, and nothing is saved before a tap."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.boxes.code import LINK, grouped
from companion.core.files import BoxFile, dump
from companion.core.registry import find_games
from companion.services.file_exchange import Incoming
from companion.ui.screens import file_exchange
from tests.sampling import sampled
from tests.ui.conftest import PHONE, SMALL, Start
from tests.ui.screens.test_shell import Boxed, open_screen
from tests.ui.screens.test_store_in_trouble import tap_row
from tests.ui.targets import all_too_small
from tests.web.table import read_qr

pytestmark = pytest.mark.touch

windward = find_games().games["windward"]


def offer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *boxes: BoxFile) -> None:
    found = []
    for box in boxes:
        path = tmp_path / f"{box.name}.json"
        path.write_text(dump(box), encoding="utf-8")
        found.append(Incoming(path, 0.0))
    monkeypatch.setattr(file_exchange, "files_here", lambda: found)


def choose(drive: Any, name: str) -> None:
    tap_row(drive, name)
    drive.advance(1)


def test_a_preview_comes_before_a_box(start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    offer(monkeypatch, tmp_path, BoxFile("boxed", "Ana's box", {"tiles": 7}))
    drive = open_screen(start(games=[Boxed()]), "boxes")
    library = drive.app.library
    drive.app.page.actions[0].do()
    drive.advance(0.5)
    choose(drive, "Ana's box.json")
    assert drive.says("New in this file: 1 box. Nothing you have is lost.")
    assert drive.says("Ana's box, a box of Boxed")
    drive.tap("Leave it")
    drive.advance(0.5)
    assert library.boxes("boxed") == []
    choose(drive, "Ana's box.json")
    drive.tap("Import it")
    drive.advance(1)
    assert [(row.name, row.box) for row in library.boxes("boxed")] == [("Ana's box", {"tiles": 7})]
    assert not drive.app.sheets and drive.has("Ana's box")


def test_a_box_its_game_refuses_is_named_and_stays_outside(start: Start, monkeypatch: pytest.MonkeyPatch,
                                                           tmp_path: Path) -> None:
    offer(monkeypatch, tmp_path, BoxFile("windward", "Odd", {"tiles": "none"}))
    drive = open_screen(start(games=[windward]), "boxes")
    drive.app.page.actions[0].do()
    drive.advance(0.5)
    choose(drive, "Odd.json")
    assert not drive.has("Import it") and drive.app.library.boxes("windward") == []


@sampled("size", [PHONE, SMALL])
def test_a_box_goes_to_a_friend_as_a_code_and_comes_in_again(start: Start, size: Any) -> None:
    """Two taps open the code field, two import it (docs/taps.md). A wrong code stays so it can be edited."""
    drive = start(games=[windward], size=size)
    library, mine = drive.app.library, {**windward.boxes.starter(), "battle_die": [1] * 6}
    library.save_box("windward", "Ana's box", mine)
    open_screen(drive, "boxes", game="windward")
    before = drive.touches
    tap_row(drive, "Ana's box")
    drive.advance(0.4)
    tap_row(drive, "Share this box")
    drive.advance(0.4)
    assert drive.touches - before == 2
    code = library.box_code(library.boxes("windward")[0].id)
    assert read_qr(drive.picture()) == LINK + code
    assert drive.says(code.replace("-", " ")) and not all_too_small()
    drive.tap("Send the code")
    assert [call[2] for call in drive.app.machine.share.calls if call[0] == "share.text"] == [code]
    library.delete_box(library.boxes("windward")[0].id)
    drive.key(27)
    drive.advance(0.4)
    before = drive.touches
    drive.tap("Enter a friend's code")
    drive.advance(0.4)
    drive.type(code[:-1] + ("Z" if code[-1] == "Y" else "Y"))
    drive.tap("Use this box")
    drive.advance(0.4)
    assert drive.says("This code isn't right.") and not library.boxes("windward")
    drive.app.sheets[-1].column.parts[0].text = code
    drive.tap("Use this box")
    drive.advance(0.4)
    assert [(row.name, row.box) for row in library.boxes("windward")] == [("Ana's box", mine)]
    assert library.box_by_code(code).name == "Ana's box", "the same box doesn't come in twice"
    assert drive.touches - before == 3, "two, and one for the wrong code"


@pytest.mark.thorough
def test_a_camera_is_enough_for_a_friends_box(start: Start) -> None:
    """The link of the QR code saves the box at once; a wrong letter says so and saves nothing."""
    drive = start(games=[windward])
    library = drive.app.library
    code = library.box_code(library.save_box("windward", "Ours", windward.boxes.starter())[0].id)
    library.delete_box(library.boxes("windward")[0].id)
    wrong = LINK + code[:-1] + ("Z" if code[-1] == "Y" else "Y")
    for link, saved in ((wrong, 0), (LINK + code, 1), (LINK + code, 1)):
        file_exchange.take_content(drive.app, link.encode(), lambda: None)
        drive.advance(0.3)
        assert len(library.boxes("windward")) == saved
    assert drive.says("My box is in My boxes.")


@pytest.mark.thorough
def test_the_field_for_a_code_writes_it_in_groups(start: Start) -> None:
    """Three lines, so nine groups are in view at once; letters may be small."""
    drive = open_screen(start(games=[windward], size=SMALL), "boxes", game="windward")
    drive.tap("Enter a friend's code")
    drive.advance(0.4)
    field = drive.app.sheets[-1].column.parts[0]
    drive.type("windwarda2bpmvcdg3g4")
    assert field.text == "WINDWARD A2BPM VCDG3 G4" and field.typing.multiline
    assert grouped("wind", "windward") == "WIND" and grouped("windward-a2", "windward") == "WINDWARD A2"
    assert grouped("a2bpmvcdg3g4", "windward") == "A2BPM VCDG3 G4"


@pytest.mark.thorough
def test_a_code_is_45_letters_to_type_in_the_list_of_its_game(start: Start) -> None:
    """A person needs less than a minute: two taps open the field, one uses the box (docs/taps.md)."""
    drive = start(games=[windward], size=SMALL)
    library = drive.app.library
    ours = {**windward.boxes.starter(), "name": "Windward", "guess": False, "guessed": []}
    mine = library.save_box("windward", "Ours", ours)[0]
    letters = "".join(library.box_code(mine.id).split("-")[1:])
    library.delete_box(mine.id)
    open_screen(drive, "boxes", game="windward")
    before = drive.touches
    drive.tap("Enter a friend's code")
    drive.advance(0.4)
    drive.type(letters[:-1].lower() + ("Z" if letters[-1] == "Y" else "Y"))
    drive.tap("Use this box")
    drive.advance(0.4)
    assert drive.says("This code isn't right.") and not library.boxes("windward")
    drive.app.sheets[-1].column.parts[0].text = letters.lower()
    drive.tap("Use this box")
    drive.advance(0.4)
    assert len(letters) == 45 and [row.box for row in library.boxes("windward")] == [mine.box]
    assert drive.touches - before == 3, "two, and one for the wrong letter"

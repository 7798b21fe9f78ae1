"""Settings, history, players, boxes and plugins by touches."""

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window

from companion.core.boxes import Boxes
from companion.core.boxes.form import FormSection, NumberPart
from companion.core.game import Facts, Palette
from companion.core.registry import BrokenPlugin
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.score_sheet.game import ScoreSheetGame
from companion.games.score_sheet.sheet import Sheet
from companion.games.windmill import game as windmill
from companion.games.windmill.game import WindmillGame
from companion.services import file_exchange
from companion.services.play_details import PICTURES, save_photo
from companion.services.when import iso_day
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app.focus import F11
from companion.ui.screens import boxes
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.rows import ListRow, SwitchRow
from tests.ui.conftest import Start
from tests.ui.screens.test_result import finished

pytestmark = pytest.mark.touch

PAPER = Palette("#202020", "#303030", "#404040", "#FFFFFF", "#C0C0C0", "#80FF80", "#002000", "#204020", "#E0FFE0")
PALE = Palette("#FFFFFF", "#FFFFFF", "#FFFFFF", "#EEEEEE", "#EEEEEE", "#EEEEEE", "#FFFFFF", "#FFFFFF", "#FFFFFF")


class TileBoxes(Boxes):
    def starter(self) -> Any:
        return {"tiles": 6}

    def form(self) -> list[FormSection]:
        return [FormSection("Box", (NumberPart(at="tiles", title=say("Tiles"), low=0, high=6),))]

    def check(self, box: Any) -> list[Any]:
        return [say("Only {n} tiles are marked.", n=box["tiles"])] if box["tiles"] < 6 else []


class Boxed(WindmillGame):
    """A game whose owner enters what the box holds."""

    facts: ClassVar[Facts] = Facts("boxed", "Boxed", 3, 5, "5", say("A toy."), "WM-1", PAPER, PALE)
    boxes = TileBoxes()


def open_screen(driver: AppDriver, name: str, **args: Any) -> AppDriver:
    driver.app.go_home(name, **args)
    driver.advance(0.3)
    return driver


# Settings

def test_the_theme_changes_at_once_and_the_page_stays_where_it_was(start: Start) -> None:
    driver = open_screen(start(games=[windmill]), "settings")
    driver.tap("Light")
    assert driver.app.look.theme == "light" and driver.app.library.setting("theme") == "light"
    driver.tap("High contrast")
    assert driver.app.look.theme == "contrast light"
    driver.tap("Left-handed")
    assert driver.app.look.left_handed
    assert 0 < driver.where(driver.find("Left-handed", SwitchRow))[1] < driver.size[1]


def test_the_language_is_the_phones_and_changes_without_a_restart(start: Start) -> None:
    ports = replace(recording_machine(), languages=lambda: ["ca-ES", "de-AT"])
    driver = open_screen(start(games=[windmill], ports=ports), "settings")
    assert driver.has("Optionen") and driver.app.machine.speech.language == "de"
    driver.tap("English")
    assert driver.has("Settings") and not driver.has("Optionen")
    driver.tap(driver.all("Same as this phone")[-1])  # the first is the theme's
    assert driver.has("Optionen")
    driver.tap("English")


@pytest.mark.thorough
def test_the_language_of_a_box_is_chosen_among_its_known_editions(start: Start,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_screen(start(games=[windmill, Boxed()]), "boxes")
    assert not driver.has("Language of your box"), "no other edition is known"
    monkeypatch.setattr(boxes, "editions", lambda game: ["en", "de"])
    open_screen(driver, "boxes")
    driver.tap("Deutsch")
    assert driver.app.library.setting("boxes") == {"boxed": "de"}
    driver.tap("Like the app")
    assert driver.app.library.setting("boxes") == {}


def test_the_text_size_has_a_live_sample(start: Start) -> None:
    driver = open_screen(start(games=[windmill]), "settings")
    sample = driver.find("Cleo picks: is it Ana’s card?").px
    driver.tap("200%")
    assert driver.find("Cleo picks: is it Ana’s card?").px == pytest.approx(2 * sample)


def test_sound_and_vibration_are_switched_at_the_machine(start: Start) -> None:
    ports = recording_machine()
    driver = open_screen(start(games=[windmill], ports=ports), "settings")
    driver.tap("Sound")
    driver.tap("Vibration")
    driver.tap("Speech")
    assert (ports.sound.on, ports.haptics.on, ports.speech.on) == (False, False, True)


@pytest.mark.thorough
def test_a_desktop_speaks_of_this_computer_and_has_no_vibration(start: Start) -> None:
    ports = replace(recording_machine(), is_phone=False)
    driver = open_screen(start(games=[windmill], ports=ports), "settings")
    assert driver.says("Same as this computer") and not driver.has("Vibration")
    driver.app.go_home("welcome")
    driver.advance(0.5)
    assert driver.says("stays on this computer") and not driver.says("phone")


def test_settings_say_how_blind_players_join(start: Start) -> None:
    driver = open_screen(start(games=[]), "settings")
    assert driver.says("Reads each question with its answers")
    assert driver.says("Blind players join by browser, where a screen reader works.")


@pytest.mark.thorough
def test_full_screen_in_settings_follows_f11(start: Start) -> None:
    ports = replace(recording_machine(), is_phone=False)
    driver = open_screen(start(games=[windmill], ports=ports), "settings")
    row = driver.app.page.full
    try:
        assert not row.switch.on
        driver.key(F11)
        assert row.switch.on is bool(Window.fullscreen) is True
        driver.key(F11)
        assert row.switch.on is bool(Window.fullscreen) is False
    finally:
        Window.fullscreen = False


def test_everything_goes_out_and_comes_in_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = recording_machine()
    driver = start(games=[windmill], ports=ports)
    finished(driver)
    save_photo(driver.app.library, driver.app.library.history()[0].id, PICTURES[0])
    open_screen(driver, "settings")
    driver.tap("Export everything")
    driver.advance(0.5)
    assert driver.says("Photos 1/1, 1 MB")
    driver.tap("With photos")
    driver.advance(2)
    file = Path(str(ports.calls[-1][1]))
    assert file.name == f"tableside-{iso_day(driver.app.library.clock.wall())}.json", "the day is in its name"
    text = file.read_text(encoding="utf-8")
    assert text.count('{"play":') == text.count('{"photo":') == 1
    other = open_screen(start(games=[windmill]), "settings")
    monkeypatch.setattr(Clipboard, "paste", lambda: text)
    other.tap("Import a file")
    other.tap("Paste the copied text")
    other.advance(2)
    assert other.says("New in this file: 1 play and 4 people.") and not other.app.library.history()
    other.tap("Import it")
    other.advance(2)
    assert other.says("Imported: 1 play and 4 people.")
    assert len(other.app.library.history()) == 1


@pytest.mark.thorough
def test_the_sheet_of_an_export_says_that_the_trash_stays_here(start: Start) -> None:
    ports = recording_machine()
    driver = start(games=[windmill], ports=ports)
    finished(driver)
    library = driver.app.library
    library.delete(library.start("windmill", Setup(people("Ana", "Ben", "Cleo"))).id)
    open_screen(driver, "settings")
    driver.tap("Export everything")
    driver.advance(0.5)
    assert driver.says("One play in the trash stays on this device.")
    driver.tap("One file, to keep or to send")
    driver.advance(2)
    text = Path(str(ports.calls[-1][1])).read_text(encoding="utf-8")
    assert text.count('{"play":') == 1


def test_a_file_that_is_none_of_ours_is_refused_in_one_sentence(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_screen(start(games=[windmill]), "settings")
    monkeypatch.setattr(Clipboard, "paste", lambda: '{"format": "a shopping list"}')
    driver.tap("Import a file")
    driver.tap("Paste the copied text")
    assert driver.app.notice.text and driver.app.sheets


@pytest.mark.thorough
def test_files_of_ours_are_found_in_the_usual_folders(tmp_path: Path) -> None:
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads" / "ours.json").write_text('{"format": "tableside-play"}', encoding="utf-8")
    (tmp_path / "other.json").write_text('{"format": "shopping"}', encoding="utf-8")
    (tmp_path / "broken.json").write_bytes(b"\xff\xfe\x00")
    assert [found.name for found in file_exchange.files_here(tmp_path)] == ["ours.json"]


def test_licences_are_named(start: Start) -> None:
    driver = open_screen(start(games=[windmill]), "settings")
    driver.tap("About and licences")
    assert driver.says("SIL Open Font License 1.1") and driver.says("MIT licence")
    driver.tap("All licences")
    driver.advance(0.5)
    driver.tap("Tableside")
    driver.advance(0.5)
    words = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"
    assert driver.says(words)
    driver.app.back()
    driver.advance(0.5)
    assert driver.says("PSF licence, python.org")


# History and players

def test_a_finished_play_can_be_opened_again(start: Start) -> None:
    driver = start(games=[windmill])
    driver.app.library.close(finished(driver))
    open_screen(driver, "history")
    driver.tap(driver.find(cls=PlayCard).menu)
    driver.tap("Chronicle")
    assert driver.app.visits[-1].name == "chronicle" and driver.says("Story twelve, told by Dev")
    driver.app.back()
    driver.advance(0.3)
    driver.tap(driver.find(cls=PlayCard))
    assert driver.app.visits[-1].name == "result"


def test_an_archived_play_can_be_brought_back(start: Start) -> None:
    driver = start(games=[windmill])
    finished(driver)
    open_screen(driver, "history")
    driver.tap(driver.find(cls=PlayCard).menu)
    driver.tap("Archive")
    assert not driver.has(cls=PlayCard) and driver.says("No finished plays yet.")
    driver.tap("Archived 1")
    row = driver.find("Windmill", ListRow)
    assert "share the victory" in row.second.text and "2023" in row.second.text, "who won, and when"
    driver.tap(row)
    driver.tap("Bring back")
    assert driver.has(cls=PlayCard)


def test_a_deleted_play_comes_back_by_undo(start: Start) -> None:
    driver = start(games=[windmill])
    finished(driver)
    open_screen(driver, "history")
    driver.tap(driver.find(cls=PlayCard).menu)
    driver.tap("Archive")
    driver.tap("Archived 1")
    driver.tap(driver.find("Windmill", ListRow))
    driver.tap("Delete")
    assert driver.app.library.history() == []
    driver.tap("Undo")
    assert len(driver.app.library.history()) == 1


# Boxes and plugins

def test_a_box_is_entered_duplicated_renamed_deleted_and_brought_back(start: Start) -> None:
    driver = start(games=[Boxed()])
    driver.app.go("boxes", game="boxed")
    driver.advance(0.3)
    assert driver.says("A guess, so you can start right away")
    driver.tap("Enter my own box")
    driver.tap(driver.app.page.parts[0].less)
    assert driver.says("1 check"), "a game with a form needs no editor of its own"
    driver.app.back()
    driver.advance(0.4)
    assert driver.says("Only 5 tiles are marked.")
    driver.tap(driver.find("My box", ListRow))
    driver.tap("Duplicate")
    driver.tap(driver.find("My box 2", ListRow))
    driver.tap("Rename")
    driver.type(" of Ana")
    driver.tap("Save the name")
    assert {row.name for row in driver.app.library.boxes("boxed")} == {"My box", "My box 2 of Ana"}
    driver.tap(driver.find("My box", ListRow))
    driver.tap("Delete")
    assert len(driver.app.library.boxes("boxed")) == 1
    driver.tap("My box is deleted. Undo")
    assert len(driver.app.library.boxes("boxed")) == 2


@pytest.mark.thorough
def test_a_new_box_is_made_once_also_in_the_background_and_in_another_theme(start: Start) -> None:
    driver = open_screen(start(games=[Boxed()]), "boxes", game="boxed")
    driver.tap("Enter my own box")
    driver.app.on_pause()
    assert driver.app.library.boxes("boxed") == [], "nothing was entered"
    driver.tap(driver.app.page.parts[0].less)
    driver.app.on_pause()
    driver.app.library.set("theme", "light")
    driver.app.apply_settings()
    driver.advance(0.5)
    driver.tap(driver.app.page.parts[0].less)
    driver.app.back()
    driver.advance(0.4)
    assert [(row.name, row.box) for row in driver.app.library.boxes("boxed")] == [("My box", {"tiles": 4})]


@pytest.mark.thorough
def test_a_box_that_was_brought_back_takes_no_other_ones_place(start: Start) -> None:
    """SQLite gives the number of a deleted row to the next one."""
    driver = start(games=[Boxed()])
    library = driver.app.library
    library.save_box("boxed", "Ours", {"tiles": 6})
    open_screen(driver, "boxes", game="boxed")
    driver.tap(driver.find("Ours", ListRow))
    driver.tap("Delete")
    library.save_box("boxed", "Ours", {"tiles": 1})
    driver.tap("Ours is deleted. Undo")
    assert {row.name: row.box["tiles"] for row in library.boxes("boxed")} == {"Ours": 1, "Ours 2": 6}


@pytest.mark.thorough
def test_kept_score_sheets_are_boxes_without_a_guess(start: Start) -> None:
    """The score sheet has nothing to enter first: only kept sheets are there, to rename, send or delete."""
    driver = start(games=[ScoreSheetGame()])
    open_screen(driver, "boxes")
    assert driver.says("None of these games asks what is in your box.") and not driver.says("Starter set")
    driver.app.library.save_box("score_sheet", "Hearts", Sheet("Hearts").to_json())
    open_screen(driver, "boxes")
    assert driver.has("Hearts", ListRow)
    assert not driver.says("Starter set") and not driver.says("Enter my own box")


@pytest.mark.thorough
def test_a_name_that_is_taken_is_refused_in_place(start: Start) -> None:
    driver = start(games=[Boxed()])
    for name in ("One", "Two"):
        driver.app.library.save_box("boxed", name, {"tiles": 4})
    driver.app.go("boxes", game="boxed")
    driver.advance(0.3)
    assert driver.says("Only 4 tiles are marked.")
    driver.tap(driver.find("Two", ListRow))
    driver.tap("Rename")
    driver.app.sheets[-1].column.parts[0].typing.text = "One"
    driver.tap("Save the name")
    assert driver.says("There is already a box called One. Choose another name.")


def test_a_play_is_begun_with_the_owners_box(start: Start) -> None:
    driver = start(games=[Boxed()])
    driver.app.library.save_box("boxed", "Ours", {"tiles": 6, "ours": True})
    driver.app.go("new_play", game="boxed", setup=Setup(people("Ana", "Ben", "Cleo")))
    driver.advance(0.3)
    assert driver.says("Ours: "), "the owner's own box comes first"
    driver.tap("Your box")
    driver.tap(driver.find("Starter set", ListRow))
    assert driver.says("Starter set: a guess at what your box holds")
    driver.tap("Your box")
    driver.tap(driver.find("Ours", ListRow))
    driver.tap("Start with three players")
    assert driver.app.page.play.setup.box == {"tiles": 6, "ours": True}


@pytest.mark.thorough
def test_plugins_are_listed_with_what_is_wrong_with_them(start: Start) -> None:
    driver = start(games=[windmill, Boxed()])
    driver.app.found.broken.append(BrokenPlugin("moonbase", say("It has no rules.md."), "Traceback"))
    driver.app.go("plugins")
    driver.advance(0.3)
    assert driver.says("comes with Tableside") and driver.says("It has no rules.md.")
    driver.tap(driver.find("Windmill", ListRow))
    driver.tap("Its rules")
    assert driver.app.visits[-1].name == "rules"

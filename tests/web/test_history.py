"""The host's history: filters, archive and trash with a way back, notes, photos, pictures, people, groups."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.setup import Setup, people
from companion.games.score_sheet.sheet import Sheet
from companion.services import when
from companion.testing.recording import SetClock
from tests.web.axe import faults
from tests.web.table import Guest
from tests.web.test_desk import in_lobby
from tests.web.test_look import TOO_WIDE

pytestmark = pytest.mark.slow

ROWS = "[...document.querySelectorAll('dialog .answers .answer')].map((one) => one.textContent)"


TWICE = "(one) => { one.click(); one.click(); }"


def played(table: Any) -> None:
    """Two plays that were ended early."""
    def play() -> None:
        library = table.serving.library
        for game, names in (("toy", ("Ana", "Ben")), ("windmill", ("Ana", "Cleo", "Dev"))):
            library.end_here(library.start(game, Setup(people(*names))).id, 1)
        table.serving.server.handler.look()
    table.call(play)


def dialog(host: Guest, words: str) -> None:
    host.press(host.page.locator("dialog .button", has_text=words))


@pytest.fixture
def host(serve: Any, phone: Any) -> Guest:
    table, ana = in_lobby(serve, phone)
    played(table)
    ana.page.set_viewport_size({"width": 360, "height": 640})
    ana.tap("History")
    ana.until(f"{ROWS}.length === 2")
    guest: Guest = ana
    return guest


@pytest.mark.thorough
def test_plays_are_filtered_archived_deleted_and_brought_back(host: Guest) -> None:
    assert host.page.evaluate(TOO_WIDE) <= 0
    host.page.get_by_label("Whose plays?").select_option("Cleo")
    host.until(f"{ROWS}.length === 1")
    host.page.get_by_label("Whose plays?").select_option(index=0)
    host.until(f"{ROWS}.length === 2")
    host.press(host.page.locator("dialog .answer", has_text="Cleo"))
    dialog(host, "Delete")
    host.page.locator("dialog .ask", has_text="Deleted. It is in the trash.").wait_for()
    host.until(f"{ROWS}.length === 1")
    dialog(host, "Undo")
    host.until(f"{ROWS}.length === 2")
    host.press(host.page.locator("dialog .answer", has_text="Cleo"))
    dialog(host, "Archive")
    dialog(host, "Archived 1")
    host.until("document.querySelector('dialog h2').textContent === 'Archived'")
    host.press(host.page.locator("dialog .answer", has_text="Cleo"))
    dialog(host, "Bring back")
    host.until(f"{ROWS}.length === 2")


@pytest.mark.thorough
def test_a_play_gets_a_place_a_note_and_a_photo_and_the_year_is_a_picture(host: Guest) -> None:
    host.press(host.page.locator("dialog .answer", has_text="Cleo"))
    dialog(host, "Place, note and photo")
    host.page.locator("[name=place]").fill("At Ben's")
    host.page.locator("[name=day]").fill("2020-02-03")
    host.tap("Save")
    host.until("!document.querySelector('dialog').open")
    host.tap("History")
    host.press(host.page.locator("dialog .answer", has_text="3 February 2020 · At Ben's"))
    dialog(host, "Place, note and photo")
    photo = BytesIO()
    Image.new("RGB", (3000, 1500), "teal").save(photo, "PNG")
    with host.page.expect_file_chooser() as chooser:
        dialog(host, "Add a photo")
    chooser.value.set_files({"name": "table.png", "mimeType": "image/png", "buffer": photo.getvalue()})
    host.until("document.querySelector('dialog .photo')?.naturalWidth === 1280")
    dialog(host, "Remove the photo")
    host.until("!document.querySelector('dialog .photo')")
    host.tap("Close")
    host.tap("History")
    with host.page.expect_download() as download:
        host.press(host.page.locator("dialog button", has_text="as a picture"))
    with Image.open(download.value.path()) as drawn:
        assert drawn.size == (1080, 1350) and len(drawn.getcolors(2_000_000)) > 20, "words and bars"


@pytest.mark.thorough
def test_a_play_goes_to_bg_stats_and_a_damaged_one_can_still_be_exported(host: Guest) -> None:
    host.press(host.page.locator("dialog .answer", has_text="Cleo"))
    dialog(host, "To BG Stats")
    with host.page.expect_download() as saved:
        host.press(host.page.locator("dialog .answer", has_text="Save as a file"))
    sent = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert [one["name"] for one in sent["players"]] == ["Ana", "Cleo", "Dev"]
    store = host.table.serving.library.store
    host.table.call(lambda: store.file.execute("UPDATE plays SET sum = 'x' WHERE game = 'toy'"))
    dialog(host, "Back")
    host.page.locator("dialog .told-text").wait_for()
    dialog(host, "Back")
    host.press(host.page.locator("dialog .answer", has_text="This play's saved data is damaged."))
    with host.page.expect_download() as whole:
        dialog(host, "Export the whole play")
    assert "tableside-damaged" in Path(whole.value.path()).read_text(encoding="utf-8")
    dialog(host, "Continue before the damage")
    host.hears("Too little can be read to continue.")


@pytest.mark.thorough
def test_in_december_the_year_is_on_top(serve: Any, phone: Any) -> None:
    table, host = in_lobby(serve, phone)
    clock = SetClock(day=when.from_iso_day("2026-12-24"))
    table.call(lambda: setattr(table.serving.library, "clock", clock))
    played(table)
    host.tap("History")
    top = host.page.locator("dialog .stack > .answer", has_text="2026 as a picture")
    host.until(f"{ROWS}.length === 2")
    assert top.bounding_box()["y"] < host.boxes("dialog .answers .answer")[0]["y"]
    assert host.page.locator("dialog button", has_text="as a picture").count() == 1
    with host.page.expect_download() as download:
        host.press(top)
    assert download.value.suggested_filename == "Tableside 2026.png"


def test_a_play_without_tableside_is_entered_afterwards(host: Guest) -> None:
    dialog(host, "A play without Tableside")
    host.page.get_by_label("What is it called?").fill("Chess")
    host.page.locator("input[type=date]").fill("2020-02-03")
    host.page.evaluate("Object.assign(tableside.form, {people: [], seated: true})")
    host.page.locator("#name").fill("Ana, Ben")
    host.page.locator("#name").press("Enter")
    host.tap("Enter the points")
    host.page.locator(".answer", has_text="Only this phone").tap()
    host.until("S.table.title === 'Chess' && !!document.querySelector('.keypad')")


def person(host: Guest, name: str) -> None:
    host.press(host.page.locator("dialog .answer:has(.t)", has_text=name))
    host.page.locator("dialog .button", has_text="Rename").wait_for()


@pytest.mark.thorough
def test_people_are_renamed_merged_with_undo_and_grouped(host: Guest) -> None:
    dialog(host, "People and statistics")
    person(host, "Dev")
    dialog(host, "Rename")
    host.page.locator("dialog input").fill("Devin")
    host.tap("Save")
    host.page.locator("dialog .answer:has(.t)", has_text="Devin").wait_for()
    person(host, "Cleo")
    dialog(host, "Merge with somebody")
    host.press(host.page.locator("dialog .answer", has_text="Ben"))
    host.sees("Cleo now counts as Ben.")
    assert not host.page.locator("dialog .answer:has(.t)", has_text="Cleo").count()
    dialog(host, "Undo")
    host.page.locator("dialog .answer:has(.t)", has_text="Cleo").wait_for()
    dialog(host, "Groups")
    dialog(host, "New group")
    host.page.locator("dialog .field").fill("Sunday")
    for name in ("Ana", "Ben"):
        host.press(host.page.locator("dialog .tick", has_text=name))
    host.page.locator("dialog .button", has_text="Save").evaluate(TWICE)
    host.press(host.page.locator("dialog .answer", has_text="Sunday"))
    assert not host.page.evaluate("said.some((one) => one.includes('already'))"), "the first tap has saved it"
    dialog(host, "Delete this group")
    host.sees("Sunday is deleted.")
    assert host.page.locator("dialog .answer").count() == 0
    dialog(host, "Undo")
    host.page.locator("dialog .answer", has_text="Sunday").wait_for()


def test_a_persons_page_has_a_streak_the_last_results_and_a_curve(serve: Any, phone: Any) -> None:
    """Ana wins by 5 to 4, loses by 7 to 8, and wins by 9 to 4."""
    table, ana = in_lobby(serve, phone)

    def farms() -> None:
        for points in ((5, 4), (7, 8), (9, 4)):
            setup = Setup(people("Ana", "Ben"), {}, Sheet("Farms", rounds=1).to_json())
            opened = table.serving.library.start("score_sheet", setup)
            for seat in (0, 1):
                opened.answer(f"Score/{seat}", points[seat])
        table.serving.server.handler.look()
    table.call(farms)
    ana.page.set_viewport_size({"width": 320, "height": 640})
    ana.tap("History")
    dialog(ana, "People and statistics")
    person(ana, "Ana")
    seen = ana.page.locator("dialog .numbers > div").all_inner_texts()
    assert [" ".join(text.split()) for text in seen] == [
        "plays 3", "won 2", "of plays won 67%", "best winning streak 1"]
    assert ana.page.locator("dialog .results li").count() == 3
    assert ana.page.locator("dialog .results .other").count() == 1
    curve = ana.page.locator("dialog svg.curve")
    assert curve.get_attribute("aria-label") == "Points per play; the dashes show the average: 5, 7, 9"
    assert curve.locator("circle").count() == 3
    assert ana.page.evaluate(TOO_WIDE) <= 0
    assert faults(ana) == []

"""The page without the app: boxes, colours, past plays, people, rules and tools."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.boxes.code import LINK
from companion.core.files import BoxFile, dump
from companion.core.registry import find_games
from companion.core.set_aside import SetAside
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.store.rows import Trouble
from tests.web import test_lobby as lobby
from tests.web.table import read_qr, until_so
from tests.web.test_lobby import begin

pytestmark = pytest.mark.slow
PART = 4000
"""Letters of a file in one request, as in host/desk.js."""


def in_lobby(serve: Any, phone: Any) -> tuple[Any, Any]:
    table = serve("")
    host = phone(table)
    host.page.goto(table.url)
    host.tap("Go on")
    host.sees("Which box is on the table?")
    return table, host


def choose(host: Any, game: str) -> None:
    lobby.choose(host, game)
    lobby.open_boxes(host)


def boxes(table: Any, game: str) -> list[Any]:
    found: list[Any] = table.call(lambda: table.serving.library.boxes(game))
    return found


def test_tiles_are_painted_in_the_page_and_the_next_play_is_on_that_box(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    choose(host, "Windward")
    host.tap("Enter my own box")
    host.sees("What is on this tile?")
    host.page.locator(".pill", has_text="Gas pocket").tap()
    host.page.locator(".cell").nth(2).click()  # row 2, second hex
    host.page.locator("main .key", has_text="B").tap()
    host.page.locator(".pill", has_text="Red start").tap()
    host.page.locator(".cell").nth(0).click()
    host.tap("Undo")
    host.page.locator(".cell").nth(0).click()
    host.page.locator(".pill", has_text="Ship").tap()
    host.page.get_by_role("button", name="More: Gas slots").tap()
    host.page.get_by_placeholder("My box").fill("Ana's box")
    host.page.locator(".button", has_text="Save this box").evaluate("(one) => { one.click(); one.click(); }")
    host.hears("Saved. It is used for the next play.")
    host.page.evaluate("line_")
    assert not host.page.evaluate("said.some((one) => one.includes('already'))"), "the first tap has saved it"
    row, = boxes(table, "windward")
    assert row.name == "Ana's box" and row.box["large"]["tiles"]["A"] == [".", ".G", "...", "....", "....."]
    assert row.box["large"]["tiles"]["B"][0] == "R" and row.box["board"]["gas_slots"] == 5
    assert "large.A" not in row.box["guessed"] and "large.C" in row.box["guessed"]
    begin(host, "Windward", "Ana", "Ben")
    host.choose("Only this phone")
    box = table.call(lambda: table.serving.table.opened.play.setup.box)
    assert box["large"]["tiles"]["A"] == row.box["large"]["tiles"]["A"] and box["board"]["gas_slots"] == 5


@pytest.mark.thorough
def test_a_finger_paints_all_cells_that_it_passes_and_one_undo_takes_them_back(serve, phone) -> None:
    _, host = in_lobby(serve, phone)
    host.page.set_viewport_size({"width": 360, "height": 640})
    choose(host, "Windward")
    host.tap("Enter my own box")
    host.page.locator(".pill", has_text="Gas pocket").tap()
    brush, tiles = host.boxes("main .pill:has(.swatch)")[-1], host.boxes(".tilemap")[0]
    assert brush["bottom"] <= tiles["top"], "brushes above"
    host.page.locator(".tilemap").scroll_into_view_if_needed()
    gas = host.page.locator(".cell[aria-label^='Gas pocket']")
    before = gas.count()
    cells = host.page.locator(".cell")
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
               for box in (cells.nth(at).bounding_box() for at in (10, 11, 12))]
    host.page.mouse.move(*middles[0])
    host.page.mouse.down()
    for middle in middles[1:]:
        host.page.mouse.move(*middle, steps=4)
    host.page.mouse.up()
    assert gas.count() == before + 3 and host.page.evaluate("tableside.editing.undo.length") == 1
    host.tap("Undo")
    assert gas.count() == before
    assert host.page.evaluate("document.documentElement.scrollWidth") <= 360 and host.errors == []


GAS = "main [aria-label='Gas pocket, 2/2']"


def paint_gas(host: Any) -> None:
    host.page.locator(".pill", has_text="Gas pocket").tap()
    host.page.locator(".cell").nth(2).click()  # row 2, second hex
    host.page.locator(GAS).wait_for()


@pytest.mark.thorough
def test_painting_survives_a_reload_and_never_mind_until_it_is_saved_or_discarded(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    choose(host, "Windward")
    host.tap("Enter my own box")
    host.sees("What is on this tile?")
    host.tap("Never mind")  # nothing is painted: no question
    host.sees("Who plays Windward?")
    host.tap("Enter my own box")
    paint_gas(host)
    host.page.get_by_placeholder("My box").fill("Ana's box")
    host.page.reload()
    host.sees("Your unsaved changes are back.")
    host.page.locator(GAS).wait_for()
    assert host.page.get_by_placeholder("My box").input_value() == "Ana's box"
    host.tap("Never mind")
    host.sees("Save your changes?")
    host.tap("Keep them for later")
    host.sees("Who plays Windward?")  # the form of the same game
    host.page.reload()
    host.sees("Which box is on the table?")
    choose(host, "Windward")
    host.tap("Enter my own box")
    host.page.locator(GAS).wait_for()
    host.tap("Discard them")
    host.page.locator(GAS).wait_for(state="detached")
    host.tap("Undo")
    host.page.locator(GAS).wait_for()
    host.tap("Never mind")
    host.page.locator("dialog").get_by_role("button", name="Save this box").tap()
    host.hears("Saved. It is used for the next play.")
    row, = boxes(table, "windward")
    assert row.box["large"]["tiles"]["A"][1] == ".G"
    host.tap("Enter my own box")
    host.sees("What is on this tile?")
    assert not host.page.locator(GAS).count() and "Your unsaved changes" not in host.page.inner_text("main")
    host.tap("Never mind")
    host.tap("Edit")
    host.page.locator(GAS).wait_for()
    host.tap("Clear")
    host.tap("Never mind")
    host.tap("Discard them")
    host.tap("Edit")
    host.page.locator(GAS).wait_for()
    assert boxes(table, "windward") == [row]


@pytest.mark.thorough
def test_the_host_closes_the_notice_of_a_repair(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    store = table.serving.library.store
    store.trouble = Trouble(say("Your plays were damaged."), writable=True)
    table.call(table.serving.server.handler.look)
    host.sees("Your plays were damaged.")
    host.tap("Close")
    host.until("!S.host.trouble")
    assert store.trouble is None and "Your plays were damaged." not in host.page.inner_text("main")


@pytest.mark.thorough
def test_the_six_tiles_of_a_row_stand_side_by_side_on_a_small_phone(serve, phone) -> None:
    _, host = in_lobby(serve, phone)
    host.page.set_viewport_size({"width": 360, "height": 640})
    choose(host, "Windward")
    host.tap("Enter my own box")
    host.sees("What is on this tile?")
    tiles = host.boxes("main .keys.six .key")[:6]
    host.page.set_viewport_size({"width": 412, "height": 839})
    assert all(one["x"] + one["width"] <= two["x"] for one, two in pairwise(tiles))
    assert tiles[-1]["x"] + tiles[-1]["width"] <= 360 - 12, "inside the page's margin"


@pytest.mark.thorough
def test_a_browser_that_keeps_nothing_asks_before_it_leaves_the_painting(serve, phone) -> None:
    _, host = in_lobby(serve, phone)
    choose(host, "Windward")
    host.tap("Enter my own box")
    host.page.evaluate("void (Storage.prototype.setItem = () => { throw new Error('full'); })")
    paint_gas(host)
    asked: list[str] = []
    host.page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    host.page.reload()
    assert asked == ["beforeunload"]


@pytest.mark.thorough
def test_a_draft_of_another_form_or_of_a_deleted_box_stays_outside(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    library, starter = table.serving.library, find_games().games["windward"].boxes.starter()
    row = table.call(lambda: library.save_box("windward", "Friday's box", starter)[0])
    table.call(table.serving.server.handler.look)
    choose(host, "Windward")
    for which, name in (("new", ""), (str(row.id), "An older box")):
        host.page.evaluate("([which, name]) => localStorage.setItem('tableside.draft.windward.' + which, "
                           "JSON.stringify({of: JSON.stringify([name, []]), name, box: {}}))", [which, name])
    for button in ("Enter my own box", "Edit"):
        host.tap(button)
        host.sees("What is on this tile?")
        assert "Your unsaved changes" not in host.page.inner_text("main")
        host.tap("Never mind")
        host.sees("Who plays Windward?")
    assert host.page.evaluate("tableside.form.box") is None and boxes(table, "windward") == [row]


@pytest.mark.thorough
def test_a_draft_that_an_earlier_version_kept_breaks_no_page(serve, phone) -> None:
    _, host = in_lobby(serve, phone)
    choose(host, "Windward")
    host.tap("Enter my own box")
    paint_gas(host)
    host.page.evaluate("""() => {
        const {box, ...rest} = JSON.parse(localStorage['tableside.draft.windward.new']);
        localStorage['tableside.draft.windward.new'] = JSON.stringify({...rest, copy: box});
    }""")
    host.page.reload()
    host.sees("What is on this tile?")
    assert "Your unsaved changes" not in host.page.inner_text("main")


@pytest.mark.thorough
def test_a_deleted_box_comes_back(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    library, starter = table.serving.library, find_games().games["windward"].boxes.starter()
    row = table.call(lambda: library.save_box("windward", "Friday's box", starter)[0])
    table.call(table.serving.server.handler.look)
    choose(host, "Windward")
    host.tap("Edit")
    host.sees("What is on this tile?")
    save, = host.boxes("main .first")
    delete, = host.boxes("main .apart")
    assert delete["y"] - save["y"] - save["height"] > 40, "no slip of a thumb"
    host.tap("Delete this box")
    host.sees("Who plays Windward?")
    assert boxes(table, "windward") == []
    host.page.reload()
    choose(host, "Windward")
    host.tap("Friday's box is deleted. Undo")
    host.until("document.querySelector('select[name=box]').value.includes('Friday')")
    back, = boxes(table, "windward")
    assert (back.id, back.name, back.box) == (row.id, row.name, row.box)
    assert not host.page.get_by_text("is deleted").count()


def friends_code(library: Any) -> str:
    mine = {**find_games().games["windward"].boxes.starter(), "battle_die": [1] * 6}
    row = library.save_box("windward", "Friday's box", mine)[0]
    code: str = library.box_code(row.id)
    library.delete_box(row.id)
    return code


@pytest.mark.thorough
def test_a_box_is_entered_after_a_play_and_the_form_is_there_again(serve, phone, tmp_path: Path) -> None:
    table = serve("pebbles", "Ana", "Ben")
    ana = phone(table, "Ana")
    ana.robot(1)
    ana.until("S.table.state === 'over'")
    ana.page.evaluate("robot.rest().then(() => sheet.close())")
    ana.page.locator("main").get_by_role("button", name="New play").tap()
    choose(ana, "Windward")
    ana.tap("Enter my own box")
    paint_gas(ana)  # a tap that fails if the sheet covers the editor
    ana.tap("Save this box")
    ana.until("document.querySelector('main.home select[name=box]')?.value.includes('My box')")
    row, = boxes(table, "windward")
    ana.tap("Edit")
    ana.tap("Delete this box")
    ana.tap("My box is deleted. Undo")
    ana.until("document.querySelector('select[name=box]').value.includes('My box')")
    assert [one.box for one in boxes(table, "windward")] == [row.box]
    code = table.call(lambda: friends_code(table.serving.library))
    ana.tap("Enter a friend’s code")
    ana.page.get_by_label("Box code").fill(code)
    ana.tap("Use this box")
    ana.hears("Friday's box is in My boxes.")
    ana.until("document.querySelector('select[name=box]')?.value.includes('Friday')")
    file = tmp_path / "box.json"
    sunday = BoxFile("windward", "Sunday's box", {**row.box, "battle_die": [2] * 6})
    file.write_text(dump(sunday), encoding="utf-8")
    with ana.page.expect_file_chooser() as chooser:
        ana.tap("Import a file")
    chooser.value.set_files(file)
    ana.until("document.querySelector('select[name=box]').value.includes('Sunday')")


@pytest.mark.thorough
def test_streets_are_entered_in_the_page(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    choose(host, "Winter Tales")
    host.tap("Enter my own box")
    host.tap("Add a location")
    host.page.locator(".streets").click(position={"x": 150, "y": 40})
    host.page.locator("dialog input").fill("Mill Pond")
    host.page.locator("dialog .first").tap()
    host.page.get_by_role("button", name="Mill Pond").click()
    host.tap("Join")
    host.page.get_by_role("button", name="Oaks Park", exact=True).click()
    host.page.locator("main .pill", has_text="Memories").tap()
    host.page.locator("main .key", has_text="3").tap()
    host.tap("Save this box")
    host.hears("Saved. It is used for the next play.")
    row, = boxes(table, "winter_tales")
    assert row.box["locations"][-1]["id"] == "mill_pond" and row.box["icons"] == [3]
    assert row.box["plazas"][-1]["ends"] == ["mill_pond", "oaks_park"]


@pytest.mark.thorough
def test_streets_are_dragged_from_house_to_house_in_the_page(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    choose(host, "Winter Tales")
    host.tap("Enter my own box")
    for _ in range(2):  # the second time is a twin
        for step, place in (("down", "oaks_park"), ("up", "winter_prison")):
            dot, = host.boxes(f"[data-place={place}]")
            host.page.mouse.move(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
            getattr(host.page.mouse, step)()
    host.hears("A plaza between these two is there already.")
    host.tap("Save this box")
    host.hears("Saved. It is used for the next play.")
    row, = boxes(table, "winter_tales")
    assert [one["ends"] for one in row.box["plazas"][2:]] == [["oaks_park", "winter_prison"]]
    assert row.box["locations"] == find_games().games["winter_tales"].boxes.starter()["locations"]


@pytest.mark.thorough
def test_the_newest_box_is_used_a_file_comes_in_and_colours_are_tapped(serve, phone, tmp_path: Path) -> None:
    table, host = in_lobby(serve, phone)
    starter = find_games().games["windward"].boxes.starter()
    mine = {**starter, "name": "Mine", "battle_die": [1, 1, 1, 1, 1, 1]}
    table.call(lambda: table.serving.library.save_box("windward", "Friday's box 🎲", mine))
    text = table.call(lambda: table.serving.library.export_box(table.serving.library.boxes("windward")[0].id))
    spaces = " " * (PART - 1 - text.index("🎲"))
    text = text.replace('"Friday', f'{spaces}"Friday')  # a part ends in the middle of it
    table.call(lambda: table.serving.library.delete_box(table.serving.library.boxes("windward")[0].id))
    file = tmp_path / "box.json"
    file.write_text(text, encoding="utf-8")
    assert len(text) > PART
    choose(host, "Windward")
    with host.page.expect_file_chooser() as chooser:
        host.tap("Import a file")
    chooser.value.set_files(file)
    host.hears("New in this file: 1 box")
    lobby.seat(host, "Ana", "Ben")
    host.page.locator(".seats .who", has_text="Ember").tap()
    host.page.get_by_role("button", name="Sun, triangle").tap()
    host.page.locator(".seats .who", has_text="Sun").wait_for()
    host.until("document.querySelector('select[name=box]').innerText.includes('Friday')")
    assert host.page.get_by_text("The White's speed").count() == 0, "an option of another mode"
    lobby.start(host)
    host.choose("Only this phone")
    setup = table.call(lambda: table.serving.table.opened.play.setup)
    assert setup.box["battle_die"] == [1] * 6 and [one.colour for one in setup.people] == [2, 1]


@pytest.mark.thorough
def test_a_past_play_is_read_saved_and_put_on_the_table_again(serve, phone) -> None:
    table = serve("pebbles", "Ana", "Ben")
    ana = phone(table, "Ana")
    ana.robot(1)
    ana.until("S.table.state === 'over'")
    ana.page.evaluate("robot.rest().then(() => sheet.close())")
    ana.page.locator("main").get_by_role("button", name="History").tap()
    ana.page.locator("dialog .answer", has_text="Pebbles").tap()
    ana.page.locator("dialog .told-text", has_text="Ana").wait_for()
    with ana.page.expect_download() as saved:
        ana.tap("Save as a file")
    assert "tableside-" in Path(saved.value.path()).read_text(encoding="utf-8")[:60]
    ana.tap("Back")
    ana.tap("People and statistics")
    ana.page.locator("dialog .answer:has(.t)", has_text="Ana").tap()
    ana.page.locator("dialog").get_by_text("1 play, ").first.wait_for()
    ana.tap("Back")
    ana.tap("Back")
    with ana.page.expect_download() as everything:
        ana.tap("Export everything")
    assert '"Ben"' in Path(everything.value.path()).read_text(encoding="utf-8")
    library = table.serving.library
    table.call(lambda: library.delete(library.start("pebbles", Setup(people("Ana", "Ben"))).id))
    ana.tap("People and statistics")
    ana.tap("Back")
    ana.page.locator("dialog").get_by_text("One play in the trash stays on this device.").wait_for()
    ana.page.locator("dialog .answer", has_text="Pebbles").tap()
    ana.tap("Put it on the table")
    ana.until("S.table.state === 'over'")


@pytest.mark.thorough
def test_a_play_that_was_set_aside_is_tried_again(serve, phone) -> None:
    table = serve("pebbles", "Ana", "Ben")
    ana = phone(table, "Ana")
    ana.robot(1)
    ana.until("S.table.state === 'over'")
    ana.page.evaluate("robot.rest().then(() => sheet.close())")

    def put_aside() -> None:
        library = table.serving.library
        (table.home / "set_aside.txt").write_text(f"play {library.plays()[0].uid}", encoding="utf-8")
        library.set_aside = SetAside(table.home)
    table.call(put_aside)
    ana.page.locator("main").get_by_role("button", name="History").tap()
    ana.page.locator("dialog .answer", has_text="Pebbles").tap()
    ana.page.locator("dialog").get_by_text("so this play is set aside").wait_for()
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)
    ana.page.route("**/do", hold, times=1)
    ana.tap("Try again")
    until_so(lambda: held or ana.page.evaluate("0"), "the request")
    ana.page.locator("main").get_by_role("button", name="History").tap()  # before the play is back
    held[0].continue_()
    ana.page.locator("dialog .answer", has_text="Pebbles").tap()
    ana.page.locator("dialog").get_by_role("button", name="Put it on the table").wait_for()
    assert not (table.home / "set_aside.txt").exists()


@pytest.mark.thorough
def test_back_to_a_line_of_the_log_rules_with_search_and_what_lies_where(serve, phone) -> None:
    table = serve("windmill", "Ana", "Ben", "Cleo")
    ana = phone(table, "Ana")
    ana.robot(4)
    ana.until("robot.told.answered > 5")
    ana.page.evaluate("robot.rest()")
    before = table.call(table.serving.table.opened.play.position)
    ana.page.evaluate("sheet.close()")
    ana.tap("Host")
    ana.page.locator("dialog").get_by_role("button", name="Rules").tap()
    ana.page.locator("dialog .chip").first.wait_for()
    ana.page.locator("dialog input[type=search]").fill("points")
    ana.page.keyboard.press("Enter")
    ana.page.locator("dialog .card", has_text="points").first.wait_for()
    ana.tap("Close")
    ana.tap("Host")
    ana.tap("Lay it out again")
    ana.page.locator("dialog summary").first.tap()
    ana.page.locator("dialog input[type=checkbox]").first.check()
    ana.tap("Close")
    ana.tap("Host")
    ana.page.locator("dialog").get_by_role("button", name="Tools").tap()
    ana.page.get_by_role("button", name="Roll dice: 3").tap()
    ana.page.locator("output.tool", has_text="=").wait_for()
    ana.page.get_by_role("button", name="d100", exact=True).tap()
    ana.page.get_by_role("button", name="Roll dice: 6").tap()
    ana.until("(([all, sum]) => { const dice = all.split(/ +/); return dice.length === 6"
              " && dice.every((one) => one >= 1 && one <= 100) && eval(dice.join('+')) === +sum; })"
              "(document.querySelector('.tool').innerText.split(/ +=/))")
    ana.page.get_by_role("button", name="Toss a coin").tap()
    ana.page.locator("output.tool .landed", has_text=re.compile("^(Heads|Tails)$")).wait_for()
    ana.tap("Close")
    ana.page.evaluate("import('/guest/log.js').then((one) => one.wholeLog())")
    ana.page.locator("dialog .log .pill").nth(1).tap()
    ana.until("S.table.undone || sheet.innerText.includes('Undo it anyway')")
    if ana.page.evaluate("sheet.open"):
        ana.tap("Undo it anyway")
    ana.until("S.table.undone")
    assert table.call(table.serving.table.opened.play.position) < before


@pytest.mark.thorough
def test_a_box_is_shared_as_a_code_and_taken_in_by_a_field_or_a_link(serve, phone) -> None:
    table, host = in_lobby(serve, phone)
    library = table.serving.library
    code = table.call(lambda: friends_code(library))
    choose(host, "Windward")
    host.tap("Enter a friend’s code")
    host.page.get_by_label("Box code").fill(code[:-1] + ("Z" if code[-1] == "Y" else "Y"))
    host.tap("Use this box")
    host.hears("This code isn't right.")
    host.tap("Enter a friend’s code")
    host.page.get_by_label("Box code").fill(code.lower())
    host.tap("Use this box")
    host.hears("Friday's box is in My boxes.")
    host.until("document.querySelector('select[name=box]').innerText.includes('Friday')")
    host.tap("Share this box")
    host.sees(code.replace("-", " "))
    assert read_qr(Image.open(BytesIO(host.page.locator(".qr").screenshot()))) == LINK + code
    row, = boxes(table, "windward")
    assert row.box["battle_die"] == [1] * 6
    table.call(lambda: library.delete_box(row.id))
    host.page.goto(f"{table.url}&box={code}")
    host.page.reload()
    host.hears("Friday's box is in My boxes.")
    assert len(boxes(table, "windward")) == 1 and "box=" not in host.page.url


@pytest.mark.thorough
def test_about_names_the_licences_and_shows_all_notices(serve, phone) -> None:
    host = phone(serve("toy", "Ana", "Ben"), "Ana")
    host.tap("Host")
    host.tap("About and licences")
    host.sees("Free software under the MIT licence.")
    host.tap("All licences")
    host.press(host.page.locator("summary", has_text="Vollkorn"))
    host.sees("SIL OPEN FONT LICENSE")

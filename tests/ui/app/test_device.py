"""What a machine does to the running app: sleep, lost pictures, a keyboard, files, keys."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.texture import Texture

from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.score_sheet import game as score_sheet
from companion.games.windmill import game as windmill
from companion.testing.recording import recording_machine
from companion.ui.screens.file_exchange import hand_out, take_file
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.sheet import open_name
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, Start
from tests.ui.toy import toy

ROOT = Path(__file__).resolve().parents[3]


# Sleep

RESUME = '''
from companion.touches.offscreen import PHONE
import ctypes, re, sys
from pathlib import Path
from companion.core.setup import Setup, people
from companion.testing.recording import recording_machine
from companion.ui.app.tableside import TablesideApp
from companion.touches.driver import AppDriver

ports = recording_machine()
ports.system_theme.dark = False
app = TablesideApp(store=Path(sys.argv[1]), ports=ports)
drive = AppDriver(app, PHONE, on_time=ports.clock.advance).start()
app.go("table", opened=app.library.start("windward", Setup(people("Ana", "Ben", "Cleo"))))
drive.advance(1)

library = next(re.findall(r"\\S*/libSDL2-2\\S*", line)[0] for line in open("/proc/self/maps") if "/libSDL2-2" in line)
sdl = ctypes.CDLL(library)
sdl.SDL_GL_GetCurrentWindow.restype = sdl.SDL_GL_GetCurrentContext.restype = ctypes.c_void_p
sdl.SDL_GL_MakeCurrent.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
window, context = sdl.SDL_GL_GetCurrentWindow(), sdl.SDL_GL_GetCurrentContext()

app.on_pause()
assert sdl.SDL_GL_MakeCurrent(window, None) == 0
ports.system_theme.dark, ports.insets.edges = True, (0, 84, 0, 63)  # sunset, and the phone was turned
app.on_resume()
assert sdl.SDL_GL_MakeCurrent(window, context) == 0  # SDL gives the graphics back after it has told us
drive.advance(0.5)
print(app.look.theme, app.page.insets, "restart" in str(ports.calls))
'''


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="takes SDL's library from the maps of the process")
def test_a_resume_before_the_graphics_are_back_draws_nothing_until_they_are(tmp_path: Path) -> None:
    """The real order of SDL on Android: told first, given the context back after. In a process of its own: the old way
    ended it."""
    done = subprocess.run([sys.executable, "-c", RESUME, str(tmp_path / "t.db")], cwd=ROOT, capture_output=True,
                          encoding="locale", timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
    assert done.stdout.splitlines()[-1] == "dark (0.0, 84.0, 0.0, 63.0) False"


@pytest.mark.thorough
def test_going_to_sleep_again_before_the_next_frame_does_nothing_yet(start: Start) -> None:
    ports = recording_machine()
    drive = start(games=[toy("who")], ports=ports)
    ports.system_theme.dark = not drive.app.look.dark
    before = drive.app.look
    drive.app.on_resume()
    drive.app.on_pause()
    drive.advance(frames=3)
    assert drive.app.look is before


@pytest.mark.thorough
def test_a_half_typed_number_stays_when_the_phone_turns_dark(at_table: Start) -> None:
    """Redrawing the page for the dark theme used to lose the number."""
    ports = recording_machine()
    drive = at_table(score_sheet, players=3, ports=ports)
    drive.tap(drive.app.page.panel.answer_panel.pad.keys["7"])
    page, ports.system_theme.dark = drive.app.page, not drive.app.look.dark
    drive.app.on_pause()
    drive.app.on_resume()
    drive.advance(0.3)
    assert drive.app.page is not page and drive.app.page.panel.answer_panel.pad.typed == "7"


@pytest.mark.thorough
def test_a_phone_locked_for_three_minutes_comes_back_to_the_games_table(at_table: Start) -> None:
    """Kivy's pause loop draws no frame; a watchdog once blamed the game for that, and took its stage away."""
    ports = recording_machine()
    drive = at_table(windmill, ports=ports)
    page, opened = drive.app.page, drive.app.page.controller.opened
    opened.answer("Oldest/table", 0)
    drive.advance(1.0)
    drive.tap("Start")
    drive.advance(1.0)
    stage, question, headline = page.stage, page.situation.question.key(), page.panel.headline.text
    timer = page.controller.timer
    left = opened.timers.left(timer)

    def pause_loop(_: float) -> None:
        for _ in range(30):
            time.sleep(0.01)
        ports.clock.advance(180)
    drive.app.on_pause()
    Clock.schedule_once(pause_loop, 0)
    drive.app.on_resume()
    drive.advance(1.0)
    assert page.stage is stage and not isinstance(stage, GenericStage)
    assert (page.situation.state, page.situation.question.key()) == ("question", question)
    assert page.panel.headline.text == headline
    assert opened.timers.left(timer) == pytest.approx(left - 181, abs=1)


def lose_pictures(app: Any) -> None:
    """As in a new context: the number of our texture means nothing there."""
    app.device.sentinel = Texture.create(size=(1, 1))  # a number, but nothing was ever uploaded under it


def test_a_lost_context_starts_the_app_again_at_the_same_question(at_table: Start, start: Start) -> None:
    ports = recording_machine()
    drive = at_table(toy("who", "dice"), ports=ports)
    opened = drive.app.visits[-1].args["opened"]
    drive.app.on_pause()
    drive.app.on_resume()
    drive.advance(frames=2)
    assert ("restart",) not in ports.calls, "nothing was lost"
    asked = [question.key() for question in opened.play.open()]
    lose_pictures(drive.app)
    drive.app.on_pause()
    drive.app.on_resume()
    drive.advance(frames=2)
    assert ports.calls.count(("restart",)) == 1
    home = drive.app.home
    drive.stop()
    assert (home / "return-to").read_text(encoding="utf-8") == str(opened.id)

    from companion.core.registry import Found
    from companion.touches.driver import AppDriver
    from companion.ui.app.tableside import TablesideApp
    game = toy("who", "dice")
    fresh = AppDriver(TablesideApp(store=drive.app.store_path, ports=recording_machine(),
                                   found=Found({game.facts.id: game})), PHONE).start()
    try:
        assert [visit.name for visit in fresh.app.visits] == ["library", "table"]
        again = fresh.app.visits[-1].args["opened"]
        assert [question.key() for question in again.play.open()] == asked
        assert not (home / "return-to").exists()
    finally:
        fresh.stop()


@pytest.mark.thorough
def test_no_observer_waits_for_what_never_comes() -> None:
    """Kivy tells nobody on a phone that the context was lost: an observer of it would be a false comfort."""
    found = [path for path in (ROOT / "companion").rglob("*.py") if "add_reload_observer" in path.read_text("utf-8")]
    assert found == []


# The keyboard

UPRIGHT, LYING = 0.45, 0.6  # of the screen: what a phone's keyboard takes


def lowest_field(drive: Any, place: str) -> Any:
    """A page with a field as low as that page has one."""
    if place == "sheet":
        open_name(drive.app, drive.app.look, say("Name this copy"), "", say("Done"), lambda name: None)
    elif place == "new play":
        drive.app.go("new_play", game="windmill")
        drive.advance(0.5)
        for name in ("Ana", "Ben", "Cleo", "Dev"):
            drive.app.page.entry.typing.text = name
            drive.app.page.entry.typing.dispatch("on_text_validate")
            drive.advance(0.2)
        drive.app.page.entry.focus(False)
    else:
        opened = drive.app.library.start("toy", Setup(people("Ana", "Ben", "Cleo")))
        drive.app.go("table", opened=opened)
    drive.advance(0.5)
    return min(drive.all(cls=TextEntry), key=lambda one: one.to_window(*one.pos)[1])


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL, LANDSCAPE], ids=["phone", "small phone", "landscape"])
@pytest.mark.parametrize("place", ["sheet", "new play", "note at the table"])
def test_the_field_somebody_types_in_stays_above_the_keyboard(start: Start, size: tuple[int, int], place: str) -> None:
    """Before the keyboard comes the field lies where it will be: without making room it would be covered."""
    ports = recording_machine()
    drive = start(games=[toy("note", "ready"), windmill], ports=ports, size=size)
    high = int(size[1] * (UPRIGHT if size[1] > size[0] else LYING))
    field = lowest_field(drive, place)
    drive.scroll_to(field)
    assert field.to_window(*field.pos)[1] < high, "this would prove nothing: no keyboard reaches the field"
    field.focus()
    drive.advance(0.3)
    ports.insets.covered = high
    drive.advance(0.5)
    low, line = field.to_window(*field.pos)[1], field.typing.to_window(*field.typing.cursor_pos)[1]
    assert low >= high or line - field.typing.line_height >= high, f"it lies at {low:.0f}, the keyboard reaches {high}"
    assert line <= size[1], "the line that is written is cut off above"
    field.focus(False)
    drive.advance(0.5)
    assert drive.app.page.insets[3] == 0, "the keyboard is gone, and its room is free again"


# Files

def exported_play(start: Start) -> str:
    drive = start(games=[toy("who")])
    opened = drive.app.library.start(drive.app.found.games[next(iter(drive.app.found.games))].facts.id,
                                     Setup(people("Ana", "Ben", "Cleo")))
    text = drive.app.library.files.export_play(opened.id)
    drive.stop()
    return str(text)


def test_a_file_dropped_on_the_window_is_taken_in(start: Start, tmp_path: Path) -> None:
    text = exported_play(start)
    drive = start(games=[toy("who")])
    assert drive.app.library.plays() == []
    path = tmp_path / "Ana’s play.json"
    path.write_text(text, encoding="utf-8")
    Window.dispatch("on_drop_file", str(path).encode(), 10, 10)
    drive.advance(2)
    assert drive.says("New in this file: 1 play.") and not drive.app.library.plays()
    drive.tap("Import it")
    drive.advance(2)
    assert len(drive.app.library.plays()) == 1
    assert drive.says("The play is in the library")
    assert drive.app.visits[-1].name == "library"


@pytest.mark.parametrize("content", [b"\xff\xfe no text", b"", b"{}", json.dumps({"format": "other"}).encode()])
def test_a_file_that_is_none_of_ours_is_one_sentence(start: Start, tmp_path: Path, content: bytes) -> None:
    drive = start(games=[toy("who")])
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    before = len(drive.texts())
    Window.dispatch("on_drop_file", str(path).encode(), 10, 10)
    drive.advance(0.5)
    assert drive.app.library.plays() == []
    assert len(drive.texts()) > before, "it says why"


def test_a_file_from_another_app_arrives(start: Start) -> None:
    text = exported_play(start)
    ports = recording_machine()
    drive = start(games=[toy("who")], ports=ports)
    ports.documents.take(text.encode())
    drive.advance(2)
    drive.tap("Import it")
    drive.advance(2)
    assert len(drive.app.library.plays()) == 1


# Keys and bars

@sampled("key", [282, 63])
def test_the_keys_are_told_by_a_sheet(start: Start, key: int) -> None:
    drive = start(games=[toy("who")])
    assert drive.key(key)
    drive.advance(0.5)
    assert drive.says("Ctrl Z")
    assert drive.key(27)
    drive.advance(0.5)
    assert not drive.says("Ctrl Z")


@pytest.mark.thorough
def test_a_question_mark_typed_into_a_field_is_only_a_letter(start: Start) -> None:
    drive = start(games=[windmill])
    drive.app.go("new_play", game="windmill")
    drive.advance(0.5)
    drive.find(cls=TextEntry).focus()
    drive.advance(0.2)
    drive.key(63)
    drive.advance(0.5)
    assert drive.app.sheets == []


@pytest.mark.thorough
def test_a_phone_chooses_where_a_file_goes_and_comes_from(start: Start) -> None:
    text = exported_play(start)
    ports = recording_machine()
    ports.documents.chosen = text.encode()
    drive = start(games=[toy("who")], ports=ports)
    hand_out(drive.app, "Ana.json", lambda: text)
    drive.advance(0.5)
    drive.tap("Save it as a file")
    drive.advance(1)
    assert [call[1].name for call in ports.calls if call[0] == "documents.save"] == ["Ana.json"]
    assert drive.says("Saved.")
    take_file(drive.app, say("Import a play"), lambda: None)
    drive.advance(0.5)
    assert not drive.says("Downloads"), "a phone shows no folder to an app"
    drive.tap("Choose a file")
    drive.advance(1)
    drive.tap("Import it")
    drive.advance(1)
    assert len(drive.app.library.plays()) == 1


def test_the_phones_bars_follow_the_theme(start: Start) -> None:
    ports = recording_machine()
    ports.system_theme.dark = False
    drive = start(games=[toy("who")], ports=ports)
    ports.system_theme.dark = True
    drive.app.on_resume()
    drive.advance(frames=2)
    shown = [call[1:] for call in ports.calls if call[0] == "bars.show_on"]
    assert [dark for dark, _ in shown] == [False, True]
    assert all(colour.startswith("#") and len(colour) == 7 for _, colour in shown)


def test_the_voice_is_shut_down_with_the_app(start: Start) -> None:
    ports = recording_machine()
    drive = start(games=[toy("who")], ports=ports)
    drive.app.dispatch("on_stop")
    assert ("speech.close",) in ports.calls

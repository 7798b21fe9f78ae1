"""The real app in a real window, with a mouse and a keyboard: what a newcomer does after `make run`."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mouse.desk import ROOT, Desk, missing

pytestmark = [pytest.mark.slow, pytest.mark.skipif(
    bool(missing()), reason="There is no X server to play in (Debian: apt-get install -y xvfb xdotool).")]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A laptop's screen with the app open on it."""
    made = Desk(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.end()


def set_up(desk: Desk) -> None:
    """Windmill for three, up to the first story, names typed on the keyboard."""
    desk.click("Choose a box")
    desk.click("Windmill", "GameCover")
    desk.says("Add the first player")
    for key, typing in (("Tab", False), ("shift+Tab", True)):  # out of the field and into it again
        desk.key(key)
        desk.wait_for(lambda seen: any(one.get("typing") for one in seen) == typing, f"{key} to move")  # noqa: B023
    for name in ("Ana", "Ben", "Cleo"):
        desk.type(name)
        desk.key("Return")
        desk.wait_for(lambda seen: [one for one in seen if one["kind"] == "SeatRow" and one["text"] == name], name)  # noqa: B023
    desk.key("Return")
    desk.says("Who is the oldest")
    desk.click("Ana", "Tile")


def points(desk: Desk) -> list[str]:
    """The numbers beside the seats, left to right."""
    seen = desk.seen()
    seats = [at for at, one in enumerate(seen) if one["kind"] == "SeatPlace"]
    return [next(one["text"] for one in seen[at + 1:] if one["text"].lstrip("−").isdigit()) for at in seats]


def test_the_window_fits_on_the_screen_and_covers_come_while_the_mouse_rests_in_it(desk: Desk) -> None:
    place = dict(line.split("=") for line in desk.tool("getwindowgeometry", "--shell", desk.window).split())
    assert int(place["X"]) >= 0 and int(place["X"]) + int(place["WIDTH"]) <= 1366
    assert int(place["Y"]) >= 0 and int(place["Y"]) + int(place["HEIGHT"]) <= 768
    desk.click("Choose a box")
    covers = desk.wait_for(lambda seen: [one for one in seen if one["kind"] == "Cover"], "covers")
    assert len(covers) == 6
    desk.point(covers[0]["x"], covers[0]["y"])
    desk.wait_for(lambda _: all(desk.colours(one) >= 20 for one in covers), "a picture on every cover")


@pytest.mark.thorough
def test_a_story_by_mouse_and_keyboard_resized_closed_and_resumed(desk: Desk) -> None:
    """The first answer is a double click, which must not answer the next question, too."""
    set_up(desk)
    desk.click("Start", "PrimaryButton")
    found = desk.wait_for(lambda seen: [one for one in seen if one["text"] == "Card is down"], "Card is down")
    desk.point(found[0]["x"], found[0]["y"])
    desk.look_first()
    desk.tool("click", "--repeat", "2", "--delay", "120", "1")
    desk.says("Ben picks")
    time.sleep(1)
    desk.says("Ben picks")
    desk.resize(900, 600)
    desk.click("Right card")
    desk.says("Ben, tell your story.")
    desk.wait_for(lambda _: points(desk) == ["1", "1", "0"], "one point to guesser and teller (WM-13)")
    desk.click("Undo", "UndoPill")
    desk.says("Ben picks")
    desk.resize(412, 700)
    desk.click("Wrong card")
    desk.says("Cleo picks")
    assert desk.close() == 0
    desk.start()
    desk.click("Resume")
    desk.says("Cleo picks")


def top_of(desk: Desk, text: str) -> int:
    """How far below the window's top a widget stands."""
    return int(next(one["y"] for one in desk.seen() if one["text"] == text))


@pytest.mark.thorough
def test_only_the_left_button_answers_and_the_pointer_shows_what_it_is_over(desk: Desk) -> None:
    set_up(desk)
    start = desk.wait_for(lambda seen: [one for one in seen if one["kind"] == "PrimaryButton"], "Start")[0]
    desk.point(start["x"], start["y"])
    desk.wait_for(lambda seen: [one for one in seen if one.get("over") and one["text"] == start["text"]], "the pointer")
    for button in ("3", "2"):
        desk.tool("click", button)
        time.sleep(0.5)
        assert start["text"] in desk.texts(), "Start still waits"
    desk.point(5, 400)
    desk.wait_for(lambda seen: not any(one.get("over") for one in seen), "the pointer to leave")
    desk.point(start["x"], start["y"])
    desk.tool("click", "1")
    desk.says("Card is down")


@pytest.mark.thorough
def test_long_pages_are_travelled_by_wheel_keys_and_bar_and_fill_the_screen(desk: Desk) -> None:
    desk.click("Choose a box")
    desk.click("Settings", "NavPlace")
    desk.says("High contrast")
    desk.comes_to_rest()
    before = top_of(desk, "Theme")
    desk.point(600, 400)
    desk.tool("click", "--repeat", "2", "--delay", "300", "5")
    desk.wait_for(lambda _: 130 <= before - top_of(desk, "Theme") <= 160, "three lines for each notch")
    desk.key("End")
    desk.wait_for(lambda _: top_of(desk, "About and licences") < 700, "the end")
    desk.key("Home")
    desk.wait_for(lambda _: top_of(desk, "Theme") == before, "the start")
    desk.key("Next")
    desk.wait_for(lambda _: before - top_of(desk, "Theme") > 400, "the next page")
    desk.key("Prior")
    desk.wait_for(lambda _: top_of(desk, "Theme") == before, "the page before")
    scroll = next(one for one in desk.seen() if one["kind"] == "Scroll")
    desk.point(scroll["x"] + scroll["wide"] // 2 - 3, scroll["y"] - scroll["high"] // 2 + 20)
    desk.tool("mousedown", "1")
    desk.tool("mousemove_relative", "0", "150")
    desk.tool("mousemove_relative", "0", "150")
    desk.tool("mouseup", "1")
    desk.wait_for(lambda _: before - top_of(desk, "Theme") > 300, "the list to follow its bar")
    desk.key("F11")
    desk.wait_for(lambda seen: (seen[0]["wide"], seen[0]["high"]) == (1366, 768), "full screen")
    desk.key("F11")
    desk.wait_for(lambda seen: seen[0]["wide"] < 1366, "a window again")


TELL = """
import ctypes, sys
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))
told = sys.argv[1].encode()
x11.XDefaultRootWindow.restype = ctypes.c_ulong
root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
resources, string = ctypes.c_ulong(23), ctypes.c_ulong(31)
x11.XChangeProperty(display, root, resources, string, 8, 0, told, len(told))
x11.XSync(display, 0)
from companion.services.start import desk_scale
print(desk_scale())
"""


@pytest.mark.parametrize(("told", "scale"), [("Xft.dpi:\t144\nXft.hinting:\t1\n", "1.5"),
                                             ("Xft.hinting:\t1\n", "1.0")])
def test_the_scale_is_read_from_the_x_server_itself(tmp_path: Path, told: str, scale: str) -> None:
    """It was read by the program xrdb, which many desktops lack."""
    screen = Desk(tmp_path)
    env = {**os.environ, "DISPLAY": screen.display, "PYTHONPATH": str(ROOT), "PATH": ""}
    env.pop("GDK_SCALE", None)
    try:
        found = subprocess.check_output([sys.executable, "-c", TELL, told], env=env, encoding="utf-8")
    finally:
        screen.end()
    assert found.strip() == scale

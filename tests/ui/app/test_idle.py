"""Idle jobs start after the first frame, run one by one and pause during touches; KivyMD gets our colours."""

from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.input.providers.mouse import MouseMotionEvent
from kivymd.theming import COLOR_NAMES
from kivymd.uix.button import MDButton

from companion.services.start import ASSETS
from companion.testing.recording import SetClock
from companion.ui.drawing.art import REDUCED, art
from companion.ui.speed import idle as idle_module
from companion.ui.speed.idle import PAUSE, SLICE, idle
from companion.ui.theme import tokens
from companion.ui.theme.kivymd_theme import COLOURS
from companion.ui.widgets.displays.covers import GameCover
from tests.ui.conftest import Start
from tests.ui.toy import toy


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """The time that jobs take: what a test says, however busy this machine is."""
    watch = SetClock()
    monkeypatch.setattr(idle_module, "perf_counter", watch.now)
    return watch


def quiet(start: Start) -> Any:
    drive = start(games=[toy()])
    drive.advance(2)  # what the app itself wants to do in advance
    return drive


def test_jobs_wait_for_a_frame_and_long_ones_come_one_by_one(start: Start, watch: SetClock) -> None:
    drive = quiet(start)
    done: list[int] = []

    def long(number: int) -> None:
        watch.advance(SLICE)
        done.append(number)
    for number in range(3):
        idle.later(partial(long, number))
    drive.advance(frames=1)
    assert done == []
    drive.advance(frames=1)
    assert done == [0]
    drive.advance(1)
    assert done == [0, 1, 2]


def test_short_jobs_share_a_moment_and_urgent_ones_come_first(start: Start) -> None:
    drive = quiet(start)
    done: list[str] = []
    idle.later(lambda: done.append("whenever"))
    idle.first([lambda: done.append("soon"), lambda: done.append("then")])
    drive.advance(frames=2)
    assert done == ["soon", "then", "whenever"]


def test_after_an_answer_jobs_wait_until_it_is_shown(start: Start) -> None:
    drive = quiet(start)
    done: list[int] = []
    idle.pause()
    idle.later(lambda: done.append(1))
    drive.advance(frames=2)
    assert done == [] and 2 * drive.FRAME < PAUSE
    drive.advance(PAUSE)
    assert done == [1]


def test_a_games_table_is_prepared_while_the_players_sit_down(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rules, stage and panels are loaded, and its pictures; the editors of its box are not."""
    loaded: list[str] = []
    monkeypatch.setattr(idle_module, "import_module", lambda name: loaded.append(name) or import_module(name))
    drive = start()
    drive.app.go("new_play", game="winter_tales")
    drive.advance(6)
    home = "companion.games.winter_tales"
    stage = f"{home}.screen.stage"
    assert {f"{home}.rules.turns", f"{stage}.stage", f"{stage}.town", f"{home}.screen.panel.cards_panel"} <= set(loaded)
    assert loaded.index(f"{stage}.town") < loaded.index(f"{stage}.stage")
    assert not [name for name in loaded if "editor" in name]
    assert {name for name, _ in art("winter_tales").textures} == set(art("winter_tales").layers)


def test_the_frame_that_opens_a_new_play_does_not_look_through_the_games_folders(
        start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large game has a hundred modules in a dozen folders: reading them took longer than building the page."""
    drive = start()
    drive.advance(2)
    looked: list[str] = []
    monkeypatch.setattr(idle_module, "iter_modules", lambda folders: looked.extend(folders) or iter_modules(folders))
    drive.app.go("new_play", game="winter_tales")
    assert not looked
    drive.advance(0.5)
    assert [folder for folder in looked if folder.endswith("winter_tales/rules")]


def test_nothing_is_done_under_a_finger(start: Start) -> None:
    drive = quiet(start)
    done: list[int] = []
    finger = drive.down(200, 880)
    idle.later(lambda: done.append(1))
    drive.advance(1)
    assert done == []
    finger.touch_up()
    drive.advance(0.2)
    assert done == [1]


def test_the_covers_come_while_a_mouse_hovers_over_them(start: Start) -> None:
    """Kivy keeps the hover event among its touches for as long as the pointer is in the window."""
    hover = MouseMotionEvent("mouse", "hover", (0.5, 0.5), type_id="hover")
    EventLoop.me_list.append(hover)
    drive = start()
    drive.advance(6)
    covers = drive.all(cls=GameCover)
    assert len(covers) > 3 and all(cover.picture.source is not None for cover in covers)
    assert idle.rested(0.0)


def test_a_job_that_fails_does_not_stop_the_others(start: Start) -> None:
    drive = quiet(start)
    done: list[int] = []
    idle.later(lambda: 1 // 0)
    idle.later(lambda: done.append(1))
    drive.advance(0.5)
    assert done == [1]


def test_every_colour_of_kivymd_is_one_of_ours(start: Start) -> None:
    named = [name for names in COLOURS.values() for name in names.split()]
    assert sorted([*named, "shadow", "scrim"]) == sorted(COLOR_NAMES)
    app = start(games=[toy()], settings={"theme": "light"}).app
    app.go("settings")
    assert tuple(app.theme_cls.primaryColor) == tokens.rgba(tokens.LIGHT.primary)
    assert app.theme_cls.theme_style == "Light"
    app.library.set("theme", "dark")
    app.apply_settings()
    assert tuple(app.theme_cls.primaryColor) == tokens.rgba(tokens.DARK.primary)
    assert tuple(MDButton().theme_cls.primaryColor) == tokens.rgba(tokens.DARK.primary)


def test_the_window_has_our_icon(start: Start) -> None:
    assert start(games=[toy()]).app.get_application_icon() == str(ASSETS / "icon.png")


def test_a_reduced_picture_keeps_what_shines_through(start: Start) -> None:
    start(games=[toy()])
    glow = art("shell").texture("glow", whole=True)
    small = art("shell").texture("glow")
    assert small.size == tuple(round(side * REDUCED) for side in glow.size)
    middle, corner = len(small.pixels) // 2 + small.width * 2, 3
    assert small.pixels[corner] == 0 and small.pixels[middle + 3] > 200

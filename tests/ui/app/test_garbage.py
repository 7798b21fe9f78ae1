"""Garbage is collected between two taps, never while an answer is shown; afterwards by Python itself again."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics.texture import Texture

from companion.core.setup import Setup, people
from companion.games.windmill import game as windmill
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app.smoke import play_out
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.art import Art, free_pictures, mask, pictures
from companion.ui.speed.idle import AFTER, PAUSE, REST, WORTH, collector, idle
from tests.ui.conftest import NAMES, Start, share_pictures
from tests.ui.toy import toy

GAMES = ("windmill", "story", "keywords", "windward", "winter_tales")


class Knot:
    """Garbage that only a collection frees."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def as_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(AppDriver, "COLLECTS_AS_ON_A_PHONE", True)
    share_pictures()
    monkeypatch.setattr(Art, "free", Art.free_really)
    yield
    gc.freeze()  # the app has unfrozen what all tests share


@pytest.fixture
def collected() -> Iterator[list[int]]:
    """The generations that were collected, one by one."""
    seen: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop":
            seen.append(info["generation"])
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def settle(drive: AppDriver) -> None:
    """Preparations after the start finish, however slow the machine is."""
    drive.advance(2)
    while idle.waiting:
        drive.advance(0.2)


@pytest.mark.thorough
def test_what_was_left_behind_is_collected_in_an_idle_moment(start: Start, collected: list[int]) -> None:
    drive = start(games=[toy()])
    settle(drive)
    collected.clear()
    left = [Knot() for _ in range(2 * WORTH)]
    assert collected == []
    left.clear()
    drive.advance(0.5)
    assert collected == [1]


@pytest.mark.thorough
def test_no_collection_while_an_answer_is_shown(start: Start, collected: list[int]) -> None:
    drive = start(games=[toy()])
    settle(drive)
    collected.clear()
    kept = [Knot() for _ in range(2 * WORTH)]
    for _ in range(20):  # a quick table
        idle.pause()
        drive.advance(frames=2)
    assert PAUSE > 2 / 30 and collected == [] and kept
    drive.advance(0.5)
    assert collected == [1]


@pytest.mark.thorough
def test_everything_is_looked_through_only_while_the_table_rests(start: Start, collected: list[int]) -> None:
    """A whole collection takes frames. What grew old before it was left behind goes with it."""
    drive = start(games=[toy()])
    settle(drive)
    drive.advance(REST)
    collected.clear()
    old = [Knot() for _ in range(WORTH)]
    for _ in range(AFTER):
        idle.pause()
        left = [Knot() for _ in range(WORTH)]
        drive.advance(0.5)
    gone = weakref.ref(old[0])
    old.clear()
    left.clear()
    assert set(collected) == {1} and len(collected) >= AFTER and gone() is not None
    drive.advance(REST - 1)
    assert 2 not in collected
    drive.advance(1.5)
    assert collected.count(2) == 1 and gone() is None


@pytest.mark.thorough
def test_a_left_table_is_collected_on_the_next_setup_page_and_not_while_its_table_opens(start: Start) -> None:
    """That collection took a frame of 75 to 87 ms: it came after all modules of the game were loaded."""
    drive = start()
    settle(drive)
    drive.app.go("new_play", game="windward")
    assert idle.waiting[0] == collector.renew and len(idle.waiting) > 1


@pytest.mark.thorough
def test_a_play_and_its_pages_are_freed_after_leaving(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AppDriver, "COLLECTS_AS_ON_A_PHONE", False)
    drive = start(games=[windmill])
    left = [weakref.ref(one) for one in _a_whole_play(drive)]
    drive.app.go_home()
    settle(drive)
    gc.collect()
    assert len(left) == 4 and [ref() for ref in left if ref() is not None] == []


def _a_whole_play(drive: AppDriver) -> list[Any]:
    """Table, table mode and result of a finished play. Returns what should be gone."""
    opened = drive.app.library.start("windmill", Setup(people(*NAMES[:3])))
    seen = [opened, drive.app.go("table", opened=opened)]
    drive.advance(0.5)
    play_out(opened)
    for page in ("table_mode", "result"):
        seen.append(drive.app.go_instead(page, opened=opened))
        drive.advance(0.5)
    return seen


def test_afterwards_python_collects_as_before(start: Start) -> None:
    before = gc.get_threshold()
    drive = start(games=[toy()])
    assert gc.get_threshold() != before and gc.get_freeze_count() > 0
    drive.stop()
    assert gc.get_threshold() == before and gc.get_freeze_count() == 0
    drive.start()  # the fixture stops it


@pytest.mark.thorough
def test_a_stopped_app_can_be_freed(tmp_path: Path) -> None:
    """Neither the window, the clock, an animation nor a cache holds on to it: the next app begins with free memory.

    (Kivy itself holds the last text field that was laid out, one, until there is another: so none is opened here.)
    """
    left = [weakref.ref(one) for one in _an_evening(tmp_path)]
    gc.collect()
    assert len(left) == 7 and [ref() for ref in left if ref() is not None] == []


def _an_evening(home: Path) -> list[Any]:
    """Some screens, a sheet and a movement under way; then the app ends. Returns what should be gone."""
    drive = AppDriver(TablesideApp(store=home / "library.db", ports=recording_machine())).start()
    app = drive.app
    seen = [app, app.layers, app.page]
    opened = app.library.start("windmill", Setup(people(*NAMES[:3])))
    seen.append(app.go("table", opened=opened))
    drive.advance(1)
    seen.append(app.go("history"))
    drive.advance(0.2)
    app.back()
    seen.append(app.go("settings"))
    app.back()
    drive.key(9)
    app.page.open_menu()
    seen.append(app.sheets[-1])
    drive.advance(frames=1)
    drive.stop()
    return seen


def large_textures() -> int:
    """Count the textures of pictures, not those of words."""
    gc.collect()
    return sum(thing.width > 100 < thing.height for thing in gc.get_objects() if issubclass(type(thing), Texture))


@pytest.mark.thorough
def test_pictures_of_games_that_are_not_open_are_freed() -> None:
    gc.unfreeze()
    before = large_textures()
    for game in GAMES:
        held = [load() for load in pictures(game)]
        free_pictures({"windmill"})
    assert held
    held.clear()
    free_pictures(())
    assert large_textures() <= before


@pytest.mark.thorough
@pytest.mark.slow
def test_going_round_the_games_leaves_no_pictures_behind(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AppDriver, "COLLECTS_AS_ON_A_PHONE", False)  # frozen textures are in no list
    drive = start()
    plays = [drive.app.library.start(game, Setup(people(*NAMES[:3]), {})).id for game in GAMES]
    counts = []
    for _ in range(3):
        for play in plays:
            drive.app.go("table", opened=drive.app.library.resume(play))
            drive.advance(0.5)
            drive.app.go_home()
            drive.advance(0.2)
        settle(drive)  # pictures still to come are not left behind
        counts.append(large_textures())
    assert counts[2] <= counts[1]


def test_seat_masks_take_little_memory() -> None:
    assert mask(0).size == (192, 192) and mask(0).colorfmt == "luminance_alpha"

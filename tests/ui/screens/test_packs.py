"""Game packs by touches: from the file to the first answer, after a restart, archived; and a refused one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import Found
from companion.services.packs.making import make_pack
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.screens import file_exchange as packs
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.covers import BrokenCover, GameCover
from tests.sampling import sampled
from tests.services.packs.changed import files_of, pebbles, sealed
from tests.ui.conftest import PHONE
from tests.ui.hands import Hands, at_random

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The same phone, started as often as a test likes; ten trial plays instead of a hundred."""
    from companion.ui.app.tableside import TablesideApp
    running: list[AppDriver] = []
    take_in = packs.PackFolder.take_in
    monkeypatch.setattr(packs.PackFolder, "take_in",
                        lambda self, raw, trial, taken: take_in(self, raw, trial, taken, 10))

    def begin() -> AppDriver:
        while running:
            running.pop().stop()
        ports = recording_machine()
        app = TablesideApp(store=tmp_path / "tableside.db", ports=ports, found=Found())
        running.append(AppDriver(app, PHONE, on_time=ports.clock.advance).start())
        return running[0]
    yield begin
    while running:
        running.pop().stop()


def open_pack(drive: AppDriver, raw: bytes) -> Hands:
    hands = Hands(drive)
    drive.app.machine.documents.chosen = raw
    hands.touch("Add a game")
    drive.advance(0.5)
    hands.touch(drive.find("A game pack", ListRow))
    drive.advance(0.5)
    hands.touch("Choose a file")
    drive.advance(0.6)
    return hands


@sampled(("name", "title", "players"), [("pebbles", "Pebbles", 2), ("deckhands", "Deckhands", 3),
                                                       ("sandglass", "Sandglass", 4)])
def test_from_the_file_to_the_first_answers_and_after_a_restart(phone: Any, name: str, title: str,
                                                                players: int) -> None:
    drive = phone()
    hands = open_pack(drive, make_pack(EXAMPLES / f"tableside-{name}")[1])
    assert drive.says("A pack is a program. Add only what you trust")
    hands.touch("Try it and add it")
    for _ in range(60):
        drive.advance(0.5)
        if name in drive.app.found.games:
            break
    assert drive.says(f"{title} is in your library now.")
    begin_and_answer(drive, hands, title, players)
    drive = phone()
    assert title in [game.facts.title for game in drive.app.found.games.values()], "there after a restart"
    hands = Hands(drive)
    hands.touch("Resume") if drive.has("Resume") else drive.app.go("table", opened=drive.app.library.resume(1))
    drive.advance(0.6)
    hands.reply(*at_random_of(hands))


def begin_and_answer(drive: AppDriver, hands: Hands, title: str, players: int) -> None:
    drive.advance(8.0)  # the message goes
    hands.touch(drive.find(lambda one: type(one).__name__ == "GameCover" and one.text == title))
    drive.advance(0.8)
    for person in ("Ana", "Ben", "Cleo", "Dan")[:players]:
        hands.touch(drive.app.page.entry)
        drive.type(person)
        hands.touch(drive.app.page.entry.plus)
    hands.touch(drive.app.page.start)
    drive.advance(0.6)
    assert drive.app.visits[-1].name == "table", drive.texts()
    hands.reply(*at_random_of(hands))


def at_random_of(hands: Hands) -> tuple[Any, Any]:
    from random import Random
    chosen = at_random(Random(3))(hands.play)
    assert chosen is not None
    return chosen


def test_a_pack_that_was_changed_is_refused_with_one_sentence(phone: Any) -> None:
    drive = phone()
    raw = make_pack(EXAMPLES / "tableside-pebbles")[1]
    open_pack(drive, raw[:-30])
    assert drive.says("This file is not a game pack, or it is damaged.") and drive.app.found.games == {}


def until(drive: AppDriver, fits: Callable[[], object]) -> None:
    for _ in range(300):
        drive.advance(0.1)
        if fits():
            return
    raise AssertionError(drive.texts())


@pytest.mark.thorough
def test_a_pack_is_put_away_and_its_plays_stay_kept(phone: Any) -> None:
    drive = phone()
    hands = open_pack(drive, make_pack(EXAMPLES / "tableside-pebbles")[1])
    hands.touch("Try it and add it")
    until(drive, lambda: "pebbles" in drive.app.found.games)
    begin_and_answer(drive, hands, "Pebbles", 2)
    drive.app.go("plugins")
    drive.advance(0.5)
    hands.touch(drive.find("Pebbles", ListRow))
    drive.advance(0.5)
    hands.touch("Remove this pack")
    drive.advance(0.8)
    assert drive.app.found.games == {} and len(drive.app.library.plays()) == 1
    assert not drive.app.library.plays()[0].known, "kept until the game is back"
    drive.advance(8.0)
    add_pebbles(drive, pebbles())
    assert drive.app.library.plays()[0].known, "and there it is again"
    play_on(drive, hands)


def add_pebbles(drive: AppDriver, raw: bytes) -> Hands:
    hands = open_pack(drive, raw)
    before = drive.app.found.games.get("pebbles")
    hands.touch("Try it and add it")
    until(drive, lambda: drive.app.found.games.get("pebbles") not in (None, before))
    return hands


def play_on(drive: AppDriver, hands: Hands) -> None:
    """The play that was left, one answer further."""
    opened = drive.app.library.resume(drive.app.library.plays()[0].id)
    before = opened.play.position()
    drive.app.go("table", opened=opened)
    drive.advance(0.6)
    hands.reply(*at_random_of(hands))
    assert drive.app.page.play.position() == before + 1


@pytest.fixture
def with_pebbles_aside(phone: Any) -> AppDriver:
    drive = phone()
    add_pebbles(drive, pebbles())
    (drive.app.home / "set_aside.txt").write_text("packs/tableside_pebbles", encoding="utf-8")
    return phone()


def covers(drive: AppDriver) -> list[str]:
    return [type(one).__name__ for one in drive.all("Pebbles", (BrokenCover, GameCover))]


@pytest.mark.thorough
def test_a_pack_that_was_set_aside_is_tried_again_in_the_library(
        phone: Any, with_pebbles_aside: AppDriver) -> None:
    drive, hands = with_pebbles_aside, Hands(with_pebbles_aside)
    drive.advance(0.6)
    assert drive.app.found.games == {} and covers(drive) == ["BrokenCover"]
    assert drive.says("The app was closed twice while it loaded, so it is set aside. Its plays are kept.")
    hands.touch("Try again")
    drive.advance(0.8)
    assert drive.says("Pebbles is in your library now.") and covers(drive) == ["GameCover"]
    begin_and_answer(drive, hands, "Pebbles", 2)
    assert list(phone().app.found.games) == ["pebbles"], "after a restart, too"


@pytest.mark.thorough
def test_a_pack_that_was_set_aside_says_why_it_can_not_be_loaded(with_pebbles_aside: AppDriver) -> None:
    drive, hands = with_pebbles_aside, Hands(with_pebbles_aside)
    package = drive.app.home / "packs" / "tableside_pebbles" / "tableside_pebbles"
    (package / "game.py").write_text("raise ValueError('broken')", encoding="utf-8")
    hands.touch("Try again")
    drive.advance(0.8)
    assert drive.says("Pebbles can't be loaded. It could not be loaded: ValueError: broken")
    assert covers(drive) == ["BrokenCover"] and not drive.has("Try again")


@pytest.mark.thorough
def test_a_pack_that_was_set_aside_is_removed_or_added_again(with_pebbles_aside: AppDriver) -> None:
    drive, hands = with_pebbles_aside, Hands(with_pebbles_aside)
    hands.touch("Details")
    drive.advance(0.6)
    assert drive.has("Try again") and drive.has("Export log")
    hands.touch("Remove this pack")
    drive.advance(0.8)
    assert drive.says("Pebbles was removed. Its plays are kept.") and covers(drive) == []
    drive.advance(8.0)
    add_pebbles(drive, pebbles())
    assert covers(drive) == ["GameCover"]


@pytest.mark.thorough
def test_a_pack_added_over_one_that_was_set_aside_replaces_it(with_pebbles_aside: AppDriver) -> None:
    add_pebbles(with_pebbles_aside, pebbles())
    with_pebbles_aside.advance(0.6)
    assert covers(with_pebbles_aside) == ["GameCover"]


@pytest.mark.thorough
def test_a_newer_version_comes_while_a_play_is_open(phone: Any) -> None:
    drive = phone()
    hands = add_pebbles(drive, pebbles())
    begin_and_answer(drive, hands, "Pebbles", 2)
    drive.app.go("library")
    drive.advance(0.6)
    newer = sealed(files_of(pebbles()), version="0.2.0")
    hands = open_pack(drive, newer)
    assert drive.says("Version 0.2.0 replaces 0.1.0.")
    hands.touch("Leave it")
    drive.advance(0.6)
    hands.close_sheet()
    add_pebbles(drive, newer)
    drive.advance(8.0)
    play_on(drive, hands)
    assert [(pack.id, pack.version) for pack in packs.PackFolder(drive.app.home).packs()] == [("pebbles", "0.2.0")]


@pytest.mark.thorough
def test_a_newer_version_that_breaks_leaves_the_old_one_and_its_play(phone: Any) -> None:
    drive = phone()
    hands = add_pebbles(drive, pebbles())
    begin_and_answer(drive, hands, "Pebbles", 2)
    drive.app.go("library")
    drive.advance(0.6)
    files = files_of(pebbles())
    path = "tableside_pebbles/rules.py"
    broken = sealed({**files, path: files[path].replace(b"table.heap -= number", b"table.heap -= number / 0")},
                    version="0.2.0")
    hands = open_pack(drive, broken)
    hands.touch("Try it and add it")
    until(drive, lambda: drive.says("Trial play 1 failed, so the pack was not added."))
    drive.advance(8.0)
    hands.close_sheet()
    play_on(drive, hands)
    assert [pack.version for pack in packs.PackFolder(drive.app.home).packs()] == ["0.1.0"]

"""Real kills of a real process: one sets nothing aside, two in a row do, and *Try again* starts over."""

import subprocess
import sys
from errno import ENOSPC
from pathlib import Path

import pytest

from companion import cli
from companion.core.registry import Found, find_games
from companion.core.set_aside import FILE, SetAside
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.packs import games_here, try_again
from companion.services.packs.pack import PackFolder
from companion.services.phones.desk import Desk
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.services.packs.changed import pebbles
from tests.services.test_broken_games import TWO
from tests.toys import stumbling

pytestmark = pytest.mark.slow

STUCK = """
import sys
from pathlib import Path
home = Path(sys.argv[1])

def stuck(*_):
    print("stuck", flush=True)
    input()
"""
LOADING = """
from companion.core.registry import Found
from companion.services.packs import games_here, pack
pack.load_from = stuck
games_here(Found(), home)
"""
PLUGIN = """
from companion.core import registry
from companion.core.set_aside import SetAside
registry.load = stuck
registry.find_games({}, [("orchard", "tests.toys.orchard:game")], aside=SetAside(home))
"""
ANSWERING = """
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.toys import stumbling
library = Library(open_store(home / "plays.db"), {"stumbling": stumbling.game}, SetClock())
opened = library.resume(library.plays()[0].id)
stumbling.Fork.check = stuck
opened.answer(opened.play.open()[0].key(), "right")
"""
OPENING = ANSWERING.replace("opened = library", "stumbling.Fork.decode = stuck\nopened = library")
LOADED_TWICE = "The app was closed twice while it loaded, so it is set aside. Its plays are kept."
ANSWERED_TWICE = "The app was closed twice while Stumbling worked on an answer, so this play is set aside."


def kill_in(code: str, home: Path) -> None:
    """Start another process and kill it once it is in the middle of this."""
    with subprocess.Popen([sys.executable, "-c", STUCK + code, str(home)], encoding="locale",
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == "stuck\n"
        other.kill()
    assert list(home.glob("calling-*.txt")), "killed in the middle of it"


def with_pebbles(home: Path) -> None:
    PackFolder(home).take_in(pebbles(), lambda game, seed: None, set(), plays=0).finish()


def start(home: Path) -> Found:
    return games_here(Found(), home)


@pytest.mark.thorough
def test_a_healthy_pack_survives_every_kill_but_two_in_a_row(tmp_path: Path) -> None:
    with_pebbles(tmp_path)
    for _ in range(2):
        kill_in(LOADING, tmp_path)
        found = start(tmp_path)
        assert list(found.games) == ["pebbles"] and found.broken == []
        assert not (tmp_path / FILE).exists(), "a start that works clears it"
    kill_in(LOADING, tmp_path)
    kill_in(LOADING, tmp_path)
    for found in (start(tmp_path), start(tmp_path)):
        assert found.games == {} and [str(one.error) for one in found.broken] == [LOADED_TWICE]
    game = try_again(found, found.broken[0], tmp_path)
    assert game is not None and found.games == {"pebbles": game} and found.broken == []
    assert not (tmp_path / FILE).exists()
    kill_in(LOADING, tmp_path)
    assert list(start(tmp_path).games) == ["pebbles"], "the count started over"


def test_a_pack_that_breaks_when_tried_again_says_why(tmp_path: Path) -> None:
    with_pebbles(tmp_path)
    (tmp_path / FILE).write_text("packs/tableside_pebbles", encoding="utf-8")
    found = start(tmp_path)
    code = tmp_path / "packs" / "tableside_pebbles" / "tableside_pebbles" / "game.py"
    code.write_text("raise ValueError('broken')", encoding="utf-8")
    assert try_again(found, found.broken[0], tmp_path) is None and found.games == {}
    assert [(str(one.error), one.aside) for one in found.broken] == [
        ("It could not be loaded: ValueError: broken", "")]


def test_an_installed_plugin_has_two_strikes_too(tmp_path: Path) -> None:
    def plugins() -> Found:
        return find_games({}, [("orchard", "tests.toys.orchard:game")], aside=SetAside(tmp_path))

    kill_in(PLUGIN, tmp_path)
    assert list(plugins().games) == ["orchard"]
    kill_in(PLUGIN, tmp_path)
    kill_in(PLUGIN, tmp_path)
    found = plugins()
    assert found.games == {} and [str(one.error) for one in found.broken] == [LOADED_TWICE]
    assert try_again(found, found.broken[0], tmp_path) is not None
    assert list(found.games) == ["orchard"] and found.broken == []
    assert list(plugins().games) == ["orchard"]


def library(home: Path) -> Library:
    return Library(open_store(home / "plays.db"), {"stumbling": stumbling.game}, SetClock())


def begun(home: Path) -> int:
    """A play with one answer."""
    first = library(home)
    opened = first.start("stumbling", TWO)
    opened.answer("Fork/0/0", "left")
    first.quit()
    return opened.id


@pytest.mark.thorough
@pytest.mark.parametrize("where", [ANSWERING, OPENING])
def test_a_healthy_play_survives_every_kill_but_two_in_a_row(tmp_path: Path, where: str) -> None:
    play = begun(tmp_path)
    for key in ("Fork/1/1", "Fork/0/2"):
        kill_in(where, tmp_path)
        here = library(tmp_path)
        assert here.notice is None and here.resume(play).answer(key, "right")
        here.quit()
    kill_in(where, tmp_path)
    kill_in(where, tmp_path)
    here = library(tmp_path)
    assert str(here.notice) == str(here.plays()[0].aside) == ANSWERED_TWICE
    with pytest.raises(Refused, match="is set aside"):
        here.resume(play)
    assert here.try_again(play).play.position() == 3 and here.notice is None
    here.quit()
    kill_in(where, tmp_path)
    assert library(tmp_path).resume(play).play.position() == 3, "the count started over"


def test_opening_a_play_does_not_excuse_its_answers(tmp_path: Path) -> None:
    """Else a play that hangs in one answer would never be set aside."""
    play = begun(tmp_path)
    kill_in(ANSWERING, tmp_path)
    here = library(tmp_path)
    assert here.resume(play).play.position() == 1
    here.quit()
    kill_in(ANSWERING, tmp_path)
    assert str(library(tmp_path).notice) == ANSWERED_TWICE


@pytest.mark.thorough
def test_answers_given_meanwhile_by_another_process_count(tmp_path: Path) -> None:
    play = begun(tmp_path)
    other = library(tmp_path)
    kill_in(ANSWERING, tmp_path)
    assert library(tmp_path).notice is None
    assert other.resume(play).answer("Fork/1/1", "right"), "it began before the kill"
    other.quit()
    kill_in(ANSWERING, tmp_path)
    assert library(tmp_path).notice is None


def test_the_host_s_page_tries_a_play_again(tmp_path: Path) -> None:
    play = begun(tmp_path)
    here = library(tmp_path)
    (tmp_path / FILE).write_text(f"play {here.store.play(play).uid}", encoding="utf-8")
    shown: list[object] = []
    desk = Desk(library(tmp_path), shown.append)
    reply = desk.do({"what": "play", "which": play})
    assert str(reply["aside"]) == ANSWERED_TWICE
    assert "refused" in desk.do({"what": "resume", "which": play}) and not shown
    assert desk.do({"what": "resume", "which": play, "again": True}) == {"ok": True} and len(shown) == 1
    assert desk.do({"what": "play", "which": play})["aside"] is None


def test_serve_names_a_pack_that_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                              capsys: pytest.CaptureFixture[str]) -> None:
    with_pebbles(tmp_path)
    (tmp_path / FILE).write_text("packs/tableside_pebbles", encoding="utf-8")
    monkeypatch.setattr("companion.services.phones.serve.serve", lambda *_, **__: None)
    assert cli.main(["serve", "--store", str(tmp_path / "plays.db")]) == 0
    assert capsys.readouterr().out == (
        f"Pebbles can't be loaded. {LOADED_TWICE} To try it again, delete {tmp_path / FILE}.\n")


def test_a_file_of_an_older_version_is_still_valid(tmp_path: Path) -> None:
    """It has names without a count, each set aside by one kill."""
    with_pebbles(tmp_path)
    (tmp_path / FILE).write_text("packs/tableside_pebbles\nplay 7f3a", encoding="utf-8")
    aside = SetAside(tmp_path)
    assert len(aside) == 2 and "play 7f3a" in aside
    found = start(tmp_path)
    assert [str(one.error) for one in found.broken] == [LOADED_TWICE]
    try_again(found, found.broken[0], tmp_path)
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "play 7f3a"


@pytest.mark.parametrize("text", [
    "one\t1", "one\t\t1", "one\t-4", "one\tmany", "\t2", "\n\n\t\n", "one\t1\ntwo\t1\n"])
def test_odd_lines_set_nothing_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    aside = SetAside(tmp_path)
    assert len(aside) == 0 and "one" not in aside


def test_two_notes_left_at_once_are_one_strike(tmp_path: Path) -> None:
    """The app and `serve` were killed together."""
    for number in range(2):
        (tmp_path / f"calling-{number}.txt").write_text("one", encoding="utf-8")
    assert "one" not in SetAside(tmp_path)
    (tmp_path / "calling-2.txt").write_text("one", encoding="utf-8")
    assert "one" in SetAside(tmp_path)


def test_one_name_is_cleared_and_the_others_stay(tmp_path: Path) -> None:
    """Each part of the app reads the file by itself."""
    for name in ("one", "two"):
        (tmp_path / f"calling-{name}.txt").write_text(name, encoding="utf-8")
    early, late = SetAside(tmp_path), SetAside(tmp_path)
    with early.noted("one"):
        pass
    with late.noted("two"):
        pass
    assert not (tmp_path / FILE).exists(), "the second didn't write the first again"


ODD_NAMES = ["play a\tb", "play a\nb", "play a\r\nb", "play a\u2028b", "play a\x85b", "play a\udc80b"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_with_a_line_break_is_set_aside_alone(tmp_path: Path, name: str) -> None:
    """A play that was imported may have any name."""
    for strike in (1, 2):
        with pytest.raises(KeyboardInterrupt), SetAside(tmp_path).noted(name):
            raise KeyboardInterrupt
        aside = SetAside(tmp_path)
        assert (name in aside, len(aside)) == (strike == 2, strike - 1)
    assert "play a" not in aside and "b" not in aside
    aside.forgive(name)
    assert name not in SetAside(tmp_path) and not (tmp_path / FILE).exists()


def test_a_full_disk_cuts_no_name_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut after the tab or before it, one strike would count as two."""
    (tmp_path / FILE).write_text("packs/other", encoding="utf-8")
    (tmp_path / "calling-1.txt").write_text("packs/pebbles", encoding="utf-8")

    def full(path: Path, text: str, encoding: str) -> None:
        path.write_bytes(text.encode(encoding)[:-2])
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    SetAside(tmp_path)
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "packs/other"
    assert [path.name for path in tmp_path.iterdir()] == [FILE]

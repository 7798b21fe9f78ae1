"""The workshop without a screen: a saved file is seen, loaded, and the open play is replayed; faults are said."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.core import language
from companion.core.engine import boundary
from companion.core.play import RulesFailed
from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from companion.scaffold import new_game
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import open_store
from companion.services.workshop import GameFolder, Workbench, open_log, why_not
from companion.testing.recording import recording_machine

pytestmark = pytest.mark.slow

PACKAGE = "tableside_bench_game"
NEEDS_ALARM = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no alarm")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The game that `new-game` makes: five rounds, everybody's points in one answer."""
    before = list(sys.path)
    yield new_game("bench_game", tmp_path)
    sys.path[:] = before


def evening_with(folder: GameFolder, place: Path) -> Library:
    return Library(open_store(place / "tableside.db"), {folder.id: folder.load()}, recording_machine().clock)


def change(folder: Path, old: str, new: str, file: str = "rules.py") -> None:
    page = folder / PACKAGE / file
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")


def seen(watched: GameFolder) -> bool:
    """The look at which it has changed, and the next one, at which it stands still."""
    return watched.saved() or watched.saved()


def started(library: Library) -> OpenPlay:
    opened = library.start("bench_game", Setup(people("Ana", "Ben")))
    opened.answer("Scores/table", [3, 4])
    opened.answer("Scores/table", [5, 0])
    return opened


def points(opened: OpenPlay) -> list[int]:
    return [seat.points for seat in opened.play.table.seats]


def reload(library: Library, watched: GameFolder, opened: OpenPlay) -> OpenPlay:
    games: Any = library.games
    games[watched.id] = watched.load()
    return library.reopen(opened)


def test_nothing_is_seen_until_a_file_is_saved_and_stands_still(folder: Path) -> None:
    watched = GameFolder(folder)
    watched.load()
    assert not seen(watched)
    change(folder, "MOST = 50", "MOST = 60")
    assert not watched.saved(), "somebody may be writing still"
    assert watched.saved()
    watched.load()
    assert not seen(watched)
    (folder / PACKAGE / "notes.swp").write_text("an editor's own file", encoding="utf-8")
    (folder / PACKAGE / "__pycache__").mkdir(exist_ok=True)
    (folder / PACKAGE / "__pycache__" / "rules.py").write_text("", encoding="utf-8")
    assert not seen(watched)
    (folder / PACKAGE / "cover.png").write_bytes(b"a new picture")
    assert seen(watched)


def test_the_open_play_is_replayed_under_the_new_rules(folder: Path, tmp_path: Path) -> None:
    """3 and 4, then 5 and 0: with doubled points 16 and 8."""
    watched = GameFolder(folder)
    library = evening_with(watched, tmp_path)
    opened = started(library)
    assert points(opened) == [8, 4]
    change(folder, "seat.gain(points)", "seat.gain(2 * points)")
    again = reload(library, watched, opened)
    assert points(again) == [16, 8] and again.play.misfit is None
    assert again.changed is not None, "it says that the points are others now"
    again.answer("Scores/table", [1, 1])
    assert points(again) == [18, 10]
    assert library.resume(again.id) is again


def test_a_save_that_fails_keeps_the_previous_translations(folder: Path) -> None:
    """A German guest keeps reading German while the author fixes a typo."""
    page = folder / PACKAGE / "locale" / "de" / "LC_MESSAGES" / "bench_game.po"
    page.parent.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    words = 'msgid "Who scored how many points?"\nmsgstr "Wer hat wie viele Punkte?"\n'
    page.write_text(head + words, encoding="utf-8")
    watched = GameFolder(folder)
    watched.load()
    change(folder, "MOST = 50", "MOST = ")
    with pytest.raises(Refused):
        watched.load()
    with language.speaking("de"):
        assert str(say("Who scored how many points?")) == "Wer hat wie viele Punkte?"


def test_two_saves_within_a_second_are_two(folder: Path) -> None:
    """Python's own cache of compiled files knows seconds and sizes only."""
    watched = GameFolder(folder)
    for most in ("51", "52", "53"):
        text = (folder / PACKAGE / "rules.py").read_text(encoding="utf-8")
        (folder / PACKAGE / "rules.py").write_text(text.replace(f"MOST = {text.split('MOST = ')[1][:2]}",
                                                                f"MOST = {most}"), encoding="utf-8")
        watched.load()
        assert int(most) == sys.modules[f"{PACKAGE}.rules"].MOST


def test_an_answer_that_no_longer_fits_is_said_and_comes_back_when_it_is_mended(folder: Path, tmp_path: Path) -> None:
    watched = GameFolder(folder)
    library = evening_with(watched, tmp_path)
    opened = started(library)
    change(folder, "MOST = 50", "MOST = 4")
    again = reload(library, watched, opened)
    assert again.play.misfit is not None and again.play.misfit.number == 1
    assert points(again) == [3, 4] and len(again.play.log) == 2, "nothing is lost"
    change(folder, "MOST = 4", "MOST = 9")
    again = reload(library, watched, again)
    assert again.play.misfit is None and points(again) == [8, 4]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("seat.gain(points)", "seat.gain(points / 0)", "ZeroDivisionError: division by zero, in play."),
    pytest.param("seat.gain(points)", "while points: pass", "it took too long, in play.", marks=NEEDS_ALARM),
    ("ROUNDS)), seats)", "ROUNDS)), seats[9])", "IndexError: tuple index out of range, in view."),
    ("return [Row(seat.name", "return [Row(seat.nam",
     "AttributeError: 'Seat' object has no attribute 'nam', in rows.")])
def test_every_error_names_the_authors_line(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str,
                                            new: str, said: str) -> None:
    monkeypatch.setattr(boundary, "SECONDS", 0.3)
    boundary.authors.append(lambda error: why_not(error, [folder]))
    change(folder, old, new)
    watched = GameFolder(folder)
    opened = evening_with(watched, tmp_path).start(watched.id, Setup(people("Ana", "Ben")))
    try:
        with pytest.raises((Refused, RulesFailed)) as caught:
            opened.play.view()
            opened.answer("Scores/table", [3, 4])
    finally:
        boundary.authors.clear()
    line = (folder / PACKAGE / "rules.py").read_text(encoding="utf-8").split(new)[0].count("\n") + 1
    assert str(caught.value) == f"rules.py, line {line}: {said}"


def test_rules_that_can_t_even_begin_leave_the_play_open_as_it_was(folder: Path, tmp_path: Path) -> None:
    watched = GameFolder(folder)
    library = evening_with(watched, tmp_path)
    opened = started(library)
    change(folder, "self.round = 1", "self.round = 1 / 0")
    with pytest.raises(Refused):
        reload(library, watched, opened)
    assert library.resume(opened.id) is opened and points(opened) == [8, 4]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("ROUNDS = 5", "ROUNDS = = 5", "rules.py, line 11: SyntaxError: invalid syntax."),
    ("ROUNDS = 5", "ROUNDS = five", "rules.py, line 11: NameError: name 'five' is not defined."),
    pytest.param("ROUNDS = 5", "while True: pass", "rules.py, line 11: it took too long.", marks=NEEDS_ALARM),
])
def test_a_file_that_can_t_be_loaded_is_one_sentence_with_its_place(folder: Path, old: str, new: str, said: str,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.services.workshop.SECONDS", 0.5)
    watched = GameFolder(folder)
    old_game = watched.load()
    change(folder, old, new)
    with pytest.raises(Refused) as refused:
        watched.load()
    assert said in str(refused.value) and "\n" not in str(refused.value)
    assert sys.modules[PACKAGE].game is old_game, "the old one can still import a part of itself"
    assert not seen(watched), "it is not tried again before the next save"
    change(folder, new, old)
    assert seen(watched) and watched.load().facts.id == "bench_game"


def test_a_rule_that_was_rewritten_is_read_again(folder: Path) -> None:
    watched = GameFolder(folder)
    assert "Everybody scores" in watched.load().rulebook()["BG-2"].title
    change(folder, "Everybody scores.", "All get points.", "rules.md")
    assert "All get points" in watched.load().rulebook()["BG-2"].title


def test_another_id_is_refused(folder: Path) -> None:
    watched = GameFolder(folder)
    change(folder, '"bench_game", "Bench game"', '"other_game", "Bench game"', "__init__.py")
    with pytest.raises(Refused, match="call it other_game"):
        watched.load()


# Logs

def exported(folder: Path, tmp_path: Path) -> str:
    library = evening_with(GameFolder(folder), tmp_path)
    text = started(library).export()
    library.quit()
    return text


def test_a_log_is_opened_as_a_play_of_its_own_at_the_answer_that_is_named(folder: Path, tmp_path: Path) -> None:
    text = exported(folder, tmp_path)
    (tmp_path / "other").mkdir()
    library = evening_with(GameFolder(folder), tmp_path / "other")
    opened, said = open_log(library, text)
    assert points(opened) == [8, 4] and said is None
    early, said = open_log(library, text, at=1)
    assert points(early) == [3, 4] and str(said) == "After answer 1 of 2. Redo brings the rest."
    assert early.hands.card().lines == (), "nobody has moved a piece yet"
    early.play.redo()
    assert points(early) == [8, 4]
    assert len(library.plays()) == 2, "the first one is as it was"


def test_a_log_under_other_rules_says_so(folder: Path, tmp_path: Path) -> None:
    text = exported(folder, tmp_path)
    change(folder, "seat.gain(points)", "seat.gain(2 * points)")
    (tmp_path / "other").mkdir()
    library = evening_with(GameFolder(folder), tmp_path / "other")
    opened, said = open_log(library, text)
    assert points(opened) == [16, 8] and "the points differ from the saved ones" in str(said)


def test_the_command_line_lays_it_out_and_opens_a_window(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text(exported(folder, tmp_path), encoding="utf-8")
    opened: list[Workbench] = []

    def window(bench: Workbench) -> int:
        opened.append(bench)
        return 7
    assert main(["watch", str(folder), "--log", str(tmp_path / "log.json"), "--at", "1"], window) == 7
    bench = opened[0]
    assert bench.folder is not None and bench.folder.id == "bench_game" and bench.at == 1 and bench.log
    assert "bench_game" in bench.found.games and "windmill" in bench.found.games


@pytest.mark.parametrize(("words", "said"), [
    (["watch", "nowhere"], "There is no folder nowhere"),
    (["watch", "FOLDER", "--log", "absent.json"], "There is no absent.json"),
    (["watch", "FOLDER", "--log", "log.json", "--at", "9"], "Choose an answer from 0 to 2"),
    (["open", "log.json"], "bench_game isn't installed"),
    (["open", "broken.json"], "not a Tableside file"),
])
def test_what_can_t_be_opened_is_said_before_a_window_opens(words: list[str], said: str, folder: Path, tmp_path: Path,
                                                            monkeypatch: pytest.MonkeyPatch,
                                                            capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.json").write_text(exported(folder, tmp_path), encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    given = [str(folder) if word == "FOLDER" else word for word in words]
    assert main(given, lambda bench: pytest.fail("no window")) == 1
    assert said in capsys.readouterr().err

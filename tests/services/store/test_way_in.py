"""Whatever is missing or damaged: the app starts, can write, and nothing piles up."""

import itertools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.play_details import Details, details_of, save_details
from companion.services.store import open_store, opening
from companion.services.store.backup import backups_of, undecided
from companion.services.store.lines import journals_of
from companion.services.store.mending import Restored
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.services.evenings import take_in
from tests.services.store.damage import begun, empty, gone
from tests.services.store.orchards import library
from tests.toys.orchard import game as orchard

pytestmark = pytest.mark.slow

FILES = ("", ".backup", ".backup-before", ".journal")
COMBINATIONS = [*itertools.product(("gone", "half"), ("whole", "gone", "half"), ("whole", "gone"), ("whole", "half")),
                ("whole", "gone", "half", "gone")]


def two_evenings(path: Path) -> int:
    """A store with two backups, a list and a journal; how many answers there are."""
    store = open_store(path)
    begun(store, 8)
    store.close()
    store = open_store(path)
    begun(store, 12)
    store.close()
    last = library(path)
    last.resume(last.plays()[0].id).correct("basket", 5)
    last.store.file.close()
    return 9 + 13 + 1


def plays_on(path: Path) -> int:
    """Start, answer, end, three times; how many records there are before."""
    found = -1
    for _ in range(3):
        app = library(path)
        assert app.store.writable, str(app.notice)
        records = sum(row.records for row in app.store.plays())
        found = records if found < 0 else found
        opened = begun(app.store, 2)
        assert len(app.store.records(opened.id)) == 3
        app.quit()
    return found


@sampled("damages", COMBINATIONS, ids="-".join, keep=6)
def test_every_combination_of_files_lets_the_app_in(path: Path, damages: tuple[str, ...]) -> None:
    two_evenings(path)
    for tail, damage in zip(FILES, damages, strict=True):
        file = path.with_name(f"{path.name}{tail}")
        if damage == "gone":
            file.unlink(missing_ok=True)
        elif damage == "half" and file.exists():
            file.write_bytes(file.read_bytes()[:file.stat().st_size // 2])
    found = plays_on(path)
    if damages[0] == "whole":
        assert found == 23
    elif damages[1] == "whole":
        assert found == 22 + (damages[3] == "whole"), "the last answer stands in the journal"
    elif damages[2] == "whole":
        assert found >= 9
    assert len(list(path.parent.glob("*.damaged-*"))) <= 3, "each start must not leave more behind"


def test_a_journal_that_knows_more_than_any_file_holds_locks_nobody_out(path: Path) -> None:
    two_evenings(path)
    for file in (path, *backups_of(path)):
        file.unlink(missing_ok=True)
    assert journals_of(path)
    app = library(path)
    assert app.store.writable and app.store.trouble is not None
    app.start_fresh()
    assert app.store.writable and app.plays() == []
    assert plays_on(path) == 0


@pytest.mark.parametrize("content", ["[" * 100_000, "{", "[]", '{"sentence": 3, "aside": 5, "backup": "x"}'])
def test_a_damaged_note_about_damage_stops_nobody(path: Path, content: str) -> None:
    two_evenings(path)
    undecided(path).write_text(content, encoding="utf-8")
    app = library(path)
    assert app.store.writable and len(app.plays()) == 2
    assert str(app.notice) == "Your saved plays were damaged and have been repaired. All files are kept."
    app.decided()
    app.quit()
    assert library(path).notice is None


def test_start_fresh_works_also_on_the_file_of_a_newer_app(path: Path) -> None:
    store = open_store(path)
    begun(store)
    store.close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    app = library(path)
    assert not app.store.writable and "newer" in str(app.notice)
    app.start_fresh()
    assert app.store.writable and app.plays() == []
    assert list(path.parent.glob("*.damaged-*")), "the newer file is kept"


def test_what_cannot_be_opened_even_after_mending_is_set_aside(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(path)
    begun(store)
    store.close()
    path.write_bytes(b"no database")
    monkeypatch.setattr(opening, "restore", lambda place: Restored(None, False, None, 0))  # mends nothing
    app = library(path)
    assert app.store.writable and app.plays() == [] and "damaged beyond repair" in str(app.notice)
    assert list(path.parent.glob("*.before-*")), "the backups are kept, too"


def test_a_page_of_plays_from_before_the_last_play_is_found_and_mended(path: Path) -> None:
    """A lost write: one page as it was before. The index knows better than the table."""
    store = open_store(path)
    begun(store, 3)
    store.close()
    before = path.read_bytes()
    store = open_store(path)
    opened = begun(store, 6)
    log = list(opened.play.log)
    store.close()
    with sqlite3.connect(path) as file:
        size = file.execute("PRAGMA page_size").fetchone()[0]
        root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'plays'").fetchone()[0]
    after = bytearray(path.read_bytes())
    after[(root - 1) * size:root * size] = before[(root - 1) * size:root * size]
    path.write_bytes(after)
    app = library(path)
    assert app.store.writable and len(app.plays()) == 2
    assert app.store.records(opened.id) == log


@sampled(("part", "number", "bit"), [("play", 3, 1), ("play", 60, 4), ("play", 119, 16),
                                                     ("number", 3, 2), ("number", 60, 8), ("number", 119, 1)])
def test_a_flipped_bit_in_the_key_of_a_record_cuts_no_play_short(path: Path, part: str, number: int, bit: int) -> None:
    store = open_store(path)
    plays = [begun(store, 119) for _ in range(3)]
    log = list(plays[2].play.log)
    store.close()
    with sqlite3.connect(path) as file:
        (sum,) = file.execute("SELECT sum FROM records WHERE play = ? AND number = ?", (plays[2].id, number)).fetchone()
        (line,) = file.execute("SELECT line FROM records WHERE sum = ?", (sum,)).fetchone()
    raw = bytearray(path.read_bytes())
    where = raw.find(line.encode() + sum.encode())
    assert raw[where - 2:where] == bytes([plays[2].id, number]), "the key stands right before the line"
    raw[where - 2 if part == "play" else where - 1] ^= bit
    path.write_bytes(raw)
    app = library(path)
    again = app.resume(plays[2].id)
    assert again.play.log == log
    for point in range(3):
        again.correct("basket", point)
    app.quit()
    assert library(path).store.records(plays[2].id)[:120] == log


def test_a_stale_file_with_the_newest_date_hides_no_play(path: Path) -> None:
    app = library(path)
    begun(app.store, 3)
    app.quit()
    stale = path.read_bytes()
    app = library(path)
    two = begun(app.store, 5)
    app.quit()
    path.write_bytes(stale)
    backups_of(path)[1].write_bytes(stale)
    again = library(path)
    assert len(again.plays()) == 2 and again.store.records(two.id) == two.play.log


@pytest.mark.parametrize("column", ["forgotten REAL", "archived INTEGER", "changed REAL", "touched REAL"])
def test_a_column_renamed_by_a_flipped_bit_locks_nobody_out(path: Path, column: str) -> None:
    app = library(path)
    log = app.start("orchard", Setup(people("Ana", "Ben"))).play.log
    app.store.save_box("orchard", "Mine", {"trees": 3}, 1.0)
    app.quit()
    raw = bytearray(path.read_bytes())
    raw[raw.index(column.encode())] ^= 1
    path.write_bytes(raw)
    again = library(path)
    assert again.store.writable and [again.resume(one.id).play.log for one in again.plays()] == [log]
    assert [one.name for one in again.people()] == ["Ana", "Ben"] and len(again.store.boxes()) == 1


# Deleted for good

def deleted_for_good(path: Path) -> tuple[int, str]:
    """Two plays with backups; one was deleted for good. The id of the other, and a name that only the deleted has."""
    app = library(path)
    one = app.start("orchard", Setup(people("Zacharias", "Ben")))
    one.answer("Weather/table", [3])
    two = begun(app.store, 3)
    app.quit()
    app = library(path)
    app.delete(one.id)
    app.delete_for_good(one.id)
    app.store.forget("Zacharias")
    app.store.file.close()
    return two.id, "Zacharias"


SPOILED = {"rubbish": lambda path: path.write_bytes(b"rubbish"), "gone": gone, "empty": empty,
           "no backup": lambda path: backups_of(path)[0].unlink()}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_what_was_deleted_for_good_stays_gone_after_damage(path: Path, spoil: Callable[[Path], object]) -> None:
    two, name = deleted_for_good(path)
    spoil(path)
    for _ in range(3):
        app = library(path)
        assert [row.id for row in app.plays()] == [two] and app.trash() == []
        assert name not in [person.name for person in app.people()]
        app.quit()


def wrong_head(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[18] = 9
    path.write_bytes(raw)


def torn(path: Path) -> None:
    """Some pages are zeros, among them none with the play."""
    raw = path.read_bytes()
    pages = [raw[at:at + 4_096] for at in range(0, len(raw), 4_096)]
    path.write_bytes(b"".join(page if number < 2 or b"Zacharias" in page or b"Weather" in page else bytes(4_096)
                              for number, page in enumerate(pages)))


def lines_missing(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM records WHERE play = 2 AND number > 1")


ASIDE = {"nothing": lambda path: None, "a wrong head": wrong_head, "torn": torn, "lines missing": lines_missing}


@pytest.mark.parametrize("spoil", ASIDE.values(), ids=ASIDE)
def test_what_was_deleted_for_good_is_in_no_file(path: Path, spoil: Callable[[Path], object]) -> None:
    """Backups, journals, and what was set aside when the file was damaged, readable or not."""
    app = library(path)
    one = app.start("orchard", Setup(people("Zacharias", "Ben")))
    one.answer("Weather/table", [5])
    save_details(app, one.id, Details(note="At Zacharias' place"))
    line = app.store.rows("SELECT line FROM records")[0][0].encode()
    two = begun(app.store, 3)
    save_details(app, two.id, Details(note="In the garden"))
    app.quit()
    spoil(path)
    app = library(path)
    assert (app.store.trouble is not None) == (spoil is not ASIDE["nothing"])
    if spoil is lines_missing:
        spoil(path)  # once more, while the app is open
    app.delete(one.id)
    app.delete_for_good(one.id)
    for file in path.parent.iterdir():
        raw = file.read_bytes().replace(b"\\", b"")
        assert not any(word in raw for word in (b'{"name": "Zacharias"', b"At Zacharias", line)), file.name
    assert details_of(app, two.id).note == "In the garden"
    app.quit()
    empty(path)
    again = library(path)
    assert [row.id for row in again.plays()] == [two.id] and details_of(again, two.id).note == "In the garden"


@pytest.mark.parametrize("uid", ["%", "e", "_", "theme", '"', "x" * 15])
def test_a_foreign_play_with_an_odd_uid_takes_nothing_with_it(path: Path, uid: str) -> None:
    app = library(path)
    app.set("theme", "dark")
    app.store.set("turned.other", 90)
    one = app.store.add_play("orchard", "1", Setup(people("Ana", "Ben")), 1.0, uid=uid)
    app.store.set(f"turned.{uid}", 180)
    two = begun(app.store, 3)
    app.delete(one)
    app.delete_for_good(one)
    gone(path)
    again = library(path)
    assert again.setting("theme") == "dark" and again.store.setting("turned.other") == 90
    assert again.store.setting(f"turned.{uid}") is None
    assert [again.resume(listed.id).play.log for listed in again.plays()] == [two.play.log], "the journal has it all"


def test_a_deleted_or_renamed_box_does_not_come_back(path: Path) -> None:
    app = library(path)
    save = app.store.save_box
    one, two, three = (save("orchard", name, {"trees": at}, 10.0) for at, name in enumerate("ABC"))
    save("orchard", "A", {"trees": 7}, 11.0, one)
    app.quit()
    stale = path.read_bytes()
    app = library(path)
    app.store.delete_box(one)
    app.store.save_box("orchard", "Other", {"trees": 1}, 12.0, two)
    app.store.delete_box(three)
    app.store.save_box("orchard", "C", {"trees": 2}, 5.0)  # again, on a clock that went back
    wanted = {"Other": {"trees": 1}, "C": {"trees": 2}}
    assert not any(b"trees\": 7" in file.read_bytes().replace(b"\\", b"") for file in path.parent.iterdir())
    for spoil in (lambda path: path.write_bytes(b"rubbish"), gone, lambda path: path.write_bytes(stale)):
        app.quit()
        spoil(path)
        app = library(path)
        assert {row.name: row.box for row in app.store.boxes()} == wanted


def test_a_file_from_before_the_deletion_does_not_bring_it_back(path: Path) -> None:
    app = library(path)
    one = begun(app.store, 2)
    app.quit()
    stale = path.read_bytes()
    app = library(path)
    app.delete(one.id)
    app.delete_for_good(one.id)
    app.quit()
    path.write_bytes(stale)
    assert library(path).plays() == []


def test_a_play_deleted_for_good_can_be_imported_again_and_again(path: Path) -> None:
    app = library(path)
    text = begun(app.store, 2).export()
    for _ in range(3):
        (listed,) = app.plays()
        app.delete(listed.id)
        app.delete_for_good(listed.id)
        assert take_in(app, text).plays == 1 and take_in(app, text).plays == 0
    app.quit()
    path.write_bytes(b"rubbish")
    assert len(library(path).plays()) == 1


# The clock

def test_the_play_just_played_is_the_first_whatever_the_clock_did(path: Path) -> None:
    clock = SetClock()
    app = Library(open_store(path), {"orchard": orchard}, clock)
    plays = []
    for day in (1_700_000_000.0, 1_500_000_000.0, 0.0, 4_000_000_000.0, 1_700_000_001.0, -7.0):
        clock.day = day
        opened = app.start("orchard", Setup(people("Ana", "Ben")))
        plays.append(opened)
        assert app.plays()[0].id == opened.id
        opened.answer("Weather/table", [3])
        assert app.plays()[0].id == opened.id
    plays[1].correct("basket", 3)
    assert app.plays()[0].id == plays[1].id

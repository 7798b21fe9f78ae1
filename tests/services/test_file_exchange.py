"""Going out and coming in: nothing is lost on the way, nothing that is here is touched, and junk stays outside."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion.core import files
from companion.core.boxes import Boxes
from companion.core.files import BoxFile
from companion.core.game import Game
from companion.core.setup import Setup, people
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.services.file_exchange import Incoming, files_here, read_file
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.play_details import PICTURES, photo_of, photos_to_send, save_photo
from companion.services.store import open_store
from companion.services.store.lines import journals_of
from companion.testing.recording import SetClock
from tests.core.everything import Everything, changed, packed, parts_of, unpacked
from tests.services.evenings import look_over, plays_from, take_in
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Ask, Scripted, Slate

THREE = Setup(people("Ana", "Ben", "Cleo"))
TO_VOTE: list[tuple[str, Json]] = [("Weather/table", [3]), ("Rest/0", "done"), ("Rest/1", "done"), ("Rest/2", "done")]


async def nothing(table: Slate) -> None:
    await table.ask(Ask(None))


class TileBoxes(Boxes):
    def check(self, box: Json) -> list[Text]:
        if "tiles" not in box:
            raise Refused(say("A box needs tiles."))
        return []


class Boxed(Scripted):
    boxes = TileBoxes()


GAMES: dict[str, Game[Any]] = {"orchard": orchard, "scripted": Boxed(nothing)}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "tableside.sqlite3"), GAMES, SetClock())


@pytest.fixture
def other(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "other.sqlite3"), GAMES, SetClock())


def begun(library: Library, picks: int = 2) -> OpenPlay:
    opened = library.start("orchard", THREE)
    opened.answer("Weather/table", [3])
    for _ in range(picks):
        opened.answer("Pick/0", "done")
    return opened


def voted(library: Library) -> OpenPlay:
    """Two of three votes are in, sealed: six records."""
    opened = library.start("orchard", THREE)
    for key, answer in [*TO_VOTE, ("Vote/0", 2), ("Vote/1", 0)]:
        opened.answer(key, answer)
    return opened


def all_plays(library: Library) -> list[OpenPlay]:
    return [library.resume(one.id) for one in library.plays()]


# Point 9

def test_a_record_from_the_end_of_time_does_not_come_in(library: Library, other: Library) -> None:
    text = begun(library).export()
    log = parts_of(text)[1]["play"]["log"]
    for at in (1e300, 1e17):
        log[1]["at"] = at
        with pytest.raises(Refused, match="Line 2 of this play is damaged"):
            take_in(other, changed(text, log=log))
    assert other.plays() == []


def test_one_that_came_in_long_ago_stops_nobody(library: Library) -> None:
    """A version before this one let it in; the app ended at every start."""
    opened = begun(library)
    library.store.file.execute("UPDATE plays SET touched = 1e300, began = began")
    (listed,) = library.plays()
    assert listed.touched == 0.0 and listed.id == opened.id


@pytest.mark.parametrize("word", ["1e999", "-1e999"])
def test_infinity_does_not_come_in(library: Library, other: Library, word: str) -> None:
    text = Everything([], [], [BoxFile("chess", "box", [12345])]).text().replace("12345", word)
    came = take_in(other, text)
    assert "incomplete or damaged" in str(came.left_out[0]) and other.store.boxes() == []
    with pytest.raises(Refused, match="A character in this text can't be saved"):
        library.store.save_box("chess", "box", [float("inf")], 1.0)


def test_boxes_are_checked_by_their_game_and_the_others_come_in(other: Library) -> None:
    text = Everything([], [], [BoxFile("scripted", "bad", {}), BoxFile("scripted", "good", {"tiles": []}),
                               BoxFile("chess", "unknown", {})]).text()
    seen = look_over(other, text)
    assert (seen.boxes, [str(why) for why in seen.left_out]) == (
        2, ["The box bad was left out: A box needs tiles."])
    came = take_in(other, text)
    assert (came.boxes, came.left_out) == (2, seen.left_out)
    assert sorted(row.name for row in other.store.boxes()) == ["good", "unknown"]


def test_settings_that_were_chosen_here_stay(library: Library, other: Library) -> None:
    library.set("theme", "dark")
    library.set("sound", False)
    other.set("theme", "light")
    came = take_in(other, library.files.export_everything())
    assert (other.setting("theme"), other.setting("sound")) == ("light", False)
    assert came.settings == 1, "the sound"


def test_the_same_uid_with_another_course_is_a_second_play(library: Library, other: Library) -> None:
    here = begun(library)
    (came,) = plays_from(other, here.export())
    there = other.resume(came)
    there.answer("Rest/1", "done")
    here.answer("Pick/1", "done")
    assert len(here.play.log) == len(there.play.log) == 4
    text = there.export()
    seen = look_over(library, text)
    assert (seen.plays, seen.second, seen.here) == (1, 1, 0)
    (second,) = plays_from(library, text)
    assert second != here.id and library.resume(second).play.log == there.play.log
    assert plays_from(library, text) == [], "once"
    assert library.resume(here.id).play.log == here.play.log and len(library.plays()) == 2


def test_the_same_backup_again_adds_nothing_whatever_was_played_since(library: Library, other: Library) -> None:
    for _ in range(3):
        begun(library)
    voted(library)
    text = library.files.export_everything()
    assert take_in(other, text).plays == 4
    all_plays(other)[0].correct("basket", 3)
    for one in (other, library):
        again = take_in(one, text)
        assert (again.plays, again.people, again.boxes, again.settings) == (0, 0, 0, 0)
        assert len(one.plays()) == 4
        assert str(look_over(one, text).sentence) == "You already have everything in this file."


def test_a_play_without_a_uid_comes_in_once(library: Library, other: Library) -> None:
    text = changed(begun(library).export(), uid="")
    assert len(plays_from(other, text)) == 1
    assert plays_from(other, text) == []


def test_a_preview_changes_nothing_and_says_what_will_come(library: Library, other: Library) -> None:
    begun(library)
    voted(library)
    library.save_box("scripted", "box", {"tiles": []})
    text = library.files.export_everything()
    seen = look_over(other, text)
    assert (seen.kind, seen.plays, seen.here, seen.second, seen.people, seen.boxes) == (
        "tableside-everything", 2, 0, 0, 3, 1)
    assert str(seen.sentence) == ("New in this file: 2 plays, 3 people and 1 box. "
                                  "Nothing you have is lost.")
    assert other.plays() == [] and other.people() == [] and other.store.boxes() == []
    with pytest.raises(Refused, match="not a Tableside file"):
        look_over(other, "[1, 2]")


def test_a_play_that_its_game_refuses_by_now_is_kept_all_the_same(library: Library, other: Library) -> None:
    begun(library)
    raw = unpacked(library.files.export_everything())
    raw["plays"][0]["setup"]["people"] = raw["plays"][0]["setup"]["people"][:1]
    assert take_in(other, packed(raw)).plays == 1
    assert len(unpacked(other.files.export_everything())["plays"][0]["log"]) == 3


# Point 10

def test_a_play_whose_game_is_not_here_keeps_every_answer(library: Library, tmp_path: Path) -> None:
    opened = voted(library)
    opened.answer("Vote/2", 0)
    opened.answer("Weather/table", [2])
    without = Library(open_store(tmp_path / "tableside.sqlite3"), {}, SetClock())
    assert without.files.export_everything().count('"covered": true') == 3, "nobody reads a vote at a glance"
    fresh = Library(open_store(tmp_path / "fresh.sqlite3"), {}, SetClock())
    assert take_in(fresh, without.files.export_everything()).plays == 1
    back = Library(open_store(tmp_path / "back.sqlite3"), GAMES, SetClock())
    take_in(back, fresh.files.export_everything())
    (again,) = all_plays(back)
    assert again.play.log == opened.play.log and again.play.misfit is None


def test_sealed_votes_survive_delete_and_undo(library: Library, tmp_path: Path) -> None:
    opened = voted(library)
    text = library.files.export_play(opened.id)
    log = list(opened.play.log)
    library.delete(opened.id)
    assert library.plays() == [] and [one.id for one in library.trash()] == [opened.id]
    library.bring_back(opened.id)
    assert library.resume(opened.id).play.log == log and len(log) == 6
    library.delete(opened.id)
    later = Library(open_store(tmp_path / "tableside.sqlite3"), GAMES, SetClock())
    assert plays_from(later, text) == [opened.id], "its file brings it back from the trash, too, votes and all"
    assert later.resume(opened.id).play.log == log


def test_a_row_that_is_no_text_does_not_stop_the_others(library: Library, tmp_path: Path) -> None:
    tables = [begun(library) for _ in range(4)]
    for journal in journals_of(tmp_path / "tableside.sqlite3"):
        journal.unlink()
    hit = [("UPDATE records SET line = CAST(x'7bff7d' AS TEXT) WHERE play = ? AND number = 1", 0),
           ("UPDATE plays SET setup = CAST(x'7bff7d' AS TEXT) WHERE id = ?", 1),
           ("UPDATE plays SET subtitle = CAST(x'22ff22' AS TEXT) WHERE id = ?", 2)]
    for statement, which in hit:
        library.store.file.execute(statement, (tables[which].id,))
    raw = unpacked(library.files.export_everything())
    logs = {play["uid"]: len(play["log"]) for play in raw["plays"]}
    assert logs == {tables[0].row.uid: 1, tables[2].row.uid: 3, tables[3].row.uid: 3}
    whole = {play["uid"]: len(play["lines"]) for play in raw["damaged"]}
    assert whole == {tables[0].row.uid: 3, tables[1].row.uid: 3}, "damaged plays go out whole beside them"
    path = tmp_path / "everything.json"
    library.files.export_to(path).finish()
    assert unpacked(path.read_text(encoding="utf-8")) == raw
    other = Library(open_store(tmp_path / "other.sqlite3"), GAMES, SetClock())
    assert take_in(other, packed(raw)).plays == 3
    (rows,) = unpacked(library.files.export_play(tables[0].id))["damaged"]
    assert rows["lines"][2][1].startswith('{"kind":"answer"')
    assert unpacked(library.files.export_play(tables[1].id))["format"] == "tableside-damaged"


def test_a_damaged_play_can_be_read_and_played_on_up_to_the_line(library: Library, tmp_path: Path) -> None:
    opened = begun(library)
    for basket in (1, 2, 3):
        opened.correct("basket", basket)
    for journal in journals_of(tmp_path / "tableside.sqlite3"):
        journal.unlink()
    library.store.file.execute("UPDATE records SET line = '' WHERE number = 4")
    later = Library(open_store(tmp_path / "tableside.sqlite3"), GAMES, SetClock())
    assert str(later.damage(opened.id)) == "Line 5 of this play is damaged and can't be read."
    assert later.readable(opened.id).log == opened.play.log[:4]
    second = later.go_on_before_damage(opened.id)
    assert second.id != opened.id and second.play.log == opened.play.log[:4]
    second.correct("basket", 9)
    assert later.damage(second.id) is None
    assert len(unpacked(later.files.export_play(opened.id))["damaged"][0]["lines"]) == 6, "it stays as it is"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among its files")
def test_pipes_devices_and_giants_are_passed_by(library: Library, tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    (home / "Downloads").mkdir(parents=True)
    good = home / "Downloads" / "good.json"
    good.write_text(begun(library).export(), encoding="utf-8")
    os.mkfifo(home / "Downloads" / "pipe.json")
    (home / "Downloads" / "null.json").symlink_to("/dev/null")
    (home / "Downloads" / "folder.json").mkdir()
    assert files_here(home) == [Incoming(good, good.stat().st_mtime)]
    assert read_file(good) == good.read_bytes()
    with pytest.raises(Refused, match="Choose another"):
        read_file(home / "Downloads" / "pipe.json")
    with pytest.raises(Refused, match="Choose another"):
        library.files.import_file(home / "Downloads" / "pipe.json").finish()
    monkeypatch.setattr("companion.services.file_exchange.LARGEST_FILE", 100)
    assert files_here(home) == []
    with pytest.raises(Refused, match="too large to be from Tableside"):
        library.files.preview_file(good).finish()


# Point 12

def test_everything_goes_out_and_comes_in_step_by_step(library: Library, other: Library, tmp_path: Path) -> None:
    for _ in range(6):
        begun(library)
    library.save_box("scripted", "box", {"tiles": []})
    path = tmp_path / "everything.json"
    job = library.files.export_to(path)
    seen = []
    while not job.step():
        seen.append(job.progress)
        assert not path.exists(), "nothing lies there before it is whole"
    assert seen == sorted(seen) and {number / 6 for number in range(7)} == set(seen) and job.progress == 1.0
    assert path.read_text(encoding="utf-8") == library.files.export_everything()
    assert other.files.preview_file(path).finish().plays == 6
    taking = other.files.import_file(path)
    steps = 0
    while not taking.step():
        steps += 1
        assert (len(other.plays()) > 0) == (taking.total > 0), "nothing comes in before all was looked over"
    assert steps > 12 and taking.result.plays == 6 and len(other.plays()) == 6
    single = tmp_path / "one.json"
    single.write_text(begun(library).export(), encoding="utf-8")
    assert other.files.import_file(single).finish().plays == 1


def test_photos_travel_if_asked(library: Library, tmp_path: Path) -> None:
    """The newest that fit; a photo that is there, that has no play or is no picture stays out."""
    (tmp_path / "there").mkdir()
    other = Library(open_store(tmp_path / "there" / "other.sqlite3"), GAMES, SetClock())
    play, photo = begun(library), PICTURES[0] + b"the table"
    save_photo(library, play.id, photo)
    sent, every = photos_to_send(library)
    assert (len(sent), every) == (1, 1)
    for name, photos in (("without", []), ("with", sent)):
        library.files.export_to(tmp_path / name, photos).finish()
    assert b"photo" not in (tmp_path / "without").read_bytes()
    assert other.files.preview_file(tmp_path / "with").finish().photos == 1
    assert other.files.import_file(tmp_path / "with").finish().photos == 1
    here = photo_of(other, next(other.latest()).id)
    assert here is not None and here.read_bytes() == photo
    assert other.files.import_file(tmp_path / "with").finish().photos == 0
    stray = files.dump(files.PhotoFile("a1", PICTURES[0]), files.PhotoFile("b2", b"%PDF"), kind=files.EVERYTHING)
    (tmp_path / "stray").write_text(stray, encoding="utf-8")
    assert other.files.import_file(tmp_path / "stray").finish().photos == 0
    broken = stray.replace('"content": "', '"content": "!')
    (tmp_path / "stray").write_text(broken, encoding="utf-8")
    assert len(other.files.import_file(tmp_path / "stray").finish().left_out) == 2


def test_work_that_is_broken_off_leaves_nothing_half_done(library: Library, other: Library, tmp_path: Path) -> None:
    for _ in range(6):
        begun(library)
    path = tmp_path / "out" / "everything.json"
    path.parent.mkdir()
    job = library.files.export_to(path)
    job.step()
    job.cancel()
    assert job.over and job.cancelled and list(path.parent.iterdir()) == []
    library.files.export_to(path).finish()
    taking = other.files.import_file(path)
    while len(other.plays()) < 3:
        taking.step()
    taking.cancel()
    assert len(other.plays()) == 3 and all(len(table.play.log) == 3 for table in all_plays(other))
    assert other.files.import_file(path).finish().plays == 3, "the same file again brings the rest"


def test_a_place_that_cannot_be_written_is_said(library: Library, tmp_path: Path) -> None:
    job = library.files.export_to(tmp_path / "not there" / "everything.json")
    with pytest.raises(Refused, match="The file couldn't be written"):
        job.finish()
    assert job.over


MEMORY = """
import resource, sys
from pathlib import Path
from companion.core.text import Refused
from companion.services.library import Library
from companion.testing.recording import SetClock
from companion.services.store import open_store
library = Library(open_store(Path(sys.argv[1]) / "t.sqlite3"), {}, SetClock())
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    library.files.import_file(Path(sys.argv[1]) / "junk.json").finish()
except Refused as error:
    print(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1000)
"""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(find_spec("resource") is None, reason="Windows does not tell the memory in this way")
def test_63_megabytes_of_junk_stay_small(tmp_path: Path) -> None:
    head = '{"format": "tableside-everything", "version": 1, "plays": ['
    (tmp_path / "junk.json").write_text(head + "[]," * 21_000_000, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-c", MEMORY, str(tmp_path)], cwd=Path(__file__).parents[2],
                         capture_output=True, encoding="locale", check=True, timeout=120)
    sentence, megabytes = ran.stdout.splitlines()
    assert sentence in ("This is not a Tableside file.", "This file is too large to be from Tableside.",
                        "This file is incomplete or damaged and can't be read.")
    assert int(megabytes) < 200

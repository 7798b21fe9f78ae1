"""Put away, delete, undo, forget, bring back: never the only copy in memory, and a sentence where it fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.questions import Refused
from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.play_details import Details, details_of, photo_of, save_details, save_photo
from companion.services.ports.recording import SetClock
from companion.services.store import open_store
from tests.services.evenings import take_in
from tests.toys.orchard import game as orchard

SETUP = Setup(people("Ana", "Ben", "Cleo"))


def started(path: Path) -> Evening:
    return Evening(open_store(path), {"orchard": orchard}, SetClock())


def finished(evening: Evening) -> int:
    opened = evening.start("orchard", SETUP)
    opened.correct("seats.0.points", 7)
    opened.correct("frost", True)
    opened.exit("DayLost")
    return opened.id


def test_a_deleted_play_waits_in_the_trash_over_any_number_of_starts(path: Path) -> None:
    evening = started(path)
    play = finished(evening)
    evening.archive(play)
    evening.delete(play)
    for _ in range(3):
        evening.quit()
        evening = started(path)
        assert evening.plays() == evening.plays(archived=True) == evening.history() == []
        assert [(one.id, one.names, one.trashed) for one in evening.trash()] == [
            (play, ("Ana", "Ben", "Cleo"), 1_700_000_000.0)]
    with pytest.raises(Refused, match="Bring it back first"):
        evening.resume(play)
    evening.bring_back(play)
    assert [one.id for one in evening.plays(archived=True)] == [play] and len(evening.history()) == 1
    assert len(evening.resume(play).play.log) == 3


def test_only_the_trash_is_emptied(path: Path) -> None:
    evening = started(path)
    kept, gone, third = (finished(evening) for _ in range(3))
    with pytest.raises(Refused, match="Only plays in the trash"):
        evening.delete_for_good(kept)
    evening.delete(gone)
    evening.delete(third)
    evening.delete_for_good(third)
    assert evening.empty_trash() == 1 and evening.trash() == []
    assert [one.id for one in evening.plays()] == [kept]
    with pytest.raises(Refused, match="no longer here"):
        evening.bring_back(gone)


def test_a_forgotten_person_comes_back_with_the_colour_they_had(path: Path) -> None:
    evening = started(path)
    evening.start("orchard", SETUP)
    before = evening.people()
    evening.forget("ben")
    again = started(path)
    assert [one.name for one in again.people()] == ["Ana", "Cleo"]
    again.bring_back_person("Ben")
    assert again.people() == before
    again.forget("Ben")
    again.start("orchard", Setup(people("Ben", "Dev")))
    assert "Ben" in [one.name for one in again.people()], "who plays again is remembered again"


Do = Callable[[Evening, int], object]
TAPS: list[Do] = [
    lambda evening, play: evening.archive(play),
    lambda evening, play: evening.archive(play, False),
    lambda evening, play: evening.delete(play),
    lambda evening, play: evening.bring_back(play),
    lambda evening, play: evening.forget("Ana"),
    lambda evening, play: evening.bring_back_person("Ana"),
    lambda evening, play: evening.set("theme", "dark"),
    lambda evening, play: evening.store.delete(play),
]


@pytest.mark.parametrize("tap", range(len(TAPS)))
def test_a_locked_file_is_a_sentence_and_nothing_changed(path: Path, tap: int) -> None:
    evening = started(path)
    play = finished(evening)
    evening.store._file.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Refused, match="Another copy of the app is writing right now"):
        TAPS[tap](evening, play)
    other.execute("ROLLBACK")
    assert [one.id for one in evening.plays()] == [play] and len(evening.people()) == 3
    TAPS[tap](evening, play)


def test_a_file_that_cannot_be_read_is_a_sentence_too(path: Path) -> None:
    evening = started(path)
    play = finished(evening)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DROP TABLE people")
    with pytest.raises(Refused, match="can't be read right now"):
        evening.people()
    assert evening.store.play(play).records == 3


def test_a_play_deleted_for_good_takes_its_note_and_photo_along(path: Path) -> None:
    evening = started(path)
    kept, gone = finished(evening), finished(evening)
    for play in (kept, gone):
        save_details(evening, play, Details("Cellar", "Ben cheated"))
        save_photo(evening, play, b"\xff\xd8\xff photo")
    photo = photo_of(evening, gone)
    assert photo is not None and photo.read_bytes() == b"\xff\xd8\xff photo"
    evening.delete(gone)
    assert photo.exists(), "the trash can give it back"
    evening.empty_trash()
    assert not photo.exists() and photo_of(evening, kept) is not None
    assert list(evening.setting("details")) == [evening.store.play(kept).uid]


def test_only_a_picture_becomes_the_photo_of_a_play(path: Path) -> None:
    evening = started(path)
    play = finished(evening)
    with pytest.raises(Refused, match="JPEG or PNG"):
        save_photo(evening, play, b"%PDF")
    assert photo_of(evening, play) is None


def test_place_and_note_come_with_everything_and_beside_those_already_here(path: Path, tmp_path: Path) -> None:
    evening, other = started(path), started(tmp_path / "other.sqlite3")
    play, own = finished(evening), finished(other)
    save_details(evening, play, Details("Cellar", "Ben cheated", 5.0))
    save_details(other, own, Details("Attic"))
    take_in(other, evening.files.export_everything())
    came = next(one.id for one in other.plays() if one.id != own)
    assert details_of(other, came) == Details("Cellar", "Ben cheated", 5.0)
    assert details_of(other, own) == Details("Attic")

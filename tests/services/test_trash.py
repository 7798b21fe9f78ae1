"""Archive, delete, undo, forget, bring back: never the only copy in memory, and a sentence where it fails."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.play_details import Details, details_of, photo_of, save_details, save_photo
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.services.evenings import take_in
from tests.services.store.refusing import FULL, full_disk
from tests.toys.orchard import game as orchard

SETUP = Setup(people("Ana", "Ben", "Cleo"))


def started(path: Path) -> Library:
    return Library(open_store(path), {"orchard": orchard}, SetClock())


def finished(library: Library) -> int:
    opened = library.start("orchard", SETUP)
    opened.correct("seats.0.points", 7)
    opened.correct("frost", True)
    opened.play.exit("DayLost")
    return opened.id


def test_a_deleted_play_waits_in_the_trash_over_any_number_of_starts(path: Path) -> None:
    library = started(path)
    play = finished(library)
    library.archive(play)
    library.delete(play)
    for _ in range(3):
        library.quit()
        library = started(path)
        assert library.plays() == library.plays(archived=True) == library.history() == []
        assert [(one.id, one.names, one.trashed) for one in library.trash()] == [
            (play, ("Ana", "Ben", "Cleo"), 1_700_000_000.0)]
    with pytest.raises(Refused, match="Bring it back first"):
        library.resume(play)
    library.bring_back(play)
    assert [one.id for one in library.plays(archived=True)] == [play] and len(library.history()) == 1
    assert len(library.resume(play).play.log) == 3


def test_only_the_trash_is_emptied(path: Path) -> None:
    library = started(path)
    kept, gone, third = (finished(library) for _ in range(3))
    with pytest.raises(Refused, match="Only plays in the trash"):
        library.delete_for_good(kept)
    library.delete(gone)
    library.delete(third)
    library.delete_for_good(third)
    assert library.empty_trash() == 1 and library.trash() == []
    assert [one.id for one in library.plays()] == [kept]
    with pytest.raises(Refused, match="no longer here"):
        library.bring_back(gone)


def test_a_forgotten_person_comes_back_with_the_colour_they_had(path: Path) -> None:
    library = started(path)
    library.start("orchard", SETUP)
    before = library.people()
    library.forget("ben")
    again = started(path)
    assert [one.name for one in again.people()] == ["Ana", "Cleo"]
    again.bring_back_person("Ben")
    assert again.people() == before
    again.forget("Ben")
    again.start("orchard", Setup(people("Ben", "Dev")))
    assert "Ben" in [one.name for one in again.people()], "who plays again is remembered again"


Do = Callable[[Library, int], object]
TAPS: list[Do] = [
    lambda library, play: library.archive(play),
    lambda library, play: library.archive(play, False),
    lambda library, play: library.delete(play),
    lambda library, play: library.bring_back(play),
    lambda library, play: library.forget("Ana"),
    lambda library, play: library.bring_back_person("Ana"),
    lambda library, play: library.set("theme", "dark"),
    lambda library, play: library.store.delete(play),
]


@pytest.mark.parametrize("tap", range(len(TAPS)))
def test_a_locked_file_is_a_sentence_and_nothing_changed(path: Path, tap: int) -> None:
    library = started(path)
    play = finished(library)
    library.store.file.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Refused, match="the other one is writing"):
        TAPS[tap](library, play)
    other.execute("ROLLBACK")
    assert [one.id for one in library.plays()] == [play] and len(library.people()) == 3
    TAPS[tap](library, play)


def test_a_file_that_cannot_be_read_is_a_sentence_too(path: Path) -> None:
    library = started(path)
    play = finished(library)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DROP TABLE people")
    with pytest.raises(Refused, match="can't be read right now"):
        library.people()
    assert library.store.play(play).records == 3


def test_a_play_deleted_for_good_takes_its_note_and_photo_along(path: Path) -> None:
    library = started(path)
    kept, gone = finished(library), finished(library)
    for play in (kept, gone):
        save_details(library, play, Details("Cellar", "Ben cheated"))
        save_photo(library, play, b"\xff\xd8\xff photo")
    photo = photo_of(library, gone)
    assert photo is not None and photo.read_bytes() == b"\xff\xd8\xff photo"
    library.delete(gone)
    assert photo.exists(), "the trash can give it back"
    library.empty_trash()
    assert not photo.exists() and photo_of(library, kept) is not None
    assert list(library.setting("details")) == [library.store.play(kept).uid]


def test_a_play_that_could_not_be_deleted_keeps_its_note_and_photo(path: Path) -> None:
    library = started(path)
    play = finished(library)
    save_details(library, play, Details("Cellar", "Ben cheated"))
    save_photo(library, play, b"\xff\xd8\xff photo")
    library.delete(play)
    with pytest.raises(Refused, match=FULL), full_disk(library.store):
        library.delete_for_good(play)
    assert details_of(library, play).note == "Ben cheated" and photo_of(library, play) is not None
    library.delete_for_good(play)
    assert library.setting("details") == {}


def test_only_a_picture_becomes_the_photo_of_a_play(path: Path) -> None:
    library = started(path)
    play = finished(library)
    with pytest.raises(Refused, match="JPEG or PNG"):
        save_photo(library, play, b"%PDF")
    assert photo_of(library, play) is None


def test_place_and_note_come_with_everything_and_beside_those_already_here(path: Path, tmp_path: Path) -> None:
    library, other = started(path), started(tmp_path / "other.sqlite3")
    play, own = finished(library), finished(other)
    save_details(library, play, Details("Cellar", "Ben cheated", 5.0))
    save_details(other, own, Details("Attic"))
    take_in(other, library.files.export_everything())
    came = next(one.id for one in other.plays() if one.id != own)
    assert details_of(other, came) == Details("Cellar", "Ben cheated", 5.0)
    assert details_of(other, own) == Details("Attic")

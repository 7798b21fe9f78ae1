"""Plays that go to another phone and come from one; and what is noted when the app pauses or ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.game import Game
from companion.core.text import Refused
from companion.services import by_hand
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.core.everything import changed, parts_of
from tests.services.evenings import GAMES, THREE, finish, look_over, plays_from, restarted, take_in
from tests.services.test_library import begun
from tests.toys.orchard import game as orchard

# Files

def test_a_play_goes_to_another_phone_and_back(library: Library, tmp_path: Path, clock: SetClock) -> None:
    opened = begun(library)
    other = Library(open_store(tmp_path / "other.sqlite3"), GAMES, clock)
    (play,) = plays_from(other, opened.export())
    came = other.resume(play)
    assert came.play.log == opened.play.log and picture(came.play.table) == picture(opened.play.table)
    came.answer("Rest/1", "done")
    text = came.export()
    assert plays_from(library, text) == [] and len(library.resume(opened.id).play.log) == 4, "it goes on here"
    assert plays_from(library, opened.export()) == [], "the very same play is here already"


def test_what_cannot_be_imported_changes_nothing(library: Library) -> None:
    text = begun(library).export()
    for bad in (text[:200], "{}", text.replace('"version": 1', '"version": 9'), text.replace('"orchard"', '"chess"')):
        with pytest.raises(Refused):
            look_over(library, bad)
        with pytest.raises(Refused):
            take_in(library, bad)
    assert len(library.plays()) == 1


def test_an_import_that_no_longer_fits_is_kept_and_named(library: Library) -> None:
    text = begun(library).export()
    log = parts_of(text)[1]["play"]["log"]
    log[1]["key"] = "Pick/2"
    (play,) = plays_from(library, changed(text, log=log, uid="another"))
    misfit = library.resume(play).play.misfit
    assert misfit is not None and misfit.number == 1


def test_everything_goes_to_another_phone(library: Library, tmp_path: Path, clock: SetClock) -> None:
    opened = begun(library)
    played = finish(library.start("orchard", THREE))
    played.open_votes()
    library.archive(played.id)
    library.save_copy("scripted", "box", {"tiles": [1]})
    library.set("theme", "dark")
    text = library.files.export_everything()
    only_orchard: dict[str, Game[Any]] = {"orchard": orchard}
    other = Library(open_store(tmp_path / "other.sqlite3"), only_orchard, clock)
    came = take_in(other, text)
    assert (came.plays, came.people, came.copies) == (2, 3, 1)
    assert other.setting("theme") == "dark" and other.people() == library.people()
    assert other.copies("scripted")[0].copy == {"tiles": [1]}, "kept, though its game is not here"
    assert other.game_record("orchard").plays == 1
    assert any(other.resume(one.id).play.log == opened.play.log for one in other.plays())
    again = take_in(other, text)
    assert (again.plays, again.people, again.copies) == (0, 0, 0), "twice is once"


def test_a_shared_play_holds_no_sealed_ballot_and_everything_covers_it(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("orchard", THREE)
    for key, answer in [("Weather/table", [3]), ("Rest/0", "done"), ("Rest/1", "done"), ("Rest/2", "done"),
                        ("Vote/0", 2)]:
        opened.answer(key, answer)
    for text in (library.files.export_play(opened.id), opened.export()):
        assert '"Vote/0"' not in text and '"Rest/2"' in text
    for text in (library.files.export_everything(), restarted(path, clock).files.export_everything(),
                 Library(open_store(path), {}, clock).files.export_play(opened.id)):  # the last: its game is not here
        (vote,) = [line for line in parts_of(text)[1]["play"]["log"] if line["key"] == "Vote/0"]
        assert vote["covered"] is True and vote["answer"] not in (2, "2")


def test_closing_pausing_and_quitting_leave_everything_noted(library: Library, path: Path, clock: SetClock) -> None:
    opened = begun(library)
    opened.play.undo()
    library.close(opened)
    library.pause()
    library.quit()
    store = open_store(path)
    assert store.play(opened.id).noted == store.play(opened.id).records == 4


def test_how_much_is_told_by_hand_is_chosen_game_by_game(library: Library, path: Path, clock: SetClock) -> None:
    assert by_hand.how_much(library, "windmill") == "unforeseen"
    by_hand.tell(library, "windmill", "nothing")
    by_hand.tell(library, "story", "everything")
    again = restarted(path, clock)
    assert [by_hand.how_much(again, game) for game in ("windmill", "story", "keywords")] == [
        "nothing", "everything", "unforeseen"]
    with pytest.raises(Refused):
        by_hand.tell(library, "windmill", "loud")

"""Plays that go to another phone and come from one; and what is noted when the app pauses or ends."""

from pathlib import Path

import pytest

from companion.core.text import Refused
from companion.services import by_hand
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.core.everything import parts_of
from tests.services.evenings import THREE, restarted
from tests.services.test_library import begun

# Files

def test_a_shared_play_holds_no_sealed_ballot_and_everything_covers_it(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("orchard", THREE)
    for key, answer in [("Weather/table", [3]), ("Rest/0", "done"), ("Rest/1", "done"), ("Rest/2", "done"),
                        ("Vote/0", 2)]:
        opened.answer(key, answer)
    for text in (library.files.export_play(opened.id), opened.export(),
                 Library(open_store(path), {}, clock).files.export_play(opened.id)):  # its game is not here
        assert '"Vote/0"' not in text and '"Rest/2"' in text
    for text in (library.files.export_everything(), restarted(path, clock).files.export_everything(),
                 Library(open_store(path), {}, clock).files.export_everything()):
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

"""Phones that exchange files: any order ends with the same plays and the same statistics everywhere."""

from pathlib import Path

import pytest

from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.services.evenings import GAMES, finish, look_over, take_in
from tools.exchange import counted, courses, exchanges

pytestmark = pytest.mark.slow

THREE = Setup(people("Ana", "Ben", "Cleo"))


@pytest.fixture
def phones(tmp_path: Path) -> list[Library]:
    return [Library(open_store(tmp_path / f"{name}.sqlite3"), GAMES, SetClock()) for name in "abc"]


def ended(phone: Library, play: int, seed: int = 1) -> None:
    opened = finish(phone.resume(play), seed)
    if opened.votes_closed:
        opened.open_votes()


def begun(phone: Library) -> int:
    opened = phone.start("orchard", THREE)
    opened.answer("Weather/table", [3])
    return opened.id


def test_an_evening_that_ended_on_another_phone_is_one_evening(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    half = here.files.export_play(play)
    take_in(there, half)
    ended(there, there.plays()[0].id)
    whole = there.files.export_everything()
    seen = look_over(here, whole)
    assert (seen.plays, seen.continued, seen.second) == (0, 1, 0)
    assert str(seen.sentence) == "New in this file: 1 play that went on elsewhere. Nothing you have is lost."
    take_in(here, whole)
    take_in(there, half)
    for phone in (here, there):
        assert len(phone.plays()) == 1 and len(phone.store.results()) == 3
    assert courses(here) == courses(there) and here.plays()[0].id == play


def test_an_evening_that_went_on_in_two_places_is_kept_twice_and_counted_once(phones: list[Library]) -> None:
    here, there, _ = phones
    begun(here)
    take_in(there, here.files.export_everything())
    for seed, phone in enumerate((here, there)):
        ended(phone, phone.plays()[0].id, seed)
    for one, other in ((here, there), (there, here), (here, there)):
        take_in(other, one.files.export_everything())
    for phone in (here, there):
        assert len(phone.plays()) == 2 and len(phone.store.results()) == 3
    assert courses(here) == courses(there) and counted(here) == counted(there)


def test_any_order_of_files_between_three_phones_ends_alike(tmp_path: Path) -> None:
    tally = exchanges(tmp_path, {"orchard": GAMES["orchard"]}, 4)  # make torture: 60, with all games
    assert tally.faults == [] and tally.counts["plays"] > 15 and tally.counts["take"] > 10


def test_a_shared_play_ends_before_votes_that_are_not_open(phones: list[Library]) -> None:
    here, *_ = phones
    opened = here.start("orchard", THREE)
    for key, answer in (("Weather/table", [3]), ("Rest/0", "done"), ("Rest/1", "done"), ("Rest/2", "done")):
        opened.answer(key, answer)
    for seat, votes in enumerate((2, 0, 1)):
        opened.answer(f"Vote/{seat}", votes)
        assert here.files.export_play(opened.id).count("Vote/") == 0, "for others"
        assert here.files.export_everything().count("covered:") == seat + 1, "for oneself: none is lost"
    here.resume(opened.id).open_votes()
    assert here.files.export_play(opened.id).count("Vote/") == 3

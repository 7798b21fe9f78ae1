"""Phones that exchange files: any order ends with the same plays and the same statistics everywhere."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.open_play import summary_of
from companion.services.play_details import Details, details_of, save_details
from companion.services.store import open_store
from companion.services.store.lines import journals_of
from companion.testing.recording import SetClock
from tests.services.evenings import GAMES, finish, look_over, take_in
from tools.exchange import counted, courses, exchanges

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


def line_two_damaged(phone: Library, play: int) -> None:
    phone.store._file.execute("UPDATE records SET line = '' WHERE play = ? AND number = 1", (play,))
    for journal in journals_of(phone.store.path or Path()):
        journal.unlink()


def head_damaged(phone: Library, play: int) -> None:
    phone.store._file.execute("UPDATE plays SET sum = '' WHERE id = ?", (play,))


@pytest.mark.parametrize("damage", [line_two_damaged, head_damaged])
def test_a_longer_log_comes_in_beside_a_damaged_play(phones: list[Library],
                                                     damage: Callable[[Library, int], None]) -> None:
    """Three lines here, one of them or the head damaged; the file has all three and a fourth."""
    here, there, _ = phones
    play = begun(here)
    for _ in range(2):
        here.resume(play).answer("Pick/0", "done")
    take_in(there, here.files.export_everything())
    damage(here, play)
    ours = here.store.raw_play(play)
    longer = there.resume(there.plays()[0].id)
    longer.answer("Pick/1", "done")
    whole = there.files.export_everything()
    assert (look_over(here, whole).plays, take_in(here, whole).plays, take_in(here, whole).plays) == (1, 1, 0)
    assert here.store.raw_play(play) == ours, "a damaged play stays as it is"
    (second,) = [row.id for row in here.plays() if row.id != play]
    assert here.resume(second).play.log == longer.play.log


def test_what_one_wrote_later_stays_although_the_file_has_other_words(phones: list[Library]) -> None:
    """There, both plays have a note; here, the first has a later one."""
    here, there, _ = phones
    first, second = begun(here), begun(here)
    take_in(there, here.files.export_everything())
    for row in there.plays():
        save_details(there, row.id, Details("There", "Rain"))
    here.clock.advance(60)  # type: ignore[attr-defined]
    save_details(here, first, Details("Here", "Sun"))
    take_in(here, there.files.export_everything())
    assert details_of(here, first) == Details("Here", "Sun")
    assert details_of(here, second) == Details("There", "Rain")


def test_the_library_sums_up_no_closed_votes_of_a_file(phones: list[Library]) -> None:
    """All three votes are in, and nobody has opened them."""
    here, there, _ = phones
    opened = here.start("orchard", THREE)
    for key, answer in [("Weather/table", [3]), *((f"Rest/{seat}", "done") for seat in range(3)),
                        *((f"Vote/{seat}", votes) for seat, votes in enumerate((2, 0, 1)))]:
        opened.answer(key, answer)
    assert here.plays()[0].subtitle == "" != str(summary_of(opened.play).subtitle)
    take_in(there, here.files.export_everything())
    (saved,) = there.store.plays()
    assert (saved.subtitle, saved.outcome) == ("", None), "before anybody looks at it"
    assert there.plays()[0].subtitle == "" and there.resume(saved.id).votes_closed == 3


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

"""Phones that exchange files: any order ends with the same plays and the same statistics everywhere."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.core.values import Json
from companion.services.library import Library
from companion.services.play_details import (
    PICTURES,
    Details,
    details_of,
    photo_of,
    photos_to_send,
    save_details,
    save_photo,
)
from companion.services.store import open_store
from companion.services.store.lines import journals_of
from companion.services.summary import ended_early, summary_of
from companion.testing.recording import SetClock
from tests.core.everything import changed, parts_of
from tests.sampling import sampled
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
        assert len(phone.plays()) == 1 and len(phone.store.results.seats()) == 3
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
        assert len(phone.plays()) == 2 and len(phone.store.results.seats()) == 3
    assert courses(here) == courses(there) and counted(here) == counted(there)


# End here

ENDED = "Ended early, Ben wins."


def endings(phone: Library) -> list[str | None]:
    """What the library says of each play: how it ended, or None while it goes on."""
    return [None if row.outcome is None else str(row.outcome) for row in phone.plays()]


def exchange(one: Library, other: Library) -> None:
    take_in(other, one.files.export_everything())
    take_in(one, other.files.export_everything())


@pytest.mark.parametrize("known", [False, True], ids=["a new phone", "a phone that had it under way"])
@pytest.mark.parametrize("way", ["everything", "one play"])
def test_a_play_ended_here_is_ended_on_another_phone(phones: list[Library], known: bool, way: str) -> None:
    here, there, _ = phones
    play = begun(here)
    if known:
        take_in(there, here.files.export_everything())
    here.end_here(play, 1)
    text = here.files.export_everything() if way == "everything" else here.files.export_play(play)
    seen = look_over(there, text)
    assert (seen.plays, seen.changed, seen.here) == (0, 1, 0) if known else (1, 0, 0)
    assert take_in(there, text).parts == seen.parts and seen.parts
    assert endings(there) == [ENDED] and counted(there) == counted(here)
    won = {row.name: row.won for row in there.store.results.seats()}
    assert won == {"Ana": False, "Ben": True, "Cleo": False}
    assert str(look_over(there, text).sentence) == "You already have everything in this file."
    reopened = Library(open_store(there.store.path), GAMES, SetClock())  # type: ignore[arg-type]
    assert endings(reopened) == [ENDED]


def test_a_play_resumed_on_another_phone_goes_on_here(phones: list[Library]) -> None:
    """The other phone's clock is a year behind; it knew that the play was ended."""
    here, there, _ = phones
    play = begun(here)
    here.end_here(play, 1)
    take_in(there, here.files.export_everything())
    there.clock.advance(-365 * 86_400)  # type: ignore[attr-defined]
    there.play_on(there.plays()[0].id)
    take_in(there, here.files.export_everything())
    assert endings(there) == [None]
    came = take_in(here, there.files.export_everything())
    assert str(came.sentence) == "New in this file: 1 play that changed elsewhere. Nothing you have is lost."
    assert endings(here) == [None] and here.store.results.seats() == []


def test_a_play_ended_on_two_phones_ends_as_it_was_said_last(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    take_in(there, here.files.export_everything())
    there.end_here(there.plays()[0].id, 2)
    here.clock.advance(60)  # type: ignore[attr-defined]
    here.end_here(play, 1)
    exchange(here, there)
    assert endings(here) == endings(there) == [ENDED] and counted(here) == counted(there)


def test_two_endings_of_the_same_moment_end_alike(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    take_in(there, here.files.export_everything())
    here.end_here(play, 0)
    there.end_here(there.plays()[0].id, 2)
    exchange(here, there)
    assert endings(here) == endings(there) == ["Ended early, Cleo wins."]


def test_an_ended_play_that_goes_on_elsewhere_goes_on_here(phones: list[Library]) -> None:
    """One answer reopens a play on the phone that ended it, so it does from any other, in any order."""
    here, there, third = phones
    play = begun(here)
    take_in(there, here.files.export_everything())
    there.resume(there.plays()[0].id).answer("Pick/0", "done")
    here.end_here(play, 1)
    longer = there.files.export_everything()
    for text in (here.files.export_everything(), longer):
        take_in(third, text)
    exchange(here, there)
    for phone in phones:
        assert endings(phone) == [None] and len(phone.resume(phone.plays()[0].id).play.log) == 2
        assert phone.store.results.seats() == []


def test_undo_and_redo_reopen_an_ended_play_on_both_phones(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    for change in (lambda opened: opened.undo(), lambda opened: opened.play.redo()):
        here.end_here(play, 1)
        exchange(here, there)
        assert endings(here) == endings(there) == [ENDED]
        change(here.resume(play))
        exchange(here, there)
        assert endings(here) == endings(there) == [None]


def test_a_play_ended_by_an_older_version_stays_ended_and_goes_out_as_ended(phones: list[Library]) -> None:
    """It kept the ending in the summary only."""
    here, there, third = phones
    play = begun(here)
    opened = here.resume(play)
    here.store.note(play, 1, opened.row.rules, ended_early(opened.play, 1))
    assert here.store.setting(f"ended.{opened.row.uid}") is None
    exchange(here, there)
    assert endings(here) == endings(there) == [ENDED]
    take_in(third, here.files.export_play(play))
    there.play_on(there.plays()[0].id)
    exchange(here, there)
    exchange(there, third)
    assert endings(here) == endings(there) == endings(third) == [None]


def test_a_phone_without_the_game_passes_the_ending_on(phones: list[Library], tmp_path: Path) -> None:
    here, there, _ = phones
    play = begun(here)
    here.end_here(play, 1)
    between = Library(open_store(tmp_path / "between.sqlite3"), {}, SetClock())
    take_in(between, here.files.export_everything())
    take_in(there, between.files.export_everything())
    assert endings(there) == [ENDED]
    later = Library(open_store(tmp_path / "between.sqlite3"), GAMES, SetClock())
    assert endings(later) == [ENDED], "its game was installed"


@pytest.mark.parametrize("ended", [{"ended": 1}, {"ended": True, "winner": "Ana", "at": 5.0}, [], "yes",
                                   {"ended": True, "winner": None, "at": 1e300}])
def test_a_play_with_a_damaged_ending_stays_out(phones: list[Library], ended: Json) -> None:
    here, there, _ = phones
    text = changed(here.files.export_play(begun(here)), ended=ended)
    with pytest.raises(Refused, match="damaged and can't be read: ended"):
        take_in(there, text)


# The archive

def archived(phone: Library) -> list[bool]:
    return sorted(row.archived for row in (*phone.plays(), *phone.plays(archived=True)))


def test_an_archived_play_is_archived_on_a_new_phone_and_on_one_that_has_it(phones: list[Library]) -> None:
    here, there, third = phones
    play = begun(here)
    begun(here)
    take_in(there, here.files.export_everything())
    here.archive(play)
    text = here.files.export_everything()
    assert str(look_over(there, text).sentence) == (
        "New in this file: 1 play that changed elsewhere. Nothing you have is lost.")
    assert (take_in(there, text).changed, take_in(there, text).changed) == (1, 0)
    assert take_in(third, text).plays == 2
    assert archived(here) == archived(there) == archived(third) == [False, True]
    (away,) = third.plays(archived=True)
    there.clock.advance(-365 * 86_400)  # type: ignore[attr-defined]
    there.archive(there.plays(archived=True)[0].id, False)
    exchange(there, here)
    assert archived(there) == archived(here) == [False, False], "although its clock is a year behind"
    exchange(here, third)
    assert archived(third) == [False, False] and third.store.play(away.id).archived is False


def test_of_archived_and_brought_back_the_newest_counts(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    here.archive(play)
    take_in(there, here.files.export_everything())
    (other,) = there.plays(archived=True)
    there.archive(other.id, False)
    here.archive(play, False)
    here.clock.advance(60)  # type: ignore[attr-defined]
    here.archive(play)
    exchange(there, here)
    assert archived(there) == archived(here) == [True]


def test_a_play_that_is_archived_and_goes_on_elsewhere_is_both(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    take_in(there, here.files.export_everything())
    here.archive(play)
    there.resume(there.plays()[0].id).answer("Pick/0", "done")
    exchange(here, there)
    for phone in (here, there):
        (row,) = phone.plays(archived=True)
        assert row.records == 2 and phone.plays() == phone.open_plays() == []


def test_a_play_archived_by_an_older_version_is_archived_elsewhere(phones: list[Library]) -> None:
    """It wrote 1, without a time."""
    here, there, _ = phones
    play = begun(here)
    here.store.file.execute("UPDATE plays SET archived = 1 WHERE id = ?", (play,))
    take_in(there, here.files.export_everything())
    assert archived(here) == archived(there) == [True]
    here.archive(play, False)
    exchange(here, there)
    assert archived(here) == archived(there) == [False]


def test_a_shared_play_is_archived_nowhere(phones: list[Library]) -> None:
    here, there, _ = phones
    play = begun(here)
    here.archive(play)
    take_in(there, here.files.export_play(play))
    assert archived(there) == [False]


@pytest.mark.parametrize("away", [1e300, "yes", [], True])
def test_a_play_with_a_damaged_mark_stays_out(phones: list[Library], away: Json) -> None:
    here, there, _ = phones
    text = changed(here.files.export_play(begun(here)), away=away)
    with pytest.raises(Refused, match="damaged and can't be read: away"):
        take_in(there, text)


# Names, groups and details

def seen(phone: Library) -> object:
    """Everybody with their plays and wins, and the groups."""
    groups = sorted((group.name, sorted(person.name for person in group.people)) for group in phone.groups())
    return sorted((one.name, one.plays, one.wins) for one in phone.person_records().values()), groups


def a_minute_later(phone: Library) -> Library:
    phone.clock.advance(60)  # type: ignore[attr-defined]
    return phone


def shared_evening(phones: list[Library]) -> None:
    """Ben won an evening that all three phones have."""
    play = begun(phones[0])
    phones[0].end_here(play, 1)
    for phone in phones[1:]:
        take_in(phone, phones[0].files.export_everything())


def test_a_renamed_person_has_the_newest_name_on_both_phones(phones: list[Library]) -> None:
    here, there, _ = phones
    shared_evening(phones)
    here.rename("Ben", "Benno")
    a_minute_later(there).rename("Ben", "Benjamin")
    came = take_in(here, there.files.export_everything())
    assert str(came.sentence) == ("New in this file: 1 person and 1 new name. "
                                  "Newer names, groups and notes replace older ones.")
    take_in(there, here.files.export_everything())
    everybody = [("Ana", 1, 0), ("Benjamin", 1, 1), ("Benno", 0, 0), ("Cleo", 1, 0)]
    assert seen(here) == seen(there) == (everybody, [])
    here.merge("Benno", "Benjamin")
    exchange(here, there)
    assert seen(here) == seen(there) == ([one for one in everybody if one[0] != "Benno"], [])


def test_people_merged_and_parted_on_one_phone_are_so_on_another(phones: list[Library]) -> None:
    here, there, third = phones
    shared_evening(phones)
    here.merge("Ben", "Cleo")
    exchange(here, there)
    assert seen(here) == seen(there) == ([("Ana", 1, 0), ("Cleo", 2, 1)], [])
    there.unmerge("Ben")
    merged = here.files.export_everything()
    exchange(there, here)
    for phone in (here, there):
        take_in(phone, merged)
    exchange(there, third)
    assert seen(here) == seen(there) == seen(third) == ([("Ana", 1, 0), ("Ben", 1, 1), ("Cleo", 1, 0)], [])


def test_two_phones_that_merge_two_people_crosswise_agree(phones: list[Library]) -> None:
    """Last it was said that Cleo is Ben."""
    here, there, _ = phones
    shared_evening(phones)
    here.merge("Ben", "Cleo")
    a_minute_later(there).merge("Cleo", "Ben")
    exchange(here, there)
    assert seen(here) == seen(there) == ([("Ana", 1, 0), ("Ben", 2, 1)], [])


def test_groups_are_merged_by_name_and_a_deleted_one_stays_deleted(phones: list[Library]) -> None:
    here, there, third = phones
    shared_evening(phones)
    here.save_group("Us", people("Ana", "Ben"))
    here.save_group("Them", people("Ana", "Cleo"))
    exchange(here, there)
    exchange(there, third)
    here.delete_group("Them")
    a_minute_later(there).save_group("All", people("Ana", "Ben", "Cleo"), was="us")
    third.rename("Ben", "Benno")
    for one, other in ((here, there), (there, third), (third, here)):
        exchange(one, other)
    exchange(here, there)
    groups = [("All", ["Ana", "Benno", "Cleo"])]
    assert [seen(phone)[1] for phone in phones] == [groups] * 3  # type: ignore[index]


def test_a_member_added_on_one_phone_and_a_rename_on_another_are_both_there(phones: list[Library]) -> None:
    here, there, _ = phones
    shared_evening(phones)
    here.save_group("Us", people("Ana", "Ben"))
    exchange(here, there)
    there.save_group("Us", people("Ana", "Ben", "Cleo"), was="Us")
    a_minute_later(here).rename("Ben", "Benno")
    exchange(here, there)
    assert seen(here) == seen(there)
    assert [person.name for person in here.groups()[0].people] == ["Ana", "Benno", "Cleo"]


def test_names_and_groups_of_an_older_version_have_no_time_and_still_agree(phones: list[Library]) -> None:
    here, there, _ = phones
    shared_evening(phones)
    for phone, name in ((here, "Benno"), (there, "Benjamin")):
        phone.store.set("now_called", {"ben": name})
        phone.store.set("groups", [{"name": "Us", "people": [[name, 1]]}])
        phone.store.rename_person("Ben", name)
    old = here.files.export_everything()
    assert parts_of(old)[-2]["settings"].pop("times") == {}
    exchange(here, there)
    assert seen(here) == seen(there)
    assert seen(here)[1] == [("Us", ["Benno"])]  # type: ignore[index]


def test_place_and_note_written_on_two_phones_are_both_there(phones: list[Library]) -> None:
    here, there, _ = phones
    shared_evening(phones)
    (play,), (other,) = here.plays(), there.plays()
    save_details(here, play.id, Details("Home"))
    save_details(a_minute_later(there), other.id, Details("", "Late", 1.6e9))
    exchange(here, there)
    assert details_of(here, play.id) == details_of(there, other.id) == Details("Home", "Late", 1.6e9)
    save_details(a_minute_later(a_minute_later(here)), play.id, Details("Home", "", 1.6e9))
    exchange(there, here)
    assert details_of(here, play.id) == details_of(there, other.id) == Details("Home", "", 1.6e9)


def test_details_and_photos_find_their_course_of_a_play_that_went_on_differently(phones: list[Library],
                                                                                  tmp_path: Path) -> None:
    """Each phone calls its own course by the uid of the play, and the other's by another one."""
    (tmp_path / "there").mkdir()
    here, there = phones[0], Library(open_store(tmp_path / "there" / "b.sqlite3"), GAMES, SetClock())
    begun(here)
    take_in(there, here.files.export_everything())
    for seed, (phone, name) in enumerate(((here, "Here"), (there, "There"))):
        play = phone.plays()[0].id
        ended(phone, play, seed)
        save_details(phone, play, Details(name))
        save_photo(phone, play, PICTURES[0] + name.encode())
    for one, other in ((here, there), (there, here), (here, there)):
        path = tmp_path / "all.json"
        one.files.export_to(path, photos_to_send(one)[0]).finish()
        other.files.import_file(path).finish()

    def places(phone: Library) -> list[tuple[str, bytes, int]]:
        return sorted((details_of(phone, row.id).place, photo.read_bytes(), row.records)
                      for row in phone.plays() if (photo := photo_of(phone, row.id)) is not None)
    assert places(here) == places(there) and [one[:2] for one in places(here)] == [
        ("Here", PICTURES[0] + b"Here"), ("There", PICTURES[0] + b"There")]


def test_a_play_deleted_for_good_here_keeps_its_note_elsewhere(phones: list[Library]) -> None:
    here, there, _ = phones
    shared_evening(phones)
    (play,), (other,) = here.plays(), there.plays()
    save_details(here, play.id, Details("Home", "Late"))
    exchange(here, there)
    here.delete(play.id)
    assert "Late" not in here.files.export_everything(), "its play is in the trash, which stays behind"
    here.delete_for_good(play.id)
    assert here.setting("details") == {} and here.setting("times")["details"] == {}
    take_in(there, here.files.export_everything())
    assert details_of(there, other.id) == Details("Home", "Late")


@pytest.mark.parametrize("times", [5, {"now_called": 5}, {"now_called": {"ben": 1e300}}, {"theme": {}},
                                   {"groups": {"us": "now"}}])
def test_damaged_times_count_as_none(phones: list[Library], times: Json) -> None:
    here, there, _ = phones
    shared_evening(phones)
    here.rename("Ben", "Benno")
    text = changed(here.files.export_everything(), "settings", times=times)
    take_in(there, text)
    assert seen(there) == seen(here)
    a_minute_later(there).rename("Benno", "Ben")
    take_in(there, text)
    assert [one[0] for one in seen(there)[0]] == ["Ana", "Ben", "Cleo"]  # type: ignore[index]


# Damage, details and secrets

def line_two_damaged(phone: Library, play: int) -> None:
    phone.store.file.execute("UPDATE records SET line = '' WHERE play = ? AND number = 1", (play,))
    for journal in journals_of(phone.store.path or Path()):
        journal.unlink()


def head_damaged(phone: Library, play: int) -> None:
    phone.store.file.execute("UPDATE plays SET sum = '' WHERE id = ?", (play,))


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
    """All three votes are in, and nobody has revealed them."""
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


@pytest.mark.thorough
@sampled(("first", "rounds"), [(1, 1), (2, 6)])
def test_any_order_of_files_between_three_phones_ends_alike(tmp_path: Path, first: int, rounds: int) -> None:
    """`make torture` does it 60 times, with all games."""
    tally = exchanges(tmp_path, {"orchard": GAMES["orchard"]}, rounds, first)
    assert tally.faults == []
    moves = "plays", "take", "end here", "archive", "rename"
    assert all(tally.counts[move] >= rounds // 3 for move in moves)


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

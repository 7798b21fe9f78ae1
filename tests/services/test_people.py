"""People of all evenings: added, renamed, merged, in groups; and what is counted of them."""

from pathlib import Path

import pytest

from companion.core.registry import find_games
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.statistics import person_sums
from companion.services.store import open_store
from companion.services.store.rows import ResultRow
from companion.testing.recording import recording_machine

Seats = list[tuple[str, int | None, int | None, bool]]


def rows_of(*plays: tuple[str, Seats]) -> list[ResultRow]:
    """Oldest first; the store gives the newest first."""
    found = [[ResultRow(seat, name, place, score, won, number, game, float(number), "over")
              for seat, (name, place, score, won) in enumerate(seats)] for number, (game, seats) in enumerate(plays)]
    return [row for play in reversed(found) for row in play]


ROWS = rows_of(
    ("windmill", [("Ana", 1, 20, True), ("Ben", 2, 12, False), ("Cleo", 3, 9, False)]),
    ("windmill", [("Ana", 1, 15, True), ("Ben", 1, 15, True), ("Cleo", 3, 4, False)]),
    ("story", [("Ana", 2, 11, False), ("Ben", 1, 20, True)]),
    ("windward", [("Ana", None, None, True), ("Ben", None, None, True)]),
    ("windmill", [("ana ", 3, 1, False), ("Cleo", 1, 18, True), ("Ben", 2, 7, False)]),
    ("windmill", [("Ana", 1, 30, True), ("Cleo", 2, 18, False), ("Ben", 3, 7, False)]),
)


def test_sums_of_a_person() -> None:
    """Six plays: won, won, lost, won together, lost, won."""
    ana = person_sums(ROWS, "Ana")
    assert (ana.plays, ana.wins, ana.rate, ana.streak, ana.longest) == (6, 4, 67, 1, 2)
    assert [(game.game, game.plays, game.wins, game.best) for game in ana.games] == [
        ("windmill", 4, 3, 30), ("story", 1, 0, 11), ("windward", 1, 1, None)]
    assert ana.games[0].average == 16.5  # 20, 15, 1, 30
    assert [score for _, score in ana.games[0].scores] == [20, 15, 1, 30]
    assert ana.games[2].average is None


def test_whom_somebody_beats() -> None:
    """Where the table won together nobody is ahead; a shared place is neither."""
    ana = person_sums(ROWS, "Ana")
    assert [(one.name, one.plays, one.ahead, one.behind) for one in ana.rivals] == [("Ben", 5, 2, 2),
                                                                                    ("Cleo", 4, 3, 1)]


def test_who_never_played_has_no_sums() -> None:
    nobody = person_sums(ROWS, "Zoe")
    assert (nobody.plays, nobody.rate, nobody.games, nobody.rivals) == (0, 0, (), ())


# With a real store

@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "tableside.db"), find_games().games, recording_machine().clock)


def names(library: Library) -> list[str]:
    return [person.name for person in library.people()]


def windmill(library: Library, *who: str) -> int:
    """One story: the first tells it, the second guesses wrong, the third right; then it is ended by points."""
    opened = library.start("windmill", Setup(people(*who)))
    for key, answer in (("Oldest/table", 0), ("CardDown/0", "done"), ("Guess/1", "wrong"), ("Guess/2", "right"),
                        ("CardDown/1", "done"), ("Guess/2", "right")):
        opened.answer(key, answer)
    opened.undo()  # the last guess does not stand
    opened.answer("Guess/2", "wrong")
    while opened.play.outcome() is None:
        question = opened.play.open()[0]
        opened.answer(question.key(), "wrong" if question.key().startswith("Guess") else "done")
    library.close(opened)
    return opened.id


def test_somebody_is_added_and_recoloured(library: Library) -> None:
    library.add_person(Person(" Lena ", 3))
    assert library.people() == [Person("Lena", 3)]
    library.recolour("lena", 5)
    assert library.people() == [Person("Lena", 5)]
    with pytest.raises(Refused, match="Lena is already here"):
        library.add_person(Person("LENA", 1))
    with pytest.raises(Refused, match="Type a name"):
        library.add_person(Person("  ", 1))


def test_a_rename_keeps_every_play(library: Library) -> None:
    windmill(library, "Ana", "Ben", "Cleo")
    library.rename("Ben", "Benjamin")
    assert sorted(names(library)) == ["Ana", "Benjamin", "Cleo"]
    assert {name: one.plays for name, one in library.person_records().items()} == {"Ana": 1, "Benjamin": 1, "Cleo": 1}
    library.rename("Benjamin", "Ben")
    assert library.person_records()["Ben"].plays == 1
    with pytest.raises(Refused, match="Cleo is already here"):
        library.rename("Ben", "cleo")


def test_two_names_of_one_person_are_merged_and_parted(library: Library) -> None:
    windmill(library, "Ana", "Ben", "Cleo")
    windmill(library, "Ana", "Benny", "Cleo")
    library.merge("Benny", "Ben")
    assert "Benny" not in names(library) and library.person_records()["Ben"].plays == 2
    library.unmerge("Benny")
    assert "Benny" in names(library) and library.person_records()["Ben"].plays == 1
    with pytest.raises(Refused, match="same person"):
        library.merge("Ben", "ben")


def test_groups_are_saved_changed_and_follow_a_rename(library: Library) -> None:
    library.save_group("Friday table", people("Ana", "Ben"))
    library.save_group("Friday", [*people("Ana", "Ben"), Person("Cleo", 4)], was="friday table")
    assert [(one.name, len(one.people)) for one in library.groups()] == [("Friday", 3)]
    with pytest.raises(Refused, match="already a group called Friday"):
        library.save_group("friday", people("Ana"))
    with pytest.raises(Refused, match="Choose who"):
        library.save_group("Empty", [])
    library.add_person(Person("Ben", 1))
    library.rename("Ben", "Bo")
    assert [person.name for person in library.groups()[0].people] == ["Ana", "Bo", "Cleo"]
    gone = library.delete_group("Friday")
    assert gone is not None and library.groups() == []

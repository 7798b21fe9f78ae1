"""People of all evenings: added, renamed, merged, in groups; and what is counted of them."""

import csv
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

from companion.core.language import speaking
from companion.core.log import ANSWER, Record
from companion.core.registry import find_games
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.statistics import NOTED, as_csv, counting, person_sums, summing
from companion.services.store import open_store
from companion.services.store.rows import ResultRow
from companion.testing.recording import recording_machine
from tests.services.evenings import take_in
from tests.services.store.refusing import refusing

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


def test_the_table_that_goes_out() -> None:
    sums = [person_sums(ROWS, name) for name in ("Ana", "=Ben")]
    raw = as_csv(sums, {"windmill": "Windmill"}).encode()
    assert raw.startswith(b"\xef\xbb\xbf"), "or Excel reads Zoë as ZoÃ«"
    rows = list(csv.reader(StringIO(raw.decode("utf-8-sig"))))
    assert rows[0][:4] == ["name", "game", "plays", "wins"]
    assert rows[1] == ["Ana", "", "6", "4", "", "", "1", "2"]
    assert rows[2] == ["Ana", "Windmill", "4", "3", "16.5", "30", "", ""]
    assert rows[-1][0] == "'=Ben", "no sheet takes a name for a formula"
    with speaking("de"):
        first, _, windmill = as_csv(sums, {"windmill": "Windmill"}).splitlines()[:3]
    assert (first, windmill) == ("\ufeffName;Spiel;Partien;Siege;Schnitt;Bestwert;Serie;längste Serie",
                                 "Ana;Windmill;4;3;16,5;30;;")


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
    end(opened)
    library.close(opened)
    return opened.id


def end(opened: OpenPlay) -> None:
    """Nobody finds another card."""
    while opened.play.outcome() is None:
        question = opened.play.open()[0]
        opened.answer(question.key(), "wrong" if question.key().startswith("Guess") else "done")


def test_somebody_is_added_and_recoloured(library: Library) -> None:
    library.add_person(Person(" Lena ", 3))
    assert library.people() == [Person("Lena", 3)]
    library.recolour("lena", 5)
    assert library.people() == [Person("Lena", 5)]
    with pytest.raises(Refused, match="Lena is already here"):
        library.add_person(Person("LENA", 1))
    with pytest.raises(Refused, match="Type a name"):
        library.add_person(Person("  ", 1))


@pytest.mark.parametrize("name", ["\u200b", "\u202e \u202c", " "])
def test_a_name_that_nobody_can_see_is_refused(library: Library, name: str) -> None:
    """A person, or a group, was left without a name in every list."""
    library.add_person(Person("Ana", 0))
    for work in (lambda: library.rename("Ana", name), lambda: library.add_person(Person(name, 1)),
                 lambda: library.save_group(name, library.people())):
        with pytest.raises(Refused, match="Type a name first"):
            work()


def test_a_rename_keeps_every_play(library: Library) -> None:
    windmill(library, "Ana", "Ben", "Cleo")
    library.rename("Ben", "Benjamin")
    assert sorted(names(library)) == ["Ana", "Benjamin", "Cleo"]
    assert {name: one.plays for name, one in library.person_records().items()} == {"Ana": 1, "Benjamin": 1, "Cleo": 1}
    library.rename("Benjamin", "Ben")
    assert library.person_records()["Ben"].plays == 1
    with pytest.raises(Refused, match="Cleo is already here"):
        library.rename("Ben", "cleo")


def test_a_persons_plays_are_summed_one_per_step(library: Library) -> None:
    """With 5,000 plays, the last step and the first one of the counting took a frame of 50 to 75 ms each."""
    for _ in range(3):
        windmill(library, "Ana", "Ben", "Cleo")
    library.rename("Ana", "Anna")
    job, steps = summing(library, "Anna"), 0
    while not job.step():
        steps += 1
    assert steps > 3 and job.result.plays == 3 and job.result == person_sums(library.results(), "Anna")


def test_a_persons_plays_are_counted_without_a_look_at_every_seat(
        library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    windmill(library, "Ana", "Ben", "Cleo")
    windmill(library, "Dev", "Ben", "Cleo")
    library.rename("Ana", "Anna")
    monkeypatch.setattr(library.store.results, "names", lambda: pytest.fail("thousands of seats in one step"))
    job = counting(library, "Anna")
    job.step()
    assert job.total == 1, "Anna's only play"


def test_two_names_of_one_person_are_merged_and_parted(library: Library) -> None:
    windmill(library, "Ana", "Ben", "Cleo")
    windmill(library, "Ana", "Benny", "Cleo")
    library.merge("Benny", "Ben")
    assert "Benny" not in names(library) and library.person_records()["Ben"].plays == 2
    library.unmerge("Benny")
    assert "Benny" in names(library) and library.person_records()["Ben"].plays == 1
    with pytest.raises(Refused, match="same person"):
        library.merge("Ben", "ben")


def test_people_merged_in_a_circle_are_one_person(library: Library) -> None:
    windmill(library, "Ana", "Ben", "Cleo")
    for one, into in (("Ana", "Ben"), ("Ben", "Cleo"), ("Cleo", "Ana")):
        library.merge(one, into)
    assert names(library) == ["Ana"] and library.person_records()["Ana"].plays == 3
    library.unmerge("Ben")
    assert sorted(names(library)) == ["Ana", "Ben"]


def test_who_is_parted_from_another_is_back_in_the_groups(library: Library) -> None:
    library.save_group("Us", people("Ana", "Ben", "Cleo"))
    library.merge("Ben", "Cleo")
    assert [person.name for person in library.groups()[0].people] == ["Ana", "Cleo"]
    library.save_group("Them", people("Ana"))
    library.unmerge("Ben")
    assert [person.name for person in library.groups()[0].people] == ["Ana", "Ben", "Cleo"]


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


def test_windmill_counts_at_which_guess_a_card_was_found(library: Library) -> None:
    """Cleo found Ana's card at the second guess; the one that was taken back does not count."""
    play = windmill(library, "Ana", "Ben", "Cleo")
    chart, = counting(library, "Cleo").finish()
    assert (chart.game, chart.kind, chart.bars) == ("windmill", "Cards found, by guess", (("Second guess", 1),))
    assert counting(library, "Ben").finish() == []
    uid = library.store.play(play).uid
    noted = library.store.setting(NOTED + uid)
    assert noted["of"][0] == library.store.play(play).records
    library.store.set(NOTED + uid, {"of": noted["of"], "counted": []})
    assert counting(library, "Cleo").finish() == [], "what is noted is not read from the play again"
    library.store.set(NOTED + uid, "nonsense")
    assert len(counting(library, "Cleo").finish()) == 1


def test_an_evening_with_two_endings_is_charted_once(library: Library, tmp_path: Path) -> None:
    """Cleo found one card, at the second guess, before the phones parted: still one, though both stay."""
    other = Library(open_store(tmp_path / "other.db"), library.games, library.clock)
    take_in(other, library.files.export_play(windmill(library, "Ana", "Ben", "Cleo")))
    for phone in (library, other):
        opened = phone.resume(phone.plays()[0].id)
        opened.undo()
        if phone is other:
            opened.undo()
        end(opened)
        phone.close(opened)
    take_in(library, other.files.export_everything())
    assert len(library.plays()) == 2 and len(library.store.results.seats()) == 3
    chart, = counting(library, "Cleo").finish()
    assert chart.bars == (("Second guess", 1),)


def test_story_counts_only_the_votes_that_were_opened() -> None:
    """Ana changed her mind before the reveal; the votes of the last round were never revealed."""
    game = find_games().games["story"]
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))

    def vote(seat: int, story: int) -> Record:
        return Record(ANSWER, f"Ballot/{seat}/first", seat, story, sealed=True)
    records = [vote(0, 2), vote(1, 0), vote(0, 1), vote(2, 1), Record(ANSWER, "Opened/table/first", None, "done"),
               vote(0, 2)]
    found = [(str(one.kind), str(one.label), one.seat) for one in game.counted(table, records)]
    assert sorted(found) == [("Votes for", "Ana", 1), ("Votes for", "Ben", 0), ("Votes for", "Ben", 2),
                             ("Votes from", "Ana", 1), ("Votes from", "Ben", 0), ("Votes from", "Cleo", 1)]


def test_windward_counts_cresters_and_how_co_op_went() -> None:
    game = find_games().games["windward"]
    table = game.new(game.prepare(Setup(people("Ana", "Ben"), {"mode": "coop", "difficulty": 7})))
    table.turning_points = [(1, "red", 0), (2, "red", 0), (3, "white", 1)]
    table.verdict = "won"
    found = [(str(one.kind), str(one.label), one.seat) for one in game.counted(table, [])]
    assert found == [("Cresters beaten", "Reds", 0), ("Cresters beaten", "Reds", 0),
                     ("Cresters beaten", "The White", 1), ("Solo and co-op", "Co-op at speed 7, won", None)]


def test_winter_counts_quests_by_side() -> None:
    """A memory of spring: won for the rebels, lost for winter; a neutral one and an objective are neither."""
    from companion.games.winter_tales.table import Memory
    game = find_games().games["winter_tales"]
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    for player, side in zip(table.seats, ("spring", "winter", "writer"), strict=True):
        player.side = side
    table.track[0], table.track[1] = Memory("spring", "glimmer", "success"), Memory("neutral", "glimmer", "tie")
    assert [(str(one.label), one.seat) for one in game.counted(table, [])] == [("With spring, won", 0),
                                                                               ("With winter, lost", 1)]


@pytest.mark.parametrize("change", [
    lambda library: library.rename("Ben", "Benjamin"),
    lambda library: library.merge("Ben", "Cleo"),
    lambda library: library.unmerge("Benny")], ids=["rename", "merge", "unmerge"])
def test_people_change_as_a_whole_or_not_at_all(
        library: Library, change: Callable[[Library], object]) -> None:
    """A disk that refuses one statement after the other: each refusal leaves everything as it was."""
    for colour, name in enumerate(("Ben", "Cleo", "Benny")):
        library.add_person(Person(name, colour))
    library.merge("Benny", "Ben")

    def known() -> list[object]:
        return [library.people(), library.names(), library.setting("times")]

    before = known()
    for at in count():
        try:
            with refusing(library.store, lambda number, _, at=at: number == at):  # type: ignore[misc]
                change(library)
        except Refused:
            assert known() == before, f"refused at statement {at}"
        else:
            break
    assert at > 5 and known() != before

"""The library as the screens see it: plays, clocks, people, boxes, settings, history, files."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.game import Game
from companion.core.play import RulesFailed
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused
from companion.core.views import Outcome, View
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.core.everything import parts_of
from tests.services.evenings import GAMES, THREE, Orchard2, Richer, WeatherDrawn, WeatherFails, finish, restarted
from tests.toys.orchard import game as orchard
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.table import Orchard

# Plays

def test_plays_are_listed_newest_first_with_their_summary(library: Library, clock: SetClock) -> None:
    first = library.start("orchard", THREE)
    clock.advance(60)
    second = library.start("scripted", Setup(people("Dan")))
    clock.advance(60)
    assert [one.id for one in library.plays()] == [second.id, first.id]
    first.answer("Weather/table", [2])
    shown = library.plays()[0]
    assert (shown.id, shown.game, shown.names, str(shown.subtitle)) == (
        first.id, "orchard", ("Ana", "Ben", "Cleo"), "Day 1. Ana, pick an apple.")
    assert (shown.finished, shown.outcome, shown.known, shown.archived) == (False, None, True, False)
    assert (shown.began, shown.touched) == (1_700_000_000.0, 1_700_000_120.0)


def test_what_cannot_be_played_is_not_begun(library: Library) -> None:
    for game, setup, why in [("orchard", Setup(people("Ana")), "2 to 5 players"),
                             ("orchard", Setup((Person("Ana", 0), Person("ana", 1))), "Two seats are called"),
                             ("orchard", Setup(people("Ana", "")), "A seat has no name"),
                             ("orchard", Setup(people("Ana", "Ben"), {"turbo": 1}), "no option called turbo"),
                             ("chess", THREE, "chess isn't installed")]:
        with pytest.raises(Refused, match=why):
            library.start(game, setup)
    assert library.plays() == [] and library.people() == []


@pytest.mark.parametrize("wrong", [4_102_444_801.0, 9e15, -5.0], ids=["2100", "far beyond", "before 1970"])
def test_a_play_begun_with_a_wrong_clock_is_the_first_in_the_library(
        library: Library, path: Path, clock: SetClock, wrong: float) -> None:
    def listed() -> list[int]:
        assert [play.id for play in library.latest()] == [play.id for play in library.plays()]
        return [play.id for play in restarted(path, clock).plays()]
    first = library.start("orchard", THREE)
    right, clock.day = clock.day, wrong
    second = library.start("orchard", THREE)
    assert listed() == [second.id, first.id]
    clock.day = right
    third = library.start("orchard", THREE)
    assert listed() == [third.id, second.id, first.id]
    clock.day = wrong
    second.answer("Weather/table", [2])
    assert listed() == [second.id, third.id, first.id]


def test_what_a_game_leaves_to_chance_is_drawn_with_the_start(path: Path, clock: SetClock) -> None:
    """On record, so it is there after the process was killed; one undo takes it back."""
    games: dict[str, Game[Any]] = {"orchard": WeatherDrawn()}
    opened = Library(open_store(path), games, clock).start("orchard", THREE, draws=True)
    assert [(record.key, record.rolled) for record in opened.play.log] == [("Weather/table", True)]
    again = restarted(path, clock, games).resume(opened.id)
    assert picture(again.play.table) == picture(opened.play.table)
    again.undo()
    assert [question.key() for question in again.play.open()] == ["Weather/table"]


def test_nothing_is_drawn_where_nobody_said_so(path: Path, clock: SetClock) -> None:
    """A play that is begun in the middle; a game that leaves nothing to chance, or fails to say."""
    for game, draws in ((WeatherDrawn(), False), (orchard, True), (WeatherFails(), True)):
        opened = Library(open_store(path), {"orchard": game}, clock).start("orchard", THREE, draws=draws)
        assert opened.play.log == [] and [question.key() for question in opened.play.open()] == ["Weather/table"]


def test_undo_and_redo_survive_a_restart(library: Library, path: Path, clock: SetClock) -> None:
    opened = finish(library.start("orchard", THREE))
    end = picture(opened.play.table)
    opened.undo(3)
    again = restarted(path, clock).resume(opened.id)
    assert again.play.position() == 3 and picture(again.play.table) == picture(opened.play.table)
    again.play.redo()
    assert picture(again.play.table) == end
    again.open_votes()
    assert [one.finished for one in restarted(path, clock).plays()] == [True]


def test_every_action_is_stamped_and_stored(library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("orchard", THREE)
    actions = [lambda: opened.answer("Weather/table", [3], rolled=True), lambda: opened.correct("basket", 4),
             lambda: opened.play.exit("TurnOver"), lambda: opened.play.leave(2), lambda: opened.play.come_back(2),
             opened.play.restart, opened.undo, opened.play.redo]
    for action in actions:
        clock.advance(1)
        action()
    log = restarted(path, clock).resume(opened.id).play.log
    assert [record.kind for record in log] == [
        "answer", "correct", "exit", "leave", "return", "restart", "undo", "redo"]
    assert [record.at for record in log] == [1_700_000_001.0 + second for second in range(8)]
    assert log[0].rolled


def test_a_record_without_its_summary_is_mended_by_the_list(library: Library, path: Path, clock: SetClock) -> None:
    """A process killed between an undo and its summary."""
    opened = finish(library.start("orchard", THREE))
    opened.play.undo(2)
    (shown,) = restarted(path, clock).plays()
    assert not shown.finished and str(shown.subtitle).startswith("Day 1. ")
    assert restarted(path, clock).history() == []


def test_an_answer_at_which_the_rules_break_is_kept_as_failed(library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("scripted", Setup(people("Dan")))
    with pytest.raises(RulesFailed, match="hit an error"):
        opened.answer("Ask/0/timed story", "no")
    again = restarted(path, clock).resume(opened.id)
    assert [record.kind for record in again.play.log] == ["failed"] and again.play.position() == 0
    again.answer("Ask/0/timed story", "yes")
    assert again.play.outcome() is not None


def test_a_refused_answer_changes_nothing(library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("orchard", THREE)
    for key, answer in [("Vote/0", 1), ("Weather/table", "sun"), ("Weather/table", [7]), ("", None)]:
        with pytest.raises(Refused):
            opened.answer(key, answer)
    assert restarted(path, clock).resume(opened.id).play.log == []


class ViewFails(OrchardGame):
    def view(self, table: Orchard) -> View:
        raise ZeroDivisionError

    def outcome(self, table: Orchard) -> Outcome | None:
        if table.day > 1:
            raise ZeroDivisionError
        return None


def test_a_game_whose_view_fails_is_still_kept(path: Path, clock: SetClock) -> None:
    library = Library(open_store(path), {"orchard": ViewFails()}, clock)
    opened = library.start("orchard", THREE)
    opened.answer("Weather/table", [3])
    assert [one.subtitle for one in library.plays()] == [""]
    assert len(library.resume(opened.id).play.log) == 1


def test_a_play_that_is_open_is_not_opened_twice(library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("orchard", THREE)
    assert library.resume(opened.id) is opened
    restarted(path, clock).resume(opened.id).answer("Weather/table", [3])
    again = library.resume(opened.id)
    assert again is not opened and len(again.play.log) == 1, "somebody else wrote: it is read again"
    library.close(again)
    assert library.resume(opened.id) is not again


def test_archive_and_delete(library: Library) -> None:
    opened = library.start("orchard", THREE)
    library.archive(opened.id)
    assert library.plays() == [] and [one.id for one in library.plays(archived=True)] == [opened.id]
    library.archive(opened.id, False)
    assert [one.id for one in library.plays()] == [opened.id]
    library.delete(opened.id)
    assert library.plays() == []
    with pytest.raises(Refused, match="in the trash"):
        library.resume(opened.id)


# Other rules

def begun(library: Library) -> OpenPlay:
    opened = library.start("orchard", THREE)
    for key, answer in [("Weather/table", [3]), ("Pick/0", "done"), ("Pick/0", "done")]:
        opened.answer(key, answer)
    return opened


def test_newer_rules_that_still_fit_go_on_as_if_nothing_had_happened(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = begun(library)
    newer = restarted(path, clock, {"orchard": Orchard2()})
    again = newer.resume(opened.id)
    assert again.play.misfit is None and again.changed is None
    again.answer("Pick/1", "done")
    assert newer.store.play(opened.id).rules == "2", "the whole log was checked under these rules"


def test_a_line_that_no_longer_fits_is_named_and_the_table_may_play_on(
        library: Library, path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = begun(library)
    monkeypatch.setattr("tests.toys.orchard.questions.Pick.choices", lambda *_: ())
    newer = restarted(path, clock, {"orchard": Orchard2()})
    again = newer.resume(opened.id)
    assert again.play.misfit is not None and again.play.misfit.number == 1
    assert len(parts_of(again.export())[1]["play"]["log"]) == 3, "what does not fit can still be exported"
    assert newer.store.play(opened.id).rules == "1", "looking at it changes nothing"
    with pytest.raises(Refused, match="Play on from here"):
        again.answer("Rest/0", "done")
    again.play.play_on()
    again.answer("Rest/0", "done")
    assert restarted(path, clock, {"orchard": Orchard2()}).resume(opened.id).play.misfit is None


def test_rules_that_lead_to_other_points_are_noticed(library: Library, path: Path, clock: SetClock) -> None:
    opened = begun(library)
    again = restarted(path, clock, {"orchard": Richer()}).resume(opened.id)
    assert str(again.changed).startswith("The rules have changed since this play began")


def test_a_play_of_a_game_that_is_gone_is_listed_but_not_opened(library: Library, path: Path, clock: SetClock) -> None:
    opened = begun(library)
    without = restarted(path, clock, {"scripted": GAMES["scripted"]})
    assert [one.known for one in without.plays()] == [False]
    with pytest.raises(Refused, match="orchard isn't installed"):
        without.resume(opened.id)
    assert parts_of(without.files.export_play(opened.id))[1]["play"]["game"] == "orchard"


# History

def play_to(library: Library, names: tuple[str, ...], points: dict[int, int]) -> OpenPlay:
    """Orchard with these points at the end: set by hand, then the game is over."""
    opened = library.start("orchard", Setup(people(*names)))
    for seat, number in points.items():
        opened.correct(f"seats.{seat}.points", number)
    opened.correct("frost", True)
    opened.play.exit("DayLost")
    return opened


def test_history_and_statistics_come_from_the_outcomes_that_were_noted(library: Library, clock: SetClock) -> None:
    play_to(library, ("Ana", "Ben"), {0: 7, 1: 4})
    clock.advance(100)
    second = play_to(library, ("ben", "Cleo"), {0: 9, 1: 9})
    clock.advance(100)
    library.start("orchard", THREE)
    late, _ = library.history()
    assert (late.id, str(late.outcome), [seat.name for seat in late.seats]) == (
        second.id, "ben and Cleo won the harvest.", ["ben", "Cleo"])
    record = library.game_record("orchard")
    assert record.plays == 2 and record.best is not None and (record.best.name, record.best.score) == ("ben", 9)
    assert [(one.name, one.plays, one.wins) for one in record.people] == [("ben", 2, 1), ("Ana", 1, 1), ("Cleo", 1, 1)]
    ben = library.person_records()["Ben"]
    assert (ben.plays, ben.wins) == (2, 1)
    assert library.game_record("scripted").best is None


def test_an_undone_ending_is_no_longer_history(library: Library) -> None:
    opened = play_to(library, ("Ana", "Ben"), {0: 7})
    assert len(library.history()) == 1
    opened.undo()
    assert library.history() == [] and not library.plays()[0].finished

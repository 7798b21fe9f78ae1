"""Who joined late, and who is called otherwise, in the library, the history and the next play."""

from pathlib import Path

from companion.core.registry import find_games
from companion.core.setup import Person, Setup, people
from companion.services.chronicle import as_text, race_of, scores_of
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.statistics import counting
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.testing.recording import SetClock

LENA = Person("Lena", 7)


def library(home: Path) -> Library:
    home.mkdir(exist_ok=True)
    return Library(open_store(home / "plays.db"), find_games().games, SetClock())


def story(opened: OpenPlay, *words: str) -> None:
    for word in ("done", *words):
        opened.answer(opened.play.open()[0].key(), word)


def a_late_evening(home: Path) -> tuple[Library, OpenPlay]:
    """Ana tells, Ben finds it: one each. Lena comes. Nobody finds Ben's or Cleo's card."""
    found = library(home)
    opened = found.start("windmill", Setup(people("Ana", "Bne", "Cleo")))
    opened.answer(opened.play.open()[0].key(), 0)
    story(opened, "right")
    opened.play.join(LENA)
    opened.play.rename(1, "Ben")
    for _ in range(2):
        story(opened, "wrong", "wrong")
    return found, opened


def test_the_library_and_the_next_play_know_who_sits_there_now(tmp_path: Path) -> None:
    found, _ = a_late_evening(tmp_path)
    assert [(one.names, one.points) for one in found.plays()] == [(("Ana", "Ben", "Cleo", "Lena"), (1, 0, 0, 0))]
    setup = found.last_setup("windmill")
    assert setup is not None and [person.name for person in setup.people] == ["Ana", "Ben", "Cleo", "Lena"]
    assert {"Ben", "Lena"} <= {person.name for person in found.people()}
    found.quit()
    again = library(tmp_path)
    assert again.plays()[0].names == ("Ana", "Ben", "Cleo", "Lena")
    opened = again.resume(again.plays()[0].id)
    assert [seat.name for seat in opened.play.table.seats] == ["Ana", "Ben", "Cleo", "Lena"]
    opened.undo(2)
    assert again.plays()[0].names == ("Ana", "Bne", "Cleo")
    again.quit()


def test_a_finished_play_counts_for_the_newcomer(tmp_path: Path) -> None:
    """Rounds two and three have four stories each; in the first of them Ben finds Ana's card, in the second Cleo finds
    Ben's, and so on round: everybody finds one and is found once, one point each time."""
    found, opened = a_late_evening(tmp_path)
    for _ in range(8):
        story(opened, "right")
    assert opened.play.outcome() is not None
    points = {seat.name: seat.points for seat in opened.play.table.seats}
    assert points == {"Ana": 5, "Ben": 4, "Cleo": 4, "Lena": 4}
    assert {row.name: row.score for row in found.results()} == points
    assert [bars for chart in counting(found, "Lena").finish() for bars in chart.bars] == [("First guess", 2)]
    rows = race_of(opened.play)
    assert rows[0] == (0, 0, 0, 0) and rows[-1] == (5, 4, 4, 4) and {len(row) for row in scores_of(opened.play)} == {4}
    assert "Lena sat down at the table." in as_text(opened.play, 0.0)
    opened.play.rename(3, "Leni")                                 # also when all is over
    assert opened.play.outcome() is not None and [row.name for row in found.results()].count("Leni") == 1
    found.quit()


def test_the_controller_says_why_not_and_changes_nothing(tmp_path: Path) -> None:
    found = library(tmp_path)
    controller = TableController(found.start("windward", Setup(people("Ana", "Ben"))))
    controller.read()
    result = controller.join(LENA)
    assert not result.done and result.refused and "number of captains" in str(result.why)
    assert str(controller.rename(0, "Ben").why) == "Two seats are called Ben. Change one of them."
    assert controller.rename(0, "Anna").done and [seat.name for seat in controller.seats] == ["Anna", "Ben"]
    assert controller.echo is not None and controller.echo.text == "Ana is now called Anna"
    found.quit()


# Who is among the people then

def known(found: Library) -> set[str]:
    return {person.name for person in found.people()}


def test_a_slip_of_the_keys_leaves_nobody_behind(tmp_path: Path) -> None:
    found = library(tmp_path)
    opened = found.start("windmill", Setup(people("Ana", "Bne", "Cleo")))
    opened.play.rename(1, "Ben")
    assert known(found) == {"Ana", "Ben", "Cleo"}
    opened.undo()
    assert known(found) == {"Ana", "Bne", "Cleo"}, "nobody called Ben ever played"
    opened.play.redo()
    assert known(found) == {"Ana", "Ben", "Cleo"}
    opened.play.rename(1, "ben")
    assert known(found) == {"Ana", "ben", "Cleo"}, "the same name in other letters is the same person"
    found.quit()


def test_who_has_other_plays_stays_when_somebody_takes_the_seat(tmp_path: Path) -> None:
    """Ben played last week in an archived play, Dev in a deleted one; Eve belongs to a group."""
    found = library(tmp_path)
    last_week = found.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    found.close(last_week)
    found.store.archive(last_week.id)
    deleted = found.start("windmill", Setup(people("Ana", "Dev", "Cleo")))
    found.close(deleted)
    found.store.trash(deleted.id, 1.0)
    opened = found.start("windmill", Setup(people("Ana", "Ben", "Dev", "Eve")))
    found.save_group("Friday table", people("Ana", "Eve"))
    for seat, name in ((1, "Finn"), (2, "Gus"), (3, "Hana")):
        opened.play.rename(seat, name)
    assert known(found) == {"Ana", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana"}
    opened.undo(0)
    assert known(found) == {"Ana", "Ben", "Cleo", "Dev", "Eve"}, "who came by a slip and has no plays is gone"
    found.quit()

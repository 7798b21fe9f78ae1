"""Votes not revealed yet appear in no file for others and in no line of the library."""

import json
import sqlite3
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core import log
from companion.core.game import Game, Joining
from companion.core.log import Record
from companion.core.setup import Person
from companion.core.text import Refused, say
from companion.core.values import Json
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.phones.desk import Desk
from companion.services.store import open_store
from companion.services.store.lines import journals_of
from companion.testing.recording import SetClock
from tests.core.everything import parts_of
from tests.sampling import sampled
from tests.services.evenings import THREE, plays_from, take_in
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.table import Orchard


class OpenOrchard(OrchardGame):
    """Latecomers are welcome."""

    def joining(self, table: Orchard) -> Joining:
        return Joining(True, say("Sit down tomorrow."))


GAMES: dict[str, Game[Any]] = {"orchard": OpenOrchard()}
TO_VOTE: list[tuple[str, Json]] = [
    ("Weather/table", [3]), ("Rest/0", "done"), ("Rest/1", "done"), ("Rest/2", "done")]
NUMBERS = count(1)


@pytest.fixture
def library(path: Path, clock: SetClock) -> Library:
    return Library(open_store(path), GAMES, clock)


def restarted(path: Path, clock: SetClock) -> Library:
    """The app after its process was killed."""
    return Library(open_store(path), GAMES, clock)


def voting(library: Library, *votes: int) -> OpenPlay:
    """Orchard on the evening of the first day, with these votes in."""
    opened = library.start("orchard", THREE)
    for key, answer in [*TO_VOTE, *((f"Vote/{seat}", vote) for seat, vote in enumerate(votes))]:
        opened.answer(key, answer)
    return opened


def answer_next(opened: OpenPlay) -> None:
    play = opened.play
    waiting = (one for one in play.open() if one.key() not in play.run.given())
    question = next(one for one in waiting if one.possible(play.table))
    opened.answer(question.key(), question.random_answer(play.table, Random(1)))


DO: dict[str, Callable[[OpenPlay], object]] = {
    log.ANSWER: answer_next,
    log.CORRECT: lambda opened: opened.correct("basket", next(NUMBERS) % 9),
    log.FIX: lambda opened: opened.play.fix([("basket", next(NUMBERS) % 9)]),
    log.EXIT: lambda opened: opened.play.exit("DayLost"),
    log.RESTART: lambda opened: opened.play.restart(),
    log.LEAVE: lambda opened: opened.play.leave(2),
    log.RETURN: lambda opened: opened.play.come_back(2),
    log.JOIN: lambda opened: opened.play.join(Person(f"Dora {next(NUMBERS)}", 5)),
    log.RENAME: lambda opened: opened.play.rename(0, f"Anna {next(NUMBERS)}"),
    log.UNDO: lambda opened: opened.undo(),
    log.REDO: lambda opened: opened.play.redo(),
    log.FAILED: lambda opened: opened.play.repeat(Record(log.FAILED, "Weather/table")),
}
"""How to make a record of each kind after the votes."""


def sealed_answers(text: str) -> list[Json]:
    """Every sealed answer that somebody with this file could read."""
    found: list[Json] = []
    for part in parts_of(text):
        raw = [line for _, line in part.get("damaged", {}).get("lines", ())]
        for line in [*part.get("play", {}).get("log", ()),
                     *(json.loads(one) for one in raw if one[:1] == "{")]:
            answer = line["answer"]
            if line.get("sealed") and answer is not None:
                is_covered = isinstance(answer, str) and answer.startswith("covered:")
                found.append(json.loads(b64decode(answer.removeprefix("covered:"))) if is_covered else answer)
    return found


def went_on(opened: OpenPlay) -> bool:
    """Has the table answered anything openly since it began to vote?"""
    standing = [opened.play.log[number] for number in log.effective(opened.play.log)]
    return any(one.kind == log.ANSWER and not one.sealed for one in standing[len(TO_VOTE):])


def orders() -> Iterator[tuple[str, ...]]:
    """Every two kinds of record, and some longer evenings."""
    rng = Random(1)
    yield from product(log.KINDS, repeat=2)
    yield from (tuple(rng.choices(log.KINDS, k=5)) for _ in range(40))


def test_every_kind_of_record_is_tried() -> None:
    assert set(DO) == set(log.KINDS), "say how to make a record of a new kind"


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("votes", [(2, 0, 1), (2, 0)], ids=["all in", "one missing"])
def test_no_shared_file_holds_a_closed_vote_whatever_follows_it(
        tmp_path: Path, clock: SetClock, votes: tuple[int, ...]) -> None:
    here, there = restarted(tmp_path / "here.db", clock), restarted(tmp_path / "there.db", clock)
    made, hidden, opens = set[str](), 0, 0
    for order in orders():
        opened = voting(here, *votes)
        for kind in order:
            with suppress(Refused):  # nobody has left yet, or there is nothing to redo
                DO[kind](opened)
                made.add(kind)
        shared = (here.files.export_play(opened.id), opened.export())
        if went_on(opened):
            opens += sealed_answers(shared[0]) != []
            continue
        hidden += 1
        assert [sealed_answers(text) for text in shared] == [[], []], order
        (came,) = plays_from(there, shared[0])
        assert sealed_answers(there.files.export_play(came)) == []
        assert sealed_answers(there.files.export_everything()) == []
        there.delete(came)
        there.delete_for_good(came)
        here.delete(opened.id)
        here.delete_for_good(opened.id)
    assert made == set(log.KINDS) and hidden > 100 and opens > 5


@pytest.mark.slow
def test_a_shared_file_is_known_where_it_came_from(tmp_path: Path) -> None:
    here = Library(open_store(tmp_path / "here.db"), GAMES, SetClock())
    for kind in (log.RENAME, log.LEAVE, log.UNDO, log.JOIN):
        opened = voting(here, 2, 0, 1)
        DO[kind](opened)
        assert take_in(here, here.files.export_play(opened.id)).plays == 0, kind


def test_the_file_ends_before_the_first_closed_vote(library: Library) -> None:
    opened = voting(library, 2, 0, 1)
    opened.play.rename(0, "Anna")
    (play,) = [part["play"] for part in parts_of(library.files.export_play(opened.id)) if "play" in part]
    assert [line["key"] for line in play["log"]] == [key for key, _ in TO_VOTE]
    opened.open_votes()
    assert sealed_answers(library.files.export_play(opened.id)) == [2, 0, 1]


def test_an_open_answer_in_the_middle_of_a_ballot_opens_no_vote(library: Library) -> None:
    opened = library.start("orchard", THREE)
    for key, answer in TO_VOTE:
        opened.answer(key, answer)
    opened.correct("seats.0.apples", 3)
    opened.answer("Vote/0", 2)
    opened.answer("Bake/0", "done")
    assert sealed_answers(library.files.export_play(opened.id)) == [], "while the pie has no name yet"
    opened.answer("PieName/0", "Plum")
    assert sealed_answers(library.files.export_play(opened.id)) == []
    assert sealed_answers(library.files.export_everything(votes=False)) == []
    opened.answer("Vote/1", 0)
    opened.answer("Vote/2", 0)
    assert opened.votes_closed == 3 and sealed_answers(library.files.export_play(opened.id)) == []


def test_votes_stay_closed_when_a_rename_is_taken_back(library: Library, path: Path, clock: SetClock) -> None:
    opened = voting(library, 2, 0, 1)
    opened.play.rename(0, "Anna")
    opened.undo()
    assert opened.votes_closed == 3 == restarted(path, clock).resume(opened.id).votes_closed


def test_a_redo_closes_votes_again_and_an_undo_after_them_does_not(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = voting(library, 2, 0, 1)
    opened.open_votes()
    answer_next(opened)
    opened.undo()
    assert opened.votes_closed == 0 and sealed_answers(opened.export()) == [2, 0, 1]
    opened.undo()
    opened.play.redo()
    assert opened.votes_closed == 3 == restarted(path, clock).resume(opened.id).votes_closed
    assert sealed_answers(opened.export()) == []


@pytest.mark.parametrize("votes", [(2, 2), (1,)])
def test_a_ballot_that_somebody_completes_by_leaving_waits_for_its_opening(
        library: Library, path: Path, clock: SetClock, votes: tuple[int, ...]) -> None:
    opened = voting(library, *votes)
    for seat in range(2, len(votes) - 1, -1):
        opened.play.leave(seat)
    assert opened.votes_closed == len(votes), "nobody has seen them"
    for one in (library, restarted(path, clock)):
        (row,) = one.plays()
        assert (row.subtitle, row.points) == ("", ()) and one.resume(opened.id).votes_closed == len(votes)
        assert sealed_answers(one.files.export_play(opened.id)) == []
    opened.open_votes()
    assert library.plays()[0].points == ((0, 0, 2) if votes == (2, 2) else (0, 2, 0))
    assert sealed_answers(library.files.export_play(opened.id)) == [*votes]


def test_the_library_tells_nothing_of_closed_votes_after_a_kill(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = voting(library, 2, 2, 1)
    opened.undo()
    opened.play.redo()
    opened.store.file.execute("UPDATE plays SET noted = 0")
    (row,) = restarted(path, clock).plays()
    assert (row.subtitle, row.points, row.outcome) == ("", (), None)


# Plays that can't be replayed

def test_a_shared_play_of_a_missing_game_holds_no_secret(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = voting(library, 2, 0)
    opened.play.rename(0, "Anna")
    without = Library(open_store(path), {}, clock)
    assert sealed_answers(without.files.export_play(opened.id)) == []
    assert sealed_answers(without.files.export_everything()) == [2, 0], "for oneself: none is lost"


@pytest.mark.parametrize("statement", [
    "UPDATE records SET line = '' WHERE number = 6",
    "UPDATE records SET line = replace(line, 'covered', 'coverid') WHERE number = 5",
    "UPDATE records SET line = replace(line, 'sealed', 'seeled') WHERE number = 5",
    "UPDATE records SET line = replace(line, '\"', '') WHERE number = 5",
    "UPDATE records SET sum = 'x' WHERE number = 2",
    "UPDATE plays SET setup = '{'"])
def test_a_shared_play_that_is_damaged_holds_no_secret(path: Path, clock: SetClock, statement: str) -> None:
    opened = voting(Library(open_store(path), GAMES, clock), 2, 0, 1)
    opened.play.rename(0, "Anna")
    for journal in journals_of(path):
        journal.unlink()
    with sqlite3.connect(path) as file:
        file.execute(statement)
    later = Library(open_store(path), GAMES, clock)
    text = later.files.export_play(opened.id)
    assert sealed_answers(text) == []
    assert "MiAg" not in text and "MCAg" not in text and "MSAg" not in text, "2, 0 and 1 in base64"
    assert "Rest/1" in text, "the other lines are there"
    assert "MiAg" in later.files.export_everything(), "for oneself: none is lost"


# Plays ended with closed votes: Cleo would have two points

def texts_about(library: Library, play: int) -> str:
    """What any page, file or host's phone could show of it."""
    row, desk = library.listed(play), Desk(library, lambda opened: None)
    asked = [desk.do({"what": "plays"}), desk.do({"what": "play", "which": play}),
             desk.do({"what": "people"}), *(desk.do({"what": what, "name": one.name})
                                            for one in library.people() for what in ("person", "counts"))]
    past = library.history(), library.results(), library.finished_play(play), library.resume(play).result()
    return str([row.outcome, row.subtitle, row.points, past, asked, library.person_records()])


@sampled(("winner", "said"), [(None, "Ended early."), (1, "Ended early, Ben wins.")])
def test_a_play_ended_with_closed_votes_sums_up_none(
        library: Library, path: Path, clock: SetClock, winner: int | None, said: str) -> None:
    opened = voting(library, 2, 2, 1)
    library.end_here(opened.id, winner)
    there = restarted(path.with_name("there.db"), clock)
    for text in (library.files.export_everything(), library.files.export_everything(votes=False)):
        take_in(there, text)
    (saved,) = there.store.plays()
    assert str(saved.outcome) == said and saved.noted == saved.records, "statistics have it without a look"
    for one, play in ((library, opened.id), (restarted(path, clock), opened.id), (there, saved.id)):
        (row,) = one.plays()
        assert (row.subtitle, row.points, str(row.outcome)) == ("", (), said)
        assert [(seat.place, seat.score, seat.won) for seat in one.store.results.seats_of([play])] == [
            (None, None, seat == winner) for seat in range(3)]
        assert "Cleo ahead" not in texts_about(one, play) and "Day 2" not in texts_about(one, play)
        assert sealed_answers(one.files.export_play(play)) == [] and one.resume(play).votes_closed == 3
    library.resume(opened.id).open_votes()
    assert library.plays()[0].points == (0, 0, 2)
    assert str(library.plays()[0].outcome) == ("Ended early, Cleo ahead." if winner is None else said)


def test_going_on_before_damage_sums_up_no_closed_votes(path: Path, clock: SetClock) -> None:
    opened = voting(Library(open_store(path), GAMES, clock), 2, 2, 1)
    opened.play.rename(0, "Anna")
    for journal in journals_of(path):
        journal.unlink()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE records SET line = '' WHERE number = 7")
    later = Library(open_store(path), GAMES, clock)
    copy = later.go_on_before_damage(opened.id)
    row = later.store.play(copy.id)
    assert (copy.votes_closed, row.subtitle, row.points, row.noted) == (3, "", (), 7)


def test_an_older_file_closes_no_votes_again(library: Library) -> None:
    opened = voting(library, 2, 2, 1)
    opened.open_votes()
    first = library.files.export_everything()
    for key, answer in [*TO_VOTE, *((f"Vote/{seat}", 0) for seat in range(3))]:
        opened.answer(key, answer)
    opened.open_votes()
    take_in(library, first)
    again = restarted(library.store.path, SetClock())  # type: ignore[arg-type]
    assert again.resume(opened.id).votes_closed == 0
    assert sealed_answers(again.files.export_play(opened.id)) == [2, 2, 1, 0, 0, 0]


@pytest.mark.parametrize("way", ["everything", "one play"])
def test_votes_opened_on_another_phone_are_open_here(
        library: Library, path: Path, clock: SetClock, way: str) -> None:
    """The play is open at the table here."""
    opened = voting(library, 2, 2, 1)
    there = restarted(path.with_name("there.db"), clock)
    take_in(there, library.files.export_everything())
    (came,) = there.plays()
    there.resume(came.id).open_votes()
    files = there.files
    take_in(library, files.export_everything() if way == "everything" else files.export_play(came.id))
    assert opened.votes_closed == 0 == restarted(path, clock).resume(opened.id).votes_closed
    assert library.plays()[0].points == (0, 0, 2) == restarted(path, clock).plays()[0].points


# Files of the host's phone, without votes

@sampled("after", [
    [], [log.UNDO], [log.UNDO] * 3, [log.UNDO, log.ANSWER], [log.EXIT], [log.RESTART], [log.LEAVE],
    [log.RENAME], [log.UNDO] * 3 + [log.ANSWER] * 3, [log.CORRECT, log.UNDO, log.UNDO]], ids="-".join, keep=3)
def test_a_file_without_votes_is_known_where_it_came_from(library: Library, after: list[str]) -> None:
    opened = voting(library, 2, 0, 1)
    for kind in after:
        DO[kind](opened)
    for _ in range(2):
        came = take_in(library, library.files.export_everything(votes=False))
        assert (came.plays, came.here, len(library.plays())) == (0, 1, 1)
        opened.open_votes()


def test_votes_masked_in_a_file_come_back_with_their_redo(
        library: Library, path: Path, clock: SetClock) -> None:
    """There, the votes taken back are masked. Here they are brought back, and the play goes on."""
    opened, there = voting(library, 2, 2, 1), restarted(path.with_name("there.db"), clock)
    for _ in range(3):
        opened.undo()
    take_in(there, library.files.export_everything(votes=False))
    for _ in range(3):
        opened.play.redo()
    opened.open_votes()
    opened.answer("Weather/table", [4])
    for _ in range(2):
        take_in(there, library.files.export_everything())
    assert [there.resume(row.id).play.misfit for row in there.plays()] == [None] * len(there.plays())
    assert opened.play.log in [there.resume(row.id).play.log for row in there.plays()]
    take_in(library, there.files.export_everything())
    assert len(library.plays()) == 1 and library.resume(opened.id).play.log == opened.play.log


def test_a_changed_vote_masked_in_a_file_makes_no_second_course(
        library: Library, path: Path, clock: SetClock) -> None:
    """Ana changes her vote after Ben's. A file for others masks the first one, her own file doesn't."""
    opened, there = voting(library, 2), restarted(path.with_name("there.db"), clock)
    for key, answer in [("Vote/1", 0), ("Vote/0", 1), ("Vote/2", 1)]:
        opened.answer(key, answer)
    opened.open_votes()
    take_in(there, library.files.export_play(opened.id))
    for key, answer in [*TO_VOTE, ("Vote/0", 1)]:
        opened.answer(key, answer)
    came = take_in(there, library.files.export_everything())
    assert (came.plays, came.continued, len(there.plays())) == (0, 1, 1)

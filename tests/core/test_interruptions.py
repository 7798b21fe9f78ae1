"""Standing questions: open at any time, run on top of what waits, and may end it."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from companion.core.engine.state import picture
from companion.core.play import RulesFailed
from companion.core.table import Unwind
from companion.core.text import Refused, say
from tests.toys.scripted import Ask, Secret, Slate, again, keys, start


class Stop(Unwind):
    by_hand = say("Stop the round")


class Unknown(Unwind):
    pass


@dataclass
class Speech:
    words: int = 0


class Declare(Ask):
    """Ask twice more; then the question below may end."""

    rule: ClassVar[str] = "OR-9"

    async def then(self, table: Slate, answer: str) -> None:
        with table.during(Speech()) as speech:
            await table.ask(Ask(self.seat, "first word"))
            speech.words += 1
            word = await table.ask(Ask(self.seat, "second word"))
            speech.words += 1
            table.marks.append(f"declared {word}")
            if word == "no":
                raise Stop
            if word == "perhaps":
                raise Unknown


def always(table: Slate) -> list[Ask]:
    return [Declare(seat, "objective") for seat in table.present()]


async def rounds(table: Slate) -> None:
    with table.until(Stop):
        word = await table.ask(Ask(None, "main"))
        table.marks.append(f"main {word}")
        return
    table.marks.append("stopped")


def declare(play, second: str) -> None:
    play.answer("Declare/1/objective", "yes")
    play.answer("Ask/1/first word", "yes")
    play.answer("Ask/1/second word", second)


def test_an_interruption_runs_on_top_and_then_the_old_question_is_open_again() -> None:
    play = start(rounds, standing=always)
    assert keys(play) == ["Ask/table/main"]
    assert [question.key() for question in play.standing()] == [f"Declare/{n}/objective" for n in range(3)]
    play.answer("Declare/1/objective", "yes")
    assert keys(play) == ["Ask/1/first word"]
    assert len(play.run.frames) == 2
    play.answer("Ask/1/first word", "yes")
    assert [flow.words for flow in play.table.now] == [1]
    play.answer("Ask/1/second word", "yes")
    assert keys(play) == ["Ask/table/main"]
    assert play.table.now == []
    play.answer("Ask/table/main", "no")
    assert play.table.marks == ["declared yes", "main no"]


def test_while_it_runs_nothing_beneath_is_open() -> None:
    play = start(rounds, standing=always)
    play.answer("Declare/0/objective", "yes")
    assert play.standing() == []
    assert play.exits() == []
    for key in ("Ask/table/main", "Declare/2/objective"):
        with pytest.raises(Refused):
            play.answer(key, "yes")
    with pytest.raises(Refused):
        play.exit(Stop)
    play.correct("n", 7)
    play.leave(2)
    assert keys(play) == ["Ask/0/first word"]
    assert (play.table.n, play.table.seats[2].gone) == (7, True)


def test_an_unwind_that_leaves_it_is_thrown_into_what_lies_beneath() -> None:
    play = start(rounds, standing=always)
    declare(play, "no")
    assert play.table.marks == ["declared no", "stopped"]
    assert keys(play) == ["Ask/table/main"], "a new stretch"
    assert picture(again(play).table) == picture(play.table)


def test_an_unwind_nobody_beneath_catches_fails_and_is_rolled_back() -> None:
    play = start(rounds, standing=always)
    play.correct("words", ["yes", "no", "perhaps"])
    play.answer("Declare/1/objective", "yes")
    play.answer("Ask/1/first word", "yes")
    before = picture(play.table)
    with pytest.raises(RulesFailed):
        play.answer("Ask/1/second word", "perhaps")
    assert picture(play.table) == before
    assert keys(play) == ["Ask/1/second word"]
    assert play.log[-1].kind == "failed"
    play.answer("Ask/1/second word", "yes")
    assert keys(play) == ["Ask/table/main"]


def test_half_a_ballot_survives_an_interruption() -> None:
    async def vote(table: Slate) -> None:
        given = await table.all_of([Secret(seat, "vote") for seat in table.present()])
        table.marks.append([table.reveal(sealed) for sealed in given.values()])

    play = start(vote, standing=always)
    play.answer("Secret/0/vote", "no")
    play.answer("Secret/1/vote", "no")
    declare(play, "yes")
    assert sorted(play.run.given()) == ["Secret/0/vote", "Secret/1/vote"]
    play.answer("Secret/2/vote", "yes")
    assert play.table.marks == ["declared yes", ["no", "no", "yes"]]


def test_the_last_one_missing_leaves_during_an_interruption_and_the_vote_closes_after_it() -> None:
    async def vote(table: Slate) -> None:
        given = await table.all_of([Ask(seat, "vote") for seat in table.present()])
        table.marks.append(list(given.values()))

    play = start(vote, standing=always)
    play.answer("Ask/0/vote", "no")
    play.answer("Ask/1/vote", "no")
    play.answer("Declare/1/objective", "yes")
    play.leave(2)
    play.answer("Ask/1/first word", "yes")
    assert play.table.marks == []
    play.answer("Ask/1/second word", "yes")
    assert play.table.marks == ["declared yes", ["no", "no"]]


def test_restart_drops_the_interruption_too() -> None:
    play = start(rounds, standing=always)
    play.answer("Declare/0/objective", "yes")
    play.restart()
    assert keys(play) == ["Ask/table/main"]
    assert play.table.now == []


def test_undo_goes_back_into_an_interruption() -> None:
    play = start(rounds, standing=always)
    declare(play, "no")
    play.undo()
    assert keys(play) == ["Ask/1/second word"]
    assert [flow.words for flow in play.table.now] == [1]
    play.undo()
    play.undo()
    assert keys(play) == ["Ask/table/main"]
    for _ in range(3):
        play.redo()
    assert play.table.marks == ["declared no", "stopped"]


def test_no_standing_question_is_open_after_the_end() -> None:
    async def once(table: Slate) -> None:
        await table.ask(Ask(None))
        table.over = True

    play = start(once, standing=always)
    play.answer("Ask/table/", "yes")
    assert play.outcome() is not None
    assert play.standing() == []
    with pytest.raises(Refused):
        play.answer("Declare/0/objective", "yes")

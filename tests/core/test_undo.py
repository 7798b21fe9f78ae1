"""Undo, redo and back to here: entries of the log, unlimited, across every kind of step."""

from random import Random
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.log import Record, effective
from companion.core.play import NotSaved, Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.windmill import game as windmill
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Ask, Slate, again, keys, start


def played(game: Any, seed: int, *names: str) -> Play[Any]:
    """A whole random play with a few steps of every other kind in between."""
    rng = Random(seed)
    play = Play(game, Setup(people(*names)))
    while play.outcome() is None:
        dice = rng.random()
        if dice < 0.06:
            play.correct(f"seats.{rng.randrange(len(names))}.points", rng.randrange(6))
        elif dice < 0.09 and play.exits():
            play.exit(rng.choice(play.exits()))
        elif dice < 0.12:
            play.restart()
        elif dice < 0.16:
            seat = rng.choice(play.table.seats)
            if seat.gone:
                play.come_back(seat.index)
            elif len(play.table.present()) > 2:
                play.leave(seat.index)
        else:
            able = [one for one in [*play.open(), *play.standing()] if one.possible(play.table)]
            question = rng.choice(able)
            play.answer(question.key(), question.random_answer(play.table, rng))
    return play


def look(play: Play[Any]) -> object:
    """All that must be equal: the table, what is open, the chronicle, what anybody may see of the log."""
    return (picture(play.table), keys(play), [question.key() for question in play.standing()], play.run.given().keys(),
            play.chronicle()[:], play.run.scores[:], play.run.reveals[:], play.outcome())


def states(game: Any, play: Play[Any]) -> list[object]:
    """The table after each record, fed one by one without going back."""
    fresh = Play(game, play.setup)
    seen = [look(fresh)]
    for number in effective(play.log):
        fresh.run.feed(number, play.log[number], check=False)
        seen.append(look(fresh))
    return seen


@pytest.mark.parametrize("game", [windmill, orchard], ids=lambda game: game.facts.id)
@pytest.mark.parametrize("seed", range(2))
def test_undo_to_the_start_and_redo_to_the_end_are_equal_at_every_step(game: Any, seed: int) -> None:
    play = played(game, seed, "Ana", "Ben", "Cleo", "Dan")
    seen = states(game, play)
    assert look(play) == seen[-1]
    for position in reversed(range(len(seen) - 1)):
        play.undo()
        assert look(play) == seen[position]
    with pytest.raises(Refused, match="nothing to undo"):
        play.undo()
    for position in range(1, len(seen)):
        play.redo()
        assert look(play) == seen[position]
    with pytest.raises(Refused, match="nothing to redo"):
        play.redo()
    assert look(again(play)) == look(play), "undo survives a restart of the app"


@pytest.mark.parametrize("game", [windmill, orchard], ids=lambda game: game.facts.id)
def test_back_to_here_with_and_without_snapshots(game: Any) -> None:
    play = played(game, 11, "Ana", "Ben", "Cleo")
    seen = states(game, play)
    rng = Random(3)
    for _ in range(12):
        target = rng.randrange(play.position()) if play.position() > 1 else 0
        kept = [at for at in range(len(play.run.snapshots)) if at == 0 or rng.random() < 0.6]
        play.run.snapshots = [play.run.snapshots[at] for at in kept]
        play.undo(target)
        assert look(play) == seen[target]
        play.redo()
        assert look(play) == seen[-1]


async def count_up(table: Slate) -> None:
    table.marks.append(await table.ask(Ask(None, "a")))
    table.marks.append(await table.ask(Ask(None, "b")))


async def one_mark(table: Slate) -> None:
    table.marks.append(await table.ask(Ask(None, "a")))


async def cleared_first(table: Slate) -> None:
    table.n = 0
    await one_mark(table)


@pytest.mark.parametrize(("script", "snapshots"), [(one_mark, [0, 32, 64]), (cleared_first, [0, 32])])
def test_a_turn_begun_again_by_hand_is_where_undo_starts_from(script: Any, snapshots: list[int]) -> None:
    """A snapshot every 32 records. What a hand writes again after the turn began is not in it: then there is none."""
    play = start(script)
    for _ in range(63):
        play.answer("Ask/table/a", "yes")
    play.fix([("n", 5)])
    assert [snapshot.position for snapshot in play.run.snapshots] == snapshots
    seen = look(play)
    play.answer("Ask/table/a", "no")
    play.undo()
    assert look(play) == seen
    assert play.table.n == 5


def test_undo_and_redo_are_entries_and_effective_says_what_stands() -> None:
    play = start(count_up)
    play.answer("Ask/table/a", "yes")
    play.answer("Ask/table/b", "no")
    play.answer("Ask/table/a", "no")
    play.undo()
    play.undo()
    play.redo()
    assert [record.kind for record in play.log] == ["answer", "answer", "answer", "undo", "undo", "redo"]
    assert effective(play.log) == [0, 1] == play.run.fed
    play.answer("Ask/table/a", "yes")
    assert not play.can_redo(), "a new answer takes another road"
    assert effective(play.log) == [0, 1, 6] == play.run.fed
    assert play.position_of(6) == 2
    assert play.position_of(-1) == 0


def test_undo_to_a_strange_place() -> None:
    play = start(count_up)
    play.answer("Ask/table/a", "yes")
    for beyond in (1, 2, 99):
        with pytest.raises(Refused):
            play.undo(beyond)
    play.undo(-5)
    assert play.position() == 0


def test_a_rolled_die_is_taken_back_with_a_word() -> None:
    play = Play(orchard, Setup(people("Ana", "Ben")))
    play.answer("Weather/table", [4], rolled=True)
    play.answer("Rest/0", "done")
    assert play.undo_warning() is None
    assert "die was rolled" in str(play.undo_warning(0))


def test_a_log_that_undoes_what_was_never_there_is_refused() -> None:
    play = start(count_up)
    for kept in (3, -1, None, "1", True, 1.0):
        with pytest.raises(Refused, match="Line 2 of this log"):
            Play(play.game, play.setup, [Record("answer", "Ask/table/a", None, "yes"), Record("undo", answer=kept)])


def test_a_redo_with_nothing_undone_in_a_log_changes_nothing() -> None:
    play = start(count_up)
    opened = Play(play.game, play.setup, [Record("redo"), Record("answer", "Ask/table/a", None, "yes")])
    assert (opened.table.marks, opened.misfit) == (["yes"], None)


class Full(Exception):
    pass


def test_an_undo_or_redo_the_store_cannot_keep_changes_nothing() -> None:
    full: list[bool] = []

    def commit(number: int, record: Record) -> None:
        if full:
            raise Full

    play = Play(orchard, Setup(people("Ana", "Ben")), commit=commit)
    play.answer("Weather/table", [4])
    play.answer("Rest/0", "done")
    play.undo()
    before = look(play)
    full.append(True)
    for action in (play.undo, play.redo):
        with pytest.raises(NotSaved):
            action()
        assert look(play) == before
        assert effective(play.log) == play.run.fed == [0]
    full.clear()
    play.redo()
    assert keys(play) == ["Pick/1", "Give/1", "Rest/1"]


def test_what_was_undone_under_other_rules_is_not_brought_back() -> None:
    play = start(count_up)
    play.answer("Ask/table/a", "yes")
    play.answer("Ask/table/b", "no")
    play.undo()

    async def other_rules(table: Slate) -> None:
        table.marks.append(await table.ask(Ask(None, "a")))
        table.marks.append(await table.ask(Ask(None, "c")))

    opened = Play(start(other_rules).game, play.setup, play.log)
    assert opened.misfit is None
    before = look(opened)
    with pytest.raises(Refused, match="no longer fits"):
        opened.redo()
    assert look(opened) == before
    assert len(opened.log) == 3

"""A play and its log: step, commit, show; rules that break; logs that no longer fit."""

import json
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.game import Game
from companion.core.log import DEEPEST, Record, own_copy
from companion.core.play import NotSaved, Play, RulesFailed
from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Ask, Secret, Slate, again, keys, start


async def counting(table: Slate) -> None:
    word = await table.ask(Ask(None, "a"))
    table.n += 1
    if word == "no":
        raise ZeroDivisionError("the rules stumble")
    table.marks.append(await table.ask(Ask(None, "b")))


def test_rules_that_raise_leave_the_table_as_before_and_keep_the_answer_as_failed() -> None:
    play = start(counting)
    play.answer("Ask/table/a", "yes")
    play.answer("Ask/table/b", "yes")
    before = picture(play.table), keys(play), play.chronicle()[:]
    play.clock = lambda: 12.5
    with pytest.raises(RulesFailed) as failed:
        play.answer("Ask/table/a", "no")
    assert "ZeroDivisionError: the rules stumble" in failed.value.details
    assert "ZeroDivisionError" not in str(failed.value)
    assert (picture(play.table), keys(play), play.chronicle()[:]) == before
    assert play.log[-1] == Record("failed", "Ask/table/a", None, "no", 12.5)
    play.answer("Ask/table/a", "yes")
    assert play.table.n == 2
    reopened = again(play)
    assert (reopened.misfit, picture(reopened.table)) == (None, picture(play.table))


def test_a_failed_answer_can_be_followed_by_undo_correction_and_restart() -> None:
    play = start(counting)
    play.answer("Ask/table/a", "yes")
    play.answer("Ask/table/b", "yes")
    with pytest.raises(RulesFailed):
        play.answer("Ask/table/a", "no")
    play.correct("n", 9)
    play.restart()
    play.undo()
    play.undo()
    play.undo()
    assert keys(play) == ["Ask/table/b"]
    assert play.table.n == 1


def test_refused_raised_in_a_script_after_changes_is_rolled_back() -> None:
    async def picky(table: Slate) -> None:
        table.marks.append(await table.ask(Ask(None, "a")))
        if table.marks[-1] == "no":
            raise Refused(say("Not like this."), "OR-1")

    play = start(picky)
    play.answer("Ask/table/a", "yes")
    with pytest.raises(Refused, match="Not like this"):
        play.answer("Ask/table/a", "no")
    assert play.table.marks == ["yes"]
    assert [record.kind for record in play.log] == ["answer"], "a refusal is no record"
    play.answer("Ask/table/a", "yes")
    assert play.table.marks == ["yes", "yes"]


def test_a_half_given_ballot_outlives_a_failure() -> None:
    async def vote(table: Slate) -> None:
        given = await table.all_of([Ask(seat, "v") for seat in table.seats])
        table.n += 1
        if "no" in given.values():
            raise ValueError

    play = start(vote, "Ana", "Ben")
    play.answer("Ask/0/v", "yes")
    with pytest.raises(RulesFailed):
        play.answer("Ask/1/v", "no")
    assert (play.table.n, play.run.given()) == (0, {"Ask/0/v": "yes"})


def test_a_record_is_committed_after_the_rules_took_it_and_before_it_stands() -> None:
    seen: list[tuple[int, str, int, int]] = []
    play = Play(start(counting).game, Setup(people("Ana")),
                commit=lambda number, record: seen.append((number, record.kind, play.table.n, len(play.log))))
    play.answer("Ask/table/a", "yes")
    with pytest.raises(Refused):
        play.answer("Ask/table/a", "yes")
    play.undo()
    assert seen == [(0, "answer", 1, 0), (1, "undo", 1, 1)]


@pytest.mark.parametrize("action", [
    lambda play: play.answer("Ask/table/b", "yes"),
    lambda play: play.correct("n", 44),
    lambda play: play.leave(0),
    lambda play: play.restart(),
])
def test_a_record_the_store_cannot_keep_is_taken_back(action) -> None:
    full: list[bool] = []

    def commit(number: int, record: Record) -> None:
        if full:
            raise OSError("No space left on device")

    play = Play(start(counting).game, Setup(people("Ana", "Ben")), commit=commit)
    play.answer("Ask/table/a", "yes")
    before = picture(play.table), keys(play), play.chronicle()[:], play.log[:]
    full.append(True)
    with pytest.raises(NotSaved, match="couldn't be saved"):
        action(play)
    assert (picture(play.table), keys(play), play.chronicle()[:], play.log[:]) == before
    full.clear()
    action(play)
    assert len(play.log) == 2


def test_a_failure_the_store_cannot_keep_is_still_told_as_a_failure() -> None:
    def commit(number: int, record: Record) -> None:
        if record.kind == "failed":
            raise OSError

    play = Play(start(counting).game, Setup(people("Ana")), commit=commit)
    with pytest.raises(RulesFailed):
        play.answer("Ask/table/a", "no")
    assert play.log == []


# Opening a log

def other_rules(script: Any) -> Game[Any]:
    return start(script).game


async def longer(table: Slate) -> None:
    """The same beginning, then another question."""
    await table.ask(Ask(None, "a"))
    table.n += 1
    table.marks.append(await table.ask(Ask(None, "c" if table.n == 2 else "b")))


def test_a_log_that_no_longer_fits_is_noticed_at_the_first_wrong_line() -> None:
    play = start(counting)
    for _ in range(3):
        play.answer("Ask/table/a", "yes")
        play.answer("Ask/table/b", "yes")
    opened = Play(other_rules(longer), play.setup, play.log)
    assert opened.misfit is not None
    assert opened.misfit.number == 3
    assert "Line 4 of this play no longer fits the rules" in str(opened.misfit)
    assert (opened.table.n, keys(opened)) == (2, ["Ask/table/c"])
    assert len(opened.log) == 6, "the tail is kept for export"
    for action in (lambda: opened.answer("Ask/table/c", "yes"), opened.undo, opened.redo,
                 lambda: opened.correct("n", 1), opened.restart):
        with pytest.raises(Refused, match="no longer fits"):
            action()


def test_play_on_leaves_out_what_no_longer_fits_for_good() -> None:
    play = start(counting)
    for _ in range(3):
        play.answer("Ask/table/a", "yes")
        play.answer("Ask/table/b", "yes")
    opened = Play(other_rules(longer), play.setup, play.log)
    opened.play_on()
    assert opened.misfit is None
    assert not opened.can_redo()
    with pytest.raises(Refused):
        opened.redo()
    opened.answer("Ask/table/c", "no")
    opened.undo()
    opened.redo()
    assert opened.table.marks == ["yes", "no"]
    reopened = again(opened)
    assert (reopened.misfit, picture(reopened.table)) == (None, picture(opened.table))
    opened.play_on()
    assert len(opened.log) == len(reopened.log), "nothing to leave out any more"


def test_a_log_of_other_rules_is_checked_and_a_trusted_one_is_not() -> None:
    play = start(counting)
    lines = [Record("answer", "Ask/table/a", None, "yes"), Record("answer", "Ask/table/b", None, "never a choice")]
    checked = Play(play.game, play.setup, lines)
    assert checked.misfit is not None
    assert checked.misfit.number == 1
    assert Play(play.game, play.setup, lines, trusted=True).table.marks == ["never a choice"]


def test_a_log_on_which_the_rules_stumble_opens_up_to_there() -> None:
    play = start(counting)
    opened = Play(play.game, play.setup, [Record("answer", "Ask/table/a", None, "yes"),
                                          Record("answer", "Ask/table/b", None, "yes"),
                                          Record("answer", "Ask/table/a", None, "no")])
    assert opened.misfit is not None
    assert opened.misfit.number == 2
    assert "ZeroDivisionError" in str(opened.misfit)
    assert (opened.table.n, keys(opened)) == (1, ["Ask/table/a"])


def test_records_round_trip_through_json() -> None:
    for record in (Record("answer", "Guess/2", 2, "right", 3.5), Record("correct", "seats.0.points", None, 4),
                   Record("answer", "Weather/table", None, [1, 2], 0.0, rolled=True),
                   Record("answer", "Vote/0", 0, None, 0.0, sealed=True, masked=True)):
        assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


# The setup

@pytest.mark.parametrize("options", [{"market": 1}, {"market": "yes"}, {"market": None}, {"no such": True}])
def test_a_wrong_switch_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        Play(orchard, Setup(people("Ana", "Ben"), options))


def test_the_setup_round_trips_through_json() -> None:
    setup = orchard.prepare(Setup(people("Ana", "Ben"), {"market": True}))
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup


def test_a_second_play_of_the_same_game_does_not_know_of_the_first() -> None:
    first, second = (Play(orchard, Setup(people("Ana", "Ben"))) for _ in range(2))
    first.answer("Weather/table", [6])
    assert (first.table.weather, second.table.weather) == (6, 0)


def test_secret_answers_are_marked_as_sealed_in_the_log() -> None:
    async def script(table: Slate) -> None:
        await table.ask(Secret(table.seats[1], "s"))

    play = start(script)
    play.clock = lambda: 3.0
    record = play.answer("Secret/1/s", "yes")
    assert (record.sealed, record.seat, record.at) == (True, 1, 3.0)


def test_an_answer_that_no_check_would_take_any_more_survives_an_undo_after_it() -> None:
    """It was taken once, so laying the table out again asks nobody."""
    async def twice(table: Slate) -> None:
        table.marks.append(await table.ask(Ask(None, "a")))
        table.marks.append(await table.ask(Ask(None, "b")))

    lines = [Record("answer", "Ask/table/a", None, "never a choice")]
    play = Play(start(twice).game, start(twice).setup, lines, trusted=True)
    play.answer("Ask/table/b", "yes")
    play.undo()
    assert play.table.marks == ["never a choice"] and keys(play) == ["Ask/table/b"]


def test_the_last_number_is_the_line_that_an_undo_would_take_back() -> None:
    play = Play(orchard, Setup(people("Ana", "Ben")))
    assert play.last_number() is None
    play.answer("Weather/table", [3])
    assert play.last_number() == 0
    play.undo()                                   # the log has two lines now, and none of them stands
    assert play.last_number() is None
    play.answer("Weather/table", [2])
    assert play.last_number() == 2


def test_a_play_that_is_over_is_not_stuck() -> None:
    async def once(table: Slate) -> None:
        await table.ask(Ask(None))
        table.over = True

    play = start(once)
    play.answer("Ask/table/", "yes")
    assert play.outcome() is not None and not play.stuck()


@pytest.mark.parametrize("answer", ["\ud800", ["half \ud800 a character"], {"\ud800": 1}])
def test_half_a_character_is_refused_wherever_it_stands(answer: Any) -> None:
    play = start(counting)
    with pytest.raises(Refused, match="can't be saved"):
        play.answer("Ask/table/a", answer)
    assert play.log == []


def test_an_answer_is_as_deep_as_a_file_can_hold_and_no_deeper() -> None:
    nested: Any = "yes"
    for _ in range(DEEPEST):
        nested = [nested]
    assert own_copy(nested) == nested
    with pytest.raises(Refused, match="This answer can't be read"):
        own_copy([nested])

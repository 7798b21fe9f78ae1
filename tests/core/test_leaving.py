"""Players who leave keep their seat: the table answers for it, and loops and ballots skip it."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.play import Play, RulesFailed
from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from companion.core.views import Outcome
from tests.toys.scripted import Ask, Script, Scripted, Slate, again, keys, start, told


async def vote(table: Slate) -> None:
    given = await table.all_of([Ask(seat, "vote") for seat in table.present()])
    table.marks.append({seat.name: word for seat, word in given.items()})


async def round_the_table(table: Slate) -> None:
    for seat in table.left_of(table.seats[0]):
        table.marks.append(f"{seat.name} {await table.ask(Ask(seat, 'turn'))}")


def test_the_table_answers_for_who_has_left_and_the_loop_passes_by() -> None:
    play = start(round_the_table, "Ana", "Ben", "Cleo", "Dan")
    play.leave(1)
    assert keys(play) == ["Ask/1/turn"], "the open question stays"
    play.leave(2)
    play.answer("Ask/1/turn", "yes")
    assert keys(play) == ["Ask/3/turn"]
    assert told(play)[:2] == ["Ben left the table.", "Cleo left the table."]


def test_who_comes_back_is_asked_again() -> None:
    play = start(round_the_table)
    play.leave(2)
    play.come_back(2)
    play.answer("Ask/1/turn", "yes")
    assert keys(play) == ["Ask/2/turn"]
    assert told(play) == ["Cleo left the table.", "Cleo came back to the table."]


def test_a_seat_that_leaves_drops_out_of_the_vote() -> None:
    play = start(vote)
    play.answer("Ask/0/vote", "yes")
    play.leave(0)
    assert keys(play) == ["Ask/1/vote", "Ask/2/vote"]
    with pytest.raises(Refused):
        play.answer("Ask/0/vote", "no")
    play.answer("Ask/1/vote", "no")
    play.answer("Ask/2/vote", "no")
    assert play.table.marks == [{"Ben": "no", "Cleo": "no"}]


def test_if_it_was_the_last_one_missing_the_vote_closes() -> None:
    play = start(vote)
    play.answer("Ask/0/vote", "yes")
    play.answer("Ask/2/vote", "no")
    play.leave(1)
    assert play.table.marks == [{"Ana": "yes", "Cleo": "no"}]
    assert keys(play) == ["Ask/0/vote", "Ask/2/vote"], "the next vote passes Ben by"
    play.undo()
    assert play.table.marks == []
    assert keys(play) == ["Ask/0/vote", "Ask/1/vote", "Ask/2/vote"]


def test_coming_back_in_mid_vote_opens_the_ballot_again_with_what_was_given() -> None:
    play = start(vote)
    play.answer("Ask/0/vote", "yes")
    play.leave(0)
    play.come_back(0)
    assert play.run.given() == {"Ask/0/vote": "yes"}
    play.answer("Ask/1/vote", "no")
    play.answer("Ask/2/vote", "no")
    assert play.table.marks == [{"Ana": "yes", "Ben": "no", "Cleo": "no"}]
    assert picture(again(play).table) == picture(play.table)


def test_wrong_departures_are_refused() -> None:
    play = start(vote)
    for seat in (3, -1, 99):
        with pytest.raises(Refused, match="Nobody sits there"):
            play.leave(seat)
    with pytest.raises(Refused, match="still at the table"):
        play.come_back(0)
    play.leave(0)
    with pytest.raises(Refused, match="has already left"):
        play.leave(0)
    play.leave(1)
    with pytest.raises(Refused, match="must stay"):
        play.leave(2)
    assert [record.kind for record in play.log] == ["leave", "leave"]


def test_the_game_may_say_what_a_departure_changes() -> None:
    def left(table: Slate, seat: Any) -> None:
        table.marks.append(f"{seat.name}'s cards go back")

    play = start(vote, left=left)
    play.leave(1)
    assert play.table.marks == ["Ben's cards go back"]


def test_a_departure_the_rules_stumble_over_is_rolled_back() -> None:
    def left(table: Slate, seat: Any) -> None:
        table.n += 1
        raise KeyError("no cards")

    play = start(vote, left=left)
    with pytest.raises(RulesFailed):
        play.leave(1)
    assert (play.table.n, play.table.seats[1].gone) == (0, False)


def test_a_departure_that_the_game_refuses_changes_nothing() -> None:
    def left(table: Slate, seat: Any) -> None:
        table.n = 7
        raise Refused(say("Nobody may leave now."))

    play = start(vote, left=left)
    with pytest.raises(Refused, match="Nobody may leave now"):
        play.leave(1)
    assert (play.table.n, play.table.seats[1].gone, play.log) == (0, False, [])


def test_after_the_end_somebody_may_still_leave_and_come_back() -> None:
    async def once(table: Slate) -> None:
        await table.ask(Ask(None))
        table.over = True

    play = start(once)
    play.answer("Ask/table/", "yes")
    play.leave(2)
    assert play.outcome() is not None
    play.come_back(2)
    assert not play.table.seats[2].gone
    play.undo(0)
    assert keys(play) == ["Ask/table/"]


class Needs(Scripted):
    """The play ends once only this many are left between two stretches."""

    def __init__(self, script: Script, over_with: int) -> None:
        super().__init__(script)
        self.over_with = over_with

    def outcome(self, table: Slate) -> Outcome | None:
        return Outcome(say("It is over."), ()) if len(table.present()) == self.over_with else None


async def one_word(table: Slate) -> None:
    await table.ask(Ask(None))


@pytest.mark.parametrize("change", [lambda play: play.come_back(2), lambda play: play.leave(1)],
                         ids=["a return", "a departure"])
def test_who_comes_or_goes_after_the_end_opens_the_play_again_where_the_game_goes_on(
        change: Callable[[Play[Slate]], object]) -> None:
    play: Play[Slate] = Play(Needs(one_word, over_with=2), Setup(people("Ana", "Ben", "Cleo")))
    play.leave(2)
    play.answer("Ask/table/", "yes")
    assert play.outcome() is not None and keys(play) == []
    change(play)
    assert play.outcome() is None and keys(play) == ["Ask/table/"]


def test_a_return_that_the_rules_refuse_changes_nothing() -> None:
    """A finished play whose next turn can't begin with the player who left."""
    async def refuses(table: Slate) -> None:
        if len(table.present()) == 3 and table.n:
            raise Refused(say("Not with three."))
        table.n = 1
        await table.ask(Ask(None))

    play: Play[Slate] = Play(Needs(refuses, over_with=2), Setup(people("Ana", "Ben", "Cleo")))
    play.leave(2)
    play.answer("Ask/table/", "yes")
    assert play.outcome() is not None
    with pytest.raises(Refused, match="Not with three"):
        play.come_back(2)
    assert play.table.seats[2].gone and play.outcome() is not None

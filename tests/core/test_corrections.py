"""The table overrules the app: corrections, named exits, and beginning again."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from companion.core.engine.state import picture
from companion.core.fields import Field, Rows
from companion.core.play import Play, RulesFailed
from companion.core.setup import Setup, people
from companion.core.table import Unwind
from companion.core.text import Refused, Text, say
from tests.toys.orchard import game
from tests.toys.scripted import Ask, Scripted, Slate, again, keys, start, told


class RoundOver(Unwind):
    by_hand = say("End this round here")


class AllOver(Unwind):
    by_hand = say("Stop playing")


class Quiet(Unwind):
    """Without a label, so the table can't force it."""


@dataclass
class Round:
    taken: int = 0


async def rounds(table: Slate) -> None:
    with table.until(AllOver):
        with table.until(RoundOver), table.until(Quiet), table.during(Round()) as this:
            while this.taken < 3:
                word = await table.ask(Ask(None, "take"))
                this.taken += 1
                if word == "yes":
                    table.n += 1
        table.marks.append(table.n)
        return
    table.over = True


def test_a_correction_is_seen_by_the_script_that_waits() -> None:
    play = start(rounds)
    play.answer("Ask/table/take", "yes")
    play.correct("n", 7)
    play.answer("Ask/table/take", "yes")
    assert play.table.n == 8
    assert "The table corrected: Number 1 → 7." in told(play)


def test_a_correction_to_points_stands_in_the_chronicle() -> None:
    play = start(rounds)
    play.correct("seats.1.points", 4)
    assert play.chronicle()[-1].points == ((1, 4),)
    assert [line.corrected for line in play.chronicle()[-1].lines] == [True]
    assert told(play)[-1] == "The table corrected: Ben's points 0 → 4."


def test_a_correction_orders_no_hands() -> None:
    """Its words for hands, such as "Lay it down", are for *To move*."""
    field = Field("red", say("Red"), (True, False), lambda: True, lambda value: None,
                  lambda value: say("alive") if value else say("beaten"), change=lambda old, new: say("Lay it down"))
    assert (str(field.sentence(True, False)), str(field.corrected(True, False))) == ("Lay it down",
                                                                                     "Red: now beaten")


@pytest.mark.parametrize(("path", "value"), [
    ("n", 100), ("n", -1), ("n", "7"), ("n", 7.0), ("n", True), ("n", None), ("n", [7]), ("no.such.path", 1),
    ("over", 1), ("over", None), ("shape", [1, 3]), ("shape", [True, 2]), ("words", "yes"),
])
def test_a_wrong_correction_is_refused_and_changes_nothing(path: str, value: object) -> None:
    play = start(rounds)
    before = picture(play.table)
    with pytest.raises(Refused):
        play.correct(path, value)
    assert picture(play.table) == before
    assert play.log == []


def test_a_list_set_by_hand_is_copied_in() -> None:
    async def script(table: Slate) -> None:
        await table.ask(Ask(None))
        table.shape.append(9)

    play = start(script)
    mine = [1, 2]
    play.correct("shape", mine)
    play.answer("Ask/table/", "yes")
    assert play.table.shape == [1, 2, 9]
    assert play.log[0].answer == [1, 2] == mine


def test_the_log_keeps_its_own_copy_of_an_answer() -> None:
    play = Play(game, Setup(people("Ana", "Ben")))
    dice = [3]
    play.answer("Weather/table", dice)
    dice.append(4)
    assert json.dumps(play.log[0].answer) == "[3]"


def test_a_correction_can_leave_a_question_stuck_and_a_restart_or_correction_mends_it() -> None:
    play = start(rounds)
    assert not play.stuck()
    play.correct("words", [])
    assert play.stuck()
    play.correct("words", ["yes", "no"])
    assert not play.stuck()


def test_a_ballot_that_was_given_is_not_stuck_when_its_choices_vanish() -> None:
    async def vote(table: Slate) -> None:
        table.marks.append(list((await table.all_of([Ask(seat, "vote") for seat in table.seats])).values()))

    play = start(vote, "Ana", "Ben")
    play.answer("Ask/0/vote", "no")
    play.correct("words", [])
    assert play.stuck(), "Ben has nothing to choose"
    play.undo()
    play.answer("Ask/1/vote", "yes")
    assert play.table.marks == [["no", "yes"]]


def test_after_the_end_a_correction_may_open_the_play_again() -> None:
    async def once(table: Slate) -> None:
        await table.ask(Ask(None))
        table.over = True

    play = start(once)
    play.answer("Ask/table/", "yes")
    assert play.outcome() is not None
    play.correct("n", 3)
    assert play.outcome() is not None
    play.correct("over", False)
    assert play.outcome() is None
    assert keys(play) == ["Ask/table/"]
    play.undo()
    assert play.outcome() is not None
    assert play.table.n == 3
    assert picture(again(play).table) == picture(play.table)


def test_in_mid_stretch_a_correction_that_would_end_the_play_waits_for_the_stretch() -> None:
    play = start(rounds)
    play.correct("over", True)
    assert play.outcome() is None
    assert keys(play) == ["Ask/table/take"]
    for _ in range(3):
        play.answer("Ask/table/take", "no")
    assert play.outcome() is not None


def test_exits_are_named_innermost_first_and_only_with_a_label() -> None:
    play = start(rounds)
    assert play.exits() == [RoundOver, AllOver]
    play.answer("Ask/table/take", "yes")
    play.exit(RoundOver)
    assert play.table.marks == [1], "what was booked stays booked: an exit is no undo"
    assert "The table decided: End this round here." in told(play)
    for wrong in (Quiet, "NoSuchExit", ""):
        with pytest.raises(Refused):
            play.exit(wrong)
    play.exit("AllOver")
    assert play.outcome() is not None
    assert play.exits() == []
    with pytest.raises(Refused):
        play.exit(AllOver)


def test_an_exit_leaves_a_half_finished_ballot() -> None:
    async def vote(table: Slate) -> None:
        with table.until(RoundOver):
            table.marks.append(list((await table.all_of([Ask(seat, "vote") for seat in table.seats])).values()))
            return
        await table.ask(Ask(None, "instead"))

    play = start(vote)
    play.answer("Ask/0/vote", "yes")
    play.exit(RoundOver)
    assert keys(play) == ["Ask/table/instead"]
    assert play.run.given() == {}


def test_restart_begins_this_stretch_again_with_the_table_as_it_stands() -> None:
    play = start(rounds)
    play.answer("Ask/table/take", "yes")
    play.answer("Ask/table/take", "yes")
    play.restart()
    assert (play.table.n, [flow.taken for flow in play.table.now]) == (2, [0])
    assert play.exits() == [RoundOver, AllOver], "the exits of the dropped script are gone"
    play.undo()
    assert [flow.taken for flow in play.table.now] == [2]
    play.redo()
    assert [flow.taken for flow in play.table.now] == [0]
    assert picture(again(play).table) == picture(play.table)


def test_restart_after_the_end_is_refused() -> None:
    play = start(rounds)
    play.exit(AllOver)
    with pytest.raises(Refused, match="over"):
        play.restart()


def test_a_script_that_will_not_go_quietly_does_not_keep_the_table_from_going_back() -> None:
    async def clings(table: Slate) -> None:
        try:
            await table.ask(Ask(None, "first"))
            table.n += 1
            await table.ask(Ask(None, "second"))
        finally:
            if not table.over:
                await table.ask(Ask(None, "third"))

    play = start(clings)
    play.answer("Ask/table/first", "yes")
    play.undo()
    assert (play.table.n, keys(play)) == (0, ["Ask/table/first"])
    play.redo()
    play.restart()
    assert (play.table.n, keys(play)) == (1, ["Ask/table/first"])
    play.table.over = True  # now it goes, or Python complains when it collects this play


def test_an_exit_whose_catcher_raises_is_rolled_back() -> None:
    async def script(table: Slate) -> None:
        with table.until(RoundOver):
            await table.ask(Ask(None))
        table.n += 1
        raise ValueError("a slip")

    play = start(script)
    before = picture(play.table)
    with pytest.raises(RulesFailed) as failed:
        play.exit(RoundOver)
    assert "a slip" in failed.value.details
    assert picture(play.table) == before
    assert play.log[-1].kind == "failed"


# Two pieces that stand in each other's way

STORM = 3


class TwoShips(Scripted):
    """Two ships on spaces 0 to 3, never on the same one, and none flies into the storm. A lamp stands beside them, a
    tooth may lie there, and one number is in the books alone."""

    def __init__(self, *spaces: int) -> None:
        super().__init__(rounds)
        self.spaces = spaces

    def new(self, setup: Setup) -> Slate:
        table = super().new(setup)
        table.shape = list(self.spaces)
        return table

    def fields(self, table: Slate) -> Iterable[Field]:
        yield self.ship(table, 0)
        yield self.ship(table, 1)
        yield Rows(table).number("n", say("Lamp"), 0, 99, path="lamp")
        yield Field("tooth", say("Tooth"), range(2), lambda: 0, lambda value: None, absent=0)
        yield Rows(table, table.seats[0]).number("points", say("Books"), 0, 99, on_table=False)

    def ship(self, table: Slate, number: int) -> Field:
        def free() -> tuple[int, ...]:
            return tuple(space for space in range(4) if space != table.shape[1 - number])

        def wrong(space: object) -> Text | None:
            return say("the storm is there") if space == STORM else None

        def write(space: int) -> None:
            table.shape = [space if at == number else other for at, other in enumerate(table.shape)]

        return Field(f"ship{number}", say("Ship {n}", n=number), free, lambda: table.shape[number], write, wrong=wrong)


def two_ships(*spaces: int) -> Play[Slate]:
    return Play(TwoShips(*spaces), Setup(people("Ana", "Ben", "Cleo")))


def test_two_ships_change_places_on_one_visit() -> None:
    play = two_ships(0, 1)
    play.fix([("ship0", 1), ("ship1", 0)])
    assert play.table.shape == [1, 0]


def test_what_only_changed_places_must_lie_rightly_beside_all_the_rest() -> None:
    """The lamp stands there and was not named, so this is not the whole table."""
    play = two_ships(STORM, 1)
    with pytest.raises(Refused, match="Ship 1 can't be 3: the storm is there"):
        play.fix([("ship0", 1), ("ship1", STORM)])
    assert play.table.shape == [STORM, 1] and play.log == []


def test_a_table_that_is_laid_out_as_a_whole_may_stand_as_a_battle_left_it() -> None:
    """Pieces that lie nowhere needn't be named, nor values that only the books hold."""
    play = two_ships(STORM, 1)
    play.fix([("ship0", 1), ("ship1", STORM), ("lamp", 5)])
    assert (play.table.shape, play.table.n) == ([1, STORM], 5)

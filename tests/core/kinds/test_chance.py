"""Chance as a kind: bags, and what the phone deals and only its owner sees."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.core.kinds import Bag, Deal, Draw
from companion.core.play import RulesFailed
from companion.core.questions import DRAW, Given
from companion.core.text import Refused, said
from tests.toys.scripted import Secret, Slate, again, start


class Weather(Draw[Any]):
    rule = "OR-4"
    sentence = said("Which card comes up?")

    def bag(self, table: Any) -> Bag:
        bag: Bag = table.shape
        return bag


class Hands(Deal[Any]):
    rule = "OR-7"
    many: int
    sentence = said("The phone deals.")

    def things(self, table: Any) -> Sequence[str]:
        return ["a", "b", "c", "d", "e", "f", "g"]

    def each(self, table: Any) -> int:
        return self.many


def test_a_bag_is_drawn_empty_and_then_full_again() -> None:
    bag = Bag({"storm": 1, "calm": 2})
    assert bag.things() == ["storm", "calm", "calm"]
    bag.take("calm")
    bag.take("storm")
    assert (bag.left, bag.out) == ({"storm": 0, "calm": 1}, {"storm": 1, "calm": 1})
    bag.take("calm")
    assert bag.left == {"storm": 1, "calm": 2} and not any(bag.out.values())


def test_drawing_offers_each_thing_once_and_chance_knows_how_many_there_are() -> None:
    async def script(table: Slate) -> None:
        table.shape = Bag({"storm": 1, "calm": 9})
        table.shape.take(await table.ask(Weather(None)))
        await table.ask(Weather(None))

    play = start(script)
    question = play.open()[0]
    assert question.by_chance and [str(one) for one in question.choices(play.table)] == ["storm", "calm"]
    drawn = [question.random_answer(play.table, Random(seed)) for seed in range(200)]
    assert 160 < drawn.count("calm") < 199, "nine of ten"
    play.answer("Weather/table", "storm", rolled=True)
    assert play.log[-1].rolled
    with pytest.raises(Refused):
        play.answer("Weather/table", "storm")


async def deal_two_each(table: Slate) -> None:
    dealt = await table.ask(Hands(None, 2))
    table.marks = [dealt.of(seat) for seat in table.seats]
    await table.ask(Secret(table.seats[0], "more"))


def test_everybody_gets_their_share_and_nobody_else_sees_it() -> None:
    play = start(deal_two_each)
    play.answer("Hands/table/2", [6, 5, 4, 3, 2, 1, 0], rolled=True)
    ana, ben, _ = play.table.seats
    shares = play.table.marks
    assert play.table.seen_by(ana, shares[0]) == ("g", "f") and play.table.seen_by(ben, shares[1]) == ("e", "d")
    with pytest.raises(LookupError, match="Ben may not see this secret"):
        play.table.seen_by(ben, shares[0])
    assert play.public_log()[0].answer is None and play.log[0].sealed
    replayed = again(play)
    assert replayed.table.seen_by(ana, replayed.table.marks[0]) == ("g", "f")


def test_a_secret_for_two_seats_is_opened_part_by_part() -> None:
    async def script(table: Slate) -> None:
        dealt = await table.ask(Hands(None, 0))
        ana, ben, cleo = table.seats
        key = dealt.shared_with(ana).shared_with(ben)
        table.marks = [key, table.reveal(key.part(1)), dealt.part(2).shared_with(cleo)]
        await table.ask(Secret(None, "next"))

    play = start(script)
    play.answer("Hands/table/0", [6, 5, 4, 3, 2, 1, 0], rolled=True)
    table = again(play).table
    key, opened, part = table.marks
    ana, ben, cleo = table.seats
    assert table.seen_by(ana, key) == table.seen_by(ben, key) == tuple("gfedcba")
    assert (opened, table.seen_by(cleo, part), table.seen_by(ben, key.part(2))) == ("f", "e", "e")
    for seat, secret in ((cleo, key), (cleo, key.part(2)), (ana, part)):
        with pytest.raises(LookupError, match="may not see"):
            table.seen_by(seat, secret)
    assert play.public_log()[0].answer is None, "the rest stays sealed"
    assert play.undo_warning() is not None, "the table has seen a part"


def test_the_phone_deals_by_one_button_and_tells_nothing() -> None:
    play = start(deal_two_each)
    draft = play.open()[0].draft(play.table)
    button = draft.describe().primary
    assert button is not None and (button.does, str(button.words)) == (DRAW, "Deal")
    given = draft.draw(Random(1))
    assert isinstance(given, Given) and given.rolled and given.told is None and sorted(given.raw) == list(range(7))


@pytest.mark.parametrize("raw", [None, "done", [0, 1], [0, 0, 1, 2, 3, 4, 5], list(range(8)), [0.0, 1, 2, 3, 4, 5, 6]])
def test_only_a_whole_order_can_be_dealt(raw: object) -> None:
    play = start(deal_two_each)
    with pytest.raises(Refused):
        play.answer("Hands/table/2", raw)


def test_a_tally_gives_the_values_and_leaves_the_answers_sealed() -> None:
    async def script(table: Slate) -> None:
        votes = await table.all_of([Secret(seat, "vote") for seat in table.present()])
        table.marks = table.tally(votes.values())
        await table.ask(Secret(None, "next"))

    play = start(script)
    for seat, word in enumerate(("yes", "no", "yes")):
        play.answer(f"Secret/{seat}/vote", word)
    assert play.table.marks == ["no", "yes", "yes"], "in no order that says whose they are"
    assert [record.answer for record in play.public_log()] == [None, None, None]
    assert play.undo_warning() is not None, "the table has seen the result"


@pytest.mark.parametrize("times", [1, 2])
def test_a_tally_of_one_player_is_refused_unless_nobody_else_is_left(times: int) -> None:
    async def script(table: Slate) -> None:
        votes = await table.all_of([Secret(seat, "vote") for seat in table.present()])
        table.marks = table.tally(list(votes.values())[:1] * times)
        await table.ask(Secret(None, "next"))

    play = start(script)
    for seat in (0, 1):
        play.answer(f"Secret/{seat}/vote", "yes")
    with pytest.raises(RulesFailed) as failed:
        play.answer("Secret/2/vote", "no")
    assert "would give them away" in str(failed.value.__cause__)
    alone = start(script)
    for seat in (1, 2):
        alone.leave(seat)
    alone.answer("Secret/0/vote", "yes")
    assert alone.table.marks == ["yes"] * times

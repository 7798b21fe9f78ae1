"""Stretches, ask, one_of, all_of, until, during: the script runs as it reads."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

from companion.core.engine.run import ScriptFault
from companion.core.engine.state import picture
from companion.core.play import Play, RulesFailed
from companion.core.questions import Timer
from companion.core.table import RequestMode, Unwind
from companion.core.text import Refused, Text, say
from tests.toys.scripted import Ask, Secret, Slate, again, keys, start, told


class Enough(Unwind):
    pass


class Outer(Unwind):
    by_hand = say("Leave it all")


@dataclass
class Flow:
    name: str
    n: int = 0


def test_a_stretch_is_called_again_until_there_is_an_outcome() -> None:
    async def script(table: Slate) -> None:
        table.marks.append(await table.ask(Ask(None, "each round")))
        table.n += 1
        table.over = table.n == 3

    play = start(script)
    for word in ("yes", "no", "yes"):
        assert play.outcome() is None
        play.answer("Ask/table/each round", word)
    assert play.table.marks == ["yes", "no", "yes"]
    assert str(play.outcome().sentence) == "It is over."
    assert keys(play) == []


def test_a_stretch_may_pass_without_a_question_but_not_for_ever() -> None:
    async def skips(table: Slate) -> None:
        table.n += 1
        if table.n % 5 == 0:
            await table.ask(Ask(None))

    play = start(skips)
    assert (play.table.n, keys(play)) == (5, ["Ask/table/"])

    async def never_asks(table: Slate) -> None:
        table.n += 1

    with pytest.raises(ScriptFault, match="without asking"):
        start(never_asks)


def test_an_idle_script_in_mid_play_leaves_the_table_as_it_was() -> None:
    async def script(table: Slate) -> None:
        if table.n == 0:
            await table.ask(Ask(None))
            table.n = 1

    play = start(script)
    with pytest.raises(RulesFailed):
        play.answer("Ask/table/", "yes")
    assert play.table.n == 0
    assert keys(play) == ["Ask/table/"]
    assert [record.kind for record in play.log] == ["failed"]


def test_one_of_runs_what_the_answered_question_does() -> None:
    async def script(table: Slate) -> None:
        await table.one_of(Ask(table.seats[0], "left"), Ask(table.seats[1], "right"))

    play = start(script)
    assert keys(play) == ["Ask/0/left", "Ask/1/right"]
    assert play.request().mode is RequestMode.ONE_OF
    play.answer("Ask/1/right", "no")
    assert play.table.marks == ["right:no"]
    assert play.log[0].seat == 1


def ballots(table: Slate):
    return [Ask(seat, "vote") for seat in table.present()]


async def vote(table: Slate) -> None:
    given = await table.all_of(ballots(table))
    table.marks.append([(seat.name, word) for seat, word in given.items()])


def test_all_of_takes_answers_in_any_order_and_gives_them_in_the_order_asked() -> None:
    play = start(vote)
    play.answer("Ask/2/vote", "no")
    play.answer("Ask/0/vote", "yes")
    assert play.table.marks == []
    assert play.run.given() == {"Ask/2/vote": "no", "Ask/0/vote": "yes"}
    play.answer("Ask/1/vote", "yes")
    assert play.table.marks == [[("Ana", "yes"), ("Ben", "yes"), ("Cleo", "no")]]


def test_all_of_is_changeable_until_the_last_is_in() -> None:
    play = start(vote)
    play.answer("Ask/0/vote", "yes")
    play.answer("Ask/0/vote", "no")
    play.answer("Ask/1/vote", "yes")
    play.answer("Ask/1/vote", "no")
    play.answer("Ask/2/vote", "yes")
    assert play.table.marks == [[("Ana", "no"), ("Ben", "no"), ("Cleo", "yes")]]
    assert play.run.given() == {}
    assert keys(play) == ["Ask/0/vote", "Ask/1/vote", "Ask/2/vote"], "the next vote, with nothing given yet"


def test_all_of_nobody_asks_nothing() -> None:
    async def script(table: Slate) -> None:
        table.marks.append(await table.all_of([]))
        await table.ask(Ask(None))

    play = start(script)
    assert play.table.marks == [{}]
    assert keys(play) == ["Ask/table/"]


def test_all_of_keeps_sealed_answers_sealed() -> None:
    async def script(table: Slate) -> None:
        given = await table.all_of([Secret(seat, "vote") for seat in table.seats])
        table.marks.append([table.reveal(sealed) for sealed in given.values()])

    play = start(script, "Ana", "Ben")
    play.answer("Secret/0/vote", "no")
    assert repr(play.run.given()) == "{'Secret/0/vote': Sealed(given)}"
    play.answer("Secret/1/vote", "yes")
    assert play.table.marks == [["no", "yes"]]


class Pass(Secret):
    stays_sealed = True


@pytest.mark.parametrize(("kind", "closed"), [(Secret, 1), (Pass, 0)])
def test_cards_that_are_passed_on_wait_for_no_reveal(kind: type[Secret], closed: int) -> None:
    async def script(table: Slate) -> None:
        await table.all_of([kind(seat, "card") for seat in table.seats])
        await table.ask(Ask(None))

    play = start(script, "Ana", "Ben")
    for seat in (0, 1):
        play.answer(f"{kind.__name__}/{seat}/card", "yes")
    assert len(play.run.ballots) == closed and keys(play) == ["Ask/table/"]


class Ballot(Ask):
    def noted(self, table: Slate) -> Text:
        return say("{name} has voted.", name=self.seat)


def test_the_chronicle_notes_who_has_answered_a_ballot_as_soon_as_it_is_in() -> None:
    async def script(table: Slate) -> None:
        await table.all_of([Ballot(seat) for seat in table.seats])
        await table.ask(Ask(None))

    play = start(script, "Ana", "Ben")
    play.answer("Ballot/1/", "no")
    assert told(play) == ["Ben has voted."]
    play.answer("Ballot/0/", "yes")
    assert told(play) == ["Ben has voted.", "Ana has voted."]


def test_what_is_revealed_by_one_answer_is_noted_once() -> None:
    async def script(table: Slate) -> None:
        sealed = [await table.ask(Secret(None, "hidden"))]
        await table.ask(Ask(None, "show"))
        table.marks = [table.reveal(one) for one in sealed]
        await table.ask(Ask(None, "more"))
        await table.ask(Ask(None, "still more"))

    play = start(script)
    for key in ("Secret/table/hidden", "Ask/table/show", "Ask/table/more"):
        play.answer(key, "no")
    assert [reveal.by for reveal in play.run.reveals] == [1]


def test_until_catches_its_own_kind_only_and_during_is_gone_however_it_is_left() -> None:
    async def script(table: Slate) -> None:
        with table.until(Outer):
            with table.until(Enough), table.during(Flow("inner")) as flow:
                flow.n += 1
                word = await table.ask(Ask(None, "deep"))
                if word == "no":
                    raise Outer
                raise Enough
            table.marks.append(("inner left", len(table.now)))
            return
        table.marks.append(("outer left", len(table.now)))

    play = start(script)
    assert [flow.name for flow in play.table.now] == ["inner"]
    play.answer("Ask/table/deep", "yes")
    play.answer("Ask/table/deep", "no")
    assert play.table.marks == [("inner left", 0), ("outer left", 0)]
    assert [flow.n for flow in play.table.now] == [1], "a fresh flow for the new stretch"


def test_the_innermost_until_of_a_class_catches() -> None:
    async def script(table: Slate) -> None:
        with table.until(Enough):
            with table.until(Enough):
                await table.ask(Ask(None))
                raise Enough
            table.marks.append("after the inner")
        table.marks.append("after the outer")

    play = start(script)
    play.answer("Ask/table/", "yes")
    assert play.table.marks == ["after the inner", "after the outer"]


def test_no_except_exception_swallows_an_unwind() -> None:
    async def script(table: Slate) -> None:
        with table.until(Enough):
            await table.ask(Ask(None))
            try:
                raise Enough
            except Exception:
                table.marks.append("swallowed")
        table.marks.append("caught by until")

    play = start(script)
    play.answer("Ask/table/", "yes")
    assert play.table.marks == ["caught by until"]


def test_an_unwind_nobody_catches_is_a_failed_answer() -> None:
    async def script(table: Slate) -> None:
        word = await table.ask(Ask(None))
        table.n += 5
        if word == "no":
            raise Enough

    play = start(script)
    play.answer("Ask/table/", "yes")
    before = picture(play.table)
    with pytest.raises(RulesFailed) as failed:
        play.answer("Ask/table/", "no")
    assert "nobody catches Enough" in failed.value.details
    assert picture(play.table) == before
    with pytest.raises(ScriptFault, match="Enough"):
        start(raises_at_once)


async def raises_at_once(table: Slate) -> None:
    raise Enough


def test_under_way_finds_the_innermost_flow_of_its_kind() -> None:
    async def script(table: Slate) -> None:
        with table.during(Flow("outer")), table.during(Flow("inner")):
            table.marks.append(table.under_way(Flow).name)
            await table.ask(Ask(None))

    play = start(script)
    assert play.table.marks == ["inner"]
    assert play.table.is_under_way(Flow)
    assert not play.table.is_under_way(Slate)
    with pytest.raises(LookupError, match="no Slate is under way"):
        play.table.under_way(Slate)


def test_answers_nobody_waits_for_are_refused_and_change_nothing() -> None:
    play = start(vote)
    before = picture(play.table)
    for key, answer in [("Ask/9/vote", "yes"), ("Vote/0", "yes"), ("", "yes"), ("Ask/0/vote", "maybe"),
                        ("Ask/0/vote", 1), ("Ask/0/vote", None), ("Ask/0/vote", ["yes"])]:
        with pytest.raises(Refused) as refused:
            play.answer(key, answer)
        assert str(refused.value).endswith(".")
    assert picture(play.table) == before
    assert play.log == []
    assert play.run.given() == {}


def test_a_refusal_carries_its_rule_and_its_sentence() -> None:
    play = start(vote)
    with pytest.raises(Refused) as refused:
        play.answer("Ask/0/vote", "maybe")
    assert refused.value.refusal.rule == "OR-1"
    assert refused.value.refusal.why == say("That isn't one of the answers. Choose one of those shown.")


def test_who_reveals_and_tells_at_the_start_of_a_stretch_is_told_once_after_undo() -> None:
    async def script(table: Slate) -> None:
        table.tell(say("A round begins."))
        await table.ask(Ask(None))
        table.n += 1

    play = start(script)
    play.answer("Ask/table/", "yes")
    play.answer("Ask/table/", "yes")
    play.undo()
    assert told(play) == ["A round begins.", "A round begins."]
    assert told(again(play)) == told(play)


def test_points_that_changed_stand_in_the_chronicle() -> None:
    async def script(table: Slate) -> None:
        await table.ask(Ask(None))
        table.seats[0].gain(2)
        table.seats[1].lose(1)

    play = start(script)
    play.answer("Ask/table/", "yes")
    entry = play.chronicle()[-1]
    assert (entry.record, entry.points) == (0, ((0, 2),)), "Ben had nothing to lose"
    assert play.run.scores == [(0, (0, 0, 0)), (1, (2, 0, 0))]


def test_a_timer_is_declared_by_the_open_question_and_offers_but_never_answers() -> None:
    async def script(table: Slate) -> None:
        await table.ask(Ask(None, "timed story 1"))
        await table.ask(Ask(None, "at leisure"))

    play = start(script)
    (timer,) = play.timers()
    assert (timer.name, timer.seconds, timer.late) == ("timed story 1", 30, "no")
    assert play.log == []
    play.answer("Ask/table/timed story 1", timer.late)
    assert play.timers() == []


class AboutTheFlow(Ask):
    """A question that can't be looked at without its flow."""

    def sentence(self, table: Slate) -> Text:
        return say("{name}: which word?", name=table.under_way(Flow).name)

    def choices(self, table: Slate) -> Iterable[str]:
        return [*table.words, table.under_way(Flow).name]

    def timer(self, table: Slate) -> Timer:
        return Timer(table.under_way(Flow).name, 30)


def test_a_question_is_only_looked_at_while_its_flow_is_under_way() -> None:
    async def script(table: Slate) -> None:
        with table.until(Outer), table.during(Flow("inner")):
            await table.one_of(AboutTheFlow(None, "first"))
            await table.all_of([AboutTheFlow(seat, "each") for seat in table.present()])

    def look(play: Play[Slate]) -> None:
        for question in play.open():
            assert str(question.draft(play.table).describe().sentence) == "inner: which word?"
        assert not play.stuck() and [timer.name for timer in play.timers()] == ["inner"] * len(play.open())
        play.by_hand.card()

    play = start(script, standing=lambda table: [Ask(None, "standing")])
    look(play)
    steps: list[Callable[[], object]] = [
        lambda: play.answer("AboutTheFlow/table/first", "inner"), lambda: play.answer("AboutTheFlow/0/each", "yes"),
        lambda: play.answer("Ask/table/standing", "no"), lambda: play.correct("n", 3), lambda: play.leave(1),
        lambda: play.answer("AboutTheFlow/2/each", "no"), play.undo, lambda: play.exit(Outer), play.undo,
        play.restart, lambda: play.undo(to=0), play.redo]
    for step in steps:
        step()
        look(play)
        look(again(play))

"""Sealed answers: log, chronicle, view and undo show that one was given, not what it was."""

import json

import pytest

from companion.core.engine.state import picture
from companion.core.log import Record
from companion.core.play import Play, RulesFailed
from companion.core.table import Unwind
from companion.core.text import say
from companion.core.values import Sealed
from tests.toys.scripted import Ask, Secret, Slate, again, keys, start


class Void(Unwind):
    by_hand = say("Void this vote")


async def vote(table: Slate) -> None:
    with table.until(Void):
        given = await table.all_of([Secret(seat, "vote") for seat in table.seats])
        table.marks.append([table.reveal(sealed) for sealed in given.values()])


def public(play: Play[Slate]) -> list[object]:
    return [record.answer for record in play.public_log()]


def test_nothing_shows_before_the_last_is_in_and_everything_after() -> None:
    play = start(vote)
    play.answer("Secret/0/vote", "yes")
    play.answer("Secret/1/vote", "no")
    assert public(play) == [None, None]
    assert all(record.sealed and record.masked for record in play.public_log())
    assert [record.answer for record in play.log] == ["yes", "no"], "the play itself must remember"
    play.answer("Secret/2/vote", "no")
    assert public(play) == ["yes", "no", "no"]


def test_a_vote_that_was_changed_stays_hidden_for_good() -> None:
    play = start(vote)
    play.answer("Secret/0/vote", "yes")
    play.answer("Secret/0/vote", "no")
    play.answer("Secret/1/vote", "no")
    play.answer("Secret/2/vote", "no")
    assert public(play) == [None, "no", "no", "no"]


def test_a_vote_taken_back_and_one_that_was_voided_stay_hidden() -> None:
    play = start(vote)
    play.answer("Secret/0/vote", "yes")
    play.undo()
    play.answer("Secret/0/vote", "no")
    play.exit(Void)
    assert [record.answer for record in play.public_log() if record.sealed] == [None, None]


def test_undo_before_the_reveal_masks_again_and_redo_shows_again() -> None:
    play = start(vote)
    for seat, word in enumerate(("yes", "no", "yes")):
        play.answer(f"Secret/{seat}/vote", word)
    warning = str(play.undo_warning())
    assert warning == "A secret was revealed here. Undo it anyway?", "words are no votes for anybody"
    play.undo()
    assert public(play)[:3] == [None, None, None]
    assert play.undo_warning() is None, "nobody saw this one"
    play.redo()
    assert public(play)[:3] == ["yes", "no", "yes"]


def test_a_sealed_answer_kept_on_the_table_is_opened_later() -> None:
    async def pick_then_show(table: Slate) -> None:
        table.marks = [await table.ask(Secret(None, "hidden"))]
        await table.ask(Ask(None, "show"))
        table.marks = [table.reveal(table.marks[0])]

    play = start(pick_then_show)
    play.answer("Secret/table/hidden", "no")
    assert public(play) == [None]
    assert picture(play.table)["marks"] == ["given"]
    assert (repr(play.table.marks), str(play.table.marks[0])) == ("[Sealed(given)]", "given")
    play.answer("Ask/table/show", "yes")
    assert play.table.marks[:1] == ["no"]
    assert public(play)[0] == "no"


def test_a_secret_stays_a_secret_across_a_snapshot() -> None:
    async def pick_then_show(table: Slate) -> None:
        table.n += 1
        if table.n == 1:
            table.marks.append(await table.ask(Secret(None, "hidden")))
        else:
            await table.ask(Ask(None, "show"))
            table.marks = [table.reveal(table.marks[0])]
            table.over = True

    play = start(pick_then_show)
    play.answer("Secret/table/hidden", "no")
    play.answer("Ask/table/show", "yes")
    play.undo()
    assert public(play)[0] is None
    play.answer("Ask/table/show", "yes")
    assert play.table.marks == ["no"]
    assert public(play)[0] == "no", "the seal remembers its line of the log through the snapshot"


def test_a_sentence_cannot_hold_a_sealed_answer() -> None:
    with pytest.raises(TypeError, match="given"):
        say("Ana voted for {what}.", what=Sealed("Ben"))


def test_a_wrong_secret_is_refused_without_saying_it() -> None:
    play = start(vote)
    for wrong in ("maybe", 1, None, ["yes"]):
        with pytest.raises(Exception, match=r"^[A-Z].*\.$") as refused:
            play.answer("Secret/0/vote", wrong)
        assert "maybe" not in str(refused.value)
    assert play.log == []


def test_a_failed_secret_is_kept_without_its_answer() -> None:
    async def breaks(table: Slate) -> None:
        await table.ask(Secret(None, "vote"))
        raise ValueError("slip")

    play = start(breaks)
    with pytest.raises(RulesFailed):
        play.answer("Secret/table/vote", "no")
    assert (play.log[0].kind, play.log[0].answer) == ("failed", None)


def test_a_masked_copy_of_a_finished_vote_opens_to_the_same_table() -> None:
    play = start(vote)
    play.answer("Secret/0/vote", "yes")
    play.answer("Secret/0/vote", "no")
    play.answer("Secret/1/vote", "no")
    play.answer("Secret/2/vote", "yes")
    lines = json.loads(json.dumps([record.to_json() for record in play.public_log()]))
    copy = Play(play.game, play.setup, [Record.from_json(line) for line in lines])
    assert copy.misfit is None
    assert picture(copy.table) == picture(play.table)


def test_a_masked_copy_that_lacks_a_secret_says_so_at_that_line() -> None:
    async def pick_then_ask(table: Slate) -> None:
        table.marks.append(await table.ask(Secret(None, "hidden")))
        await table.ask(Ask(None, "next"))

    play = start(pick_then_ask)
    play.answer("Secret/table/hidden", "no")
    play.answer("Ask/table/next", "yes")
    copy = Play(play.game, play.setup, play.public_log())
    assert copy.misfit is not None
    assert (copy.misfit.number, keys(copy)) == (0, ["Secret/table/hidden"])
    assert "missing from this copy" in str(copy.misfit)


def test_revealed_answers_are_revealed_in_a_play_opened_again() -> None:
    play = start(vote)
    for seat in range(3):
        play.answer(f"Secret/{seat}/vote", "no")
    assert public(again(play)) == public(play)
    assert again(play, trusted=True).run.reveals == play.run.reveals


def test_the_chronicle_has_a_line_for_an_answer_that_is_sealed() -> None:
    play = start(vote)
    play.answer("Secret/1/vote", "yes")
    assert {number: str(line) for number, line in play.run.in_secret.items()} == {0: "Ben has chosen in secret."}

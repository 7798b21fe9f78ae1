"""The controller as any surface uses it, without a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.questions import Timer
from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.ports.recording import SetClock
from companion.services.store import open_store
from companion.services.table.controller import BOOK, REFUSE, TAP, UNDO, Change, TableController
from companion.services.table.situation import Echo
from tests.ui.toy import toy

THREE = Setup(people("Ana", "Ben", "Cleo"))


def seated(tmp_path: Path, *steps: str, clock: SetClock | None = None) -> TableController:
    game = toy(*steps)
    evening = Evening(open_store(tmp_path / "plays.db"), {"toy": game}, clock or SetClock())
    table = TableController(evening.start("toy", THREE))
    table.read()
    return table


def watched(table: TableController) -> list[Change]:
    changes: list[Change] = []
    table.watch(changes.append)
    return changes


# What is open

def test_it_says_what_is_open_for_whom_and_who_sits_there(tmp_path: Path) -> None:
    table = seated(tmp_path, "lamp", "who")
    asked = table.situation.question
    assert asked is not None and (table.situation.state, asked.key()) == ("question", "Lamp/0")
    assert str(table.headline) == "Ana, which lamp do you light?"
    assert [(one.name, one.score, one.active) for one in table.seats] == \
        [("Ana", 0, True), ("Ben", 0, False), ("Cleo", 0, False)]
    assert table.view is not None and str(table.view.subtitle) == "Step 1 of 2"
    assert table.echo is None


def test_an_answer_is_stored_and_told_with_its_ring(tmp_path: Path) -> None:
    table = seated(tmp_path, "ready", "lamp", "who")
    changes = watched(table)
    assert table.answer("Ready/table", "done").done
    assert table.answer("Lamp/0", "red").done
    assert changes == [Change(BOOK, "Ready/table"), Change(TAP, "Lamp/0")], "points were booked by the first alone"
    assert [record.answer for record in table.play.log] == ["done", "red"]
    assert table.echo is not None and (table.echo.text, table.echo.seat) == ("Ana answered lamp", 0)


def test_the_echo_is_what_its_undo_takes_back(tmp_path: Path) -> None:
    """The chronicle tells nothing of the second answer: the sentence about the first is not what undo takes back."""
    table = seated(tmp_path, "ready", "lamp", "who")
    table.answer("Ready/table", "done")
    first = table.echo
    table.answer("Lamp/0", "red")
    table.play.chronicle().pop()  # as for a game that says nothing here
    table.read()
    assert table.echo == Echo("Ana: Red lamp", 0)
    other = TableController(table.opened)
    other.read()
    table.undo(sure=True)
    assert table.echo == Echo("Taken back: Ana: Red lamp", 0, taken=True)
    other.read()
    assert other.echo is not None and other.echo.taken, "whichever surface it was undone on"
    table.undo(sure=True)
    assert first is not None and table.echo == Echo(f"Taken back: {first.text}", first.seat, taken=True)
    table.redo()
    assert table.echo == first


def test_an_answer_nobody_tells_of_is_named_by_who_gave_it_when_the_play_was_opened_again(tmp_path: Path) -> None:
    game = toy("lamp", "who")
    evening = Evening(open_store(tmp_path / "plays.db"), {"toy": game}, SetClock())
    opened = evening.start("toy", THREE)
    opened.answer("Lamp/0", "red")
    evening.close(opened)
    again = TableController(evening.resume(opened.id))
    again.play.chronicle().pop()
    again.read()
    assert again.echo == Echo("Ana answered", 0)


def test_an_answer_nobody_tells_of_has_its_words_on_every_surface(tmp_path: Path) -> None:
    """Ana answers on her own phone; what the table's Undo takes back is named there, too."""
    table = seated(tmp_path, "lamp", "who")
    phone = TableController(table.opened)
    phone.read()
    phone.answer("Lamp/0", "red")
    table.play.chronicle().pop()
    table.read()
    assert table.echo == Echo("Ana: Red lamp", 0)


def test_a_secret_answer_never_shows_its_face(tmp_path: Path) -> None:
    table = seated(tmp_path, "vote", "who")
    asked = table.situation.asked
    assert table.answer(asked[0].key(), 2).done
    for entry in list(table.play.chronicle()):
        table.play.chronicle().remove(entry)
    table.read()
    assert table.echo == Echo("Ana answered", 0)


def test_a_refusal_is_a_value_with_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    table = seated(tmp_path, "strict", "who")
    changes, epoch = watched(table), table.epoch
    result = table.answer("Strict/0", "left")
    assert (result.done, result.refused, result.why, result.ring) == (False, True, "The left door is locked.", REFUSE)
    assert (changes, table.epoch, table.play.log) == ([], epoch, [])


def test_the_last_answer_says_that_it_is_over(tmp_path: Path) -> None:
    table = seated(tmp_path, "ready")
    assert table.answer("Ready/table", "done").over
    assert (table.situation.state, str(table.headline)) == ("over", "Ana wins.")


def test_a_view_is_made_once_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(tmp_path, "ready", "lamp")
    made = []
    view = type(table.game).view
    monkeypatch.setattr(type(table.game), "view", lambda self, live: made.append(1) or view(self, live))
    table.answer("Ready/table", "done")
    assert len(made) == 1
    assert table.view is not None and str(table.view.subtitle) == "Step 2 of 2"


# Bound to the table it saw

def test_an_answer_for_an_earlier_table_is_not_taken(tmp_path: Path) -> None:
    table = seated(tmp_path, "lamp", "lamp", "who")
    seen = table.epoch
    assert table.answer("Lamp/0", "red", epoch=seen).done
    late = table.answer("Lamp/0", "green", epoch=seen)
    assert (late.done, late.stale, late.why) == (False, True, "The table has moved on. Look again.")
    assert [record.answer for record in table.play.log] == ["red"]
    assert table.answer("Lamp/0", "green", epoch=table.epoch).done


def test_undo_is_another_table_too(tmp_path: Path) -> None:
    table = seated(tmp_path, "lamp", "who")
    first = table.epoch
    table.answer("Lamp/0", "red")
    table.undo()
    assert table.epoch != first, "the same question again, but somebody has seen it answered"


# Several surfaces

def test_all_surfaces_hear_of_a_change_and_each_has_its_own_wish(tmp_path: Path) -> None:
    host = seated(tmp_path, "one_of", "who")
    guest = TableController(host.opened)
    guest.read()
    at_host, at_guest = watched(host), watched(guest)
    guest.want("Trade/0")
    assert guest.situation.question is not None and guest.situation.question.key() == "Trade/0"
    assert host.situation.question is not None and host.situation.question.key() == "Fish/0"
    assert guest.answer("Trade/0", 3).done
    assert at_host == [Change(TAP, "Trade/0", own=False)]
    assert at_guest == [Change(), Change(TAP, "Trade/0")]
    assert host.situation.question is not None and host.situation.question.key() == "Who/table"


def test_who_stops_watching_hears_no_more(tmp_path: Path) -> None:
    table = seated(tmp_path, "lamp", "who")
    changes: list[Change] = []
    stop = table.watch(changes.append)
    stop()
    stop()
    table.answer("Lamp/0", "red")
    assert (changes, table.opened.watchers) == ([], [])


# What else is open

def test_a_tile_with_one_thing_to_do_is_done_at_once(tmp_path: Path) -> None:
    table = seated(tmp_path, "one_of", "who")
    fish, trade = table.situation.question, table.situation.others[0]
    assert fish is not None
    table.choose(trade)
    assert table.situation.aside and table.situation.question is trade, "how much is traded must be asked"
    table.want("")
    assert table.choose(fish).done
    assert table.situation.question is not None and table.situation.question.key() == "Who/table"


def test_a_tile_that_says_more_comes_into_the_panel(tmp_path: Path) -> None:
    """The objective has a hint: it is to be read before it is declared."""
    table = seated(tmp_path, "lamp", "who")
    table.choose(table.situation.standing[0])
    assert table.situation.question is not None and table.situation.question.key() == "Objective/table"
    assert table.play.log == []


# Taking back

def test_undo_warns_once_a_position_and_does_it_when_sure(tmp_path: Path) -> None:
    table = seated(tmp_path, "dice", "who")
    changes = watched(table)
    table.answer("Rolled/table", [3, 4], rolled=True)
    first = table.undo()
    assert (first.done, str(first.warning)) == (False, "A die was rolled here. Undo it anyway?")
    assert table.undo().done, "said once"
    assert changes[-1] == Change(UNDO)
    table.redo()
    assert table.situation.question is not None and table.situation.question.key() == "Who/table"
    assert table.undo(sure=True).done
    assert not table.play.can_undo() and not table.undo().done


def test_back_to_here_takes_back_several(tmp_path: Path) -> None:
    table = seated(tmp_path, "ready", "lamp", "who")
    table.answer("Ready/table", "done")
    table.answer("Lamp/0", "red")
    assert table.undo(0).done
    assert (table.play.position(), table.play.can_redo()) == (0, True)


def test_by_hand(tmp_path: Path) -> None:
    table = seated(tmp_path, "lamp", "who", "bet")
    assert table.correct("seats.1.points", 9).done
    assert table.seats[1].score == 9
    refused = table.correct("seats.1.points", 1000)
    assert (refused.done, refused.why) == (False, "Ben's points can't be 1000.")
    assert table.leave(2).done and table.seats[2].gone
    assert table.come_back(2).done and not table.seats[2].gone
    assert table.leave(2).done and not table.leave(2).done
    assert [what.__name__ for what in table.exits()] == ["RoundVoid"]
    assert table.exit(table.exits()[0]).done
    assert table.situation.question is not None and table.situation.question.key() == "Who/table"


# Clocks

QUICK = Timer("quick", 10, "late", starts_by_hand=False)


def test_to_peek_at_a_clock_does_not_start_it(tmp_path: Path) -> None:
    clock = SetClock()
    table = seated(tmp_path, "quick", "who", clock=clock)
    timers, asked = table.opened.timers, table.situation.question
    assert asked is not None and table.timer == QUICK
    assert table.late_hidden(asked) == "late"
    assert timers.peek(QUICK).left(timers.now()) == 10 and not timers.is_over(QUICK)
    assert not timers.started(QUICK)
    assert timers.left(QUICK) == 10, "shown, it runs"
    clock.advance(11)
    assert timers.is_over(QUICK)
    assert table.late_hidden(asked) is None, "now it is offered"


def test_a_turn_begun_again_begins_its_clock_again(tmp_path: Path) -> None:
    clock = SetClock()
    table = seated(tmp_path, "quick", "who", clock=clock)
    timers = table.opened.timers
    timers.start(QUICK)
    clock.advance(7)
    assert table.restart().done
    assert not timers.started(QUICK) and timers.left(QUICK) == 10
    clock.advance(1)
    assert table.undo().done
    assert timers.left(QUICK) == 2, "taken back: it ran on from where it was, eight seconds ago"


def test_a_clock_begun_again_is_not_in_the_file_either(tmp_path: Path) -> None:
    table = seated(tmp_path, "timed", "who")
    tale = Timer("tale", 30)
    table.opened.timers.start(tale)
    table.restart()
    assert table.opened._store.timers(table.opened.id) == []


# What a question is about

def test_a_question_is_described_with_what_was_tapped_on_this_surface(tmp_path: Path) -> None:
    host = seated(tmp_path, "join", "who")
    guest = TableController(host.opened)
    guest.read()
    asked = host.situation.question
    assert asked is not None
    host.draft(asked).tap(0)
    assert [choice.chosen for choice in host.describe(asked).choices] == [True, False, False]
    assert [choice.chosen for choice in guest.describe(asked).choices] == [False, False, False]
    assert str(guest.describe(asked).sentence) == "Who joins in?"


def test_what_was_tapped_is_gone_with_its_answer(tmp_path: Path) -> None:
    table = seated(tmp_path, "join", "join", "who")
    asked = table.situation.question
    assert asked is not None
    table.draft(asked).tap(0)
    table.draft(asked).tap(2)
    assert table.answer(asked.key(), table.draft(asked).give().raw).done
    again = table.situation.question
    assert again is not None and again.key() == asked.key()
    assert [choice.chosen for choice in table.describe(again).choices] == [False, False, False]


def test_what_was_tapped_outlives_a_correction_as_far_as_it_fits(tmp_path: Path) -> None:
    table = seated(tmp_path, "join", "who")
    asked = table.situation.question
    assert asked is not None
    table.draft(asked).tap(0)
    table.draft(asked).tap(1)
    table.leave(1)
    left = table.situation.question
    assert left is not None
    assert [(choice.token, choice.chosen) for choice in table.describe(left).choices] == [(0, True), (2, False)]

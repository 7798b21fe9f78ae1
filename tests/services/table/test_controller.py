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
    controller = TableController(evening.start("toy", THREE))
    controller.read()
    return controller


def watched(controller: TableController) -> list[Change]:
    changes: list[Change] = []
    controller.watch(changes.append)
    return changes


# What is open

def test_it_says_what_is_open_for_whom_and_who_sits_there(tmp_path: Path) -> None:
    opened = seated(tmp_path, "lamp", "who")
    asked = opened.situation.question
    assert asked is not None and (opened.situation.state, asked.key()) == ("question", "Lamp/0")
    assert str(opened.headline) == "Ana, which lamp do you light?"
    assert [(one.name, one.score, one.active) for one in opened.seats] == \
        [("Ana", 0, True), ("Ben", 0, False), ("Cleo", 0, False)]
    assert opened.view is not None and str(opened.view.subtitle) == "Step 1 of 2"
    assert opened.echo is None


def test_an_answer_is_stored_and_told_with_its_ring(tmp_path: Path) -> None:
    opened = seated(tmp_path, "ready", "lamp", "who")
    changes = watched(opened)
    assert opened.answer("Ready/table", "done").done
    assert opened.answer("Lamp/0", "red").done
    assert changes == [Change(BOOK, "Ready/table"), Change(TAP, "Lamp/0")], "points were booked by the first alone"
    assert [record.answer for record in opened.play.log] == ["done", "red"]
    assert opened.echo is not None and (opened.echo.text, opened.echo.seat) == ("Ana answered lamp", 0)


def test_the_echo_is_what_its_undo_takes_back(tmp_path: Path) -> None:
    """The chronicle tells nothing of the second answer: the sentence about the first is not what undo takes back."""
    opened = seated(tmp_path, "ready", "lamp", "who")
    opened.answer("Ready/table", "done")
    first = opened.echo
    opened.answer("Lamp/0", "red")
    opened.play.chronicle().pop()  # as for a game that says nothing here
    opened.read()
    assert opened.echo == Echo("Ana: Red lamp", 0)
    other = TableController(opened.opened)
    other.read()
    opened.undo(sure=True)
    assert opened.echo == Echo("Taken back: Ana: Red lamp", 0, taken=True)
    other.read()
    assert other.echo is not None and other.echo.taken, "whichever surface it was undone on"
    opened.undo(sure=True)
    assert first is not None and opened.echo == Echo(f"Taken back: {first.text}", first.seat, taken=True)
    opened.redo()
    assert opened.echo == first


def test_an_answer_nobody_tells_of_is_named_by_who_gave_it_when_the_play_was_opened_again(tmp_path: Path) -> None:
    opened = seated(tmp_path, "lamp", "who")
    opened.answer("Lamp/0", "red")
    again = TableController(opened.opened)
    again.play.chronicle().pop()
    again.read()
    assert again.echo == Echo("Ana answered", 0)


def test_a_secret_answer_never_shows_its_face(tmp_path: Path) -> None:
    opened = seated(tmp_path, "vote", "who")
    asked = opened.situation.asked
    assert opened.answer(asked[0].key(), 2).done
    for entry in list(opened.play.chronicle()):
        opened.play.chronicle().remove(entry)
    opened.read()
    assert opened.echo == Echo("Ana answered", 0)


def test_a_refusal_is_a_value_with_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    opened = seated(tmp_path, "strict", "who")
    changes, epoch = watched(opened), opened.epoch
    result = opened.answer("Strict/0", "left")
    assert (result.done, result.refused, result.why, result.ring) == (False, True, "The left door is locked.", REFUSE)
    assert (changes, opened.epoch, opened.play.log) == ([], epoch, [])


def test_the_last_answer_says_that_it_is_over(tmp_path: Path) -> None:
    opened = seated(tmp_path, "ready")
    assert opened.answer("Ready/table", "done").over
    assert (opened.situation.state, str(opened.headline)) == ("over", "Ana wins.")


def test_a_view_is_made_once_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = seated(tmp_path, "ready", "lamp")
    made = []
    view = type(opened.game).view
    monkeypatch.setattr(type(opened.game), "view", lambda self, live: made.append(1) or view(self, live))
    opened.answer("Ready/table", "done")
    assert len(made) == 1
    assert opened.view is not None and str(opened.view.subtitle) == "Step 2 of 2"


# Bound to the table it saw

def test_an_answer_for_an_earlier_table_is_not_taken(tmp_path: Path) -> None:
    opened = seated(tmp_path, "lamp", "lamp", "who")
    seen = opened.epoch
    assert opened.answer("Lamp/0", "red", epoch=seen).done
    late = opened.answer("Lamp/0", "green", epoch=seen)
    assert (late.done, late.stale, late.why) == (False, True, "The table has moved on. Look again.")
    assert [record.answer for record in opened.play.log] == ["red"]
    assert opened.answer("Lamp/0", "green", epoch=opened.epoch).done


def test_undo_is_another_table_too(tmp_path: Path) -> None:
    opened = seated(tmp_path, "lamp", "who")
    first = opened.epoch
    opened.answer("Lamp/0", "red")
    opened.undo()
    assert opened.epoch != first, "the same question again, but somebody has seen it answered"


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
    opened = seated(tmp_path, "lamp", "who")
    changes: list[Change] = []
    stop = opened.watch(changes.append)
    stop()
    stop()
    opened.answer("Lamp/0", "red")
    assert (changes, opened.opened.watchers) == ([], [])


# What else is open

def test_a_tile_with_one_thing_to_do_is_done_at_once(tmp_path: Path) -> None:
    opened = seated(tmp_path, "one_of", "who")
    fish, trade = opened.situation.question, opened.situation.others[0]
    assert fish is not None
    opened.choose(trade)
    assert opened.situation.aside and opened.situation.question is trade, "how much is traded must be asked"
    opened.want("")
    assert opened.choose(fish).done
    assert opened.situation.question is not None and opened.situation.question.key() == "Who/table"


def test_a_tile_that_says_more_comes_into_the_panel(tmp_path: Path) -> None:
    """The objective has a hint: it is to be read before it is declared."""
    opened = seated(tmp_path, "lamp", "who")
    opened.choose(opened.situation.standing[0])
    assert opened.situation.question is not None and opened.situation.question.key() == "Objective/table"
    assert opened.play.log == []


# Taking back

def test_undo_warns_once_a_position_and_does_it_when_sure(tmp_path: Path) -> None:
    opened = seated(tmp_path, "dice", "who")
    changes = watched(opened)
    opened.answer("Rolled/table", [3, 4], rolled=True)
    first = opened.undo()
    assert (first.done, str(first.warning)) == (False, "A die was rolled here. Undo it anyway?")
    assert opened.undo().done, "said once"
    assert changes[-1] == Change(UNDO)
    opened.redo()
    assert opened.situation.question is not None and opened.situation.question.key() == "Who/table"
    assert opened.undo(sure=True).done
    assert not opened.play.can_undo() and not opened.undo().done


def test_back_to_here_takes_back_several(tmp_path: Path) -> None:
    opened = seated(tmp_path, "ready", "lamp", "who")
    opened.answer("Ready/table", "done")
    opened.answer("Lamp/0", "red")
    assert opened.undo(0).done
    assert (opened.play.position(), opened.play.can_redo()) == (0, True)


def test_by_hand(tmp_path: Path) -> None:
    opened = seated(tmp_path, "lamp", "who", "bet")
    assert opened.correct("seats.1.points", 9).done
    assert opened.seats[1].score == 9
    refused = opened.correct("seats.1.points", 1000)
    assert (refused.done, refused.why) == (False, "Ben's points can't be 1000.")
    assert opened.leave(2).done and opened.seats[2].gone
    assert opened.come_back(2).done and not opened.seats[2].gone
    assert opened.leave(2).done and not opened.leave(2).done
    assert [what.__name__ for what in opened.exits()] == ["RoundVoid"]
    assert opened.exit(opened.exits()[0]).done
    assert opened.situation.question is not None and opened.situation.question.key() == "Who/table"


# Clocks

QUICK = Timer("quick", 10, "late", starts_by_hand=False)


def test_to_peek_at_a_clock_does_not_start_it(tmp_path: Path) -> None:
    clock = SetClock()
    opened = seated(tmp_path, "quick", "who", clock=clock)
    timers, asked = opened.opened.timers, opened.situation.question
    assert asked is not None and opened.timer == QUICK
    assert opened.late_hidden(asked) == "late"
    assert timers.peek(QUICK).left(timers.now()) == 10 and not timers.is_over(QUICK)
    assert not timers.started(QUICK)
    assert timers.left(QUICK) == 10, "shown, it runs"
    clock.advance(11)
    assert timers.is_over(QUICK)
    assert opened.late_hidden(asked) is None, "now it is offered"


def test_a_turn_begun_again_begins_its_clock_again(tmp_path: Path) -> None:
    clock = SetClock()
    opened = seated(tmp_path, "quick", "who", clock=clock)
    timers = opened.opened.timers
    timers.start(QUICK)
    clock.advance(7)
    assert opened.restart().done
    assert not timers.started(QUICK) and timers.left(QUICK) == 10
    clock.advance(1)
    assert opened.undo().done
    assert timers.left(QUICK) == 2, "taken back: it ran on from where it was, eight seconds ago"


def test_a_clock_begun_again_is_not_in_the_file_either(tmp_path: Path) -> None:
    opened = seated(tmp_path, "timed", "who")
    tale = Timer("tale", 30)
    opened.opened.timers.start(tale)
    opened.restart()
    assert opened.opened._store.timers(opened.opened.id) == []


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
    opened = seated(tmp_path, "join", "join", "who")
    asked = opened.situation.question
    assert asked is not None
    opened.draft(asked).tap(0)
    opened.draft(asked).tap(2)
    assert opened.answer(asked.key(), opened.draft(asked).give().raw).done
    again = opened.situation.question
    assert again is not None and again.key() == asked.key()
    assert [choice.chosen for choice in opened.describe(again).choices] == [False, False, False]


def test_what_was_tapped_outlives_a_correction_as_far_as_it_fits(tmp_path: Path) -> None:
    opened = seated(tmp_path, "join", "who")
    asked = opened.situation.question
    assert asked is not None
    opened.draft(asked).tap(0)
    opened.draft(asked).tap(1)
    opened.leave(1)
    left = opened.situation.question
    assert left is not None
    assert [(choice.token, choice.chosen) for choice in opened.describe(left).choices] == [(0, True), (2, False)]

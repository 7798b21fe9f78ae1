"""The controller as any surface uses it, without a window."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core import log
from companion.core.questions import Timer
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.store import open_store
from companion.services.table.controller import BOOK, REFUSE, TAP, UNDO, Change, TableController
from companion.services.table.echo import Echo
from companion.testing.recording import SetClock
from tests.services.store.refusing import FULL, Refuses, refusing
from tests.ui.toy import toy

THREE = Setup(people("Ana", "Ben", "Cleo"))


def seated(tmp_path: Path, *steps: str, clock: SetClock | None = None) -> TableController:
    game = toy(*steps)
    library = Library(open_store(tmp_path / "plays.db"), {"toy": game}, clock or SetClock())
    controller = TableController(library.start("toy", THREE))
    controller.read()
    return controller


def watched(controller: TableController) -> list[Change]:
    changes: list[Change] = []
    controller.watch(changes.append)
    return changes


# What is open

def test_it_says_what_is_open_for_whom_and_who_sits_there(tmp_path: Path) -> None:
    controller = seated(tmp_path, "lamp", "who")
    asked = controller.situation.question
    assert asked is not None and (controller.situation.state, asked.key()) == ("question", "Lamp/0")
    assert str(controller.headline) == "Ana, which lamp do you light?"
    assert [(one.name, one.score, one.active) for one in controller.seats] == \
        [("Ana", 0, True), ("Ben", 0, False), ("Cleo", 0, False)]
    assert controller.view is not None and str(controller.view.subtitle) == "Step 1 of 2"
    assert controller.echo is None


def test_an_answer_is_stored_and_told_with_its_ring(tmp_path: Path) -> None:
    controller = seated(tmp_path, "ready", "lamp", "who")
    changes = watched(controller)
    assert controller.answer("Ready/table", "done").done
    assert controller.answer("Lamp/0", "red").done
    assert changes == [Change(BOOK, "Ready/table"), Change(TAP, "Lamp/0")], "points were booked by the first alone"
    assert [record.answer for record in controller.play.log] == ["done", "red"]
    assert controller.echo is not None and (controller.echo.text, controller.echo.seat) == ("Ana answered lamp", 0)


def test_the_echo_is_what_its_undo_takes_back(tmp_path: Path) -> None:
    """The second answer has no line in the chronicle, so Undo must not name the first one's."""
    controller = seated(tmp_path, "ready", "lamp", "who")
    controller.answer("Ready/table", "done")
    first = controller.echo
    controller.answer("Lamp/0", "red")
    controller.play.chronicle().pop()  # as for a game that says nothing here
    controller.read()
    assert controller.echo == Echo("Ana: Red lamp", 0)
    other = TableController(controller.opened)
    other.read()
    controller.undo(sure=True)
    assert controller.echo == Echo("Taken back: Ana: Red lamp", 0, taken=True)
    other.read()
    assert other.echo is not None and other.echo.taken, "whichever surface it was undone on"
    controller.undo(sure=True)
    assert first is not None and controller.echo == Echo(f"Taken back: {first.text}", first.seat, taken=True)
    controller.redo()
    assert controller.echo == first


def test_an_answer_nobody_tells_of_is_named_by_who_gave_it_when_the_play_was_opened_again(tmp_path: Path) -> None:
    game = toy("lamp", "who")
    library = Library(open_store(tmp_path / "plays.db"), {"toy": game}, SetClock())
    opened = library.start("toy", THREE)
    opened.answer("Lamp/0", "red")
    library.close(opened)
    again = TableController(library.resume(opened.id))
    again.play.chronicle().pop()
    again.read()
    assert again.echo == Echo("Ana answered", 0)


def test_a_secret_answer_never_shows_its_face(tmp_path: Path) -> None:
    controller = seated(tmp_path, "vote", "who")
    asked = controller.situation.asked
    assert controller.answer(asked[0].key(), 2).done
    for entry in list(controller.play.chronicle()):
        controller.play.chronicle().remove(entry)
    controller.read()
    assert controller.echo == Echo("Ana answered", 0)


def test_a_refusal_is_a_value_with_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    controller = seated(tmp_path, "strict", "who")
    changes, epoch = watched(controller), controller.epoch
    result = controller.answer("Strict/0", "left")
    assert (result.done, result.refused, result.ring) == (False, True, REFUSE)
    assert str(result.why) == "The left door is locked."
    assert (changes, controller.epoch, controller.play.log) == ([], epoch, [])


def test_the_last_answer_says_that_it_is_over(tmp_path: Path) -> None:
    controller = seated(tmp_path, "ready")
    assert controller.answer("Ready/table", "done").over
    assert (controller.situation.state, str(controller.headline)) == ("over", "Ana wins.")


# Bound to the table it saw

def test_an_answer_for_an_earlier_table_is_not_taken(tmp_path: Path) -> None:
    controller = seated(tmp_path, "lamp", "lamp", "who")
    seen = controller.epoch
    assert controller.answer("Lamp/0", "red", epoch=seen).done
    late = controller.answer("Lamp/0", "green", epoch=seen)
    assert (late.done, late.stale, str(late.why)) == (False, True, "The table has moved on. Look again.")
    assert [record.answer for record in controller.play.log] == ["red"]
    assert controller.answer("Lamp/0", "green", epoch=controller.epoch).done


def test_undo_is_another_table_too(tmp_path: Path) -> None:
    controller = seated(tmp_path, "lamp", "who")
    first = controller.epoch
    controller.answer("Lamp/0", "red")
    controller.undo()
    assert controller.epoch != first, "the same question again, but somebody has seen it answered"


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
    controller = seated(tmp_path, "lamp", "who")
    changes: list[Change] = []
    stop = controller.watch(changes.append)
    stop()
    stop()
    controller.answer("Lamp/0", "red")
    assert (changes, controller.opened.watchers) == ([], [])


# What else is open

def test_a_tile_with_one_thing_to_do_is_done_at_once(tmp_path: Path) -> None:
    controller = seated(tmp_path, "one_of", "who")
    fish, trade = controller.situation.question, controller.situation.others[0]
    assert fish is not None
    controller.choose(trade)
    assert controller.situation.aside and controller.situation.question is trade, "how much is traded must be asked"
    controller.want("")
    assert controller.choose(fish).done
    assert controller.situation.question is not None and controller.situation.question.key() == "Who/table"


def test_a_tile_that_says_more_comes_into_the_panel(tmp_path: Path) -> None:
    """The objective has a hint to read before declaring it."""
    controller = seated(tmp_path, "lamp", "who")
    controller.choose(controller.situation.standing[0])
    assert controller.situation.question is not None and controller.situation.question.key() == "Objective/table"
    assert controller.play.log == []


# Taking back

def test_undo_warns_until_somebody_is_sure(tmp_path: Path) -> None:
    controller = seated(tmp_path, "dice", "who")
    changes = watched(controller)
    controller.answer("Rolled/table", [3, 4], rolled=True)
    for _ in range(2):
        asked = controller.undo()
        assert (asked.done, str(asked.warning)) == (False, "A die was rolled here. Undo it anyway?")
    assert controller.undo(sure=True).done
    assert changes[-1] == Change(UNDO)
    controller.redo()
    assert controller.situation.question is not None and controller.situation.question.key() == "Who/table"
    assert controller.undo(sure=True).done
    assert not controller.play.can_undo() and not controller.undo().done


def test_back_to_here_takes_back_several(tmp_path: Path) -> None:
    controller = seated(tmp_path, "ready", "lamp", "who")
    controller.answer("Ready/table", "done")
    controller.answer("Lamp/0", "red")
    assert controller.undo(0).done
    assert (controller.play.position(), controller.play.can_redo()) == (0, True)


def test_by_hand(tmp_path: Path) -> None:
    controller = seated(tmp_path, "lamp", "who", "bet")
    assert controller.correct("seats.1.points", 9).done
    assert controller.seats[1].score == 9
    refused = controller.correct("seats.1.points", 1000)
    assert (refused.done, str(refused.why)) == (False, "Ben's points can't be 1000.")
    assert controller.leave(2).done and controller.seats[2].gone
    assert controller.come_back(2).done and not controller.seats[2].gone
    assert controller.leave(2).done and not controller.leave(2).done
    assert [what.__name__ for what in controller.exits()] == ["RoundVoid"]
    assert controller.exit(controller.exits()[0]).done
    assert controller.situation.question is not None and controller.situation.question.key() == "Who/table"


# Clocks

QUICK = Timer("quick", 10, "late", starts_by_hand=False, hidden=True)


def test_to_peek_at_a_clock_does_not_start_it(tmp_path: Path) -> None:
    clock = SetClock()
    controller = seated(tmp_path, "quick", "who", clock=clock)
    timers, asked = controller.opened.timers, controller.situation.question
    assert asked is not None and controller.timer == QUICK
    assert controller.late_hidden(asked) == "late"
    assert timers.peek(QUICK).left(timers.now()) == 10 and not timers.peek(QUICK).over(timers.now())
    assert not timers.started(QUICK)
    assert timers.left(QUICK) == 10, "shown, it runs"
    clock.advance(11)
    assert timers.peek(QUICK).over(timers.now())
    assert controller.late_hidden(asked) is None, "now it is offered"


def test_an_answer_of_a_running_clock_is_offered_unless_it_is_hidden(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Roll again or stop, with a clock that suggests to stop: both in reach."""
    controller = seated(tmp_path, "quick", "who")
    asked = controller.situation.question
    assert asked is not None and controller.late_hidden(asked) == "late"
    monkeypatch.setattr(type(asked), "timer", lambda self, table: replace(QUICK, hidden=False))
    assert controller.late_hidden(asked) is None


def test_a_turn_begun_again_begins_its_clock_again(tmp_path: Path) -> None:
    clock = SetClock()
    controller = seated(tmp_path, "quick", "who", clock=clock)
    timers = controller.opened.timers
    timers.start(QUICK)
    clock.advance(7)
    assert controller.restart().done
    assert not timers.started(QUICK) and timers.left(QUICK) == 10
    clock.advance(1)
    assert controller.undo().done
    assert timers.left(QUICK) == 2, "taken back: it ran on from where it was, eight seconds ago"


def test_a_clock_begun_again_is_not_in_the_file_either(tmp_path: Path) -> None:
    controller = seated(tmp_path, "timed", "who")
    tale = Timer("tale", 30)
    controller.opened.timers.start(tale)
    controller.restart()
    assert controller.opened.store.timers(controller.opened.id) == []


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
    controller = seated(tmp_path, "join", "join", "who")
    asked = controller.situation.question
    assert asked is not None
    controller.draft(asked).tap(0)
    controller.draft(asked).tap(2)
    assert controller.answer(asked.key(), controller.draft(asked).give().raw).done
    again = controller.situation.question
    assert again is not None and again.key() == asked.key()
    assert [choice.chosen for choice in controller.describe(again).choices] == [False, False, False]


def test_what_was_tapped_outlives_a_correction_as_far_as_it_fits(tmp_path: Path) -> None:
    controller = seated(tmp_path, "join", "who")
    asked = controller.situation.question
    assert asked is not None
    controller.draft(asked).tap(0)
    controller.draft(asked).tap(1)
    controller.leave(1)
    left = controller.situation.question
    assert left is not None
    assert [(choice.token, choice.chosen) for choice in controller.describe(left).choices] == [(0, True), (2, False)]


# Secret votes

def test_the_last_vote_closes_them_all_however_it_comes(tmp_path: Path) -> None:
    controller = seated(tmp_path, "vote", "ready")
    opened, closed = controller.opened, []
    opened.watchers.append(lambda _: closed.append(opened.votes_closed))
    for seat, choice in enumerate((1, 0, 0)):
        controller.answer(f"Vote/{seat}", choice)
    controller.undo(sure=True)
    controller.redo()
    controller.change_vote("Vote/0", 2)
    controller.rename(1, "Bea")
    opened.open_votes()
    controller.undo(to=2, sure=True)
    controller.redo()
    controller.answer("Ready/table", "done")
    assert closed == [0, 0, 3, 0, 3, 3, 3, 0, 3, 0]


def test_a_full_disk_amid_a_changed_vote_takes_no_vote_and_every_surface_hears_of_it(tmp_path: Path) -> None:
    """The change is an undo and an answer; if only the undo fits on the disk, a redo brings the vote back."""
    controller = seated(tmp_path, "vote", "ready")
    opened, closed = controller.opened, []
    opened.watchers.append(lambda _: closed.append(opened.votes_closed))
    for seat, choice in enumerate((1, 0, 0)):
        controller.answer(f"Vote/{seat}", choice)

    def after_the_undo(most: int) -> Refuses:
        tries = iter(range(most))
        return lambda _, statement: (opened.play.log[-1].kind == log.UNDO
                                     and statement.startswith("INSERT INTO records")
                                     and next(tries, None) is not None)
    with refusing(opened.store, after_the_undo(1)):
        assert str(controller.change_vote("Vote/0", 2).why) == FULL
    assert [record.kind for record in opened.play.log[3:]] == [log.UNDO, log.REDO]
    assert opened.votes_closed == 3
    with refusing(opened.store, after_the_undo(2)):
        assert str(controller.change_vote("Vote/0", 2).why) == FULL
    assert opened.play.log[-1].kind == log.UNDO and opened.votes_closed == 0
    assert closed == [0, 0, 3, 3, 0], "each attempt is heard of once it is over"
    assert controller.redo().done and opened.votes_closed == 3
    assert controller.change_vote("Vote/0", 2).done and opened.votes_closed == 3


def test_a_vote_that_is_refused_closes_nothing(tmp_path: Path) -> None:
    controller = seated(tmp_path, "vote", "ready")
    controller.answer("Vote/0", 1)
    controller.answer("Vote/1", 0)
    assert not controller.answer("Vote/2", 99).done and not controller.opened.votes_closed

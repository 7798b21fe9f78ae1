"""Clocks that come back to the right second: after a lock, a pause, a killed process, a reboot."""

import json

import pytest

from companion.core.timers import Countdown, Moment

START = Moment(boot=5_000.0, wall=1_700_000_000.0)


def after(seconds: float) -> Moment:
    """Let this much time pass."""
    return Moment(START.boot + seconds, START.wall + seconds)


def reloaded(timer: Countdown) -> Countdown:
    read = Countdown.from_json(json.loads(json.dumps(timer.to_json())))
    assert read is not None
    return read


def test_a_clock_stands_until_it_is_started_and_then_runs() -> None:
    timer = Countdown("story 1", 30.0)
    assert (timer.left(after(100)), timer.running) == (30.0, False)
    timer = timer.start(START)
    assert timer.running and timer.left(after(12)) == 18.0
    assert not timer.over(after(29.5)) and timer.over(after(30))
    assert timer.left(after(34)) == -4.0, "over time is counted on"


def test_starting_twice_does_not_begin_again() -> None:
    assert Countdown("a", 30.0).start(START).start(after(10)).left(after(20)) == 10.0


def test_pause_and_go_on() -> None:
    timer = Countdown("a", 30.0).start(START).pause(after(10))
    assert timer.left(after(500)) == 20.0
    assert timer.start(after(500)).left(after(505)) == 15.0


def test_ten_seconds_more_running_paused_and_run_out() -> None:
    running = Countdown("a", 30.0).start(START)
    assert running.add(10, after(5)).left(after(6)) == 34.0
    assert running.pause(after(5)).add(10, after(50)).left(after(99)) == 35.0
    assert running.add(10, after(47)).left(after(47)) == 10.0, "what ran out has exactly that much again"


def test_a_killed_process_comes_back_to_the_second() -> None:
    assert reloaded(Countdown("a", 30.0).start(START)).left(after(21)) == 9.0
    assert reloaded(Countdown("a", 12.5)) == Countdown("a", 12.5)


@pytest.mark.parametrize("uptime", [3.0, 60.0, 4_990.0, 5_000.0, 5_020.0, 900_000.0])
def test_a_reboot_is_noticed_whatever_the_machine_has_been_up_since(uptime: float) -> None:
    """The machine goes down ten seconds after the start, stays off for a minute, and is up again for `uptime`."""
    seconds = 10 + 60 + uptime
    now = Moment(boot=uptime, wall=START.wall + seconds)
    assert Countdown("a", 30.0).start(START).left(now) == pytest.approx(30 - seconds)


@pytest.mark.parametrize("jump", [-86_400.0, -3.0, 3.0, 3_600.0])
def test_a_clock_set_by_hand_moves_no_deadline(jump: float) -> None:
    now = Moment(START.boot + 10, START.wall + 10 + jump)
    assert Countdown("a", 30.0).start(START).left(now) == 20.0


def test_after_a_reboot_with_the_clock_set_back_nothing_is_gained() -> None:
    now = Moment(boot=4.0, wall=START.wall - 500)
    assert Countdown("a", 30.0).start(START).left(now) == 30.0


@pytest.mark.parametrize("raw", [
    None, [], {}, {"name": "a", "rest": "soon", "since": None}, {"name": "a", "rest": 1, "since": [1]},
    {"name": "a", "rest": 1, "since": [1, 2, 3]}, {"name": "a", "rest": float("nan"), "since": None},
    {"name": "a", "rest": 1, "since": [float("inf"), 2]}, {"name": "a", "rest": 10 ** 400, "since": None},
])
def test_a_clock_that_cannot_be_read_is_set_again(raw: object) -> None:
    assert Countdown.from_json(raw) is None

"""The story timer: a deadline that survives anything, seconds that tick, one chime, nothing booked."""

import pytest
from kivy.metrics import dp

from companion.testing.recording import recording_machine
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.displays.ring import TimerRing, Watch, shown_time
from tests.ui.conftest import Start
from tests.ui.toy import toy

pytestmark = pytest.mark.touch


def test_the_last_five_seconds_tick_and_zero_chimes_once() -> None:
    watch = Watch()
    heard = [watch.look(left / 10, running=True) for left in range(80, -40, -1)]
    assert heard.count("tick") == 5
    assert heard.count("chime") == 1


def test_what_was_over_before_anybody_looked_makes_no_noise() -> None:
    watch = Watch()
    assert [watch.look(-left / 10, running=True) for left in range(1, 40)].count("chime") == 0


def test_ten_seconds_more_can_ring_again() -> None:
    watch = Watch()
    for left in (1.0, 0.5, -0.5, 9.5, 6.0):
        watch.look(left, running=True)
    assert [watch.look(left, running=True) for left in (0.5, -0.1)][-1] == "chime"


@pytest.mark.parametrize(("left", "text"), [(30, "30"), (29.01, "30"), (0.2, "1"), (0, "Time"), (-0.5, "Time"),
                                            (-1.2, "−1"), (-75, "−75"), (90, "90"), (125, "2:05")])
def test_what_the_digits_say(left: float, text: str) -> None:
    assert shown_time(left) == text


def test_start_pause_go_on_and_ten_more(at_table: Start) -> None:
    drive = at_table(toy("timed", "ready"))
    ring = drive.find(cls=TimerRing)
    assert ring.text == "30"
    drive.advance(5)
    assert ring.text == "30", "it waits until somebody starts it"
    drive.tap("Start")
    drive.advance(12)
    assert ring.text in ("17", "18")
    drive.tap("Pause")
    stood = ring.text
    drive.advance(20)
    assert ring.text == stood
    drive.tap("Go on")
    drive.advance(2)
    assert int(ring.text) in (int(stood) - 2, int(stood) - 3)
    before = int(ring.text)
    drive.tap(drive.app.page.bar.menu)  # over a board the clock stands in the bar
    drive.tap("Ten more seconds")
    assert int(ring.text) in range(before + 7, before + 11)


def test_at_zero_it_rings_and_books_nothing(at_table: Start) -> None:
    ports = recording_machine()
    drive = at_table(toy("timed", "ready"), ports=ports)
    drive.tap("Start")
    ports.calls.clear()
    drive.advance(31)
    ring = drive.find(cls=TimerRing)
    assert ring.text in ("Time", "−1")
    assert ports.calls.count(("sound.play", "tick")) == 5
    assert ports.calls.count(("sound.play", "chime")) == 1
    assert ports.calls.count(("haptics.buzz", 40)) == 5
    drive.advance(10)
    assert ring.text.startswith("−1")
    assert not drive.app.page.play.log
    drive.tap("It is told")
    assert len(drive.app.page.play.log) == 1


def test_a_pause_of_the_app_does_not_stop_the_clock(at_table: Start) -> None:
    ports = recording_machine()
    drive = at_table(toy("timed", "ready"), ports=ports)
    drive.tap("Start")
    drive.advance(3)
    drive.app.on_pause()
    ports.clock.advance(20)
    drive.app.on_resume()
    drive.advance(0.2)
    assert int(drive.find(cls=TimerRing).text) in (5, 6, 7)


def test_the_late_answer_is_offered_only_when_time_is_up(at_table: Start) -> None:
    drive = at_table(toy("quick", "ready"))
    assert [card.text for card in drive.all(cls=AnswerCard)] == ["found"]
    assert drive.find(cls=TimerRing).width <= dp(96)
    drive.advance(11)
    assert [card.text for card in drive.all(cls=AnswerCard)] == ["found", "late"]


def test_a_tap_on_the_ring_pauses(at_table: Start) -> None:
    drive = at_table(toy("timed", "ready"))
    ring = drive.find(cls=TimerRing)
    drive.tap(ring)
    assert drive.has("Pause")
    drive.tap(ring)
    assert drive.has("Go on")

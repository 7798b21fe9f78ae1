"""What the library keeps beside the plays: clocks, people, boxes, settings."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.questions import Timer
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused, say
from companion.core.views import Reminder, View
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.services.evenings import restarted, take_in
from tests.toys.orchard import game as orchard

TIMER = Timer("timed story", 30, "no")


# Clocks

def test_a_clock_comes_back_to_the_second_after_a_killed_process(
        library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("scripted", Setup(people("Dan")))
    assert opened.play.timers() == [TIMER]
    assert (opened.timers.left(TIMER), opened.timers.started(TIMER)) == (30.0, False)
    opened.timers.start(TIMER)
    clock.advance(12)
    again = restarted(path, clock).resume(opened.id).timers
    assert (again.left(TIMER), again.running(TIMER), again.started(TIMER)) == (18.0, True, True)
    again.pause(TIMER)
    clock.advance(500)
    again = restarted(path, clock).resume(opened.id).timers
    assert (again.left(TIMER), again.running(TIMER)) == (18.0, False)
    again.add(TIMER)
    again.start(TIMER)
    clock.advance(29)
    assert again.over(TIMER) and again.left(TIMER) == -1.0


def test_a_clock_outlives_a_reboot(library: Library, path: Path, clock: SetClock) -> None:
    opened = library.start("scripted", Setup(people("Dan")))
    opened.timers.start(TIMER)
    rebooted = SetClock(seconds=4.0, day=clock.day + 25.0)
    assert restarted(path, rebooted).resume(opened.id).timers.left(TIMER) == 5.0


def test_a_clock_that_starts_by_itself_starts_when_it_is_seen(library: Library, clock: SetClock) -> None:
    timers = library.start("scripted", Setup(people("Dan"))).timers
    quick = Timer("guess 2", 15, starts_by_hand=False)
    assert timers.left(quick) == 15.0
    clock.advance(5)
    assert timers.left(quick) == 10.0 and timers.running(quick)


# People, boxes, settings

def test_people_are_remembered_in_the_order_of_the_last_evening(library: Library, clock: SetClock) -> None:
    library.start("orchard", Setup((Person("Ben", 5), Person("Ana", 2))))
    clock.advance(3_600)
    library.start("orchard", Setup((Person("Cleo", 1), Person("ana", 3))))
    assert library.people() == [Person("Cleo", 1), Person("ana", 3), Person("Ben", 5)]
    library.forget("ANA")
    assert library.people() == [Person("Cleo", 1), Person("Ben", 5)]


def test_boxes_are_kept_by_name_and_checked_by_the_game(library: Library) -> None:
    row, warnings = library.save_box("scripted", " Ana's box ", {"tiles": [1]})
    assert (row.name, row.box) == ("Ana's box", {"tiles": [1]})
    assert [str(one) for one in warnings] == ["1 tiles are few."]
    for name, box, why in [("", {"tiles": []}, "no name"), ("b", {}, "needs tiles"), ("b", 3, "doesn't fit"),
                            ("Ana's box", {"tiles": []}, "already")]:
        with pytest.raises(Refused, match=why):
            library.save_box("scripted", name, box)
    library.save_box("scripted", "Ana's box", {"tiles": [1, 2]}, row.id)
    assert [one.box for one in library.boxes("scripted")] == [{"tiles": [1, 2]}]
    text = library.export_box(row.id)
    assert take_in(library, text).boxes == 0, "the very same box is here already"
    assert [one.id for one in library.boxes("scripted")] == [row.id]
    library.save_box("scripted", "Ana's box", {"tiles": [9]}, row.id)
    assert take_in(library, text).boxes == 1
    assert sorted(one.name for one in library.boxes("scripted")) == ["Ana's box", "Ana's box 2"]
    library.delete_box(row.id)
    assert [one.name for one in library.boxes("scripted")] == ["Ana's box 2"]


def test_settings_have_defaults_and_limits(library: Library, path: Path, clock: SetClock) -> None:
    assert library.settings() == {
        "theme": "system", "contrast": "normal", "text_size": 100, "sound": True, "vibration": True, "movement": True,
        "left_handed": False, "speech": False, "language": "", "boxes": {}, "by_hand": {},
        "groups": [], "now_called": {}, "welcomed": False, "details": {}, "times": {}}
    for never in (1e300, -1e11, float("nan")):
        with pytest.raises(Refused):
            library.set("details", {"uid": {"place": "", "note": "", "when": never}})
    library.set("theme", "dark")
    library.set("text_size", 200)
    library.set("sound", False)
    again = restarted(path, clock)
    assert (again.setting("theme"), again.setting("text_size"), again.setting("sound")) == ("dark", 200, False)
    for key, value in [("theme", "pink"), ("text_size", 90), ("text_size", 201), ("text_size", "150"), ("sound", 1),
                       ("language", None), ("turbo", True), ("text_size", True), ("by_hand", {"windmill": "loud"}),
                       ("by_hand", "nothing")]:
        with pytest.raises(Refused):
            library.set(key, value)
    assert library.setting("theme") == "dark"


# A rule that people forget

def test_a_group_is_told_a_forgotten_rule_twice_in_all_its_plays(library: Library, monkeypatch: pytest.MonkeyPatch
                                                                ) -> None:
    """Two moments, and each of them again after an undo; then never, but another group is told."""
    def told(play: OpenPlay, moment: str) -> list[str]:
        view = View(say("x"), (), (Reminder(say("Discard."), forgotten=moment),))
        monkeypatch.setattr(play.play, "view", lambda: view)
        play.cached_view = None
        writes = len(stored)
        shown = [str(one.text) for one in play.view().reminders]
        assert len(stored) == writes, "looking writes nothing; the next record notes what was shown"
        play.correct("basket", play.play.table.basket + 1)
        return shown

    stored: list[str] = []
    real = library.store.set
    monkeypatch.setattr(library.store, "set", lambda key, value: (stored.append(key), real(key, value)))
    first, second = (library.start("orchard", Setup(people("Ana", "Ben"))) for _ in range(2))
    others = library.start("orchard", Setup(people("Ana", "Cleo")))
    assert [told(first, "OR-7 1"), told(first, "OR-7 1"), told(second, "OR-7 1"), told(first, "OR-7 2"),
            told(second, "OR-7 1")] == [["Discard."], ["Discard."], ["Discard."], [], ["Discard."]]
    assert told(first, "OR-8 1") == told(others, "OR-7 1") == ["Discard."]


class Forgetful(type(orchard)):
    """Each number of apples in the basket is another moment of the rule."""

    def view(self, table: Any) -> View:
        return View(say("x"), (), (Reminder(say("Discard."), forgotten=f"OR-7 {table.basket}"),))


def test_a_forgotten_rule_is_told_twice_while_records_come_and_go(path: Path) -> None:
    library = Library(open_store(path), {"orchard": Forgetful()}, SetClock())
    opened = library.start("orchard", Setup(people("Ana", "Ben")))
    told = [len(opened.view().reminders)]
    for number in range(1, 5):
        opened.correct("basket", number)
        told.append(len(opened.view().reminders))
    opened.undo(0)
    assert [*told, len(opened.view().reminders)] == [1, 1, 0, 0, 0, 1]

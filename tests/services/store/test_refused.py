"""After a refused write the store believes what a fresh one would, and the next write works."""

import inspect
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.log import ANSWER, Ending, Record
from companion.core.play import NotSaved
from companion.core.setup import Person
from companion.core.text import Refused
from companion.core.timers import Countdown
from companion.services.store import Store, Summary, open_store
from companion.services.store.lines import read_journals
from companion.services.store.rows import SeatResult
from tests.sampling import sampled
from tests.services.store.orchards import NO_MARKET, library, picked
from tests.services.store.refusing import FULL, full_disk, refusing

pytestmark = pytest.mark.slow

WON = Summary("", (3, 2, 1), "Ana wins.", (SeatResult(0, "Ana", 1, 3, True),))
ONE = Record(ANSWER, "Q/1", 1, "a", 17.0)
TWO = Record(ANSWER, "Q/2", 2, "b", 18.0)


# The table stays open

@pytest.mark.parametrize("act", [lambda opened: opened.answer("Pick/0", "done"),
                                 lambda opened: opened.undo(),
                                 lambda opened: opened.correct("basket", 3)],
                         ids=["answer", "undo", "correct"])
def test_a_moment_without_room_costs_one_answer_only(act: Callable[[Any], object], path: Path) -> None:
    opened = picked(path)
    with full_disk(opened.store):
        for _ in range(2):
            with pytest.raises(NotSaved, match=FULL):
                act(opened)
    act(opened)
    opened.correct("basket", 4)
    assert len(opened.play.log) == 4
    assert library(path).resume(opened.id).play.log == opened.play.log


def test_the_library_hands_out_the_same_table_after_a_moment_without_room(path: Path) -> None:
    night = library(path)
    opened = night.start("orchard", NO_MARKET)
    with full_disk(night.store), pytest.raises(NotSaved, match=FULL):
        opened.answer("Weather/table", [3])
    assert night.resume(opened.id) is opened
    opened.answer("Weather/table", [3])
    opened.answer("Pick/0", "done")
    assert library(path).resume(opened.id).play.log == opened.play.log and len(opened.play.log) == 2


# Every write, refused at every statement

def begun(path: Path) -> Store:
    """An open, an archived and a deleted play; two people, two boxes, a setting and a timer."""
    store = open_store(path)
    for number in range(3):
        store.add_play("orchard", "1", NO_MARKET, 5.0 + number, WON if number else None, [ONE])
    store.archive(2)
    store.trash(3, 9.0)
    store.remember([Person("Ana", 0), Person("Ben", 1)], 100.0)
    store.forget("Ben", 110.0)
    store.save_box("windward", "Mine", {"tiles": [1]}, 1.0)
    store.save_box("windward", "Old", {"tiles": [2]}, 2.0)
    store.set("theme", "dark")
    store.save_timer(1, Countdown("vote", 20.0))
    return store


def two_at_once(store: Store) -> None:
    with store.together():
        store.add_play("orchard", "1", NO_MARKET, 20.0, WON, [ONE, TWO])
        store.remember([Person("Cleo", 2)], 120.0)


WRITES: dict[str, Callable[[Store], object]] = {
    "together": two_at_once,
    "add_play": lambda store: store.add_play("orchard", "1", NO_MARKET, 20.0, WON, [ONE, TWO]),
    "go_on": lambda store: store.go_on(1, 1, [TWO], "1", WON),
    "book": lambda store: store.book(1, 1, TWO, "1", WON),
    "note": lambda store: store.note(1, 1, "1", WON),
    "end": lambda store: store.end(1, 1, "1", WON, Ending(True, 0, 25.0)),
    "move": lambda store: store.move(2, -25.0),
    "archive": lambda store: store.archive(1),
    "trash": lambda store: store.trash(1, 30.0),
    "bring_back": lambda store: store.bring_back(3),
    "delete": lambda store: store.delete(1, 3, settings={"theme": "light"}),
    "save_timer": lambda store: store.save_timer(1, Countdown("vote", 10.0)),
    "forget_timers": lambda store: store.forget_timers(1),
    "remember": lambda store: store.remember([Person("Cleo", 2), Person("Ana", 5)], 200.0),
    "forget": lambda store: store.forget("Ana", 120.0),
    "bring_back_person": lambda store: store.bring_back_person("Ben", {"theme": "light"}),
    "recolour": lambda store: store.recolour("Ana", 3),
    "rename_person": lambda store: store.rename_person("Ana", "Anna", {"theme": "light"}),
    "merge_people": lambda store: store.merge_people("Ana", "Ben", 130.0, {"theme": "light"}),
    "save_box": lambda store: store.save_box("windward", "New", {"tiles": [3]}, 3.0, 2),
    "delete_box": lambda store: store.delete_box(1),
    "set_all": lambda store: store.set_all({"theme": "light", "sound": False}),
    "set": lambda store: store.set("theme", "light"),
}


def writing_methods() -> set[str]:
    """The methods of the store that open a transaction, themselves or through another one."""
    sources = {name: inspect.getsource(one) for name, one in vars(Store).items() if inspect.isfunction(one)}
    found = {"change"}
    while more := {name for name, source in sources.items() if name not in found
                   and {*re.findall(r"self\.(\w+)\(", source)} & found}:
        found |= more
    return {name for name in found - {"change"} if not name.startswith("_")}


def test_every_writing_method_has_a_case() -> None:
    assert writing_methods() == WRITES.keys()


def believed(store: Store) -> dict[str, Any]:
    rows = [*store.plays(), *store.plays(archived=True), *store.trashed()]
    return {"plays": rows, "open": store.open_plays(),
            "results": store.results.seats(), "tallies": store.results.tallies(),
            "records": {row.id: store.records(row.id) for row in rows}, "seats": store.results.names(),
            "timers": {row.id: store.timers(row.id) for row in rows}, "people": store.people(),
            "copies": store.boxes(), "theme": store.setting("theme"),
            "gone": store.rows("SELECT uid FROM gone ORDER BY uid"), "trouble": store.trouble}


@sampled("error", ["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_WRITE"])
@pytest.mark.parametrize("name", WRITES)
def test_a_refused_write_leaves_no_belief(name: str, error: str, path: Path) -> None:
    store, write = begun(path), WRITES[name]
    journal, before = list(read_journals(path)), believed(store)
    for at in itertools.count():
        known = dict(store.last_sums)
        try:
            with refusing(store, lambda number, _, at=at: number == at, error):  # type: ignore[misc]
                write(store)
        except Refused:
            assert store.last_sums == known and not store.entries and not store.file.in_transaction
            assert list(read_journals(path)) == journal, "or a repair would bring it back"
            fresh = open_store(path)
            assert believed(store) == believed(fresh) == before, f"refused at statement {at}"
            fresh.file.close()
        else:
            break
    assert at >= 3, "BEGIN, a statement and COMMIT were refused"
    assert believed(store) != before or name == "forget_timers"
    fresh = open_store(path)
    assert believed(store) == believed(fresh)
    for number, record in enumerate((ONE, TWO), len(store.records(2))):
        store.book(2, number, record, "1", None)


def test_a_play_that_could_not_be_repaired_for_want_of_room_is_repaired_later(path: Path) -> None:
    opened = picked(path)
    store = opened.store
    store.close()
    store = open_store(path)
    store.file.execute("UPDATE records SET line = 'x' WHERE play = ? AND number = 1", (opened.id,))
    with full_disk(store), pytest.raises(Refused, match="Line 2 of this play is damaged"):
        store.records(opened.id)
    assert store.records(opened.id) == opened.play.log

"""Each function of a game's contract broken in each way: the play is set aside with a sentence, nothing is lost, and
the app goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Barrier, Thread, get_ident
from typing import Any, cast

import pytest

from companion.core.engine import boundary
from companion.core.engine.boundary import CallTooLong, GameFailed, guarded
from companion.core.files import read_play
from companion.core.game import Game
from companion.core.questions import Question
from companion.core.registry import LOOKS, find_games, shielded
from companion.core.rulebook import Rulebook
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused, say
from companion.core.views import Counted, Outcome, View
from companion.services.library import Library
from companion.services.ports.recording import SetClock
from companion.services.statistics import counting
from companion.services.store import open_store
from companion.services.table.controller import REFUSE, TableController
from companion.services.table.fix import Fix
from tests.services.evenings import take_in
from tests.toys import stumbling
from tests.toys.orchard import game as orchard
from tests.toys.orchard.game import OrchardGame
from tests.toys.stumbling import FAULT, Fault, Stumbling

pytestmark = pytest.mark.slow

TWO = Setup(people("Ana", "Ben"))
WAYS = ("raises", "raises what ends programs", "raises a stranger", "gives back nonsense", "loops")

LIMIT = boundary.LIMIT
QUICK = 0.15
"""Seconds of the processor in these tests, instead of four."""

READ = ("sentence", "timer", "standing", "choices")
"""Asked whenever the table is looked at."""
ANSWERED = ("decode", "check", "play", "script", "outcome")
"""Called when an answer is given."""
NOT_LOOKED_AT = (("check", "gives back nonsense"), ("script", "gives back nonsense"))
DRAWN = ("kicker", "hint", "reasons", "points", "preview", "title", "barred", "face")
"""Asked by whoever draws the question: see tests/ui/table/test_broken_games.py."""
BEGINNING = ("new", "setup", "starter_copy")
"""Called before there is a play."""


@pytest.fixture(autouse=True)
def mended_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    FAULT.on = False
    monkeypatch.setattr(boundary, "BETWEEN_LOOKS", 0.02)
    monkeypatch.setattr(boundary, "LIMIT", boundary.LIMIT)
    yield
    FAULT.on = False


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(open_store(tmp_path / "plays.db"), {"stumbling": stumbling.game, "orchard": orchard}, SetClock())


def at_table(library: Library) -> TableController:
    """Two answers were given while the game was in order."""
    controller = TableController(library.start("stumbling", TWO))
    controller.read()
    assert controller.answer("Fork/0/0", "left").done
    assert controller.answer("Fork/1/1", "right").done
    return controller


def breaks(where: str, how: str) -> None:
    FAULT.where, FAULT.how, FAULT.on = where, how, True
    if how == "loops":
        boundary.LIMIT = QUICK  # only if one is meant: a busy machine must not look like a loop


def mend() -> None:
    FAULT.on, boundary.LIMIT = False, LIMIT


def kept(library: Library, play: int) -> list[object]:
    return [record.answer for record in library.store.records(play) if record.kind == "answer"]


def nothing_is_lost(library: Library, controller: TableController, answers: list[object]) -> None:
    """Left, listed, exported; mended, it opens as it was."""
    play = controller.opened.id
    text = controller.opened.export()
    assert [record.answer for record in read_play(text, library.games).log if record.kind == "answer"] == answers
    library.close(controller.opened)
    assert play in [one.id for one in library.plays()]
    assert library.files.export_play(play)
    assert library.start("orchard", TWO).play.open(), "another game goes on"
    mend()
    again = library.resume(play)
    assert kept(library, play) == answers
    assert again.play.misfit is None
    assert TableController(again).answer(again.play.open()[0].key(), "left").done


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("where", READ)
def test_a_game_that_breaks_when_it_is_read_has_its_play_set_aside(library: Library, where: str, how: str) -> None:
    controller = at_table(library)
    breaks(where, how)
    controller.read()
    assert controller.situation.state == "broken"
    assert str(controller.headline) == "This play can't go on right now."
    assert str(controller.situation.sentence).startswith("This game's rules ")
    assert [seat.score for seat in controller.seats] == [1, 1], "the points are known all the same"
    controller.undo(sure=True)
    mend()
    controller.read()
    assert controller.situation.state == "question"
    nothing_is_lost(library, controller, ["left", "right"])


@pytest.mark.parametrize(("where", "how"), [(where, how) for where in ANSWERED for how in WAYS
                                            if (where, how) not in NOT_LOOKED_AT])
def test_a_game_that_breaks_at_an_answer_does_not_take_it(library: Library, where: str, how: str) -> None:
    controller = at_table(library)
    breaks(where, how)
    result = controller.answer("Fork/0/2", "left")
    taken = where == "decode" and how == "gives back nonsense"  # 42 is checked against the choices, and refused
    assert (result.done, result.ring) == (False, REFUSE)
    assert result.why and result.refused == taken
    mend()
    controller.read()
    assert controller.play.table.turn == 2
    nothing_is_lost(library, controller, ["left", "right"])


@pytest.mark.parametrize("how", WAYS)
def test_a_game_without_a_view_is_played_on(library: Library, how: str) -> None:
    controller = at_table(library)
    breaks("view", how)
    assert controller.answer("Fork/0/2", "left").done
    assert (controller.situation.state, controller.view) == ("question", None)
    assert str(controller.take_notice()) == "Part of the table couldn't be shown. Scores and questions are right."
    controller.read()
    assert controller.take_notice() is None, "said once"
    assert [seat.score for seat in controller.seats] == [2, 1]
    nothing_is_lost(library, controller, ["left", "right", "left"])


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("where", ["fields", "left"])
def test_what_may_be_done_by_hand_breaks_alone(library: Library, where: str, how: str) -> None:
    controller = at_table(library)
    breaks(where, how)
    if where == "fields":
        assert controller.fields() == []
        assert not controller.correct("seats.0.points", 7).done
    elif how != "gives back nonsense":
        assert not controller.leave(0).done
    assert [seat.points for seat in controller.play.table.seats] == [1, 1]
    assert not any(seat.gone for seat in controller.play.table.seats)
    assert controller.answer("Fork/0/2", "left").done
    nothing_is_lost(library, controller, ["left", "right", "left"])


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("where", DRAWN)
def test_what_only_a_drawing_asks_for_keeps_no_answer_away(library: Library, where: str, how: str) -> None:
    controller = at_table(library)
    breaks(where, how)
    assert controller.answer("Fork/0/2", "left").done
    assert controller.situation.state == "question"
    nothing_is_lost(library, controller, ["left", "right", "left"])


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("where", BEGINNING)
def test_a_game_that_can_not_begin_says_so(library: Library, where: str, how: str) -> None:
    breaks(where, how)
    if where == "new" or how != "gives back nonsense":  # nobody looks at what a check gives back, and 42 is a copy
        with pytest.raises(Refused, match=r"^This game's rules (hit an error|took too long)"):
            library.start("stumbling", TWO)
        assert library.plays() == []
    mend()
    assert library.start("stumbling", TWO).play.open()


@pytest.mark.parametrize("where", [*READ, *ANSWERED, "view", "new"])
def test_a_play_is_opened_with_a_broken_game_or_refused(library: Library, where: str) -> None:
    """As at the start of the app, after an update of the plugin."""
    controller = at_table(library)
    library.close(controller.opened)
    breaks(where, "raises what ends programs")
    try:
        opened = library.resume(controller.opened.id)
    except Refused as refused:
        assert str(refused) == "This game's rules hit an error. Nothing was changed."
    else:
        again = TableController(opened)
        again.read()
        assert again.situation.state in ("broken", "misfit", "question")
    assert library.files.export_play(controller.opened.id)
    assert len(library.plays()) == 1
    assert library.files.export_everything()
    mend()
    assert kept(library, controller.opened.id) == ["left", "right"]


# Plugins

BODIES = {
    "raises": "raise ValueError('no')",
    "raises what ends programs": "raise SystemExit(1)",
    "raises a stranger": "class Strange(BaseException): pass\nraise Strange",
    "gives back nonsense": "game = 42",
    "loops": "while True: pass",
}


@pytest.mark.parametrize("how", WAYS)
def test_a_plugin_that_breaks_at_its_import_is_listed_as_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                how: str) -> None:
    name = f"broken_plugin_{WAYS.index(how)}"
    if how == "loops":
        boundary.LIMIT = QUICK
    (tmp_path / f"{name}.py").write_text(BODIES[how], encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = find_games({"orchard": "tests.toys.orchard:game"}, [(name, f"{name}:game")])
    sys.modules.pop(name, None)
    assert list(found.games) == ["orchard"]
    assert [one.name for one in found.broken] == [name]
    assert str(found.broken[0].error).endswith(".") or how != "gives back nonsense"


# The boundary itself

def test_what_a_game_refuses_comes_through_as_it_is() -> None:
    def refuse() -> None:
        raise Refused(say("Not now."))
    with pytest.raises(Refused, match="Not now") as refused:
        guarded(refuse)
    assert not isinstance(refused.value, GameFailed)


def test_somebody_at_the_keyboard_may_end_the_program() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        guarded(interrupted)


def test_a_thread_that_ends_while_it_is_looked_at_does_not_crash_python() -> None:
    """Asking the system for the clock of a thread that has ended would end the process, not raise."""
    together = Barrier(12)  # so many that their memory is given back to the system
    kept: list[object] = []  # as if the watchdog had them in hand

    def visit() -> None:
        boundary.enter(1.0)
        kept.append(boundary._this_thread())
        together.wait()
    visitors = [Thread(target=visit) for _ in range(together.parties)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert boundary.look({})
    kept.clear()
    assert not {visitor.ident for visitor in visitors} & set(boundary._threads)


def test_the_watchdog_holds_no_frame_of_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds a frame when its function returns frees what it held; a picture of Kivy must not be freed so."""
    monkeypatch.setattr(sys, "_current_frames", lambda: pytest.fail("it asks for frames"))
    assert boundary.watched(boundary.look, {})


def test_a_loop_that_catches_everything_but_itself_is_brought_out() -> None:
    def stubborn() -> None:
        while True:
            try:
                sum(range(100))
            except Exception:
                continue
    boundary.LIMIT = QUICK
    with pytest.raises(GameFailed) as failed:
        guarded(stubborn)
    assert failed.value.too_long
    assert isinstance(failed.value.__cause__, CallTooLong)


def test_many_short_calls_are_no_long_one() -> None:
    """Each call is a new frame: all of them in a row take longer than the limit here, and none is stopped."""
    boundary.LIMIT = QUICK

    def short() -> int:
        return sum(range(2_000))

    def app() -> int:
        return sum(guarded(short) for _ in range(3_000))
    assert app() == 3_000 * sum(range(2_000))


def test_many_short_calls_within_a_long_one_are_no_loop() -> None:
    """Opening a play of ten thousand answers: each answer is a call of its own."""
    boundary.LIMIT = QUICK

    def short() -> int:
        return sum(range(2_000))

    def long() -> int:
        return sum(boundary.watched(short) for _ in range(10_000))
    assert guarded(long) == 10_000 * sum(range(2_000))


def test_a_call_that_hardly_had_the_processor_is_no_loop() -> None:
    """It waits for three times the limit and works for none of it: as on a machine that is busy with something else."""
    boundary.LIMIT = QUICK

    def waits() -> bool:
        end = time.monotonic() + 3 * QUICK
        while time.monotonic() < end:
            time.sleep(0.01)
        return True
    assert guarded(waits) is True


def test_a_call_that_sleeps_without_end_is_stopped_later() -> None:
    boundary.LIMIT = 0.02

    def sleeps() -> None:
        while True:
            time.sleep(0.005)
    with pytest.raises(GameFailed) as failed:
        guarded(sleeps)
    assert failed.value.too_long


def test_what_was_stopped_does_not_hit_the_app() -> None:
    """The call returns at the very moment it is stopped."""
    boundary.LIMIT = 0.01
    for _ in range(30):
        end = time.thread_time() + 0.03

        def busy(end: float = end) -> None:
            while time.thread_time() < end:
                pass
        try:
            guarded(busy)
        except GameFailed as failed:
            assert failed.too_long
        assert sum(range(10_000)) and boundary._this_thread().depth == 0


def test_nothing_is_left_behind_by_a_call_that_was_stopped() -> None:
    """Before, the next call under a profiler never came back."""
    program = '''
import sys
from companion.core.engine import boundary
inside = boundary._this_thread()
def is_stopped():
    inside.stopped = True
    raise boundary.CallTooLong
try:
    boundary.guarded(is_stopped)
except boundary.GameFailed:
    pass
sys.setprofile(lambda *_: None)
(lambda: None)()
'''
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


# Answers that no file can hold

def test_an_answer_nested_nine_hundred_deep_is_refused(library: Library) -> None:
    controller = at_table(library)
    deep: list[object] = []
    for _ in range(900):
        deep = [deep]
    result = controller.answer("Fork/0/2", deep)
    assert (result.done, result.refused) == (False, True)
    assert str(result.why) == "This answer can't be read. Answer again."
    assert kept(library, controller.opened.id) == ["left", "right"]


def test_half_a_character_is_refused_and_no_space_is_asked_for(library: Library) -> None:
    controller = at_table(library)
    result = controller.answer("Fork/0/2", "\ud800")
    assert (result.done, result.refused) == (False, True)
    assert str(result.why) == "A character in this text can't be saved. Delete it and try again."
    assert controller.answer("Fork/0/2", "left").done


def test_a_long_call_stays_a_long_one_after_a_short_one_within_it() -> None:
    """Whoever loads a pack may look around for a while; a question it asks on the way is a short call of its own."""
    seen: list[float] = []

    def look() -> None:
        seen.append(boundary._threads[get_ident()].patience)

    def load() -> None:
        look()
        boundary.watched(look)
        look()

    boundary.watched(load, patience=9)
    assert seen == [9, 1, 9]


# Every hook, by reflection: a new one can't be forgotten

def hooks(kind: type) -> set[str]:
    return {name for name, value in vars(kind).items() if not name.startswith("_") and callable(value)}


DONE = {"new", "play", "view", "outcome", "drawn_at_start", "standing", "fields", "field", "to_add", "left", "joining",
        "sits_down_now", "joined", "check", "prepare", "check_copy"}
"""Called by the engine or with a play under way: `GuardedPlay`, the controller or `check_copy` guard these."""
FOR_THE_APP = {"missing"}
"""Not for a game to write."""


def test_every_hook_of_a_game_is_shielded_or_guarded() -> None:
    assert hooks(Game) == LOOKS.keys() | DONE | FOR_THE_APP


ARGUMENTS: dict[str, tuple[object, ...]] = {
    "named": (TWO,), "rulebook": (), "how_much": (None, 3), "counted": (None, ()), "copies_to_try": (), "new_copy": (),
    "starter_copy": (), "fixed_copy": (None, {}), "as_moves": (None, []),
}


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("name", LOOKS)
def test_a_hook_that_only_looks_fails_alone(name: str, how: str) -> None:
    class Broken(OrchardGame):
        pass

    def broken(self: object, *args: object) -> object:
        return Fault('here', how, True).here('here', None)
    setattr(Broken, name, broken)
    boundary.LIMIT = QUICK
    game = shielded(Broken())
    found = getattr(game, name)(*ARGUMENTS.get(name, (None,)))
    if name == "named":
        assert found == game.facts.title
    elif name == "rulebook":
        assert len(found) > 0


@pytest.mark.parametrize("how", ["raises", "raises what ends programs", "gives back nonsense", "loops"])
@pytest.mark.parametrize("name", sorted(hooks(Game) - FOR_THE_APP))
def test_whatever_hook_of_a_game_breaks_the_app_goes_on(tmp_path: Path, name: str, how: str) -> None:
    """After each step the app has a sentence or goes on; mended, the play opens as it was."""
    if how == "loops" and name in LOOKS:
        return  # above
    fault, right = Fault("here", how), getattr(Stumbling, name)

    class Broken(Stumbling):
        pass
    setattr(Broken, name, lambda self, *args: fault.here("here", None) if fault.on else right(self, *args))
    library = Library(open_store(tmp_path / "plays.db"), {"stumbling": shielded(Broken())}, SetClock())
    controller = at_table(library)
    play, text = controller.opened.id, library.files.export_everything()
    other = Library(open_store(tmp_path / "other.db"), library.games, SetClock())
    fault.on = True
    boundary.LIMIT = 0.04 if how == "loops" else LIMIT
    steps: list[Callable[[], object]] = [
        controller.read, controller.ahead, controller.fields, lambda: controller.correct("seats.0.points", 5),
        lambda: controller.fix([("seats.1.points", 3)]), lambda: controller.join(Person("Cleo", 5)),
        lambda: controller.leave(0), lambda: controller.answer("Fork/0/2", "left"), lambda: controller.undo(sure=True),
        controller.redo, controller.restart, controller.opened.export, lambda: library.resume(play),
        lambda: controller.answer("Gone/0/2", "left"), lambda: fix(controller), lambda: take_in(other, text),
        lambda: library.start("stumbling", TWO, draws=True), lambda: library.save_copy("stumbling", "Mine", {"a": 1}),
        library.plays, library.history, library.person_records, library.files.export_everything,
        lambda: library.end_here(play, 0), lambda: counting(library, "Ana").finish()]
    for step in steps:
        with suppress(Refused):
            step()
    fault.on, boundary.LIMIT = False, LIMIT
    assert kept(library, play)[:2] == ["left", "right"]
    assert library.resume(play).play.misfit is None


def fix(controller: TableController) -> None:
    """As the page *Does it match?* does."""
    page = Fix(controller.opened)
    page.fields()
    page.to_add()
    page.set("seats.0.points", 9)
    page.forget()


def of_broken(tmp_path: Path, name: str, gives: Callable[..., object]) -> Library:
    class Broken(Stumbling):
        pass
    setattr(Broken, name, gives)
    return Library(open_store(tmp_path / "plays.db"), {"stumbling": shielded(Broken())}, SetClock())


@pytest.mark.parametrize("nonsense", [[42], [None], "x", {"a": 1}, [Counted(42, "x")]])  # type: ignore[arg-type]
def test_a_count_that_is_none_is_left_out(tmp_path: Path, nonsense: object) -> None:
    library = of_broken(tmp_path, "counted", lambda *_: nonsense)
    library.end_here(library.start("stumbling", TWO).id, 0)
    assert counting(library, "Ana").finish() == []


@pytest.mark.parametrize("subtitle", [42, None])
def test_a_view_with_wrong_parts_keeps_no_answer_away(tmp_path: Path, subtitle: Any) -> None:
    library = of_broken(tmp_path, "view", lambda *_: View(subtitle, ()))
    controller = at_table(library)
    assert controller.answer("Fork/0/2", "left").done
    assert kept(library, controller.opened.id) == ["left", "right", "left"]


@pytest.mark.parametrize("outcome", [lambda: Outcome(cast("Any", 42), (0,)),
                                     lambda: Outcome(say("Home."), (0,), (cast("Any", "first"),))])
def test_an_outcome_with_wrong_parts_is_an_error_of_the_rules(tmp_path: Path, outcome: Callable[[], Outcome]) -> None:
    library = of_broken(tmp_path, "outcome", lambda _, table: outcome() if table.turn == 4 else None)
    controller = at_table(library)
    assert controller.answer("Fork/0/2", "left").done
    assert str(controller.answer("Fork/1/3", "left").why).startswith("This game's rules hit an error with that answer.")
    assert kept(library, controller.opened.id) == ["left", "right", "left"]


@pytest.mark.parametrize("copy", [{1, 2}, object(), {(1, 2): 3}, [b"x"]])
def test_a_starter_copy_that_no_file_can_hold_is_refused(tmp_path: Path, copy: object) -> None:
    library = of_broken(tmp_path, "starter_copy", lambda _: copy)
    with pytest.raises(Refused, match="this was not saved"):
        library.start("stumbling", TWO)
    assert library.plays() == []


def test_a_game_with_a_rulebook_of_its_own_needs_no_file_of_rules() -> None:
    class Bookless(Stumbling):
        def rulebook(self) -> Rulebook:
            raise ValueError("no rules today")
    assert len(shielded(Bookless()).rulebook()) == 0


def test_a_play_of_a_game_that_can_not_name_it_stays_in_the_library(tmp_path: Path) -> None:
    class Nameless(OrchardGame):
        def named(self, setup: Setup) -> str:
            raise SystemExit(3)
    kept = Library(open_store(tmp_path / "plays.db"), {"orchard": shielded(Nameless())}, SetClock())
    kept.start("orchard", TWO)
    assert [one.title for one in kept.plays()] == [orchard.facts.title]
    assert kept.history() == []


QUESTION_HOOKS = sorted(hooks(Question) - {"key"})


@pytest.mark.parametrize("how", ["raises", "raises what ends programs", "gives back nonsense"])
@pytest.mark.parametrize("name", QUESTION_HOOKS)
def test_whatever_hook_of_a_question_breaks_the_table_stands(library: Library, monkeypatch: pytest.MonkeyPatch,
                                                             name: str, how: str) -> None:
    controller = at_table(library)
    monkeypatch.setattr(stumbling.Fork, name, lambda self, *args: Fault('here', how, True).here('here', None))
    controller.read()
    if controller.situation.question is not None:
        with suppress(Refused):
            controller.describe(controller.situation.question)
    controller.answer("Fork/0/2", "left")
    controller.undo(sure=True)
    assert len(library.plays()) == 1 and controller.opened.export()
    monkeypatch.undo()
    assert kept(library, controller.opened.id)[:2] == ["left", "right"]


# What stops the app while it loads

@pytest.mark.parametrize("line", ["import os; os._exit(7)", "raise KeyboardInterrupt"])
def test_a_plugin_that_ends_the_app_while_it_loads_is_left_out_at_the_next_start(tmp_path: Path, line: str) -> None:
    (tmp_path / "deadly_plugin.py").write_text(f"{line}\n", encoding="utf-8")
    start = ("import sys\nfrom pathlib import Path\nfrom companion.core.registry import find_games\n"
             "found = find_games({'orchard': 'tests.toys.orchard:game'}, [('deadly', 'deadly_plugin:game')],"
             " note=Path(sys.argv[1]))\nprint(list(found.games), [str(one.error) for one in found.broken])\n")
    ran = [subprocess.run([sys.executable, "-c", start, str(tmp_path / "loading.txt")], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}, check=False)
           for _ in range(3)]
    assert ran[0].returncode != 0
    for one in ran[1:]:
        assert one.returncode == 0 and "['orchard']" in one.stdout
        assert "It stopped the app while loading. Update or remove it, then delete loading.txt." in one.stdout

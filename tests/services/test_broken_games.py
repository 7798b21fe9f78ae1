"""Break each function of a game's contract in every way: plays are set aside with a message, none is lost."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from companion.core import set_aside
from companion.core.boxes import Boxes
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.files import read_play
from companion.core.game import Game
from companion.core.questions import Question
from companion.core.registry import BOX_LOOKS, LOOKS, find_games, shielded
from companion.core.rulebook import Rulebook
from companion.core.set_aside import FILE, SetAside
from companion.core.setup import Person, Setup, people
from companion.core.text import Refused, say
from companion.core.views import Counted, Outcome, View
from companion.services.library import Library
from companion.services.phones.serve import Serving
from companion.services.statistics import counting
from companion.services.store import open_store
from companion.services.table.controller import REFUSE, TableController
from companion.services.table.fix import Fix
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.services.evenings import take_in
from tests.toys import stumbling
from tests.toys.orchard import game as orchard
from tests.toys.orchard.game import OrchardGame
from tests.toys.stumbling import FAULT, Fault, Stumbling, StumblingBoxes, breaks

pytestmark = pytest.mark.slow

TWO = Setup(people("Ana", "Ben"))
WAYS = ("raises", "raises what ends programs", "raises a stranger", "gives back nonsense")
TWO_WAYS = (WAYS[1], WAYS[3])

READ = ("sentence", "timer", "standing", "choices")
"""Called whenever the table is shown."""
ANSWERED = ("decode", "check", "play", "script", "outcome")
"""Called when an answer is given."""
NOT_LOOKED_AT = (("check", "gives back nonsense"), ("script", "gives back nonsense"))
DRAWN = ("kicker", "hint", "reasons", "points", "preview", "title", "barred", "face")
"""Asked by whoever draws the question: see tests/ui/table/test_broken_games.py."""
BEGINNING = ("new", "setup", "starter")
"""Called before there is a play."""


@pytest.fixture(autouse=True)
def mended_again() -> Iterator[None]:
    FAULT.on = False
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


def mend() -> None:
    FAULT.on = False


def kept(library: Library, play: int) -> list[object]:
    return [record.answer for record in library.store.records(play) if record.kind == "answer"]


def nothing_is_lost(library: Library, controller: TableController, answers: list[object]) -> None:
    """The play that was set aside is listed and exported; once the game is fixed, it opens unchanged."""
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


@sampled("how", WAYS)
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


@sampled(("where", "how"), [(where, how) for where in ANSWERED for how in WAYS
                            if (where, how) not in NOT_LOOKED_AT], keep=5)
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


@pytest.mark.parametrize("where", DRAWN)
def test_what_only_a_drawing_asks_for_keeps_no_answer_away(library: Library, where: str) -> None:
    controller = at_table(library)
    breaks(where, "raises what ends programs")
    assert controller.answer("Fork/0/2", "left").done
    assert controller.situation.state == "question"
    nothing_is_lost(library, controller, ["left", "right", "left"])


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("where", BEGINNING)
def test_a_game_that_can_not_begin_says_so(library: Library, where: str, how: str) -> None:
    breaks(where, how)
    # nobody looks at what a check gives back, and 42 is a box
    if where == "new" or how != "gives back nonsense":
        with pytest.raises(Refused, match=r"^This game's rules hit an error"):
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
}


@pytest.mark.parametrize("how", WAYS)
def test_a_plugin_that_breaks_at_its_import_is_listed_as_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                how: str) -> None:
    name = f"broken_plugin_{WAYS.index(how)}"
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


# Every hook, by reflection: a new one can't be forgotten

def hooks(kind: type) -> set[str]:
    return {name for name, value in vars(kind).items() if not name.startswith("_") and callable(value)}


DONE = {"new", "play", "view", "board", "glance", "outcome", "drawn_at_start", "standing", "fields", "field", "to_add",
        "left", "joining", "joined", "check", "prepare"}
"""Called by the engine or with a play under way: `GuardedPlay` or the controller guard these."""
MEASURED = {"worth"}
"""Called by `simulate --report` alone, whose reader wants to see what fails."""


def test_every_hook_of_a_game_is_shielded_or_guarded() -> None:
    assert hooks(Game) == LOOKS.keys() | DONE | MEASURED
    assert hooks(Boxes) == BOX_LOOKS.keys() | {"check"}, "check_box guards the last"


ARGUMENTS: dict[str, tuple[object, ...]] = {
    "named": (TWO,), "rulebook": (), "how_much": (None, 3), "counted": (None, ()), "as_moves": (None, []),
    "to_try": (), "form": (), "new": (), "starter": (), "dictionaries": (), "packings": (),
    "fixed": (None, {}), "ready": (),
}


@sampled("how", TWO_WAYS)
@pytest.mark.parametrize("name", LOOKS)
def test_a_hook_that_only_looks_fails_alone(name: str, how: str) -> None:
    class Broken(OrchardGame):
        pass

    def broken(self: object, *args: object) -> object:
        return Fault('here', how, True).here('here', None)
    setattr(Broken, name, broken)
    game = shielded(Broken())
    found = getattr(game, name)(*ARGUMENTS.get(name, (None,)))
    if name == "named":
        assert found == game.facts.title
    elif name == "rulebook":
        assert len(found) > 0


@sampled("how", TWO_WAYS)
@pytest.mark.parametrize("name", BOX_LOOKS)
def test_a_hook_of_its_boxes_that_only_looks_fails_alone(name: str, how: str) -> None:
    class BrokenBoxes(Boxes):
        pass

    def broken(self: object, *args: object) -> object:
        return Fault('here', how, True).here('here', None)

    class Broken(OrchardGame):
        boxes = BrokenBoxes()
    setattr(BrokenBoxes, name, broken)
    found = getattr(shielded(Broken()).boxes, name)(*ARGUMENTS.get(name, (None,)))
    if how != WAYS[3] or BOX_LOOKS[name] is list:
        assert not found, "as if there were nothing to say"


@sampled("how", TWO_WAYS)
@sampled(("kind", "name"), [
    *((Stumbling, name) for name in sorted(hooks(Game))),
    *((StumblingBoxes, name) for name in sorted(hooks(Boxes)))], keep=8)
def test_whatever_hook_of_a_game_breaks_the_app_goes_on(
        tmp_path: Path, kind: type, name: str, how: str) -> None:
    """After each step the app continues or says why not; once the game is fixed, the play opens unchanged."""
    fault, right = Fault("here", how), getattr(kind, name)

    class BrokenBoxes(StumblingBoxes):
        pass

    class Broken(Stumbling):
        boxes = BrokenBoxes()
    setattr(Broken if kind is Stumbling else BrokenBoxes, name,
            lambda self, *args: fault.here("here", None) if fault.on else right(self, *args))
    library = Library(open_store(tmp_path / "plays.db"), {"stumbling": shielded(Broken())}, SetClock())
    controller = at_table(library)
    play, text = controller.opened.id, library.files.export_everything()
    other = Library(open_store(tmp_path / "other.db"), library.games, SetClock())
    fault.on = True
    steps: list[Callable[[], object]] = [
        controller.read, controller.ahead, controller.fields, lambda: controller.correct("seats.0.points", 5),
        lambda: controller.fix([("seats.1.points", 3)]), lambda: controller.join(Person("Cleo", 5)),
        lambda: controller.leave(0), lambda: controller.answer("Fork/0/2", "left"), lambda: controller.undo(sure=True),
        controller.redo, controller.restart, controller.opened.export, lambda: library.resume(play),
        lambda: controller.answer("Gone/0/2", "left"), lambda: fix(controller), lambda: take_in(other, text),
        lambda: library.start("stumbling", TWO, draws=True),
        lambda: library.save_box("stumbling", "Mine", {"a": 1}),
        library.plays, library.history, library.person_records, library.files.export_everything,
        lambda: library.end_here(play, 0), lambda: counting(library, "Ana").finish()]
    for step in steps:
        with suppress(Refused):
            step()
    fault.on = False
    assert kept(library, play)[:2] == ["left", "right"]
    assert library.resume(play).play.misfit is None


def fix(controller: TableController) -> None:
    """As the page *Fix something* does."""
    page = Fix(controller.opened)
    page.fields()
    page.to_add()
    page.set("seats.0.points", 9)
    page.forget()


def of_broken(tmp_path: Path, name: str, gives: Callable[..., object]) -> Library:
    class BrokenBoxes(StumblingBoxes):
        pass

    class Broken(Stumbling):
        boxes = BrokenBoxes()
    setattr(BrokenBoxes if name == "starter" else Broken, name, gives)
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


@pytest.mark.parametrize("box", [{1, 2}, object(), {(1, 2): 3}, [b"x"]])
def test_a_starter_box_that_no_file_can_hold_is_refused(tmp_path: Path, box: object) -> None:
    library = of_broken(tmp_path, "starter", lambda _: box)
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


@sampled("how", TWO_WAYS)
@sampled("name", QUESTION_HOOKS, keep=8)
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

@sampled("line", ["import os; os._exit(7)", "raise KeyboardInterrupt"])
def test_a_plugin_that_ends_the_app_while_it_loads_is_left_out_at_the_third_start(
        tmp_path: Path, line: str) -> None:
    (tmp_path / "deadly_plugin.py").write_text(f"{line}\n", encoding="utf-8")
    start = ("import sys\nfrom pathlib import Path\nfrom companion.core.registry import find_games\n"
             "from companion.core.set_aside import SetAside\n"
             "found = find_games({'orchard': 'tests.toys.orchard:game'}, [('deadly', 'deadly_plugin:game')],"
             " aside=SetAside(Path(sys.argv[1])))\n"
             "print(list(found.games), [str(one.error) for one in found.broken])\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    ran = [subprocess.run([sys.executable, "-c", start, str(tmp_path)], env=env,
                          capture_output=True, encoding="locale", check=False)
           for _ in range(4)]
    assert ran[0].returncode != 0 and ran[1].returncode != 0, "it is tried twice"
    for one in ran[2:]:
        assert one.returncode == 0 and "['orchard']" in one.stdout
        assert ("The app was closed twice while it loaded, so it is set aside. "
                "Its plays are kept.") in one.stdout


ENDED = """
import os, sys
from pathlib import Path
from companion.services.library import Library
from companion.testing.recording import SetClock
from companion.services.store import open_store
from tests.services.test_broken_games import TWO
from tests.toys import stumbling
library = Library(open_store(Path(sys.argv[1]) / "plays.db"), {"stumbling": stumbling.game}, SetClock())
plays = library.plays()
opened = library.resume(plays[0].id) if plays else library.start("stumbling", TWO)
if not plays:
    opened.answer("Fork/0/0", "left")
if sys.argv[2] == "in an answer":
    stumbling.Fork.check = lambda *_: os._exit(7)
    opened.answer("Fork/1/1", "right")
os._exit(7)
"""


def ended(tmp_path: Path, when: str) -> Library:
    """As the app is started again, after it was ended."""
    assert subprocess.run([sys.executable, "-c", ENDED, str(tmp_path), when], check=False).returncode == 7
    return Library(open_store(tmp_path / "plays.db"), {"stumbling": stumbling.game}, SetClock())


@pytest.mark.thorough
def test_a_play_whose_answer_ended_the_app_is_set_aside_until_it_is_tried_again(tmp_path: Path) -> None:
    ended(tmp_path, "in an answer").quit()
    library = ended(tmp_path, "in an answer")
    (play,) = library.plays()
    assert str(library.notice) == str(play.aside) == (
        "The app was closed twice while Stumbling worked on an answer, so this play is set aside.")
    with pytest.raises(Refused, match="is set aside"):
        library.resume(play.id)
    assert library.files.export_play(play.id) and library.start("stumbling", TWO).play.open()
    assert kept(library, play.id) == ["left"]
    said: list[str] = []
    serving = Serving(tmp_path / "plays.db", dict(library.games), 0, said.append, "127.0.0.1")
    last = serving.last()
    assert said == [f"{play.aside} To try it again, delete {tmp_path / 'set_aside.txt'}."]
    assert last is not None and last.id != play.id
    serving.library.quit()
    assert library.try_again(play.id).answer("Fork/1/1", "right")
    again = Library(open_store(tmp_path / "plays.db"), {"stumbling": stumbling.game}, SetClock())
    assert again.notice is None and again.resume(play.id).play.position() == 2


@pytest.mark.thorough
def test_an_app_that_is_ended_between_two_answers_raises_no_alarm(tmp_path: Path) -> None:
    library = ended(tmp_path, "between two answers")
    assert library.notice is None
    assert kept(library, library.plays()[0].id) == ["left"] and library.resume(library.plays()[0].id)


@pytest.mark.skipif(os.name == "posix" and not set_aside.fcntl, reason="nothing protects an open file here")
def test_what_another_process_is_just_calling_is_not_set_aside(tmp_path: Path) -> None:
    """Two processes that start at once used to hide a pack from each other."""
    held = "import sys\nfrom pathlib import Path\nfrom companion.core.set_aside import SetAside\n" \
           "with SetAside(Path(sys.argv[1])).noted('packs/pebbles'):\n    print(flush=True)\n    input()\n"
    with subprocess.Popen([sys.executable, "-c", held, str(tmp_path)], encoding="locale",
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None and other.stdout is not None
        other.stdout.readline()
        assert "packs/pebbles" not in SetAside(tmp_path)
        other.kill()
    assert not (tmp_path / FILE).exists() and "packs/pebbles" not in SetAside(tmp_path)
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "packs/pebbles\t1", "counted after the kill"


def test_on_a_full_disk_or_one_without_locks_the_call_is_made_and_nothing_stays(tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")
    calls: list[str] = []
    disks = ["fcntl.flock", "pathlib.Path.open"] if set_aside.fcntl else ["pathlib.Path.open"]
    for lacking in disks:
        with pytest.MonkeyPatch.context() as disk:
            disk.setattr(lacking, refuse)
            with SetAside(tmp_path).noted("one"):
                calls.append(lacking)
    assert calls == disks and list(tmp_path.iterdir()) == [] and "one" not in SetAside(tmp_path)


def test_the_games_of_the_app_are_called_without_a_note(tmp_path: Path) -> None:
    library = Library(open_store(tmp_path / "plays.db"), find_games().games, SetClock())
    opened = library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    opened.watchers.append(lambda _: notes.append(list(tmp_path.glob("calling-*"))))
    notes: list[list[Path]] = []
    opened.answer("Oldest/table", 0)
    assert notes == [[]]

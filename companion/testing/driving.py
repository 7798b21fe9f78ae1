"""Drives random plays and collects findings: which check, where, and one sentence."""

import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from inspect import getsourcefile, getsourcelines, unwrap
from pathlib import Path
from random import Random
from typing import Any, Concatenate, ParamSpec

from companion.core.engine.boundary import TooLate, in_time
from companion.core.engine.changes import people_of
from companion.core.engine.state import picture
from companion.core.game import Game, function_of
from companion.core.play import Play, RulesFailed
from companion.core.questions import Question
from companion.core.setup import COLOURS, Person, Setup
from companion.core.table import RequestMode
from companion.core.text import Refused, say
from companion.core.values import Json
from companion.testing.advice import advice

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo", "Ida", "Jon", "Kim", "Lea")

AnyGame = Game[Any]
AnyPlay = Play[Any]
AnyQuestion = Question[Any, Any]


class LogChanged(Exception):
    """The rules changed a list that belongs to the log."""


class Unplayable(Exception):
    """None of this game's setups is playable."""


def source_folder(game: AnyGame) -> Path:
    module = sys.modules[type(game).__module__]
    return Path(str(module.__file__)).resolve().parent


def wild_setup(game: AnyGame, rng: Random) -> Setup:
    """Any number of players and options, with the starter box if there is one."""
    for _ in range(50):
        players = rng.randint(game.facts.fewest, game.facts.most)
        colours = rng.sample(range(len(COLOURS)), players)
        people = tuple(Person(NAMES[at], colour) for at, colour in enumerate(colours))
        options = {option.key: rng.choice(option.choices).value
                   for option in game.options if rng.random() < 0.6}
        tried = game.boxes.to_try()
        box = rng.choice(tried) if tried and rng.random() < 0.8 else None
        try:
            return game.prepare(Setup(people, options, box))
        except Refused:
            continue
    raise Unplayable(f"{game.facts.title} refuses every setup")


def somebody_new(play: AnyPlay, rng: Random) -> Person:
    people = people_of(play.table)
    taken = {person.colour for person in people}
    free = [colour for colour in range(len(COLOURS)) if colour not in taken]
    return Person(f"Late {len(people)} {len(play.log)}", rng.choice(free))


def choose(play: AnyPlay, rng: Random, standing: float = 0.1, sure: float = 0.8) -> AnyQuestion | None:
    """`sure`: how often nobody changes a vote while others have not voted."""
    asked = play.open()
    rng.shuffle(asked)
    request = play.request()
    if request is not None and request.mode is RequestMode.ALL_OF and rng.random() < sure:
        given = play.run.given()
        asked.sort(key=lambda question: question.key() in given)  # those who haven't voted come first
    if standing and rng.random() < standing:
        asked = [*rng.sample(always := play.standing(), len(always)), *asked]
    return next((question for question in asked if question.possible(play.table)), None)


def answer_once(play: AnyPlay, rng: Random, standing: float = 0.1) -> bool:
    """Give one random answer; return False if no open question has one."""
    question = choose(play, rng, standing)
    if question is None:
        return False
    answer = question.random_answer(play.table, rng)
    try:
        given = play.answer(question.key(), answer)
    except Refused as refused:
        refused.add_note(line_of(question, "check"))
        raise
    if given.answer != answer:
        raise LogChanged("the rules changed the log: they put an answer on the table and changed it there")
    return True


def open_keys(play: AnyPlay) -> list[str]:
    return [question.key() for question in play.open()]


def look(play: AnyPlay) -> tuple[Json, list[str], list[str]]:
    """What must match between equal plays: the table, open questions, and who has voted."""
    return picture(play.table), open_keys(play), sorted(play.run.given())


def steps(game: AnyGame, seed: int, found: "Findings", *, limit: int = 1500,
          standing: float = 0.1) -> Iterator[AnyPlay]:
    """Yield a random play before its first answer and after each; faults are noted and end it."""
    rng = Random(seed)
    play: AnyPlay | None = None
    try:
        play = Play(game, wild_setup(game, rng))
        yield play
        while play.outcome() is None and len(play.log) < limit:
            if not answer_once(play, rng, standing):
                found.add(where(seed, play), f"no open question has an answer: {', '.join(open_keys(play))}")
                return
            yield play
    except (Exception, TooLate) as error:
        found.add(where(seed, play), told(error, source_folder(game)))


def played(game: AnyGame, seed: int, found: "Findings", *, limit: int = 300) -> AnyPlay | None:
    return next(iter(deque(steps(game, seed, found, limit=limit), maxlen=1)), None)


def where(seed: int, play: AnyPlay | None) -> str:
    """The seed and the record number, to reproduce it."""
    if play is None:
        return f"seed {seed}, at the start"
    keys = ", ".join(open_keys(play)[:3]) if play.run.frames else "the end"
    return f"seed {seed}, line {len(play.log)}, {keys}"


def line_of(owner: object, name: str = "") -> str:
    """File and line of a method in the maker's own files; of the class if only the engine has the method."""
    kind: type = type(owner)
    return _line_of_method(kind, name)


@lru_cache(2048)
def _line_of_method(kind: type, name: str) -> str:
    names = (name, "view") if name == "board" else (name,)
    for one in names:
        code = getattr(unwrap(_own_function(kind, one)), "__code__", None)
        if code is not None and ENGINE not in Path(code.co_filename).resolve().parents:
            return f"{Path(code.co_filename).name}:{code.co_firstlineno}"
    return _line_of_class(kind)


@lru_cache(256)
def _line_of_class(kind: type) -> str:
    """Python parses the whole file to find a class, and the kit asks for it at every question."""
    try:
        return f"{Path(str(getsourcefile(kind))).name}:{getsourcelines(kind)[1]}"
    except (OSError, TypeError):
        return kind.__name__


def _own_function(kind: type, name: str) -> Any:
    """The method, or the function in a module of the game that it calls."""
    method = getattr(kind, name, None)
    if method is None or method is not getattr(Game, name, None):
        return method
    found = (function_of(kind, module, name) for module in ("view", "fields", "rules"))
    return next((one for one in found if one is not None), method)


def asked_at(play: AnyPlay) -> str:
    """File and line of the await in the game at which the script waits; empty at the end."""
    script: Any = play.run.frames[-1].script if play.run.frames else None
    place = ""
    while script is not None and (frame := getattr(script, "cr_frame", None)) is not None:
        path = Path(frame.f_code.co_filename).resolve()
        place = place if ENGINE in path.parents else f"{path.name}:{frame.f_lineno}"
        script = script.cr_await
    return place


# Findings

ENGINE = Path(str(getsourcefile(Question))).resolve().parent
LINE = re.compile(r"\w+: [^:]*\(\w+\.py:\d+\)$")
LOOK_CHANGES = "changes the table: looks must not"
MOST = 12  # from random plays; the first few say enough


@dataclass(frozen=True)
class Finding:
    """One fault of a game. `where` is a line of its source, or a seed and a record number."""

    check: str
    where: str
    sentence: str

    @property
    def fault(self) -> str:
        """Identifies the fault across checks: the error and its line if known, else the sentence."""
        place = LINE.search(self.sentence)
        return place.group() if place else self.sentence

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.sentence}"


MARK = "\u2060"
"""Marks a sentence in the kit's own language."""


class Findings:
    """Collects one check's findings. In random plays, each sentence counts once, where first seen."""

    every_place = False

    def __init__(self, check: str) -> None:
        self.check = check
        self._seen: dict[tuple[str, str], Finding] = {}

    def add(self, where: str, sentence: str, cause: str = "") -> None:
        """`cause`: what is the same in all sentences that one change in the game would fix."""
        sentence = sentence.replace(MARK, "")
        if not self.full():
            place = where if self.every_place else ""
            self._seen.setdefault((place, cause or sentence), Finding(self.check, where, sentence))

    def extend(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.add(finding.where, finding.sentence)

    def full(self) -> bool:
        return not self.every_place and len(self._seen) >= MOST

    def list(self) -> list[Finding]:
        return list(self._seen.values())


def told_once(findings: Iterable[Finding], told: set[str] | None = None) -> Iterator[Finding]:
    """Skip repeated faults, and those that may only follow from a look that changes the table.

    `told`: faults already reported by other checks; updated."""
    known = set() if told is None else told
    for finding in findings:
        if finding.fault not in known and not _may_follow(finding, known):
            known.add(finding.fault)
            yield finding


def _may_follow(finding: Finding, known: set[str]) -> bool:
    """Did a play find it, after a look had changed the table?"""
    if finding.check == "looks" or not finding.where.startswith("seed"):
        return False
    return any(fault.endswith(LOOK_CHANGES) for fault in known)


def report(findings: Iterable[Finding]) -> str:
    return "\n".join(str(finding) for finding in findings) or "Nothing was found."


def broken_at(error: BaseException, home: Path) -> str:
    """The error in a few words, with the innermost line of the game."""
    cause: BaseException = error.__cause__ if error.__cause__ is not None else error
    words = f"{type(cause).__name__}: {cause}"
    for step in reversed(traceback.extract_tb(cause.__traceback__)):
        path = Path(step.filename)
        if path.parent == home or home in path.parents:
            return f"{words} ({path.name}:{step.lineno}){advice(cause, step.line or '')}"
    return words


def told(error: BaseException, home: Path) -> str:
    if isinstance(error, TooLate) or isinstance(error.__cause__, TooLate):
        return str(say("the rules did not return in time"))
    if isinstance(error, RulesFailed):
        return str(say("the rules failed: {error}", error=broken_at(error, home)))
    if isinstance(error, Refused):
        place = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        return str(say("the game refused an answer that it had offered{place}: {error}", place=place,
                       error=str(error)))
    if isinstance(error, NotImplementedError):
        return str(error)
    return str(say("it raised {error}", error=broken_at(error, home)))


P = ParamSpec("P")

SECONDS = 120.0  # for what a check does between two answers


def a_check(check: Callable[Concatenate[AnyGame, Findings, P], None]) -> Callable[Concatenate[AnyGame, P],
                                                                                  list[Finding]]:
    """Pass the check an empty list of findings. If the game raises or hangs, that is a finding as well."""

    @wraps(check)
    def guarded(game: AnyGame, /, *args: P.args, **more: P.kwargs) -> list[Finding]:
        found = Findings(check.__name__.removeprefix("check_").replace("_", " "))
        try:
            in_time(partial(check, game, found, *args, **more), SECONDS)
        except (Exception, TooLate) as error:
            found.add(game.facts.id, told(error, source_folder(game)))
        return found.list()

    return guarded

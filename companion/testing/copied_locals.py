"""Finds locals that copy state across an await instead of referring to the table.

At every answer of random plays, walk the frames of the waiting coroutines. A local that will be read again (liveness,
from the bytecode) must be an object on the table; anything else is a copy that no correction can reach.
"""

from __future__ import annotations

import dis
from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from companion.core import table as core_table
from companion.core.game import Game
from companion.core.questions import Question
from companion.core.table import Table
from companion.core.text import Text
from companion.testing.driving import AnyGame, AnyPlay, Findings, a_check, steps, where

_PLAIN = (type(None), bool, int, float, complex, str, bytes, tuple, frozenset, range, Enum, Text)
_NAMES = (Table, Game, Question, ModuleType, type)
_CORE = str(core_table.__file__)


@a_check
def check_copied_locals(game: AnyGame, found: Findings, plays: int = 12) -> None:
    for number in range(plays):
        for play in steps(game, number, found, limit=600, standing=0.3):
            for frame, name, value in copies(play):
                line = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
                found.add(f"{line} ({where(number, play)}: {name} = {_short(value)})",
                          f"{frame.f_code.co_name}() copies a value into {name} and keeps it across an await: "
                          "read the table again")
        if found.full():
            break


def copies(play: AnyPlay) -> Iterator[tuple[FrameType, str, Any]]:
    live = [(frame, name, value) for waiting in play.run.frames for frame in _frames(waiting.script)
            for name, value in _live_locals(frame) if not isinstance(value, _NAMES)]
    wanted = {id(thing) for _, _, value in live for thing in _meant(value) if not isinstance(thing, _PLAIN)}
    missing = wanted - _lying_on(play.table, wanted) if wanted else wanted
    for frame, name, value in live:
        if any(isinstance(thing, _PLAIN) or id(thing) in missing for thing in _meant(value)):
            yield frame, name, value


def _frames(script: Any) -> Iterator[FrameType]:
    """The frames of a coroutine and what it awaits, without the engine's."""
    while script is not None:
        frame = getattr(script, "cr_frame", None)
        if frame is not None and frame.f_code.co_filename != _CORE:
            yield frame
        script = getattr(script, "cr_await", None)


def _live_locals(frame: FrameType) -> Iterator[tuple[str, Any]]:
    names = live_after(frame.f_code, frame.f_lasti)
    for name, value in frame.f_locals.items():
        if name in names:
            yield name, value


def _meant(value: Any) -> list[Any]:
    """What must be on the table: the object itself, or what a function closes over."""
    if isinstance(value, FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        return [thing for cell in cells if not isinstance(cell, _NAMES) for thing in _meant(cell)]
    return [value]


def _lying_on(table: Any, wanted: set[int]) -> set[int]:
    """The wanted objects reachable from the table, by breadth-first search."""
    seen: set[int] = set()
    waiting: deque[Any] = deque([table])
    while waiting and not wanted <= seen:
        thing = waiting.popleft()
        if id(thing) not in seen and not isinstance(thing, (str, int, float, bytes, type(None), type, ModuleType)):
            seen.add(id(thing))
            waiting.extend(_inside(thing))
    return seen


def _inside(thing: Any) -> Iterable[Any]:
    if isinstance(thing, dict):
        return [*thing.keys(), *thing.values()]
    if isinstance(thing, (list, tuple, set, frozenset)):
        return list(thing)
    slots = [getattr(thing, name, None) for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*getattr(thing, "__dict__", {}).values(), *slots]


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


# Liveness

@lru_cache(maxsize=512)
def _liveness(code: CodeType) -> dict[int, frozenset[str]]:
    """For each instruction offset, the locals that may be read after it before being set again."""
    instructions = list(dis.get_instructions(code))
    following = _following(code, instructions)
    touched = {one.offset: _reads_and_sets(one) for one in instructions}
    before: dict[int, frozenset[str]] = {one.offset: frozenset() for one in instructions}
    after = dict(before)
    changed = True
    while changed:
        changed = False
        for one in reversed(instructions):
            at = one.offset
            after[at] = frozenset().union(*(before[target] for target in following[at]))
            reads, sets = touched[at]
            live = reads | (after[at] - sets)
            if live != before[at]:
                before[at], changed = live, True
    return after


def live_after(code: CodeType, offset: int) -> frozenset[str]:
    """The locals that may be read after the instruction at `offset`, and all those held by lambdas."""
    live = _liveness(code)
    at = max((known for known in live if known <= offset), default=0)
    return live[at] | _held_by_lambdas(code) | frozenset(code.co_freevars)


@lru_cache(maxsize=512)
def _held_by_lambdas(code: CodeType) -> frozenset[str]:
    """A comprehension's variables end with it; a lambda may be called after any await."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    held = [name for one in inner if one.co_name == "<lambda>" or not one.co_name.startswith("<")
            for name in one.co_freevars]
    return frozenset(held)


def _following(code: CodeType, instructions: list[dis.Instruction]) -> dict[int, list[int]]:
    jumps = set(dis.hasjrel) | set(dis.hasjabs)
    following: dict[int, list[int]] = {}
    for at, one in enumerate(instructions):
        targets = [int(one.argval)] if one.opcode in jumps else []
        if not _never_falls_through(one.opname) and at + 1 < len(instructions):
            targets.append(instructions[at + 1].offset)
        following[one.offset] = targets
    offsets = set(following)
    for start, end, target in _handlers(code):
        for offset, targets in following.items():
            if start <= offset < end:
                targets.append(target)
    return {offset: [target for target in targets if target in offsets] for offset, targets in following.items()}


def _never_falls_through(opname: str) -> bool:
    return (opname in {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD"}
            or opname.startswith("JUMP_BACKWARD"))


def _reads_and_sets(one: dis.Instruction) -> tuple[frozenset[str], frozenset[str]]:
    """The locals an instruction reads and sets; newer Pythons combine two in one instruction."""
    name = one.opname
    if not any(sort in name for sort in ("_FAST", "_DEREF", "_CLOSURE")) or name == "LOAD_FAST_AND_CLEAR":
        return frozenset(), frozenset()
    names = list(one.argval) if isinstance(one.argval, tuple) else [one.argval]
    parts = [part for part in ("STORE", "LOAD", "DELETE") if part in name]
    if parts == ["STORE", "LOAD"]:
        return frozenset(names[1:]) - frozenset(names[:1]), frozenset(names[:1])
    if parts == ["LOAD"]:
        return frozenset(names), frozenset()
    return frozenset(), frozenset(names)


def _handlers(code: CodeType) -> Iterator[tuple[int, int, int]]:
    """The ranges guarded by `with` or `try` and their handlers, from the exception table."""
    data = iter(code.co_exceptiontable)
    try:
        while True:
            start, length, target, _ = (_varint(data) for _ in range(4))
            yield start * 2, (start + length) * 2, target * 2
    except (StopIteration, RuntimeError):
        return


def _varint(data: Iterator[int]) -> int:
    byte = next(data)
    value = byte & 63
    while byte & 64:
        byte = next(data)
        value = value << 6 | byte & 63
    return value

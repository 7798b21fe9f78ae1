"""Run the tests against one planted fault after another.

Pytest collects once. Then every fault gets a forked process of its own: the faulty function is put in the place of the
sound one, and the tests that call it run, the quickest first, until one fails. A sound run before that says which tests
call what.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.faults import Fault, planted

MEMORY = 3 << 30
UNPLANTED = "cannot be planted"
SHORTEST, LONGER = 2.0, 5.0  # a test may take so many seconds, or so many times its sound run; then it runs without end


@dataclass(frozen=True)
class Fate:
    """What became of a fault."""

    fault: Fault
    tests: int
    """How many tests reach it."""
    killer: str
    """The test that failed, or why it ended; empty: it survived."""

    @property
    def planted(self) -> bool:
        return not self.killer.startswith(UNPLANTED)


@dataclass
class Reach:
    """What the sound run showed of one test."""

    seconds: float
    calls: set[tuple[str, int]]
    """File and first line of every function that it called."""


class UnsoundRules(Exception):
    """A test fails without any fault."""


@dataclass
class Hunt:
    """A plugin for pytest that takes the place of its loop over the tests."""

    faults: Sequence[Fault]
    workers: int
    until: float
    """The moment to stop, by perf_counter."""
    fates: list[Fate] = field(default_factory=list)
    unsound: list[str] = field(default_factory=list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            self.unsound.append("the tests cannot be collected")
            return True
        for path in {fault.path for fault in self.faults}:
            module_of(path)
        items = {item.nodeid: item for item in session.items}
        reach, self.unsound = sound_run(list(items.values()), {str(fault.path.resolve()) for fault in self.faults})
        if not self.unsound:
            self.fates = list(self.plant_all(items, reach))
        return True

    def plant_all(self, items: dict[str, pytest.Item], reach: dict[str, Reach]) -> Iterator[Fate]:
        """Each fault in a process of its own, so many of them at a time."""
        waiting = list(reversed(self.faults))
        running: dict[tuple[int, int], tuple[Fault, int]] = {}
        while waiting or running:
            while waiting and len(running) < self.workers and perf_counter() < self.until:
                fault = waiting.pop()
                names = that_reach(fault, reach)
                tests = [(items[name], max(SHORTEST, LONGER * reach[name].seconds)) for name in names]
                if tests:
                    running[start(fault, tests)] = fault, len(tests)
                else:
                    yield Fate(fault, 0, "")
            if not running:
                return
            for pipe in select.select([pipe for pipe, _ in running], [], [])[0]:
                process = next(process for other, process in running if other == pipe)
                fault, tests_run = running.pop((pipe, process))
                yield Fate(fault, tests_run, finish(pipe, process))


def hunt(faults: Sequence[Fault], tests: Sequence[str], workers: int, until: float) -> list[Fate]:
    """The fate of every fault that there was time for."""
    plugin = Hunt(faults, workers, until)
    words = ["-o", "addopts=", "--import-mode=importlib", "-p", "no:terminal", "-p", "no:cacheprovider",
             "-p", "no:xdist", "-s", *tests]
    pytest.main(words, plugins=[plugin])
    if plugin.unsound:
        raise UnsoundRules(", ".join(plugin.unsound))
    return plugin.fates


# Which tests reach what

def sound_run(items: list[pytest.Item], files: set[str]) -> tuple[dict[str, Reach], list[str]]:
    """In a fork, so that no cache of the rules is filled when the faults come."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        silence()
        answer = [(item.nodeid, *run_one(item, files)) for item in items]
        with os.fdopen(writer, "w") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = json.load(pipe)
    os.waitpid(process, 0)
    reach = {name: Reach(seconds, {(path, line) for path, line in calls}) for name, _, seconds, calls in answer}
    return reach, [name for name, failed, _, _ in answer if failed]


def run_one(item: pytest.Item, files: set[str]) -> tuple[bool, float, list[tuple[str, int]]]:
    calls: set[tuple[str, int]] = set()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code.co_filename in files:
            calls.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    begun = process_time()
    sys.setprofile(note)
    failed = fails(item)
    sys.setprofile(None)
    return failed, process_time() - begun, sorted(calls)


def fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def that_reach(fault: Fault, reach: dict[str, Reach]) -> list[str]:
    """The tests that call the function, or for a constant anything of its module; the quickest first."""
    path = str(fault.path.resolve())
    lines = {name: {line for file, line in one.calls if file == path} for name, one in reach.items()}
    names = [name for name, own in lines.items() if (fault.first_line in own if fault.first_line else own)]
    return sorted(names, key=lambda name: reach[name].seconds)


# One fault, one process

Limited = tuple[pytest.Item, float]  # a test, and the seconds of processor time that it may take


def start(fault: Fault, tests: Iterable[Limited]) -> tuple[int, int]:
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        return reader, process
    silence()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.write(writer, (try_out(fault, tests) or " ").encode())
    os._exit(0)


def try_out(fault: Fault, tests: Iterable[Limited]) -> str:
    try:
        plant(fault)
    except Exception as error:
        return f"{UNPLANTED}: {error!r}"
    try:
        return next((item.nodeid for item, seconds in tests if fails_in(item, seconds)), "")
    except BaseException as error:  # a fault may raise anything, even SystemExit
        return repr(error)


def fails_in(item: pytest.Item, seconds: float) -> bool:
    """Should it run without end, the signal ends this process."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    return fails(item)


def finish(pipe: int, process: int) -> str:
    """The test that failed; nothing written: it ran without end, or took all memory."""
    answer = os.read(pipe, 1 << 16).decode()
    os.close(pipe)
    os.waitpid(process, 0)
    return answer.strip() if answer else "ran without end"


def silence() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


# Planting

def plant(fault: Fault) -> None:
    code = compile(planted(fault), str(fault.path), "exec")
    if not fault.first_line:
        plant_constant(fault, code)
        return
    here, file = (fault.scope, fault.first_line), str(fault.path.resolve())
    faulty = next(one for one in codes(code) if (one.co_qualname, one.co_firstlineno) == here)
    gc.unfreeze()  # who has imported the app has frozen its modules, and what is frozen is not listed
    functions = [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename == file]
    sound = [one for one in functions if (one.__code__.co_qualname, one.__code__.co_firstlineno) == here]
    if not sound:
        raise LookupError(f"{fault.scope} is nowhere to be found")
    for function in sound:
        function.__code__ = faulty.replace(co_filename=file)


def plant_constant(fault: Fault, code: CodeType) -> None:
    """The name is bound again in its module, and in all that imported it from there."""
    module = module_of(fault.path)
    old, fresh = getattr(module, fault.scope), dict(vars(module))
    exec(code, fresh)
    package = module.__name__.rpartition(".")[0]
    for other in list(sys.modules.values()):
        near = other is module or (package and getattr(other, "__name__", "").startswith(package))
        if near and getattr(other, fault.scope, None) is old:
            setattr(other, fault.scope, fresh[fault.scope])


def codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from codes(one)


def module_of(path: Path) -> ModuleType:
    return import_module(".".join(path.with_suffix("").parts))

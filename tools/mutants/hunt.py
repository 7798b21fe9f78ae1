"""Run the tests against one planted fault after another.

Pytest collects once, and a run without faults records which tests call what. Then a forked process for each
fault replaces the function and runs the tests that call it, quickest first, until one fails.
"""

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
SHORTEST, LONGER = 2.0, 5.0  # seconds, or times its normal run; a longer test counts as endless


@dataclass(frozen=True)
class Fate:
    """The result for one fault."""

    fault: Fault
    tests: int
    """Number of tests that reach it."""
    killer: str
    """The failing test, or why the run ended; empty if the fault survived."""

    @property
    def planted(self) -> bool:
        return not self.killer.startswith(UNPLANTED)


@dataclass
class Reach:
    """One test in the run without faults."""

    seconds: float
    calls: set[tuple[str, int]]
    """File and first line of every function it called."""


class UnsoundRules(Exception):
    """A test fails even without a fault."""


@dataclass
class Hunt:
    """A pytest plugin that replaces its loop over the tests."""

    faults: Sequence[Fault]
    workers: int
    until: float
    """When to stop, by perf_counter."""
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
        reach, self.unsound = sound_run(list(items.values()),
                                        {str(fault.path.resolve()) for fault in self.faults})
        if not self.unsound:
            self.fates = list(self.plant_all(items, reach))
        return True

    def plant_all(self, items: dict[str, pytest.Item], reach: dict[str, Reach]) -> Iterator[Fate]:
        """Run each fault in a separate process, several at a time."""
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
    """The result of every fault that was tried."""
    plugin = Hunt(faults, workers, until)
    words = ["-o", "addopts=", "--import-mode=importlib", "-p", "no:terminal", "-p", "no:cacheprovider",
             "-p", "no:xdist", "-s", *tests]
    pytest.main(words, plugins=[plugin])
    if plugin.unsound:
        raise UnsoundRules(", ".join(plugin.unsound))
    return plugin.fates


# Which tests reach what

def sound_run(items: list[pytest.Item], files: set[str]) -> tuple[dict[str, Reach], list[str]]:
    """Run in a fork, so that the rules' caches stay empty."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        silence()
        answer = [(item.nodeid, *run_one(item, files)) for item in items]
        with os.fdopen(writer, "w", encoding="utf-8") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        answer = json.load(pipe)
    os.waitpid(process, 0)
    reach = {name: Reach(seconds, {(path, line) for path, line in calls})
             for name, _, seconds, calls in answer}
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
    """The tests that call the function, or anything in a constant's module; quickest first."""
    path = str(fault.path.resolve())
    lines = {name: {line for file, line in one.calls if file == path} for name, one in reach.items()}
    names = [name for name, own in lines.items() if (fault.first_line in own if fault.first_line else own)]
    return sorted(names, key=lambda name: reach[name].seconds)


# One fault, one process

Limited = tuple[pytest.Item, float]  # a test, and the processor seconds it may take


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
    """If it never ends, the signal ends this process."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    return fails(item)


def finish(pipe: int, process: int) -> str:
    """The test that failed; nothing if it never ended or ran out of memory."""
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
    gc.unfreeze()  # importing the app freezes its modules, and gc doesn't list frozen objects
    functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)
                 and one.__code__.co_filename == file]
    sound = [one for one in functions if (one.__code__.co_qualname, one.__code__.co_firstlineno) == here]
    if not sound:
        raise LookupError(f"{fault.scope} is nowhere to be found")
    for function in sound:
        function.__code__ = faulty.replace(co_filename=file)


def plant_constant(fault: Fault, code: CodeType) -> None:
    """Rebind the name in its module and in every module that imported it."""
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

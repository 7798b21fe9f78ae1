"""Phones at the table: from a guest's tap to all screens, and what it costs while nobody taps. `serve` in a process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from tools.bench._phone import Look, post
from tools.bench.report import Section, ms, part

NAMES = "Ana,Ben,Cleo,Dev,Eva,Finn,Gus,Hana"
ROOT = Path(__file__).resolve().parent.parent.parent
ANSWERS = 60
IDLE_SECONDS = 12.0
"""Everybody gets a heartbeat every ten seconds."""


class Served:
    """A play of Story with eight seats, open to guests."""

    def __init__(self, folder: str) -> None:
        words = [sys.executable, "main.py", "serve", "--game", "story", "--players", NAMES, "--bind", "127.0.0.1",
                 "--store", str(Path(folder) / "plays.db"), "--port", "8790"]
        begun = perf_counter()
        self.process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = ""
        while "Pages use plain http" not in said:
            said += self.process.stdout.readline()
        self.ready = perf_counter() - begun
        found = re.search(r":(\d+)/#s=(\S+)", said)
        assert found is not None
        self.port, self.secret = int(found[1]), found[2]

    def post(self, path: str, message: dict[str, Any], token: str = "") -> Any:
        return post(self.port, path, message, token)

    def seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served() -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        one = Served(folder)
        try:
            yield one
        finally:
            one.process.terminate()
            one.process.wait(10)


def measure() -> list[Section]:
    rows = []
    with served() as table:
        tokens = [table.post("/join", {"secret": table.secret, "seat": seat})["token"] for seat in range(8)]
        looks = [Look(table.port, token) for token in tokens]
        rows.append(("8 guests", *_answers(table, tokens, looks), *_idle(table)))
        watchers = [Look(table.port, table.post("/join", {"secret": table.secret, "watch": True})["token"])
                    for _ in range(50)]
        rows.append(("8 guests and 50 watchers", *_answers(table, tokens, [*looks, *watchers]), *_idle(table)))
        size = f"{max(one.size for one in looks):,} B"
        ready, memory = ms(table.ready), f"{table.memory():.0f} MB"
    return [Section("Phones at the table", f"`serve` and all guests on this machine: {ANSWERS} votes, from the tap to "
                    f"the last screen, then {IDLE_SECONDS:.0f} s of silence. Ready after {ready}; {memory} with all "
                    f"guests; the largest state has {size}.",
                    ("", "median", "95 of 100 within", "worst", "share of a core, idle"), tuple(rows))]


def _to_the_vote(table: Served, tokens: list[str], looks: list[Look], name: str) -> None:
    """Whatever is asked before it is answered by whoever is asked; what was voted before is opened."""
    for number in range(400):
        _settle(looks)
        came, state = looks[0].came, looks[0].state["table"]["state"]
        if state == "ballots" and not looks[0].state["table"]["in"]:
            return
        if state == "over":
            table.post("/do", {"id": f"{name}/n{number}", "op": "new", "key": "", "game": "story",
                               "epoch": looks[0].state["epoch"], "names": NAMES.split(",")}, tokens[0])
        elif (looks[0].state.get("host") or {}).get("open"):
            table.post("/do", {"id": f"{name}/o{number}", "op": "open", "key": "", "epoch": ""}, tokens[0])
        else:
            _answer_one(table, tokens, looks, f"{name}/b{number}")
        _wait(lambda came=came: looks[0].came != came)  # type: ignore[misc]
    raise RuntimeError("no vote")


def _settle(looks: list[Look]) -> None:
    """Wait until all phones show the same position."""
    _wait(lambda: len({one.state.get("epoch") for one in looks}) == 1 and bool(looks[0].state))


def _wait(done: Callable[[], bool]) -> None:
    end = perf_counter() + 20
    while not done():
        if perf_counter() > end:
            raise RuntimeError("a screen did not change")
        sleep(0.001)


def _answer_one(table: Served, tokens: list[str], looks: list[Look], number: str) -> None:
    for token, look in zip(tokens, looks, strict=False):
        mine = look.state.get("mine")
        if mine and mine["ask"]:
            ask = mine["ask"]
            op = {"op": "tap", "token": ask["choices"][0]["token"]} if ask.get("choices") else {"op": "give"}
            table.post("/do", {"id": number, "epoch": look.state["epoch"], "key": ask["key"], **op}, token)
            return


def _answers(table: Served, tokens: list[str], looks: list[Look]) -> tuple[str, str, str]:
    """Vote round after round; every screen must count each vote."""
    times: list[float] = []
    while len(times) < ANSWERS:
        _to_the_vote(table, tokens, looks, f"{len(looks)}/{len(times)}")
        for who in range(8):
            sleep(0.06)
            times.append(_vote(table, tokens[who], looks[who], looks, f"v{len(times)}/{len(looks)}"))
    return ms(median(times)), ms(part(times, 0.95)), ms(max(times))


def _vote(table: Served, token: str, look: Look, looks: list[Look], number: str) -> float:
    before = [one.came for one in looks]
    ask = look.state["mine"]["ask"]
    message = {"id": number, "epoch": look.state["epoch"], "op": "tap", "token": ask["choices"][0]["token"],
               "key": ask["key"]}
    begun = perf_counter()
    said = table.post("/do", message, token)
    if "answered" not in said:
        raise RuntimeError(f"the vote was not taken: {said}")
    _wait(lambda: all(one.came != was for one, was in zip(looks, before, strict=True)))
    return max(one.came for one in looks) - begun


def _idle(table: Served) -> tuple[str]:
    before = table.seconds()
    sleep(IDLE_SECONDS)
    return (f"{(table.seconds() - before) / IDLE_SECONDS * 100:.2f} %",)

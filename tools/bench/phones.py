"""Phones at the table: from a guest's tap to all screens, and what it costs while nobody taps. `serve` in a process."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from tools.bench.report import Section, ms, part

NAMES = "Ana,Ben,Cleo,Dev,Eva,Finn,Gus,Hana"
ROOT = Path(__file__).resolve().parent.parent.parent
ANSWERS = 60
IDLE_SECONDS = 12.0
"""A beat goes to everybody every ten."""


class Look:
    """A stream that is read in a thread of its own: when did each state come?"""

    def __init__(self, port: int, token: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.line.request("GET", "/events", headers={"X-Tableside": token})
        self.stream = self.line.getresponse()
        self.state: dict[str, Any] = {}
        self.came = 0.0
        self.size = 0
        self.news = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while raw := self.stream.readline():
            said = json.loads(raw)
            if "state" in said:
                self.came, self.state, self.size = perf_counter(), said["state"], len(raw)
                self.news.set()



class Served:
    """A Story of eight with its door open."""

    def __init__(self, folder: str) -> None:
        words = [sys.executable, "main.py", "serve", "--game", "story", "--players", NAMES, "--bind", "127.0.0.1",
                 "--plain", "--store", str(Path(folder) / "plays.db"), "--port", "8790"]
        begun = perf_counter()
        self.process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = ""
        while "Pages come by" not in said:
            said += self.process.stdout.readline()
        self.ready = perf_counter() - begun
        found = re.search(r":(\d+)/#s=(\S+)", said)
        assert found is not None
        self.port, self.secret = int(found[1]), found[2]

    def post(self, path: str, message: dict[str, Any], token: str = "") -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        line.request("POST", path, json.dumps(message), {"Content-Type": "application/json", "X-Tableside": token})
        return json.loads(line.getresponse().read())

    def seconds(self) -> float:
        """Of a processor, so far."""
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


def measure(step: float) -> list[Section]:
    rows = []
    with served() as table:
        tokens = [table.post("/join", {"secret": table.secret, "seat": seat})["token"] for seat in range(8)]
        looks = [Look(table.port, token) for token in tokens]
        _to_the_vote(table, tokens, looks)
        rows.append(("8 guests", *_answers(table, tokens, looks), *_idle(table)))
        watchers = [Look(table.port, table.post("/join", {"secret": table.secret, "watch": True})["token"])
                    for _ in range(50)]
        rows.append(("8 guests and 50 watchers", *_answers(table, tokens, [*looks, *watchers]), *_idle(table)))
        size = f"{max(one.size for one in looks):,} B"
        ready, memory = ms(table.ready), f"{table.memory():.0f} MB"
    return [Section("Phones at the table", f"`serve` on this machine, all guests on it, too. A vote from the tap to "
                    f"the last of all screens, {ANSWERS} times; then nobody does anything for {IDLE_SECONDS:.0f} s. "
                    f"Ready after {ready}, {memory} with all of them; the largest state {size}.",
                    ("", "median", "95 of 100 within", "worst", "of a core, idle"), tuple(rows)), picture()]


def picture() -> Section:
    """Of the app with its window; what is encoded and sent costs it no frame."""
    done = subprocess.run([sys.executable, "-m", "tools.bench._guest_picture"], cwd=ROOT, stdout=subprocess.PIPE,
                          text=True, check=True)
    told: dict[str, dict[str, list[float]]] = json.loads(done.stdout.splitlines()[-1])
    rows = []
    for game, steps in told.items():
        each = [one for step in ("_show", "_draw", "_read") for one in steps[step]]
        rows.append((game, *(ms(median(steps[step])) for step in ("_show", "_draw", "_read")), ms(part(each, 0.95)),
                     ms(max(each)), ms(max(steps["_make"]))))
    return Section("The stage on guests' phones", "The app draws one picture of the stage for each change, in "
                   "frames of its own: the stage is laid out, drawn in four strips (here by the processor), and read. "
                   "Time of the processor in each, all threads; the stage itself is made once, after the door is "
                   "opened.",
                   ("", "laid out", "a strip drawn", "read", "95 of 100 within", "longest", "made, once"), tuple(rows))


def _to_the_vote(table: Served, tokens: list[str], looks: list[Look]) -> None:
    for number in range(200):
        sleep(0.02)
        if looks[0].state.get("table", {}).get("state") == "ballots":
            return
        for token, look in zip(tokens, looks, strict=True):
            mine = look.state.get("mine")
            if mine and mine["ask"]:
                ask = mine["ask"]
                op = {"op": "tap", "token": ask["choices"][0]["token"]} if ask.get("choices") else {"op": "give"}
                table.post("/do", {"id": f"b{number}", "epoch": look.state["epoch"], "key": ask["key"], **op}, token)
                break
    raise RuntimeError("no vote")


def _answers(table: Served, tokens: list[str], looks: list[Look]) -> tuple[str, str, str]:
    """Seven vote and change their votes, the eighth never does: the round stays open."""
    times = []
    for number in range(ANSWERS):
        who = number % 7
        look = looks[who]
        while not (look.state.get("mine") or {}).get("ask"):
            sleep(0.005)
        sleep(0.06)
        before = [one.came for one in looks]
        message = {"id": f"v{number}/{len(looks)}", "epoch": look.state["epoch"], "op": "tap", "token": number % 8,
                   "key": look.state["mine"]["ask"]["key"]}
        begun = perf_counter()
        table.post("/do", message, tokens[who])
        while any(one.came == was for one, was in zip(looks, before, strict=True)) and perf_counter() - begun < 2:
            sleep(0.001)
        if perf_counter() - begun < 2:
            times.append(max(one.came for one in looks) - begun)
    return ms(median(times)), ms(part(times, 0.95)), ms(max(times))


def _idle(table: Served) -> tuple[str]:
    before = table.seconds()
    sleep(IDLE_SECONDS)
    return (f"{(table.seconds() - before) / IDLE_SECONDS * 100:.2f} %",)

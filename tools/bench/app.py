"""The app: its start, its answers, its frames and its memory, each in a fresh process, beside a bare KivyMD app."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from companion.core.registry import find_games
from tools.bench.report import Section, ms

HOME = Path(__file__).resolve().parents[2]
STARTS, RUNS = 5, 3
DENSE = "2.625"
"""Pixels per dp on a phone."""


def measure(step: float) -> list[Section]:
    return [_start(), _opening(), _answers(), _frames()]


def told(*role: str, density: str = "1") -> dict[str, Any]:
    """What one fresh process reports."""
    made = subprocess.run([sys.executable, "-m", "tools.bench._screen", *role], cwd=HOME, capture_output=True,
                          text=True, timeout=600, check=False, env=os.environ | {"KIVY_METRICS_DENSITY": density})
    if made.returncode:
        raise RuntimeError(f"{' '.join(role)} could not be measured: {made.stderr[-2000:]}")
    numbers: dict[str, Any] = json.loads(made.stdout.splitlines()[-1])
    return numbers


def _start() -> Section:
    ours, bare = [], []
    for _ in range(STARTS):  # alternate, so that both run under the same load
        bare.append(told("start-bare"))
        ours.append(told("start"))
    time_ours, time_bare = min(one["cpu"] for one in ours), min(one["cpu"] for one in bare)
    kb_ours, kb_bare = min(one["kb"] for one in ours), min(one["kb"] for one in bare)
    rows = (("start to the first usable frame", ms(time_ours), ms(time_bare), f"{time_ours / time_bare:.2f}"),
            ("modules then (our own)", f"{ours[0]['modules']:.0f} ({ours[0]['ours']:.0f})",
             f"{bare[0]['modules']:.0f}", f"{ours[0]['modules'] / bare[0]['modules']:.2f}"),
            ("memory then", f"{kb_ours / 1024:.0f} MB", f"{kb_bare / 1024:.0f} MB", f"{kb_ours / kb_bare:.2f}"))
    return Section("Start", f"The library of a fresh install against a KivyMD app with one label, {STARTS} fresh "
                   "processes each, by turns, the best of each; processor time from the first line of Python to the "
                   "second frame.", ("", "Tableside", "bare KivyMD", "ratio"), rows)


def _opening() -> Section:
    rows = []
    for name, game in find_games().games.items():
        runs = [told("opening", name) for _ in range(RUNS)]
        numbers = {one: min(run[one] for run in runs) for one in runs[0]}
        rows.append((game.facts.title, *(ms(numbers[one]) for one in ("sit_down", "sitting", "opens", "looking"))))
    return Section("Opening a table", "In a fresh process, from the library by way of the new play to the first "
                   "question, each looked at for two seconds: the frame in which it opens, and the slowest of the "
                   f"frames after it, in which what comes next is got ready; of each the best of {RUNS} processes. "
                   "Processor time of the app's own thread; no frame may take 100 ms.",
                   ("game", "new play opens", "a frame after it, worst", "table opens", "a frame after it, worst"),
                   tuple(rows))


def _best(role: str, game: str, density: str = "1") -> dict[str, list[float]]:
    """Repeat the same answers, because other processes use this machine too."""
    runs = [told(role, game, density=density) for _ in range(RUNS)]
    pick: dict[str, Callable[[Any], float]] = {"times": min, "after": min, "steps": median}
    return {one: [pick[one](told) for told in zip(*(run[one] for run in runs), strict=True)] for one in runs[0]}


def _answers() -> Section:
    rows = []
    for name, game in find_games().games.items():
        usual, hasty, dense = _best("answers", name), _best("hasty", name), _best("answers", name, density=DENSE)
        times, steps, after = usual["times"], usual["steps"], usual["after"]
        rows.append((game.facts.title, ms(median(times)), ms(sorted(times)[int(len(times) * 0.95)]), ms(max(times)),
                     f"{median(steps):,.0f}", f"{max(steps):,.0f}", ms(median(after)), ms(max(after)),
                     ms(max(hasty["times"])), ms(median(dense["times"])), ms(max(dense["times"]))))
    return Section("From the answer to the redrawn screen", "Random answers on the real table screen, phone size, the "
                   "first one two seconds after it was opened: rules, record, panel, stage and layout, until the next "
                   "frame is ready to be drawn; then the slowest of the four frames that follow, so that what is put "
                   "off is seen, too; at last the worst answer of a table that gives the first one a sixth of a second "
                   "after the app has started, with nothing got ready; and all again at a phone's own density. "
                   f"The same play in {RUNS} processes, of each answer the best time. "
                   "Processor time of the app's own thread; in steps, timed beside every answer, for shared machines.",
                   ("game", "median", "95 of 100 within", "worst", "steps, median", "worst",
                    "a frame after it, median", "worst", "worst in haste", f"at {DENSE}, median", "worst"), tuple(rows))


def _frames() -> Section:
    sails, empty = told("frames"), told("frames-bare")
    rows = (("our own work", ms(sails["own"]), ms(empty["own"])),
            ("with the drawing, by the processor", ms(sails["whole"]), ms(empty["whole"])),
            ("with the drawing, on the clock", ms(sails["clock"]), ms(empty["clock"])),
            ("frames a second", f"{1 / sails['clock']:.0f}", f"{1 / empty['clock']:.0f}"))
    return Section("A frame while the sails turn", "Windmill's table screen with its timer, against an empty KivyMD "
                   "screen, medians; there is no graphics card in this machine, so all but the first line is mostly "
                   "the drawing in software, on both cores.", ("", "the sails turn", "empty screen"), rows)

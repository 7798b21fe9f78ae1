"""The app: its start, its answers, its frames and its memory, each in a fresh process,
beside a bare KivyMD app."""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from companion.core.registry import find_games
from tools.bench.report import Section, ms

HOME = Path(__file__).resolve().parents[2]
STARTS, RUNS = 5, 3
DENSE = "2.625"
"""Pixels per dp on a phone."""


def measure() -> list[Section]:
    return [_start(), _opening(), _answers(), _frames()]


def told(*role: str, density: str = "1") -> dict[str, Any]:
    """What one fresh process reports."""
    made = subprocess.run([sys.executable, "-m", "tools.bench._screen", *role], cwd=HOME, capture_output=True,
                          encoding="locale", timeout=600, check=False,
                          env=os.environ | {"KIVY_METRICS_DENSITY": density})
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
            ("memory then", f"{kb_ours / 1024:.0f} MB", f"{kb_bare / 1024:.0f} MB",
             f"{kb_ours / kb_bare:.2f}"))
    return Section("Start", "The library of a fresh install and a KivyMD app with one label: the best of "
                   f"{STARTS} processes each. Processor time from the first line of Python to the second "
                   "frame.", ("", "Tableside", "bare KivyMD", "ratio"), rows)


def _opening() -> Section:
    rows = []
    for name, game in find_games().games.items():
        runs = [told("opening", name) for _ in range(RUNS)]
        numbers = {one: min(run[one] for run in runs) for one in runs[0]}
        rows.append((game.facts.title,
                     *(ms(numbers[one]) for one in ("sit_down", "sitting", "opens", "looking"))))
    return Section("Opening a table",
                   "From the library to the new play to the first question, with two seconds on "
                   "each: the frame that opens it (of the table, the slower of two), and the slowest frame "
                   "after that, which prepares the next "
                   f"screen. The best of {RUNS} processes; processor time of the app's thread. No frame may "
                   f"take 100 ms.",
                   ("game", "new play opens", "a frame after it, worst", "table opens",
                    "a frame after it, worst"),
                   tuple(rows))


def _best(role: str, game: str, density: str = "1") -> dict[str, list[float]]:
    """Repeat the same answers, because other processes use this machine too."""
    runs = [told(role, game, density=density) for _ in range(RUNS)]
    return {one: [min(told) for told in zip(*(run[one] for run in runs), strict=True)] for one in runs[0]}


def _answers() -> Section:
    rows = []
    for name, game in find_games().games.items():
        usual, hasty = _best("answers", name), _best("hasty", name)
        dense = _best("answers", name, density=DENSE)
        times, after, made = usual["times"], usual["after"], told("calls", name)["times"]
        rows.append((game.facts.title, ms(median(times)), ms(sorted(times)[int(len(times) * 0.95)]),
                     ms(max(times)),
                     f"{median(made):,.0f}", f"{max(made):,.0f}", ms(median(after)), ms(max(after)),
                     ms(max(hasty["times"])), ms(median(dense["times"])), ms(max(dense["times"]))))
    return Section("From the answer to the redrawn screen",
                   "Random answers on the table screen at phone size, from "
                   "the touch until the next frame is ready to draw. Also: the slowest of the four frames "
                   "after it, the worst answer right after the start (in haste), and the same at a phone's "
                   "density. The same "
                   f"play in {RUNS} processes, the best time of each answer; processor time of the app's "
                   "thread.", ("game", "median", "95 of 100 within", "worst", "calls, median", "worst",
                               "a frame after it, median", "worst", "worst in haste", f"at {DENSE}, median",
                               "worst"), tuple(rows))


def _frames() -> Section:
    sails, empty = told("frames"), told("frames-bare")
    rows = (("our own work", ms(sails["own"]), ms(empty["own"])),
            ("with drawing, processor time", ms(sails["whole"]), ms(empty["whole"])),
            ("with drawing, real time", ms(sails["clock"]), ms(empty["clock"])),
            ("frames per second", f"{1 / sails['clock']:.0f}", f"{1 / empty['clock']:.0f}"))
    return Section("A frame while the sails turn",
                   "Windmill's table screen with its timer, and an empty KivyMD "
                   "screen; medians. Without a graphics card, all but the first line is mostly drawing in "
                   "software.", ("", "the sails turn", "empty screen"), rows)

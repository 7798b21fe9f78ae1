"""Run every area, print the report and write it to build/benchmarks.md:
`python -m tools.bench [AREA ...]`."""

import sys
from datetime import date
from importlib import import_module
from pathlib import Path

from tools.machine import machine

AREAS = ("app", "engine", "store")
REPORT = Path(__file__).resolve().parent.parent.parent / "build" / "benchmarks.md"


def main(words: list[str]) -> int:
    strange = [word for word in words if word not in AREAS]
    if strange:
        sys.stderr.write(f"There is no area called {strange[0]}, only: {', '.join(AREAS)}.\n")
        return 2
    pieces = [f"# Benchmarks\n\nMeasured with `make bench` on {date.today()}: {machine()}.\n*Calls* are the "
              "functions that the interpreter called. Unlike times, you can compare them between machines "
              "and runs."]
    for name in words or AREAS:
        for section in import_module(f"tools.bench.{name}").measure():
            pieces.append(section.markdown())
            sys.stdout.write(f"{section.markdown()}\n\n")
    if not words:  # write the report only for a full run
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text("\n\n".join(pieces) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

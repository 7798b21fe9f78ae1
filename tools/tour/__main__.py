"""`python -m tools.tour [--only windmill] [--size phone] [--density 2.625]`: drives every screen, writes pictures.

Every scene runs in a process of its own for every look, two at a time. A step that fails is told, the rest goes on, and
the tour ends with 1.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from time import time

HOME = Path(__file__).resolve().parents[2]
OUT = HOME / "docs" / "screenshots"
LONGEST = 900
SCENES = {
    "shell": "tools.tour.shell:shell",
    "windmill": "tools.tour.stories:windmill",
    "by-hand": "tools.tour.by_hand:by_hand",
    "story": "tools.tour.stories:story",
    "keywords": "tools.tour.stories:keywords",
    "windward": "tools.tour.voyages:windward",
    "winter_tales": "tools.tour.winter:winter_tales",
    "any_box": "tools.tour.any_box:any_box",
    "reference": "tools.tour.reference:reference",
}
SIGHTS = ("phone", "light", "big", "contrast", "small", "small-big", "landscape", "tablet", "tablet-light",
          "tablet-big")


def one(scene: str, sight: str, out: Path) -> int:
    """In this very process: one scene in one look."""
    from tools.tour.guide import Guide
    module, _, name = SCENES[scene].partition(":")
    guide = Guide(scene, sight, out)
    with guide.step(scene):
        getattr(import_module(module), name)(guide)
    size = sum(path.stat().st_size for path in guide.taken) // 1024
    print(f"{scene:>13} {sight:<12} {len(guide.taken):>3} pictures {size:>6} KB"
          + (f"   FAILED: {', '.join(guide.failed)}" if guide.failed else ""))
    return 1 if guide.failed else 0


def all_of(scenes: list[str], sights: list[str], out: Path, whole: bool, density: str) -> int:
    env = os.environ | {"KIVY_METRICS_DENSITY": density}

    def run(job: tuple[str, str]) -> int:
        words = [sys.executable, "-m", "tools.tour", "--one", *job, "--out", str(out)]
        try:
            made = subprocess.run(words, cwd=HOME, env=env, capture_output=True, text=True, timeout=LONGEST,
                                  check=False)
        except subprocess.TimeoutExpired:
            print(f"{job}: not done after {LONGEST} seconds", flush=True)
            return 1
        told = [line for line in made.stderr.splitlines() if line.strip()] if made.returncode else []
        print(made.stdout.rstrip() or f"{job}: ended with {made.returncode}", *told[-30:], sep="\n", flush=True)
        return made.returncode

    begun = time()
    with ThreadPoolExecutor(2) as pool:
        failed = sum(1 for code in pool.map(run, [(scene, sight) for scene in scenes for sight in sights]) if code)
    if whole and not failed:  # what no step takes any more is taken away
        for path in [path for path in out.rglob("*.png") if path.stat().st_mtime < begun]:
            path.unlink()
    pictures = list(out.rglob("*.png"))
    print(f"{len(pictures)} pictures, {sum(path.stat().st_size for path in pictures) / 2**20:.1f} MB in {out}")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.tour", description="Drive every screen, write docs/screenshots.")
    parser.add_argument("--only", choices=SCENES, action="append", help="this scene; may be given twice")
    parser.add_argument("--size", choices=SIGHTS, action="append", help="this look; may be given twice")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--density", default="1", help="pixels a dp: 2.625 is a phone's own, 2 a tablet's")
    parser.add_argument("--one", nargs=2, metavar=("SCENE", "LOOK"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        return one(*asked.one, asked.out)
    whole = not asked.only and not asked.size and asked.density == "1"
    return all_of(asked.only or list(SCENES), asked.size or list(SIGHTS), asked.out, whole, asked.density)


if __name__ == "__main__":
    sys.exit(main())

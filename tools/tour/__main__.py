"""`python -m tools.tour [--only windmill] [--size phone] [--language de]`: write pictures of every screen.

Each scene runs in a separate process for each size, two at a time. If a step fails, the rest goes on and the
exit code is 1.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
OUT = HOME / "build" / "tour"
LONGEST = 900
SCENES = ("shell", "windmill", "story", "keywords", "windward", "winter_tales", "score_sheet", "readme",
          "reference")
SIGHTS = ("phone", "light", "store", "big", "contrast", "small", "small-big", "landscape", "tablet",
          "tablet-light", "tablet-big")


def one(scene: str, sight: str, out: Path, language: str) -> int:
    """Run one scene at one size in this process."""
    from tools.tour.guide import Guide
    from tools.tour.scenes import run
    guide = Guide(scene, sight, out, language)
    with guide.step(scene):
        run(guide)
    print(f"{scene:>13} {sight:<12} {len(guide.taken):>3} pictures"
          + (f"   FAILED: {', '.join(guide.failed)}" if guide.failed else ""))
    return 1 if guide.failed else 0


def all_of(scenes: list[str], sights: list[str], out: Path, density: str, language: str) -> int:
    env = os.environ | {"KIVY_METRICS_DENSITY": density}

    def run(job: tuple[str, str]) -> int:
        words = [sys.executable, "-m", "tools.tour", "--one", *job, "--out", str(out), "--language", language]
        try:
            made = subprocess.run(words, cwd=HOME, env=env, capture_output=True, encoding="locale",
                                  timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired:
            print(f"{job}: not done after {LONGEST} seconds", flush=True)
            return 1
        errors = [line for line in made.stderr.splitlines() if line.strip()] if made.returncode else []
        print(made.stdout.rstrip() or f"{job}: ended with {made.returncode}", *errors[-30:], sep="\n",
              flush=True)
        return made.returncode

    with ThreadPoolExecutor(2) as pool:
        failed = sum(1 for code in pool.map(run, [(scene, sight) for scene in scenes for sight in sights])
                     if code)
    print(f"{len(list(out.rglob('*.png')))} pictures in {out}")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.tour",
                                     description="Drive every screen and take its picture.")
    parser.add_argument("--only", choices=SCENES, action="append", help="this scene; may be given twice")
    parser.add_argument("--size", choices=SIGHTS, action="append", help="this size; may be given twice")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--density", default="1", help="pixels per dp: 2.625 is a phone's, 2 a tablet's")
    parser.add_argument("--language", default="en", help="de for German")
    parser.add_argument("--one", nargs=2, metavar=("SCENE", "SIZE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        return one(*asked.one, asked.out, asked.language)
    sizes = asked.size or [sight for sight in SIGHTS if sight != "store"]
    return all_of(asked.only or list(SCENES), sizes, asked.out, asked.density, asked.language)


if __name__ == "__main__":
    sys.exit(main())

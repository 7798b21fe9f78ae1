"""Plant faults in the rules of every game and list those that no test finds.

    python -m tools.mutants --game story --sample 50 --seed 2
"""

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from tools.mutants.faults import Fault, faults
from tools.mutants.hunt import Fate, UnsoundRules, hunt

GAMES = ("windmill", "story", "keywords", "windward", "winter_tales")
HOME, TESTS = Path("companion/games"), Path("tests/games")
KIT = "tests/kit/test_all_games.py"
RULES = ("rules.py", "rules/**/*.py", "scoring.py", "questions.py")


def main(words: Sequence[str]) -> int:
    wanted = arguments(words)
    os.environ["KIVY_NO_ARGS"] = "1"  # a few of the tests import Kivy, which would read our arguments
    if not hasattr(os, "fork"):
        print("Planting faults needs os.fork: run it on Linux or macOS.", file=sys.stderr)
        return 1
    until = perf_counter() + 60 * wanted.minutes if wanted.minutes else float("inf")
    if wanted.rules:
        groups = {"": (wanted.rules, wanted.tests)}
    else:
        groups = {game: (rules_of(game), tests_of(game)) for game in wanted.game or GAMES}
    sample = drawn({name: rules for name, (rules, _) in groups.items()}, wanted.sample, wanted.seed)
    for at, (name, (_, tests)) in enumerate(groups.items(), start=1):
        now = perf_counter()
        share = now + (until - now) / (len(groups) + 1 - at)  # time a quick game leaves goes to later ones
        try:
            found = hunt(sample[name], tests, wanted.workers, share) if sample[name] else []
            found = [fate for fate in found if fate.planted]
        except UnsoundRules as unsound:
            print(f"Mend the tests first; without any fault these fail: {unsound}", file=sys.stderr)
            return 1
        print(tally(name or "all", found, len(sample[name])), *survivors(found), sep="\n", flush=True)
    return 0


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools.mutants",
                                     description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be given again")
    parser.add_argument("--sample", type=int, default=200,
                        help="how many faults, drawn from all of them (200)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others (1)")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--minutes", type=float, default=0, help="plant no more after so long")
    parser.add_argument("--rules", nargs="+", type=Path, default=[], help="these files instead of a game's")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="the tests for --rules")
    return parser.parse_args(words)


def rules_of(game: str) -> list[Path]:
    return sorted(path for pattern in RULES for path in (HOME / game).glob(pattern)
                  if path.name != "__init__.py")


def tests_of(game: str) -> list[str]:
    """The game's tests without its screen, its golden plays, and the kit's quick single-process checks."""
    return [str(TESTS / game), str(TESTS / "test_golden.py"), KIT, "-k", f"{game} and not hash_seeds",
            "--ignore", str(TESTS / game / "screen"), "-m", "not slow"]


def drawn(groups: dict[str, list[Path]], size: int, seed: int) -> dict[str, list[Fault]]:
    """Sample across all groups in random order, so that a time limit cuts off random ones."""
    every = [(name, fault) for name, rules in groups.items() for path in rules
             for fault in faults(path)]
    sample = random.Random(seed).sample(every, min(size, len(every)))
    return {name: [fault for other, fault in sample if other == name] for name in groups}


def tally(name: str, fates: Sequence[Fate], drawn_for: int) -> str:
    killed = sum(1 for fate in fates if fate.killer)
    unreached = sum(1 for fate in fates if not fate.tests)
    rest = f"; {drawn_for - len(fates)} of the sample not planted" if len(fates) < drawn_for else ""
    return (f"{name}: {len(fates)} planted, {killed} killed, {len(fates) - killed} survived"
            f" ({unreached} of them reached by no test){rest}")


def survivors(fates: Sequence[Fate]) -> Iterator[str]:
    for fate in sorted(fates, key=lambda fate: (str(fate.fault.path), fate.fault.line)):
        if not fate.killer:
            how = f"{fate.tests} tests reach it" if fate.tests else "no test reaches it"
            yield f"{fate.fault}  ({how})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

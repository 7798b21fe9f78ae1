"""Checks that random plays don't depend on string hashing."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from companion.core.engine.state import canonical
from companion.core.registry import load
from companion.testing.driving import AnyGame, Findings, a_check, look, steps


@a_check
def check_hash_seeds(game: AnyGame, found: Findings, plays: int = 3) -> None:
    """Tables, questions and the order of choices are equal under two values of PYTHONHASHSEED."""
    target = reference(game)
    if target is None:
        found.add(type(game).__module__, "the game is not a variable of its module, so no other process can find it")
        return
    for number in range(plays):
        one, other = (_in_a_process(target, number, value) for value in ("1", "4242"))
        line = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
        if line is not None or len(one) != len(other):
            found.add(f"seed {number}, line {line}", "another process gets a different table: something depends on "
                      "the order of a set, on hash() or on an address; sort it")


def reference(game: AnyGame) -> str | None:
    """`module:name` by which another process finds this game."""
    own = type(game).__module__
    return next((f"{module}:{name}" for module in (own, own.rpartition(".")[0])
                 for name, value in vars(sys.modules.get(module, object)).items() if value is game), None)


def _in_a_process(target: str, seed: int, hash_seed: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = [sys.executable, "-m", "companion.testing.hash_seeds", target, str(seed)]
    return subprocess.run(words, text=True, capture_output=True, env=environment, timeout=300, check=True
                          ).stdout.splitlines()


if __name__ == "__main__":
    for play in steps(load(sys.argv[1]), int(sys.argv[2]), Findings("hash seeds"), limit=150):
        print(hashlib.sha256(canonical(look(play)).encode()).hexdigest()[:16])

"""The same log in other processes, where texts and objects hash differently, must lead to the same table."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

from companion.core.engine.log import FAILED, Record
from companion.core.engine.state import canonical, picture
from companion.core.play import Play
from companion.core.questions import Json
from companion.core.registry import load
from companion.core.setup import Setup
from companion.testing.checks import a_check
from companion.testing.driving import AnyGame, AnyPlay, played
from companion.testing.findings import Finding, Findings

MANY = 200


@a_check
def check_hash_seeds(game: AnyGame, plays: int = 3, seed: int = 0) -> list[Finding]:
    """Tables, choices in their order and chronicles are equal with two other values of PYTHONHASHSEED."""
    found = Findings("hash seeds")
    target = reference(game)
    if target is None:
        found.add(type(game).__module__, "the game has no name at the top of its module, so no process can find it")
        return found.list()
    logs: list[Json] = []
    for number in range(seed, seed + plays):
        play = played(game, number, found, limit=150)
        if play is not None:
            logs.append({"setup": play.setup.to_json(), "log": [record.to_json() for record in play.log]})
    order = json.dumps({"game": target, "plays": logs})
    first, second = (_in_a_process(order, value, found) for value in ("1", "4242"))
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        line = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
        if line is not None or len(one) != len(other):
            found.add(f"seed {seed + number}, line {line}", "another process comes to another table: something "
                      "depends on the order of a set, on hash() or on an address")
    return found.list()


def reference(game: AnyGame) -> str | None:
    """`module:name` under which another process finds this game."""
    own = type(game).__module__
    for module in [own, own.rpartition(".")[0]]:
        for name, value in vars(sys.modules.get(module, object)).items():
            if value is game:
                return f"{module}:{name}"
    return None


def _in_a_process(order: str, hash_seed: str, found: Findings) -> list[list[str]]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-m", "companion.testing.hash_seeds"], input=order, text=True,
                          capture_output=True, env=environment, timeout=300, check=False)
    if done.returncode:
        found.add(f"PYTHONHASHSEED={hash_seed}", f"the log can't be replayed: {done.stderr.strip().splitlines()[-1]}")
        return []
    answer: list[list[str]] = json.loads(done.stdout)
    return answer


def digests(order: Json) -> list[list[str]]:
    """For each play, a fingerprint of everything after each line."""
    game = load(order["game"])
    return [_digests(game, one) for one in order["plays"]]


def _digests(game: AnyGame, one: Json) -> list[str]:
    play: AnyPlay = Play(game, Setup.from_json(one["setup"]))
    seen = [_digest(play)]
    for number, line in enumerate(one["log"]):
        record = Record.from_json(line)
        if record.kind == FAILED:  # told by the checks that play
            break
        play.run.feed(number, record, check=True)
        seen.append(_digest(play))
    return seen


def _digest(play: AnyPlay) -> str:
    table = play.table
    asked: list[Any] = []
    for question in [*play.open(), *play.standing()]:
        choices = [question.encode(choice) for choice, _ in zip(question.choices(table), range(MANY), strict=False)]
        asked.append([question.key(), str(question.sentence(table)), choices])
    told = [str(line.text) for entry in play.chronicle()[-2:] for line in entry.lines]
    whole = canonical([picture(table), asked, told, [field.path for field in play.fields()]])
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests(json.load(sys.stdin))))

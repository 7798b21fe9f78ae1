"""Golden playthroughs: a play as readable text, replayed line by line.

    windmill: Ana, Ben, Cleo
    option strict_first_round = true

    Oldest/table 0      -> Ana is the oldest and begins.
    CardDown/0 "done"   -> # Story one, told by Ana | Ana laid the card down.
    Guess/1 "right"     -> Ben found Ana's card on guess 1. | Ana +1, Ben +1
    exit StoryVoided    -> ...
    correct round 2     -> ...
    leave 2             -> ...
    == Ana wins. | 1 Ana 4 | 2 Ben 1 ...

Left of the arrow the record, right of it what the chronicle says (a heading begins with #) and the points.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Person, Setup
from companion.simulate import golden, random_play, random_setup
from companion.testing.wild import wild_play


def replay(game: Game[Any], page: Path) -> list[str]:
    """Play the page and return the result, to compare with the original."""
    return played(game, page)[1]


def played(game: Game[Any], page: Path) -> tuple[Play[Any], list[str]]:
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.strip()]
    play: Play[Any] = _start(game, [line for line in lines if _is_setup(line)])
    return play, [_line_of(play, line) for line in lines]


def _line_of(play: Play[Any], line: str) -> str:
    """The line of the page, as this play has it."""
    if _is_setup(line):
        return line
    return _outcome(play) if line.startswith("==") else _carry_out(play, line)


def written(page: Path) -> list[str]:
    """The page with normalized spaces."""
    return [" ".join(line.split()) for line in page.read_text(encoding="utf-8").splitlines() if line.strip()]


def _is_setup(line: str) -> bool:
    return "->" not in line and not line.startswith("==")


def _start(game: Game[Any], lines: list[str]) -> Play[Any]:
    names = next(line for line in lines if line.startswith(f"{game.facts.id}:")).split(":")[1].split(",")
    options = dict(line.removeprefix("option ").split(" = ") for line in lines if line.startswith("option "))
    seated = tuple(Person(name.strip(), colour) for colour, name in enumerate(names))
    return Play(game, Setup(seated, {key: json.loads(value) for key, value in options.items()}))


def _carry_out(play: Play[Any], line: str) -> str:
    record = line.split("->", maxsplit=1)[0].strip()
    before = len(play.chronicle())
    verb, _, rest = record.partition(" ")
    if verb == "exit":
        play.exit(rest)
    elif verb == "leave":
        play.leave(int(rest))
    elif verb == "correct":
        path, _, value = rest.partition(" ")
        play.correct(path, json.loads(value))
    else:
        play.answer(verb, json.loads(rest))
    told = [part for entry in play.chronicle()[before:] for part in _words(play, entry)]
    return " ".join(f"{record} -> {' | '.join(told)}".split())


def _words(play: Play[Any], entry: Any) -> list[str]:
    words = [f"# {line.text}" if line.heading else str(line.text) for line in entry.lines]
    points = ", ".join(f"{play.table.seats[seat].name} {change:+d}" for seat, change in entry.points)
    return [*words, points] if points else words


def _outcome(play: Play[Any]) -> str:
    outcome = play.outcome()
    assert outcome is not None, "the play is not over where the page says so"
    places = [f"{place.place} {play.table.seats[place.seat].name} {place.score}" for place in outcome.places]
    return " | ".join([f"== {outcome.sentence}", *places])


def kit(pages: Path) -> dict[str, Any]:
    """Every golden page and some random and wild plays of each game, as this Python plays them."""
    games = find_games().games
    found: dict[str, Any] = {f"{page.parts[-3]} {page.stem}": replay(games[page.parts[-3]], page)
                             for page in sorted(pages.glob("*/golden/*.txt"))}
    for game in games.values():
        rng = Random(game.facts.id)
        found[f"{game.facts.id} random"] = list(golden(random_play(game, random_setup(game, rng), rng)))
        for seed in range(2):
            wild = wild_play(game, seed, looks=0.01, laws=False)
            assert wild.play is not None and wild.findings == [], wild.findings
            found[f"{game.facts.id} wild {seed}"] = [record.to_json() for record in wild.play.log]
    return found

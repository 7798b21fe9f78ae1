"""Phones that exchange files in any order end with the same plays and the same statistics."""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.play import NotSaved
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from companion.services.store.lines import root_of
from companion.simulate import random_setup
from companion.testing.driving import choose
from tools.kills import Tally, act

MOVES = ("begin", "go on", "go on", "end", "send", "take", "take")
STEPS, LONGEST = 14, 2_000


def courses(phone: Library) -> list[str]:
    """Every play's log as everybody may see it, and the play it began as."""
    return sorted(f"{root_of(row.uid)} {[record.to_json() for record in phone.resume(row.id).play.public_log()]}"
                  for row in phone.plays())


def counted(phone: Library) -> list[tuple[str, int | None, int | None, bool]]:
    return sorted((row.name, row.place or 0, row.score or 0, row.won) for row in phone.store.results())


def exchanges(folder: Path, games: dict[str, Game[Any]], number: int, seed: int = 1) -> Tally:
    tally = Tally("Files between three phones")
    for count in range(seed, seed + number):
        place = folder / f"phones-{count}"
        place.mkdir()
        phones = [Library(open_store(place / f"{name}.db"), games, MachineClock()) for name in "abc"]
        _evening(phones, place, Random(count), tally)
        for one, other in [(one, other) for _ in range(2) for one in phones for other in phones]:
            _send(one, other, place / "last.json")
        first, *others = phones
        tally.counts["exchanges"] += 1
        tally.counts["plays"] += len(courses(first))
        if any(courses(phone) != courses(first) for phone in others):
            tally.faults.append(f"seed {count}: the plays differ")
        if any(counted(phone) != counted(first) for phone in others):
            tally.faults.append(f"seed {count}: the statistics differ")
        if len(set(courses(first))) < len(courses(first)):
            tally.faults.append(f"seed {count}: a course is there twice")
        for phone in phones:
            phone.store.close(backup=False)
    return tally


def _evening(phones: list[Library], place: Path, rng: Random, tally: Tally) -> None:
    post: list[Path] = []
    for step in range(STEPS):
        phone, move = rng.choice(phones), rng.choice(MOVES)
        rows = phone.plays()
        tally.counts[move] += 1
        if move == "begin" or not rows:
            game = phone.games[rng.choice(sorted(phone.games))]
            phone.start(game.facts.id, random_setup(game, rng))
        elif move == "go on":
            opened = phone.resume(rng.choice(rows).id)
            for _ in range(rng.randint(1, 8)):
                with suppress(Refused, NotSaved):
                    act(opened, rng)
        elif move == "end":
            _end(phone, rng.choice(rows).id, rng)
        elif move == "send":
            post.append(place / f"{step}.json")
            phone.files.export_to(post[-1]).finish()
        elif post:
            phone.files.import_file(rng.choice(post)).finish()


def _end(phone: Library, play: int, rng: Random) -> None:
    opened = phone.resume(play)
    for _ in range(LONGEST):
        question = choose(opened.play, rng)
        if question is None:
            break
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    if opened.votes_closed:
        opened.open_votes()


def _send(one: Library, other: Library, file: Path) -> None:
    one.files.export_to(file).finish()
    other.files.import_file(file).finish()

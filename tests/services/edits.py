"""Edits every field of an exported play, and looks at what comes in as every screen does.

    python -m tests.services.edits 3000        # that many edits of each game
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.files import play_file
from companion.core.game import Game
from companion.core.registry import find_games
from companion.core.text import Refused
from companion.core.values import Json
from companion.services import chronicle
from companion.services.bg_stats import as_play
from companion.services.history import game_record
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.play_details import Details, evenings
from companion.services.statistics import counting, person_sums
from companion.services.store import open_store
from companion.services.table.controller import TableController
from companion.testing.looks import look_round
from companion.testing.recording import SetClock
from companion.testing.wild import wild_play
from tests.services.evenings import look_over, take_in

LENGTH = 60
VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 99, 10 ** 9, -10 ** 18, 0.5, 1e300, "", "0", "Ana", "done", "x" * 3_000,
    "\u202e\x00\x1b[31m", "{name}", [], [0], [[[]]], {}, {"a": 1}, ["Ana", 3], {"people": []})
MOST_SHOWN = 300


def exported(game: Game[Any], seed: int) -> dict[str, Any]:
    """An exported wild play of this game."""
    play = wild_play(game, seed, limit=LENGTH, looks=0.0, complete=0.0, laws=False).play
    assert play is not None
    return play_file(play, game.rules_version, uid=f"play{seed}", began=1_700_000_000.0).to_json()


def places(raw: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every field, however deep."""
    inside: Iterable[tuple[str | int, Json]] = ()
    if isinstance(raw, dict):
        inside = raw.items()
    elif isinstance(raw, list):
        inside = enumerate(raw)
    for key, value in inside:
        yield (*path, key)
        yield from places(value, (*path, key))


def edited(raw: dict[str, Any], rng: Random) -> tuple[dict[str, Any], str]:
    """Another value, one that stands elsewhere, a neighbour swapped, doubled, removed, or a name added."""
    new = json.loads(json.dumps(raw))
    by_name: dict[str, list[tuple[str | int, ...]]] = {}
    for path in places(new):
        by_name.setdefault(".".join("#" if isinstance(part, int) else part for part in path), []).append(path)
    path = rng.choice(by_name[rng.choice(sorted(by_name))])  # each kind of field as often as another
    inside: Any = new
    for part in path[:-1]:
        inside = inside[part]
    key, how = path[-1], rng.choice(("value", "value", "elsewhere", "near", "swapped", "doubled", "removed", "added"))
    if how == "elsewhere":
        other: Any = new
        for part in rng.choice(list(places(new))):
            other = other[part]
        inside[key] = json.loads(json.dumps(other))
    elif how == "near" and isinstance(inside[key], (int, float)):
        inside[key] += rng.choice((-1, 1, 2, 0.25))
    elif how == "swapped" and isinstance(inside, list):
        at = rng.randrange(len(inside))
        inside[key], inside[at] = inside[at], inside[key]
    elif how == "doubled" and isinstance(inside, list):
        inside.insert(key, inside[key])
    elif how == "removed":
        del inside[key]
    elif how == "added" and isinstance(inside, dict):
        inside[rng.choice(("masked", "sealed", "covered", "seat", "x"))] = rng.choice(VALUES)
    else:
        inside[key] = rng.choice(VALUES)
    return new, f"{how} at {'.'.join(map(str, path))}"


def look_everywhere(library: Library) -> None:
    """What the library, the table for each seat, chronicle, results, history and statistics read."""
    for listed in library.plays():
        str(listed.subtitle)
        opened = library.resume(listed.id)
        controller = TableController(opened)
        controller.read()
        assert controller.situation.state != "broken", controller.notice
        assert len(str(controller.headline)) < MOST_SHOWN
        _pages(library, opened)
        if opened.play.misfit is None:
            look_round(opened.play)
        for name in [person.name for person in listed.people]:
            counting(library, name).finish()
            person_sums(library.results(), name)
    evenings(library)
    library.person_records()
    for id in library.games:
        game_record(library.results(), id)
    library.files.export_everything()


def _pages(library: Library, opened: OpenPlay) -> None:
    play = opened.play
    chronicle.as_text(play, 0.0)
    chronicle.in_ten_lines(play, 0.0)
    chronicle.search(chronicle.chapters(play), "a")
    chronicle.race_of(play)
    chronicle.seconds_of(play.log)
    opened.export()
    outcome = play.outcome()
    if outcome is not None:
        chronicle.places_of(play, outcome)
        as_play(opened, outcome, Details())


def edits(game: Game[Any], number: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """How many were refused or imported, and what went wrong."""
    rng, counts, faults = Random(f"{game.facts.id} {seed}"), Counter[str](), list[str]()
    plays = [exported(game, one) for one in range(seed, seed + 4)]
    for count in range(number):
        raw, what = edited(rng.choice(plays), rng)
        text = json.dumps({"format": "tableside-play", "version": 1, "app": "1"}) + "\n"
        text += json.dumps({"play": raw}) + "\n" + json.dumps({"end": 1}) + "\n"
        place = folder / f"{game.facts.id}-{count}.db"
        library = Library(open_store(place), {game.facts.id: game}, SetClock())
        try:
            look_over(library, text)
            take_in(library, text)
            counts["came in"] += 1
            look_everywhere(library)
        except Refused as refused:
            counts["refused"] += 1
            if library.plays() or not str(refused).endswith(".") or len(str(refused)) > MOST_SHOWN:
                faults.append(f"{game.facts.id}, {what}: {refused}")
        except Exception as error:
            faults.append(f"{game.facts.id}, {what}: {error!r}")
        library.store.close(backup=False)
        for file in folder.glob(f"{place.name}*"):
            file.unlink(missing_ok=True)
    return counts, faults


def main(words: list[str]) -> int:
    fallen = 0
    for id, game in find_games().games.items():
        if words[1:] and id not in words[1:]:
            continue
        with TemporaryDirectory() as folder:
            counts, faults = edits(game, int(words[0]), 0, Path(folder))
        sys.stdout.write(f"{id}: {dict(counts)}, {len(faults)} faults\n" + "".join(f"  {one}\n" for one in faults[:15]))
        sys.stdout.flush()
        fallen += len(faults)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

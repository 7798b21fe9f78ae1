"""A game over all evenings: its numbers and its best people."""

from collections.abc import Iterable, Iterator

from companion.core.text import Text, count, say
from companion.services.history import GameRecord
from companion.services.library import Library

TIMED = 20  # plays counted for the average length
MOST_PEOPLE = 5


def numbers_of(library: Library, record: GameRecord, plays: Iterable[int]) -> list[tuple[int, Text]]:
    """How often it was played and how long it took, each with its words. `plays`: the newest first."""
    numbers = [(record.plays, count("play", "plays", record.plays))]
    times = [library.length(play) for play, _ in zip(plays, range(TIMED), strict=False)]
    minutes = [time / 60 for time in times if time >= 60]  # those entered afterwards took no time
    if minutes:
        numbers.append((round(sum(minutes) / len(minutes)), say("minutes on average")))
    return numbers


def best_of(record: GameRecord) -> Iterator[tuple[str, Text]]:
    """An icon and a sentence for the best score and for each of the best people."""
    if record.best is not None:
        yield "trophy-outline", say("Best score: {name}, {score}", name=record.best.name,
                                    score=record.best.score or 0)
    for tally in record.people[:MOST_PEOPLE]:
        if tally.wins:
            yield "crown", say("{name} won {wins} of {plays}", name=tally.name, wins=tally.wins,
                               plays=tally.plays)

"""When things happen as a play ends, in seconds: the last place first, the winner held back with a drum."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.play import Play
from companion.core.text import Text, say
from companion.core.values import Json
from companion.core.views import Outcome, as_plain
from companion.services.chronicle import on_podium, race_of, teams_of

FIRST, RISE, PAUSE = 1.1, 0.4, 0.25
"""Seconds for the last thing that happened, for a block to rise, and between two blocks."""
HELD, SEEN, BACK = 1.4, 1.3, 0.3
"""Seconds of the drum, for everybody to see the winner, and until the rest of the page is back."""


@dataclass(frozen=True)
class Beats:
    """`rises`: when the blocks of each place begin to rise. A block rises for `rise` seconds."""

    rises: dict[int, float]
    drum: float
    winner: float
    back: float
    rise: float = RISE


def beats(places: Iterable[int]) -> Beats:
    """
    >>> beats([1, 2, 2])
    Beats(rises={2: 1.1, 1: 3.15}, drum=1.75, winner=3.55, back=4.85, rise=0.4)
    """
    others = sorted({*places} - {1}, reverse=True)
    rises = {place: round(FIRST + at * (RISE + PAUSE), 3) for at, place in enumerate(others)}
    drum = round(FIRST + len(others) * (RISE + PAUSE), 3)
    first = round(drum + HELD, 3)
    winner = round(first + RISE, 3)
    return Beats({**rises, 1: first}, drum, winner, round(winner + SEEN, 3))


def beats_of(outcome: Outcome) -> Beats:
    """Those of whatever shows this outcome: a podium, blocks of teams, or a seal."""
    if outcome.won is not None or not outcome.places:
        return beats([1])
    if teams_of(outcome):
        return beats([1, 2])
    return beats(one.place for one in on_podium(outcome))


def asked_of(outcome: Outcome) -> Text:
    """The question on the screen during the drum."""
    return say("Who wins?") if outcome.won is None else say("Won or lost?")


def outcome_json(outcome: Outcome, play: Play[Any]) -> dict[str, Json]:
    """For the page, not yet translated: how the play ended, its race, and when the page shows what."""
    found: Any = as_plain(outcome, lambda text: text)
    rises = {str(place): at for place, at in beats_of(outcome).rises.items()}
    moment: dict[str, Json] = {**vars(beats_of(outcome)), "rises": rises, "asked": asked_of(outcome)}
    return {**found, "race": race_of(play), "steps": [one.seat for one in on_podium(outcome)],
            "moment": moment}

"""What comes next in Story, for screens that have the room to say it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, count, listing, say, spelled
from companion.games.story.table import Story


def ahead(table: Story) -> Iterable[Text]:
    this = table.this_round()
    if table.starter is None:
        yield say("Then the first round begins.")                           # ST-4
    elif this.second or this.votes:
        yield say("Then the points are booked, and round {n} begins.", n=spelled(table.round + 1))  # ST-8, ST-6
    else:
        waiting = [player for player in table.in_turn() if player not in this.told][1:]
        if waiting:
            yield count("Then {names} tells.", "Then {names} tell, in this order.", len(waiting),
                        names=listing(tuple(waiting)))                      # ST-4
        yield say("When all have told, everybody votes in secret.")         # ST-5

"""What comes next in Story, for screens that have the room to say it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, count, listing, say
from companion.games.story import scoring
from companion.games.story.table import Story


def ahead(table: Story) -> Iterable[Text]:
    this = table.this_round()
    if table.starter is None:
        yield say("Then the first round begins.")                           # ST-4
    elif this.votes:
        yield after_the_vote(table)
    else:
        waiting = [player for player in table.in_turn() if player not in this.told][1:]
        if waiting:
            yield count("Then {names} tells a story.", "Then {names} tell theirs, in this order.", len(waiting),
                        names=listing(tuple(waiting)))                      # ST-4
        yield say("When all stories are told, everybody votes in secret.")         # ST-5


def after_the_vote(table: Story) -> Text:
    this = table.this_round()
    if scoring.winner(table) is not None:
        return say("Then the points are booked. Whoever has twenty has won.")      # ST-8, ST-13
    if this.second:
        return say("Then rock, paper, scissors decides.")                   # ST-12
    return say("Those level go on with their stories, then everybody votes again.")     # ST-10

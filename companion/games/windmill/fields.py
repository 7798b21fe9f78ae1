"""What the table may set by hand, beside the points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.game import Field, number_field, seat_field
from companion.core.text import say
from companion.games.windmill.table import CurrentStory, Player, Windmill


def fields(table: Windmill) -> Iterable[Field]:
    yield number_field(table, "round", "round", say("Round"), 1, table.rounds)
    yield number_field(table, "laid_aside", "laid_aside", say("Cards laid aside"), 0, len(table.seats))
    if table.token is not None:
        yield seat_field(table, table, "token", "token", say("First Player token"))
    for player in table.seats:
        yield told_field(table, player)
    if table.is_under_way(CurrentStory):
        story = table.under_way(CurrentStory)
        yield number_field(story, "guesses", "story.guesses", say("Guesses so far"), 0, len(table.seats) - 1)
        yield number_field(story, "taken", "story.taken", say("Cards out of the grid"), 0, len(table.seats) - 1)
        yield seat_field(table, story, "windmill_with", "story.windmill_with", say("Windmill card"),
                         none=say("in the middle"))


def told_field(table: Windmill, player: Player) -> Field:
    """Has this player told in this round? Who has not comes up, from the token to the left (WM-6)."""
    def write(told: Any) -> None:
        others = [one for one in table.told_this_round if one is not player]
        table.told_this_round[:] = [*others, player] if told else others

    return Field(f"told.{player.index}", say("{name} has told in this round", name=player), (False, True),
                 lambda: player in table.told_this_round, write, lambda told: say("yes") if told else say("no"))

"""What the table may set by hand, beside the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.game import Field, choice_field, flag_field, number_field, seat_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.story.questions import ACTIONS, action_title
from companion.games.story.table import Player, Round, Story, Vote


def fields(table: Story) -> Iterable[Field]:
    yield number_field(table, "round", "round", say("Round"), 1, 99)
    if table.starter is not None:
        yield seat_field(table, table, "starter", "starter", say("Who begins this round"))
    yield choice_field(table, "action", "action", say("Action card of this round"), (None, *ACTIONS), action_words)
    for player in table.seats:
        yield flag_field(player, "card", f"seats.{player.index}.card", say("{name}'s action card", name=player))
    if table.is_under_way(Round):
        this = table.under_way(Round)
        yield from vote_fields(table, this.votes, this.told, "votes", say("First vote"))
        yield from vote_fields(table, this.second, this.tied, "second", say("Second vote"))


def vote_fields(table: Story, votes: list[Vote], stories: Sequence[Player], path: str,
                group: Text) -> Iterable[Field]:
    for vote in votes:
        label = say("{name}'s vote", name=vote.voter)
        field = seat_field(table, vote, "story", f"{path}.{vote.voter.index}", label, group=group)
        yield replace(field, allowed=tuple(story.index for story in stories))


def action_words(value: Json) -> Text:
    return action_title(value) if value else say("none")

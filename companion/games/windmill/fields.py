"""What lies on the table in Windmill, and what the books hold besides: all of it may be set by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.by_hand.fields import (
    Allowed,
    Field,
    flow_field,
    listed_once,
    number_field,
    points_field,
    seat_field,
    yes_or_no,
)
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.windmill.table import GRID, CurrentStory, Player, Windmill


def fields(table: Windmill) -> list[Field]:
    return listed_once(table, all_fields)


def all_fields(table: Windmill) -> Iterable[Field]:
    for player in table.seats:
        yield points_field(player, icon="chess-pawn")
    yield token_field(table)
    yield windmill_field(table)
    group = say("The grid")
    yield flow_field(table, CurrentStory, "taken", "story.taken", say("Cards out of the grid"), range(GRID + 1),
                     group=group, change=taken_sentence, icon="cards-outline", weight=1)
    yield number_field(table, "laid_aside", "laid_aside", say("Cards laid aside"), 0, GRID, group,
                       change=aside_sentence, icon="cards-outline", weight=2)                   # WM-23
    yield number_field(table, "round", "round", say("Round"), 1, table.rounds, on_table=False)
    yield flow_field(table, CurrentStory, "guesses", "story.guesses", say("Guesses so far"), range(len(table.seats)),
                     on_table=False)
    for player in table.seats:
        yield told_field(table, player)
    for player in table.seats[len(table.setup.people):]:
        yield number_field(player, "since", f"seats.{player.index}.since", say("{name}'s first round", name=player), 1,
                           table.rounds, on_table=False)                                        # WM-A17


def token_field(table: Windmill) -> Field:
    """Nobody has it before the first story; from then on somebody has (WM-4)."""
    plain = seat_field(table, table, "token", "token", say("First Player token"), none=say("in the box"),
                       group=say("Tokens"), icon="flag-variant")

    def allowed() -> Allowed:
        seats = tuple(player.index for player in table.seats)
        return (*seats, None) if table.token is None else seats

    return Field(plain.path, plain.label, allowed, plain.read, plain.write, plain.words, plain.group, icon=plain.icon)


def windmill_field(table: Windmill) -> Field:
    """WM-16: with whoever guesses with it, else in the middle."""
    def read() -> Json:
        player = table.this_story().windmill_with
        return None if player is None else player.index

    def write(index: Any) -> None:
        table.held(CurrentStory).windmill_with = None if index is None else table.seats[index]

    def words(index: Json) -> Text | str:
        return say("in the middle") if index is None else table.called(index)

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("The Windmill card goes back to the middle")
        return say("{name} has the Windmill card", name=table.called(new))

    return Field("story.windmill_with", say("Windmill card"), (*range(len(table.seats)), None), read, write, words,
                 say("Tokens"), change=change, icon="wind-turbine", weight=3)


def taken_sentence(old: Json, new: Json) -> Text:
    if new > old:
        return say("A card leaves the grid ({n} are out)", n=new)
    return say("Cards back into the grid ({n} stay out)", n=new)


def aside_sentence(old: Json, new: Json) -> Text:
    if new > old:
        return say("Lay the card beside the grid ({n} lie there)", n=new)
    return say("Cards from beside the grid come back ({n} stay)", n=new)


def told_field(table: Windmill, player: Player) -> Field:
    """Has this player told in this round? Who has not comes up, from the token to the left (WM-6)."""
    def write(told: Any) -> None:
        others = [one for one in table.told_this_round if one is not player]
        table.told_this_round[:] = [*others, player] if told else others

    return Field(f"told.{player.index}", say("{name} has told a story this round", name=player), (False, True),
                 lambda: player in table.told_this_round, write, yes_or_no, on_table=False)

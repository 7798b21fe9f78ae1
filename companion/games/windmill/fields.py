"""Correctable fields: the pieces on the table and the app's own state."""

from collections.abc import Iterable

from companion.core.fields import Field, Rows, listed_once, pawn_field
from companion.core.text import Text, count, say
from companion.core.values import Json
from companion.games.windmill.table import GRID, CurrentStory, Windmill

TOKENS, IN_GRID = say("Tokens"), say("The grid")


def fields(table: Windmill) -> list[Field]:
    return listed_once(table, all_fields)


def all_fields(table: Windmill) -> Iterable[Field]:
    on_table, story = Rows(table), Rows(table, CurrentStory, "story")
    books = Rows(table, on_table=False)

    def windmill_sentence(old: Json, new: Json) -> Text:
        if new is None:
            return say("The Windmill card goes back to the middle")
        return say("{name} has the Windmill card", name=table.called(new))

    for player in table.seats:
        yield pawn_field(player)
    yield on_table.seat("token", say("First Player token"), say("in the box"), "flag-variant", once=True,
                        group=TOKENS)                                       # WM-4
    yield story.seat("windmill_with", say("Windmill card"), say("in the middle"), "wind-turbine",
                     change=windmill_sentence, group=TOKENS, weight=3)      # WM-16
    yield story.number("taken", say("Cards out of the grid"), 0, GRID, "cards-outline", change=taken_sentence,
                       group=IN_GRID, weight=1)
    yield on_table.number("laid_aside", say("Cards laid aside"), 0, GRID, "cards-outline",
                          change=aside_sentence,
                          group=IN_GRID, weight=2)                          # WM-23
    yield books.number("round", say("Round"), 1, table.rounds)
    yield story.number("guesses", say("Guesses so far"), 0, len(table.seats) - 1, on_table=False)
    for player in table.seats:                                              # WM-6
        yield books.member("told_this_round", player, player.index, path=f"told.{player.index}",
                           label=say("{name} has told a story this round", name=player))
    for player in table.seats[len(table.setup.people):]:                    # WM-A17
        yield Rows(table, player, on_table=False).number("since", say("{name}'s first round"), 1,
                                                         table.rounds)


def taken_sentence(old: Json, new: Json) -> Text:
    if new > old:
        return count("One card leaves the grid", "{n} cards leave the grid", new - old)
    if new == 0:
        return say("All cards back into the grid")
    return count("One card back into the grid", "{n} cards back into the grid", old - new)


def aside_sentence(old: Json, new: Json) -> Text:
    if new > old:
        return count("Lay one card beside the grid", "Lay {n} cards beside the grid", new - old)
    return count("Take one card back from beside the grid", "Take {n} cards back from beside the grid",
                 old - new)

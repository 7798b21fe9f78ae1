"""What comes next in Windmill, for screens that have the room to say it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, count, listing, say, spelled
from companion.games.windmill.rules import still_to_tell
from companion.games.windmill.table import Player, Windmill


def ahead(table: Windmill) -> Iterable[Text]:
    if table.token is None:
        yield say("Then the first story is told.")                          # WM-4
        return
    guessers = to_guess(table)
    if guessers:
        yield count("Then {names} guesses.", "Then {names} guess, one after the other.", len(guessers),
                    names=listing(tuple(guessers)))                         # WM-7
    yield next_story(table)


def to_guess(table: Windmill) -> list[Player]:
    """Who is still to come in this story, without the one who is asked now."""
    order = list(table.left_of(table.the_teller()))
    story = table.this_story()
    return order[story.guesses + 1:] if story.card_down else order


def next_story(table: Windmill) -> Text:
    waiting = [player for player in still_to_tell(table) if player is not table.the_teller()]
    token = table.token or table.seats[0]
    if waiting:
        first = min(waiting, key=lambda player: (player.index - token.index) % len(table.seats))
        return say("{name} tells the next story.", name=first)              # WM-6
    if table.round < table.rounds:
        return say("After this story round {n} begins.", n=spelled(table.round + 1))
    return say("This is the last story.")                                   # WM-22

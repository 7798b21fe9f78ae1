"""Correctable fields: the pieces on the table and the app's own state."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from companion.core.fields import Allowed, Field, Rows, listed_once, pawn_field
from companion.core.text import Text, say, say_in
from companion.core.values import Json
from companion.games.story.questions import ACTIONS, action_title
from companion.games.story.table import PICTURES, Player, Round, Story, Vote

IN_SIGHT, CARDS = say("Pictures"), say("Action cards")


def fields(table: Story) -> list[Field]:
    return listed_once(table, all_fields)


def all_fields(table: Story) -> Iterable[Field]:
    on_table, books = Rows(table), Rows(table, on_table=False)
    pictures = Rows(table, table.pictures, "pictures", on_table=False)
    for player in table.seats:
        yield pawn_field(player)
    yield on_table.seat("middle", say("Picture in the middle"), say("from the pile"), "image-outline",
                        change=partial(middle_sentence, table), group=IN_SIGHT, weight=3)       # ST-6
    yield laid_field(table)
    yield on_table.choice("action", say("Action card of this round"), (None, *ACTIONS),
                          lambda value: action_title(value) if value else say_in("an action card", "none"),
                          "cards-playing-outline",
                          change=action_sentence, group=CARDS, weight=2)
    for player in table.seats:
        yield Rows(table, player).flag("card", say("{name}'s action card"), card_words, "card-off-outline",
                                       change=partial(card_sentence, player), group=CARDS, weight=1)
    yield books.number("round", say("Round"), 1, 999)
    yield books.seat("starter", say("Who begins this round"), once=True)    # ST-4
    yield pictures.number("pile", say("Pictures in the pile"), 0, 2 * PICTURES)
    yield pictures.number("discards", say("Pictures out of play"), 0, 2 * PICTURES)
    yield pictures.number("short", say("Pictures missing from the hands"), 0, PICTURES)
    for player in table.seats:
        yield vote_field(table, player, "votes", "told", say("First vote"))
    for player in table.seats:
        yield vote_field(table, player, "second", "tied", say("Second vote"))


def middle_sentence(table: Story, old: Json, new: Json) -> Text:
    if new is None:
        return say("A picture from the pile lies in the middle")
    return say("{name}'s picture goes to the middle", name=table.called(new))


def laid_field(table: Story) -> Field:
    """Pictures used in stories, besides the one in the middle; each was replaced from the pile (ST-A2)."""
    pictures = table.pictures

    def write(laid: Any) -> None:
        pictures.pile = max(0, pictures.pile + pictures.laid - laid)
        pictures.laid = laid

    def change(old: Json, new: Json) -> Text:
        if new == 0:
            return say("The told pictures leave the table")                 # ST-6
        return say("Told pictures {old} → {new}", old=old, new=new)

    return Field("pictures.laid", say("Told pictures"), range(2 * PICTURES + 1), lambda: pictures.laid, write,
                 group=IN_SIGHT, change=change, icon="cards-outline", weight=1)


def card_sentence(player: Player, old: Json, new: Json) -> Text:
    if old is None and new:
        return say("{name} gets three pictures and an action card", name=player)                # ST-A22
    if old is None:
        return say("{name} gets three pictures; the action card is played", name=player)
    if new is None:
        return say("{name}'s three pictures and action card go back", name=player)
    if new:
        return say("{name} has the action card again", name=player)
    return say("{name}'s action card is played", name=player)


def card_words(card: Json) -> Text:
    if card is None:
        return say("in the box")
    return say("in hand") if card else say("played")


def vote_field(table: Story, voter: Player, votes: str, stories: str, group: Text) -> Field:
    """A vote after the reveal; before that there is nothing to show (ST-5)."""
    def found() -> Vote | None:
        return next((vote for vote in getattr(table.seen(Round), votes) if vote.voter is voter), None)

    def allowed() -> Allowed:
        return tuple(player.index for player in getattr(table.seen(Round), stories))

    return Rows(table, found, group=group, on_table=False, seat=voter.index).choice(
        "story", say("{name}'s vote", name=voter), allowed,
        lambda story: say("not revealed") if story is None else table.called(story),
        path=f"{votes}.{voter.index}",
        encode=lambda story: story.index, decode=lambda index: table.seats[index])


def action_sentence(old: Json, new: Json) -> Text:
    if new is None:
        return say("The action card leaves the table")
    return say("Action card of this round: {card}", card=action_title(new))

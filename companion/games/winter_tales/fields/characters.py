"""People and characters: factions, cards, tokens in the town."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.fields import Field, flag_field, seat_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import SIDES, WRITER
from companion.games.winter_tales.fields.track import side_words
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.table import Winter


def side_fields(table: Winter) -> Iterator[Field]:
    for player in table.seats:
        yield side_field(table, player)


def side_field(table: Winter, player: Player) -> Field:
    """Nobody has a faction before it is drawn (WT-2); from then on everybody has one."""
    def write(side: Any) -> None:
        player.side = side
        settle(table)

    def words(side: Json) -> Text | str:
        return side_words(side) if side else say("not drawn yet")

    def change(old: Json, new: Json) -> Text:
        if not new:
            return say("{name}'s faction token goes back", name=player)
        return say("{name} takes a token of {side}", name=player, side=words(new)) if new in SIDES else \
            say("{name} takes the writer's token", name=player)

    return Field(f"seats.{player.index}.side", say("{name}'s faction", name=player),
                 lambda: (*SIDES, WRITER) if player.side else ("", *SIDES, WRITER), lambda: player.side, write, words,
                 say("People"), change=change, seat=player.index, icon="account-group-outline", weight=4)


def group_of(character: Character) -> Text:
    return say("{who}", who=character)


def character_fields(table: Winter) -> Iterator[Field]:
    for one in table.characters.values():
        yield from card_fields(table, one)


def card_fields(table: Winter, one: Character) -> Iterator[Field]:
    path = f"characters.{one.key}"
    yield owner_field(table, one, f"{path}.owner")
    yield told_flag(one, "ready", f"{path}.ready", say("{who} ready", who=one),
                    say("{who}'s card turns to ready", who=one), say("{who}'s card is flipped", who=one), weight=2)
    yield told_flag(one, "eliminated", f"{path}.eliminated", say("{who} out of the game", who=one),
                    say("{who} leaves the game", who=one), say("{who} comes back into the game", who=one), weight=6)
    yield told_flag(one, "locked", f"{path}.locked", say("{who} held by propaganda", who=one),
                    say("{who} is held by propaganda", who=one), say("{who} is free of propaganda", who=one))
    yield flag_field(one, "activated", f"{path}.activated", say("{who} was activated", who=one), group_of(one),
                     on_table=False)


def place_fields(table: Winter) -> Iterator[Field]:
    """Where positions are kept (WT-27)."""
    for one in table.characters.values():
        yield from token_fields(table, one)


def token_fields(table: Winter, one: Character) -> Iterator[Field]:
    path = f"characters.{one.key}"
    yield at_field(table, one, f"{path}.at")
    yield told_flag(one, "down", f"{path}.down", say("{who} incapacitated", who=one),
                    say("{who} is laid on its side", who=one), say("{who} stands up", who=one), weight=6)
    yield flag_field(one, "cannot_move", f"{path}.cannot_move", say("{who} cannot move", who=one), group_of(one),
                     on_table=False)


def fields_of(table: Winter, one: Character) -> Iterator[Field]:
    """Its card, and its token where positions are kept."""
    yield from card_fields(table, one)
    if table.full:
        yield from token_fields(table, one)


def owner_field(table: Winter, character: Character, path: str) -> Field:
    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{who}'s card goes back to the box", who=character)
        return say("{who}'s card lies before {name}", who=character, name=table.seats[new])

    return seat_field(table, character, "owner", path, say("Who plays {who}", who=character), none=say("nobody"),
                      group=group_of(character), change=change, place=character.key, icon="account-outline", weight=4)


def told_flag(one: Character, name: str, path: str, label: Text, yes: Text, no: Text, weight: int = 3) -> Field:
    return flag_field(one, name, path, label, group_of(one), change=sentences(yes, no), place=one.key,
                      icon="account-outline", weight=weight, absent=False)


def sentences(yes: Text, no: Text) -> Callable[[Json, Json], Text]:
    return lambda old, new: yes if new else no


def at_field(table: Winter, character: Character, path: str) -> Field:
    def write(place: Any) -> None:
        character.at = place

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{who} leaves the map", who=character)
        return say("{who} goes to {place}", who=character, place=table.place(new))

    return Field(path, say("{who}'s place", who=character), lambda: (None, *table.town.spaces), lambda: character.at,
                 write, table.place, group_of(character), change=change, place=character.key, icon="map-marker",
                 weight=5)

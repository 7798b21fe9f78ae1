"""Objectives that were shown: done, or lying open. What is hidden is nowhere in the books."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.fields import Allowed, Field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import OBJECTIVES, SIDE_NAMES, SIDES, WINTER, WRITER
from companion.games.winter_tales.pieces import LaidOpen, Player
from companion.games.winter_tales.table import Winter

CARDS = say("Objectives")
MOST_SWAPS = 99


def objective_fields(table: Winter) -> Iterator[Field]:
    for player in table.seats:
        for side in SIDES:
            yield done_field(player, side)
            yield open_field(table, player, side)
            yield places_field(table, player, side)
            yield chapter_field(table, player, side)
            yield swaps_field(player, side)


def of_side(player: Player, side: str) -> bool:
    return player.side in (side, WRITER)


def done_field(player: Player, side: str) -> Field:
    """The objective that a player has completed; the memory on the track is corrected there."""
    def read() -> Json:
        return next((key for key in player.completed if OBJECTIVES[key].side == side), None)

    def write(key: Any) -> None:
        others = [one for one in player.completed if OBJECTIVES[one].side != side]
        player.completed = tuple(sorted([*others, key] if key is not None else others))

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{name} takes the objective of {side} back", name=player, side=SIDE_NAMES[side])
        return say("{name} shows an objective: {card}", name=player, card=OBJECTIVES[new].name)

    cards = tuple(card.key for card in OBJECTIVES.values() if card.side == side)
    return Field(f"seats.{player.index}.objective.{side}",
                 say("{name}'s objective of {side}, done", name=player, side=SIDE_NAMES[side]),
                 lambda: (None, *cards) if of_side(player, side) or read() is not None else (None,), read, write,
                 card_words, CARDS, change=change, seat=player.index, icon="bullseye-arrow", weight=4)


def laid(table: Winter, player: Player, side: str) -> LaidOpen | None:
    return next((one for one in table.laid_open if one.player is player and OBJECTIVES[one.key].side == side), None)


def open_field(table: Winter, player: Player, side: str) -> Field:
    """A Connection or a Spy that lies open."""
    kind = "spy" if side == WINTER else "connection"

    def write(key: Any) -> None:
        now = laid(table, player, side)
        if key is None:
            table.laid_open = [one for one in table.laid_open if one is not now]
        elif now is None:
            places = tuple(table.town.locations[:2]) if key == "connection" else ()
            table.lay_open(LaidOpen(player, key, places, table.chapter))

    def allowed() -> Allowed:
        can_lie = kind == "spy" or len(table.town.locations) > 1
        return (None, kind) if of_side(player, side) and can_lie else (None, *[one.key for one in
                                                                              [laid(table, player, side)] if one])

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{name}'s open card is taken away", name=player)
        return say("{name} reveals a card: {card}", name=player, card=OBJECTIVES[new].name)

    return Field(f"seats.{player.index}.open.{side}",
                 say("{name}'s open card of {side}", name=player, side=SIDE_NAMES[side]), allowed,
                 lambda: getattr(laid(table, player, side), "key", None), write, card_words, CARDS, change=change,
                 seat=player.index, icon="bullseye-arrow", weight=4)


def places_field(table: Winter, player: Player, side: str) -> Field:
    """A Connection's two locations, `one|two`."""
    def write(places: Any) -> None:
        now = laid(table, player, side)
        if now is not None:
            now.places = tuple(places.split("|")) if places else ()

    def read() -> Json:
        return "|".join(getattr(laid(table, player, side), "places", ()))

    def allowed() -> Allowed:
        if laid(table, player, side) is None or side == WINTER:
            return (read(),)
        known = table.town.locations
        return tuple(dict.fromkeys((read(), *[f"{one}|{two}" for one in known for two in known if one != two])))

    return Field(f"seats.{player.index}.open.{side}.places",
                 say("Locations of {name}'s open card of {side}", name=player, side=SIDE_NAMES[side]), allowed, read,
                 write, group=CARDS, on_table=False)


def chapter_field(table: Winter, player: Player, side: str) -> Field:
    def write(chapter: Any) -> None:
        now = laid(table, player, side)
        if now is not None:
            now.chapter = chapter

    return Field(f"seats.{player.index}.open.{side}.chapter",
                 say("Chapter of {name}'s open card of {side}", name=player, side=SIDE_NAMES[side]),
                 lambda: (0,) if laid(table, player, side) is None else range(1000),
                 lambda: getattr(laid(table, player, side), "chapter", 0), write, group=CARDS, on_table=False)


def swaps_field(player: Player, side: str) -> Field:
    """How often an objective of that side was exchanged unseen (WT-141)."""
    def write(number: Any) -> None:
        others = [one for one in player.swaps if one != side]
        player.swaps = tuple(sorted([*others, *[side] * number]))

    return Field(f"seats.{player.index}.swaps.{side}",
                 say("Objectives of {side} that {name} exchanged", side=SIDE_NAMES[side], name=player),
                 range(MOST_SWAPS + 1), lambda: player.swaps.count(side), write, group=CARDS, on_table=False)


def card_words(key: Json) -> Text | str:
    return say("none") if key is None else OBJECTIVES[key].name

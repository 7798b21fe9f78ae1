"""Objectives that were shown, done or open. Hidden ones are never recorded."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from companion.core.fields import Allowed, Field, Rows
from companion.core.text import Text, listing, say, say_in
from companion.core.values import Json
from companion.games.winter_tales.board.characters import (
    OBJECTIVES,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.rules.objectives import laid_open_by
from companion.games.winter_tales.table import LaidOpen, Player, Winter

OBJECTIVE_CARDS = say("Objectives")
OBJECTIVE_NAMES: dict[Any, Text] = {None: say_in("an objective", "none"),
                                    **{key: card.name for key, card in OBJECTIVES.items()}}


def objective_fields(table: Winter) -> Iterator[Field]:
    for player in table.seats:
        for side in SIDES:
            yield done_field(table, player, side)
            yield open_field(table, player, side)
            yield from open_card_fields(table, player, side)
            yield swaps_field(table, player, side)


def done_field(table: Winter, player: Player, side: str) -> Field:
    def read() -> Json:
        return next((key for key in player.completed if OBJECTIVES[key].side == side), None)

    def write(key: Any) -> None:
        player.completed = tuple(one for one in player.completed if OBJECTIVES[one].side != side)
        if key is not None:
            player.complete(key)

    cards = {card.key: card for card in OBJECTIVES.values() if card.side == side}
    def allowed() -> Allowed:
        may_hold = player.side in (side, WRITER) or read() is not None
        return (None, *cards) if may_hold else (None,)

    shows = {key: say("{name} shows an objective: {card}", card=card.name) for key, card in cards.items()}
    return Rows(table, player, group=OBJECTIVE_CARDS).field(
        f"objective.{side}", say("{name}'s completed {side} objective", side=SIDE_NAMES[side]), allowed, read,
        write, OBJECTIVE_NAMES, "bullseye-arrow", weight=4,
        told={None: say("{name} takes back their {side} objective", side=SIDE_NAMES[side]), **shows})


def open_field(table: Winter, player: Player, side: str) -> Field:
    kind = "spy" if side == WINTER else "connection"

    def write(key: Any) -> None:
        now = laid_open_by(table, player, side)
        if key is None:
            table.laid_open = [one for one in table.laid_open if one is not now]
        elif now is None:
            places = tuple(table.town.locations[:2]) if key == "connection" else ()
            table.lay_open(LaidOpen(player, key, places, table.chapter))

    def allowed() -> Allowed:
        now = laid_open_by(table, player, side)
        can_lie = player.side in (side, WRITER) and (kind == "spy" or len(table.town.locations) > 1)
        if can_lie:
            return (None, kind)
        return (None,) if now is None else (None, now.key)

    reveals = {key: say("{name} reveals an objective: {card}", card=card.name)
               for key, card in OBJECTIVES.items()}
    return Rows(table, player, group=OBJECTIVE_CARDS).field(
        f"open.{side}", say("{name}'s revealed {side} objective", side=SIDE_NAMES[side]), allowed,
        lambda: getattr(laid_open_by(table, player, side), "key", None), write, OBJECTIVE_NAMES,
        "bullseye-arrow", weight=4, told={None: say("{name} takes back the revealed objective"), **reveals})


def open_card_fields(table: Winter, player: Player, side: str) -> Iterator[Field]:
    """Yield a Connection's two locations, `one|two`, and its chapter."""
    rows = Rows(table, partial(laid_open_by, table, player, side), f"seats.{player.index}.open.{side}",
                group=OBJECTIVE_CARDS, on_table=False)

    def allowed() -> Allowed:
        now, known = laid_open_by(table, player, side), table.town.locations if side == SPRING else ()
        pairs = [f"{one}|{two}" for one in known for two in known if one != two]
        return tuple(dict.fromkeys(("|".join(now.places if now else ()), *pairs)))

    def words(places: Any) -> Text:
        if not places:
            return say("not known")
        return say("{places}", places=listing([table.place(one) for one in places.split("|")]))

    names: dict[str, object] = {"name": player, "side": SIDE_NAMES[side]}
    yield rows.choice("places", say("Locations on {name}'s revealed {side} objective", **names),
                      allowed, words, nothing="",
                      encode="|".join, decode=lambda places: tuple(places.split("|")) if places else ())
    yield rows.number("chapter", say("Chapter of {name}'s revealed {side} objective", **names),
                      0, 999, nothing=0)


def swaps_field(table: Winter, player: Player, side: str) -> Field:  # WT-141
    def write(number: Any) -> None:
        others = [one for one in player.swaps if one != side]
        player.swaps = tuple(sorted([*others, *[side] * number]))

    return Rows(table, player, group=OBJECTIVE_CARDS, on_table=False).field(
        f"swaps.{side}", say("How many {side} objectives {name} has swapped", side=SIDE_NAMES[side]),
        range(100), lambda: player.swaps.count(side), write)

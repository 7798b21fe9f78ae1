"""Corrections of powers and of objectives that were shown (the last word is the table's)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.game import Field, choice_field, flag_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import (
    OBJECTIVES,
    POWER_NAMES,
    QUESTS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.pieces import Character, LaidOpen, Memory, Player, Power
from companion.games.winter_tales.table import Winter

TOKENS_ON_CARDS = {"glimmer": (SPRING, 1), "love": (SPRING, 2), "artifact": ("", 1), "horror": (WINTER, 1)}
"""Whose cards a power's tokens lie on, and how many."""


# Powers

def power_fields(table: Winter) -> Iterable[Field]:
    """Is a power in force, who holds its tokens, where do they lie?"""
    if not table.on("powers"):
        return
    for key in POWER_NAMES:
        yield in_force(table, key)
        if key in table.powers:
            yield from of_power(table, table.powers[key])


def in_force(table: Winter, key: str) -> Field:
    def write(on: Json) -> None:
        if not on:
            table.powers.pop(key, None)
        elif key not in table.powers:
            table.powers[key] = granted_by_hand(table, key)

    return Field(f"powers.{key}.in_force", say("{power} in force", power=POWER_NAMES[key]), (False, True),
                 lambda: key in table.powers, write, yes_or_no, say("Powers"))


def granted_by_hand(table: Winter, key: str) -> Power:
    """As if its quest had just succeeded; its tokens lie on the first cards that fit, and can be moved on."""
    memory = next((one for one in table.track if one is not None and power_of(one) == key), None)
    fitting, most = may_hold(table, key), TOKENS_ON_CARDS.get(key, ("", 0))[1]
    side = memory.side if memory is not None and memory.side in SIDES else ""
    return Power(key, memory, fitting[0].owner if fitting else None, fitting[:most],
                 won_by=side or (fitting[0].side if fitting else SPRING))


def power_of(memory: Memory) -> str:
    return QUESTS[memory.source].power if memory.source in QUESTS else ""


def may_hold(table: Winter, key: str) -> list[Character]:
    side = TOKENS_ON_CARDS.get(key, ("", 0))[0]
    return [one for one in table.in_play() if not side or one.side == side]


def of_power(table: Winter, power: Power) -> Iterable[Field]:
    for token in range(len(power.on)):
        yield token_field(table, power, token)
    if power.key in ("horror", "safe_house") and table.full:
        yield choice_field(power, "at", f"powers.{power.key}.at",
                           say("{power}: place", power=POWER_NAMES[power.key]), (None, *table.town.locations),
                           lambda place: say("nowhere") if place is None else table.place(place), say("Powers"))
    if power.key == "glimmer":
        yield flag_field(power, "used", "powers.glimmer.used", say("Hope used in this chapter"), say("Powers"))


def token_field(table: Winter, power: Power, token: int) -> Field:
    names = tuple(one.key for one in may_hold(table, power.key))
    path = f"powers.{power.key}" if not token else f"powers.{power.key}.second"
    label = POWER_NAMES[power.key] if not token else say("{power}: the other", power=POWER_NAMES[power.key])

    def write(name: Json) -> None:
        power.on[token] = table.who(name)
        if not token:
            power.owner = power.on[0].owner

    return Field(path, label, names, lambda: power.on[token].key, write, lambda name: table.who(name).name,
                 say("Powers"))


def yes_or_no(on: Json) -> Text | str:
    return say("yes") if on else say("no")


# Objectives that were shown

def objective_fields(table: Winter) -> Iterable[Field]:
    if not table.on("objectives") or table.phase == "setup":
        return
    for player in table.seats:
        for side in SIDES:
            if player.side in (side, WRITER):
                yield done_field(player, side)
                yield open_field(table, player, side)


def done_field(player: Player, side: str) -> Field:
    """The objective that a player has completed; the memory on the track is corrected there."""
    def read() -> Json:
        return next((key for key in player.completed if OBJECTIVES[key].side == side), None)

    def write(key: Json) -> None:
        player.completed = tuple([one for one in player.completed if OBJECTIVES[one].side != side])
        if key is not None:
            player.completed += (key,)

    cards = [card.key for card in OBJECTIVES.values() if card.side == side]
    return Field(f"seats.{player.index}.objective.{side}",
                 say("{name}'s objective of {side}, done", name=player, side=SIDE_NAMES[side]), (None, *cards), read,
                 write, card_words, say("Objectives"))


def open_field(table: Winter, player: Player, side: str) -> Field:
    """A Connection or a Spy that lies open; a Connection's locations are read out when it is laid open in play."""
    def laid() -> LaidOpen | None:
        return next((one for one in table.laid_open if one.player is player and OBJECTIVES[one.key].side == side), None)

    def write(key: Json) -> None:
        if key is None:
            table.laid_open = [one for one in table.laid_open if one is not laid()]
        elif laid() is None:
            table.laid_open.append(LaidOpen(player, key, chapter=table.chapter))

    now: Any = laid()
    kinds = ("spy",) if side == WINTER else () if now is None else (now.key,)
    return Field(f"seats.{player.index}.open.{side}",
                 say("{name}'s open card of {side}", name=player, side=SIDE_NAMES[side]), (None, *kinds),
                 lambda: getattr(laid(), "key", None), write, card_words, say("Objectives"))


def card_words(key: Json) -> Text | str:
    return say("none") if key is None else OBJECTIVES[key].name

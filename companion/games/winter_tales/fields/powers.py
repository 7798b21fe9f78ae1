"""Powers: is one in force, who holds its tokens, where do they lie?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.fields import Allowed, Field, yes_or_no
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import POWER_NAMES, QUESTS, SIDE_NAMES, SIDES, SPRING, WINTER
from companion.games.winter_tales.pieces import Character, Memory, Power
from companion.games.winter_tales.table import Winter

TOKENS_ON_CARDS = {"glimmer": (SPRING, 1), "love": (SPRING, 2), "artifact": ("", 1), "horror": (WINTER, 1)}
"""Whose cards a power's tokens lie on, and how many."""
POWERS = say("Powers")


def tokens_of(key: str) -> int:
    """How many of a power's tokens lie on cards."""
    return TOKENS_ON_CARDS[key][1] if key in TOKENS_ON_CARDS else 0


def side_of_tokens(key: str) -> str:
    """Whose cards they lie on; empty: on anybody's."""
    return TOKENS_ON_CARDS[key][0] if key in TOKENS_ON_CARDS else ""


def power_fields(table: Winter) -> Iterator[Field]:
    for key in POWER_NAMES:
        yield in_force_field(table, key)
        for token in range(tokens_of(key)):
            yield token_field(table, key, token)
        yield memory_field(table, key)
        yield owner_field(table, key)
        yield won_by_field(table, key)
        if key == "glimmer":
            yield used_field(table)


def place_fields(table: Winter) -> Iterator[Field]:
    for key in ("horror", "safe_house"):
        yield place_field(table, key)


def in_force_field(table: Winter, key: str) -> Field:
    def write(on: Json) -> None:
        if not on:
            table.powers.pop(key, None)
        elif key not in table.powers:
            table.powers[key] = granted_by_hand(table, key)

    def change(old: Json, new: Json) -> Text:
        if new:
            return say("{power} is in force", power=POWER_NAMES[key])
        return say("{power} is over: its tokens go back", power=POWER_NAMES[key])

    return Field(f"powers.{key}.in_force", say("{power} in force", power=POWER_NAMES[key]), (False, True),
                 lambda: key in table.powers, write, yes_or_no, POWERS, change=change, icon="star-four-points",
                 weight=5)


def granted_by_hand(table: Winter, key: str) -> Power:
    """As if its quest had just succeeded; its tokens lie on the first cards that fit, and can be moved on."""
    memory = next((one for one in table.track if one is not None and power_of(one) == key), None)
    fitting, most = may_hold(table, key), tokens_of(key)
    side = memory.side if memory is not None and memory.side in SIDES else ""
    return Power(key, memory, fitting[0].owner if fitting else None, fitting[:most],
                 won_by=side or (fitting[0].side if fitting else SPRING))


def power_of(memory: Memory) -> str:
    return QUESTS[memory.source].power if memory.source in QUESTS else ""


def may_hold(table: Winter, key: str) -> list[Character]:
    side = side_of_tokens(key)
    return [one for one in table.in_play() if not side or one.side == side]


def only_in_force(table: Winter, key: str, name: str, nothing: Json, values: Allowed, write: Any,
                  **more: Any) -> dict[str, Any]:
    """What a field of one power has: while it is not in force there is nothing to set."""
    def read() -> Json:
        power = table.powers.get(key)
        return nothing if power is None else getattr(power, name)

    return {"values": lambda: values if key in table.powers else (nothing,), "read": read, "write": write,
            "group": POWERS, **more}


def set_part(table: Winter, key: str, name: str, value: Any) -> None:
    """Of a power that is not in force there is nothing to set."""
    power = table.powers.get(key)
    if power is not None:
        setattr(power, name, value)


# Tokens

def token_field(table: Winter, key: str, token: int) -> Field:
    path = f"powers.{key}" if not token else f"powers.{key}.second"
    label = POWER_NAMES[key] if not token else say("{power}: the second token", power=POWER_NAMES[key])
    side = side_of_tokens(key)
    names = tuple(one.key for one in table.characters.values() if not side or one.side == side)

    def read() -> Json:
        power = table.powers.get(key)
        return power.on[token].key if power is not None and token < len(power.on) else None

    def write(name: Any) -> None:
        power = table.powers.get(key)
        if power is None:
            return
        power.on[token:token + 1] = [] if name is None else [table.who(name)]
        if not token and power.on:
            power.owner = power.on[0].owner

    def allowed() -> Allowed:
        power = table.powers.get(key)
        if power is None or len(power.on) < token:
            return (None,)
        return (None, *names)

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{power}: its token goes back", power=POWER_NAMES[key])
        return say("{power}: its token lies on {who}", power=POWER_NAMES[key], who=table.who(new))

    return Field(path, label, allowed, read, write,
                 lambda name: say("nobody") if name is None else table.who(name).name, POWERS, change=change,
                 icon="star-four-points", weight=4)


def place_field(table: Winter, key: str) -> Field:
    def read() -> Json:
        return table.powers[key].at if key in table.powers else None

    def write(place: Any) -> None:
        set_part(table, key, "at", place)

    def words(place: Json) -> Text | str:
        return say("nowhere") if place is None else table.place(place)

    return Field(f"powers.{key}.at", say("{power}: place", power=POWER_NAMES[key]),
                 lambda: (None, *table.town.spaces) if key in table.powers else (None,), read, write, words, POWERS,
                 icon="star-four-points", weight=4)


# In the books

def memory_field(table: Winter, key: str) -> Field:
    """The memory it hangs on (WT-100): the number of its space."""
    def read() -> Json:
        power = table.powers.get(key)
        memory = None if power is None else power.memory
        return next((space + 1 for space, one in enumerate(table.track) if one is not None and one is memory), None)

    def write(space: Any) -> None:
        set_part(table, key, "memory", None if space is None else table.track[space - 1])

    def allowed() -> Allowed:
        filled = [space + 1 for space, memory in enumerate(table.track) if memory is not None]
        return (None, *filled) if key in table.powers else (None,)

    return Field(f"powers.{key}.memory", say("{power}: its memory", power=POWER_NAMES[key]), allowed, read, write,
                 group=POWERS, on_table=False)


def owner_field(table: Winter, key: str) -> Field:
    def read() -> Json:
        power = table.powers.get(key)
        return None if power is None or power.owner is None else power.owner.index

    def write(index: Any) -> None:
        set_part(table, key, "owner", None if index is None else table.seats[index])

    return Field(f"powers.{key}.owner", say("{power}: whose it is", power=POWER_NAMES[key]),
                 lambda: (None, *range(len(table.seats))) if key in table.powers else (None,), read, write,
                 lambda index: say("nobody") if index is None else table.seats[index].name, POWERS, on_table=False)


def won_by_field(table: Winter, key: str) -> Field:
    def write(side: Any) -> None:
        set_part(table, key, "won_by", side)

    return Field(f"powers.{key}.won_by", say("{power}: who won it", power=POWER_NAMES[key]),
                 on_table=False, words=lambda side: SIDE_NAMES[side] if side else say("nobody"),
                 **only_in_force(table, key, "won_by", "", ("", *SIDES), write))


def used_field(table: Winter) -> Field:
    def write(used: Any) -> None:
        set_part(table, "glimmer", "used", used)

    return Field("powers.glimmer.used", say("Hope used in this chapter"), on_table=False, words=yes_or_no,
                 **only_in_force(table, "glimmer", "used", False, (False, True), write))

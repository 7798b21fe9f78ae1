"""What goes between a ship's hold and its space: pick up, drop (WW-27 to WW-32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickSeveral
from companion.core.questions import Face, Refused
from companion.core.said import said
from companion.core.text import Text, Word, count, listing, say
from companion.games.windward.board.hexes import spell
from companion.games.windward.rules.aftermath import into_hold, take_gas
from companion.games.windward.table import Captain, Cargo, Crester, Windward
from companion.games.windward.words import A_CRESTER, cargo_words, crester_name

TOKENS = {"gas": say("Gas"), "grey_teeth": say("Grey tooth"), "red_teeth": say("Red tooth"),
          "plus_two": say("+2 token")}
ICONS = {"gas": "gas-cylinder", "grey_teeth": "tooth-outline", "red_teeth": "tooth-outline",
         "plus_two": "plus-box-outline"}


def tokens_among(items: tuple[str, ...]) -> tuple[int, Cargo]:
    """How much gas, and which cargo."""
    kinds = [item.partition(".")[0] for item in items]
    return kinds.count("gas"), Cargo(kinds.count("grey_teeth"), kinds.count("red_teeth"), kinds.count("plus_two"))


def cresters_among(table: Windward, items: tuple[str, ...]) -> list[Crester]:
    """The Cresters among some things; tokens have a point in their names."""
    whole = [item for item in items if "." not in item]
    return [crester for crester in table.cresters if crester.key in whole] if whole else []


def things_in_words(table: Windward, items: tuple[str, ...], gas: int, cargo: Cargo) -> Word:
    """A Red Crester, two gas and a grey tooth."""
    words = [say("the longboat") for item in items if item.startswith("boat")]
    words += [A_CRESTER[crester.kind] for crester in cresters_among(table, items)]
    if gas:
        words.append(say("{n} gas", n=gas))
    return listing([*words, *cargo_words(cargo.grey_teeth, cargo.red_teeth, cargo.plus_two)])


def item_face(table: Windward, item: str) -> Face:
    kind = item.partition(".")[0]
    if kind in TOKENS:
        return Face(TOKENS[kind], icon=ICONS[kind])
    crester = table.crester(item)
    if crester is not None:
        return Face(crester_name(crester.kind, crester.id, first=True), icon="fish")
    return Face(say("Longboat"), icon="rowing")


# --- questions


@dataclass(frozen=True)
class Items(PickSeveral[Windward, str]):
    """Single things between the hold and the ship's space."""

    seat: Captain

    def possible(self, table: Windward) -> bool:
        return bool(self.things(table))

    def least(self, table: Windward) -> int:
        return 1

    def face(self, table: Windward, choice: Any) -> Face:
        return item_face(table, choice)


@dataclass(frozen=True)
class PickUp(Items):
    """WW-27, WW-28, WW-30, WW-31: free, item by item, on the ship's space."""

    at_once = True
    rule = "WW-27"
    also = ("WW-28", "WW-30", "WW-31")
    icon = "tray-arrow-up"

    sentence = said("{seat}, what do you take aboard?")
    title = said("Pick up")

    def things(self, table: Windward) -> Sequence[str]:
        me = self.seat
        if me.at_port:
            return ()
        boats = [boat.key for boat in table.boats if boat.owner is me and boat.at == me.ship]
        towed_by_others = any(boat.owner is not me for boat in table.boats if boat.at == me.ship)
        cresters = [crester.key for crester in table.fallen(me.ship)
                  if me.hold is None and not (crester.kind == "grey" and towed_by_others)]       # WW-28, WW-31
        gas = min(table.gas_on.get(me.ship, 0), table.free_gas_slots(me))                       # WW-30
        return [*boats, *cresters, *numbered("gas", gas), *tokens(table.lying_at(me.ship))]

    def check(self, table: Windward, answer: tuple[str, ...]) -> None:
        super().check(table, answer)
        if len(cresters_among(table, answer)) > 1:
            raise Refused(say("The hold takes one Crester only."), "WW-28")

    def button(self, table: Windward, answer: Any) -> Text:
        return count("Take {n} aboard", "Take {n} aboard", len(answer)) if answer else say("Nothing chosen")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        here = spell(self.seat.ship)
        return [*carried(table, self.seat, answer), f"gas.{here}", *[f"loose.{here}.{kind}" for kind in TOKENS]]

    async def then(self, table: Windward, answer: tuple[str, ...]) -> None:
        me = self.seat
        gas, cargo = tokens_among(answer)
        things = things_in_words(table, answer, gas, cargo)
        table.tell(say("{name} took {things} aboard.", name=me, things=things), me, "WW-27")
        for boat in [boat for boat in table.boats_of(me) if boat.key in answer]:
            table.boats.remove(boat)
            me.boats_aboard += 1
        for crester in cresters_among(table, answer):
            me.hold, crester.at = crester, None
        if gas:
            table.gas_on[me.ship] -= gas
            if not table.gas_on[me.ship]:
                del table.gas_on[me.ship]
            table.stock.gas += gas                                          # take_gas draws it from the stock again
            take_gas(table, me, gas)
        if cargo:
            table.loose[me.ship].remove(cargo)
            if not table.loose[me.ship]:
                del table.loose[me.ship]
            into_hold(table, me, cargo)


@dataclass(frozen=True)
class Drop(Items):
    """WW-29: at sky, onto the ship's space, free."""

    rule = "WW-29"
    also = ("WW-32", "WW-A44")
    icon = "tray-arrow-down"

    sentence = said("{seat}, what do you throw overboard?")
    title = said("Drop")

    def things(self, table: Windward) -> Sequence[str]:
        me = self.seat
        if me.at_port:
            return ()
        return [*([] if me.hold is None else [me.hold.key]), *tokens(me.cargo)]

    def button(self, table: Windward, answer: Any) -> Text:
        return count("Drop {n}", "Drop {n}", len(answer)) if answer else say("Nothing chosen")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return [*carried(table, self.seat, answer), *[f"loose.{spell(self.seat.ship)}.{kind}" for kind in TOKENS]]

    async def then(self, table: Windward, answer: tuple[str, ...]) -> None:
        me = self.seat
        gas, cargo = tokens_among(answer)
        things = things_in_words(table, answer, gas, cargo)
        table.tell(say("{name} dropped {things}.", name=me, things=things), me, "WW-29")
        if me.hold is not None and me.hold.key in answer:
            me.hold.at, me.hold = me.ship, None
        me.cargo.remove(cargo)
        table.drop(cargo, me.ship)


def carried(table: Windward, me: Captain, items: tuple[str, ...]) -> list[str]:
    """The fields of what goes between the ship and its space."""
    kinds = {item.partition(".")[0] for item in items}
    path = f"captains.{me.index}"
    boats = [f"boats.{boat.key}" for boat in table.boats_of(me) if boat.key in items]
    return [*boats, *([f"{path}.boats"] if boats else []), *[f"beasts.{crester.key}" for crester in
            cresters_among(table, items)], *[f"{path}.{kind}" for kind in TOKENS if kind in kinds]]


def tokens(cargo: Cargo) -> list[str]:
    return [*numbered("grey_teeth", cargo.grey_teeth), *numbered("red_teeth", cargo.red_teeth),
            *numbered("plus_two", cargo.plus_two)]


def numbered(kind: str, number: int) -> list[str]:
    """`gas.1`, `gas.2`: single tokens, so that each can be left where it is."""
    return [f"{kind}.{one}" for one in range(1, number + 1)] if number > 0 else []

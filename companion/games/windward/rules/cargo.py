"""Cargo: pick up, drop and trade in teeth at the Trading Post (WW-27 to WW-33)."""

from collections.abc import Sequence
from typing import Any

from companion.core.kinds import PickSeveral
from companion.core.kinds.pick import SeveralDraft
from companion.core.questions import Face, draft_of
from companion.core.text import Refused, Text, Word, count, listing, said, say
from companion.core.values import Json
from companion.games.windward.rules.aftermath import earn, take_gas, teeth_away
from companion.games.windward.table import TOOTH, Captain, Cargo, Crester, Windward
from companion.games.windward.words import A_CRESTER, CRESTER_NAMES, cargo_words

TOKENS = {"gas": Face(say("Gas"), icon="gas-cylinder"),
          "grey_teeth": Face(say("Grey tooth"), icon="tooth-outline"),
          "red_teeth": Face(say("Red tooth"), icon="tooth-outline"),
          "plus_two": Face(say("+2 token"), icon="plus-box-outline")}
CARGO = ("grey_teeth", "red_teeth", "plus_two")


def kind_of(item: str) -> str:
    return item.partition(".")[0]


def tokens_among(items: tuple[str, ...]) -> tuple[int, Cargo]:
    kinds = [kind_of(item) for item in items]
    return kinds.count("gas"), Cargo(kinds.count("grey_teeth"), kinds.count("red_teeth"),
                                     kinds.count("plus_two"))


def cresters_among(table: Windward, items: tuple[str, ...]) -> list[Crester]:
    """Find the Cresters among `items`; token keys contain a dot."""
    whole = [item for item in items if "." not in item]
    return [crester for crester in table.cresters if crester.key in whole] if whole else []


def things_in_words(table: Windward, items: tuple[str, ...], gas: int, cargo: Cargo) -> Word:
    words = [say("the longboat") for item in items if item.startswith("boat")]
    words += [A_CRESTER[crester.kind] for crester in cresters_among(table, items)]
    if gas:
        words.append(say("{n} gas", n=gas))
    return listing([*words, *cargo_words(cargo.grey_teeth, cargo.red_teeth, cargo.plus_two)])


def item_face(table: Windward, item: str) -> Face:
    if kind_of(item) in TOKENS:
        return TOKENS[kind_of(item)]
    crester = table.crester(item)
    if crester is not None:
        return Face(CRESTER_NAMES[crester.kind], icon="bat")
    return Face(say("Longboat"), icon="rowing")


# --- questions


class Items(PickSeveral[Windward, str]):
    seat: Captain

    def possible(self, table: Windward) -> bool:
        return bool(self.things(table))

    def least(self, table: Windward) -> int:
        return 1

    def face(self, table: Windward, choice: Any) -> Face:
        return item_face(table, choice)


class PickUp(Items):
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
                  if me.hold is None and not (crester.kind == "grey" and towed_by_others)]      # WW-28, WW-31
        gas = min(table.gas_on.get(me.ship, 0), table.free_gas_slots(me))                       # WW-30
        return [*boats, *cresters, *numbered("gas", gas), *tokens(table.lying_at(me.ship))]

    def check(self, table: Windward, answer: tuple[str, ...]) -> None:
        super().check(table, answer)
        if len(cresters_among(table, answer)) > 1:
            raise Refused(say("The hold takes only one Crester."), "WW-28")

    def button(self, table: Windward, answer: Any) -> Text:
        return say("Take {n} aboard", n=len(answer)) if answer else say("Tap what you take")

    def only_answer(self, table: Windward) -> Json:
        things = self.things(table)
        if things and all(kind_of(one) == "gas" for one in things):
            return list(things)
        return super().only_answer(table)

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
        me.gas += gas
        left = table.gas_on.pop(me.ship, 0) - gas
        if left:
            table.gas_on[me.ship] = left
        if cargo:
            table.loose[me.ship].remove(cargo)
            if not table.loose[me.ship]:
                del table.loose[me.ship]
            me.cargo.add(cargo)
        table.by_players()
        if cargo and me is table.naturalist:
            teeth_away(table, me)                                           # WW-144


class Drop(Items):
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
        return say("Drop {n}", n=len(answer)) if answer else say("Tap what you drop")

    async def then(self, table: Windward, answer: tuple[str, ...]) -> None:
        me = self.seat
        gas, cargo = tokens_among(answer)
        things = things_in_words(table, answer, gas, cargo)
        table.tell(say("{name} dropped {things}.", name=me, things=things), me, "WW-29")
        if me.hold is not None and me.hold.key in answer:
            me.hold.at, me.hold = me.ship, None
        me.cargo.remove(cargo)
        table.drop(cargo, me.ship)
        table.by_players()


def tokens(cargo: Cargo) -> list[str]:
    return [one for kind in CARGO for one in numbered(kind, getattr(cargo, kind))]


def numbered(kind: str, number: int) -> list[str]:
    """Name tokens singly (`gas.1`, `gas.2`) so each can be left behind."""
    return [f"{kind}.{one}" for one in range(1, number + 1)] if number > 0 else []


# --- teeth


def worth(teeth: Cargo) -> int:
    return TOOTH["grey"] * teeth.grey_teeth + TOOTH["red"] * teeth.red_teeth


def teeth_of(captain: Captain) -> Cargo:
    return Cargo(max(0, captain.cargo.grey_teeth), max(0, captain.cargo.red_teeth))


def gas_without_slot(table: Windward, captain: Captain) -> int:
    """WW-A48: gas that would be lost if all teeth were traded now."""
    return 0 if table.competitive else max(0, worth(teeth_of(captain)) - table.free_gas_slots(captain))


async def trade_teeth(table: Windward, captain: Captain) -> None:
    """WW-33: trade all teeth; if gas would be lost, ask which become gas (WW-A48)."""
    if gas_without_slot(table, captain) and table.setup.options["tooth_by_tooth"]:
        chosen = await table.ask(Teeth(captain))
        hand_in(table, captain, tokens_among(chosen)[1])
    else:
        cash_teeth(table, captain)


def cash_teeth(table: Windward, captain: Captain) -> None:
    hand_in(table, captain, Cargo() if table.competitive else teeth_of(captain))


def hand_in(table: Windward, captain: Captain, for_gas: Cargo) -> None:
    for_notoriety = teeth_of(captain)
    for_notoriety.remove(for_gas)
    teeth_away(table, captain)
    if for_notoriety:
        earn(table, captain, worth(for_notoriety),
             say("{name} showed {teeth} at the Trading Post.", name=captain,
                 teeth=teeth_words(for_notoriety)), "WW-33")
    if for_gas:
        trade_for_gas(table, captain, for_gas)


def trade_for_gas(table: Windward, captain: Captain, teeth: Cargo) -> None:
    taken, rule = take_gas(table, captain, worth(teeth)), "WW-120" if table.solo else "WW-130"
    lost = worth(teeth) - taken
    if lost:
        table.tell(say("{name} traded {teeth} for {n} gas; {lost} had no slot.", name=captain,
                       teeth=teeth_words(teeth), n=taken, lost=lost), captain, rule)                  # WW-A48
    else:
        table.tell(say("{name} traded {teeth} for {n} gas.", name=captain, teeth=teeth_words(teeth), n=taken),
                   captain, rule)


def teeth_words(teeth: Cargo) -> Any:
    return listing(cargo_words(teeth.grey_teeth, teeth.red_teeth))


class Teeth(PickSeveral[Windward, str]):
    """WW-120, WW-130, WW-A48: choose gas or notoriety for each tooth."""

    rule = "WW-A48"
    also = ("WW-33", "WW-120", "WW-130")
    seat: Captain

    sentence = said("{seat}, which teeth become gas?")

    def kicker(self, table: Windward) -> Text:
        return count("{n} gas slot is free", "{n} gas slots are free", table.free_gas_slots(self.seat))

    hint = said("A grey tooth gives 3 gas, a red one 4. Gas without a slot is lost; other teeth give "
                "notoriety.")

    def things(self, table: Windward) -> Sequence[str]:
        return tokens(teeth_of(self.seat))

    def face(self, table: Windward, choice: Any) -> Face:
        return item_face(table, choice)

    def button(self, table: Windward, answer: Any) -> Text:
        gas = worth(tokens_among(tuple(answer or ()))[1])
        taken = min(gas, table.free_gas_slots(self.seat))
        if gas > taken:
            return say("{n} gas, {lost} lost", n=taken, lost=gas - taken)
        return say("{n} gas", n=taken) if taken else say("No gas")


@draft_of(Teeth)
class TeethDraft(SeveralDraft):
    """Preselects the teeth that bring the most gas and waste the least."""

    question: Teeth

    def __init__(self, question: Teeth, table: Windward) -> None:
        super().__init__(question, table)
        best = filling(teeth_of(question.seat), table.free_gas_slots(question.seat))
        self.tokens = list(tokens(best))


def filling(teeth: Cargo, slots: int) -> Cargo:
    """Choose the teeth that fill `slots` best (WW-A48)."""
    some = [Cargo(grey, red) for grey in range(teeth.grey_teeth + 1) for red in range(teeth.red_teeth + 1)]
    return max(some, key=lambda one: (min(worth(one), slots), -worth(one), -one.pieces))

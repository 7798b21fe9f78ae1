"""The end of a turn: rest, then the Cresters fly (WW-83 to WW-89, WW-109, WW-110, WW-114 to WW-118, WW-125)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, count, say
from companion.games.windward.board import cresters as mover
from companion.games.windward.rules.aftermath import earn, end_game, remember, ship_lost, tell_cleared, white_wakes
from companion.games.windward.rules.attacks import cresters_attack
from companion.games.windward.rules.night.all_fly import AllFly
from companion.games.windward.rules.night.flights import Rest, call_up, hunted_ship, several_move, still_to_fly
from companion.games.windward.rules.night.one_flies import fly_one, one_flight
from companion.games.windward.table import MOST_MORALE, Captain, Crester, Turn, Windward
from companion.games.windward.words import crester_name


async def rest(table: Windward, me: Captain) -> None:
    with table.during(Rest(me)):
        tell_cleared(table)                                                 # WW-83
        if me.at_port:
            await rest_at_port(table, me)
        else:
            await rest_at_sky(table, me)


async def rest_at_port(table: Windward, me: Captain) -> None:
    if table.solo:
        me.morale = 0
        remember(table, "lost", me)
        end_game(table, "lost", say("{name} ended a turn at port: the young Red tore the ship apart.", name=me),
                 "WW-109")
    if table.coop:
        await hunt(table)                                                   # WW-125: the White flies for the Post
        me.morale = min(MOST_MORALE, me.morale + 1)
    else:
        me.morale = min(MOST_MORALE, me.morale + table.board.rest_at_port)  # WW-84
    table.tell(say("{name} rested at port: morale {n}.", name=me, n=me.morale), me,
               "WW-125" if table.coop else "WW-84")


async def rest_at_sky(table: Windward, me: Captain) -> None:
    paid = await table.ask(CardOrMorale(me))                                # WW-85, WW-110
    if paid == "morale":
        me.morale -= 1
        table.tell(say("{name}'s crew went hungry: morale {n}.", name=me, n=me.morale), me, "WW-85")
        if me.morale < 1:
            await ship_lost(table, me, None, me.ship)                       # WW-76, WW-A36
    else:
        table.tell(say("{name} gave up a card for the night.", name=me), me, "WW-85")
    await hunt(table)                                                       # WW-86 to WW-88
    if not me.at_port:
        earn_at_sky(table, me)                                              # WW-89
        await white_wakes(table)


def earn_at_sky(table: Windward, me: Captain) -> None:
    if not table.competitive:
        return                                                              # WW-121, WW-132
    earn(table, me, 1, say("{name} spent the night at sky.", name=me), "WW-89")
    if me is table.naturalist:
        tagged = [crester for crester in table.living("red", "grey") if crester.tagged]
        income = sum(3 if crester.kind == "red" else 2 for crester in tagged)
        if income:
            earn(table, me, income, say("{name}'s tagged Cresters fly free.", name=me), "WW-145")


# --- the hunt


async def hunt(table: Windward) -> None:
    """Reds first, nearest first; in solo their one battle; then the White (WW-150)."""
    tell_who_stays(table)
    while call_up(table, "red"):
        await next_flights(table)
    if table.solo:
        await joint_battle(table)                                           # WW-114
    await white_wakes(table)
    while call_up(table, "white"):
        await next_flights(table)
    table.under_way(Rest).white_done = True


async def next_flights(table: Windward) -> None:
    """The next Crester, or all Reds of the night at once."""
    rest_now = table.under_way(Rest)
    if not rest_now.one_by_one and still_to_fly(table, "red")[1:]:
        asked, old = one_flight(table)
        if asked and several_move(table):
            await table.one_of(AllFly(rest_now.captain), *asked, old=old)
            return
    await fly_one(table)


def tell_who_stays(table: Windward) -> None:
    """WW-87, WW-A16: hands that wait for it are told that it stays."""
    for crester in stay_after_a_fight(table):
        table.tell(stays_words(table, crester), rule="WW-A16" if crester.kind == "white" else "WW-87")


def stay_after_a_fight(table: Windward) -> Iterable[Crester]:
    """Those that would fly, had they not fought."""
    if not table.is_under_way(Rest):
        return
    me, ship, mode = table.under_way(Rest).captain, hunted_ship(table), table.mode()
    for crester in table.living("red", "white"):
        if not crester.fought or mover.stays(table.planet, ship, mode, crester) != "fought":
            continue
        rested = mover.FlyingCrester(crester.id, crester.kind, crester.at or me.ship)
        if not mover.stays(table.planet, ship, mode, rested):
            yield crester


def stays_words(table: Windward, crester: Crester) -> Text:
    return say("{who} fought {name} this turn, so it stays where it is.", name=table.under_way(Rest).captain,
               who=crester_name(crester.kind, crester.id, first=True))


async def joint_battle(table: Windward) -> None:
    """WW-114: all Reds on the ship's space, their strengths added."""
    me = table.under_way(Rest).captain
    reds = [crester for crester in table.flying_at(me.ship) if crester.kind == "red"]
    if reds and not me.at_port:
        await cresters_attack(table, me, reds, me.ship)


def unused(table: Windward, me: Captain) -> Iterable[Reason]:
    """WW-26, WW-42: what a turn that ends now leaves behind."""
    now = table.perhaps(Turn) or Turn(me)
    if now.speed > 0:
        yield Reason(count("{n} speed is lost.", "{n} speed is lost.", now.speed), "sail-boat")
    if now.mates > 0:
        yield Reason(count("{n} mate has given no order.", "{n} mates have given no order.", now.mates),
                     "clipboard-list-outline")


# --- questions


@dataclass(frozen=True)
class CardOrMorale(PickText[Windward]):
    """WW-85: a night at sky costs a card or a point of morale."""

    rule = "WW-85"
    also = ("WW-53", "WW-76", "WW-A36")
    seat: Captain

    sentence = said("{seat}, a card or morale?")
    kicker = said("A night at sky has its price")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        yield from unused(table, self.seat)
        for crester in stay_after_a_fight(table):                           # nobody need wait for it (WW-87)
            yield Reason(stays_words(table, crester), "anchor")

    def choices(self, table: Windward) -> Iterable[str]:
        return ("card", "morale")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return {f"captains.{self.seat.index}.morale": max(1, self.seat.morale - 1)} if answer == "morale" else {}

    def face(self, table: Windward, choice: Any) -> Face:
        if choice == "card":
            return Face(say("Discard a card"), say("Unused, face down"), "cards-outline", main=True)
        lost = self.seat.morale <= 1
        hint = say("The ship is lost") if lost else say("{old} becomes {new}", old=self.seat.morale,
                                                        new=self.seat.morale - 1)
        return Face(say("Lose 1 morale"), hint, "emoticon-sad-outline")

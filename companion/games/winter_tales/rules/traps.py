"""Traps: a rebel traps a soldier, hidden cards against open ones (WT-40 to WT-47).

The app learns the number of trap cards only at the reveal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Menu, Number, Option, Row
from companion.core.questions import Reason
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import STORY_CARDS
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.battles import fighter_option, partner_decides, stop_options
from companion.games.winter_tales.rules.conditions import in_order, one_owner, trap_bonus
from companion.games.winter_tales.rules.kinds import BACK, CARD, NOBODY, STOP_PANEL, THROUGH, CountCards, so_many
from companion.games.winter_tales.rules.objectives import forget, note
from companion.games.winter_tales.rules.spaces import stops_ahead, who_may_stop
from companion.games.winter_tales.table import Activation, Last, Trap, Winter, owner_of


@dataclass(frozen=True)
class SpringTrap(Menu[Winter]):
    rule = "WT-40"
    also = ("WT-41", "WT-A10", "WT-A11", "WT-30")
    icon = "spider-web"
    panel = STOP_PANEL
    soldier: Character

    def sentence(self, table: Winter) -> Text:
        if self.seat is not None and not stops_ahead(table, self.soldier):
            return say("{name}, do you spring a trap on {who}?", name=self.seat, who=self.soldier)
        return say("Does anybody spring a trap on {who}?", who=self.soldier)

    def kicker(self, table: Winter) -> Text:
        return say("{who} enters {place}", who=self.soldier, place=table.place(self.soldier.at))

    def hint(self, table: Winter) -> Text:
        if self.seat is None:
            return say("Only one may spring it. No agreement: the topmost.")
        return say("It takes a trap card; all your other cards go under your rebel, either side up.")

    def options(self, table: Winter) -> Iterable[Option]:
        yield from stop_options(table, self.soldier, say("No trap"))
        yield from (fighter_option(one) for one in trappers(table, self.soldier))


def trappers(table: Winter, soldier: Character) -> list[Character]:  # WT-30, WT-40, WT-A11
    return in_order(table, soldier.owner, who_may_stop(table, soldier, soldier.at))


@dataclass(frozen=True)
class EvadeTrap(CountCards):
    """WT-42: winter plays any number, one by one, without knowing the trap's number."""

    rule = "WT-42"
    also = ("WT-41", "WT-43", "WT-A16")

    def sentence(self, table: Winter) -> Text:
        return say("{name}, how does {who} get out of it?", name=self.seat, who=table.under_way(Trap).soldier)

    def kicker(self, table: Winter) -> Text:
        return say("{rebel}'s trap, still hidden", rebel=table.under_way(Trap).rebel)

    def played(self, table: Winter) -> int:
        return table.under_way(Trap).played

    next_label = said("No more: open the trap")


@dataclass(frozen=True)
class OpenTrap(Number[Winter]):
    rule = "WT-43"
    also = ("WT-44", "WT-45", "WT-143", "WT-A16", "WT-103")
    seat: Player

    sentence = said("{seat}, show your cards. How many are spring side up?")

    def kicker(self, table: Winter) -> Text:
        trap = table.under_way(Trap)
        return say("{who} evades with {n}", who=trap.soldier, n=evasion(table, trap))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        trap = table.under_way(Trap)
        yield Reason(say("The trap card itself does not count."), "spider-web")
        if trap.partner is not None:
            yield Reason(say("{who}'s cards are shown and counted too.", who=trap.partner), "heart-outline")
        if trap_bonus(table, (trap.rebel, trap.partner)):
            yield Reason(say("One is added for the trapper's skill."), "plus")
        if trap_bonus(table, (trap.soldier,)):
            yield Reason(say("One is added for {who}'s cunning.", who=trap.soldier), "plus")

    def row(self, table: Winter) -> Row:
        return Row(say("Spring side up"), 0, STORY_CARDS, 0, seat=self.seat)

    def button(self, table: Winter, answer: Any) -> Text:
        trap = table.under_way(Trap)
        if not isinstance(answer, int):
            return say("Count it")
        played = evasion(table, trap)
        total = answer + trap_bonus(table, (trap.rebel, trap.partner))
        if played < total:
            return say("{who} is caught", who=trap.soldier)
        if played == total:
            return say("{who} is turned back", who=trap.soldier)
        return say("{who} walks on", who=trap.soldier)


def evasion(table: Winter, trap: Trap) -> int:
    return trap.played + trap_bonus(table, (trap.soldier,))                 # WT-143


# The flow

async def trap_at_entry(table: Winter, soldier: Character) -> None:  # WT-40
    if not trappers(table, soldier):
        return
    activation = table.under_way(Activation)
    key = await table.ask(SpringTrap(one_owner(trappers(table, soldier)), soldier))
    if key == THROUGH:
        activation.unhindered = True                                        # WT-28: for all of this walk
    elif key != NOBODY:
        activation.goal = ""
        await spring_trap(table, table.who(key), soldier)


async def spring_trap(table: Winter, rebel: Character, soldier: Character) -> None:
    with table.during(Trap(rebel, soldier)) as trap:
        await partner_decides(table, trap)                                  # WT-103
        while not trap.over:
            await count_evasion(table, trap)                                # WT-42
        number = await table.ask(OpenTrap(owner_of(table, trap.rebel)))     # WT-43: now it is open
        trapper = owner_of(table, trap.rebel)
        if trap.partner is None or trap.partner.owner is trapper:
            trapper.discarded += number + 1                                 # WT-44: with the trap card
        settle_trap(table, trap, number + trap_bonus(table, (trap.rebel, trap.partner)))


async def count_evasion(table: Winter, trap: Trap) -> None:
    word = await table.ask(EvadeTrap(owner_of(table, trap.soldier)))
    if word == CARD:
        trap.played += 1
        owner_of(table, trap.soldier).lying += 1
    elif word == BACK:
        trap.played = max(0, trap.played - 1)
        owner_of(table, trap.soldier).lying -= 1
    else:
        trap.over = True


def settle_trap(table: Winter, trap: Trap, total: int) -> None:
    """Fewer: caught. Equal: back to the plaza. More: nothing (WT-43, WT-A16)."""
    forget(table)
    table.discard(trap)
    soldier, played = trap.soldier, evasion(table, trap)
    tell_trap(table, trap, total)
    if played > total or not table.full:
        return  # light depth keeps no positions
    soldier.cannot_move = True
    came_from = table.under_way(Activation).came_from
    if played < total:
        soldier.down = True
        soldier.felled = say("{who}'s trap at {place}", who=trap.rebel, place=table.place(soldier.at))
        note(table, "rebels", trap.rebel.owner)                             # WT-127
        if trap.partner is not None:
            note(table, "rebels", trap.partner.owner)
    elif came_from is not None:
        soldier.at = came_from                                              # WT-43: the plaza it came from


def tell_trap(table: Winter, trap: Trap, total: int) -> None:
    played = evasion(table, trap)
    names: dict[str, object] = {"soldier": trap.soldier, "rebel": trap.rebel, "place": table.place(trap.soldier.at),
                                "played": so_many(played), "total": so_many(total)}
    if played < total:
        line = say("{soldier} walked into {rebel}'s trap at {place}, {played} against {total}.", **names)
        title = say("{rebel} traps {soldier}", **names)
    elif played == total:
        line = say("{rebel}'s trap at {place} turned {soldier} back, {played} each.", **names)
        title = say("{rebel} turns {soldier} back", **names)
    else:
        line = say("{soldier} slipped past {rebel}'s trap at {place}, {played} against {total}.", **names)
        title = say("{soldier} slips past the trap", **names)
    teller = trap.soldier.owner if played > total else trap.rebel.owner
    table.tell(line, teller, "WT-45")
    if teller is not None:
        ending = say("{name} tells how it ended.", name=teller)
        if table.remind("WT-44"):
            ending = say("{name} tells how it ended. {spring} keeps the winter sides and discards the rest.",
                         name=teller, spring=owner_of(table, trap.rebel))
        table.last = Last(title, ending, "spider-web")

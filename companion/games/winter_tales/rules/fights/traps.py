"""A rebel traps a soldier: hidden cards against open ones (WT-40 to WT-47).

Nothing hidden is entered: the app learns the trap's number only when the cards lie open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Number, Row
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import STORY_CARDS
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import able, in_order, love_partner, one_owner
from companion.games.winter_tales.rules.fights.battle import FightsAlong
from companion.games.winter_tales.rules.kinds import (
    BACK,
    CARD,
    NOBODY,
    STOP_PANEL,
    THROUGH,
    CountsCards,
    PickCharacterOrNobody,
    activation_of,
    fighter_face,
    halt,
    let_through,
    so_many,
    through_face,
)
from companion.games.winter_tales.rules.moments import forget, note
from companion.games.winter_tales.rules.skills import trap_bonus
from companion.games.winter_tales.rules.ways import stops_ahead
from companion.games.winter_tales.table import Last, Trap, Winter, owner_of


@dataclass(frozen=True)
class SpringsTrap(PickCharacterOrNobody):
    """WT-40: does one of the rebels here spring a trap?"""

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
            return say("Agree on one rebel; failing that, the first in this list.")
        return say("It takes a trap card; all your other cards go under your rebel, either side up.")

    def characters(self, table: Winter) -> Iterable[Character]:
        return trappers(table, self.soldier)

    def choices(self, table: Winter) -> Iterable[str]:
        through = [THROUGH] if stops_ahead(table, self.soldier) else []
        return [NOBODY, *through, *[one.key for one in self.characters(table)]]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == THROUGH:
            return through_face(self.soldier)
        return self.nobody(table) if choice == NOBODY else fighter_face(table.who(choice))

    def nobody(self, table: Winter) -> Face:
        ahead = stops_ahead(table, self.soldier)
        here = say("Not here; {who} moves on", who=self.soldier) if ahead else say("{who} moves on", who=self.soldier)
        return Face(say("No trap"), here, "arrow-right", main=not ahead)


def trappers(table: Winter, soldier: Character) -> list[Character]:
    """Other players' rebels in that location, upright (WT-30, WT-40, WT-A11)."""
    here = [one for one in table.standing_at(soldier.at)
            if one.is_rebel and one.owner is not soldier.owner and able(table, one)]
    return in_order(table, soldier.owner, here)


@dataclass(frozen=True)
class EvadesTrap(CountsCards):
    """WT-42: winter plays as many as it likes, one by one, not knowing against how many."""

    rule = "WT-42"
    also = ("WT-41", "WT-43", "WT-A16")

    def sentence(self, table: Winter) -> Text:
        trap = table.perhaps(Trap)
        if trap is None:
            return say("{name}, how many cards do you play?", name=self.seat)
        return say("{name}, how does {who} get out of it?", name=self.seat, who=trap.soldier)

    def kicker(self, table: Winter) -> Text | None:
        trap = table.perhaps(Trap)
        return None if trap is None else say("{rebel}'s trap, still hidden", rebel=trap.rebel)

    def played(self, table: Winter) -> int:
        trap = table.perhaps(Trap)
        return 0 if trap is None else int(trap.played)

    next_label = said("No more: open the trap")


@dataclass(frozen=True)
class TrapOpens(Number[Winter]):
    """WT-43: how many of the hidden cards lie spring side up?"""

    rule = "WT-43"
    also = ("WT-44", "WT-45", "WT-143", "WT-A16", "WT-103")
    seat: Player

    sentence = said("{seat}, show your cards. How many are spring side up?")

    def kicker(self, table: Winter) -> Text | None:
        trap = table.perhaps(Trap)
        return None if trap is None else say("{who} evades with {n}", who=trap.soldier, n=evasion(table, trap))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        trap = table.perhaps(Trap)
        yield Reason(say("The trap card itself does not count."), "spider-web")
        if trap is None:
            return
        if trap.partner is not None:
            yield Reason(say("{who}'s cards are shown and counted too.", who=trap.partner), "heart-outline")
        if trap_bonus(table, (trap.rebel, trap.partner)):
            yield Reason(say("One is added for the trapper's skill."), "plus")
        if trap_bonus(table, (trap.soldier,)):
            yield Reason(say("One is added for {who}'s cunning.", who=trap.soldier), "plus")

    def row(self, table: Winter) -> Row:
        return Row(say("Spring side up"), 0, STORY_CARDS, 0, seat=self.seat)

    def button(self, table: Winter, answer: Any) -> Text:
        trap = table.perhaps(Trap)
        if trap is None or not isinstance(answer, int):
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

async def trap_at_entry(table: Winter, soldier: Character) -> None:
    """One trap an entry (WT-40)."""
    if not trappers(table, soldier):
        return
    key = await table.ask(SpringsTrap(one_owner(trappers(table, soldier)), soldier))
    if key == THROUGH:
        let_through(table)
    elif key != NOBODY:
        halt(table)
        await spring_trap(table, table.who(key), soldier)


async def spring_trap(table: Winter, rebel: Character, soldier: Character) -> None:
    with table.during(Trap(rebel, soldier)) as trap:
        await partner_decides(table, trap)                                  # WT-103
        while not trap.over:
            await count_evasion(table, trap)                                # WT-42
        number = await table.ask(TrapOpens(owner_of(table, trap.rebel)))    # WT-43: now it is open
        settle_trap(table, trap, number + trap_bonus(table, (trap.rebel, trap.partner)))


async def partner_decides(table: Winter, trap: Trap) -> None:
    partner = love_partner(table, trap.rebel)
    if partner is None or partner.down:
        return
    word = await table.ask(FightsAlong(owner_of(table, partner), partner))
    if word == "along":
        trap.partner = love_partner(table, trap.rebel)


async def count_evasion(table: Winter, trap: Trap) -> None:
    word = await table.ask(EvadesTrap(owner_of(table, trap.soldier)))
    if word == CARD:
        trap.played += 1
    elif word == BACK:
        trap.played = max(0, trap.played - 1)
    else:
        trap.over = True


def settle_trap(table: Winter, trap: Trap, total: int) -> None:
    """Fewer: caught. Equal: back to the plaza. More: nothing (WT-43, WT-A16)."""
    forget(table)
    soldier, played = trap.soldier, evasion(table, trap)
    tell_trap(table, trap, total)
    if played > total or not table.full:
        return                                                              # in light who lies is not kept
    soldier.cannot_move = True
    if played < total:
        soldier.down = True
        soldier.felled = say("{who}'s trap at {place}", who=trap.rebel, place=table.place(soldier.at))
        note(table, "rebels", trap.rebel.owner)                             # WT-127
        if trap.partner is not None:
            note(table, "rebels", trap.partner.owner)
    elif turned_back_to(table) is not None:
        soldier.at = turned_back_to(table)


def turned_back_to(table: Winter) -> str | None:
    """The plaza the soldier came from (WT-43)."""
    activation = activation_of(table)
    return None if activation is None else activation.came_from


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
        ending = say("{name} tells how it ended. Cards lying winter side up go back to the hand.", name=teller)
        table.last = Last(title, ending, "spider-web")

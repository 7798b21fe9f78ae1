"""A soldier attacks a rebel: cards in turn, the last to play one wins (WT-32 to WT-39)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, PickText
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, Word, say
from companion.games.winter_tales.board.characters import POWER_NAMES, SPRING, WINTER
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import (
    bears_ongoing,
    holds_artifact,
    love_partner,
    one_owner,
    safe_house,
)
from companion.games.winter_tales.rules.exits import BattleBroken
from companion.games.winter_tales.rules.fights.attacks import Attacks, attackers
from companion.games.winter_tales.rules.kinds import (
    ARTIFACT,
    CARD,
    NOBODY,
    STOPS,
    THROUGH,
    PickSpace,
    halt,
    let_through,
    so_many,
)
from companion.games.winter_tales.rules.moments import forget, note
from companion.games.winter_tales.rules.skills import battle_skill
from companion.games.winter_tales.rules.spaces import anywhere, named_space
from companion.games.winter_tales.table import Battle, Entering, Last, Winter, owner_of


@dataclass(frozen=True)
class FightsAlong(PickText[Winter]):
    """WT-A72: the Love partner may stay out of it, and then suffers nothing."""

    rule = "WT-103"
    also = ("WT-A72", "WT-A41")
    seat: Player
    partner: Character

    sentence = said("{seat}, does {partner} stand by the other?")
    kicker = said("Love That Melts the Snow")

    def choices(self, table: Winter) -> Iterable[str]:
        return ("along", "out")

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == "along":
            return Face(say("Together"), say("Both add cards; both bear the outcome"), "heart-outline", main=True)
        return Face(say("Stays out"), say("Adds nothing, suffers nothing"), "close-thick")


@dataclass(frozen=True)
class BattleCard(PickText[Winter]):
    """WT-35: attack, then defence, a card each; who stops loses."""

    rule = "WT-35"
    also = ("WT-A12", "WT-37", "WT-38", "WT-106", "WT-144", "WT-25")
    icon = "sword-cross"
    seat: Player
    step: str

    def sentence(self, table: Winter) -> Text:
        battle = table.perhaps(Battle)
        if battle is None:
            return say("{name}, do you play a card?", name=self.seat)
        if self.step == WINTER:
            return say("{name}, how does {who} attack?", name=self.seat, who=attacker(battle))
        return say("{name}, how does {who} resist?", name=self.seat, who=battle.rebel)

    def kicker(self, table: Winter) -> Text | None:
        battle = table.perhaps(Battle)
        if battle is None:
            return None
        return say("Battle: {who} {attack}, {rebel} {defence}", who=attacker(battle), attack=battle.attack,
                   rebel=battle.rebel, defence=battle.defence)

    def reasons(self, table: Winter) -> Iterable[Reason]:
        battle = table.perhaps(Battle)
        if battle is None:
            return
        if battle.horror and battle.attack == 1 and self.step == SPRING:
            yield Reason(say("Freezing Horror strikes first with its memory."), "snowflake")
        elif battle.attack == 1 and battle.defence == 0 and battle_skill(table, fighters(battle, WINTER)):
            yield Reason(say("{who} needs no card in the first round.", who=battle.soldier), "sword-cross")
        if battle.partner is not None and self.step == SPRING:
            yield Reason(say("{who} stands by; the card comes from either hand.", who=battle.partner), "heart-outline")

    def choices(self, table: Winter) -> Iterable[str]:
        battle = table.perhaps(Battle)
        words = [CARD]
        if battle is not None and not battle.artifact_used and holds_artifact(table, fighters(battle, self.step)):
            words.append(ARTIFACT)
        return [*words, STOPS]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == CARD:
            return Face(say("Play a card"), icon="cards-outline", main=True)
        if choice == ARTIFACT:
            return Face(say("Play the Artifact's memory"), say("Once in this battle; it stays on the track"),
                        "star-four-points-outline")
        return Face(say("Stop"), self.if_stops(table), "hand-back-right-outline")

    def if_stops(self, table: Winter) -> Text | None:
        battle = table.perhaps(Battle)
        if battle is None:
            return None
        if self.step == SPRING:
            return say("{who} loses", who=battle.rebel)
        if not battle.last:
            return say("Then there was no battle")
        return say("{who} gets away", who=battle.rebel)


def attacker(battle: Battle) -> Word:
    """Who strikes: the soldier, or the Freezing Horror, which fights under its own name (WT-108)."""
    return POWER_NAMES["horror"] if battle.horror else battle.soldier.name


def fighters(battle: Battle, side: str) -> tuple[Character | None, ...]:
    """Whoever may bring in what they carry; the Horror's soldier is elsewhere and fights nobody here (WT-108)."""
    if side == WINTER:
        return () if battle.horror else (battle.soldier,)
    return battle.rebel, battle.partner


@dataclass(frozen=True)
class DragsTo(PickSpace):
    """WT-37: the winner may lay the rebel elsewhere, if the story carries it."""

    rule = "WT-37"
    also = ("WT-A13", "WT-151")
    seat: Player
    rebel: Character

    sentence = said("{seat}, where does {rebel} end up?")
    kicker = said("{rebel} is incapacitated")
    hint = said("Elsewhere only if your story tells how.")
    action_label = said("Lay {rebel} here")

    def choices(self, table: Winter) -> Iterable[str]:
        here = [] if self.rebel.at is None else [self.rebel.at]
        return [*here, *[space for space in anywhere(table) if space != self.rebel.at]]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == self.rebel.at:
            return Face(say("Stays where it fell"), say("{place}", place=table.place(choice)), "map-marker", main=True)
        return super().face(table, choice)

    async def then(self, table: Winter, answer: str) -> None:
        space = await named_space(table, self, answer)
        if space is not None and table.is_under_way(Battle):
            lay_down(table, space)


@dataclass(frozen=True)
class StaysThere(Confirm[Winter]):
    """WT-37: nobody has to drag the rebel anywhere."""

    rule = "WT-37"
    icon = "map-marker"
    seat: Player
    rebel: Character

    def sentence(self, table: Winter) -> Text:
        return say("{who} stays at {place}.", who=self.rebel, place=table.place(self.rebel.at))

    title = said("Stays where it fell")
    button = said("Stays where it fell")

    async def then(self, table: Winter, answer: str) -> None:
        lay_down(table, self.rebel.at)


# The flow

async def battle_at_entry(table: Winter, rebel: Character) -> None:
    """One battle an entry; if the first card never comes, another soldier may begin one (WT-33, WT-A12)."""
    entering = table.under_way(Entering)
    while not entering.over and attackers(table, rebel):
        key = await table.ask(Attacks(one_owner(attackers(table, rebel)), rebel))
        if key == THROUGH:
            let_through(table)
        if key in (NOBODY, THROUGH):
            return
        halt(table)
        who, _, card = key.partition(" ")
        await fight(table, table.who(who), rebel, bool(card))


async def fight(table: Winter, soldier: Character, rebel: Character, begun: bool = False) -> None:
    """A battle after an entry. Sets `entering.over` once there was one. `begun`: with its first card."""
    with table.until(BattleBroken), table.during(Battle(soldier, rebel, begun=begun)) as battle:
        await exchange(table, battle)
        entering = table.under_way(Entering)
        if battle.last:
            entering.over = True
            await settle_battle(table, battle)
        else:
            entering.tried.append(soldier)                                  # WT-A12: then there was no battle
        return
    if table.is_under_way(Entering):
        table.under_way(Entering).over = True                               # broken off by hand


async def exchange(table: Winter, battle: Battle) -> None:
    """Attack, defence, attack ... until somebody plays nothing (WT-35)."""
    await partner_decides(table, battle)
    while not battle.over:
        battle.step = WINTER
        if await plays(table, battle):
            battle.attack += 1
            battle.last = WINTER
        else:
            battle.over = True
            return
        battle.step = SPRING
        if await plays(table, battle):
            battle.defence += 1
            battle.last = SPRING
        else:
            battle.over = True


async def partner_decides(table: Winter, battle: Battle) -> None:
    partner = love_partner(table, battle.rebel)
    if partner is None or partner.down:
        return
    word = await table.ask(FightsAlong(owner_of(table, partner), partner))
    if word == "along":
        battle.partner = love_partner(table, battle.rebel)


def needs_no_card(table: Winter, battle: Battle) -> bool:
    """The first card of Wolf, of the Tin Man or of the Freezing Horror, never two (WT-108, WT-144, WT-A50)."""
    if battle.step == WINTER:
        return battle.attack == 0 and (battle.horror or battle_skill(table, fighters(battle, WINTER)))
    return battle.defence == 0 and battle_skill(table, (battle.rebel, battle.partner))


async def plays(table: Winter, battle: Battle) -> bool:
    """Does the side whose step it is play a card? A free one counts like any other (WT-A68)."""
    if needs_no_card(table, battle):
        return True
    if battle.begun:
        battle.begun = False                                                # it came with the attack
        return True
    player = owner_of(table, battle.soldier if battle.step == WINTER else battle.rebel)
    word = await table.ask(BattleCard(player, battle.step))
    if word == ARTIFACT:
        battle.artifact_used = True                                         # WT-106: once a battle
    return word != STOPS


async def settle_battle(table: Winter, battle: Battle) -> None:
    """The last to play a card wins (WT-35, WT-37, WT-38)."""
    forget(table)
    tell_battle(table, battle)
    if battle.last == SPRING or not table.full:
        return                                                              # WT-38: nothing changes, or none is kept
    if safe_house(table) is not None:
        flee_to_safe_house(table, battle)                                   # WT-105
        return
    for loser in losers(table, battle):
        loser.down = loser.cannot_move = True                               # WT-37
        loser.felled = say("{who}, at {place}", who=attacker(battle), place=table.place(loser.at))
    note(table, "reward", battle.soldier.owner)                             # WT-129
    await lay_elsewhere(table, battle)


def losers(table: Winter, battle: Battle) -> list[Character]:
    """The rebel, and the partner who fought along (WT-A41)."""
    lost = [battle.rebel]
    if battle.partner is not None and table.on("love_shares_loss"):
        lost.append(battle.partner)
    return [one for one in lost if not one.eliminated]


def flee_to_safe_house(table: Winter, battle: Battle) -> None:
    """Not incapacitated, but in the Safe House, and the move is over (WT-105, WT-A44)."""
    house = safe_house(table)
    for loser in losers(table, battle):
        if house is not None and house.at is not None and not bears_ongoing(table, loser):
            loser.at = house.at
        if table.on("safe_house_ends_move"):
            loser.cannot_move = True
        table.tell(say("{who} fled to the Safe House.", who=loser), loser.owner, "WT-105")


async def lay_elsewhere(table: Winter, battle: Battle) -> None:
    """Winter may put the rebel anywhere; a pair stays together; a quest's site does not move (WT-37, WT-151)."""
    if any(bears_ongoing(table, one) for one in losers(table, battle)):
        return
    player = owner_of(table, battle.soldier)
    while not battle.laid:
        await table.one_of(DragsTo(player, battle.rebel), StaysThere(player, battle.rebel))


def lay_down(table: Winter, space: str | None) -> None:
    battle = table.under_way(Battle)
    battle.laid = True
    if space != battle.rebel.at:
        who = owner_of(table, battle.soldier)
        table.tell(say("{name} had {rebel} dragged to {place}.", name=who, rebel=battle.rebel,
                       place=table.place(space)), who, "WT-37")
    for loser in losers(table, battle):
        loser.at = space


def tell_battle(table: Winter, battle: Battle) -> None:
    soldier, rebel, place = attacker(battle), battle.rebel, table.place(battle.rebel.at)
    if battle.last == WINTER:
        line = say("{soldier} caught {rebel} at {place}, {attack} to {defence}.", soldier=soldier, rebel=rebel,
                   place=place, attack=so_many(battle.attack), defence=so_many(battle.defence))
        title: Word = say("{soldier} beats {rebel}", soldier=soldier, rebel=rebel)
    else:
        line = say("{rebel} escaped {soldier} at {place}, {defence} to {attack}.", soldier=soldier, rebel=rebel,
                   place=place, attack=so_many(battle.attack), defence=so_many(battle.defence))
        title = say("{rebel} escapes {soldier}", soldier=soldier, rebel=rebel)
    table.tell(line, battle.soldier.owner if battle.last == WINTER else rebel.owner, "WT-38")
    table.last = Last(title, say("The winner tells how it ended; both discard what they played."), "sword-cross")

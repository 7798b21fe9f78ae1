"""Battles (WT-32 to WT-39), the Freezing Horror, traps (WT-40 to WT-47) and saving (WT-48 to WT-50)."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.core.kinds import Confirm, Menu, Number, Option, Row
from companion.core.questions import Face, Reason
from companion.core.text import Text, Word, count, listing, said, say, say_in
from companion.games.winter_tales.board.characters import POWERS, SIDES, SPRING, STORY_CARDS, WINTER, other
from companion.games.winter_tales.rules.kinds import (
    ARTIFACT,
    CARD,
    FIGURES_PANEL,
    NEXT,
    NOBODY,
    STOP_PANEL,
    STOPS,
    THROUGH,
    CountCards,
    PickCharacter,
    character_option,
    plays_a_card,
)
from companion.games.winter_tales.rules.objectives import note
from companion.games.winter_tales.rules.spaces import PickSpace, anywhere, named_space
from companion.games.winter_tales.table import (
    Activation,
    Battle,
    BattleBroken,
    Character,
    Entering,
    Fight,
    Last,
    Player,
    Trap,
    Winter,
)

HELP = "help"


class Stop(Menu[Winter]):  # WT-28, WT-30
    """Somebody who just entered a space may be stopped there."""

    panel = STOP_PANEL
    character: Character

    def kicker(self, table: Winter) -> Text:
        return say("{who} enters {place}", who=self.character, place=table.place(self.character.at))

    def passing(self, table: Winter, nobody: Text) -> Iterator[Option]:
        who, ahead = self.character, table.stops_ahead(self.character)
        here = say("Ask again further on") if ahead else say("{who} moves on", who=who)
        if self.seat is None:
            passes = say("Nobody stops {who}", who=who)
        else:
            passes = say("{name} lets {who} pass", name=self.seat, who=who)
        yield Option(NOBODY, nobody, "arrow-right", here, main=not ahead, echo=passes)
        if ahead:
            yield Option(THROUGH, say("Let {who} through", who=who), "arrow-right", say("All the way there"),
                         main=True, echo=passes)


# Attacking the rebel who just arrived

class Attack(Stop):  # WT-32, WT-33
    rule = "WT-32"
    also = ("WT-33", "WT-A10", "WT-A11", "WT-30", "WT-A12")
    icon = "sword-cross"

    def sentence(self, table: Winter) -> Text:
        if self.seat is not None and not table.stops_ahead(self.character):
            return say("{name}, do you attack {who}?", name=self.seat, who=self.character)
        return say("Does anybody attack {who}?", who=self.character)

    def hint(self, table: Winter) -> Text | None:
        if self.seat is not None:
            return None
        return say("Only one may attack. No agreement: the topmost.")

    def options(self, table: Winter) -> Iterable[Option]:
        """Attacking plays a card at once, unless the first card can be another (WT-35, WT-106, WT-144)."""
        yield from self.passing(table, say("No battle"))
        for one in attackers(table, self.character):
            echo = say("{name} attacks {who}", name=one.owner_name, who=self.character)
            if table.battle_skill((one,)) or table.holds_artifact((one,)):
                yield fighter_option(one, echo)
            else:
                attacks = say_in("one fighter", "{who} attacks", who=one)
                yield Option(f"{one.key} {CARD}", attacks, one.picture,
                             say("{name}, with a first card", name=one.owner_name),
                             seat=one.owner, echo=echo)

    def check(self, table: Winter, answer: str) -> None:
        """A bare name means the first card is asked next."""
        if answer not in [one.key for one in attackers(table, self.character)]:
            super().check(table, answer)


def fighter_option(one: Character, echo: Text) -> Option:
    return Option(one.key, one.name, one.picture, say("{name}", name=one.owner_name),
                  seat=one.owner, echo=echo)


def one_owner(willing: list[Character]) -> Player | None:
    """The player to ask; None if several might be willing."""
    owners = {one.owner.index: one.owner for one in willing if one.owner is not None}
    return next(iter(owners.values())) if len(owners) == 1 else None


def attackers(table: Winter, rebel: Character) -> list[Character]:  # WT-30, WT-A11, WT-A12
    tried = table.under_way(Entering).tried
    untried = [one for one in table.who_may_stop(rebel, rebel.at) if one not in tried]
    return table.in_order(rebel.owner, untried)


async def battle_at_entry(table: Winter, rebel: Character) -> None:
    """At most one battle per entry; if no card follows, another soldier may attack (WT-33, WT-A12)."""
    entering, activation = table.under_way(Entering), table.under_way(Activation)
    while not entering.over and attackers(table, rebel):
        key = await table.ask(Attack(one_owner(attackers(table, rebel)), rebel))
        activation.unhindered = key == THROUGH                              # WT-28: for all of this walk
        if key in (NOBODY, THROUGH):
            return
        activation.goal = ""
        who, _, card = key.partition(" ")
        await fight(table, table.who(who), rebel, bool(card))


# The battle

class FightAlong(Menu[Winter]):
    rule = "WT-103"
    also = ("WT-A72", "WT-A41")
    seat: Player
    partner: Character

    sentence = said("{seat}, does {partner} join the fight?")
    kicker = said("Love That Melts the Snow")

    def options(self, table: Winter) -> Iterable[Option]:
        who: dict[str, object] = {"name": self.seat, "who": self.partner}
        yield Option("along", say("Together"), "heart-outline", say("Both add cards and share the outcome"),
                     main=True, echo=say("{name} lets {who} join the fight", **who))
        yield Option("out", say("Stays out"), "close-thick", say("Adds nothing, suffers nothing"),
                     echo=say("{name} keeps {who} out of the fight", **who))


class BattleCard(Menu[Winter]):
    """WT-35: attack, then defence, one card each; whoever stops loses."""

    rule = "WT-35"
    also = ("WT-A12", "WT-37", "WT-38", "WT-106", "WT-144", "WT-25")
    icon = "sword-cross"
    panel = STOP_PANEL
    seat: Player
    step: str

    def sentence(self, table: Winter) -> Text:
        battle = table.under_way(Battle)
        if self.step == WINTER:
            return say("{name}, how does {who} attack?", name=self.seat, who=attacker(battle))
        return say("{name}, how does {who} resist?", name=self.seat, who=battle.rebel)

    def kicker(self, table: Winter) -> Text:
        battle = table.under_way(Battle)
        return say("Battle: {who} {attack}, {rebel} {defence}", who=attacker(battle), attack=battle.attack,
                   rebel=battle.rebel, defence=battle.defence)

    def reasons(self, table: Winter) -> Iterable[Reason]:
        battle = table.under_way(Battle)
        if battle.horror and battle.attack == 1 and self.step == SPRING:
            yield Reason(say("Freezing Horror strikes first with its memory."), "snowflake")
        elif battle.attack == 1 and battle.defence == 0 and table.battle_skill(fighters(battle, WINTER)):
            yield Reason(say("{who} needs no card in the first round.", who=battle.soldier), "sword-cross")
        if battle.partner is not None and self.step == SPRING:
            yield Reason(say("{who} helps: the card may come from either hand.", who=battle.partner),
                         "heart-outline")

    def options(self, table: Winter) -> Iterable[Option]:
        battle = table.under_way(Battle)
        yield Option(CARD, say("Play a card"), "cards-outline", main=True,
                     echo=plays_a_card(self.seat, self.seat))
        helper = battle.partner.owner if battle.partner is not None and self.step == SPRING else None
        if helper is not None and helper is not self.seat:                                            # WT-103
            yield Option(HELP, say("A card from {name}", name=helper), "heart-outline", seat=helper,
                         echo=plays_a_card(helper, self.seat))
        if not battle.artifact_used and table.holds_artifact(fighters(battle, self.step)):          # WT-106
            yield Option(ARTIFACT, say("Play the Artifact's memory"), "star-four-points-outline",
                         say("Once in this battle; it stays on the track"),
                         echo=say("{name} plays the Artifact's memory", name=self.seat))
        if self.step == SPRING:
            stops = say("{who} loses", who=battle.rebel)
        elif battle.last:
            stops = say("{who} gets away", who=battle.rebel)
        else:
            stops = say("Then there is no battle")
        yield Option(STOPS, say("Play no card"), "hand-back-right-outline", stops,
                     echo=say("{name} plays no more cards", name=self.seat))


def attacker(battle: Battle) -> Word:
    """The soldier, or the Freezing Horror, which fights under its own name (WT-108)."""
    return POWERS["horror"].name if battle.horror else battle.soldier.name


def fighters(battle: Battle, side: str) -> list[Character]:
    """Characters whose items count; the Horror's soldier is elsewhere, so not in this fight (WT-108)."""
    if side == SPRING:
        return battle.rebels
    return [] if battle.horror else [battle.soldier]


async def fight(table: Winter, soldier: Character, rebel: Character, begun: bool = False) -> None:
    entering, table.due = table.under_way(Entering), None
    with table.until(BattleBroken), table.during(Battle(soldier, rebel, begun=begun)) as battle:
        if begun:
            play_card(table, battle)
        await exchange(table, battle)
        if battle.last:
            entering.over = True
            await settle_battle(table, battle)
        else:
            entering.tried.append(soldier)                                  # WT-A12: then there was no battle
        return
    entering.over = True                                                    # broken off by hand


async def exchange(table: Winter, battle: Battle) -> None:  # WT-35
    await partner_decides(table, battle)
    while not battle.over:
        battle.over = not await plays(table, battle)
        if not battle.over:
            battle.attack += battle.step == WINTER
            battle.defence += battle.step == SPRING
            battle.last, battle.step = battle.step, other(battle.step)


async def partner_decides(table: Winter, fight: Fight) -> None:
    partner = table.love_partner(fight.rebel)
    if partner is None or partner.down:
        return
    word = await table.ask(FightAlong(table.owner_of(partner), partner))
    if word == "along":
        fight.partner = table.love_partner(fight.rebel)


async def plays(table: Winter, battle: Battle) -> bool:
    """Ask whether the side plays a card; a free one counts like any other (WT-A68)."""
    played = battle.attack if battle.step == WINTER else battle.defence
    horror = battle.horror and battle.step == WINTER
    if played == 0 and (horror or table.battle_skill(fighters(battle, battle.step))):
        return True                                                         # WT-108, WT-144, WT-A50
    if battle.begun:
        battle.begun = False                                                # it came with the attack
        return True
    player = table.owner_of(battle.soldier if battle.step == WINTER else battle.rebel)
    word = await table.ask(BattleCard(player, battle.step))
    if word == ARTIFACT:
        battle.artifact_used = True                                         # WT-106: once a battle
    elif word == HELP and battle.partner is not None:
        battle.helped += 1
        table.owner_of(battle.partner).lying += 1
        table.by_players()
    elif word == CARD:
        play_card(table, battle)
    return word != STOPS


def play_card(table: Winter, battle: Battle) -> None:
    """Count a real card; a skill, the Artifact or the Horror's memory uses none."""
    if battle.step == WINTER:
        battle.attack_cards += 1
        table.owner_of(battle.soldier).lying += 1
    else:
        battle.defence_cards += 1
        table.owner_of(battle.rebel).lying += 1
    table.by_players()


async def settle_battle(table: Winter, battle: Battle) -> None:  # WT-35
    table.moments.clear()  # WT-A56
    table.discard(battle)
    tell_battle(table, battle)
    if battle.last == SPRING or not table.full:
        return  # WT-38: nothing changes, or only turns and battles
    if table.powers.get("safe_house") is not None:
        flee_to_safe_house(table, battle)                                   # WT-105
        return
    for loser in losers(table, battle):
        loser.down = loser.cannot_move = True                               # WT-37
    note(table, "reward", battle.soldier.owner)                             # WT-129
    await lay_elsewhere(table, battle)


def losers(table: Winter, battle: Battle) -> list[Character]:  # WT-A41
    lost = battle.rebels if table.on("love_shares_loss") else [battle.rebel]
    return [one for one in lost if not one.eliminated]


def flee_to_safe_house(table: Winter, battle: Battle) -> None:  # WT-105, WT-A44
    house = table.powers.get("safe_house")
    for loser in losers(table, battle):
        if house is not None and house.at is not None and not table.bears_ongoing(loser):
            loser.at = house.at
        if table.on("safe_house_ends_move"):
            loser.cannot_move = True
        table.tell(say("{who} fled to the Safe House.", who=loser), loser.owner, "WT-105")


def tell_battle(table: Winter, battle: Battle) -> None:
    names: dict[str, object] = {"soldier": attacker(battle), "rebel": battle.rebel, "attack": battle.attack,
                                "defence": battle.defence, "place": table.place(battle.rebel.at)}
    if battle.last == WINTER:
        line = say("{soldier} caught {rebel} at {place}, {attack} to {defence}.", **names)
        title, teller = say("{soldier} beats {rebel}", **names), battle.soldier.owner
    else:
        line = say("{rebel} escaped {soldier} at {place}, {defence} to {attack}.", **names)
        title, teller = say("{rebel} escapes {soldier}", **names), battle.rebel.owner
    table.tell(line, teller, "WT-38")
    table.remind("WT-38", say("Both discard the cards they played."))
    table.last = Last(title, say("The winner tells how it ended."), "sword-cross")

# Where a beaten rebel lies

class DragTo(PickSpace):
    rule = "WT-37"
    also = ("WT-A13", "WT-151")
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
            return Face(say("Stays where they fell"), say("{place}", place=table.place(choice)), "map-marker",
                        main=True)
        return super().face(table, choice)

    def in_brief(self, table: Winter, answer: Any) -> Text | str:
        if answer == self.rebel.at:
            return LeaveLying(self.seat, self.rebel).in_brief()
        return super().in_brief(table, answer)

    async def then(self, table: Winter, answer: str) -> None:
        space = await named_space(table, self.seat, answer)
        if space is not None:
            lay_down(table, space if table.full else None)  # the app may track less meanwhile


class LeaveLying(Confirm[Winter]):
    rule = "WT-37"
    icon = "map-marker"
    seat: Player
    rebel: Character

    def sentence(self, table: Winter) -> Text:
        return say("{who} stays at {place}.", who=self.rebel, place=table.place(self.rebel.at))

    title = said("Stays where they fell")
    button = said("Stays where they fell")
    in_brief = said("{seat} leaves {rebel} lying there")

    async def then(self, table: Winter, answer: str) -> None:
        lay_down(table, self.rebel.at)


async def lay_elsewhere(table: Winter, battle: Battle) -> None:
    """Winter may move the rebel anywhere; pairs stay together, quest sites stay put (WT-37, WT-151)."""
    if any(table.bears_ongoing(one) for one in losers(table, battle)):
        return
    player = table.owner_of(battle.soldier)
    while not battle.laid:
        await table.one_of(DragTo(player, battle.rebel), LeaveLying(player, battle.rebel))


def lay_down(table: Winter, space: str | None) -> None:
    battle = table.under_way(Battle)
    battle.laid = True
    if space != battle.rebel.at:
        who = table.owner_of(battle.soldier)
        table.tell(say("{name} had {rebel} dragged to {place}.", name=who, rebel=battle.rebel,
                       place=table.place(space)), who, "WT-37")
        battle.rebel.at = space
        table.by_players()
    for loser in losers(table, battle):
        loser.at = space

# The Freezing Horror strikes when its player has nobody ready (WT-107, WT-108)

def horror_waits(table: Winter, player: Player) -> bool:  # WT-108
    horror = table.powers.get("horror")
    if horror is None or horror.owner is not player or table.ready_of(player):
        return False
    return not table.full or bool(victims(table, player))


def victims(table: Winter, player: Player) -> list[Character]:  # WT-108, WT-A48
    others = [one for one in table.in_play() if one.is_rebel and one.owner is not player]
    if not table.full:
        return others
    house = table.powers.get("safe_house")
    return [one for one in others if table.able(one) and table.town.is_location(one.at)
            and not (house is not None and house.at == one.at)]


class HorrorStrike(Menu[Winter]):
    rule = "WT-108"
    also = ("WT-107", "WT-101", "WT-A48", "WT-A49", "WT-A50", "WT-17")
    icon = "snowflake"
    panel = FIGURES_PANEL
    seat: Player

    sentence = said("{seat}, does the Freezing Horror strike?")
    kicker = said("You have nobody ready")
    hint = said("Its memory is the first card; the token stays where it struck.")

    def options(self, table: Winter) -> Iterable[Option]:
        yield Option(NOBODY, say("It waits"), "arrow-right", say("The turn passes"), main=True,
                     echo=say("{name} lets the Horror wait", name=self.seat))
        yield from (character_option(table, one) for one in victims(table, self.seat))


async def horror_turn(table: Winter, player: Player) -> None:  # WT-A20
    key = await table.ask(HorrorStrike(player))
    if key == NOBODY:
        return
    rebel = table.who(key)
    table.tell(say("The Freezing Horror came for {who}.", who=rebel), player, "WT-108")
    horror = table.powers.get("horror")
    if not table.full or horror is None or not horror.on:
        return
    horror.at = rebel.at
    with table.until(BattleBroken), table.during(Battle(horror.on[0], rebel, horror=True)) as battle:
        await exchange(table, battle)
        await settle_battle(table, battle)


class SpringTrap(Stop):
    rule = "WT-40"
    also = ("WT-41", "WT-A10", "WT-A11", "WT-30")
    icon = "spider-web"

    def sentence(self, table: Winter) -> Text:
        if self.seat is not None and not table.stops_ahead(self.character):
            return say("{name}, do you spring a trap on {who}?", name=self.seat, who=self.character)
        return say("Does anybody spring a trap on {who}?", who=self.character)

    def hint(self, table: Winter) -> Text:
        if self.seat is None:
            return say("Only one may spring it. No agreement: the topmost.")
        return say("It takes a trap card; all your other cards go under your rebel, either side up.")

    def options(self, table: Winter) -> Iterable[Option]:
        yield from self.passing(table, say("No trap"))
        yield from (fighter_option(one,
                                   say("{name} springs a trap on {who}",
                                       name=one.owner_name, who=self.character))
                    for one in trappers(table, self.character))


def trappers(table: Winter, soldier: Character) -> list[Character]:  # WT-30, WT-40, WT-A11
    return table.in_order(soldier.owner, table.who_may_stop(soldier, soldier.at))


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

    next_label = said("No more: reveal the trap")


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
        if not trap.shown:
            yield Reason(say("The trap card itself doesn't count."), "spider-web")
        if table.trap_bonus(trap.rebels):
            yield Reason(say("The trapper's skill adds one."), "plus")
        if table.trap_bonus((trap.soldier,)):
            yield Reason(say("{who}'s cunning adds one.", who=trap.soldier), "plus")

    def row(self, table: Winter) -> Row:
        return Row(say("Spring side up"), 0, most_hidden(table, self.seat), 0, seat=self.seat)

    def check(self, table: Winter, answer: int) -> None:
        if not 0 <= answer < STORY_CARDS:  # an older play may hold more than a hand can
            super().check(table, answer)

    def button(self, table: Winter, answer: Any) -> Text:
        trap = table.under_way(Trap)
        if not isinstance(answer, int) or len(still_hidden(table, trap)) > 1:
            return say("Count it")
        played = evasion(table, trap)
        total = sum(trap.shown.values()) + answer + table.trap_bonus(trap.rebels)
        if played < total:
            return say("{who} is caught", who=trap.soldier)
        if played == total:
            return say("{who} is turned back", who=trap.soldier)
        return say("{who} walks on", who=trap.soldier)

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return count("{name} shows {n} card", "{name} shows {n} cards", answer, name=self.seat)

    async def then(self, table: Winter, answer: int) -> None:
        table.under_way(Trap).shown[self.seat.index] = answer


def still_hidden(table: Winter, trap: Trap) -> list[Player]:
    owners = dict.fromkeys(table.owner_of(one) for one in trap.rebels)
    return [player for player in owners if player.index not in trap.shown]


def most_hidden(table: Winter, player: Player) -> int:
    """A hand without the trap card: 7, 4 from a chapter's end, and a draw (WT-18, WT-21, WT-41)."""
    if "propaganda" in table.powers:  # whoever is never activated never discards down to seven
        memories = sum(one is not None and one.side in SIDES and not one.of_objective for one in table.track)
        return STORY_CARDS - 1 - memories - sum(one.lying for one in table.seats)
    drawn = [table.cards_drawn(flow.character) for flow in table.now
             if isinstance(flow, Activation) and flow.character.owner is player]
    return 7 + 4 + sum(drawn) - (not table.under_way(Trap).shown)


def evasion(table: Winter, trap: Trap) -> int:
    return trap.played + table.trap_bonus((trap.soldier,))                 # WT-143


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
    table.due = None
    with table.during(Trap(soldier, rebel)) as trap:
        await partner_decides(table, trap)                                  # WT-103
        while not trap.over:
            evade = EvadeTrap(table.owner_of(soldier))
            word = await table.ask(evade)                                   # WT-42
            trap.played, trap.over = max(0, trap.played + evade.lay(table, word)), word == NEXT
        while still_hidden(table, trap):
            await table.one_of(OpenTrap(still_hidden(table, trap)[0]))      # WT-43: now it is open
        settle_trap(table, trap)


def settle_trap(table: Winter, trap: Trap) -> None:
    """Fewer: caught. Equal: back to the plaza. More: nothing (WT-43, WT-A16)."""
    table.moments.clear()  # WT-A56
    table.discard(trap)
    for number, (seat, cards) in enumerate(trap.shown.items()):
        table.seats[seat].discarded += cards + (number == 0)              # WT-44: the first had the trap card
    soldier, played = trap.soldier, evasion(table, trap)
    total = sum(trap.shown.values()) + table.trap_bonus(trap.rebels)
    tell_trap(table, trap, total)
    if played > total or not table.full:
        return  # turns and battles keep no positions
    soldier.cannot_move = True
    came_from = table.under_way(Activation).came_from
    if played < total:
        soldier.down = True
        for rebel in trap.rebels:
            note(table, "rebels", rebel.owner)                              # WT-127
    elif came_from is not None:
        soldier.at = came_from                                              # WT-43: the plaza it came from


def tell_trap(table: Winter, trap: Trap, total: int) -> None:
    played = evasion(table, trap)
    names: dict[str, object] = {"soldier": trap.soldier, "rebel": trap.rebel,
                                "place": table.place(trap.soldier.at), "played": played, "total": total}
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
        hidden = tuple(dict.fromkeys(table.owner_of(one) for one in trap.rebels))              # WT-44, WT-103
        words = say("{names} take back the cards with winter up, and discard the rest.",
                    names=listing(hidden))
        if len(hidden) == 1:
            words = say("{name} takes back the cards with winter up, and discards the rest.", name=hidden[0])
        table.remind("WT-44", words)
        table.last = Last(title, say("{name} tells how it ended.", name=teller), "spider-web")


def helpers(table: Winter, player: Player, fallen: Character) -> list[Character]:  # WT-49, WT-A17, WT-A18
    return [one for one in table.standing_at(fallen.at)
            if one.owner is player and one.side == fallen.side and one is not fallen and table.able(one)]


class Save(PickCharacter):
    rule = "WT-49"
    also = ("WT-50", "WT-51", "WT-A17", "WT-A18", "WT-A19", "WT-A20")
    icon = "medical-bag"

    sentence = said("{seat}, do you save somebody?")
    kicker = said("On your own turn")
    title = said("Save somebody")
    hint = said("Costs two story cards. Tell the rescue.")

    def choices(self, table: Winter) -> Iterable[Character]:
        return [one for one in table.characters.values() if table.full and one.down and not one.eliminated
                and (one.owner is self.seat or helpers(table, self.seat, one))]

    async def then(self, table: Winter, answer: Character) -> None:
        save(table, self.seat, answer)


def save(table: Winter, player: Player, fallen: Character) -> None:
    """Stand the character up; if it fell in this chapter, it can't move until the next (WT-49, WT-50)."""
    table.moments.clear()  # WT-A56
    counts = fallen.owner is not player or table.on("self_rescue")
    if fallen.is_rebel and (counts or helpers(table, player, fallen)):
        note(table, "rescue", player)                                       # WT-126, WT-A62
    fallen.down = False
    player.discarded += 2
    table.by_players()
    line = say("{name} saved {who}.", name=player, who=fallen)
    if table.town.is_location(fallen.at):
        line = say("{name} saved {who} at {place}.", name=player, who=fallen, place=table.place(fallen.at))
    table.tell(line, player, "WT-49")

"""Powers gained by successful quests, and their use on a turn (WT-100 to WT-113)."""

from collections.abc import Iterable
from typing import Any

from companion.core.kinds import Confirm, Menu, Option
from companion.core.questions import Question
from companion.core.text import Text, listing, said, say
from companion.games.winter_tales.board.characters import POWERS, SIDE_ICONS, SPRING
from companion.games.winter_tales.rules.kinds import FIGURES_PANEL, PickCharacter, possible
from companion.games.winter_tales.rules.memories import turn_to_winter
from companion.games.winter_tales.rules.new_quests import leave_bearer
from companion.games.winter_tales.rules.spaces import PickSpace, space_asked
from companion.games.winter_tales.table import (
    ActionDone,
    Activation,
    Character,
    Player,
    Power,
    Resolving,
    Winter,
)

REBEL_POWERS = ("glimmer", "love", "safe_house")

# Granting

async def grant(table: Winter, resolving: Resolving) -> None:
    if not table.on("powers") or resolving.outcome != "success":
        return
    power = Power(resolving.quest.card.power, resolving.memory, table.owner_of(resolving.hero),
                  won_by=resolving.hero.side)
    if power.key == "retaliation":
        await strike(table, table.owner_of(resolving.hero))                # WT-110: at once
        return
    table.powers[power.key] = power
    if power.key == "love":
        await bind_lovers(table, resolving)
    elif power.key == "safe_house":
        await open_safe_house(table, resolving)
    elif power.key != "propaganda":
        await give_token(table, resolving)
    table.tell(in_force(table, power), power.owner, "WT-100")


def in_force(table: Winter, power: Power) -> Text:  # WT-100
    name = POWERS[power.key].name
    if power.key == "love" and len(power.on) == 2:
        return say("{power} binds {one} and {two}.", power=name, one=power.on[0], two=power.on[1])
    if power.on:
        return say("{who} holds {power}.", who=power.on[0], power=name)
    if power.at is not None:
        return say("{power} is at {place}.", power=name, place=table.place(power.at))
    return say("{power} is in force.", power=name)


def took_part(resolving: Resolving) -> list[Character]:  # WT-A39, WT-A73, WT-106
    there = [one for one in resolving.takes_part if one.side == resolving.hero.side and not one.eliminated]
    return there or [resolving.hero]


class GiveToken(PickCharacter):
    rule = "WT-100"
    also = ("WT-102", "WT-106", "WT-107", "WT-A39", "WT-A73")
    icon = "star-four-points-outline"
    power: str

    def sentence(self, table: Winter) -> Text:
        return say("{name}, who carries {power}?", name=self.seat, power=POWERS[self.power].name)

    kicker = said("Somebody who took part in the quest")

    def choices(self, table: Winter) -> Iterable[Character]:
        return took_part(table.under_way(Resolving))


async def give_token(table: Winter, resolving: Resolving) -> None:
    key = resolving.quest.card.power
    if len(took_part(resolving)) > 1:
        character = await table.ask(GiveToken(table.owner_of(resolving.hero), key))
        carry(table.powers.get(key), character)
        table.by_players()
    else:
        carry(table.powers.get(key), resolving.hero)


def carry(power: Power | None, character: Character) -> None:
    if power is not None:
        power.on, power.owner = [character], character.owner


class Beloved(PickCharacter):
    rule = "WT-103"
    also = ("WT-A43",)
    icon = "heart-outline"

    def sentence(self, table: Winter) -> Text:
        love = table.powers.get("love")
        if love is not None and love.on:
            return say("{name}, who is bound to {who}?", name=self.seat, who=love.on[0])
        return say("{name}, which rebel is bound by love?", name=self.seat)

    def choices(self, table: Winter) -> Iterable[Character]:
        love = table.powers.get("love")
        taken = love.on if love is not None else []
        return [one for one in table.rebels_in_play() if one not in taken]


async def bind_lovers(table: Winter, resolving: Resolving) -> None:
    love = table.powers["love"]
    bearer = resolving.quest.bearer
    if bearer is not None and not bearer.eliminated:
        love.on.append(bearer)
    while len(love.on) < 2 and [one for one in table.rebels_in_play() if one not in love.on]:
        beloved = await table.ask(Beloved(table.owner_of(resolving.hero)))
        love.on.append(beloved)
        table.by_players()


class SafeHouseSite(PickSpace):
    rule = "WT-105"
    also = ("WT-101", "WT-A45")

    sentence = said("{seat}, in which location is the Safe House?")
    action_label = said("The Safe House is here")


async def open_safe_house(table: Winter, resolving: Resolving) -> None:
    """Place the token where the quest ended; a Freezing Horror there returns to its card (WT-101, WT-A45)."""
    house = table.powers["safe_house"]
    house.at = resolving.quest.site
    if table.full and house.at is None:
        house.at = await space_asked(table, SafeHouseSite(table.owner_of(resolving.hero)))
        table.by_players()
    horror = table.powers.get("horror")
    if horror is not None and horror.at is not None and horror.at == house.at:
        horror.at = None


# On a turn

def propagandists(table: Winter, player: Player) -> list[Character]:  # WT-109, WT-A53
    if "propaganda" not in table.powers:
        return []
    return [one for one in table.ready_of(player) if not one.is_rebel and table.able(one)]


class Propaganda(PickCharacter):
    rule = "WT-109"
    also = ("WT-A51", "WT-A52", "WT-A53", "WT-149")
    icon = "bullhorn-outline"

    sentence = said("{seat}, which rebel does the propaganda stop?")
    kicker = said("Winter Propaganda, instead of activating")
    title = said("Propaganda")
    hint = said("Draw three, play three; no activation this turn.")

    def choices(self, table: Winter) -> Iterable[Character]:
        if not propagandists(table, self.seat):
            return ()
        return [one for one in table.rebels_in_play() if one.ready and not one.activated]

    async def then(self, table: Winter, answer: Character) -> None:
        soldier = propagandists(table, self.seat)[0]
        if len(propagandists(table, self.seat)) > 1:
            soldier = await table.ask(Propagandist(self.seat))
        soldier.ready = False
        self.seat.drawn += 3
        self.seat.discarded += 3
        answer.ready, answer.locked = False, True
        table.tell(say("{name}'s propaganda stopped {who}.", name=self.seat, who=answer), self.seat, "WT-109")
        raise ActionDone


class Propagandist(PickCharacter):
    rule = "WT-109"

    sentence = said("{seat}, which soldier spreads it?")

    def choices(self, table: Winter) -> Iterable[Character]:
        return propagandists(table, self.seat)


# A Glimmer of Hope

class TurnBack(Menu[Winter]):
    rule = "WT-102"
    icon = "flower"
    seat: Player
    character: Character

    sentence = said("{seat}, does hope make {character} ready again?")
    kicker = said("A Glimmer of Hope, once a chapter")

    def options(self, table: Winter) -> Iterable[Option]:
        yield Option("ready", say("Ready again"), "cached", main=True)
        yield Option("later", say("Not now"), "arrow-right", say("Still possible later this chapter"),
                     echo=say("{name} keeps hope for later", name=self.seat))


async def glimmer_after(table: Winter, character: Character) -> None:  # WT-102, WT-21
    if not glimmers(table, character):
        return
    word = await table.ask(TurnBack(table.owner_of(character), character))
    if word == "ready" and glimmers(table, character):
        turn_back(table, character)


class ReadyAgain(Confirm[Winter]):  # WT-102
    rule = "WT-102"
    icon = "flower"
    seat: Player
    character: Character

    sentence = said("{seat}, hope makes {character} ready again.")
    title = said("A Glimmer of Hope")
    kicker = said("A Glimmer of Hope, once a chapter")
    button = said("Ready again")

    def choices(self, table: Winter) -> Iterable[str]:
        """Once the rebel's activation this chapter is over and its card is still flipped (WT-102)."""
        who = self.character
        under_way = [flow.character for flow in table.now if isinstance(flow, Activation)]
        return ("done",) if glimmers(table, who) and who.activated and who not in under_way else ()

    async def then(self, table: Winter, answer: str) -> None:
        turn_back(table, self.character)


def turn_back(table: Winter, character: Character) -> None:
    character.ready = True
    table.powers["glimmer"].used = True
    table.tell(say("Hope made {who} ready again.", who=character), character.owner, "WT-102")


def hope_left(table: Winter) -> list[Question[Winter, Any]]:
    power = table.powers.get("glimmer")
    if power is None:
        return []
    return possible(table, *(ReadyAgain(table.owner_of(one), one) for one in power.on))


def glimmers(table: Winter, character: Character) -> bool:
    power = table.powers.get("glimmer")
    return (power is not None and character in power.on and not power.used and not character.ready
            and not character.locked and not character.eliminated)


# Passing the Artifact on

class PassArtifact(PickCharacter):
    rule = "WT-106"
    also = ("WT-A46",)
    icon = "hand-extended-outline"

    sentence = said("{seat}, who gets the Great Artifact?")
    title = said("Pass the Artifact")
    hint = said("Only if the story justifies it.")

    def choices(self, table: Winter) -> Iterable[Character]:
        holder = table.artifact_holder()
        if holder is None:
            return []
        near = table.standing_at(holder.at) if table.full and holder.at is not None else table.in_play()
        return [one for one in near if one is not holder
                and (not table.on("artifact_same_side") or one.side == holder.side)]

    async def then(self, table: Winter, answer: Character) -> None:
        artifact = table.powers["artifact"]
        artifact.on = [answer]
        artifact.owner = answer.owner
        table.by_players()
        table.tell(say("The Great Artifact passed to {who}.", who=answer), self.seat, "WT-106")


def pass_artifact(table: Winter) -> list[Question[Winter, Any]]:
    holder = table.artifact_holder()
    return [] if holder is None or holder.owner is None else possible(table, PassArtifact(holder.owner))


# Armed Retaliation: a power or a rebel is lost, and a rebel may come back (WT-110 to WT-113)

class RetaliationTarget(Menu[Winter]):
    rule = "WT-110"
    also = ("WT-111", "WT-112", "WT-A54", "WT-A74", "WT-A21")
    icon = "flash"
    panel = FIGURES_PANEL
    seat: Player

    sentence = said("{seat}, what does the retaliation destroy?")
    kicker = said("A rebel power, or a rebel without one")

    def options(self, table: Winter) -> Iterable[Option]:
        for power in can_be_destroyed(table):
            turns = power.memory is not None and power.memory.side == SPRING
            held_by = listing(tuple(power.on))
            if turns:
                hint = say("Held by {who}. Its memory turns to winter.", who=held_by)
            else:
                hint = say("Held by {who}. Its memory stays with winter.", who=held_by)
            yield Option(power.key, POWERS[power.key].name, "star-four-points-outline", hint)
        held = [one for power in table.powers.values() for one in power.on]
        for one in table.rebels_in_play():
            if one not in held:
                yield Option(one.key, one.name, SIDE_ICONS[SPRING],
                             say("Leaves the game until somebody brings them back"), seat=one.owner)


def can_be_destroyed(table: Winter) -> list[Power]:
    """Rebel powers, an Artifact won by spring (WT-111), and tokens that would protect a rebel (WT-110)."""
    return [power for power in table.powers.values()
            if power.key in REBEL_POWERS or (power.key == "artifact" and power.won_by == SPRING)
            or any(one.is_rebel for one in power.on)]


async def strike(table: Winter, player: Player) -> None:
    if not RetaliationTarget(player).possible(table):
        return
    target = await table.ask(RetaliationTarget(player))
    if target in table.powers:                                              # WT-A54
        power = table.powers.pop(target)
        if power.memory is not None:
            turn_to_winter(table, power.memory)
        table.tell(say("{name} destroyed {power}.", name=player, power=POWERS[target].name), player, "WT-110")
    else:
        eliminate(table, table.who(target), player)


def eliminate(table: Winter, rebel: Character, player: Player) -> None:  # WT-112
    rebel.eliminated, rebel.ready, rebel.down, rebel.at = True, False, False, None
    leave_bearer(table, rebel)
    table.tell(say("{who} fell to winter.", who=rebel), player, "WT-110")


# The rebel returns

class BringBack(PickCharacter):
    rule = "WT-113"
    also = ("WT-A55", "WT-149")
    icon = "account-reactivate-outline"

    sentence = said("{seat}, which rebel comes back?")
    kicker = said("A whole turn, instead of activating")
    title = said("A rebel returns")
    hint = said("Play three cards. Nobody moves or draws.")

    def choices(self, table: Winter) -> Iterable[Character]:
        lost = [one for one in table.characters.values() if one.eliminated and one.owner is not None]
        return lost if table.ready_of(self.seat) else ()

    async def then(self, table: Winter, answer: Character) -> None:
        if table.full:
            answer.at = await space_asked(table, ReturnSite(self.seat, answer))
            table.by_players()
        self.seat.discarded += 3
        answer.begin_chapter()  # clear what remains of an older chapter
        answer.eliminated = answer.down = answer.ready = False
        table.tell(say("{name} brought {who} back into the story.", name=self.seat, who=answer),
                   self.seat, "WT-113")
        raise ActionDone


class ReturnSite(PickSpace):
    rule = "WT-113"
    character: Character

    sentence = said("{seat}, where does {character} appear?")
    action_label = said("{character} appears here")

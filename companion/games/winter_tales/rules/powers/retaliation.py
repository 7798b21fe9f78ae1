"""Armed Retaliation: a power or a rebel is lost, and a rebel may come back (WT-110 to WT-113)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText
from companion.core.questions import Face
from companion.core.said import said
from companion.core.text import listing, say
from companion.games.winter_tales.board.characters import POWER_NAMES, SIDE_ICONS, SPRING
from companion.games.winter_tales.pieces import Character, Player, Power
from companion.games.winter_tales.rules.exits import DeedDone
from companion.games.winter_tales.rules.kinds import PickCharacter, PickSpace
from companion.games.winter_tales.rules.memories import turn_to_winter
from companion.games.winter_tales.rules.quests.generating import leave_bearer, rebels_in_play
from companion.games.winter_tales.rules.spaces import locations, space_asked
from companion.games.winter_tales.table import Winter

REBEL_POWERS = ("glimmer", "love", "safe_house")


@dataclass(frozen=True)
class StrikesAt(PickText[Winter]):
    """WT-110, WT-111: a rebel power is destroyed, or a rebel leaves the game."""

    rule = "WT-110"
    also = ("WT-111", "WT-112", "WT-A54", "WT-A74", "WT-A21")
    icon = "flash"
    seat: Player

    sentence = said("{seat}, what does the retaliation destroy?")
    kicker = said("A rebel power, or a rebel without one")

    def choices(self, table: Winter) -> Iterable[str]:
        held = [one for power in table.powers.values() for one in power.on]
        return [*[power.key for power in can_be_destroyed(table)],
                *[one.key for one in rebels_in_play(table) if one not in held]]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice in table.powers:
            power = table.powers[choice]
            turns = power.memory is not None and power.memory.side == SPRING
            hint = say("Its memory turns to winter") if turns else say("Its memory stays winter's")
            if power.on:
                hint = say("{holders}. {memory}", holders=listing(tuple(power.on)), memory=hint)
            return Face(POWER_NAMES[choice], hint, "star-four-points-outline")
        return Face(table.who(choice).name, say("Leaves the game, until somebody brings it back"), SIDE_ICONS[SPRING],
                    seat=table.who(choice).owner)


def can_be_destroyed(table: Winter) -> list[Power]:
    """Glimmer, Love, Safe House, an Artifact that spring won, whoever holds it (WT-111), and any token on a rebel who
    is aimed at: it falls instead of the rebel (WT-110)."""
    return [power for power in table.powers.values()
            if power.key in REBEL_POWERS or (power.key == "artifact" and power.won_by == SPRING)
            or any(one.is_rebel for one in power.on)]


async def strike(table: Winter, player: Player) -> None:
    if not any(True for _ in StrikesAt(player).choices(table)):
        return
    target = await table.ask(StrikesAt(player))
    if target in table.powers:
        destroy_power(table, target, player)
    else:
        eliminate(table, table.who(target), player)


def destroy_power(table: Winter, key: str, player: Player) -> None:
    """The power is gone, and its memory turns to winter (WT-110, WT-A54)."""
    power = table.powers.pop(key)
    if power.memory is not None:
        turn_to_winter(table, power.memory)
    table.tell(say("{name} destroyed {power}.", name=player, power=POWER_NAMES[key]), player, "WT-110")


def eliminate(table: Winter, rebel: Character, player: Player) -> None:
    """Out of the game: not ready, nowhere (WT-110, WT-112)."""
    rebel.eliminated, rebel.ready, rebel.down, rebel.at = True, False, False, None
    leave_bearer(table, rebel)
    table.tell(say("{who} fell to winter.", who=rebel), player, "WT-110")


# The rebel returns

def lost_rebels(table: Winter) -> list[Character]:
    return [one for one in table.characters.values() if one.eliminated and one.owner is not None]


@dataclass(frozen=True)
class BringsBack(PickCharacter):
    """WT-113: a whole turn and three cards bring an eliminated rebel back."""

    rule = "WT-113"
    also = ("WT-A55", "WT-149")
    icon = "account-reactivate-outline"
    seat: Player

    sentence = said("{seat}, which rebel comes back?")
    kicker = said("A whole turn, instead of activating")
    title = said("A rebel returns")
    hint = said("Play three cards; nobody moves, nothing is drawn.")

    def choices(self, table: Winter) -> Iterable[Character]:
        return lost_rebels(table) if table.ready_of(self.seat) else ()

    async def then(self, table: Winter, answer: Character) -> None:
        if table.full:
            answer.at = await space_asked(table, ReturnsAt(self.seat, answer))
        answer.begin_chapter()                                              # nothing of an older chapter holds it
        answer.eliminated = answer.down = answer.ready = False
        table.tell(say("{name} brought {who} back into the story.", name=self.seat, who=answer), self.seat, "WT-113")
        raise DeedDone


@dataclass(frozen=True)
class ReturnsAt(PickSpace):
    """WT-113: in a location the story named."""

    rule = "WT-113"
    seat: Player
    character: Character

    sentence = said("{seat}, where does {character} appear?")
    action_label = said("{character} appears here")

    def choices(self, table: Winter) -> Iterable[str]:
        return locations(table)

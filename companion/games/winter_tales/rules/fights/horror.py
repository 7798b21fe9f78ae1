"""The Freezing Horror strikes when its player has nobody ready (WT-107, WT-108)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.questions import Face
from companion.core.said import said
from companion.core.text import say
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import able, safe_house
from companion.games.winter_tales.rules.exits import BattleBroken
from companion.games.winter_tales.rules.fights.battle import exchange, settle_battle
from companion.games.winter_tales.rules.kinds import NOBODY, PickCharacterOrNobody
from companion.games.winter_tales.table import Battle, Winter


def creator(table: Winter) -> Character | None:
    """The soldier the token was given to; it stands for the horror in a battle."""
    horror = table.powers.get("horror")
    return horror.on[0] if horror is not None and horror.on else None


def horror_waits(table: Winter, player: Player) -> bool:
    """Its player has nobody ready, others have, and there is somebody to strike (WT-108)."""
    horror = table.powers.get("horror")
    if horror is None or horror.owner is not player or table.ready_of(player):
        return False
    return not table.full or bool(victims(table, player))


def victims(table: Winter, player: Player) -> list[Character]:
    """Upright rebels of others, in a location that is not the Safe House (WT-108, WT-A48)."""
    house = safe_house(table)
    return [one for one in table.in_play()
            if one.is_rebel and able(table, one) and one.owner is not player and table.town.is_location(one.at)
            and not (house is not None and house.at == one.at)]


@dataclass(frozen=True)
class HorrorStrikes(PickCharacterOrNobody):
    """WT-108: the token goes to any location's slot, and one rebel there is attacked."""

    rule = "WT-108"
    also = ("WT-107", "WT-101", "WT-A48", "WT-A49", "WT-A50", "WT-17")
    icon = "snowflake"
    seat: Player

    sentence = said("{seat}, does the Freezing Horror strike?")
    kicker = said("You have nobody ready")
    hint = said("Its memory is the first card; the token stays where it struck.")

    def characters(self, table: Winter) -> Iterable[Character]:
        if not table.full:
            return [one for one in table.in_play() if one.is_rebel and one.owner is not self.seat]
        return victims(table, self.seat)

    def nobody(self, table: Winter) -> Face:
        return Face(say("It waits"), say("The turn passes on"), "arrow-right", main=True)


async def horror_turn(table: Winter, player: Player) -> None:
    """Nothing else happens in such a turn (WT-108, WT-A20)."""
    key = await table.ask(HorrorStrikes(player))
    if key == NOBODY:
        return
    table.tell(say("The Freezing Horror came for {who}.", who=table.who(key)), player, "WT-108")
    if table.full:
        await strike(table, table.who(key))


async def strike(table: Winter, rebel: Character) -> None:
    soldier = creator(table)
    if soldier is None:
        return
    table.powers["horror"].at = rebel.at
    with table.until(BattleBroken), table.during(Battle(soldier, rebel, horror=True)) as battle:
        await exchange(table, battle)
        await settle_battle(table, battle)

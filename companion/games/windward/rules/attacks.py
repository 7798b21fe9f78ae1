"""How a battle begins and what follows from it (WW-58, WW-64 to WW-75)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.said import said
from companion.core.showing.faces import Odds
from companion.core.text import Text, count, say
from companion.games.windward.board import cresters as mover
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.aftermath import crester_falls, drop_crester, lose_morale, take_plus_two
from companion.games.windward.rules.battle import Battle, Party, chances, hits, party_words
from companion.games.windward.rules.fight import fight
from companion.games.windward.rules.placing import HexSpace, in_words
from companion.games.windward.table import Boat, Captain, Crester, Turn, Windward, boat_key
from companion.games.windward.words import crester_name


async def ship_attacks(table: Windward, captain: Captain) -> None:
    """WW-25: a ship that enters a space with a Red, the White or another ship fights at once."""
    while (defender := foe_at(table, captain)) is not None:
        back = table.under_way(Turn).came_from
        await battle(table, Battle(Party(captain), defender, captain.ship, back))
        if not table.setup.options["two_reds_together"]:
            continue                                                        # WW-A26: the next one, if it still stands
        return


def foe_at(table: Windward, captain: Captain) -> Party | None:
    """Whoever stands where the ship has just come; after going back there is nobody (WW-74)."""
    return foe_on(table, captain, captain.ship)


def foe_on(table: Windward, captain: Captain, space: Hex) -> Party | None:
    """Whom the ship would meet on that space."""
    cresters = table.flying_at(space)
    if cresters:
        return Party(cresters=cresters if table.setup.options["two_reds_together"] else cresters[:1])
    other = table.ship_at(space, besides=captain)
    return None if other is None else Party(other)


def odds_of_attack(table: Windward, captain: Captain, space: Hex) -> Odds | None:
    """WW-64: before any speed is spent, with every cannon fired on both sides and no cards; None: not wanted."""
    foe = foe_on(table, captain, space) if table.setup.options["odds"] else None
    if foe is None:
        return None
    foe.cannons = 0 if foe.captain is None else max(0, foe.captain.cannons)
    mine = Party(captain, cannons=max(0, captain.cannons))
    return chances(table, Battle(mine, foe, space, captain.ship), mine)


def odds_of_boat(table: Windward, boat: Boat, space: Hex) -> Odds | None:
    """The same for a longboat."""
    grey, other = table.grey_at(space), table.boat_at(space)
    if not table.setup.options["odds"] or (grey is None and other is None):
        return None
    foe = Party(cresters=[grey]) if grey is not None else Party(other.owner, other) if other is not None else Party()
    mine = Party(boat.owner, boat)
    return chances(table, Battle(mine, foe, space, boat.at), mine)


async def cresters_attack(table: Windward, captain: Captain, cresters: list[Crester], back: Hex) -> None:
    """WW-95, WW-114: Cresters that reached the ship."""
    if table.setup.options["captain_attacks_white"] and cresters[0].kind == "white":  # WW-A47
        await battle(table, Battle(Party(captain), Party(cresters=cresters), captain.ship, back, came=cresters))
        return
    await battle(table, Battle(Party(cresters=cresters), Party(captain), captain.ship, back))


async def boat_attacks(table: Windward, boat: Boat, back: Hex, tow: list[Crester]) -> None:
    """WW-37: a longboat enters a space with a living Grey or another colour's longboat."""
    grey = table.grey_at(boat.at)
    other = next((one for one in table.boats if one.at == boat.at and one is not boat), None)
    attacker = Party(boat.owner, boat)
    if grey is not None:
        await battle(table, Battle(attacker, Party(cresters=[grey]), boat.at, back, tow))
    elif other is not None:
        await battle(table, Battle(attacker, Party(other.owner, other), boat.at, back, tow))


async def battle(table: Windward, fought: Battle) -> None:
    with table.during(fought):
        table.tell(say("{attacker} attacked {defender}.", attacker=party_words(fought.attacker, first=True),
                       defender=party_words(fought.defender)), fought.attacker.captain, "WW-58")
        mark_as_fought(table)
        if not await fight(table):
            await go_back(table)                                            # WW-54: False Flag
            lock(table, pieces_of(fought.defender))
            return
        await compare(table)


def mark_as_fought(table: Windward) -> None:
    """WW-75: whoever fought the active captain, whatever comes of it (WW-A16)."""
    fought = table.under_way(Battle)
    if table.active in (fought.attacker.captain, fought.defender.captain):
        for crester in [*fought.attacker.cresters, *fought.defender.cresters]:
            crester.fought = True


async def compare(table: Windward) -> None:
    fought = table.under_way(Battle)
    difference = hits(fought, fought.attacker) - hits(fought, fought.defender)
    if difference > 0:                                                      # WW-64
        await wins(table, fought.attacker, fought.defender)
    elif difference < 0:
        await wins(table, fought.defender, fought.attacker)
    else:
        await tie(table)


async def tie(table: Windward) -> None:
    """WW-65: the attacker goes back; tokens only if a captain attacked."""
    fought = table.under_way(Battle)
    table.tell(say("It was a tie."), rule="WW-65")
    if fought.attacker.captain is not None:
        for party in (fought.attacker, fought.defender):
            if party.captain is not None:
                take_plus_two(table, party.captain)
    lock(table, keys_of(fought.defender))
    await go_back(table)


def lock(table: Windward, defenders: list[str]) -> None:
    """WW-66: the attacker may not meet these again this turn."""
    fought = table.under_way(Battle)
    if table.is_under_way(Turn):
        table.under_way(Turn).ties.extend((fought.attacker.key, key) for key in defenders)


def keys_of(party: Party) -> list[str]:
    return [crester.key for crester in party.cresters] or [party.key]       # WW-A26: locked against both


def pieces_of(party: Party) -> list[str]:
    """Everything that captain has on this level: a False Flag guards all of it (WW-54)."""
    return keys_of(party) if party.boat is None else [boat_key(party.boat.owner, number) for number in (1, 2)]


async def wins(table: Windward, winner: Party, loser: Party) -> None:
    if loser.boat is not None:
        boat_beaten(table, loser.boat)                                      # WW-68: nobody goes back
    elif loser.captain is not None:
        await ship_beaten(table)
    else:
        await cresters_beaten(table)


def boat_beaten(table: Windward, boat: Boat) -> None:
    """WW-41, WW-68: back to its board; what it towed stays on the space of the battle."""
    table.boats.remove(boat)
    boat.owner.boats_aboard += 1
    table.tell(say("{name}'s longboat was beaten and is back aboard.", name=boat.owner), boat.owner, "WW-68")
    take_plus_two(table, boat.owner)


async def ship_beaten(table: Windward) -> None:
    """WW-67: morale falls by the difference of hits."""
    fought = table.under_way(Battle)
    lost = loser_of(fought)
    winner = fought.other(lost)
    if lost.captain is None:
        return
    loss = hits(fought, winner) - hits(fought, lost)
    table.tell(count("{name} was beaten by {n} hit.", "{name} was beaten by {n} hits.", loss, name=lost.captain),
               lost.captain, "WW-67")
    if await lose_morale(table, lost.captain, loss, winner.captain, fought.at):
        take_plus_two(table, lost.captain)
        await go_back(table)                                                # the attacking side, winner or loser


def loser_of(fought: Battle) -> Party:
    return fought.attacker if hits(fought, fought.attacker) < hits(fought, fought.defender) else fought.defender


async def cresters_beaten(table: Windward) -> None:
    fought = table.under_way(Battle)
    for crester in table.each(lambda: loser_of(fought).cresters):           # WW-A26: both fall
        await crester_falls(table, crester, fought.captain())


# --- going back


async def go_back(table: Windward) -> None:
    """WW-74: to where the attacker was before the step into the battle; costs nothing, ignores the wind."""
    fought = table.under_way(Battle)
    attacker = fought.attacker
    if fought.came:
        for crester in table.each(lambda: table.under_way(Battle).came):
            await crester_goes_back(table, crester)
    elif attacker.boat is not None:
        attacker.boat.at = fought.back
        for grey in fought.tow:
            grey.at = fought.back                                           # its tow goes back with it
        tell_way_back(table, say("{name}'s longboat", name=attacker.boat.owner), fought.back)
    elif attacker.captain is not None:
        if fought.back == POST:
            drop_crester(attacker.captain, fought.at)                       # WW-32, with two Reds fought in turn
        attacker.captain.ship = fought.back
        tell_way_back(table, say("{name}", name=attacker.captain), fought.back)
    else:
        for crester in table.each(lambda: table.under_way(Battle).attacker.cresters):
            await crester_goes_back(table, crester)


async def crester_goes_back(table: Windward, crester: Crester) -> None:
    open_spaces = retreats(table, crester)
    if len(open_spaces) > 1:
        crester.at = await table.ask(GoesBack(table.active, crester))       # WW-A26: the player's choice
    elif open_spaces:
        crester.at = open_spaces[0]
    if crester.at is not None:
        tell_way_back(table, crester_name(crester.kind, crester.id, first=True), crester.at)


def tell_way_back(table: Windward, who: Text, back: Hex) -> None:
    table.tell(say("{who} went back to {where}.", who=who, where=in_words(table, back)), rule="WW-74")


def retreats(table: Windward, crester: Crester) -> tuple[Hex, ...]:
    if crester.at is None:
        return ()
    way = flown(table, crester)
    flying = mover.FlyingCrester(crester.id, crester.kind, crester.at)
    pieces, mode = table.pieces(table.active.ship), table.mode()
    sides = [side for side in sides_of(table, crester)
             if mover.retreats(table.planet, pieces, mode, flying, (side, crester.at)) == (side,)]
    return tuple(sides) or mover.retreats(table.planet, pieces, mode, flying, way)


def sides_of(table: Windward, crester: Crester) -> tuple[Hex, ...]:
    """WW-A19: the equal ways it may have come; only now, as it goes back, the table says which."""
    for flow in table.now:
        sides: dict[int, tuple[Hex, ...]] = getattr(flow, "sides", {})
        if crester.id in sides:
            return sides[crester.id]
    return ()


def flown(table: Windward, crester: Crester) -> tuple[Hex, ...]:
    """The way it came this rest phase, kept until its battle is settled."""
    for flow in table.now:
        ways: dict[int, tuple[Hex, ...]] = getattr(flow, "ways", {})
        if crester.id in ways:
            return ways[crester.id]
    return (crester.at or POST,)


@dataclass(frozen=True)
class GoesBack(HexSpace):
    """WW-A19, WW-A26: it came by one of equal ways, or there is no room on its way."""

    at_once = True
    rule = "WW-A26"
    also = ("WW-A19", "WW-95", "WW-112")
    seat: Captain
    crester: Crester

    def sentence(self, table: Windward) -> Text:
        return say("Where does {who} go back to?", who=crester_name(self.crester.kind, self.crester.id))

    kicker = said("The battle is over, and these spaces are equally good")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return retreats(table, self.crester)

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return {f"beasts.{self.crester.key}": spell(answer)}

    button = said("Back to here")

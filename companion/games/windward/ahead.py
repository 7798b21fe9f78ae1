"""What comes next in Windward, for screens that have the room to say it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, count, listing, say, spelled
from companion.games.windward.board import cresters as mover
from companion.games.windward.rules.battle import Battle, party_words
from companion.games.windward.rules.play import passes, still_to_play
from companion.games.windward.table import MOST_MORALE, Captain, Rest, Turn, Windward


def ahead(table: Windward) -> Iterable[Text]:
    if table.phase != "turns":
        yield from setting_up(table)
        return
    if not table.is_under_way(Turn):
        yield say("Then {name}'s turn begins.", name=table.active)          # WW-100, WW-101: the wind is asked
        return
    battle = table.perhaps(Battle)
    if battle is not None:
        yield from in_battle(battle)
        if not table.is_under_way(Rest):
            return                                                          # the turn may go on
    elif table.is_under_way(Rest):
        yield from at_rest(table)
    else:
        yield from if_it_ends_here(table)
    yield next_turn(table)


# Setting up

def setting_up(table: Windward) -> Iterable[Text]:
    if table.phase == "layout":
        yield say("Then the wind is rolled.") if table.solo else say("Then the dice say who goes first.")   # WW-5, WW-9
    elif table.phase == "first":
        yield say("Whoever rolls the most goes first. Then the wind is rolled.")
    else:
        first: Captain = table.next_of(table.active) if table.active.gone else table.active
        if table.phase != "ready":
            yield say("Then the Cresters come onto the planet.")            # WW-10 to WW-12
        yield say("{name} has the first turn.", name=first)                 # WW-5


# This turn

def in_battle(battle: Battle) -> Iterable[Text]:
    """WW-61; when both have rolled, the question itself shows what counts."""
    if battle.attacker.dice is None:
        yield say("{attacker} rolls first, then {defender}.", attacker=party_words(battle.attacker, first=True),
                  defender=party_words(battle.defender))
    elif battle.defender.dice is None:
        yield say("Then cards and +2 tokens may be added, and whoever has more hits wins.")     # WW-64


def at_rest(table: Windward) -> Iterable[Text]:
    me = table.under_way(Rest).captain
    if table.competitive and not me.at_port:
        yield say("If {name} still flies after the Cresters, the night brings one notoriety.", name=me)     # WW-89


def if_it_ends_here(table: Windward) -> Iterable[Text]:
    """What a turn costs or brings that ends where the ship is."""
    me = table.active
    if not me.at_port:
        if somebody_hunts(table, me):
            yield say("A night at sky costs a card or one morale, then the Cresters hunt.")     # WW-85, WW-86
        else:
            yield say("A night at sky costs a card or one morale.")
    elif table.solo:
        yield say("Leave the port before the turn ends, or the game is lost.")                  # WW-109
    elif table.coop:
        yield say("If the turn ends at port, the White flies towards the Trading Post.")        # WW-125
    elif me.morale < MOST_MORALE:
        yield say("If the turn ends at port, morale rises to {n}.",
                  n=min(MOST_MORALE, me.morale + table.board.rest_at_port))                     # WW-84


def somebody_hunts(table: Windward, me: Captain) -> bool:
    mode = table.mode()
    return any(not mover.stays(table.planet, me.ship, mode, one) for one in table.living("red", "white"))


# And then

def next_turn(table: Windward) -> Text:
    if table.solo:
        return say("Before the next turn the wind is rolled.")              # WW-101
    if table.trigger is not None:
        return last_turns(table)
    after = table.next_of(table.active)
    if passes(table, table.active, after, table.first):
        return say("Then round {n} begins with a new wind, and {name} is first.", n=spelled(table.round + 1),
                   name=after)                                              # WW-100
    return say("Then it is {name}'s turn.", name=after)


def last_turns(table: Windward) -> Text:
    """WW-104, WW-106"""
    still = still_to_play(table)
    if not still:
        return say("This is the last turn, unless the lead is shared.")
    return count("Then {names} has the last turn.", "Then {names} have a last turn each.", len(still),
                 names=listing(tuple(still)))

"""Where known ways lead, and who could stop a character on one of them (WT-27, WT-28, WT-30)."""

from __future__ import annotations

from companion.games.winter_tales.pieces import Character
from companion.games.winter_tales.rules.conditions import able
from companion.games.winter_tales.table import Activation, Winter


def who_may_stop(table: Winter, mover: Character, space: str) -> list[Character]:
    """Who stands there and could begin a battle or spring a trap (WT-30, WT-32, WT-40)."""
    if not mover.is_rebel and not table.town.is_location(space):
        return []
    return [one for one in table.standing_at(space)
            if one.is_rebel is not mover.is_rebel and one.owner is not mover.owner and able(table, one)]


def watched_spaces(table: Winter, mover: Character) -> dict[str, int]:
    """How many could stop the mover, space by space."""
    rebel, owner = mover.is_rebel, mover.owner
    watched: dict[str, int] = {}
    for one in table.characters.values():
        at = one.at
        if at is None or one.owner is None or one.owner is owner or one.is_rebel is rebel or not able(table, one):
            continue
        if rebel or table.town.is_location(at):
            watched[at] = watched.get(at, 0) + 1
    return watched


def reached_from(table: Winter, mover: Character, goal: str = "") -> dict[str, str]:
    """Every space the known ways lead to, with the space before it on a shortest way; of two ways, the one that meets
    fewer (WT-27). `goal`: no further than there."""
    start = mover.at
    if start is None:
        return {}
    ways, watched = table.town.ways, watched_spaces(table, mover)
    before: dict[str, str] = {}
    met = {start: 0}
    edge = [start]
    while edge and goal not in before:
        reached: dict[str, int] = {}
        for space in edge:
            for beyond in ways.get(space, ()):
                if beyond in met:
                    continue
                count = met[space] + watched.get(beyond, 0)
                if beyond not in reached or count < reached[beyond]:
                    before[beyond], reached[beyond] = space, count
        met.update(reached)
        edge = list(reached)
    return before


def way_to(table: Winter, mover: Character, goal: str) -> list[str]:
    """The spaces of a walk; empty: no known way leads there."""
    if mover.at is not None and goal in table.town.ways.get(mover.at, ()):
        return [goal]
    before = reached_from(table, mover, goal)
    if goal not in before:
        return []
    way = [goal]
    while before[way[-1]] != mover.at:
        way.append(before[way[-1]])
    return way[::-1]


def stops_ahead(table: Winter, mover: Character) -> bool:
    """Further on the walk that is under way somebody else could stop it (WT-28)."""
    activation = table.perhaps(Activation)
    if activation is None or not activation.goal or activation.goal == mover.at:
        return False
    watched = watched_spaces(table, mover)
    return bool(watched) and any(space in watched for space in way_to(table, mover, activation.goal))

"""What just happened, as far as an objective could hang on it (WT-121, WT-126 to WT-130).

Only the table's public events are noted; who holds which objective is never known before it is laid open.
"""

from __future__ import annotations

from companion.games.winter_tales.pieces import Character, LaidOpen, ObjectiveMoment, Player
from companion.games.winter_tales.table import Activation, Winter


def forget(table: Winter) -> None:
    """The next thing happens: the moment of the one before is past (WT-A56)."""
    table.moments.clear()


def note(table: Winter, key: str, player: Player | None) -> None:
    if player is not None and table.setup.options["objectives"] and not has_moment(table, key, player):
        table.moments.append(ObjectiveMoment(key, player))


def has_moment(table: Winter, key: str, player: Player) -> bool:
    return any(moment.key == key and moment.player is player for moment in table.moments)


def use_up(table: Winter, key: str, player: Player) -> None:
    table.moments = [moment for moment in table.moments if moment.key != key or moment.player is not player]


def note_entry(table: Winter, rebel: Character) -> None:
    """A rebel moved into a space: a Spy of every soldier's player there saw it, lying ones too (WT-130)."""
    for soldier in table.standing_at(rebel.at):
        if not soldier.is_rebel:
            note(table, "spy", soldier.owner)


def note_visit(table: Winter, character: Character) -> None:
    """A rebel on its activation is in a location: Connections laid open earlier count it (WT-128)."""
    if not character.is_rebel:
        return
    for one in table.laid_open:
        if one.key == "connection" and one.player is character.owner and character.at in one.places:
            visit(table, one, character.at)


def visit(table: Winter, one: LaidOpen, place: str | None) -> None:
    if place is None or place in one.visits:
        return
    if not one.visits and one.chapter == table.chapter and not table.on("connection_again"):
        return                                                              # WT-A64: only in another chapter
    one.chapter = table.chapter
    one.visits.append(place)


def forget_visits(table: Winter) -> None:
    """A new activation needs both locations again (WT-128)."""
    for one in table.laid_open:
        one.visits.clear()


def walker(table: Winter) -> Character | None:
    """The character whose activation is under way, the innermost one."""
    activation = table.perhaps(Activation)
    return None if activation is None else activation.character

"""What several rules ask about a character: is it able, bound, tied to a quest, armed with the Artifact?"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.winter_tales.pieces import Character, Player, Power
from companion.games.winter_tales.table import Resolving, Winter


def able(table: Winter, character: Character) -> bool:
    """A lying character does nothing until it is saved; one switch for all such cases (WT-150, WT-A71)."""
    return not character.eliminated and not (character.down and table.on("lying"))


def quest_space(table: Winter) -> str | None:
    resolving = table.perhaps(Resolving)
    return None if resolving is None else table.site_of(resolving.quest)


def bears_ongoing(table: Winter, character: Character) -> bool:
    """The site of an ongoing quest does not move (WT-151)."""
    resolving = table.perhaps(Resolving)
    return resolving is not None and resolving.quest.bearer is character


def love_partner(table: Winter, character: Character) -> Character | None:
    """The rebel whom Love binds to this one, in the same space (WT-103)."""
    love = table.powers.get("love")
    if love is None or character not in love.on:
        return None
    partner = next((one for one in love.on if one is not character), None)
    if partner is None or partner.eliminated or partner.at is None or partner.at != character.at:
        return None
    return partner


def artifact_holder(table: Winter) -> Character | None:
    artifact = table.powers.get("artifact")
    if artifact is None or not artifact.on or artifact.on[0].eliminated:
        return None
    return artifact.on[0]


def holds_artifact(table: Winter, fighters: Iterable[Character | None]) -> bool:
    holder = artifact_holder(table)
    return holder is not None and any(one is holder for one in fighters)


def safe_house(table: Winter) -> Power | None:
    return table.powers.get("safe_house")


def in_order(table: Winter, mover: Player | None, willing: list[Character]) -> list[Character]:
    """Characters by their players, clockwise from the mover's left: the order that decides a quarrel (WT-A10)."""
    if mover is None or not willing:
        return willing
    order = [player.index for player in table.left_of(mover)]
    return sorted((one for one in willing if one.owner is not None and one.owner.index in order),
                  key=lambda one: order.index(one.owner.index if one.owner is not None else 0))


def one_owner(willing: list[Character]) -> Player | None:
    """The player who is asked; nobody in particular where several might be willing."""
    owners = {one.owner.index: one.owner for one in willing if one.owner is not None}
    return next(iter(owners.values())) if len(owners) == 1 else None

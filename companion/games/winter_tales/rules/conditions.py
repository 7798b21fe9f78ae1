"""What several rules ask: who may act, powers in force, and skills (WT-140 to WT-147)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.winter_tales.board.characters import FIGURES
from companion.games.winter_tales.table import Character, Player, Power, Resolving, Winter


def able(table: Winter, character: Character) -> bool:
    """A fallen character does nothing until it is saved (WT-150, WT-A71)."""
    return not character.eliminated and not (character.down and table.on("lying"))


def quest_space(table: Winter) -> str | None:
    resolving = table.perhaps(Resolving)
    return None if resolving is None else table.site_of(resolving.quest)


def bears_ongoing(table: Winter, character: Character) -> bool:
    """The site of an ongoing quest doesn't move (WT-151)."""
    resolving = table.perhaps(Resolving)
    return resolving is not None and resolving.quest.bearer is character


def love_partner(table: Winter, character: Character) -> Character | None:  # WT-103
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


def holds_artifact(table: Winter, fighters: Iterable[Character]) -> bool:
    holder = artifact_holder(table)
    return holder is not None and any(one is holder for one in fighters)


def safe_house(table: Winter) -> Power | None:
    return table.powers.get("safe_house")


def rebels_in_play(table: Winter) -> list[Character]:
    return [one for one in table.in_play() if one.is_rebel]


def in_order(table: Winter, mover: Player | None, willing: list[Character]) -> list[Character]:  # WT-A10
    if mover is None or not willing:
        return willing
    order = [player.index for player in table.left_of(mover)]
    return sorted((one for one in willing if one.owner is not None and one.owner.index in order),
                  key=lambda one: order.index(one.owner.index if one.owner is not None else 0))


def one_owner(willing: list[Character]) -> Player | None:
    """The player to ask; None if several might be willing."""
    owners = {one.owner.index: one.owner for one in willing if one.owner is not None}
    return next(iter(owners.values())) if len(owners) == 1 else None


# Skills

def skill_of(table: Winter, character: Character) -> str:
    """Without objectives, Alice and Candlewick draw an extra card instead of swapping (WT-141)."""
    if not table.setup.options["skills"]:
        return ""
    skill = FIGURES[character.key].skill
    return "card" if skill == "objective" and not table.setup.options["objectives"] else skill


def cards_drawn(table: Winter, character: Character) -> int:
    return 4 if skill_of(table, character) == "card" else 3                 # WT-18, WT-147


def free_spaces(table: Winter, character: Character) -> int:
    return 2 if skill_of(table, character) == "movement" else 0  # WT-145, WT-A69: once per activation


def battle_skill(table: Winter, fighters: Iterable[Character]) -> bool:
    """The first card is free; one skill covers both of a Love pair (WT-144, WT-103)."""
    return any(skill_of(table, one) == "battle" for one in fighters)


def trap_bonus(table: Winter, fighters: Iterable[Character]) -> int:
    return int(any(skill_of(table, one) == "trap" for one in fighters))   # WT-143


def quest_bonus(table: Winter, side: str, takes_part: Iterable[Character]) -> int:  # WT-142, WT-A67
    return sum(one.side == side and skill_of(table, one) == "quest" for one in takes_part)
